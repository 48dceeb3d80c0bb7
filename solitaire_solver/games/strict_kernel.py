"""Strict Accordion: the line of play that the rules force, one step at a time.

Nothing is decided in this game, so a deal has one line of play, and a state is a place on it. On
one line no two states have as many cards in the stock *and* as many piles in the row (a turn
empties the stock, a move takes a pile away), so the two counts are the whole key and the encoding:

    stock << 6 | piles

To go back is to play the deal again from its start up to the state wanted.

**A step.** Two words say which piles can move, one for each distance: bit p of ``first_moves`` is
set when the pile at place p (from the left, from 0) may go the distance that is preferred, bit p of
``last_moves`` when it may go the other. A move from place p to place t takes bit p out of both, and
only these piles have a new neighbour at distance d: the one at t, the one at t + d, and those at
p .. p + d - 1 after the row has closed up. So a step costs the same however long the row is, except
for closing it up. The words themselves answer which move is forced:

    per-pile    the outermost bit of either word says which pile; it goes the preferred distance
                if its bit is set in ``first_moves``
    whole-row   the same, but bits of ``last_moves`` count only while ``first_moves`` is empty

**A census** deals many seeds and counts the piles left, without leaving compiled code.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import fill_shuffled

from solitaire_solver.games.accordion_kernel import MATCHES

TURN = cython.declare(cython.int, 0)  # as a move of cards, the ace of clubs onto itself
OVER = cython.declare(cython.int, -1)
EDGE = cython.declare(cython.int, 3)
NO_CARD = cython.declare(cython.int, 52)
ONE = cython.declare(cython.ulonglong, 1)


class StrictKernel(Kernel):
    """A deal of card numbers, of which the first ``turned`` lie in the row, each a pile.

    ``longer`` prefers leaps to slides; ``rightmost`` and ``whole_row`` say which pile goes first.
    """

    def __init__(
        self,
        deal: list[int],
        turned: cython.int,
        longer: cython.bint,
        rightmost: cython.bint,
        whole_row: cython.bint,
    ):
        self.size = len(deal)
        Kernel.__init__(self, 2 * self.size, 1)
        self.exact_keys = True
        self.limit = 2
        self.first_stride = 3 if longer else 1
        self.last_stride = 1 if longer else 3
        self.rightmost = rightmost
        self.whole_row = whole_row
        self.deck = array("i", deal)
        self.start = turned
        self.tops = array("B", [NO_CARD] * (EDGE + 52))
        self.matches = MATCHES
        self.begin()
        self.show()

    # --- the rules --------------------------------------------------------------------------------

    def begin(self):
        """Go back to the first state."""
        self.turned = 0
        self.count = 0
        self.first_moves = 0
        self.last_moves = 0
        while self.turned < self.start:
            self.turn()
        return 0

    def look(self, moves, place, stride):
        """``moves`` with the bit of ``place`` saying whether its pile may go ``stride`` places."""
        mover: cython.ulonglong = self.matches[self.tops[EDGE + place]]
        moves &= ~(ONE << place)
        if place < self.count:
            moves |= ((mover >> self.tops[EDGE + place - stride]) & 1) << place
        return moves

    def turn(self):
        """Put the next card of the stock at the right end of the row."""
        place: cython.int = self.count
        self.tops[EDGE + place] = self.deck[self.turned]
        self.turned += 1
        self.count += 1
        self.first_moves = self.look(self.first_moves, place, self.first_stride)
        self.last_moves = self.look(self.last_moves, place, self.last_stride)
        return 0

    def move_pile(self, place, stride):
        """Move the pile at ``place`` to the left and close up the row."""
        i: cython.int
        target: cython.int = place - stride
        below: cython.ulonglong = (ONE << place) - 1
        first: cython.ulonglong = self.first_moves
        last: cython.ulonglong = self.last_moves
        self.count -= 1
        self.tops[EDGE + target] = self.tops[EDGE + place]
        for i in range(place, self.count):
            self.tops[EDGE + i] = self.tops[EDGE + i + 1]
        first = (first & below) | ((first >> 1) & ~below)
        last = (last & below) | ((last >> 1) & ~below)
        first = self.look(first, target, self.first_stride)
        first = self.look(first, target + self.first_stride, self.first_stride)
        for i in range(place, place + self.first_stride):
            first = self.look(first, i, self.first_stride)
        last = self.look(last, target, self.last_stride)
        last = self.look(last, target + self.last_stride, self.last_stride)
        for i in range(place, place + self.last_stride):
            last = self.look(last, i, self.last_stride)
        self.first_moves = first
        self.last_moves = last
        return 0

    def mover_place(self):
        """The place of the pile that must move now, or -1 when none can."""
        place: cython.int
        moves: cython.ulonglong = self.first_moves
        if not (self.whole_row and moves):
            moves |= self.last_moves
        if moves == 0:
            return -1
        if self.rightmost:
            place = self.count - 1
            while not (moves >> place) & 1:
                place -= 1
        else:
            place = 0
            while not (moves >> place) & 1:
                place += 1
        return place

    def stride_at(self, place):
        """How far the pile at ``place``, which must move, has to go."""
        return self.first_stride if (self.first_moves >> place) & 1 else self.last_stride

    def step(self):
        """Do what the rules force; False when the game is over."""
        place: cython.int = self.mover_place()
        if place >= 0:
            self.move_pile(place, self.stride_at(place))
        elif self.turned < self.size:
            self.turn()
        else:
            return False
        return True

    # --- what the engine asks ---------------------------------------------------------------------

    def show(self):
        """Let the engine see the current state."""
        stock: cython.int = self.size - self.turned
        self.remaining = stock + self.count
        self.won = stock == 0 and self.count == 1
        self.lo = stock << 6 | self.count
        return 0

    def next_move(self):
        """The move that is forced now: a pile's as in Accordion, ``TURN``, or ``OVER``."""
        place: cython.int = self.mover_place()
        mover: cython.int
        if place >= 0:
            mover = self.tops[EDGE + place]
            return mover << 6 | self.tops[EDGE + place - self.stride_at(place)]
        return TURN if self.turned < self.size else OVER

    def go_to(self, state):
        """Play the deal again as far as the state with this key."""
        self.begin()
        self.show()
        while self.lo != state and self.step():
            self.show()
        return 0

    def expand(self, first):
        """List the move that is forced, if the game is not over."""
        move: cython.int = self.next_move()
        if move == OVER:
            return 0
        self.moves[first] = move
        self.key_lo[first] = self.lo - 63 if move == TURN else self.lo - 1
        self.key_hi[first] = 0
        return 1

    def make(self, index):
        """Play the forced move, which is what the entry ``index`` is."""
        self.step()
        self.show()
        return 0

    def unmake(self, move):
        """Take back ``move``, the last one played."""
        return self.go_to(self.lo + 63 if move == TURN else self.lo + 1)

    def moves_left(self):
        """Every card of the stock is turned, and every other move takes one pile away."""
        return self.size - self.turned + self.remaining - 1.0

    def encode(self, out, at):
        """Write both counts."""
        out[at] = self.lo
        return 0

    def decode(self, words, at):
        """Make the state with these counts the current one."""
        return self.go_to(words[at])

    # --- from Python ------------------------------------------------------------------------------

    def row(self) -> list[int]:
        """The tops from left to right, as card numbers."""
        return [self.tops[EDGE + i] for i in range(self.count)]

    def stock(self) -> list[int]:
        """The cards still to be turned, as card numbers, the next one first."""
        return [self.deck[i] for i in range(self.turned, self.size)]

    def play_out(self) -> list[int]:
        """Play on to the end and return the moves."""
        numbers = []
        move: cython.int = self.next_move()
        while move != OVER:
            numbers.append(move)
            self.step()
            move = self.next_move()
        self.show()
        return numbers

    def count_piles(self, seed, deals, tally):
        """Play the packs of ``deals`` seeds from ``seed`` on; ``tally[n]`` counts n piles left."""
        i: cython.longlong
        for i in range(deals):
            fill_shuffled(self.deck, seed + i)
            self.begin()
            while self.step():
                pass
            tally[self.count] += 1
        return 0

    def census(self, seed: cython.ulonglong, deals: cython.longlong) -> list[int]:
        """How many of the full packs of these seeds end with n piles, for n = 0 .. 52.

        ``Deal.from_seed`` says which packs. The deal of this kernel is lost.
        """
        tally = array("q", bytes(8 * 53))
        view: cython.longlong[::1] = tally
        self.start = 0
        with cython.nogil:
            self.count_piles(seed, deals, view)
        return tally.tolist()
