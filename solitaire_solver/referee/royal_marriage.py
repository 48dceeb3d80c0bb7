"""The referee of Royal Marriage: a row of cards, and cards that are thrown away."""

from collections.abc import Iterable, Iterator, Sequence

from solitaire_solver.cards import Card, check_pack
from solitaire_solver.errors import DealError, IllegalMoveError, SolitaireError
from solitaire_solver.referee.layout import Layout, single_piles
from solitaire_solver.referee.replay import Replay
from solitaire_solver.referee.start import in_row


def judge(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    suit: str = "H",
    forced: bool = False,
    long_runs: bool = False,
    laid: Sequence[int] | None = None,
) -> Replay:
    """Play a Royal Marriage line, each move the cards that go from left to right: ``5C+6D``.

    The queen of ``suit`` is laid first, the king last, the other cards between them in their order.
    One or two adjacent cards whose neighbours share rank or suit may go; with ``long_runs`` any
    number that are all of one suit. With ``forced`` the cards are turned one by one, what can go
    goes at once, one card rather than two, and no other move is legal. Won with two cards left.
    ``laid`` may say that so many cards, ``(5,)``, lie in the row, which must be all of them.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge(parse_cards("QH 5C 6D 5S KH"), ["6D", "5C + 5S"])
    Replay(steps=2, remaining=2, won=True)
    >>> judge(parse_cards("QH 5C 6D 5S KH"), ["5C"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (5C): QH and 6D share neither rank nor suit
    """
    table = _play(cards, moves, suit, forced, long_runs, laid)
    row = next(table)
    steps = sum(1 for _ in table)
    return Replay(steps, remaining=len(row), won=len(row) == 2)


def layouts(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    suit: str = "H",
    forced: bool = False,
    long_runs: bool = False,
    laid: Sequence[int] | None = None,
) -> Iterator[Layout]:
    """The row before the first and after every move of a Royal Marriage line."""
    for row in _play(cards, moves, suit, forced, long_runs, laid):
        yield Layout((single_piles(row),))


def _play(
    cards: Iterable[Card],
    moves: Iterable[object],
    suit: str,
    forced: bool,
    long_runs: bool,
    laid: Sequence[int] | None,
) -> Iterator[list[Card]]:
    """The row before the first and after every move: one list, changed in place."""
    pack = list(cards)
    if in_row(pack, laid, len(pack)) < len(pack):
        raise DealError("all cards lie in the row, none in a stock")
    row = _lay_out(pack, suit)
    yield row
    for number, move in enumerate(moves, 1):
        text = str(move)
        try:
            thrown = [Card.parse(word) for word in text.split("+")]
            start = _place_in_row(row, thrown, long_runs)
            if forced:
                _check_turn(row, thrown, long_runs)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        del row[start : start + len(thrown)]
        yield row


def _lay_out(pack: list[Card], suit: str) -> list[Card]:
    """The queen of the suit, the other cards in their order, the king of the suit."""
    check_pack(pack)
    queen, king = Card.parse("Q" + suit), Card.parse("K" + suit)
    for card in (queen, king):
        if card not in pack:
            raise DealError(f"{card} is not in the deal")
        pack.remove(card)
    return [queen, *pack, king]


def _match(a: Card, b: Card) -> bool:
    return a.rank == b.rank or a.suit == b.suit


def _place_in_row(row: list[Card], thrown: list[Card], long_runs: bool) -> int:
    """Where the cards of a move begin; ``SolitaireError`` names the rule that it breaks."""
    for card in thrown:
        if card not in row:
            raise SolitaireError(f"{card} is not in the row")
        if card in (row[0], row[-1]):
            raise SolitaireError(f"{card} is of the royal pair, which stays")
    start = row.index(thrown[0])
    end = start + len(thrown)
    if row[start:end] != thrown:
        raise SolitaireError(f"{', '.join(map(str, thrown))} do not lie side by side in this order")
    if len(thrown) > 2 and not long_runs:
        raise SolitaireError(f"{len(thrown)} cards are too many; one or two go at once")
    if len(thrown) > 2 and len({card.suit for card in thrown}) > 1:
        raise SolitaireError(f"{len(thrown)} cards go at once only if they are of one suit")
    if not _match(row[start - 1], row[end]):
        raise SolitaireError(f"{row[start - 1]} and {row[end]} share neither rank nor suit")
    return start


def _check_turn(row: list[Card], thrown: list[Card], long_runs: bool) -> None:
    """Refuse a move of forced play that is not the next one, by turning the row card by card."""
    line: list[Card] = []
    for newest in row:
        line.append(newest)
        for count in range(1, len(line) - 1):
            caught = line[-1 - count : -1]
            if count > 2 and not (long_runs and len({card.suit for card in caught}) == 1):
                break
            if _match(line[-2 - count], newest):
                if caught != thrown:
                    first = "+".join(map(str, caught))
                    raise SolitaireError(f"play is forced, and {first} goes first")
                return
