"""What a survey shows: rates with exact intervals, how far the rest came, what it took.

An undecided deal counts as lost for the low end of an interval and as won for the high end, so the
interval holds whatever the undecided deals are.
"""

from __future__ import annotations

import contextlib
import csv
import os
import tempfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.survey.store import Row, Store, SurveyError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUANTILES = (0.5, 0.9, 0.99, 0.999, 1.0)


@attrs.frozen
class Rate:
    """``won`` to ``won + unknown`` wins in ``deals``; ``low`` to ``high`` is the interval.

    The interval is Clopper and Pearson's, exact, at ``confidence``.
    """

    won: int
    unknown: int
    deals: int
    low: float
    high: float
    confidence: float = 0.95

    def __str__(self) -> str:
        either = f" to {(self.won + self.unknown) / self.deals:.4%}" if self.unknown else ""
        return (
            f"{self.won / self.deals:.4%}{either} "
            f"({self.confidence:.0%} interval {self.low:.4%} to {self.high:.4%})"
        )


def rate(won: int, deals: int, unknown: int = 0, confidence: float = 0.95) -> Rate:
    """The rate of ``won`` in ``deals`` with its interval; needs scipy.

    ``OptionError`` unless ``won`` and ``unknown`` are counts of different deals among ``deals``,
    and ``confidence`` is between 0 and 1.

    >>> print(rate(2, 100))
    2.0000% (95% interval 0.2431% to 7.0384%)
    >>> print(rate(98, 100, unknown=2))
    98.0000% to 100.0000% (95% interval 92.9616% to 100.0000%)
    """
    from scipy.stats import binomtest

    if deals < 1:
        raise OptionError("a rate is of one deal or more")
    if won < 0 or unknown < 0 or won + unknown > deals:
        raise OptionError(f"{won} won and {unknown} unknown are no part of {deals} deals")
    if not 0 < confidence < 1:
        raise OptionError(f"a confidence is between 0 and 1, not {confidence}")
    low = binomtest(won, deals).proportion_ci(confidence).low
    high = binomtest(won + unknown, deals).proportion_ci(confidence).high
    return Rate(won, unknown, deals, float(low), float(high), confidence)


@attrs.frozen
class Summary:
    """What a survey shows of its deals.

    ``remaining`` counts deals by the cards or piles they were brought down to; ``expansions`` and
    ``microseconds`` give the values that 50, 90, 99, 99.9 and 100 per cent of deals do not exceed.
    """

    deals: int
    won: int
    unwinnable: int
    unknown: int
    rate: Rate
    remaining: dict[int, int]
    mean_expansions: float
    mean_microseconds: float
    expansions: dict[float, int]
    microseconds: dict[float, int]


def summarise(store: Store, confidence: float = 0.95) -> Summary:
    """Sum up a store; ``SurveyError`` if it holds no deal. Time grows as n log n with deals."""
    counts = dict(store.ask("SELECT outcome, count(*) FROM deals GROUP BY outcome"))
    deals = sum(counts.values())
    if not deals:
        raise SurveyError("no deal is stored yet", store.path)
    won, unknown = counts.get("won", 0), counts.get("unknown", 0)
    mean_expansions, mean_microseconds = store.ask(
        "SELECT avg(expansions), avg(microseconds) FROM deals"
    )[0]
    return Summary(
        deals=deals,
        won=won,
        unwinnable=counts.get("unwinnable", 0),
        unknown=unknown,
        rate=rate(won, deals, unknown, confidence),
        remaining=dict(
            store.ask("SELECT remaining, count(*) FROM deals GROUP BY remaining ORDER BY remaining")
        ),
        mean_expansions=mean_expansions,
        mean_microseconds=mean_microseconds,
        expansions=_quantiles(store, "expansions", deals),
        microseconds=_quantiles(store, "microseconds", deals),
    )


def _quantiles(store: Store, column: str, deals: int) -> dict[float, int]:
    return {
        quantile: store.ask(
            f"SELECT {column} FROM deals ORDER BY {column} LIMIT 1 OFFSET ?",
            (round(1000 * quantile) * deals - 1) // 1000,  # deals below it; no float's error
        )[0][0]
        for quantile in QUANTILES
    }


# --- Export ---------------------------------------------------------------------------------------


def export(store: Store, path: str | os.PathLike[str]) -> int:
    """Write all rows to a ``.csv`` or ``.parquet`` file (needs pyarrow); how many there were."""
    path = os.fspath(path)
    if path.endswith(".csv"):
        with (
            whole_file(path, store) as draft,
            open(draft, "w", newline="", encoding="utf-8") as file,
        ):
            writer = csv.writer(file)
            writer.writerow(Row._fields)
            writer.writerows(store.rows())
    elif path.endswith(".parquet"):
        with whole_file(path, store) as draft:
            _export_parquet(store, draft)
    else:
        raise OptionError(f"{path!r} ends neither in .csv nor in .parquet")
    return len(store)


@contextlib.contextmanager
def whole_file(path: str, store: Store) -> Iterator[str]:
    """A name to write a file under that bears the name ``path`` when it is whole, and not before.

    ``SurveyError`` if ``path`` is the store itself or no regular file.
    """
    if os.path.lexists(path):
        if not os.path.isfile(path):
            raise SurveyError("this is no regular file", path)
        if os.path.samefile(path, store.path):
            raise SurveyError("this is the survey itself; choose another name", path)
    place = os.path.realpath(path)
    folder, name = os.path.split(place)
    try:
        drafts = tempfile.TemporaryDirectory(prefix="survey-", dir=folder)
    except OSError as error:
        raise SurveyError(str(error.strerror), path) from None
    with drafts:
        draft = os.path.join(drafts.name, name)
        yield draft
        os.replace(draft, place)


def _export_parquet(store: Store, path: str) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise OptionError("to write Parquet, install solitaire-solver[parquet]") from None
    texts, numbers = pyarrow.string(), pyarrow.int64()
    schema = pyarrow.schema(
        [(name, texts if name in ("outcome", "moves") else numbers) for name in Row._fields]
    )
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for rows in _pages(store.rows(), 100_000):
            columns = zip(*rows, strict=True)
            writer.write_table(pyarrow.table(list(map(list, columns)), schema=schema))


def _pages(rows: Iterator[Row], size: int) -> Iterator[list[Row]]:
    from itertools import islice

    while page := list(islice(rows, size)):
        yield page


# --- Plots ----------------------------------------------------------------------------------------


def plot(summary: Summary, title: str, effort: Sequence[int]) -> Figure:
    """A figure with the distributions of what is left and of ``effort``; needs matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    unknown = f", {summary.unknown:,} unknown" if summary.unknown else ""
    figure.suptitle(f"{title}: {summary.won:,} of {summary.deals:,} won{unknown}")
    left.bar(list(summary.remaining), list(summary.remaining.values()))
    left.set(xlabel="cards or piles left", ylabel="deals", yscale="log")
    left.xaxis.get_major_locator().set_params(integer=True)
    right.hist(effort, bins=_powers(max(effort)))
    right.set(xlabel="expanded states", ylabel="deals", xscale="log", yscale="log")
    return figure


def _powers(most: int) -> list[float]:
    """Bounds of bins, each 1.3 times the one before, from 1 to beyond ``most``."""
    bounds: list[Any] = [1.0]
    while bounds[-1] <= most:
        bounds.append(bounds[-1] * 1.3)
    return bounds
