"""Several threads on one deal answer as one does."""

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from agreement import LOST, PlainAccordion, assert_agrees

from solitaire_solver import (
    Accordion,
    Deal,
    Decade,
    DepthFirst,
    Game,
    Limits,
    OptionError,
    Outcome,
    Portfolio,
    Progress,
    RoyalMarriage,
    TenByOne,
    solve,
    verify,
)
from solitaire_solver.search.table import Table


def hard_rows(size: int, count: int) -> Iterator[Deal]:
    """Rows that cannot be won and take more than ten thousand expansions to prove so."""
    seed = 0
    while count:
        deal = Deal.from_seed(seed, size)
        result = solve(Accordion(), deal, DepthFirst())
        if result.outcome is Outcome.UNWINNABLE and result.statistics.expanded > 10_000:
            count -= 1
            yield deal
        seed += 1


@pytest.mark.parametrize("workers", [2, 3, 8])
@pytest.mark.parametrize("objective", ["win", "minimum"])
@pytest.mark.parametrize("keys", [128, 64])
def test_small_rows_agree_with_the_naive_search(workers: int, objective: Any, keys: Any) -> None:
    for seed in range(20):
        for prune in (True, False):
            row = str(Deal.from_seed(seed, 1 + seed % 9))
            result = solve(
                Accordion(),
                Deal.parse(row),
                DepthFirst(keys, prune, workers=workers),
                objective=objective,
            )
            one = assert_agrees(row, DepthFirst(keys, prune), objective=objective)
            assert result.outcome is one.outcome
            assert result.remaining_is_minimum >= (objective == "minimum")
            if objective == "minimum":
                assert result.remaining == one.remaining
            assert verify(Accordion(), result.deal, result.best_line).remaining == result.remaining


def test_a_proof_by_several_threads_covers_what_one_covers() -> None:
    for deal in hard_rows(20, 5):
        one = solve(Accordion(), deal, DepthFirst())
        for workers in (2, 3):
            several = solve(Accordion(), deal, DepthFirst(workers=workers))
            assert several.outcome is Outcome.UNWINNABLE
            assert one.proof is not None
            assert several.proof is not None
            # A state entered twice at one moment is counted twice: that is rare.
            assert one.proof.states <= several.proof.states <= 1.01 * one.proof.states + 100
            assert several.statistics.expanded >= several.proof.states
            assert f"covered, {several.proof.states:,} with repeats" in str(several.proof)


def test_the_same_verdict_over_twenty_runs() -> None:
    (deal,) = hard_rows(20, 1)
    for _ in range(20):
        assert solve(Accordion(), deal, DepthFirst(workers=2)).outcome is Outcome.UNWINNABLE


def test_a_table_that_forgets_spoils_no_proof() -> None:
    (deal,) = hard_rows(18, 1)
    result = solve(Accordion(), deal, DepthFirst(workers=2), Limits(memory=100_000))
    assert result.outcome is Outcome.UNWINNABLE
    assert result.proof is not None
    assert result.proof.forgotten > 0


@pytest.mark.parametrize(
    "game",
    [Decade(), Decade(compulsory=False), RoyalMarriage(), TenByOne(), Accordion(dealt=True)],
    ids=str,
)
def test_every_game_of_the_package_can_be_searched_by_threads(game: Game) -> None:
    for seed in range(20):
        deal = Deal.from_seed(seed, 12)
        if isinstance(game, RoyalMarriage):
            cards = [card for card in deal if str(card) not in ("QH", "KH")]
            deal = Deal.parse("QH KH " + " ".join(map(str, cards)))
        one = solve(game, deal, DepthFirst(prune=False), objective="minimum")
        several = solve(game, deal, DepthFirst(prune=False, workers=2), objective="minimum")
        assert (several.outcome, several.remaining) == (one.outcome, one.remaining)
        assert verify(game, deal, several.best_line).remaining == several.remaining


