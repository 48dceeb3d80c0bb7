"""Findings as text: a few lines for a person, Markdown for ``docs/results``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from solitaire_solver.claims.claim import Figure, Finding
from solitaire_solver.claims.judges import percent
from solitaire_solver.claims.measure import LIMITS
from solitaire_solver.info import engine_info

_WIDTH = 100


def _rate(figure: Figure) -> str:
    tally = figure.tally
    share = percent(tally.won / tally.deals)
    if tally.unknown:
        share += f" to {percent((tally.won + tally.unknown) / tally.deals)}"
    return share


def _interval(figure: Figure) -> str:
    measured = figure.rate
    return f"{percent(measured.low)} to {percent(measured.high)}"


def _fits(figure: Figure) -> str:
    return {True: "yes", False: "no", None: ""}[figure.fits]


def texts(finding: Finding) -> Iterator[str]:
    """The lines in which a finding is printed."""
    claim = finding.claim
    yield f"{claim.id}. {claim.subject}: {finding.verdict} ({finding.seconds:.1f} s)"
    for text in (f"{claim.statement} [{claim.source}]", finding.explanation):
        yield from textwrap.wrap(text, _WIDTH, initial_indent="   ", subsequent_indent="   ")
    width = max((len(figure.reading.text) for figure in finding.figures), default=0)
    for figure in finding.figures:
        tally = figure.tally
        fits = {True: "; fits", False: "; does not fit", None: ""}[figure.fits]
        yield (
            f"   - {figure.reading.text:<{width}}  {tally.won:,} of {tally.deals:,}: "
            f"{_rate(figure)} ({_interval(figure)}){fits}"
        )


def markdown(findings: Sequence[Finding], command: str) -> Iterator[str]:
    """The lines of a page with all findings, made by ``command``; there must be one finding."""
    first = findings[0]
    seconds = sum(finding.seconds for finding in findings)
    yield from [
        "# Published claims, checked",
        "",
        "This page is written by the command below. What a verdict means, and by which rule it is",
        "given, is told in [claims](../claims.md).",
        "",
        "```sh",
        command,
        "```",
        "",
        f"Version {first.version}, {engine_info()}; scale {first.scale}; {seconds:,.0f} seconds. "
        f"Each search may expand {LIMITS.expansions:,} states. Intervals are exact, at 99.9 %; "
        "an undecided deal counts as lost for the low end and as won for the high end. Deals are "
        "named as `solitaire-solver survey --deals` takes them.",
        "",
        "| # | game | claim | source | verdict |",
        "|---|---|---|---|---|",
    ]
    for finding in findings:
        claim = finding.claim
        yield (
            f"| [{claim.id}](#claim-{claim.id}) | {claim.subject} | {claim.statement} "
            f"| {claim.source} | **{finding.verdict}** |"
        )
    for finding in findings:
        yield from _section(finding)


def _section(finding: Finding) -> Iterator[str]:
    claim = finding.claim
    yield from [
        "",
        f"## Claim {claim.id}",
        "",
        f"*{claim.statement}* ({claim.source}; {claim.kind})",
        "",
        f"**{finding.verdict}**, in {finding.seconds:.1f} s. {finding.explanation}",
    ]
    if not finding.figures:
        return
    yield from [
        "",
        "| reading | deals | won | undecided | rate | 99.9 % interval | published | fits "
        "| mean left | mean states |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for figure in finding.figures:
        tally, published = figure.tally, figure.reading.published
        cells = [
            figure.reading.text,
            f"`{figure.sample}`",
            f"{tally.won:,}",
            f"{tally.unknown:,}",
            _rate(figure),
            _interval(figure),
            "" if published is None else published.stated,
            _fits(figure),
            f"{tally.left / tally.deals:.3f}",
            f"{tally.states / tally.deals:,.0f}" if tally.states else "",
        ]
        yield f"| {' | '.join(cells)} |"
    yield ""
    games = dict.fromkeys(
        f"{figure.reading.text}: `{figure.reading.game!r}`"
        + (f" by `{figure.reading.strategy!r}`" if figure.reading.strategy else "")
        for figure in finding.figures
    )
    yield from (f"- {game}" for game in games)
