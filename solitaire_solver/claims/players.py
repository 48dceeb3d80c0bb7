"""Players: strategies that play one line by a rule of their own and prove nothing.

A claim about a strategy is checked by letting the strategy play. A player's line goes through the
same ``solve`` and the same referee as a search's. When it does not win, the verdict is UNKNOWN with
the limit ``PLAYED_OUT``: the player is at its end, the deal is not decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from solitaire_solver.game import Game
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.statistics import Statistics
from solitaire_solver.search.strategies import Objective

PLAYED_OUT = "played out"


def played(line: Sequence[int], remaining: int, won: bool, meter: Meter, cut: str | None) -> Report:
    """The report of a player whose line came to this; ``cut`` if a limit ended it early."""
    return Report(
        line=line,
        remaining=remaining,
        won=won,
        exhausted=False,
        cut=cut or PLAYED_OUT,
        minimised=False,
        met=0,
        key_bits=0,
        statistics=Statistics(expanded=meter.expanded, seconds=meter.seconds),
    )


@attrs.frozen
class FirstMove:
    """A player without a plan: the first legal move, in the game's order, until there is none.

    In compulsory Decade that is one who sees nothing coming and takes the first discard from the
    left, the shortest if several end at the same card.

    >>> from solitaire_solver import Deal, Decade, solve
    >>> result = solve(Decade(), Deal.parse("2C 7D AH TD"), FirstMove())
    >>> print(result.outcome, result.limit, *result.best_line)
    unknown played out 2C+7D+AH turn
    """

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Play to the end."""
        line: list[int] = []
        cut = None
        try:
            while (moves := kernel.legal_moves()) and meter.spend(1, kernel.remaining, 0):
                kernel.play(moves[0])
                line.append(moves[0])
        except KeyboardInterrupt:
            cut = "interrupted"
        return played(line, kernel.remaining, kernel.won, meter, cut or meter.cut)
