"""What a notebook shows of deals, states, frames and results."""

import re
from xml.etree import ElementTree

import pytest
from agreement import PlainAccordion
from lines import SHOWN, shown

from solitaire_solver import Accordion, Deal, Decade, solve
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
    """The ranks on the faces of cards, in the order in which they are drawn."""
    return re.findall(r'<text x="20" y="25">(\w+)</text>', html)


def rank(card: object) -> str:
    return str(card)[0].replace("T", "10")


def test_a_deal_is_its_cards_in_order() -> None:
    deal = Deal.from_seed(1)
    html = deal._repr_html_()
    (picture,) = parsed(html)
    assert picture.attrib["aria-label"] == str(deal)
    assert ranks(html) == list(map(rank, deal))
    assert html.count("#c8102e") == 26  # as many are red


def test_states_show_their_rows_and_a_stock() -> None:
    deal = Deal.from_seed(2)
    decade = Decade(stacks=4)
    stacks = decade.initial_state(deal)
    (picture,) = parsed(stacks._repr_html_())
    assert decade.position(stacks)._repr_html_() == stacks._repr_html_()
    assert picture.attrib["aria-label"] == "; ".join(map(str, deal.cards[:4]))
    game = Accordion(dealt=True)
    row = game.initial_state(deal)
    for _ in range(3):
        row = game.apply(row, game.moves(row)[-1])
    (picture,) = parsed(row._repr_html_())
    assert picture.attrib["aria-label"] == " ".join(map(str, row.row))
    assert len(picture.findall("g")) == len(row.row) + 1  # the last is the stock


@pytest.mark.parametrize("name", SHOWN)
def test_a_result_is_a_verdict_a_deal_and_a_strip_that_ends_with_the_line(name: str) -> None:
    result = shown(name)
    html = result._repr_html_()
    assert html is not None
    assert len(html.encode()) < 150_000
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
