"""Stepping through a line on a terminal: keys, what they do, what is seen, and a real terminal."""

import os
import re
import select
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_solver import Accordion, Deal, Decade, Game, RoyalMarriage, TenByOne, referee, solve
from solitaire_solver.cards import parse_cards
from solitaire_solver.display import Screen, headline
from solitaire_solver.viewer.frames import Frame, frames

if os.name != "posix":
    pytest.skip("terminals of POSIX", allow_module_level=True)

import fcntl
import struct
import termios

import pyte
from rich.cells import cell_len
from rich.text import Text

from solitaire_solver.viewer.terminal import HELP, Show, Stepper, keys_in, picture

# --- Keys -----------------------------------------------------------------------------------------

SENT = {
    "right": [b"\x1b[C", b"\x1bOC", b"\x1b[1;5C", b" "],
    "left": [b"\x1b[D", b"\x1bOD", b"\x1b[1;2D"],
    "up": [b"\x1b[A", b"\x1bOA", b"\x1b[5~"],
    "down": [b"\x1b[B", b"\x1bOB", b"\x1b[6~", b"\x1b[6;5~"],
    "home": [b"\x1b[H", b"\x1bOH", b"\x1b[1~", b"\x1b[7~"],
    "end": [b"\x1b[F", b"\x1bOF", b"\x1b[4~", b"\x1b[8~"],
    "enter": [b"\r", b"\n"],
    "backspace": [b"\x7f", b"\b"],
    "suspend": [b"\x1a"],
    "q": [b"q"],
    "?": [b"?"],
    "7": [b"7"],
}
PAIRS = [(key, sent) for key, ways in SENT.items() for sent in ways]


@given(st.lists(st.sampled_from(PAIRS)))
def test_keys_are_told_apart_however_they_run_together(pairs: list[tuple[str, bytes]]) -> None:
    assert keys_in(b"".join(sent for _, sent in pairs)) == ([key for key, _ in pairs], b"")


@pytest.mark.parametrize("sent", [sent for _, sent in PAIRS if len(sent) > 1])
def test_a_key_that_is_cut_anywhere_waits_for_its_rest(sent: bytes) -> None:
    for cut in range(1, len(sent)):
        assert keys_in(b"7" + sent[:cut]) == (["7"], sent[:cut])


@given(st.binary())
def test_no_bytes_make_it_fail_or_are_kept_unless_a_key_may_begin_with_them(sent: bytes) -> None:
    keys, start = keys_in(sent)
    assert all(keys)
    assert not start or (start.startswith(b"\x1b") and sent.endswith(start))


@pytest.mark.parametrize("sent", [b"\x1b[Z", b"\x1b[2~", b"\x1bOP", b"\x1b[15~", "é♥".encode()])
def test_keys_that_mean_nothing_are_passed_over(sent: bytes) -> None:
    assert keys_in(sent + b"q") == (["q"], b"")


def test_escape_is_a_key_where_something_else_follows() -> None:
    assert keys_in(b"\x1bq\x1b\x1b[C\x1b\n") == (
        ["escape", "q", "escape", "right", "escape", "enter"],
        b"",
    )


# --- What keys do ---------------------------------------------------------------------------------


def pressed(*keys: str, step: int = 20, last: int = 51) -> Stepper:
    stepper = Stepper(last, step)
    for key in keys:
        stepper.press(key)
    return stepper


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        (["right"], 21),
        (["left"], 19),
        (["down"], 30),
        (["up"], 10),
        (["home"], 0),
        (["end"], 51),
        (["home", "left"], 0),
        (["home", "right", "up"], 0),
        (["end", "right"], 51),
        (["end", "left", "down"], 51),
        (["7", "enter"], 7),
        (["4", "2", "enter"], 42),
        (["4", "2", "backspace", "enter"], 4),
        (["4", "backspace", "backspace", "enter"], 20),
        (["9", "9", "enter"], 51),
        (["1", "2", "3", "enter"], 23),  # the last digits, as many as steps have
        (["4", "escape", "2", "enter"], 2),
        (["4", "right", "enter"], 21),
        (["enter"], 20),
        (["0", "enter"], 0),
        (["x"], 20),
        (["²", "enter"], 20),
    ],
    ids=str,
)
def test_keys_lead_to_a_step(keys: list[str], step: int) -> None:
    assert pressed(*keys) == Stepper(51, step)


