"""Royal Marriage exactly: which stretches of the row can be cleared.

Let clear(i, j) say that everything strictly between the places i < j can go while the cards at i
and j stay. Then clear(i, i + 1) holds. Otherwise something lies between, and whatever goes last has
i and j as its catchers, so these match. When it is one card k, all between i and k and all between
k and j went before, with k in its place; when it is two cards k < l, the three stretches set off by
them went before. Removals in different stretches concern no card in common, so they can be made in
any order, and for i and j that match

    clear(i, j)  =  some k:      clear(i, k) and clear(k, j)
                or  some k < l:  clear(i, k) and clear(k, l) and clear(l, j).

A longer run of one suit changes nothing where it may go at once: each of its cards but the first
and the last lies between two of its suit, so they can go one by one, and then the last two
together.

**Words.** One bit for each place, one word for each row and column of clear, and one for each row
of last, where last(i, l) says that l may be the last card of what goes last:

    right_of[i]    bit j: clear(i, j)
    left_of[j]     bit i: clear(i, j)
    last_from[i]   bit l: last(i, l)

    clear(i, j)  =  j = i + 1, or match(i, j) and last_from[i] & left_of[j] is not zero
    last(i, l)   =  clear(i, l), or right_of[i] & left_of[l] is not zero

For i from right to left and j from left to right all words on the right are there when they are
needed: two ands for each of the n (n - 1) / 2 stretches.

**The least.** What is left of a row is a chain from the first card to the last with clear() between
neighbours, and each such chain can be left. So the shortest chain is the answer, and clearing its
gaps is a line that leaves it.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.bits import lowest

ONE = cython.declare(cython.ulonglong, 1)


class Recurrence:
    """The recurrence for a row of card numbers; ``least`` is the fewest cards play can leave."""

    def __init__(self, row: list[int]):
        size: cython.int = len(row)
        i: cython.int
        card: cython.int
        suits: cython.ulonglong[4] = [0] * 4
        ranks: cython.ulonglong[13] = [0] * 13
        none = bytes(8 * size)
        self.row = row
        self.size = size
        self.matches = array("Q", none)
        self.right_of = array("Q", none)
        self.left_of = array("Q", none)
        self.last_from = array("Q", none)
        self.chain = array("i", bytes(4 * size))
        self.next_in_chain = array("i", bytes(4 * size))
        for i in range(size):
            card = row[i]
            suits[card // 13] |= ONE << i
            ranks[card % 13] |= ONE << i
        for i in range(size):
            card = row[i]
            self.matches[i] = suits[card // 13] | ranks[card % 13]
        self.fill()
        self.find_chain()
        self.least = self.chain[0]

    def fill(self):
        """Fill the words of all rows and columns."""
        i: cython.int
        j: cython.int
        bit: cython.ulonglong
        column: cython.ulonglong
        right: cython.ulonglong
        last: cython.ulonglong
        matches: cython.ulonglong
        for i in range(self.size - 2, -1, -1):
            matches = self.matches[i]
            right = 0
            last = 0
            bit = ONE << i
            for j in range(i + 1, self.size):
                bit <<= 1
                column = self.left_of[j]
                if j == i + 1 or (matches & bit and last & column):
                    right |= bit
                    last |= bit
                    self.left_of[j] = column | (ONE << i)
                elif right & column:
                    last |= bit
            self.right_of[i] = right
            self.last_from[i] = last
        return 0

    def find_chain(self):
        """Find the shortest chain from each place to the last, and the place that is next in it."""
        i: cython.int
        j: cython.int
        rest: cython.ulonglong
        self.chain[self.size - 1] = 1
        for i in range(self.size - 2, -1, -1):
            self.chain[i] = self.size
            rest = self.right_of[i]
            while rest:
                j = lowest(rest)
                rest &= rest - 1
                if self.chain[j] < self.chain[i]:
                    self.chain[i] = self.chain[j] + 1
                    self.next_in_chain[i] = j
        return 0

    def line(self) -> list[tuple[int, ...]]:
        """Removals that leave the least, in an order to play them in, as tuples of card numbers."""
        i: cython.int = 0
        self.removals = []
        while i < self.size - 1:
            self.clear(i, self.next_in_chain[i])
            i = self.next_in_chain[i]
        return self.removals

    def clear(self, i, j):
        """Append the removals that clear all between ``i`` and ``j``, the last of them last."""
        k: cython.int
        other: cython.int
        ones: cython.ulonglong
        if j == i + 1:
            return 0
        ones = self.right_of[i] & self.left_of[j]
        if ones:
            k = lowest(ones)
            self.clear(i, k)
            self.clear(k, j)
            self.removals.append((self.row[k],))
            return 0
        other = lowest(self.last_from[i] & self.left_of[j])
        k = lowest(self.right_of[i] & self.left_of[other])
        self.clear(i, k)
        self.clear(k, other)
        self.clear(other, j)
        self.removals.append((self.row[k], self.row[other]))
        return 0
