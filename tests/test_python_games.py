"""Games in plain Python run on the same engine: cyclic or not, whatever their keys and sizes."""

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import Any, ClassVar

import attrs
import pytest
from agreement import PlainAccordion, assert_agrees

from solitaire_solver import (
    Accordion,
    AStar,
    Beam,
    Deal,
    DepthFirst,
    Game,
    IllegalMoveError,
    Limits,
    Outcome,
    Portfolio,
    Result,
    solve,
    verify,
)

KEYS: tuple[Any, ...] = (128, 64, "exact")
STRATEGIES = [
    None,
    *[DepthFirst(keys=keys) for keys in KEYS],
    DepthFirst(ordered=True),
    DepthFirst(prune=False),
    Portfolio(finish=DepthFirst(ordered=True)),
    Beam(10**6),
    AStar(),
]
every_strategy = pytest.mark.parametrize("strategy", STRATEGIES, ids=str)

pytestmark = pytest.mark.uncompiled


# --- cyclic games ---------------------------------------------------------------------------------


@attrs.frozen
class Jugs(Game):
    """Fill, empty and pour jugs until one of them holds the wanted amount; play goes in circles."""

    sizes: tuple[int, ...]
    packed: bool = False
    name: ClassVar[str] = "jugs"

    def initial_state(self, deal: int) -> tuple[int, tuple[int, ...]]:
        return deal, (0,) * len(self.sizes)

    def moves(self, state: tuple[int, tuple[int, ...]]) -> Iterable[tuple[str, int, int]]:
        for i in range(len(self.sizes)):
            yield "fill", i, i
            yield "empty", i, i
            for j in range(len(self.sizes)):
                if i != j:
                    yield "pour", i, j

    def apply(
        self, state: tuple[int, tuple[int, ...]], move: tuple[str, int, int]
    ) -> tuple[int, tuple[int, ...]]:
        verb, i, j = move
        jugs = list(state[1])
        if verb == "fill":
            jugs[i] = self.sizes[i]
        elif verb == "empty":
            jugs[i] = 0
        else:
            poured = min(jugs[i], self.sizes[j] - jugs[j])
            jugs[i] -= poured
            jugs[j] += poured
        return state[0], tuple(jugs)

    def is_won(self, state: tuple[int, tuple[int, ...]]) -> bool:
        return state[0] in state[1]

    def key(self, state: tuple[int, tuple[int, ...]]) -> Hashable:
        return bytes(state[1]) if self.packed else state[1]


@every_strategy
@pytest.mark.parametrize("packed", [False, True])
def test_jugs_of_three_and_five_measure_four_and_of_six_and_nine_cannot(
    packed: bool, strategy: Any
) -> None:
    won = solve(Jugs((3, 5), packed), 4, strategy, Limits(expansions=1000))
    assert won.outcome is Outcome.WON
    assert won.solution is not None
    assert verify(Jugs((3, 5), packed), 4, won.solution).won
    assert (won.remaining, won.remaining_is_minimum) == (0, True)

    lost = solve(Jugs((6, 9), packed), 4, strategy, Limits(expansions=1000))
    assert lost.outcome is Outcome.UNWINNABLE
    assert lost.proof is not None
    # Two jugs of 0, 3, .. 6 and 0, 3, .. 9 of which one is always empty or full.
    assert lost.proof.states == lost.statistics.expanded == lost.statistics.table_entries == 10
    assert lost.statistics.generated == 60
    assert lost.statistics.duplicates == 60 - 9
    assert lost.remaining == 1
    assert lost.remaining_is_minimum


def test_keys_that_are_kept_are_exact_and_hashed_ones_say_so() -> None:
    for packed, keys, exact in [
        (False, 128, True),
        (False, 64, True),
        (False, "exact", True),
        (True, 128, False),
        (True, 64, False),
        (True, "exact", True),
    ]:
        strategy = DepthFirst(keys=keys)  # type: ignore[arg-type]
        result = solve(Jugs((6, 9), packed), 4, strategy, Limits(expansions=1000))
        assert result.proof is not None
        assert (result.proof.collision_bound == 0) == exact


