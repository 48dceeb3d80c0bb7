"""Deals: which cards, in the order they are turned, and where they come from.

A deal says nothing about a game; every game lays the same cards out in its own way. It can be
written down, dealt from a 64-bit seed of our own, or asked for by the number that PySolFC or
Microsoft knows it under. All three are for ever: a deal that was won can be dealt again.

A position is a deal in mid-game: it says besides which of its cards lie on the table, and how.
"""

import itertools
import os
import re
from collections.abc import Iterable, Iterator
from operator import index
from typing import Any

import attrs

from solitaire_solver.cards import FULL_DECK, Card, check_pack, parse_cards
from solitaire_solver.errors import DealError, OptionError, SolitaireError
from solitaire_solver.shuffle import shuffled

#: More rows than any game has.
MOST_ROWS = 52


def _as_tuple(cards: Iterable[Card]) -> tuple[Card, ...]:
    if not isinstance(cards, Iterable):
        raise DealError(f"{cards!r} are no cards; Deal.parse reads them from text")
    return tuple(cards)


def _whole(number: object, meaning: str) -> int:
    """The number, if it is a whole one, be it Python's own or of another library."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise DealError(f"{meaning} is a whole number, not {number!r}") from None


@attrs.frozen
class Deal:
    """1 to 52 different cards in the order they are turned, the first card first.

    ``DealError`` names a card that comes twice and both its places.

    >>> deal = Deal(parse_cards("AC 3H AH"))
    >>> deal
    Deal.parse('AC 3H AH')
    >>> len(deal), deal[1], [card.symbol for card in deal]
    (3, Card.parse('3H'), ['A♣', '3♥', 'A♥'])
    """

    cards: tuple[Card, ...] = attrs.field(converter=_as_tuple)

    @cards.validator
    def _check(self, _: object, cards: tuple[Card, ...]) -> None:
        check_pack(cards)

    @classmethod
    def parse(cls, text: str) -> "Deal":
        """The deal written in ``text``: cards, or a JSON object with one list of them.

        With a bar ``|`` or a slash ``/`` among the cards it is a ``Position``. ``CardError`` or
        ``DealError`` says what is wrong and with which card.

        >>> Deal.parse("ac, 10♥") == Deal.parse('{"accordion": ["AC", "10H"]}')
        True
        """
        if not isinstance(text, str):
            raise DealError(f"{text!r} is no text that names cards")
        if text.lstrip().startswith("{"):
            return Deal(parse_cards(_words_of_json(text)))
        if "|" in text or "/" in text:
            return _parse_position(text)
        return Deal(parse_cards(text))

    @classmethod
    def from_seed(cls, seed: int, size: int = 52) -> "Deal":
        """The first ``size`` cards of the full deck as ``shuffle.shuffled(52, seed)`` orders it.

        ``seed`` is 0 .. 2**64 - 1. The same seed is the same deal on every machine, for ever, and
        a smaller deal is the beginning of the larger one.

        >>> Deal.from_seed(1, size=5)
        Deal.parse('9S 7S QH 4S AC')
        """
        if not 0 <= _whole(seed, "a seed") < 2**64:
            raise DealError(f"seed {seed} is not between 0 and {2**64 - 1}")
        if not 1 <= _whole(size, "the size of a deal") <= 52:
            raise DealError(f"a deal has 1 to 52 cards, not {size}")
        return Deal(tuple([FULL_DECK[i] for i in shuffled(52, seed)[:size]]))

    @classmethod
    def from_number(cls, number: int, numbering: str) -> "Deal":
        """The full deck in the order in which PySolFC or Microsoft deals it under ``number``.

        Both take a new pack, swap each of its cards, from the last place down, with one at or
        below it, and deal from the end: the card that the shuffle leaves last is turned first.

        - ``"ms"``, numbers 1 .. 2**33 - 1: a pack of aces, twos, .. kings, each C D H S, and the
          generator of Microsoft's C library. 1 .. 32000 are the deals of the first Microsoft
          FreeCell, 1 .. 1000000 those of later ones, the rest those of FreeCell Pro and others.
        - ``"pysol"``, numbers 1 .. 10**20: a pack of clubs, spades, hearts, diamonds, each ace to
          king, and the Mersenne Twister; but Microsoft's deals up to 32000. (Here we follow
          ``pysol_cards``, which does the shuffling; in PySolFC they end at 31999.)

        So most numbers mean two deals, and the numbering has no default. ``DealError`` for a
        number out of range, ``OptionError`` for an unknown numbering.

        >>> Deal.from_number(1, "ms").cards[:4]
        (Card.parse('JD'), Card.parse('2D'), Card.parse('9H'), Card.parse('JC'))
        """
        from pysol_cards import random as pysol  # type: ignore[import-untyped]

        if numbering == "ms":
            order, last = pysol.RandomBase.DEALS_MS, pysol.LCRandom31.MAX_SEED
        elif numbering == "pysol":
            order, last = pysol.RandomBase.DEALS_PYSOLFC, pysol.MTRandom.MAX_SEED
        else:
            raise OptionError(f"numbering {numbering!r} is neither pysol nor ms")
        if not 1 <= _whole(number, "the number of a deal") <= last:
            raise DealError(f"{numbering} deal {number} is not between 1 and {last}")
        clubs, diamonds, hearts, spades = (FULL_DECK[suit : suit + 13] for suit in (0, 13, 26, 39))
        pack = [*clubs, *spades, *hearts, *diamonds]  # pysol_cards rearranges it for Microsoft
        return Deal(tuple(reversed(pysol.shuffle(pack, number, order))))

    @property
    def start(self) -> dict[str, Any]:
        """How the referee is told where play begins; of a deal nothing, for the rules say it."""
        return {}

    @property
    def id(self) -> str:
        """32 hexadecimal digits that tell this deal from others: XXH3-128 of its card indices.

        >>> Deal.parse("AC 3H").id
        '024bd589c6d785fc23bf61034b63d835'
        """
        from xxhash import xxh3_128_hexdigest

        return xxh3_128_hexdigest(self._digested())

    def _digested(self) -> bytes:
        return bytes([card.index for card in self.cards])

    def to_json(self, key: str = "accordion") -> str:
        """The deal as other solvers read it: a JSON object on one line, its one list under ``key``.

        >>> Deal.parse("AC TH").to_json()
        '{"accordion": ["AC", "10H"]}'
        """
        import json

        return json.dumps({key: [str(card).replace("T", "10") for card in self.cards]})

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        """The cards in a row, for a notebook."""
        from solitaire_solver.viewer import notebook

        return notebook.cards([self.cards])

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __getitem__(self, place: int) -> Card:
        return self.cards[place]


def _as_counts(laid: Iterable[int]) -> tuple[int, ...]:
    if not isinstance(laid, Iterable):
        raise DealError(f"laid says how many cards lie in each row, like (2, 1), not {laid!r}")
    return tuple([_whole(count, "how many cards lie in a row") for count in laid])


@attrs.frozen(repr=False)
class Position(Deal):
    """A deal in mid-game: ``cards`` are those left, and ``laid`` says how many lie in each row.

    The cards on the table come first, row by row, then the stock, its next card first. Cards that
    left the game, or that lie under others, are named no more. Where there are several rows, the
    stacks of ``Decade``, an empty one is closed and ``next_stack``, counted from 0, is dealt to
    next. A closed one is passed over, so ``next_stack`` becomes the next that is not; 0 if all are.
    Written, a bar stands between table and stock and a slash between rows; a star before a row says
    that it is dealt to next, if that is not the first. ``DealError`` for numbers that do not fit
    the cards, or more than 52 rows.

    >>> Deal.parse("AC 3H | 2S 4D")
    Deal.parse('AC 3H | 2S 4D')
    >>> position = Deal.parse("AC 3H / * 2S / | 4D")
    >>> position.laid, position.next_stack, len(position)
    ((2, 1, 0), 1, 4)
    >>> position == Position(position.cards, laid=(2, 1, 0), next_stack=1)
    True
    """

    laid: tuple[int, ...] = attrs.field(converter=_as_counts)
    next_stack: int = 0

    def __attrs_post_init__(self) -> None:
        if len(self.laid) > MOST_ROWS:
            raise DealError(f"a position has at most {MOST_ROWS} rows, not {len(self.laid)}")
        if not self.laid or min(self.laid) < 0 or sum(self.laid) > len(self.cards):
            raise DealError(
                f"laid says how many of {len(self.cards)} cards lie in each row, not {self.laid}"
            )
        stack = _whole(self.next_stack, "the stack dealt to next")
        if stack not in range(len(self.laid)):
            raise DealError(f"the stack dealt to next is 0 to {len(self.laid) - 1}, not {stack}")
        order = [*range(stack, len(self.laid)), *range(stack)]
        following = next((number for number in order if self.laid[number]), 0)
        object.__setattr__(self, "next_stack", following)

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """The cards on the table, row by row.

        >>> [" ".join(map(str, row)) for row in Deal.parse("AC 3H / 2S | 4D").rows]
        ['AC 3H', '2S']
        """
        cards = iter(self.cards)
        return tuple([tuple(itertools.islice(cards, count)) for count in self.laid])

    @property
    def row(self) -> tuple[Card, ...]:
        """The cards on a table with one row; ``DealError`` if there are several."""
        if len(self.laid) > 1:
            raise DealError(f"this game has one row, and the cards lie in {len(self.laid)}")
        return self.rows[0]

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards still to be turned, the next one first."""
        return self.cards[sum(self.laid) :]

    @property
    def start(self) -> dict[str, Any]:
        """How the referee is told where play begins."""
        if len(self.laid) == 1:
            return {"laid": self.laid}
        return {"laid": self.laid, "next_stack": self.next_stack}

    def to_json(self, key: str = "accordion") -> str:
        """Other solvers know no positions, so this is a ``DealError``."""
        raise DealError("a position in mid-game has no JSON; str() writes it as text")

    def _digested(self) -> bytes:
        return super()._digested() + b"|" + bytes([*self.laid, self.next_stack])

    def __str__(self) -> str:
        words: list[str] = []
        for number, row in enumerate(self.rows):
            words += ["/"] * (number > 0) + ["*"] * (number == self.next_stack > 0)
            words += map(str, row)
        return " ".join([*words, "|", *map(str, self.stock)])

    def _repr_html_(self) -> str:
        """The rows and the stock, for a notebook."""
        from solitaire_solver.viewer import notebook

        return notebook.cards(self.rows, self.stock, self.next_stack)


