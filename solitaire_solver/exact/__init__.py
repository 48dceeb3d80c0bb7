"""Answers from a recurrence instead of a search: exact, and independent of the engine."""

from typing import Any

import attrs


@attrs.frozen
class ExactAnswer:
    """Whether a deal can be won, the fewest cards that can be left, and a line that leaves them."""

    winnable: bool
    remaining: int
    line: tuple[Any, ...]
