"""Where a line begins: as the rules lay the cards out, or in mid-game."""

from collections.abc import Sequence

from solitaire_solver.cards import Card
from solitaire_solver.errors import DealError


def in_row(cards: Sequence[Card], laid: Sequence[int] | None, at_first: int) -> int:
    """How many of the cards lie in the one row: what ``laid`` says, or None, ``at_first``."""
    if laid is None:
        return min(at_first, len(cards))
    if len(laid) != 1 or not 0 <= laid[0] <= len(cards):
        raise DealError(f"one row of at most {len(cards)} cards is laid, not {tuple(laid)}")
    return laid[0]
