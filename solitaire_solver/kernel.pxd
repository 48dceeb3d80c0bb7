from solitaire_solver.search.table cimport Table

cdef class Kernel:
    # the table that the keys will be looked up in, where it pays to ask for its lines early
    cdef public Table lookups
    # what a state tells the engine
    cdef readonly int remaining
    cdef readonly bint won
    # what the engine may switch
    cdef public bint prune
    cdef public bint dominate
    cdef public int limit
    cdef public bint ordered
    cdef readonly bint symmetric
    # what the kernel counts
    cdef readonly long long pruned
    cdef readonly long long dominated
    # the move list: entry i is a legal move of some state on the engine's path
    cdef int capacity
    cdef readonly int words
    cdef readonly bint exact_keys
    cdef readonly bint scored
    cdef int[::1] moves
    cdef long long[::1] scores
    cdef unsigned long long[::1] key_lo
    cdef unsigned long long[::1] key_hi
    # key of the current state
    cdef unsigned long long lo
    cdef unsigned long long hi

    cdef int expand(self, int first) except -1 nogil
    cdef int make(self, int index) except -1 nogil
    cdef int unmake(self, int move) except -1 nogil
    cdef int encode(self, unsigned long long[::1] out, Py_ssize_t at) except -1 nogil
    cdef int decode(self, unsigned long long[::1] words, Py_ssize_t at) except -1 nogil
    cdef int release(self, unsigned long long[::1] words, Py_ssize_t at) except -1 nogil
    cdef double moves_left(self) except -1 nogil
