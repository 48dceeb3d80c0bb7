"""A survey loses no deal and does none twice, whatever ends it, and reports what it holds."""

import contextlib
import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from agreement import LOST
from click.testing import CliRunner, Result
from killing import COMMAND, DEALS, kill_a_worker, run_through_kills

from solitaire_solver import (
    Accordion,
    AStar,
    Beam,
    Deal,
    DealError,
    Decade,
    DepthFirst,
    Game,
    Limits,
    OptionError,
    Portfolio,
    RoyalMarriage,
    SolitaireError,
    TenByOne,
    WorkerError,
    cli,
    solve,
)
from solitaire_solver.survey import (
    NumberedDeals,
    Row,
    Store,
    SurveyError,
    SurveyProgress,
    rate,
    recheck,
    run_survey,
    summarise,
)
from solitaire_solver.survey.report import plot
from solitaire_solver.survey.runner import identity_of

on_posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "survey.sqlite")


def table(path: str) -> list[tuple[Any, ...]]:
    """All rows of a store without the one column that differs between two runs."""
    with Store.read(path) as store:
        return [
            (row.id, row.outcome, row.remaining, row.expansions, row.moves) for row in store.rows()
        ]


def expected(game: Game, deals: str, lines: bool = False) -> list[tuple[Any, ...]]:
    rows = []
    for number, deal in NumberedDeals.parse(deals):
        result = solve(game, deal)
        moves = " ".join(map(str, result.best_line)) if lines else None
        expansions = result.statistics.expanded
        rows.append((number, str(result.outcome), result.remaining, expansions, moves))
    return rows


def survey(*words: str) -> Result:
    return CliRunner().invoke(cli.main, ["survey", *words], prog_name="solitaire-solver")


# --- what is stored -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        (Accordion(), "seed:5-104/13"),
        (Accordion(dealt=True), "seed:1-20/9"),
        (Decade(), "seed:1-20"),
        (Decade(compulsory=False, loop=True), "seed:1-20/14"),
        (RoyalMarriage(suit="S", forced=True), "ms:1-10"),
        (TenByOne(), "pysol:40000-40010"),
    ],
    ids=str,
)
@pytest.mark.parametrize("lines", [False, True])
def test_each_row_is_what_solve_says(game: Game, deals: str, lines: bool, path: str) -> None:
    progress = run_survey(game, deals, path, workers=2, lines=lines)
    assert table(path) == expected(game, deals, lines)
    assert progress.done == len(table(path))
    assert progress.won == sum(row[1] == "won" for row in table(path))
    assert progress.left == 0
    assert recheck(path) == (progress.done if lines else 0)


def test_a_file_without_a_deal_is_refused_before_a_store_is_made(path: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text("# nothing\n")
    with pytest.raises(DealError, match="there is no deal in it"):
        run_survey(Accordion(), f"file:{file}", path)
    assert not Path(path).exists()


def test_a_file_of_deals_is_numbered_from_one(path: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text("# three\nAC AH\n\nAC 2H # lost\nKS\n")
    assert run_survey(Accordion(), f"file:{file}", path, workers=1, lines=True).done == 3
    assert [row[:3] for row in table(path)] == [(1, "won", 1), (2, "unwinnable", 2), (3, "won", 1)]
    assert recheck(path, str(file)) == 3
    with pytest.raises(SurveyError, match="this is a survey of a file of deals; name it "):
        recheck(path)
    assert (
        run_survey(Accordion(), f"file:{file}", path, workers=1, lines=True, resume=True).done == 0
    )
    file.write_text("AC AH\n")
    with pytest.raises(SurveyError, match="this is not a survey of the deals in"):
        recheck(path, str(file))
    with pytest.raises(
        SurveyError, match=r"this is a survey with digest [0-9a-f]{32}, not [0-9a-f]{32}"
    ):
        run_survey(Accordion(), f"file:{file}", path, workers=1, lines=True, resume=True)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor])
