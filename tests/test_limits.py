"""A search that is cut short says so, and what it reached until then is true."""

import signal
import time
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from agreement import LOST

from solitaire_solver import (
    Accordion,
    Deal,
    DepthFirst,
    Game,
    Limits,
    OptionError,
    Outcome,
    Portfolio,
    Progress,
    Result,
    solve,
    verify,
)
from solitaire_solver.games.accordion_kernel import AccordionKernel
from solitaire_solver.search.limits import Meter, parse_bytes

FORGETFUL = 1
ENDLESS = DepthFirst(prune=False)

#: Not won within a few hundred expansions in the documented order.
PACK = Deal.from_seed(2)

pytestmark = pytest.mark.uncompiled


def assert_cut_short(result: Result, limit: str) -> None:
    assert result.outcome is Outcome.UNKNOWN
    assert result.limit == limit
    assert result.solution is None
    assert result.proof is None
    assert not result.remaining_is_minimum
    replay = verify(result.game, result.deal, result.best_line)
    assert replay.remaining == result.remaining > 1
    assert not replay.won


# --- each limit -----------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", [ENDLESS, DepthFirst(keys="exact", prune=False)], ids=str)
def test_a_limit_on_seconds_yields_unknown_with_the_best_line(strategy: Any) -> None:
    result = solve(Accordion(), LOST, strategy, Limits(seconds=0.05, memory=FORGETFUL))
    assert_cut_short(result, "seconds")
    assert result.remaining < len(LOST)
    assert result.statistics.expanded > 1
    assert result.statistics.seconds >= 0.05


@pytest.mark.parametrize("expansions", [1, 2, 3, 10, 100, 1999, 2000, 2001, 5000])
def test_a_limit_on_expansions_is_kept_to_the_state(expansions: int) -> None:
    limits = Limits(expansions=expansions, memory=FORGETFUL)
    result = solve(Accordion(), LOST, ENDLESS, limits)
    assert_cut_short(result, "expansions")
    assert result.statistics.expanded == expansions


@pytest.mark.parametrize("expansions", [1, 10, 599, 600, 601, 1000])
def test_the_default_strategy_keeps_to_a_limit_on_expansions(expansions: int) -> None:
    strategy = Portfolio(patience=50)
    for seed in range(5):
        result = solve(Accordion(), Deal.from_seed(seed), strategy, Limits(expansions=expansions))
        if result.outcome is Outcome.UNKNOWN:
            assert_cut_short(result, "expansions")
            assert result.statistics.expanded == expansions
        else:
            assert result.outcome is Outcome.WON
            assert result.statistics.expanded <= expansions


def test_more_expansions_reach_at_least_as_far() -> None:
    for strategy in (DepthFirst(), DepthFirst(ordered=True), Portfolio()):
        reached = [
            solve(Accordion(), PACK, strategy, Limits(expansions=expansions)).remaining
            for expansions in (1, 4, 16, 64, 256)
        ]
        assert reached == sorted(reached, reverse=True)
        assert reached[0] > reached[-1]


def test_the_first_limit_that_is_met_is_named() -> None:
    both = Limits(seconds=3600, expansions=7, memory=FORGETFUL)
    assert_cut_short(solve(Accordion(), LOST, ENDLESS, both), "expansions")
    either = Limits(seconds=1e-9, expansions=10**12, memory=FORGETFUL)
    assert_cut_short(solve(Accordion(), LOST, ENDLESS, either), "seconds")


def test_memory_never_ends_a_search_in_a_game_without_cycles() -> None:
    deal = Deal.parse("KC 9D 9H 6D 8D 7D 3H KH 7H")
    result = solve(Accordion(), deal, ENDLESS, Limits(memory=FORGETFUL))
    assert result.outcome is Outcome.WON
    assert result.limit is None


def test_a_search_that_ends_within_its_limits_names_none() -> None:
    limits = Limits(seconds=3600, expansions=10**9, memory="64MiB")
    for text, outcome in [("AC 3H AH", Outcome.WON), ("AC 3H 2S", Outcome.UNWINNABLE)]:
        result = solve(Accordion(), Deal.parse(text), None, limits)
        assert result.outcome is outcome
        assert result.limit is None


class Slow(Game):
    """Takes its time over every state, and there is always another."""

    name: ClassVar[str] = "slow"

    def initial_state(self, deal: int) -> int:
        return deal

    def moves(self, state: int) -> list[str]:
        time.sleep(0.001)
        return ["on"]

    def apply(self, state: int, move: str) -> int:
        return state + 1

    def is_won(self, state: int) -> bool:
        return False


def test_a_limit_on_seconds_is_looked_at_often_in_a_slow_game() -> None:
    result = solve(Slow(), 0, DepthFirst(), Limits(seconds=0.02))
    assert result.limit == "seconds"
    assert result.statistics.expanded < 1000


# --- interruptions --------------------------------------------------------------------------------


def raise_interrupt(_: Progress) -> None:
    raise KeyboardInterrupt


