"""The engine agrees with a naive search on every row small enough for one.

What "agrees" means is in ``agreement.py``: the verdict, lines that the referee accepts, the fewest
piles where they are claimed, and the number of distinct states where all were met.
"""

from itertools import product
from typing import Any

import pytest
from agreement import assert_agrees
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive import read_row, study

from solitaire_solver import Accordion, Deal, DepthFirst, Limits, Outcome, Portfolio, solve, verify
from solitaire_solver.errors import OptionError

RANKS, SUITS = "A23456789TJQK", "CDHS"
MEMORIES = (1, 4096, 1 << 24)
KEYS: tuple[Any, ...] = (128, 64, "exact")
OBJECTIVES = ("win", "minimum")
CONFIGURATIONS = [
    DepthFirst(keys=keys, prune=prune, ordered=ordered)
    for keys, prune, ordered in product(KEYS, (True, False), (False, True))
]
CONFIGURATIONS += [DepthFirst(prune=(name,)) for name in Accordion.prunes]
CONFIGURATIONS += [
    DepthFirst(symmetric=True),
    DepthFirst(symmetric=True, prune=False),
    DepthFirst(symmetric=True, prune=("dominated slides",), ordered=True, keys=64),
]

#: Rows worth keeping: one card, two, all of a suit, nothing that matches, ...
SPECIAL_ROWS = [
    "KS",
    "AC",
    "AC 2C",
    "AC 2D",
    "AC 2C 3D",
    "2D AC 3C",
    "AC 2D 3C",
    "AC 2D 3H 4S",
    "AC 2D 3H AS",
    "AC 2D 3H AS AD",
    "AC 2C 3C 4C 5C 6C 7C 8C",
    "AC 2D 3H 4S 5C 6D 7H 8S",
    "AC AD AH AS 2C 2D 2H 2S",
    "AC KD 2C KH 3C KS 4C QD 5C",
    "QD AC 2C 3C 4C 5C 6C 7C 8C",
]


@st.composite
def rows(draw: st.DrawFn, most: int = 9) -> str:
    """A row of up to ``most`` cards from a pack of any number of ranks and suits."""
    ranks = draw(st.integers(2, 13))
    suits = draw(st.integers(1, 4))
    pack = [rank + suit for suit in SUITS[:suits] for rank in RANKS[:ranks]]
    size = draw(st.integers(1, min(most, len(pack))))
    return " ".join(draw(st.permutations(pack))[:size])


def random_row(size: int, seed: int) -> str:
    return str(Deal.from_seed(seed, size))


# --- every way to search --------------------------------------------------------------------------


@settings(deadline=None, max_examples=150)
@given(rows())
def test_every_configuration_agrees_with_the_naive_search(row: str) -> None:
    for strategy, memory, objective in product(CONFIGURATIONS, MEMORIES, OBJECTIVES):
        assert_agrees(row, strategy, limits=Limits(memory=memory), objective=objective)


@pytest.mark.parametrize("row", SPECIAL_ROWS)
def test_every_configuration_agrees_on_special_rows(row: str) -> None:
    for strategy, memory, objective in product(CONFIGURATIONS, MEMORIES, OBJECTIVES):
        assert_agrees(row, strategy, limits=Limits(memory=memory), objective=objective)


