"""The command ``solitaire-solver``.

This module reads what was typed, calls the library and prints what ``display`` writes. A command
returns its exit status: what is wrong with the input is raised as it is in Python, and said in one
sentence by ``Commands``, which every error passes. rich is imported only where it is drawn with,
since it takes longer to load than most deals take to solve.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import os
import re
import sys
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs
import click

from solitaire_solver import (
    GAMES,
    AStar,
    Beam,
    Deal,
    DepthFirst,
    Game,
    IllegalMoveError,
    Limits,
    Outcome,
    Portfolio,
    Progress,
    Result,
    SolitaireError,
    __version__,
    display,
    engine_info,
    solve,
    solve_many,
    verify,
)
from solitaire_solver.deals import deal_texts
from solitaire_solver.errors import shortened
from solitaire_solver.game import moves_in
from solitaire_solver.games import ALIASES, PRESETS, game_named, make_game, preset_named
from solitaire_solver.search.difficulty import Difficulty, check_choices, difficulty_of
from solitaire_solver.search.strategies import Objective, Strategy

STRATEGIES: dict[str, Callable[..., Strategy]] = {
    "portfolio": Portfolio,
    "depth-first": DepthFirst,
    "beam": Beam,
    "astar": AStar,
}

#: Commands in modules of their own, which are loaded when they are called for.
LATE_COMMANDS = {
    "claims": "solitaire_solver.claims.commands",
    "hint": "solitaire_solver.hint_command",
    "replay": "solitaire_solver.viewer.commands",
    "survey": "solitaire_solver.survey.commands",
}
#: Which strategies have an option of this name.
STRATEGY_OPTIONS = {"width": ("beam",), "weight": ("astar",), "heuristic": ("beam", "astar")}

BAD_INPUT = 2
STATUS = {Outcome.WON: 0, Outcome.UNWINNABLE: 1, Outcome.UNKNOWN: 3}
INTERRUPTED = 130  # what a shell reports of a program that Ctrl-C ended
_BROKEN_PIPE = 141  # and of one whose reader went away
_FAULT = 70  # EX_SOFTWARE in sysexits.h
_BEST_TO_WORST = (0, 1, 3, 2)

#: How many states ``deal --winnable`` expands before it goes on to the next pack. A count and not a
#: time, so that the same seed deals the same packs on any machine.
DEALER_EXPANSIONS = 1_000_000
#: How many packs running it may find not won.
DEALER_PACKS = 10_000


class Commands(click.Group):
    """The commands, and the one place where an error becomes a sentence and an exit status."""

    def list_commands(self, context: click.Context) -> list[str]:
        """All commands, those not loaded yet too."""
        return sorted({*super().list_commands(context), *LATE_COMMANDS})

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of this name, loaded now if it is one that few need."""
        if name in LATE_COMMANDS:
            module: Any = importlib.import_module(LATE_COMMANDS[name])
            command: click.Command = getattr(module, name)
            return command
        return super().get_command(context, name)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its exit status."""
        sys.stdin = sys.stdin or open(os.devnull)  # closed by whoever started us  # noqa: SIM115
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
        except click.ClickException as error:
            message = display.printable(error.format_message())  # it may quote what was typed
            click.echo(f"solitaire-solver: {message}", err=True)
            status = BAD_INPUT
        except OSError as error:  # of click's own output: what commands print is seen to in invoke
            _discard_output()
            click.echo(f"solitaire-solver: input or output: {error.strerror}", err=True)
            status = BAD_INPUT
        except click.Abort:
            click.echo("solitaire-solver: interrupted", err=True)
            status = INTERRUPTED
        except Exception:  # a fault of ours, and Python's own 1 would say "proved unwinnable"
            traceback.print_exc()
            status = _FAULT
        sys.exit(status)

    def invoke(self, context: click.Context) -> Any:
        """Run a command; what is wrong with its input or output is said by ``main``."""
        try:
            return super().invoke(context)
        except SolitaireError as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:
            _discard_output()
            return _BROKEN_PIPE
        except OSError as error:
            if error.filename is None:
                _discard_output()
            place = "input or output" if error.filename is None else error.filename or "''"
            raise click.ClickException(f"{place}: {error.strerror}") from None


def _discard_output() -> None:
    """Give standard output a place to go, or Python complains once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message=f"%(prog)s %(version)s ({engine_info()})")
