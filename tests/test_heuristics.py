"""The bounds on the moves to a win that every game has, and heuristics of one's own."""

import math
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from agreement import PlainAccordion
from test_kernels import CASES, walk

from solitaire_solver import (
    Accordion,
    AStar,
    Beam,
    Deal,
    Decade,
    Heuristic,
    OptionError,
    Outcome,
    RoyalMarriage,
    solve,
)

pytestmark = pytest.mark.uncompiled

#: More option sets, on packs small enough to be won now and then.
MORE_GAMES = [
    Decade(compulsory=False),
    Decade(min_group=1),
    Decade(max_group=2),
    Decade(max_group=3, totals=(20, 30)),
    Decade(min_group=3, max_group=3),
    Decade(totals=(5, 10, 15, 20, 25, 30, 35)),
    Decade(totals=(3, 4)),
    Decade(loop=True),
    Decade(loop=True, max_group=5, compulsory=False),
    Decade(stacks=2),
    Decade(stacks=2, compulsory=False),
    Decade(stacks=2, loop=True, compulsory=False),
]
MARRIAGES = [RoyalMarriage(), RoyalMarriage(long_runs=True), RoyalMarriage(forced=True)]


def least_moves(game: Any) -> Callable[[Any], float]:
    """A function that finds by brute force how many moves a win takes in a game without cycles."""

    @cache
    def least(state: Any) -> float:
        if game.is_won(state):
            return 0
        return min(
            [1 + least(game.apply(state, move)) for move in game.moves(state)], default=math.inf
        )

    return least


def assert_bounds(game: Any, deals: list[Deal]) -> int:
    """Check the bound of every state of some deals; return how often it is the very number."""
    exact = 0
    least = least_moves(game)
    for deal in deals:
        for state, kernel in walk(game, deal):
            bound = kernel.fewest_moves()
            # A kernel counts from the whole deal how many cards a move may take.
            assert 0 <= bound <= game.fewest_moves(state) <= least(state), "admissible"
            exact += bound == least(state) > 0
            for move in kernel.legal_moves():
                kernel.play(move)
                assert bound <= 1 + kernel.fewest_moves(), "consistent"
                kernel.take_back(move)
    return exact


@pytest.mark.parametrize(
    ("game", "texts"), [pytest.param(game, texts, id=name) for name, game, texts in CASES]
)
def test_the_bound_of_every_game_is_admissible_and_consistent(game: Any, texts: list[str]) -> None:
    assert_bounds(game, [Deal.parse(text) for text in texts])


MIXED = [rank + suit for suit in "CDH" for rank in "A2589TK"]
LOW = [rank + suit for suit in "CD" for rank in "A2345"]


@pytest.mark.parametrize("game", MORE_GAMES, ids=str)
def test_the_bound_of_decade_is_admissible_and_consistent_under_its_options(game: Any) -> None:
    pack = MIXED if max(game.totals) > 4 else LOW
    deals = [
        Deal.parse(" ".join(random.Random(seed).sample(pack, 3 + seed % 6))) for seed in range(150)
    ]
    assert assert_bounds(game, deals) > 0, "sometimes it is the very number"


@pytest.mark.parametrize("game", MARRIAGES, ids=str)
def test_the_bound_of_royal_marriage_is_admissible_and_consistent(game: Any) -> None:
    pack = ["QH", "KH", "AH", "2H", "3H", *LOW]
    deals = [
        Deal.parse(" ".join(["QH", "KH", *random.Random(seed).sample(pack[2:], 3 + seed % 6)]))
        for seed in range(60)
    ]
    assert assert_bounds(game, deals) > 0


def test_accordion_is_bounded_by_the_very_number_of_moves() -> None:
    least = least_moves(Accordion(dealt=True))
    deal = Deal.parse("AC 3H AH 2S AS")
    state = Accordion(dealt=True).initial_state(deal)
    assert least(state) == Accordion(dealt=True).fewest_moves(state) == 5 + 4
    assert Accordion().fewest_moves(deal.cards) == 4


def test_a_bound_that_counts_two_cards_a_move_is_caught_where_three_may_go() -> None:
    """The check can fail: this bound forgets long runs and wide groups."""

    class Wrong(RoyalMarriage):
        def fewest_moves(self, state: Any) -> float:
            return math.ceil((len(state) - 2) / 2)

    least = least_moves(RoyalMarriage(long_runs=True))
    deal = Deal.parse("QH 2S 7S 4S 3S KH")
    state = Wrong(long_runs=True).initial_state(deal)
    assert Wrong().fewest_moves(state) > least(state) == 1


# --- heuristics of one's own ----------------------------------------------------------------------


def test_a_game_in_plain_python_has_the_bound_it_says_and_0_unless_it_says_one() -> None:
    class Bounded(PlainAccordion):
        def fewest_moves(self, state: Any) -> float:
            return len(state) - 1

    row = ("AC", "3H", "AH")
    assert PlainAccordion().fewest_moves(row) == 0
    deal = Deal.from_seed(3, 9)
    blind = solve(PlainAccordion(), deal, AStar())
    led = solve(Bounded(), deal, AStar())
    assert blind.outcome is led.outcome
    assert blind.solution_is_shortest == led.solution_is_shortest


@pytest.mark.parametrize("game", [Accordion(), PlainAccordion()], ids=lambda game: game.name)
@pytest.mark.parametrize("strategy", [AStar, Beam])
def test_a_function_gets_states_as_the_game_has_them(strategy: Any, game: Any) -> None:
    deal = Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D")
    seen = []

    def piles(state: Any) -> float:
        seen.append(state)
        assert game.moves(state) is not None
        return len(state) - 1

    result = solve(game, deal, strategy(heuristic=Heuristic(piles, admissible=True, safe=True)))
    assert result.outcome is Outcome.WON
    assert result.solution_is_shortest
    assert seen[0] == game.initial_state(deal)
    assert {len(state) for state in seen} >= {10, 9, 8}