@attrs.frozen
class Sliding(Game):
    """Slide the tiles of a box of ``width`` columns until they stand in order."""

    width: int = 3
    name: ClassVar[str] = "sliding"

    def initial_state(self, deal: str) -> str:
        return deal

    def moves(self, state: str) -> list[str]:
        hole, w = state.index("0"), self.width
        places = {
            "left": hole + 1 if hole % w < w - 1 else None,
            "right": hole - 1 if hole % w else None,
            "up": hole + w if hole + w < len(state) else None,
            "down": hole - w if hole >= w else None,
        }
        return [way for way, place in places.items() if place is not None]

    def apply(self, state: str, move: str) -> str:
        hole = state.index("0")
        step = {"left": 1, "right": -1, "up": self.width, "down": -self.width}[move]
        tile = state[hole + step]
        return state.replace(tile, "x").replace("0", tile).replace("x", "0")

    def is_won(self, state: str) -> bool:
        return state == "123450"

    def remaining(self, state: str) -> int:
        return sum(a != b for a, b in zip(state, "123450", strict=True))


@every_strategy
def test_half_of_all_sliding_puzzles_are_won_and_the_other_half_covered(strategy: Any) -> None:
    won = solve(Sliding(), "412053", strategy)
    assert won.outcome is Outcome.WON
    assert verify(Sliding(), "412053", won.best_line).won

    lost = solve(Sliding(), "213450", strategy)
    assert lost.outcome is Outcome.UNWINNABLE
    assert lost.statistics.expanded == lost.statistics.table_entries == 360
    assert lost.remaining == 2
    assert lost.remaining_is_minimum
    assert verify(Sliding(), "213450", lost.best_line).remaining == 2


@every_strategy
@pytest.mark.parametrize("packed", [False, True])
def test_a_cyclic_game_out_of_memory_is_unknown_and_never_a_verdict(
    packed: bool, strategy: Any
) -> None:
    # 1,000 to 30,000 states, and room for fifteen: the search may neither forget nor conclude.
    game = Jugs((11, 13, 17), packed)
    roomy = solve(game, 18, strategy, Limits(expansions=50_000))
    assert roomy.outcome is Outcome.UNWINNABLE
    result = solve(game, 18, strategy, Limits(memory=1, expansions=50_000))
    assert result.outcome is Outcome.UNKNOWN
    assert result.limit == "memory"
    assert result.proof is None
    assert not result.remaining_is_minimum
    assert result.statistics.forgotten == 0
    assert result.statistics.table_entries < 100
    assert verify(game, 18, result.best_line).remaining == result.remaining == 1


def test_the_keys_that_a_game_makes_the_engine_keep_count_as_memory() -> None:
    class Line(Game):
        """One state after another, without end."""

        def initial_state(self, deal: int) -> int:
            return deal

        def moves(self, state: int) -> list[str]:
            return ["on"]

        def apply(self, state: int, move: str) -> int:
            return state + 1

        def is_won(self, state: int) -> bool:
            return False

    result = solve(Line(), 0, DepthFirst(), Limits(memory=2_000_000, expansions=1_000_000))
    assert result.outcome is Outcome.UNKNOWN
    assert result.limit == "memory"
    assert result.statistics.table_bytes < 2_000_000
    assert result.statistics.expanded < 100_000


# --- long lines, wide choices ---------------------------------------------------------------------


@attrs.frozen
class Countdown(Game):
    """Take 1 .. ``most`` from a heap; won when nothing is left and ``winnable``."""

    most: int = 1
    winnable: bool = True
    name: ClassVar[str] = "countdown"
    acyclic: ClassVar[bool] = True

    def initial_state(self, deal: int) -> int:
        return deal

    def moves(self, state: int) -> range:
        return range(1, min(self.most, state) + 1)

    def apply(self, state: int, move: int) -> int:
        return state - move

    def is_won(self, state: int) -> bool:
        return state == 0 and self.winnable

    def remaining(self, state: int) -> int:
        return state


