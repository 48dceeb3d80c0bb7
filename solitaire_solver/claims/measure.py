"""Measuring one reading of a claim: deals from consecutive seeds, decided and counted.

A ``Reading`` says which game, who plays and what counts as a win. Whoever plays is one of

    searched    the search, or a player, through ``solve_many``
    exactly     the recurrence or theorem of the game, without a search
    census      strict Accordion, which plays itself in compiled code
    agree       two ways of deciding a deal are compared; a "win" is that they agree

Each yields a ``Tally`` now and then; tallies add up. The work is shared by processes, and what is
counted does not depend on how many there are.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import attrs

from solitaire_solver.claims.players import PLAYED_OUT
from solitaire_solver.claims.verdicts import Published
from solitaire_solver.deals import Deal
from solitaire_solver.errors import OptionError
from solitaire_solver.exact import decade, royal_marriage, ten_by_one
from solitaire_solver.game import Game
from solitaire_solver.games.strict_accordion import StrictAccordion
from solitaire_solver.search.limits import Limits
from solitaire_solver.search.many import solve_many
from solitaire_solver.search.result import Outcome, Result
from solitaire_solver.search.solve import solve
from solitaire_solver.search.strategies import Strategy

#: Of each deal that is searched. A count, so that the same deals stay undecided everywhere.
LIMITS = Limits(expansions=5_000_000)


@attrs.frozen
class Tally:
    """Of so many ``deals`` these were ``won`` and these left ``unknown``.

    ``left`` is the sum of the piles or cards left, ``states`` that of the states expanded.
    """

    deals: int = 0
    won: int = 0
    unknown: int = 0
    left: int = 0
    states: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.deals + other.deals,
            self.won + other.won,
            self.unknown + other.unknown,
            self.left + other.left,
            self.states + other.states,
        )


Play = Callable[["Reading", range, int], Iterator[Tally]]


@attrs.frozen
class Reading:
    """One way to take a claim: ``text`` names it, ``game`` has the full options.

    ``play`` decides the deals: ``searched``, ``exactly``, ``census``, or a function of your own of
    the reading, its seeds and the number of processes, which yields a ``Tally`` now and then.

    The first ``size`` cards of each pack are dealt. A deal is won when at most ``goal`` piles or
    cards are left, or, with None, when the game says so. ``strategy`` is who plays, or searches.
    ``published`` is what the claim says of it, if it names a figure.
    """

    text: str
    game: Game
    play: Play
    published: Published | None = None
    size: int = 52
    goal: int | None = None
    strategy: Strategy | None = None

    def deal(self, seed: int) -> Deal:
        """The deal of a seed."""
        return Deal.from_seed(seed, self.size)


# --- By search, or by a player --------------------------------------------------------------------


def searched(reading: Reading, seeds: range, workers: int) -> Iterator[Tally]:
    """Let ``solve_many`` decide the deals, each within 5,000,000 expanded states.

    >>> from solitaire_solver import Accordion
    >>> reading = Reading("rows of 9", Accordion(), searched, size=9)
    >>> sum(searched(reading, range(1, 101), 1), Tally()).won
    4
    """
    results = solve_many(
        reading.game,
        map(reading.deal, seeds),
        reading.strategy,
        LIMITS,
        objective="win" if reading.goal is None else "minimum",
        workers=workers,
    )
    for result in results:
        yield _tally_of(result, reading.goal)


def _tally_of(result: Result, goal: int | None) -> Tally:
    """A player who is at the end of his line has lost; a search that was cut short has not."""
    if result.interrupted:
        return Tally()
    won = result.outcome is Outcome.WON
    lost = result.outcome is Outcome.UNWINNABLE or result.limit == PLAYED_OUT
    if goal is not None:
        won = won or result.remaining <= goal
        lost = not won and (result.remaining_is_minimum or result.limit == PLAYED_OUT)
    return Tally(1, won, not (won or lost), result.remaining, result.statistics.expanded)


# --- By parts, each in a call of its own ----------------------------------------------------------


def _in_parts(
    count: Callable[[Reading, range], Tally],
    size: int,
    reading: Reading,
    seeds: range,
    workers: int,
) -> Iterator[Tally]:
    parts = [seeds[start : start + size] for start in range(0, len(seeds), size)]
    if workers == 1:
        yield from map(partial(count, reading), parts)
        return
    with ProcessPoolExecutor(workers, initializer=_leave_ctrl_c_to_the_parent) as pool:
        yield from pool.map(partial(count, reading), parts)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def exactly(reading: Reading, seeds: range, workers: int) -> Iterator[Tally]:
    """Let the recurrence or theorem of the game decide the deals, without a search.

    ``OptionError`` for a game that has none.

    >>> from solitaire_solver import TenByOne
    >>> reading = Reading("the theorem", TenByOne(), exactly)
    >>> sum(exactly(reading, range(1, 101), 1), Tally()).won
    1
    """
    if reading.game.name not in _EXACT:
        raise OptionError(f"{reading.game.name} is not decided exactly, only {', '.join(_EXACT)}")
    return _in_parts(_count_exactly, 1_000, reading, seeds, workers)


_EXACT: dict[str, Callable[[Any, Deal], Any]] = {
    "royal-marriage": royal_marriage.solve_exactly,
    "decade": decade.solve_exactly,
    "ten-by-one": ten_by_one.solve_exactly,
}


def _count_exactly(reading: Reading, seeds: range) -> Tally:
    decide = _EXACT[reading.game.name]
    answers = [decide(reading.game, reading.deal(seed)) for seed in seeds]
    return Tally(
        deals=len(answers),
        won=sum(answer.winnable for answer in answers),
        left=sum(answer.remaining for answer in answers),
    )


def census(reading: Reading, seeds: range, workers: int) -> Iterator[Tally]:
    """Let strict Accordion play itself; ``goal`` is the most piles that count as a win.

    ``OptionError`` for another game.

    >>> from solitaire_solver import StrictAccordion
    >>> reading = Reading("five piles or fewer", StrictAccordion(), census, goal=5)
    >>> sum(census(reading, range(1, 10_001), 1), Tally()).won
    1481
    """
    if not isinstance(reading.game, StrictAccordion):
        raise OptionError(f"a census is of strict-accordion, not of {reading.game.name}")
    return _in_parts(_count_census, 100_000, reading, seeds, workers)


def _count_census(reading: Reading, seeds: range) -> Tally:
    game: Any = reading.game
    deals_left_with: list[int] = game.census(seeds)
    return Tally(
        deals=len(seeds),
        won=sum(deals_left_with[: (reading.goal or 1) + 1]),
        left=sum(piles * deals for piles, deals in enumerate(deals_left_with)),
    )


def agrees_with(
    other: Game | None, reading: Reading, seeds: range, workers: int
) -> Iterator[Tally]:
    """Decide each deal twice: by search, and by searching ``other`` or, with None, exactly.

    "Won" are the deals on which verdict and fewest left agree. A deal that either search leaves
    undecided is unknown.
    """
    return _in_parts(partial(_count_agreements, other), 100, reading, seeds, workers)


def _count_agreements(other: Game | None, reading: Reading, seeds: range) -> Tally:
    total = Tally()
    for seed in seeds:
        deal = reading.deal(seed)
        first = solve(reading.game, deal, reading.strategy, LIMITS, objective="minimum")
        if other is None:
            answer = _EXACT[reading.game.name](reading.game, deal)
            second, decided = (answer.winnable, answer.remaining), True
        else:
            result = solve(other, deal, reading.strategy, LIMITS, objective="minimum")
            second = result.outcome is Outcome.WON, result.remaining
            decided = result.remaining_is_minimum
        decided = decided and first.remaining_is_minimum
        agree = decided and second == (first.outcome is Outcome.WON, first.remaining)
        total += Tally(1, agree, not decided, second[1], first.statistics.expanded)
    return total
