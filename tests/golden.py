"""The golden signature: what fixed searches of fixed deals count, one line each.

``data/signature.txt`` must only change in a commit that says why. To write it anew:

    python tests/golden.py

Like Stockfish's bench it tells in a second whether a change that should not alter the search does;
and since the same file is asserted against compiled and uncompiled modules, the two are the same.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from solitaire_solver import Accordion, AStar, Beam, Deal, DepthFirst, Limits, solve

FILE = Path(__file__).parent / "data" / "signature.txt"

HEAD = """\
# What fixed searches of fixed Accordion deals count; written by: python tests/golden.py
# A deal "seed/n" is Deal.from_seed(seed, n). The digest is statistics.signature: counts, verdict
# and line. Searches marked * are cheap enough to be repeated with uncompiled modules.
"""

COLUMNS = "search deal outcome remaining expanded generated duplicates pruned digest"

#: Name, strategy (None is the default), objective, limits.
SEARCHES: dict[str, tuple[Any, Any, Limits]] = {
    "plain": (DepthFirst(), "win", Limits(expansions=20_000)),
    "ordered": (DepthFirst(ordered=True), "win", Limits(expansions=20_000)),
    "no-prune": (DepthFirst(prune=False), "win", Limits(expansions=20_000)),
    "dead-rows": (DepthFirst(prune=("dead rows",)), "win", Limits(expansions=20_000)),
    "symmetric": (DepthFirst(symmetric=True), "win", Limits(expansions=20_000)),
    "exact": (DepthFirst(keys="exact"), "win", Limits(expansions=20_000)),
    "forgetful": (DepthFirst(keys=64), "win", Limits(expansions=20_000, memory=2048)),
    "minimum": (DepthFirst(ordered=True), "minimum", Limits(expansions=20_000)),
    "beam": (Beam(width=20), "win", Limits(expansions=20_000)),
    "all-beam": (Beam(10**6, "moves-left"), "minimum", Limits(expansions=20_000)),
    "astar": (AStar(), "win", Limits(expansions=20_000)),
    "tight-astar": (AStar(heuristic="evaluation"), "win", Limits(expansions=20_000, memory=40_000)),
    "default": (None, "win", Limits(expansions=20_000)),
}

#: Seed and size of every deal.
DEALS = [
    *[(1, size) for size in (1, 2, 3, 4, 5, 6, 7, 8)],
    *[(seed, 9) for seed in (1, 2, 3, 4)],
    *[(seed, 12) for seed in (1, 2, 3, 4)],
    *[(seed, 14) for seed in (1, 2, 3, 4)],
    *[(seed, 16) for seed in (1, 2, 3)],
    *[(seed, 17) for seed in (1, 2, 3)],
    *[(seed, 18) for seed in (1, 2, 3, 4)],
    *[(seed, 24) for seed in (1, 2, 3)],
    *[(seed, 33) for seed in (1, 2)],
    *[(seed, 52) for seed in (1, 2, 3, 4, 5)],
]

#: A search of at most so many states is cheap.
CHEAP = 1500


def line(search: str, deal: str) -> str:
    """One line of the file: what one search of one deal counts."""
    strategy, objective, limits = SEARCHES[search]
    seed, size = map(int, deal.split("/"))
    result = solve(Accordion(), Deal.from_seed(seed, size), strategy, limits, objective=objective)
    counts = result.statistics
    fields = [
        search + ("*" if counts.expanded <= CHEAP else ""),
        deal,
        result.outcome,
        result.remaining,
        counts.expanded,
        counts.generated,
        counts.duplicates,
        counts.pruned,
        counts.signature,
    ]
    return "\t".join(map(str, fields))


def lines() -> Iterator[str]:
    """All lines, in order."""
    for search in SEARCHES:
        for seed, size in DEALS:
            yield line(search, f"{seed}/{size}")


def golden() -> list[str]:
    """The lines of the file, without its head."""
    return [
        text
        for text in FILE.read_text(encoding="utf-8").splitlines()
        if not text.startswith("#") and not text.startswith("search\t")
    ]


if __name__ == "__main__":
    body = "\n".join(["\t".join(COLUMNS.split()), *lines()])
    FILE.write_text(f"{HEAD}{body}\n", encoding="utf-8")