def test_a_game_in_plain_python_has_one_thread_and_the_same_counts() -> None:
    deal = Deal.from_seed(3, 9)
    one = solve(PlainAccordion(), deal, DepthFirst())
    two = solve(PlainAccordion(), deal, DepthFirst(workers=2))
    assert one.statistics.signature == two.statistics.signature


def test_the_portfolio_finishes_with_threads() -> None:
    (deal,) = hard_rows(24, 1)
    result = solve(Accordion(), deal, Portfolio(restarts=1, finish=DepthFirst(workers=2)))
    assert result.outcome is Outcome.UNWINNABLE


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "name"),
    [(Limits(seconds=0.05), "seconds"), (Limits(expansions=5_000), "expansions")],
    ids=["seconds", "expansions"],
)
def test_limits_cut_all_threads_short(limits: Limits, name: str) -> None:
    result = solve(Accordion(), LOST, DepthFirst(prune=False, workers=2), limits)
    assert (result.outcome, result.limit) == (Outcome.UNKNOWN, name)
    assert result.proof is None
    if name == "expansions":
        assert result.statistics.expanded == 5_000
    assert verify(Accordion(), LOST, result.best_line).remaining == result.remaining


@pytest.mark.parametrize("expansions", [1, 2, 3, 7, 1000])
def test_a_limit_on_expansions_is_kept_to_the_state(expansions: int) -> None:
    strategy = DepthFirst(prune=False, workers=3)
    result = solve(Accordion(), LOST, strategy, Limits(expansions=expansions))
    assert (result.limit, result.statistics.expanded) == ("expansions", expansions)


def test_ctrl_c_ends_all_threads_with_what_was_reached() -> None:
    seen: list[Progress] = []

    def interrupt(progress: Progress) -> None:
        seen.append(progress)
        raise KeyboardInterrupt

    before = threading.active_count()
    strategy = DepthFirst(prune=False, workers=2)
    result = solve(Accordion(), LOST, strategy, progress=interrupt)
    assert (result.outcome, result.limit) == (Outcome.UNKNOWN, "interrupted")
    assert result.statistics.expanded >= seen[0].expanded > 0
    assert threading.active_count() == before


def test_whole_states_of_several_words_are_not_shared() -> None:
    with pytest.raises(OptionError) as caught:
        solve(Accordion(), LOST, DepthFirst("exact", workers=2))
    assert str(caught.value) == (
        "whole states of several words are compared by one worker; with more, keys are 128"
    )


@pytest.mark.parametrize("workers", [0, -1, 1025, 1.5, "two", None])
def test_a_number_of_workers_that_is_none_is_refused(workers: Any) -> None:
    with pytest.raises(OptionError, match=r"workers is (a whole number from 1|at most 1024)"):
        DepthFirst(workers=workers)


# --- the shared table -----------------------------------------------------------------------------


def test_twins_taking_turns_are_one_set() -> None:
    chance = random.Random(1)
    table = Table(2, False, 1 << 20, 4_000)
    twins = [table.twin() for _ in range(3)]
    known = set()
    for _ in range(3_000):
        key = chance.randrange(1, 2_000), 7
        table.share(twins)
        assert chance.choice(twins).meet(*key) == (key not in known)
        table.gather(twins)
        known.add(key)
        assert table.entries == len(known)
    assert not any(table.meet(*key) for key in known)


def test_threads_adding_at_once_lose_next_to_nothing_and_invent_nothing() -> None:
    keys = [(random.Random(i).getrandbits(64), i) for i in range(20_000)]
    table = Table(2, False, 1 << 24, 40_000)
    twins = [table.twin() for _ in range(4)]
    table.share(twins)
    new: list[int] = []

    def add(twin: Table) -> None:
        new.append(sum(twin.meet(*key) for key in keys))

    threads = [threading.Thread(target=add, args=(twin,)) for twin in twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table.gather(twins)
    assert table.entries == sum(new) >= len(keys)
    assert sum(new) <= 1.01 * len(keys)
    assert sum(table.meet(*key) for key in keys) <= 0.01 * len(keys)
    assert all(table.meet(random.Random(i).getrandbits(64), i) for i in range(20_000, 21_000))
