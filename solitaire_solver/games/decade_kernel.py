"""Decade for the engine: which of the cards turned still lie there, and on which stack.

Cards are turned in the order of the deal and never change places, so a card is known by its place
in the deal, and a line is a *subset* of the cards turned. The state of a line is one word, which is
also its encoding and, scrambled by a bijection, its key; no two lines can be confused:

    63  62  61      58  57      52  51                                                 0
    0 | 1 | next stack | turned    | bit p: the card at place p lies on the table       |

Bit 62 keeps the word from being zero. A game with several stacks must say besides which stack each
card went to, since that depends on when other stacks were closed: its encoding has four more
words, four bits a place, 0 for a card that lies nowhere. There the key is hashed: 128 random
bits for each card and the stack it lies on, combined by exclusive or, and the scrambled word.
``next`` is the stack that the next card goes to. Each stack has had a card at the beginning, so
a stack is closed when it is empty.

**Links.** Every stack is a doubly linked ring, from the oldest card to the newest and through a
sentinel, 52 + its number, back to the oldest. A run is cut out by joining its two ends' outer
neighbours and keeps its own links, so it can be put back. A run that wraps round the ring from
the newest cards to the oldest passes the sentinel, which stays: only the two parts are cut out.

**A move** is ``first << 6 | last`` for a run, or ``TURN``. Which cards a run has depends on what
was discarded between its ends before.

**Finding runs.** Along a line a word ``sums`` is kept whose bit d says that some run that ends
here totals d: the next card, of p pips, makes it ``sums << p`` and one bit more for the card alone.
So one shift and one mask say whether any run ends at a card at all, and almost always none does.
Totals are at most 63.

**A floor.** Every discard takes away a multiple of g pips, g the greatest common divisor of the
totals, and, when all groups have k cards, a multiple of k cards. The cards of a line are discarded
or left, so

    **cards left  >=  cards mod k, and not 0 unless pips mod g = 0**

for the whole deal and for every state of it alike. (Not with stacks, where the game may be won with
cards in the stock.)
"""

from math import gcd

import cython

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import scramble

from solitaire_solver.cards import Card
from solitaire_solver.shuffle import random_words

TURN = 1 << 12
TURNING = cython.declare(cython.int, 1 << 12)
SENTINEL = cython.declare(cython.int, 52)
ONE = cython.declare(cython.ulonglong, 1)
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
TABLE = cython.declare(cython.ulonglong, (1 << 52) - 1)
NOT_ZERO = cython.declare(cython.ulonglong, 1 << 62)
TURNED = cython.declare(cython.int, 52)
NEXT = cython.declare(cython.int, 58)
MOST_STACKS = 16

#: What each card counts, by ``Card.index``.
PIPS = bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] * 4).ljust(256)

#: The hash words of the card at place p on stack s: low word at ``(52 * s + p) * 2``, then high.
LIES = random_words(52 * 16 * 2, 0xDECADE)


def least_left(
    pips: bytes, min_group: cython.int, max_group: cython.int, totals: tuple[int, ...]
) -> int:
    """The floor of the head comment: how many cards of a line must be left in any case.

    >>> least_left(bytes([9, 8, 7]), 2, 52, (10, 20, 30)), least_left(bytes([10] * 52), 3, 3, (30,))
    (1, 1)
    """
    pip: cython.int
    total: cython.int = 0
    step: cython.int = min_group if min_group == max_group else 1
    floor: cython.int = len(pips) % step
    for pip in pips:
        total += pip
    return floor if floor or total % gcd(*totals) == 0 else step


def most_discarded(pips: bytes, max_group: cython.int, total: cython.int) -> int:
    """The most cards of a deal that one discard can have, at least 1: the lowest add up slowest.

    >>> most_discarded(bytes([9, 1, 8, 1, 2]), 4, 10), most_discarded(bytes([10, 10]), 4, 9)
    (3, 1)
    """
    counts: cython.int[11] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    pip: cython.int
    cards: cython.int = 0
    for pip in pips:
        counts[pip] += 1
    for pip in range(1, 11):
        while counts[pip] > 0 and cards < max_group and pip <= total:
            counts[pip] -= 1
            cards += 1
            total -= pip
    return max(cards, 1)


