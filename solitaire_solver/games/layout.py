"""Where play begins in games that lay all cards out."""

from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal, Position
from solitaire_solver.errors import DealError


def whole_row(deal: Deal, game: str, advice: str) -> tuple[Card, ...]:
    """All cards of a deal, in one row. A position with a stock is a ``DealError`` with ``advice``.

    >>> print(*whole_row(Deal.parse("AC 3H |"), "the game", "put the bar at the end"))
    AC 3H
    >>> whole_row(Deal.parse("AC | 3H 4S"), "the game", "put the bar at the end")
    Traceback (most recent call last):
    solitaire_solver.errors.DealError: the game lays all cards in the row, and here the stock has \
2; put the bar at the end
    """
    if isinstance(deal, Position) and len(deal.row) < len(deal.cards):
        raise DealError(
            f"{game} lays all cards in the row, and here the stock has {len(deal.stock)}; {advice}"
        )
    return deal.cards
