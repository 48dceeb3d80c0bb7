"""Dealt play: a row that grows as cards are turned, and when each move of a line can be made.

A line of open Accordion can be played while dealing: keep the order of the moves and turn cards
only when the next move needs them. Often a move can come earlier still. Two moves that follow each
other can be swapped when the stretches of the row that they touch, from the pile covered to the
pile that moves, have no place in common: the one further right does not change what lies left of
it, and the one further left shifts all places of the other alike. So a move must wait only for the
card that moves, and for those moves before it that it cannot be swapped with; the last of these
decides. ``earliest`` inserts the moves of a line one after the other, each as far forward as this
allows, in a list that stays sorted by turns. Among all lines that swaps lead to, no other makes any
of the moves at an earlier turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import attrs

from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal, Position


@attrs.frozen
class DealtRow:
    """The tops of the piles from left to right, and the stock, the next card to be turned first."""

    row: tuple[Card, ...]
    stock: tuple[Card, ...]

    @classmethod
    def of(cls, deal: Deal) -> "DealtRow":
        """Where play begins: all cards in the stock, or row and stock of a position."""
        if isinstance(deal, Position):
            return cls(deal.row, deal.stock)
        return cls((), deal.cards)

    @property
    def position(self) -> Position:
        """The position that begins here."""
        return Position(self.row + self.stock, laid=(len(self.row),))

    def _repr_html_(self) -> str:
        """The row and the stock, for a notebook."""
        from solitaire_solver.viewer import notebook

        return notebook.cards([self.row], self.stock)


@attrs.frozen
class Turn:
    """The next card of the stock is turned and becomes the last pile of the row.

    >>> print(Turn())
    turn
    """

    def __str__(self) -> str:
        return "turn"


TURN = Turn()

#: How kernels write a turn. As a move of piles it would be the ace of clubs onto itself.
TURN_NUMBER = 0


@attrs.define
class _Planned:
    """A move that is made when so many cards are turned, and the places it touches in the row."""

    move: Any
    turned: int
    target: int
    place: int

    def comes_before(self, other: "_Planned") -> bool:
        """Swap with ``other``, made just before, if they touch different places; say whether."""
        if self.place < other.target:
            other.target -= 1
            other.place -= 1
        elif self.target >= other.place:
            self.target += 1
            self.place += 1
        else:
            return False
        return True


def earliest(cards: Sequence[Card], line: Iterable[Any], turned: int = 0) -> tuple[Any, ...]:
    """The moves of a line from the deal ``cards`` and all turns, each move as early as can be.

    The first ``turned`` of the cards lie in the row from the beginning. The line may be open or
    dealt. Takes time proportional to the square of its length.

    >>> from solitaire_solver import Accordion, Deal, solve
    >>> deal = Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D")
    >>> line = solve(Accordion(), deal).solution
    >>> print(*earliest(deal.cards, line)[:9])
    turn turn turn AH>3H AH>AC turn turn turn turn
    """
    turn_of = {card: max(number, turned) for number, card in enumerate(cards, 1)}
    row = list(cards)
    plan: list[_Planned] = []
    for move in line:
        if move == TURN:
            continue
        place, target = row.index(move.mover), row.index(move.covered)
        row[target] = move.mover
        del row[place]
        planned = _Planned(move, turn_of[move.mover], target, place)
        at = len(plan)
        while at and plan[at - 1].turned > planned.turned:
            if planned.comes_before(plan[at - 1]):
                at -= 1
            else:
                planned.turned = plan[at - 1].turned
        plan.insert(at, planned)
    return tuple(_with_turns(plan, turned, len(cards)))


def _with_turns(plan: Iterable[_Planned], turned: int, cards: int) -> Iterator[Any]:
    for planned in plan:
        yield from [TURN] * (planned.turned - turned)
        turned = planned.turned
        yield planned.move
    yield from [TURN] * (cards - turned)
