"""Open Accordion by sweepers, the strategy that Rick Holzgrafe published for it.

What he says (the strategy guide and the rules of Solitaire Till Dawn): lay out all 52 cards; choose
several cards of one rank near the end of the row, near each other; these are the *sweepers*. Never
move another card onto a sweeper until the very end. Bring the sweepers together at the end of the
row, then move them towards its beginning, mopping up the cards on their way. In the end only
sweepers are left, and they go onto each other. He reports that it wins about one game in three and
that it needs careful thought.

      3D 9C . . . . . . 8S KH 8C 8D 4S 8H        the eights are sweepers
      . . . .  x  y  z  8S 8C 8D 8H              together at the end
         x y 8S 8C z 8D 8H                       mopping up
                       8S 8C 8D 8H               won: one slides onto the other

Each sweeper has another suit, so every other card matches one of them. Therefore only places count,
and what must not happen is that a card is left *behind* sweepers, where they cannot come any more.
So a row is judged by one number: **for each card that is no sweeper, how many sweepers lie to its
left**, summed up. It is 0 when all sweepers are together at the end, or only they are left.

Where the description is silent:

- *Which rank.* The one with the lowest number in the row as it was dealt; of equal ones the lowest
  rank. It is kept to the end. (In a deal that is no full pack, of the ranks with the most cards.)
- *Which move.* "Careful thought" is taken as a number of lines of play that the player keeps in
  mind. From each of them every move is tried that covers no sweeper; of the rows reached, the
  ``lines`` with the lowest number are kept. With one line that is a player who looks one move
  ahead. Equal rows are kept once; of rows judged alike, those reached by the move farthest to the
  right from the better line go first, since that is where the sweepers work.
- *The very end.* When only sweepers are left.

Nothing is looked at but the row, and nothing is ever searched to exhaustion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from solitaire_solver.cards import FULL_DECK
from solitaire_solver.claims.players import played
from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.games.accordion import Accordion
from solitaire_solver.search.limits import Meter
from solitaire_solver.search.result import Report
from solitaire_solver.search.strategies import Objective

Row = bytes  # the card numbers of the tops from left to right
Line = tuple[int, Any]  # the last move, as kernels write it, and the line before it or None

_MATCHES = [bytes([a.rank == b.rank or a.suit == b.suit for b in FULL_DECK]) for a in FULL_DECK]


def _lines_in_mind(_: object, field: Any, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 100_000:
        raise OptionError(f"{field.name} is a whole number from 1 to 100000, not {value!r}")


@attrs.frozen
class Sweepers:
    """The strategy of sweepers for open Accordion, by a player who keeps so many ``lines`` in mind.

    Takes time proportional to ``lines`` times the square of the cards.

    >>> from solitaire_solver import Deal, solve
    >>> deal = Deal.parse("9H QS 8D AH 8H KS 8C 8S 2S")
    >>> print(*solve(Accordion(), deal, Sweepers()).solution)
    2S>KS 8H>AH 2S>QS 8H>9H 8S>2S 8C>8D 8C>8S 8C>8H
    """

    lines: int = attrs.field(default=32, validator=_lines_in_mind)

    def run(self, game: Game, kernel: Any, meter: Meter, objective: Objective) -> Report:
        """Play to the end."""
        if not isinstance(game, Accordion) or game.dealt:
            raise OptionError(f"sweepers are a strategy for open Accordion, not for {game!r}")
        start = bytes(kernel.row())
        rank = _choice(start)
        best: dict[Row, tuple[int, Line | None]] = {start: (_behind(start, rank), None)}
        cut = None
        try:
            while True:
                row, (_, line) = next(iter(best.items()))
                if len(row) == 1 or not meter.spend(len(best), len(row), 0):
                    break
                found = self._after(best, rank)
                if not found:
                    break
                best = found
        except KeyboardInterrupt:
            cut = "interrupted"
        return played(_written(line), len(row), len(row) == 1, meter, cut or meter.cut)

    def _after(
        self, best: dict[Row, tuple[int, Line | None]], rank: int
    ) -> dict[Row, tuple[int, Line | None]]:
        """The best rows one move later, the best first, each with its number and its line."""
        found: dict[Row, tuple[int, Line | None]] = {}
        for row, (behind, line) in best.items():
            for place, target, after in _moves(row, behind, rank):
                next_row = row[:target] + row[place : place + 1] + row[target + 1 : place]
                next_row += row[place + 1 :]
                if next_row not in found:
                    found[next_row] = after, (row[place] << 6 | row[target], line)
        order = sorted(found.items(), key=lambda entry: entry[1][0])
        return dict(order[: self.lines])


def _choice(row: Row) -> int:
    """The rank of the sweepers, 0 for aces: most sweepers first, then fewest cards behind them."""
    count = Counter(card % 13 for card in row)
    return min(sorted(count), key=lambda rank: (-count[rank], _behind(row, rank)))


def _behind(row: Row, rank: int) -> int:
    """How many sweepers lie left of each card that is none, summed up.

    >>> from solitaire_solver.cards import parse_cards
    >>> _behind(bytes([card.index for card in parse_cards("3D 8S KH 8C 9D")]), rank=7)
    3
    """
    behind = sweepers = 0
    for card in row:
        if card % 13 == rank:
            sweepers += 1
        else:
            behind += sweepers
    return behind


def _moves(row: Row, behind: int, rank: int) -> Iterator[tuple[int, int, int]]:
    """The moves that the player considers, from right to left: mover, target, new number.

    The covered card no longer counts. A card that moves counts the sweepers left of the target
    from now on, as the covered one did; a sweeper that moves comes before those it leaps over.
    """
    are_sweepers = [card % 13 == rank for card in row]
    only_sweepers = all(are_sweepers)
    left_of = [0]
    for sweeper in are_sweepers:
        left_of.append(left_of[-1] + sweeper)
    for place in range(len(row) - 1, 0, -1):
        matches = _MATCHES[row[place]]
        for target in (place - 1, place - 3):
            if target < 0 or not matches[row[target]]:
                continue
            if are_sweepers[target]:
                if only_sweepers:
                    yield place, target, 0
            elif are_sweepers[place]:
                leapt = sum(not sweeper for sweeper in are_sweepers[target + 1 : place])
                yield place, target, behind - left_of[target] + leapt
            else:
                yield place, target, behind - left_of[place]


def _written(line: Line | None) -> list[int]:
    """The moves of a line, the first one first."""
    moves = []
    while line is not None:
        moves.append(line[0])
        line = line[1]
    return moves[::-1]
