"""Royal Marriage for the engine: a state is one word, since removing never reorders.

**The state** is a mask over places of the row that the kernel was given, from the left; a row of 52
cards fills 52 of the 64 bits:

    bit   0    1    2   ...   50   51
          QH   9S   4D  ...   7C   KH        1: the card is still there

Scrambling the mask is one-to-one, so the key is exact in one word. Bits 0 and 51 never go, so the
mask, which is also the encoding, is never zero.

**A move** names what is caught, by card numbers, and so can be taken back without a stack:

    one or two cards     left card | right card << 6         the same card twice for one
    three and more       LONG | suit << 13 | ranks           one bit for each rank (``long_runs``)

Moves are listed by the catcher on the right, from left to right, and for each the shortest run
first. ``forced`` play is the first move of that list and nothing else. For suppose a player turns
card after card and discards whenever that is possible. What lies left of the newest card has no
move left in it, so the newest card is the catcher on the right; cards not yet turned change
nothing; hence the player makes the first move of the list.

**Who can lie next to whom.** Let a move with catchers a and b be followed by one with catchers c
and d, d to the left of b. Then d lies at a or to its left, for it stayed when all between a and b
went. So the first move changed nothing between c and d, and the second changes nothing between a
and b: they can be swapped. Sorting a whole line in this way shows

    every set of cards that play can leave, it can leave by playing with right catchers that
    never go left, that is, while turning the cards one by one.

Play like that, and let near(j) be the cards that can be the left neighbour of j before anything to
the right of j is touched. The card before j is one. And if k is one and j catches from the right
a run that ends in k, the new neighbour is the run's left catcher i, which matches j; before j was
turned the cards of the run and i were neighbours from the left on as near() says of each:

    run of one:           i in near(k)
    run of two, (l, k):   i in near(l),  l in near(k)

A long run is nothing new: each card but its first and last lies between two of its own suit, so
they can go one by one, and then the last two together. beyond(k) collects the i of all runs that
end in k, so near(j) grows by beyond(k) & matches(j) for every k in it, from the right to the left,
and is complete after one pass. The cards that are left when play ends are a chain from the first
card to the last in which each lies in near() of the next, and each such chain can be reached, for
what happens between two of its cards concerns no other. So the shortest chain is the least number
of cards that any play leaves, exactly.

**Stranded cards.** With ``prune`` a move is dropped when the shortest chain of the row it leads to
is ``limit`` or longer. Bounds that look only a few removals deep were tried and refuse next to no
row that cannot be won. near() of the cards left of what a move removes is the same before and
after, so while the list is made from left to right one table of near() serves for all.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.bits import highest, lowest
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import scramble

ONE = cython.declare(cython.ulonglong, 1)
LONG = cython.declare(cython.int, 1 << 15)

#: The number of cards with which the game is won.
COUPLE = cython.declare(cython.int, 2)


class RoyalMarriageKernel(Kernel):
    """A row given as card numbers, the royal pair first and last."""

    def __init__(self, row: list[int], forced: bool, long_runs: bool):
        size: cython.int = len(row)
        i: cython.int
        card: cython.int
        suits: cython.ulonglong[4] = [0] * 4
        ranks: cython.ulonglong[13] = [0] * 13
        Kernel.__init__(self, size * size * (13 if long_runs else 1), 1)
        self.size = size
        self.forced = forced
        self.long_runs = long_runs
        self.exact_keys = True
        self.limit = COUPLE + 1
        self.card_at = array("B", row)
        self.place = array("B", bytes(52))
        self.line = array("B", bytes(size))
        self.near = array("Q", bytes(8 * size))
        self.beyond = array("Q", bytes(8 * size))
        self.chain = array("i", bytes(4 * size))
        self.matches = array("Q", bytes(8 * size))
        self.longest = 2
        for i in range(size):
            card = row[i]
            self.place[card] = i
            suits[card // 13] |= ONE << i
            ranks[card % 13] |= ONE << i
        for i in range(size):
            card = row[i]
            self.matches[i] = suits[card // 13] | ranks[card % 13]
        if long_runs:
            inner = [card // 13 for card in row[1 : size - 1]]
            self.longest = max(2, *[inner.count(suit) for suit in range(4)])
        self.lay((ONE << size) - 1)

    def lay(self, row):
        """Make ``row`` the current state."""
        self.row = row
        self.remaining = 0
        while row:
            self.remaining += 1
            row &= row - 1
        self.won = self.remaining == COUPLE
        self.lo = scramble(self.row)
        return 0

    def cards(self) -> list[int]:
        """The cards of the row from left to right, as card numbers."""
        return [self.card_at[i] for i in range(self.size) if (self.row >> i) & 1]

    def cards_of(self, move: cython.int) -> tuple[int, ...]:
        """The cards that a move removes, from left to right, as card numbers."""
        first: cython.int = move & 63
        last: cython.int = move >> 6
        if first == last:
            return (first,)
        if not move & LONG:
            return (first, last)
        cards = self.caught(move)
        return tuple([self.card_at[i] for i in range(self.size) if (cards >> i) & 1])

    def number_of(self, cards: list[int]) -> int:
        """The number of the move that removes these cards, in their order; -1 if it can be none."""
        if len(set(cards)) != len(cards):
            return -1
        if len(cards) in (1, 2):
            return cards[0] | cards[len(cards) - 1] << 6
        if len({card // 13 for card in cards}) != 1:
            return -1
        return LONG | cards[0] // 13 << 13 | sum([1 << card % 13 for card in cards])

    def caught(self, move):
        """The places of the cards that a move removes."""
        cards: cython.ulonglong
        card: cython.int
        if move & LONG:
            cards = 0
            card = ((move >> 13) & 3) * 13
            move &= 0x1FFF
            while move:
                if move & 1:
                    cards |= ONE << self.place[card]
                card += 1
                move >>= 1
            return cards
        return (ONE << self.place[move & 63]) | (ONE << self.place[move >> 6])

    def meet_left(self, card, beside):
        """Find ``near`` and what follows from it for a card whose left neighbour is ``beside``."""
        met: cython.ulonglong = ONE << beside
        todo: cython.ulonglong = met
        two: cython.ulonglong = 0
        new: cython.ulonglong
        matches: cython.ulonglong = self.matches[card]
        shortest: cython.int = 64
        other: cython.int
        while todo:
            other = highest(todo)
            todo ^= ONE << other
            new = self.beyond[other] & matches & ~met
            met |= new
            todo |= new
            two |= self.near[other]
            if self.chain[other] < shortest:
                shortest = self.chain[other]
        self.near[card] = met
        self.beyond[card] = met | two
        self.chain[card] = shortest + 1
        return 0

    def least_cards(self, row, card, beside):
        """The least that play leaves of ``row`` once ``card`` lies next to ``beside``.

        Left of ``card`` the tables must be those of ``row``; from there on they are made so.
        """
        rest: cython.ulonglong = row >> card << card
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            self.meet_left(card, beside)
            beside = card
        return self.chain[beside]

    def list_move(self, at, seat, length, cards):
        """Write entry ``at``: the ``length`` cards left of ``line[seat]`` go. False if pruned."""
        row: cython.ulonglong = self.row ^ cards
        i: cython.int
        first: cython.int = self.card_at[self.line[seat - length]]
        last: cython.int = self.card_at[self.line[seat - 1]]
        left: cython.int = self.line[seat - length - 1]
        right: cython.int = self.line[seat]
        if self.prune and not self.forced and self.least_cards(row, right, left) >= self.limit:
            self.pruned += 1
            return False
        if length <= 2:
            self.moves[at] = first | last << 6
        else:
            self.moves[at] = LONG | (first // 13) << 13
            for i in range(seat - length, seat):
                self.moves[at] |= 1 << (self.card_at[self.line[i]] % 13)
        self.key_lo[at] = scramble(row)
        if self.lookups is not None:
            self.lookups.prefetch(self.key_lo[at])
        self.key_hi[at] = 0
        return True

    def expand(self, first):
        """List the moves by right catcher from left to right, the shortest run first."""
        at: cython.int = first
        seat: cython.int
        length: cython.int
        card: cython.int
        suit: cython.int
        cards: cython.ulonglong
        rest: cython.ulonglong = self.row
        one_suit: cython.bint
        self.near[0] = 0
        self.beyond[0] = 0
        self.chain[0] = 1
        for seat in range(self.remaining):
            card = lowest(rest)
            rest &= rest - 1
            self.line[seat] = card
            cards = 0
            one_suit = True
            suit = self.card_at[self.line[seat - 1]] // 13 if seat > 0 else 0
            for length in range(1, seat):
                cards |= ONE << self.line[seat - length]
                one_suit = one_suit and suit == self.card_at[self.line[seat - length]] // 13
                if length > 2 and not (self.long_runs and one_suit):
                    break
                if not (self.matches[card] >> self.line[seat - length - 1]) & 1:
                    continue
                if self.list_move(at, seat, length, cards):
                    at += 1
                if self.forced:
                    return 1
            if seat > 0 and self.prune:
                self.meet_left(card, self.line[seat - 1])
        return at - first

    def make(self, index):
        """Play entry ``index``: what is caught goes."""
        cards: cython.ulonglong = self.caught(self.moves[index])
        self.row ^= cards
        while cards:
            self.remaining -= 1
            cards &= cards - 1
        self.won = self.remaining == COUPLE
        self.lo = self.key_lo[index]
        return 0

    def unmake(self, move):
        """Put back what the move removed."""
        self.lay(self.row | self.caught(move))
        return 0

    def moves_left(self):
        """A move removes at most ``longest`` cards: two, or as many as one suit has inside."""
        return (self.remaining - COUPLE + self.longest - 1) // self.longest

    def encode(self, out, at):
        """The mask is the encoding."""
        out[at] = self.row
        return 0

    def decode(self, words, at):
        """The encoding is the mask."""
        self.lay(words[at])
        return 0
