"""Many deals: an iterator of results, in the order of the deals, from several processes.

Deals are read as they are needed and travel in batches; so many batches are on their way at a time
that every worker has the next at hand, and no more, so memory does not grow with the number of
deals:

    deals ->  | batch | batch | batch | batch |  -> results, the oldest batch first
               at most WAITING for each worker

A batch grows while batches come back quickly and shrinks when they take long, so that the cost of
sending is small for deals of a millisecond, and deals of a minute are not kept waiting for others.
"""

from __future__ import annotations

import itertools
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from solitaire_solver.errors import OptionError, WorkerError
from solitaire_solver.game import Game
from solitaire_solver.search.limits import Limits, Progress
from solitaire_solver.search.result import Result
from solitaire_solver.search.solve import check_request, solve
from solitaire_solver.search.strategies import Objective, Strategy

if TYPE_CHECKING:  # what one deal does not need is loaded when there are many
    from concurrent.futures import Executor, Future
    from multiprocessing.synchronize import Event

WAITING = 4
MOST_IN_A_BATCH = 256
QUICK, SLOW = 0.05, 0.2  # seconds of search in a batch

#: The arguments of ``solve`` that all deals have in common.
Request = tuple[Game, Strategy | None, Limits | None, Objective]

#: What a worker did with a batch: the results so far, and the error that ended it early, if any.
Answer = tuple[list[Result], Exception | None]


def solve_many(
    game: Game,
    deals: Iterable[Any],
    strategy: Strategy | None = None,
    limits: Limits | None = None,
    *,
    objective: Objective = "win",
    workers: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Result]:
    """The result of ``solve`` for each of ``deals``, in their order, as they are asked for.

    ``workers`` processes share the work, as many as there are cores unless given; one worker is
    this process itself. Instead an ``executor`` may be given, any of ``concurrent.futures`` or one
    like them, which is not shut down; then ``workers`` only says how far to read ahead. Game, deals
    and strategy must be what can be sent to its workers. ``limits`` hold for each deal.

    An error in a deal is raised when its turn comes, after the results before it, and so is the
    ``WorkerError`` of a worker that was killed or an executor that was shut down. Ctrl-C gives the
    results that are ready, perhaps one that says ``interrupted``, and then raises
    ``KeyboardInterrupt``. Holds a bounded number of deals and results in memory.

    >>> from solitaire_solver import Accordion, Deal
    >>> deals = (Deal.from_seed(seed, size=20) for seed in range(4))
    >>> [str(result.outcome) for result in solve_many(Accordion(), deals, workers=1)]
    ['won', 'unwinnable', 'won', 'won']
    """
    check_request(game, strategy, limits, objective)
    if workers is None:
        workers = os.cpu_count() or 1
    if isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 1024:
        raise OptionError(f"workers are a whole number from 1 to 1024, not {workers!r}")
    if not isinstance(deals, Iterable):
        raise OptionError(f"deals are a list or another iterable of deals, not {deals!r}")
    if executor is not None and not hasattr(executor, "submit"):
        raise OptionError(f"{executor!r} is no executor of concurrent.futures")
    how = (game, strategy, limits, objective)
    if executor is not None:
        return _in_order(_submit_to(executor), how, deals, workers)
    if workers == 1:
        return _one_by_one(how, deals)
    _check_that_it_travels(how)
    return _in_processes(how, deals, workers)


def _check_that_it_travels(how: Request) -> None:
    """Raise ``OptionError`` unless other processes can be told what to do."""
    for what, name in zip(how, ("game", "strategy", "limits"), strict=False):
        try:
            pickle.dumps(what)
        except Exception as error:
            raise OptionError(
                f"this {name} cannot be sent to another process ({error}); use workers=1"
            ) from None


def _submit_to(executor: Executor) -> Callable[..., Future[Answer]]:
    """What ``executor.submit`` does, with ``WorkerError`` if it was shut down or has broken."""

    def submit(*call: Any) -> Future[Answer]:
        try:
            return executor.submit(*call)
        except RuntimeError as error:
            raise WorkerError(f"the executor takes no work: {error}") from None

    return submit


def _one_by_one(how: Request, deals: Iterable[Any]) -> Iterator[Result]:
    game, strategy, limits, objective = how
    for deal in deals:
        result = solve(game, deal, strategy, limits, objective=objective)
        yield result
        if result.interrupted:
            raise KeyboardInterrupt


def _in_processes(how: Request, deals: Iterable[Any], workers: int) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import Event

    stop = Event()
    with ProcessPoolExecutor(workers, initializer=_begin, initargs=(stop,)) as pool:
        try:
            yield from _in_order(_submit_to(pool), how, deals, workers, stop.set)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _in_order(
    submit: Callable[..., Future[Answer]],
    how: Request,
    deals: Iterable[Any],
    workers: int,
    stop: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Keep the workers supplied and give what comes back, the oldest batch first."""
    source = iter(deals)
    waiting: deque[Future[Answer]] = deque()
    size = 1
    more = True
    failure: Exception | None = None
    try:
        while more or waiting:
            while more and len(waiting) < WAITING * workers and not _is_ready(waiting):
                batch: list[Any] = []
                try:
                    batch.extend(itertools.islice(source, size))
                    more = len(batch) == size
                except Exception as error:  # of whoever makes the deals: those before it count
                    failure, more = error, False
                if batch:
                    waiting.append(submit(_solve_batch, how, batch))
            if waiting:
                results, error_in_deal = _answer(waiting[0])
                waiting.popleft()
                yield from results
                if error_in_deal is not None:
                    raise error_in_deal
                took = sum(result.statistics.seconds for result in results)
                if took < QUICK:
                    size = min(2 * size, MOST_IN_A_BATCH)
                elif took > SLOW:
                    size = max(size // 2, 1)
        if failure is not None:
            raise failure
    except KeyboardInterrupt:
        if stop is not None:
            stop()
        for future in waiting:
            future.cancel()
        for future in itertools.takewhile(lambda future: not future.cancelled(), waiting):
            yield from _answer(future)[0]
        raise
    finally:
        for future in waiting:
            future.cancel()


def _answer(future: Future[Answer]) -> Answer:
    """What a worker answers; errors in a deal are among it, so any other is of the worker."""
    try:
        return future.result()
    except Exception as error:
        reason = str(error).rstrip(".") or type(error).__name__
        raise WorkerError(f"a worker was lost before its deals were done: {reason}") from error


def _is_ready(waiting: deque[Future[Answer]]) -> bool:
    return len(waiting) > 0 and waiting[0].done()


# --- In the worker --------------------------------------------------------------------------------

_stop: Event | None = None


def _begin(stop: Event) -> None:
    """Make this process a worker that leaves Ctrl-C to its parent, who then sets ``stop``."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the parent to end, even if it is killed, and end this process too."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _look_up(_: Progress | None = None) -> None:
    if _stop is not None and _stop.is_set():
        raise KeyboardInterrupt


def _solve_batch(how: Request, deals: list[Any]) -> Answer:
    game, strategy, limits, objective = how
    results: list[Result] = []
    try:
        for deal in deals:
            _look_up()
            result = solve(game, deal, strategy, limits, objective=objective, progress=_look_up)
            results.append(result)
            if result.interrupted:
                break
    except KeyboardInterrupt:
        pass
    except Exception as error:
        return results, error
    return results, None