@given(
    st.integers(0, 120),
    st.lists(st.sampled_from([*SENT, "p", "x", "escape", "0", "9", "tick"])),
)
def test_no_keys_leave_the_line(last: int, keys: list[str]) -> None:
    stepper = Stepper(last)
    for key in keys:
        if key != "tick":
            stepper.press(key)
        elif stepper.playing:
            stepper.tick()
        assert 0 <= stepper.step <= last
        assert not (stepper.playing and stepper.step == last)


def test_playing_goes_on_to_the_last_step_and_stops() -> None:
    stepper = pressed("p", step=49)
    steps = []
    while stepper.playing:
        stepper.tick()
        steps.append(stepper.step)
    assert steps == [50, 51]


def test_playing_at_the_end_begins_anew() -> None:
    assert pressed("end", "p") == Stepper(51, 0, playing=True)


@pytest.mark.parametrize("key", ["p", "?", "x", "left", "4"])
def test_any_key_pauses(key: str) -> None:
    assert not pressed("p", key).playing


def test_a_line_without_moves_is_not_played() -> None:
    assert pressed("p", "right", "end", step=0, last=0) == Stepper(0)


@pytest.mark.parametrize(
    ("keys", "done"),
    [
        (["q"], True),
        (["escape"], True),
        (["4", "escape"], False),
        (["4", "escape", "escape"], True),
        (["?", "escape"], False),
        (["?", "q"], True),
        (["p", "escape"], True),
    ],
    ids=str,
)
def test_q_quits_and_escape_does_where_it_has_nothing_to_put_away(
    keys: list[str], done: bool
) -> None:
    assert pressed(*keys).done is done


def test_a_key_that_puts_the_help_away_does_nothing_else() -> None:
    assert pressed("?").helping
    assert pressed("?", "?") == pressed("?", "right") == Stepper(51, 20)


# --- What is seen ---------------------------------------------------------------------------------

LINES = [
    (Accordion(), Deal.from_seed(1)),
    (Accordion(dealt=True), Deal.from_seed(1, 30)),
    (RoyalMarriage(), Deal.from_seed(1)),
    (Decade(), Deal.from_seed(1)),
    (Decade(stacks=7), Deal.from_seed(1)),
    (TenByOne(), Deal.from_seed(59)),
]
SIZES = [(12, 40), (24, 80), (50, 200)]


def strip_of(game: Game, deal: Deal) -> list[Frame]:
    return list(frames(game, deal, map(str, solve(game, deal).best_line), Screen().card))


STRIPS = [(game, deal, strip_of(game, deal)) for game, deal in LINES]


def seen(
    strip: list[Frame], step: int, size: tuple[int, int], verdict: str = "Won.", **how: Any
) -> list[str]:
    """What is drawn, as plain text."""
    stepper = Stepper(len(strip) - 1, step, **how)
    height, width = size
    lines = picture(Show(strip, "the title", verdict), stepper, Screen(width), height)
    assert len(lines) <= height
    assert all(cell_len(line) <= width for line in lines)
    return lines


def cards_in(lines: list[str]) -> list[str]:
    """The cards in lines of a table, as they are written without suit symbols."""
    text = " ".join(lines)
    for mark in "[]<>()":
        text = text.replace(mark, " ")
    return [str(card) for word in text.split() if word[-1] in "♣♦♥♠" for card in parse_cards(word)]


