"""The page of a line as text: what is in it, what is escaped, how large it is."""

import json
import re
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from agreement import PlainAccordion
from lines import SHOWN, shown

from solitaire_solver import (
    Accordion,
    Deal,
    Decade,
    DepthFirst,
    IllegalMoveError,
    Limits,
    OptionError,
    solve,
)
from solitaire_solver.viewer import frames
from solitaire_solver.viewer.page import page

THREE = Deal.parse("AC 3H AH")


class Outline(HTMLParser):
    """The elements of a page and the texts in them, by tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: dict[str, str] = {}
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        self.addresses += [value or "" for key, value in attrs if key in ("href", "src", "action")]
        assert not [key for key, _ in attrs if key.startswith("on") or key == "style"]

    def handle_endtag(self, tag: str) -> None:
        while self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        self.texts[self.open[-1] if self.open else ""] = data


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_is_small_and_whole(name: str) -> None:
    result = shown(name)
    html = page(result.game, result.deal, result.best_line)
    assert len(html.encode()) < 60_000  # 120,000 are promised
    outline = Outline(html)
    assert not outline.open
    assert all(address.startswith(("#", "data:,")) for address in outline.addresses)
    assert not re.search(
        "url[(]|@import|//[a-z]+[.]", html.replace("http://www.w3.org/2000/svg", "")
    )


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_tells_the_line_in_words_without_its_script(name: str) -> None:
    result = shown(name)
    html = page(result.game, result.deal, result.best_line)
    items = re.findall("<li>.*?</li>", html)
    for item, frame in zip(items, frames(result.game, result.deal, result.best_line), strict=True):
        assert escape(frame.move) in item and f"<span>{escape(frame.words)}</span>" in item


def test_a_page_holds_the_tables_of_the_referee() -> None:
    html = page(Accordion(), THREE, ["AH>3H", "AH>AC"])
    (data,) = re.findall('<script type="application/json" id="frames">(.*?)</script>', html)
    assert json.loads(data) == {
        "unit": "pile",
        "frames": [
            ["AC 3H AH", 0, "", "", "AH", "3H"],
            ["AC 3HAH", 0, "", "AH", "AH", "AC"],
            ["AC3HAH", 0, "", "AH", "", ""],
        ],
    }


def test_whatever_comes_from_outside_is_escaped() -> None:
    text = "</script></title><script>hit()</script><!-- & \" '"
    html = page(Accordion(), THREE, "AH>3H", text, text)
    assert "<script>hit" not in html and "<!-- " not in html
    assert Outline(html).tags.count("script") == 2
    assert Outline(html).texts["h1"] == Outline(html).texts["title"] == text


def test_a_page_may_begin_in_mid_game() -> None:
    position = Deal.parse("AC 3H AH | 2S 4D")
    html = page(Accordion(dealt=True), position, "AH>3H AH>AC turn")
    assert '["AC 3H AH",2,"","","AH","3H"]' in html
    assert escape(str(position)) in html


def test_the_row_that_is_dealt_to_next_has_a_star() -> None:
    position = Deal.parse("5C 4D / * 8S / | 2H AC")
    html = page(Decade(stacks=3), position, "turn 8S+2H turn")
    tables = ["5C 4D/*8S/", "*5C 4D/8S 2H/", "*5C 4D//", "5C 4D AC//"]
    assert [f'["{table}",' in html for table in tables] == [True] * 4
    assert (
        "*" not in page(Decade(), Deal.parse("AC | 2D"), "turn").partition('id="frames">')[2][:60]
    )


@pytest.mark.parametrize("wrong", [5, b"title", ["title"]])
def test_a_title_that_is_no_text_is_an_option_error(tmp_path: Path, wrong: Any) -> None:
    with pytest.raises(OptionError, match="the title of a page is a text, not "):
        solve(Accordion(), THREE).to_html(tmp_path / "replay.html", title=wrong)
    with pytest.raises(OptionError, match="the verdict of a page is a text, not "):
        page(Accordion(), THREE, "", verdict=wrong)
    assert not list(tmp_path.iterdir())


def test_a_title_that_is_no_unicode_does_no_harm() -> None:
    page(Accordion(), THREE, "", title="caf\udce9").encode()


def test_a_move_is_judged_before_it_is_shown() -> None:
    with pytest.raises(IllegalMoveError, match="move 1 "):
        page(Accordion(), THREE, ["<script>"])
    with pytest.raises(IllegalMoveError, match="move 2 "):
        page(Accordion(), THREE, "AH>3H AC>AH")


@pytest.mark.parametrize(
    "moves, verdict",
    [
        ("AH>3H AH>AC", "<strong>Legal, and won</strong>: 2 moves, 1 pile left."),
        ("AH>3H", "<strong>Legal, but not won</strong>: 1 move, 2 piles left."),
        ("", "<strong>Legal, but not won</strong>: 0 moves, 3 piles left."),
    ],
)
def test_a_line_that_is_brought_gets_the_word_of_the_referee(moves: str, verdict: str) -> None:
    assert verdict in page(Accordion(), THREE, moves)


def test_a_result_is_written_with_its_verdict(tmp_path: Path) -> None:
    file = tmp_path / "replay.html"
    won = solve(Accordion(), THREE)
    assert won.to_html(file) == file
    assert "<strong>Won</strong>: 2 moves, 1 pile left." in file.read_text(encoding="utf-8")
    lost = solve(Accordion(), Deal.parse("JS QH 4H 3S TH 6H"))
    assert lost.to_html(str(file), "Lost & gone") == file
    text = file.read_text(encoding="utf-8")
    assert "Lost &amp; gone</h1>" in text
    assert f"<strong>Unwinnable</strong>: {escape(str(lost.proof))}.\n" in text
    cut = solve(Accordion(), Deal.from_seed(1), DepthFirst(), Limits(expansions=3))
    cut.to_html(file)
    text = file.read_text(encoding="utf-8")
    assert "<strong>Undecided</strong>: the limit on expansions was met.\n" in text
    assert "--" not in re.search('<p class="verdict">.*?</p>', text, re.DOTALL)[0]  # type: ignore[index]


def test_a_game_that_no_referee_knows_has_no_page(tmp_path: Path) -> None:
    game = PlainAccordion()
    with pytest.raises(OptionError, match="no referee knows the game"):
        page(game, THREE, "")
    with pytest.raises(OptionError, match="no referee knows the game"):
        solve(game, THREE).to_html(tmp_path / "replay.html")
    assert not list(tmp_path.iterdir())
