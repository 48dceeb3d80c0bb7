"""Decade: search, recurrence and referee against a naive player written from the rules.

The naive player keeps lists of two-letter texts and looks at everything that can be reached. It is
for tests only and shares no code with the package.
"""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest

from solitaire_solver import (
    Card,
    Deal,
    DealError,
    Decade,
    DepthFirst,
    IllegalMoveError,
    OptionError,
    Outcome,
    Replay,
    SolitaireError,
    game_named,
    solve,
    verify,
)
from solitaire_solver.exact.decade import solve_exactly
from solitaire_solver.games.decade import TURN, DecadeMove, DecadeState
from solitaire_solver.referee import judge, layouts, positions

FIVES = (5, 10, 15, 20, 25, 30, 35)

#: Option sets whose full deals a naive player can look through.
COMPULSORY: list[dict[str, Any]] = [
    {},
    {"max_group": 3},
    {"min_group": 3, "max_group": 3},
    {"totals": FIVES},
    {"loop": True},
    {"stacks": 7},
    {"stacks": 7, "loop": True, "min_group": 3},
    {"loop": True, "max_group": 52},
]
#: Option sets for small decks.
OTHERS: list[dict[str, Any]] = [
    {"compulsory": False},
    {"compulsory": False, "max_group": 3},
    {"compulsory": False, "min_group": 3, "max_group": 3},
    {"compulsory": False, "totals": FIVES},
    {"compulsory": False, "loop": True},
    {"compulsory": False, "stacks": 3},
    {"compulsory": False, "stacks": 2, "loop": True, "max_group": 5},
    {"compulsory": False, "min_group": 1, "totals": (7, 10, 13)},
    {"min_group": 1, "max_group": 2, "stacks": 3},
    {"min_group": 1, "loop": True, "totals": (9,)},
    {"totals": (40, 63)},
]
EVERY = COMPULSORY + OTHERS

# --- the naive player -----------------------------------------------------------------------------

Stack = tuple[str, ...]
State = tuple[tuple[Stack, ...], Stack, int]  # the stacks, the stock, the stack to be dealt to


def worth(card: str) -> int:
    return "A23456789T".find(card[0]) + 1 or 10


class Naive:
    """The rules, by options."""

    def __init__(self, **options: Any) -> None:
        everything: dict[str, Any] = {
            "compulsory": True,
            "min_group": 2,
            "max_group": None,
            "totals": (10, 20, 30),
            "loop": False,
            "stacks": 1,
        }
        self.options: dict[str, Any] = everything | options
        self.least = cache(self._least)

    def start(self, deal: str) -> State:
        cards = tuple(deal.split())
        if self.options["stacks"] == 1:
            return (cards[:3],), cards[3:], 0
        turned = self.options["stacks"]
        return tuple((card,) for card in cards[:turned]), cards[turned:], 0

    def is_won(self, state: State) -> bool:
        stacks, stock, _ = state
        return not any(stacks) and (len(stacks) > 1 or not stock)

    def remaining(self, state: State) -> int:
        stacks, stock, _ = state
        return 0 if self.is_won(state) else sum(map(len, stacks)) + len(stock)

    def runs(self, stack: Stack) -> Iterator[tuple[Stack, Stack]]:
        """Every run that may go and what it leaves, in the documented order."""
        size = len(stack)
        most = self.options["max_group"] or (3 if self.options["loop"] else 52)
        if self.options["loop"]:
            places = [
                (size - tail, wrapped)
                for wrapped in range(size)
                for tail in range(1, size + 1)
                if not wrapped or tail + wrapped < size
            ]
        else:
            places = [(first, last + 1) for last in range(size) for first in range(last, -1, -1)]
        for first, end in places:
            if self.options["loop"]:
                run, rest = stack[first:] + stack[:end], stack[end:first]
            else:
                run, rest = stack[first:end], stack[:first] + stack[end:]
            fits = self.options["min_group"] <= len(run) <= most
            if fits and sum(map(worth, run)) in self.options["totals"]:
                yield run, rest

    def moves(self, state: State) -> list[tuple[str, State]]:
        if self.is_won(state):
            return []
        stacks, stock, onto = state
        found = []
        for number, stack in enumerate(stacks):
            for run, rest in self.runs(stack):
                after = (*stacks[:number], rest, *stacks[number + 1 :])
                found.append(("+".join(run), (after, stock, open_stack(after, onto))))
        if stock and not (found and self.options["compulsory"]):
            stack = (*stacks[onto], stock[0])
            after = (*stacks[:onto], stack, *stacks[onto + 1 :])
            following = open_stack(after, (onto + 1) % len(stacks))
            found.append(("turn", (after, stock[1:], following)))
        return found

    def _least(self, state: State) -> int:
        """The fewest cards left by any play."""
        return min([self.least(after) for _, after in self.moves(state)] + [self.remaining(state)])

    def reachable(self, state: State) -> tuple[set[State], int]:
        """The states that can be reached from one, and the number of moves between them."""
        seen, waiting, edges = {state}, [state], 0
        while waiting:
            for _, after in self.moves(waiting.pop()):
                edges += 1
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return seen, edges


