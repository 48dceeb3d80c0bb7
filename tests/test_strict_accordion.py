"""Strict Accordion: all eight readings against a simulation that knows nothing of the package."""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from solitaire_solver import (
    Accordion,
    Deal,
    DealError,
    IllegalMoveError,
    OptionError,
    Outcome,
    SolitaireError,
    StrictAccordion,
    game_named,
    solve,
    verify,
)
from solitaire_solver.cards import parse_cards
from solitaire_solver.games.dealing import TURN, DealtRow
from solitaire_solver.referee import positions

READINGS: list[tuple[Any, Any, Any]] = list(
    product(("nearer", "longer"), ("leftmost", "rightmost"), ("per-pile", "whole-row"))
)
every_reading = pytest.mark.parametrize("reading", READINGS, ids="-".join)


def forced(row: list[str], reading: tuple[str, str, str]) -> tuple[int, int] | None:
    """The places of mover and target, of all that can move the one the reading ranks first."""
    prefer, pile, scope = reading

    def rank(move: tuple[int, int]) -> tuple[int, int]:
        place, target = move
        distance = (place - target) * (1 if prefer == "nearer" else -1)
        order = place if pile == "leftmost" else -place
        return (order, distance) if scope == "per-pile" else (distance, order)

    found = [
        (place, place - distance)
        for distance in (1, 3)
        for place in range(distance, len(row))
        if set(row[place]) & set(row[place - distance])
    ]
    return min(found, key=rank, default=None)


def simulate(
    stock: list[str], reading: tuple[str, str, str], row: list[str] | None = None
) -> tuple[int, list[str]]:
    """The piles left and the line, by trying everything at every step.

    No letter is both a rank and a suit, so two cards match when their texts share a letter.
    """
    row, stock, line = list(row or []), list(stock), []
    while True:
        move = forced(row, reading)
        if move is not None:
            place, target = move
            line.append(f"{row[place]}>{row[target]}")
            row[target] = row.pop(place)
        elif stock:
            line.append("turn")
            row.append(stock.pop(0))
        else:
            return len(row), line


# --- the rules ------------------------------------------------------------------------------------


@every_reading
def test_whole_packs_come_out_as_in_the_simulation(reading: Any) -> None:
    game = StrictAccordion(*reading)
    for seed in range(150):
        deal = Deal.from_seed(seed)
        played = game.play(deal)
        assert (played.piles, list(map(str, played.line))) == simulate(str(deal).split(), reading)


@pytest.mark.uncompiled
@every_reading
def test_short_deals_come_out_as_in_the_simulation(reading: Any) -> None:
    game = StrictAccordion(*reading)
    for size in range(1, 53):
        deal = Deal.from_seed(size, size)
        played = game.play(deal)
        assert (played.piles, list(map(str, played.line))) == simulate(str(deal).split(), reading)


@every_reading
def test_a_row_on_which_much_can_move_is_played_on_as_in_the_simulation(reading: Any) -> None:
    game = StrictAccordion(*reading)
    for seed in range(60):
        cards = str(Deal.from_seed(seed)).split()
        laid = random.Random(seed).randrange(1, 40)
        state = DealtRow(parse_cards(cards[:laid]), parse_cards(cards[laid:]))
        line = []
        while moves := game.moves(state):
            (move,) = moves
            line.append(str(move))
            state = game.apply(state, move)
        assert (len(state.row), line) == simulate(cards[laid:], reading, cards[:laid])


def test_no_two_readings_are_the_same() -> None:
    lines = {
        tuple(StrictAccordion(*reading).play(Deal.from_seed(seed)).line for seed in range(60))
        for reading in READINGS
    }
    assert len(lines) == len(READINGS) == 8