@click.pass_context
def main(context: click.Context) -> None:
    """Solve row patiences: a winning line that a referee accepts, or a proof that there is none.

    Exit status: 2 for bad input everywhere; the other values are those of each command.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# --- What is typed --------------------------------------------------------------------------------


def _read_options(_: object, __: object, texts: tuple[str, ...]) -> dict[str, Any]:
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise click.BadParameter(f"{shortened(text)!r} is not of the form name=value")
        options[name.replace("-", "_")] = _read_value(value)
    return options


def _read_value(text: str) -> bool | int | str:
    """True, false, a whole number or, failing these, the text itself."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text


rule_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_read_options,
    help="A rule option of the game; may be given several times. See the command 'games'.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")


def _together(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Several options as one decorator."""

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


#: ``number`` and ``numbering``, for ``read_deal``.
number_options = _together(
    click.option("--number", type=int, metavar="N", help="The full pack dealt by this number."),
    click.option(
        "--numbering",
        type=click.Choice(["seed", "pysol", "ms"]),
        show_default="seed",
        help="Whose number: our own (as the command 'deal' uses), PySolFC's or Microsoft's.",
    ),
)
#: ``strategy`` and what some strategies can be told, for ``strategy_with``.
strategy_options = _together(
    click.option(
        "--strategy",
        type=click.Choice(list(STRATEGIES)),
        default="portfolio",
        show_default=True,
        help="How to search.",
    ),
    click.option(
        "--width", type=int, metavar="N", help="Beam: how many states of a layer are kept."
    ),
    click.option("--weight", type=float, metavar="X", help="A*: how much the heuristic counts."),
    click.option(
        "--heuristic",
        type=click.Choice(["moves-left", "evaluation"]),
        help="Beam and A*: what leads the search.",
    ),
)
#: How far to search whatever the time: ``expansions``, ``memory`` and ``objective``.
effort_options = _together(
    click.option(
        "--expansions", type=int, metavar="N", help="Stop after expanding this many states."
    ),
    click.option(
        "--memory",
        default="1GiB",
        show_default=True,
        help="How large the table of states may become.",
    ),
    click.option(
        "--objective",
        type=click.Choice(["win", "minimum"]),
        default="win",
        show_default=True,
        help="With 'minimum', a deal that cannot be won is searched on for the fewest left.",
    ),
)
#: How to search: the strategy, ``seconds`` and the effort.
search_options = _together(
    strategy_options,
    click.option("--seconds", type=float, metavar="X", help="Stop after this time."),
    effort_options,
)


def game_with(name: str, options: dict[str, Any]) -> Game:
    """The game called ``name`` with the options that were typed."""
    return make_game(type(game_named(name)), options)


def strategy_with(name: str, threads: int = 1, **options: Any) -> Strategy:
    """The strategy of a name, with those of the options that were given and so many threads."""
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        if name not in STRATEGY_OPTIONS[option]:
            owners = " or ".join(STRATEGY_OPTIONS[option])
            raise click.UsageError(f"--{option} is for --strategy {owners}, not {name}")
    if threads > 1:
        return _threaded(name, threads)
    return STRATEGIES[name](**given)


def _threaded(strategy: str, workers: int) -> Strategy:
    """A strategy that searches one deal with several threads."""
    if strategy == "portfolio":
        return Portfolio(finish=attrs.evolve(Portfolio().finish, workers=workers))
    if strategy == "depth-first":
        return DepthFirst(workers=workers)
    raise click.UsageError(f"{strategy} searches one deal with one worker only")


def check_source(typed: bool, file: str | None, number: int | None, numbering: str | None) -> None:
    """Refuse a deal that comes from nowhere or from two places."""
    if typed + (file is not None) + (number is not None) != 1:
        raise click.UsageError("give one of DEAL, --file and --number")
    if numbering is not None and number is None:
        raise click.UsageError("--numbering says whose --number it is, and there is none")


def read_deal(words: tuple[str, ...], number: int | None, numbering: str | None) -> Deal:
    """The deal that was typed, or that has this number."""
    if number is None:
        return Deal.parse(" ".join(words))
    if numbering in (None, "seed"):
        return Deal.from_seed(number)
    return Deal.from_number(number, numbering)


def read_lines(path: str) -> contextlib.AbstractContextManager[Iterable[str]]:
    """The lines of a file or, for ``-``, of standard input; bytes that are no text are no card."""
    return click.open_file(path, encoding="utf-8", errors="replace")


def read_moves(words: tuple[str, ...], file: str | None = None) -> list[str]:
    """The moves that were typed or, for ``-`` or a file, are read; ``7H > 7C`` is one of them."""
    if file is not None or words == ("-",):
        with read_lines("-" if file is None else file) as lines:
            words = tuple([line.partition("#")[0] for line in lines])
    return moves_in(" ".join(words))


# --- solve ----------------------------------------------------------------------------------------


@main.command("solve")
@click.argument("game")
@click.argument("deal", nargs=-1)
@click.option("--file", metavar="F", help="Solve every deal in a file.")
@number_options
@search_options
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    metavar="N",
    help="Search one deal with N threads, or many deals with N processes.",
)
@as_json
@click.option(
    "--stats",
    is_flag=True,
    help="Say what took the time and, for one deal, print all counts.",
)
@rule_options
def solve_command(
    game: str,
    deal: tuple[str, ...],
    file: str | None,
    number: int | None,
    numbering: str | None,
    strategy: str,
    width: int | None,
    weight: float | None,
    heuristic: str | None,
    seconds: float | None,
    expansions: int | None,
    memory: str,
    objective: Objective,
    workers: int,
    as_json: bool,
    stats: bool,
    options: dict[str, Any],
) -> int:
    """Solve a deal: show a winning line, or prove that there is none.

    DEAL is the cards in the order they are turned, as in "AC 3H 10H", or a position in mid-game,
    with a bar between table and stock, as in "AC 3H | 10H". Solve many with --file, one deal a
    line, '#' before a comment; with DEAL '-' they are read from standard input. Each is answered on
    a line of its own, in order: outcome, piles or cards left, and the moves that lead there; with
    one worker before the next is read, with more some are read ahead. A deal that cannot be read
    gets its answer in its place: 'error:', or an object {"error": ...} with --json, and the next
    one is read. Limits hold for each deal. Ctrl-C ends the search, shows what was reached and
    stops.

    Exit status: 0 won, 1 proved unwinnable, 3 undecided, 2 bad input; for several deals the worst,
    where 2 is worse than 3, 3 than 1 and 1 than 0.
    """
    check_source(bool(deal), file, number, numbering)
    rules = game_with(game, options)
    many = file is not None or deal == ("-",)
    threads = 1 if many else workers
    how = strategy_with(strategy, threads, width=width, weight=weight, heuristic=heuristic)
    limits = Limits(seconds=seconds, expansions=expansions, memory=memory)

    def write(result: Result) -> str:
        if as_json:
            return json.dumps(result.to_dict())
        comment = f"  # {' '.join(display.explanation(result.statistics))}" if stats else ""
        return display.answer(result) + comment

    def write_error(error: SolitaireError) -> str:
        if as_json:
            return json.dumps({"error": str(error)})
        return f"error: {display.Screen.of(sys.stdout).text(str(error))}"

    try:
        if many:

            def decide(deals: Iterable[Deal]) -> Iterator[Result]:
                return solve_many(rules, deals, how, limits, objective=objective, workers=workers)

            return _answer("-" if file is None else file, rules, decide, write, write_error)
        one = read_deal(deal, number, numbering)
        with status_line(rules) as progress:
            result = solve(rules, one, how, limits, objective=objective, progress=progress)
    except KeyboardInterrupt:
        return STATUS[Outcome.UNKNOWN]
    if as_json:
        click.echo(write(result))
    else:
        _show(result, stats)
    return STATUS[result.outcome]


def _answer(
    path: str,
    game: Game,
    decide: Callable[[Iterable[Deal]], Iterator[Result]],
    write: Callable[[Result], str],
    write_error: Callable[[SolitaireError], str],
) -> int:
    """Answer each deal in order on a line of its own, and one that is none with what is wrong."""
    statuses = set()
    entries: deque[SolitaireError | None] = deque()  # those read and not yet answered

    def readable(lines: Iterable[str]) -> Iterator[Deal]:
        for place, text in texts_in(path, lines):
            try:
                deal = Deal.parse(text)
                game.initial_state(deal)  # says so if the game cannot be played with such a deal
            except SolitaireError as error:
                entries.append(error.inside(*place))
                answer_errors()
            else:
                entries.append(None)
                yield deal

    def answer_errors() -> None:
        while entries and (error := entries[0]) is not None:
            statuses.add(BAD_INPUT)
            click.echo(write_error(error))
            entries.popleft()

    try:
        with read_lines(path) as lines:
            for result in decide(readable(lines)):
                statuses.add(STATUS[result.outcome])
                click.echo(write(result))
                entries.popleft()
                answer_errors()
    except KeyboardInterrupt:
        statuses.add(STATUS[Outcome.UNKNOWN])
    if not statuses:
        raise SolitaireError("there is no deal in it", name_of(path))
    return max(statuses, key=_BEST_TO_WORST.index)


def texts_in(path: str, lines: Iterable[str]) -> Iterator[tuple[tuple[str, str], str]]:
    """The text of each deal, after its place: the name of the input, and the line.

    In a file a JSON object may run over several lines. On standard input each line stands alone, so
    that whoever waits for an answer gets one even to an object that does not end.
    """
    if path != "-":
        for number, text in deal_texts(lines):
            yield (path, f"line {number}"), text
        return
    for number, line in enumerate(lines, 1):
        for _, text in deal_texts([line]):
            yield (name_of(path), f"line {number}"), text


def one_deal(
    game: Game,
    words: tuple[str, ...],
    file: str | None,
    number: int | None,
    numbering: str | None,
) -> tuple[Deal, str]:
    """The deal that was typed, that has this number or that comes first in a file, and its title.

    For ``-`` the file is standard input.
    """
    if file is not None or words == ("-",):
        return _first_deal(game, "-" if file is None else file)
    return read_deal(words, number, numbering), ""


def _first_deal(game: Game, path: str) -> tuple[Deal, str]:
    """The first deal of a file or of standard input, and the comment behind it."""
    read: list[str] = []

    def noted(lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            read.append(line)
            yield line

    with read_lines(path) as lines:
        for place, text in texts_in(path, noted(lines)):
            try:
                deal = Deal.parse(text)
                game.initial_state(deal)  # says so if the game cannot be played with such a deal
            except SolitaireError as error:
                raise error.inside(*place) from None
            comment = re.search(r"(?:^[^{}#]*|})\s*#(.*)", read[-1])
            return deal, comment[1].strip() if comment else ""
    raise SolitaireError("there is no deal in it", name_of(path))


def name_of(path: str) -> str:
    """What an input is called in an error."""
    return "standard input" if path == "-" else path


def _show(result: Result, stats: bool) -> None:
    """Print one result for a person: every row, the verdict, and what it took."""
    screen = display.Screen.of(sys.stdout)
    texts = [*display.play(result.game, result.deal, result.best_line, screen), ""]
    texts.append(display.verdict(result))
    if stats:
        texts += [*display.explanation(result.statistics), ""]
        texts += display.all_counts(result.statistics)
    else:
        texts.append(display.counts(result.statistics))
    click.echo("\n".join(texts))


@contextlib.contextmanager
def status_line(game: Game) -> Iterator[Callable[[Progress], None] | None]:
    """What ``solve`` may report progress to: a line on a terminal, once a search takes long."""
    if not sys.stderr.isatty():
        yield None
        return
    with contextlib.ExitStack() as stack:
        status: Any = None

        def show(progress: Progress) -> None:
            nonlocal status
            if progress.seconds < 0.5:
                return
            if status is None:
                from rich.console import Console

                status = stack.enter_context(Console(stderr=True).status(""))
            status.update(display.progress(game, progress))

        yield show


# --- verify, deal, games --------------------------------------------------------------------------


@main.command("verify")
@click.argument("game")
@click.argument("deal")
@click.argument("moves", nargs=-1)
@click.option("--file", metavar="F", help="Read the moves from a file; '#' begins a comment.")
@as_json
@rule_options
def verify_command(
    game: str,
    deal: str,
    moves: tuple[str, ...],
    file: str | None,
    as_json: bool,
    options: dict[str, Any],
) -> int:
    """Let the referee replay MOVES from DEAL.

    Moves are set apart by spaces or commas and need quotes, as in "7H>7C 8S>8D": to a shell the
    '>' is its own. With MOVES '-' they are read from standard input.

    Exit status: 0 legal and won, 1 legal but not won, 2 an illegal move or bad input.
    """
    if bool(moves) + (file is not None) != 1:
        raise click.UsageError("give one of MOVES and --file")
    line = read_moves(moves, file)
    rules, cards = game_with(game, options), Deal.parse(deal)
    about = {"game": rules.name, "options": rules.options(), "deal": str(cards)}
    try:
        replay = verify(rules, cards, line)
    except IllegalMoveError as error:
        if not as_json:
            raise
        click.echo(json.dumps({**about, "legal": False, "won": False, "error": str(error)}))
        return BAD_INPUT
    if as_json:
        click.echo(json.dumps({**about, "legal": True, **attrs.asdict(replay)}))
    else:
        click.echo(display.judgement(rules, replay))
    return 0 if replay.won else 1


@main.command("deal")
@click.argument("game")
@click.option("--seed", type=int, metavar="N", help="The first seed; the next deal has the next.")
@click.option("--count", type=click.IntRange(min=1), default=1, metavar="K", help="How many deals.")
@click.option("--winnable", is_flag=True, help="Only deals that were solved first.")
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    help="Only deals that were solved and are so hard.",
)
@click.option("--size", type=int, default=52, metavar="N", help="How many cards of the pack.")
@as_json
@rule_options
def deal_command(
    game: str,
    seed: int | None,
    count: int,
    winnable: bool,
    difficulty: Difficulty | None,
    size: int,
    as_json: bool,
    options: dict[str, Any],
) -> int:
    """Deal shuffled packs, one a line, as 'solve GAME -' reads them.

    The same seed gives the same deals for ever. Without one a seed is drawn and told on standard
    error. With --winnable a pack that cannot be won, or was not within a million expanded states,
    is passed over and the next seed tried, at most ten thousand times running. With --difficulty a
    pack that is not as hard is passed over as well; docs/deals.md says how hardness is measured.
    """
    rules = game_with(game, options)
    if difficulty is not None:
        check_choices(rules)
    Deal.from_seed(0, size)  # says so if there is no such size, before a seed is told
    if seed is None:
        seed = int.from_bytes(os.urandom(4))
        click.echo(f"seed {seed}", err=True)
    deals = (Deal.from_seed(number, size) for number in itertools.count(seed))
    lost = 0
    for deal in deals:
        if count == 0:
            break
        rules.initial_state(deal)  # says so if the game cannot be played with such a deal
        if (winnable or difficulty) and not _is_wanted(rules, deal, difficulty):
            lost += 1
            if lost == DEALER_PACKS:
                wanted = f"won and {difficulty}" if difficulty else "won"
                raise SolitaireError(
                    f"none of the last {lost:,} packs was {wanted}; no more are tried"
                )
            continue
        lost = 0
        count -= 1
        click.echo(deal.to_json(rules.name) if as_json else str(deal))
    return 0


def _is_wanted(game: Game, deal: Deal, difficulty: Difficulty | None) -> bool:
    """Whether a deal is won and, if that is asked for, as hard as it should be."""
    result = solve(game, deal, limits=Limits(expansions=DEALER_EXPANSIONS))
    if result.interrupted:
        raise click.Abort
    if result.outcome is not Outcome.WON:
        return False
    return difficulty is None or difficulty_of(result) == difficulty


@main.command("games")
def games_command() -> int:
    """List the games, the names they answer to, their options and the pages with their rules.

    On a terminal a table, elsewhere one game a line, its columns set apart by tabs.
    """
    rows = [
        (
            name,
            ", ".join(alias for alias, game in ALIASES.items() if game == name),
            ", ".join(f"{option}={value}" for option, value in kind().options().items()),
            display.WORDINGS[name].summary,
            f"docs/games/{name.replace('-', '_')}.md",
        )
        for name, kind in GAMES.items()
    ]
    rows += [(name, "", "", display.PRESETS[name], "docs/games/judges.md") for name in PRESETS]
    if not sys.stdout.isatty():
        click.echo("\n".join(map("\t".join, rows)))
        return 0
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "other names", "options and defaults", "what it is")
    for row in rows:
        table.add_row(*(text or "none" for text in row[:-1]))
    table.caption = "The rules are in docs/games/, a page for each game."
    Console().print(table)
    return 0


@main.command("judge")
@click.argument("name")
def judge_command(name: str) -> int:
    """Answer the packs on standard input as the programming judge NAME, uva127 or uva246, does.

    These games play themselves. Formats are the judges', byte for byte; see docs/games/judges.md.
    """
    answers = preset_named(name)
    with read_lines("-") as lines:
        for answer in answers(lines):
            click.echo(answer)
    return 0
