"""Full packs of open Accordion that cannot be won, each proved, with ever more play in them.

    python examples/unwinnable_deals.py                                    (seconds)
    python examples/unwinnable_deals.py --steps 100000 --expansions 1000000

No shuffled pack is known that cannot be won, but packs can be built. The first has no move at all:
no card matches its neighbour or the card three places to the left. From there the program climbs:
it exchanges two cards at random and keeps the new pack if it is proved to be lost, within so many
expanded states, and has at least as many rows that can be reached. Each pack that is printed is
proved once more with whole rows as keys, where no collision is possible.
"""

from __future__ import annotations

import random

import click

from solitaire_solver import Accordion, Deal, DepthFirst, Limits, Outcome, Result, solve
from solitaire_solver.cards import FULL_DECK, Card


def match(one: Card, other: Card) -> bool:
    return one.rank == other.rank or one.suit == other.suit


def without_moves(chance: random.Random) -> list[Card]:
    """A full pack in which no pile can move: cards are laid by depth-first search."""
    row: list[Card] = []

    def lay(rest: list[Card]) -> bool:
        if not rest:
            return True
        for card in chance.sample(rest, len(rest)):
            if any(match(card, row[-d]) for d in (1, 3) if len(row) >= d):
                continue
            row.append(card)
            if lay([other for other in rest if other is not card]):
                return True
            row.pop()
        return False

    lay(list(FULL_DECK))
    return row


def proof(row: list[Card], expansions: int, exact: bool = False) -> Result:
    """Every row that can be reached is met: no prune leaves any out."""
    strategy = DepthFirst(keys="exact" if exact else 128, prune=False)
    return solve(Accordion(), Deal(row), strategy, Limits(expansions=expansions, memory="4GiB"))


@click.command()
@click.option("--steps", default=300, show_default=True, help="exchanges to try")
@click.option(
    "--expansions", default=10_000, show_default=True, help="the longest proof to wait for"
)
@click.option("--seed", default=1, show_default=True)
def main(steps: int, expansions: int, seed: int) -> None:
    """Print lost packs: rows that can be reached, moves at the start, fewest piles, the pack."""
    chance = random.Random(seed)
    row = without_moves(chance)
    best = proof(row, expansions)
    show(row, best)
    shown = best.statistics.expanded
    for _ in range(steps):
        i, j = chance.sample(range(52), 2)
        changed = list(row)
        changed[i], changed[j] = row[j], row[i]
        result = proof(changed, expansions)
        if result.outcome is not Outcome.UNWINNABLE:
            continue
        if result.statistics.expanded >= best.statistics.expanded:
            row, best = changed, result
        if best.statistics.expanded >= 4 * shown:
            shown = best.statistics.expanded
            show(row, best)
    show(row, best)


def show(row: list[Card], found: Result) -> None:
    again = proof(row, found.statistics.expanded + 1, exact=True)
    if again.outcome is not Outcome.UNWINNABLE or again.proof is None:
        raise SystemExit("the proof with exact keys failed")
    moves = len(Accordion().moves(Deal(row).cards))
    click.echo(f"{again.proof.states:,} rows, {moves} moves, {again.remaining} piles: {Deal(row)}")


if __name__ == "__main__":
    main()