def _parse_position(text: str) -> Position:
    """The position written in ``text``, which has a bar or a slash in it."""
    table, _, stock = text.replace(",", " ").partition("|")
    if "|" in stock:
        raise DealError("a position has one bar, between the table and the stock")
    rows = [row.replace("*", " * ").split() for row in table.split("/")]
    marked = [number for number, row in enumerate(rows) if row[:1] == ["*"]]
    if len(marked) > 1:
        raise DealError("one stack is dealt to next, and a star stands before several")
    for number in marked:
        del rows[number][0]
    cards = parse_cards([*itertools.chain(*rows), *stock.split()])
    return Position(cards, tuple(map(len, rows)), *marked)


def _words_of_json(text: str) -> list[str]:
    """The strings in the one list of a JSON object."""
    import json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        what: object = error
        if isinstance(error, json.JSONDecodeError):  # whose text names a line of its own
            what = f"{error.msg} at character {error.pos + 1}"
        raise DealError(f"this is no JSON object: {what}") from None
    lists = [entry for entry in value.values() if isinstance(entry, list)]
    if len(lists) != 1:
        raise DealError('a deal in JSON holds one list, like {"accordion": ["AC", "10H"]}')
    for place, word in enumerate(lists[0], 1):
        if not isinstance(word, str):
            raise DealError(f"{json.dumps(word)} is no card", f"card {place}")
    return lists[0]


