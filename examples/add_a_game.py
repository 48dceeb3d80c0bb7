"""Add a game of your own: peg solitaire on a triangular board.

A peg jumps over a neighbour into the hole behind it, and the neighbour comes off. One hole is
empty at first; the game is won with one peg left. The holes are named row by row:

        a
       b c
      d e f
     g h i j
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from solitaire_solver import Game, solve, verify

PLACES = [(row, place) for row in range(5) for place in range(row + 1)]
NAMES = dict(zip(PLACES, "abcdefghijklmno", strict=True))


class Jump(NamedTuple):
    """The peg at ``start`` jumps over the one at ``over`` and lands at ``end``."""

    start: str
    over: str
    end: str

    def __str__(self) -> str:
        return self.start + self.end


def jumps() -> Iterator[Jump]:
    for row, place in PLACES:
        pass


class Triangle(Game):
    name: ClassVar[str] = "triangle"
    acyclic: ClassVar[bool] = True  # every jump takes a peg off
