"""What may be said of a published claim, and the rule by which it is said.

**A published figure is an interval.** A rate that was counted, 56 wins in 86,400 deals, stands for
every rate that is compatible with that count: the exact 99.9 % interval of Clopper and Pearson. A
rounded figure stands for the rates that round to it, odds such as "1 in 50" for just that rate, and
the catalogue says what it takes "about" for. Ours is a count, and so an interval:

    published       low |---------| high
    measured                  low |----| high          they meet: the claim fits
    measured                                |----|     they do not: it does not fit

An exact interval holds the rates that the exact binomial test does not refuse, so "does not fit"
means, of two counts, that no single rate passes the test, at 0.1 %, against both samples. Deals
that were not decided count as lost for the low end and as won for the high end, in either sample.

**Readings.** A text often leaves open which rules, or whose play, it speaks of. Then it has several
readings, and each is measured.

    all readings fit      consistent
    no reading fits       contradicted
    some do               under-specified: the text is true of some games it may mean and not of
                          others, and the figures say of which

"Consistent" is all that a sample can make of a rate. *Confirmed* is kept for what is proved, or
counted without a sample, and for a comparison of rates: that one is above another is confirmed when
the whole 99.9 % interval is. *Not checkable* says why.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.survey.report import Rate, rate

CONFIDENCE = 0.999


class Verdict(enum.Enum):
    """What was found of a claim; the head of this module says when each is given."""

    CONFIRMED = "confirmed"
    CONSISTENT = "consistent"
    CONTRADICTED = "contradicted"
    UNDER_SPECIFIED = "under-specified"
    NOT_CHECKABLE = "not checkable"

    def __str__(self) -> str:
        return self.value


@attrs.frozen
class Published:
    """A published rate: from ``low`` to ``high``, and how it was ``stated``.

    ``OptionError`` unless 0 <= low <= high <= 1.

    >>> Published("1 in 50", 1 / 50, 1 / 50).fits(rate(21, 1000, confidence=0.999))
    True
    """

    stated: str
    low: float
    high: float

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            raise OptionError(
                f"a published rate is from 0 <= low to high <= 1, not {self.low!r} to {self.high!r}"
            )

    @classmethod
    def count(cls, won: int, deals: int, unknown: int = 0) -> Published:
        """A rate that was counted, with its exact interval; needs scipy.

        >>> published = Published.count(56, 86400)
        >>> print(f"{published.stated}: {published.low:.3%} to {published.high:.3%}")
        56 of 86,400: 0.040% to 0.099%
        """
        interval = rate(won, deals, unknown, CONFIDENCE)
        undecided = f", {unknown:,} undecided" if unknown else ""
        return cls(f"{won:,} of {deals:,}{undecided}", interval.low, interval.high)

    def fits(self, measured: Rate) -> bool:
        """Whether one rate can lie behind both."""
        return self.low <= measured.high and measured.low <= self.high


def verdict_on_readings(fits: Iterable[bool]) -> Verdict:
    """The verdict on a claim each of whose readings fits or does not.

    >>> print(verdict_on_readings([True, True]), verdict_on_readings([True, False]))
    consistent under-specified
    """
    found = set(fits)
    if found == {True}:
        return Verdict.CONSISTENT
    return Verdict.CONTRADICTED if found == {False} else Verdict.UNDER_SPECIFIED
