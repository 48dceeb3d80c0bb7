cimport cython
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.search.estimator cimport Estimator
from solitaire_solver.search.frontier cimport Frontier
from solitaire_solver.search.nodes cimport NodeStore

@cython.final
cdef class BestFirstSearch:
    cdef readonly Kernel kernel
    cdef Estimator estimator
    cdef Frontier frontier
    cdef NodeStore nodes
    cdef double weight
    cdef bint patient
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
    cdef int least_depth
    cdef bint watchful
    cdef int[::1] siblings
    cdef int most_siblings

    cdef double priority(self, int depth, double estimate) noexcept nogil
    cdef int advance(self, Kernel kernel, NodeStore nodes, Frontier frontier, long long stop) except -1 nogil
    cdef int line_up(self, Kernel kernel, int count) noexcept nogil
    cdef int meet(self, Kernel kernel, NodeStore nodes, Frontier frontier, int node, int entry) except -1 nogil
    cdef bint is_better(self, Kernel kernel, int depth) noexcept nogil
