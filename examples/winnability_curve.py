"""How often can a random row of n cards be won? Open Accordion, n = 1 to 36, with a fitted tail.

    python examples/winnability_curve.py                                    (a taste, in seconds)
    python examples/winnability_curve.py --exact 7 --last 36 --deals 100000 --out curve   (hours)

Short rows are counted exactly: only "same rank" and "same suit" matter, so the rows are taken one
from each class of rows that differ by the names of their ranks and suits, and each class counts for
as many rows as there are ways to name them. Longer rows are sampled: the first n cards of the packs
of the seeds 1, 2, 3, ... Every loss is proved; a row whose proof would take too much is unknown and
counts both ways.

The tail is fitted by q(n) = exp(a - b n), the probability that a row of n cards cannot be won, from
``--fit-from`` cards on: the pair (a, b) of greatest likelihood, and its spread from samples drawn
anew from the fitted curve. Carried on to 52 cards that is a guess at how rare a pack that cannot be
won is, and only as good as the straight line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import attrs
import click

from solitaire_solver import Accordion, Deal, Limits, Outcome, solve_many
from solitaire_solver.cards import FULL_DECK
from solitaire_solver.survey import Rate, rate


@attrs.frozen
class Point:
    """Rows of ``cards`` cards: how many were won, unknown and looked at, and whether all were."""

    cards: int
    won: int
    unknown: int
    rows: int
    exact: bool

    @property
    def lost(self) -> int:
        return self.rows - self.won - self.unknown

    @property
    def rate(self) -> Rate:
        return rate(self.won, self.rows, self.unknown)


# --- Exact counts ---------------------------------------------------------------------------------


def classes(cards: int) -> Iterator[tuple[Deal, int]]:
    """One row of each class, and how many rows the class has.

    In it new ranks and new suits appear in the order 0, 1, 2, ...
    """

    def extend(row: list[tuple[int, int]], ranks: int, suits: int) -> Iterator[tuple[Deal, int]]:
        if len(row) == cards:
            deal = Deal([FULL_DECK[13 * suit + rank] for rank, suit in row])
            yield deal, math.perm(13, ranks) * math.perm(4, suits)
            return
        for rank in range(min(ranks + 1, 13)):
            for suit in range(min(suits + 1, 4)):
                if (rank, suit) not in row:
                    row.append((rank, suit))
                    yield from extend(row, max(ranks, rank + 1), max(suits, suit + 1))
                    row.pop()

    return extend([], 0, 0)


def exact(cards: int, workers: int) -> Point:
    """All rows of so many cards."""
    results = solve_many(Accordion(), (deal for deal, _ in classes(cards)), workers=workers)
    won = sum(
        size
        for (_, size), result in zip(classes(cards), results, strict=True)
        if result.outcome is Outcome.WON
    )
    return Point(cards, won, 0, math.perm(52, cards), True)


# --- Samples --------------------------------------------------------------------------------------


def sampled(cards: int, deals: int, workers: int, limits: Limits) -> Point:
    """The first so many cards of the packs of the seeds from 1 on."""
    rows = (Deal.from_seed(seed, cards) for seed in range(1, deals + 1))
    outcomes = [
        result.outcome for result in solve_many(Accordion(), rows, limits=limits, workers=workers)
    ]
    return Point(cards, outcomes.count(Outcome.WON), outcomes.count(Outcome.UNKNOWN), deals, False)


# --- The tail -------------------------------------------------------------------------------------


@attrs.frozen
class Tail:
    """The fitted tail q(n) = exp(a - b n) and the middle 95 per cent of q(52) over new samples."""

    a: float
    b: float
    low: float
    high: float

    def lost(self, cards: int) -> float:
        return math.exp(self.a - self.b * cards)


def fit(points: list[Point], samples: int = 400, seed: int = 1) -> Tail:
    """The tail of greatest likelihood for sampled points; unknown rows are left out."""
    from scipy.stats import binom

    decided = [point.won + point.lost for point in points]
    cards = [point.cards for point in points]
    a, b = _most_likely(cards, [point.lost for point in points], decided)
    fitted = [min(1.0, math.exp(a - b * n)) for n in cards]
    guesses = []
    for lost in binom.rvs(decided, fitted, size=(samples, len(points)), random_state=seed):
        new_a, new_b = _most_likely(cards, list(lost), decided)
        guesses.append(math.exp(new_a - new_b * 52))
    guesses.sort()
    return Tail(a, b, guesses[samples // 40], guesses[-1 - samples // 40])


def _most_likely(cards: list[int], lost: list[int], decided: list[int]) -> tuple[float, float]:
    from scipy.optimize import minimize

    def unlikeliness(line: tuple[float, float]) -> float:
        total = 0.0
        for n, losses, rows in zip(cards, lost, decided, strict=True):
            log_q = min(-1e-9, line[0] - line[1] * n)
            total -= losses * log_q + (rows - losses) * math.log(-math.expm1(log_q))
        return total

    a, b = minimize(unlikeliness, (5.0, 0.4), method="Nelder-Mead").x
    return float(a), float(b)


# --- What is printed and drawn --------------------------------------------------------------------


def table(points: list[Point]) -> Iterator[str]:
    """The points as a table in Markdown."""
    yield "| cards | rows | won | unknown | winnable | 95 % interval |"
    yield "|---|---|---|---|---|---|"
    for p in points:
        if p.exact:
            yield f"| {p.cards} | all {p.rows:,} | {p.won:,} | 0 | {p.won / p.rows:.6%} | exact |"
        else:
            yield (
                f"| {p.cards} | {p.rows:,} | {p.won:,} | {p.unknown:,} | {p.won / p.rows:.4%} | "
                f"{p.rate.low:.4%} to {p.rate.high:.4%} |"
            )


def draw(points: list[Point], tail: Tail, path: Path) -> None:
    """The probability of a row that cannot be won by its length, and the fitted tail."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    lost = [p for p in points if p.won < p.rows]
    shares = [1 - p.won / p.rows for p in lost]
    low = [0.0 if p.exact else 1 - p.won / p.rows - (1 - p.rate.high) for p in lost]
    high = [0.0 if p.exact else p.won / p.rows - p.rate.low for p in lost]
    axes.errorbar([p.cards for p in lost], shares, yerr=[low, high], fmt="o", markersize=3)
    cards = range(14, 53)
    axes.plot(cards, [min(1, tail.lost(n)) for n in cards], "--", label="fitted tail")
    axes.set(
        xlabel="cards", ylabel="cannot be won", yscale="log", title="Open Accordion, random rows"
    )
    axes.legend()
    figure.savefig(path)