@every_strategy
@pytest.mark.parametrize("length", [61, 62, 63, 64, 65, 126, 127, 128, 300, 1100])
def test_a_line_may_be_as_long_as_it_must(length: int, strategy: Any) -> None:
    won = solve(Countdown(), length, strategy)
    assert won.outcome is Outcome.WON
    assert won.solution == (1,) * length
    assert verify(Countdown(), length, won.solution).won

    lost = solve(Countdown(winnable=False), length, strategy)
    assert lost.outcome is Outcome.UNWINNABLE
    assert lost.statistics.expanded == length + 1
    assert lost.best_line == (1,) * length


@every_strategy
@pytest.mark.parametrize("most", [63, 64, 65, 300])
def test_a_state_may_have_as_many_moves_as_it_must(most: int, strategy: Any) -> None:
    game = Countdown(most, winnable=False)
    lost = solve(game, most, strategy)
    assert lost.outcome is Outcome.UNWINNABLE
    assert lost.statistics.expanded == most + 1
    assert lost.statistics.generated == most * (most + 1) // 2
    assert lost.remaining == 0

    won = solve(Countdown(most), most, strategy)
    assert won.outcome is Outcome.WON
    assert won.solution is not None
    assert verify(Countdown(most), most, won.solution).won
    assert sum(won.solution) == most


def test_a_game_without_a_move_is_decided_at_once() -> None:
    lost = solve(Countdown(winnable=False), 0)
    assert (lost.outcome, lost.remaining, lost.best_line) == (Outcome.UNWINNABLE, 0, ())
    assert lost.statistics.expanded == 1
    won = solve(Countdown(), 0)
    assert (won.outcome, won.solution, won.remaining) == (Outcome.WON, (), 0)
    assert won.statistics.expanded == 0


@pytest.mark.parametrize("objective", ["win", "minimum"])
def test_a_game_that_is_won_before_it_begins_takes_no_moves(objective: Any) -> None:
    for game, deal in [(Jugs((3, 5)), 0), (Sliding(), "123450"), (Accordion(), Deal.parse("KS"))]:
        for strategy in STRATEGIES:
            result = solve(game, deal, strategy, objective=objective)
            assert result.outcome is Outcome.WON
            assert result.solution == ()
            assert verify(game, deal, ()).won


# --- forgetting -----------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["win", "minimum"])
def test_an_acyclic_game_with_bytes_keys_may_forget_and_still_be_decided(objective: Any) -> None:
    class Packed(Countdown):
        def key(self, state: int) -> Hashable:
            return state.to_bytes(2, "little")

    for winnable, outcome in [(True, Outcome.WON), (False, Outcome.UNWINNABLE)]:
        result = solve(Packed(2, winnable), 19, DepthFirst(), Limits(memory=1), objective=objective)
        assert result.outcome is outcome
    assert result.statistics.forgotten > 0
    assert result.statistics.expanded > 20
    assert result.remaining == 0
    assert result.remaining_is_minimum


# --- keys -----------------------------------------------------------------------------------------


@attrs.frozen
class Relabelled(PlainAccordion):
    """Accordion with its states under keys of another kind."""

    make_key: Callable[[Any], Hashable]

    def key(self, state: Any) -> Hashable:
        return self.make_key(state)


ROWS = [
    "6S 4C 6C 6H 5H",
    "JS QH 4H 3S TH 6H",
    "QS TH 7S 6D 6H 6S 8S 8H",
    "TD 7D AH AS KH KD 7H",
    "5H 4D AC 2D 3H AH 4C 5D 2C",
    "AC AD AH AS 2C 2D 2H 2S",
]


