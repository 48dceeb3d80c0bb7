cimport cython
from solitaire_solver.bits cimport lowest
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport scramble, step

cdef int bit(unsigned long long word, int place) noexcept nogil

cdef class AccordionKernel(Kernel):
    cdef int size
    cdef int end
    cdef unsigned char[54] after
    cdef unsigned char[54] before
    cdef unsigned long long[::1] matches
    cdef unsigned long long[::1] pair
    cdef unsigned long long[108] kept
    cdef unsigned long long[::1] label_word
    cdef unsigned long long[::1] ranks
    cdef unsigned char[::1] label_of
    cdef unsigned char[54] label
    cdef unsigned char[54] place_in_row
    cdef unsigned long long[106] sum_left
    cdef unsigned char[::1] suit_of
    cdef unsigned char[::1] rank_of
    cdef int[::1] weight
    cdef unsigned char[60] row_card
    cdef int[54] match_count
    cdef int[54] behind
    cdef int[4] suit_count
    cdef int[4] suit_loss
    cdef int[13] rank_count
    cdef int[13] rank_loss
    cdef int[::1] worth
    cdef int[::1] height
    cdef int[::1] drop
    cdef unsigned long long[5] pairs
    cdef unsigned char[54] place
    cdef unsigned char[::1] card_at
    cdef unsigned char[::1] unpacked
    cdef unsigned long long visible
    cdef int code_bits
    cdef int noise
    cdef unsigned long long random

    @cython.final
    cdef int lay(self, unsigned char[::1] row, int count) noexcept nogil
    @cython.final
    cdef int take_key(self) noexcept nogil
    @cython.final
    cdef int add_up(self) noexcept nogil
    @cython.final
    cdef int least_piles(self, unsigned long long cards, int first) noexcept nogil
    @cython.final
    cdef bint is_dead(self, int mover, int target) noexcept nogil
    @cython.final
    cdef int survey(self) noexcept nogil
    @cython.final
    cdef long long score_cover(self, int q, int loss) noexcept nogil
    @cython.final
    cdef long long score_slide(self, int place) noexcept nogil
    @cython.final
    cdef long long score_leap(self, int place) noexcept nogil
    @cython.final
    cdef bint is_dominated(self, int mover, int target) noexcept nogil
    @cython.final
    cdef int key_by_neighbours(self, int at, int mover, int target) noexcept nogil
    @cython.final
    cdef int key_by_labels(self, int at, int mover, int target) noexcept nogil
    @cython.final
    cdef int list_move(self, int at, int mover, int target) noexcept nogil
