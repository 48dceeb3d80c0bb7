"""The frontier of a best-first search: nodes still to be expanded, the most promising first out.

A node has a priority, of which less is better, and a depth. Of equal priorities the deeper node
comes first, and of these the one that was put in last: f = depth + estimate, so the deeper one owes
more of its f to moves made and less to an estimate. What has to go when memory runs out is the node
at the other end.

``BucketQueue`` is for priorities that are small whole numbers: a stack of nodes for every priority
and depth, as lists linked through an array.

    bucket   priority * 128 + 127 - depth       (depths from 127 on share the last)

``SortedBuckets`` takes any number and keeps its stacks in a ``SortedDict``, in whose order both
ends are at hand.
"""

import cython
from sortedcontainers import SortedDict

from solitaire_solver.search.arrays import longer

DEPTHS = cython.declare(cython.int, 128)

#: About how many bytes a node and a bucket take in ``SortedBuckets``.
BYTES_A_NODE = 40
BYTES_A_BUCKET = 300


class Frontier:
    """Base of both: ``size`` nodes, of which the best and the worst can be taken out."""

    def __init__(self) -> None:
        self.size = 0

    @property
    def bytes(self) -> int:
        """About how many bytes it takes."""
        raise NotImplementedError

    def resize(self, nodes: cython.int) -> None:
        """Make room for node numbers below ``nodes``."""

    def push(self, node, priority, depth):
        """Put a node in."""
        with cython.gil:
            raise NotImplementedError

    def pop(self):
        """Take the best node out; there must be one."""
        with cython.gil:
            raise NotImplementedError

    def pop_worst(self):
        """Take the worst node out; there must be one."""
        with cython.gil:
            raise NotImplementedError


class BucketQueue(Frontier):
    """For whole priorities from 0 on. Constant time, beside steps over empty buckets."""

    def __init__(self) -> None:
        Frontier.__init__(self)
        self.lowest = 0
        self.highest = -1
        self.end = 16 * DEPTHS
        self.heads = longer("i", self.end)
        self.below = longer("i", 0)

    @property
    def bytes(self) -> int:
        """How many bytes it takes."""
        return 4 * (int(self.end) + len(self.below))

    def resize(self, nodes: cython.int) -> None:
        """Make room for node numbers below ``nodes``."""
        self.below = longer("i", nodes, self.below)

    def widen(self, bucket: cython.Py_ssize_t) -> None:
        """Make room for a bucket of this number."""
        self.end = 2 * bucket
        self.heads = longer("i", self.end, self.heads)

    def push(self, node, priority, depth):
        """Put a node in. The empty list is 0, and node n is written n + 1."""
        bucket: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, priority) * DEPTHS
        bucket += DEPTHS - 1 - min(depth, DEPTHS - 1)
        if bucket >= self.end:
            with cython.gil:
                self.widen(bucket)
        if self.size == 0 or bucket < self.lowest:
            self.lowest = bucket
        if self.size == 0 or bucket > self.highest:
            self.highest = bucket
        self.below[node] = self.heads[bucket]
        self.heads[bucket] = node + 1
        self.size += 1
        return 0

    def take(self, bucket):
        """Take the node out that was last put into a bucket."""
        node: cython.int = self.heads[bucket] - 1
        self.heads[bucket] = self.below[node]
        self.size -= 1
        return node

    def pop(self):
        """Take the best node out; there must be one."""
        while self.heads[self.lowest] == 0:
            self.lowest += 1
        return self.take(self.lowest)

    def pop_worst(self):
        """Take the worst node out; there must be one."""
        while self.heads[self.highest] == 0:
            self.highest -= 1
        return self.take(self.highest)


class SortedBuckets(Frontier):
    """For any priorities. Time logarithmic in the number of different ones."""

    def __init__(self) -> None:
        Frontier.__init__(self)
        self.buckets = SortedDict()

    @property
    def bytes(self) -> int:
        """About how many bytes it takes."""
        return BYTES_A_NODE * int(self.size) + BYTES_A_BUCKET * len(self.buckets)

    def push(self, node, priority, depth):
        """Put a node in."""
        with cython.gil:
            key = (priority, -depth)
            bucket = self.buckets.get(key)
            if bucket is None:
                self.buckets[key] = [node]
            else:
                bucket.append(node)
            self.size += 1
        return 0

    def take(self, place: int) -> int:
        """Take a node out of the first bucket (``place`` 0) or the last (-1)."""
        key, bucket = self.buckets.peekitem(place)
        node: int = bucket.pop()
        if not bucket:
            del self.buckets[key]
        self.size -= 1
        return node

    def pop(self):
        """Take the best node out; there must be one."""
        with cython.gil:
            return self.take(0)

    def pop_worst(self):
        """Take the worst node out; there must be one."""
        with cython.gil:
            return self.take(-1)
