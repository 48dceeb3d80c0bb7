"""How to search: the strategies that drive the engine.

A strategy owns the order of events (which search runs when, with which table); the engine owns the
loop; a ``Meter`` owns the limits. Each strategy returns a ``Report`` and leaves the verdict to
``result.conclude``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, Protocol

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game, KernelGame
from solitaire_solver.search.engine import STATUS, DepthFirstSearch
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.statistics import Statistics
from solitaire_solver.search.table import Table
from solitaire_solver.search.together import search_together

Objective = Literal["win", "minimum"]
Keys = Literal[128, 64, "exact"]


class Strategy(Protocol):
    """What ``solve`` asks of a strategy."""

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search from the kernel's state until the meter or the space is exhausted."""


def at_least(least: int, most: int = 2**62) -> Callable[[object, Any, int], None]:
    """A validator of whole numbers from ``least`` to ``most``."""

    def check(strategy: object, field: Any, value: int) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise OptionError(f"{field.name} is a whole number from {least} on, not {value!r}")
        if value > most:
            raise OptionError(f"{field.name} is at most {most}, not {value}")

    return check


def _flag(strategy: object, field: Any, value: object) -> None:
    if not isinstance(value, bool):
        raise OptionError(f"{field.name} is True or False, not {value!r}")


def _known_keys(strategy: object, field: Any, value: object) -> None:
    if value not in (128, 64, "exact"):
        raise OptionError(f"keys are 128, 64 or 'exact', not {value!r}")


def _flag_or_names(strategy: object, field: Any, value: object) -> None:
    if isinstance(value, bool):
        return
    if not isinstance(value, tuple) or not all(isinstance(name, str) for name in value):
        raise OptionError(f"prune is True, False or a tuple of names, not {value!r}")


def _hashed(strategy: Any, field: Any, value: bool) -> None:
    if value and strategy.keys == "exact":
        raise OptionError("exact keys tell all states apart, so they cannot be symmetric")