def open_stack(stacks: tuple[Stack, ...], number: int) -> int:
    """The first stack from ``number`` on that is not closed; a line is never closed."""
    order = [(number + step) % len(stacks) for step in range(len(stacks))]
    return next((place for place in order if stacks[place]), 0)


def shown(state: State) -> DecadeState:
    stacks, stock, onto = state
    return DecadeState(tuple(map(cards_of, stacks)), cards_of(stock), onto)


def cards_of(texts: Stack) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))


def title(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "default"


def small_deals(count: int, sizes: range) -> list[Deal]:
    """Deals of few cards, half of them without most of the tens, which make it dull."""
    chance = random.Random(10)
    pack = [rank + suit for rank in "A23456789T" for suit in "CDHS"]
    deals = [Deal.from_seed(seed, sizes[seed % len(sizes)]) for seed in range(count // 2)]
    for number in range(count - count // 2):
        deals.append(Deal.parse(" ".join(chance.sample(pack, sizes[number % len(sizes)]))))
    return deals


# --- the game -------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.parametrize("options", EVERY, ids=title)
def test_moves_and_states_are_those_of_the_naive_player(options: dict[str, Any]) -> None:
    chance = random.Random(1)
    game, naive = Decade(**options), Naive(**options)
    for deal in small_deals(6, range(8, 30)):
        state = naive.start(str(deal))
        table = game.initial_state(deal)
        while True:
            assert table == shown(state)
            assert game.remaining(table) == naive.remaining(state)
            assert game.is_won(table) == naive.is_won(state)
            moves = naive.moves(state)
            assert [str(move) for move in game.moves(table)] == [text for text, _ in moves]
            if not moves:
                break
            choice = chance.randrange(len(moves))
            table = game.apply(table, game.moves(table)[choice])
            state = moves[choice][1]


@pytest.mark.uncompiled
@pytest.mark.parametrize("options", EVERY, ids=title)
def test_keys_and_encodings_tell_states_apart_and_undo_is_exact(options: dict[str, Any]) -> None:
    game, naive = Decade(**options), Naive(**options)
    for deal in small_deals(4, range(8, 12)):
        kernel: Any = game.kernel(deal)
        by_state: dict[State, tuple[Any, ...]] = {}

        def visit(state: State, kernel: Any = kernel, seen: Any = by_state) -> None:
            facts = (kernel.key(), kernel.encoding().tolist())
            assert facts[1][0] != 0
            assert game.state_of(kernel) == shown(state)
            new = state not in seen
            assert seen.setdefault(state, facts) == facts
            if not new:
                return
            for number, (_, after) in zip(kernel.legal_moves(), naive.moves(state), strict=True):
                assert kernel.play(number)
                visit(after)
                kernel.take_back(number)
                assert (kernel.key(), kernel.encoding().tolist()) == facts
                assert kernel.remaining == naive.remaining(state)
                assert not kernel.won

        visit(naive.start(str(deal)))
        assert len({key for key, _ in by_state.values()}) == len(by_state)
        assert len({tuple(encoding) for _, encoding in by_state.values()}) == len(by_state)
        for state, (key, encoding) in by_state.items():
            kernel.restore(type(kernel.encoding())("Q", encoding))
            assert (kernel.key(), kernel.encoding().tolist()) == (key, encoding)
            assert game.state_of(kernel) == shown(state)


def test_a_move_that_is_not_legal_cannot_be_applied() -> None:
    game = Decade()
    state = game.initial_state(Deal.parse("6H 7D 7S 4C"))
    for move in (TURN, DecadeMove((Card.parse("6H"), Card.parse("7D")))):
        with pytest.raises(SolitaireError) as caught:
            game.apply(state, move)
        assert str(caught.value) == f"{move} is not legal here"


# --- the search -----------------------------------------------------------------------------------


def assert_agrees(game: Decade, naive: Naive, deal: Deal, strategy: DepthFirst) -> None:
    """One search, to its minimum, is right in all that it says."""
    least = naive.least(naive.start(str(deal)))
    result = solve(game, deal, strategy, objective="minimum")
    assert result.remaining == least
    assert result.remaining_is_minimum
    assert result.outcome is (Outcome.UNWINNABLE if least else Outcome.WON)
    replay = verify(game, deal, result.best_line)
    assert (replay.remaining, replay.won) == (least, least == 0)
    quick = solve(game, deal)
    assert quick.outcome is result.outcome
    if quick.remaining_is_minimum:
        assert quick.remaining == least


@pytest.mark.parametrize("options", COMPULSORY, ids=title)
def test_search_finds_what_the_naive_player_finds_on_full_deals(options: dict[str, Any]) -> None:
    game, naive = Decade(**options), Naive(**options)
    for seed in range(6):
        assert_agrees(game, naive, Deal.from_seed(seed), DepthFirst(prune=seed % 2 == 0))


@pytest.mark.uncompiled
@pytest.mark.parametrize("options", EVERY, ids=title)
def test_every_way_to_search_finds_what_the_naive_player_finds(options: dict[str, Any]) -> None:
    game, naive = Decade(**options), Naive(**options)
    for deal in small_deals(12, range(7, 13)):
        for keys, prune in product((128, 64, "exact"), (False, True)):
            assert_agrees(game, naive, deal, DepthFirst(keys=keys, prune=prune))  # type: ignore


@pytest.mark.parametrize("options", EVERY, ids=title)
def test_an_unpruned_search_meets_every_state_once(options: dict[str, Any]) -> None:
    game, naive = Decade(**options), Naive(**options)
    proofs = 0
    for deal in small_deals(20, range(7, 13)):
        result = solve(game, deal, DepthFirst(prune=False))
        if result.proof is not None:
            states, edges = naive.reachable(naive.start(str(deal)))
            counts = result.statistics
            assert result.proof.states == counts.expanded == len(states)
            assert counts.generated == edges
            assert result.proof.prunes == ()
            proofs += 1
    assert proofs > 2


def test_the_floor_prunes_only_what_cannot_be_won() -> None:
    pruned = solve(Decade(min_group=3, max_group=3), Deal.from_seed(1))
    assert pruned.outcome is Outcome.UNWINNABLE
    assert pruned.proof is not None
    assert pruned.proof.states == 1
    assert pruned.proof.prunes == Decade().prunes
    assert not pruned.remaining_is_minimum
    odd = Deal.parse("5C 5D 9H 4S 6C 3D")  # 32 pips: two cards or more are left
    assert solve(Decade(), odd).statistics.pruned > 0
    assert solve(Decade(), odd, DepthFirst(prune=False)).statistics.pruned == 0
    assert solve(Decade(), odd, objective="minimum").remaining == 2


def test_a_deal_of_fewer_than_three_cards_is_turned_at_once() -> None:
    assert solve(Decade(), Deal.parse("4C 6C")).solution is not None
    assert solve(Decade(), Deal.parse("KC")).outcome is Outcome.UNWINNABLE
    assert solve(Decade(min_group=1), Deal.parse("KC")).outcome is Outcome.WON


def test_stacks_are_won_when_all_are_closed_with_cards_in_the_stock() -> None:
    deal = Deal.parse("4C 7D 6C 3D KS QS")
    result = solve(Decade(stacks=2), deal)
    assert [str(move) for move in result.solution or ()] == ["turn", "4C+6C", "turn", "7D+3D"]
    assert verify(Decade(stacks=2), deal, ["turn", "4C+6C", "turn", "7D+3D"]) == Replay(4, 0, True)


def test_a_closed_stack_is_skipped() -> None:
    line = ["turn", "4C+6C", "turn", "turn"]
    *_, table = positions("decade", Deal.parse("4C 7D 6C 2D 8S QS"), line, stacks=2)
    assert " ".join(map(str, table)) == "7D 2D 8S"


# --- the recurrence -------------------------------------------------------------------------------


def test_a_layout_says_which_stack_is_dealt_to_next() -> None:
    line = ["turn", "4C+6C", "turn", "turn"]
    rows = layouts("decade", Deal.parse("4C 7D 6C 2D 8S"), line, stacks=2, compulsory=False)
    assert [layout.next_row for layout in rows] == [0, 1, 1, 1, None]
    assert [layout.next_row for layout in layouts("decade", Deal.parse("4C 7D 8S 2D"), [])] == [
        None
    ]


@pytest.mark.uncompiled
@pytest.mark.parametrize("options", [each for each in OTHERS if "stacks" not in each], ids=title)
def test_the_recurrence_finds_what_the_naive_player_finds(options: dict[str, Any]) -> None:
    options = {**options, "compulsory": False, "loop": False}
    game, naive = Decade(**options), Naive(**options)
    for deal in small_deals(30, range(1, 12)):
        answer = solve_exactly(game, deal)
        assert answer.remaining == naive.least(naive.start(str(deal)))
        assert answer.winnable == (answer.remaining == 0)
        assert verify(game, deal, answer.line) == Replay(
            len(answer.line), answer.remaining, answer.winnable
        )


@pytest.mark.parametrize(
    "options", [{}, {"max_group": 3}, {"min_group": 3}, {"min_group": 3, "max_group": 4}], ids=title
)
def test_search_and_recurrence_agree_on_full_optional_deals(options: dict[str, Any]) -> None:
    game = Decade(compulsory=False, **options)
    for seed in range(12):
        deal = Deal.from_seed(seed)
        answer = solve_exactly(game, deal)
        result = solve(game, deal, DepthFirst(prune=False), objective="minimum")
        assert (result.remaining, result.remaining_is_minimum) == (answer.remaining, True)
        assert (result.outcome is Outcome.WON) == answer.winnable
        assert verify(game, deal, answer.line).remaining == answer.remaining


def test_what_optional_play_cannot_win_compulsory_play_cannot_either() -> None:
    lost = 0
    for seed in range(200):
        deal = Deal.from_seed(seed)
        answer = solve_exactly(Decade(compulsory=False), deal)
        result = solve(Decade(), deal, objective="minimum")
        assert answer.remaining <= result.remaining
        lost += not answer.winnable
    assert lost > 10


@pytest.mark.parametrize(
    "options", [{"compulsory": True}, {"loop": True}, {"stacks": 2}], ids=title
)
def test_the_recurrence_refuses_other_games(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError) as caught:
        solve_exactly(Decade(**{"compulsory": False, **options}), Deal.from_seed(1))
    assert str(caught.value) == (
        "the recurrence is for optional discards on one line that is no loop"
    )


# --- the referee ----------------------------------------------------------------------------------

DEAL = "6H 7D 7S KS 3C 5D 5H QC"
LINE = ["6H+7D+7S", "turn", "turn", "turn", "turn", "5D+5H"]  # left: KS 3C, and QC in the stock

#: A deal, the options, a line, the number of the move refused and the reason.
REFUSED: list[tuple[str, dict[str, Any], list[str], int, str]] = [
    (DEAL, {}, ["turn"], 1, "6H+7D+7S can go, and must go first"),
    (DEAL, {}, ["6H+7D"], 1, "6H+7D total 13, not 10, 20 or 30"),
    (DEAL, {"totals": (20,)}, ["6H+7D"], 1, "6H+7D total 13, not 20"),
    (DEAL, {}, ["6H+7S+7D"], 1, "7S does not lie next behind 6H"),
    (DEAL, {}, ["7S+7D+6H"], 1, "7D does not lie next behind 7S"),
    (DEAL, {}, ["6H+7S"], 1, "7S does not lie next behind 6H"),
    (DEAL, {}, ["6H+7D+7D"], 1, "7D is named twice"),
    (DEAL, {}, ["6H+AS"], 1, "AS is not in this deal"),
    (DEAL, {}, ["7S+KS"], 1, "KS is still in the stock"),
    (DEAL, {}, ["6H+7D+7S", "6H+7D+7S"], 2, "6H was discarded before"),
    (DEAL, {}, [*LINE[:2], "KS"], 3, "a discard takes at least 2 cards, not 1"),
    (DEAL, {"max_group": 2}, ["6H+7D+7S"], 1, "a discard takes at most 2 cards, not 3"),
    (DEAL, {}, [*LINE, "turn", "turn"], 8, "the stock is empty"),
    (DEAL, {}, [*LINE[:-1], "turn"], 6, "5D+5H can go, and must go first"),
    (DEAL, {}, ["6H+ZZ"], 1, "'ZZ' is no card"),
    (DEAL, {}, ["6H-7D"], 1, "'6H-7D' is no card"),
    (DEAL, {}, [""], 1, "a move is turn, or the cards to discard, as in 6H+7D+7S"),
    (DEAL, {}, ["turns"], 1, "'turns' is no card"),
    (DEAL, {"stacks": 2}, ["6H+7D"], 1, "6H and 7D lie on different stacks"),
    (DEAL, {"stacks": 2}, ["turn", "6H+7D+7S"], 2, "6H and 7D lie on different stacks"),
    ("4C 6D 6C 4D KS", {"stacks": 2}, ["turn", "turn"], 2, "4C+6C can go, and must go first"),
    (
        "4C 6D 6C 4D KS",
        {"stacks": 2},
        ["turn", "4C+6C", "turn", "6D+4D", "turn"],
        5,
        "every stack is closed",
    ),
    ("4C KD 2S 6S 9S", {}, ["turn", "6S+4C"], 2, "4C does not lie next behind 6S"),
    ("4C KD 2S 6S 9S", {"loop": True}, ["turn", "turn"], 2, "6S+4C can go, and must go first"),
    (
        "4C KD 2S 6S 9S 5D 5C",
        {"loop": True, "compulsory": False},
        ["turn", "turn", "6S+4C"],
        3,
        "4C does not lie next behind 6S",
    ),
    (
        "4C 6D 2S 9S",
        {"loop": True},
        ["4C+6D"],
        1,
        "the newest card, 2S, is not among them",
    ),
    (
        "4C AD 2S 3S",
        {"loop": True},
        ["turn", "4C+AD+2S+3S"],
        2,
        "a discard takes at most 3 cards, not 4",
    ),
    ("6H 4D KC", {"loop": True}, ["KC+6H+4D+KC"], 1, "KC is named twice"),
]


@pytest.mark.parametrize(("deal", "options", "line", "number", "reason"), REFUSED)
def test_the_referee_refuses_a_damaged_line_for_the_right_reason(
    deal: str, options: dict[str, Any], line: list[str], number: int, reason: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        verify(Decade(**options), Deal.parse(deal), line)
    assert (caught.value.number, caught.value.reason) == (number, reason)
    assert verify(Decade(**options), Deal.parse(deal), line[: number - 1]).steps == number - 1


def test_a_line_worked_by_hand_is_accepted_and_shown() -> None:
    assert verify(Decade(), Deal.parse(DEAL), LINE) == Replay(6, 3, False)
    assert [" ".join(map(str, table)) for table in positions("decade", Deal.parse(DEAL), LINE)] == [
        "6H 7D 7S",
        "",
        "KS",
        "KS 3C",
        "KS 3C 5D",
        "KS 3C 5D 5H",
        "KS 3C",
    ]


@pytest.mark.parametrize("moves", [["deal", "5d + 5♥"], [" TURN ", "5D+5H"]])
def test_moves_are_read_however_players_write_them(moves: list[str]) -> None:
    deal = Deal.parse("KS QS 5D 5H")
    assert verify(Decade(compulsory=False), deal, moves) == Replay(2, 2, False)


def test_a_whole_ring_goes_from_whichever_card_it_is_named() -> None:
    deal = Deal.parse("2C 3D 5S")
    for move in ("2C+3D+5S", "3D+5S+2C", "5S+2C+3D"):
        assert verify(Decade(loop=True), deal, [move]).won
    assert [str(move) for move in solve(Decade(loop=True), deal).solution or ()] == ["2C+3D+5S"]


@pytest.mark.parametrize("options", EVERY, ids=title)
def test_the_referee_accepts_every_legal_move_and_no_other(options: dict[str, Any]) -> None:
    chance = random.Random(2)
    naive = Naive(**options)
    for deal in small_deals(4, range(8, 14)):
        state, line = naive.start(str(deal)), list[str]()
        while moves := naive.moves(state):
            legal = {text for text, _ in moves}
            tried = {"turn", *legal} | {
                "+".join(chance.sample(str(deal).split(), chance.randint(1, 3))) for _ in range(5)
            }
            sets = {frozenset(text.split("+")) for text in legal}
            for text in tried:
                if text not in legal and frozenset(text.split("+")) in sets and "loop" in options:
                    continue  # it may be a whole ring from another card on, which is accepted
                if text in legal:
                    judge("decade", deal, [*line, text], **options)
                    continue
                with pytest.raises(IllegalMoveError) as caught:
                    judge("decade", deal, [*line, text], **options)
                assert caught.value.number == len(line) + 1
            text, state = chance.choice(moves)
            line.append(text)
        assert judge("decade", deal, line, **options).remaining == naive.remaining(state)


# --- options and deals ----------------------------------------------------------------------------

BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"compulsory": 1}, "compulsory is True or False, not 1"),
    ({"compulsory": "no"}, "compulsory is True or False, not 'no'"),
    ({"loop": None}, "loop is True or False, not None"),
    ({"min_group": 0}, "min_group is 1 to 52, not 0"),
    ({"min_group": 53}, "min_group is 1 to 52, not 53"),
    ({"min_group": "2"}, "min_group is a whole number, not '2'"),
    ({"min_group": True}, "min_group is a whole number, not True"),
    ({"min_group": 2.0}, "min_group is a whole number, not 2.0"),
    ({"max_group": 0}, "max_group is 1 to 52, not 0"),
    ({"max_group": 53}, "max_group is 1 to 52, not 53"),
    ({"max_group": 2.5}, "max_group is a whole number, not 2.5"),
    ({"max_group": 1}, "min_group 2 is above max_group 1"),
    ({"min_group": 4, "max_group": 3}, "min_group 4 is above max_group 3"),
    ({"loop": True, "min_group": 4}, "min_group 4 is above max_group 3"),
    ({"stacks": 0}, "stacks is 1 to 16, not 0"),
    ({"stacks": 17}, "stacks is 1 to 16, not 17"),
    ({"stacks": "7"}, "stacks is a whole number, not '7'"),
    ({"totals": ()}, "totals are one or more numbers, not none"),
    ({"totals": ""}, "totals are one or more numbers, not none"),
    ({"totals": "10;20"}, "totals are numbers with commas between, like 10,20,30, not '10;20'"),
    ({"totals": "-10"}, "totals are numbers with commas between, like 10,20,30, not '-10'"),
    ({"totals": None}, "totals are numbers like (10, 20, 30), not None"),
    ({"totals": (10, "20")}, "totals are numbers like (10, 20, 30), not (10, '20')"),
    ({"totals": ("10",)}, "each of totals is a whole number, not '10'"),
    ({"totals": (10.0,)}, "each of totals is a whole number, not 10.0"),
    ({"totals": (0, 10)}, "each of totals is 1 to 63, not 0"),
    ({"totals": (10, 64)}, "each of totals is 1 to 63, not 64"),
    ({"totals": 1}, "no 2 or more cards total 1: they make 2 to 340"),
    (
        {"max_group": 2, "totals": (21, 30)},
        "no 2 to 2 cards total 21 or 30: they make 2 to 20",
    ),
    (
        {"min_group": 15, "totals": (10, 20, 30)},
        "no 15 or more cards total 10 or 20 or 30: they make 36 to 340",
    ),
    ({"loop": True, "totals": (31,)}, "no 2 to 3 cards total 31: they make 2 to 30"),
]


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS)
def test_a_wrong_option_is_refused_in_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        Decade(**options)
    assert str(caught.value) == message
    with pytest.raises(OptionError):
        game_named("decade", **options)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("AC 2C", {"stacks": 7}, "7 stacks need as many cards, not 2"),
        ("AC 2C 3C 4C 5C 6C", {"stacks": 7, "loop": True}, "7 stacks need as many cards, not 6"),
        ("AC", {"stacks": 2}, "2 stacks need as many cards, not 1"),
        ("AC 2C AC", {}, "card 3: AC was already card 1"),
        ("AC XX", {}, "card 2: 'XX' is no card"),
        ("", {}, "a deal has 1 to 52 cards, not 0"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused(
    text: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(SolitaireError) as caught:
        solve(Decade(**options), Deal.parse(text))
    assert str(caught.value) == message


def test_the_referee_refuses_a_deal_with_fewer_cards_than_stacks() -> None:
    with pytest.raises(DealError) as caught:
        judge("decade", Deal.parse("AC 2C"), [], stacks=3)
    assert str(caught.value) == "3 stacks need as many cards, not 2"


def test_options_are_read_and_recorded() -> None:
    game = game_named("ten-twenty-thirty", totals="30, 10 20", loop=True)
    assert game == Decade(totals=(10, 20, 30), loop=True, max_group=3)
    assert game.options() == {
        "compulsory": True,
        "min_group": 2,
        "max_group": 3,
        "totals": (10, 20, 30),
        "loop": True,
        "stacks": 1,
    }
    assert eval(repr(game), {"Decade": Decade}) == game
    assert Decade(totals=10).totals == (10,)
