"""How hard a deal is: easy, medium or hard, by what the solver had to do to win it.

Two counts are taken, and no time, so that a deal is as hard on one machine as on another:

- **effort**: the states that the default search expanded for each move of the line it found. At 1
  it never took back a move; at 5 it looked at four positions in vain for each that it used.
- **share**: how many of the legal first moves still win. Where a first move can lose, or be so bad
  that 20,000 states do not show a win, care is needed from the beginning.

A deal is *easy* if its effort is at most 1.5 and every first move wins; *hard* if its effort is
above 5 or fewer than three quarters of the first moves win; *medium* otherwise. The bounds are the
same for all games, and were chosen so that about a third of the packs of open Accordion fall in
each class. ``docs/deals.md`` says what shares they make of other games.
"""

from __future__ import annotations

from typing import Literal

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.search.hint import hint
from solitaire_solver.search.limits import Limits
from solitaire_solver.search.result import Outcome, Result

Difficulty = Literal["easy", "medium", "hard"]

EASY_EFFORT = 1.5
HARD_EFFORT = 5
HARD_SHARE = 0.75
FIRST_MOVE_EXPANSIONS = 20_000


def check_choices(game: Game) -> None:
    """Raise ``OptionError`` for a game in which nothing that a player decides matters."""
    if not game.choices_matter:
        raise OptionError(
            f"no deal of {game.name} is harder than another: every line of play ends alike"
        )


def difficulty_of(result: Result) -> Difficulty:
    """How hard the deal of a result is, which ``solve`` won with its default strategy.

    Searches for a win after each first move, unless the effort has decided already. ``OptionError``
    if the deal was not won, or for a game in which no choice matters; ``KeyboardInterrupt`` if
    Ctrl-C is pressed.

    >>> from solitaire_solver import Accordion, Deal, solve
    >>> [difficulty_of(solve(Accordion(), Deal.from_seed(seed))) for seed in (8, 2, 1)]
    ['easy', 'medium', 'hard']
    """
    check_choices(result.game)
    if result.solution is None:
        raise OptionError("only a deal that was won is easy or hard")
    effort = result.statistics.expanded / max(1, len(result.solution))
    if effort > HARD_EFFORT:
        return "hard"
    share = share_of_winning_moves(result)
    if share < HARD_SHARE:
        return "hard"
    return "easy" if effort <= EASY_EFFORT and share == 1 else "medium"


def share_of_winning_moves(result: Result) -> float:
    """The share of the legal first moves that are found to win, 0 to 1; 1 if there are none."""
    hints = hint(
        result.game,
        result.deal,
        limits=Limits(expansions=FIRST_MOVE_EXPANSIONS),
        known=result.solution or (),
    )
    undecided = [each.result for each in hints if each.outcome is Outcome.UNKNOWN]
    if any(search is None or search.interrupted for search in undecided):
        raise KeyboardInterrupt
    won = sum(each.outcome is Outcome.WON for each in hints)
    return won / len(hints) if hints else 1.0
