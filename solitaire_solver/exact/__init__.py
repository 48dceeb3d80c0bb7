"""Exact answers without a search, each from a recurrence or theorem of its own.

They are independent of the games' kernels and of the search engine, and must agree with both.
"""

import attrs

from solitaire_solver.games.discard import Discard


@attrs.frozen
class ExactAnswer:
    """Whether a deal can be won, the least that any play leaves, and a line that leaves as much."""

    winnable: bool
    remaining: int
    line: tuple[Discard, ...]
