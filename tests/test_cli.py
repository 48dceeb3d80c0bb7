"""The command line: what is printed, in which order, and with which exit status."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import solitaire_solver
from solitaire_solver import (
    GAMES,
    Accordion,
    AStar,
    Beam,
    Deal,
    DepthFirst,
    cli,
    engine_info,
    game_named,
    solve,
)
from solitaire_solver.cli import main
from solitaire_solver.games import ALIASES, PRESETS

WON = "AC 3H AH 2S AD 3S 3C AS 2C 3D"
UNWINNABLE = "TD 7D AH AS KH KD 7H"
# Can be won, but not by a beam of seven.
UNDECIDED_BY_SEVEN = str(Deal.from_seed(1, 18))
# Nobody knows whether it can be won: both strategies had no answer after a minute.
HARD = (
    "QH KD AD 9H 9C 4H TH 2D AC 5H 5C 3D AH 2C 3C JD 5D 8C TD 4D 8H 7C JC 4C 7H TC 6H 8D 3H 9D 6D "
    "2H JH 7D 6C QS KS"
)
COMMAND = [sys.executable, "-m", "solitaire_solver"]

on_posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


def run(*words: str, stdin: str | bytes = "") -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, words, input=stdin, prog_name="solitaire-solver")


def start(*words: str, **how: Any) -> "subprocess.Popen[str]":
    """Run the command in a process of its own, with a Ctrl-C that works even in the background."""
    how = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    if os.name == "posix":
        how["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    how["env"] = {**os.environ, "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **how.get("env", {})}
    return subprocess.Popen([*COMMAND, *words], encoding="utf-8", **how)


def end(process: "subprocess.Popen[str]", stdin: str | None = None) -> tuple[str, str, int]:
    """What a process printed from here on, and its exit status."""
    with process:
        out, err = process.communicate(stdin, timeout=60)
    return out, err, process.returncode


def timeless(printed: dict[str, Any]) -> dict[str, Any]:
    """A result without the one value that differs between two runs."""
    return {**printed, "statistics": {**printed["statistics"], "seconds": 0}}


# --- solve: one deal ------------------------------------------------------------------------------


@pytest.mark.uncompiled
def test_the_first_command_of_the_readme_shows_a_win_in_51_moves() -> None:
    result = run("solve", "accordion", "--number", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("0. the deal\n  9♠  7♠  Q♥  4♠")
    assert "\n51. " in result.stdout
    assert "\nWon: 51 moves, 1 pile left.\n" in result.stdout
    assert result.stdout.splitlines()[-1].endswith(" s")
    assert result.stderr == ""


@pytest.mark.parametrize(
    "name", ["accordion", "decade", *ALIASES, "Idle Year", "Ten Twenty Thirty"]
)
def test_a_game_answers_to_all_its_names(name: str) -> None:
    printed = run("solve", name, WON, "--json")
    assert json.loads(printed.stdout)["game"] == game_named(name).name


@pytest.mark.parametrize(
    ("status", "words"),
    [(0, [WON]), (1, [UNWINNABLE]), (3, ["--number", "1", "--expansions", "1"])],
)
@pytest.mark.parametrize("more", [[], ["--json"], ["--stats"], ["--objective", "minimum"]])
def test_the_outcome_decides_the_exit_status(
    status: int, words: list[str], more: list[str]
) -> None:
    assert run("solve", "accordion", *words, *more).exit_code == status


@pytest.mark.parametrize(
    "words",
    [
        [WON.lower().replace(" ", ",")],
        WON.split(),
        ["--json", *WON.split()],
        [Deal.parse(WON).to_json()],
    ],
)
def test_a_deal_may_be_one_argument_or_several_or_json(words: list[str]) -> None:
    printed = json.loads(run("solve", "accordion", "--json", *words).stdout)
    assert printed["deal"] == WON


@pytest.mark.parametrize("strategy", list(cli.STRATEGIES))
@pytest.mark.parametrize("text", [WON, UNWINNABLE])
def test_json_is_the_result_on_one_line(text: str, strategy: str) -> None:
    result = run("solve", "accordion", text, "--json", "--strategy", strategy)
    expected = solve(Accordion(), Deal.parse(text), cli.STRATEGIES[strategy]())
    assert result.stdout.count("\n") == 1
    printed = json.loads(result.stdout)
    assert timeless(printed) == timeless(json.loads(json.dumps(expected.to_dict())))


@pytest.mark.parametrize(
    ("words", "strategy"),
    [
        (["beam", "--width", "7"], Beam(7)),
        (["beam", "--width", "7", "--heuristic", "moves-left"], Beam(7, "moves-left")),
        (["astar", "--weight", "1.5"], AStar(weight=1.5)),
        (["astar", "--heuristic", "evaluation"], AStar(heuristic="evaluation")),
    ],
    ids=str,
)
def test_a_strategy_gets_the_options_that_are_given(words: list[str], strategy: Any) -> None:
    printed = run("solve", "accordion", UNDECIDED_BY_SEVEN, "--json", "--strategy", *words).stdout
    expected = solve(Accordion(), Deal.parse(UNDECIDED_BY_SEVEN), strategy)
    assert timeless(json.loads(printed)) == timeless(json.loads(json.dumps(expected.to_dict())))


def test_a_beam_says_how_to_go_on_when_it_dropped_states() -> None:
    result = run("solve", "accordion", UNDECIDED_BY_SEVEN, "--strategy", "beam", "--width", "7")
    sentence = "Undecided: states were dropped to keep to the width; give it more --width.\n"
    assert sentence in result.stdout
    assert result.exit_code == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--width", "7"], "--width is for --strategy beam, not portfolio"),
        (["--strategy", "astar", "--width", "7"], "--width is for --strategy beam, not astar"),
        (["--strategy", "beam", "--weight", "2"], "--weight is for --strategy astar, not beam"),
        (
            ["--strategy", "depth-first", "--heuristic", "evaluation"],
            "--heuristic is for --strategy beam or astar, not depth-first",
        ),
        (["--strategy", "beam", "--width", "0"], "width is a whole number from 1 on, not 0"),
        (["--strategy", "astar", "--weight", "-1"], "weight is a number from 0 on, not -1.0"),
        (["--strategy", "astar", "--weight", "nan"], "weight is a number from 0 on, not nan"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_an_option_of_another_strategy_or_out_of_bounds_is_refused(
    words: list[str], sentence: str
) -> None:
    result = run("solve", "accordion", WON, *words)
    assert (result.exit_code, result.stderr) == (2, f"solitaire-solver: {sentence}\n")


def test_an_evaluation_is_refused_for_a_game_that_has_none() -> None:
    result = run("solve", "decade", WON, "--strategy", "beam", "--heuristic", "evaluation")
    sentence = "the moves of decade have no evaluation; use 'moves-left'"
    assert (result.exit_code, result.stderr) == (2, f"solitaire-solver: {sentence}\n")


@pytest.mark.parametrize(
    ("words", "deal"),
    [
        ([], Deal.from_seed(617)),
        (["--numbering", "seed"], Deal.from_seed(617)),
        (["--numbering", "ms"], Deal.from_number(617, "ms")),
        (["--numbering", "pysol"], Deal.from_number(617, "pysol")),
    ],
)
def test_a_number_is_a_seed_unless_the_numbering_is_named(words: list[str], deal: Deal) -> None:
    result = run("solve", "accordion", "--number", "617", "--json", *words)
    assert json.loads(result.stdout)["deal"] == str(deal)


def test_the_objective_minimum_proves_the_fewest_piles() -> None:
    assert (
        "3 piles, proved the fewest"
        in run("solve", "accordion", UNWINNABLE, "--objective", "minimum").stdout
    )


def test_stats_prints_every_count() -> None:
    lines = run(
        "solve", "accordion", WON, "--stats", "--strategy", "depth-first"
    ).stdout.splitlines()
    statistics = solve(Accordion(), Deal.parse(WON), DepthFirst()).to_dict()["statistics"]
    printed = dict(line.split(maxsplit=1) for line in lines[-len(statistics) :])
    assert list(printed) == list(statistics)
    assert printed["signature"] == statistics["signature"]
    assert lines[-len(statistics) - 1] == ""
    assert lines[-len(statistics) - 2].startswith("The table held ")


def test_limits_are_passed_on() -> None:
    words = ["solve", "accordion", HARD, "--json", "--memory", "100kB", "--expansions", "70000"]
    printed = json.loads(run(*words).stdout)
    assert printed["limit"] == "expansions"
    assert printed["statistics"]["expanded"] == 70000
    assert printed["statistics"]["table_bytes"] <= 100_000
    printed = json.loads(run(*words[:-2], "--seconds", "0.01").stdout)
    assert printed["limit"] == "seconds"


def test_nothing_but_text_goes_into_a_pipe() -> None:
    out, err, status = end(start("solve", "accordion", "--number", "1", "--stats"))
    assert status == 0
    assert "\x1b" not in out
    assert err == ""


def test_a_pipe_without_suit_symbols_gets_letters() -> None:
    process = start("solve", "accordion", "AC AH", env={"PYTHONIOENCODING": "cp1252"})
    out, _, status = end(process)
    assert (out.splitlines()[1:4], status) == (
        ["  AC  AH", "1. AH>AC: AH slides onto AC", " [AH]"],
        0,
    )


# --- solve: many deals ----------------------------------------------------------------------------

STREAM = f"""{WON}   # a comment behind a deal

