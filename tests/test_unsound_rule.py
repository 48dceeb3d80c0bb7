"""The suite catches wrong rules: each of these mistakes breaks the agreement on some row.

Every one is a mistake that a solver could make and keep for long, because most deals come out
right all the same. The same check that ``test_search_oracle.py`` expects to hold must fail for it,
and must hold for the right rule in the same surroundings, so that nothing else is to blame.
"""

import random
from collections.abc import Hashable
from itertools import pairwise
from typing import Any, ClassVar

import attrs
import pytest
from agreement import PlainAccordion, assert_agrees, caught
from naive import Row, kind, moves, read_row, study

from solitaire_solver import DepthFirst, Game, Limits
from solitaire_solver.search.engine import STATUS, DepthFirstSearch
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.strategies import Objective, drive, make_table

PACK = [rank + suit for suit in "CDH" for rank in "A2345"]
ROWS = [" ".join(random.Random(seed).sample(PACK, 7 + seed % 3)) for seed in range(60)]

pytestmark = pytest.mark.uncompiled


def test_the_rows_are_of_both_kinds() -> None:
    winnable = sum(study(read_row(row)).winnable for row in ROWS)
    assert 10 <= winnable <= 50


# --- wrong games ----------------------------------------------------------------------------------


class KeyForgetsOrder(PlainAccordion):
    """The same cards in another order are taken for the same row."""

    def key(self, state: Row) -> Hashable:
        return frozenset(state)


class KeyForgetsTheFirstCard(PlainAccordion):
    """Rows that differ in the first card are taken for the same row."""

    def key(self, state: Row) -> Hashable:
        return len(state), state[1:]


class KeyIsShort(PlainAccordion):
    """A hash of six bits: different rows share keys."""

    def key(self, state: Row) -> Hashable:
        return sum(ord(text) * (place + 1) for place, text in enumerate("".join(state))) % 64


class LeapIsForgotten(PlainAccordion):
    """Only slides."""

    def moves(self, state: Row) -> list[str]:
        slides = {f"{mover}>{covered}" for covered, mover in pairwise(state)}
        return [text for text in super().moves(state) if text in slides]


class LeapFromTheEndIsForgotten(PlainAccordion):
    """An off-by-one in a loop: the last card never leaps."""

    def moves(self, state: Row) -> list[str]:
        return [
            text for text in super().moves(state) if text[:2] != state[-1] or text[3:] == state[-2]
        ]


class TwoPlacesAreAllowed(PlainAccordion):
    """A pile may also move two places."""

    def steps(self, state: Row) -> dict[str, Row]:
        found = dict(moves(state))
        for place in range(2, len(state)):
            mover, covered = state[place], state[place - 2]
            if mover[0] == covered[0] or mover[1] == covered[1]:
                found[f"{mover}>{covered}"] = (
                    *state[: place - 2],
                    mover,
                    state[place - 1],
                    *state[place + 1 :],
                )
        return found

    def moves(self, state: Row) -> list[str]:
        return list(self.steps(state))

    def apply(self, state: Row, move: str) -> Row:
        return self.steps(state)[move]


class TwoPilesWin(PlainAccordion):
    """Two piles pass for a win."""

    def is_won(self, state: Row) -> bool:
        return len(state) <= 2


class LastOfItsRankIsKept(PlainAccordion):
    """A prune without a proof: the last card of a rank is never covered."""

    def moves(self, state: Row) -> list[str]:
        ranks = [card[0] for card in state]
        return [text for text in super().moves(state) if ranks.count(text[3]) > 1]


class TwinsOfAnySuit(PlainAccordion):
    """A key that takes all cards alone in their ranks for alike, whatever their suits."""

    def key(self, state: Row) -> Hashable:
        return tuple(card if len(card) == 2 else "?" for card in kind(state))


class SlidesBesideSlides(PlainAccordion):
    """Of two slides side by side only the left one is kept, whatever the two cards match."""

    def moves(self, state: Row) -> list[str]:
        slides = {f"{mover}>{covered}" for covered, mover in pairwise(state)}
        found: list[str] = []
        for text in super().moves(state):
            left = [other for other in found if other in slides and other[:2] == text[3:]]
            if text not in slides or not left:
                found.append(text)
        return found


class CountsOneTooFew(PlainAccordion):
    """The result is one pile better than it is."""

    def remaining(self, state: Row) -> int:
        return max(1, len(state) - 1)