class DecadeKernel(Kernel):
    """The cards in the order of the deal; the first of them lie on the stacks ``stack_of``.

    ``next_stack`` gets the next card. ``totals`` are what a run may total.
    """

    def __init__(
        self,
        cards: tuple[Card, ...],
        stack_of: list[int],
        next_stack: cython.int,
        stacks: cython.int,
        compulsory: bool,
        loop: bool,
        min_group: cython.int,
        max_group: cython.int,
        totals: tuple[int, ...],
    ):
        card: cython.int
        total: cython.int
        pips = bytes([each.index for each in cards]).translate(PIPS)
        Kernel.__init__(self, 256, 1 if stacks == 1 else 5)
        self.cards = cards
        self.first_stacks = stack_of
        self.first_next = next_stack
        self.size = len(cards)
        self.stacks = stacks
        self.compulsory = compulsory
        self.loop = loop
        self.min_group = min_group
        self.max_group = max_group
        self.totals = 0
        for total in totals:
            self.totals |= ONE << total
        self.most_pips = max(totals)
        self.most_runs = len(totals)
        self.exact_keys = stacks == 1
        self.limit = 1
        self.floor = least_left(pips, min_group, max_group, totals) if stacks == 1 else 0
        self.most_discarded = most_discarded(pips, max_group, self.most_pips)
        self.pips = [0] * 52
        self.stack_of = [0] * 52
        self.after = [0] * 68
        self.before = [0] * 68
        self.height = [0] * 16
        self.kept = [0] * 105
        for card in range(self.size):
            self.pips[card] = pips[card]
        self.begin()

    def begin(self):
        """Lay out the state that the kernel was made with."""
        card: cython.int
        self.clear(len(self.first_stacks), self.first_next)
        for card in range(len(self.first_stacks)):
            self.put(card, self.first_stacks[card])
        self.show()

    def clear(self, turned, next_stack):
        """Take every card off the table; ``turned`` were turned and ``next_stack`` comes next."""
        stack: cython.int
        for stack in range(self.stacks):
            self.after[SENTINEL + stack] = SENTINEL + stack
            self.before[SENTINEL + stack] = SENTINEL + stack
            self.height[stack] = 0
        self.word = NOT_ZERO
        self.word |= cython.cast(cython.ulonglong, turned) << TURNED
        self.word |= cython.cast(cython.ulonglong, next_stack) << NEXT
        self.lying = 0
        self.stacks_lo = 0
        self.stacks_hi = 0
        self.depth = 0
        return 0

    def put(self, card, stack):
        """Lay a card on the newest end of a stack."""
        end: cython.int = SENTINEL + stack
        self.stack_of[card] = stack
        self.join(self.before[end], card)
        self.join(card, end)
        self.word |= ONE << card
        self.count(card, 1)
        return 0

    def join(self, older, newer):
        """Make two nodes neighbours."""
        self.after[older] = newer
        self.before[newer] = older
        return 0

    def count(self, card, step):
        """Count a card that comes (``step`` 1) or goes (-1) on the stack where it lies."""
        stack: cython.int = self.stack_of[card]
        self.height[stack] += step
        self.lying += step
        if self.stacks > 1:
            self.stacks_lo ^= LIES[(SENTINEL * stack + card) * 2]
            self.stacks_hi ^= LIES[(SENTINEL * stack + card) * 2 + 1]
        return 0

    def show(self):
        """Let the engine see the current state: how much is left and the key."""
        self.remaining = self.lying + self.size - self.turned()
        if self.lying == 0 and self.stacks > 1:
            self.remaining = 0
        self.won = self.remaining == 0
        self.lo = scramble(self.word) ^ self.stacks_lo
        self.hi = self.stacks_hi
        return 0

    def turned(self):
        """How many cards of the deal were turned."""
        return (self.word >> TURNED) & 63

    def next_stack(self):
        """The stack that the next card goes to."""
        return (self.word >> NEXT) & 15

    def open_stack(self, stack, closing):
        """The first open stack behind ``stack``, when ``closing`` is closed; 0 if there is none."""
        tried: cython.int = 0
        while tried < self.stacks:
            stack = stack + 1 if stack + 1 < self.stacks else 0
            if stack != closing and self.height[stack] > 0:
                return stack
            tried += 1
        return 0

    def following(self, card):
        """The next newer card of the stack, and the oldest after the newest."""
        card = self.after[card]
        return self.after[card] if card >= SENTINEL else card

    def expand(self, first):
        """List the discards by stack; then the turn, if there is one.

        In a line by the last card of the run from left to right, shorter runs first. In a ring by
        how many of the oldest cards the run takes, shorter runs first.
        """
        at: cython.int = first
        stack: cython.int
        if first + self.lying * self.most_runs + 1 > self.capacity:
            with cython.gil:
                self.enlarge()
        for stack in range(self.stacks):
            at = self.list_ring(at, stack) if self.loop else self.list_line(at, stack)
        if (at == first or not self.compulsory) and not self.won and self.turned() < self.size:
            self.list_turn(at)
            at += 1
        if self.prune and self.floor >= self.limit:
            self.pruned += at - first
            return 0
        return at - first

    def list_line(self, at, stack):
        """List the runs of a line that may be discarded."""
        card: cython.int = self.after[SENTINEL + stack]
        sums: cython.ulonglong = 0
        longer: cython.ulonglong
        while card < SENTINEL:
            longer = (sums << self.pips[card]) & MASK
            sums = longer | (ONE << self.pips[card])
            if (longer if self.min_group > 1 else sums) & self.totals:
                at = self.list_runs(at, card, card, self.pips[card], 1, self.max_group)
            card = self.after[card]
        return at

    def list_ring(self, at, stack):
        """List the runs of a ring that may be discarded; the whole ring counts as no wrap."""
        end: cython.int = SENTINEL + stack
        newest: cython.int = self.before[end]
        last: cython.int = newest
        total: cython.int
        length: cython.int = 1
        longest: cython.int = self.max_group
        if newest == end:
            return at
        total = self.pips[newest]
        while length <= longest and total <= self.most_pips:
            at = self.list_runs(at, newest, last, total, length, longest)
            longest = min(longest, self.height[stack] - 1)
            last = self.following(last)
            total += self.pips[last]
            length += 1
        return at

    def list_runs(self, at, first, last, total, length, longest):
        """List the run from ``first`` to ``last`` and those that begin further left, if legal."""
        while length <= longest and total <= self.most_pips:
            if length >= self.min_group and (self.totals >> total) & 1:
                self.list_run(at, first, last)
                at += 1
            first = self.before[first]
            if first >= SENTINEL:
                break
            total += self.pips[first]
            length += 1
        return at

    def list_run(self, at, first, last):
        """Write entry ``at`` of the move list: the run from ``first`` to ``last`` is discarded."""
        word: cython.ulonglong = self.word ^ (ONE << first)
        lo: cython.ulonglong = self.stacks_lo
        hi: cython.ulonglong = self.stacks_hi
        stack: cython.int = self.stack_of[first]
        length: cython.int = 1
        card: cython.int = first
        while card != last:
            card = self.following(card)
            word ^= ONE << card
            length += 1
        if self.stacks > 1:
            lo ^= LIES[(SENTINEL * stack + card) * 2]
            hi ^= LIES[(SENTINEL * stack + card) * 2 + 1]
            card = first
            while card != last:
                lo ^= LIES[(SENTINEL * stack + card) * 2]
                hi ^= LIES[(SENTINEL * stack + card) * 2 + 1]
                card = self.following(card)
            if length == self.height[stack]:
                word = self.closed(word, stack)
        self.moves[at] = first << 6 | last
        self.key_lo[at] = scramble(word) ^ lo
        if self.lookups is not None:
            self.lookups.prefetch(self.key_lo[at])
        self.key_hi[at] = hi
        return 0

    def list_turn(self, at):
        """Write entry ``at`` of the move list: the next card is turned."""
        card: cython.int = self.turned()
        stack: cython.int = self.next_stack()
        place: cython.Py_ssize_t = (SENTINEL * stack + card) * 2
        self.moves[at] = TURNING
        self.key_lo[at] = scramble(self.dealt_to(self.word ^ (ONE << card), stack))
        self.key_hi[at] = self.stacks_hi
        if self.stacks > 1:
            self.key_lo[at] ^= self.stacks_lo ^ LIES[place]
            self.key_hi[at] ^= LIES[place + 1]
        if self.lookups is not None:
            self.lookups.prefetch(self.key_lo[at])
        return 0

    def closed(self, word, stack):
        """``word`` with the stack after ``stack`` next if that was next, which is now closed."""
        if self.next_stack() == stack:
            word ^= cython.cast(cython.ulonglong, stack ^ self.open_stack(stack, stack)) << NEXT
        return word

    def dealt_to(self, word, stack):
        """``word`` with one card more turned, which went to ``stack``, and the next stack named."""
        word += ONE << TURNED
        if self.stacks > 1:
            word ^= cython.cast(cython.ulonglong, stack ^ self.open_stack(stack, -1)) << NEXT
        return word

    def make(self, index):
        """Play entry ``index``: cut the run out, or turn a card."""
        move: cython.int = self.moves[index]
        first: cython.int = move >> 6
        last: cython.int = move & 63
        end: cython.int
        card: cython.int
        self.kept[self.depth] = self.word
        self.depth += 1
        if move == TURNING:
            card = self.turned()
            end = self.next_stack()
            self.put(card, end)
            self.word = self.dealt_to(self.word, end)
        else:
            self.move_run(first, last, -1)
            end = SENTINEL + self.stack_of[first]
            if first <= last:
                self.join(self.before[first], self.after[last])
            else:
                self.join(self.before[first], end)
                self.join(end, self.after[last])
            if self.height[end - SENTINEL] == 0 and self.stacks > 1:
                self.word = self.closed(self.word, end - SENTINEL)
        self.show()
        return 0

    def move_run(self, first, last, step):
        """Count the cards of a run as coming (``step`` 1) or going (-1); the links stay."""
        card: cython.int = first
        self.word ^= ONE << card
        self.count(card, step)
        while card != last:
            card = self.following(card)
            self.word ^= ONE << card
            self.count(card, step)
        return 0

    def unmake(self, move):
        """Put the run back between the neighbours that its ends remember, or take a card back."""
        first: cython.int = move >> 6
        last: cython.int = move & 63
        end: cython.int
        card: cython.int
        if move == TURNING:
            card = self.turned() - 1
            self.join(self.before[card], self.after[card])
            self.count(card, -1)
        else:
            if first > last:
                end = SENTINEL + self.stack_of[first]
                card = first
                while self.after[card] != end:
                    card = self.after[card]
                self.before[end] = card
                card = last
                while self.before[card] != end:
                    card = self.before[card]
                self.after[end] = card
            self.after[self.before[first]] = first
            self.before[self.after[last]] = last
            self.move_run(first, last, 1)
        self.depth -= 1
        self.word = self.kept[self.depth]
        self.show()
        return 0

    def moves_left(self):
        """What must go goes ``most_discarded`` at a time; a line must turn its whole stock first.

        Stacks may be closed with cards in the stock, and each stack is discarded from by itself.
        """
        most: cython.int = self.most_discarded
        stack: cython.int
        moves: cython.int = 0
        if self.stacks == 1:
            return self.size - self.turned() + (self.remaining + most - 1) // most
        for stack in range(self.stacks):
            moves += (self.height[stack] + most - 1) // most
        return moves

    def encode(self, out, at):
        """The word of the head comment and, with stacks, four bits for the stack of each place."""
        card: cython.int
        out[at] = self.word
        if self.stacks > 1:
            for card in range(1, 5):
                out[at + card] = 0
            for card in range(self.size):
                if (self.word >> card) & 1:
                    out[at + 1 + card // 16] |= cython.cast(
                        cython.ulonglong, self.stack_of[card]
                    ) << (card % 16 * 4)
        return 0

    def decode(self, words, at):
        """Lay out the state that ``encode`` wrote."""
        word: cython.ulonglong = words[at]
        card: cython.int
        stack: cython.int = 0
        self.clear((word >> TURNED) & 63, (word >> NEXT) & 15)
        for card in range(self.size):
            if (word >> card) & 1:
                if self.stacks > 1:
                    stack = (words[at + 1 + card // 16] >> (card % 16 * 4)) & 15
                self.put(card, stack)
        self.show()
        return 0

    def run(self, move):
        """The cards that a move discards in the current state; none for a turn."""
        last: cython.int = move & 63
        card: cython.int = move >> 6
        if move == TURNING:
            return ()
        run = [self.cards[card]]
        while card != last:
            card = self.following(card)
            run.append(self.cards[card])
        return tuple(run)

    def legal_runs(self) -> list[tuple[Card, ...]]:
        """The cards that each legal move discards, in the order of ``legal_moves``."""
        moves: list[int] = self.legal_moves()
        return [self.run(move) for move in moves]

    def runs(self, line: list[int]) -> list[tuple[Card, ...]]:
        """What each move of a line discards that begins in the state this kernel was made with.

        The line is played on this kernel, which then comes back to where it was; but, as after
        ``restore``, what led there can be taken back no more. So ask when a search has ended.
        """
        move: cython.int
        runs = []
        here = self.encoding()
        self.begin()
        for move in line:
            runs.append(self.run(move))
            self.moves[0] = move
            self.make(0)
        self.restore(here)
        return runs

    def table(self) -> list[list[Card]]:
        """The stacks from left to right, each from its oldest card to its newest."""
        stacks = []
        card: cython.int
        end: cython.int
        for end in range(SENTINEL, SENTINEL + self.stacks):
            stack = []
            card = self.after[end]
            while card != end:
                stack.append(self.cards[card])
                card = self.after[card]
            stacks.append(stack)
        return stacks

    def dealing(self) -> tuple[int, int]:
        """How many cards were turned, and the stack that the next one goes to."""
        return self.turned(), self.next_stack()
