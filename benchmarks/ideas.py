"""What each idea of the search buys: the tables of docs/search.md, in expansions and in time.

    python benchmarks/ideas.py                            (a quarter of an hour on one core)
    python benchmarks/ideas.py --packs 50 --rows 50       (a taste)

Strategies take turns on the same deals, one deal after another, so that a machine which is now fast
and now slow treats all alike. A deal that a strategy does not decide within its limit counts with
what was spent, so such a mean is a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import click

from solitaire_solver import (
    Accordion,
    AStar,
    Beam,
    Deal,
    DepthFirst,
    Limits,
    Outcome,
    Portfolio,
    solve,
)

SHORT, LONG = Limits(expansions=20_000), Limits(expansions=10**8, memory="4GiB")

PACKS: dict[str, tuple[Any, Limits]] = {
    "documented order, at most 20,000 expansions": (DepthFirst(), SHORT),
    "fitted order, at most 20,000 expansions": (DepthFirst(ordered=True), SHORT),
    "fitted order, to the end": (DepthFirst(ordered=True), LONG),
    "fitted order, noise and restarts (the default)": (Portfolio(), LONG),
    "beam of 10": (Beam(10), LONG),
    "beam of 30": (Beam(30), LONG),
    "beam of 100": (Beam(100), LONG),
    "A*, at most 20,000 expansions": (AStar(), SHORT),
}

ROWS: dict[str, tuple[Any, Limits]] = {
    "no prune": (DepthFirst(prune=False), LONG),
    "dominated slides": (DepthFirst(prune=("dominated slides",)), LONG),
    "dead rows": (DepthFirst(prune=("dead rows",)), LONG),
    "both": (DepthFirst(), LONG),
    "both, 64-bit keys": (DepthFirst(keys=64), LONG),
    "both, exact keys": (DepthFirst(keys="exact"), LONG),
    "both, fitted order": (DepthFirst(ordered=True), LONG),
    "both, symmetric keys": (DepthFirst(symmetric=True), LONG),
    "both, symmetric keys, fitted order": (DepthFirst(symmetric=True, ordered=True), LONG),
    "the default (attempts from 23 cards on)": (Portfolio(), LONG),
}
#: Those too slow for rows of more than 18 cards.
UNPRUNED = ("no prune", "dominated slides")


def compare(strategies: dict[str, tuple[Any, Limits]], deals: Sequence[Deal]) -> None:
    """Print a table in Markdown: expansions, moves listed, milliseconds, deals not decided."""
    expanded, generated = dict.fromkeys(strategies, 0), dict.fromkeys(strategies, 0)
    seconds, undecided = dict.fromkeys(strategies, 0.0), dict.fromkeys(strategies, 0)
    for deal in deals:
        for name, (strategy, limits) in strategies.items():
            started = perf_counter()
            result = solve(Accordion(), deal, strategy, limits)
            seconds[name] += perf_counter() - started
            expanded[name] += result.statistics.expanded
            generated[name] += result.statistics.generated
            undecided[name] += result.outcome is Outcome.UNKNOWN
    click.echo("| search | expanded | moves listed | ms | undecided |")
    click.echo("|---|---|---|---|---|")
    for name in strategies:
        means = expanded[name] / len(deals), generated[name] / len(deals)
        time = 1000 * seconds[name] / len(deals)
        click.echo(
            f"| {name} | {means[0]:,.0f} | {means[1]:,.0f} | {time:.3f} | {undecided[name]} |"
        )
    click.echo()


@click.command()
@click.option("--packs", default=1000, show_default=True, help="shuffled packs, seeds from 1 on")
@click.option("--rows", default=500, show_default=True, help="rows of each length, seeds from 1 on")
def main(packs: int, rows: int) -> None:
    """Print the tables."""
    click.echo(f"Packs of the seeds 1 to {packs}:\n")
    compare(PACKS, [Deal.from_seed(seed) for seed in range(1, packs + 1)])
    for cards in (18, 20, 22, 24):
        strategies = {
            name: how for name, how in ROWS.items() if cards == 18 or name not in UNPRUNED
        }
        click.echo(f"Rows of {cards} cards, seeds 1 to {rows}:\n")
        compare(strategies, [Deal.from_seed(seed, cards) for seed in range(1, rows + 1)])


if __name__ == "__main__":
    main()
