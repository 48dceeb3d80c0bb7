"""Royal Marriage answered by its recurrence: verdict, least cards left and a line, no search."""

from solitaire_solver.deals import Deal
from solitaire_solver.errors import OptionError
from solitaire_solver.exact import ExactAnswer
from solitaire_solver.exact.royal_marriage_recurrence import Recurrence
from solitaire_solver.games.discard import DISCARDS
from solitaire_solver.games.royal_marriage import RoyalMarriage


def solve_exactly(game: RoyalMarriage, deal: Deal) -> ExactAnswer:
    """The exact answer for a deal, in time proportional to the square of its cards.

    ``long_runs`` makes no difference to it: long runs can go by one and two cards as well.
    ``OptionError`` for forced play, which leaves nothing to decide: ``solve`` plays it.

    >>> answer = solve_exactly(RoyalMarriage(), Deal.parse("QH 5C 6D 5S KH"))
    >>> print(answer.winnable, answer.remaining, *answer.line)
    True 2 6D 5C+5S
    """
    if game.forced:
        raise OptionError("forced play leaves nothing to decide; solve() plays it")
    recurrence = Recurrence([card.index for card in game.initial_state(deal)])
    line = tuple([DISCARDS[removal] for removal in recurrence.line()])
    return ExactAnswer(recurrence.least == 2, recurrence.least, line)
