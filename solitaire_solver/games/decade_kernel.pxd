cimport cython
from solitaire_solver.kernel cimport Kernel
from solitaire_solver.shuffle cimport scramble

cdef unsigned long long[::1] LIES

@cython.final
cdef class DecadeKernel(Kernel):
    cdef readonly tuple cards
    cdef list first_stacks
    cdef int first_next
    cdef int size
    cdef int stacks
    cdef bint compulsory
    cdef bint loop
    cdef int min_group
    cdef int max_group
    cdef unsigned long long totals
    cdef int most_pips
    cdef int most_runs
    cdef int most_discarded
    cdef int floor
    cdef unsigned long long word
    cdef unsigned long long stacks_lo
    cdef unsigned long long stacks_hi
    cdef int lying
    cdef int depth
    cdef unsigned char[52] pips
    cdef unsigned char[68] after
    cdef unsigned char[68] before
    cdef unsigned char[52] stack_of
    cdef int[16] height
    cdef unsigned long long[105] kept

    cdef begin(self)
    cdef int clear(self, int turned, int next_stack) noexcept nogil
    cdef int put(self, int card, int stack) noexcept nogil
    cdef int join(self, int older, int newer) noexcept nogil
    cdef int count(self, int card, int step) noexcept nogil
    cdef int show(self) noexcept nogil
    cdef int turned(self) noexcept nogil
    cdef int next_stack(self) noexcept nogil
    cdef int open_stack(self, int stack, int closing) noexcept nogil
    cdef int following(self, int card) noexcept nogil
    cdef int list_line(self, int at, int stack) noexcept nogil
    cdef int list_ring(self, int at, int stack) noexcept nogil
    cdef int list_runs(self, int at, int first, int last, int total, int length, int longest) noexcept nogil
    cdef int list_run(self, int at, int first, int last) noexcept nogil
    cdef int list_turn(self, int at) noexcept nogil
    cdef unsigned long long closed(self, unsigned long long word, int stack) noexcept nogil
    cdef unsigned long long dealt_to(self, unsigned long long word, int stack) noexcept nogil
    cdef int move_run(self, int first, int last, int step) noexcept nogil
    cdef tuple run(self, int move)
