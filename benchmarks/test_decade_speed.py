"""How fast Decade is decided: ``pytest benchmarks --benchmark-only``. Nothing is asserted of times.

Each benchmark decides the same full deals in every round; its time divided by ``deals`` is the mean
of a deal, which ``extra_info`` gives in microseconds.
"""

import os
from collections.abc import Callable
from typing import Any

import pytest

from solitaire_solver import Deal, Decade, Outcome, solve
from solitaire_solver.exact.decade import solve_exactly

FULL = os.environ.get("SOLITAIRE_SOLVER_BENCHMARK") == "full"
DEALS = [Deal.from_seed(seed) for seed in range(5_000 if FULL else 500)]

VARIANTS: dict[str, dict[str, Any]] = {
    "compulsory": {},
    "at most three": {"max_group": 3},
    "fives": {"totals": (5, 10, 15, 20, 25, 30, 35)},
    "loop": {"loop": True},
    "seven stacks": {"stacks": 7},
}


def decide_all(benchmark: Any, decide: Callable[[Deal], bool]) -> None:
    """Decide all deals, a few times over, and keep the mean of a deal and the share won."""
    won = benchmark.pedantic(
        lambda: sum([decide(deal) for deal in DEALS]), rounds=5, warmup_rounds=1
    )
    mean = 1e6 * benchmark.stats.stats.min / len(DEALS)
    benchmark.extra_info.update(deals=len(DEALS), won=won, mean_us=mean)
    print(f"\n{len(DEALS):,} deals, {won:,} won, {mean:,.1f} us a deal in the best round")


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS.keys())
def test_compulsory_search(benchmark: Any, options: dict[str, Any]) -> None:
    game = Decade(**options)
    decide_all(benchmark, lambda deal: solve(game, deal).outcome is Outcome.WON)


def test_optional_recurrence(benchmark: Any) -> None:
    game = Decade(compulsory=False)
    decide_all(benchmark, lambda deal: solve_exactly(game, deal).winnable)