def next_of(strip: list[Frame], step: int) -> str:
    """What is said of the move after a step."""
    return f"next: {strip[step + 1].words}" if step + 1 < len(strip) else "the line ends here"


def table_in(lines: list[str], strip: list[Frame], step: int, width: int) -> list[str]:
    """The lines of the table, which are below what comes next and above the foot."""
    told = textwrap.wrap(next_of(strip, step), width)
    below = lines[lines.index(told[0]) + len(told) :]
    return [line for line in below if line[:1] in tuple(" [(<*") and line[:3] != "[ ]"]


@pytest.mark.parametrize(("game", "deal", "strip"), STRIPS, ids=[str(game) for game, _ in LINES])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_step_shows_the_cards_of_the_referee_in_their_order(
    game: Game, deal: Deal, strip: list[Frame], size: tuple[int, int]
) -> None:
    moves = [frame.move for frame in strip[1:]]
    layouts = referee.layouts(game.name, deal.cards, moves, **game.options())
    for step, layout in enumerate(layouts):
        lines = table_in(seen(strip, step, size), strip, step, size[1])
        shown, all_open = cards_in(lines), [str(card) for card in layout.tops]
        if size == SIZES[0]:  # where some have no room
            assert " ".join(shown) in " ".join(all_open)
        else:
            assert shown == all_open
            aside = " ".join(lines)
            assert (f"  {len(layout.stock)} in the stock" in aside) is bool(layout.stock)
            assert (f" {len(layout.discard)} discarded" in aside) is bool(layout.discard)


@pytest.mark.parametrize(("game", "deal", "strip"), STRIPS, ids=[str(game) for game, _ in LINES])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_step_is_told_and_its_next_cards_are_in_sight(
    game: Game, deal: Deal, strip: list[Frame], size: tuple[int, int]
) -> None:
    for step, frame in enumerate(strip):
        lines = seen(strip, step, size)
        assert lines[0].startswith("the title ")
        assert lines[0].endswith(f" step {step} of {len(strip) - 1}")
        text = " ".join(lines)
        assert f"{step}. {frame.move}" in text
        assert frame.words in text
        assert next_of(strip, step) in text
        for card in frame.movers:
            assert f"<{card.symbol}" in text or f"{card.symbol}>" in text
        if set(frame.targets) - set(frame.movers):
            assert "(" in " ".join(table_in(lines, strip, step, size[1]))
        for card in set(frame.changed) - set(frame.movers) - set(frame.targets):
            assert f"[{card.symbol}" in text or f"{card.symbol}]" in text


def test_where_there_is_no_room_what_matters_least_is_left_out_first() -> None:
    strip = STRIPS[0][2]
    verdict = "Won: 51 moves."
    full = seen(strip, 0, (14, 80), verdict)
    assert full[:6] == [
        f"{'the title':67} step 0 of 51",
        verdict,
        "",
        "0. the deal",
        "next: 3♠ leaps onto 3♥",
        "",
    ]
    assert full[-2:] == [
        "[ ] came  < > goes next  ( ) its target",
        "arrows step, p plays, ? keys, q quits",
    ]
    parts = ["[ ] came", verdict, "arrows step", "next:", "0. the deal"]
    for height, kept in [(12, 5), (9, 4), (7, 3), (6, 2), (4, 2), (3, 1), (2, 0), (1, 0)]:
        text = "\n".join(seen(strip, 0, (height, 80), verdict))
        assert [part in text for part in parts] == [part in parts[5 - kept :] for part in parts]
        assert "<3♠>" in text
        assert "(3♥)" in text


