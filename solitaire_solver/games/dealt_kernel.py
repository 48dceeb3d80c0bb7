"""Accordion dealt as you go for the engine: open Accordion of which only a part has been turned.

A move never looks to the right of the pile that moves, so the cards that are still in the stock may
as well lie face up behind the row: the *open row*, which ``AccordionKernel`` keeps. All that is
added is how many cards of the deal are ``turned``, and a move that turns one more.

    open row    7C  5D  5H | 7H  2D  RIGHT
                row         stock
                            ^ end: the first card that is not turned

The row is what lies left of ``end``, so listing its moves is listing those of the open row up to
there. The first move of a list is the turn, as long as there is a stock, and it has the best score:
a search therefore first plays the open game, and meets a row that needs an earlier move, if there
were one, after that. (There is none: ``docs/games/accordion.md`` proves it and tests compare.)

A key is that of the open row, with the random words for 0 and for ``turned`` xored in; an encoding
has one word more. ``remaining`` counts piles and the cards of the stock. Dead rows are those of the
open row: every row that can be reached from here, with all cards turned, can be reached from there.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.games.accordion_kernel import AccordionKernel

TURN = cython.declare(cython.int, 0)  # as a move of cards, the ace of clubs onto itself
NODES = cython.declare(cython.int, 54)
RIGHT = cython.declare(cython.int, 53)
BEST = cython.declare(cython.longlong, -(1 << 40))


class DealtKernel(AccordionKernel):
    """A deal of which the first ``turned`` cards lie in the row and the others in the stock."""

    def __init__(self, deal: list[int], turned: cython.int):
        size: cython.int = len(deal)
        AccordionKernel.__init__(self, deal)
        self.capacity = 2 * size * (size + 2)
        self.words += 1
        self.moves = array("i", bytes(4 * self.capacity))
        self.scores = array("q", bytes(8 * self.capacity))
        self.key_lo = array("Q", bytes(8 * self.capacity))
        self.key_hi = array("Q", bytes(8 * self.capacity))
        self.turned = 0
        self.turn_to(turned)

    @property
    def stock(self) -> int:
        """How many cards are still to be turned."""
        return self.size - self.turned

    def turn_to(self, turned):
        """Let the first ``turned`` cards of the deal be those that are turned."""
        old: cython.Py_ssize_t = (RIGHT * NODES + self.turned) * 2
        new: cython.Py_ssize_t = (RIGHT * NODES + turned) * 2
        self.lo ^= self.pair[old] ^ self.pair[new]
        self.hi ^= self.pair[old + 1] ^ self.pair[new + 1]
        self.turned = turned
        self.end = self.card_at[turned] if turned < self.size else RIGHT
        self.won = self.remaining == 1 and turned == self.size
        return 0

    def be_symmetric(self, on: cython.bint) -> None:
        """Let open rows that differ by twins share a key from now on, or not."""
        turned: cython.int = self.turned
        AccordionKernel.be_symmetric(self, on)
        self.turned = 0
        self.turn_to(turned)

    def expand(self, first):
        """List the turn, then the moves by mover from left to right, a slide before a leap."""
        at: cython.int = first
        old: cython.Py_ssize_t = (RIGHT * NODES + self.turned) * 2
        new: cython.Py_ssize_t = old + 2
        if self.turned < self.size:
            self.moves[at] = TURN
            self.scores[at] = BEST
            self.key_lo[at] = self.lo ^ self.pair[old] ^ self.pair[new]
            self.key_hi[at] = self.hi ^ self.pair[old + 1] ^ self.pair[new + 1]
            at += 1
        return at - first + AccordionKernel.expand(self, at)

    def make(self, index):
        """Play entry ``index``."""
        if self.moves[index] == TURN:
            return self.turn_to(self.turned + 1)
        return AccordionKernel.make(self, index)

    def unmake(self, move):
        """Take back the last move; a card that was turned goes back onto the stock."""
        if move == TURN:
            return self.turn_to(self.turned - 1)
        return AccordionKernel.unmake(self, move)

    def moves_left(self):
        """Every card of the stock is turned, and every other move takes one pile away."""
        return self.size - self.turned + self.remaining - 1.0

    def encode(self, out, at):
        """Pack the open row into all words but the last, and ``turned`` into the last."""
        AccordionKernel.encode(self, out, at)
        out[at + self.words - 1] = self.turned
        return 0

    def decode(self, words, at):
        """Unpack the open row, as the base does with none turned, and then ``turned``."""
        AccordionKernel.decode(self, words, at)
        self.turned = 0
        return self.turn_to(cython.cast(cython.int, words[at + self.words - 1]))
