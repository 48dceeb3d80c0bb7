"""How fast games that play themselves are: ``pytest benchmarks/test_strict_speed.py -s``.

Times are those of one core (processor time, so that a busy machine does not matter). Nothing is
asserted but that the packs come out as they should.
"""

import time
from itertools import product
from typing import Any

import pytest

from solitaire_solver import Deal, StrictAccordion
from solitaire_solver.games import uva127, uva246

PACKS = 200_000
READINGS: list[tuple[Any, Any, Any]] = list(
    product(("nearer", "longer"), ("leftmost", "rightmost"), ("per-pile", "whole-row"))
)


@pytest.mark.parametrize("reading", READINGS, ids="-".join)
@pytest.mark.benchmark(timer=time.process_time)
def test_strict_accordion_census(benchmark: Any, reading: Any) -> None:
    game = StrictAccordion(*reading)
    census = benchmark.pedantic(game.census, (range(PACKS),), rounds=3)
    assert sum(census) == PACKS
    benchmark.extra_info["won"] = census[1]
    benchmark.extra_info["packs_a_second"] = PACKS / benchmark.stats.stats.min
    print(f"\n{PACKS / benchmark.stats.stats.min:,.0f} packs a second, {census[1]} won")


@pytest.mark.benchmark(timer=time.process_time)
def test_uva127(benchmark: Any) -> None:
    deals = [Deal.from_seed(seed) for seed in range(1000)]
    piles = benchmark.pedantic(lambda: [uva127.play(deal) for deal in deals], rounds=3)
    assert all(sum(heights) == 52 for heights in piles)


@pytest.mark.benchmark(timer=time.process_time)
def test_uva246(benchmark: Any) -> None:
    packs = [[min(card.rank, 10) for card in Deal.from_seed(seed)] for seed in range(1000)]
    played = benchmark.pedantic(lambda: [uva246.play(pack) for pack in packs], rounds=3)
    assert {result.outcome for result in played} == {"Win", "Loss", "Draw"}
