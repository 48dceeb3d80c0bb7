"""Run a survey: deals through ``solve_many`` into a store.

Results come in the order of the deals and are written about once a second, so a runner that is
killed leaves a store that holds every deal up to some number, and resuming goes on behind it. A
deal that was being searched when Ctrl-C came is not stored: that is no result.
"""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from solitaire_solver import (
    Deal,
    Game,
    Limits,
    Portfolio,
    Result,
    SolitaireError,
    __version__,
    game_named,
    verify,
)
from solitaire_solver.errors import WorkerError
from solitaire_solver.search.many import solve_many
from solitaire_solver.search.strategies import Objective, Strategy
from solitaire_solver.survey.deals import NumberedDeals
from solitaire_solver.survey.store import FORMAT, Identity, Row, Store, SurveyError

if TYPE_CHECKING:
    from concurrent.futures import Executor

WRITE_SECONDS = 1.0
MOST_UNWRITTEN = 10_000


@attrs.frozen
class SurveyProgress:
    """How far a run is: deals ``done`` in this run, of which ``won`` and ``unknown``, in seconds.

    ``left`` is how many are still to be done, or None if that is not known.
    """

    done: int
    won: int
    unknown: int
    seconds: float
    left: int | None


def identity_of(
    game: Game, deals: NumberedDeals, strategy: Strategy, limits: Limits, objective: Objective
) -> Identity:
    """What a store must be of for these results to be added to it."""
    return {
        "format": str(FORMAT),
        "version": __version__,
        "game": game.name,
        "options": json.dumps(game.options()),
        **deals.family,
        "strategy": repr(strategy),
        "limits": repr(limits),
        "objective": objective,
    }


def run_survey(
    game: Game,
    deals: NumberedDeals | str,
    path: str | os.PathLike[str],
    *,
    strategy: Strategy | None = None,
    limits: Limits | None = None,
    objective: Objective = "win",
    workers: int | None = None,
    executor: Executor | None = None,
    lines: bool = False,
    resume: bool = False,
    progress: Callable[[SurveyProgress], object] | None = None,
) -> SurveyProgress:
    """Solve every deal that the store at ``path`` does not hold yet, and store its result.

    ``deals`` are ``NumberedDeals`` or the text of some. ``strategy`` to ``executor`` are those of
    ``solve_many``. ``lines`` keeps the best line of each deal, about 300 bytes for an Accordion
    pack. ``progress`` is called about ten times a second. Ctrl-C stores what is decided and raises
    ``KeyboardInterrupt``; if a worker is lost, it stores what is decided and raises
    ``WorkerError``. Holds a bounded number of results in memory.

    >>> import tempfile
    >>> from solitaire_solver import Accordion
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = folder + "/survey.sqlite"
    ...     done = run_survey(Accordion(), "seed:1-20/12", path, workers=1)
    ...     again = run_survey(Accordion(), "seed:1-30/12", path, workers=1, resume=True)
    >>> done.done, done.won, again.done
    (20, 1, 10)
    """
    if isinstance(deals, str):
        deals = NumberedDeals.parse(deals)
    strategy, limits = strategy or Portfolio(), limits or Limits()
    identity = identity_of(game, deals, strategy, limits, objective)
    deals.check(game)  # all of a file now, not when the run gets there
    with Store.begin(path, identity, resume) as store:
        run = _Run(store, deals, lines, progress)
        results = solve_many(
            game,
            run.deals_left(),
            strategy,
            limits,
            objective=objective,
            workers=workers,
            executor=executor,
        )
        try:
            for result in results:
                run.take(result)
        except WorkerError as error:
            reason = f"{error.reason}; what is stored stays, go on with --resume"
            raise WorkerError(reason, store.path) from error
        finally:
            run.write()
            run.report()
        return run.state()


