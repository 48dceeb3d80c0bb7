"""A survey that is killed again and again: what the tests of resuming have in common.

With more deals, more time before each kill, and a look at what it left behind:

    KILL_DEALS=seed:1-20000/20 KILL_SECONDS=6 pytest -sk killed tests/test_survey.py
"""

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time

from solitaire_solver.survey import Store

DEALS = os.environ.get("KILL_DEALS", "seed:1-2500/20")
SECONDS = float(os.environ.get("KILL_SECONDS", "2.5"))
COMMAND = [sys.executable, "-m", "solitaire_solver", "survey"]


def run_through_kills(path: str, *words: str, kills: int = 5, at_least: float = 0.2) -> None:
    """Run a survey of ``DEALS`` to its end, killed so often before, each at a random moment."""
    command = [*COMMAND, "accordion", "--deals", DEALS, "--out", path, "--resume", *words]
    chance = random.Random(1)
    for _ in range(kills):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        seconds = at_least + chance.uniform(0, SECONDS)
        time.sleep(seconds)
        status = process.poll()
        if status is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        ended = "killed" if status is None else f"ended with {status}"
        print(f"{ended} after {seconds:.2f} s: {rows_of(path):,} rows stored")
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def rows_of(path: str) -> int:
    """How many rows there are; a runner may be killed before it has made the file."""
    if not os.path.exists(path):
        return 0
    with Store.read(path) as store:
        return len(store)


def kill_a_worker() -> None:
    """Kill a process of the pool that this process will have, a second after it has begun.

    By then it should be searching a hard deal: one that is killed while it sends a result leaves
    Python's own pool waiting for the rest of it.
    """
    while not (workers := multiprocessing.active_children()):
        time.sleep(0.05)
    time.sleep(1)
    os.kill(workers[0].pid or 0, signal.SIGKILL)
