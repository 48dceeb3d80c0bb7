"""The nodes of a best-first search: how each state was reached, and the state itself.

A node never changes once it is made: its parent, the move that led from there, its depth (moves
from the root), the 128-bit key of its state, the scores of its moves added up, and the state as the
kernel encodes it. A state that is reached again by fewer moves gets a new node, and the old one is
*stale*: lines that go through it stay right, only longer than they need to be.

The *index* finds the newest node of a key: open addressing with linear probing, at most two thirds
full. It holds node numbers, and the keys are compared where they lie in the nodes.

    index      | . | 3 | . | 0 | 7 | . | ...         number + 1, and 0 where there is none
    nodes      | 0 | 1 | 2 | 3 | 4 | ...             parallel arrays; those given back are a list
"""

import cython

from solitaire_solver.search.arrays import longer

LOW_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)


class NodeStore:
    """Room for ``capacity`` nodes whose states take ``words`` 64-bit words."""

    def __init__(self, words: cython.int, capacity: cython.int):
        self.words = words
        self.top = 0
        self.first_free = -1
        self.room = 0
        self.capacity = 0
        self.parent = self.move = self.depth = longer("i", 0)
        self.score = longer("d", 0)
        self.key_lo = self.key_hi = self.states = longer("Q", 0)
        self.resize(capacity)

    @property
    def bytes_a_node(self) -> int:
        """How many bytes each node takes, with its share of the index."""
        return 42 + 8 * int(self.words)

    @property
    def bytes(self) -> int:
        """The size of all nodes and the index in memory."""
        return self.bytes_a_node * int(self.capacity)

    def resize(self, capacity: cython.int) -> None:
        """Make room for ``capacity`` nodes, no fewer than before. Linear time."""
        self.room += capacity - self.capacity
        self.capacity = capacity
        self.parent = longer("i", capacity, self.parent)
        self.move = longer("i", capacity, self.move)
        self.depth = longer("i", capacity, self.depth)
        self.score = longer("d", capacity, self.score)
        self.key_lo = longer("Q", capacity, self.key_lo)
        self.key_hi = longer("Q", capacity, self.key_hi)
        self.states = longer("Q", capacity * self.words, self.states)
        self.slots = capacity * 3 // 2 + 1
        self.index = longer("i", self.slots)
        self.reindex()

    def reindex(self):
        """Enter every node into the index anew, so that those given back are in it no more."""
        i: cython.Py_ssize_t
        node: cython.int
        self.entries = 0
        for i in range(self.slots):
            self.index[i] = 0
        for node in range(self.top):
            if self.depth[node] >= 0:
                self.enter(node)
        return 0

    def home(self, lo):
        """The slot of the index where the search for a key begins."""
        slots: cython.ulonglong = self.slots
        return cython.cast(cython.Py_ssize_t, ((lo & LOW_HALF) * slots) >> 32)

    def find(self, lo, hi):
        """The newest node of the state with this key, or -1. Constant time on average."""
        at: cython.Py_ssize_t = self.home(lo)
        node: cython.int = self.index[at] - 1
        while node >= 0 and not (self.key_lo[node] == lo and self.key_hi[node] == hi):
            at += 1
            if at == self.slots:
                at = 0
            node = self.index[at] - 1
        return node

    def enter(self, node):
        """Put a node into the index, unless a node with the same key is no deeper."""
        lo: cython.ulonglong = self.key_lo[node]
        hi: cython.ulonglong = self.key_hi[node]
        at: cython.Py_ssize_t = self.home(lo)
        other: cython.int = self.index[at] - 1
        while other >= 0 and not (self.key_lo[other] == lo and self.key_hi[other] == hi):
            at += 1
            if at == self.slots:
                at = 0
            other = self.index[at] - 1
        if other < 0:
            self.entries += 1
        if other < 0 or self.depth[node] < self.depth[other]:
            self.index[at] = node + 1
        return 0

    def add(self, parent, move, depth, lo, hi, score):
        """Make a node and enter it; there must be room. Its state is still to be encoded."""
        node: cython.int = self.first_free
        if node >= 0:
            self.first_free = self.parent[node]
        else:
            node = self.top
            self.top += 1
        self.room -= 1
        self.parent[node] = parent
        self.move[node] = move
        self.depth[node] = depth
        self.key_lo[node] = lo
        self.key_hi[node] = hi
        self.score[node] = score
        self.enter(node)
        return node

    def is_stale(self, node):
        """Whether its state was reached again by fewer moves."""
        return self.find(self.key_lo[node], self.key_hi[node]) != node

    def give_back(self, node):
        """Free a node that is no parent. If it is not stale ``reindex`` must follow."""
        self.depth[node] = -1
        self.parent[node] = self.first_free
        self.first_free = node
        self.room += 1
        return 0

    def line(self, node: cython.int) -> list[int]:
        """The moves from the root to a node."""
        moves = []
        while self.parent[node] >= 0:
            moves.append(self.move[node])
            node = self.parent[node]
        return moves[::-1]