class _Run:
    """One run: the numbers of the deals on their way, and the rows not yet written."""

    def __init__(
        self,
        store: Store,
        deals: NumberedDeals,
        lines: bool,
        progress: Callable[[SurveyProgress], object] | None,
    ):
        self.store = store
        self.deals = deals
        self.lines = lines
        self.progress = progress
        self.numbers: deque[int] = deque()
        self.rows: list[Row] = []
        self.started = self.written = self.reported = time.monotonic()
        self.done = self.won = self.unknown = 0
        first, last = (deals.first, deals.last) if deals.count else (1, 2**62)
        held = store.ask("SELECT count(*) FROM deals WHERE id BETWEEN ? AND ?", first, last)[0][0]
        self.to_do = None if deals.count is None else deals.count - int(held)
        self.held = store.ids(first, last)

    def deals_left(self) -> Iterator[Deal]:
        for number, deal in self.deals.without(self.held):
            self.numbers.append(number)
            yield deal

    def take(self, result: Result) -> None:
        number = self.numbers.popleft()
        if result.interrupted:
            return
        outcome = result.outcome.value
        self.rows.append(
            Row(
                number,
                outcome,
                result.remaining,
                result.statistics.expanded,
                round(1e6 * result.statistics.seconds),
                " ".join(map(str, result.best_line)) if self.lines else None,
            )
        )
        self.done += 1
        self.won += outcome == "won"
        self.unknown += outcome == "unknown"
        now = time.monotonic()
        if now - self.written >= WRITE_SECONDS or len(self.rows) >= MOST_UNWRITTEN:
            self.write()
        if now - self.reported >= 0.1:
            self.report()

    def write(self) -> None:
        self.store.add(self.rows)
        self.rows.clear()
        self.written = time.monotonic()

    def state(self) -> SurveyProgress:
        left = None if self.to_do is None else self.to_do - self.done
        seconds = time.monotonic() - self.started
        return SurveyProgress(self.done, self.won, self.unknown, seconds, left)

    def report(self) -> None:
        self.reported = time.monotonic()
        if self.progress is not None:
            self.progress(self.state())


def recheck(
    path: str | os.PathLike[str],
    file: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Let the referee replay every stored line, and return how many there were.

    ``SurveyError`` names the first deal whose line is illegal or does not lead to what is stored.
    ``file`` is the file of deals, if the survey is of one. ``progress`` is told after each line how
    many were replayed. Holds one line in memory.
    """
    with Store.read(path) as store:
        try:
            game = game_named(store.identity["game"], **store.options)
        except SolitaireError as error:
            raise error.inside(store.path) from None
        checked = 0
        rows = store.rows("moves IS NOT NULL")
        for row, deal in store_deals(store, rows, file):
            try:
                replay = verify(game, deal, (row.moves or "").split())
            except SolitaireError as error:
                raise error.inside(store.path, f"deal {row.id}") from None
            if (replay.remaining, replay.won) != (row.remaining, row.outcome == "won"):
                raise SurveyError(
                    f"the line leaves {replay.remaining}, but {row.outcome} with {row.remaining} "
                    "left is stored",
                    store.path,
                    f"deal {row.id}",
                )
            checked += 1
            if progress is not None:
                progress(checked)
        return checked


def store_deals(
    store: Store, rows: Iterable[Row], file: str | None = None
) -> Iterator[tuple[Row, Deal]]:
    """The rows of a store, by ascending id, each with its deal, dealt again."""
    kind = store.identity["deals"]
    if kind != "file":
        deals = NumberedDeals(kind, size=int(store.identity["cards"]))
        for row in rows:
            yield row, deals.deal(row.id)
        return
    if file is None:
        raise SurveyError(
            "this is a survey of a file of deals; name it with --deals-file", store.path
        )
    deals = NumberedDeals("file", path=file)
    if deals.family["digest"] != store.identity["digest"]:
        raise SurveyError(f"this is not a survey of the deals in {file}", store.path)
    numbered = iter(deals)
    for row in rows:
        for number, deal in numbered:
            if number == row.id:
                yield row, deal
                break
