cimport cython
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.search.table cimport Table

@cython.final
cdef class DepthFirstSearch:
    cdef readonly Kernel kernel
    cdef readonly Table table
    cdef readonly int status
    cdef readonly long long expanded
    cdef readonly long long generated
    cdef readonly long long duplicates
    cdef readonly int best
    cdef int best_depth
    cdef int[::1] best_line
    cdef readonly bint minimise
    cdef int depth
    cdef int base
    cdef bint opened
    cdef long long stop
    cdef long long room
    cdef long long overwrote
    cdef int stack_size
    cdef bint gave_up
    cdef long long[::1] until
    cdef long long[64] patience
    cdef int patience_size
    cdef int[::1] first
    cdef int[::1] cursor
    cdef int[::1] chosen
    cdef unsigned long long[::1] scratch

    cdef int advance(self, Kernel kernel, Table table) except -1 nogil
    cdef int open_node(self, Kernel kernel, Table table) except -1 nogil
    cdef int bring_best_forward(self, Kernel kernel, int at, int end) noexcept nogil
    cdef int lengthen(self, int size) except -1
    cdef int note_best(self, Kernel kernel, int depth) noexcept nogil