DEAD_END = Heuristic(lambda state: math.inf if len(state) < 5 else 0.0)
LOST = [seed for seed in range(40) if solve(Accordion(), Deal.from_seed(seed, 8)).proof]


@pytest.mark.parametrize("strategy", [AStar, Beam])
@pytest.mark.parametrize("game", [Accordion(), PlainAccordion()], ids=lambda game: game.name)
def test_what_an_unsafe_heuristic_leaves_out_spoils_the_proof(game: Any, strategy: Any) -> None:
    left_out = 0
    for seed in range(40):
        result = solve(game, Deal.from_seed(seed, 8), strategy(heuristic=DEAD_END))
        assert result.outcome is not Outcome.WON
        left_out += result.statistics.dropped
        if result.statistics.dropped:
            assert (result.outcome, result.limit) == (Outcome.UNKNOWN, "heuristic")
            assert not result.remaining_is_minimum
        else:
            assert result.outcome is Outcome.UNWINNABLE
            assert seed in LOST
    assert left_out > 10


@pytest.mark.parametrize("strategy", [AStar, Beam])
@pytest.mark.parametrize("declared", [{"safe": True}, {"admissible": True}], ids=str)
def test_what_a_safe_heuristic_leaves_out_is_named_in_the_proof(
    declared: dict[str, bool], strategy: Any
) -> None:
    least = least_moves(PlainAccordion())

    def distance(state: Any) -> float:
        return least(state)

    for seed in range(40):
        deal = Deal.from_seed(seed, 8)
        result = solve(PlainAccordion(), deal, strategy(heuristic=Heuristic(distance, **declared)))
        assert (result.outcome is Outcome.UNWINNABLE) == (seed in LOST)
        if result.proof is not None:
            assert result.proof.prunes == ("dead ends of the heuristic distance",)
            assert result.statistics.pruned == 1, "the deal itself is a dead end"
            assert result.statistics.expanded == 0


@pytest.mark.parametrize("strategy", [AStar, Beam])
def test_the_fewest_piles_are_found_behind_dead_ends_too(strategy: Any) -> None:
    """A state that cannot be won may still lead to the fewest piles, so it is not left out."""
    hopeless = Heuristic(lambda state: math.inf, safe=True)
    for seed in LOST[:10]:
        deal = Deal.from_seed(seed, 8)
        for game in (Accordion(), PlainAccordion()):
            result = solve(game, deal, strategy(heuristic=hopeless), objective="minimum")
            expected = solve(Accordion(), deal, objective="minimum")
            assert result.outcome is Outcome.UNWINNABLE
            assert result.remaining == expected.remaining
            assert result.remaining_is_minimum


@pytest.mark.parametrize("strategy", [AStar, Beam])
@pytest.mark.parametrize("value", [math.nan, None, "two", "2", 1j, [], 10**400])
def test_an_estimate_that_is_no_number_is_refused(strategy: Any, value: Any) -> None:
    deal = Deal.parse("AC 3H AH")
    with pytest.raises(OptionError) as caught:
        solve(Accordion(), deal, strategy(heuristic=Heuristic(lambda state: value)))
    sentence = f"the heuristic gives {value!r} for a state, which is no number"
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Heuristic(3),  # type: ignore[arg-type]
            "the function of a heuristic is called with a state, not 3",
        ),
        (lambda: Heuristic(len, safe=1), "safe is True or False, not 1"),  # type: ignore[arg-type]
        (
            lambda: Heuristic(len, admissible="yes"),  # type: ignore[arg-type]
            "admissible is True or False, not 'yes'",
        ),
        (
            lambda: Beam(heuristic="piles"),  # type: ignore[arg-type]
            "a heuristic is 'moves-left', 'evaluation' or made like Heuristic(function), "
            "not 'piles'",
        ),
        (
            lambda: AStar(heuristic=len),  # type: ignore[arg-type]
            "a heuristic is 'moves-left', 'evaluation' or made like Heuristic(function), "
            "not <built-in function len>",
        ),
        (
            lambda: AStar(heuristic=None),  # type: ignore[arg-type]
            "a heuristic is 'moves-left', 'evaluation' or made like Heuristic(function), not None",
        ),
        (
            lambda: solve(Decade(), Deal.parse("9C AC"), Beam(heuristic="evaluation")),
            "the moves of decade have no evaluation; use 'moves-left'",
        ),
        (
            lambda: solve(PlainAccordion(), Deal.parse("9C AC"), AStar(heuristic="evaluation")),
            "the moves of plain accordion have no evaluation; use 'moves-left'",
        ),
        (lambda: Beam(width=0), "width is a whole number from 1 on, not 0"),
        (lambda: Beam(width=2.0), "width is a whole number from 1 on, not 2.0"),  # type: ignore[arg-type]
        (lambda: AStar(weight=-1), "weight is a number from 0 on, not -1"),
        (lambda: AStar(weight=math.nan), "weight is a number from 0 on, not nan"),
        (lambda: AStar(weight=math.inf), "weight is a number from 0 on, not inf"),
        (lambda: AStar(weight="1"), "weight is a number, not '1'"),  # type: ignore[arg-type]
        (lambda: AStar(weight=True), "weight is a number, not True"),
    ],
)
def test_a_bad_option_is_refused_in_a_sentence(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        make()
    assert str(caught.value) == sentence
