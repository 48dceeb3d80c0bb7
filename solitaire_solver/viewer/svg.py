"""How a card looks: a rank above a pip, in SVG.

Paths and plain text only: no images, and no suit signs of a font, which some telephones draw as
coloured pictures. A pip is known by its shape as well as by its colour. Drawings have no ids, so
that any number of them may stand in one document.
"""

from __future__ import annotations

from collections.abc import Iterable

from solitaire_solver.cards import RANKS, Card

WIDTH, HEIGHT = 40, 56

#: What ranks are written in, as CSS; it goes on whatever holds faces.
FONT = "font:700 27px system-ui,sans-serif;text-anchor:middle"

#: What is on the other side.
BACK = (
    '<rect x="4" y="4" width="32" height="48" rx="2" fill="#3b5b8c"/>'
    '<path d="m20 10 12 18-12 18L8 28z" fill="none" stroke="#fff" stroke-width="2"/>'
)

_BLACK, _RED = "#111", "#c8102e"
_INKS = (_BLACK, _RED, _RED, _BLACK)
#: Each pip is drawn around the point from which its path begins, and is about 22 high.
_PIPS = (
    "m0-1a5 5 0 1 1 .1 0m-5.6 8a5 5 0 1 1 .1 0m11 0a5 5 0 1 1 .1 0m-1.6 4h-8l3-9h2z",
    "m0-11 8 11-8 11-8-11z",
    "m0 10c-14-9-11-20-5-20 3 0 5 3 5 5 0-2 2-5 5-5 6 0 9 11-5 20z",
    "m0-11c-5 6-10 8-10 13 0 6 7 6 9 3 0 3-2 5-3 6h8c-1-1-3-3-3-6 2 3 9 3 9-3 0-5-5-7-10-13z",
)

#: A card and where its upper left corner is.
Placed = tuple[Card, int, int]


def blanks(places: Iterable[tuple[int, int]]) -> str:
    """Cards with nothing on them. Faces are drawn over them.

    >>> blanks([(46, 0)])
    '<g fill="#fff" stroke="#888"><rect x="46" y="0" width="40" height="56" rx="4"/></g>'
    """
    drawn = [f'<rect x="{x}" y="{y}" width="40" height="56" rx="4"/>' for x, y in places]
    return f'<g fill="#fff" stroke="#888">{"".join(drawn)}</g>'


def faces(cards: Iterable[Placed]) -> str:
    """What is on the cards: ranks and pips, all of one colour together, which is short.

    >>> faces([(Card.parse("TD"), 0, 0)])
    '<g fill="#c8102e"><text x="20" y="25">10</text><path d="M20 41m0-11 8 11-8 11-8-11z"/></g>'
    """
    ranks: dict[str, str] = {}
    pips: dict[str, str] = {}
    for card, x, y in cards:
        ink, rank = _INKS[card.suit], RANKS[card.rank - 1].replace("T", "10")
        text = f'<text x="{x + 20}" y="{y + 25}">{rank}</text>'
        ranks[ink] = ranks.get(ink, "") + text
        pips[ink] = pips.get(ink, "") + f"M{x + 20} {y + 41}{_PIPS[card.suit]}"
    return "".join([f'<g fill="{ink}">{ranks[ink]}<path d="{pips[ink]}"/></g>' for ink in ranks])
