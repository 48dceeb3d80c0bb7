"""Mean time for a full deal of Royal Marriage and Ten By One, from the deal to the answer.

    pytest benchmarks/test_games_speed.py

Times are reported, never asserted. One round goes over all deals, so a deal takes the time of a
round divided by their number, which stands in the extra information of each benchmark.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from solitaire_solver import Deal, RoyalMarriage, TenByOne, solve
from solitaire_solver.exact import royal_marriage, ten_by_one

DEALS = [Deal.from_seed(seed) for seed in range(1, 2001)]

CASES: dict[str, Callable[[Deal], object]] = {
    "royal marriage, exact": partial(royal_marriage.solve_exactly, RoyalMarriage()),
    "royal marriage, search": lambda deal: solve(RoyalMarriage(), deal),
    "royal marriage, least cards by search": lambda deal: solve(
        RoyalMarriage(), deal, objective="minimum"
    ),
    "royal marriage, forced": lambda deal: solve(RoyalMarriage(forced=True), deal),
    "ten by one, exact": partial(ten_by_one.solve_exactly, TenByOne()),
    "ten by one, search": lambda deal: solve(TenByOne(), deal),
}


@pytest.mark.parametrize("name", CASES)
def test_full_deals(benchmark: Any, name: str) -> None:
    answer = CASES[name]

    def all_deals() -> None:
        for deal in DEALS:
            answer(deal)

    benchmark.extra_info["deals in a round"] = len(DEALS)
    benchmark.pedantic(all_deals, rounds=3, warmup_rounds=1)
    seconds = benchmark.stats.stats.min if benchmark.stats else 0.0
    benchmark.extra_info["microseconds a deal"] = round(seconds / len(DEALS) * 1e6, 2)
