"""``solve`` and ``verify``: one deal in, one verdict out; one line in, one judgement out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.referee import Replay
from solitaire_solver.search.limits import Limits, Meter, Progress
from solitaire_solver.search.result import Result, conclude
from solitaire_solver.search.strategies import Objective, Portfolio, Strategy

_UNLIMITED = Limits()
_DEFAULT = Portfolio()


def solve(
    game: Game,
    deal: Any,
    strategy: Strategy | None = None,
    limits: Limits | None = None,
    *,
    objective: Objective = "win",
    progress: Callable[[Progress], object] | None = None,
) -> Result:
    """Decide whether a deal can be won, with a winning line or a proof.

    ``strategy`` is ``Portfolio()`` unless given. With ``objective="minimum"`` a deal that cannot be
    won is searched on until the fewest piles or cards are proved. ``progress`` is called about ten
    times a second. Ctrl-C ends the search with UNKNOWN and what was reached. The same arguments
    give the same line; time and memory may be exponential in the number of cards.

    >>> from solitaire_solver import Accordion, Deal
    >>> result = solve(Accordion(), Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D"))
    >>> print(result.outcome, result.remaining)
    won 1
    """
    check_request(game, strategy, limits, objective)
    if progress is not None and not callable(progress):
        raise OptionError(f"progress is a function that takes a Progress, not {progress!r}")
    meter = Meter(limits or _UNLIMITED, progress)
    kernel = game.kernel(deal)
    report = (strategy or _DEFAULT).run(game, kernel, meter, objective)
    return conclude(game, deal, kernel, report)


def check_request(game: object, strategy: object, limits: object, objective: object) -> None:
    """Raise ``OptionError`` unless these are what ``solve`` takes."""
    _check_game(game)
    if isinstance(strategy, type) or (strategy is not None and not hasattr(strategy, "run")):
        raise OptionError(f"{strategy!r} is no strategy; one is made like DepthFirst()")
    if limits is not None and not isinstance(limits, Limits):
        raise OptionError(f"{limits!r} are no limits; they are made like Limits(seconds=10)")
    if objective not in ("win", "minimum"):
        raise OptionError(f"the objective is 'win' or 'minimum', not {objective!r}")


def verify(game: Game, deal: Any, moves: str | Iterable[object]) -> Replay:
    """Let the independent referee play a line of moves, of texts that name them, or one text.

    ``IllegalMoveError`` names the first move that is refused, by number and reason. A line may be
    legal and not win: see ``Replay.won``.

    >>> from solitaire_solver import Accordion, Deal
    >>> verify(Accordion(), Deal.parse("AC 3H AH"), ["AH>3H", "AH>AC"])
    Replay(steps=2, remaining=1, won=True)
    """
    _check_game(game)
    return game.judge(deal, moves)


def _check_game(game: object) -> None:
    if not isinstance(game, Game):
        raise OptionError(f"{game!r} is no game; a game is made like Accordion()")
