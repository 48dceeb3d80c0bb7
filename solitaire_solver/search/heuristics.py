"""Heuristics: how far a state seems to be from a win.

A heuristic declares what its estimates are good for:

- ``admissible``: never more than the moves needed. Then the lines of ``AStar`` are the shortest.
- ``safe``: infinite only where there is no win. Only then may states be left out on its word and
  the rest still be a proof. What is admissible is safe.

The two that every game has are chosen by name:

``"moves-left"`` is a lower bound on the moves to a win from the number of cards or piles: what
still has to go, divided by the most that one move takes away (and the cards still to be turned,
where all must be). Admissible and safe. Games in plain Python say it in ``Game.fewest_moves``.

``"evaluation"`` is what the kernel's scores say of the moves on the path, added up; for Accordion
that is the fitted evaluation. Never infinite, so safe, and not admissible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.search.estimator import Estimator


def _is_callable(_: object, field: Any, value: Any) -> None:
    if not callable(value):
        raise OptionError(f"the function of a heuristic is called with a state, not {value!r}")


def _is_flag(_: object, field: Any, value: object) -> None:
    if not isinstance(value, bool):
        raise OptionError(f"{field.name} is True or False, not {value!r}")


@attrs.frozen
class Heuristic:
    """A heuristic of your own: a function from a state, as ``Game.moves`` gets it, to a number.

    The number estimates the moves still needed to win and may be ``math.inf`` for "no win".
    Declare ``admissible`` and ``safe`` only if it is so for every state: a search believes it.

    >>> from solitaire_solver import AStar, Deal, RoyalMarriage, solve
    >>> half = Heuristic(lambda row: (len(row) - 2) / 2, admissible=True, safe=True)
    >>> result = solve(RoyalMarriage(), Deal.parse("QH 5C 6D 5S KH"), AStar(heuristic=half))
    >>> print(*result.solution, result.solution_is_shortest)
    6D 5C+5S True
    """

    function: Callable[[Any], float] = attrs.field(validator=_is_callable)
    admissible: bool = attrs.field(default=False, kw_only=True, validator=_is_flag)
    safe: bool = attrs.field(default=False, kw_only=True, validator=_is_flag)

    @property
    def name(self) -> str:
        """What the function is called."""
        return str(getattr(self.function, "__name__", repr(self.function)))


#: What a strategy may be told: one of those that every game has, or one of your own.
Choice = Literal["moves-left", "evaluation"] | Heuristic


def is_choice(_: object, field: Any, value: object) -> None:
    """Validate the ``heuristic`` of a strategy."""
    if not isinstance(value, Heuristic) and value not in ("moves-left", "evaluation"):
        made = "made like Heuristic(function)"
        raise OptionError(f"a heuristic is 'moves-left', 'evaluation' or {made}, not {value!r}")


@attrs.frozen
class Chosen:
    """A heuristic as a search uses it for a game: what is asked, and what may be believed."""

    estimator: Estimator
    admissible: bool
    safe: bool
    name: str


def choose(heuristic: Choice, game: Game, kernel: Any) -> Chosen:
    """Make ready a heuristic for a game, whose kernel is told whether its scores are needed."""
    kernel.ordered = kernel.scored
    if isinstance(heuristic, Heuristic):
        function: Callable[[Any], float] = heuristic.function
        estimator = Estimator("function", lambda kernel: function(game.state_of(kernel)))
        safe = heuristic.safe or heuristic.admissible
        return Chosen(estimator, heuristic.admissible, safe, heuristic.name)
    if heuristic == "evaluation" and not kernel.scored:
        raise OptionError(f"the moves of {game.name} have no evaluation; use 'moves-left'")
    return Chosen(Estimator(heuristic), heuristic == "moves-left", True, heuristic)
