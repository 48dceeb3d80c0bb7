"""The referee: replays a line with piles of cards and refuses the first move that breaks a rule.

A solver's word for "won" is worth as much as its code is free of mistakes, and the same mistake in
the rules would make the solver and its own check agree. So this package states the rules a second
time, from the rule book, and shares nothing with the solver: it imports cards and errors, never a
game, a state encoding or the search. Where the solver keeps words of bits, here lie piles of
cards, and where it numbers moves, here they are read from the text a player would write.

A family of games has one module: a generator that plays the moves and shows the table before the
first and after each, ``judge``, which counts, and ``layouts``, which shows.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import attrs

from solitaire_solver.cards import Card
from solitaire_solver.errors import OptionError
from solitaire_solver.referee import accordion, decade, royal_marriage, strict_accordion, ten_by_one
from solitaire_solver.referee.layout import Layout
from solitaire_solver.referee.replay import Replay

__all__ = ["JUDGES", "LAYOUTS", "Layout", "Replay", "judge", "layouts", "positions"]

_T = TypeVar("_T")

JUDGES: dict[str, Callable[..., Replay]] = {
    "accordion": accordion.judge,
    "strict-accordion": strict_accordion.judge,
    "royal-marriage": royal_marriage.judge,
    "ten-by-one": ten_by_one.judge,
    "decade": decade.judge,
}
LAYOUTS: dict[str, Callable[..., Iterator[Layout]]] = {
    "accordion": accordion.layouts,
    "strict-accordion": strict_accordion.layouts,
    "royal-marriage": royal_marriage.layouts,
    "ten-by-one": ten_by_one.layouts,
    "decade": decade.layouts,
}


def judge(family: str, cards: Iterable[Card], moves: Iterable[object], **options: Any) -> Replay:
    """Play ``moves``, whose ``str()`` is the written move, from the deal ``cards``.

    ``family`` names the rules, ``options`` their variant. ``IllegalMoveError`` names the first
    move that is refused, ``DealError`` is for cards that make no deal, ``OptionError`` for a family
    that has no judge.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge("accordion", parse_cards("AC 3H AH"), ["AH>3H", "AH>AC"])
    Replay(steps=2, remaining=1, won=True)
    """
    return _look_up(JUDGES, family)(cards, moves, **options)


def layouts(
    family: str, cards: Iterable[Card], moves: Iterable[object], **options: Any
) -> Iterator[Layout]:
    """What lies on the table before the first and after every move, for display.

    Errors are those of ``judge``, raised when the move they concern is reached.

    >>> from solitaire_solver.cards import parse_cards
    >>> *_, last = layouts("ten-by-one", parse_cards("AS JC 9H TD 2C"), ["TD", "AS+9H"])
    >>> print(*last.tops, "-", *last.discard)
    JC 2C - TD AS 9H
    """
    return _with_discard(_look_up(LAYOUTS, family)(cards, moves, **options))


def positions(
    family: str, cards: Iterable[Card], moves: Iterable[object], **options: Any
) -> Iterator[tuple[Card, ...]]:
    """The cards that lie open before the first and after every move, row by row.

    >>> from solitaire_solver.cards import parse_cards
    >>> for tops in positions("accordion", parse_cards("AC 3H AH"), ["AH>3H", "AH>AC"]):
    ...     print(*tops)
    AC 3H AH
    AC AH
    AH
    """
    return (layout.tops for layout in layouts(family, cards, moves, **options))


def _with_discard(table: Iterator[Layout]) -> Iterator[Layout]:
    """The layouts with the cards that were gone before each: those that lay there and do not."""
    discard: tuple[Card, ...] = ()
    before: list[Card] = []
    for layout in table:
        now = [card for row in layout.rows for pile in row for card in pile]
        kept = {*now, *layout.stock}
        discard += tuple([card for card in before if card not in kept])
        before = now
        yield attrs.evolve(layout, discard=discard)


def _look_up(table: dict[str, Callable[..., _T]], family: str) -> Callable[..., _T]:
    if family not in table:
        raise OptionError(f"no referee knows the game {family!r}, only {', '.join(table)}")
    return table[family]
