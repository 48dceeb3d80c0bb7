# cython: boundscheck=True, wraparound=True
"""The referee of Accordion: one row of piles, whole piles that move left, and cards dealt to it.

Compiled for speed, since it plays every line that is found; Python's checks of places stay on.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import cython

from solitaire_solver.cards import FULL_DECK, Card, check_pack
from solitaire_solver.errors import DealError, IllegalMoveError, SolitaireError
from solitaire_solver.referee.layout import Layout
from solitaire_solver.referee.replay import Replay
from solitaire_solver.referee.start import in_row

Piles = list[list[Card]]
Step = tuple[int, int] | None  # the places of mover and target, or None for a turn


def judge(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    dealt: bool = False,
    laid: Sequence[int] | None = None,
) -> Replay:
    """Play an Accordion line, each move written ``7H>7C``: a pile's top, then the top it covers.

    A pile moves onto the pile 1 or 3 places to its left if the tops share rank or suit, and the
    row closes up. Won with one pile left. If the cards are ``dealt`` as the player goes, the row is
    empty at first, and ``turn`` turns the next one; it is won with one pile and no stock. In
    mid-game ``laid`` says that so many of the cards, ``(5,)``, are the tops of the row. Card
    spellings are those of ``Card.parse``, and spaces round the ``>`` do not matter. Takes time
    proportional to moves times piles.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge(parse_cards("AC 3H AH 2S"), ["AH > 3H", "a♥>a♣"])
    Replay(steps=2, remaining=2, won=False)
    >>> judge(parse_cards("AC 3H AH 2S"), ["AH>AC"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (AH>AC): AH stands 2 places right of AC; a \
pile moves 1 or 3 places
    """
    return count(play(cards, moves, dealt, laid))


def layouts(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    dealt: bool = False,
    laid: Sequence[int] | None = None,
) -> Iterator[Layout]:
    """The piles and the stock before the first and after every move of an Accordion line."""
    return seen(play(cards, moves, dealt, laid))


def count(table: Iterator[tuple[Piles, list[Card]]]) -> Replay:
    """Play a line to its end and count what is left."""
    piles, stock = next(table)
    steps = sum(1 for _ in table)
    return Replay(steps, len(piles) + len(stock), won=len(piles) == 1 and not stock)


def seen(table: Iterator[tuple[Piles, list[Card]]]) -> Iterator[Layout]:
    """What a player sees before the first and after every move."""
    for piles, stock in table:
        yield Layout((tuple(map(tuple, piles)),), tuple(stock[::-1]))


def play(
    cards: Iterable[Card],
    moves: Iterable[object],
    dealt: bool,
    laid: Sequence[int] | None = None,
    forced: Callable[[Piles], Step] | None = None,
) -> Iterator[tuple[Piles, list[Card]]]:
    """The piles, each from bottom to top, and the stock, before the first and after every move.

    They are the same two lists throughout, changed in place; the next card of the stock is its
    last. ``tops`` mirrors the last card of each pile, one byte each, since a byte is found quickly
    among bytes. ``forced`` says what has to be done with the piles, where rules leave no choice.
    """
    pack = list(cards)
    check_pack(pack)
    row = in_row(pack, laid, 0 if dealt else len(pack))
    piles = [[card] for card in pack[:row]]
    stock = pack[row:][::-1]
    if stock and not dealt:
        raise DealError("all cards lie in the row, none in a stock")
    tops = bytearray([pile[-1].index for pile in piles])
    yield piles, stock
    for number, move in enumerate(moves, 1):
        text = str(move)
        try:
            step = _read_step(text, piles, tops, stock, dealt)
            if forced is not None:
                _check_forced(step, forced(piles), piles)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        if step is None:
            piles.append([stock.pop()])
            tops.append(piles[-1][0].index)
        else:
            place, target = step
            piles[target] += piles.pop(place)
            tops[target] = tops.pop(place)
        yield piles, stock


def _read_step(text, piles, tops, stock, dealt):
    """What a move's text means on this table; ``SolitaireError`` names the rule that it breaks."""
    if dealt and text.strip().lower() == "turn":
        if not stock:
            raise SolitaireError("no card is left in the stock")
        return None
    mover, covered, alike = _MOVES.get(text) or _read_move(text)
    place: cython.int = _find(tops, mover)
    target: cython.int = _find(tops, covered)
    if place >= 0 and target >= 0 and alike and (place - target == 1 or place - target == 3):
        return place, target
    raise SolitaireError(
        _why_not(piles, stock, place, target, FULL_DECK[mover], FULL_DECK[covered])
    )


def _check_forced(step: Step, forced: Step, piles: Piles) -> None:
    if step != forced and forced is not None:
        mover, covered = (piles[place][-1] for place in forced)
        raise SolitaireError(f"the rules force {mover}>{covered} here")


def _find(tops, card):
    """The place of a card among the tops, or -1."""
    if not cython.compiled:
        return tops.find(card)
    i: cython.int
    for i in range(len(tops)):
        if tops[i] == card:
            return i
    return -1


def _read_move(text: str) -> tuple[int, int, bool]:
    """The indices of the mover and of the card that it covers, and whether the cards match."""
    words = text.split(">", 1)
    if len(words) < 2:
        raise SolitaireError("a move names two cards, as in 7H>7C")
    mover, covered = map(Card.parse, words)
    return _known(mover, covered)


def _known(mover: Card, covered: Card) -> tuple[int, int, bool]:
    alike = mover.rank == covered.rank or mover.suit == covered.suit
    return mover.index, covered.index, alike


#: Every move by its usual spelling, as ``_read_move`` reads it.
_MOVES = {f"{one}>{other}": _known(one, other) for one in FULL_DECK for other in FULL_DECK}


def _why_not(
    piles: Piles, stock: list[Card], place: int, target: int, mover: Card, covered: Card
) -> str:
    """The first rule that a move breaks; a place below zero is that of no pile."""
    if place < 0 or target < 0:
        hidden = mover if place < 0 else covered
        return f"{hidden} is {_where_else(piles, stock, hidden)}"
    if place - target not in (1, 3):
        return _why_too_far(mover, covered, place - target)
    return f"{mover} and {covered} share neither rank nor suit"


def _where_else(piles: Piles, stock: list[Card], card: Card) -> str:
    if card in stock:
        return "still in the stock"
    over = [pile[-1] for pile in piles if card in pile]
    return f"not on top of a pile, it lies under {over[0]}" if over else "not in this deal"


def _why_too_far(mover: Card, covered: Card, distance: int) -> str:
    if distance == 0:
        return f"{mover} cannot cover itself"
    places = f"{abs(distance)} place{'s' if abs(distance) > 1 else ''}"
    if distance < 0:
        return f"{mover} stands {places} left of {covered}; a pile never moves right"
    return f"{mover} stands {places} right of {covered}; a pile moves 1 or 3 places"
