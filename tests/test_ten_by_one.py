"""Ten By One: the theorem on every order of play, and search, player and referee against it."""

import random
from typing import Any

import pytest
from naive_discards import low, ten_ends, ten_moves

from solitaire_solver import (
    GAMES,
    Deal,
    DepthFirst,
    IllegalMoveError,
    Outcome,
    SolitaireError,
    TenByOne,
    display,
    game_named,
    solve,
    verify,
)
from solitaire_solver.exact.ten_by_one import solve_exactly
from solitaire_solver.referee import positions

RANKS, SUITS = "A23456789TJQK", "CDHS"
FULL = [rank + suit for suit in SUITS for rank in RANKS]


def small_deal(size: int, seed: int, ranks: str) -> str:
    """A deal of ``size`` cards of the given ranks, as far as there are so many."""
    chance = random.Random(f"{size} {seed} {ranks}")
    pack = [card for card in FULL if card[0] in ranks]
    return " ".join(chance.sample(pack, min(size, len(pack))))


SMALL = [
    small_deal(size, seed, ranks)
    for size in (1, 2, 5, 10, 11, 13, 16)
    for seed in range(4)
    for ranks in (RANKS, "A9J5", "5TK4", "A9JQK", "J5")
]


# --- the theorem ----------------------------------------------------------------------------------


def test_every_order_of_play_ends_alike() -> None:
    """Each choice of cards and each order, on deals where play leaves the first ten cards."""
    choices = 0
    for text in SMALL:
        cards = tuple(text.split())
        ends = ten_ends(cards)
        assert len(ends) == 1
        choices += len(ten_moves(cards)) > 1
    assert choices > 30


def test_any_random_line_on_a_full_deal_ends_as_the_player_does() -> None:
    chance = random.Random(5)
    for seed in range(60):
        deal = Deal.from_seed(seed)
        expected = solve_exactly(TenByOne(), deal).remaining
        for _ in range(3):
            cards = tuple(str(deal).split())
            while moves := ten_moves.__wrapped__(cards):
                cards = chance.choice(moves)[1]
            assert low(cards) == expected


def test_declining_four_of_a_kind_changes_no_result_that_is_played_out() -> None:
    met = 0
    for text in SMALL:
        cards = tuple(text.split())
        for written, after in ten_moves(cards):
            if written[0] in "JQK":
                met += 1
                assert ten_ends(after) == ten_ends(cards)
    assert met


# --- verdicts -------------------------------------------------------------------------------------


def test_search_and_player_agree_with_plain_enumeration() -> None:
    outcomes = set()
    for text in SMALL:
        deal = Deal.parse(text)
        [(row, unturned)] = ten_ends(tuple(text.split()))
        left = low(row) + low(tuple(text.split())[len(deal) - unturned :])
        answer = solve_exactly(TenByOne(), deal)
        assert (answer.winnable, answer.remaining) == (left == 0, left)
        replay = verify(TenByOne(), deal, answer.line)
        assert (replay.won, replay.remaining) == (left == 0, left)
        for strategy in (None, DepthFirst(keys="exact"), DepthFirst(ordered=True)):
            result = solve(TenByOne(), deal, strategy)
            assert result.outcome is (Outcome.WON if left == 0 else Outcome.UNWINNABLE)
            assert result.remaining == left
            assert result.remaining_is_minimum
            assert verify(TenByOne(), deal, result.best_line).remaining == left
            outcomes.add(result.outcome)
    assert outcomes == {Outcome.WON, Outcome.UNWINNABLE}


def test_search_and_player_agree_on_full_deals() -> None:
    won = 0
    for seed in range(3000):
        deal = Deal.from_seed(seed)
        answer = solve_exactly(TenByOne(), deal)
        result = solve(TenByOne(), deal)
        assert result.outcome is (Outcome.WON if answer.winnable else Outcome.UNWINNABLE)
        assert result.remaining == answer.remaining
        assert result.remaining_is_minimum
        if seed < 500 or answer.winnable:
            replay = verify(TenByOne(), deal, answer.line)
            assert (replay.won, replay.remaining) == (answer.winnable, answer.remaining)
        won += answer.winnable
    assert 0 < won < 3000


# --- the rules of the kernel ----------------------------------------------------------------------


KINDS = ["A9", "28", "37", "46", "55", "T", "JJJJ", "QQQQ", "KKKK"]


def kind(text: str) -> str:
    """The ranks of a move, the lower first."""
    return "".join(sorted(text[::3], key=RANKS.index))


@pytest.mark.uncompiled
def test_moves_are_those_of_plain_enumeration_up_to_the_names_of_like_cards() -> None:
    game = TenByOne()
    for text in SMALL[::3]:
        states = [game.initial_state(Deal.parse(text))]
        seen = set(states)
        while states:
            state = states.pop()
            cards = tuple(map(str, state))
            moves = game.moves(state)
            expected = {kind(text): after for text, after in ten_moves.__wrapped__(cards)}
            assert [kind(str(move)) for move in moves] == [
                each for each in KINDS if each in expected
            ]
            for move in moves:
                child = game.apply(state, move)
                after = expected[kind(str(move))]
                ranks = sorted(str(card)[0] for card in child[:10])
                assert ranks == sorted(card[0] for card in after[:10])
                assert tuple(map(str, child[10:])) == after[10:]
                assert game.remaining(child) == low(after)
                assert game.is_won(child) == (low(after) == 0)
                if child not in seen:
                    seen.add(child)
                    states.append(child)