@attrs.frozen
class DepthFirst:
    """Exhaustive depth-first search: a win, or a proof that there is none.

    ``keys`` chooses what the transposition table remembers of a state: a hash of 128 or 64 bits, or
    the whole state (``"exact"``). ``prune=False`` turns off every prune, so that an exhausted
    search has met every reachable state; a tuple turns on those of the game's ``prunes`` that it
    names. ``ordered`` tries the most promising moves first; otherwise they are tried in the game's
    documented order.

    ``symmetric`` lets two states share a key where a theorem of the game says that they differ in
    names only, so that one of them is searched: fewer states, more time for each. Exact keys cannot
    be symmetric.

    ``workers`` is how many threads search at once, on one table. The verdict does not depend on it;
    with more than one the line and the counts may differ from run to run. A game in plain Python
    is searched by one thread, since Python runs only one at a time.
    """

    keys: Keys = attrs.field(default=128, validator=_known_keys)
    prune: bool | tuple[str, ...] = attrs.field(default=True, validator=_flag_or_names)
    ordered: bool = attrs.field(default=False, validator=_flag)
    symmetric: bool = attrs.field(default=False, validator=[_flag, _hashed])
    workers: int = attrs.field(default=1, validator=at_least(1, 1024))

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search until the space or the meter is exhausted."""
        self._set(game, kernel)
        table = make_table(kernel, self.keys, meter.limits.memory)
        minimise = objective == "minimum"
        if self.workers > 1 and isinstance(game, KernelGame):
            return self._run_together(game, kernel, table, meter, minimise)
        return drive(game, DepthFirstSearch(kernel, table, minimise), meter)

    def _set(self, game: Game, kernel: Any) -> None:
        """Set the switches of a kernel."""
        switch_prunes(game, kernel, self.prune)
        kernel.ordered = self.ordered and kernel.scored
        kernel.be_symmetric(self.symmetric)

    def _run_together(
        self, game: KernelGame, kernel: Any, table: Table, meter: Meter, minimise: bool
    ) -> Report:
        if table.exact and table.width > 1:
            raise OptionError(
                "whole states of several words are compared by one worker; with more, keys are 128"
            )
        kernels = [kernel]
        for _ in range(1, self.workers):
            other = game.kernel_at(game.state_of(kernel))
            self._set(game, other)
            kernels.append(other)
        twins = [table.twin() for _ in kernels]
        table.share(twins)
        searches = [
            DepthFirstSearch(kernel, twin, minimise)
            for kernel, twin in zip(kernels, twins, strict=True)
        ]
        cut = search_together(searches, table, meter, game.acyclic)
        reports = [report_on(game, search, meter, 0, cut) for search in searches]
        best = min(reports, key=lambda report: (not report.won, report.remaining))
        counts = [report.statistics for report in reports]
        return attrs.evolve(
            best,
            exhausted=all(report.exhausted for report in reports),
            shared=True,
            met=table.entries + table.forgotten,
            statistics=Statistics(
                expanded=sum(count.expanded for count in counts),
                generated=sum(count.generated for count in counts),
                duplicates=sum(count.duplicates for count in counts),
                pruned=sum(count.pruned for count in counts),
                pruned_by=dict(sum((Counter(count.pruned_by) for count in counts), Counter())),
                table_entries=table.entries,
                table_bytes=table.bytes,
                table_load=table.load,
                forgotten=table.forgotten,
                seconds=meter.seconds,
            ),
        )


@attrs.frozen
class Portfolio:
    """The default: quick randomised attempts at a win, then exhaustive search for a win or a proof.

    Each of at most ``restarts`` attempts is a depth-first search that tries the most promising
    moves first, with a little chance mixed in, and gives up after ``patience`` expansions: a hard
    pack is hard for one order of moves and rarely for another, so that many short attempts beat
    one long one. An attempt that covers everything within its patience is already a proof. When
    all have failed ``finish`` decides, which lets symmetric states share a key. ``seed`` fixes the
    chance: the same seed, the same line.
    """

    restarts: int = attrs.field(default=1024, validator=at_least(0))
    patience: int = attrs.field(default=600, validator=at_least(1))
    noise: int = attrs.field(default=210, validator=at_least(0, 2**30))
    seed: int = attrs.field(default=0, validator=at_least(0, 2**63))
    finish: DepthFirst = DepthFirst(symmetric=True)

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Search until the space or the meter is exhausted."""
        restarts = self._worthwhile(kernel)
        if restarts == 0:
            return self.finish.run(game, kernel, meter, objective)
        kernel.prune = True
        kernel.ordered = True
        meter.chunk = max(meter.chunk, self.patience)  # an attempt takes less than a millisecond
        table = make_table(kernel, 128, meter.limits.memory, self.patience)
        search = DepthFirstSearch(kernel, table)
        search.be_patient(kernel.remaining, self.patience)
        for remaining, patience in ((26, 70), (38, 200)):
            if remaining < kernel.remaining:
                search.be_patient(remaining, patience)
        attempt = 0
        try:
            for attempt in range(restarts):
                kernel.vary(self.seed + attempt, self.noise)
                report = drive(game, search, meter, attempt)
                proved = report.exhausted and objective == "win"
                if report.cut is not None or report.won or proved:
                    return report
                search.unwind()
                if report.exhausted:
                    break
                table.clear()
                search.start()
            kernel.vary(0, 0)
        except KeyboardInterrupt:
            return report_on(game, search, meter, attempt, "interrupted")
        return after(report, self.finish.run(game, kernel, meter, objective))

    def _worthwhile(self, kernel: Any) -> int:
        """How many attempts to make: short rows are decided sooner by exhaustive search alone.

        Measured on random Accordion rows: below 23 cards attempts do not pay; the work of a proof
        grows about 1.75 times with every card, and so may the work spent before it is begun.
        """
        if not kernel.scored or kernel.remaining <= 22:
            return 0
        return min(self.restarts, 1 << min(30, int(kernel.remaining) - 22))


