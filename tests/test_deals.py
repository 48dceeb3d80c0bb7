"""A deal is the same cards in the same order wherever it is written, dealt or numbered."""

import contextlib
import copy
import io
import json
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer  # type: ignore[import-untyped]
from pysol_cards.deal_game import Game  # type: ignore[import-untyped]
from pysol_cards.random import RandomBase  # type: ignore[import-untyped]

from solitaire_solver.cards import FULL_DECK, Card, parse_cards
from solitaire_solver.deals import Deal, read_deals
from solitaire_solver.errors import CardError, DealError, OptionError, SolitaireError

any_deal = st.permutations(FULL_DECK).flatmap(
    lambda cards: st.integers(1, 52).map(lambda size: Deal(cards[:size]))
)

# --- a deal is a sequence of cards ----------------------------------------------------------------


def test_a_deal_is_its_cards_in_order() -> None:
    deal = Deal(parse_cards("AC 10H 3S"))
    assert str(deal) == "AC TH 3S"
    assert len(deal) == 3
    assert list(deal) == [deal[0], deal[1], deal[2]] == list(parse_cards("AC TH 3S"))
    assert deal[-1] is Card.parse("3S")
    assert deal == Deal(iter(deal)) and hash(deal) == hash(Deal(iter(deal)))
    assert deal != Deal.parse("TH AC 3S")


@given(any_deal)
def test_every_way_to_write_a_deal_reads_back(deal: Deal) -> None:
    assert Deal.parse(str(deal)) == deal
    assert Deal.parse(deal.to_json()) == deal
    assert Deal.parse(", ".join(card.symbol for card in deal)) == deal
    assert eval(repr(deal)) == deal
    assert copy.deepcopy(deal) == pickle.loads(pickle.dumps(deal)) == deal


def test_json_of_a_deal_is_one_line_that_spells_the_ten_10() -> None:
    assert Deal.parse("AC TH").to_json() == '{"accordion": ["AC", "10H"]}'
    assert Deal.parse("AC TH").to_json("deal") == '{"deal": ["AC", "10H"]}'


@pytest.mark.parametrize(
    "text",
    [
        "AC 10H",
        "ac,th",
        '{"accordion": ["AC", "10H"]}',
        ' {"anything":\n["AC",\n"TH"]} ',
        '{"seed": 5, "cards": ["A♣", "10♥"], "note": "mine"}',
    ],
)
def test_a_deal_is_read_from_text_and_from_json_with_one_list(text: str) -> None:
    assert Deal.parse(text) == Deal(parse_cards("AC TH"))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", DealError, "a deal has 1 to 52 cards, not 0"),
        ("AC ZZ", CardError, "card 2: 'ZZ' is no card"),
        ("AC 4H KS 9D TC JC 4H", DealError, "card 7: 4H was already card 2"),
        ("AC " * 53, DealError, "a deal has 1 to 52 cards, not 53"),
        ('{"deal": ["AC", "ZZ"]}', CardError, "card 2: 'ZZ' is no card"),
        ('{"deal": ["AC", ""]}', CardError, "card 2: '' is no card"),
        ('{"deal": ["AC", "3H 4H"]}', CardError, "card 2: '3H 4H' is no card"),
        ('{"deal": ["AC", 7]}', DealError, "card 2: 7 is no card"),
        ('{"deal": [null]}', DealError, "card 1: null is no card"),
        ('{"deal": ["AC", "AC"]}', DealError, "card 2: AC was already card 1"),
        ('{"deal": []}', DealError, "a deal has 1 to 52 cards, not 0"),
        (
            '{"deal": "AC 3H"}',
            DealError,
            'a deal in JSON holds one list, like {"accordion": ["AC", "10H"]}',
        ),
        (
            '{"row": ["AC"], "stock": ["3H"]}',
            DealError,
            'a deal in JSON holds one list, like {"accordion": ["AC", "10H"]}',
        ),
        (
            '{"deal": ["AC" "3H"]}',
            DealError,
            "this is no JSON object: Expecting ',' delimiter at character 16",
        ),
    ],
)
def test_a_text_that_is_no_deal_is_refused_in_one_sentence(
    text: str, error: type[SolitaireError], message: str
) -> None:
    with pytest.raises(SolitaireError) as caught:
        Deal.parse(text)
    assert type(caught.value) is error
    assert str(caught.value) == message


def test_json_nested_beyond_reason_is_refused_like_any_other() -> None:
    with pytest.raises(DealError, match="this is no JSON object"):
        Deal.parse('{"deal": ' + "[" * 100_000)