class Odd:
    """A key whose hash never tells anything."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Odd) and other.state == self.state

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize(
    "make_key",
    [
        " ".join,
        lambda state: " ".join(state).encode(),
        Odd,
        lambda state: (len(state), *state),
        lambda state: int.from_bytes(" ".join(state).encode(), "big"),
        lambda state: -int.from_bytes(" ".join(state).encode(), "big"),
    ],
    ids=["text", "bytes", "odd", "tuple", "int", "negative"],
)
@pytest.mark.parametrize("keys", KEYS)
def test_a_key_may_be_any_hashable(make_key: Callable[[Any], Hashable], keys: Any) -> None:
    for row in ROWS:
        assert_agrees(row, DepthFirst(keys=keys), game=Relabelled(make_key))


@pytest.mark.parametrize("keys", KEYS)
def test_keys_of_two_kinds_are_never_confused(keys: Any) -> None:
    def bytes_when_even(state: Any) -> Hashable:
        return " ".join(state).encode() if len(state) % 2 == 0 else " ".join(state)

    for row in ROWS:
        result = assert_agrees(row, DepthFirst(keys=keys), game=Relabelled(bytes_when_even))
        if result.proof is not None and keys == "exact":
            assert result.proof.collision_bound == 0


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize(
    "is_packed",
    [lambda state: True, lambda state: len(state) % 2, lambda state: len(state) % 2 == 0],
    ids=["all-bytes", "odd-ones-bytes", "even-ones-bytes"],
)
def test_a_proof_that_rests_on_a_hash_says_so(
    is_packed: Callable[[Any], Any], keys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a hash that confuses everything, only proofs with a chance of collision are wrong."""

    def key(state: Any) -> Hashable:
        return " ".join(state).encode() if is_packed(state) else " ".join(state)

    name = "solitaire_solver.search.python_kernel.xxh3_128_intdigest"
    monkeypatch.setattr(name, lambda data: 1 << 70)
    wrong = 0
    for row in ROWS:
        right = solve(Accordion(), Deal.parse(row)).outcome
        result = solve(Relabelled(key), Deal.parse(row), DepthFirst(keys=keys))
        if result.outcome is not right:
            assert result.proof is not None
            assert result.proof.collision_bound > 0
            wrong += 1
    if keys != "exact" and is_packed(()):
        assert wrong, "the hash is in use"


def test_a_key_that_is_not_hashable_is_a_type_error() -> None:
    make_key: Any = list
    with pytest.raises(TypeError, match="unhashable"):
        solve(Relabelled(make_key), Deal.parse(ROWS[0]))


# --- Accordion again ------------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["win", "minimum"])
@pytest.mark.parametrize("keys", KEYS)
def test_accordion_in_plain_python_is_searched_exactly_as_its_kernel(
    keys: Any, objective: Any
) -> None:
    strategy = DepthFirst(keys=keys, prune=False)
    for seed in range(25):
        deal = Deal.from_seed(seed, 9)
        plain = solve(PlainAccordion(), deal, strategy, objective=objective)
        built_in = solve(Accordion(), deal, strategy, objective=objective)
        assert essence(plain) == essence(built_in)


def test_accordion_in_plain_python_meets_limits_where_its_kernel_does() -> None:
    strategy = DepthFirst(prune=False)
    deal = Deal.from_seed(5, 12)
    for expansions in (1, 2, 3, 10, 50):
        limits = Limits(expansions=expansions)
        plain = solve(PlainAccordion(), deal, strategy, limits)
        assert essence(plain) == essence(solve(Accordion(), deal, strategy, limits))


def essence(result: Result) -> tuple[Any, ...]:
    counts = result.statistics
    return (
        result.outcome,
        result.limit,
        [str(move) for move in result.best_line],
        result.remaining,
        result.remaining_is_minimum,
        counts.expanded,
        counts.generated,
        counts.duplicates,
        counts.pruned,
        counts.table_entries,
    )


# --- exceptions -----------------------------------------------------------------------------------


class OwnError(Exception):
    """What a user's game may raise."""


@attrs.frozen
class Failing(Countdown):
    """Raises when one of its methods is called for a state below a threshold."""

    method: str = ""
    error: BaseException = attrs.field(factory=OwnError)
    below: int = 100

    def fail(self, method: str, state: int) -> None:
        if method == self.method and state < self.below:
            raise self.error

    def initial_state(self, deal: int) -> int:
        self.fail("initial_state", deal)
        return deal

    def moves(self, state: int) -> Any:
        self.fail("moves", state)
        yield 1
        self.fail("moves later", state)

    def apply(self, state: int, move: int) -> int:
        self.fail("apply", state)
        return state - move

    def is_won(self, state: int) -> bool:
        self.fail("is_won", state)
        return False

    def remaining(self, state: int) -> int:
        self.fail("remaining", state)
        return state

    def key(self, state: int) -> Hashable:
        self.fail("key", state)
        return state


METHODS = ["moves", "moves later", "apply", "is_won", "remaining", "key"]


