"""A position in mid-game is written, read, solved and judged as what is left of its game."""

import contextlib
import copy
import itertools
import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from oracles import oracle
from test_decade import EVERY
from test_kernels import CASES

from solitaire_solver import (
    Accordion,
    AStar,
    Beam,
    Deal,
    DealError,
    Decade,
    DepthFirst,
    Game,
    Outcome,
    Position,
    RoyalMarriage,
    SolitaireError,
    StrictAccordion,
    TenByOne,
    display,
    read_deals,
    solve,
    solve_many,
    verify,
)
from solitaire_solver.cards import FULL_DECK, parse_cards
from solitaire_solver.cli import main
from solitaire_solver.exact import decade, royal_marriage, ten_by_one
from solitaire_solver.referee import judge, positions

DEALT = Accordion(dealt=True)
GAMES = {name: (game, deals) for name, game, deals in CASES}
every_game = pytest.mark.parametrize("name", GAMES)


@st.composite
def any_position(draw: Any) -> Position:
    cards = draw(st.permutations(FULL_DECK))[: draw(st.integers(1, 52))]
    laid, left = [], len(cards)
    for _ in range(draw(st.integers(1, 16))):
        laid.append(draw(st.integers(0, left)))
        left -= laid[-1]
    return Position(cards, laid, draw(st.integers(0, len(laid) - 1)))


# --- how it is written ----------------------------------------------------------------------------


@given(any_position())
def test_every_way_to_write_a_position_reads_back(position: Position) -> None:
    assert Deal.parse(str(position)) == position
    assert Deal.parse(str(position).replace(" | ", "|").replace("* ", "*")) == position
    assert Deal.parse(str(position).lower().replace(" ", " , ")) == position
    assert eval(repr(position)) == position
    assert copy.deepcopy(position) == pickle.loads(pickle.dumps(position)) == position
    assert hash(Deal.parse(str(position))) == hash(position)


@given(any_position())
def test_a_position_is_the_cards_of_its_rows_and_then_its_stock(position: Position) -> None:
    rows = position.rows
    assert tuple(map(len, rows)) == position.laid
    assert sum(rows, ()) + position.stock == position.cards == tuple(position)
    assert len(position) == len(position.cards)


@given(any_position(), any_position())
def test_the_id_tells_positions_from_deals_and_from_each_other(one: Any, other: Any) -> None:
    assert one.id != Deal(one.cards).id
    assert one != Deal(one.cards) != one
    assert (one.id == other.id) == (one == other)
    moved = Position(one.cards, (0, *one.laid), one.next_stack)
    assert moved.id != one.id


@pytest.mark.parametrize(
    ("text", "laid", "next_stack"),
    [
        ("AC 3H | 2S 4D", (2,), 0),
        ("AC 3H 2S 4D |", (4,), 0),
        ("| AC, 3H 2S 4D", (0,), 0),
        ("AC 3H / 2S 4D", (2, 2), 0),
        ("AC 3H / * 2S / | 4D", (2, 1, 0), 1),
        ("* AC 3H / 2S | 4D", (2, 1), 0),
        ("*AC 3H 2S|4D", (3,), 0),
        ("/ /*AC 3H/| 2S 4D", (0, 0, 2, 0), 2),
        ("AC 3H / * | 2S 4D", (2, 0), 0),
        ("* / AC / 3H | 2S 4D", (0, 1, 1), 1),
        ("/ * / | AC 3H 2S 4D", (0, 0, 0), 0),
    ],
)
def test_bars_slashes_and_a_star_say_how_the_cards_lie(
    text: str, laid: Any, next_stack: int
) -> None:
    position = Deal.parse(text)
    assert position == Position(parse_cards("AC 3H 2S 4D"), laid, next_stack)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AC | 3H | 4H", "a position has one bar, between the table and the stock"),
        ("* AC / * 3H | 4H", "one stack is dealt to next, and a star stands before several"),
        ("AC / 3H | 4H / 5H", "card 4: '/' is no card"),
        ("AC / 3H | * 4H", "card 3: '*' is no card"),
        ("AC * / 3H |", "card 2: '*' is no card"),
        ("AC 3H", None),
        ("* AC 3H", "card 1: '*' is no card"),
        ("AC 1H | 3H", "card 2: '1H' is no card"),
        ("AC 3H / 4S | AC", "card 4: AC was already card 1"),
        ("|", "a deal has 1 to 52 cards, not 0"),
        ("/ | ", "a deal has 1 to 52 cards, not 0"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str, message: str | None) -> None:
    if message is None:
        assert type(Deal.parse(text)) is Deal
        return
    with pytest.raises(SolitaireError) as caught:
        Deal.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("laid", "next_stack", "message"),
    [
        ((), 0, "laid says how many of 3 cards lie in each row, not ()"),
        ((4,), 0, "laid says how many of 3 cards lie in each row, not (4,)"),
        ((2, 2), 0, "laid says how many of 3 cards lie in each row, not (2, 2)"),
        ((3, -1), 0, "laid says how many of 3 cards lie in each row, not (3, -1)"),
        (("1",), 0, "how many cards lie in a row is a whole number, not '1'"),
        (5, 0, "laid says how many cards lie in each row, like (2, 1), not 5"),
        (None, 0, "laid says how many cards lie in each row, like (2, 1), not None"),
        ((0,) * 300, 0, "a position has at most 52 rows, not 300"),
        ((1, 1), 2, "the stack dealt to next is 0 to 1, not 2"),
        ((1, 1), -1, "the stack dealt to next is 0 to 1, not -1"),
        ((1, 1), "1", "the stack dealt to next is a whole number, not '1'"),
    ],
)
def test_numbers_that_do_not_fit_the_cards_are_refused(
    laid: Any, next_stack: Any, message: str
) -> None:
    with pytest.raises(DealError) as caught:
        Position(parse_cards("AC 2C 3C"), laid, next_stack)
    assert str(caught.value) == message