@pytest.mark.parametrize(
    ("reading", "move"),
    [
        (("nearer", "leftmost", "per-pile"), "4C>3C"),
        (("longer", "leftmost", "per-pile"), "4C>AC"),
        (("nearer", "rightmost", "per-pile"), "2H>2S"),
        (("longer", "leftmost", "whole-row"), "4C>AC"),
        (("nearer", "leftmost", "whole-row"), "4C>3C"),
        (("longer", "rightmost", "whole-row"), "4C>AC"),
    ],
)
def test_the_readings_differ_as_their_names_say(reading: Any, move: str) -> None:
    # 4C may slide onto 3C or leap onto AC; 2H may only slide, onto 2S.
    state = DealtRow(parse_cards("AC KD 3C 4C 2S 2H"), ())
    assert [str(found) for found in StrictAccordion(*reading).moves(state)] == [move]


# --- the census -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seeds", [pytest.param(range(40), marks=pytest.mark.uncompiled), range(900, 1300)], ids=str
)
@every_reading
def test_a_census_counts_what_single_plays_give(reading: Any, seeds: range) -> None:
    game = StrictAccordion(*reading)
    counted = Counter(game.play(Deal.from_seed(seed)).piles for seed in seeds)
    assert game.census(seeds) == [counted[piles] for piles in range(53)]


def test_a_census_of_parts_adds_up() -> None:
    game = StrictAccordion()
    whole = game.census(range(5000))
    parts = [game.census(range(start, start + 1000)) for start in range(0, 5000, 1000)]
    assert whole == [sum(column) for column in zip(*parts, strict=True)]
    assert sum(whole) == 5000
    assert game.census(range(7, 7)) == [0] * 53


def test_a_census_reaches_the_last_seed() -> None:
    game = StrictAccordion()
    last = 2**64 - 1
    census = game.census(range(last, last + 1))
    assert census[game.play(Deal.from_seed(last)).piles] == sum(census) == 1


# --- as a game ------------------------------------------------------------------------------------


@every_reading
def test_solve_and_the_referee_follow_the_one_line_there_is(reading: Any) -> None:
    game = StrictAccordion(*reading)
    for seed in range(12):
        deal = Deal.from_seed(seed)
        played = game.play(deal)
        replay = verify(game, deal, played.line)
        assert replay.remaining == played.piles
        assert replay.won == (played.piles == 1)
        result = solve(game, deal)
        assert (result.outcome is Outcome.WON) == replay.won
        assert result.remaining == played.piles
        assert result.remaining_is_minimum
        assert result.best_line == played.line[: len(result.best_line)]
        assert all(move == TURN for move in played.line[len(result.best_line) :])
        if result.proof:
            assert result.proof.states == len(played.line) + 1
            assert result.proof.collision_bound == 0


def test_a_deal_that_is_won_is_won_with_its_line() -> None:
    census = {seed: StrictAccordion().census(range(seed, seed + 1))[1] for seed in range(6000)}
    winner = next(seed for seed, won in census.items() if won)
    deal = Deal.from_seed(winner)
    result = solve(StrictAccordion(), deal)
    assert result.outcome is Outcome.WON
    assert result.solution == StrictAccordion().play(deal).line
    assert verify(Accordion(dealt=True), deal, result.solution).won


@every_reading
def test_a_strict_line_is_a_line_of_dealt_accordion(reading: Any) -> None:
    deal = Deal.from_seed(77)
    played = StrictAccordion(*reading).play(deal)
    assert verify(Accordion(dealt=True), deal, played.line).remaining == played.piles


def test_positions_show_the_tops_after_every_step() -> None:
    deal = Deal.parse("AC 3H AH 2S")
    game = StrictAccordion()
    line = game.play(deal).line
    rows = positions("strict-accordion", deal, line, **game.options())
    assert [" ".join(map(str, row)) for row in rows] == [
        "",
        "AC",
        "AC 3H",
        "AC 3H AH",
        "AC AH",
        "AH",
        "AH 2S",
    ]


def test_the_game_is_found_by_name_with_its_options() -> None:
    game = game_named("strict-accordion", prefer="longer", scope="whole-row")
    assert game == StrictAccordion("longer", "leftmost", "whole-row")
    assert StrictAccordion().options() == {
        "prefer": "nearer",
        "pile": "leftmost",
        "scope": "per-pile",
    }


