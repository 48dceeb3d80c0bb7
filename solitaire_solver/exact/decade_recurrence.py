"""The optional line game of Decade, answered by a recurrence over segments of the deal.

**What a play is.** Look back at any play of the line game: each discard took a *group* of cards
that lay side by side at the time, so every card between two of the same group had gone before. Two
groups therefore never cross: one lies wholly inside a gap of the other, or beside it. And a card
that stays to the end stays between the same neighbours, so no group reaches across it.

Conversely take any groups of legal size and total with those two properties, and discard each as
soon as its last card has been turned, in the order of their last cards. A group inside a gap of
another has the earlier last card, so it has gone when the other's turn comes, and nothing else
lies in that gap; so each group lies side by side when it must go. With optional discards a card
may be turned at any time, so this is a legal line. Hence

    **a deal can be brought down to r cards exactly when all cards but r can be divided into groups
    of legal size and total that do not cross and do not reach across a card left over.**

**The recurrence.** Let a segment [i, j) be the cards at places i .. j-1 of the deal.

    clear(i, j)    the whole segment can be divided into such groups; clear(i, i) holds
    group(i, j)    it can, so that its first and its last card are in one group
    sums(i, j, k)  the set of totals of k cards of [i, j), the first and the last among them, such
                   that every stretch between two of them next to each other is clear

    sums(i, i+1, 1)    =  { pips(i) }
    sums(i, m+1, k+1)  =  union over j with clear(j, m) of  { t + pips(m) : t in sums(i, j, k) }
    group(i, j)        =  some legal size k has a legal total in sums(i, j, k)
    clear(i, j)        =  some m with group(i, m) and clear(m, j)       (the group of card i first)
    least(i)           =  min of 1 + least(i + 1) and of least(m) over all m with group(i, m)

``least(i)`` is the fewest cards left of [i, n): card i stays, or the group it begins ends at m and
what lies within is clear. A set of totals is one word (bit t for total t, at most 63), a row
of clear or group is one word (bit j), and i goes from right to left. With no upper bound on sizes
all k >= the least size are alike and share one word; otherwise each size has its own.

Takes at most n**3 / 6 steps for each size kept apart: n = 52 cards make 23,426.
"""

from array import array
from itertools import pairwise

import cython

ONE = cython.declare(cython.ulonglong, 1)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

#: No group has more cards: with four cards of each pip count, 21 cards total 66 or more.
MOST_CARDS = cython.declare(cython.int, 20)


