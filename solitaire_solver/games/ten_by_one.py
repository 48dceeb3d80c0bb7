"""Ten By One: ten cards in a row, pairs that make ten are thrown away, the stock fills the holes.

The rules themselves are in ``ten_by_one_kernel``; this module is what a player sees of them.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from solitaire_solver.cards import FULL_DECK, Card
from solitaire_solver.deals import Deal, Position
from solitaire_solver.errors import DealError
from solitaire_solver.game import KernelGame
from solitaire_solver.games.discard import DISCARDS, Discard
from solitaire_solver.games.ten_by_one_kernel import TenByOneKernel

PLACES = 10


@attrs.frozen
class TenByOne(KernelGame):
    """Ten By One. A deal of 1 to 52 cards; a state is the cards not gone, of which ten lie open.

    The first ten cards are the row and the others the stock. Two cards that make ten together, a
    ten, or four jacks, queens or kings may be thrown away, and the holes are refilled from the
    stock at once. Won when no card from ace to ten is left in row and stock; ``remaining`` counts
    those. Places in the row mean nothing, so the cards of a state are in the order of the deal and
    the row is the first ten.

    A move is written as the cards that go, ``AS+9H``, ``TD`` or ``JC+JD+JH+JS``: the lower rank
    first; of cards alike in rank that which has lain longest. Moves are listed in the order A+9,
    2+8, 3+7, 4+6, 5+5, ten, jacks, queens, kings.

    >>> game = TenByOne()
    >>> cards = game.initial_state(Deal.parse("AS KD KH KS QD QH QS JD JH 9H 9C TD"))
    >>> [str(move) for move in game.moves(cards)]
    ['AS+9H']
    >>> cards = game.apply(cards, game.moves(cards)[0])
    >>> print(*cards)
    KD KH KS QD QH QS JD JH 9C TD
    >>> [str(move) for move in game.moves(cards)]
    ['TD']
    """

    name: ClassVar[str] = "ten-by-one"
    choices_matter: ClassVar[bool] = False

    def initial_state(self, deal: Deal) -> tuple[Card, ...]:
        """The cards of the deal; of a position, those in the row first."""
        places = min(PLACES, len(deal.cards))
        if isinstance(deal, Position) and len(deal.row) != places:
            raise DealError(
                f"ten cards lie in the row as long as there are so many, and here it has "
                f"{len(deal.row)} of {len(deal.cards)}; put the bar behind card {places}"
            )
        return deal.cards

    def position(self, state: tuple[Card, ...]) -> Deal:
        """The deal of which the first ten cards are the row."""
        return Deal(state)

    def kernel_at(self, state: tuple[Card, ...]) -> TenByOneKernel:
        """A kernel with these cards, the first ten in the row."""
        return TenByOneKernel([card.index for card in state])

    def state_of(self, kernel: TenByOneKernel) -> tuple[Card, ...]:
        """The cards that are not gone, in the order of the deal."""
        return tuple([FULL_DECK[card] for card in kernel.cards()])

    def line(self, kernel: TenByOneKernel, numbers: Sequence[int]) -> tuple[Discard, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple([DISCARDS[kernel.cards_of(number)] for number in numbers])

    def spelling(self, move: object) -> Any:
        """The ranks that a move takes, in any order: cards of one rank are alike."""
        return sorted([card.rank for card in super().spelling(move)])

    def number(self, kernel: TenByOneKernel, move: Discard) -> int:
        """How the kernel numbers a move."""
        return kernel.number_of([card.index for card in move.cards])
