"""A*: shortest lines where they are promised, and no promise where states were dropped."""

import math
from functools import partial
from typing import Any, ClassVar

import attrs
import pytest
from agreement import PlainAccordion, assert_agrees
from hypothesis import given, settings
from shortest import Maze, assert_shortest, caught, instances, least_moves
from test_search_oracle import SPECIAL_ROWS, random_row, rows

from solitaire_solver import (
    Accordion,
    AStar,
    Deal,
    Decade,
    Game,
    Heuristic,
    Limits,
    Outcome,
    RoyalMarriage,
    solve,
    verify,
)
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.strategies import Objective

KINDS = ("maze", "royal-marriage", "decade")


# --- shortest lines -------------------------------------------------------------------------------


def test_a_line_is_as_short_as_that_of_breadth_first_search() -> None:
    won = 0
    for kind in KINDS:
        lengths = set()
        for game, deal in instances(kind):
            result = assert_shortest(game, deal, AStar())
            assert result.outcome is not Outcome.UNKNOWN
            assert result.solution_is_shortest == (result.solution is not None)
            if result.solution is not None:
                lengths.add(len(result.solution))
                won += 1
        assert len(lengths) > 3
    assert won >= 500


def test_lines_that_win_differ_in_length() -> None:
    """Or finding a shortest one would be no feat: depth-first search finds longer ones."""
    for kind in KINDS:
        longer = 0
        for game, deal in instances(kind):
            result = solve(game, deal)
            if result.solution is not None:
                longer += len(result.solution) > least_moves(game, deal)
        assert longer >= 50


@pytest.mark.uncompiled
def test_states_are_expanded_again_when_estimates_are_not_consistent() -> None:
    again = 0
    for seed in range(100):
        ragged = solve(Maze(seed), 3, AStar()).statistics
        exact = solve(Maze(seed, estimates="exact"), 3, AStar()).statistics
        again += ragged.expanded > ragged.table_entries
        assert exact.expanded <= exact.table_entries
    assert again >= 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weight", [0, 0.5, 1.0, 1.5, 2, 5])
def test_a_line_is_longer_by_no_more_than_the_weight(weight: float, kind: str) -> None:
    longer = 0
    for game, deal in instances(kind, 100):
        result = assert_shortest(game, deal, AStar(weight=weight), factor=max(1, weight))
        if result.solution is not None:
            assert result.solution_is_shortest == (weight <= 1)
            longer += len(result.solution) > least_moves(game, deal)
    if weight > 1 and kind == "maze":
        assert longer > 0


def scaled(game: Game, factor: float, state: Any) -> float:
    return factor * game.fewest_moves(state)


@pytest.mark.parametrize("kind", KINDS)
def test_a_users_heuristic_that_is_admissible_gives_shortest_lines(kind: str) -> None:
    for game, deal in instances(kind, 100):
        third = Heuristic(partial(scaled, game, 1 / 3), admissible=True)
        result = assert_shortest(game, deal, AStar(heuristic=third))
        assert result.solution_is_shortest == (result.solution is not None)


def test_a_heuristic_that_is_not_admissible_claims_nothing() -> None:
    for game, deal in instances("maze", 100):
        guess = Heuristic(partial(scaled, game, 3))
        assert not solve(game, deal, AStar(heuristic=guess)).solution_is_shortest


# --- wrong heuristics and strategies are caught ---------------------------------------------------


def test_a_bound_that_is_too_large_is_caught() -> None:
    assert caught("maze", AStar) == 0

    class Overshooting(Maze):
        """Two rooms in three are taken for further away than they are."""

        def fewest_moves(self, state: tuple[int, str]) -> float:
            return super().fewest_moves(state) + 9 * (state[0] % 3)

    def overshoot(maze: Any) -> Game:
        return Overshooting(maze.seed, maze.rooms, maze.estimates, maze.packed)

    assert caught("maze", AStar, overshoot)


def test_a_heuristic_that_is_called_admissible_and_is_not_is_caught() -> None:
    wrong = Heuristic(lambda cards: 2.0 * (len(cards) % 2) + len(cards), admissible=True)
    right = Heuristic(lambda cards: (len(cards) - 2) / 9, admissible=True)
    assert caught("royal-marriage", lambda: AStar(heuristic=wrong))
    assert caught("royal-marriage", lambda: AStar(heuristic=right)) == 0


@attrs.frozen
class AnyLineIsShortest:
    """A strategy that claims of whatever line it finds that it is a shortest one."""

    mistaken: ClassVar[bool] = True

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        report = AStar(weight=5).run(game, kernel, meter, objective)
        return attrs.evolve(report, is_shortest=True) if self.mistaken else report


class NoLineIsShortest(AnyLineIsShortest):
    """The same without the mistake; its lines are too long to pass as shortest, if not claimed."""

    mistaken = False

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        assert not super().run(game, kernel, meter, objective).is_shortest
        return AStar().run(game, game.kernel(1), meter, objective)


def test_a_claim_of_shortness_that_is_wrong_is_caught() -> None:
    assert caught("maze", AnyLineIsShortest)


# --- memory ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_after_dropping_nothing_is_proved_and_no_line_is_called_shortest(kind: str) -> None:
    dropped = 0
    for game, deal in instances(kind, 60):
        won = least_moves(game, deal) < math.inf
        for memory in (1, 3000, 8700, 9000, 9500, 10000, 12000, 30000):
            result = assert_shortest(game, deal, AStar(weight=0), Limits(memory=memory))
            if result.statistics.dropped:
                dropped += 1
                assert result.outcome is not Outcome.UNWINNABLE
                assert result.proof is None
                assert not result.solution_is_shortest
                if result.outcome is Outcome.UNKNOWN:
                    assert result.limit == "memory"
                    assert not result.remaining_is_minimum
            elif result.outcome is Outcome.UNKNOWN:
                assert result.limit == "memory"
            else:
                assert (result.outcome is Outcome.WON) == won
    assert dropped >= 10