def raise_signal(_: Progress) -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("interrupt", [raise_interrupt, raise_signal])
@pytest.mark.parametrize("keys", [128, 64, "exact"])
def test_ctrl_c_ends_a_search_with_unknown_and_what_was_reached(
    keys: Any, interrupt: Callable[[Progress], None]
) -> None:
    seen: list[Progress] = []

    def second_time(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            interrupt(progress)

    strategy = DepthFirst(keys=keys, prune=False)
    result = solve(Accordion(), LOST, strategy, Limits(memory=FORGETFUL), progress=second_time)
    assert_cut_short(result, "interrupted")
    assert len(seen) == 2
    assert result.statistics.expanded == seen[-1].expanded
    assert result.remaining == seen[-1].remaining


def test_ctrl_c_in_the_middle_of_a_search_for_the_minimum_claims_none() -> None:
    result = solve(
        Accordion(),
        LOST,
        ENDLESS,
        Limits(memory=FORGETFUL),
        objective="minimum",
        progress=raise_interrupt,
    )
    assert_cut_short(result, "interrupted")


class Interrupting(AccordionKernel):
    """As if Ctrl-C came between two attempts."""

    calls = 0

    def vary(self, seed: int, noise: int) -> None:
        self.calls += 1
        if self.calls == 3:
            raise KeyboardInterrupt
        super().vary(seed, noise)


class Interrupted(Accordion):
    """Accordion on a kernel that interrupts the search."""

    def kernel_at(self, state: Any) -> Any:
        return Interrupting([card.index for card in state])


def test_ctrl_c_between_two_attempts_loses_nothing_either() -> None:
    try:
        result = solve(Interrupted(), PACK, Portfolio(patience=20, noise=0))
    except KeyboardInterrupt:
        pytest.fail("Ctrl-C between two attempts escaped from solve")
    assert_cut_short(result, "interrupted")
    assert result.remaining < 52


def test_any_other_exception_of_a_progress_callback_comes_out_unchanged() -> None:
    error = LookupError("mine")

    def fail(_: Progress) -> None:
        raise error

    with pytest.raises(LookupError) as caught:
        solve(Accordion(), LOST, ENDLESS, Limits(memory=FORGETFUL), progress=fail)
    assert caught.value is error


def test_progress_counts_up_and_what_remains_goes_down() -> None:
    seen: list[Progress] = []

    def note(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            raise KeyboardInterrupt

    solve(Accordion(), LOST, ENDLESS, Limits(memory=FORGETFUL), progress=note)
    assert len(seen) == 3
    assert [p.expanded for p in seen] == sorted({p.expanded for p in seen})
    assert [p.seconds for p in seen] == sorted({p.seconds for p in seen})
    assert [p.remaining for p in seen] == sorted((p.remaining for p in seen), reverse=True)
    assert all(1 < p.remaining <= len(LOST) for p in seen)
    assert all(0 < p.table_entries <= 16 for p in seen)


def test_the_search_leaves_ctrl_c_as_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    solve(Accordion(), LOST, ENDLESS, Limits(memory=FORGETFUL), progress=raise_signal)
    assert signal.getsignal(signal.SIGINT) is before


# --- limits that make sense -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0),
        ("1", 1),
        ("4096", 4096),
        (4096, 4096),
        ("1B", 1),
        ("1K", 1024),
        ("1k", 1024),
        ("1KiB", 1024),
        ("1kib", 1024),
        ("1kB", 1000),
        ("1KB", 1000),
        ("64MiB", 64 << 20),
        ("500MB", 500_000_000),
        ("500 MB", 500_000_000),
        ("  2 M ", 2 << 20),
        ("1GiB", 1 << 30),
        ("1G", 1 << 30),
        ("1.5GB", 1_500_000_000),
        ("0.5 KiB", 512),
        ("2TiB", 2 << 40),
        ("3TB", 3 * 10**12),
    ],
)
def test_bytes_are_read_as_people_write_them(text: str | int, expected: int) -> None:
    assert parse_bytes(text) == expected
    if expected:
        assert Limits(memory=text).memory == expected


@pytest.mark.parametrize(
    "text",
    ["", " ", "B", "MB", "-1", "-1MB", "1 2", "1e9", "1PB", "1KKB", "1M iB", "lots", "nan", None,
     "1,5GB", "0x10", ".5GB", True],
)  # fmt: skip
def test_what_is_no_number_of_bytes_is_refused_by_name(text: Any) -> None:
    with pytest.raises(OptionError) as caught:
        Limits(memory=text)
    assert str(caught.value) == (
        f"memory {text!r} is no number of bytes, like 500MB or 1GiB; "
        "units are B, KB, MB, GB, TB, KiB, MiB, GiB and TiB"
    )