def read_deals(source: str | os.PathLike[str] | Iterable[str]) -> Iterator[Deal]:
    """The deals in a file, one a line, read as they are asked for.

    ``source`` is a path, an open text file or any lines. ``#`` begins a comment, blank lines are
    skipped, and a JSON object may run over several lines. Errors name the file, the line where
    the deal begins and the card. A file that is no UTF-8 text is a ``DealError``, one that cannot
    be opened an ``OSError``. Holds one deal in memory.

    >>> import io
    >>> list(read_deals(io.StringIO("AC 3H  # two cards\\n\\nKS\\n")))
    [Deal.parse('AC 3H'), Deal.parse('KS')]
    """
    if isinstance(source, str | os.PathLike):
        with open(source, encoding="utf-8") as file:
            yield from read_deals(file)
        return
    name = str(getattr(source, "name", "input"))
    try:
        for number, text in deal_texts(source):
            try:
                deal = Deal.parse(text)
            except SolitaireError as error:
                raise error.inside(name, f"line {number}") from None
            yield deal
    except UnicodeDecodeError:
        raise DealError("this is no text in UTF-8", name) from None


def deal_texts(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The text of each deal, with the number of the line on which it begins."""
    text, start, is_json, open_braces = "", 0, False, 0
    for number, line in enumerate(lines, 1):
        if number == 1:
            line = line.removeprefix("\ufeff")  # the byte order mark some editors write
        if not open_braces:
            text, start, is_json = "", number, line.lstrip().startswith("{")
        if is_json:
            line = re.sub(r"}\s*#.*", "}", line)
            open_braces = max(0, open_braces + line.count("{") - line.count("}"))
        else:
            line = line.partition("#")[0]
        text += line
        if text.strip() and not open_braces:
            yield start, text
    if open_braces:
        yield start, text