def test_threads_and_processes_store_the_same(executor: Any, path: str) -> None:
    pool: Executor | None = executor and executor()
    run_survey(Accordion(), "seed:1-300/14", path, workers=2, executor=pool)
    assert table(path) == expected(Accordion(), "seed:1-300/14")


def test_progress_counts_up_to_all(path: str) -> None:
    seen: list[SurveyProgress] = []
    run_survey(Accordion(), "seed:1-500/12", path, workers=1, progress=seen.append)
    assert [state.done for state in seen] == sorted(state.done for state in seen)
    assert (seen[-1].done, seen[-1].left) == (500, 0)
    assert all((state.left or 0) + state.done == 500 for state in seen)


# --- resuming -------------------------------------------------------------------------------------


def test_resuming_does_what_is_missing_and_nothing_twice(path: str) -> None:
    for deals, done in [("seed:10-20/9", 11), ("seed:5-14/9", 5), ("seed:1-40/9", 24)]:
        assert run_survey(Accordion(), deals, path, workers=1, resume=True).done == done
    assert table(path) == expected(Accordion(), "seed:1-40/9")
    with pytest.raises(SurveyError, match="there is such a file; resume the survey or choose"):
        run_survey(Accordion(), "seed:1-40/9", path, workers=1)


@on_posix
def test_a_survey_killed_at_any_moment_goes_on_where_it_was(path: str) -> None:
    run_through_kills(path, "--workers", "2", "--lines")
    undisturbed = f"{path}-undisturbed"
    run_survey(Accordion(), DEALS, undisturbed, workers=1, lines=True)
    assert table(path) == table(undisturbed)


def test_a_runner_killed_while_it_makes_the_file_leaves_none(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, "replace", killed)
        run_survey(Accordion(), "seed:1-9/9", path, workers=1)
    assert not os.path.exists(path)
    assert run_survey(Accordion(), "seed:1-9/9", path, workers=1, resume=True).done == 9
    assert sorted(os.listdir(os.path.dirname(path))) == ["survey.sqlite", "survey.sqlite-lock"]


@on_posix
def test_ctrl_c_stores_what_is_decided_and_says_how_to_go_on(path: str) -> None:
    command = [*COMMAND, "accordion", "--deals", "seed:1-100000", "--out", path, "--workers", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not os.path.exists(path):
        time.sleep(0.05)
    time.sleep(2)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (err, process.returncode) == ("", 130)
    assert out.endswith("stopped, go on with --resume\n")
    ids = [row[0] for row in table(path)]
    assert ids == list(range(1, len(ids) + 1))
    assert f"{len(ids):,} deals in " in out


def test_a_deal_that_ctrl_c_cut_short_is_not_stored(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solitaire_solver.search import many

    def interrupted_at_the_fourth(*arguments: Any, **options: Any) -> Any:
        import attrs

        result = solve(*arguments, **options)
        return attrs.evolve(result, interrupted=result.deal == Deal.from_seed(4, 9))

    monkeypatch.setattr(many, "solve", interrupted_at_the_fourth)
    with pytest.raises(KeyboardInterrupt):
        run_survey(Accordion(), "seed:1-9/9", path, workers=1)
    assert [row[0] for row in table(path)] == [1, 2, 3]


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": Decade()}, "this is a survey with game accordion, not decade"),
        ({"game": Accordion(dealt=True)}, """options {"dealt": false}, not {"dealt": true}"""),
        ({"deals": "seed:1-9"}, "this is a survey with cards 9, not 52"),
        ({"deals": "ms:1-9"}, "this is a survey with deals seed, not ms"),
        ({"objective": "minimum"}, "this is a survey with objective win, not minimum"),
        ({"limits": Limits(expansions=5)}, "not Limits(seconds=None, expansions=5, memory="),
        ({"strategy": DepthFirst()}, "not DepthFirst(keys=128, prune=True, "),
    ],
)
def test_a_store_of_another_survey_is_refused(
    change: dict[str, Any], sentence: str, path: str
) -> None:
    request: dict[str, Any] = {"game": Accordion(), "deals": "seed:1-9/9"}
    run_survey(**request, path=path, workers=1)
    before = table(path)
    with pytest.raises(SurveyError) as caught:
        run_survey(**{**request, **change}, path=path, workers=1, resume=True)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert table(path) == before


