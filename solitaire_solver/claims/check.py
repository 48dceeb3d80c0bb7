"""Check claims: measure each reading, let the judge of the claim decide."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import attrs

from solitaire_solver import __version__
from solitaire_solver.claims import judges
from solitaire_solver.claims.catalogue import claims
from solitaire_solver.claims.claim import SEEDS_OF_A_READING, Claim, Figure, Finding, Scale
from solitaire_solver.claims.measure import Reading, Tally
from solitaire_solver.errors import OptionError

_REPORT_SECONDS = 0.1


@attrs.frozen
class ClaimProgress:
    """How far a check is: ``tally`` so far of the ``deals`` of this reading, counted from 0."""

    claim: Claim
    reading: int
    tally: Tally
    deals: int


Reporter = Callable[[ClaimProgress], object]


def claim_named(name: int | str) -> Claim:
    """The claim of a number, 1 to 20; ``OptionError`` if there is none.

    >>> claim_named("14").subject
    'Accordion, dealt as you go, nothing compulsory'
    """
    known = claims()
    try:
        return known[int(name)]
    except (KeyError, ValueError, TypeError):
        raise OptionError(f"claims are numbered 1 to {len(known)}; {name!r} is none") from None


def check_claim(
    claim: Claim | int | str,
    scale: Scale | int = "quick",
    workers: int | None = None,
    progress: Reporter | None = None,
) -> Finding:
    """Check a published claim, given by its number or as a ``Claim`` of your own.

    ``scale`` is "quick" (seconds to a minute), "full" (up to half an hour on two cores) or how many
    deals to play of each reading. ``workers`` processes share the work, as many as there are cores
    unless given; figures do not depend on it. ``progress`` is called about ten times a second.
    ``OptionError`` if there is no such claim or scale, if scipy is missing, or if a claim of your
    own has no readings, or one without the published rate that its judge compares;
    ``AssertionError`` if a deal contradicts a theorem of this package.

    >>> finding = check_claim(13, scale=20, workers=1)
    >>> print(finding.verdict, "-", finding.figures[0].tally.won, "of 20 won")
    consistent - 9 of 20 won
    """
    if not isinstance(claim, Claim):
        claim = claim_named(claim)
    scale = checked_scale(scale)
    deals = scale if isinstance(scale, int) else claim.deals(scale)
    if workers is None:
        workers = os.cpu_count() or 1
    if not isinstance(workers, int) or not 1 <= workers <= 1024:
        raise OptionError(f"workers are a whole number from 1 to 1024, not {workers!r}")
    judges.check_readings(claim)
    started = time.monotonic()
    figures = tuple(
        _measure(claim, number, reading, deals, workers, progress)
        for number, reading in enumerate(claim.readings)
    )
    verdict, sentence = claim.judge(figures)
    return Finding(
        claim=claim,
        verdict=verdict,
        explanation=" ".join(filter(None, (sentence, claim.remark))),
        figures=figures,
        scale=scale,
        seconds=time.monotonic() - started,
        version=__version__,
    )


def checked_scale(scale: object) -> Scale | int:
    """The scale if it is one, else ``OptionError``."""
    if scale == "quick":
        return "quick"
    if scale == "full":
        return "full"
    if type(scale) is int and 1 <= scale <= SEEDS_OF_A_READING:
        return scale
    raise OptionError(
        f"the scale is quick, full or a number of deals up to {SEEDS_OF_A_READING:,}, not {scale!r}"
    )


def _measure(
    claim: Claim,
    number: int,
    reading: Reading,
    deals: int,
    workers: int,
    progress: Reporter | None,
) -> Figure:
    seeds = claim.seeds(number, deals)
    tally = Tally()
    started = reported = time.monotonic()
    for part in reading.play(reading, seeds, workers):
        tally += part
        now = time.monotonic()
        if progress is not None and (now - reported >= _REPORT_SECONDS or tally.deals == deals):
            reported = now
            progress(ClaimProgress(claim, number, tally, deals))
    return Figure(reading, seeds[0], seeds[-1], tally, time.monotonic() - started)
