"""The command ``replay``: what it prints, where deals and lines come from, and its exit status."""

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from solitaire_solver import (
    GAMES,
    Deal,
    IllegalMoveError,
    Limits,
    Loss,
    Outcome,
    display,
    referee,
    solve,
)
from solitaire_solver.cards import Card, parse_cards
from solitaire_solver.cli import main
from solitaire_solver.games import make_game
from solitaire_solver.viewer import commands

DEAL = "AC 3H AH"
LINE = "AH>3H AH>AC"
SHOWN = """\
0. the deal
  A♣  3♥  A♥
1. AH>3H: A♥ slides onto 3♥
  A♣ [A♥]
2. AH>AC: A♥ slides onto A♣
 [A♥]
"""
WON_DEAL = f"Won: 2 moves, 1 pile left.\n\n{SHOWN}"
WON_LINE = f"Legal, and won: 2 moves, 1 pile left.\n\n{SHOWN}"
LOST = "TD 7D AH AS KH KD 7H"


def run(*words: str, stdin: str = "", **env: str) -> Result:
    how: dict[str, Any] = {"prog_name": "solitaire-solver", "env": env}
    return CliRunner().invoke(main, ["replay", *words], input=stdin, **how)


# --- What is printed ------------------------------------------------------------------------------

GAMES_AND_OPTIONS = [
    *((name, {}) for name in GAMES),
    ("accordion", {"dealt": True}),
    ("royal-marriage", {"forced": True}),
    ("decade", {"loop": True}),
    ("decade", {"stacks": 7}),
]


def tables_in(text: str) -> Iterator[tuple[list[tuple[Card, ...]], int, int]]:
    """The rows, the stock and the discard that are printed below each step."""
    for step in re.split(r"^\d+\. .*\n", text, flags=re.MULTILINE)[1:]:
        rows: list[str] = []
        counts = {"stock": 0, "discarded": 0}
        for line in step.splitlines():
            if re.search(r"in the stock|discarded", line):
                for number, place in re.findall(r"(\d+) (?:in the )?(stock|discarded)", line):
                    counts[place] = int(number)
            elif head := re.match(r"[ *]*(\d+):", line):
                assert int(head[1]) == len(rows) + 1
                rows.append(line[head.end() :])
            else:
                rows[-1:] = [" ".join([*rows[-1:], line])]
        cards = [parse_cards(re.sub(r"[\[\]]|none", " ", row)) for row in rows]
        yield cards, counts["stock"], counts["discarded"]


@pytest.mark.parametrize("width", ["32", "80"])
@pytest.mark.parametrize(("name", "options"), GAMES_AND_OPTIONS, ids=str)
def test_every_table_is_that_of_the_referee(name: str, options: dict[str, Any], width: str) -> None:
    game = make_game(GAMES[name], options)
    words = [f"--option={key}={value}" for key, value in options.items()]
    result = run(name, "--number", "59", *words, COLUMNS=width)
    moves = re.findall(r"^\d+\. (\S+): ", result.stdout, flags=re.MULTILINE)
    assert all(len(line) <= int(width) for line in result.stdout.splitlines() if line[:1] == " ")
    layouts = referee.layouts(name, Deal.from_seed(59).cards, moves, **game.options())
    expected = [
        (
            [tuple([pile[-1] for pile in row]) for row in layout.rows],
            len(layout.stock),
            len(layout.discard),
        )
        for layout in layouts
    ]
    assert list(tables_in(result.stdout)) == expected
    assert len(moves) == len(solve(game, Deal.from_seed(59)).best_line) > 4


def test_stacks_are_printed_row_by_row() -> None:
    moves = "turn turn turn KH+5C+5S"
    result = run("decade", "--option", "stacks=2", "KH TH 5C 6D 5S 4D 9D", moves, "--no-hints")
    assert result.stdout.endswith(
        """
3. turn: 5♠ is turned
 1:  K♥  5♣ [5♠]
*2: 10♥  6♦
  2 in the stock
4. KH+5C+5S: K♥, 5♣ and 5♠ go
 1:  none
*2: 10♥  6♦
  2 in the stock, 3 discarded
"""
    )


