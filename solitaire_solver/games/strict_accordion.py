"""Strict Accordion: whenever a move exists one must be made, so the deal alone decides.

The rules themselves are in ``strict_kernel``; this module is what a player sees of them.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import attrs

from solitaire_solver.cards import FULL_DECK
from solitaire_solver.deals import Deal
from solitaire_solver.errors import DealError
from solitaire_solver.game import KernelGame
from solitaire_solver.games.accordion import MOVES, AccordionMove, number_of
from solitaire_solver.games.dealing import DealtRow, Turn
from solitaire_solver.games.options import one_of
from solitaire_solver.games.strict_kernel import StrictKernel


@attrs.frozen
class Played:
    """How a deal came out: the piles left, and the turns and moves that led there."""

    piles: int
    line: tuple[AccordionMove | Turn, ...]


@attrs.frozen
class StrictAccordion(KernelGame):
    """Strict Accordion. A deal of 1 to 52 cards; a state is a ``DealtRow`` with at most one move.

    While any pile can move as in Accordion, one must; otherwise a card is turned. If several moves
    are possible, ``pile`` says whether the leftmost or the rightmost pile that can move does so,
    and ``prefer`` whether it takes the nearer distance (1) or the longer one (3) if it has both.
    With ``scope="per-pile"`` the pile is chosen first, then its distance; with ``"whole-row"`` a
    move of the preferred distance anywhere goes before any other. Won with one pile left and no
    stock; ``remaining`` counts piles and the cards of the stock.

    >>> game = StrictAccordion()
    >>> state = game.initial_state(Deal.parse("AC 3H AH 2S AS"))
    >>> while game.moves(state):
    ...     (move,) = game.moves(state)
    ...     state = game.apply(state, move)
    ...     print(move, "  ", *state.row)
    turn    AC
    turn    AC 3H
    turn    AC 3H AH
    AH>3H    AC AH
    AH>AC    AH
    turn    AH 2S
    turn    AH 2S AS
    AS>2S    AH AS
    AS>AH    AS
    """

    name: ClassVar[str] = "strict-accordion"
    choices_matter: ClassVar[bool] = False

    prefer: Literal["nearer", "longer"] = attrs.field(
        default="nearer", validator=one_of("nearer", "longer")
    )
    pile: Literal["leftmost", "rightmost"] = attrs.field(
        default="leftmost", validator=one_of("leftmost", "rightmost")
    )
    scope: Literal["per-pile", "whole-row"] = attrs.field(
        default="per-pile", validator=one_of("per-pile", "whole-row")
    )

    def initial_state(self, deal: Deal) -> DealtRow:
        """All cards of the deal in the stock, or row and stock of a position."""
        return DealtRow.of(deal)

    def position(self, state: DealtRow) -> Deal:
        """The position with these tops, each a pile of one, and this stock."""
        return state.position

    def kernel_at(self, state: DealtRow) -> StrictKernel:
        """A kernel with these piles, of which only the tops count, and this stock."""
        return self._kernel([card.index for card in state.row + state.stock], len(state.row))

    def _kernel(self, cards: list[int], turned: int) -> StrictKernel:
        return StrictKernel(
            cards,
            turned,
            self.prefer == "longer",
            self.pile == "rightmost",
            self.scope == "whole-row",
        )

    def state_of(self, kernel: StrictKernel) -> DealtRow:
        """The tops from left to right, and the stock."""
        return DealtRow(
            tuple([FULL_DECK[card] for card in kernel.row()]),
            tuple([FULL_DECK[card] for card in kernel.stock()]),
        )

    def line(self, kernel: Any, numbers: Sequence[int]) -> tuple[AccordionMove | Turn, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple([MOVES[number] for number in numbers])

    def number(self, kernel: Any, move: AccordionMove | Turn) -> int:
        """How the kernel numbers a move."""
        return number_of(move)

    def play(self, deal: Deal) -> Played:
        """Play the deal to its end.

        >>> played = StrictAccordion().play(Deal.parse("AC 3H AH 2S"))
        >>> print(played.piles, *played.line)
        2 turn turn turn AH>3H AH>AC turn
        """
        kernel = self.kernel_at(self.initial_state(deal))
        line = self.line(kernel, kernel.play_out())
        return Played(kernel.remaining, line)

    def census(self, seeds: range) -> list[int]:
        """Play the full pack of every seed; entry n says how many ended with n piles, 0 to 52.

        The packs are those of ``Deal.from_seed``; ``seeds`` goes up by ones. Some hundred thousand
        packs a second; the GIL is released, so threads run side by side.

        >>> census = StrictAccordion().census(range(1, 10001))
        >>> census[1], sum(census[:6])
        (5, 1481)
        """
        if not isinstance(seeds, range) or seeds.step != 1:
            raise DealError(f"the seeds of a census are a range in steps of 1, not {seeds!r}")
        if seeds and not 0 <= seeds[0] <= seeds[-1] < 2**64:
            raise DealError(f"{seeds!r} has seeds that are not between 0 and {2**64 - 1}")
        if not seeds:
            return [0] * 53
        census: list[int] = self._kernel(list(range(52)), 0).census(seeds[0], len(seeds))
        return census
