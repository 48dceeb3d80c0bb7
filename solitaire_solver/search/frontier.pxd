cimport cython

cdef class Frontier:
    cdef readonly long long size

    cdef int push(self, int node, double priority, int depth) except -1 nogil
    cdef int pop(self) except -1 nogil
    cdef int pop_worst(self) except -1 nogil

@cython.final
cdef class BucketQueue(Frontier):
    cdef Py_ssize_t lowest
    cdef Py_ssize_t highest
    cdef Py_ssize_t end
    cdef int[::1] heads
    cdef int[::1] below

    cdef int take(self, Py_ssize_t bucket) noexcept nogil

@cython.final
cdef class SortedBuckets(Frontier):
    cdef object buckets
