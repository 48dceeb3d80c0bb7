"""UVa 127, "Accordian" Patience: a game that plays itself, in the format of the judge.

All cards are dealt into a row of piles. While any top card can move, the leftmost that can does so,
onto the pile three places to its left if it shares rank or suit with the top there, otherwise onto
the pile at its left under the same condition. **Only the top card moves**; the card beneath it lies
open from then on, and the row closes up only when a pile is used up. That, and nothing else, sets
it apart from a reading of strict Accordion.

A card moves only when nothing to its left can, and a move changes nothing left of the pile that it
covers. So looking for the leftmost card that can move goes on from that pile.
"""

from collections.abc import Iterable, Iterator

from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal
from solitaire_solver.errors import DealError
from solitaire_solver.games.judging import packs


def play(deal: Deal) -> tuple[int, ...]:
    """How many cards lie in each pile at the end, from left to right. Any deal of 1 to 52 cards.

    >>> play(Deal.parse("AC 2D AH 2H"))  # 2H>AH 2H>2D AH>2H AH>AC 2H>AH 2D>2H
    (4,)
    """
    piles = [[card] for card in deal.cards]
    place = 0
    while place < len(piles):
        target = _target(piles, place)
        if target is None:
            place += 1
        else:
            piles[target].append(piles[place].pop())
            if not piles[place]:
                del piles[place]
            place = target
    return tuple(map(len, piles))


def _target(piles: list[list[Card]], place: int) -> int | None:
    """The place that the top card at ``place`` moves to, if it can."""
    card = piles[place][-1]
    for target in (place - 3, place - 1):
        if target >= 0:
            covered = piles[target][-1]
            if card.rank == covered.rank or card.suit == covered.suit:
                return target
    return None


def answers(lines: Iterable[str]) -> Iterator[str]:
    """The judge's answer to each pack of its input: 52 cards, usually on two lines; ``#`` ends it.

    ``SolitaireError`` names the line or the pack, and the card that is wrong.

    >>> print(*answers(["AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD",
    ...     "QD KD AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS",
    ...     "#"]))
    1 pile remaining: 52
    """
    for number, pack in enumerate(packs(lines, Card.parse, "#"), 1):
        try:
            piles = play(Deal(pack))
        except DealError as error:
            raise error.inside(f"pack {number}") from None
        plural = "" if len(piles) == 1 else "s"
        yield f"{len(piles)} pile{plural} remaining: {' '.join(map(str, piles))}"
