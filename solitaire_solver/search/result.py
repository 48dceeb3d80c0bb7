"""Verdicts, and the one place where a search may say UNWINNABLE.

``conclude`` turns what a search did into what may be said about the deal:

- a line was found: the referee replays it, and only if it agrees the deal is WON;
- every state that can be reached was covered, save those below a sound prune: UNWINNABLE;
- anything else: UNKNOWN, with the limit that was met.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from solitaire_solver.game import Game
from solitaire_solver.referee import Replay
from solitaire_solver.search.statistics import Statistics

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path


class Outcome(enum.Enum):
    """WON (with a line), UNWINNABLE (with a proof) or UNKNOWN (a limit was met).

    An outcome is neither true nor false, since "not won" and "not decided" differ.
    """

    WON = "won"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("an Outcome is WON, UNWINNABLE or UNKNOWN; compare it to one of them")

    def __str__(self) -> str:
        return self.value


@attrs.frozen
class Proof:
    """Why a deal cannot be won: how many ``states`` were covered, and what was left out.

    ``states`` are distinct unless the table had to forget some (``forgotten`` of them), which may
    then be counted again.

    So may a state that two threads entered at the same moment, if several ``shared`` the search.

    With ``symmetric`` keys one state stands for all that differ from it in names only.

    ``prunes`` names the theorems by which parts of the space were left out. ``collision_bound`` is
    an upper bound on the probability that a key looked up was that of another state, which would
    leave a state out by mistake: look-ups times states over the number of keys. It is 0 with exact
    keys.
    """

    states: int
    prunes: tuple[str, ...]
    collision_bound: float
    forgotten: int = 0
    symmetric: bool = False
    shared: bool = False

    def __str__(self) -> str:
        prunes = f", without those excluded by: {', '.join(self.prunes)}" if self.prunes else ""
        keys = (
            f"hashed keys, P(collision) < {self.collision_bound:.1e}"
            if self.collision_bound
            else "exact keys"
        )
        covered = f"all {self.states:,} reachable states were covered"
        if self.states == 1:
            covered = "the one state that can be reached was covered"
        if self.forgotten or self.shared:
            covered = f"all reachable states were covered, {self.states:,} with repeats"
        alike = ", one of each kind" if self.symmetric else ""
        return f"{covered}{alike}{prunes} ({keys})"


@attrs.define
class Report:
    """What a strategy did: the raw material of a verdict.

    ``line`` leads to ``remaining``, the best found, and ``won`` says whether that wins.
    ``exhausted`` means that the last search ended by itself with nothing left to open; ``cut`` is
    the limit that ended it otherwise. ``met`` counts states entered into the table, ``key_bits``
    is 0 for exact keys. ``is_shortest`` says that no line wins by fewer moves.
    """

    line: Sequence[int]
    remaining: int
    won: bool
    exhausted: bool
    cut: str | None
    minimised: bool
    met: int
    key_bits: int
    statistics: Statistics
    symmetric: bool = False
    shared: bool = False
    is_shortest: bool = False


@attrs.frozen
class Result:
    """What is known about a deal after a search.

    ``solution`` is the winning line, or None. ``best_line`` leads to ``remaining``, the fewest
    piles or cards reached, and ``remaining_is_minimum`` says whether that is proved to be the
    fewest possible; ``record`` is what is kept of that line. ``proof`` belongs to UNWINNABLE.
    ``limit`` names what cut the search short (``seconds``, ``expansions``, ``memory`` or
    ``interrupted``) or made it leave out states (``width``, ``memory``, or ``heuristic`` for one
    that is not safe) and belongs to UNKNOWN.
    ``solution_is_shortest`` says that no line wins by fewer moves; only ``AStar`` and ``Beam``
    claim it.
    ``interrupted`` says that Ctrl-C was pressed, even if that was too late to change the outcome.
    """

    game: Game
    deal: Any
    outcome: Outcome
    solution: tuple[Any, ...] | None
    record: tuple[Any, ...] = attrs.field(repr=False)
    remaining: int
    remaining_is_minimum: bool
    proof: Proof | None
    limit: str | None
    statistics: Statistics
    interrupted: bool = False
    solution_is_shortest: bool = False

    @property
    def best_line(self) -> tuple[Any, ...]:
        """The line that leads to ``remaining``, written out when it is asked for."""
        if self.solution is not None:
            return self.solution
        return self.game.recall(self.deal, self.record)

    def _repr_html_(self) -> str | None:
        """The verdict and the line as pictures, for a notebook; none of a game without cards."""
        from solitaire_solver.viewer import notebook

        return notebook.result(self)

    def to_html(self, path: str | PathLike[str], title: str | None = None) -> Path:
        """Write a page that plays the best line, and return its path.

        The page is one file that needs no network and no other file; it shows the verdict and, if
        given, a ``title``. ``OptionError`` for a game that no referee knows, ``OSError`` for a file
        that cannot be written.
        """
        from pathlib import Path

        from solitaire_solver import display
        from solitaire_solver.viewer.page import page

        self.game.layouts(self.deal, ())  # refuses a game that no referee knows
        verdict = display.verdict(self, advise=False)
        html = page(self.game, self.deal, self.best_line, title, verdict)
        path = Path(path)
        path.write_text(html, encoding="utf-8")
        return path

    def to_dict(self) -> dict[str, Any]:
        """The result in plain types, as the command line prints it with ``--json``."""
        return {
            "game": self.game.name,
            "options": self.game.options(),
            "deal": str(self.deal),
            "outcome": self.outcome.value,
            "solution": None if self.solution is None else [str(move) for move in self.solution],
            "solution_is_shortest": self.solution_is_shortest,
            "remaining": self.remaining,
            "remaining_is_minimum": self.remaining_is_minimum,
            "best_line": [str(move) for move in self.best_line],
            "proof": None if self.proof is None else attrs.asdict(self.proof),
            "limit": self.limit,
            "statistics": attrs.asdict(self.statistics),
        }


def check_win(game: Game, deal: Any, line: Sequence[Any]) -> Replay:
    """The referee's replay of a line that wins; ``AssertionError`` if the referee refuses it."""
    replay = game.judge(deal, line)
    if not replay.won:
        raise AssertionError(f"the referee does not accept {' '.join(map(str, line))} as a win")
    return replay


def conclude(game: Game, deal: Any, kernel: Any, report: Report) -> Result:
    """Say what a search has shown. A line that the referee refuses raises ``AssertionError``."""
    solution = proof = limit = None
    if report.won:
        line = game.arrange(deal, game.line(kernel, report.line))
        check_win(game, deal, line)
        outcome, solution = Outcome.WON, line
    elif report.exhausted:
        outcome = Outcome.UNWINNABLE
        counts = report.statistics
        lookups = 1 + counts.generated - counts.pruned  # 1 for the root
        bound = lookups * report.met / 2.0**report.key_bits if report.key_bits else 0.0
        proof = Proof(
            report.met,
            tuple(counts.pruned_by),
            bound,
            counts.forgotten,
            report.symmetric,
            report.shared,
        )
    else:
        outcome, limit = Outcome.UNKNOWN, report.cut
    return Result(
        game=game,
        deal=deal,
        outcome=outcome,
        solution=solution,
        record=() if report.won else game.record(kernel, report.line),
        remaining=report.remaining,
        remaining_is_minimum=report.won
        or (report.exhausted and (report.minimised or report.statistics.pruned == 0)),
        proof=proof,
        limit=limit,
        statistics=report.statistics.signed(outcome.value, report.line),
        interrupted=report.cut == "interrupted",
        solution_is_shortest=report.is_shortest,
    )