@given(
    st.none() | st.integers() | st.text() | st.lists(st.integers(-1, 2) | st.text(), max_size=60),
    st.none() | st.integers(-1, 60) | st.text(max_size=2),
)
def test_whatever_a_position_is_made_of_it_is_one_or_refused(laid: Any, next_stack: Any) -> None:
    with contextlib.suppress(DealError):
        position = Position(FULL_DECK, laid, next_stack)
        assert Deal.parse(str(position)) == position
        assert type(position.next_stack) is int


@pytest.mark.parametrize("cards", [5, None])
def test_what_are_no_cards_is_said(cards: Any) -> None:
    for make in (Deal, lambda cards: Position(cards, (1,))):
        with pytest.raises(DealError, match=rf"^{cards} are no cards; Deal.parse reads them from"):
            make(cards)


@given(any_position())
def test_positions_are_equal_if_they_deal_to_the_same_stack(position: Position) -> None:
    """A stack that is closed is passed over, so a star before it means the next one that is not."""
    closed = [number for number, count in enumerate(position.laid) if not count]
    if position.next_stack in closed:
        assert not any(position.laid) and position.next_stack == 0
    for number in closed:
        passed = Position(position.cards, position.laid, number)
        while number in closed and any(position.laid):
            number = (number + 1) % len(position.laid)
        named = Position(position.cards, position.laid, number)
        assert passed == named
        assert (passed.id, str(passed), passed.start) == (named.id, str(named), named.start)


def test_a_position_has_no_json() -> None:
    with pytest.raises(DealError, match=r"^a position in mid-game has no JSON; str\(\) writes it"):
        Deal.parse("AC | 3H").to_json()


def test_seeds_numbers_and_json_are_of_deals_and_not_of_positions() -> None:
    assert type(Position.from_seed(1, 5)) is Deal
    assert type(Position.from_number(1, "ms")) is Deal
    assert type(Position.parse('{"a": ["AC"]}')) is type(Position.parse("AC")) is Deal


# --- where it is played on ------------------------------------------------------------------------


def states(game: Any, deals: list[str], lines: int = 3) -> Iterator[Any]:
    """The states of random lines from each deal."""
    for place, text in enumerate(deals):
        for number in range(lines):
            chance = random.Random(100 * place + number)
            state = game.initial_state(Deal.parse(text))
            while moves := list(game.moves(state)):
                yield state
                state = game.apply(state, chance.choice(moves))
            yield state


@every_game
def test_a_position_begins_in_the_state_that_it_is_of(name: str) -> None:
    game, deals = GAMES[name]
    for state in states(game, deals):
        if not is_empty(state):
            position = game.position(state)
            assert game.initial_state(position) == state
            assert Deal.parse(str(position)) == position
            assert game.state_of(game.kernel(position)) == state


def is_empty(state: Any) -> bool:
    """Whether no card is left, as only in games that are won so."""
    if isinstance(state, tuple):
        return not state
    return not state.stock and not any(getattr(state, "stacks", None) or state.row)


@every_game
def test_a_state_without_cards_is_no_position(name: str) -> None:
    game, deals = GAMES[name]
    for state in states(game, deals):
        if is_empty(state):
            assert game.is_won(state)
            with pytest.raises(DealError, match=r"^a deal has 1 to 52 cards, not 0$"):
                game.position(state)