def test_a_deal_is_not_made_of_text_by_mistake() -> None:
    with pytest.raises(DealError) as caught:
        Deal("AC 3H")  # type: ignore[arg-type]
    assert str(caught.value) == "card 1: 'A' is not a Card; Deal.parse reads text"


# --- id -------------------------------------------------------------------------------------------


def test_id_is_frozen() -> None:
    assert Deal.parse("AC 3H").id == "024bd589c6d785fc23bf61034b63d835"
    assert Deal(FULL_DECK).id == "bd3d41a1e678114344073b72173aac0f"


@given(any_deal)
def test_id_is_the_xxh3_128_of_the_card_indices(deal: Deal) -> None:
    indices = bytes("A23456789TJQK".index(str(c)[0]) + 13 * "CDHS".index(str(c)[1]) for c in deal)
    assert deal.id == f"{xxhash.xxh3_128_intdigest(indices):032x}"


# --- seeds ----------------------------------------------------------------------------------------


def naive_shuffle(seed: int) -> tuple[Card, ...]:
    """SplitMix64 and Fisher-Yates, from the published description."""
    deck, state = list(FULL_DECK), seed
    for last in range(51, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        other = ((z ^ z >> 31) >> 32) * (last + 1) >> 32
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


@given(st.integers(0, 2**64 - 1), st.integers(1, 52))
def test_a_seed_deals_the_first_cards_of_its_shuffled_deck(seed: int, size: int) -> None:
    assert Deal.from_seed(seed, size).cards == naive_shuffle(seed)[:size]


@pytest.mark.parametrize(
    ("seed", "first_cards", "id_"),
    [
        (0, "KC TH 9C TS 3C JS KS QC", "1aeec9c6a2ae5036e3571c777a258892"),
        (1, "9S 7S QH 4S AC 8H QS JH", "1b9f75e74673db940c4e6deee23aff52"),
        (2**64 - 1, "3D 7D KC 5D QS 3C JH 7H", "9da6fd7040679a39a5628ca67a26d2be"),
    ],
)
def test_the_deal_of_a_seed_is_frozen(seed: int, first_cards: str, id_: str) -> None:
    deal = Deal.from_seed(seed)
    assert str(deal).startswith(first_cards)
    assert deal.id == id_
    assert sorted(deal) == list(FULL_DECK)


@pytest.mark.parametrize(
    ("seed", "size", "message"),
    [
        (-1, 52, "seed -1 is not between 0 and 18446744073709551615"),
        (2**64, 52, "seed 18446744073709551616 is not between 0 and 18446744073709551615"),
        (0, 0, "a deal has 1 to 52 cards, not 0"),
        (0, 53, "a deal has 1 to 52 cards, not 53"),
        (0, -5, "a deal has 1 to 52 cards, not -5"),
        (1.5, 52, "a seed is a whole number, not 1.5"),
        ("1", 52, "a seed is a whole number, not '1'"),
        (b"1", 52, "a seed is a whole number, not b'1'"),
        (None, 52, "a seed is a whole number, not None"),
        (1, "5", "the size of a deal is a whole number, not '5'"),
        (1, 2.5, "the size of a deal is a whole number, not 2.5"),
    ],
)
def test_a_seed_or_size_that_is_none_is_refused(seed: Any, size: Any, message: str) -> None:
    with pytest.raises(DealError) as caught:
        Deal.from_seed(seed, size)
    assert str(caught.value) == message


# --- numbers --------------------------------------------------------------------------------------

# Microsoft's first deal, row by row, as dealt: https://rosettacode.org/wiki/Deal_cards_for_FreeCell
MICROSOFT_1 = """
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H
"""
# The same page's second example.
MICROSOFT_617 = """
7D AD 5C 3S 5S 8C 2D AH
TD 7S QD AC 6D 8H AS KH
TH QC 3H 9D 6S 8D 3D TC
KD 5H 9S 3C 8S 7H 4D JS
4C QS 9C 9H 7C 6H 2C 2S
4S TS 2H 5D JC 6C JH QH
JD KS KC 4H
"""
# FreeCell columns of PySolFC deal 300000000000, from the tests of pysol_cards.
PYSOL_300000000000 = """
4S KD 6H 2D QC 4D AH
QS 7S 5C AS KC 6S 8H
TH JC 9S 2C 3D 4H 7D
5S 4C 8D 7C JD 8C JS
QH TS AC KS TC 5H
6C 9D 9H 2H JH 3C
9C 2S 8S 3H 6D QD
KH 3S TD 5D 7H AD
"""


def rows_of(columns: str) -> str:
    """The cards of FreeCell columns in the order in which they are dealt: row by row."""
    lines = [line.split() for line in columns.split("\n") if line]
    return " ".join(line[row] for row in range(7) for line in lines if row < len(line))


@pytest.mark.parametrize(("number", "rows"), [(1, MICROSOFT_1), (617, MICROSOFT_617)])
def test_microsoft_deals_come_out_card_by_card_as_published(number: int, rows: str) -> None:
    assert str(Deal.from_number(number, "ms")) == " ".join(rows.split())
    assert Deal.from_number(number, "pysol") == Deal.from_number(number, "ms")


def test_a_pysolfc_deal_comes_out_card_by_card_as_published() -> None:
    assert str(Deal.from_number(300000000000, "pysol")) == rows_of(PYSOL_300000000000)


@given(st.sampled_from(["pysol", "ms"]), st.integers(1, 2**33 - 1))
def test_numbered_deals_are_those_of_pysol_cards(numbering: str, number: int) -> None:
    which = {"pysol": RandomBase.DEALS_PYSOLFC, "ms": RandomBase.DEALS_MS}[numbering]
    columns = Game("freecell", number, which).calc_layout_string(CardRenderer(True))
    assert str(Deal.from_number(number, numbering)) == rows_of(columns)


@given(st.integers(1, 2**31 - 1))
def test_microsoft_deals_are_those_of_its_c_library(number: int) -> None:
    pack = [suit + rank for rank in range(13) for suit in (0, 13, 26, 39)]
    state, dealt = number, []
    while pack:
        state = (state * 214013 + 2531011) % 2**31
        chosen = (state >> 16) % len(pack)
        pack[chosen], pack[-1] = pack[-1], pack[chosen]
        dealt.append(pack.pop())
    assert [card.index for card in Deal.from_number(number, "ms")] == dealt


@given(st.integers(32001, 10**20))
def test_pysolfc_deals_beyond_microsofts_are_those_of_the_mersenne_twister(number: int) -> None:
    pack = [Card.parse(rank + suit) for suit in "CSHD" for rank in "A23456789TJQK"]
    twister = random.Random(number)
    for last in range(51, 0, -1):
        other = int(twister.random() * (last + 1))
        pack[last], pack[other] = pack[other], pack[last]
    assert list(Deal.from_number(number, "pysol")) == pack[::-1]


def test_the_numberings_part_after_32000() -> None:
    for number in (1, 31999, 32000):
        assert Deal.from_number(number, "pysol") == Deal.from_number(number, "ms")
    for number in (32001, 10**6):
        assert Deal.from_number(number, "pysol") != Deal.from_number(number, "ms")


@pytest.mark.parametrize("number", [1, 2**31, 2**32, 2**33 - 1])
def test_every_microsoft_number_deals_a_full_deck(number: int) -> None:
    assert sorted(Deal.from_number(number, "ms")) == list(FULL_DECK)


@pytest.mark.parametrize(
    ("number", "numbering", "error", "message"),
    [
        (0, "ms", DealError, "ms deal 0 is not between 1 and 8589934591"),
        (2**33, "ms", DealError, "ms deal 8589934592 is not between 1 and 8589934591"),
        (0, "pysol", DealError, "pysol deal 0 is not between 1 and 100000000000000000000"),
        (-7, "pysol", DealError, "pysol deal -7 is not between 1 and 100000000000000000000"),
        (
            10**20 + 1,
            "pysol",
            DealError,
            "pysol deal 100000000000000000001 is not between 1 and 100000000000000000000",
        ),
        (1, "MS", OptionError, "numbering 'MS' is neither pysol nor ms"),
        ("1", "ms", DealError, "the number of a deal is a whole number, not '1'"),
        (1.5, "pysol", DealError, "the number of a deal is a whole number, not 1.5"),
    ],
)
def test_a_number_or_numbering_that_does_not_exist_is_refused(
    number: Any, numbering: str, error: type[SolitaireError], message: str
) -> None:
    with pytest.raises(SolitaireError) as caught:
        Deal.from_number(number, numbering)
    assert type(caught.value) is error
    assert str(caught.value) == message


# --- files ----------------------------------------------------------------------------------------

FILE = """\
# three deals
AC 3H AH

KS\t# one card
   # nothing
{"accordion": ["AC", "10H"]}  # {as others write it}
{
  "accordion": [
    "2C",
    "3C"
  ]
}
4D, 5D
"""
DEALS_OF_FILE = [Deal.parse(text) for text in ("AC 3H AH", "KS", "AC TH", "2C 3C", "4D 5D")]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last_line_end", [True, False])
def test_a_file_of_deals_is_read_whatever_its_line_ends(
    tmp_path: Path, line_end: str, mark: str, last_line_end: bool
) -> None:
    text = mark + (FILE if last_line_end else FILE.rstrip("\n"))
    path = tmp_path / "deals.txt"
    path.write_bytes(text.replace("\n", line_end).encode())
    assert list(read_deals(path)) == DEALS_OF_FILE
    assert list(read_deals(str(path))) == DEALS_OF_FILE
    with path.open(encoding="utf-8-sig") as file:
        assert list(read_deals(file)) == DEALS_OF_FILE


def test_an_open_stream_with_a_mark_and_carriage_returns_is_read() -> None:
    assert list(read_deals(io.StringIO("\ufeff# deals\r\nAC\r\n"))) == [Deal.parse("AC")]


@pytest.mark.parametrize("text", ["", "\n\n", "# no deals\n", "\ufeff"])
def test_a_file_without_deals_gives_none(text: str) -> None:
    assert list(read_deals(io.StringIO(text))) == []


def test_deals_are_read_as_they_are_asked_for() -> None:
    def endless() -> Iterator[str]:
        yield "AC 3H\n"
        yield "KS\n"
        raise AssertionError("read ahead")

    deals = read_deals(endless())
    assert [next(deals), next(deals)] == [Deal.parse("AC 3H"), Deal.parse("KS")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AC\n# rest\nAC 2C ZZ\n", "line 3, card 3: 'ZZ' is no card"),
        ("AC\n\nAC 2C AC\n", "line 3, card 3: AC was already card 1"),
        ("AC;2C # what\n", "line 1, card 1: 'AC;2C' is no card"),
        ("AC {\nKS\n", "line 1, card 2: '{' is no card"),
        ('AC\n{"deal": ["AC",\n"AC"]}\n', "line 2, card 2: AC was already card 1"),
        ('{"deal": [5]}\n', "line 1, card 1: 5 is no card"),
        (",\n", "line 1: a deal has 1 to 52 cards, not 0"),
        (
            'AC\n{"deal": ["AC"]\n\n',
            "line 2: this is no JSON object: Expecting ',' delimiter at character 18",
        ),
        (
            '{"deal": ["AC"]} KS\n',
            "line 1: this is no JSON object: Extra data at character 18",
        ),
    ],
)
def test_a_bad_line_is_named_with_its_file_and_card(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "deals.txt"
    path.write_text(text)
    with pytest.raises(SolitaireError) as caught:
        list(read_deals(path))
    assert str(caught.value) == f"{path}, {message}"
    with pytest.raises(SolitaireError) as caught:
        list(read_deals(io.StringIO(text)))
    assert str(caught.value) == f"input, {message}"


def test_the_deals_before_a_bad_line_are_given() -> None:
    deals = read_deals(io.StringIO("AC\nZZ\n"))
    assert next(deals) == Deal.parse("AC")
    with pytest.raises(CardError):
        next(deals)


@pytest.mark.parametrize("content", [b"\xff\xfeA\x00C\x00", b"\x89PNG\r\n\x1a\n", b"AC\n\xe9\n"])
def test_a_file_that_is_no_text_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "deals.bin"
    path.write_bytes(content)
    with pytest.raises(DealError) as caught:
        list(read_deals(path))
    assert str(caught.value) == f"{path}: this is no text in UTF-8"


def test_a_file_of_zero_bytes_is_refused_like_any_bad_card(tmp_path: Path) -> None:
    path = tmp_path / "zeros"
    path.write_bytes(bytes(100_000))
    with pytest.raises(CardError) as caught:
        list(read_deals(path))
    assert str(caught.value) == f"{path}, line 1, card 1: {chr(0) * 20 + '…'!r} is no card"


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        list(read_deals(tmp_path / "nowhere"))


@given(st.lists(any_deal, max_size=5))
def test_deals_written_one_a_line_read_back(deals: list[Deal]) -> None:
    for write in (str, Deal.to_json):
        assert list(read_deals(io.StringIO("".join(write(d) + "\n" for d in deals)))) == deals


@given(st.lists(any_deal, max_size=3))
def test_json_laid_out_over_lines_reads_back(deals: list[Deal]) -> None:
    text = "\n".join(json.dumps(json.loads(deal.to_json()), indent=1) for deal in deals)
    assert list(read_deals(io.StringIO(text))) == deals


@given(st.binary(max_size=200))
def test_no_file_at_all_raises_anything_but_a_solitaire_error(content: bytes) -> None:
    file = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    with contextlib.suppress(SolitaireError):
        list(read_deals(file))
