"""``solitaire-solver survey``: run a survey, report on it, recheck its lines, export it.

Loaded by the command line only when it is asked for.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from solitaire_solver import Limits, OptionError, display
from solitaire_solver.cli import (
    INTERRUPTED,
    game_with,
    rule_options,
    search_options,
    strategy_with,
)
from solitaire_solver.search.strategies import Objective
from solitaire_solver.survey.deals import NumberedDeals
from solitaire_solver.survey.report import Summary, export, plot, summarise, whole_file
from solitaire_solver.survey.runner import SurveyProgress, recheck, run_survey
from solitaire_solver.survey.store import Store

if TYPE_CHECKING:
    from concurrent.futures import Executor


class _Surveys(click.Group):
    """Subcommands, and ``run`` for whatever begins with the name of a game instead."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] in self.commands:
            return super().resolve_command(context, args)
        return "run", self.commands["run"], args


@click.group("survey", cls=_Surveys)
def survey() -> None:
    """Solve many deals into a file: 'survey GAME --deals seed:1-1000000 --out FILE'.

    The file is an SQLite database with a row for each deal; 'survey report FILE' says what it
    shows. 'survey GAME' is short for 'survey run GAME'.
    """


@survey.command("run")
@click.argument("game")
@click.option(
    "--deals",
    required=True,
    metavar="DEALS",
    help="seed:1-1000000, pysol:1-32000, ms:1-32000 or file:NAME; seed:1-1000/18 for 18 cards.",
)
@click.option("--out", required=True, metavar="FILE", help="The file to write.")
@click.option("--resume", is_flag=True, help="Go on with a file that exists.")
@click.option("--lines", is_flag=True, help="Store the best line of every deal too.")
@search_options
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="[default: all cores]")
@click.option("--threads", is_flag=True, help="Let the workers be threads, not processes.")
@click.option("--scheduler", metavar="ADDRESS", help="Send the work to this dask scheduler.")
@rule_options
def run_command(
    game: str,
    deals: str,
    out: str,
    resume: bool,
    lines: bool,
    strategy: str,
    width: int | None,
    weight: float | None,
    heuristic: str | None,
    seconds: float | None,
    expansions: int | None,
    memory: str,
    objective: Objective,
    workers: int | None,
    threads: bool,
    scheduler: str | None,
    options: dict[str, Any],
) -> int:
    """Solve the DEALS of a GAME and store a row for each.

    A run that was ended, however it was, goes on with --resume: no deal is lost or done twice.
    Limits hold for each deal. Ctrl-C stops after what is decided. Exit status: 0 all done, 130
    stopped by Ctrl-C.
    """
    rules = game_with(game, options)
    numbered = NumberedDeals.parse(deals)
    how = strategy_with(strategy, width=width, weight=weight, heuristic=heuristic)
    limits = Limits(seconds=seconds, expansions=expansions, memory=memory)
    last: list[SurveyProgress] = []
    stopped = False
    with _executor(threads, workers, scheduler) as executor, _progress_bar() as show:

        def progress(state: SurveyProgress) -> None:
            last[:] = [state]
            show(state)

        try:
            run_survey(
                rules,
                numbered,
                out,
                strategy=how,
                limits=limits,
                objective=objective,
                workers=workers,
                executor=executor,
                lines=lines,
                resume=resume,
                progress=progress,
            )
        except KeyboardInterrupt:
            stopped = True
    done = last[0] if last else SurveyProgress(0, 0, 0, 0.0, None)
    rate = done.done / done.seconds if done.seconds else 0
    ending = "; stopped, go on with --resume" if stopped else ""
    click.echo(
        f"{display.plural(done.done, 'deal')} in {done.seconds:.1f} s, {rate:,.0f} a second: "
        f"{done.won:,} won, {done.unknown:,} unknown{ending}"
    )
    return INTERRUPTED if stopped else 0