def test_a_store_of_another_version_is_refused(path: str) -> None:
    run_survey(Accordion(), "seed:1-3/9", path, workers=1)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE survey SET value = '0.0.9' WHERE key = 'version'")
    database.close()
    with pytest.raises(SurveyError, match=r"this is a survey with version 0\.0\.9, not "):
        run_survey(Accordion(), "seed:1-9/9", path, workers=1, resume=True)


def test_a_store_of_another_format_is_refused_by_whoever_opens_it(path: str) -> None:
    run_survey(Accordion(), "seed:1-3/9", path, workers=1)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE survey SET value = '1' WHERE key = 'format'")
    database.close()
    for use in (recheck, Store.read):
        with pytest.raises(SurveyError, match="this survey is in format 1, not 2"):
            use(path)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("options", "{bad", "this survey is damaged: the value of options is '{bad'"),
        ("options", "{bad}", "this survey is damaged: the value of options is no JSON: Expecting "),
        ("cards", "nn", "this survey is damaged: the value of cards is 'nn'"),
        ("deals", "foo", "this survey is damaged: the value of deals is 'foo'"),
        ("game", "", "this survey is damaged: the value of game is ''"),
    ],
)
def test_a_damaged_store_is_refused_by_whoever_opens_it(
    key: str, value: str, sentence: str, path: str
) -> None:
    run_survey(Accordion(), "seed:1-3/9", path, workers=1)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE survey SET value = ? WHERE key = ?", (value, key))
    database.close()
    for words in (["report"], ["recheck"], ["export"]):
        result = survey(*words, path, *(["x.csv"] if words == ["export"] else []))
        assert result.stderr.startswith(f"solitaire-solver: {path}: {sentence}")
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_survey_of_a_game_that_is_not_ours_has_a_report_and_is_not_rechecked(path: str) -> None:
    pytest.importorskip("scipy")
    run_survey(Accordion(), "seed:1-3/9", path, workers=1)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE survey SET value = 'chess' WHERE key = 'game'")
    database.close()
    assert "\nleft                  deals\n" in survey("report", path).stdout
    assert f"{path}: there is no game 'chess'; " in survey("recheck", path).stderr


