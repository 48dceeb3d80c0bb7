cimport cython
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport scramble

@cython.final
cdef class PythonKernel(Kernel):
    cdef object game
    cdef readonly object state
    cdef list path
    cdef list children
    cdef dict numbers
    cdef dict kept
    cdef unsigned long long last_kept
    cdef dict move_numbers
    cdef readonly list move_objects

    cdef int list_children(self, int first) except -1
    cdef int show(self) except -1