@contextlib.contextmanager
def _executor(
    threads: bool, workers: int | None, scheduler: str | None
) -> Iterator[Executor | None]:
    """Who does the work; None for processes of our own."""
    if threads and scheduler is not None:
        raise click.UsageError("give one of --threads and --scheduler")
    if threads:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            yield pool
    elif scheduler is not None:
        try:
            from distributed import Client
        except ImportError:
            raise OptionError(
                "to use a dask scheduler, install solitaire-solver[distributed]"
            ) from None
        logging.getLogger("distributed.client").setLevel("CRITICAL")  # we say it, and once
        try:
            client = Client(scheduler, timeout=10)
        except (OSError, ValueError) as error:
            raise OptionError(f"no dask scheduler answers at {scheduler!r}: {error}") from None
        with client, client.get_executor(pure=False) as pool:
            yield pool
    else:
        yield None


@contextlib.contextmanager
def _progress_bar() -> Iterator[Callable[[SurveyProgress], None]]:
    """What a run reports its progress to: a bar on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        BarColumn(),
        TextColumn("{task.fields[counts]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, counts="")

        def show(state: SurveyProgress) -> None:
            rate = state.done / state.seconds if state.seconds else 0
            total = None if state.left is None else state.done + state.left
            of_all = "" if total is None else f" of {total:,}"
            bar.update(
                task,
                completed=state.done,
                total=total,
                counts=f"{state.done:,}{of_all} deals, {rate:,.0f} a second, "
                f"{state.won:,} won, {state.unknown:,} unknown",
            )

        yield show


@survey.command("report")
@click.argument("file")
@click.option("--confidence", default=0.95, show_default=True, type=click.FloatRange(0.5, 0.999999))
@click.option("--plot", "plot_file", metavar="FILE", help="Draw it as well: a .svg or .png file.")
def report_command(file: str, confidence: float, plot_file: str | None) -> int:
    """Say what a survey shows: rates with exact intervals, what is left, what it took."""
    if plot_file is not None and not plot_file.endswith((".svg", ".png")):
        raise OptionError(f"{plot_file!r} ends neither in .svg nor in .png")
    with Store.read(file) as store:
        summary = summarise(store, confidence)
        identity = store.identity
        click.echo("\n".join(_texts(identity, summary)))
        if plot_file is not None:
            effort = [
                max(1, expansions) for (expansions,) in store.ask("SELECT expansions FROM deals")
            ]
            with whole_file(plot_file, store) as draft:
                plot(summary, identity["game"], effort).savefig(draft)
    return 0


def _texts(identity: dict[str, str], summary: Summary) -> Iterator[str]:
    game = identity["game"]
    left_over = f"{display.WORDINGS[game].unit}s left" if game in display.WORDINGS else "left"
    for key, value in identity.items():
        yield display.printable(f"{key:<10} {value}")
    yield ""
    yield f"deals      {summary.deals:,}"
    for name in ("won", "unwinnable", "unknown"):
        yield f"{name:<10} {getattr(summary, name):,}"
    yield f"winnable   {summary.rate}"
    yield ""
    yield f"{left_over:<14} {'deals':>12}"
    for left, count in summary.remaining.items():
        yield f"{left:<14} {count:>12,}"
    yield ""
    yield f"{'at most':<14} {'expansions':>12} {'microseconds':>14}"
    yield f"{'mean':<14} {summary.mean_expansions:>12,.0f} {summary.mean_microseconds:>14,.0f}"
    for quantile, expansions in summary.expansions.items():
        yield (
            f"{f'{quantile:.1%} of deals':<14} {expansions:>12,} "
            f"{summary.microseconds[quantile]:>14,}"
        )


@survey.command("recheck")
@click.argument("file")
@click.option("--deals-file", metavar="NAME", help="The file of deals, if the survey is of one.")
def recheck_command(file: str, deals_file: str | None) -> int:
    """Let the referee replay every stored line."""
    click.echo(f"{recheck(file, deals_file):,} lines replayed, all as stored")
    return 0


@survey.command("export")
@click.argument("file")
@click.argument("target")
def export_command(file: str, target: str) -> int:
    """Write all rows to TARGET, a .csv or a .parquet file."""
    with Store.read(file) as store:
        click.echo(f"{export(store, target):,} rows written to {display.printable(target)}")
    return 0
