"""Full packs of open Accordion that cannot be won, each proved, with ever more play in them.

    python examples/unwinnable_deals.py                                            (seconds)
    python examples/unwinnable_deals.py --steps 2000 --expansions 3000000 --out unwinnable_deals

No shuffled pack is known that cannot be won, but packs can be built. The first has no move at all:
no card matches its neighbour or the card three places to the left. From there the program climbs:
it exchanges two cards at random and keeps the new pack if it is proved to be lost, within so many
expanded states, and has at least as many rows that can be reached. Each pack that is printed is
proved once more with whole rows as keys, where no collision is possible.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import click

from solitaire_solver import (
    Accordion,
    Deal,
    DepthFirst,
    Limits,
    Outcome,
    Result,
    __version__,
    solve,
)
from solitaire_solver.cards import FULL_DECK, Card

PAGE = """\
# Full packs that cannot be won

No shuffled pack of open Accordion is known that cannot be won, but packs can be built. The first of
these has no move at all. From there a program climbed: it exchanged two cards at random and kept
the new pack if it was proved to be lost and had at least as many rows that can be reached. Written
by

```sh
{}
```

with version {}. *Rows* is how many different rows can be reached, the pack itself included; all of
them were met, without any prune and with whole rows as keys, so that none could be taken for
another, and none is a single pile. *Moves* is how many there are at the start, *piles* the fewest
that can be reached.

{}
"""


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


def climb(steps: int, expansions: int, seed: int) -> Iterator[list[Card]]:
    """Packs without a win: the first has no move, each later one four times the rows or more."""
    chance = random.Random(seed)
    row = without_moves(chance)
    reached = shown = 1
    yield row
    for _ in range(steps):
        i, j = chance.sample(range(52), 2)
        changed = list(row)
        changed[i], changed[j] = row[j], row[i]
        result = proof(changed, min(expansions, 8 * reached + 1000))
        if result.outcome is Outcome.UNWINNABLE and result.statistics.expanded >= reached:
            row, reached = changed, result.statistics.expanded
        if reached >= 4 * shown:
            shown = reached
            yield row
    yield row


def described(row: list[Card], expansions: int) -> str:
    """A row of the table; the pack is proved to be lost with exact keys."""
    result = proof(row, expansions, exact=True)
    if result.outcome is not Outcome.UNWINNABLE or result.proof is None:
        raise SystemExit("the proof with exact keys failed")
    deal = Deal(row)
    moves, piles = len(Accordion().moves(deal.cards)), result.remaining
    return f"| {result.proof.states:,} | {moves} | {piles} | {deal} |"


def in_a_folder(context: click.Context, option: click.Parameter, out: str | None) -> str | None:
    """OUT as it is, if its folder can be written to: that is known before the work, not after."""
    folder = Path(out or "").parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise click.BadParameter(f"no file can be written to the folder {folder}")
    return out


@click.command()
@click.option(
    "--steps", type=click.IntRange(0), default=300, show_default=True, help="exchanges to try"
)
@click.option(
    "--expansions",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="the longest proof to wait for",
)
@click.option("--seed", default=1, show_default=True)
@click.option("--out", callback=in_a_folder, help="write OUT.md as well")
def main(steps: int, expansions: int, seed: int, out: str | None) -> None:
    """Print lost packs: rows that can be reached, moves at the start, fewest piles, the pack."""
    lines = ["| rows | moves | piles | pack |", "|---|---|---|---|"]
    click.echo("\n".join(lines))
    for row in climb(steps, expansions, seed):
        lines.append(described(row, expansions))
        click.echo(lines[-1])
    if out is not None:
        command = (
            f"python examples/unwinnable_deals.py --steps {steps} --expansions {expansions} "
            f"--seed {seed} --out {out}"
        )
        Path(f"{out}.md").write_text(
            PAGE.format(command, __version__, "\n".join(lines)), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
