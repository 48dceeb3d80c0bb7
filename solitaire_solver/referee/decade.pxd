cdef bytes _PIPS
cdef dict _INDEX

cdef class Table:
    cdef readonly bytes pack
    cdef readonly bint compulsory
    cdef readonly int fewest
    cdef readonly int most
    cdef readonly frozenset totals
    cdef readonly unsigned long long wanted
    cdef readonly unsigned long long within
    cdef readonly bint loop
    cdef readonly list stacks
    cdef readonly bytearray stock
    cdef readonly int next
    cdef readonly list ends
    cdef readonly list loud

    cpdef lay(self, int card, int number)
    cpdef turn(self)
    cpdef discard(self, bytes run)
    cpdef why_not(self, bytes run, int number)
