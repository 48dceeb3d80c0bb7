"""How far a search may go: seconds, expanded states, bytes."""

import re
import time
from collections.abc import Callable
from typing import Any

import attrs

from solitaire_solver.errors import OptionError, shortened

_UNITS = {"": 1, "K": 1, "M": 2, "G": 3, "T": 4}


def parse_bytes(text: str | int) -> int:
    """The number of bytes that ``text`` means: ``1GiB``, ``500 MB``, ``64k`` or a plain number.

    ``KiB`` counts 1024 bytes, ``kB`` 1000, and a bare ``K`` 1024.

    >>> parse_bytes("1GiB"), parse_bytes("1.5 kB"), parse_bytes(4096)
    (1073741824, 1500, 4096)
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(I?B)?\s*", str(text), re.IGNORECASE)
    if match is None:
        raise OptionError(
            f"memory {shortened(repr(text))} is no number of bytes, like 500MB or 1GiB; "
            "units are B, KB, MB, GB, TB, KiB, MiB, GiB and TiB"
        )
    number, unit, suffix = match.groups()
    base = 1000 if unit and (suffix or "").upper() == "B" else 1024
    size = float(number) * base ** (_UNITS[unit.upper()] if unit else 0)
    return int(min(size, 2**62))  # more than any machine has


def _whole(limits: object, field: Any, value: Any) -> None:
    if value is not None and not isinstance(value, int):
        raise OptionError(f"the limit on {field.name} must be a whole number, not {value!r}")


def _above_zero(limits: object, field: Any, value: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"the limit on {field.name} is a number, not {value!r}")
    if not value > 0:
        raise OptionError(f"the limit on {field.name} must be above zero, not {value}")


@attrs.frozen
class Limits:
    """Bounds on one search; None means no bound. A search that meets one answers UNKNOWN.

    ``seconds`` of wall-clock time, ``expansions`` (states whose moves were listed) and ``memory``
    in bytes, or as text like ``"1GiB"``, for the transposition table or the states kept. In a game
    without cycles a full table forgets states instead of stopping the search, and ``AStar`` drops
    its worst states.

    >>> Limits(memory="64MiB").memory
    67108864
    """

    seconds: float | None = attrs.field(default=None, validator=_above_zero)
    expansions: int | None = attrs.field(default=None, validator=[_above_zero, _whole])
    memory: int = attrs.field(default=2**30, converter=parse_bytes, validator=_above_zero)


@attrs.frozen
class Progress:
    """What a progress callback is told: expanded states, seconds, fewest left, table entries."""

    expanded: int
    seconds: float
    remaining: int
    table_entries: int


class Meter:
    """A search's use of its limits. ``cut`` names the limit that was met, or is None."""

    FIRST_CHUNK = 100
    CHUNK_SECONDS = 0.02
    PROGRESS_SECONDS = 0.1

    def __init__(self, limits: Limits, progress: Callable[[Progress], object] | None = None):
        self.limits = limits
        self.progress = progress
        self.started = self.chunk_started = self.reported = time.perf_counter()
        self.expanded = 0
        self.chunk = self.FIRST_CHUNK
        self.cut: str | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.started

    @property
    def expansions_left(self) -> int:
        """How many states may still be expanded; a number beyond reach if there is no limit."""
        if self.limits.expansions is None:
            return 2**60
        return min(2**60, self.limits.expansions - self.expanded)

    def allowance(self) -> int:
        """How many states may be expanded before the meter is asked again."""
        return min(self.chunk, self.expansions_left)

    def spend(self, expanded: int, remaining: int, table_entries: int) -> bool:
        """Count ``expanded`` states more; False when the search must stop."""
        self.expanded += expanded
        now = time.perf_counter()
        if expanded > self.chunk // 2:
            took = now - self.chunk_started
            if took < self.CHUNK_SECONDS / 2:
                self.chunk *= 2
            elif took > self.CHUNK_SECONDS * 2 and self.chunk > 50:
                self.chunk //= 2
        self.chunk_started = now
        if self.progress is not None and now - self.reported >= self.PROGRESS_SECONDS:
            self.reported = now
            self.progress(Progress(self.expanded, now - self.started, remaining, table_entries))
        if self.limits.expansions is not None and self.expanded >= self.limits.expansions:
            self.cut = "expansions"
        elif self.limits.seconds is not None and now - self.started >= self.limits.seconds:
            self.cut = "seconds"
        return self.cut is None