@click.command()
@click.option("--exact", "exact_until", default=3, show_default=True, help="count rows up to here")
@click.option("--last", default=9, show_default=True, help="the longest rows")
@click.option("--deals", default=100, show_default=True, help="rows of each length in the samples")
@click.option("--fit-from", default=20, show_default=True, help="where the tail begins")
@click.option("--expansions", default=10**8, show_default=True, help="states after which: unknown")
@click.option("--memory", default="4GiB", show_default=True)
@click.option("--workers", default=1, show_default=True)
@click.option("--out", help="write OUT.md and OUT.svg as well")
def main(
    exact_until: int,
    last: int,
    deals: int,
    fit_from: int,
    expansions: int,
    memory: str,
    workers: int,
    out: str | None,
) -> None:
    """Print the curve as it is measured, and what its tail implies."""
    limits = Limits(expansions=expansions, memory=memory)
    points: list[Point] = []
    for cards in range(1, last + 1):
        if cards <= exact_until:
            points.append(exact(cards, workers))
        else:
            points.append(sampled(cards, deals, workers, limits))
        click.echo(list(table(points))[-1] if cards > 1 else "\n".join(table(points)))
    ends = [p for p in points if p.cards >= fit_from and not p.exact and p.lost]
    if len(ends) < 3:
        click.echo(f"a tail is fitted to three lengths or more from {fit_from} cards on")
        return
    tail = fit(ends)
    said = (
        f"Fitted from {fit_from} cards on: a row of n cards cannot be won with probability "
        f"exp({tail.a:.2f} - {tail.b:.3f} n).\n"
        f"Carried on to 52 cards: {tail.lost(52):.1e} (95 %: {tail.low:.1e} to {tail.high:.1e}), "
        "if the line stays straight."
    )
    click.echo(said)
    if out is not None:
        Path(f"{out}.md").write_text("\n".join([*table(points), "", said, ""]), encoding="utf-8")
        draw(points, tail, Path(f"{out}.svg"))


if __name__ == "__main__":
    main()
