"""Accordion dealt as you go: the theorem that it is open Accordion, and the lines it shows."""

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import naive
import pytest

from solitaire_solver import (
    Accordion,
    Card,
    Deal,
    DepthFirst,
    Game,
    IllegalMoveError,
    OptionError,
    Outcome,
    SolitaireError,
    solve,
    verify,
)
from solitaire_solver.cards import parse_cards
from solitaire_solver.games.accordion import AccordionMove
from solitaire_solver.games.dealing import TURN, DealtRow, earliest
from solitaire_solver.referee import positions

DEALT = Accordion(dealt=True)
SMALL = [
    *itertools.permutations(["AC", "2C", "2D", "AH", "3H"]),
    *[tuple(map(str, Deal.from_seed(seed, 7))) for seed in range(60)],
    *[
        tuple(random.Random(seed).sample(["AC", "AD", "AH", "2C", "2D", "2H", "3C", "3D", "4S"], 8))
        for seed in range(60)
    ],
]

State = tuple[naive.Row, naive.Row]


def steps(state: State) -> Iterator[tuple[str, State]]:
    """Every step of dealt play as it is written, with the state after it, by brute force."""
    row, stock = state
    if stock:
        yield "turn", (row + stock[:1], stock[1:])
    for text, after in naive.moves(row):
        yield text, (after, stock)


@cache
def reachable(state: State) -> frozenset[State]:
    """The state and all that can be reached from it."""
    return frozenset({state}.union(*[reachable(after) for _, after in steps(state)]))


class Direct(Game):
    """Dealt play as a game in plain Python, searched state by state."""

    acyclic = True

    def initial_state(self, deal: Any) -> Any:
        return (), tuple(map(str, deal))

    def moves(self, state: Any) -> list[str]:
        return [text for text, _ in steps(state)]

    def apply(self, state: Any, move: Any) -> Any:
        return dict(steps(state))[move]

    def is_won(self, state: Any) -> bool:
        return len(state[0]) == 1 and not state[1]

    def remaining(self, state: Any) -> int:
        return len(state[0]) + len(state[1])


# --- the theorem ----------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(6))
def test_dealt_play_ends_in_exactly_the_rows_of_open_play(block: int) -> None:
    for cards in SMALL[block::6]:
        ends = {row for row, stock in reachable(((), cards)) if not stock}
        assert ends == set().union(*naive.layers(cards))


@pytest.mark.parametrize("block", range(6))
def test_a_row_in_mid_deal_is_part_of_an_open_row(block: int) -> None:
    for cards in SMALL[block::6]:
        rows = set().union(*naive.layers(cards))
        assert all(row + stock in rows for row, stock in reachable(((), cards)))


@pytest.mark.parametrize("strategy", [None, DepthFirst(), DepthFirst(ordered=True)], ids=str)
def test_the_search_gives_the_verdict_and_the_least_piles_of_the_open_game(strategy: Any) -> None:
    for cards in SMALL[::2]:
        deal = Deal.parse(" ".join(cards))
        dealt = solve(DEALT, deal, strategy, objective="minimum")
        opened = solve(Accordion(), deal, strategy, objective="minimum")
        assert dealt.outcome == opened.outcome
        assert dealt.remaining == opened.remaining
        assert dealt.remaining_is_minimum
        assert verify(DEALT, deal, dealt.best_line).remaining == dealt.remaining


@pytest.mark.uncompiled
@pytest.mark.parametrize("keys", [64, 128, "exact"])
def test_the_search_meets_the_states_that_a_plain_search_meets(keys: Any) -> None:
    for cards in SMALL[::5]:
        deal = Deal.parse(" ".join(cards))
        result = solve(DEALT, deal, DepthFirst(prune=False, keys=keys), objective="minimum")
        plain = solve(Direct(), deal, DepthFirst(), objective="minimum")
        assert result.outcome == plain.outcome
        if result.proof and plain.proof:
            assert result.proof.states == plain.proof.states == len(reachable(((), cards)))
            assert result.statistics.generated == plain.statistics.generated


@pytest.mark.parametrize("seed", range(12))
def test_whole_packs_are_won_dealt_as_they_are_open(seed: int) -> None:
    deal = Deal.from_seed(seed)
    result = solve(DEALT, deal)
    assert result.outcome is Outcome.WON
    assert result.solution is not None
    assert [str(move) for move in result.solution].count("turn") == 52
    assert verify(DEALT, deal, result.solution).won
    assert verify(DEALT, deal, map(str, result.solution)).won
    assert verify(Accordion(), deal, [move for move in result.solution if move != TURN]).won