@pytest.mark.parametrize("seed", range(6))
@every_reading
def test_a_line_with_any_one_step_left_out_is_refused_or_falls_short(
    reading: Any, seed: int
) -> None:
    game, deal = StrictAccordion(*reading), Deal.from_seed(seed, 16)
    line = game.play(deal).line
    for place in range(len(line) - 1):
        damaged = line[:place] + line[place + 1 :]
        try:
            replay = verify(game, deal, damaged)
        except IllegalMoveError as error:
            assert error.number > place
        else:
            assert line[place:] == (TURN,) * (len(line) - place)
            assert replay.steps == len(line) - 1


# --- what is wrong --------------------------------------------------------------------------------

REFUSED = [
    ((), "AC 2C 3D", "turn turn turn", "move 3 (turn): the rules force 2C>AC here"),
    ((), "AC 2C", "turn turn 2C>AC turn", "move 4 (turn): no card is left in the stock"),
    ((), "AC 2C", "2C>AC", "move 1 (2C>AC): 2C is still in the stock"),
    ((), "AC 2C", "turn turn 2C", "move 3 (2C): a move names two cards, as in 7H>7C"),
    (
        (),
        "AC KD 3H 4H",
        "turn turn turn turn 4H>AC",
        "move 5 (4H>AC): 4H and AC share neither rank nor suit",
    ),
    ((), "AC KD 3H AH", "turn turn turn turn AH>AC", "move 5 (AH>AC): the rules force AH>3H here"),
    (
        ("longer",),
        "AC KD 3H AH",
        "turn turn turn turn AH>3H",
        "move 5 (AH>3H): the rules force AH>AC here",
    ),
]


@pytest.mark.parametrize(("reading", "deal", "line", "message"), REFUSED)
def test_the_referee_refuses_what_is_not_forced(
    reading: Any, deal: str, line: str, message: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        verify(StrictAccordion(*reading), Deal.parse(deal), line.split())
    assert str(caught.value) == message


STRICT: Any = StrictAccordion
WRONG = [
    (lambda: STRICT(prefer="far"), "prefer is 'nearer' or 'longer', not 'far'"),
    (lambda: STRICT(prefer=1), "prefer is 'nearer' or 'longer', not 1"),
    (lambda: STRICT(pile="first"), "pile is 'leftmost' or 'rightmost', not 'first'"),
    (lambda: STRICT(scope="row"), "scope is 'per-pile' or 'whole-row', not 'row'"),
    (lambda: STRICT(scope=None), "scope is 'per-pile' or 'whole-row', not None"),
    (
        lambda: game_named("strict-accordion", dealt=True),
        "strict-accordion has no option 'dealt'; its options are pile, prefer, scope",
    ),
]


@pytest.mark.parametrize(("make", "message"), WRONG, ids=[row[1] for row in WRONG])
def test_a_wrong_option_is_named_with_what_is_offered(make: Any, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        make()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        (10, "the seeds of a census are a range in steps of 1, not 10"),
        (
            range(0, 10, 2),
            "the seeds of a census are a range in steps of 1, not range(0, 10, 2)",
        ),
        (
            range(-1, 3),
            "range(-1, 3) has seeds that are not between 0 and 18446744073709551615",
        ),
        (
            range(2**64 - 1, 2**64 + 1),
            "range(18446744073709551615, 18446744073709551617) has seeds that are not between 0 "
            "and 18446744073709551615",
        ),
    ],
)
def test_a_census_of_what_are_no_seeds_is_refused(seeds: Any, message: str) -> None:
    with pytest.raises(DealError) as caught:
        StrictAccordion().census(seeds)
    assert str(caught.value) == message


def test_a_move_that_is_not_forced_is_not_played() -> None:
    state = DealtRow(parse_cards("AC"), parse_cards("2C"))
    move = StrictAccordion().play(Deal.parse("AC 2C")).line[-1]
    with pytest.raises(SolitaireError, match=r"^2C>AC is not legal here$"):
        StrictAccordion().apply(state, move)