def test_tables_of_others_are_no_survey(path: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE survey (a)")
        database.execute("CREATE TABLE deals (b)")
    database.close()
    for words in (["report", path], ["recheck", path], ["export", path, "x.csv"]):
        assert survey(*words).stderr == f"solitaire-solver: {path}: this is no survey\n"


def test_an_executor_that_is_shut_down_is_one_sentence_and_loses_nothing_stored(path: str) -> None:
    pool = ThreadPoolExecutor()
    run_survey(Accordion(), "seed:1-9/9", path, executor=pool)
    pool.shutdown()
    with pytest.raises(WorkerError, match="the executor takes no work: cannot schedule "):
        run_survey(Accordion(), "seed:1-99/9", path, executor=pool, resume=True)
    assert len(table(path)) == 9


@on_posix
def test_a_worker_that_is_killed_is_one_sentence_and_loses_nothing_stored(
    path: str, tmp_path: Path
) -> None:
    file = tmp_path / "deals.txt"
    file.write_text("AC AH\n" + f"{LOST}\n" * 9)
    threading.Thread(target=kill_a_worker).start()
    with pytest.raises(WorkerError) as caught:
        run_survey(Accordion(), f"file:{file}", path, workers=2, strategy=DepthFirst(prune=False))
    assert str(caught.value).startswith(f"{path}: a worker was lost before its deals were done: ")
    assert str(caught.value).endswith("; what is stored stays, go on with --resume")
    assert [row[:3] for row in table(path)] == [(1, "won", 1)]


def test_a_second_runner_is_refused_and_a_reader_is_not(path: str) -> None:
    deals = NumberedDeals.parse("seed:1-9/9")
    identity = identity_of(Accordion(), deals, DepthFirst(), Limits(), "win")
    with Store.begin(path, identity, resume=False) as first:
        first.add([Row(1, "won", 1, 5, 7)])
        with pytest.raises(SurveyError) as caught:
            Store.begin(path, identity, resume=True)
        assert str(caught.value) == f"{path}: another runner is at work on this survey"
        with Store.read(path) as reader:
            assert len(reader) == 1
        with pytest.raises(SurveyError, match="a deal would be stored twice"):
            first.add([Row(2, "won", 1, 5, 7), Row(1, "won", 1, 5, 7)])
        assert len(first) == 1
    Store.begin(path, identity, resume=True).close()


@on_posix
@pytest.mark.parametrize("what", ["FIFO", "link to nowhere", "FIFO for a lock"])
def test_what_is_no_regular_file_is_not_replaced(what: str, path: str) -> None:
    place = f"{path}-lock" if what.endswith("lock") else path
    if what.startswith("FIFO"):
        os.mkfifo(place)
    else:
        os.symlink("nowhere", place)
    before = os.lstat(place)
    for resume in (False, True):
        with pytest.raises(SurveyError) as caught:
            run_survey(Accordion(), "seed:1-3/9", path, workers=1, resume=resume)
        assert str(caught.value) == f"{place}: this is no regular file"
    assert os.lstat(place) == before
    assert os.listdir(os.path.dirname(path)) == [os.path.basename(place)]


def test_no_file_beside_the_store_is_touched(path: str) -> None:
    for ending in ("-new", "-draft", ".tmp"):
        Path(path + ending).write_text("mine")
    run_survey(Accordion(), "seed:1-3/9", path, workers=1)
    for ending in ("-new", "-draft", ".tmp"):
        assert Path(path + ending).read_text() == "mine"


@on_posix
def test_a_second_runner_is_refused_by_way_of_a_link_too(path: str) -> None:
    deals = NumberedDeals.parse("seed:1-9/9")
    identity = identity_of(Accordion(), deals, DepthFirst(), Limits(), "win")
    os.symlink(path, f"{path}-link")
    with Store.begin(path, identity, resume=False):
        for name in (path, f"{path}-link"):
            with pytest.raises(SurveyError, match="another runner is at work on this survey"):
                Store.begin(name, identity, resume=True)
    Store.begin(f"{path}-link", identity, resume=True).close()
    assert not os.path.lexists(f"{path}-link-lock")


def test_reading_leaves_no_files_and_writes_none(path: str) -> None:
    run_survey(Accordion(), "seed:1-9/9", path, workers=1)
    content, names = Path(path).read_bytes(), os.listdir(os.path.dirname(path))
    with Store.read(path) as store:
        assert len(store) == 9
        with pytest.raises(SurveyError, match="readonly"):
            store.ask("DELETE FROM deals")
    assert Path(path).read_bytes() == content
    assert os.listdir(os.path.dirname(path)) == names


def test_a_store_in_a_folder_that_cannot_be_written_is_read(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_survey(Accordion(), "seed:1-9/9", path, workers=1)
    rows = table(path)
    folder = os.path.dirname(path)
    os.chmod(folder, 0o555)
    try:
        # the superuser may write where nobody may, so the answer is forced as well
        monkeypatch.setattr(os, "access", lambda *_: False)
        assert table(path) == rows
    finally:
        os.chmod(folder, 0o755)
    assert sorted(os.listdir(folder)) == ["survey.sqlite", "survey.sqlite-lock"]


@pytest.mark.parametrize("content", [b"", b"no database at all, only some text", None])
def test_what_is_no_survey_is_refused(content: bytes | None, path: str) -> None:
    if content is None:
        sqlite3.connect(path).close()
    else:
        Path(path).write_bytes(content)
    with pytest.raises(SurveyError) as caught:
        Store.read(path)
    assert str(caught.value) == f"{path}: this is no survey"
    if content:
        with pytest.raises(SurveyError, match="this is no survey"):
            run_survey(Accordion(), "seed:1-3/9", path, workers=1, resume=True)
        assert Path(path).read_bytes() == content


@pytest.mark.parametrize("where", ["no/such/folder/x.sqlite", "."])
def test_a_path_that_cannot_be_written_is_one_sentence(where: str, tmp_path: Path) -> None:
    result = survey("accordion", "--deals", "seed:1-3", "--out", str(tmp_path / where))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"solitaire-solver: {tmp_path / where}: ")
    assert result.stderr.count("\n") == 1


def test_a_full_disk_is_a_clear_error_and_loses_nothing_written(path: str) -> None:
    run_survey(Accordion(), "seed:1-100/9", path, workers=1)
    before = table(path)
    with Store.read(path) as store:
        identity = store.identity
    with Store.begin(path, identity, resume=True) as store:
        (pages,) = store.ask("PRAGMA page_count")[0]
        store.ask(f"PRAGMA max_page_count = {pages}")  # SQLite's own stand-in for a full disk
        with pytest.raises(SurveyError, match="database or disk is full"):
            store.add(Row(number, "won", 1, 5, 7, "x" * 1000) for number in range(1000, 2000))
    assert table(path) == before
    assert run_survey(Accordion(), "seed:1-200/9", path, workers=1, resume=True).done == 100
    assert table(path) == expected(Accordion(), "seed:1-200/9")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' names no deals; write seed:1-1000, pysol:1-1000, ms:1-1000 or file:NAME"),
        ("seed:a-b", "'seed:a-b' names no deals; write seed:1-1000, pysol:1-1000, ms:1-1000 or"),
        ("seed:9-1", "'seed:9-1' ends before it begins"),
        ("ms:1-9/18", "'ms:1-9/18': only the deals of seeds can have fewer than 52 cards"),
        ("ms:0-9", "ms deal 0 is not between 1 and "),
        ("seed:1-9/53", "a deal has 1 to 52 cards, not 53"),
        (f"seed:1-{2**64}", f"seed {2**64} is not between 0 and {2**64 - 1}"),
        (f"seed:1-{2**63}", f"a survey has deals of the numbers up to {2**63 - 1}, not {2**63}"),
        (f"pysol:{10**20}", f"a survey has deals of the numbers up to {2**63 - 1}, not {10**20}"),
    ],
)
def test_what_names_no_deals_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(SolitaireError) as caught:
        NumberedDeals.parse(text)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("foo", 1, 2), "deals are of the kinds seed, pysol, ms and file, not 'foo'"),
        (("seed", 5, 1), "'seed:5-1' ends before it begins"),
        (("seed", "x"), "a seed is a whole number, not 'x'"),
    ],
)
def test_numbered_deals_that_do_not_exist_are_refused(arguments: Any, sentence: str) -> None:
    with pytest.raises(SolitaireError) as caught:
        NumberedDeals(*arguments)
    assert str(caught.value) == sentence


