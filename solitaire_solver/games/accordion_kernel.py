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

**Dominated slides.** Let a, b, x lie side by side, b>a and x>b be legal, and every visible card
that matches a, other than b, match b as well.

    .. a b x ..      b>a leads to  .. b x ..      x>b leads to  .. a x ..

The two rows differ in one place only, and what matches there in the second matches there in the
first. So any play of the second is a play of the first, place by place: a move makes the tops of
its two places one, and afterwards the rows are the same or differ as before, by b for a. Hence
b>a leads to as few piles as x>b does, and x>b is dropped; or b>a is, if what matches b is a proper
part of what matches a. Each slide can be dropped for the next one on its left or right only, and
two are never dropped for each other; so of a chain of slides that dominate one another one is kept.

**Twins** are cards of one suit, each the only visible card of its rank. Such a card matches those
of its suit and no others, and will for as long as it is visible. Hence if two rows have the
same cards at the same places, except that some cards stand where the other row has a twin of the
same suit that is alone in its rank there, then the same places match in both, a move of either is a
move of the other, and afterwards all this still holds. So both can be reduced to as few piles, and
it is enough to search one of them.

    7H 5D KD 7S        7H 9D 2D 7S        (5D, KD, 9D and 2D are alone in their ranks)

A ``symmetric`` key therefore reads a row as labels: a card that is alone in its rank counts as its
suit, any other as itself. Neighbours will not do here: a label may occur twice, and then rows in
different orders can have the same pairs. The key is that of a polynomial instead, in the field of
2**64 elements: label l at k places from the right end gives ``W[l] * x**k``, and the key is the sum
(exclusive or) of all; other random words give its high half. For two different rows of labels, the
difference has some ``W[l] * p(x)`` where p is not zero and of degree less than 52; then ``p(x)`` is
not the field's zero, ``W[l] * p(x)`` takes all values alike often, and so the rows share a key of b
bits with a chance of 1 in 2**b. A move changes the powers left of the mover only, all by one: with
L the sum left of it, mover m at k and target t, in the child, at j places from the right end,

    child's key = key + L + W[m] * x**k + L / x + (W[t] + W[m]) * x**j

and, when one card of the target's rank is left, the change of that card's label. One walk along the
row gives L for all movers.

**The encoding** packs the row as places in the deal, from the left, ``code_bits`` each (enough for
the largest place), none across two words; behind the last card its code is repeated to the end. No
card occurs twice in a row, so the repeat cannot be read as a card. Flipping bit ``code_bits`` of
the first word keeps that word from being zero: it could be so only for a row that begins with the
cards at places 0, 1, 0.

**A move** is ``mover << 6 | target``.

**Dead rows.** Draw each visible card as an edge between its suit and its rank; two cards match when
their edges share an end. Suppose the row can be reduced to r piles. Then every card but r of those
visible gets covered, each by a card that matches it; joining each covered card to its coverer gives
a forest of r trees in the graph of matches, since a card is covered once and a coverer outlives
what it covers. The first card never moves, so it covers nothing: in the forest it is a leaf or,
when it stays to the end, a tree of its own. Without it r trees are left in the first case and r - 1
in the second, and the second is certain when the first card matches nothing visible. Therefore

    **piles left  >=  components(match graph without the first card)
                      + 1 if the first card matches nothing visible**

and with ``limit`` = 2 a row with a larger bound than 1 cannot be won. The bound depends only on the
set of visible cards and on the first card, so it is taken before a move is made. Two cards of one
suit match, so a component is a union of whole suits, and suits belong together when they have a
rank in common: four 13-bit masks decide it.

**Scores** say what a move does to an evaluation of the row, from changes near the move and from
counts of the row taken once for all its moves. With c[0] .. c[n-1] the row, m[i] the number of
visible cards that match c[i], and the move covering the card x at place q:

    ADJACENT  change in the number of matching pairs one place apart
    AT_THREE  change in the number of matching pairs three places apart
    CENTRE    decrease of (sum of z[i] * h[m[i]]) / n, where z[i] = i + i * i / n and h[m] is the
              square root of m; it says how far right the cards lie that match much
    SUIT      suit mates of x
    LAST      1 if x is the last visible card of its rank (which is then one rank less to bring in)
    LEAP      1 for a leap
    PLACE     q / n

