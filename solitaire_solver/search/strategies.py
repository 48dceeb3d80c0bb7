"""How to search: the strategies that drive the engine.

A strategy owns the order of events (which search runs when, with which table); the engine owns the
loop; a ``Meter`` owns the limits. Each strategy returns a ``Report`` and leaves the verdict to
``result.conclude``.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.search.engine import STATUS, DepthFirstSearch
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.statistics import Statistics
from solitaire_solver.search.table import Table

Objective = Literal["win", "minimum"]
Keys = Literal[128, 64, "exact"]


class Strategy(Protocol):
    """What ``solve`` asks of a strategy."""

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search from the kernel's state until the meter or the space is exhausted."""


def _known_keys(strategy: object, field: attrs.Attribute[object], value: object) -> None:
    if value not in (128, 64, "exact"):
        raise OptionError(f"keys are 128, 64 or 'exact', not {value!r}")


@attrs.frozen
class DepthFirst:
    """Exhaustive depth-first search: a win, or a proof that there is none.

    ``keys`` chooses what the transposition table remembers of a state: a hash of 128 or 64 bits, or
    the whole state (``"exact"``). ``prune=False`` turns off every prune, so that an exhausted
    search has met every reachable state. ``ordered`` tries the most promising moves first;
    otherwise they are tried in the game's documented order.
    """

    keys: Keys = attrs.field(default=128, validator=_known_keys)
    prune: bool = True
    ordered: bool = False

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search until the space or the meter is exhausted."""
        kernel.prune = self.prune
        kernel.ordered = self.ordered
        table = make_table(kernel, self.keys, meter.limits.memory)
        search = DepthFirstSearch(kernel, table, objective == "minimum")
        return drive(game, search, self, meter)


def make_table(kernel: Any, keys: Keys, memory: int) -> Table:
    """An empty table for the states of ``kernel``."""
    if kernel.exact_keys:
        return Table(1, False, memory)
    if keys == "exact":
        return Table(kernel.words, True, memory)
    return Table(keys // 64, False, memory)


def drive(game: Game, search: DepthFirstSearch, how: DepthFirst, meter: Meter) -> Report:
    """Run one search to its end, looking at the meter between chunks."""
    kernel, table = search.kernel, search.table
    memory = meter.limits.memory
    status = STATUS[search.status]
    cut = None
    try:
        while status in ("running", "full"):
            if status == "full" and not table.grow():
                if not game.acyclic:
                    cut = "memory"
                    break
                table.forget()
            before = search.expanded
            status = STATUS[search.run(meter.allowance())]
            if not meter.spend(search.expanded - before, search.best, table.entries):
                cut = meter.cut
                break
            if kernel.footprint > memory:
                cut = "memory"
                break
    except KeyboardInterrupt:
        cut = "interrupted"
    status = STATUS[search.status]
    return Report(
        line=search.line(),
        remaining=search.best,
        won=status == "won",
        exhausted=status == "exhausted",
        cut=cut,
        minimised=search.minimise,
        met=table.entries + table.forgotten,
        prunes=getattr(game, "prunes", ()) if kernel.pruned else (),
        key_bits=0 if kernel.exact_keys or table.exact else 64 * table.width,
        statistics=Statistics(
            expanded=search.expanded,
            generated=search.generated + kernel.pruned,
            duplicates=search.duplicates,
            pruned=kernel.pruned,
            table_entries=table.entries,
            table_bytes=table.bytes,
            forgotten=table.forgotten,
            seconds=meter.seconds,
        ),
    )
