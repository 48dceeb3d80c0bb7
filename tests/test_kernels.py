"""The contract that every kernel keeps, checked state by state over whole small games.

A new game is one line in ``CASES``: it then has to pass all of these. ``Game.moves`` and
``Game.apply`` of the package's games ask the kernel themselves, so what a kernel says of the rules
is checked further down, game by game, against code that was written for tests only.
"""

import random
from array import array
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from typing import Any

import naive
import pytest

from solitaire_solver import Accordion, Deal, Decade, RoyalMarriage, StrictAccordion, TenByOne
from solitaire_solver.games.accordion_kernel import AccordionKernel

SMALL_ACCORDIONS = [
    "KS",
    "AC 2C",
    "AC 2D",
    "AC 3H AH",
    "AC 2C 3D 3C",
    "QD AC 2C 3C 4C 5C",
    "AC AD AH AS 2C 2D 2H 2S",
    "6D 6C QS KS 6H 8D 5D 8C",
    "AC KD 2C KH 3C KS 4C QD 5C",
    "5H 4D AC 2D 3H AH 4C 5D 2C",
]

SMALL_MARRIAGES = [
    "QH KH",
    "KH 5C QH 6D 5S",
    "QH 2S 7S 4S 3S KH",
    "QH 5C 6D 5S 2H 9H 7H 9S KH",
    "QH 2C 9D 2D 9C JC JD 4S 4C KH",
]

SMALL_TENS = [
    "AS",
    "5C 5D 5H",
    "AS JC 9H TD 2C",
    "JC JD JH JS TC AC 9D AD 9C 2C 8C 5D 5H",
    "AS KD KH KS QD QH QS JD JH 9H 9C TD AC",
    "JC JD JH TC AC 9D AD 9C 2C 8C 5D 5H 5S JS 3C 7C",
]

STRICT_READINGS: list[tuple[Any, Any, Any]] = list(
    product(("nearer", "longer"), ("leftmost", "rightmost"), ("per-pile", "whole-row"))
)

SMALL_DECADES = [
    "KS 4C 6D",
    "AC 2D 3H 4S 5C 6D 7H 8S",
    "5C 5D 5H 5S KC QC 4D 6S TD",
    "9C AC 8D 2D TH 7S 3S 6C 4C AD",
]

CASES: list[tuple[str, Any, list[str]]] = [
    ("accordion", Accordion(), SMALL_ACCORDIONS),
    ("dealt-accordion", Accordion(dealt=True), SMALL_ACCORDIONS),
    *[
        (f"strict-accordion-{'-'.join(reading)}", StrictAccordion(*reading), SMALL_ACCORDIONS)
        for reading in STRICT_READINGS
    ],
    ("royal-marriage", RoyalMarriage(), SMALL_MARRIAGES),
    ("royal-marriage-forced", RoyalMarriage(forced=True), SMALL_MARRIAGES),
    ("royal-marriage-long-runs", RoyalMarriage(long_runs=True), SMALL_MARRIAGES),
    ("ten-by-one", TenByOne(), SMALL_TENS),
    ("decade", Decade(), SMALL_DECADES),
    ("decade-optional", Decade(compulsory=False), SMALL_DECADES),
    ("decade-exactly-three", Decade(min_group=3, max_group=3), SMALL_DECADES),
    ("decade-fives", Decade(totals=(5, 10, 15, 20, 25, 30, 35)), SMALL_DECADES),
    ("decade-loop", Decade(loop=True, compulsory=False), SMALL_DECADES),
    ("decade-stacks", Decade(stacks=3), SMALL_DECADES),
    ("decade-loop-stacks", Decade(stacks=2, loop=True, compulsory=False), SMALL_DECADES),
]

