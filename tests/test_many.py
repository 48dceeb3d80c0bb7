"""Many deals are answered as ``solve`` answers each, in order, whoever does the work."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
from agreement import LOST, PlainAccordion
from killing import kill_a_worker

from solitaire_solver import (
    Accordion,
    AStar,
    Deal,
    DealError,
    Decade,
    DepthFirst,
    Heuristic,
    Limits,
    OptionError,
    Result,
    RoyalMarriage,
    TenByOne,
    WorkerError,
    solve,
    solve_many,
)

on_posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def small_deals(count: int) -> Iterator[Deal]:
    return (Deal.from_seed(seed, 5 + seed % 8) for seed in range(count))


def told(result: Result) -> tuple[Any, ...]:
    """All of a result but the time it took."""
    return (
        result.game,
        result.deal,
        result.outcome,
        result.solution,
        result.best_line,
        result.remaining,
        result.remaining_is_minimum,
        result.proof,
        result.statistics.signature,
    )


class Here(Executor):
    """An executor of somebody else's: it does the work when it is submitted."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        self.submitted += 1
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **options))
        return future


# --- the same results in the same order -----------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_processes_answer_as_solve_does(workers: int) -> None:
    expected = [told(solve(Accordion(), deal)) for deal in small_deals(300)]
    results = solve_many(Accordion(), small_deals(300), workers=workers)
    assert [told(result) for result in results] == expected


@pytest.mark.parametrize("executor", [Here, ThreadPoolExecutor, ProcessPoolExecutor])
def test_any_executor_will_do_and_is_left_open(executor: Any) -> None:
    expected = [told(solve(Accordion(), deal)) for deal in small_deals(100)]
    with executor() as pool:
        for _ in range(2):
            results = solve_many(Accordion(), small_deals(100), executor=pool, workers=2)
            assert [told(result) for result in results] == expected


@pytest.mark.parametrize(
    "game",
    [
        Decade(),
        Decade(compulsory=False),
        TenByOne(),
        RoyalMarriage(),
        Accordion(dealt=True),
        PlainAccordion(),
    ],
    ids=lambda game: game.name,
)
def test_every_game_travels(game: Any) -> None:
    size = 52 if isinstance(game, RoyalMarriage) else 9
    deals = [Deal.from_seed(seed, size) for seed in range(20)]
    results = list(solve_many(game, deals, workers=2))
    assert [result.statistics.signature for result in results] == [
        solve(game, deal).statistics.signature for deal in deals
    ]
    assert [str(result.best_line) for result in results] == [
        str(solve(game, deal).best_line) for deal in deals
    ]


def test_strategy_limits_and_objective_are_passed_on() -> None:
    strategy, limits = DepthFirst(prune=False), Limits(expansions=50)
    results = solve_many(
        Accordion(), small_deals(60), strategy, limits, objective="minimum", workers=2
    )
    expected = [
        told(solve(Accordion(), deal, strategy, limits, objective="minimum"))
        for deal in small_deals(60)
    ]
    assert [told(result) for result in results] == expected


def test_no_deals_no_results() -> None:
    assert list(solve_many(Accordion(), [], workers=2)) == []


# --- how far it reads ahead -----------------------------------------------------------------------


def test_one_worker_reads_no_deal_before_it_is_asked_for() -> None:
    read = []
    deals = (read.append(deal) or deal for deal in small_deals(10))  # type: ignore[func-returns-value]
    results = solve_many(Accordion(), deals, workers=1)
    for number in range(1, 6):
        next(results)
        assert len(read) == number


def test_an_endless_stream_of_deals_is_read_a_bounded_way_ahead() -> None:
    read = itertools.count()
    deals = (Deal.from_seed(next(read), 8) for _ in itertools.count())
    results = solve_many(Accordion(), deals, executor=Here(), workers=2)
    for _ in range(20_000):
        next(results)
    results.close()  # type: ignore[attr-defined]
    assert next(read) - 20_000 <= 4 * 2 * 256


@pytest.mark.parametrize("asked", [0, 1])
def test_whoever_stops_listening_need_not_wait_for_what_is_still_searched(asked: int) -> None:
    deals = [Deal.from_seed(1, 8), *[LOST] * 8]
    results = solve_many(Accordion(), deals, DepthFirst(prune=False), workers=2)
    for _ in range(asked):
        next(results)
    results.close()  # type: ignore[attr-defined]