@pytest.mark.uncompiled
@settings(deadline=None, max_examples=150)
@given(
    rows(most=8),
    st.sampled_from(CONFIGURATIONS),
    st.sampled_from(MEMORIES[1:]),
    st.sampled_from(OBJECTIVES),
)
@example("AC", DepthFirst(keys="exact"), 4096, "win")
@example("AC 2C 3D", DepthFirst(), 4096, "minimum")
def test_any_configuration_agrees_on_any_small_row(
    row: str, strategy: DepthFirst, memory: int, objective: str
) -> None:
    assert_agrees(row, strategy, limits=Limits(memory=memory), objective=objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("strategy", [None, *CONFIGURATIONS], ids=str)
def test_random_rows_of_nine_cards_agree(strategy: DepthFirst | None, objective: str) -> None:
    for seed in range(60):
        assert_agrees(random_row(9, seed), strategy, objective=objective)


@pytest.mark.uncompiled
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_default_strategy_agrees(objective: str) -> None:
    for size in range(1, 9):
        for seed in range(100, 104):
            assert_agrees(random_row(size, seed), objective=objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_portfolio_with_tiny_attempts_agrees(objective: Any) -> None:
    class Eager(Portfolio):
        """Attempts even on rows too short for them to pay."""

        def _worthwhile(self, kernel: Any) -> int:
            return self.restarts

    tried = set()
    for seed in range(60):
        row = random_row(9, seed)
        for patience, restarts in [(1, 1), (2, 5), (10, 3), (600, 2)]:
            strategy = Eager(restarts=restarts, patience=patience, seed=seed)
            result = solve(Accordion(), Deal.parse(row), strategy, objective=objective)
            tried.add(result.statistics.restarts)
            truth = study(read_row(row))
            assert result.outcome is (Outcome.WON if truth.winnable else Outcome.UNWINNABLE)
            assert verify(Accordion(), Deal.parse(row), result.best_line).remaining == (
                result.remaining
            )
            assert result.remaining >= truth.least
            if result.remaining_is_minimum or objective == "minimum":
                assert result.remaining_is_minimum
                assert result.remaining == truth.least
            if result.proof is not None:
                assert 1 <= result.proof.states <= truth.states
    assert tried >= {0, 1, 3, 5}, "some attempts failed and others did not"


#: 23 cards, the fewest for which the default strategy makes attempts; it cannot be won.
HARD = "4S 7H AD 9H TS 4H 6S KC AC 3H 8C 9C 8H 3D 3C 2H KD 7C 4D 5C 9D AS QS"


def test_a_portfolio_counts_the_work_of_its_attempts_once() -> None:
    deal = Deal.parse(HARD)
    # With a patience of one state an attempt lists the moves of the deal and gives up.
    root: Any = Accordion().kernel(deal)
    moves = len(root.legal_moves())
    root.prune = True
    kept = len(root.legal_moves())
    assert 0 < kept < moves
    finish = DepthFirst()
    alone = solve(Accordion(), deal, finish).statistics
    both = solve(Accordion(), deal, Portfolio(1, 1, finish=finish)).statistics
    assert both.restarts == 1
    assert both.expanded == alone.expanded + 1
    assert both.duplicates == alone.duplicates
    assert both.pruned == alone.pruned + moves - kept
    assert both.generated == alone.generated + moves


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_proof_by_an_attempt_ends_the_attempts(objective: Any) -> None:
    """Also when the fewest piles are wanted: the next attempt would only prove the same again."""
    deal = Deal.parse("KS " + " ".join(rank + suit for rank in RANKS[:-1] for suit in "CD"))
    result = solve(Accordion(), deal, limits=Limits(expansions=500), objective=objective)
    assert result.statistics.restarts <= 1
    if objective == "win":
        assert result.outcome is Outcome.UNWINNABLE


def test_each_way_to_save_work_saves_some() -> None:
    """And symmetric keys without prunes meet each kind of row once."""
    plain = [
        solve(Accordion(), Deal.from_seed(seed, 10), DepthFirst(prune=False)) for seed in range(60)
    ]
    for strategy in (
        DepthFirst(prune=("dead rows",)),
        DepthFirst(prune=("dominated slides",)),
        DepthFirst(prune=False, symmetric=True),
    ):
        expanded = 0
        for seed, full in enumerate(plain):
            result = solve(Accordion(), Deal.from_seed(seed, 10), strategy)
            assert result.outcome is full.outcome
            if result.proof is not None:
                assert result.proof.prunes == strategy.prune or not result.proof.prunes
                assert result.proof.symmetric == strategy.symmetric
                assert result.statistics.expanded <= full.statistics.expanded
            expanded += result.statistics.expanded
        assert expanded < sum(full.statistics.expanded for full in plain)


def test_two_threads_search_with_symmetric_keys_and_single_prunes() -> None:
    for seed in range(40):
        deal = Deal.from_seed(seed, 9)
        for prune in (("dead rows",), ("dominated slides",), False):
            strategy = DepthFirst(prune=prune, symmetric=True, workers=2)
            result = solve(Accordion(), deal, strategy)
            assert result.outcome is solve(Accordion(), deal, DepthFirst(prune=False)).outcome
            if result.proof is not None and not prune:
                assert result.proof.states == study(read_row(str(deal))).kinds


def test_proofs_name_the_prunes_that_were_on_and_say_when_keys_were_symmetric() -> None:
    deal = Deal.parse("JS QH 4H 3S TH 6H")
    one = solve(Accordion(), deal, DepthFirst(prune=("dominated slides",))).proof
    assert one is not None
    assert one.prunes == ("dominated slides",)
    assert str(one).startswith(f"all {one.states} reachable states were covered, without those")
    kinds = solve(Accordion(), deal, DepthFirst(prune=False, symmetric=True)).proof
    assert str(kinds).startswith("all 10 reachable states were covered, one of each kind (hashed")


def test_a_prune_that_a_game_does_not_have_is_named() -> None:
    deal = Deal.parse("AC 2C")
    with pytest.raises(OptionError) as error:
        solve(Accordion(), deal, DepthFirst(prune=("dead rows", "last tops")))
    assert str(error.value) == (
        "accordion has no prune 'last tops'; its prunes are: 'dead rows', 'dominated slides'"
    )
    with pytest.raises(OptionError, match="exact keys tell all states apart"):
        DepthFirst(keys="exact", symmetric=True)


def test_unwinnable_rows_without_prunes_are_covered_state_by_state() -> None:
    seen = 0
    for seed in range(200):
        row = random_row(8, seed)
        truth = study(read_row(row))
        if truth.winnable:
            continue
        for keys in KEYS:
            result = solve(Accordion(), Deal.parse(row), DepthFirst(keys=keys, prune=False))
            counts = result.statistics
            assert result.outcome is Outcome.UNWINNABLE
            assert counts.expanded == counts.table_entries == truth.states
            assert counts.generated == truth.edges
            assert counts.duplicates == truth.edges - (truth.states - 1)
            assert (counts.pruned, counts.forgotten) == (0, 0)
            assert result.remaining == truth.least
            assert result.remaining_is_minimum
        seen += truth.states > 20
    assert seen > 20


# --- what may change nothing ----------------------------------------------------------------------


def relabelled(row: str, ranks: str, suits: str) -> str:
    swap = str.maketrans(RANKS, ranks)
    turn = str.maketrans(SUITS, suits)
    return " ".join(card[0].translate(swap) + card[1].translate(turn) for card in row.split())


@settings(deadline=None, max_examples=100)
@given(rows(), st.permutations(RANKS).map("".join), st.permutations(SUITS).map("".join))
def test_relabelling_ranks_and_suits_changes_no_verdict(row: str, ranks: str, suits: str) -> None:
    other = relabelled(row, ranks, suits)
    for strategy in (DepthFirst(), DepthFirst(prune=False)):
        results = [solve(Accordion(), Deal.parse(text), strategy) for text in (row, other)]
        assert results[0].outcome is results[1].outcome
        assert results[0].remaining == results[1].remaining
        # In its documented order the search sees the same tree, card by card.
        counts = [(r.statistics.expanded, r.statistics.duplicates) for r in results]
        assert counts[0] == counts[1]


@settings(deadline=None, max_examples=60)
@given(rows(), st.sampled_from(CONFIGURATIONS), st.sampled_from(MEMORIES))
def test_the_same_call_does_the_same_twice(row: str, strategy: DepthFirst, memory: int) -> None:
    limits = Limits(memory=memory)
    results = [solve(Accordion(), Deal.parse(row), strategy, limits) for _ in range(2)]
    assert results[0].statistics.signature == results[1].statistics.signature
    assert results[0].best_line == results[1].best_line


@pytest.mark.uncompiled
def test_the_same_call_of_the_default_strategy_does_the_same_twice() -> None:
    deal = Deal.from_seed(11)
    results = [solve(Accordion(), deal) for _ in range(2)]
    assert results[0].outcome is Outcome.WON
    assert results[0].solution == results[1].solution
    assert results[0].statistics.signature == results[1].statistics.signature
    assert results[0].statistics.expanded == results[1].statistics.expanded


@settings(deadline=None, max_examples=60)
@given(rows())
def test_key_width_and_memory_change_only_what_is_repeated(row: str) -> None:
    signatures = {
        (
            result.outcome,
            result.statistics.expanded,
            result.statistics.generated,
            result.statistics.duplicates,
            result.best_line,
        )
        for keys in KEYS
        for result in [solve(Accordion(), Deal.parse(row), DepthFirst(keys=keys))]
    }
    assert len(signatures) == 1
    roomy = solve(Accordion(), Deal.parse(row))
    tight = solve(Accordion(), Deal.parse(row), limits=Limits(memory=1))
    assert roomy.outcome is tight.outcome
    assert tight.best_line == roomy.best_line
    assert tight.statistics.expanded >= roomy.statistics.expanded


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@settings(deadline=None, max_examples=100)
@given(
    rows(most=8),
    st.sampled_from(CONFIGURATIONS),
    st.sampled_from(OBJECTIVES),
    st.integers(1, 60),
    st.sampled_from(MEMORIES),
)
def test_a_limit_on_expansions_yields_unknown_or_the_truth(
    row: str, strategy: DepthFirst, objective: str, expansions: int, memory: int
) -> None:
    limits = Limits(expansions=expansions, memory=memory)
    result = assert_agrees(row, strategy, limits=limits, objective=objective)
    assert result.statistics.expanded <= expansions


@pytest.mark.parametrize("strategy", [None, DepthFirst(), DepthFirst(prune=False)], ids=str)
def test_expansion_limit_never_yields_unwinnable_before_all_is_covered(
    strategy: DepthFirst | None,
) -> None:
    for seed in range(40):
        deal = Deal.from_seed(seed, 9)
        full = solve(Accordion(), deal, strategy)
        for expansions in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89):
            result = solve(Accordion(), deal, strategy, Limits(expansions=expansions))
            if result.outcome is Outcome.UNKNOWN:
                assert result.limit == "expansions"
                assert not result.remaining_is_minimum
                assert result.statistics.expanded == expansions <= full.statistics.expanded
            else:
                assert result.outcome is full.outcome
                assert result.best_line == full.best_line
                assert result.statistics.signature == full.statistics.signature


def test_one_expansion_more_than_needed_decides() -> None:
    for seed in range(40):
        deal = Deal.from_seed(seed, 9)
        full = solve(Accordion(), deal, DepthFirst())
        limits = Limits(expansions=full.statistics.expanded + 1)
        assert solve(Accordion(), deal, DepthFirst(), limits).outcome is full.outcome


# --- larger rows: the engine against itself -------------------------------------------------------


@pytest.mark.parametrize("size", [12, 13, 14])
def test_prunes_orders_keys_and_memory_change_no_verdict_on_larger_rows(size: int) -> None:
    won = 0
    for seed in range(1000 * size, 1000 * size + 30):
        deal = Deal.from_seed(seed, size)
        plain = solve(Accordion(), deal, DepthFirst(prune=False, keys="exact"))
        won += plain.outcome is Outcome.WON
        least = solve(Accordion(), deal, DepthFirst(prune=False), objective="minimum")
        assert least.outcome is plain.outcome
        assert least.remaining_is_minimum
        for strategy, memory in product(CONFIGURATIONS, (1 << 14, 1 << 28)):
            limits = Limits(memory=memory)
            result = solve(Accordion(), deal, strategy, limits)
            assert result.outcome is plain.outcome
            minimum = solve(Accordion(), deal, strategy, limits, objective="minimum")
            assert minimum.outcome is plain.outcome
            assert minimum.remaining == least.remaining
            assert minimum.remaining_is_minimum
            assert verify(Accordion(), deal, minimum.best_line).remaining == least.remaining
        assert solve(Accordion(), deal).outcome is plain.outcome
    assert 0 < won < 30


@pytest.mark.uncompiled
@pytest.mark.parametrize("strategy", [None, *CONFIGURATIONS], ids=str)
def test_the_fewest_piles_of_this_row_are_three(strategy: Any) -> None:
    deal = Deal.parse("KC TH 9C TS 3C JS KS")
    result = solve(Accordion(), deal, strategy, objective="minimum")
    assert (result.outcome, result.remaining) == (Outcome.UNWINNABLE, 3)
    assert result.remaining_is_minimum
    assert verify(Accordion(), deal, result.best_line).remaining == 3


def test_whole_packs_are_won_by_the_default_strategy() -> None:
    for seed in range(1, 31):
        deal = Deal.from_seed(seed)
        result = solve(Accordion(), deal)
        assert result.outcome is Outcome.WON
        assert result.solution is not None
        assert verify(Accordion(), deal, result.solution).won
        assert len(result.solution) == 51