class Segments:
    """What can be cleared of cards with these ``pips``, in the order of the deal.

    >>> segments = Segments(bytes([4, 10, 5, 5, 6, 3]), 2, 52, (10, 20, 30))
    >>> segments.least_left, segments.division()
    (1, [[1, 2, 3], [0, 4]])
    """

    def __init__(
        self, pips: bytes, min_group: cython.int, max_group: cython.int, totals: tuple[int, ...]
    ):
        self.size = len(pips)
        self.min_group = min_group
        self.bounded = max_group < MOST_CARDS
        self.levels = max_group if self.bounded else min_group
        self.totals = sum([1 << total for total in totals])
        self.pips = array("B", pips)
        self.groups = array("Q", bytes(8 * (self.size + 1)))
        self.clear = array("Q", bytes(8 * (self.size + 1)))
        self.sums = array("Q", bytes(8 * (self.size + 1) * self.levels))
        self.least = array("B", bytes(self.size + 1))
        self.fill()

    @property
    def least_left(self) -> int:
        """The fewest cards that can be left."""
        return self.least[0]

    def fill(self):
        """Work the recurrence out from right to left."""
        i: cython.int
        j: cython.int
        self.clear[self.size] = ONE << self.size
        for i in range(self.size - 1, -1, -1):
            self.groups[i] = self.groups_from(i)
            self.clear[i] = ONE << i
            self.least[i] = self.least[i + 1] + 1
            for j in range(i + 1, self.size + 1):
                if (self.groups[i] >> j) & 1:
                    self.clear[i] |= self.clear[j]
                    self.least[i] = min(self.least[i], self.least[j])
        return 0

    def groups_from(self, i):
        """Fill ``sums`` for segments that begin at ``i``; bit j of the answer is group(i, j)."""
        found: cython.ulonglong = 0
        some: cython.ulonglong
        legal: cython.ulonglong
        ends: cython.ulonglong
        j: cython.int
        m: cython.int
        level: cython.int
        levels: cython.int = self.levels
        for j in range(i * levels, (self.size + 1) * levels):
            self.sums[j] = 0
        self.sums[(i + 1) * levels] = ONE << self.pips[i]
        for j in range(i + 1, self.size + 1):
            some = 0
            legal = 0
            for level in range(levels):
                some |= self.sums[j * levels + level]
                if level + 1 >= self.min_group:
                    legal |= self.sums[j * levels + level]
            if some == 0:
                continue
            if legal & self.totals:
                found |= ONE << j
            m = j
            ends = self.clear[j] >> j
            while ends != 0 and m < self.size:
                if ends & 1:
                    self.extend(j, m)
                ends >>= 1
                m += 1
        return found

    def extend(self, j, m):
        """Add the card at ``m`` to the groups begun whose last card so far is at ``j`` - 1."""
        level: cython.int
        levels: cython.int = self.levels
        longer: cython.ulonglong
        for level in range(levels):
            longer = (self.sums[j * levels + level] << self.pips[m]) & MASK
            if level + 1 < levels:
                self.sums[(m + 1) * levels + level + 1] |= longer
            elif not self.bounded:
                self.sums[(m + 1) * levels + level] |= longer
        return 0

    def division(self) -> list[list[int]]:
        """Groups that leave the fewest cards, each as places in the deal, by their last cards."""
        groups: list[list[int]] = []
        i: cython.int = 0
        j: cython.int
        while i < self.size:
            if self.least[i] == self.least[i + 1] + 1:
                i += 1
                continue
            j = i + 1
            while not ((self.groups[i] >> j) & 1 and self.least[j] == self.least[i]):
                j += 1
            self.divide(i, j, groups)
            i = j
        groups.sort(key=last_place)
        return groups

    def divide(self, i: cython.int, j: cython.int, groups: list[list[int]]) -> None:
        """Add the groups that clear [i, j) to ``groups``."""
        m: cython.int
        while i < j:
            m = i + 1
            while not (self.groups[i] >> m) & (self.clear[m] >> j) & 1:
                m += 1
            cards = self.group(i, m)
            groups.append(cards)
            for left, right in pairwise(cards):
                self.divide(left + 1, right, groups)
            i = m

    def group(self, i: cython.int, end: cython.int) -> list[int]:
        """The cards of a group that begins at ``i`` and whose last card is at ``end`` - 1."""
        self.groups_from(i)
        levels: cython.int = self.levels
        level: cython.int = self.min_group - 1
        before: cython.int
        j: cython.int
        total: cython.int
        while not self.sums[end * levels + level] & self.totals:
            level += 1
        total = 0
        while not ((self.sums[end * levels + level] & self.totals) >> total) & 1:
            total += 1
        cards = [end - 1]
        while end - 1 != i:
            total -= self.pips[end - 1]
            j = i + 1
            before = self.level_before(j, end - 1, level, total)
            while before < 0:
                j += 1
                before = self.level_before(j, end - 1, level, total)
            level = before
            end = j
            cards.append(end - 1)
        cards.reverse()
        return cards

    def level_before(self, j, m, level, total):
        """The level to which card ``m`` was added behind [i, j) to make ``level``; -1 if none."""
        place: cython.int = j * self.levels
        if j > m or (self.clear[j] >> m) & 1 == 0:
            return -1
        if level > 0 and (self.sums[place + level - 1] >> total) & 1:
            return level - 1
        if (
            not self.bounded
            and level + 1 == self.levels
            and (self.sums[place + level] >> total) & 1
        ):
            return level
        return -1


def last_place(cards: list[int]) -> int:
    """The last card of a group."""
    return max(cards)
