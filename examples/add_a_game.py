"""Add a game of your own: peg solitaire on a triangular board of ten holes.

   a
  b c          A peg jumps over a neighbour into the empty hole behind it, and the
 d e f         neighbour comes off. One hole is empty at first, and the game is won
g h i j        when one peg is left. Which hole should that be?
"""

from typing import ClassVar, NamedTuple

from solitaire_solver import Game, solve, verify

Pegs = frozenset[str]
LINES = ("abdg", "acfj", "bei", "ceh", "def", "ghij")


class Jump(NamedTuple):
    start: str
    over: str
    end: str

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


WAYS = [way for line in LINES for way in (line, line[::-1])]
JUMPS = [Jump(*way[i : i + 3]) for way in WAYS for i in range(len(way) - 2)]


class Triangle(Game):
    name: ClassVar[str] = "triangle"
    acyclic: ClassVar[bool] = True  # every jump takes a peg off, so no position comes back

    def initial_state(self, deal: str) -> Pegs:
        return frozenset("abcdefghij") - {deal}

    def moves(self, state: Pegs) -> list[Jump]:
        return [jump for jump in JUMPS if state.intersection(jump) == {jump.start, jump.over}]

    def apply(self, state: Pegs, move: Jump) -> Pegs:
        return state - {move.start, move.over} | {move.end}

    def is_won(self, state: Pegs) -> bool:
        return len(state) == 1

    def remaining(self, state: Pegs) -> int:
        return len(state)


if __name__ == "__main__":
    for hole in "abcdefghij":
        result = solve(Triangle(), hole)
        if result.solution is not None:
            verify(Triangle(), hole, result.solution)
            print(hole, "empty: won by", *result.solution)
        else:
            print(hole, f"empty: {result.outcome}, {result.proof}")
