cimport cython
from solitaire_solver.kernel cimport Kernel

@cython.final
cdef class Estimator:
    cdef int kind
    cdef object function

    cdef double estimate(self, Kernel kernel, double score) except? -1 nogil
