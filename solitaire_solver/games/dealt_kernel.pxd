from solitaire_solver.games.accordion_kernel cimport AccordionKernel

cdef class DealtKernel(AccordionKernel):
    cdef int turned

    cdef int turn_to(self, int turned) noexcept nogil
