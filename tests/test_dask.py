"""The same survey on a dask cluster of two real worker processes, one of which is killed."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from killing import COMMAND, DEALS, rows_of, run_through_kills

from solitaire_solver import Accordion, cli
from solitaire_solver.survey import Store, run_survey

distributed: Any = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")  # dask's own warnings are not ours


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    path = str(tmp_path_factory.mktemp("pool") / "survey.sqlite")
    run_survey(Accordion(), DEALS, path, workers=2, lines=True)
    return table(path)


def table(path: str) -> list[tuple[Any, ...]]:
    with Store.read(path) as store:
        return [
            (row.id, row.outcome, row.remaining, row.expansions, row.moves) for row in store.rows()
        ]


def test_a_dask_cluster_stores_what_a_process_pool_stores(
    cluster: Any, undisturbed: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    path = str(tmp_path / "survey.sqlite")
    words = ["survey", "accordion", "--deals", DEALS, "--out", path, "--lines"]
    result = CliRunner().invoke(cli.main, [*words, "--scheduler", cluster.scheduler_address])
    assert result.exit_code == 0
    assert table(path) == undisturbed


def test_a_worker_that_is_killed_costs_nothing(
    cluster: Any, undisturbed: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    path = str(tmp_path / "survey.sqlite")
    with distributed.Client(cluster) as client, client.get_executor(pure=False) as pool:
        pids = list(client.run(os.getpid).values())

        def kill() -> None:
            time.sleep(0.3)
            os.kill(pids[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        run_survey(Accordion(), DEALS, path, executor=pool, workers=2, lines=True)
        killer.join()
        client.wait_for_workers(2)
        assert pids[0] not in client.run(os.getpid).values()
    assert table(path) == undisturbed


def test_a_runner_that_is_killed_goes_on_where_it_was(
    cluster: Any, undisturbed: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    path = str(tmp_path / "survey.sqlite")
    words = ["--lines", "--scheduler", cluster.scheduler_address]
    run_through_kills(path, *words, kills=2, at_least=2.0)  # so long it takes to load dask
    assert table(path) == undisturbed


def test_a_scheduler_that_does_not_answer_is_one_sentence(tmp_path: Path) -> None:
    words = ["survey", "accordion", "--deals", "seed:1", "--out", str(tmp_path / "x")]
    result = CliRunner().invoke(cli.main, [*words, "--scheduler", "nonsense://nowhere"])
    assert result.exit_code == 2
    assert result.stderr.startswith("solitaire-solver: no dask scheduler answers at 'nonsense:")
    assert result.stderr.count("\n") == 1


def test_a_scheduler_that_is_lost_is_one_sentence_that_says_how_to_go_on(tmp_path: Path) -> None:
    path = str(tmp_path / "survey.sqlite")
    with subprocess.Popen(
        [sys.executable, "-c", CLUSTER], stdout=subprocess.PIPE, text=True
    ) as ours:
        assert ours.stdout is not None
        address = ours.stdout.readline().strip()
        words = ["accordion", "--deals", "seed:1-1000000/20", "--out", path]
        process = subprocess.Popen(
            [*COMMAND, *words, "--scheduler", address], stderr=subprocess.PIPE, text=True
        )
        while not rows_of(path):
            time.sleep(0.1)
        ours.kill()
        _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert err.startswith(f"solitaire-solver: {path}: a worker was lost before its deals were done")
    assert err.endswith("; what is stored stays, go on with --resume\n")
    assert err.count("\n") == 1
    assert rows_of(path) > 0


CLUSTER = """
import time
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None,
                      protocol="tcp") as cluster:
        print(cluster.scheduler_address, flush=True)
        time.sleep(600)
"""
