cdef unsigned long long step(unsigned long long counter) noexcept nogil
cdef unsigned long long scramble(unsigned long long counter) noexcept nogil