class BoundedAccordion(PlainAccordion):
    """With a bound, so that it is not searched breadth-first."""

    def fewest_moves(self, state: Any) -> float:
        return len(state) - 1


@pytest.mark.parametrize(
    ("game", "memories"),
    [(Accordion(), (9_000, 12_000, 40_000)), (BoundedAccordion(), (40_000, 160_000, 640_000))],
    ids=["compiled", "plain"],
)
def test_a_small_memory_bounds_the_search_and_a_win_is_still_a_win(
    game: Game, memories: tuple[int, ...]
) -> None:
    outcomes = set()
    for seed in (0, 1, 9, 14, 19, 22, 2, 3, 4):
        deal = Deal.from_seed(seed, 14)
        truth = solve(Accordion(), deal).outcome
        for memory in memories:
            for weight in (0, 0.5, 1):
                result = solve(game, deal, AStar(weight=weight), Limits(memory=memory))
                counts = result.statistics
                outcomes.add((result.outcome, counts.dropped > 0))
                assert result.outcome in (truth, Outcome.UNKNOWN)
                if counts.dropped:
                    assert result.outcome is not Outcome.UNWINNABLE
                replay = verify(Accordion(), deal, result.best_line)
                assert replay.remaining == result.remaining
                assert counts.table_bytes < memory + 20_000, "what the last state added"
    assert outcomes >= {(Outcome.WON, True), (Outcome.WON, False), (Outcome.UNKNOWN, True)}
    assert (Outcome.UNWINNABLE, True) not in outcomes


def test_what_a_memory_bounded_search_does_is_settled_by_its_arguments() -> None:
    for game in (Accordion(), PlainAccordion()):
        for seed in range(5):
            deal = Deal.from_seed(seed, 13)
            results = [solve(game, deal, AStar(weight=0), Limits(memory=20_000)) for _ in range(2)]
            assert results[0].statistics.signature == results[1].statistics.signature
            assert results[0].statistics.dropped == results[1].statistics.dropped


# --- agreement ------------------------------------------------------------------------------------

CONFIGURATIONS = [
    AStar(),
    AStar(weight=0),
    AStar(weight=0.5),
    AStar(weight=3),
    AStar(heuristic="evaluation"),
    AStar(heuristic=Heuristic(len, safe=True)),
]


@pytest.mark.uncompiled
@settings(deadline=None, max_examples=60)
@given(rows(most=8))
def test_every_configuration_agrees_with_the_naive_search(row: str) -> None:
    for strategy in CONFIGURATIONS:
        for objective in ("win", "minimum"):
            assert_agrees(row, strategy, objective=objective)


@pytest.mark.uncompiled
@pytest.mark.parametrize("row", SPECIAL_ROWS)
def test_every_configuration_agrees_on_special_rows(row: str) -> None:
    for strategy in CONFIGURATIONS:
        for objective in ("win", "minimum"):
            assert_agrees(row, strategy, objective=objective)


def test_a_game_in_plain_python_agrees() -> None:
    for seed in range(20):
        for strategy in (AStar(), AStar(heuristic=Heuristic(len, safe=True))):
            for objective in ("win", "minimum"):
                assert_agrees(
                    random_row(8, seed), strategy, game=PlainAccordion(), objective=objective
                )


@pytest.mark.uncompiled
@pytest.mark.parametrize("expansions", [1, 2, 5, 13, 50, 200])
def test_a_limit_on_expansions_is_kept_to_the_state(expansions: int) -> None:
    for seed in range(10):
        for strategy in CONFIGURATIONS:
            limits = Limits(expansions=expansions)
            result = assert_agrees(random_row(10, seed), strategy, limits=limits)
            assert result.statistics.expanded <= expansions


def test_a_win_that_was_generated_before_the_limit_was_met_is_a_win() -> None:
    """It may not be a shortest one, and that is not claimed."""
    unclaimed = 0
    for game, deal in instances("decade", 60):
        for expansions in range(1, 60, 3):
            result = assert_shortest(
                game, deal, AStar(weight=0), Limits(expansions=expansions), factor=math.inf
            )
            if result.outcome is Outcome.WON and not result.solution_is_shortest:
                unclaimed += 1
    assert unclaimed


def test_whole_packs_are_won_by_moves_left_in_order_of_the_evaluation() -> None:
    for seed in range(1, 6):
        result = solve(Accordion(), Deal.from_seed(seed), AStar(), Limits(expansions=100_000))
        assert result.outcome is Outcome.WON


@pytest.mark.parametrize(
    "game",
    [RoyalMarriage(), Decade(), Decade(compulsory=False, stacks=2), Accordion(dealt=True)],
    ids=str,
)
def test_ctrl_c_ends_the_search_with_what_was_reached(game: Game) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    deal = Deal.from_seed(4)
    # With this weight it is breadth-first search, which takes long.
    result = solve(game, deal, AStar(weight=0), Limits(seconds=20), progress=interrupt)
    if result.outcome is Outcome.UNKNOWN:
        assert result.limit == "interrupted"
        assert result.interrupted
    assert verify(game, deal, result.best_line).remaining == result.remaining
