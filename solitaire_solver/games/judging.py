"""How programming judges write packs: words in lines, 52 a pack, and a mark after the last pack."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from solitaire_solver.errors import DealError, SolitaireError

_T = TypeVar("_T")


def packs(lines: Iterable[str], read: Callable[[str], _T], end: str) -> Iterator[list[_T]]:
    """The packs before the word ``end``, each word read by ``read``; what follows is ignored.

    It does not matter how a pack is divided into lines. Errors name the line and the card in it.

    >>> from solitaire_solver import Card
    >>> list(packs(["AC 2C 3X"], Card.parse, "#"))
    Traceback (most recent call last):
    solitaire_solver.errors.CardError: line 1, card 3: '3X' is no card
    """
    pack: list[_T] = []
    for number, line in enumerate(lines, 1):
        for column, word in enumerate(line.split(), 1):
            if word == end:
                if pack:
                    raise DealError(f"a pack has 52 cards, not {len(pack)}", f"line {number}")
                return
            try:
                pack.append(read(word))
            except SolitaireError as error:
                raise error.inside(f"line {number}", f"card {column}") from None
            if len(pack) == 52:
                yield pack
                pack = []
    raise DealError(f"the input ends without {end!r}")
