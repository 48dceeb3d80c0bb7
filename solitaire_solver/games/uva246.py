"""UVa 246, 10-20-30: a game that plays itself, in the format of the judge.

Cards count their pips and faces ten, so a card is a number from 1 to 10. Seven piles are dealt to
in turn, from left to right and round again. After each card, that pile is looked at: if three of
its cards total 10, 20 or 30, they go to the bottom of the stock in the order they have in the pile,
and it is looked at again. Looked for are, in this order,

    the first two and the last     the first and the last two     the last three

A pile that becomes empty is closed and is dealt to no more. **Win**: all piles are closed.
**Loss**: no card is left to deal. **Draw**: a position comes back. The play has no choice in it and
a finite number of positions, so one of the three happens.

A position is the stock, the piles *and* which pile is dealt to next, since only all of it together
says how the play goes on. Stock and piles are kept as bytes, so that one is quickly written down.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import attrs

from solitaire_solver.errors import DealError
from solitaire_solver.games.judging import packs

_TOTALS = (10, 20, 30)
_END_OF_PILE = bytes([0])
_NUMBERS = [bytes([number]) for number in range(7)]
_VALUES = range(1, 11)
_WORDS = {str(value) for value in _VALUES}


@attrs.frozen
class Played:
    """How a pack came out after so many cards dealt; ``str()`` of it is the judge's answer.

    >>> print(Played("Win", 66))
    Win : 66
    """

    outcome: Literal["Win", "Loss", "Draw"]
    dealt: int

    def __str__(self) -> str:
        return f"{self.outcome:<4}: {self.dealt}"


def play(values: Iterable[int]) -> Played:
    """Play 52 cards, given as numbers from 1 to 10, the first to be dealt first.

    >>> play([10, 5, 4] * 17 + [1])
    Played(outcome='Loss', dealt=115)
    """
    stock = bytearray(_checked(values))
    piles = [bytearray() for _ in range(7)]
    turn = dealt = 0
    seen = set()
    while piles and stock:
        position = _END_OF_PILE.join([stock, *piles, _NUMBERS[turn]])
        if position in seen:
            return Played("Draw", dealt)
        seen.add(position)
        pile = piles[turn]
        pile.append(stock.pop(0))
        dealt += 1
        stock += _picked_up(pile)
        if pile:
            turn += 1
        else:
            del piles[turn]
        if turn == len(piles):
            turn = 0
    return Played("Loss" if piles else "Win", dealt)


def _picked_up(pile: bytearray) -> bytearray:
    """The cards that are taken from a pile, three at a time, as long as any can be."""
    taken = bytearray()
    while len(pile) >= 3:
        if pile[0] + pile[1] + pile[-1] in _TOTALS:
            taken += bytes((pile.pop(0), pile.pop(0), pile.pop()))
        elif pile[0] + pile[-2] + pile[-1] in _TOTALS:
            taken += bytes((pile.pop(0), pile.pop(-2), pile.pop()))
        elif pile[-3] + pile[-2] + pile[-1] in _TOTALS:
            taken += pile[-3:]
            del pile[-3:]
        else:
            break
    return taken


def _checked(values: Iterable[int]) -> list[int]:
    pack = list(values)
    if len(pack) != 52:
        raise DealError(f"a pack has 52 cards, not {len(pack)}")
    for place, value in enumerate(pack, 1):
        if not isinstance(value, int) or value not in _VALUES:
            raise DealError(f"{value!r} is not a number from 1 to 10", f"card {place}")
    return pack


def answers(lines: Iterable[str]) -> Iterator[str]:
    """The judge's answer to each pack of its input: 52 numbers, on any lines; 0 ends it.

    ``DealError`` names the line and the card that are wrong.

    >>> print(*answers(["10 5 4 " * 17, "1", "0"]))
    Loss: 115
    """
    for pack in packs(lines, _read, "0"):
        yield str(play(pack))


def _read(word: str) -> int:
    if word not in _WORDS:
        raise DealError(f"{word[:20]!r} is not a number from 1 to 10")
    return int(word)