def test_without_moves_the_best_line_is_shown_after_the_verdict() -> None:
    result = run("accordion", DEAL)
    assert (result.stdout, result.stderr, result.exit_code) == (WON_DEAL, "", 0)
    result = run("accordion", LOST)
    assert result.stdout.startswith("Unwinnable: ")
    assert "\n\n0. the deal\n 10♦  7♦  A♥  A♠  K♥  K♦  7♥\n1. " in result.stdout
    assert result.exit_code == 1
    result = run("accordion", "--number", "1", "--expansions", "1")
    assert result.stdout.startswith("Undecided: the limit on expansions was met; give it more")
    assert result.exit_code == 3


@pytest.mark.parametrize(
    "words",
    [
        [DEAL, LINE],
        [DEAL, *LINE.split()],
        [DEAL, "ah > 3♥, AH>AC"],
        [DEAL.lower(), LINE],
    ],
    ids=str,
)
def test_moves_are_written_as_for_verify(words: list[str]) -> None:
    result = run("accordion", *words)
    assert re.sub(r"(?<=\. )\S+:", "-:", result.stdout) == re.sub(r"(?<=\. )\S+:", "-:", WON_LINE)
    assert result.exit_code == 0


def test_a_legal_line_that_does_not_win_has_status_1() -> None:
    result = run("accordion", DEAL, "AH>3H")
    assert result.stdout.startswith("Legal, but not won: 1 move, 2 piles left.\n\n0. the deal\n")
    assert result.exit_code == 1


def test_spaces_round_a_plus_do_not_matter() -> None:
    result = run("ten-by-one", "AS JC 9H TD 2C", "AS + 9H, TD")
    assert "\n2. TD: 10♦ goes\n  J♣  2♣\n  3 discarded\n" in result.stdout


# --- Where deals and lines come from --------------------------------------------------------------


def test_the_moves_follow_a_number_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(f"# two deals\n{DEAL}\n{LOST}\n", encoding="utf-8")
    assert run("accordion", "--file", str(path), LINE).stdout == WON_LINE
    moves = solve(GAMES["accordion"](), Deal.from_number(617, "ms")).best_line
    words = ["--number", "617", "--numbering", "ms"]
    result = run("accordion", *words, *map(str, moves))
    assert result.stdout.startswith("Legal, and won: 51 moves, 1 pile left.\n")
    assert result.stdout.splitlines()[1:] == run("accordion", *words).stdout.splitlines()[1:]


