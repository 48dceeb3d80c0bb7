"""Shortest lines by breadth-first search: what ``AStar`` is measured against.

Shared by the tests that expect a strategy to find them and by those that show it to fail.
"""

import math
import random
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, ClassVar

import attrs

from solitaire_solver import (
    Deal,
    Decade,
    Game,
    Limits,
    Outcome,
    Result,
    RoyalMarriage,
    solve,
    verify,
)


@attrs.frozen
class Maze(Game):
    """Find the way to room 0 of a maze that ``seed`` builds; corridors are one-way and go round.

    Rooms are numbered, and a state also says by which corridor the room was entered. That changes
    nothing but what the next moves are called: the key is the room alone, and the line to a state
    is legal only from the very object it was found with.

    ``estimates`` chooses among lower bounds on the corridors still to walk: ``none`` (always 0),
    ``exact``, or ``ragged``, any whole number up to the exact one, which makes for estimates that
    fall by more than one with a move.
    """

    seed: int
    rooms: int = 40
    estimates: str = "ragged"
    packed: bool = False
    name: ClassVar[str] = "maze"

    def corridors(self, room: int) -> list[int]:
        return _corridors(self.seed, self.rooms, room)

    def initial_state(self, deal: int) -> tuple[int, str]:
        return deal, "door"

    def moves(self, state: tuple[int, str]) -> list[tuple[str, int]]:
        return [(f"from {state[1]}", place) for place in range(len(self.corridors(state[0])))]

    def apply(self, state: tuple[int, str], move: tuple[str, int]) -> tuple[int, str]:
        assert move[0] == f"from {state[1]}"
        return self.corridors(state[0])[move[1]], f"{state[0]}/{move[1]}"

    def is_won(self, state: tuple[int, str]) -> bool:
        return state[0] == 0

    def key(self, state: tuple[int, str]) -> Any:
        return state[0].to_bytes(2, "big") if self.packed else state[0]

    def fewest_moves(self, state: tuple[int, str]) -> float:
        room = state[0]
        least = _distances(self.seed, self.rooms)[room]
        if room == 0 or self.estimates == "none":
            return 0
        if self.estimates == "ragged" and least < math.inf:
            least = _chance(self.seed, room, "estimate").randint(0, int(least))
        return least


def _chance(*about: object) -> random.Random:
    return random.Random(" ".join(map(str, about)))


@cache
def _corridors(seed: int, rooms: int, room: int) -> list[int]:
    chance = _chance(seed, room)
    near = [min(rooms - 1, max(1, room + chance.randint(-3, 4))) for _ in range(3)]
    return [*near, *([0] if room > rooms - 5 and chance.random() < 0.5 else [])]


@cache
def _distances(seed: int, rooms: int) -> dict[int, float]:
    """How far every room of a maze is from room 0: layer by layer, backwards."""
    ways = {room: _corridors(seed, rooms, room) for room in range(1, rooms)}
    known: dict[int, float] = dict.fromkeys(ways, math.inf) | {0: 0}
    for step in range(1, rooms):
        layer = {
            room
            for room, to in ways.items()
            if known[room] == math.inf and any(known[other] == step - 1 for other in to)
        }
        known |= dict.fromkeys(layer, step)
    return known


def least_moves(game: Game, deal: Any) -> float:
    """How many moves a win takes, by breadth-first search over ``moves`` and ``apply``."""
    layer = {game.key(state): state for state in [game.initial_state(deal)]}
    met = set(layer)
    steps = 0
    while layer:
        if any(game.is_won(state) for state in layer.values()):
            return steps
        below = {}
        for state in layer.values():
            for move in game.moves(state):
                child = game.apply(state, move)
                if game.key(child) not in met:
                    met.add(game.key(child))
                    below[game.key(child)] = child
        layer = below
        steps += 1
    return math.inf


RANKS = "A23456789T"
DECADES = (
    Decade(),
    Decade(compulsory=False),
    Decade(stacks=2),
    Decade(min_group=1),
    Decade(compulsory=False, totals=(5, 10, 15, 20, 25, 30, 35)),
)


def marriage(seed: int) -> str:
    """The queen, the king and six to ten cards of few ranks."""
    pack = [rank + suit for suit in "CDSH" for rank in RANKS[:4]]
    return " ".join(["QH", "KH", *random.Random(seed).sample(pack, 6 + seed % 5)])


def tens(seed: int) -> str:
    """Six to nine cards whose pips add up to a multiple of ten."""
    chance = random.Random(seed)
    pips = {rank + suit: pip for suit in "CDS" for pip, rank in enumerate(RANKS, 1)}
    while True:
        cards = chance.sample(sorted(pips), 6 + seed % 4)
        if sum(pips[card] for card in cards) % 10 == 0:
            return " ".join(cards)


def instances(kind: str, count: int = 250) -> Iterable[tuple[Game, Any]]:
    """Games with a deal, of a kind."""
    for seed in range(count):
        if kind == "maze":
            estimates = ("ragged", "exact", "none", "ragged")[seed % 4]
            yield Maze(seed, estimates=estimates, packed=seed % 3 == 0), 1 + seed % 8
        elif kind == "royal-marriage":
            yield RoyalMarriage(long_runs=seed % 2 == 1), Deal.parse(marriage(seed))
        else:
            yield DECADES[seed % len(DECADES)], Deal.parse(tens(seed))


def assert_shortest(
    game: Game, deal: Any, strategy: Any, limits: Limits | None = None, factor: float = 1
) -> Result:
    """Solve and compare length and claims with breadth-first search."""
    least = least_moves(game, deal)
    result = solve(game, deal, strategy, limits)
    if least == math.inf:
        assert result.outcome in (Outcome.UNWINNABLE, Outcome.UNKNOWN)
        assert not result.solution_is_shortest
        return result
    assert result.outcome is Outcome.WON or result.outcome is Outcome.UNKNOWN
    if result.solution is not None:
        assert verify(game, deal, result.solution).won
        assert least <= len(result.solution)
        if result.statistics.dropped == 0:
            assert len(result.solution) <= factor * least
    if result.solution_is_shortest:
        assert result.solution is not None
        assert len(result.solution) == least
    return result


def caught(kind: str, make: Callable[[], Any], change: Callable[[Game], Game] = lambda g: g) -> int:
    """On how many instances of a kind the check fails for a strategy, or for changed games."""
    found = 0
    for game, deal in instances(kind):
        try:
            assert_shortest(change(game), deal, make())
        except AssertionError:
            found += 1
    return found
