"""``solitaire-solver hint``: what is known of every move that is legal now.

Loaded by the command line only when it is asked for.
"""

from __future__ import annotations

import json
from typing import Any

import attrs
import click

from solitaire_solver import Deal, Game, Limits, Outcome, display
from solitaire_solver import hint as hints_for
from solitaire_solver.cli import (
    STATUS,
    as_json,
    check_source,
    effort_options,
    game_with,
    number_options,
    one_deal,
    rule_options,
    status_line,
)
from solitaire_solver.search.hint import Hint
from solitaire_solver.search.strategies import Objective


@click.command("hint")
@click.argument("game")
@click.argument("deal", nargs=-1)
@click.option("--file", metavar="F", help="The first deal in a file.")
@number_options
@click.option(
    "--seconds",
    type=float,
    default=5,
    show_default=True,
    metavar="X",
    help="Stop after this time.",
)
@effort_options
@as_json
@rule_options
def hint(
    game: str,
    deal: tuple[str, ...],
    file: str | None,
    number: int | None,
    numbering: str | None,
    seconds: float,
    expansions: int | None,
    memory: str,
    objective: Objective,
    as_json: bool,
    options: dict[str, Any],
) -> int:
    """Say of every legal move whether it still wins, the best first.

    DEAL is a deal, or a position in mid-game with a bar between table and stock, as in
    "AC 3H | 10H"; with '-' it is the first one on standard input. Moves that win come first, by the
    length of the line that was found, then those that the limits leave undecided, then those proved
    lost. Limits hold for each move. Ctrl-C leaves the rest undecided.

    Exit status: 0 some move wins, or the game is won already; 1 all moves are proved lost, or there
    is none; 3 otherwise; 2 bad input.
    """
    check_source(bool(deal), file, number, numbering)
    rules = game_with(game, options)
    position, _ = one_deal(rules, deal, file, number, numbering)
    limits = Limits(seconds=seconds, expansions=expansions, memory=memory)
    with status_line(rules) as progress:
        found = hints_for(rules, position, None, limits, objective=objective, progress=progress)
    if as_json:
        about = {"game": rules.name, "options": rules.options(), "deal": str(position)}
        click.echo(json.dumps({**about, "hints": [_as_dict(each) for each in found]}))
    else:
        click.echo("\n".join(display.hints(rules, position, found)))
    return _status(rules, position, found)


def _status(game: Game, position: Deal, hints: tuple[Hint, ...]) -> int:
    if not hints:
        is_won = game.is_won(game.initial_state(position))
        return STATUS[Outcome.WON if is_won else Outcome.UNWINNABLE]
    return STATUS[hints[0].outcome]


def _as_dict(hint: Hint) -> dict[str, Any]:
    result = hint.result
    return {
        "move": str(hint.move),
        "outcome": hint.outcome.value,
        "remaining": hint.remaining,
        "remaining_is_minimum": hint.remaining_is_minimum,
        "line": [str(move) for move in hint.line],
        "proof": attrs.asdict(result.proof) if result and result.proof else None,
        "limit": result.limit if result else None,
    }