def test_standard_input_may_hold_the_deal_or_the_moves() -> None:
    assert run("accordion", "-", stdin=f"{DEAL}\n{LOST}\n").stdout == WON_DEAL
    assert run("accordion", "-", LINE, stdin=DEAL).stdout == WON_LINE
    assert run("accordion", DEAL, "-", stdin=f"# by hand\n{LINE}  # won").stdout == WON_LINE


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"{DEAL}  #  my label \n", "my label"),
        (f"\n# not this one\n{DEAL} # 1 # 2 {{}}\nAC # another", "1 # 2 {}"),
        ('{"accordion": ["AC", "3H", "AH"]} # of JSON', "of JSON"),
        ('{"#": ["AC",  \n"3H", "AH"]}# on two lines\n', "on two lines"),
    ],
)
def test_a_comment_behind_the_deal_is_its_title(text: str, title: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(text, encoding="utf-8")
    assert run("accordion", "--file", str(path)).stdout == f"{title}\n{WON_DEAL}"


def test_a_title_cannot_send_anything_to_a_terminal() -> None:
    result = run("accordion", "-", stdin=f"{DEAL} # \x1b[2J\x07\x9b1m\u202eevil\n")
    assert result.stdout == f"?[2J??1m?evil\n{WON_DEAL}"


def test_without_a_comment_there_is_no_title() -> None:
    assert run("accordion", "-", stdin=f"{DEAL} #\n").stdout == WON_DEAL


# --- Pages ----------------------------------------------------------------------------------------


def test_a_page_shows_no_control_character_of_a_label(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    run("accordion", "-", "--html", str(path), stdin=f"{DEAL} # \x1b[31mred")
    text = path.read_text(encoding="utf-8")
    assert ">?[31mred</h1>" in text and "\x1b" not in text


def test_html_writes_a_page_and_prints_the_verdict(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = run("accordion", "-", "--html", str(path), stdin=f"{DEAL} # <b>&mine")
    assert (result.stdout, result.exit_code) == ("Won: 2 moves, 1 pile left.\n", 0)
    text = path.read_text(encoding="utf-8")
    assert ">&lt;b&gt;&amp;mine</h1>" in text and "<b>&" not in text
    assert "<strong>Won</strong>: 2 moves, 1 pile left." in text
    result = run("accordion", DEAL, "AH>3H", "--html", str(path))
    assert result.exit_code == 1
    assert "<strong>Legal, but not won</strong>: 1 move" in path.read_text(encoding="utf-8")


def test_no_page_is_written_of_an_illegal_line(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert run("accordion", DEAL, "AH>AC", "--html", str(path)).exit_code == 2
    assert not path.exists()


# --- Where a line was lost ------------------------------------------------------------------------

FIVE = "JC TC 2D TD 9C"
LOST_LINE = "TD>2D TC>JC"
WHERE_LOST = "Lost with move 2 (TC>JC); 9C>JC would still have won."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["accordion", FIVE, LOST_LINE], WHERE_LOST),
        (["accordion", FIVE, "TD>2D"], "It can still be won from there."),
        (["accordion", LOST, "7D>TD"], "Lost from the beginning: this deal cannot be won."),
        (
            ["accordion", "--number", "1", "3S>3H", "--expansions", "1"],
            "Whether it can still be won from there was not decided within the limits.",
        ),
    ],
    ids=str,
)
def test_after_a_line_that_does_not_win_it_is_said_where_it_was_lost(
    words: list[str], sentence: str
) -> None:
    result = run(*words)
    assert result.stdout.endswith(f"\n\n{sentence}\n")
    assert result.stdout.count(sentence) == result.exit_code == 1
    assert result.stdout == run(*words, "--no-hints").stdout + f"\n{sentence}\n"


def test_a_move_that_was_lost_before_as_far_as_is_known_is_said_to_be_so() -> None:
    undecided = Loss(Outcome.UNWINNABLE, 3, "TC>JC", Outcome.UNKNOWN)
    assert display.loss(undecided) == "Lost with move 3 (TC>JC) or before: that was not decided."


def test_a_page_says_where_a_line_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = run("accordion", FIVE, LOST_LINE, "--html", str(path))
    assert result.stdout == f"Legal, but not won: 2 moves, 3 piles left.\n{WHERE_LOST}\n"
    assert escape(WHERE_LOST) in path.read_text(encoding="utf-8")


def test_the_search_for_the_move_that_lost_keeps_to_its_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def record(*arguments: Any) -> Loss:
        asked.append(arguments[-1])
        return Loss(Outcome.UNKNOWN)

    monkeypatch.setattr(commands, "where_lost", record)
    run("accordion", FIVE, LOST_LINE)
    run("accordion", FIVE, LOST_LINE, "--seconds", "3", "--expansions", "5", "--memory", "1MB")
    run("accordion", FIVE, LOST_LINE, "--no-hints")
    run("accordion", FIVE, "TD>2D TC>2D")  # illegal
    run("accordion", DEAL, LINE)
    run("accordion", LOST)
    assert asked == [Limits(seconds=1), Limits(seconds=3, expansions=5, memory="1MB")]


def test_ctrl_c_in_the_search_for_the_move_that_lost_goes_on_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: Any) -> Loss:
        raise KeyboardInterrupt

    without = run("accordion", FIVE, LOST_LINE, "--no-hints").stdout
    monkeypatch.setattr(commands, "where_lost", interrupted)
    result = run("accordion", FIVE, LOST_LINE)
    assert (result.stdout, result.exit_code) == (without, 1)


def test_a_position_in_mid_game_is_looked_at_too() -> None:
    result = run("accordion", "--option", "dealt=true", "AC | 3H AH", "turn")
    assert result.stdout.splitlines()[2:6] == [
        "0. the deal",
        "  A♣",
        "  2 in the stock",
        "1. turn: 3♥ is turned",
    ]