DEALS = [
    pytest.param(game, Deal.parse(text), id=f"{name}-{len(text.split())}-cards-{place}")
    for name, game, texts in CASES
    for place, text in enumerate(texts)
]
DEALS += [
    pytest.param(game, Deal.parse(text), id=f"{game.name}-in-mid-game-{text}")
    for game, text in [
        (Accordion(dealt=True), "6D 6C QS KS | 6H 8D 5D 8C"),
        (StrictAccordion(), "6D 6C QS KS | 6H 8D 5D 8C"),
        (Decade(compulsory=False), "9C AC 8D 2D TH | 7S 3S 6C 4C AD"),
        (Decade(stacks=3, compulsory=False), "AC 2D 3H / / * 4S 5C 6D | 7H 8S 9S AD"),
        (Decade(stacks=2, loop=True), "5C 5D / KC 5H | 5S QC 4D 6S TD"),
    ]
]
every_deal = pytest.mark.parametrize(("game", "deal"), DEALS)

pytestmark = pytest.mark.uncompiled


def snapshot(game: Any, kernel: Any) -> tuple[Any, ...]:
    """All that a kernel shows of its current state."""
    return (
        game.state_of(kernel),
        kernel.remaining,
        bool(kernel.won),
        kernel.key(),
        list(kernel.encoding()),
        kernel.legal_moves(),
    )


def walk(game: Any, deal: Deal) -> Iterator[tuple[Any, Any]]:
    """Every state that can be reached, once, with a kernel that was played there from the deal."""
    kernel = game.kernel(deal)
    seen = set()

    def visit() -> Iterator[tuple[Any, Any]]:
        state = game.state_of(kernel)
        if state in seen:
            return
        seen.add(state)
        yield state, kernel
        for move in kernel.legal_moves():
            assert kernel.play(move)
            yield from visit()
            kernel.take_back(move)

    yield from visit()
    assert snapshot(game, kernel) == snapshot(game, game.kernel(deal))


# --- the contract ---------------------------------------------------------------------------------


@every_deal
def test_a_kernel_begins_at_the_initial_state(game: Any, deal: Deal) -> None:
    state = game.initial_state(deal)
    assert game.state_of(game.kernel(deal)) == state
    assert snapshot(game, game.kernel(deal)) == snapshot(game, game.kernel_at(state))


@every_deal
def test_game_and_kernel_say_the_same_of_every_state(game: Any, deal: Deal) -> None:
    for state, kernel in walk(game, deal):
        numbers = kernel.legal_moves()
        moves = game.moves(state)
        assert [game.number(kernel, move) for move in moves] == numbers
        assert len(set(moves)) == len(moves) == len({str(move) for move in moves})
        assert game.is_won(state) == bool(kernel.won)
        assert game.remaining(state) == kernel.remaining
        for move, number in zip(moves, numbers, strict=True):
            assert kernel.play(number)
            assert game.state_of(kernel) == game.apply(state, move)
            kernel.take_back(number)


@every_deal
def test_a_line_is_the_moves_that_a_player_would_make_one_after_another(
    game: Any, deal: Deal
) -> None:
    for seed in range(10):
        chance = random.Random(seed)
        kernel, state = game.kernel(deal), game.initial_state(deal)
        numbers: list[int] = []
        moves: list[Any] = []
        while legal := game.moves(state):
            place = chance.randrange(len(legal))
            numbers.append(kernel.legal_moves()[place])
            moves.append(legal[place])
            kernel.play(numbers[-1])
            state = game.apply(state, moves[-1])
        assert game.line(kernel, numbers) == tuple(moves)
        assert game.judge(deal, moves).remaining == kernel.remaining


@every_deal
def test_taking_a_move_back_restores_everything(game: Any, deal: Deal) -> None:
    for _, kernel in walk(game, deal):
        before = snapshot(game, kernel)
        for move in before[-1]:
            assert kernel.play(move)
            assert snapshot(game, kernel) != before
            kernel.take_back(move)
            assert snapshot(game, kernel) == before


