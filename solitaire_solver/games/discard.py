"""The move of games that throw cards away: the cards that go.

Every card of a pack exists once, so the cards say all: where they lie follows from the table.
"""

from collections.abc import Iterable

import attrs

from solitaire_solver.cards import FULL_DECK, Card, parse_cards


def _as_tuple(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards)


@attrs.frozen
class Discard:
    """Cards that are thrown away together, in the order in which they lie.

    >>> print(Discard.parse("5C"), Discard.parse("9♠ + ah"))
    5C 9S+AH
    """

    cards: tuple[Card, ...] = attrs.field(converter=_as_tuple)
    _text: str = attrs.field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_text", "+".join(map(str, self.cards)))

    @classmethod
    def parse(cls, text: str) -> "Discard":
        """The move written in ``text``: cards joined by ``+``."""
        return cls(parse_cards(text.split("+")))

    def __str__(self) -> str:
        return self._text


class Discards(dict[tuple[int, ...], Discard]):
    """The moves by the numbers of their cards; each move is made once, when it is first met."""

    def __missing__(self, cards: tuple[int, ...]) -> Discard:
        move = self[cards] = Discard([FULL_DECK[card] for card in cards])
        return move


DISCARDS = Discards()
