"""Accordion: a row of piles is to become one pile, either open or dealt as you go.

The rules themselves are in ``accordion_kernel``, and in ``dealt_kernel`` what turning cards adds to
them; this module is what a player sees of both.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from solitaire_solver.cards import FULL_DECK, Card
from solitaire_solver.deals import Deal
from solitaire_solver.game import KernelGame
from solitaire_solver.games.accordion_kernel import AccordionKernel
from solitaire_solver.games.dealing import TURN, TURN_NUMBER, DealtRow, Turn, earliest
from solitaire_solver.games.dealt_kernel import DealtKernel
from solitaire_solver.games.layout import whole_row
from solitaire_solver.games.options import one_of


@attrs.frozen
class AccordionMove:
    """A pile moves left onto another: the top of the mover, and the top that it covers.

    >>> print(AccordionMove(Card.parse("7H"), Card.parse("7C")))
    7H>7C
    """

    mover: Card
    covered: Card
    _text: str = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_text", f"{self.mover}>{self.covered}")

    def __str__(self) -> str:
        return self._text


class _Moves(dict[int, AccordionMove | Turn]):
    """The moves that kernels write as ``mover << 6 | target``, and the turn; each is made once."""

    def __missing__(self, number: int) -> AccordionMove:
        move = self[number] = AccordionMove(FULL_DECK[number >> 6], FULL_DECK[number & 63])
        return move


MOVES = _Moves({TURN_NUMBER: TURN})


def number_of(move: AccordionMove | Turn) -> int:
    """How kernels write a move or the turn."""
    if isinstance(move, Turn):
        return TURN_NUMBER
    return move.mover.index << 6 | move.covered.index


@attrs.frozen
class Accordion(KernelGame):
    """Accordion, nothing compulsory. A deal of 1 to 52 cards; a state is the row of tops.

    A pile moves left onto the pile 1 (slide) or 3 (leap) places away when the two tops share rank
    or suit. Won with one pile left; ``remaining`` counts piles. Moves are listed by mover from left
    to right, a slide before a leap.

    >>> game = Accordion()
    >>> row = game.initial_state(Deal.parse("AC 3H AH 2S"))
    >>> [str(move) for move in game.moves(row)]
    ['AH>3H']
    >>> [str(card) for card in game.apply(row, game.moves(row)[0])]
    ['AC', 'AH', '2S']

    With ``dealt`` the row is empty at first and cards are turned one by one, in any mix with moves.
    A state is a ``DealtRow``, the turn is listed before the moves, and ``remaining`` counts the
    cards of the stock too. The same deals can be won, down to as few piles: see
    ``docs/games/accordion.md``.

    >>> from solitaire_solver import solve
    >>> game = Accordion(dealt=True)
    >>> print(*solve(game, Deal.parse("AC 3H AH 2S AS")).best_line)
    turn turn turn AH>3H AH>AC turn turn AS>2S AS>AH
    """

    name: ClassVar[str] = "accordion"
    prunes: ClassVar[tuple[str, ...]] = ("dead rows", "dominated slides")

    dealt: bool = attrs.field(default=False, validator=one_of(True, False))

    def initial_state(self, deal: Deal) -> Any:
        """The cards of the deal, each a pile of one, or all in the stock; or as a position says."""
        if self.dealt:
            return DealtRow.of(deal)
        return whole_row(deal, "open Accordion", "the option dealt=true plays with a stock")

    def position(self, state: Any) -> Deal:
        """The deal or position with these tops, each a pile of one, and this stock."""
        return state.position if self.dealt else Deal(state)

    def kernel_at(self, state: Any) -> AccordionKernel:
        """A kernel with these piles, of which only the tops count."""
        if self.dealt:
            cards = [card.index for card in state.row + state.stock]
            return DealtKernel(cards, len(state.row))
        return AccordionKernel([card.index for card in state])

    def state_of(self, kernel: Any) -> Any:
        """The tops from left to right, and what is left of the stock."""
        tops = tuple([FULL_DECK[card] for card in kernel.row()])
        if self.dealt:
            row = len(tops) - kernel.stock
            return DealtRow(tops[:row], tops[row:])
        return tops

    def line(self, kernel: Any, numbers: Sequence[int]) -> tuple[AccordionMove | Turn, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple(map(MOVES.__getitem__, numbers))

    def number(self, kernel: Any, move: AccordionMove | Turn) -> int:
        """How the kernel numbers a move."""
        return number_of(move)

    def arrange(self, deal: Deal, line: tuple[Any, ...]) -> tuple[Any, ...]:
        """The line as it is shown: dealt play makes every move as early as it can."""
        return earliest(deal.cards, line, len(DealtRow.of(deal).row)) if self.dealt else line