@every_game
def test_verdict_and_least_are_those_of_brute_force_from_the_state(name: str) -> None:
    game, deals = GAMES[name]
    truth = oracle(game)
    for state in {state for state in states(game, deals) if not is_empty(state)}:
        position = game.position(state)
        result = solve(game, position, objective="minimum")
        won = truth.winnable(state)
        assert result.outcome is (Outcome.WON if won else Outcome.UNWINNABLE)
        assert result.remaining == truth.least(state)
        assert result.remaining_is_minimum
        replay = verify(game, position, map(str, result.best_line))
        assert (replay.remaining, replay.won) == (result.remaining, won)
        assert result.to_dict()["deal"] == str(position)


ODD_GAMES = [
    DEALT,
    StrictAccordion(),
    StrictAccordion("longer", "rightmost", "whole-row"),
    *[Decade(**options) for options in EVERY],
]


@pytest.mark.parametrize("game", ODD_GAMES, ids=repr)
def test_a_position_need_not_be_one_that_play_leads_to(game: Any) -> None:
    truth = oracle(game)
    chance = random.Random(3)
    for _ in range(40):
        rows = getattr(game, "stacks", 1)
        cards = chance.sample(FULL_DECK, chance.randint(1, 9))
        ends = sorted(chance.randint(0, len(cards)) for _ in range(rows))
        laid = [end - begin for begin, end in itertools.pairwise([0, *ends])]
        position = Position(cards, laid, chance.randrange(rows))
        state = game.initial_state(position)
        result = solve(game, position, objective="minimum")
        assert (result.outcome is Outcome.WON) == truth.winnable(state)
        assert result.remaining == truth.least(state)
        replay = verify(game, position, map(str, result.best_line))
        assert (replay.remaining, replay.won) == (
            result.remaining,
            result.outcome is Outcome.WON,
        )


@every_game
def test_the_referee_shows_and_refuses_what_the_game_does(name: str) -> None:
    game, deals = GAMES[name]
    chance = random.Random(7)
    for state in states(game, deals, 1):
        if is_empty(state):
            continue
        position = game.position(state)
        line, then = [], state
        while moves := list(game.moves(then)):
            line.append(chance.choice(moves))
            then = game.apply(then, line[-1])
        replay = verify(game, position, map(str, line))
        assert (replay.steps, replay.remaining) == (len(line), game.remaining(then))
        assert replay.won == game.is_won(then)
        shown = positions(game.name, position.cards, line, **position.start, **game.options())
        assert len(list(shown)) == len(line) + 1
        assert list(display.play(game, position, line, display.Screen()))
        for wrong in moves_of_others(game, deals) - set(map(str, game.moves(state))):
            if game.name != "ten-by-one":  # whose referee takes any card of a rank
                with pytest.raises(SolitaireError, match=r"^move 1 "):
                    verify(game, position, [wrong])


def moves_of_others(game: Any, deals: list[str]) -> set[str]:
    return {str(move) for state in states(game, deals, 1) for move in game.moves(state)}


@pytest.mark.parametrize(
    "strategy", [DepthFirst(), DepthFirst(workers=2), AStar(), Beam(10**6)], ids=str
)
def test_every_strategy_takes_a_position(strategy: Any) -> None:
    for name in ("accordion", "dealt-accordion", "decade-stacks", "ten-by-one", "royal-marriage"):
        game, deals = GAMES[name]
        for state in states(game, deals[-1:], 1):
            if not is_empty(state):
                found = solve(game, game.position(state), strategy).outcome
                assert found is solve(game, game.position(state)).outcome


@pytest.mark.parametrize(
    ("game", "exactly"),
    [
        (Decade(compulsory=False), decade.solve_exactly),
        (RoyalMarriage(), royal_marriage.solve_exactly),
        (TenByOne(), ten_by_one.solve_exactly),
    ],
    ids=str,
)
def test_the_exact_answers_are_those_of_the_search(game: Any, exactly: Any) -> None:
    for seed in range(4):
        for state in states(game, [str(Deal.from_seed(seed))], 1):
            if not is_empty(state):
                position = game.position(state)
                answer = exactly(game, position)
                replay = verify(game, position, answer.line)
                assert (replay.won, replay.remaining) == (answer.winnable, answer.remaining)
                if seed == 0:
                    assert (solve(game, position).outcome is Outcome.WON) == answer.winnable


