cimport cython

from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport fill_shuffled

@cython.final
cdef class StrictKernel(Kernel):
    # the reading
    cdef int first_stride
    cdef int last_stride
    cdef bint rightmost
    cdef bint whole_row
    # the deal, and how many of its cards are turned in the first state
    cdef int size
    cdef int start
    cdef int[::1] deck
    # the current state
    cdef int turned
    cdef int count
    cdef unsigned char[::1] tops
    cdef unsigned long long first_moves
    cdef unsigned long long last_moves
    cdef unsigned long long[::1] matches

    cdef unsigned long long look(self, unsigned long long moves, int place, int stride) noexcept nogil
    cdef int turn(self) noexcept nogil
    cdef int move_pile(self, int place, int stride) noexcept nogil
    cdef int mover_place(self) noexcept nogil
    cdef int stride_at(self, int place) noexcept nogil
    cdef bint step(self) noexcept nogil
    cdef int begin(self) noexcept nogil
    cdef int show(self) noexcept nogil
    cdef int next_move(self) noexcept nogil
    cdef int go_to(self, unsigned long long state) noexcept nogil
    cdef int count_piles(self, unsigned long long seed, long long deals, long long[::1] tally) noexcept nogil
