"""The signature: a digest of what the search did on a fixed list of deals.

It is the same on every machine, compiled or not. A change that is not meant to change the search
must leave it as it is; a change that is writes the new one down here, in the same commit.
"""

from typing import Any

import pytest
from xxhash import xxh3_64_hexdigest

from solitaire_solver import Accordion, Deal, DepthFirst, Portfolio, solve

SIGNATURE = "TODO"

WORK = [
    *((Deal.from_seed(seed), Portfolio()) for seed in range(1, 21)),
    *((Deal.from_seed(seed, size=18), DepthFirst()) for seed in range(1, 11)),
    *((Deal.from_seed(seed, size=14), DepthFirst(prune=False)) for seed in range(1, 11)),
    *((Deal.from_seed(seed, size=14), DepthFirst(ordered=True)) for seed in range(1, 11)),
]


@pytest.mark.uncompiled
def test_signature_is_the_one_written_down(benchmark: Any) -> None:
    def run() -> str:
        results = [solve(Accordion(), deal, strategy) for deal, strategy in WORK]
        return xxh3_64_hexdigest(" ".join(result.statistics.signature for result in results))

    assert benchmark.pedantic(run) == SIGNATURE
