"""Add a game of your own: peg solitaire on a triangular board of ten holes.

            a
           b c          A peg jumps over a neighbour into the empty hole behind it, and the
          d e f         neighbour comes off. One hole is empty at first, and the game is won
         g h i j        when one peg is left. Which hole should that be?
"""

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from solitaire_solver import Game, Outcome, solve, verify

Pegs = frozenset[str]
HOLES = dict(zip([(row, at) for row in range(4) for at in range(row + 1)], "abcdefghij", strict=True))
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1))


class Jump(NamedTuple):
    start: str
    over: str
    end: str

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


def all_jumps() -> Iterator[Jump]:
    for (row, at), start in HOLES.items():
        for down, right in DIRECTIONS:
            over, end = HOLES.get((row + down, at + right)), HOLES.get((row + 2 * down, at + 2 * right))
            if over and end:
                yield Jump(start, over, end)


JUMPS = tuple(all_jumps())


class Triangle(Game):
    name: ClassVar[str] = "triangle"
    acyclic: ClassVar[bool] = True  # every jump takes a peg off, so no position comes back

    def initial_state(self, deal: str) -> Pegs:
        return frozenset(HOLES.values()) - {deal}

    def moves(self, state: Pegs) -> list[Jump]:
        return [jump for jump in JUMPS if {*jump} & state == {jump.start, jump.over}]

    def apply(self, state: Pegs, move: Jump) -> Pegs:
        return state - {move.start, move.over} | {move.end}

    def is_won(self, state: Pegs) -> bool:
        return len(state) == 1

    def remaining(self, state: Pegs) -> int:
        return len(state)


for hole in HOLES.values():
    result = solve(Triangle(), hole)
    if result.outcome is Outcome.WON:
        assert verify(Triangle(), hole, result.solution).won
        print(hole, "empty: won by", *result.solution)
    else:
        print(hole, f"empty: {result.outcome}, {result.proof}")
