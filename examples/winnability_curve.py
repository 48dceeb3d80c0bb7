"""How often can a random row of n cards be won? Open Accordion, n = 1 to 36, with a fitted tail.

    python examples/winnability_curve.py                                     (a taste, in seconds)
    python examples/winnability_curve.py --exact 7 --last 36 --deals 20000 --out curve
    ... --deals 2000 --more 31 10000 --more 34 50000    (long rows are quick, their losses rare)

Short rows are counted exactly: only "same rank" and "same suit" matter, so the rows are taken one
from each class of rows that differ by the names of their ranks and suits, and each class counts for
as many rows as there are ways to name them. Longer rows are sampled: the first n cards of the packs
of the seeds 1, 2, 3, ... Every loss is proved; a row whose proof would take too much is unknown and
counts both ways.

The tail is the probability q(n) that a row of n cards cannot be won, from some length on. It is
fitted by a straight line, ln q(n) = a + b n, from ever later lengths on, and by a parabola, each
time with the parameters of greatest likelihood. How far a fit may be off by chance is seen by
drawing new samples from it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path

import attrs
import click

from solitaire_solver import Accordion, Deal, Limits, Outcome, __version__, solve_many
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
    """A fit ln q(n) = c0 + c1 x + ... with x = (n - 28) / 10 to the lengths from ``start`` on.

    ``low`` to ``high`` is the middle 95 per cent of q(52) over samples drawn anew from the fit, and
    ``as_far`` the share of these that are as far from it as what was counted: near 0, the fit is
    not true.
    """

    start: int
    coefficients: tuple[float, ...]
    as_far: float = 0.0
    low: float = 0.0
    high: float = 0.0

    def lost(self, cards: int) -> float:
        """The probability that so many cards cannot be won."""
        x = (cards - 28) / 10
        power = sum(c * x**k for k, c in enumerate(self.coefficients))
        return math.exp(max(-700.0, min(-1e-9, power)))

    def __str__(self) -> str:
        c0, c1, *more = self.coefficients
        square = f" {more[0]:+.2f} x²" if more else ""
        return f"{c0:.2f} {c1:+.2f} x{square}"


def fit(points: list[Point], start: int, degree: int, samples: int = 400) -> Tail:
    """The tail of greatest likelihood for sampled points; unknown rows are left out."""
    from scipy.stats import binom

    tail_points = [point for point in points if point.cards >= start and not point.exact]
    cards = [point.cards for point in tail_points]
    rows = [point.won + point.lost for point in tail_points]

    def fitted(lost: list[int], first: tuple[float, ...]) -> tuple[Tail, float]:
        from scipy.optimize import minimize

        def distance(coefficients: tuple[float, ...]) -> float:
            tail = Tail(start, tuple(coefficients))
            return sum(
                _deviance(tail.lost(n), x, r) for n, x, r in zip(cards, lost, rows, strict=True)
            )

        found = minimize(distance, first, method="Nelder-Mead")
        return Tail(start, tuple(map(float, found.x))), float(found.fun)

    best, distance = fitted([point.lost for point in tail_points], (-5.0, -5.0, 0.0)[: degree + 1])
    chances = [best.lost(n) for n in cards]
    again = [
        fitted(list(map(int, lost)), best.coefficients)
        for lost in binom.rvs(rows, chances, size=(samples, len(cards)), random_state=1)
    ]
    guesses = sorted(tail.lost(52) for tail, _ in again)
    return attrs.evolve(
        best,
        as_far=sum(other >= distance for _, other in again) / samples,
        low=guesses[samples // 40],
        high=guesses[-1 - samples // 40],
    )


def _deviance(chance: float, lost: int, rows: int) -> float:
    """How unlikely it is, against the best chance there is, that so many of the rows are lost."""
    total = 0.0
    for count, share in ((lost, chance), (rows - lost, 1 - chance)):
        if count:
            total += 2 * count * math.log(count / rows / max(share, 1e-300))
    return total


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


def draw(points: list[Point], tails: dict[str, Tail], path: Path) -> None:
    """The probability of a row that cannot be won by its length, and the fitted tails."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    counted = [p for p in points if p.exact and p.won < p.rows]
    axes.plot(
        [p.cards for p in counted], [1 - p.won / p.rows for p in counted], "k.", label="all rows"
    )
    samples = [p for p in points if not p.exact]
    shares = [p.lost / p.rows for p in samples]
    axes.errorbar(
        [p.cards for p in samples],
        shares,
        yerr=[
            [share - (1 - p.rate.high) for share, p in zip(shares, samples, strict=True)],
            [1 - p.rate.low - share for share, p in zip(shares, samples, strict=True)],
        ],
        fmt="o",
        markersize=3,
        label="samples, 95 %",
    )
    for name, tail in tails.items():
        cards = range(tail.start, 53)
        axes.plot(cards, [tail.lost(n) for n in cards], "--", label=name)
    axes.set(
        xlabel="cards", ylabel="cannot be won", yscale="log", title="Open Accordion, random rows"
    )
    axes.set_ylim(bottom=1e-12)
    axes.legend()
    figure.savefig(path)


