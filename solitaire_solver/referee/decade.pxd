cimport cython

cdef bytes _PIPS
cdef list _TEXTS

@cython.final
cdef class Table:
    cdef list pack
    cdef bint compulsory
    cdef int fewest
    cdef int most
    cdef frozenset totals
    cdef unsigned long long wanted
    cdef unsigned long long within
    cdef bint loop
    cdef list stacks
    cdef int turned
    cdef int next
    cdef object move
    cdef str text

    cdef play(self, int number, move)
    cdef turn(self)
    cdef int next_open(self) except -2
    cdef check_that_none_can_go(self)
    cdef discard(self, str text)
    cdef int stack_with(self, str run) except -2
    cdef why_not(self, str run, int number)

cdef int _total(str run) except -1