@pytest.mark.parametrize("seed", range(10))
def test_whole_packs_are_won_from_the_middle(seed: int) -> None:
    for game in (Accordion(), DEALT):
        won = solve(game, Deal.from_seed(seed)).solution
        assert won is not None
        state = game.initial_state(Deal.from_seed(seed))
        for move in won[: len(won) // 2]:
            state = game.apply(state, move)
        middle = game.position(state)
        again = solve(game, middle).solution
        assert again is not None
        assert verify(game, middle, again).won
        assert [str(move) for move in again].count("turn") == len(getattr(state, "stock", ()))


def test_a_dealt_line_moves_what_lies_there_before_it_turns() -> None:
    result = solve(DEALT, Deal.parse("AC 3H AH | 2S AS"))
    assert " ".join(map(str, result.best_line)) == "AH>3H AH>AC turn turn AS>2S AS>AH"


def test_a_position_of_nothing_but_stock_is_the_deal() -> None:
    for game in (DEALT, StrictAccordion()):
        for seed in range(20):
            deal = Deal.from_seed(seed, 9)
            begun, dealt = solve(game, Position(deal.cards, (0,))), solve(game, deal)
            assert begun.best_line == dealt.best_line
            assert begun.statistics.signature == dealt.statistics.signature


def test_the_stack_that_is_dealt_to_next_matters_and_a_closed_one_is_passed_over() -> None:
    game = Decade(stacks=3)
    onto = {
        text: " ".join(map(str, solve(game, Deal.parse(text)).best_line))
        for text in ("4C / 7D / | 3D 6C", "4C / * 7D / | 3D 6C", "4C / 7D / * | 3D 6C")
    }
    assert onto == {
        "4C / 7D / | 3D 6C": "",
        "4C / * 7D / | 3D 6C": "turn 7D+3D turn 4C+6C",
        "4C / 7D / * | 3D 6C": "",
    }
    assert game.initial_state(Deal.parse("4C / 7D / * | 3D")).next_stack == 0
    assert game.initial_state(Deal.parse("/ 4C / 7D | 3D")).next_stack == 1
    assert verify(game, Deal.parse("/ 4C / 7D | 6C 3D"), "turn 4C+6C turn 7D+3D").won
    assert solve(game, Deal.parse("/ / | 3D")).solution == ()


PLAYED = [
    (Accordion(), "AC 3H AH |", "AH>3H AH>AC"),
    (DEALT, "AC 3H | AH", "turn AH>3H AH>AC"),
    (StrictAccordion(), "AC 3H | AH", "turn AH>3H AH>AC"),
    (RoyalMarriage(), "QH 5C 6D 5S KH |", "6D 5C+5S"),
    (TenByOne(), "AC 2C 3C 4C JC QC KC JD QD KD | 9C 8C 7C 6C", None),
    (Decade(), "6H 7D 7S | TC", "6H+7D+7S turn"),
    (Decade(stacks=2), "6H 7D 7S / KS | TC", None),
]


@pytest.mark.parametrize(("game", "text", "line"), PLAYED, ids=str)
def test_commands_take_a_position(game: Any, text: str, line: str | None, tmp_path: Any) -> None:
    words = [game.name, *[f"--option={name}={value}" for name, value in game.options().items()]]
    words = [word for word in words if not word.endswith("=None") and "totals" not in word]
    result = solve(game, Deal.parse(text))
    found = CliRunner().invoke(main, ["solve", *words, text, "--json"])
    assert json.loads(found.output)["deal"] == text
    assert json.loads(found.output)["best_line"] == [str(move) for move in result.best_line]
    judged = CliRunner().invoke(
        main, ["verify", *words, text, *map(str, result.best_line or ["turn"])]
    )
    assert judged.exit_code == (
        0 if result.outcome is Outcome.WON else 1 if line else judged.exit_code
    )
    if line:
        assert CliRunner().invoke(main, ["verify", *words, text, line]).exit_code in (0, 1)
    file = tmp_path / "deals"
    file.write_text(f"{text} # in mid-game\n{text}\n")
    assert list(read_deals(file)) == 2 * [Deal.parse(text)]
    for many in (["--file", str(file)], ["-"]):
        answers = CliRunner().invoke(main, ["solve", *words, *many], input=f"{text}\n{text}\n")
        assert answers.output.splitlines() == 2 * [display.answer(result)]


def test_positions_travel_to_other_processes() -> None:
    deals = [Deal.parse(f"AC 3H | AH {card}") for card in ("2S", "AS", "KD")]
    results = list(solve_many(DEALT, deals, workers=2))
    assert [result.deal for result in results] == deals
    assert [result.best_line for result in results] == [
        solve(DEALT, deal).best_line for deal in deals
    ]


# --- what is refused ------------------------------------------------------------------------------

REFUSED = [
    (
        Accordion(),
        "AC 3H | AH",
        "open Accordion lays all cards in the row, and here the stock has 1; the option dealt=true "
        "plays with a stock",
    ),
    (Accordion(), "AC / 3H", "this game has one row, and the cards lie in 2"),
    (DEALT, "AC / 3H | 4H", "this game has one row, and the cards lie in 2"),
    (StrictAccordion(), "AC / 3H | 4H", "this game has one row, and the cards lie in 2"),
    (
        RoyalMarriage(),
        "QH 5C | 5S KH",
        "Royal Marriage lays all cards in the row, and here the stock has 2; put the bar behind "
        "the last card",
    ),
    (RoyalMarriage(), "QH / KH", "this game has one row, and the cards lie in 2"),
    (
        RoyalMarriage(),
        "QH 5C |",
        "Royal Marriage needs the queen and king of hearts; KH is not in the deal",
    ),
    (
        TenByOne(),
        "AC 2C | 3C",
        "ten cards lie in the row as long as there are so many, and here it has 2 of 3; put the "
        "bar behind card 3",
    ),
    (
        TenByOne(),
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC |",
        "ten cards lie in the row as long as there are so many, and here it has 11 of 11; put the "
        "bar behind card 10",
    ),
    (TenByOne(), "AC / 9C |", "this game has one row, and the cards lie in 2"),
    (
        Decade(),
        "AC / 3H / | 4H",
        "the cards lie on 3 stacks and the game has 1; the option stacks=3 plays with so many",
    ),
    (
        Decade(stacks=3),
        "AC 3H | 4H",
        "the cards lie on 1 stack and the game has 3; the option stacks=1 plays with so many",
    ),
]


@pytest.mark.parametrize(("game", "text", "message"), REFUSED, ids=str)
def test_a_position_that_the_game_does_not_have_is_refused(
    game: Any, text: str, message: str
) -> None:
    deal = Deal.parse(text)
    for ask in (solve, lambda game, deal: verify(game, deal, [])):
        with pytest.raises(DealError) as caught:
            ask(game, deal)
        assert str(caught.value) == message
    options = [f"--option={name}={value}" for name, value in game.options().items()]
    options = [word for word in options if not word.endswith("=None") and "totals" not in word]
    for words in (["solve", game.name, text], ["verify", game.name, text, "turn"]):
        said = CliRunner().invoke(main, [*words, *options])
        assert (said.exit_code, said.stderr) == (2, f"solitaire-solver: {message}\n")


@pytest.mark.parametrize(
    ("family", "text", "layout", "message"),
    [
        ("accordion", "AC 3H", {"laid": (1,)}, "all cards lie in the row, none in a stock"),
        ("accordion", "AC 3H", {"laid": (1, 1)}, "one row of at most 2 cards is laid, not (1, 1)"),
        ("accordion", "AC 3H", {"laid": (3,)}, "one row of at most 2 cards is laid, not (3,)"),
        ("royal-marriage", "QH KH", {"laid": (1,)}, "all cards lie in the row, none in a stock"),
        (
            "ten-by-one",
            "AC 9C",
            {"laid": (1,)},
            "ten cards lie in the row as long as there are so many",
        ),
        ("decade", "AC 9C", {"laid": (1, 1)}, "2 cards are laid on 1 stacks, not like (1, 1)"),
        ("decade", "AC 9C", {"laid": (3,)}, "2 cards are laid on 1 stacks, not like (3,)"),
        ("decade", "AC 9C", {"next_stack": 1}, "the stack dealt to next is 0 to 0, not 1"),
    ],
)
def test_the_referee_refuses_a_layout_by_itself(
    family: str, text: str, layout: Any, message: str
) -> None:
    with pytest.raises(DealError) as caught:
        judge(family, parse_cards(text), [], **layout)
    assert str(caught.value) == message


def test_a_game_in_plain_python_has_to_say_what_its_positions_are() -> None:
    class Countdown(Game):
        name = "countdown"

        def initial_state(self, deal: int) -> int:
            return deal

        def moves(self, state: int) -> list[int]:
            return [1] if state else []

        def apply(self, state: int, move: int) -> int:
            return state - move

        def is_won(self, state: int) -> bool:
            return state == 0

    with pytest.raises(
        SolitaireError, match=r"^countdown cannot begin in mid-game: give it a method"
    ):
        Countdown().position(3)
