"""Accordion, open: the whole pack lies in one row, and the row is to become one pile.

The rules themselves are in ``accordion_kernel``; this module is what a player sees of them.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import attrs


from solitaire_solver.cards import FULL_DECK, Card
from solitaire_solver.deals import Deal
from solitaire_solver.errors import SolitaireError
from solitaire_solver.game import Game
from solitaire_solver.games.accordion_kernel import AccordionKernel
from solitaire_solver.referee import Replay, accordion


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
class Accordion(Game):
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
    acyclic: ClassVar[bool] = True
    prunes: ClassVar[tuple[str, ...]] = ("dead rows",)

    def kernel(self, deal: Deal) -> AccordionKernel:
        """The row of the deal for the engine."""
        return AccordionKernel([card.index for card in deal.cards])

    def line(self, kernel: AccordionKernel, numbers: Sequence[int]) -> tuple[AccordionMove, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple([_move(number) for number in numbers])

    def initial_state(self, deal: Deal) -> tuple[Card, ...]:
        """The cards of the deal, each a pile of one."""
        return deal.cards

    def moves(self, state: tuple[Card, ...]) -> tuple[AccordionMove, ...]:
        """The legal moves, by mover from left to right, a slide before a leap."""
        kernel = AccordionKernel([card.index for card in state])
        return self.line(kernel, kernel.legal_moves())

    def apply(self, state: tuple[Card, ...], move: AccordionMove) -> tuple[Card, ...]:
        """The row after a legal move."""
        kernel = AccordionKernel([card.index for card in state])
        if not kernel.play(move.mover.index << 6 | move.covered.index):
            raise SolitaireError(f"{move} is not legal in the row {' '.join(map(str, state))}")
        return tuple([FULL_DECK[card] for card in kernel.row()])

    def is_won(self, state: tuple[Card, ...]) -> bool:
        """Whether one pile is left."""
        return bool(AccordionKernel([card.index for card in state]).won)

    def remaining(self, state: tuple[Card, ...]) -> int:
        """The number of piles."""
        return len(state)

    def judge(self, deal: Deal, moves: Iterable[object]) -> Replay:
        """What the independent referee says of a line."""
        return accordion.judge(deal.cards, moves)

    def options(self) -> dict[str, Any]:
        """Open Accordion has no options."""
        return {}
