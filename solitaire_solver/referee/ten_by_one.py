"""The referee of Ten By One: ten places in a row, and a stock that fills the holes."""

from collections.abc import Iterable, Iterator, Sequence

from solitaire_solver.cards import RANKS, Card, check_pack
from solitaire_solver.errors import DealError, IllegalMoveError, SolitaireError
from solitaire_solver.referee.layout import Layout, single_piles
from solitaire_solver.referee.replay import Replay
from solitaire_solver.referee.start import in_row

_PLACES = 10
_FACES = "JQK"


def judge(
    cards: Iterable[Card], moves: Iterable[object], *, laid: Sequence[int] | None = None
) -> Replay:
    """Play a Ten By One line, each move the cards that go: ``AS+9H``, ``TD``, ``JC+JD+JH+JS``.

    Two cards that make ten, a ten alone, or four jacks, queens or kings may go, in any order of
    writing, when they lie in the row; the stock fills the holes at once. Won when no card from ace
    to ten is left in the row or the stock; ``remaining`` counts those that are. ``laid`` may say
    that so many cards, ``(10,)``, lie in the row: ten, or all if there are fewer.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge(parse_cards("AS JC 9H TD 2C"), ["TD", "9H + AS"])
    Replay(steps=2, remaining=1, won=False)
    >>> judge(parse_cards("AS JC 9H TD 2C"), ["9H+2C"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (9H+2C): 9H and 2C make 11, not ten
    """
    table = _play(cards, moves, laid)
    row, stock = next(table)
    steps = sum(1 for _ in table)
    remaining = sum(1 for card in (*row, *stock) if not _is_face(card))
    return Replay(steps, remaining, won=remaining == 0)


def layouts(
    cards: Iterable[Card], moves: Iterable[object], *, laid: Sequence[int] | None = None
) -> Iterator[Layout]:
    """Row and stock before the first and after every move of a Ten By One line."""
    for row, stock in _play(cards, moves, laid):
        yield Layout((single_piles(row),), tuple(stock))


def _play(
    cards: Iterable[Card], moves: Iterable[object], laid: Sequence[int] | None
) -> Iterator[tuple[list[Card], list[Card]]]:
    """Row and stock before the first and after every move: two lists, changed in place."""
    pack = list(cards)
    check_pack(pack)
    if in_row(pack, laid, _PLACES) != min(_PLACES, len(pack)):
        raise DealError("ten cards lie in the row as long as there are so many")
    row, stock = pack[:_PLACES], pack[_PLACES:]
    yield row, stock
    for number, move in enumerate(moves, 1):
        text = str(move)
        try:
            thrown = [Card.parse(word) for word in text.split("+")]
            _check(thrown, row, stock)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        for card in thrown:
            hole = row.index(card)
            row[hole : hole + 1] = stock[:1]
            del stock[:1]
        yield row, stock


def _is_face(card: Card) -> bool:
    return RANKS[card.rank - 1] in _FACES


def _check(thrown: list[Card], row: list[Card], stock: list[Card]) -> None:
    """``SolitaireError`` names the rule that a move breaks, if it breaks one."""
    for card in thrown:
        if card in stock:
            raise SolitaireError(f"{card} is still in the stock")
        if card not in row:
            raise SolitaireError(f"{card} is not in the row")
        if thrown.count(card) > 1:
            raise SolitaireError(f"{card} is named twice")
    faces = [card for card in thrown if _is_face(card)]
    if faces:
        if len(thrown) != 4 or {card.rank for card in thrown} != {faces[0].rank}:
            raise SolitaireError(f"{faces[0]} goes only with all four of its rank")
    elif len(thrown) > 2:
        raise SolitaireError(f"{len(thrown)} cards are too many; a ten or a pair goes at once")
    elif (total := sum(card.rank for card in thrown)) != 10:
        names = " and ".join(map(str, thrown))
        raise SolitaireError(f"{names} make{'s' if len(thrown) == 1 else ''} {total}, not ten")