@pytest.mark.parametrize(("game", "deal", "strip"), STRIPS, ids=[str(game) for game, _ in LINES])
@pytest.mark.parametrize("size", [(5, 20), (3, 20), (3, 30), (2, 40)], ids=str)
def test_on_a_tiny_screen_the_cards_of_the_next_move_go_before_words(
    game: Game, deal: Deal, strip: list[Frame], size: tuple[int, int]
) -> None:
    for step, frame in enumerate(strip):
        stepper = Stepper(len(strip) - 1, step)
        lines = picture(Show(strip, "the title", "Won."), stepper, Screen(size[1]), size[0])
        sentences = headline(frame), next_of(strip, step)
        words = [line for words in sentences for line in textwrap.wrap(words, size[1])]
        text = " ".join([line for line in lines if line not in words])
        if frame.changed or frame.movers:
            assert re.search("[♣♦♥♠]", text)
        if game.name in ("accordion", "royal-marriage") and frame.movers and size[0] > 2:
            assert "<" in text or ">" in text
            assert "(" in text or ")" in text


def test_the_key_that_quits_is_the_first_that_the_help_names() -> None:
    strip = STRIPS[0][2]
    assert seen(strip, 3, (1, 40), helping=True) == ["q, Esc           quit"]
    assert seen(strip, 3, (3, 20), helping=True) == [
        "q, Esc: quit",
        "right, space: the",
        "next step",
    ]


def test_the_stack_that_is_dealt_to_next_has_a_star() -> None:
    strip = STRIPS[4][2]
    for step, frame in enumerate(strip):
        stars = re.findall(r"^\*(\d+):", "\n".join(seen(strip, step, (50, 80))), re.MULTILINE)
        row = frame.layout.next_row
        assert stars == ([] if row is None else [str(row + 1)])


@given(st.integers(0, 5), st.integers(0, 80), st.integers(1, 30), st.integers(1, 100))
def test_no_size_makes_it_fail(line: int, step: int, height: int, width: int) -> None:
    strip = STRIPS[line][2]
    stepper = Stepper(len(strip) - 1, min(step, len(strip) - 1))
    lines = picture(Show(strip, "a title", "Won."), stepper, Screen(width), height)
    assert len(lines) <= height


@pytest.mark.parametrize(("game", "deal", "strip"), STRIPS, ids=[str(game) for game, _ in LINES])
def test_where_there_is_room_the_moves_are_listed_with_the_last_in_brackets(
    game: Game, deal: Deal, strip: list[Frame]
) -> None:
    for step in range(len(strip)):
        text = " ".join(seen(strip, step, (80, 200)))
        for frame in strip:
            listed = f"{frame.number}. {frame.move or 'deal'}"
            assert (f"[{listed}]" if frame.number == step else f" {listed} ") in text
        frame = strip[step]
        text = " ".join(seen(strip, step, (24, 80)))
        assert f"[{frame.number}. {frame.move or 'deal'}]" in text


def test_a_number_being_typed_and_playing_are_shown() -> None:
    strip = STRIPS[0][2]
    assert seen(strip, 3, SIZES[0], typed="12")[-1] == "go to step 12_, then Enter"
    assert seen(strip, 3, SIZES[0], playing=True)[0].endswith(" step 3 of 51, playing")


def test_a_lost_line_is_marked_from_where_it_was_lost() -> None:
    show = Show(STRIPS[0][2], "the title", "", lost=11)
    headings = [picture(show, Stepper(51, step), Screen(), 24)[0] for step in range(52)]
    assert ["lost" in heading for heading in headings] == [False] * 11 + [True] * 41
    assert headings[11].endswith(" step 11 of 51, lost here")
    assert headings[12].endswith(" step 12 of 51, lost")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_keys_of_the_help_fit(size: tuple[int, int]) -> None:
    assert seen(STRIPS[0][2], 3, size, helping=True) == HELP.splitlines()


def test_colours_are_not_what_marks_a_card() -> None:
    strip = STRIPS[0][2]
    stepper = Stepper(51, 11)
    coloured = picture(Show(strip, "", ""), stepper, Screen(colour=True), 24)
    plain = picture(Show(strip, "", ""), stepper, Screen(), 24)
    assert coloured != plain
    assert [Text.from_ansi(line).plain for line in coloured] == plain


