"""What a person reads: rows in bands, marks, colours, verdicts."""

import io
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solitaire_solver import GAMES, Accordion, Deal, DepthFirst, Limits, Replay, display, solve
from solitaire_solver.cards import Card, parse_cards
from solitaire_solver.display import WORDINGS, Screen
from solitaire_solver.referee import LAYOUTS, positions

DEAL = Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C TD")
UNWINNABLE = Deal.parse("TD 7D AH AS KH KD 7H")


def in_brackets(*cards: Card) -> dict[Card, str]:
    return dict.fromkeys(cards, "[]")


def test_every_game_has_words_and_rows() -> None:
    assert set(GAMES) <= set(WORDINGS)
    assert set(GAMES) <= set(LAYOUTS)


def test_a_card_is_three_columns_wide_and_a_marked_one_stands_in_brackets() -> None:
    row = parse_cards("TC AH 2S TD")
    assert list(Screen().bands(row)) == [" 10♣  A♥  2♠ 10♦"]
    assert list(Screen().bands(row, in_brackets(*parse_cards("TC")))) == ["[10♣] A♥  2♠ 10♦"]
    assert list(Screen().bands(row, in_brackets(*parse_cards("2S")))) == [" 10♣  A♥ [2♠]10♦"]
    assert list(Screen().bands(row, in_brackets(*parse_cards("TD")))) == [" 10♣  A♥  2♠[10♦]"]


@given(
    st.integers(1, 52),
    st.integers(1, 300),
    st.integers(0, 51),
    st.booleans(),
    st.integers(0, 2**64),
)
def test_bands_hold_all_cards_in_order_and_fit_the_width(
    size: int, width: int, marked: int, symbols: bool, seed: int
) -> None:
    row = Deal.from_seed(seed % 2**64, size).cards
    screen = Screen(width=width, symbols=symbols)
    bands = list(screen.bands(row, in_brackets(*row[marked : marked + 1])))
    assert all(len(band) <= max(width, 5) for band in bands)
    assert parse_cards(re.sub(r"[\[\]]", " ", " ".join(bands))) == row
    assert len({len(re.findall(r"\S+", re.sub(r"[\[\]]", " ", band))) for band in bands[:-1]}) <= 1


def test_a_card_keeps_its_column_when_another_is_marked() -> None:
    row = Deal.from_seed(1).cards
    plain = list(Screen().bands(row))
    for card in row:
        marked = list(Screen().bands(row, in_brackets(card)))
        bare = [re.sub(r"[\[\]]", " ", band).rstrip() for band in marked]
        assert bare == plain


def test_only_hearts_and_diamonds_are_red_and_only_the_marked_card_is_bold() -> None:
    screen = Screen(colour=True)
    (band,) = screen.bands(parse_cards("AC AD AH AS"), in_brackets(*parse_cards("AH")))
    red, bold, plain = "\x1b[31m", "\x1b[1m", "\x1b[0m"
    assert band == f"  A♣  {red}A♦{plain} [{red}{bold}A♥{plain}] A♠"


def test_colours_change_nothing_but_the_colour() -> None:
    row = Deal.from_seed(2).cards
    for marked in ({}, in_brackets(row[3]), in_brackets(row[51])):
        coloured = "\n".join(Screen(colour=True).bands(row, marked))
        assert re.sub(r"\x1b\[\d+m", "", coloured) == "\n".join(Screen().bands(row, marked))


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variable", "value", "coloured"),
    [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False)],
)
def test_a_terminal_is_coloured_unless_the_environment_says_otherwise(
    variable: str, value: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    assert Screen.of(Terminal()).colour is coloured


@pytest.mark.parametrize(("encoding", "symbols"), [("utf-8", True), ("cp1252", False)])
def test_a_pipe_is_never_coloured_and_has_the_symbols_that_its_encoding_has(
    encoding: str, symbols: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    pipe = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert Screen.of(pipe) == Screen(width=100, colour=False, symbols=symbols)


def test_a_line_shows_the_rows_of_the_referee_and_says_slide_or_leap() -> None:
    moves = solve(Accordion(), Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D")).best_line
    deal = Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D")
    texts = list(display.play(Accordion(), deal, moves, Screen(symbols=False)))
    rows = [parse_cards(re.sub(r"[\[\]]", " ", text)) for text in texts[1::2]]
    assert rows == list(positions("accordion", deal, moves))
    for number, (text, row, move) in enumerate(zip(texts[2::2], rows, moves, strict=False), 1):
        distance = row.index(move.mover) - row.index(move.covered)
        verb = {1: "slides", 3: "leaps"}[distance]
        assert text == f"{number}. {move}: {move.mover} {verb} onto {move.covered}"
    for text, move in zip(texts[3::2], moves, strict=True):
        assert re.findall(r"\[\s*(..)\]", text) == [str(move.mover)]


def test_a_win_is_stated_with_its_length() -> None:
    assert display.verdict(solve(Accordion(), Deal.parse("AC AD"))) == "Won: 1 move, 1 pile left."


def test_an_unwinnable_deal_is_stated_with_its_proof_and_whether_the_best_is_proved() -> None:
    result = solve(Accordion(), UNWINNABLE, DepthFirst(prune=False, keys="exact"))
    assert display.verdict(result) == (
        f"Unwinnable: all {result.statistics.table_entries} reachable states were covered "
        "(exact keys).\nBest reached: 3 piles, proved the fewest possible."
    )
    result = solve(Accordion(), UNWINNABLE)
    assert display.verdict(result) == (
        f"Unwinnable: {result.proof}.\nBest reached: {result.remaining} piles, not proved the "
        "fewest; --objective minimum searches on for that."
    )


def test_an_undecided_deal_is_stated_with_the_limit_and_how_to_go_on() -> None:
    result = solve(Accordion(), Deal.from_seed(1), limits=Limits(expansions=1))
    assert display.verdict(result) == (
        "Undecided: the limit on expansions was met; give it more --expansions.\n"
        f"Best reached: {result.remaining} piles, not proved the fewest."
    )


def test_the_judgement_of_a_legal_line_says_whether_it_wins() -> None:
    won, short = Replay(51, 1, True), Replay(1, 51, False)
    assert display.judgement(Accordion(), won) == "Legal, and won: 51 moves, 1 pile left."
    assert display.judgement(Accordion(), short) == "Legal, but not won: 1 move, 51 piles left."


def test_all_counts_name_every_statistic() -> None:
    result = solve(Accordion(), DEAL)
    texts = list(display.all_counts(result.statistics))
    names = [text.split()[0] for text in texts]
    assert names == list(result.to_dict()["statistics"])
    assert f"expanded       {result.statistics.expanded}" in texts
