"""Several threads on one deal and one table.

Every thread has a search of its own, with its own kernel, and all enter the states they meet into
one table; what any of them has met the others pass by. They begin at the deal together and part by
themselves, since the first to enter a state is the one that goes on from there. They run in rounds:

    main thread    | share the table | wait for all | count, grow the table, ask the meter | ...
    every thread   |                 | a chunk, or less if another has nothing left        |

A thread with nothing left joins another one: it takes the open nodes of that one's path, from the
deal down, lists their moves again and goes where nobody has been. The other knows nothing of it.

**Why an exhausted search is still a proof.** A state entered is expanded by the search that entered
it, and that search itself tries every one of its moves: each leads to a state in the table or is
entered now. So when no search has anything left, every state entered was expanded in full, the deal
among them. (Two threads may enter one state at the same moment; that repeats work: see
``Table.share``.)
"""

from __future__ import annotations

import attrs

from solitaire_solver.search.engine import STATUS, DepthFirstSearch
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.table import Table


@attrs.define
class Thread:
    """One thread's search, and the lines that it has still to join."""

    search: DepthFirstSearch
    lines: list[list[int]] = attrs.field(factory=list)

    @property
    def status(self) -> str:
        """How its search stands."""
        return STATUS[self.search.status]

    def work(self, expansions: int, others: list[Thread]) -> None:
        """Search until ``expansions`` are spent or nothing is left, and then hurry the others.

        If there was hardly anything to do they are left in peace for this round.
        """
        begun = self.search.expanded
        left = expansions
        while left > 0:
            self.search.run(left)
            left = begun + expansions - self.search.expanded
            if self.status != "exhausted" or not self.lines:
                break
            self.search.join(self.lines.pop(0))
        if self.status == "won" or left < expansions * 15 // 16:
            for other in others:
                other.search.halt()


def search_together(
    searches: list[DepthFirstSearch], table: Table, meter: Meter, acyclic: bool
) -> str | None:
    """Run all searches until one wins, none has anything left or a limit is met: which one?

    Each search must have been made with a twin of ``table`` while it was shared with them all.
    """
    from concurrent.futures import ThreadPoolExecutor  # not loaded for one thread

    threads = [Thread(search) for search in searches]
    twins = [search.table for search in searches]
    with ThreadPoolExecutor(len(threads)) as pool:
        try:
            while True:
                table.gather(twins)
                busy = [thread for thread in threads if thread.status in ("running", "full")]
                if not busy or any(thread.status == "won" for thread in threads):
                    return None
                # Growing keeps all threads but one waiting: do it seldom, by doubling.
                wanted = table.entries + min(table.entries, meter.expansions_left)
                if table.room < len(threads) and not table.grow(wanted):
                    if not acyclic:
                        return "memory"
                    table.forget()
                for number, thread in enumerate(threads):
                    if thread not in busy:
                        thread.lines = busy[number % len(busy)].search.open_lines()
                if searches[0].minimise:
                    best = min(search.best for search in searches)
                    for search in searches:
                        search.kernel.limit = best
                table.share(twins)
                before = sum(search.expanded for search in searches)
                allowance = meter.allowance()
                part = max(1, allowance // len(threads))
                at_work = threads if allowance >= len(threads) else busy[:1]
                for task in [pool.submit(thread.work, part, threads) for thread in at_work]:
                    task.result()
                expanded = sum(search.expanded for search in searches) - before
                if not meter.spend(expanded, min(s.best for s in searches), table.entries):
                    return meter.cut
        except KeyboardInterrupt:
            for search in searches:
                search.halt()
            pool.shutdown()
            return "interrupted"
        finally:
            table.gather(twins)
