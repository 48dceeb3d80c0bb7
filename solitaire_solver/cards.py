"""Cards and how they are written.

A card is its ``index``, 0 .. 51, and everything else about it follows from that number:

    index = 13 * suit + rank - 1       rank  1 .. 13   A 2 3 4 5 6 7 8 9 T J Q K
                                       suit  0 .. 3    C D H S

There are 52 cards and no more, so each exists once, in ``FULL_DECK``: reading a card is looking up
its text, and a copy or an unpickled card is the card itself. Cards are ordered by index.

A card is written rank first: ``AS``, ``TC``. Also read are lower case, ``10`` for ``T`` and the
eight suit signs, with or without the invisible selectors that phones put behind them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from solitaire_solver.errors import CardError, DealError, shortened

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SYMBOLS = "♣♦♥♠"
_RANK_NAMES = "ace two three four five six seven eight nine ten jack queen king".split()  # noqa: SIM905
_SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"]
_OUTLINES = "♧♢♡♤"
_SELECTORS = "\ufe0e\ufe0f"  # "show as text" and "show as picture"
_TIDY = str.maketrans("atjqkcdhs" + SYMBOLS + _OUTLINES, "ATJQKCDHS" + 2 * SUITS, _SELECTORS)


@attrs.frozen(order=True)
class Card:
    """One of the 52 cards: ``rank`` 1 (ace) .. 13 (king), ``suit`` 0 .. 3 for C, D, H, S.

    >>> Card(rank=1, suit=3)
    Card.parse('AS')
    """

    rank: int = attrs.field(eq=False)
    suit: int = attrs.field(eq=False)
    index: int = attrs.field(init=False)

    @index.default
    def _index_of_rank_and_suit(self) -> int:
        if self.rank not in range(1, 14):
            raise CardError(f"rank {self.rank!r} is not one of 1 (ace) to 13 (king)")
        if self.suit not in range(4):
            raise CardError(f"suit {self.suit!r} is not one of 0 to 3 (clubs to spades)")
        return 13 * self.suit + self.rank - 1

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that ``text`` names, spaces around it ignored; ``CardError`` if it names none.

        >>> [str(Card.parse(text)) for text in ("AS", "10c", "q♥", "7♢")]
        ['AS', 'TC', 'QH', '7D']
        """
        card = _CARDS.get(text) or _CARDS.get(text.strip().translate(_TIDY).replace("10", "T"))
        if card is None:
            raise CardError(f"{shortened(text, 20)!r} is no card")
        return card

    @classmethod
    def from_index(cls, index: int) -> "Card":
        """The card at ``index`` of ``FULL_DECK``, 0 .. 51; ``CardError`` outside that range.

        >>> Card.from_index(51)
        Card.parse('KS')
        """
        if not 0 <= index < 52:
            raise CardError(f"card index {index!r} is not one of 0 to 51")
        return FULL_DECK[index]

    @property
    def symbol(self) -> str:
        """The card as a person would like to read it.

        >>> Card.parse("TC").symbol
        '10♣'
        """
        return RANKS[self.rank - 1].replace("T", "10") + SYMBOLS[self.suit]

    @property
    def name(self) -> str:
        """The card in words.

        >>> Card.parse("TC").name
        'ten of clubs'
        """
        return f"{_RANK_NAMES[self.rank - 1]} of {_SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __reduce__(self) -> "tuple[Callable[[int], Card], tuple[int]]":
        return Card.from_index, (self.index,)


FULL_DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in range(4) for rank in range(1, 14))
_CARDS = {str(card): card for card in FULL_DECK}


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards named in ``text``, set apart by spaces, commas, tabs or new lines in any mix.

    Words that already stand apart may be given as they are. ``CardError`` names the first word
    that is no card and its place, counted from 1. Takes time proportional to the text.

    >>> parse_cards("AC, 10♥")
    (Card.parse('AC'), Card.parse('TH'))
    """
    words = text.replace(",", " ").split() if isinstance(text, str) else list(text)
    try:
        return tuple([_CARDS[word] for word in words])
    except KeyError:
        return tuple(_parse_one_by_one(words))


def _parse_one_by_one(words: list[str]) -> Iterator[Card]:
    for place, word in enumerate(words, 1):
        try:
            yield Card.parse(word)
        except CardError as error:
            raise error.inside(f"card {place}") from None


def check_pack(cards: Sequence[Card]) -> None:
    """Raise ``DealError`` unless ``cards`` are 1 to 52 cards, all different.

    >>> check_pack(parse_cards("4H AS 4H"))
    Traceback (most recent call last):
    solitaire_solver.errors.DealError: card 3: 4H was already card 1
    """
    if not 1 <= len(cards) <= 52:
        raise DealError(f"a deal has 1 to 52 cards, not {len(cards)}")
    if {*map(type, cards)} == {Card} and len({card.index for card in cards}) == len(cards):
        return
    first_places: dict[Card, int] = {}
    for place, card in enumerate(cards, 1):
        if not isinstance(card, Card):
            raise DealError(f"{card!r} is not a Card; Deal.parse reads text", f"card {place}")
        first_place = first_places.setdefault(card, place)
        if first_place < place:
            raise DealError(f"{card} was already card {first_place}", f"card {place}")