def test_of_like_cards_the_longest_lying_goes() -> None:
    game = TenByOne()
    cards = game.initial_state(Deal.parse("5D AS 5C AC 9H 5H"))
    assert [str(move) for move in game.moves(cards)] == ["AS+9H", "5D+5C"]


def test_moves_that_are_not_legal_are_not_applied() -> None:
    from solitaire_solver.games.discard import Discard

    game = TenByOne()
    cards = game.initial_state(Deal.parse("5D AS 5C AC 9H 5H JC JD JH JS"))
    for text in ("9H+AS", "5C+5D", "AS", "AS+AS", "AS+2S", "AS+AC+9H", "JS+JH+JD+JC", "KC"):
        with pytest.raises(SolitaireError, match="is not legal here"):
            game.apply(cards, Discard.parse(text))
    assert len(game.apply(cards, Discard.parse("JC+JD+JH+JS"))) == 6


# --- the referee ----------------------------------------------------------------------------------

CARDS = "AS JC JD JH 9H 5C 5D TD 2C 4H JS 8D"

REFUSED = [
    ("AS+8D", "8D is still in the stock"),
    ("AS+9H AS+9H", "AS is not in the row"),
    ("9C", "9C is not in the row"),
    ("5C+5C", "5C is named twice"),
    ("AS+2C", "AS and 2C make 3, not ten"),
    ("9H+2C", "9H and 2C make 11, not ten"),
    ("9H", "9H makes 9, not ten"),
    ("TD+AS", "TD and AS make 11, not ten"),
    ("AS+4H+5C", "3 cards are too many; a ten or a pair goes at once"),
    ("5C+5D+TD", "3 cards are too many; a ten or a pair goes at once"),
    ("JC", "JC goes only with all four of its rank"),
    ("JC+JD+JH", "JC goes only with all four of its rank"),
    ("JC+JD+JH+JS", "JS is still in the stock"),
    ("TD JC+JD+JH+5C", "JC goes only with all four of its rank"),
    ("JC+TD", "JC goes only with all four of its rank"),
    ("ZZ", "'ZZ' is no card"),
    ("", "'' is no card"),
    ("AS+", "'' is no card"),
]


@pytest.mark.parametrize(("moves", "reason"), REFUSED)
def test_the_referee_refuses_for_the_right_reason(moves: str, reason: str) -> None:
    line = moves.split(" ")
    with pytest.raises(IllegalMoveError) as caught:
        verify(TenByOne(), Deal.parse(CARDS), line)
    assert (caught.value.number, caught.value.move) == (len(line), line[-1])
    assert caught.value.reason == reason


def test_the_referee_plays_by_the_rules() -> None:
    line = ["TD", "JC + JD + JH + JS", "9♥+AS", "5C+5D", "2C+8D"]
    replay = verify(TenByOne(), Deal.parse(CARDS), line)
    assert (replay.steps, replay.remaining, replay.won) == (5, 1, False)
    replay = verify(TenByOne(), Deal.parse("JC TD JD"), ["TD"])
    assert (replay.remaining, replay.won) == (0, True)


def test_the_referee_refuses_every_damaged_line() -> None:
    for seed in range(30):
        deal = Deal.from_seed(seed)
        line = [str(move) for move in solve_exactly(TenByOne(), deal).line]
        remaining = verify(TenByOne(), deal, line).remaining
        for place in range(len(line)):
            with pytest.raises(IllegalMoveError):
                verify(TenByOne(), deal, [*line[: place + 1], line[place]])
            lacking = [*line[:place], *line[place + 1 :]]
            try:
                assert verify(TenByOne(), deal, lacking).remaining >= remaining
            except IllegalMoveError as error:
                assert error.number > place


def test_positions_fill_the_holes_from_the_stock() -> None:
    shown = positions("ten-by-one", Deal.parse(CARDS).cards, ["TD", "AS+9H"])
    assert [" ".join(map(str, row)) for row in shown] == [
        "AS JC JD JH 9H 5C 5D TD 2C 4H",
        "AS JC JD JH 9H 5C 5D JS 2C 4H",
        "8D JC JD JH 5C 5D JS 2C 4H",
    ]


def test_a_line_is_shown_with_the_row_after_each_move() -> None:
    deal = Deal.parse("JC JD JH JS TD AC")
    shown = display.play(TenByOne(), deal, solve_exactly(TenByOne(), deal).line, display.Screen())
    assert list(shown)[2:] == [
        "1. JC+JD+JH+JS: J♣, J♦, J♥ and J♠ go",
        " 10♦  A♣",
        "  4 discarded",
        "2. TD: 10♦ goes",
        "  A♣",
        "  5 discarded",
    ]


# --- bad deals and options ------------------------------------------------------------------------

BAD = [
    (lambda: game_named("ten-by-one", loop=True), "ten-by-one has no option 'loop'; it has none"),
    (lambda: game_named("ten-by-two"), None),
    (lambda: solve(TenByOne(), Deal.parse("")), "a deal has 1 to 52 cards, not 0"),
    (lambda: solve(TenByOne(), Deal.parse("AS AS")), "card 2: AS was already card 1"),
    (lambda: solve(TenByOne(), Deal.parse("AS 1S")), "card 2: '1S' is no card"),
    (lambda: solve(TenByOne(), Deal.from_seed(1, 53)), "a deal has 1 to 52 cards, not 53"),
]


@pytest.mark.parametrize(("call", "message"), BAD)
def test_bad_deals_and_options_are_refused_in_one_sentence(call: Any, message: str | None) -> None:
    with pytest.raises(SolitaireError) as caught:
        call()
    if message is None:
        message = f"there is no game 'ten-by-two'; the games are {', '.join(sorted(GAMES))}"
    assert str(caught.value) == message
