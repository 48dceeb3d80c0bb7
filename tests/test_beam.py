"""Beam search: complete when nothing was dropped, and undecided when a win may have been."""

import math
from typing import Any, ClassVar

import attrs
import pytest
from agreement import PlainAccordion, assert_agrees
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import read_row, study
from shortest import assert_shortest, instances, least_moves
from test_search_oracle import SPECIAL_ROWS, random_row, rows

from solitaire_solver import (
    Accordion,
    Beam,
    Deal,
    Decade,
    DepthFirst,
    Game,
    Heuristic,
    Limits,
    Outcome,
    RoyalMarriage,
    StrictAccordion,
    TenByOne,
    solve,
    verify,
)
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.strategies import Objective

ENDLESS = 10**6
WIDTHS = (1, 2, 3, 10, 100, ENDLESS)
HEURISTICS = (None, "moves-left", Heuristic(lambda row: -len(row), safe=True))

#: It says next to nothing.
CHAOS = Heuristic(lambda row: sum(at * card.index for at, card in enumerate(row)) % 7)


# --- agreement ------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@settings(deadline=None, max_examples=60)
@given(rows(most=8), st.sampled_from(HEURISTICS))
def test_every_width_agrees_with_the_naive_search(row: str, heuristic: Any) -> None:
    for width in WIDTHS:
        for objective in ("win", "minimum"):
            assert_agrees(row, Beam(width, heuristic), objective=objective)


@pytest.mark.uncompiled
@pytest.mark.parametrize("row", SPECIAL_ROWS)
def test_every_width_agrees_on_special_rows(row: str) -> None:
    for width in WIDTHS:
        for objective in ("win", "minimum"):
            assert_agrees(row, Beam(width), objective=objective)


def test_a_game_in_plain_python_agrees() -> None:
    for seed in range(20):
        for width in (1, 5, ENDLESS):
            assert_agrees(random_row(8, seed), Beam(width), game=PlainAccordion())


@pytest.mark.uncompiled
def test_a_beam_that_drops_nothing_covers_what_depth_first_search_covers() -> None:
    for seed in range(40):
        deal = Deal.from_seed(seed, 9)
        beam = solve(Accordion(), deal, Beam(ENDLESS))
        first = solve(Accordion(), deal, DepthFirst(prune=("dead rows",)))
        assert beam.outcome is first.outcome
        if beam.proof is not None:
            assert beam.proof == first.proof
            assert beam.statistics.expanded == first.statistics.expanded
            assert beam.statistics.duplicates == first.statistics.duplicates


def test_a_narrow_beam_is_undecided_where_it_dropped_states_and_never_wrong() -> None:
    found = dict.fromkeys(Outcome, 0)
    for seed in range(200):
        row = random_row(8, seed)
        result = assert_agrees(row, Beam(1, CHAOS))
        found[result.outcome] += 1
        if result.outcome is Outcome.UNKNOWN:
            assert result.limit == "width"
            assert result.statistics.dropped > 0
    assert min(found.values()) >= 5


@pytest.mark.parametrize("kind", ["maze", "royal-marriage", "decade"])
def test_a_win_is_a_shortest_one_when_nothing_was_dropped(kind: str) -> None:
    claimed = unclaimed = 0
    for game, deal in instances(kind, 100):
        for width in (2, 10, ENDLESS):
            result = assert_shortest(game, deal, Beam(width))
            claimed += result.solution_is_shortest
            unclaimed += result.solution is not None and not result.solution_is_shortest
            if result.solution is not None:
                assert result.solution_is_shortest == (result.statistics.dropped == 0)
    assert min(claimed, unclaimed) >= 10


@pytest.mark.parametrize(
    "game",
    [
        Accordion(dealt=True),
        RoyalMarriage(long_runs=True),
        Decade(),
        Decade(compulsory=False, stacks=3),
        StrictAccordion(),
        TenByOne(),
    ],
    ids=str,
)
def test_every_game_can_be_searched(game: Game) -> None:
    for seed in range(3):
        deal = Deal.from_seed(seed)
        result = solve(game, deal, Beam(5))
        truth = solve(game, deal, limits=Limits(expansions=100_000)).outcome
        if Outcome.UNKNOWN not in (result.outcome, truth):
            assert result.outcome is truth
        assert verify(game, deal, result.best_line).remaining == result.remaining


# --- what a width keeps ---------------------------------------------------------------------------


class Tree(Game):
    """Numbers with twenty moves each, none met twice; the least digit sum seems the best."""

    name: ClassVar[str] = "tree"
    acyclic: ClassVar[bool] = True

    def initial_state(self, deal: int) -> tuple[int, ...]:
        return (deal,)

    def moves(self, state: tuple[int, ...]) -> range:
        return range(20 if len(state) < 5 else 0)

    def apply(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, (7 * move + 3 * state[-1]) % 20)

    def is_won(self, state: tuple[int, ...]) -> bool:
        return False

    def remaining(self, state: tuple[int, ...]) -> int:
        return 1000 - sum(state)

    def fewest_moves(self, state: tuple[int, ...]) -> float:
        return sum(state) // 2


