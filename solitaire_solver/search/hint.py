"""What to play next, and where a line of play was lost.

A hint is the result of a search for the position after each legal move. So nothing is said here of
a position that ``solve`` does not say, and every line that wins is replayed from before the move.

**Where it was lost.** Of a position that can be won, all positions before it on a line can be won;
after one that is lost, all are lost. So the first lost position of a line is found by halving: a
line of n moves takes about log2 n searches. A position that stays undecided counts as not proved
lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game, moves_in
from solitaire_solver.search.limits import Limits, Progress
from solitaire_solver.search.result import Outcome, Result, check_win
from solitaire_solver.search.solve import check_request, solve
from solitaire_solver.search.strategies import Objective, Strategy

_BEST_TO_WORST = (Outcome.WON, Outcome.UNKNOWN, Outcome.UNWINNABLE)


@attrs.frozen
class Hint:
    """What is known of the position after a legal ``move``.

    ``outcome`` says whether it can still be won: WON, UNWINNABLE (proved lost) or UNKNOWN.
    ``line`` begins with the move and leads to ``remaining``, the fewest piles or cards reached;
    ``remaining_is_minimum`` says that no line through the move leaves fewer. ``result`` is that of
    the search, or None where none was needed, since the move ends the game or its line was known,
    or where none was made, since Ctrl-C was pressed before.
    """

    move: Any
    outcome: Outcome
    remaining: int
    remaining_is_minimum: bool
    line: tuple[Any, ...]
    result: Result | None = attrs.field(default=None, repr=False)


def hint(
    game: Game,
    deal: Any,
    strategy: Strategy | None = None,
    limits: Limits | None = None,
    *,
    objective: Objective = "win",
    known: str | Iterable[Any] = (),
    progress: Callable[[Progress], object] | None = None,
) -> tuple[Hint, ...]:
    """A ``Hint`` for every legal move in a deal or position, the best first.

    First come the moves that still win, those with the shortest line before others; then those
    undecided and then those proved lost, each with the fewest left first. Otherwise the order is
    that of the game. Empty if no move is legal.

    ``strategy`` and ``limits`` are those of ``solve`` and hold for each move; so does
    ``objective``, where ``"minimum"`` proves how few a lost move leaves. A line ``known`` to win
    from here saves the search for its first move; ``OptionError`` if it does not win, or for a game
    in plain Python without ``position``. Takes a search for each move. Ctrl-C ends them, and the
    moves not searched are undecided.

    >>> from solitaire_solver import Accordion, Deal
    >>> for found in hint(Accordion(), Deal.parse("JC TC 2D TD 9C")):
    ...     print(found.move, found.outcome, "by", *found.line)
    TD>2D won by TD>2D 9C>JC TC>9C TD>TC
    TC>JC unwinnable by TC>JC
    9C>TC unwinnable by 9C>TC
    """
    check_request(game, strategy, limits, objective)
    state = game.state_of(game.kernel(deal))
    line = _known(game, deal, state, moves_in(known))
    hints = []
    interrupted = False
    for move in game.moves(state):
        after = game.apply(state, move)
        if line and move == line[0]:
            hints.append(_sure(game, deal, move, line))
        elif game.is_won(after):
            hints.append(_sure(game, deal, move, (move,)))
        elif interrupted:
            left = game.remaining(after)
            hints.append(Hint(move, Outcome.UNKNOWN, left, False, (move,)))
        else:
            result = solve(
                game,
                game.position(after),
                strategy,
                limits,
                objective=objective,
                progress=progress,
            )
            interrupted = result.interrupted
            hints.append(_searched(game, deal, move, result))
    return tuple(sorted(hints, key=_rank))


def _known(game: Game, deal: Any, state: Any, line: list[Any]) -> tuple[Any, ...]:
    """The moves of a line that is known to win; none if none is known."""
    if line and not game.judge(deal, line).won:
        raise OptionError("the line that is known to win does not win")
    return tuple(_played(game, state, line)[0])


def _played(game: Game, state: Any, line: list[Any]) -> tuple[list[Any], list[Any]]:
    """The moves of a legal line, which may be texts, and the states before and after each."""
    moves, states = [], [state]
    for text in line:
        moves.append(game.find_move(states[-1], text))
        states.append(game.apply(states[-1], moves[-1]))
    return moves, states


def _sure(game: Game, deal: Any, move: Any, line: tuple[Any, ...]) -> Hint:
    return Hint(move, Outcome.WON, check_win(game, deal, line).remaining, True, line)


def _searched(game: Game, deal: Any, move: Any, result: Result) -> Hint:
    line = (move, *result.best_line)
    if result.outcome is Outcome.WON:
        check_win(game, deal, line)
    return Hint(move, result.outcome, result.remaining, result.remaining_is_minimum, line, result)


def _rank(hint: Hint) -> tuple[int, int]:
    left = len(hint.line) if hint.outcome is Outcome.WON else hint.remaining
    return _BEST_TO_WORST.index(hint.outcome), left


@attrs.frozen
class Loss:
    """Where a line of play was lost, if it was.

    ``outcome`` is what is known of the position at the end of the line. If that is UNWINNABLE,
    ``step`` numbers the move, from 1, after which the position is proved lost and before which it
    is not: that ``move``, and the outcome ``before`` it, WON or UNKNOWN; if WON, ``better`` is a
    line that would have won from there. ``step`` is 0 if the deal was lost from the beginning, and
    None if the line was not lost or that was not proved.
    """

    outcome: Outcome
    step: int | None = None
    move: Any = None
    before: Outcome | None = None
    better: tuple[Any, ...] | None = None


def where_lost(
    game: Game,
    deal: Any,
    moves: str | Iterable[Any],
    strategy: Strategy | None = None,
    limits: Limits | None = None,
) -> Loss:
    """Where a line that does not win was lost: after which move, or from the beginning, or nowhere.

    ``moves`` may be texts, or one text. ``IllegalMoveError`` names the first that is refused.
    ``limits`` hold for each search, of which there are about log2 of the number of moves; with them
    the move may be one after which the loss is proved, and not the one that lost.
    ``KeyboardInterrupt`` if Ctrl-C is pressed.

    >>> from solitaire_solver import Accordion, Deal
    >>> deal = Deal.parse("JC TC 2D TD 9C")
    >>> loss = where_lost(Accordion(), deal, ["TD>2D", "TC>JC"])
    >>> print(loss.step, loss.move, loss.before, "by", *loss.better)
    2 TC>JC won by 9C>JC TC>9C TD>TC
    >>> print(where_lost(Accordion(), deal, ["TD>2D"]).outcome)
    won
    """
    check_request(game, strategy, limits, "win")
    line = moves_in(moves)
    game.judge(deal, line)  # says which move is illegal
    played, states = _played(game, game.state_of(game.kernel(deal)), line)
    found: dict[int, tuple[Outcome, tuple[Any, ...] | None]] = {}

    def look(step: int) -> Outcome:
        if game.is_won(states[step]):
            found[step] = Outcome.WON, ()
        else:
            position = game.position(states[step]) if step else deal
            result = solve(game, position, strategy, limits)
            if result.interrupted:
                raise KeyboardInterrupt
            found[step] = result.outcome, result.solution
        return found[step][0]

    not_lost, lost = -1, len(line)
    outcome = look(lost)
    if outcome is not Outcome.UNWINNABLE:
        return Loss(outcome)
    while lost - not_lost > 1:
        middle = (not_lost + lost) // 2
        if look(middle) is Outcome.UNWINNABLE:
            lost = middle
        else:
            not_lost = middle
    if lost == 0:
        return Loss(outcome, 0)
    return Loss(outcome, lost, played[lost - 1], *found[not_lost])
