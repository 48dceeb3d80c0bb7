"""Cards are read however players write them, and a bad one is named with its place."""

import contextlib
import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_solver.cards import FULL_DECK, Card, check_pack, parse_cards
from solitaire_solver.errors import CardError, DealError, SolitaireError

RANK_SPELLINGS = ["Aa", *"23456789", ("T", "t", "10"), "Jj", "Qq", "Kk"]
SUIT_SPELLINGS = ["Cc♣♧", "Dd♦♢", "Hh♥♡", "Ss♠♤"]


def test_full_deck_runs_through_clubs_diamonds_hearts_spades_from_ace_to_king() -> None:
    assert " ".join(map(str, FULL_DECK)) == (
        "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD "
        "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    )
    assert [card.index for card in FULL_DECK] == list(range(52))
    assert [(card.suit, card.rank) for card in FULL_DECK] == [
        (suit, rank) for suit in range(4) for rank in range(1, 14)
    ]


@pytest.mark.parametrize("card", FULL_DECK, ids=str)
def test_every_spelling_of_a_card_is_read_as_the_one_card_of_the_deck(card: Card) -> None:
    for rank in RANK_SPELLINGS[card.rank - 1]:
        for suit in SUIT_SPELLINGS[card.suit]:
            for selector in ("", "\ufe0e", "\ufe0f"):
                assert Card.parse(rank + suit + selector) is card
                assert Card.parse(f" {rank}{suit}{selector}\n") is card


@pytest.mark.parametrize("card", FULL_DECK, ids=str)
def test_every_way_to_write_a_card_reads_back(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(card.symbol) is card
    assert Card.from_index(card.index) is card
    assert eval(repr(card)) is card
    assert len(str(card)) == 2


def test_the_ten_is_T_in_text_and_10_for_people() -> None:
    ten = Card.parse("10h")
    assert (str(ten), ten.symbol, repr(ten)) == ("TH", "10♥", "Card.parse('TH')")


@pytest.mark.parametrize("card", [Card.parse("KD"), Card(13, 1)])
def test_copied_and_unpickled_cards_are_the_card_of_the_deck(card: Card) -> None:
    king = Card.parse("KD")
    assert copy.copy(card) is copy.deepcopy(card) is king
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is king


def test_a_card_made_by_hand_equals_the_card_of_the_deck() -> None:
    made = Card(rank=1, suit=3)
    assert made == Card.parse("AS")
    assert hash(made) == hash(Card.parse("AS"))
    assert made != Card.parse("AH")
    assert made != object()


def test_cards_sort_by_index() -> None:
    shuffled = FULL_DECK[1::2] + FULL_DECK[::2]
    assert sorted(shuffled) == list(FULL_DECK)
    assert Card.parse("KC") < Card.parse("AD")


def test_a_card_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        FULL_DECK[0].rank = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is no card"),
        ("ZZ", "'ZZ' is no card"),
        ("S", "'S' is no card"),
        ("10", "'10' is no card"),
        ("1S", "'1S' is no card"),
        ("0S", "'0S' is no card"),
        ("11S", "'11S' is no card"),
        ("1010S", "'1010S' is no card"),
        ("SA", "'SA' is no card"),
        ("ASS", "'ASS' is no card"),
        ("A S", "'A S' is no card"),
        ("AſS", "'AſS' is no card"),
        ("A\x00", "'A\\x00' is no card"),
        ("Q" * 1000, "'QQQQQQQQQQQQQQQQQQQQ…' is no card"),
    ],
)
def test_a_text_that_is_no_card_is_named(text: str, message: str) -> None:
    with pytest.raises(CardError) as caught:
        Card.parse(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("rank", "suit", "message"),
    [
        (0, 0, "rank 0 is not one of 1 (ace) to 13 (king)"),
        (14, 0, "rank 14 is not one of 1 (ace) to 13 (king)"),
        ("A", 0, "rank 'A' is not one of 1 (ace) to 13 (king)"),
        (1, 4, "suit 4 is not one of 0 to 3 (clubs to spades)"),
        (1, -1, "suit -1 is not one of 0 to 3 (clubs to spades)"),
        (1, "S", "suit 'S' is not one of 0 to 3 (clubs to spades)"),
    ],
)
def test_a_rank_or_suit_that_does_not_exist_is_named(rank: Any, suit: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(rank, suit)
    assert str(caught.value) == message


@pytest.mark.parametrize("index", [-1, 52])
def test_an_index_outside_the_deck_is_refused(index: int) -> None:
    with pytest.raises(CardError, match=rf"^card index {index} is not one of 0 to 51$"):
        Card.from_index(index)


@given(st.text(alphabet="AaTt0123KkCcSs♠♡ :", max_size=4))
def test_a_text_is_a_card_exactly_when_it_is_a_rank_and_a_suit(text: str) -> None:
    if re.fullmatch(r" *([Aa23TtKk]|10)[CcSs♠♡] *", text):
        assert Card.parse(text) in FULL_DECK
    else:
        with pytest.raises(CardError):
            Card.parse(text)


@given(st.text())
def test_no_text_at_all_raises_anything_but_a_card_error(text: str) -> None:
    with contextlib.suppress(CardError):
        parse_cards(text)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(FULL_DECK),
            st.sampled_from([str, lambda card: card.symbol, lambda card: str(card).lower()]),
            st.text(alphabet=" ,\t\r\n", min_size=1, max_size=3),
        )
    )
)
def test_cards_read_back_whatever_spelling_and_separators_are_mixed(
    written: list[tuple[Card, Callable[[Card], str], str]],
) -> None:
    text = "".join(spell(card) + separator for card, spell, separator in written)
    assert parse_cards(text) == tuple(card for card, _, _ in written)
    assert parse_cards(",\n" + text) == parse_cards(text)


