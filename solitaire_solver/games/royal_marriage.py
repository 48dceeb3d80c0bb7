"""Royal Marriage: a row whose cards are thrown away until only the queen and the king are left.

The rules themselves are in ``royal_marriage_kernel``; this module is what a player sees of them.
"""

from collections.abc import Sequence
from typing import ClassVar

import attrs

from solitaire_solver.cards import FULL_DECK, SUITS, Card
from solitaire_solver.deals import Deal
from solitaire_solver.errors import DealError, OptionError
from solitaire_solver.game import KernelGame
from solitaire_solver.games.discard import DISCARDS, Discard
from solitaire_solver.games.layout import whole_row
from solitaire_solver.games.royal_marriage_kernel import RoyalMarriageKernel

_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


def _a_suit(_: object, field: "attrs.Attribute[str]", value: object) -> None:
    if not (isinstance(value, str) and len(value) == 1 and value in SUITS):
        raise OptionError(f"{field.name} is C, D, H or S, not {value!r}")


def _yes_or_no(_: object, field: "attrs.Attribute[bool]", value: object) -> None:
    if not isinstance(value, bool):
        raise OptionError(f"{field.name} is True or False, not {value!r}")


@attrs.frozen
class RoyalMarriage(KernelGame):
    """Royal Marriage. A deal that holds the queen and the king of ``suit``; a state is the row.

    The queen is laid first and the king last, wherever they come in the deal, and the other cards
    between them in its order. One or two adjacent cards between two that match in rank or suit may
    be thrown away. Won when only queen and king are left; ``remaining`` counts cards. With
    ``long_runs`` any number of adjacent cards may go at once if they are all of one suit. With
    ``forced`` the cards are turned one by one and what can go goes at once, which leaves nothing to
    decide: every state has at most one move.

    A move is written as the cards that go, ``5C`` or ``5C+6D``, from left to right. Moves are
    listed by the card that catches from the right, from left to right, the fewest cards first.

    >>> game = RoyalMarriage()
    >>> row = game.initial_state(Deal.parse("KH 5C QH 6D 5S"))
    >>> print(*row)
    QH 5C 6D 5S KH
    >>> [str(move) for move in game.moves(row)]
    ['6D']
    >>> [str(move) for move in game.moves(game.apply(row, game.moves(row)[0]))]
    ['5C+5S']
    """

    name: ClassVar[str] = "royal-marriage"

    suit: str = attrs.field(default="H", validator=_a_suit)
    forced: bool = attrs.field(default=False, validator=_yes_or_no)
    long_runs: bool = attrs.field(default=False, validator=_yes_or_no)

    @property
    def choices_matter(self) -> bool:  # type: ignore[override]
        """Whether anything is left to decide, which forced play does not do."""
        return not self.forced

    @property
    def prunes(self) -> tuple[str, ...]:  # type: ignore[override]
        """The theorem by which moves are left out; of forced play none is, it is only followed."""
        return () if self.forced else ("stranded cards",)

    def initial_state(self, deal: Deal) -> tuple[Card, ...]:
        """The row: the queen, the other cards in the order of the deal, the king."""
        suit = SUITS.index(self.suit)
        queen, king = FULL_DECK[13 * suit + 11], FULL_DECK[13 * suit + 12]
        cards = whole_row(deal, "Royal Marriage", "put the bar behind the last card")
        others = [card for card in cards if card is not queen and card is not king]
        if len(others) != len(cards) - 2:
            missing = king if queen in cards else queen
            raise DealError(
                f"Royal Marriage needs the queen and king of {_SUIT_NAMES[suit]}; "
                f"{missing} is not in the deal"
            )
        return (queen, *others, king)

    def position(self, state: tuple[Card, ...]) -> Deal:
        """The deal that is this row."""
        return Deal(state)

    def kernel_at(self, state: tuple[Card, ...]) -> RoyalMarriageKernel:
        """A kernel with this row, the royal pair at its ends."""
        return RoyalMarriageKernel([card.index for card in state], self.forced, self.long_runs)

    def state_of(self, kernel: RoyalMarriageKernel) -> tuple[Card, ...]:
        """The row from left to right."""
        return tuple([FULL_DECK[card] for card in kernel.cards()])

    def line(self, kernel: RoyalMarriageKernel, numbers: Sequence[int]) -> tuple[Discard, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple([DISCARDS[kernel.cards_of(number)] for number in numbers])

    def number(self, kernel: RoyalMarriageKernel, move: Discard) -> int:
        """How the kernel numbers a move."""
        return kernel.number_of([card.index for card in move.cards])