The root is there because a card that loses one of two matches is nearer to being stranded than one
that loses one of ten. CENTRE is taken to the first order: what cards lose by having one match less
and what they lose by moving up a place are added, each as if the other did not happen.

Each weight is a straight line in n. The weights are what an evolution strategy printed that
minimises the work to win whole shuffled packs: ``python benchmarks/fit_weights.py``.
"""

from array import array
from math import isqrt

import cython

if not cython.compiled:
    from solitaire_solver.bits import lowest
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import scramble, step

from solitaire_solver.shuffle import random_words

LEFT = cython.declare(cython.int, 52)
RIGHT = cython.declare(cython.int, 53)
NODES = cython.declare(cython.int, 54)
LABELS = cython.declare(cython.int, 56)
SUIT = cython.declare(cython.ulonglong, 0x1FFF)
ONE = cython.declare(cython.ulonglong, 1)
PAD = cython.declare(cython.int, 6)

ADJACENT = cython.declare(cython.int, 0)
AT_THREE = cython.declare(cython.int, 1)
CENTRE = cython.declare(cython.int, 2)
SUIT_MATES = cython.declare(cython.int, 3)
LAST = cython.declare(cython.int, 4)
LEAP = cython.declare(cython.int, 5)
PLACE = cython.declare(cython.int, 6)

#: Each feature's weight at 26 piles, and what a sixteenth of it grows by with every pile more.
WEIGHTS = (
    (69, -26),
    (104, -9),
    (475, -29),
    (121, 37),
    (120, -41),
    (46, -12),
    (116, 45),
)

#: The hash words of all ordered pairs of neighbours, low and high word in turn.
PAIR_WORDS = random_words(54 * 54 * 2, 0)

#: 1/x modulo x**64 + x**4 + x**3 + x + 1, which is irreducible.
INVERSE = cython.declare(cython.ulonglong, 0x800000000000000D)


def label_words() -> array:
    """The words of label l, k places from the right end, at ``(k * LABELS + l) * 2``: low, high.

    Labels 0 .. 51 are cards, 52 + s is a card of suit s that is alone in its rank.
    """
    words = random_words(56 * 2, 1)
    powers = array("Q", words)
    for _ in range(51):
        words = array("Q", [(w << 1 & 0xFFFFFFFFFFFFFFFF) ^ (w >> 63) * 0x1B for w in words])
        powers += words
    return powers


LABEL_WORDS = label_words()

#: Bit ``d`` of word ``c``: cards ``c`` and ``d`` share rank or suit and are not the same.
MATCHES = array(
    "Q",
    [
        sum(1 << d for d in range(52) if d != c and (d // 13 == c // 13 or d % 13 == c % 13))
        for c in range(52)
    ]
    + [0, 0],
)

SUIT_OF = array("B", [min(card // 13, 3) for card in range(54)])
#: The label of card c at c, and if it is alone in its rank at 54 + c.
LABEL_OF = array("B", [*range(54), *[52 + suit for suit in SUIT_OF]])

#: All cards of every rank.
RANKS = array("Q", [sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)])

RANK_OF = array("B", [card % 13 for card in range(54)])


def weights_by_length(weights: tuple[tuple[int, int], ...]) -> array:
    """Feature f's weight for n piles at ``f * 54 + n``; CENTRE and PLACE times 4096/n."""
    table = array("i", bytes(4 * 54 * len(weights)))
    for feature, (weight, slope) in enumerate(weights):
        for n in range(1, 54):
            value = weight + (slope * (n - 26) >> 4)
            table[feature * 54 + n] = value * (4096 // n) if feature in (2, 6) else value
    return table


WEIGHT_TABLE = weights_by_length(WEIGHTS)

#: 16 h[m] of CENTRE, and what the last of m matches adds to it.
HEIGHT = array("i", [isqrt(256 * m) for m in range(16)])
DROP = array("i", [0] + [HEIGHT[m] - HEIGHT[m - 1] for m in range(1, 16)])

#: 16 z[i] of CENTRE in a row of n, at ``n * 54 + i``.
WORTH = array("i", [16 * i + 16 * i * i // max(n, 1) for n in range(54) for i in range(54)])


def bit(word, place):
    """Bit ``place`` of ``word`` as a number."""
    return (word >> place) & 1


class AccordionKernel(Kernel):
    """The row of a deal given as card numbers, left to right."""

    def __init__(self, deal: list[int]):
        size: cython.int = len(deal)
        self.size = size
        self.code_bits = max(1, (size - 1).bit_length())
        codes_a_word: cython.int = 64 // self.code_bits
        Kernel.__init__(self, size * (size + 1), (size + codes_a_word - 1) // codes_a_word)
        self.after = [0] * 54
        self.before = [0] * 54
        self.place = [0] * 54
        self.kept = [0] * 108
        self.label = [0] * 54
        self.place_in_row = [0] * 54
        self.sum_left = [0] * 106
        self.row_card = [LEFT] * 60
        self.match_count = [0] * 54
        self.behind = [0] * 54
        self.suit_count = [0] * 4
        self.suit_loss = [0] * 4
        self.rank_count = [0] * 13
        self.rank_loss = [0] * 13
        self.pairs = [0] * 5
        self.card_at = array("B", deal)
        self.unpacked = array("B", bytes(54))
        self.matches = MATCHES
        self.suit_of = SUIT_OF
        self.rank_of = RANK_OF
        self.pair = PAIR_WORDS
        self.weight = WEIGHT_TABLE
        self.worth = WORTH
        self.height = HEIGHT
        self.drop = DROP
        self.label_word = LABEL_WORDS
        self.label_of = LABEL_OF
        self.ranks = RANKS
        self.end = RIGHT
        self.limit = 2
        self.scored = True
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
        self.before[LEFT] = LEFT
        self.visible = 0
        for i in range(count + 1):
            card = row[i] if i < count else RIGHT
            self.after[left] = card
            self.before[card] = left
            if i < count:
                self.visible |= ONE << card
            left = card
        self.after[RIGHT] = RIGHT
        self.remaining = count
        self.won = count <= 1
        return self.take_key()

    def take_key(self):
        """Set the key of the row as if every neighbour or label in it were new."""
        left: cython.int = LEFT
        card: cython.int
        pair: cython.Py_ssize_t
        if self.symmetric:
            self.add_up()
            self.lo = self.sum_left[2 * self.remaining]
            self.hi = self.sum_left[2 * self.remaining + 1]
            return 0
        self.lo = 0
        self.hi = 0
        while left != RIGHT:
            card = self.after[left]
            pair = (left * NODES + card) * 2
            self.lo ^= self.pair[pair]
            self.hi ^= self.pair[pair + 1]
            left = card
        return 0

    def be_symmetric(self, on: cython.bint) -> None:
        """Let rows that differ by twins share a key from now on, or not."""
        self.symmetric = on
        self.take_key()

    def add_up(self):
        """Take from the row what symmetric keys of its children need: places, labels and sums."""
        i: cython.int
        n: cython.int = self.remaining
        card: cython.int
        label: cython.int
        word: cython.Py_ssize_t
        lo: cython.ulonglong = 0
        hi: cython.ulonglong = 0
        suit: cython.ulonglong = (self.visible >> 13) & SUIT
        once: cython.ulonglong = self.visible & SUIT
        twice: cython.ulonglong = once & suit
        once |= suit
        suit = (self.visible >> 26) & SUIT
        twice |= once & suit
        once |= suit
        suit = self.visible >> 39
        twice |= once & suit
        once = (once | suit) & ~twice
        once |= once << 13
        once |= once << 26
        card = self.after[LEFT]
        for i in range(n):
            self.sum_left[2 * i] = lo
            self.sum_left[2 * i + 1] = hi
            self.place_in_row[card] = i
            label = self.label_of[((once >> card) & 1) * NODES + card]
            self.label[card] = label
            word = ((n - 1 - i) * LABELS + label) * 2
            lo ^= self.label_word[word]
            hi ^= self.label_word[word + 1]
            card = self.after[card]
        self.sum_left[2 * n] = lo
        self.sum_left[2 * n + 1] = hi
        return 0

    def row(self) -> list[int]:
        """The visible cards from left to right, as card numbers."""
        cards = []
        card: cython.int = self.after[LEFT]
        while card != RIGHT:
            cards.append(card)
            card = self.after[card]
        return cards

    def vary(self, seed: cython.ulonglong, noise: cython.int) -> None:
        """Perturb the scores from now on by up to ``noise`` (0: not at all), by ``seed``."""
        self.random = scramble(seed)
        self.noise = noise

    def least_piles(self, cards, first):
        """A lower bound on the piles left from a row of these cards that begins with ``first``."""
        rest: cython.ulonglong = cards ^ (ONE << first)
        suit_0: cython.ulonglong = rest & SUIT
        suit_1: cython.ulonglong = (rest >> 13) & SUIT
        suit_2: cython.ulonglong = (rest >> 26) & SUIT
        suit_3: cython.ulonglong = rest >> 39
        count: cython.int = (rest & self.matches[first]) == 0
        if suit_0 & suit_1 and suit_2 & suit_3 and (suit_0 | suit_1) & (suit_2 | suit_3):
            return count + 1  # as is most often the case
        # Each suit in turn swallows those before it that it touches.
        count += suit_0 != 0
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

    def is_dead(self, mover, target):
        """Whether at least ``limit`` piles are left after any play that begins with this move."""
        first: cython.int = self.after[LEFT]
        if first == target:
            first = mover
        return self.least_piles(self.visible ^ (ONE << target), first) >= self.limit

    def key_by_neighbours(self, at, mover, target):
        """Write the key that entry ``at`` of the move list leads to."""
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
        return 0

    def key_by_labels(self, at, mover, target):
        """Write the symmetric key that entry ``at`` of the move list leads to."""
        end: cython.int = self.remaining - 2  # the last place in the child
        place: cython.int = self.place_in_row[mover]
        label: cython.int = self.label[mover]
        card: cython.int
        word: cython.Py_ssize_t = ((end + 1 - place) * LABELS + label) * 2
        lo: cython.ulonglong = self.sum_left[2 * place]
        hi: cython.ulonglong = self.sum_left[2 * place + 1]
        mates: cython.ulonglong = self.visible & self.ranks[self.rank_of[target]] ^ (ONE << target)
        lo ^= (lo >> 1) ^ (lo & 1) * INVERSE ^ self.lo ^ self.label_word[word]
        hi ^= (hi >> 1) ^ (hi & 1) * INVERSE ^ self.hi ^ self.label_word[word + 1]
        if mates != 0 and mates & (mates - 1) == 0:
            card = lowest(mates)
            if card == mover:
                label = self.label_of[NODES + card]
            else:
                word = end - self.place_in_row[card] + (self.place_in_row[card] > place)
                word = (word * LABELS + card) * 2
                lo ^= self.label_word[word]
                hi ^= self.label_word[word + 1]
                word += (self.label_of[NODES + card] - card) * 2
                lo ^= self.label_word[word]
                hi ^= self.label_word[word + 1]
        word = ((end - self.place_in_row[target]) * LABELS + self.label[target]) * 2
        lo ^= self.label_word[word]
        hi ^= self.label_word[word + 1]
        word += (label - self.label[target]) * 2
        self.key_lo[at] = lo ^ self.label_word[word]
        self.key_hi[at] = hi ^ self.label_word[word + 1]
        return 0

    def is_dominated(self, mover, target):
        """Whether a slide by a neighbour leads to as few piles as this slide does."""
        left: cython.int = self.before[target]
        right: cython.int = self.after[mover]
        mine: cython.ulonglong
        other: cython.ulonglong
        if (self.matches[target] >> left) & 1:
            other = self.matches[left] & self.visible & ~(ONE << target)
            if other & ~self.matches[target] == 0:
                return True
        if right != self.end and (self.matches[mover] >> right) & 1:
            mine = self.matches[mover] & self.visible & ~(ONE << target)
            other = self.matches[target] & self.visible & ~(ONE << mover)
            return mine & ~other == 0 and mine != other
        return False

    def list_move(self, at, mover, target):
        """Write entry ``at`` of the move list: ``mover`` covers ``target``, wherever it lies."""
        if self.symmetric:
            self.key_by_labels(at, mover, target)
        else:
            self.key_by_neighbours(at, mover, target)
        if self.lookups is not None:
            self.lookups.prefetch(self.key_lo[at])
        self.moves[at] = mover << 6 | target
        return 0

    def expand(self, first):
        """List the moves by mover from left to right, a slide before a leap, up to ``end``."""
        at: cython.int = first
        place: cython.int = 0
        one: cython.int = LEFT
        two: cython.int = LEFT
        three: cython.int = LEFT
        matches: cython.ulonglong
        mover: cython.int = self.after[LEFT]
        if self.symmetric:
            self.add_up()
        if self.ordered:
            self.survey()
        while mover != self.end:
            matches = self.matches[mover]
            if (matches >> one) & 1:
                if self.prune and self.is_dead(mover, one):
                    self.pruned += 1
                elif self.dominate and self.is_dominated(mover, one):
                    self.pruned += 1
                    self.dominated += 1
                else:
                    self.list_move(at, mover, one)
                    if self.ordered:
                        self.scores[at] = self.score_slide(place)
                    at += 1
            if (matches >> three) & 1:
                if self.prune and self.is_dead(mover, three):
                    self.pruned += 1
                else:
                    self.list_move(at, mover, three)
                    if self.ordered:
                        self.scores[at] = self.score_leap(place)
                    at += 1
            three = two
            two = one
            one = mover
            mover = self.after[mover]
            place += 1
        return at - first

    def survey(self):
        """Take from the row what the scores of all its moves need.

        Places are counted from the left, from 0. ``row_card[PAD + i]`` is the card at place i
        between sentinels; bit ``i + PAD`` of ``pairs[d]`` says whether the cards at places i and
        i - d match. ``behind[i]`` is 256 times what the sum of CENTRE loses when all cards right
        of place i move up a place, ``suit_loss`` and ``rank_loss`` what it loses when all cards of
        a suit or rank have one match less.
        """
        i: cython.int
        n: cython.int = self.remaining
        count: cython.int
        loss: cython.int
        suit: cython.int
        rank: cython.int
        behind: cython.int = 0
        worth: cython.int = n * NODES
        card: cython.int = self.after[LEFT]
        one: cython.int = LEFT
        two: cython.int = LEFT
        three: cython.int = LEFT
        four: cython.int = LEFT
        matches: cython.ulonglong
        pairs_1: cython.ulonglong = 0
        pairs_2: cython.ulonglong = 0
        pairs_3: cython.ulonglong = 0
        pairs_4: cython.ulonglong = 0
        for i in range(4):
            self.suit_count[i] = 0
            self.suit_loss[i] = 0
        for i in range(13):
            self.rank_count[i] = 0
            self.rank_loss[i] = 0
        for i in range(n):
            self.row_card[PAD + i] = card
            self.suit_count[self.suit_of[card]] += 1
            self.rank_count[self.rank_of[card]] += 1
            matches = self.matches[card]
            pairs_1 |= ((matches >> one) & 1) << (PAD + i)
            pairs_2 |= ((matches >> two) & 1) << (PAD + i)
            pairs_3 |= ((matches >> three) & 1) << (PAD + i)
            pairs_4 |= ((matches >> four) & 1) << (PAD + i)
            four = three
            three = two
            two = one
            one = card
            card = self.after[card]
        self.pairs[1] = pairs_1
        self.pairs[2] = pairs_2
        self.pairs[3] = pairs_3
        self.pairs[4] = pairs_4
        for i in range(n - 1, 0, -1):
            card = self.row_card[PAD + i]
            suit = self.suit_of[card]
            rank = self.rank_of[card]
            count = self.suit_count[suit] + self.rank_count[rank] - 2
            loss = self.worth[worth + i] * self.drop[count]
            self.suit_loss[suit] += loss
            self.rank_loss[rank] += loss
            self.match_count[i] = count
            self.behind[i] = behind
            behind += (self.worth[worth + i] - self.worth[worth + i - 1]) * self.height[count]
        self.match_count[0] = 0  # its place is worth nothing
        self.behind[0] = behind
        return 0

    def score_cover(self, q, loss):
        """The part of a score that only depends on the place covered and the loss of centre."""
        n: cython.int = self.remaining
        card: cython.int = self.row_card[PAD + q]
        suit: cython.int = self.suit_of[card]
        rank: cython.int = self.rank_of[card]
        score: cython.longlong = self.weight[SUIT_MATES * NODES + n] * (self.suit_count[suit] - 1)
        if self.rank_count[rank] == 1:
            score += self.weight[LAST * NODES + n]
        count: cython.int = self.match_count[q]
        loss += (
            self.worth[n * NODES + q] * (self.height[count] - 2 * self.drop[count])
            + self.suit_loss[suit]
            + self.rank_loss[rank]
        )
        score += (
            (cython.cast(cython.longlong, q * self.weight[PLACE * NODES + n]) << 8)
            - cython.cast(cython.longlong, loss) * self.weight[CENTRE * NODES + n]
        ) >> 20
        if self.noise:
            self.random = step(self.random)
            score += cython.cast(
                cython.longlong,
                ((scramble(self.random) >> 40) * cython.cast(cython.ulonglong, self.noise)) >> 24,
            )
        return score

    def score_slide(self, place):
        """The score of a slide by the card at ``place``; less is better."""
        n: cython.int = self.remaining
        q: cython.int = place - 1
        two: cython.ulonglong = self.pairs[2] >> (PAD + q)
        three: cython.ulonglong = self.pairs[3] >> (PAD + q)
        four: cython.ulonglong = self.pairs[4] >> (PAD + q)
        adjacent: cython.int = bit(two, 1) - 1 - bit(self.pairs[1] >> (PAD + q), 0)
        at_three: cython.int = (
            bit(four, 1)
            + bit(four, 2)
            + bit(four, 3)
            - bit(three, 0)
            - bit(three, 1)
            - bit(three, 2)
            - bit(three, 3)
        )
        return -(
            self.score_cover(q, self.behind[q])
            + self.weight[ADJACENT * NODES + n] * adjacent
            + self.weight[AT_THREE * NODES + n] * at_three
        )

    def score_leap(self, place):
        """The score of a leap by the card at ``place``; less is better."""
        n: cython.int = self.remaining
        q: cython.int = place - 3
        worth: cython.int = n * NODES
        loss: cython.int = self.height[self.match_count[place] - 1] * (
            self.worth[worth + place] - self.worth[worth + q]
        )
        one: cython.ulonglong = self.pairs[1] >> (PAD + q)
        two: cython.ulonglong = self.pairs[2] >> (PAD + q)
        three: cython.ulonglong = self.pairs[3] >> (PAD + q)
        four: cython.ulonglong = self.pairs[4] >> (PAD + q)
        adjacent: cython.int = (
            bit(four, 3)
            + bit(two, 3)
            + bit(two, 4)
            - bit(one, 0)
            - bit(one, 1)
            - bit(one, 3)
            - bit(one, 4)
        )
        far: cython.ulonglong = self.matches[self.row_card[PAD + place]]
        at_three: cython.int = (
            bit(far, self.row_card[PAD + q - 3])
            + bit(one, 4)
            + bit(four, 5)
            + bit(four, 6)
            - 1
            - bit(three, 0)
            - bit(three, 4)
            - bit(three, 5)
            - bit(three, 6)
        )
        return -(
            self.score_cover(q, self.behind[place] + loss)
            + self.weight[LEAP * NODES + n]
            + self.weight[ADJACENT * NODES + n] * adjacent
            + self.weight[AT_THREE * NODES + n] * at_three
        )

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

    def moves_left(self):
        """Every move takes one pile away."""
        return self.remaining - 1.0

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