@pytest.mark.parametrize("below", [1000, 199, 100])
@pytest.mark.parametrize("method", METHODS)
def test_an_exception_in_a_game_comes_out_unchanged(method: str, below: int) -> None:
    # At the root, one move down, and below the point where the stack had to deepen.
    error = OwnError("mine", 17)
    game = Failing(method=method, error=error, below=below)
    for keys in KEYS:
        with pytest.raises(OwnError) as caught:
            solve(game, 200, DepthFirst(keys=keys))
        assert caught.value is error
        assert caught.value.args == ("mine", 17)


def test_an_exception_in_the_initial_state_comes_out_unchanged() -> None:
    error = OwnError("mine")
    with pytest.raises(OwnError) as caught:
        solve(Failing(method="initial_state", error=error), 5)
    assert caught.value is error


@pytest.mark.parametrize("below", [199, 180, 137, 136, 100, 20, 1])
@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_in_a_game_is_unknown_with_what_was_reached(method: str, below: int) -> None:
    game = Failing(method=method, error=KeyboardInterrupt(), below=below)
    result = solve(game, 200, DepthFirst())
    assert result.outcome is Outcome.UNKNOWN
    assert result.limit == "interrupted"
    assert result.best_line == (1,) * (200 - result.remaining)
    assert below - 1 <= result.remaining <= below
    assert not result.remaining_is_minimum
    # Nothing that was counted is lost: on this one line a state is entered, then expanded.
    counts = result.statistics
    assert 200 - below <= counts.expanded <= counts.table_entries <= counts.expanded + 1


# --- games that judge themselves ------------------------------------------------------------------


def test_a_game_in_plain_python_judges_its_own_lines() -> None:
    game = Countdown(3)
    assert verify(game, 5, [3, 2]) == verify(game, 5, ["3", "2"])
    assert verify(game, 5, [3, 2]).won
    assert verify(game, 5, [3]).remaining == 2
    with pytest.raises(IllegalMoveError) as caught:
        verify(game, 5, [3, 3])
    assert (caught.value.number, caught.value.move) == (2, "3")


def test_a_win_that_its_own_game_cannot_replay_is_never_reported() -> None:
    class Forgetful(Countdown):
        """Its moves depend on how often it was asked, against the rules for games."""

        asked: ClassVar[list[int]] = []

        def moves(self, state: int) -> range:
            self.asked.append(state)
            return range(1, 2) if len(self.asked) <= 5 else range(0)

    with pytest.raises((AssertionError, IllegalMoveError)):
        solve(Forgetful(), 5)


def test_moves_may_be_written_alike_as_long_as_they_are_told_apart() -> None:
    class Same:
        """A move whose text says nothing about where it leads."""

        def __init__(self, step: int) -> None:
            self.step = step

        def __str__(self) -> str:
            return "on"

        def __hash__(self) -> int:
            return self.step

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Same) and other.step == self.step

    class Wordless(Countdown):
        def moves(self, state: int) -> Any:
            return [Same(step) for step in super().moves(state)]

        def apply(self, state: int, move: Any) -> int:
            return state - int(move.step)

        def is_won(self, state: int) -> bool:
            return state == 1

    result = solve(Wordless(3), 5)
    assert result.outcome is Outcome.WON
    assert result.solution is not None
    assert verify(Wordless(3), 5, result.solution).won


@cache
def ways(heap: int, most: int) -> int:
    """How many lines of play empty a heap."""
    return sum(ways(heap - step, most) for step in range(1, min(most, heap) + 1)) if heap else 1


def test_without_a_table_worth_its_name_a_search_is_that_of_the_tree() -> None:
    # Fifteen entries for eighteen heaps: work is repeated, and the verdict stays.
    class Packed(Countdown):
        def key(self, state: int) -> Hashable:
            return bytes([state])

    roomy = solve(Packed(3, winnable=False), 40, DepthFirst())
    tight = solve(Packed(3, winnable=False), 18, DepthFirst(), Limits(memory=1))
    assert roomy.statistics.expanded == 41
    assert 19 <= tight.statistics.expanded <= sum(ways(heap, 3) for heap in range(19)) * 3
    assert tight.outcome is roomy.outcome is Outcome.UNWINNABLE