# a comment by itself
AC ZZ
{UNWINNABLE}
{{"accordion": ["AC", "AH"
ac, a♥
AC AH AC
\udcff 3H
""".encode(errors="surrogateescape")

ANSWERS = [
    "won 1 AH>3H AH>AC 3C>3S AS>2S AS>AH AD>AS 3D>AD 3C>3D 2C>3C",
    "error: standard input, line 4, card 2: 'ZZ' is no card",
    "unwinnable 6 7D>TD",
    "error: standard input, line 6: this is no JSON object: "
    "Expecting ',' delimiter at character 27",
    "won 1 AH>AC",
    "error: standard input, line 8, card 3: AC was already card 1",
    "error: standard input, line 9, card 1: '�' is no card",
]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_stream_is_answered_line_by_line_with_errors_in_their_place(workers: str) -> None:
    result = run("solve", "accordion", "-", "--workers", workers, stdin=STREAM)
    assert result.stdout.splitlines() == ANSWERS
    assert result.exit_code == 2
    assert result.stderr == ""


def test_a_stream_with_json_is_one_object_a_line() -> None:
    result = run("solve", "accordion", "-", "--json", stdin=STREAM)
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(printed) == len(ANSWERS)
    for entry, answer in zip(printed, ANSWERS, strict=True):
        if "error" in entry:
            assert f"error: {entry['error']}" == answer
        else:
            assert answer.split()[:2] == [entry["outcome"], str(entry["remaining"])]


def test_a_file_is_answered_like_a_stream_and_its_json_may_run_over_lines(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(
        '\ufeffAC AH # first\n{"x":\n ["AC",\n "ad"]}\nAC QQ\nTC TD\n', encoding="utf-8"
    )
    result = run("solve", "accordion", "--file", str(path))
    assert result.stdout.splitlines() == [
        "won 1 AH>AC",
        "won 1 AD>AC",
        f"error: {path}, line 5, card 2: 'QQ' is no card",
        "won 1 TD>TC",
    ]
    assert result.exit_code == 2


@pytest.mark.parametrize("strategy", ["portfolio", "depth-first"])
def test_one_deal_is_searched_by_several_threads(strategy: str) -> None:
    result = run("solve", "accordion", UNWINNABLE, "--strategy", strategy, "--workers", "2")
    assert result.exit_code == 1
    assert "\nUnwinnable: all " in result.stdout


def test_many_deals_are_answered_in_order_by_several_processes() -> None:
    text = "\n".join(str(Deal.from_seed(seed, 10 + seed % 3)) for seed in range(200))
    one, two = (run("solve", "accordion", "-", "--workers", n, stdin=text) for n in ("1", "2"))
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 1


def test_stats_follow_each_answer_as_a_comment() -> None:
    (line,) = run("solve", "accordion", "-", "--stats", stdin="AC AH").stdout.splitlines()
    assert line.startswith("won 1 AH>AC  # 1 state was expanded in ")


@pytest.mark.parametrize(
    ("texts", "status"),
    [
        ([WON], 0),
        ([WON, UNWINNABLE, WON], 1),
        ([UNWINNABLE, HARD, WON], 3),
        ([HARD, "ZZ", UNWINNABLE], 2),
        ([WON, "ZZ"], 2),
    ],
)
def test_the_exit_status_of_many_deals_is_the_worst(texts: list[str], status: int) -> None:
    result = run("solve", "accordion", "-", "--expansions", "500", stdin="\n".join(texts))
    assert result.exit_code == status
    assert len(result.stdout.splitlines()) == len(texts)


@pytest.mark.parametrize("kind", [[], ["--json"]])
def test_an_answer_comes_before_the_next_deal_is_sent(kind: list[str]) -> None:
    process = start("solve", "accordion", "-", *kind)
    assert process.stdin is not None
    assert process.stdout is not None
    for text, outcome in [(WON, "won"), (UNWINNABLE, "unwinnable"), ("ZZ", "error"), (WON, "won")]:
        process.stdin.write(text + "\n")
        process.stdin.flush()
        assert outcome in process.stdout.readline()
    assert end(process) == ("", "", 2)


@given(st.binary(max_size=300))
def test_no_bytes_on_standard_input_make_it_fail(data: bytes) -> None:
    result = run("solve", "accordion", "-", "--json", "--expansions", "100", stdin=data)
    assert result.exit_code in (0, 1, 2, 3)
    for line in result.stdout.splitlines():
        assert json.loads(line).keys() & {"error", "outcome"}


@given(st.lists(st.text(max_size=8) | st.sampled_from(WON.split()), min_size=1, max_size=12))
def test_no_text_for_a_deal_makes_it_fail(words: list[str]) -> None:
    result = run("solve", "accordion", "--expansions", "100", "--", *words)
    assert result.exit_code in (0, 1, 2, 3)
    assert (result.exit_code == 2) == (result.stdout == "")


# --- interruptions --------------------------------------------------------------------------------


def read_terminal(master: int) -> Iterator[str]:
    """What a process writes to a terminal, piece by piece, until it is done."""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:  # what Linux says when the other side is closed
            return
        if not piece:
            return
        yield piece.decode(errors="replace")


@on_posix
@pytest.mark.parametrize(
    "words",
    [
        ["portfolio"],
        ["depth-first"],
        ["beam", "--width", "1000000"],
        ["astar", "--memory", "8GiB", "--weight", "0"],
    ],
    ids=" ".join,
)
def test_ctrl_c_in_a_long_search_shows_what_was_reached(words: list[str]) -> None:
    master, slave = os.openpty()
    process = start(
        "solve", "accordion", HARD, "--seconds", "50", "--strategy", *words, stderr=slave
    )
    os.close(slave)
    status_line = ""
    for piece in read_terminal(master):
        status_line += piece
        if "states expanded in" in status_line:  # so the search is under way
            break
    process.send_signal(signal.SIGINT)
    out, _, status = end(process)
    os.close(master)
    assert status == 3
    assert "Undecided: the search was interrupted; run it again and let it run.\n" in out
    assert "\nBest reached: " in out
    assert out.startswith("0. the deal\n")


@on_posix
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_in_a_stream_answers_the_deal_it_was_at_and_stops(workers: str) -> None:
    process = start("solve", "accordion", "-", "--json", "--seconds", "50", "--workers", workers)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{WON}\n{HARD}\n{HARD}\n{HARD}\n{WON}\n")
    process.stdin.close()
    process.stdin = None
    assert json.loads(process.stdout.readline())["outcome"] == "won"
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=1)  # it is at a hard one now
    process.send_signal(signal.SIGINT)
    out, err, status = end(process)
    line, *rest = out.splitlines()
    assert (json.loads(line)["deal"], json.loads(line)["limit"]) == (HARD, "interrupted")
    assert len(rest) < int(workers)
    assert (err, status) == ("", 3)


@on_posix
def test_ctrl_c_while_it_waits_for_a_deal_ends_it_quietly() -> None:
    process = start("solve", "accordion", "-")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{WON}\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("won")
    process.send_signal(signal.SIGINT)
    assert end(process) == ("", "", 3)


@on_posix
def test_ctrl_c_at_the_dealer_ends_it_in_one_sentence() -> None:
    process = start("deal", "accordion", "--seed", "1", "--count", "1000000000", "--winnable")
    assert process.stdout is not None
    assert process.stdout.readline() == f"{Deal.from_seed(1)}\n"
    process.send_signal(signal.SIGINT)
    _, err, status = end(process)
    assert (err.strip(), status) == ("solitaire-solver: interrupted", 130)


@on_posix
@pytest.mark.parametrize(
    "words",
    [["deal", "accordion", "--seed", "1", "--count", "100000"], ["solve", "accordion", "-"]],
)
def test_a_reader_that_goes_away_ends_it_quietly(words: list[str]) -> None:
    process = start(*words)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{WON}\n")
    process.stdin.flush()
    assert process.stdout.readline()
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(f"{WON}\n")
        process.stdin.close()
    assert process.stderr is not None
    with process:
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        _, err, status = end(start("solve", "accordion", WON, stdout=full))
    assert (err, status) == ("solitaire-solver: input or output: No space left on device\n", 2)


def test_a_fault_of_the_program_is_never_taken_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the referee does not accept it")

    monkeypatch.setattr(cli, "solve", refuse)
    result = run("solve", "accordion", WON)
    assert result.exit_code == 70
    assert result.stderr.endswith("AssertionError: the referee does not accept it\n")


# --- terminals ------------------------------------------------------------------------------------


def on_terminal(*words: str, **env: str) -> str:
    """What a command prints on a terminal of 60 columns."""
    master, slave = os.openpty()
    settings = {"COLUMNS": "60", "NO_COLOR": "", **env}
    process = start(*words, stdout=slave, stderr=slave, stdin=subprocess.DEVNULL, env=settings)
    os.close(slave)
    text = "".join(read_terminal(master))
    os.close(master)
    assert process.wait(timeout=60) == 0
    return text.replace("\r\n", "\n")


@on_posix
def test_a_terminal_shows_red_cards_in_red_in_bands_of_its_width() -> None:
    lines = on_terminal("solve", "accordion", "--number", "1").splitlines()
    assert "\x1b[31mQ♥\x1b[0m" in lines[1]
    assert lines[1].count("♠") + lines[1].count("♥") > 5
    assert len([symbol for symbol in lines[1] if symbol in "♣♦♥♠"]) == 14


@on_posix
def test_a_terminal_is_plain_if_no_color_is_set() -> None:
    assert "\x1b" not in on_terminal("solve", "accordion", "--number", "1", NO_COLOR="1")


@on_posix
def test_games_are_a_table_on_a_terminal() -> None:
    text = on_terminal("games")
    assert "what it is" in text
    assert "┃" in text or "│" in text


# --- verify ---------------------------------------------------------------------------------------

LINE = "AH>3H AH>AC 3C>3S AS>2S AS>AH AD>AS 3D>AD 3C>3D 2C>3C"


@pytest.mark.parametrize(
    ("moves", "status", "text"),
    [
        ([LINE], 0, "Legal, and won: 9 moves, 1 pile left.\n"),
        (LINE.split(), 0, "Legal, and won: 9 moves, 1 pile left.\n"),
        ([LINE.replace(" ", ", ")], 0, "Legal, and won: 9 moves, 1 pile left.\n"),
        ([LINE.replace(">", " > ")], 0, "Legal, and won: 9 moves, 1 pile left.\n"),
        (["A♥>3♥"], 1, "Legal, but not won: 1 move, 9 piles left.\n"),
        ([""], 1, "Legal, but not won: 0 moves, 10 piles left.\n"),
    ],
)
def test_verify_says_whether_a_legal_line_wins(moves: list[str], status: int, text: str) -> None:
    result = run("verify", "accordion", WON, *moves)
    assert (result.stdout, result.exit_code) == (text, status)


def test_verify_reads_moves_from_standard_input_and_from_a_file(tmp_path: Path) -> None:
    text = "# by hand\n" + LINE.replace(" ", "\n", 3) + "  # and won\n"
    path = tmp_path / "line.txt"
    path.write_text(text, encoding="utf-8")
    for result in (
        run("verify", "accordion", WON, "-", stdin=text),
        run("verify", "accordion", WON, "--file", str(path)),
    ):
        assert (result.stdout, result.exit_code) == ("Legal, and won: 9 moves, 1 pile left.\n", 0)


def test_verify_accepts_every_solution_that_solve_prints() -> None:
    for seed in range(1, 6):
        printed = json.loads(run("solve", "accordion", "--number", str(seed), "--json").stdout)
        result = run("verify", "accordion", printed["deal"], *printed["solution"])
        assert result.exit_code == 0


def test_verify_prints_json() -> None:
    about = {"game": "accordion", "options": {"dealt": False}, "deal": "AC 3H AH"}
    result = run("verify", "accordion", "AC 3H AH", "AH>3H", "--json")
    assert json.loads(result.stdout) == {
        **about,
        "legal": True,
        "won": False,
        "steps": 1,
        "remaining": 2,
    }
    result = run("verify", "accordion", "AC 3H AH", "AH>AC", "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout) == {
        **about,
        "legal": False,
        "won": False,
        "error": "move 1 (AH>AC): AH stands 2 places right of AC; a pile moves 1 or 3 places",
    }


# --- deal, games, version -------------------------------------------------------------------------


def test_the_dealer_deals_one_seed_after_the_other() -> None:
    result = run("deal", "accordion", "--seed", "7", "--count", "3", "--size", "20")
    deals = [str(Deal.from_seed(seed, 20)) for seed in (7, 8, 9)]
    assert (result.stdout.splitlines(), result.stderr) == (deals, "")


def test_without_a_seed_the_dealer_says_which_it_took() -> None:
    result = run("deal", "accordion")
    word, seed = result.stderr.split()
    assert word == "seed"
    assert result.stdout == f"{Deal.from_seed(int(seed))}\n"


def test_winnable_passes_over_packs_that_cannot_be_won() -> None:
    seeds = ["--seed", "1", "--size", "12"]
    result = run("deal", "accordion", *seeds, "--count", "5", "--winnable")
    dealt = result.stdout.splitlines()
    last = next(seed for seed in range(1, 999) if str(Deal.from_seed(seed, 12)) == dealt[-1])
    every = run("deal", "accordion", *seeds, "--count", str(last)).stdout
    outcomes = run("solve", "accordion", "-", stdin=every).stdout.splitlines()
    won = [
        deal
        for deal, outcome in zip(every.splitlines(), outcomes, strict=True)
        if outcome.startswith("won")
    ]
    assert dealt == won
    assert last > 5


@pytest.mark.parametrize("kind", [[], ["--json"]])
def test_solve_reads_what_deal_prints(kind: list[str]) -> None:
    dealt = run("deal", "accordion", "--seed", "1", "--count", "4", *kind).stdout
    result = run("solve", "accordion", "-", "--json", stdin=dealt)
    deals = [json.loads(line)["deal"] for line in result.stdout.splitlines()]
    assert deals == [str(Deal.from_seed(seed)) for seed in (1, 2, 3, 4)]


def test_games_are_listed_one_a_line_with_all_their_names() -> None:
    lines = [line.split("\t") for line in run("games").stdout.splitlines()]
    assert [line[0] for line in lines] == [*GAMES, *PRESETS]
    assert {alias for line in lines for alias in line[1].split(", ") if alias} == set(ALIASES)
    assert all(len(line) == 5 and line[3] for line in lines)


def test_every_game_is_listed_with_its_options_and_the_page_of_its_rules() -> None:
    lines = {line.split("\t")[0]: line.split("\t") for line in run("games").stdout.splitlines()}
    assert lines["accordion"][2] == "dealt=False"
    assert lines["strict-accordion"][2] == "prefer=nearer, pile=leftmost, scope=per-pile"
    root = Path(solitaire_solver.__path__[0]).parent
    for line in lines.values():
        assert (root / line[4]).read_text(encoding="utf-8").startswith("# ")


def test_the_version_says_which_engine_is_in_use() -> None:
    expected = f"solitaire-solver {solitaire_solver.__version__} ({engine_info()})\n"
    assert run("--version").stdout == expected
    assert end(start("--version")) == (expected, "", 0)


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_names_every_command(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 0
    assert all(f"\n  {command} " in result.stdout for command in main.commands)


# --- bad input ------------------------------------------------------------------------------------

SOLVE = ["solve", "accordion"]
NO_CHESS = f"there is no game 'chess'; the games are {', '.join(sorted(GAMES))}"
HUGE = str(2**64)

BAD_INPUT = [
    (
        ["solve", "chess", "AC"],
        f"there is no game 'chess'; the games are {', '.join(sorted(GAMES))}",
    ),
    (
        ["solve", "UVA127", "AC"],
        "uva127 plays itself; the command 'judge uva127' answers its input",
    ),
    (["solve"], "Missing argument 'GAME'."),
    (SOLVE, "give one of DEAL, --file and --number"),
    ([*SOLVE, "AC", "--number", "1"], "give one of DEAL, --file and --number"),
    ([*SOLVE, "-", "--file", "x"], "give one of DEAL, --file and --number"),
    ([*SOLVE, ""], "a deal has 1 to 52 cards, not 0"),
    ([*SOLVE, "AC 3H XX"], "card 3: 'XX' is no card"),
    ([*SOLVE, "AC", "3H", "AC"], "card 3: AC was already card 1"),
    ([*SOLVE, "-", "AC"], "card 1: '-' is no card"),
    ([*SOLVE, '{"x": 1}'], 'a deal in JSON holds one list, like {"accordion": ["AC", "10H"]}'),
    ([*SOLVE, "-"], "standard input: there is no deal in it"),
    ([*SOLVE, "--file", ""], "'': No such file or directory"),
    (["survey", "report", ""], "'': there is no such file"),
    (["survey", "accordion", "--deals", "seed:1-2", "--out", ""], "'': no file has such a name"),
    ([*SOLVE, "--file", "no such file"], "no such file: No such file or directory"),
    ([*SOLVE, "--number", "-1"], f"seed -1 is not between 0 and {2**64 - 1}"),
    ([*SOLVE, "--number", HUGE], f"seed {HUGE} is not between 0 and {2**64 - 1}"),
    ([*SOLVE, "--number", "one"], "Invalid value for '--number': 'one' is not a valid integer."),
    ([*SOLVE, "--number", "0", "--numbering", "ms"], f"ms deal 0 is not between 1 and {2**33 - 1}"),
    (
        [*SOLVE, "AC", "--numbering", "ms"],
        "--numbering says whose --number it is, and there is none",
    ),
    (
        [*SOLVE, "AC", "--option", "loop"],
        "Invalid value for '--option': 'loop' is not of the form name=value",
    ),
    (
        [*SOLVE, "AC", "--option", "=1"],
        "Invalid value for '--option': '=1' is not of the form name=value",
    ),
    (
        [*SOLVE, "AC", "--option", "loop=true"],
        "accordion has no option 'loop'; its options are dealt",
    ),
    ([*SOLVE, "AC", "--option", "name=1"], "accordion has no option 'name'; its options are dealt"),
    ([*SOLVE, "AC", "--seconds", "-1"], "the limit on seconds must be above zero, not -1.0"),
    ([*SOLVE, "AC", "--seconds", "nan"], "the limit on seconds must be above zero, not nan"),
    ([*SOLVE, "AC", "--expansions", "0"], "the limit on expansions must be above zero, not 0"),
    (
        [*SOLVE, "AC", "--memory", "lots"],
        "memory 'lots' is no number of bytes, like 500MB or 1GiB; "
        "units are B, KB, MB, GB, TB, KiB, MiB, GiB and TiB",
    ),
    ([*SOLVE, "AC", "--memory", "0"], "the limit on memory must be above zero, not 0"),
    (
        [*SOLVE, "AC", "--workers", "0"],
        "Invalid value for '--workers': 0 is not in the range 1<=x<=1024.",
    ),
    (
        [*SOLVE, '{"x": ["AC" "2C"]}'],
        "this is no JSON object: Expecting ',' delimiter at character 13",
    ),
    (["verify", "accordion", "AC"], "give one of MOVES and --file"),
    (["verify", "accordion", "AC", "x", "--file", "x"], "give one of MOVES and --file"),
    (["verify", "accordion", "AC ZZ", "x"], "card 2: 'ZZ' is no card"),
    (
        ["verify", "accordion", "AC AH", "ah>ac,AH>AC"],
        "move 2 (AH>AC): AC is not on top of a pile, it lies under AH",
    ),
    (
        ["verify", "accordion", "AC AH", "--file", "no such file"],
        "no such file: No such file or directory",
    ),
    (["deal", "chess"], f"there is no game 'chess'; the games are {', '.join(sorted(GAMES))}"),
    (["deal", "accordion", "--seed", "-1"], f"seed -1 is not between 0 and {2**64 - 1}"),
    (["deal", "accordion", "--seed", "1", "--size", "53"], "a deal has 1 to 52 cards, not 53"),
    (
        ["deal", "accordion", "--seed", "1", "--size", "0", "--winnable"],
        "a deal has 1 to 52 cards, not 0",
    ),
    (["deal", "accordion", "--size", "0"], "a deal has 1 to 52 cards, not 0"),
    (
        ["deal", "accordion", "--count", "0"],
        "Invalid value for '--count': 0 is not in the range x>=1.",
    ),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_INPUT)
def test_bad_input_is_one_sentence_and_exit_status_2(words: list[str], sentence: str) -> None:
    result = run(*words)
    assert result.stderr == f"solitaire-solver: {sentence}\n"
    assert (result.stdout, result.exit_code) == ("", 2)


@pytest.mark.parametrize(
    "words", [["fly"], ["--fly"], ["solve", "--fly"], [*SOLVE, "--strategy", "x"]]
)
def test_what_is_no_command_option_or_choice_is_one_sentence(words: list[str]) -> None:
    result = run(*words)
    assert result.stderr.startswith("solitaire-solver: ")
    assert result.stderr.count("\n") == 1
    assert (result.stdout, result.exit_code) == ("", 2)


def test_a_directory_is_no_file_of_deals(tmp_path: Path) -> None:
    result = run("solve", "accordion", "--file", str(tmp_path))
    assert result.stderr.startswith(f"solitaire-solver: {tmp_path}: ")
    assert result.exit_code == 2


def test_bad_input_has_status_2_and_no_traceback_in_a_shell_too() -> None:
    assert end(start("solve", "accordion", "AC AC")) == (
        "",
        "solitaire-solver: card 2: AC was already card 1\n",
        2,
    )


EVIL = "\x1b[31mEVIL\x1b]0;title\x07\x1b[2J\x9b1m\u202eline\nline"


@pytest.mark.parametrize(
    "words",
    [
        [EVIL],
        [*SOLVE, f"--{EVIL}"],
        [*SOLVE, EVIL],
        [*SOLVE, "--file", EVIL],
        [*SOLVE, "AC", "--option", EVIL],
        [*SOLVE, "AC", "--memory", EVIL],
        ["solve", EVIL, "AC"],
        ["judge", EVIL],
        ["verify", "accordion", "AC 3H AH", EVIL],
        ["verify", "accordion", "AC 3H AH", "--file", EVIL],
        ["verify", "decade", "AC 3H AH", EVIL],
        ["replay", "accordion", "AC 3H AH", EVIL],
        ["replay", "accordion", "AC 3H AH", "--html", f"no/{EVIL}"],
        ["survey", "report", EVIL],
        ["survey", "accordion", "--deals", f"file:{EVIL}", "--out", "x"],
    ],
    ids=str,
)
def test_nothing_that_is_typed_reaches_the_terminal_but_letters(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "EVIL" in result.stderr
    assert result.stderr.count("\n") == 1
    assert all(line.isprintable() for line in result.output.split("\n"))


def test_an_error_among_the_answers_is_letters_on_one_line() -> None:
    result = run("solve", "accordion", "-", stdin="AC 3H\x1b[31m\n")
    assert result.stdout == "error: standard input, line 1, card 2: '3H\\x1b[31m' is no card\n"


@pytest.mark.parametrize(
    "words",
    [
        ["verify", "accordion", "AC 3H AH", "x" * 3000],
        ["verify", "decade", "AC 3H AH", "5C+" * 1000 + "5C"],
        ["solve", "x" * 3000, "AC"],
        [*SOLVE, "AC", "--option", "x" * 3000],
        [*SOLVE, "AC", "--option", "x" * 3000 + "=1"],
        [*SOLVE, "AC", "--memory", "x" * 3000],
        ["judge", "x" * 3000],
        ["survey", "accordion", "--deals", "x" * 3000, "--out", "x"],
    ],
)
def test_of_a_long_text_an_error_shows_the_beginning(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "…" in result.stderr
    assert len(result.stderr) < 250


def test_rule_options_are_read_as_truth_numbers_and_words() -> None:
    texts = ("loop=true", "compulsory=False", "min-group=3", "n=-1", "prefer=nearer", "x=")
    assert cli._read_options(None, None, texts) == {
        "loop": True,
        "compulsory": False,
        "min_group": 3,
        "n": -1,
        "prefer": "nearer",
        "x": "",
    }


# --- start-up -------------------------------------------------------------------------------------


def test_rich_is_not_loaded_to_solve_a_deal() -> None:
    code = (
        "import sys\nfrom solitaire_solver.cli import main\n"
        "try:\n    main(['solve', 'accordion', 'AC AH'])\n"
        "except SystemExit:\n    print([name for name in sys.modules if name == 'rich'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