def test_a_title_in_wide_letters_keeps_the_number_of_the_step_in_sight() -> None:
    lines = picture(Show(STRIPS[0][2], "配" * 50, ""), Stepper(51), Screen(40), 12)
    assert lines[0].endswith(" step 0 of 51")
    assert cell_len(lines[0]) == 40


# --- A real terminal ------------------------------------------------------------------------------

NO_TERMIOS = """\
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name == "termios" else find(name)
"""
SHORT = ["accordion", "AC 3H AH"]
LONG = ["accordion", "--number", "1"]


class Terminal:
    """A terminal on which ``replay`` runs, and what is on its screen."""

    def __init__(
        self,
        *words: str,
        size: tuple[int, int] = (24, 80),
        stdin: str | None = None,
        site: str | None = None,
        folder: Path = Path(),
        **env: str,
    ) -> None:
        """``stdin`` comes from a pipe; ``site`` is run by Python first, and lies in ``folder``."""
        self.master, self.slave = os.openpty()
        self.resize(size)
        self.before = termios.tcgetattr(self.slave)
        self.screen = pyte.Screen(size[1], size[0])
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""

        def prepare() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)  # or Ctrl-C would send no signal

        if site is not None:
            (folder / "sitecustomize.py").write_text(site, encoding="utf-8")
            paths = [str(folder), os.environ.get("PYTHONPATH", "")]
            env["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        plain = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "solitaire_solver", "replay", *words],
            stdin=self.slave if stdin is None else subprocess.PIPE,
            stdout=self.slave,
            stderr=self.slave,
            env={**plain, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **env},
            start_new_session=True,
            preexec_fn=prepare,
        )
        if self.process.stdin is not None:
            self.process.stdin.write((stdin or "").encode())
            self.process.stdin.close()

    def resize(self, size: tuple[int, int]) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self) -> None:
        """Read what is sent; fail if nothing is for a minute."""
        assert select.select([self.master], [], [], 60)[0], self.text
        data = os.read(self.master, 65536)
        self.sent += data
        self.stream.feed(data)

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def until(self, *texts: str, without: str = "\0") -> None:
        """Wait until all these texts are on the screen."""
        while without in self.text or not all(text in self.text for text in texts):
            self.read()

    def end(self) -> int:
        """The exit status; the terminal is found as it was, its settings, screen and cursor."""
        while self.process.poll() is None:
            if select.select([self.master], [], [], 0.01)[0]:
                self.read()
        while select.select([self.master], [], [], 0)[0]:
            self.read()
        assert termios.tcgetattr(self.slave) == self.before
        assert self.sent.count(b"\x1b[?1049l") == self.sent.count(b"\x1b[?1049h")
        assert self.sent.count(b"\x1b[?25h") == self.sent.count(b"\x1b[?25l")
        return self.process.returncode

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def terminals() -> Iterator[Any]:
    """What makes terminals, which are closed in the end."""
    made: list[Terminal] = []

    def make(*words: str, **how: Any) -> Terminal:
        made.append(Terminal(*words, **how))
        return made[-1]

    yield make
    for terminal in made:
        terminal.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_key_does_what_the_help_says_at_every_size(terminals: Any, size: Any) -> None:
    terminal = terminals(*LONG, size=size)
    terminal.until(
        "step 0 of 51", "0. the deal", "next: 3♠ leaps onto 3♥", "<3♠>", "(3♥)", "q quits"
    )
    for keys, step in [
        (b"\x1b[C", 1),
        (b" ", 2),
        (b"\x1b[D", 1),
        (b"\x1b[B", 11),
        (b"\x1b[6~", 21),
        (b"\x1b[A", 11),
        (b"\x1b[5~", 1),
        (b"\x1b[F", 51),
        (b"\x1b[H", 0),
        (b"42\r", 42),
        (b"13\x7f\r", 1),
        (b"  \x1b[C\x1bOC", 5),
    ]:
        terminal.press(keys)
        terminal.until(f"step {step} of 51", f"{step}. ")
    terminal.press(b"3")
    terminal.until("go to step 3_")
    terminal.press(b"\x1b")
    terminal.until("step 5 of 51", without="go to step")
    terminal.press(b"?")
    terminal.until(*HELP.splitlines())
    terminal.press(b"?")
    terminal.until("step 5 of 51")
    terminal.press(b"p")
    terminal.until(" of 51, playing", without=" step 5 of")
    terminal.press(b"p")
    terminal.until(" of 51", without="playing")
    terminal.press(b"q")
    assert terminal.end() == 0