def test_the_highest_number_is_stored(path: str) -> None:
    run_survey(Accordion(), f"seed:{2**63 - 3}-{2**63 - 1}/9", path, workers=1, lines=True)
    assert [row[0] for row in table(path)] == [2**63 - 3, 2**63 - 2, 2**63 - 1]
    assert recheck(path) == 3


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("AC ZZ", "{file}, line 3, card 2: 'ZZ' is no card"),
        ("AC KS", "{file}, deal 3: Royal Marriage needs "),
    ],
)
def test_a_bad_deal_is_found_before_anything_is_solved(
    line: str, sentence: str, path: str, tmp_path: Path
) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(f"{Deal.from_seed(1)}\n{Deal.from_seed(2)}\n{line}\n")
    with pytest.raises(SolitaireError) as caught:
        run_survey(RoyalMarriage(), f"file:{file}", path, workers=1)
    assert str(caught.value).startswith(sentence.format(file=file))
    assert not os.path.exists(path)


@on_posix
def test_deals_through_a_pipe_are_refused(path: str) -> None:
    command = [*COMMAND, "accordion", "--deals", "file:/dev/stdin", "--out", path]
    process = subprocess.run(command, input="AC AH\n", capture_output=True, text=True)
    assert process.returncode == 2
    assert process.stderr == (
        "solitaire-solver: /dev/stdin: a survey reads its deals twice; "
        "write them to a regular file\n"
    )
    assert not os.path.exists(path)


