"""``solitaire-solver replay``: look at a line. Loaded only when it is asked for."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from typing import Any

import attrs
import click

from solitaire_solver import (
    Deal,
    Game,
    IllegalMoveError,
    Limits,
    display,
    solve,
    verify,
    where_lost,
)
from solitaire_solver.cli import (
    STATUS,
    check_source,
    game_with,
    number_options,
    one_deal,
    read_moves,
    rule_options,
    search_options,
    status_line,
    strategy_with,
)
from solitaire_solver.search.hint import Loss
from solitaire_solver.search.strategies import Objective, Strategy
from solitaire_solver.viewer.frames import frames
from solitaire_solver.viewer.page import page

NOT_WON = 1
#: How long each search for the move that lost may take, unless --seconds says so.
HINT_SECONDS = 1.0


@attrs.frozen
class _Line:
    """What is looked at: moves that are legal, and what is said of them.

    ``refusal`` is of the move after them, if that is illegal; ``loss`` says where they lost.
    """

    moves: list[str]
    verdict: str
    status: int
    refusal: IllegalMoveError | None = None
    loss: Loss | None = None

    @property
    def in_full(self) -> str:
        """The verdict, and where the line was lost."""
        return f"{self.verdict}\n{display.loss(self.loss)}" if self.loss else self.verdict


@click.command("replay")
@click.argument("game")
@click.argument("words", nargs=-1, metavar="[DEAL] [MOVES]...")
@click.option("--file", metavar="F", help="The first deal in a file; '#' begins its title.")
@number_options
@click.option("--html", metavar="FILE", help="Write a page for a browser instead.")
@click.option(
    "--hints/--no-hints",
    default=True,
    show_default=True,
    help="Search for the move with which MOVES that do not win were lost.",
)
@search_options
@rule_options
def replay(
    game: str,
    words: tuple[str, ...],
    file: str | None,
    number: int | None,
    numbering: str | None,
    html: str | None,
    hints: bool,
    strategy: str,
    width: int | None,
    weight: float | None,
    heuristic: str | None,
    seconds: float | None,
    expansions: int | None,
    memory: str,
    objective: Objective,
    options: dict[str, Any],
) -> int:
    """Look at a line step by step: MOVES from DEAL or, without MOVES, what solving the deal gives.

    DEAL and MOVES are written as for 'verify', each in quotes; with '-' one of them is read from
    standard input. After --file or --number no DEAL is given. On a terminal the arrow keys step
    through the line, and '?' shows all keys; elsewhere every step is printed. Of a line with an
    illegal move the moves before it are shown, but no page is written. Of one that does not win it
    is said where it was lost, as far as a second for each of a few searches shows that, or
    --seconds.

    Exit status: 0 won, 1 proved unwinnable or MOVES are legal and do not win, 3 undecided, 2 an
    illegal move or bad input.
    """
    has_deal = file is None and number is None
    check_source(has_deal and bool(words), file, number, numbering)
    typed, moves = (words[:1], words[1:]) if has_deal else ((), words)
    if typed == moves == ("-",):
        raise click.UsageError("standard input holds DEAL or MOVES, not both")
    how = strategy_with(strategy, width=width, weight=weight, heuristic=heuristic)
    limits = Limits(seconds=seconds, expansions=expansions, memory=memory)
    rules = game_with(game, options)
    deal, title = one_deal(rules, typed, file, number, numbering)
    if moves:
        line = _judged(rules, deal, read_moves(moves))
        if line.status == NOT_WON and hints:
            limits = attrs.evolve(limits, seconds=seconds or HINT_SECONDS)
            line = attrs.evolve(line, loss=_loss(rules, deal, line.moves, how, limits))
    else:
        with status_line(rules) as progress:
            result = solve(rules, deal, how, limits, objective=objective, progress=progress)
        moves = tuple(map(str, result.best_line))
        verdict = display.verdict(result, advise=html is None)
        line = _Line(list(moves), verdict, STATUS[result.outcome])
    if html is None:
        _show(rules, deal, line, title)
    if line.refusal is not None:
        raise line.refusal
    if html is not None:
        text = page(rules, deal, line.moves, title or None, line.in_full)
        with open(html, "w", encoding="utf-8") as file_of_page:
            file_of_page.write(text)
        click.echo(line.in_full)
    return line.status


def _judged(game: Game, deal: Deal, moves: list[str]) -> _Line:
    """What the referee says of a line."""
    try:
        judged = verify(game, deal, moves)
    except IllegalMoveError as error:
        said = display.printable(f"Illegal: {error}.")
        return _Line(moves[: error.number - 1], said, 2, error)
    return _Line(moves, display.judgement(game, judged), 0 if judged.won else NOT_WON)


def _loss(game: Game, deal: Deal, moves: list[str], how: Strategy, limits: Limits) -> Loss | None:
    """Where a line was lost; None if Ctrl-C was pressed before that was known."""
    with contextlib.ExitStack() as stack:
        if sys.stderr.isatty():
            from rich.console import Console

            words = "looking for the move that lost; Ctrl-C goes on without"
            stack.enter_context(Console(stderr=True).status(words))
        with contextlib.suppress(KeyboardInterrupt):
            return where_lost(game, deal, moves, how, limits)
    return None


def _show(game: Game, deal: Deal, line: _Line, title: str) -> None:
    """Step through the line on a terminal; print it elsewhere."""
    screen = display.Screen.of(sys.stdout)
    title = screen.text(title)
    keyboard = _keyboard() if sys.stdout.isatty() and os.environ.get("TERM") != "dumb" else None
    if keyboard is None:
        texts = [title] if title else []
        texts += [line.verdict, "", *display.play(game, deal, line.moves, screen)]
        texts += ["", display.loss(line.loss)] if line.loss else []
        click.echo("\n".join(texts))
        return
    from solitaire_solver.viewer.terminal import Show, step_through

    strip = list(frames(game, deal, line.moves, screen.card))
    heading = display.game_name(game) + (f": {title}" if title else "")
    lost = line.loss.step if line.loss else None
    step_through(Show(strip, heading, line.in_full, lost), screen, keyboard)


def _keyboard() -> int | None:
    """Where keys are pressed: standard input or, if that is a pipe, the terminal of the process.

    None where there is no such thing, or where keys cannot be read one by one, as on Windows.
    """
    if importlib.util.find_spec("termios") is None:
        return None
    if sys.stdin.isatty():
        return sys.stdin.fileno()
    with contextlib.suppress(OSError):
        return os.open("/dev/tty", os.O_RDONLY)
    return None
