"""Royal Marriage: the search, the recurrence, the referee and plain enumeration say the same."""

import random
from itertools import product
from typing import Any

import pytest
from naive_discards import forced_play, lay_out, marriage_least, marriage_moves

from solitaire_solver import (
    Deal,
    DepthFirst,
    IllegalMoveError,
    Limits,
    Outcome,
    RoyalMarriage,
    SolitaireError,
    display,
    game_named,
    solve,
    verify,
)
from solitaire_solver.exact.royal_marriage import solve_exactly
from solitaire_solver.referee import positions

RANKS, SUITS = "A23456789TJQK", "CDHS"


def small_deal(size: int, seed: int, ranks: int = 5) -> str:
    """A deal of the royal pair of hearts and ``size - 2`` others of ``ranks`` ranks."""
    chance = random.Random(seed)
    pack = [rank + suit for suit in SUITS for rank in RANKS[-ranks:]]
    others = [card for card in pack if card not in ("QH", "KH")]
    cards = [*chance.sample(others, size - 2), "QH", "KH"]
    chance.shuffle(cards)
    return " ".join(cards)


SMALL = [
    small_deal(size, seed, ranks)
    for size in range(2, 10)
    for seed in range(12)
    for ranks in (3, 6, 13)
]
VARIANTS = [RoyalMarriage(), RoyalMarriage(long_runs=True)]


# --- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_search_and_recurrence_agree_with_plain_enumeration(game: RoyalMarriage) -> None:
    outcomes = set()
    for text in SMALL:
        deal = Deal.parse(text)
        least = marriage_least(lay_out(text), game.long_runs)
        answer = solve_exactly(game, deal)
        assert answer.remaining == least == verify(game, deal, answer.line).remaining
        assert answer.winnable == (least == 2)
        for prune, keys, objective in product((True, False), (128, "exact"), ("win", "minimum")):
            strategy = DepthFirst(prune=prune, keys=keys)  # type: ignore[arg-type]
            result = solve(game, deal, strategy, objective=objective)  # type: ignore[arg-type]
            assert result.outcome is (Outcome.WON if least == 2 else Outcome.UNWINNABLE)
            assert verify(game, deal, result.best_line).remaining == result.remaining
            if objective == "minimum":
                assert result.remaining_is_minimum
            if result.remaining_is_minimum:
                assert result.remaining == least
            if result.proof is not None:
                assert result.proof.collision_bound == 0.0
            outcomes.add(result.outcome)
    assert outcomes == {Outcome.WON, Outcome.UNWINNABLE}


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("long_runs", [False, True])
def test_search_and_recurrence_agree_on_full_deals(suit: str, long_runs: bool) -> None:
    game = RoyalMarriage(suit=suit, long_runs=long_runs)
    unwinnable = 0
    for seed in range(100):
        deal = Deal.from_seed(seed)
        answer = solve_exactly(game, deal)
        replay = verify(game, deal, answer.line)
        assert (replay.won, replay.remaining) == (answer.winnable, answer.remaining)
        result = solve(game, deal, objective="minimum")
        assert result.outcome is (Outcome.WON if answer.winnable else Outcome.UNWINNABLE)
        assert result.remaining == answer.remaining
        assert result.remaining_is_minimum
        unwinnable += not answer.winnable
    assert unwinnable


def test_a_tight_table_or_order_changes_no_verdict() -> None:
    for seed in range(40):
        deal = Deal.from_seed(seed)
        results = [
            solve(RoyalMarriage(), deal, strategy, Limits(memory=memory))
            for strategy in (None, DepthFirst(), DepthFirst(ordered=True))
            for memory in (1, "64MiB")
        ]
        assert len({result.outcome for result in results}) == 1


def test_an_expansion_limit_never_yields_unwinnable() -> None:
    deal = Deal.from_seed(1)
    result = solve(RoyalMarriage(), deal, DepthFirst(prune=False), Limits(expansions=500))
    assert result.outcome in (Outcome.UNKNOWN, Outcome.WON)


def test_long_runs_change_no_result() -> None:
    for text in SMALL:
        row = lay_out(text)
        assert marriage_least(row, True) == marriage_least(row, False)


def test_long_runs_are_never_met_in_forced_play() -> None:
    for seed in range(300):
        row = lay_out(str(Deal.from_seed(seed)))
        assert forced_play(row, True) == forced_play(row, False)


def test_a_long_run_goes_at_once_when_it_is_allowed() -> None:
    game = RoyalMarriage(long_runs=True)
    deal = Deal.parse("QH 2S 7S 4S KH")
    moves = [str(move) for move in game.moves(game.initial_state(deal))]
    assert moves == ["7S", "2S+7S+4S"]
    assert verify(game, deal, ["2S+7S+4S"]).won
    assert solve(RoyalMarriage(), deal).outcome is Outcome.WON


