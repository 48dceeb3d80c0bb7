"""The referee accepts what the rule book allows, and refuses the rest for the right reason."""

import ast
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_solver import referee
from solitaire_solver.cards import FULL_DECK, Card, parse_cards
from solitaire_solver.deals import Deal
from solitaire_solver.errors import DealError, IllegalMoveError, OptionError
from solitaire_solver.referee import Replay, accordion, judge, positions

DEAL = Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D")

# Worked out by hand: each move, and the tops of the piles after it.
WON_LINE = [
    ("AH>3H", "AC AH 2S AD 3S 3C AS 2C 3D"),
    ("AH>AC", "AH 2S AD 3S 3C AS 2C 3D"),
    ("3C>3S", "AH 2S AD 3C AS 2C 3D"),
    ("AS>2S", "AH AS AD 3C 2C 3D"),  # a leap
    ("AS>AH", "AS AD 3C 2C 3D"),
    ("AD>AS", "AD 3C 2C 3D"),
    ("3D>AD", "3D 3C 2C"),  # a leap
    ("3C>3D", "3C 2C"),
    ("2C>3C", "2C"),
]
WON_MOVES = [move for move, _ in WON_LINE]


def test_a_winning_line_worked_by_hand_is_accepted() -> None:
    assert accordion.judge(DEAL, WON_MOVES) == Replay(steps=9, remaining=1, won=True)
    assert judge("accordion", DEAL.cards, iter(WON_MOVES)) == Replay(9, 1, True)


@pytest.mark.parametrize("length", range(len(WON_MOVES)))
def test_a_line_that_stops_short_is_legal_but_not_won(length: int) -> None:
    assert accordion.judge(DEAL, WON_MOVES[:length]) == Replay(length, 10 - length, False)


def test_positions_are_those_worked_by_hand() -> None:
    shown = [" ".join(map(str, tops)) for tops in positions("accordion", DEAL, WON_MOVES)]
    assert shown == [str(DEAL), *[tops for _, tops in WON_LINE]]


def test_one_card_is_won_before_it_begins() -> None:
    assert accordion.judge(parse_cards("KS"), []) == Replay(0, 1, True)


@pytest.mark.parametrize(
    "move", ["TH>TC", "10H>10C", "th>tc", "10♥>10♣", "T♡>t♧", "10♥️>10♣️", " TH > TC ", "10h >TC"]
)
def test_a_move_is_read_however_players_write_it(move: str) -> None:
    assert accordion.judge(parse_cards("TC TH"), [move]) == Replay(1, 1, True)


def test_a_move_is_whatever_its_str_says() -> None:
    class Move:
        def __str__(self) -> str:
            return "TH>TC"

    assert accordion.judge(parse_cards("TC TH"), [Move()]).won


ILLEGAL = [
    # too far, or the wrong way
    (["AH>AC"], 1, "AH stands 2 places right of AC; a pile moves 1 or 3 places"),
    (["AD>AC"], 1, "AD stands 4 places right of AC; a pile moves 1 or 3 places"),
    (["3D>3H"], 1, "3D stands 8 places right of 3H; a pile moves 1 or 3 places"),
    (["3H>AH"], 1, "3H stands 1 place left of AH; a pile never moves right"),
    (["AD>AS"], 1, "AD stands 3 places left of AS; a pile never moves right"),
    (["3H>3D"], 1, "3H stands 8 places left of 3D; a pile never moves right"),
    (["AH>AH"], 1, "AH cannot cover itself"),
    # no match, beside and three away
    (["3H>AC"], 1, "3H and AC share neither rank nor suit"),
    (["2S>AC"], 1, "2S and AC share neither rank nor suit"),
    # cards that do not lie open
    (["KD>AC"], 1, "KD is not in this deal"),
    (["AH>KH"], 1, "KH is not in this deal"),
    (["KD>KH"], 1, "KD is not in this deal"),
    (["AH>3H", "3H>AC"], 2, "3H is not on top of a pile, it lies under AH"),
    (["AH>3H", "AH>3H"], 2, "3H is not on top of a pile, it lies under AH"),
    # the whole pile moved: nothing was left behind under its top
    (["AH>3H", "AH>AC", "2S>3H"], 3, "3H is not on top of a pile, it lies under AH"),
    (["AH>3H", "AH>AC", "2S>AC"], 3, "AC is not on top of a pile, it lies under AH"),
    ([*WON_MOVES, "2C>AC"], 10, "AC is not on top of a pile, it lies under 2C"),
    # the row has closed up: AS was 3 places right of AD before the first move
    (["3C>3S", "AS>AD"], 2, "AS stands 2 places right of AD; a pile moves 1 or 3 places"),
    # nothing that could be a move
    ([""], 1, "a move names two cards, as in 7H>7C"),
    (["AH-3H"], 1, "a move names two cards, as in 7H>7C"),
    (["AH"], 1, "a move names two cards, as in 7H>7C"),
    (["AH>"], 1, "'' is no card"),
    (["AH>3H>AC"], 1, "'3H>AC' is no card"),
    (["ZZ>3H"], 1, "'ZZ' is no card"),
    (["AH>3H", "AH>1C"], 2, "'1C' is no card"),
]