WRONG_GAMES = [
    KeyForgetsOrder,
    KeyForgetsTheFirstCard,
    KeyIsShort,
    LeapIsForgotten,
    LeapFromTheEndIsForgotten,
    TwoPlacesAreAllowed,
    TwoPilesWin,
    LastOfItsRankIsKept,
    TwinsOfAnySuit,
    SlidesBesideSlides,
    CountsOneTooFew,
]


def test_the_right_game_in_plain_python_agrees_on_every_row() -> None:
    assert caught(ROWS, game=PlainAccordion()) == []


@pytest.mark.parametrize("wrong", WRONG_GAMES, ids=lambda game: game.__name__)
def test_a_wrong_game_is_caught(wrong: type[Game]) -> None:
    assert caught(ROWS, DepthFirst(), game=wrong())


# --- wrong strategies -----------------------------------------------------------------------------


@attrs.frozen
class CutCountsAsExhausted:
    """A search that was cut short is reported as one that covered everything."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        report = DepthFirst().run(game, kernel, meter, objective)
        return attrs.evolve(report, exhausted=not report.won) if self.mistaken else report


class CutCountsAsCut(CutCountsAsExhausted):
    """The same without the mistake."""

    mistaken = False


@attrs.frozen
class RestartsKeepTheTable:
    """Attempts are cut after a few states, and the next one takes the states met for lost ones."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        kernel.prune = False
        table = make_table(kernel, 128, meter.limits.memory)
        search = DepthFirstSearch(kernel, table)
        for attempt in range(3):
            if STATUS[search.run(4)] != "running":
                return drive(game, search, meter, attempt)
            search.unwind()
            if not self.mistaken:
                table.clear()
            search.start()
        return drive(game, search, meter, 3)


class RestartsClearTheTable(RestartsKeepTheTable):
    """The same without the mistake."""

    mistaken = False


@attrs.frozen
class GivingUpCountsAsCovering:
    """States below which patience ran out pass for states that were searched."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        kernel.prune = False
        table = make_table(kernel, 128, meter.limits.memory)
        search = DepthFirstSearch(kernel, table)
        search.be_patient(kernel.remaining - 2, 3)
        report = drive(game, search, meter)
        if STATUS[search.status] == "given up":
            if self.mistaken:
                return attrs.evolve(report, exhausted=True)
            assert not report.exhausted
            assert not report.won
            search.unwind()
            return DepthFirst().run(game, kernel, meter, objective)
        return report


class GivingUpCountsForNothing(GivingUpCountsAsCovering):
    """The same without the mistake."""

    mistaken = False


@attrs.frozen
class FullCountsAsExhausted:
    """A table that is full ends the search as if it had ended by itself."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        kernel.prune = False
        search = DepthFirstSearch(kernel, make_table(kernel, 128, 1))
        search.run(10**9)
        full = STATUS[search.status] == "full"
        report = drive(game, search, meter)
        if full and self.mistaken:
            return attrs.evolve(report, exhausted=True, won=False)
        return report


class FullCountsAsFull(FullCountsAsExhausted):
    """The same without the mistake."""

    mistaken = False


@attrs.frozen
class AnyBestIsTheLeast:
    """What a search for a win reached passes for the minimum, though moves were pruned."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        report = DepthFirst().run(game, kernel, meter, objective)
        return attrs.evolve(report, minimised=True) if self.mistaken else report


class OnlyTheLeastIsTheLeast(AnyBestIsTheLeast):
    """The same without the mistake."""

    mistaken = False


STRATEGIES = [
    (CutCountsAsExhausted, CutCountsAsCut, Limits(expansions=4)),
    (RestartsKeepTheTable, RestartsClearTheTable, Limits()),
    (GivingUpCountsAsCovering, GivingUpCountsForNothing, Limits()),
    (FullCountsAsExhausted, FullCountsAsFull, Limits()),
    (AnyBestIsTheLeast, OnlyTheLeastIsTheLeast, Limits()),
]


@pytest.mark.parametrize(
    ("wrong", "right", "limits"), STRATEGIES, ids=[wrong.__name__ for wrong, _, _ in STRATEGIES]
)
def test_a_wrong_strategy_is_caught_and_its_right_twin_agrees(
    wrong: type[Any], right: type[Any], limits: Limits
) -> None:
    assert caught(ROWS, wrong(), limits=limits)
    for row in ROWS:
        assert_agrees(row, right(), limits=limits)
