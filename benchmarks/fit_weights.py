"""Fit the weights by which the Accordion kernel orders moves, and print the table for its source.

    python benchmarks/fit_weights.py        (about two minutes on one core)

An evolution strategy (Rechenberg's, with weighted recombination) looks for the weights with which
quick attempts win shuffled packs for the least work. A generation makes 12 candidates, normally
distributed about the centre with a step of its own for each number, and tries them all on the same
new packs; the centre moves to the mean of the best 4, better ones weighing more, and each step
follows the spread of what was selected. Work is counted, not timed: 2 units for each expanded state
and 1 for each move generated, about their proportion in instructions. So a seed gives the same
weights on every machine. Nothing is stored: packs are dealt anew from their seeds.
"""

from __future__ import annotations

import math
import random

import click

from solitaire_solver import Accordion, Deal, Limits, Outcome, Portfolio, solve
from solitaire_solver.games import accordion_kernel

Numbers = list[float]

CANDIDATES = 12
SELECTED = 4
#: Where fitting begins: the features' signs, with sizes of one order, the same at every length.
START: Numbers = [50, 0, 100, 0, 350, 0, 100, 0, 100, 0, 50, 0, 100, 0]
START_STEPS: Numbers = [25, 15] * 7


def use(numbers: Numbers) -> None:
    """Let every kernel made from now on order its moves by these weights."""
    whole = [round(number) for number in numbers]
    pairs = tuple(zip(whole[::2], whole[1::2], strict=True))
    accordion_kernel.WEIGHT_TABLE[:] = accordion_kernel.weights_by_length(pairs)


def work(numbers: Numbers, first: int, packs: int) -> float:
    """The mean work to win the packs of ``packs`` seeds; a pack given up costs all it was given."""
    use(numbers)
    total = 0
    for seed in range(first, first + packs):
        deal = Deal.from_seed(seed)
        result = solve(Accordion(), deal, Portfolio(restarts=60), Limits(expansions=30_000))
        counts = result.statistics
        total += 2 * counts.expanded + counts.generated
        if result.outcome is not Outcome.WON:
            total += 100_000
    return total / packs


@click.command()
@click.option("--generations", default=40, show_default=True)
@click.option("--packs", default=300, show_default=True, help="new packs for each generation")
@click.option("--seed", default=1, show_default=True)
def main(generations: int, packs: int, seed: int) -> None:
    """Print the fitted centre every tenth generation, and at the end the table."""
    chance = random.Random(seed)
    centre, steps = list(START), list(START_STEPS)
    shares = [math.log(SELECTED + 0.5) - math.log(place + 1) for place in range(SELECTED)]
    shares = [share / sum(shares) for share in shares]
    for generation in range(generations):
        first = 10_000_000 * seed + generation * packs
        moved = [[chance.gauss(0, step) for step in steps] for _ in range(CANDIDATES - 1)]
        tried = [centre] + [
            [number + shift for number, shift in zip(centre, shifts, strict=True)]
            for shifts in moved
        ]
        ranked = sorted((work(numbers, first, packs), numbers) for numbers in tried)
        best = [numbers for _, numbers in ranked[:SELECTED]]
        new = [sum(s * b[i] for s, b in zip(shares, best, strict=True)) for i in range(len(centre))]
        for i, step in enumerate(steps):
            spread = sum(s * (b[i] - centre[i]) ** 2 for s, b in zip(shares, best, strict=True))
            steps[i] = math.sqrt(0.85 * step**2 + 0.15 * spread)
        centre = new
        if generation % 10 == 9:
            click.echo(f"{generation + 1}: least work {ranked[0][0]:.0f}, " + text_of(centre))
    click.echo(f"on 5,000 other packs: {work(centre, 1, 5000):.0f}")
    click.echo(f"WEIGHTS = ({text_of(centre)})")


def text_of(numbers: Numbers) -> str:
    """The numbers as the table of weights is written."""
    whole = [round(number) for number in numbers]
    return ", ".join(f"({a}, {b})" for a, b in zip(whole[::2], whole[1::2], strict=True))


if __name__ == "__main__":
    main()