def test_the_screen_shows_the_cards_of_the_referee(terminals: Any) -> None:
    strip = STRIPS[0][2]
    terminal = terminals(*LONG)
    for step, frame in enumerate(strip):
        terminal.until(f"step {step} of 51", f"\n{step}. ")
        lines = terminal.text.splitlines()
        assert cards_in(table_in(lines, strip, step, 80)) == [
            str(card) for card in frame.layout.tops
        ]
        terminal.press(b" ")
    terminal.press(b"q")
    assert terminal.end() == 0


def test_it_plays_to_the_end_by_itself(terminals: Any) -> None:
    terminal = terminals(*SHORT)
    terminal.until("step 0 of 2")
    terminal.press(b"p")
    terminal.until("step 2 of 2", without="playing")
    assert b" step 1 of 2, playing" in terminal.sent
    terminal.press(b"\x1b")
    assert terminal.end() == 0


def test_a_terminal_that_is_resized_is_drawn_anew(terminals: Any) -> None:
    terminal = terminals(*LONG, size=(12, 40))
    terminal.until("  9♠  7♠  Q♥  4♠  A♣  8♥  Q♠  J♥  6♣\n")
    terminal.screen.resize(24, 80)
    terminal.resize((24, 80))
    terminal.until("6♣  5♥  7♦  J♣  3♦  7♥  Q♣  A♠ 10♣  5♣  2♥\n", "( ) its target")
    terminal.press(b"q")
    assert terminal.end() == 0


def test_after_a_resize_nothing_of_before_is_left(terminals: Any) -> None:
    terminal = terminals(*LONG, size=(4, 10))
    terminal.until("<3♠>")
    for step, size in enumerate([(12, 100), (30, 80), (12, 40), (24, 80), (12, 80)], 1):
        terminal.screen.resize(*size)
        terminal.resize(size)
        terminal.press(b" ")
        terminal.until(f" step {step} of 51")
        strip, stepper = STRIPS[0][2], Stepper(51, step)
        verdict = "Won: 51 moves, 1 pile left."
        expected = picture(Show(strip, "Accordion", verdict), stepper, Screen(size[1]), size[0])
        while terminal.text.rstrip() != "\n".join(line.rstrip() for line in expected):
            terminal.read()
    terminal.press(b"q")
    assert terminal.end() == 0


def test_ctrl_c_gives_the_terminal_back(terminals: Any) -> None:
    terminal = terminals(*LONG)
    terminal.until("step 0 of 51")
    terminal.press(b"\x03")
    assert terminal.end() == 130
    assert "solitaire-solver: interrupted" in terminal.text


def test_a_request_to_terminate_gives_the_terminal_back(terminals: Any) -> None:
    terminal = terminals(*LONG)
    terminal.until("step 0 of 51")
    terminal.process.terminate()
    assert terminal.end() == 143


def test_ctrl_backslash_gives_the_terminal_back(terminals: Any) -> None:
    terminal = terminals(*LONG)
    terminal.until("step 0 of 51")
    terminal.press(b"\x1c")
    assert terminal.end() == 131


