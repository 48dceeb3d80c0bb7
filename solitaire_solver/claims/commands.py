"""``solitaire-solver claims``: check published claims. Loaded only when it is asked for."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator

import click

from solitaire_solver.claims.catalogue import claims as all_claims
from solitaire_solver.claims.check import (
    ClaimProgress,
    check_claim,
    checked_scale,
    claim_named,
)
from solitaire_solver.claims.claim import Finding, Scale
from solitaire_solver.claims.report import markdown, texts
from solitaire_solver.cli import as_json

NOT_RUN = 1


def _read_scale(_: object, __: object, text: str) -> Scale | int:
    return checked_scale(int(text) if text.isdecimal() else text)


@click.command("claims")
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--scale",
    callback=_read_scale,
    default="quick",
    show_default=True,
    metavar="SCALE",
    help="quick (all in five minutes on two cores), full (two hours) or a number of deals.",
)
@click.option("--markdown", "markdown_file", metavar="FILE", help="Write a page of it too.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="[default: all cores]")
@as_json
def claims(
    ids: tuple[str, ...],
    scale: Scale | int,
    markdown_file: str | None,
    workers: int | None,
    as_json: bool,
) -> int:
    """Check what has been published about these games: the claims numbered ID, or all.

    Each is answered when it is done: confirmed, consistent, contradicted, under-specified or not
    checkable, with figures and intervals; with --json one object a line. What the verdicts mean is
    told in docs/claims.md.

    Exit status: 0 every claim was checked, whatever its verdict; 1 some claim could not be; 2 bad
    input.
    """
    chosen = dict.fromkeys(claim_named(name).id for name in ids or all_claims())
    if markdown_file is not None:
        open(markdown_file, "a").close()  # better refused now than when all is done
    words = ["solitaire-solver", "claims", *ids, "--scale", str(scale)]
    words += ["--workers", str(workers)] if workers is not None else []
    command = shlex.join([*words, "--markdown", markdown_file or ""])
    findings: list[Finding] = []
    with _progress_bar() as (show, say):
        for number in chosen:
            try:
                finding = check_claim(number, scale, workers, show)
            except Exception as error:  # which must not cost the claims that come after it
                reason = str(error) or type(error).__name__
                say(f"solitaire-solver: claim {number} could not be checked: {reason}", err=True)
                continue
            findings.append(finding)
            say(json.dumps(finding.to_dict()) if as_json else "\n".join(texts(finding)))
            if markdown_file is not None:  # written anew each time, so that Ctrl-C loses no claim
                with open(markdown_file, "w", encoding="utf-8") as file:
                    file.writelines(f"{line}\n" for line in markdown(findings, command))
    return 0 if len(findings) == len(chosen) else NOT_RUN


@contextlib.contextmanager
def _progress_bar() -> Iterator[tuple[Callable[[ClaimProgress], None] | None, Callable[..., None]]]:
    """What a check reports its progress to, a bar on a terminal, and what prints past it."""
    if not sys.stderr.isatty():
        yield None, click.echo
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} deals"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # or what is printed would go to standard error
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task("", total=1)

        def show(state: ClaimProgress) -> None:
            reading = f"{state.reading + 1} of {len(state.claim.readings)}"
            bar.update(
                task,
                description=f"claim {state.claim.id}, reading {reading}",
                completed=state.tally.deals,
                total=state.deals,
            )

        def say(text: str, err: bool = False) -> None:
            bar.stop()
            click.echo(text, err=err)
            bar.start()

        yield show, say
