"""A published claim as data, and what was measured and found of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

import attrs

from solitaire_solver.claims.measure import LIMITS, Reading, Tally
from solitaire_solver.claims.verdicts import CONFIDENCE, Verdict
from solitaire_solver.errors import OptionError
from solitaire_solver.survey.report import Rate, rate

Kind = Literal[
    "every deal of a sample is won",
    "a rate",
    "a comparison of rates",
    "existence",
    "a theorem",
    "a strategy's rate",
]
Scale = Literal["quick", "full"]

#: The seeds of reading r (from 0) of claim n begin at n * 10^9 + r * 10^8: each reading has deals
#: of its own, so that figures are independent of each other.
SEEDS_OF_A_CLAIM, SEEDS_OF_A_READING = 10**9, 10**8


@attrs.frozen
class Figure:
    """One reading as measured on the packs of the seeds ``first`` to ``last``."""

    reading: Reading
    first: int
    last: int
    tally: Tally
    seconds: float

    @property
    def sample(self) -> str:
        """The deals, as ``solitaire-solver survey --deals`` takes them."""
        size = "" if self.reading.size == 52 else f"/{self.reading.size}"
        return f"seed:{self.first}-{self.last}{size}"

    @property
    def rate(self) -> Rate:
        """The rate of wins with its exact interval."""
        return rate(self.tally.won, self.tally.deals, self.tally.unknown, CONFIDENCE)

    @property
    def fits(self) -> bool | None:
        """Whether the published figure fits; None if there is none."""
        published = self.reading.published
        return None if published is None else published.fits(self.rate)

    def to_dict(self) -> dict[str, Any]:
        """The figure in plain types."""
        published, measured, tally = self.reading.published, self.rate, self.tally
        return {
            "reading": self.reading.text,
            "game": self.reading.game.name,
            "options": self.reading.game.options(),
            "strategy": self.reading.strategy and repr(self.reading.strategy),
            "goal": self.reading.goal,
            "deals": self.sample,
            "count": tally.deals,
            "won": tally.won,
            "unknown": tally.unknown,
            "interval": [measured.low, measured.high],
            "confidence": measured.confidence,
            "published": published and attrs.asdict(published),
            "fits": self.fits,
            "mean_left": tally.left / tally.deals,
            "mean_states": tally.states / tally.deals,
            "seconds": self.seconds,
        }


def _as_tuple(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    return tuple(readings)


Judge = Callable[[Sequence[Figure]], tuple[Verdict, str]]


@attrs.frozen
class Claim:
    """What was published where, how it can be read, and by which judge the verdict is given.

    ``quick`` and ``full`` say how many deals are played of each reading. ``remark`` is what is to
    be known beside the figures. The published ones have the numbers from 1 to 20; the ``id`` says
    which seeds are used, so another number has deals of its own. ``judge`` takes the figures, one
    for each reading, and gives the verdict and a sentence: ``rates_fit``, ``odds_of_play`` or a
    function of your own. ``OptionError`` if ``id``, ``quick`` or ``full`` is no such number.

    >>> from solitaire_solver import Accordion
    >>> from solitaire_solver.claims import Published, check_claim, rates_fit, searched
    >>> reading = Reading("open", Accordion(), searched, Published("half", 0.5, 0.5), size=9)
    >>> claim = Claim(
    ...     21, "rows of 9", "Half are won.", "a friend", "a rate", (reading,), 200, 5000, rates_fit
    ... )
    >>> print(check_claim(claim, workers=1).verdict)
    contradicted
    """

    id: int
    subject: str
    statement: str
    source: str
    kind: Kind
    readings: tuple[Reading, ...] = attrs.field(converter=_as_tuple)
    quick: int
    full: int
    judge: Judge
    remark: str = ""

    def __attrs_post_init__(self) -> None:
        if type(self.id) is not int or self.id < 1:
            raise OptionError(f"the number of a claim is a whole one from 1 on, not {self.id!r}")
        for name, deals in (("quick", self.quick), ("full", self.full)):
            if self.readings and (type(deals) is not int or not 1 <= deals <= SEEDS_OF_A_READING):
                raise OptionError(f"{name} is 1 to {SEEDS_OF_A_READING:,} deals, not {deals!r}")

    def deals(self, scale: Scale) -> int:
        """How many deals are played of each reading."""
        return self.full if scale == "full" else self.quick

    def seeds(self, reading: int, deals: int) -> range:
        """The first so many seeds of a reading."""
        first = self.id * SEEDS_OF_A_CLAIM + reading * SEEDS_OF_A_READING
        return range(first, first + deals)


@attrs.frozen
class Finding:
    """The ``verdict`` on a ``claim`` with its ``figures``, and a sentence or two that explain it.

    ``scale`` is quick, full or the number of deals. ``seconds`` is what it took, ``version`` that
    of the package.
    """

    claim: Claim
    verdict: Verdict
    explanation: str
    figures: tuple[Figure, ...]
    scale: Scale | int
    seconds: float
    version: str

    def to_dict(self) -> dict[str, Any]:
        """The finding in plain types, as the command line prints it with ``--json``."""
        return {
            "claim": self.claim.id,
            "subject": self.claim.subject,
            "statement": self.claim.statement,
            "source": self.claim.source,
            "kind": self.claim.kind,
            "verdict": str(self.verdict),
            "explanation": self.explanation,
            "figures": [figure.to_dict() for figure in self.figures],
            "scale": self.scale,
            "limits": repr(LIMITS),
            "seconds": self.seconds,
            "version": self.version,
        }