def conclusion(
    points: list[Point], first: int, samples: int = 400
) -> tuple[list[str], dict[str, Tail]]:
    """What the tails from ``first`` cards on say of 52 cards, and those to be drawn.

    Without losses of three lengths there is no tail, and that is said instead.
    """
    last = points[-1]
    ends = [point.cards for point in points if point.lost and not point.exact]
    if sum(cards >= first for cards in ends) < 3:
        return [
            f"No tail is fitted: that takes samples with losses of three lengths from {first} "
            "cards on."
        ], {}
    starts = range(first, ends[-3] + 1, 2)  # three lengths with losses, or there is no line
    lines = {start: fit(points, start, 1, samples) for start in starts}
    curve = fit(points, first, 2, samples)
    straight = [start for start, tail in lines.items() if tail.as_far >= 0.05]
    start = straight[0] if straight else max(lines)
    chosen = lines[start]
    texts = [
        "q(n) is the probability that a row of n cards cannot be won. Its logarithm is fitted by "
        "straight lines, from ever later lengths on, and by a parabola (the last row).",
        "",
        "| from | ln q(n), x = (n - 28) / 10 | samples as far off | q(52) | 95 % |",
        "|---|---|---|---|---|",
    ]
    texts += [
        f"| {tail.start} | {tail} | {tail.as_far:.1%} | {tail.lost(52):.1e} | "
        f"{tail.low:.1e} to {tail.high:.1e} |"
        for tail in [*lines.values(), curve]
    ]
    texts += [
        "",
        "A line of which fewer than 5 % of new samples are as far off as what was counted does "
        "not describe the tail. "
        + (
            f"The first that does begins at {start} cards."
            if straight
            else "None does; the last one comes nearest."
        ),
        "",
        f"For 52 cards it says {chosen.lost(52):.1e} (95 %: {chosen.low:.1e} to "
        f"{chosen.high:.1e}): one full pack in {1 / chosen.lost(52):.1e} cannot be won. That "
        "interval holds what chance does to the samples and "
        f"nothing else. It assumes that the line stays straight from {last.cards} to 52 cards, "
        "where nothing was measured; and since a pack has no more than 52 cards, the last "
        f"lengths need not behave like those before. The parabola says {curve.lost(52):.1e} "
        f"(95 %: {curve.low:.1e} to {curve.high:.1e}), on the assumption that the bend goes on. "
        "Without any curve, and if only longer rows are not lost more often, the chance for 52 "
        f"cards is at most {1 - last.rate.low:.1e}, the upper end for {last.cards}.",
    ]
    return texts, {f"line from {start}": chosen, f"parabola from {first}": curve}


SAME_SEEDS = (
    "All lengths use the same seeds, so a sampled row is the beginning of a longer one, and the "
    "samples of neighbouring lengths are correlated: each interval is true of its own length, and "
    "a fit, which takes the lengths as independent, has its chances only approximately."
)