@every_deal
def test_the_key_known_before_a_child_is_built_is_that_of_the_child(game: Any, deal: Deal) -> None:
    fresh = game.kernel(deal)
    for _, kernel in walk(game, deal):
        for move in kernel.legal_moves():
            kernel.play(move)
            listed = kernel.key()
            fresh.restore(kernel.encoding())
            kernel.take_back(move)
            assert listed == fresh.key()


@every_deal
def test_keys_and_encodings_are_equal_exactly_for_equal_states(game: Any, deal: Deal) -> None:
    keys: dict[tuple[int, int], Any] = {}
    low_words: dict[int, Any] = {}
    encodings: dict[tuple[int, ...], Any] = {}
    states = set()
    for state, kernel in walk(game, deal):
        states.add(state)
        keys[kernel.key()] = state
        low_words[kernel.key()[0]] = state
        encodings[tuple(kernel.encoding())] = state
    assert len(keys) == len(low_words) == len(encodings) == len(states)
    # By whatever way a state is reached.
    kernel = game.kernel(deal)

    def visit(depth: int) -> None:
        state = game.state_of(kernel)
        assert keys[kernel.key()] == encodings[tuple(kernel.encoding())] == state
        if depth:
            for move in kernel.legal_moves():
                kernel.play(move)
                visit(depth - 1)
                kernel.take_back(move)

    visit(5)


@every_deal
def test_an_encoding_brings_its_state_back(game: Any, deal: Deal) -> None:
    other = game.kernel(deal)
    for _, kernel in walk(game, deal):
        before = snapshot(game, kernel)
        other.restore(kernel.encoding())
        assert snapshot(game, other) == before
        for move in before[-1]:
            other.play(move)
            kernel.play(move)
            assert snapshot(game, other) == snapshot(game, kernel)
            kernel.take_back(move)
            other.take_back(move)
            assert snapshot(game, other) == before


@every_deal
def test_the_first_word_of_an_encoding_is_never_zero(game: Any, deal: Deal) -> None:
    for _, kernel in walk(game, deal):
        encoding = kernel.encoding()
        assert len(encoding) == kernel.words >= 1
        assert encoding[0] != 0


@every_deal
def test_no_move_makes_more_remain(game: Any, deal: Deal) -> None:
    for _, kernel in walk(game, deal):
        remaining = kernel.remaining
        for move in kernel.legal_moves():
            kernel.play(move)
            assert 0 <= kernel.remaining <= remaining
            kernel.take_back(move)


@every_deal
def test_a_move_that_is_not_legal_is_not_played(game: Any, deal: Deal) -> None:
    for _, kernel in walk(game, deal):
        before = snapshot(game, kernel)
        for move in (-1, 1 << 30, *(move + 1 for move in before[-1])):
            if move not in before[-1]:
                assert not kernel.play(move)
                assert snapshot(game, kernel) == before


@every_deal
def test_prunes_drop_only_moves_from_which_nothing_better_than_the_limit_can_be_reached(
    game: Any, deal: Deal
) -> None:
    @cache
    def least(state: Any) -> int:
        after = [least(game.apply(state, move)) for move in game.moves(state)]
        return int(min([*after, game.remaining(state)]))

    pruning = game.kernel(deal)
    standard = pruning.limit
    for state, kernel in walk(game, deal):
        pruning.restore(kernel.encoding())
        legal = kernel.legal_moves()
        for limit in {standard, *range(1, kernel.remaining + 2)}:
            pruning.prune, pruning.limit = True, limit
            counted = pruning.pruned
            kept = pruning.legal_moves()
            assert kept == [move for move in legal if move in kept]
            assert pruning.pruned - counted == len(legal) - len(kept)
            for move, number in zip(game.moves(state), legal, strict=True):
                if number not in kept:
                    assert least(game.apply(state, move)) >= limit
        pruning.prune, pruning.limit = False, standard
        assert pruning.legal_moves() == legal


