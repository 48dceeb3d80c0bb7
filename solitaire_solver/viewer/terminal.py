"""Step through a line on a terminal, with keys.

Three parts that know nothing of one another, so that each can be tested alone: ``keys_in`` makes
keys of the bytes that a terminal sends, ``Stepper`` knows what a key does, and ``picture`` draws.
``step_through`` joins them, and gives the terminal back as it was, whatever ends it.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import termios
import textwrap
import tty
from collections.abc import Iterator, Sequence

import attrs
from rich.cells import set_cell_size
from rich.console import Console, Group
from rich.control import Control
from rich.text import Text

from solitaire_solver.display import Screen, headline
from solitaire_solver.viewer.frames import Frame

PLAY_SECONDS = 0.7  # a step when it plays by itself
_RESIZE_SECONDS = 0.2  # how often the size of the terminal is looked at
_ESCAPE_SECONDS = 0.1  # how long the rest of a key may take to arrive
_ENDINGS = (signal.SIGTERM, signal.SIGQUIT)  # a request to terminate, and Ctrl-\\

HELP = """\
q, Esc           quit
right, space     the next step
left             one step back
down, page down  ten steps on
up, page up      ten steps back
home, end        first step, last step
0 to 9, Enter    go to the step so typed
p                play, and pause
?                these keys, and back
[7H]  came with the last move
<7H>  moves or goes next
(7H)  is covered next, or catches"""
_FOOT = "arrows step, p plays, ? keys, q quits"
_LEGEND = "[ ] came  < > goes next  ( ) its target"


# --- Keys -----------------------------------------------------------------------------------------

_ESCAPE = b"\x1b"
_KEY = re.compile(
    rb"\x1b[\[O](?P<number>[0-9]*)[0-9;]*(?P<letter>[@-~])|(?P<start>\x1b(?:[\[O][0-9;]*)?\Z)|(?s:.)"
)
_LETTERS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left", b"H": "home", b"F": "end"}
_NUMBERS = {b"1": "home", b"4": "end", b"5": "up", b"6": "down", b"7": "home", b"8": "end"}
_BYTES = {
    _ESCAPE: "escape",
    b" ": "right",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\b": "backspace",
    b"\x1a": "suspend",
}


def keys_in(sent: bytes) -> tuple[list[str], bytes]:
    """The keys in what a terminal sent, and the start of one of which the rest is to come.

    A key is a letter or digit as it is, or a name. Keys that do the same have one name.

    >>> keys_in(b"12\\r\\x1b[C\\x1b[6~\\x1b[")
    (['1', '2', 'enter', 'right', 'down'], b'\\x1b[')
    """
    keys = []
    start = b""
    for match in _KEY.finditer(sent):
        if match["start"]:
            start = match["start"]
        elif match["letter"] == b"~":
            keys.append(_NUMBERS.get(match["number"]))
        elif match["letter"]:
            keys.append(_LETTERS.get(match["letter"]))
        else:
            keys.append(_BYTES.get(match[0]) or match[0].decode("ascii", "ignore"))
    return [key for key in keys if key], start


@attrs.define
class Stepper:
    """What is looked at: a ``step`` from 0 to ``last``, and what keys make of it.

    >>> stepper = Stepper(last=51)
    >>> for key in ["right", "down", "4", "2", "enter"]:
    ...     stepper.press(key)
    >>> stepper.step
    42
    """

    last: int
    step: int = 0
    typed: str = ""
    playing: bool = False
    helping: bool = False
    done: bool = False

    def press(self, key: str) -> None:
        """Do what a key does. Any key pauses, puts the help away and ends a number."""
        before = attrs.evolve(self)
        self.typed, self.playing, self.helping = "", False, False
        if key == "q" or (key == "escape" and not before.typed and not before.helping):
            self.done = True
        elif before.helping:
            pass
        elif key == "?":
            self.helping = True
        elif key == "p" and not before.playing and self.last:
            self.playing = True
            self.step %= self.last
        elif key.isdecimal():
            self.typed = (before.typed + key)[-len(str(self.last)) :]
        elif key == "backspace":
            self.typed = before.typed[:-1]
        elif key == "enter" and before.typed:
            self._go_to(int(before.typed))
        elif key in _STRIDES:
            self._go_to(self.step + _STRIDES[key])
        elif key in ("home", "end"):
            self._go_to(0 if key == "home" else self.last)

    def tick(self) -> None:
        """Go on by itself, to the last step."""
        self.step += 1
        self.playing = self.step < self.last

    def _go_to(self, step: int) -> None:
        self.step = max(0, min(step, self.last))


_STRIDES = {"left": -1, "right": 1, "up": -10, "down": 10}


# --- What is seen ---------------------------------------------------------------------------------


@attrs.frozen
class Show:
    """What is shown: the frames of a line, a title, and what is said of the line.

    From the step ``lost`` on, if there is one, the game is proved lost.
    """

    strip: Sequence[Frame]
    title: str
    verdict: str
    lost: int | None = None

    def place(self, stepper: Stepper) -> str:
        """Which step is seen, and what there is to know about it."""
        lost = "" if self.lost is None or stepper.step < self.lost else ", lost"
        here = " here" if lost and stepper.step == self.lost else ""
        playing = ", playing" if stepper.playing else ""
        return f" step {stepper.step} of {stepper.last}{lost}{here}{playing}"


def picture(show: Show, stepper: Stepper, screen: Screen, height: int) -> list[str]:
    """The lines of a screen of so many columns and lines, from top to bottom.

    Where there are too few, what matters least is left out, and of the table what is far from the
    next move; the cards of that are left out last. Where there are more, the moves are listed.
    """

    def wrapped(text: str) -> list[str]:
        return [part for line in text.splitlines() for part in textwrap.wrap(line, screen.width)]

    if stepper.helping:
        lines = HELP.splitlines()
        if max(map(len, lines)) > screen.width:
            lines = wrapped(re.sub("  +", ": ", HELP))
        return lines[:height]

    frame, *rest = show.strip[stepper.step : stepper.step + 2]
    place = show.place(stepper)
    heading = set_cell_size(show.title, max(0, screen.width - len(place))) + place
    foot = f"go to step {stepper.typed}_, then Enter" if stepper.typed else _FOOT
    above = [  # each with a rank: the highest are left out first
        (1, [heading]),
        (5, wrapped(show.verdict)),
        (7, [""]),
        (2, wrapped(headline(frame))),
        (3, wrapped(f"next: {rest[0].words}" if rest else "the line ends here")),
        (7, [""]),
    ]
    below = [(6, ["", *wrapped(_LEGEND)]), (4, wrapped(foot))]
    table, marked = _table(frame, screen)
    for most in range(7, -1, -1):
        top = [line for rank, lines in above if rank <= most for line in lines]
        bottom = [line for rank, lines in below if rank <= most for line in lines]
        room = max(0, height - len(top) - len(bottom))
        if room >= (len(table) if most > 3 else len(marked)):
            break
    middle = _around(table, marked[len(marked) // 2], room)
    if room - len(middle) > 2:
        moves, current = _moves(show.strip, stepper.step, screen.width)
        middle += ["", *_around(moves, current, room - len(middle) - 1)]
    return [*top, *middle, *[""] * (room - len(middle)), *bottom][:height]


def _table(frame: Frame, screen: Screen) -> tuple[list[str], range]:
    """The lines of the table, and which of them have the next move or else what came last."""
    brackets = [(frame.changed, "[]"), (frame.targets, "()"), (frame.movers, "<>")]
    marks = {card: mark for cards, mark in brackets for card in cards}
    plain = list(attrs.evolve(screen, colour=False).table(frame.layout, marks))
    moving = [at for at, line in enumerate(plain) if "<" in line or "(" in line]
    marked = moving or [at for at, line in enumerate(plain) if "[" in line] or [0]
    return list(screen.table(frame.layout, marks)), range(marked[0], marked[-1] + 1)


def _moves(strip: Sequence[Frame], step: int, width: int) -> tuple[list[str], int]:
    """The moves in columns, that of the step in brackets, and the line where it stands."""
    texts = [f" {frame.number}. {frame.move or 'deal'} " for frame in strip]
    texts[step] = f"[{texts[step][1:-1]}]"
    column = max(map(len, texts))
    count = max(1, width // column)
    padded = [f"{text:{column}}" for text in texts]
    lines = ["".join(padded[at : at + count]) for at in range(0, len(padded), count)]
    return lines, step // count


def _around(lines: list[str], place: int, room: int) -> list[str]:
    """So many of the lines, with the one at this place among them."""
    first = max(0, min(place - room // 2, len(lines) - room))
    return lines[first : first + room]


# --- The terminal ---------------------------------------------------------------------------------


def step_through(show: Show, screen: Screen, keyboard: int) -> None:
    """Show a line on standard output until the user quits.

    Keys are read from the terminal that is open as file ``keyboard``. Ctrl-C raises
    ``KeyboardInterrupt`` as ever, and SIGTERM and Ctrl-\\ leave by ``SystemExit``.
    """
    console = Console(file=sys.stdout)
    stepper = Stepper(len(show.strip) - 1)
    while not stepper.done:
        with _listening(keyboard), console.screen() as page:
            drawn = None
            suspended = False
            while not (stepper.done or suspended):
                size, state = console.size, attrs.astuple(stepper)
                if drawn != (size, state):
                    drawn = size, state
                    sized = attrs.evolve(screen, width=size.width)
                    texts = [
                        Text.from_ansi(line, no_wrap=True, overflow="crop")
                        for line in picture(show, stepper, sized, size.height)
                    ]
                    console.control(Control.home())  # over whatever a resize left there
                    page.update(Group(*texts))
                keys = _pressed(keyboard, PLAY_SECONDS if stepper.playing else _RESIZE_SECONDS)
                for key in keys:
                    stepper.press(key)
                suspended = "suspend" in keys
                if stepper.playing and not keys:
                    stepper.tick()
        if suspended:
            os.kill(0, signal.SIGTSTP)  # and here it goes on when the user is back


def _pressed(keyboard: int, seconds: float) -> list[str]:
    """The keys that are pressed within this time; ``q`` if the terminal is gone."""
    sent = b""
    while select.select([keyboard], [], [], seconds)[0]:
        more = os.read(keyboard, 1024)
        if not more:
            return ["q"]
        sent += more
        keys, start = keys_in(sent)
        if not start:
            return keys
        seconds = _ESCAPE_SECONDS
    keys, start = keys_in(sent)
    return [*keys, "escape"] if start == _ESCAPE else keys


@contextlib.contextmanager
def _listening(keyboard: int) -> Iterator[None]:
    """The keyboard sends each key at once, until this ends, even if a signal ends it."""

    def leave(number: int, _: object) -> None:
        raise SystemExit(128 + number)  # what a shell reports of a program that it ended

    before = termios.tcgetattr(keyboard)
    defaults = {number: signal.signal(number, leave) for number in _ENDINGS}
    try:
        tty.setcbreak(keyboard)
        now = termios.tcgetattr(keyboard)
        now[6][termios.VSUSP] = b"\0"  # Ctrl-Z is sent as a key, to leave the screen first
        termios.tcsetattr(keyboard, termios.TCSANOW, now)
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
        for number, default in defaults.items():
            signal.signal(number, default)
