cimport cython
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.search.estimator cimport Estimator
from solitaire_solver.search.table cimport Table

@cython.final
cdef class Layer:
    cdef Py_ssize_t words
    cdef int count
    cdef int capacity
    cdef bint heaped
    cdef int[::1] trail
    cdef int[::1] move
    cdef int[::1] heap
    cdef long long[::1] order
    cdef double[::1] estimate
    cdef double[::1] score
    cdef unsigned long long[::1] states

    cdef bint is_worse(self, int place, int other) noexcept nogil
    cdef int sift(self, int at) noexcept nogil
    cdef int worst(self) noexcept nogil

@cython.final
cdef class BeamSearch:
    cdef readonly Kernel kernel
    cdef readonly Table table
    cdef Estimator estimator
    cdef long long width
    cdef bint acyclic
    cdef readonly bint minimise
    cdef long long memory
    cdef readonly int status
    cdef readonly bint found
    cdef readonly long long expanded
    cdef readonly long long generated
    cdef readonly long long duplicates
    cdef readonly long long dropped
    cdef readonly long long dead
    cdef readonly int best
    cdef readonly list best_line
    cdef Layer layer
    cdef Layer below
    cdef int cursor
    cdef long long offered
    cdef long long added
    cdef long long overwrote
    cdef int[::1] trail_parent
    cdef int[::1] trail_move
    cdef int trail_end
    cdef int trail_room

    cdef int advance(self, Kernel kernel, Table table, long long stop) except -1 nogil
    cdef int meet(self, Kernel kernel, Table table, int entry) except -1 nogil
    cdef bint lacks(self, Layer below, int count) noexcept nogil
    cdef int offer(self, Kernel kernel, Layer below, int move, double score, double estimate) except -1 nogil
