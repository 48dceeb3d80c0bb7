"""The referee: replays a line with piles of cards and refuses the first move that breaks a rule.

A solver's word for "won" is worth as much as its code is free of mistakes, and the same mistake in
the rules would make the solver and its own check agree. So this module states the rules a second
time, from the rule book, and shares nothing with the solver: it imports cards and errors, never a
game, a state encoding or the search. Where the solver keeps words of bits, here lie piles of
cards, and where it numbers moves, here they are read from the text a player would write.

A family of games has one generator, which plays the moves and shows the table before the first and
after each, one judge that counts, and a line in each table at the end.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import attrs

from solitaire_solver.cards import Card, check_pack
from solitaire_solver.errors import CardError, IllegalMoveError, OptionError


@attrs.frozen
class Replay:
    """What is left when a line has been played: all its ``steps`` were legal.

    ``remaining`` counts piles (Accordion) or cards (games that discard); ``won`` says whether
    the game is over and won, so a line may be legal and yet stop short.
    """

    steps: int
    remaining: int
    won: bool


@lru_cache(maxsize=4096)
def _read_accordion_move(text: str) -> tuple[Card, Card]:
    """The mover and the card it covers; an Accordion has 52 * 51 such moves."""
    mover, arrow, covered = text.partition(">")
    if not arrow:
        raise CardError("a move names two cards, as in 7H>7C")
    return Card.parse(mover), Card.parse(covered)


def _play_accordion(cards: Iterable[Card], moves: Iterable[object]) -> Iterator[list[list[Card]]]:
    """The row of piles, leftmost first and tops last, before the first and after each move.

    It is one list throughout, changed in place. ``tops`` mirrors the piles' last cards, as card
    indices, because finding a number in a list is quick.
    """
    piles = [[card] for card in cards]
    tops = [pile[-1].index for pile in piles]
    yield piles
    for number, move in enumerate(moves, 1):
        text = str(move)
        try:
            mover, covered = _read_accordion_move(text)
        except CardError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        try:
            place, target = tops.index(mover.index), tops.index(covered.index)
        except ValueError:
            reason = 
            raise IllegalMoveError(number, text, _why_hidden(piles, mover, covered)) from None
