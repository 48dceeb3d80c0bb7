cimport cython
from solitaire_solver.shuffle cimport scramble

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define SOLITAIRE_PREFETCH(address) __builtin_prefetch(address)
    #else
    #define SOLITAIRE_PREFETCH(address)
    #endif
    """
    void fetch "SOLITAIRE_PREFETCH"(const void *address) noexcept nogil

@cython.final
cdef class Table:
    cdef unsigned long long[::1] slots
    cdef unsigned long long[::1] carried
    cdef readonly int width
    cdef readonly bint exact
    cdef readonly bint forgetting
    cdef readonly long long entries
    cdef readonly long long forgotten
    cdef readonly long long room
    cdef long long smallest
    cdef long long largest
    cdef long long buckets
    cdef int bucket_slots
    cdef int bucket_words
    cdef Py_ssize_t end

    cdef Py_ssize_t home(self, unsigned long long half) noexcept nogil
    cdef unsigned long long hash_at(self, unsigned long long[::1] words, Py_ssize_t at) noexcept nogil
    cdef int prefetch(self, unsigned long long lo) noexcept nogil
    cdef int add(self, unsigned long long lo, unsigned long long hi) noexcept nogil
    cdef int add_words(self, unsigned long long[::1] words, Py_ssize_t at) noexcept nogil
    cdef bint holds(self, Py_ssize_t slot) noexcept nogil
    cdef int enter(self, unsigned long long hash) noexcept nogil
