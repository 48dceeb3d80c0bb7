"""Decade with optional discards on one line, without a search: see ``decade_recurrence``."""

from typing import TYPE_CHECKING, Any

from solitaire_solver.errors import OptionError
from solitaire_solver.exact import ExactAnswer
from solitaire_solver.exact.decade_recurrence import Segments
from solitaire_solver.games.decade import TURN, Decade, DecadeMove
from solitaire_solver.games.decade_kernel import PIPS

if TYPE_CHECKING:
    from solitaire_solver.deals import Deal


def solve_exactly(game: Decade, deal: "Deal") -> ExactAnswer:
    """Whether a deal can be won, the fewest cards that can be left, and moves that leave them.

    For ``compulsory=False`` on one line that is no loop, with any sizes and totals; ``OptionError``
    for other games. What this cannot win, compulsory play cannot win either, since every line of
    compulsory play is one of optional play. Takes time proportional to the cube of the cards.

    >>> from solitaire_solver.deals import Deal
    >>> answer = solve_exactly(Decade(compulsory=False), Deal.parse("4H KS 5C 5D 6S 3C"))
    >>> answer.winnable, answer.remaining, " ".join(map(str, answer.line))
    (False, 1, 'turn KS+5C+5D turn 4H+6S')
    """
    if game.compulsory or game.loop or game.stacks > 1:
        raise OptionError("the recurrence is for optional discards on one line that is no loop")
    state = game.initial_state(deal)
    cards = state.stacks[0] + state.stock
    pips = bytes([card.index for card in cards]).translate(PIPS)
    segments = Segments(pips, game.min_group, game.longest, game.totals)
    line: list[Any] = []
    turned = len(state.stacks[0])
    for group in segments.division():
        while turned <= group[-1]:
            line.append(TURN)
            turned += 1
        line.append(DecadeMove(tuple([cards[place] for place in group])))
    remaining = segments.least_left
    return ExactAnswer(remaining == 0, remaining, tuple(line))
