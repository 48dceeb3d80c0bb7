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
from typing import Any, TypeVar

import attrs

from solitaire_solver.cards import Card, check_pack
from solitaire_solver.errors import IllegalMoveError, OptionError, SolitaireError

_T = TypeVar("_T")


@attrs.frozen
class Replay:
    """What is left when a line has been played: all its ``steps`` were legal.

    ``remaining`` counts piles (Accordion) or cards (games that discard); ``won`` says whether
    the game is over and won, so a line may be legal and yet stop short.
    """

    steps: int
    remaining: int
    won: bool


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


def positions(
    family: str, cards: Iterable[Card], moves: Iterable[object], **options: Any
) -> Iterator[tuple[Card, ...]]:
    """The cards that lie open before the first and after every move, left to right, for display.

    Errors are those of ``judge``, raised when the move they concern is reached.

    >>> from solitaire_solver.cards import parse_cards
    >>> for tops in positions("accordion", parse_cards("AC 3H AH"), ["AH>3H", "AH>AC"]):
    ...     print(*tops)
    AC 3H AH
    AC AH
    AH
    """
    return _look_up(POSITIONS, family)(cards, moves, **options)


def _look_up(table: dict[str, Callable[..., _T]], family: str) -> Callable[..., _T]:
    if family not in table:
        raise OptionError(f"no referee knows the game {family!r}, only {', '.join(table)}")
    return table[family]


# --- Accordion: one row of piles ------------------------------------------------------------------


def judge_accordion(cards: Iterable[Card], moves: Iterable[object]) -> Replay:
    """Play an Accordion line, each move written ``7H>7C``: a pile's top, then the top it covers.

    A pile moves onto the pile 1 or 3 places to its left if the tops share rank or suit, and the
    row closes up. Won with one pile left. Card spellings are those of ``Card.parse``, and spaces
    round the ``>`` do not matter. Takes time proportional to moves times piles.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge_accordion(parse_cards("AC 3H AH 2S"), ["AH > 3H", "a♥>a♣"])
    Replay(steps=2, remaining=2, won=False)
    >>> judge_accordion(parse_cards("AC 3H AH 2S"), ["AH>AC"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (AH>AC): AH stands 2 places right of AC; a \
pile moves 1 or 3 places
    """
    table = _play_accordion(cards, moves)
    piles = next(table)
    steps = sum(1 for _ in table)
    return Replay(steps, remaining=len(piles), won=len(piles) == 1)


def accordion_positions(
    cards: Iterable[Card], moves: Iterable[object]
) -> Iterator[tuple[Card, ...]]:
    """The tops of the piles before the first and after every move of an Accordion line."""
    for piles in _play_accordion(cards, moves):
        yield tuple([pile[-1] for pile in piles])


def _play_accordion(cards: Iterable[Card], moves: Iterable[object]) -> Iterator[list[list[Card]]]:
    """The row of piles, each from its bottom to its top, before the first and after every move.

    It is one list throughout, changed in place. ``tops`` mirrors the last card of each pile, one
    byte each, since a byte is found quickly among bytes.
    """
    pack = list(cards)
    check_pack(pack)
    piles = [[card] for card in pack]
    tops = bytearray([card.index for card in pack])
    yield piles
    for number, move in enumerate(moves, 1):
        text = str(move)
        try:
            mover, covered = _read_accordion_move(text)
            place, target = _places_in_row(piles, tops, mover, covered)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        piles[target] += piles.pop(place)
        tops[target] = tops.pop(place)
        yield piles


@lru_cache(maxsize=4096)  # an Accordion has 52 * 51 moves
def _read_accordion_move(text: str) -> tuple[Card, Card]:
    mover, arrow, covered = text.partition(">")
    if not arrow:
        raise SolitaireError("a move names two cards, as in 7H>7C")
    return Card.parse(mover), Card.parse(covered)


def _places_in_row(
    piles: list[list[Card]], tops: bytearray, mover: Card, covered: Card
) -> tuple[int, int]:
    """Where the two cards of a move lie; ``SolitaireError`` names the rule that it breaks."""
    try:
        place, target = tops.index(mover.index), tops.index(covered.index)
    except ValueError:
        hidden = mover if mover.index not in tops else covered
        over = [pile[-1] for pile in piles if hidden in pile]
        where = f"not on top of a pile, it lies under {over[0]}" if over else "not in this deal"
        raise SolitaireError(f"{hidden} is {where}") from None
    distance = place - target
    if distance not in (1, 3):
        raise SolitaireError(_why_too_far(mover, covered, distance))
    if mover.rank != covered.rank and mover.suit != covered.suit:
        raise SolitaireError(f"{mover} and {covered} share neither rank nor suit")
    return place, target


def _why_too_far(mover: Card, covered: Card, distance: int) -> str:
    if distance == 0:
        return f"{mover} cannot cover itself"
    places = f"{abs(distance)} place{'s' if abs(distance) > 1 else ''}"
    if distance < 0:
        return f"{mover} stands {places} left of {covered}; a pile never moves right"
    return f"{mover} stands {places} right of {covered}; a pile moves 1 or 3 places"


JUDGES: dict[str, Callable[..., Replay]] = {"accordion": judge_accordion}
POSITIONS: dict[str, Callable[..., Iterator[tuple[Card, ...]]]] = {"accordion": accordion_positions}
