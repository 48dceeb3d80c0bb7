from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport scramble

cdef unsigned long long unit(int rank) noexcept nogil
cdef unsigned long long units(int move) noexcept nogil
cdef int cards_in(int move) noexcept nogil
cdef int low_cards_in(int move) noexcept nogil

cdef class TenByOneKernel(Kernel):
    cdef int size
    cdef int gone
    cdef unsigned long long word
    cdef unsigned char[::1] card_at
    cdef unsigned char[::1] of_rank
    cdef unsigned long long[::1] dealt

    cdef int held(self, int rank) noexcept nogil
    cdef int left(self, int rank) noexcept nogil
    cdef int longest(self, int rank) noexcept nogil
    cdef int list_move(self, int at, int move) noexcept nogil
    cdef unsigned long long after(self, int move) noexcept nogil
    cdef int settle(self) noexcept nogil