def test_a_damaged_line_is_found_and_named(path: str) -> None:
    run_survey(Accordion(), "seed:1-40/12", path, workers=1, lines=True)
    assert recheck(path) == 40
    with sqlite3.connect(path) as database:
        database.execute("UPDATE deals SET remaining = remaining - 1 WHERE id = 7")
    database.close()
    with pytest.raises(SurveyError, match="deal 7: the line leaves "):
        recheck(path)
    with sqlite3.connect(path) as database:
        database.execute("UPDATE deals SET moves = '7H>8C ' || moves WHERE id = 3")
    database.close()
    with pytest.raises(SolitaireError, match=r"survey\.sqlite, deal 3, move 1 \(7H>8C\): "):
        recheck(path)


# --- reports --------------------------------------------------------------------------------------


def test_a_rate_is_an_exact_interval_and_unknown_deals_widen_it_both_ways() -> None:
    pytest.importorskip("scipy")
    # Clopper and Pearson (1934), table for 0.95: 5 in 20 is .0866 to .4910.
    assert (round(rate(5, 20).low, 4), round(rate(5, 20).high, 4)) == (0.0866, 0.4910)
    assert rate(0, 10).low == 0
    assert rate(10, 10).high == 1
    assert rate(5, 20, unknown=5).low == rate(5, 20).low
    assert rate(5, 20, unknown=5).high == rate(10, 20).high
    with pytest.raises(OptionError, match="a rate is of one deal or more"):
        rate(0, 0)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((2, 10, -1), "2 won and -1 unknown are no part of 10 deals"),
        ((5, 3), "5 won and 0 unknown are no part of 3 deals"),
        ((2, 3, 2), "2 won and 2 unknown are no part of 3 deals"),
        ((2, 3, 0, float("nan")), "a confidence is between 0 and 1, not nan"),
        ((2, 3, 0, 1.0), "a confidence is between 0 and 1, not 1.0"),
    ],
)
def test_what_is_no_rate_is_refused(arguments: Any, sentence: str) -> None:
    pytest.importorskip("scipy")
    with pytest.raises(OptionError) as caught:
        rate(*arguments)
    assert str(caught.value) == sentence


def test_a_summary_counts_what_is_stored(path: str) -> None:
    pytest.importorskip("scipy")
    run_survey(Accordion(), "seed:1-200/14", path, workers=1, limits=Limits(expansions=100))
    rows = table(path)
    with Store.read(path) as store:
        summary = summarise(store)
    outcomes = [row[1] for row in rows]
    assert summary.deals == 200
    for outcome in ("won", "unwinnable", "unknown"):
        assert getattr(summary, outcome) == outcomes.count(outcome) > 0
    assert summary.remaining == {
        left: sum(row[2] == left for row in rows) for left in sorted({row[2] for row in rows})
    }
    efforts = sorted(row[3] for row in rows)
    assert summary.mean_expansions == pytest.approx(sum(efforts) / 200)
    assert summary.expansions == {
        0.5: efforts[99],
        0.9: efforts[179],
        0.99: efforts[197],
        0.999: efforts[199],
        1.0: efforts[199],
    }


def test_so_many_per_cent_of_deals_do_not_exceed_a_quantile(path: str) -> None:
    pytest.importorskip("scipy")
    for deals in range(1, 12):
        run_survey(Accordion(), f"seed:1-{deals}/16", path, workers=1, resume=True)
        with Store.read(path) as store:
            summary = summarise(store)
            efforts = [row.expansions for row in store.rows()]
        for quantile, bound in summary.expansions.items():
            assert sum(effort <= bound for effort in efforts) >= quantile * deals
            assert sum(effort < bound for effort in efforts) < quantile * deals


def test_a_confidence_that_is_none_is_one_sentence(path: str) -> None:
    pytest.importorskip("scipy")
    run_survey(Accordion(), "seed:1-9/9", path, workers=1)
    result = survey("report", path, "--confidence", "nan")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "between 0 and 1, not nan" in result.stderr


