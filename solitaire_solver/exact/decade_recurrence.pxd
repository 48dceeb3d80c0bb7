cdef class Segments:
    cdef int size
    cdef int min_group
    cdef bint bounded
    cdef int levels
    cdef unsigned long long totals
    cdef unsigned char[::1] pips
    cdef unsigned long long[::1] groups
    cdef unsigned long long[::1] clear
    cdef unsigned long long[::1] sums
    cdef unsigned char[::1] least

    cdef int fill(self) noexcept nogil
    cdef unsigned long long groups_from(self, int i) noexcept nogil
    cdef int extend(self, int j, int m) noexcept nogil
    cdef int level_before(self, int j, int m, int level, int total) noexcept nogil
