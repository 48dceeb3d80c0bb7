"""How fast it is: ``pytest benchmarks --benchmark-only``. Times are reported, never asserted.

Samples are modest unless ``SOLITAIRE_SOLVER_BENCHMARK=full`` is in the environment. Where a round
is one deal, the columns of the table are over deals; ``extra_info`` (kept by ``--benchmark-json``,
printed by ``-s``) has what the table cannot show.
"""

import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solitaire_solver import Accordion, Deal, DepthFirst, Limits, Outcome, Result, solve

FULL = os.environ.get("SOLITAIRE_SOLVER_BENCHMARK") == "full"
PACKS = 10_000 if FULL else 1_000
ROWS = 2_000 if FULL else 500
PROCESSES = 20 if FULL else 5
SEARCHES = 5 if FULL else 1

SOLVE_AND_PRINT = """
from solitaire_solver import Accordion, Deal, solve
print(*solve(Accordion(), Deal.from_seed(1)).solution)
"""


def one_deal_a_round(
    benchmark: Any, deals: list[Deal], decide: Callable[[Deal], Result]
) -> list[Result]:
    """Decide each of the deals once, a round for each, and report the tail of the times."""
    results = []
    waiting = iter(deals)
    benchmark.pedantic(
        lambda deal: results.append(decide(deal)),
        setup=lambda: ((next(waiting),), {}),
        rounds=len(deals),
    )
    times = benchmark.stats.stats.data
    note(
        benchmark,
        deals=len(deals),
        won=sum(result.outcome is Outcome.WON for result in results),
        mean_ms=1000 * statistics.fmean(times),
        percentile_99_ms=1000 * statistics.quantiles(times, n=100)[-1],
        mean_expanded=statistics.fmean(result.statistics.expanded for result in results),
    )
    return results


def note(benchmark: Any, **figures: float) -> None:
    """Keep figures with the benchmark, and print them for those who run it with ``-s``."""
    benchmark.extra_info.update(figures)
    print("\n" + ", ".join(f"{name} {figure:,.6g}" for name, figure in figures.items()))


def test_shuffled_packs_are_won(benchmark: Any) -> None:
    deals = [Deal.from_seed(seed) for seed in range(1, PACKS + 1)]
    results = one_deal_a_round(benchmark, deals, lambda deal: solve(Accordion(), deal))
    assert all(result.outcome is Outcome.WON for result in results)


def test_random_rows_of_18_are_decided(benchmark: Any) -> None:
    deals = [Deal.from_seed(seed, size=18) for seed in range(1, ROWS + 1)]
    results = one_deal_a_round(
        benchmark, deals, lambda deal: solve(Accordion(), deal, DepthFirst())
    )
    assert all(result.outcome is not Outcome.UNKNOWN for result in results)


@pytest.mark.parametrize("keys", [128, 64, "exact"])
def test_five_million_states_of_one_pack(benchmark: Any, keys: Any) -> None:
    deal = Deal.from_seed(440)  # its win lies further away than that
    strategy, limits = DepthFirst(keys=keys, prune=False), Limits(expansions=5_000_000)
    result = benchmark.pedantic(solve, (Accordion(), deal, strategy, limits), rounds=SEARCHES)
    assert result.outcome is Outcome.UNKNOWN
    counts = result.statistics
    note(
        benchmark,
        states=counts.table_entries,
        states_a_second=counts.table_entries / benchmark.stats.stats.median,
        bytes_a_state=counts.table_bytes / counts.table_entries,
    )


@pytest.mark.parametrize(
    "script",
    ["pass", "import solitaire_solver", SOLVE_AND_PRINT],
    ids=["nothing", "import", "solve and print"],
)
def test_new_process(benchmark: Any, script: str, tmp_path: Path) -> None:
    benchmark.pedantic(
        subprocess.run,
        ([sys.executable, "-c", script],),
        {"cwd": tmp_path, "check": True, "stdout": subprocess.DEVNULL},
        rounds=PROCESSES,
        warmup_rounds=1,
    )