# --- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_deal_comes_after_the_results_before_it(workers: int) -> None:
    good = Deal.from_seed(1)
    bad = Deal.parse("AC 2C")  # no queen and no king
    results = solve_many(RoyalMarriage(), [good] * 9 + [bad] + [good], workers=workers)
    assert len([next(results) for _ in range(9)]) == 9
    with pytest.raises(DealError, match="Royal Marriage needs the queen and king of hearts"):
        next(results)
    assert list(results) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_whoever_makes_the_deals_comes_in_its_turn(workers: int) -> None:
    def deals() -> Iterator[Deal]:
        yield from small_deals(9)
        raise DealError("the rest is lost")

    results = solve_many(Accordion(), deals(), workers=workers)
    assert len([next(results) for _ in range(9)]) == 9
    with pytest.raises(DealError, match="the rest is lost"):
        next(results)


@pytest.mark.parametrize("workers", [0, -1, 1.5, "two", 1025])
def test_a_number_of_workers_that_is_none_is_refused(workers: Any) -> None:
    with pytest.raises(OptionError) as caught:
        solve_many(Accordion(), [], workers=workers)
    assert str(caught.value) == f"workers are a whole number from 1 to 1024, not {workers!r}"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"deals": 5}, "deals are a list or another iterable of deals, not 5"),
        ({"deals": [], "executor": 7}, "7 is no executor of concurrent.futures"),
        ({"deals": [], "workers": True}, "workers are a whole number from 1 to 1024, not True"),
    ],
)
def test_what_is_no_deals_or_no_executor_is_refused(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        solve_many(Accordion(), **arguments)
    assert str(caught.value) == sentence


def test_an_executor_that_is_shut_down_is_one_sentence() -> None:
    pool = ThreadPoolExecutor()
    pool.shutdown()
    with pytest.raises(WorkerError, match="the executor takes no work: cannot schedule "):
        list(solve_many(Accordion(), small_deals(3), executor=pool))


@on_posix
def test_a_worker_that_is_killed_is_one_sentence() -> None:
    threading.Thread(target=kill_a_worker).start()
    results = solve_many(Accordion(), [LOST] * 9, DepthFirst(prune=False), workers=2)
    with pytest.raises(WorkerError, match="a worker was lost before its deals were done: "):
        list(results)


def test_what_cannot_be_sent_to_a_process_is_refused_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        solve_many(Accordion(), [], AStar(heuristic=Heuristic(lambda _: 0)), workers=2)
    assert str(caught.value).startswith("this strategy cannot be sent to another process (")
    assert str(caught.value).endswith("); use workers=1")


@on_posix
def test_workers_end_when_their_parent_is_killed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(hard=str(LOST), workers=2)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
        process.stdout.read()  # ends when the last process that could write to it has ended


def test_what_is_no_argument_of_solve_is_refused_before_any_deal_is_read() -> None:
    with pytest.raises(OptionError, match="is no game"):
        solve_many("accordion", iter([]), workers=2)  # type: ignore[arg-type]


# --- Ctrl-C ---------------------------------------------------------------------------------------

PROGRAM = """
from solitaire_solver import Accordion, Deal, DepthFirst, solve_many

def deals():
    for seed in range(3):
        yield Deal.from_seed(seed, 8)
    while True:
        yield Deal.parse({hard!r})

if __name__ == "__main__":
    try:
        for result in solve_many(Accordion(), deals(), DepthFirst(prune=False), workers={workers}):
            print(result.outcome, result.interrupted, flush=True)
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@on_posix
@pytest.mark.parametrize("to_all", [True, False], ids=["as a terminal does", "to the parent"])
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_gives_what_is_ready_and_stops(workers: int, to_all: bool) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(hard=str(LOST), workers=workers)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    first = [process.stdout.readline() for _ in range(3)]
    time.sleep(1)
    (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert err == ""
    assert all(line.endswith("False\n") for line in first)
    lines = out.splitlines()
    assert lines[-1] == "stopped"
    assert set(lines[:-1]) == {"unknown True"}
