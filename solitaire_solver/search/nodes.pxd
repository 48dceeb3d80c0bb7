cimport cython

@cython.final
cdef class NodeStore:
    cdef readonly Py_ssize_t words
    cdef readonly int capacity
    cdef readonly int room
    cdef readonly long long entries
    cdef int top
    cdef int first_free
    cdef int[::1] parent
    cdef int[::1] move
    cdef int[::1] depth
    cdef double[::1] score
    cdef unsigned long long[::1] key_lo
    cdef unsigned long long[::1] key_hi
    cdef unsigned long long[::1] states
    cdef Py_ssize_t slots
    cdef int[::1] index

    cdef int reindex(self) noexcept nogil
    cdef Py_ssize_t home(self, unsigned long long lo) noexcept nogil
    cdef int find(self, unsigned long long lo, unsigned long long hi) noexcept nogil
    cdef int enter(self, int node) noexcept nogil
    cdef int add(self, int parent, int move, int depth, unsigned long long lo, unsigned long long hi, double score) noexcept nogil
    cdef bint is_stale(self, int node) noexcept nogil
    cdef int give_back(self, int node) noexcept nogil
