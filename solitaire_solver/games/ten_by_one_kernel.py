"""Ten By One for the engine: a state is one word of counts, since places in the row do not matter.

**The state.** How many cards of each rank lie in the row, three bits each, and how many cards of
the deal were turned:

    bit   0      3      6           36     39
          aces   twos   threes ...  kings  turned

It is never zero, because a card was turned. Let ``dealt[t]`` be the word in which the first t cards
of the deal lie in the row, ten places or not. Then a state is ``dealt[turned]`` less one unit
for each card gone: play is adding and subtracting words, and no field can overflow, there being
four cards of a rank. The row is kept full, so ``turned`` = min(size, gone + 10), and a move can be
taken back without a stack. Scrambling the word is one-to-one, so the key is exact in one word.

**The cards.** Cards of one rank are alike, and a move takes those that have lain longest. So the
cards of a rank go in the order in which they were turned, the word says which are gone, and the row
is the first ten cards of the deal that are not.

**A move** names its cards by number, ``FOUR`` a jack, queen or king with its whole rank:

    two cards      card | card << 6       the lower rank first; of two fives the longer lying
    a ten          card | card << 6       the same card twice
    four of a kind FOUR | rank

Moves are listed in the order A+9, 2+8, 3+7, 4+6, 5+5, ten, jacks, queens, kings. Any two listed
together take different ranks.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import scramble

ONE = cython.declare(cython.ulonglong, 1)
FOUR = cython.declare(cython.int, 1 << 12)
ROW = cython.declare(cython.int, 10)

#: Ranks count from 0 here, as in card numbers.
FIVE = cython.declare(cython.int, 4)
TEN = cython.declare(cython.int, 9)
TURNED = cython.declare(cython.int, 39)


def unit(rank):
    """The word with one card of a rank."""
    return ONE << (3 * rank)


def units(move):
    """The word with the cards that a move removes."""
    first: cython.int = move & 63
    second: cython.int = (move >> 6) & 63
    if move & FOUR:
        return 4 * unit(first)
    if first == second:
        return unit(first % 13)
    return unit(first % 13) + unit(second % 13)


def cards_in(move):
    """How many cards a move removes."""
    if move & FOUR:
        return 4
    return 1 + ((move & 63) != (move >> 6))


def low_cards_in(move):
    """How many of the cards that a move removes must go for a win."""
    return 0 if move & FOUR else cards_in(move)


class TenByOneKernel(Kernel):
    """A deal given as card numbers; the first ten lie in the row."""

    def __init__(self, deal: list[int]):
        size: cython.int = len(deal)
        Kernel.__init__(self, 9 * (size + 1), 1)
        self.size = size
        self.exact_keys = True
        self.limit = 1
        self.card_at = array("B", deal)
        self.of_rank = array("B", bytes(52))
        self.dealt = array("Q", bytes(8 * (size + 1)))
        i: cython.int
        rank: cython.int
        seen: cython.int[13] = [0] * 13
        for i in range(size):
            rank = deal[i] % 13
            self.of_rank[4 * rank + seen[rank]] = deal[i]
            seen[rank] += 1
            self.dealt[i + 1] = self.dealt[i] + unit(rank) + (ONE << TURNED)
        self.word = self.dealt[min(size, ROW)]
        self.settle()

    def settle(self):
        """Derive everything else from the word."""
        rank: cython.int
        self.gone = self.word >> TURNED
        self.remaining = 0
        for rank in range(13):
            self.gone -= self.held(rank)
            if rank <= TEN:
                self.remaining += self.left(rank)
        self.won = self.remaining == 0
        self.lo = scramble(self.word)
        return 0

    def cards(self) -> list[int]:
        """The cards that are not gone in the order of the deal, the row first, as card numbers."""
        i: cython.int
        field: cython.int
        gone: cython.ulonglong = self.dealt[self.word >> TURNED] - self.word
        left = []
        for i in range(self.size):
            field = 3 * (self.card_at[i] % 13)
            if (self.dealt[i] >> field) & 7 >= (gone >> field) & 7:
                left.append(self.card_at[i])
        return left

    def cards_of(self, move: cython.int) -> tuple[int, ...]:
        """The cards that a move removes, as card numbers."""
        first: cython.int = move & 63
        if move & FOUR:
            return (first, first + 13, first + 26, first + 39)
        if cards_in(move) == 2:
            return (first, move >> 6)
        return (first,)

    def number_of(self, cards: list[int]) -> int:
        """The number of the move that removes these cards, in their order; -1 if it can be none."""
        if len(cards) == 4 and cards == [cards[0] + 13 * suit for suit in range(4)]:
            return FOUR | cards[0]
        if len(cards) == 2 and cards[0] != cards[1]:
            return cards[0] | cards[1] << 6
        return cards[0] * 65 if len(cards) == 1 else -1

    def held(self, rank):
        """How many cards of a rank lie in the row."""
        return (self.word >> (3 * rank)) & 7

    def left(self, rank):
        """How many cards of a rank lie in the row and the stock."""
        stock: cython.ulonglong = self.dealt[self.size] - self.dealt[self.word >> TURNED]
        return self.held(rank) + ((stock >> (3 * rank)) & 7)

    def longest(self, rank):
        """The place in ``of_rank`` of the card of a rank that has lain longest in the row."""
        turned: cython.ulonglong = self.dealt[self.word >> TURNED]
        return 4 * rank + (((turned - self.word) >> (3 * rank)) & 7)

    def after(self, move):
        """The word after a move and the refill of its holes."""
        turned: cython.int = self.word >> TURNED
        then: cython.int = min(self.size, turned + cards_in(move))
        return self.word - units(move) + self.dealt[then] - self.dealt[turned]

    def list_move(self, at, move):
        """Write entry ``at`` of the move list."""
        self.moves[at] = move
        self.key_lo[at] = scramble(self.after(move))
        self.key_hi[at] = 0
        return 0

    def expand(self, first):
        """List the moves: pairs by their lower rank, a ten, jacks, queens, kings."""
        at: cython.int = first
        rank: cython.int
        low: cython.int
        high: cython.int
        for rank in range(FIVE):
            if self.held(rank) and self.held(8 - rank):
                low = self.of_rank[self.longest(rank)]
                high = self.of_rank[self.longest(8 - rank)]
                self.list_move(at, low | high << 6)
                at += 1
        if self.held(FIVE) > 1:
            low = self.of_rank[self.longest(FIVE)]
            high = self.of_rank[self.longest(FIVE) + 1]
            self.list_move(at, low | high << 6)
            at += 1
        if self.held(TEN):
            low = self.of_rank[self.longest(TEN)]
            self.list_move(at, low | low << 6)
            at += 1
        for rank in range(TEN + 1, 13):
            if self.held(rank) == 4:
                self.list_move(at, FOUR | rank)
                at += 1
        return at - first

    def make(self, index):
        """Play entry ``index``: its cards go and the holes are refilled."""
        move: cython.int = self.moves[index]
        self.word = self.after(move)
        self.gone += cards_in(move)
        self.remaining -= low_cards_in(move)
        self.won = self.remaining == 0
        self.lo = self.key_lo[index]
        return 0

    def unmake(self, move):
        """Turn the refill face down again and put the cards back."""
        turned: cython.int = self.word >> TURNED
        self.gone -= cards_in(move)
        self.word += units(move) + self.dealt[min(self.size, self.gone + ROW)] - self.dealt[turned]
        self.remaining += low_cards_in(move)
        self.won = self.remaining == 0
        self.lo = scramble(self.word)
        return 0

    def moves_left(self):
        """A ten goes alone; any other move takes at most two of the cards that must go."""
        tens: cython.int = self.left(TEN)
        return tens + (self.remaining - tens + 1) // 2

    def encode(self, out, at):
        """The word is the encoding."""
        out[at] = self.word
        return 0

    def decode(self, words, at):
        """The encoding is the word."""
        self.word = words[at]
        self.settle()
        return 0
