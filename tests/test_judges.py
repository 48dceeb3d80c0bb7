"""The judges' games: formats byte for byte, and rules against a second statement of them."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from solitaire_solver import Deal, OptionError, SolitaireError
from solitaire_solver.cli import main
from solitaire_solver.games import PRESETS, preset_named, uva127, uva246

DATA = Path(__file__).parent / "data"
INPUTS = sorted([*DATA.glob("uva127/*.in"), *DATA.glob("uva246/*.in")])
PACK = str(Deal.from_seed(3))


def answer(name: str, text: str) -> str:
    """What the preset prints for a text."""
    return "".join(line + "\n" for line in PRESETS[name](text.splitlines(keepends=True)))


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_judges_data_is_answered_byte_for_byte(path: Path) -> None:
    text = path.read_bytes().decode("ascii")
    assert answer(path.parent.name, text).encode("ascii") == path.with_suffix(".out").read_bytes()


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_command_answers_byte_for_byte(path: Path) -> None:
    result = CliRunner().invoke(main, ["judge", path.parent.name], input=path.read_bytes())
    assert result.exit_code == 0
    assert result.stdout_bytes == path.with_suffix(".out").read_bytes()


def test_there_is_data_of_both_judges() -> None:
    assert {path.parent.name for path in INPUTS} == set(PRESETS) == {"uva127", "uva246"}


# --- UVa 127 --------------------------------------------------------------------------------------


def patience(cards: list[str], whole_piles: bool = False) -> tuple[int, ...]:
    """UVa 127 from its statement: after every move look from the left again."""
    piles = [[card] for card in cards]

    def moves() -> Iterator[tuple[int, int]]:
        for place in range(len(piles)):
            for target in (place - 3, place - 1):
                if target >= 0 and set(piles[place][-1]) & set(piles[target][-1]):
                    yield place, target

    while (move := next(moves(), None)) is not None:
        place, target = move
        taken = piles[place][:] if whole_piles else piles[place][-1:]
        del piles[place][-len(taken) :]
        piles[target] += taken
        if not piles[place]:
            del piles[place]
    return tuple(map(len, piles))


def test_packs_of_uva127_come_out_as_stated() -> None:
    for seed in range(400):
        deal = Deal.from_seed(seed)
        assert uva127.play(deal) == patience(str(deal).split())


@pytest.mark.parametrize("size", range(1, 52))
def test_short_deals_of_uva127_come_out_as_stated(size: int) -> None:
    deal = Deal.from_seed(size, size)
    assert uva127.play(deal) == patience(str(deal).split())


def test_only_the_top_card_moves() -> None:
    # 2H>AH makes a pile of two; its top alone goes on to 2D, and AH, exposed, follows it there.
    deal = Deal.parse("AC 2D AH 2H")
    assert uva127.play(deal) == (4,)
    assert patience(str(deal).split(), whole_piles=True) == (1, 3)
    differing = [
        seed
        for seed in range(100)
        if patience(str(Deal.from_seed(seed)).split(), whole_piles=True)
        != uva127.play(Deal.from_seed(seed))
    ]
    assert len(differing) > 90


def test_three_to_the_left_goes_before_one_to_the_left() -> None:
    # AH may go onto AC, three places left, or onto 3H, one place left.
    assert uva127.play(Deal.parse("AC 4D 3H AH")) == (2, 1, 1)


def test_cards_of_uva127_may_be_divided_into_lines_in_any_way() -> None:
    words = PACK.split()
    expected = answer("uva127", PACK + "\n#\n")
    assert answer("uva127", "\n".join(words) + "\n#") == expected
    assert answer("uva127", f"\n {PACK} {PACK}\n#\nwhat follows is ignored") == expected * 2
    assert answer("uva127", PACK.lower().replace("t", "10") + "\n#") == expected
    assert answer("uva127", "#\n") == ""


# --- UVa 246 --------------------------------------------------------------------------------------


def ten_twenty_thirty(values: tuple[int, ...]) -> str:
    """UVa 246 from its statement, with tuples for everything that is on the table."""
    stock, place = values, 0
    piles: tuple[tuple[int, ...], ...] = ((),) * 7
    positions = set()
    dealt = 0
    while True:
        if not piles:
            return f"Win : {dealt}"
        if not stock:
            return f"Loss: {dealt}"
        if (stock, piles, place) in positions:
            return f"Draw: {dealt}"
        positions.add((stock, piles, place))
        pile, stock, dealt = (*piles[place], stock[0]), stock[1:], dealt + 1
        while len(pile) >= 3:
            n = len(pile)
            for chosen in ((0, 1, n - 1), (0, n - 2, n - 1), (n - 3, n - 2, n - 1)):
                if sum(pile[i] for i in chosen) in (10, 20, 30):
                    stock += tuple(pile[i] for i in chosen)
                    pile = tuple(pile[i] for i in range(n) if i not in chosen)
                    break
            else:
                break
        left, right = piles[:place], piles[place + 1 :]
        piles = (*left, pile, *right) if pile else left + right
        place = (place + bool(pile)) % max(1, len(piles))


def values_of(seed: int) -> tuple[int, ...]:
    return tuple(min(card.rank, 10) for card in Deal.from_seed(seed))


def test_packs_of_uva246_come_out_as_stated() -> None:
    for seed in range(300):
        assert str(uva246.play(values_of(seed))) == ten_twenty_thirty(values_of(seed))


def test_packs_of_any_values_come_out_as_stated() -> None:
    chance = random.Random(246)
    for _ in range(300):
        values = tuple(chance.choices(range(1, 11), k=52))
        assert str(uva246.play(values)) == ten_twenty_thirty(values)


def test_ten_thousand_packs_are_played_and_all_three_outcomes_met() -> None:
    chance, pack = random.Random(10), [*range(1, 10), 10, 10, 10, 10] * 4
    outcomes: Counter[str] = Counter()
    for _ in range(10_000):
        chance.shuffle(pack)
        outcomes[uva246.play(pack).outcome] += 1
    assert outcomes.keys() == {"Win", "Loss", "Draw"}
    assert sum(outcomes.values()) == 10_000


@pytest.mark.parametrize(
    ("pile", "taken", "left"),
    [
        ([5, 9, 7, 3, 6], [5, 9, 6], [7, 3]),  # the first two and the last
        ([5, 9, 7, 3, 10], [7, 3, 10], [5, 9]),  # only the last three
        ([2, 9, 9, 8, 10], [2, 8, 10], [9, 9]),  # the first and the last two
        ([1, 9, 10], [1, 9, 10], []),
        ([10, 10, 10, 10, 10, 10], [10, 10, 10, 10, 10, 10], []),  # and looked at again
        ([10, 10], [], [10, 10]),
        ([1, 2, 3, 4], [], [1, 2, 3, 4]),
    ],
)
def test_cards_are_picked_up_in_the_order_of_the_pile(
    pile: list[int], taken: list[int], left: list[int]
) -> None:
    cards = bytearray(pile)
    assert list(uva246._picked_up(cards)) == taken
    assert list(cards) == left


# --- what is wrong --------------------------------------------------------------------------------

HALF = " ".join(PACK.split()[:26])
WRONG: list[tuple[str, str, str]] = [
    ("uva127", "", "the input ends without '#'"),
    ("uva127", PACK, "the input ends without '#'"),
    ("uva127", HALF, "the input ends without '#'"),
    ("uva127", f"{PACK}\n{HALF}\n#", "line 3: a pack has 52 cards, not 26"),
    ("uva127", f"{PACK} AC\n#", "line 2: a pack has 52 cards, not 1"),
    ("uva127", "AC 2C ZZ\n#", "line 1, card 3: 'ZZ' is no card"),
    ("uva127", f"{HALF}\nAC 1D\n#", "line 2, card 2: '1D' is no card"),
    ("uva127", f"{HALF}\n{HALF}\n#", "pack 1, card 27: 4D was already card 1"),
    ("uva127", f"{PACK}\n{HALF} {HALF}\n#", "pack 2, card 27: 4D was already card 1"),
    ("uva246", "", "the input ends without '0'"),
    ("uva246", "1 2 3\n0", "line 2: a pack has 52 cards, not 3"),
    ("uva246", "1 2 3 0 4", "line 1: a pack has 52 cards, not 3"),
    ("uva246", "1 2\n3 11\n0", "line 2, card 2: '11' is not a number from 1 to 10"),
    ("uva246", "1 -2 3\n0", "line 1, card 2: '-2' is not a number from 1 to 10"),
    ("uva246", "1 2.5 3\n0", "line 1, card 2: '2.5' is not a number from 1 to 10"),
    ("uva246", "AC 2C\n0", "line 1, card 1: 'AC' is not a number from 1 to 10"),
]


@pytest.mark.parametrize(("name", "text", "message"), WRONG, ids=[row[2] for row in WRONG])
def test_malformed_input_is_refused_in_one_sentence(name: str, text: str, message: str) -> None:
    with pytest.raises(SolitaireError) as caught:
        answer(name, text)
    assert str(caught.value) == message
    result = CliRunner().invoke(main, ["judge", name], input=text)
    assert (result.exit_code, result.stderr) == (2, f"solitaire-solver: {message}\n")


def test_packs_before_the_malformed_one_are_answered() -> None:
    answers = PRESETS["uva127"]([PACK, "ZZ"])
    assert next(answers) == "10 piles remaining: 37 1 1 3 1 3 1 2 2 1"
    with pytest.raises(SolitaireError):
        next(answers)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: uva246.play([1, 2, 3]), "a pack has 52 cards, not 3"),
        (lambda: uva246.play([1] * 51 + [11]), "card 52: 11 is not a number from 1 to 10"),
        (lambda: uva246.play([0] + [1] * 51), "card 1: 0 is not a number from 1 to 10"),
        (lambda: preset_named("uva1"), "there is no judge 'uva1'; the judges are uva127, uva246"),
    ],
)
def test_a_wrong_call_is_refused_in_one_sentence(call: Callable[[], object], message: str) -> None:
    with pytest.raises(SolitaireError) as caught:
        call()
    assert str(caught.value) == message
    assert isinstance(caught.value, OptionError) == ("judge" in message)