@pytest.mark.parametrize(
    ("game", "texts"), [pytest.param(game, texts, id=name) for name, game, texts in CASES]
)
def test_prunes_that_a_game_names_drop_moves(game: Any, texts: list[str]) -> None:
    for text in texts:
        pruning = game.kernel(Deal.parse(text))
        pruning.prune = True
        for _, kernel in walk(game, Deal.parse(text)):
            pruning.restore(kernel.encoding())
            pruning.legal_moves()
            if pruning.pruned:
                assert game.prunes
                return
    assert not game.prunes


@every_deal
def test_the_standard_limit_of_prunes_is_that_of_a_win(game: Any, deal: Deal) -> None:
    for _, kernel in walk(game, deal):
        if kernel.won:
            assert kernel.remaining < game.kernel(deal).limit


@every_deal
def test_scores_change_the_order_of_a_search_and_never_the_list(game: Any, deal: Deal) -> None:
    kernel = game.kernel(deal)
    for _, other in walk(game, deal):
        kernel.restore(other.encoding())
        for noise in (0, 200):
            kernel.ordered = True
            kernel.vary(7, noise)
            assert kernel.legal_moves() == other.legal_moves()
        kernel.ordered = False


# --- Accordion: the rules -------------------------------------------------------------------------


def texts(kernel: Any) -> naive.Row:
    return tuple(str(card) for card in Accordion().state_of(kernel))


@pytest.mark.parametrize("deal", SMALL_ACCORDIONS)
def test_accordion_moves_are_those_of_the_naive_search_in_the_documented_order(deal: str) -> None:
    reached = set()
    for _, kernel in walk(Accordion(), Deal.parse(deal)):
        row = texts(kernel)
        reached.add(row)
        numbers = kernel.legal_moves()
        written = [str(move) for move in Accordion().line(kernel, numbers)]
        assert written == [text for text, _ in naive.moves(row)]
        for number, (_, after) in zip(numbers, naive.moves(row), strict=True):
            kernel.play(number)
            assert texts(kernel) == after
            assert kernel.remaining == len(after)
            assert bool(kernel.won) == (len(after) == 1)
            kernel.take_back(number)
    assert reached == set().union(*naive.layers(naive.read_row(deal)))


@pytest.mark.parametrize("deal", SMALL_ACCORDIONS)
def test_accordion_perft_is_that_of_the_naive_search(deal: str) -> None:
    kernel: Any = Accordion().kernel(Deal.parse(deal))
    counts: list[int] = []

    def visit(depth: int) -> None:
        if depth == len(counts):
            counts.append(0)
        counts[depth] += 1
        for move in kernel.legal_moves():
            kernel.play(move)
            visit(depth + 1)
            kernel.take_back(move)

    visit(0)
    assert counts == naive.perft(naive.read_row(deal))


@pytest.mark.parametrize("deal", SMALL_ACCORDIONS)
def test_accordion_prunes_drop_only_rows_that_the_naive_search_cannot_reduce(deal: str) -> None:
    kernel: Any = Accordion().kernel(Deal.parse(deal))
    for _, other in walk(Accordion(), Deal.parse(deal)):
        kernel.restore(other.encoding())
        row = texts(kernel)
        kernel.prune = True
        for limit in range(1, len(row) + 2):
            kernel.limit = limit
            kept = {str(move) for move in Accordion().line(kernel, kernel.legal_moves())}
            for text, after in naive.moves(row):
                assert text in kept or naive.least_piles(after) >= limit
        kernel.prune, kernel.limit = False, 2


@pytest.mark.parametrize("deal", SMALL_ACCORDIONS)
def test_accordion_drops_a_slide_only_for_one_that_is_as_good_and_kept(deal: str) -> None:
    for _, kernel in walk(Accordion(), Deal.parse(deal)):
        after = dict(naive.moves(texts(kernel)))
        kernel.dominate = True
        counted = kernel.pruned
        kept = {str(move) for move in Accordion().line(kernel, kernel.legal_moves())}
        assert kernel.pruned - counted == len(after) - len(kept)
        kernel.dominate = False
        for text in after.keys() - kept:
            least = min(naive.least_piles(after[other]) for other in kept)
            assert least <= naive.least_piles(after[text])