def switch_prunes(game: Game, kernel: Any, prune: bool | tuple[str, ...]) -> None:
    """Turn on all prunes of a game, none, or those named and no others.

    The first that a game names leaves out what is not good enough, the second what is no better
    than something else.
    """
    names: tuple[str, ...] = getattr(game, "prunes", ())
    if isinstance(prune, bool):
        kernel.prune = kernel.dominate = prune
        return
    for name in prune:
        if name not in names:
            known = ", ".join(map(repr, names)) or "none"
            raise OptionError(f"{game.name} has no prune {name!r}; its prunes are: {known}")
    kernel.prune, kernel.dominate = (name in prune for name in (*names, "", "")[:2])


def count_prunes(game: Game, kernel: Any) -> dict[str, int]:
    """How many moves each prune dropped, for those that dropped any."""
    if not kernel.pruned:
        return {}
    names: tuple[str, ...] = getattr(game, "prunes", ())
    counts = (kernel.pruned - kernel.dominated, kernel.dominated)
    return {name: count for name, count in zip(names, counts, strict=False) if count}


def make_table(kernel: Any, keys: Keys, memory: int, expected: int = 480) -> Table:
    """An empty table for the states of ``kernel``; most deals need few, and growth is cheap."""
    if keys == "exact":
        kernel.number_keys()
    if kernel.exact_keys:
        return Table(1, False, memory, expected)
    if keys == "exact":
        return Table(kernel.words, True, memory, expected)
    return Table(keys // 64, False, memory, expected)


def drive(game: Game, search: DepthFirstSearch, meter: Meter, restarts: int = 0) -> Report:
    """Run one search to its end, looking at the meter between chunks."""
    kernel, table = search.kernel, search.table
    memory = meter.limits.memory
    status = STATUS[search.status]
    cut = None
    try:
        while status in ("running", "full"):
            if status == "full" and not table.grow(table.entries + meter.expansions_left):
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
    return report_on(game, search, meter, restarts, cut)


def report_on(
    game: Game, search: DepthFirstSearch, meter: Meter, restarts: int, cut: str | None
) -> Report:
    """What a search has done so far, and what cut it short, if anything did."""
    kernel, table = search.kernel, search.table
    status = STATUS[search.status]
    return Report(
        line=search.line(),
        remaining=search.best,
        won=status == "won",
        exhausted=status == "exhausted",
        cut=cut,
        minimised=search.minimise,
        met=table.entries + table.forgotten,
        symmetric=kernel.symmetric,
        key_bits=0 if kernel.exact_keys or table.exact else 64 * table.width,
        statistics=Statistics(
            expanded=search.expanded,
            generated=search.generated + kernel.pruned,
            duplicates=search.duplicates,
            pruned=kernel.pruned,
            pruned_by=count_prunes(game, kernel),
            restarts=restarts,
            table_entries=table.entries,
            table_bytes=table.bytes,
            table_load=table.load,
            forgotten=table.forgotten,
            seconds=meter.seconds,
        ),
    )


def after(first: Report, last: Report) -> Report:
    """What ``last`` says, with the work and the best line of the searches before it counted in.

    The kernel goes on counting what it prunes, so ``last`` has all of that already.
    """
    earlier, later = first.statistics, last.statistics
    best = first if first.remaining < last.remaining else last
    return attrs.evolve(
        last,
        line=best.line,
        remaining=best.remaining,
        statistics=attrs.evolve(
            later,
            expanded=earlier.expanded + later.expanded,
            generated=earlier.generated - earlier.pruned + later.generated,
            duplicates=earlier.duplicates + later.duplicates,
            restarts=earlier.restarts + 1,
        ),
    )
