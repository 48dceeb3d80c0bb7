"""The referee of Accordion: one row of piles, and whole piles that move left."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from solitaire_solver.cards import Card, check_pack
from solitaire_solver.errors import IllegalMoveError, SolitaireError
from solitaire_solver.referee.replay import Replay


def judge(cards: Iterable[Card], moves: Iterable[object]) -> Replay:
    """Play an Accordion line, each move written ``7H>7C``: a pile's top, then the top it covers.

    A pile moves onto the pile 1 or 3 places to its left if the tops share rank or suit, and the
    row closes up. Won with one pile left. Card spellings are those of ``Card.parse``, and spaces
    round the ``>`` do not matter. Takes time proportional to moves times piles.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge(parse_cards("AC 3H AH 2S"), ["AH > 3H", "a♥>a♣"])
    Replay(steps=2, remaining=2, won=False)
    >>> judge(parse_cards("AC 3H AH 2S"), ["AH>AC"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (AH>AC): AH stands 2 places right of AC; a \
pile moves 1 or 3 places
    """
    table = _play(cards, moves)
    piles = next(table)
    steps = sum(1 for _ in table)
    return Replay(steps, remaining=len(piles), won=len(piles) == 1)


def positions(cards: Iterable[Card], moves: Iterable[object]) -> Iterator[tuple[Card, ...]]:
    """The tops of the piles before the first and after every move of an Accordion line."""
    for piles in _play(cards, moves):
        yield tuple([pile[-1] for pile in piles])


def _play(cards: Iterable[Card], moves: Iterable[object]) -> Iterator[list[list[Card]]]:
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
            mover, covered = _read_move(text)
            place, target = _places_in_row(piles, tops, mover, covered)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        piles[target] += piles.pop(place)
        tops[target] = tops.pop(place)
        yield piles


@lru_cache(maxsize=4096)  # an Accordion has 52 * 51 moves
def _read_move(text: str) -> tuple[Card, Card]:
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