# --- Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "legal", "sentence"),
    [
        (
            "AH>AC",
            0,
            "move 1 (AH>AC): AH stands 2 places right of AC; a pile moves 1 or 3 places",
        ),
        ("AH>3H 3H>AC", 1, "move 2 (3H>AC): 3H is not on top of a pile, it lies under AH"),
        (f"{LINE} AC>AH", 2, "move 3 (AC>AH): AC is not on top of a pile, it lies under AH"),
    ],
)
def test_of_an_illegal_line_the_legal_moves_are_shown(line: str, legal: int, sentence: str) -> None:
    result = run("accordion", DEAL, line)
    shown = "".join(SHOWN.splitlines(keepends=True)[: 2 * (legal + 1)])
    assert result.stdout == f"Illegal: {sentence}.\n\n{shown}"
    assert (result.stderr, result.exit_code) == (f"solitaire-solver: {sentence}\n", 2)


@pytest.mark.parametrize(("name", "options"), GAMES_AND_OPTIONS, ids=str)
def test_the_refusal_is_that_of_the_referee_in_every_game(
    name: str, options: dict[str, Any]
) -> None:
    game = make_game(GAMES[name], options)
    deal = Deal.from_seed(59)
    line = [*map(str, solve(game, deal).best_line[:3]), "AC>AC"]
    with pytest.raises(IllegalMoveError) as refused:
        game.judge(deal, line)
    words = [f"--option={key}={value}" for key, value in options.items()]
    result = run(name, "--number", "59", *words, *line)
    assert result.stderr == f"solitaire-solver: {refused.value}\n"
    assert len(list(tables_in(result.stdout))) == 4


NO_QUEEN = "Royal Marriage needs the queen and king of hearts; QH is not in the deal"
SOURCE = "give one of DEAL, --file and --number"
BAD_INPUT = [
    ([], "Missing argument 'GAME'."),
    (["accordion"], SOURCE),
    (["accordion", "--number", "1", "--file", "x"], SOURCE),
    (["chess", DEAL], f"there is no game 'chess'; the games are {', '.join(sorted(GAMES))}"),
    (["uva127", DEAL], "uva127 plays itself; the command 'judge uva127' answers its input"),
    (["accordion", ""], "a deal has 1 to 52 cards, not 0"),
    (["accordion", "AC 3H XX"], "card 3: 'XX' is no card"),
    (["accordion", "-", "-"], "standard input holds DEAL or MOVES, not both"),
    (["accordion", "-"], "standard input: there is no deal in it"),
    (["accordion", "--file", "no such file"], "no such file: No such file or directory"),
    (
        ["accordion", DEAL, "--numbering", "ms"],
        "--numbering says whose --number it is, and there is none",
    ),
    (
        ["accordion", "--number", "0", "--numbering", "ms"],
        f"ms deal 0 is not between 1 and {2**33 - 1}",
    ),
    (["accordion", DEAL, "--seconds", "0"], "the limit on seconds must be above zero, not 0.0"),
    (
        ["accordion", DEAL, "--width", "7"],
        "--width is for --strategy beam, not portfolio",
    ),
    (
        ["accordion", DEAL, "--option", "loop=true"],
        "accordion has no option 'loop'; its options are dealt",
    ),
    (
        ["royal-marriage", "AC 3H AH"],
        NO_QUEEN,
    ),
    (
        ["accordion", DEAL, "--html", "no such folder/page.html"],
        "no such folder/page.html: No such file or directory",
    ),
    (["accordion", DEAL, "--html", ""], "'': No such file or directory"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD_INPUT, ids=str)
def test_bad_input_is_one_sentence_and_exit_status_2(words: list[str], sentence: str) -> None:
    result = run(*words)
    assert (result.stderr, result.exit_code) == (f"solitaire-solver: {sentence}\n", 2)
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("accordion", "# none\n", "there is no deal in it"),
        ("accordion", "\nAC ZZ\n", "line 2, card 2: 'ZZ' is no card"),
        (
            "royal-marriage",
            "AC\n",
            f"line 1: {NO_QUEEN}",
        ),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(
    name: str, text: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(text, encoding="utf-8")
    result = run(name, "--file", str(path))
    place = f"{path}, " if sentence.startswith("line") else f"{path}: "
    assert (result.stderr, result.exit_code) == (f"solitaire-solver: {place}{sentence}\n", 2)
