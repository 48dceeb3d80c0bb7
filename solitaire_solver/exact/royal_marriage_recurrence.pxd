from solitaire_solver.bits cimport lowest

cdef class Recurrence:
    cdef int size
    cdef readonly int least
    cdef list row
    cdef list removals
    cdef unsigned long long[::1] matches
    cdef unsigned long long[::1] right_of
    cdef unsigned long long[::1] left_of
    cdef unsigned long long[::1] last_from
    cdef int[::1] chain
    cdef int[::1] next_in_chain

    cdef int fill(self) noexcept nogil
    cdef int find_chain(self) noexcept nogil
    cdef int clear(self, int i, int j) except -1