@pytest.mark.parametrize("words", [["export"], ["report", "--plot"]])
def test_a_store_is_not_written_over_by_what_is_made_of_it(
    words: list[str], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    ending = ".csv" if words == ["export"] else ".svg"
    path = tmp_path / f"survey{ending}"
    run_survey(Accordion(), "seed:1-9/9", str(path), workers=1)
    before = table(str(path))
    os.link(path, tmp_path / f"other{ending}")
    for target in (path, tmp_path / f"other{ending}"):
        result = survey(words[0], str(path), *words[1:], str(target))
        assert result.exit_code == 2
        assert result.stderr == (
            f"solitaire-solver: {target}: this is the survey itself; choose another name\n"
        )
    assert table(str(path)) == before


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".svg"])
def test_what_fails_leaves_what_was_there(
    ending: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for library in ("scipy", "matplotlib", "pyarrow"):
        pytest.importorskip(library)
    from matplotlib.figure import Figure

    def fail(*_: Any) -> Iterator[Row]:
        yield Row(1, "won", 1, 5, 7)
        raise SurveyError("the disk is full")

    def cut_off(_: Any, target: str) -> None:
        Path(target).write_text("half")
        raise SurveyError("the disk is full")

    run_survey(Accordion(), "seed:1-9/9", path, workers=1)
    target = tmp_path / f"x{ending}"
    target.write_text("mine")
    before = sorted(os.listdir(tmp_path))
    monkeypatch.setattr(Store, "rows", fail)
    monkeypatch.setattr(Figure, "savefig", cut_off)
    words = ["report", path, "--plot"] if ending == ".svg" else ["export", path]
    assert survey(*words, str(target)).stderr == "solitaire-solver: the disk is full\n"
    assert target.read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == before


def test_a_plot_says_what_is_unknown_and_counts_whole_cards(path: str) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    run_survey(Accordion(), "seed:1-20/14", path, workers=1, limits=Limits(expansions=20))
    with Store.read(path) as store:
        summary = summarise(store)
    figure = plot(summary, "accordion", [1, 2])
    won, unknown = summary.won, summary.unknown
    assert unknown > 0
    assert figure.get_suptitle() == f"accordion: {won} of 20 won, {unknown} unknown"
    assert all(tick == int(tick) for tick in figure.axes[0].get_xticks())


def test_the_report_names_the_survey_and_draws_it(path: str, tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    run_survey(Accordion(), "seed:1-100/12", path, workers=1)
    for ending, begin in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        picture = tmp_path / f"x{ending}"
        result = survey("report", path, "--plot", str(picture))
        assert result.exit_code == 0
        assert "deals      100\n" in result.stdout
        assert "95% interval" in result.stdout
        assert picture.read_bytes().startswith(begin)
    assert "neither in .svg nor in .png" in survey("report", path, "--plot", "x.gif").stderr


def test_an_empty_survey_has_no_report(path: str) -> None:
    identity = identity_of(
        Accordion(), NumberedDeals.parse("seed:1"), DepthFirst(), Limits(), "win"
    )
    Store.begin(path, identity, resume=False).close()
    assert survey("report", path).stderr == f"solitaire-solver: {path}: no deal is stored yet\n"


def test_rows_are_exported_as_they_are(path: str, tmp_path: Path) -> None:
    run_survey(Accordion(), "seed:1-50/12", path, workers=1, lines=True)
    with Store.read(path) as store:
        rows = [
            (row.id, row.outcome, row.remaining, row.expansions, row.microseconds, row.moves)
            for row in store.rows()
        ]
    assert survey("export", path, str(tmp_path / "x.csv")).exit_code == 0
    with open(tmp_path / "x.csv", newline="") as file:
        read = list(csv.reader(file))
    assert read[0] == ["id", "outcome", "remaining", "expansions", "microseconds", "moves"]
    assert read[1:] == [[str(value) for value in row] for row in rows]
    parquet = pytest.importorskip("pyarrow.parquet")
    assert survey("export", path, str(tmp_path / "x.parquet")).exit_code == 0
    columns = parquet.read_table(tmp_path / "x.parquet").to_pydict()
    assert list(zip(*columns.values(), strict=True)) == rows
    assert "neither in .csv nor in .parquet" in survey("export", path, "x.txt").stderr


# --- the command ----------------------------------------------------------------------------------


def test_the_command_runs_reports_and_rechecks(path: str) -> None:
    pytest.importorskip("scipy")
    words = ["accordion", "--deals", "seed:1-60/12", "--out", path, "--lines", "--workers", "1"]
    for word in ([], ["run"]):
        result = survey(*word, *words, *(["--resume"] if word else []))
        assert result.exit_code == 0
    assert result.stdout.startswith("0 deals in ")
    assert survey("recheck", path).stdout == "60 lines replayed, all as stored\n"
    report = survey("report", path).stdout
    assert 'options    {"dealt": false}\n' in report
    with Store.read(path) as store:
        assert json.loads(store.identity["options"]) == {"dealt": False}


@pytest.mark.parametrize(
    ("words", "strategy"),
    [
        ([], Portfolio()),
        (["--strategy", "depth-first"], DepthFirst()),
        (
            ["--strategy", "beam", "--width", "7", "--heuristic", "moves-left"],
            Beam(7, "moves-left"),
        ),
        (["--strategy", "astar", "--weight", "2"], AStar(2.0)),
    ],
)
def test_the_store_records_the_strategy_that_was_typed(
    words: list[str], strategy: Any, path: str
) -> None:
    words = ["accordion", "--deals", "seed:1-9/12", "--out", path, "--workers", "1", *words]
    assert survey(*words).exit_code == 0
    with Store.read(path) as store:
        assert store.identity["strategy"] == repr(strategy)
        assert [row.outcome for row in store.rows()] == [
            str(solve(Accordion(), Deal.from_seed(seed, 12), strategy).outcome)
            for seed in range(1, 10)
        ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "--deals", "seed:1", "--out", "x"], "there is no game 'chess'; the games are "),
        (["accordion", "--out", "x"], "Missing option '--deals'."),
        (["accordion", "--deals", "seed:1"], "Missing option '--out'."),
        (["accordion", "--deals", "x", "--out", "x"], "'x' names no deals; write "),
        (["report", "no such file"], "no such file: there is no such file"),
        (["recheck", "no such file"], "no such file: there is no such file"),
        (
            ["accordion", "--deals", "seed:1", "--out", "x", "--threads", "--scheduler", "x"],
            "give one of --threads and --scheduler",
        ),
        (
            ["accordion", "--deals", "seed:1", "--out", "x", "--width", "7"],
            "--width is for --strategy beam, not portfolio",
        ),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = survey(*words)
    assert result.stderr.startswith(f"solitaire-solver: {sentence}")
    assert result.stderr.count("\n") == 1
    assert result.exit_code == 2


@on_posix
@pytest.mark.parametrize(
    ("words", "seen"),
    [
        (["survey", "accordion", "--deals", "seed:1-300/16", "--out", "out"], "of 300 deals, "),
        (["survey", "accordion", "--deals", "file:deals", "--out", "out"], "300 deals, "),
        (["claims", "12", "--scale", "50", "--workers", "1"], "claim 12, reading 1 of "),
    ],
)
def test_a_bar_is_drawn_on_a_terminal(words: list[str], seen: str, tmp_path: Path) -> None:
    import pty

    (tmp_path / "deals").write_text("".join(f"{Deal.from_seed(n, 16)}\n" for n in range(300)))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "solitaire_solver", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "150"},
    )
    os.close(theirs)
    drawn = b""
    with contextlib.suppress(OSError), open(ours, "rb", buffering=0) as terminal:
        while got := terminal.read(4096):  # Linux says EIO at the end
            drawn += got
    assert process.wait() == 0, drawn.decode()
    assert seen in drawn.decode()
    assert "Traceback" not in drawn.decode()
