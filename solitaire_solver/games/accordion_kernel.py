"""Open Accordion for the engine: moves, undo and keys in constant time.

**The row** is a doubly linked list over card numbers (``Card.index``, 0 .. 51) with a sentinel at
either end, LEFT = 52 and RIGHT = 53. LEFT is its own left neighbour, so that "three to the left"
needs no test for the edge; sentinels match nothing.

    LEFT <-> p <-> t <-> a <-> b <-> m <-> q <-> RIGHT

    slide, m onto its neighbour b:     p  t  a  m  q          b leaves the row
    leap, m onto t, three to the left: p  m  a  b  q          t leaves the row

The card that leaves keeps its own two links, so taking a move back finds its old neighbours there.

**The key** is the exclusive or of one random 128-bit word for each ordered pair of neighbours. A
row is determined by its pairs of neighbours, and a slide changes three of them, a leap seven, so a
child's key is known before the child is built, wherever in the row the move was.

**The encoding** packs the row as places in the deal, from the left, ``code_bits`` each (enough for
the largest place), none across two words; behind the last card its code is repeated to the end. No
card occurs twice in a row, so the repeat cannot be read as a card. Flipping bit ``code_bits`` of
the first word keeps that word from being zero: it could be so only for a row that begins with the
cards at places 0, 1, 0.

**A move** is ``mover << 6 | target``.

**Dead rows.** Draw each visible card as an edge between its suit and its rank. Two cards match when
their edges share an end. If the row can be reduced to r piles, every card but r of those visible
gets covered by a card that matches it; joining each covered card to its coverer gives a forest with
r trees in the graph of matches, so that graph has at most r connected components. Therefore **a row
whose match graph has c components cannot be reduced below c piles**; with ``limit`` = 2, a row that
is not connected cannot be won. The test depends on nothing but the set of visible cards, that is,
on the card covered, so it is made before the move. Two cards of one suit match, so a component is
a union of whole suits, and suits belong together when they have a rank in common: four 13-bit masks
decide it.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import scramble, step

from solitaire_solver.shuffle import random_words

LEFT = cython.declare(cython.int, 52)
RIGHT = cython.declare(cython.int, 53)
NODES = cython.declare(cython.int, 54)
SUIT = cython.declare(cython.ulonglong, 0x1FFF)
ONE = cython.declare(cython.ulonglong, 1)

#: The hash words of all ordered pairs of neighbours, low and high word in turn.
PAIR_WORDS = random_words(54 * 54 * 2, 0)

#: Bit ``d`` of word ``c``: cards ``c`` and ``d`` share rank or suit and are not the same.
MATCHES = array(
    "Q",
    [
        sum(1 << d for d in range(52) if d != c and (d // 13 == c // 13 or d % 13 == c % 13))
        for c in range(52)
    ]
    + [0, 0],
)


class AccordionKernel(Kernel):
    """The row of a deal given as card numbers, left to right."""

    def __init__(self, deal: list[int]):
        size: cython.int = len(deal)
        self.size = size
        self.code_bits = max(1, (size - 1).bit_length())
        Kernel.__init__(self, size * (size + 1), -(-size // (64 // self.code_bits)))
        self.after = array("B", bytes(54))
        self.before = array("B", bytes(54))
        self.place = array("B", bytes(54))
        self.card_at = array("B", deal)
        self.unpacked = array("B", bytes(54))
        self.matches = MATCHES
        self.pair = PAIR_WORDS
        self.kept = array("Q", bytes(16 * 54))
        self.limit = 2
        self.noise = 0
        self.random = 0
        for i in range(size):
            self.place[self.card_at[i]] = i
        self.lay(self.card_at, size)

    def lay(self, row, count):
        """Make the first ``count`` cards of ``row`` the current row."""
        i: cython.int
        card: cython.uchar
        left: cython.uchar = LEFT
        pair: cython.Py_ssize_t
        self.before[LEFT] = LEFT
        self.visible = 0
        self.lo = 0
        self.hi = 0
        for i in range(count + 1):
            card = row[i] if i < count else RIGHT
            self.after[left] = card
            self.before[card] = left
            pair = (left * NODES + card) * 2
            self.lo ^= self.pair[pair]
            self.hi ^= self.pair[pair + 1]
            if i < count:
                self.visible |= ONE << card
            left = card
        self.after[RIGHT] = RIGHT
        self.remaining = count
        self.won = count <= 1
        return 0

    def row(self) -> list[int]:
        """The visible cards from left to right, as card numbers."""
        cards = []
        card: cython.int = self.after[LEFT]
        while card != RIGHT:
            cards.append(card)
            card = self.after[card]
        return cards

    def seed(self, seed: cython.ulonglong) -> None:
        """Start the noise of the move order afresh."""
        self.random = scramble(seed)

    def components(self, cards):
        """The number of connected components of the match graph of a set of cards."""
        suit_0: cython.ulonglong = cards & SUIT
        suit_1: cython.ulonglong = (cards >> 13) & SUIT
        suit_2: cython.ulonglong = (cards >> 26) & SUIT
        suit_3: cython.ulonglong = (cards >> 39) & SUIT
        # Gather suits into classes: each suit in turn swallows the classes it touches.
        count: cython.int = suit_0 != 0
        count += suit_1 != 0
        if suit_0 & suit_1:
            count -= 1
            suit_1 |= suit_0
            suit_0 = 0
        count += suit_2 != 0
        if suit_2 & suit_0:
            count -= 1
            suit_2 |= suit_0
            suit_0 = 0
        if suit_2 & suit_1:
            count -= 1
            suit_2 |= suit_1
            suit_1 = 0
        count += suit_3 != 0
        count -= (suit_3 & suit_0) != 0
        count -= (suit_3 & suit_1) != 0
        count -= (suit_3 & suit_2) != 0
        return count

    def list_move(self, at, mover, target):
        """Write entry ``at`` of the move list: ``mover`` covers ``target``, wherever it lies."""
        p: cython.int = self.before[target]
        a: cython.int = self.after[target]
        b: cython.int
        q: cython.int
        lo: cython.ulonglong
        hi: cython.ulonglong
        old: cython.Py_ssize_t = (p * NODES + target) * 2
        new: cython.Py_ssize_t = (p * NODES + mover) * 2
        gone: cython.Py_ssize_t = (target * NODES + a) * 2
        lo = self.lo ^ self.pair[old] ^ self.pair[new] ^ self.pair[gone]
        hi = self.hi ^ self.pair[old + 1] ^ self.pair[new + 1] ^ self.pair[gone + 1]
        if a != mover:
            b = self.before[mover]
            q = self.after[mover]
            old = (b * NODES + mover) * 2
            new = (mover * NODES + a) * 2
            lo ^= self.pair[old] ^ self.pair[new]
            hi ^= self.pair[old + 1] ^ self.pair[new + 1]
            old = (mover * NODES + q) * 2
            new = (b * NODES + q) * 2
            lo ^= self.pair[old] ^ self.pair[new]
            hi ^= self.pair[old + 1] ^ self.pair[new + 1]
        self.key_lo[at] = lo
        self.key_hi[at] = hi
        self.moves[at] = mover << 6 | target
        return 0

    def expand(self, first):
        """List the moves by mover from left to right, a slide before a leap."""
        at: cython.int = first
        one: cython.int = LEFT
        two: cython.int = LEFT
        three: cython.int = LEFT
        matches: cython.ulonglong
        mover: cython.int = self.after[LEFT]
        while mover != RIGHT:
            matches = self.matches[mover]
            if (matches >> one) & 1:
                if self.prune and self.components(self.visible ^ (ONE << one)) >= self.limit:
                    self.pruned += 1
                else:
                    self.list_move(at, mover, one)
                    at += 1
            if (matches >> three) & 1:
                if self.prune and self.components(self.visible ^ (ONE << three)) >= self.limit:
                    self.pruned += 1
                else:
                    self.list_move(at, mover, three)
                    at += 1
            three = two
            two = one
            one = mover
            mover = self.after[mover]
        return at - first

    def make(self, index):
        """Play entry ``index``: the mover takes the target's place."""
        move: cython.int = self.moves[index]
        mover: cython.uchar = move >> 6
        target: cython.uchar = move & 63
        p: cython.uchar = self.before[target]
        a: cython.uchar = self.after[target]
        b: cython.uchar
        q: cython.uchar
        if a != mover:
            b = self.before[mover]
            q = self.after[mover]
            self.after[b] = q
            self.before[q] = b
            self.after[mover] = a
            self.before[a] = mover
        self.after[p] = mover
        self.before[mover] = p
        self.visible ^= ONE << target
        self.kept[2 * self.remaining] = self.lo
        self.kept[2 * self.remaining + 1] = self.hi
        self.remaining -= 1
        self.won = self.remaining == 1
        self.lo = self.key_lo[index]
        self.hi = self.key_hi[index]
        return 0

    def unmake(self, move):
        """Put the target back where its own links say it was."""
        mover: cython.uchar = move >> 6
        target: cython.uchar = move & 63
        p: cython.uchar = self.before[target]
        a: cython.uchar = self.after[target]
        b: cython.uchar
        q: cython.uchar
        self.after[p] = target
        if a == mover:
            self.before[mover] = target
        else:
            b = self.after[a]
            q = self.after[b]
            self.before[a] = target
            self.after[b] = mover
            self.before[mover] = b
            self.after[mover] = q
            self.before[q] = mover
        self.visible |= ONE << target
        self.remaining += 1
        self.won = False
        self.lo = self.kept[2 * self.remaining]
        self.hi = self.kept[2 * self.remaining + 1]
        return 0

    def encode(self, out, at):
        """Pack the row into words."""
        word: cython.ulonglong = 0
        code: cython.ulonglong = 0
        shift: cython.int = 0
        i: cython.int = 0
        card: cython.int = self.after[LEFT]
        while i < self.words:
            if card != RIGHT:
                code = self.place[card]
                card = self.after[card]
            word |= code << shift
            shift += self.code_bits
            if shift + self.code_bits > 64:
                if i == 0:
                    word ^= ONE << self.code_bits
                out[at + i] = word
                i += 1
                word = 0
                shift = 0
        return 0

    def decode(self, words, at):
        """Unpack the row from words."""
        word: cython.ulonglong = words[at] ^ (ONE << self.code_bits)
        mask: cython.ulonglong = (ONE << self.code_bits) - 1
        code: cython.int
        last: cython.int = -1
        count: cython.int = 0
        shift: cython.int = 0
        i: cython.int = 0
        while count < self.size:
            code = cython.cast(cython.int, (word >> shift) & mask)
            if code == last:
                break
            self.unpacked[count] = self.card_at[code]
            last = code
            count += 1
            shift += self.code_bits
            if shift + self.code_bits > 64:
                i += 1
                if i == self.words:
                    break
                word = words[at + i]
                shift = 0
        self.lay(self.unpacked, count)
        return 0
