"""The strategies that keep many states at once and are led by a heuristic: ``Beam`` and ``AStar``.

Both decide a deal where they have covered everything, and say UNKNOWN where states were left out:
with the limit ``width``, ``memory`` or ``heuristic``, which says why.
"""

from __future__ import annotations

import math
from typing import Any

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.search.beam import BeamSearch
from solitaire_solver.search.best_first import BestFirstSearch
from solitaire_solver.search.engine import STATUS
from solitaire_solver.search.frontier import BucketQueue, Frontier, SortedBuckets
from solitaire_solver.search.heuristics import Choice, Chosen, choose, is_choice
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.python_kernel import PythonKernel
from solitaire_solver.search.result import Report
from solitaire_solver.search.statistics import Statistics
from solitaire_solver.search.strategies import Objective, at_least, count_prunes, make_table

#: What ``drive`` and ``report_on`` ask: the loops count by the same names.
Search = BeamSearch | BestFirstSearch

#: The largest weight for which f is a small whole number.
_LARGEST_WEIGHT = 64


def _is_weight(_: object, field: Any, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"weight is a number, not {value!r}")
    if not 0 <= value < math.inf:
        raise OptionError(f"weight is a number from 0 on, not {value!r}")


@attrs.frozen
class Beam:
    """Beam search: layer by layer of moves made, the ``width`` most promising states of each.

    It finds wins fast where the heuristic is good, in bounded time and memory. It is complete when
    no layer had more than ``width`` new states, and then it may prove that there is no win and its
    win is a shortest one; otherwise a search without a win is UNKNOWN with the limit ``width``. By
    default the heuristic is the evaluation for games that have one, otherwise the moves left.
    Expands at most ``width`` states for every move of the longest line.

    >>> from solitaire_solver import Accordion, Deal, solve
    >>> result = solve(Accordion(), Deal.from_seed(1), Beam(width=100))
    >>> print(result.outcome, len(result.solution))
    won 51
    >>> result = solve(Accordion(), Deal.from_seed(1, size=18), Beam(width=7))
    >>> print(result.outcome, result.limit)
    unknown width
    """

    width: int = attrs.field(default=1000, validator=at_least(1))
    heuristic: Choice | None = attrs.field(
        default=None, validator=attrs.validators.optional(is_choice)
    )

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search until a layer is empty or the meter is exhausted."""
        default: Choice = "evaluation" if kernel.scored else "moves-left"
        heuristic = choose(self.heuristic or default, game, kernel)
        kernel.prune = True
        memory = max(1, meter.limits.memory // 2)
        search = BeamSearch(
            kernel,
            make_table(kernel, 128, memory),
            heuristic.estimator,
            self.width,
            game.acyclic,
            objective == "minimum",
            memory,
        )
        cut = drive(search, meter)
        return report_on(game, search, heuristic, meter, cut, "width")


@attrs.frozen
class AStar:
    """A*: the state that seems to be on the shortest line to a win is expanded first.

    States wait in the order of moves made plus ``weight`` times the heuristic. With a heuristic
    that is admissible, as the default is, and a weight of at most 1 the line found is a shortest
    one, and ``Result.solution_is_shortest`` says so; a larger weight finds one sooner that is
    longer by at most that factor. A weight of 0 is breadth-first search. When nothing is left it is
    proved that there is no win.

    ``Limits.memory`` bounds the states kept. When they fill it the worst of those waiting are
    dropped: from then on a win is still a win and no longer claimed to be a shortest one, and a
    search without a win is UNKNOWN with the limit ``memory``.

    >>> from solitaire_solver import Deal, RoyalMarriage, solve
    >>> result = solve(RoyalMarriage(), Deal.parse("KH 5C QH 6D 5S"), AStar())
    >>> print(*result.solution, result.solution_is_shortest)
    6D 5C+5S True
    """

    weight: float = attrs.field(default=1, validator=_is_weight)
    heuristic: Choice = attrs.field(default="moves-left", validator=is_choice)

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search until a win is reached or nothing is left or the meter is exhausted."""
        heuristic = choose(self.heuristic, game, kernel)
        kernel.prune = True
        search = BestFirstSearch(
            kernel,
            heuristic.estimator,
            self._frontier(kernel),
            self.weight,
            heuristic.admissible,
            objective == "minimum",
            meter.limits.memory,
        )
        cut = drive(search, meter)
        report = report_on(game, search, heuristic, meter, cut, "memory")
        popped = heuristic.admissible and STATUS[search.status] == "won"
        return report if popped and self.weight <= 1 else attrs.evolve(report, is_shortest=False)

    def _frontier(self, kernel: Any) -> Frontier:
        """Buckets by number where f is a small whole one, else in a sorted dictionary."""
        counted = self.heuristic == "moves-left" and not isinstance(kernel, PythonKernel)
        if counted and self.weight in range(_LARGEST_WEIGHT + 1):
            return BucketQueue()
        return SortedBuckets()


def drive(search: Search, meter: Meter) -> str | None:
    """Run a search to its end, looking at the meter between chunks; what cut it short, if any."""
    try:
        while STATUS[search.status] == "running":
            before = search.expanded
            search.run(meter.allowance())
            if not meter.spend(search.expanded - before, search.best, search.entries):
                return meter.cut
    except KeyboardInterrupt:
        return "interrupted"
    return "memory" if STATUS[search.status] == "full" else None


def report_on(
    game: Game, search: Search, heuristic: Chosen, meter: Meter, cut: str | None, when_dropped: str
) -> Report:
    """What a search has done, and what cut it short or kept it from covering everything.

    ``when_dropped`` is the limit that states were dropped for, if any were.
    """
    kernel = search.kernel
    pruned_by = count_prunes(game, kernel)
    believed = search.dead if heuristic.safe else 0
    if believed:
        pruned_by[f"dead ends of the heuristic {heuristic.name}"] = believed
    ended = STATUS[search.status] == "exhausted"
    complete = search.dropped == 0 and search.dead == believed
    if ended and not complete and cut != "interrupted":
        cut = when_dropped if search.dropped else "heuristic"
    return Report(
        line=search.best_line,
        remaining=search.best,
        won=search.found,
        exhausted=ended and complete,
        cut=cut,
        minimised=search.minimise,
        met=search.entries + search.forgotten,
        key_bits=0 if kernel.exact_keys else 128,
        is_shortest=search.found and complete,
        statistics=Statistics(
            expanded=search.expanded,
            generated=search.generated + kernel.pruned,
            duplicates=search.duplicates,
            pruned=kernel.pruned + believed,
            pruned_by=pruned_by,
            dropped=search.dropped + search.dead - believed,
            table_entries=search.entries,
            table_bytes=search.bytes,
            forgotten=search.forgotten,
            seconds=meter.seconds,
        ),
    )
