from solitaire_solver.bits cimport highest, lowest
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport scramble

cdef class RoyalMarriageKernel(Kernel):
    cdef int size
    cdef bint forced
    cdef bint long_runs
    cdef int longest
    cdef unsigned long long row
    cdef unsigned char[::1] card_at
    cdef unsigned char[::1] place
    cdef unsigned char[::1] line
    cdef unsigned long long[::1] matches
    cdef unsigned long long[::1] near
    cdef unsigned long long[::1] beyond
    cdef int[::1] chain

    cdef int lay(self, unsigned long long row) noexcept nogil
    cdef unsigned long long caught(self, int move) noexcept nogil
    cdef int meet_left(self, int card, int beside) noexcept nogil
    cdef int least_cards(self, unsigned long long row, int card, int beside) noexcept nogil
    cdef bint list_move(self, int at, int seat, int length, unsigned long long cards) noexcept nogil