# --- the line -------------------------------------------------------------------------------------


def times(line: Any) -> dict[str, int]:
    """How many cards were turned when each move was made."""
    made, turned = {}, 0
    for move in map(str, line):
        if move == "turn":
            turned += 1
        else:
            made[move] = turned
    return made


def rows_after(cards: naive.Row, line: Sequence[str]) -> list[naive.Row] | None:
    """The open rows before the first and after every move, or None if one is not legal."""
    rows = [cards]
    for move in line:
        after = dict(naive.moves(rows[-1]))
        if move not in after:
            return None
        rows.append(after[move])
    return rows


def swapped(cards: naive.Row, line: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All orders of the moves that swaps of two neighbours lead to, if they change no other row."""
    found, fresh = {line}, [line]
    while fresh:
        order = fresh.pop()
        rows = rows_after(cards, order)
        for at in range(len(order) - 1):
            other = (*order[:at], order[at + 1], order[at], *order[at + 2 :])
            rows_then = rows_after(cards, other)
            if other in found or rows is None or rows_then is None:
                continue
            if rows_then[at + 2] == rows[at + 2]:
                found.add(other)
                fresh.append(other)
    return found


def times_in_order(cards: naive.Row, line: Iterable[str]) -> dict[str, int]:
    """How many cards are turned for each move if they are only turned when a move needs one."""
    made, turned = {}, 0
    for move in line:
        turned = max(turned, cards.index(move.split(">")[0]) + 1)
        made[move] = turned
    return made


def random_line(cards: naive.Row, chance: random.Random) -> list[str]:
    row, line = cards, []
    while found := naive.moves(row):
        text, row = chance.choice(found)
        line.append(text)
    return line


def as_moves(line: list[str]) -> list[AccordionMove]:
    return [AccordionMove(*map(Card.parse, text.split(">"))) for text in line]


def test_no_order_that_swaps_lead_to_makes_any_move_earlier() -> None:
    for number, cards in enumerate(SMALL):
        line = random_line(cards, random.Random(number))
        deal = Deal.parse(" ".join(cards))
        shown = earliest(deal.cards, as_moves(line))
        assert verify(DEALT, deal, shown).remaining == len(cards) - len(line)
        made = times(shown)
        assert sorted(made) == sorted(line)
        every = [times_in_order(cards, order) for order in swapped(cards, tuple(line))]
        assert made == {move: min(other[move] for other in every) for move in line}


@pytest.mark.parametrize("seed", range(40))
def test_a_line_of_a_whole_pack_stays_legal_when_its_moves_are_made_early(seed: int) -> None:
    deal = Deal.from_seed(seed)
    line = random_line(tuple(map(str, deal)), random.Random(seed))
    shown = earliest(deal.cards, as_moves(line))
    assert verify(DEALT, deal, shown).remaining == 52 - len(line)
    made = times(shown)
    in_order = times_in_order(tuple(map(str, deal)), line)
    assert made.keys() == in_order.keys()
    assert all(made[move] <= in_order[move] for move in made)
    assert times(earliest(deal.cards, shown)) == made


def test_the_moves_of_a_dealt_line_can_all_be_postponed() -> None:
    deal = Deal.from_seed(5)
    solution = solve(DEALT, deal).solution
    assert solution is not None
    *_, early = positions("accordion", deal, solution, dealt=True)
    *_, late = positions("accordion", deal, [move for move in solution if move != TURN])
    assert early == late


# --- play and explore -----------------------------------------------------------------------------


def test_a_deal_is_played_turn_by_turn_and_move_by_move() -> None:
    deal = Deal.parse("AC 3H AH 2S AS")
    state = DEALT.initial_state(deal)
    assert state == DealtRow((), deal.cards)
    for move in ("turn", "turn", "turn", "AH>3H", "turn", "AH>AC"):
        offered = {str(candidate): candidate for candidate in DEALT.moves(state)}
        assert DEALT.remaining(state) == len(state.row) + len(state.stock)
        assert not DEALT.is_won(state)
        state = DEALT.apply(state, offered[move])
    assert state == DealtRow(Deal.parse("AH 2S").cards, Deal.parse("AS").cards)
    assert [str(move) for move in DEALT.moves(state)] == ["turn"]


def test_the_moves_offered_are_those_of_the_naive_rules() -> None:
    for cards in SMALL[::9]:
        for row, stock in reachable(((), cards)):
            state = DealtRow(parse_cards(row), parse_cards(stock))
            assert [str(move) for move in DEALT.moves(state)] == [
                text for text, _ in steps((row, stock))
            ]
            assert DEALT.is_won(state) == (len(row) == 1 and not stock)


def test_one_card_is_won_when_it_is_turned() -> None:
    result = solve(DEALT, Deal.parse("KS"))
    assert result.outcome is Outcome.WON
    assert result.solution == (TURN,)


def test_a_move_of_a_card_in_the_stock_is_not_legal() -> None:
    state = DealtRow(Deal.parse("AC 2C").cards, Deal.parse("3C").cards)
    (move,) = as_moves(["3C>2C"])
    with pytest.raises(SolitaireError, match=r"^3C>2C is not legal here$"):
        DEALT.apply(state, move)
    assert Accordion().number(None, TURN) == 0
    with pytest.raises(SolitaireError, match=r"^turn is not legal here$"):
        Accordion().apply(Deal.parse("AC 2C").cards, TURN)


def test_the_option_is_recorded() -> None:
    assert DEALT.options() == {"dealt": True}
    assert repr(DEALT) == "Accordion(dealt=True)"
    assert solve(DEALT, Deal.parse("AC")).to_dict()["options"] == {"dealt": True}


# --- the referee ----------------------------------------------------------------------------------

REFUSED = [
    ("AC 2C", "turn turn turn", "move 3 (turn): no card is left in the stock"),
    ("AC 2C", "2C>AC", "move 1 (2C>AC): 2C is still in the stock"),
    ("AC 2C", "turn 2C>AC", "move 2 (2C>AC): 2C is still in the stock"),
    ("AC 2C", "turn AC>2C", "move 2 (AC>2C): 2C is still in the stock"),
    ("AC 2C", "turn turn 3C>AC", "move 3 (3C>AC): 3C is not in this deal"),
    (
        "AC 2C",
        "turn turn AC>2C",
        "move 3 (AC>2C): AC stands 1 place left of 2C; a pile never moves right",
    ),
    (
        "AC 2C 3C",
        "turn turn 2C>AC turn 3C>AC",
        "move 5 (3C>AC): AC is not on top of a pile, it lies under 2C",
    ),
    ("AC 2D", "turn turn 2D>AC", "move 3 (2D>AC): 2D and AC share neither rank nor suit"),
    ("AC 2C", "deal", "move 1 (deal): a move names two cards, as in 7H>7C"),
]


@pytest.mark.parametrize(("deal", "line", "message"), REFUSED, ids=[row[2] for row in REFUSED])
def test_the_referee_refuses(deal: str, line: str, message: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        verify(DEALT, Deal.parse(deal), line.split())
    assert str(caught.value) == message


def test_an_open_game_has_no_turn() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        verify(Accordion(), Deal.parse("AC 2C"), ["turn"])
    assert str(caught.value) == "move 1 (turn): a move names two cards, as in 7H>7C"


@pytest.mark.parametrize("seed", range(10))
def test_a_line_without_one_of_its_turns_is_refused_or_not_won(seed: int) -> None:
    deal = Deal.from_seed(seed, 20)
    line = list(map(str, solve(DEALT, deal).best_line))
    for place, move in enumerate(line):
        damaged = line[:place] + line[place + 1 :]
        if move == "turn":
            try:
                assert not verify(DEALT, deal, damaged).won
            except IllegalMoveError:
                continue


def test_a_line_is_won_only_when_the_stock_is_empty() -> None:
    assert not verify(DEALT, Deal.parse("AC 2C"), ["turn"]).won
    assert verify(DEALT, Deal.parse("AC 2C"), []).remaining == 2
    assert verify(DEALT, Deal.parse("AC 2C"), [" Turn ", "TURN", "2c > ac"]).won


@pytest.mark.parametrize("value", ["true", 1, 0, None])
def test_the_option_is_true_or_false(value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        Accordion(dealt=value)
    assert str(caught.value) == f"dealt is True or False, not {value!r}"
