"""What a notebook shows of deals, states, frames and results."""

import json
import re
from xml.etree import ElementTree

import pytest
from agreement import PlainAccordion
from lines import SHOWN, shown

from solitaire_solver import (
    Accordion,
    Deal,
    Decade,
    DepthFirst,
    Game,
    Limits,
    Portfolio,
    RoyalMarriage,
    StrictAccordion,
    solve,
)
from solitaire_solver.search.strategies import Strategy
from solitaire_solver.viewer import Frame, frames

SVG = re.compile(r"<svg .*?</svg>", re.DOTALL)


def parsed(html: str) -> ElementTree.Element:
    """The output, which must be well-formed XML that fetches, runs and names nothing."""
    root = ElementTree.fromstring(f"<output>{html}</output>")
    for element in root.iter():
        assert element.tag not in ("script", "style", "use", "image", "img", "a")
        assert not {"id", "class", "href", "src"}.intersection(element.attrib)
        assert not [key for key in element.attrib if key.startswith("on")]
    return root


def ranks(html: str) -> list[str]:
    """The ranks on the faces of cards, row by row from left to right."""
    drawn = re.findall(r'<text x="(\d+)" y="(\d+)">(\w+)</text>', html)
    return [rank for _, _, rank in sorted(drawn, key=lambda text: (int(text[1]), int(text[0])))]


def rank(card: object) -> str:
    return str(card)[0].replace("T", "10")


def test_a_deal_is_its_cards_in_order() -> None:
    deal = Deal.from_seed(1)
    html = deal._repr_html_()
    (picture,) = parsed(html)
    assert picture.attrib["aria-label"] == str(deal)
    assert ranks(html) == list(map(rank, deal))
    (red,) = picture.findall(".//g[@fill='#c8102e']")
    assert len(red.findall("text")) == 26


def test_states_show_their_rows_and_a_stock() -> None:
    deal = Deal.from_seed(2)
    decade = Decade(stacks=4)
    stacks = decade.initial_state(deal)
    ((picture, caption),) = parsed(stacks._repr_html_())
    assert caption.text == "48 in the stock, the next for row 1"
    assert decade.position(stacks)._repr_html_() == stacks._repr_html_()
    assert picture.attrib["aria-label"] == "; ".join(map(str, deal.cards[:4]))
    game = Accordion(dealt=True)
    row = game.initial_state(deal)
    for _ in range(3):
        row = game.apply(row, game.moves(row)[-1])
    ((picture, caption),) = parsed(row._repr_html_())
    assert caption.text == f"{len(row.stock)} in the stock"
    assert picture.attrib["aria-label"] == " ".join(map(str, row.row))
    cards = picture.findall(".//rect[@rx='4']")
    assert len(cards) == len(row.row) + 1  # the last is the stock


def test_the_stack_that_is_dealt_to_next_has_an_arrow() -> None:
    def arrow(html: str) -> list[str]:
        return re.findall(r'translate\(0 (\d+)\)"><path d="M-', html)

    position = Deal.parse("5C 4D / * 8S / | 2H AC")
    html = position._repr_html_()
    ((_, caption),) = parsed(html)
    assert caption.text == "2 in the stock, the next for row 2"
    assert arrow(html) == ["66"]
    shown = list(frames(Decade(stacks=3), position, "turn 8S+2H turn"))
    assert [arrow(frame._repr_html_()) for frame in shown] == [["66"], ["0"], ["0"], []]
    assert (
        "2. the eight of spades and the two of hearts go; 1 in the stock, the next for row 1"
        in (shown[2]._repr_html_())
    )
    assert arrow(Deal.parse("5C | 2H")._repr_html_()) == []
    assert arrow(Deal.parse("5C / * / | 2H")._repr_html_()) == ["0"]  # closed ones are passed over
    assert arrow(Deal.parse("/ | 2H")._repr_html_()) == []


@pytest.mark.parametrize("name", SHOWN)
def test_a_result_is_a_verdict_a_deal_and_a_strip_that_ends_with_the_line(name: str) -> None:
    result = shown(name)
    html = result._repr_html_()
    assert html is not None
    root = parsed(html)
    captions = [caption.text or "" for caption in root.iter("figcaption")]
    assert captions[0].startswith("The deal")
    assert captions[-1].startswith(f"{len(result.best_line)}. {result.best_line[-1]}")
    assert 2 < len(captions) <= 18
    assert len(root.findall(".//li")) == len(result.best_line)
    line = list(frames(result.game, result.deal, result.best_line))
    for caption, picture in zip(captions, SVG.findall(html), strict=True):
        number = 0 if caption.startswith("The deal") else int(caption.partition(".")[0])
        assert ranks(picture) == list(map(rank, line[number].layout.tops))


@pytest.mark.parametrize(
    "game, seed, strategy, expansions",
    [
        *[(Accordion(), 50, DepthFirst(), number) for number in (11, 12, 13, 23, 24, 25)],
        (Accordion(), 41, Portfolio(), 200),
        (RoyalMarriage(forced=True), 91, Portfolio(), 1000),
        (Decade(stacks=16, compulsory=False), 11, Portfolio(), 300),
        (StrictAccordion(), 6, Portfolio(), 1000),
    ],
)
def test_a_full_pack_takes_less_than_150_kilobytes_of_a_notebook_file(
    game: Game, seed: int, strategy: Strategy, expansions: int
) -> None:
    """Strips are largest of lines as long as they are, or twice: all their tables are crowded."""
    found = solve(game, Deal.from_seed(seed), strategy, Limits(expansions=expansions))
    assert len(json.dumps(found._repr_html_())) < 150_000


def test_a_line_without_moves_has_no_words() -> None:
    deal = Deal.parse("JS QH 4H 3S TH 6H")
    assert "<details>" not in str(solve(Accordion(), deal)._repr_html_())


def test_a_frame_marks_what_moves_next_and_what_came() -> None:
    first, second, last = frames(Accordion(), Deal.parse("AC 3H AH"), "AH>3H AH>AC")
    for frame, marks in ((first, (1, 1, 0)), (second, (1, 1, 1)), (last, (0, 0, 1))):
        html = frame._repr_html_()
        parsed(html)
        found = [html.count(mark) for mark in ('stroke="#2f7de1"', "stroke-dasharray", 'r="5"')]
        assert tuple(found) == marks


def test_hostile_words_are_only_words() -> None:
    layout = next(frames(Accordion(), Deal.parse("AC"), "")).layout
    text = "<script>hit()</script> & \"'"
    (figure,) = parsed(Frame(1, text, text, layout)._repr_html_())
    assert [caption.text for caption in figure.iter("figcaption")] == [f"1. {text}"]


def test_a_game_without_cards_stays_text() -> None:
    assert solve(PlainAccordion(), Deal.parse("AC 3H AH"))._repr_html_() is None