@pytest.mark.parametrize("deal", SMALL_ACCORDIONS)
def test_symmetric_keys_are_equal_for_rows_of_one_kind_and_for_no_others(deal: str) -> None:
    root: Any = Accordion().kernel(Deal.parse(deal))
    root.be_symmetric(True)
    kind_of: dict[Any, Any] = {}
    for _, other in walk(Accordion(), Deal.parse(deal)):
        root.restore(other.encoding())
        row = texts(root)
        assert kind_of.setdefault(root.key(), naive.kind(row)) == naive.kind(row)
        for move in root.legal_moves():
            before = root.key()
            root.play(move)
            played = root.key()
            fresh: Any = Accordion().kernel_at(Accordion().state_of(root))
            fresh.be_symmetric(True)
            assert played == fresh.key()
            root.take_back(move)
            assert root.key() == before
    assert len(set(kind_of.values())) == len(kind_of)


def test_symmetric_keys_of_long_rows_do_not_depend_on_how_they_were_reached() -> None:
    for seed in range(4):
        for game in (Accordion(), Accordion(dealt=True)):
            kernel, fresh, plain = (game.kernel(Deal.from_seed(seed)) for _ in range(3))
            kernel.be_symmetric(True)
            for line in played(plain, seed):
                kernel.play(line[-1])
                fresh.restore(kernel.encoding())
                unlike = fresh.key()
                fresh.be_symmetric(True)
                assert kernel.key() == fresh.key() != unlike
                fresh.be_symmetric(False)
                assert fresh.key() == unlike


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 9, 12, 13, 16, 17, 24, 32, 33, 40, 41, 51, 52])
def test_accordion_encodings_of_rows_of_every_length_come_back(size: int) -> None:
    for seed in range(3):
        kernel: Any = Accordion().kernel(Deal.from_seed(seed, size))
        other: Any = Accordion().kernel(Deal.from_seed(seed, size))
        lines = [[], *played(kernel, seed)]
        assert len(kernel.encoding()) == kernel.words
        for line in lines:
            for move in line:
                assert kernel.play(move)
            before = snapshot(Accordion(), kernel)
            other.restore(array("Q", before[4]))
            assert snapshot(Accordion(), other) == before
            assert other.encoding()[0] != 0
            for move in reversed(line):
                kernel.take_back(move)


def played(kernel: Any, seed: int) -> list[list[int]]:
    """One line played to its end, as all of its beginnings."""
    lines: list[list[int]] = []
    line: list[int] = []
    while moves := kernel.legal_moves():
        move = moves[(seed + 7 * len(line)) % len(moves)]
        kernel.play(move)
        line.append(move)
        lines.append(list(line))
    for move in reversed(line):
        kernel.take_back(move)
    return lines


def test_accordion_encodings_of_any_part_of_a_deal_differ() -> None:
    """Rows that play may never reach are told apart as well: all orders of some of five cards."""
    deal = [0, 14, 28, 42, 4]
    full = AccordionKernel(deal)
    seen = set()
    count = 0
    for size in range(1, 6):
        for row in permutations(range(5), size):
            part = AccordionKernel([deal[place] for place in row])
            codes = [*row, *[row[-1]] * (5 - size)]
            word = sum(code << 3 * place for place, code in enumerate(codes))
            word |= sum(row[-1] << 3 * place for place in range(5, 21))
            full.restore(array("Q", [word ^ 8]))
            assert full.row() == part.row()
            assert full.key() == part.key()
            assert list(full.encoding()) == [word ^ 8]
            assert word ^ 8 != 0
            seen.add(word)
            count += 1
    assert len(seen) == count == 325


def test_accordion_keys_do_not_depend_on_the_deal_that_a_row_came_from() -> None:
    for text in SMALL_ACCORDIONS:
        for row, kernel in walk(Accordion(), Deal.parse(text)):
            assert Accordion().kernel_at(row).key() == kernel.key()
