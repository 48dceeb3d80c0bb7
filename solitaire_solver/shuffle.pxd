cdef unsigned long long step(unsigned long long counter) noexcept nogil
cdef unsigned long long scramble(unsigned long long counter) noexcept nogil
cdef int fill_shuffled(int[::1] order, unsigned long long seed) noexcept nogil