def test_words_that_stand_apart_are_read_as_they_are() -> None:
    assert parse_cards(iter(["AC", "10♥"])) == parse_cards("AC TH")
    assert parse_cards([]) == parse_cards("") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AC 2C 3C 4C ZZ 6C YY", "card 5: 'ZZ' is no card"),
        ("10c,,ZZ", "card 2: 'ZZ' is no card"),
        ("AC;2C", "card 1: 'AC;2C' is no card"),
        ("A C", "card 1: 'A' is no card"),
        (["AC", ""], "card 2: '' is no card"),
    ],
)
def test_the_first_word_that_is_no_card_is_named_with_its_place(text: Any, message: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((), "a deal has 1 to 52 cards, not 0"),
        (FULL_DECK * 2, "a deal has 1 to 52 cards, not 104"),
        (parse_cards("AC 4H KS 9D TC JC 4H"), "card 7: 4H was already card 2"),
        (parse_cards("AS AS AS"), "card 2: AS was already card 1"),
        ((Card.parse("AS"), Card(1, 3)), "card 2: AS was already card 1"),
        ((Card.parse("AS"), "4H"), "card 2: '4H' is not a Card; Deal.parse reads text"),
    ],
)
def test_cards_that_make_no_pack_are_refused_with_the_place(cards: Any, message: str) -> None:
    with pytest.raises(DealError) as caught:
        check_pack(cards)
    assert str(caught.value) == message


@given(st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=10))
def test_a_pack_is_refused_exactly_when_a_card_repeats(cards: list[Card]) -> None:
    repeats = [place for place, card in enumerate(cards) if card in cards[:place]]
    if repeats:
        place = repeats[0]
        first = cards.index(cards[place])
        with pytest.raises(DealError) as caught:
            check_pack(cards)
        assert str(caught.value) == (
            f"card {place + 1}: {cards[place]} was already card {first + 1}"
        )
    else:
        check_pack(cards)


def test_errors_are_value_errors_that_survive_pickling_with_their_places() -> None:
    error = CardError("'ZZ' is no card", "card 5").inside("deals.txt", "line 3")
    assert isinstance(error, SolitaireError) and isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is CardError
    assert str(again) == str(error) == "deals.txt, line 3, card 5: 'ZZ' is no card"
    assert (again.reason, again.places) == ("'ZZ' is no card", ("deals.txt", "line 3", "card 5"))
