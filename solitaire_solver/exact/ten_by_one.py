"""Ten By One answered by its theorem: one line played to its end decides a deal."""

from solitaire_solver.deals import Deal
from solitaire_solver.exact import ExactAnswer
from solitaire_solver.exact.ten_by_one_player import play
from solitaire_solver.games.discard import DISCARDS
from solitaire_solver.games.ten_by_one import TenByOne


def solve_exactly(game: TenByOne, deal: Deal) -> ExactAnswer:
    """The exact answer for a deal, in time proportional to its cards. The game has no options.

    >>> answer = solve_exactly(TenByOne(), Deal.parse("AS JC 9H TD 2C"))
    >>> print(answer.winnable, answer.remaining, *answer.line)
    False 1 AS+9H TD
    """
    left, removals = play([card.index for card in game.initial_state(deal)])
    return ExactAnswer(left == 0, left, tuple([DISCARDS[removal] for removal in removals]))
