cdef dict _MOVES

cdef int _find(bytearray tops, int card)
cdef tuple _read_step(str text, list piles, bytearray tops, list stock, bint dealt)