# --- the rules of the kernel ----------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_moves_are_those_of_plain_enumeration_in_the_documented_order(game: Any) -> None:
    for text in SMALL[::5]:
        states = [game.initial_state(Deal.parse(text))]
        seen = set(states)
        while states:
            state = states.pop()
            row = tuple(map(str, state))
            moves = game.moves(state)
            expected = marriage_moves(row, game.long_runs)
            assert [str(move) for move in moves] == [written for written, _ in expected]
            for move, (_, after) in zip(moves, expected, strict=True):
                child = game.apply(state, move)
                assert tuple(map(str, child)) == after
                assert game.remaining(child) == len(after)
                assert game.is_won(child) == (len(after) == 2)
                if child not in seen:
                    seen.add(child)
                    states.append(child)


def test_the_order_of_the_deal_is_kept_and_the_pair_put_at_the_ends() -> None:
    for text in ("5C KH 6D QH 5S", "QH 5C 6D 5S KH", "5C 6D 5S KH QH"):
        assert " ".join(map(str, RoyalMarriage().initial_state(Deal.parse(text)))) == (
            "QH 5C 6D 5S KH"
        )


def test_a_couple_alone_is_won() -> None:
    result = solve(RoyalMarriage(), Deal.parse("KH QH"))
    assert (result.outcome, result.solution) == (Outcome.WON, ())
    assert solve_exactly(RoyalMarriage(), Deal.parse("KH QH")).winnable


# --- forced play ----------------------------------------------------------------------------------


@pytest.mark.parametrize("long_runs", [False, True])
def test_forced_play_is_that_of_a_naive_simulation(long_runs: bool) -> None:
    game = RoyalMarriage(forced=True, long_runs=long_runs)
    deals = [*SMALL, *[str(Deal.from_seed(seed)) for seed in range(300)]]
    for text in deals:
        written, left = forced_play(lay_out(text), long_runs)
        for strategy in (None, DepthFirst(prune=False)):
            result = solve(game, Deal.parse(text), strategy)
            assert [str(move) for move in result.best_line] == written
            assert result.remaining == left
            assert result.remaining_is_minimum
            assert result.outcome is (Outcome.WON if left == 2 else Outcome.UNWINNABLE)
            assert verify(game, Deal.parse(text), written).remaining == left


@pytest.mark.parametrize("long_runs", [False, True])
def test_forced_play_ends_alike_whichever_run_is_taken_first(long_runs: bool) -> None:
    differ = 0
    for seed in range(300):
        row = lay_out(str(Deal.from_seed(seed)))
        short, long = (forced_play(row, long_runs, greedy) for greedy in (False, True))
        assert short[1] == long[1]
        differ += short[0] != long[0]
    assert differ


def test_forced_play_never_leaves_fewer_than_free_play() -> None:
    for seed in range(100):
        deal = Deal.from_seed(seed)
        assert (
            solve(RoyalMarriage(forced=True), deal).remaining
            >= solve_exactly(RoyalMarriage(), deal).remaining
        )


# --- the referee ----------------------------------------------------------------------------------

ROW = "QH 5C 6D 5S 2H 9H 7H 9S KH"

REFUSED = [
    ("5C", {}, "QH and 6D share neither rank nor suit"),
    ("6D 6D", {}, "6D is not in the row"),
    ("8D", {}, "8D is not in the row"),
    ("QH", {}, "QH is of the royal pair, which stays"),
    ("9S+KH", {}, "KH is of the royal pair, which stays"),
    ("5S+6D", {}, "5S, 6D do not lie side by side in this order"),
    ("5C+5S", {}, "5C, 5S do not lie side by side in this order"),
    ("6D+6D", {}, "6D, 6D do not lie side by side in this order"),
    ("5C+6D+5S", {}, "3 cards are too many; one or two go at once"),
    ("2H+9H+7H", {}, "3 cards are too many; one or two go at once"),
    ("5C+6D+5S", {"long_runs": True}, "3 cards go at once only if they are of one suit"),
    ("2H+9H+7H", {"long_runs": False}, "3 cards are too many; one or two go at once"),
    ("9H+7H", {"forced": True}, "2H and 9S share neither rank nor suit"),
    ("9H", {"forced": True}, "play is forced, and 6D goes first"),
    ("6D 7H", {"forced": True}, "play is forced, and 5C+5S goes first"),
    ("6D+5S", {"suit": "S"}, "QS is not in the deal"),
    ("ZZ", {}, "'ZZ' is no card"),
    ("", {}, "'' is no card"),
    ("6D+", {}, "'' is no card"),
]


@pytest.mark.parametrize(("moves", "options", "reason"), REFUSED)
def test_the_referee_refuses_for_the_right_reason(
    moves: str, options: dict[str, Any], reason: str
) -> None:
    line = moves.split(" ")
    with pytest.raises(SolitaireError) as caught:
        verify_with_options(ROW, line, options)
    if isinstance(caught.value, IllegalMoveError):
        assert (caught.value.number, caught.value.move) == (len(line), line[-1])
    assert caught.value.reason == reason


def verify_with_options(text: str, line: list[str], options: dict[str, Any]) -> Any:
    from solitaire_solver.referee import judge

    return judge("royal-marriage", Deal.parse(text).cards, line, **options)


