"""How many orders of a tiny pack can be won? Open Accordion, m ranks in n suits, every order.

    python examples/tiny_packs.py                               (up to 6 cards, in seconds)
    python examples/tiny_packs.py --cards 12 --out tiny_packs   (all packs up to 12 cards)

Only "same rank" and "same suit" matter. So orders that differ by the names of ranks and suits are
won or lost together, and in a pack that has all its ranks in all its suits each such class has
m! n! members. One of each class is solved: that in which new ranks and new suits appear in the
order 0, 1, 2, ... ``--check`` also solves every order of the packs up to so many cards.
Exchanging ranks and suits changes nothing either: m ranks in n suits are n ranks in m suits.
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from solitaire_solver import Accordion, Deal, Outcome, __version__, solve_many
from solitaire_solver.cards import FULL_DECK, Card

PAGE = """\
# Tiny packs: every order

How many orders of a pack of m ranks in n suits can be won in open Accordion? Every order is decided
with a proof. Written by

```sh
{}
```

with version {}. Orders that differ by the names of ranks and suits are won or lost together, and
one of each such class was solved; exchanging ranks and suits changes nothing either. Up to {} cards
every single order was solved as well, and the counts agree.

{}
"""


def pack(ranks: int, suits: int) -> list[Card]:
    return [FULL_DECK[13 * suit + rank] for suit in range(suits) for rank in range(ranks)]


def classes(ranks: int, suits: int) -> Iterator[Deal]:
    """One order of each class."""

    def extend(row: list[Card], seen_ranks: int, seen_suits: int) -> Iterator[Deal]:
        if len(row) == ranks * suits:
            yield Deal(row)
            return
        for rank in range(min(seen_ranks + 1, ranks)):
            for suit in range(min(seen_suits + 1, suits)):
                card = FULL_DECK[13 * suit + rank]
                if card not in row:
                    row.append(card)
                    yield from extend(row, max(seen_ranks, rank + 1), max(seen_suits, suit + 1))
                    row.pop()

    return extend([], 0, 0)


def won(deals: Iterable[Deal], workers: int) -> int:
    results = solve_many(Accordion(), deals, workers=workers)
    return sum(result.outcome is Outcome.WON for result in results)


def in_a_folder(context: click.Context, option: click.Parameter, out: str | None) -> str | None:
    """OUT as it is, if its folder can be written to: that is known before the work, not after."""
    folder = Path(out or "").parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise click.BadParameter(f"no file can be written to the folder {folder}")
    return out


@click.command()
@click.option(
    "--cards", type=click.IntRange(1, 52), default=6, show_default=True, help="the largest packs"
)
@click.option(
    "--check",
    type=click.IntRange(0, 52),
    default=5,
    show_default=True,
    help="up to here without symmetry as well",
)
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("--out", callback=in_a_folder, help="write OUT.md as well")
def main(cards: int, check: int, workers: int, out: str | None) -> None:
    """Print the exact number of winnable orders of every pack, m <= 13 and n <= 4."""
    lines = ["| ranks | suits | orders | winnable | lost |", "|---|---|---|---|---|"]
    click.echo("\n".join(lines))
    counted: dict[tuple[int, int], int] = {}
    for size in range(1, cards + 1):
        for suits in range(1, 5):
            ranks = size // suits
            if ranks * suits != size or ranks > 13:
                continue
            if (suits, ranks) not in counted:
                members = math.factorial(ranks) * math.factorial(suits)
                counted[ranks, suits] = members * won(classes(ranks, suits), workers)
            else:
                counted[ranks, suits] = counted[suits, ranks]
            if size <= check:
                orders = map(Deal, itertools.permutations(pack(ranks, suits)))
                if won(orders, workers) != counted[ranks, suits]:
                    raise SystemExit(f"{ranks} ranks in {suits} suits: the counts differ")
            winnable, lost = counted[ranks, suits], math.factorial(size) - counted[ranks, suits]
            lines.append(f"| {ranks} | {suits} | {winnable + lost:,} | {winnable:,} | {lost:,} |")
            click.echo(lines[-1])
    if out is not None:
        command = (
            f"python examples/tiny_packs.py --cards {cards} --check {check} --workers {workers} "
            f"--out {out}"
        )
        page = PAGE.format(command, __version__, check, "\n".join(lines))
        Path(f"{out}.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
