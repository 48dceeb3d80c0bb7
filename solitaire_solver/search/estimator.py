"""What a heuristic says of the kernel's current state, for the search loops.

There are three kinds, and only the last two can say what is not so:

    MOVES      the kernel's lower bound on the moves to a win, from counts of piles and cards
    SCORES     the scores of the moves on the path, added up: less is better, and no scale is meant
    FUNCTION   what a function of the user's gives for the state

A state that is won needs no estimate, so whatever the kind it gets 0.
"""

from numbers import Real
from typing import Any

import cython

from solitaire_solver.errors import OptionError

MOVES = cython.declare(cython.int, 0)
SCORES = cython.declare(cython.int, 1)
FUNCTION = cython.declare(cython.int, 2)

#: What the kinds are called in Python, in the order of their numbers.
KINDS = ("moves-left", "evaluation", "function")


class Estimator:
    """Estimates of the kind that ``kind`` names; ``function`` is called with the kernel."""

    def __init__(self, kind: str, function: Any = None):
        self.kind = KINDS.index(kind)
        self.function = function

    def estimate(self, kernel, score):
        """The estimate for the current state, to which moves with ``score`` altogether led."""
        value: cython.double
        if kernel.won:
            return 0.0
        if self.kind == SCORES:
            return score
        if self.kind == MOVES:
            value = kernel.moves_left()
        else:
            with cython.gil:
                value = _number(self.function(kernel))
        return value


def _number(value: object) -> float:
    if isinstance(value, Real) and value == value:
        try:
            return float(value)
        except OverflowError:
            pass
    raise OptionError(f"the heuristic gives {value!r} for a state, which is no number")