def test_the_referee_refuses_every_damaged_line() -> None:
    for seed in range(30):
        deal = Deal.from_seed(seed)
        answer = solve_exactly(RoyalMarriage(), deal)
        line = [str(move) for move in answer.line]
        assert (
            verify(RoyalMarriage(), deal, line).remaining
            == solve_exactly(RoyalMarriage(), deal).remaining
        )
        with pytest.raises(IllegalMoveError):
            verify(RoyalMarriage(), deal, [*line, line[0]])
        for place in range(len(line)):
            lacking = [*line[:place], *line[place + 1 :]]
            try:
                assert verify(RoyalMarriage(), deal, lacking).remaining > 2
            except IllegalMoveError as error:
                assert error.number > place


def test_positions_show_the_row_after_every_move() -> None:
    shown = positions("royal-marriage", Deal.parse("5C 6D KH 5S QH").cards, ["6D", "5C+5S"])
    assert [" ".join(map(str, row)) for row in shown] == [
        "QH 5C 6D 5S KH",
        "QH 5C 5S KH",
        "QH KH",
    ]


def test_a_line_is_shown_with_what_catches_marked() -> None:
    deal = Deal.parse("QH 5C 6D 5S KH")
    shown = display.play(
        RoyalMarriage(), deal, solve_exactly(RoyalMarriage(), deal).line, display.Screen()
    )
    assert list(shown)[2:] == [
        "1. 6D: 6♦ goes, caught between 5♣ and 5♠",
        "  Q♥ [5♣][5♠] K♥",
        "  1 discarded",
        "2. 5C+5S: 5♣ and 5♠ go, caught between Q♥ and K♥",
        " [Q♥][K♥]",
        "  3 discarded",
    ]


# --- bad deals and options ------------------------------------------------------------------------

NEEDS = "Royal Marriage needs the queen and king of "

BAD_DEALS = [
    ("AC", {}, NEEDS + "hearts; QH is not in the deal"),
    ("KH AC", {}, NEEDS + "hearts; QH is not in the deal"),
    ("QH AC", {}, NEEDS + "hearts; KH is not in the deal"),
    ("QH KH", {"suit": "S"}, NEEDS + "spades; QS is not in the deal"),
    ("QH KH QC", {"suit": "C"}, NEEDS + "clubs; KC is not in the deal"),
    ("QH KH KD", {"suit": "D"}, NEEDS + "diamonds; QD is not in the deal"),
]

BAD_OPTIONS = [
    ({"suit": "X"}, "suit is C, D, H or S, not 'X'"),
    ({"suit": "h"}, "suit is C, D, H or S, not 'h'"),
    ({"suit": ""}, "suit is C, D, H or S, not ''"),
    ({"suit": "CD"}, "suit is C, D, H or S, not 'CD'"),
    ({"suit": "hearts"}, "suit is C, D, H or S, not 'hearts'"),
    ({"suit": None}, "suit is C, D, H or S, not None"),
    ({"suit": 2}, "suit is C, D, H or S, not 2"),
    ({"forced": "yes"}, "forced is True or False, not 'yes'"),
    ({"forced": 1}, "forced is True or False, not 1"),
    ({"forced": None}, "forced is True or False, not None"),
    ({"long_runs": "no"}, "long_runs is True or False, not 'no'"),
    ({"long_runs": 0}, "long_runs is True or False, not 0"),
    (
        {"loop": True},
        "royal-marriage has no option 'loop'; its options are forced, long_runs, suit",
    ),
]


@pytest.mark.parametrize(("text", "options", "message"), BAD_DEALS)
def test_bad_deals_are_refused_in_one_sentence(
    text: str, options: dict[str, Any], message: str
) -> None:
    game = RoyalMarriage(**options)
    for call in (solve, solve_exactly):
        with pytest.raises(SolitaireError) as caught:
            call(game, Deal.parse(text))
        assert str(caught.value) == message


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS)
def test_bad_options_are_refused_in_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SolitaireError) as caught:
        game_named("royal-marriage", **options)
    assert str(caught.value) == message


def test_the_recurrence_refuses_forced_play() -> None:
    with pytest.raises(SolitaireError) as caught:
        solve_exactly(RoyalMarriage(forced=True), Deal.from_seed(1))
    assert str(caught.value) == "forced play leaves nothing to decide; solve() plays it"


def test_options_are_recorded_in_the_result() -> None:
    result = solve(game_named("Royal Marriage", suit="S", long_runs=True), Deal.from_seed(1))
    assert result.to_dict()["options"] == {"suit": "S", "forced": False, "long_runs": True}


def test_moves_that_are_not_legal_are_not_applied() -> None:
    from solitaire_solver.games.discard import Discard

    for game in VARIANTS:
        row = game.initial_state(Deal.parse(ROW))
        for text in ("5C", "5S+6D", "6D+6D", "QH", "8D", "5C+6D+5S"):
            with pytest.raises(SolitaireError, match="is not legal here"):
                game.apply(row, Discard.parse(text))