def least_and_half(points: list[Point]) -> str:
    """Where rows are won least often, and from where on more than half are."""
    shares = {point.cards: point.won / point.rows for point in points}
    counted = [point for point in points if point.exact]
    samples = [point for point in points if not point.exact]
    least = min(counted or samples, key=lambda point: shares[point.cards])
    if counted:
        text = f"Up to {counted[-1].cards} cards the shares are exact, and least at {least.cards}"
        if samples and all(point.rate.low > shares[least.cards] for point in samples):
            text += "; the interval of each longer length lies above that"
    else:
        text = f"In these samples the share is least at {least.cards} cards"
    often = max(cards for cards, share in shares.items() if share < 0.5 or cards == 1)
    if 1 < often < points[-1].cards:
        text += f". Of the rows looked at, more than half are won above {often} cards"
    return f"{text}."


def page(command: str, points: list[Point], tails: list[str], picture: str) -> Iterator[str]:
    """The whole of OUT.md, line by line."""
    yield from (
        "# How often can a random row be won?",
        "",
        "Open Accordion, rows of n cards dealt from a shuffled pack. This page and its picture are "
        "written by",
        "",
        "```sh",
        command,
        "```",
        "",
        f"with version {__version__}. Short rows are all counted, one of each class of rows that "
        "differ only by the names of ranks and suits. The others are samples: the first n cards of "
        "the packs of the seeds 1, 2, 3, ... Every loss is proved. Intervals are those of "
        "Clopper and Pearson; an unknown row counts as lost for the low end and as won for the "
        f"high end. {SAME_SEEDS}",
        "",
        least_and_half(points),
        "",
        *table(points),
        "",
        f"![the share that cannot be won, by the number of cards]({picture})",
        "",
        "## The tail",
        "",
        *tails,
    )


def in_a_folder(context: click.Context, option: click.Parameter, out: str | None) -> str | None:
    """OUT as it is, if its folder can be written to: that is known before the work, not after."""
    folder = Path(out or "").parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise click.BadParameter(f"no file can be written to the folder {folder}")
    return out


@click.command()
@click.option(
    "--exact",
    "exact_until",
    type=click.IntRange(0, 52),
    default=3,
    show_default=True,
    help="count rows up to here",
)
@click.option(
    "--last", type=click.IntRange(1, 52), default=9, show_default=True, help="the longest rows"
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="rows of each length in the samples",
)
@click.option(
    "--more",
    type=(click.IntRange(1, 52), click.IntRange(1)),
    multiple=True,
    metavar="CARDS DEALS",
    help="from so many cards on so many rows instead; may be given several times",
)
@click.option("--fit-from", default=20, show_default=True, help="where the tail begins")
@click.option(
    "--expansions",
    type=click.IntRange(1),
    default=10**8,
    show_default=True,
    help="states after which: unknown",
)
@click.option("--memory", default="4GiB", show_default=True)
@click.option("--workers", type=click.IntRange(1, 1024), default=1, show_default=True)
@click.option("--out", callback=in_a_folder, help="write OUT.md and OUT.svg as well")
def main(
    exact_until: int,
    last: int,
    deals: int,
    more: list[tuple[int, int]],
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
            count = max([deals, *(rows for start, rows in more if cards >= start)])
            points.append(sampled(cards, count, workers, limits))
        click.echo(list(table(points))[-1] if cards > 1 else "\n".join(table(points)))
    tails, drawn = conclusion(points, fit_from)
    click.echo("\n".join(["", *tails]))
    if out is not None:
        and_more = "".join(f"--more {start} {rows} " for start, rows in more)
        command = (
            f"python examples/winnability_curve.py --exact {exact_until} --last {last} "
            f"--deals {deals} {and_more}--workers {workers} --out {out}"
        )
        picture = Path(f"{out}.svg")
        draw(points, drawn, picture)
        text = "\n".join(page(command, points, tails, picture.name))
        Path(f"{out}.md").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
