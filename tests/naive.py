"""Open Accordion by brute force: what the engine is measured against.

Written from the rules, for tests only, and sharing no code with the package: a row is a tuple of
two-letter texts, all rows that can be reached are listed layer by layer, and nothing is clever.
Good for about ten cards.
"""

from dataclasses import dataclass
from functools import cache

Row = tuple[str, ...]


def read_row(text: str) -> Row:
    """The row written in ``text``.

    >>> read_row("AC 3H AH")
    ('AC', '3H', 'AH')
    """
    return tuple(text.split())


def moves(row: Row) -> list[tuple[str, Row]]:
    """Every legal move as it is written, with the row it leads to: movers from left to right.

    >>> moves(("AC", "3H", "AH"))
    [('AH>3H', ('AC', 'AH'))]
    """
    found = []
    for place in range(len(row)):
        for distance in (1, 3):
            target = place - distance
            if target < 0:
                continue
            mover, covered = row[place], row[target]
            if mover[0] != covered[0] and mover[1] != covered[1]:
                continue
            after = list(row)
            del after[place]
            after[target] = mover
            found.append((f"{mover}>{covered}", tuple(after)))
    return found


def kind(row: Row) -> Row:
    """The row with every card that is alone in its rank written as its suit.

    >>> kind(("AC", "3H", "AH", "4H"))
    ('AC', 'H', 'AH', 'H')
    """
    ranks = [card[0] for card in row]
    return tuple(card if ranks.count(card[0]) > 1 else card[1] for card in row)


def layers(row: Row) -> list[set[Row]]:
    """The distinct rows that can be reached, by the number of moves made; the row itself first."""
    found = [{row}]
    while True:
        below = {after for before in found[-1] for _, after in moves(before)}
        if not below:
            return found
        found.append(below)


@cache
def least_piles(row: Row) -> int:
    """The fewest piles that the row can be reduced to."""
    return min([least_piles(after) for _, after in moves(row)], default=len(row))


def perft(row: Row) -> list[int]:
    """How many sequences of n legal moves there are, for n = 0, 1, ... until there are none.

    >>> perft(("AC", "3H", "AH"))
    [1, 1, 1]
    """
    counts = [1]
    for _, after in moves(row):
        for depth, count in enumerate(perft(after), 1):
            if depth == len(counts):
                counts.append(0)
            counts[depth] += count
    return counts


@dataclass(frozen=True)
class Study:
    """All there is to know: verdict, fewest piles, distinct rows and kinds of row, and moves."""

    winnable: bool
    least: int
    states: int
    kinds: int
    edges: int


@cache
def study(row: Row) -> Study:
    """Look at every row that can be reached.

    >>> study(("AC", "3H", "AH"))
    Study(winnable=True, least=1, states=3, kinds=3, edges=2)
    """
    found = layers(row)
    least = len(row) - (len(found) - 1)
    states = sum(len(layer) for layer in found)
    edges = sum(len(moves(state)) for layer in found for state in layer)
    kinds = sum(len({kind(state) for state in layer}) for layer in found)
    return Study(least == 1, least, states, kinds, edges)
