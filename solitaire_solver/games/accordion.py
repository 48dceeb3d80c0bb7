"""Accordion, open: the whole pack lies in one row, and the row is to become one pile.

The rules themselves are in ``accordion_kernel``; this module is what a player sees of them.
"""

from collections.abc import Sequence
from typing import ClassVar

import attrs


from solitaire_solver.cards import FULL_DECK, Card
from solitaire_solver.deals import Deal
from solitaire_solver.game import KernelGame
from solitaire_solver.games.accordion_kernel import AccordionKernel


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


_MOVES: dict[int, AccordionMove] = {}


def _move(number: int) -> AccordionMove:
    """The move that the kernel writes as ``mover << 6 | target``; each is made once."""
    move = _MOVES.get(number)
    if move is None:
        move = AccordionMove(FULL_DECK[number >> 6], FULL_DECK[number & 63])
        _MOVES[number] = move
    return move


@attrs.frozen
class Accordion(KernelGame):
    """Open Accordion. A deal of 1 to 52 cards; a state is the row of tops from left to right.

    A pile moves left onto the pile 1 (slide) or 3 (leap) places away when the two tops share rank
    or suit. Won with one pile left; ``remaining`` counts piles. Moves are listed by mover from left
    to right, a slide before a leap.

    >>> game = Accordion()
    >>> row = game.initial_state(Deal.parse("AC 3H AH 2S"))
    >>> [str(move) for move in game.moves(row)]
    ['AH>3H']
    >>> [str(card) for card in game.apply(row, game.moves(row)[0])]
    ['AC', 'AH', '2S']
    """

    name: ClassVar[str] = "accordion"
    prunes: ClassVar[tuple[str, ...]] = ("dead rows",)

    def initial_state(self, deal: Deal) -> tuple[Card, ...]:
        """The cards of the deal, each a pile of one."""
        return deal.cards

    def kernel_at(self, state: tuple[Card, ...]) -> AccordionKernel:
        """A kernel with these piles, of which only the tops count."""
        return AccordionKernel([card.index for card in state])

    def state_of(self, kernel: AccordionKernel) -> tuple[Card, ...]:
        """The tops from left to right."""
        return tuple([FULL_DECK[card] for card in kernel.row()])

    def line(self, kernel: AccordionKernel, numbers: Sequence[int]) -> tuple[AccordionMove, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple([_move(number) for number in numbers])

    def number(self, kernel: AccordionKernel, move: AccordionMove) -> int:
        """How the kernel numbers a move."""
        return move.mover.index << 6 | move.covered.index