def test_a_fault_gives_the_terminal_back(terminals: Any, tmp_path: Path) -> None:
    fault = (
        "from solitaire_solver.viewer import terminal\n"
        "def fail(self, key): raise RuntimeError('a fault')\n"
        "terminal.Stepper.press = fail\n"
    )
    terminal = terminals(*LONG, site=fault, folder=tmp_path)
    terminal.until("step 0 of 51")
    terminal.press(b" ")
    assert terminal.end() == 70
    assert b"RuntimeError: a fault" in terminal.sent


def test_ctrl_z_leaves_the_screen_and_comes_back_to_the_same_step(terminals: Any) -> None:
    terminal = terminals(*LONG)
    terminal.until("step 0 of 51")
    terminal.press(b"\x1b[B")
    terminal.until("step 10 of 51")
    terminal.press(b"\x1a")  # nobody could wake it up, so it is not stopped
    while terminal.sent.count(b"\x1b[?1049h") < 2:
        terminal.read()
    assert b"\x1b[?1049l" in terminal.sent
    terminal.press(b" ")
    terminal.until("step 11 of 51")
    terminal.press(b"q")
    assert terminal.end() == 0


def test_without_colour_nothing_is_coloured(terminals: Any) -> None:
    terminal = terminals(*SHORT, NO_COLOR="1")
    terminal.until("step 0 of 2", "<A♥>")
    terminal.press(b"q")
    assert terminal.end() == 0
    assert b"\x1b[31m" not in terminal.sent


def test_a_system_without_termios_gets_the_steps_printed(terminals: Any, tmp_path: Path) -> None:
    terminal = terminals(*SHORT, site=NO_TERMIOS, folder=tmp_path)
    assert terminal.end() == 0
    assert "2. AH>AC: A♥ slides onto A♣\n [A♥]" in terminal.text
    assert b"1049h" not in terminal.sent


def test_a_deal_from_a_pipe_leaves_the_keys_to_the_terminal(terminals: Any) -> None:
    terminal = terminals("accordion", "-", stdin="AC 3H AH  # from a pipe\n")
    terminal.until("Accordion: from a pipe ", "step 0 of 2")
    terminal.press(b" ")
    terminal.until("step 1 of 2")
    terminal.press(b"q")
    assert terminal.end() == 0


def test_the_heading_names_the_options_that_are_not_the_usual_ones(terminals: Any) -> None:
    terminal = terminals("decade", "--option", "stacks=2", "KH TH 5C 6D", "turn turn")
    terminal.until("Decade (stacks=2) ", "step 0 of 2", "*1: ")
    terminal.press(b"q")
    assert terminal.end() == 1


def test_a_dumb_terminal_gets_the_steps_printed(terminals: Any) -> None:
    terminal = terminals(*SHORT, TERM="dumb")
    assert terminal.end() == 0
    assert "\x1b" not in terminal.sent.decode()
    assert "2. AH>AC: A♥ slides onto A♣\n [A♥]" in terminal.text


def test_where_a_line_was_lost_is_marked(terminals: Any) -> None:
    terminal = terminals("accordion", "JC TC 2D TD 9C", "TD>2D TC>JC")
    terminal.until("step 0 of 2", "Lost with move 2 (TC>JC); 9C>JC would still have won.")
    terminal.press(b" ")
    terminal.until("step 1 of 2\n")
    terminal.press(b" ")
    terminal.until("step 2 of 2, lost here")
    terminal.press(b"q")
    assert terminal.end() == 1


def test_the_moves_before_an_illegal_one_can_be_looked_at(terminals: Any) -> None:
    terminal = terminals(*SHORT, "AH>3H 3H>AC")
    refusal = "move 2 (3H>AC): 3H is not on top of a pile, it lies under AH"
    terminal.until("step 0 of 1", f"Illegal: {refusal}.")
    terminal.press(b"q")
    assert terminal.end() == 2
    assert f"solitaire-solver: {refusal}".encode() in terminal.sent
