from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport scramble, step

cdef class AccordionKernel(Kernel):
    cdef int size
    cdef unsigned char[::1] after
    cdef unsigned char[::1] before
    cdef unsigned long long[::1] matches
    cdef unsigned long long[::1] pair
    cdef unsigned long long[::1] kept
    cdef unsigned char[::1] rank_count
    cdef unsigned char[::1] suit_count
    cdef unsigned char[::1] place
    cdef unsigned char[::1] card_at
    cdef unsigned char[::1] unpacked
    cdef unsigned long long visible
    cdef int code_bits
    cdef public int noise
    cdef unsigned long long random

    cdef int lay(self, unsigned char[::1] row, int count) noexcept nogil
    cdef int components(self, unsigned long long cards) noexcept nogil
    cdef int list_move(self, int at, int mover, int target) noexcept nogil
