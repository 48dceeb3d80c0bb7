"""Every game by brute force from any of its states: what positions and hints are measured against.

The naive rules are those that the tests of each game are written with; here they are only given one
form, so that a test may walk through all games alike. Good for about ten cards.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import attrs
import naive
import naive_discards as discards
from test_dealt_accordion import steps
from test_decade import Naive
from test_strict_accordion import forced

from solitaire_solver import Accordion, Decade, RoyalMarriage, StrictAccordion, TenByOne

Moves = Callable[[Any], list[tuple[str, Any]]]


@attrs.define(eq=False)
class Oracle:
    """A game by its moves: how it sees a state of the package, what is left, and what is won."""

    see: Callable[[Any], Any]
    moves: Moves
    remaining: Callable[[Any], int]
    is_won: Callable[[Any], bool]

    def __attrs_post_init__(self) -> None:
        self._look = cache(self._look_at)

    _look: Any = attrs.field(init=False)

    def _look_at(self, state: Any) -> tuple[bool, int]:
        found = [self._look(after) for _, after in self.moves(state)]
        found.append((self.is_won(state), self.remaining(state)))
        return max(won for won, _ in found), min(left for _, left in found)

    def winnable(self, state: Any) -> bool:
        """Whether some line from a state of the package wins."""
        return bool(self._look(self.see(state))[0])

    def least(self, state: Any) -> int:
        """The fewest cards or piles that a line from a state of the package leaves."""
        return int(self._look(self.see(state))[1])


def oracle(game: Any) -> Oracle:
    """The brute force of a game with its options."""
    if isinstance(game, Accordion) and not game.dealt:
        return Oracle(texts, naive.moves, len, lambda row: len(row) == 1)
    if isinstance(game, Accordion):
        return Oracle(row_and_stock, lambda state: list(steps(state)), in_both, is_one_pile)
    if isinstance(game, StrictAccordion):
        reading = (game.prefer, game.pile, game.scope)
        return Oracle(
            row_and_stock, lambda state: strict_steps(state, reading), in_both, is_one_pile
        )
    if isinstance(game, RoyalMarriage):
        return Oracle(texts, marriage_moves(game), len, lambda row: len(row) == 2)
    if isinstance(game, TenByOne):
        return Oracle(texts, discards.ten_moves, discards.low, lambda row: not discards.low(row))
    assert isinstance(game, Decade)
    rules = Naive(**game.options())
    return Oracle(table_and_stock, rules.moves, rules.remaining, rules.is_won)


def texts(cards: Any) -> tuple[str, ...]:
    return tuple(map(str, cards))


def row_and_stock(state: Any) -> Any:
    return texts(state.row), texts(state.stock)


def table_and_stock(state: Any) -> Any:
    return tuple(map(texts, state.stacks)), texts(state.stock), state.next_stack


def in_both(state: Any) -> int:
    row, stock = state
    return len(row) + len(stock)


def is_one_pile(state: Any) -> bool:
    row, stock = state
    return len(row) == 1 and not stock


def strict_steps(state: Any, reading: tuple[str, str, str]) -> list[tuple[str, Any]]:
    row, stock = state
    move = forced(list(row), reading)
    if move is not None:
        place, target = move
        after = list(row)
        after[target] = after.pop(place)
        return [(f"{row[place]}>{row[target]}", (tuple(after), stock))]
    return [("turn", (row + stock[:1], stock[1:]))] if stock else []


def marriage_moves(game: RoyalMarriage) -> Moves:
    if not game.forced:
        return lambda row: discards.marriage_moves(row, game.long_runs)

    def forced_moves(row: Any) -> list[tuple[str, Any]]:
        line, _ = discards.forced_play(row, game.long_runs)
        if not line:
            return []
        gone = line[0].split("+")
        return [(line[0], tuple(card for card in row if card not in gone))]

    return forced_moves