@pytest.mark.parametrize(("moves", "number", "reason"), ILLEGAL, ids=str)
def test_an_illegal_line_is_refused_at_its_first_bad_move_for_the_right_reason(
    moves: list[str], number: int, reason: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        accordion.judge(DEAL, moves)
    error = caught.value
    assert (error.number, error.move, error.reason) == (number, moves[number - 1], reason)
    assert str(error) == f"move {number} ({moves[number - 1]}): {reason}"
    assert accordion.judge(DEAL, moves[: number - 1]).steps == number - 1


def test_moves_after_the_refused_one_are_not_looked_at() -> None:
    def moves() -> Iterator[str]:
        yield "AH>3H"
        yield "AH>3H"
        raise AssertionError("looked at")

    with pytest.raises(IllegalMoveError):
        accordion.judge(DEAL, moves())


def test_positions_show_the_game_up_to_the_illegal_move() -> None:
    shown = positions("accordion", DEAL, ["AH>3H", "AH>3H"])
    assert next(shown) == DEAL.cards
    assert next(shown) == parse_cards("AC AH 2S AD 3S 3C AS 2C 3D")
    with pytest.raises(IllegalMoveError):
        next(shown)


def test_an_illegal_move_error_survives_pickling() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        accordion.judge(DEAL, ["AH>AC"])
    again = pickle.loads(pickle.dumps(caught.value.inside("lines.txt", "line 2")))
    assert (again.number, again.move) == (1, "AH>AC")
    assert str(again) == (
        "lines.txt, line 2, move 1 (AH>AC): AH stands 2 places right of AC; "
        "a pile moves 1 or 3 places"
    )


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (parse_cards("AC 3H AC"), "card 3: AC was already card 1"),
        ((), "a deal has 1 to 52 cards, not 0"),
        ("AC", "card 1: 'A' is not a Card; Deal.parse reads text"),
    ],
)
def test_cards_that_make_no_deal_are_refused(cards: Any, message: str) -> None:
    with pytest.raises(DealError) as caught:
        accordion.judge(cards, [])
    assert str(caught.value) == message


@pytest.mark.parametrize("ask", [judge, positions])
def test_a_game_without_a_judge_is_refused(ask: Callable[..., object]) -> None:
    with pytest.raises(OptionError) as caught:
        ask("bridge", DEAL, [])
    assert str(caught.value) == "no referee knows the game 'bridge', only accordion, decade"


def naive_moves(row: list[str]) -> list[tuple[str, str]]:
    """The legal moves: 'AS' and 'AD' share a letter, and so do 'AS' and '5S'."""
    return [
        (row[i], row[i - distance])
        for i in range(len(row))
        for distance in (1, 3)
        if distance <= i and set(row[i]) & set(row[i - distance])
    ]


def naive_play(row: list[str], moves: list[tuple[str, str]]) -> tuple[list[str], int]:
    """The tops that remain and the number of moves played, stopping at the first illegal one."""
    for played, (mover, covered) in enumerate(moves):
        if (mover, covered) not in naive_moves(row):
            return row, played
        row = [mover if card == covered else card for card in row if card != mover]
    return row, len(moves)


@given(st.permutations(FULL_DECK), st.integers(1, 52), st.integers(0), st.booleans())
def test_the_referee_agrees_with_a_naive_replay_on_random_lines(
    deck: list[Card], size: int, seed: int, spoil: bool
) -> None:
    cards, chance = deck[:size], random.Random(seed)
    row = tops = [str(card) for card in cards]
    moves: list[tuple[str, str]] = []
    while legal := naive_moves(tops):
        moves.append(chance.choice(legal))
        tops, _ = naive_play(tops, moves[-1:])
    if spoil and moves:
        moves[chance.randrange(len(moves))] = chance.choice(row), chance.choice(row)
    line = [f"{mover}>{covered}" for mover, covered in moves]

    tops, played = naive_play(row, moves)
    if played < len(moves):
        with pytest.raises(IllegalMoveError) as caught:
            accordion.judge(cards, line)
        assert caught.value.number == played + 1
    assert accordion.judge(cards, line[:played]) == Replay(played, len(tops), len(tops) == 1)
    *_, shown = positions("accordion", cards, line[:played])
    assert [str(card) for card in shown] == tops


def test_every_pair_of_places_is_judged_as_the_rule_book_says() -> None:
    """All moves on the full deck in order: 52 * 52 pairs, one move each."""
    for i, mover in enumerate(FULL_DECK):
        for j, covered in enumerate(FULL_DECK):
            legal = i - j in (1, 3) and (mover.suit == covered.suit or mover.rank == covered.rank)
            try:
                accordion.judge(FULL_DECK, [f"{mover}>{covered}"])
            except IllegalMoveError:
                assert not legal
            else:
                assert legal


def test_the_referee_shares_nothing_with_the_solver_but_cards_and_errors() -> None:
    folder = Path(referee.__file__).parent
    imported = {
        node.module
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom)
    }
    ours = {module for module in imported if module and module.startswith("solitaire_solver")}
    outside = {module for module in ours if not module.startswith("solitaire_solver.referee")}
    assert outside == {"solitaire_solver.cards", "solitaire_solver.errors"}
