"""What lies before a player at one moment: rows of piles, the stock, the cards thrown away."""

import attrs

from solitaire_solver.cards import Card

Pile = tuple[Card, ...]


@attrs.frozen
class Layout:
    """The table, as the referee has it.

    ``rows`` are from top to bottom, the piles of a row from left to right and the cards of a pile
    from bottom to top; games that do not stack cards have piles of one card. Decade has a row for
    each of its stacks. The next card of the ``stock`` is its first, and where there are several
    rows it goes to ``next_row``, counted from 0; None if it goes to none. ``discard`` is in the
    order in which cards were thrown away.
    """

    rows: tuple[tuple[Pile, ...], ...]
    stock: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    next_row: int | None = None

    @property
    def tops(self) -> tuple[Card, ...]:
        """The cards that lie open, row by row from left to right.

        >>> from solitaire_solver.cards import parse_cards
        >>> three, four, five = parse_cards("3H 4H 5H")
        >>> print(*Layout(rows=(((three, four), (five,)),)).tops)
        4H 5H
        """
        return tuple([pile[-1] for row in self.rows for pile in row])


def single_piles(cards: "list[Card] | tuple[Card, ...]") -> tuple[Pile, ...]:
    """A row in which every card is a pile of its own."""
    return tuple([(card,) for card in cards])