@pytest.mark.parametrize("width", [1, 2, 3, 7, 50, 64, 65, 200, 5000, 200_000])
def test_the_best_of_a_layer_are_kept_and_of_equals_those_that_came_first(width: int) -> None:
    game = Tree()
    layer: list[tuple[int, ...]] = [(3,)]
    reached, expanded, dropped = set(layer), 0, 0
    while layer:
        expanded += len(layer)
        children = [game.apply(state, move) for state in layer for move in game.moves(state)]
        reached |= set(children)
        # The engine keeps the states of a layer in no particular order, so sets are compared.
        ranked = sorted(children, key=game.fewest_moves)
        layer = ranked[:width]
        dropped += len(ranked) - len(layer)
        if width < len(ranked) and game.fewest_moves(ranked[width]) == game.fewest_moves(layer[-1]):
            return  # which of the equals came first depends on that order
    result = solve(game, 3, Beam(width), Limits(expansions=500_000))
    assert (result.statistics.expanded, result.statistics.dropped) == (expanded, dropped)
    assert result.statistics.table_entries == len(reached)
    assert result.remaining == min(map(game.remaining, reached))
    assert (result.outcome is Outcome.UNWINNABLE) == (dropped == 0)


def test_a_wider_beam_wins_more_packs() -> None:
    won = [
        sum(
            solve(Accordion(), Deal.from_seed(seed), Beam(width)).outcome is Outcome.WON
            for seed in range(1, 9)
        )
        for width in (1, 100)
    ]
    assert won[0] < won[1] == 8


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.parametrize("expansions", [1, 2, 5, 13, 50, 200])
def test_a_limit_on_expansions_is_kept_to_the_state(expansions: int) -> None:
    for seed in range(10):
        for width in (3, ENDLESS):
            limits = Limits(expansions=expansions)
            result = assert_agrees(random_row(9, seed), Beam(width), limits=limits)
            assert result.statistics.expanded <= expansions


@pytest.mark.parametrize("game", [Accordion(), PlainAccordion()], ids=lambda game: game.name)
def test_a_beam_too_wide_for_the_memory_is_undecided(game: Game) -> None:
    outcomes = set()
    for seed in range(20):
        deal = Deal.from_seed(seed, 14)
        truth = solve(Accordion(), deal).outcome
        for memory in (1, 20_000, 100_000, 10**7):
            result = solve(game, deal, Beam(ENDLESS), Limits(memory=memory))
            outcomes.add((memory, result.outcome))
            assert result.outcome in (truth, Outcome.UNKNOWN)
            if result.outcome is Outcome.UNKNOWN:
                assert result.limit == "memory"
                assert not result.remaining_is_minimum
            assert verify(Accordion(), deal, result.best_line).remaining == result.remaining
    assert (20_000, Outcome.UNKNOWN) in outcomes
    assert (10**7, Outcome.UNKNOWN) not in outcomes


def test_a_table_that_forgets_only_makes_a_beam_do_work_again() -> None:
    """What fills the table first are states that were dropped, so nothing is proved anyway."""
    for seed in range(1, 11):
        deal = Deal.from_seed(seed)
        result = solve(Accordion(), deal, Beam(20), Limits(memory=60_000))
        assert result.statistics.forgotten > 0
        assert (result.outcome, result.limit) in [(Outcome.WON, None), (Outcome.UNKNOWN, "width")]
        assert verify(Accordion(), deal, result.best_line).remaining == result.remaining


def test_ctrl_c_ends_the_search_with_what_was_reached() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    deal = Deal.parse(
        "QH KD AD 9H 9C 4H TH 2D AC 5H 5C 3D AH 2C 3C JD 5D 8C TD 4D 8H 7C JC 4C 7H TC 6H 8D 3H "
        "9D 6D 2H JH 7D 6C QS KS"
    )
    result = solve(Accordion(), deal, Beam(ENDLESS), Limits(seconds=60), progress=interrupt)
    assert (result.outcome, result.limit) == (Outcome.UNKNOWN, "interrupted")
    assert verify(Accordion(), deal, result.best_line).remaining == result.remaining < 37


def test_the_same_call_does_the_same_twice() -> None:
    for game, deal in [(Accordion(), Deal.from_seed(5, 30)), (Tree(), 3)]:
        results = [solve(game, deal, Beam(37)) for _ in range(2)]
        assert results[0].best_line == results[1].best_line
        assert results[0].statistics.signature == results[1].statistics.signature


# --- wrong beams are caught -----------------------------------------------------------------------


@attrs.frozen
class DroppingCountsAsCovering:
    """What a narrow beam covered passes for everything."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        report = Beam(1, CHAOS).run(game, kernel, meter, objective)
        if self.mistaken and not report.won:
            return attrs.evolve(report, exhausted=True)
        return report


class DroppingCountsAsDropping(DroppingCountsAsCovering):
    """The same without the mistake."""

    mistaken = False


def test_a_beam_that_takes_what_it_kept_for_everything_is_caught() -> None:
    winnable = [
        row for row in (random_row(8, seed) for seed in range(200)) if study(read_row(row)).winnable
    ]
    found = 0
    for row in winnable:
        assert_agrees(row, DroppingCountsAsDropping())
        try:
            assert_agrees(row, DroppingCountsAsCovering())
        except AssertionError:
            found += 1
    assert found


def test_breadth_first_search_of_the_tests_finds_no_way_where_there_is_none() -> None:
    assert {least_moves(game, deal) == math.inf for game, deal in instances("maze", 50)} == {
        True,
        False,
    }