@pytest.mark.parametrize("value", [0, -1, -0.5, float("nan"), float("-inf")])
@pytest.mark.parametrize("name", ["seconds", "expansions"])
def test_a_limit_that_is_not_above_zero_is_refused(name: str, value: float) -> None:
    with pytest.raises(OptionError) as caught:
        Limits(**{name: value})  # type: ignore[arg-type]
    assert str(caught.value) == f"the limit on {name} must be above zero, not {value}"


@pytest.mark.parametrize("memory", [0, "0", "0GiB", "0.2"])
def test_no_memory_at_all_is_refused(memory: Any) -> None:
    with pytest.raises(OptionError, match="the limit on memory must be above zero, not 0"):
        Limits(memory=memory)


def test_limits_are_no_limits_but_a_gibibyte_unless_given() -> None:
    assert Limits() == Limits(seconds=None, expansions=None, memory="1GiB")
    assert Limits().memory == 1 << 30


@pytest.mark.parametrize("objective", ["", "Win", "least", None])
def test_an_unknown_objective_is_refused_by_name(objective: Any) -> None:
    with pytest.raises(OptionError, match="the objective is 'win' or 'minimum', not "):
        solve(Accordion(), LOST, objective=objective)


@pytest.mark.parametrize("keys", [0, 32, 256, "128", None, "Exact"])
def test_unknown_keys_are_refused_by_name(keys: Any) -> None:
    with pytest.raises(OptionError, match="keys are 128, 64 or 'exact', not "):
        DepthFirst(keys=keys)


@pytest.mark.parametrize("expansions", [0.5, 2.5, 1e9])
def test_a_limit_on_expansions_is_a_whole_number(expansions: float) -> None:
    with pytest.raises(OptionError):
        Limits(expansions=expansions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {"restarts": -1},
        {"patience": 0},
        {"patience": -1},
        {"noise": -1},
        {"seed": -1},
        {"seed": 2**64},
    ],
    ids=str,
)
def test_a_portfolio_of_nonsense_is_refused_by_name(options: dict[str, int]) -> None:
    (name,) = options
    with pytest.raises(OptionError, match=name):
        Portfolio(**options)  # type: ignore[arg-type]


def test_a_limit_beyond_all_bounds_is_no_limit() -> None:
    deal = Deal.parse("AC 3H AH")
    for limits in (Limits(seconds=1e300), Limits(expansions=10**30), Limits(memory="1000000TiB")):
        assert solve(Accordion(), deal, DepthFirst(), limits).outcome is Outcome.WON
    assert solve(Accordion(), deal, DepthFirst(), Limits(memory=1 << 70)).outcome is Outcome.WON


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"strategy": "depth-first"},
            "'depth-first' is no strategy; one is made like DepthFirst()",
        ),
        ({"limits": 5}, "5 are no limits; they are made like Limits(seconds=10)"),
        ({"objective": "most"}, "the objective is 'win' or 'minimum', not 'most'"),
        ({"progress": 5}, "progress is a function that takes a Progress, not 5"),
    ],
    ids=["strategy", "limits", "objective", "progress"],
)
def test_what_is_no_argument_of_solve_is_refused_in_a_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        solve(Accordion(), Deal.parse("AC 3H"), **arguments)
    assert str(caught.value) == sentence


def test_a_strategy_that_was_not_made_is_none() -> None:
    with pytest.raises(OptionError) as caught:
        solve(Accordion(), Deal.parse("AC 3H"), DepthFirst)  # type: ignore[arg-type]
    assert str(caught.value) == f"{DepthFirst!r} is no strategy; one is made like DepthFirst()"


@pytest.mark.parametrize(
    ("game", "moves", "sentence"),
    [
        ("accordion", [], "'accordion' is no game; a game is made like Accordion()"),
        (Accordion, [], f"{Accordion!r} is no game; a game is made like Accordion()"),
        (Accordion(), None, "None is no line of moves"),
        (Accordion(), 5, "5 is no line of moves"),
    ],
    ids=["name", "class", "none", "number"],
)
def test_what_is_no_argument_of_verify_is_refused_in_a_sentence(
    game: Any, moves: Any, sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        verify(game, Deal.parse("AC 3H"), moves)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"keys": 32}, "keys are 128, 64 or 'exact', not 32"),
        ({"keys": "128"}, "keys are 128, 64 or 'exact', not '128'"),
        ({"prune": "no"}, "prune is True, False or a tuple of names, not 'no'"),
        ({"prune": None}, "prune is True, False or a tuple of names, not None"),
        ({"ordered": 1}, "ordered is True or False, not 1"),
    ],
    ids=str,
)
def test_what_is_no_option_of_depth_first_search_is_refused_in_a_sentence(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(OptionError) as caught:
        DepthFirst(**options)
    assert str(caught.value) == sentence


def test_an_interrupt_too_late_to_change_the_outcome_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Meter, "spend", interrupt)  # called when the search has ended
    for strategy in (DepthFirst(), Portfolio()):
        result = solve(Accordion(), Deal.parse("AC 3H AH"), strategy)
        assert (result.outcome, result.limit, result.interrupted) == (Outcome.WON, None, True)
