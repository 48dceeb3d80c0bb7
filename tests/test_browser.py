"""The page of a line in a headless Chromium: what it shows, how it is steered, what it lets alone.

Skipped where there is no Chromium, unless ``SOLITAIRE_SOLVER_BROWSER`` is set: then there must be.
"""

import itertools
import os
import re
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from lines import SHOWN, shown

from solitaire_solver import Accordion, Deal, Decade, Game, Limits, display, solve
from solitaire_solver.referee import Layout
from solitaire_solver.viewer.page import page as page_of

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
REQUIRED = bool(os.environ.get("SOLITAIRE_SOLVER_BROWSER"))

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not REQUIRED, reason="there is no chromium on the path"
)
every_game = pytest.mark.parametrize("name", SHOWN)

TABLE = """() => ({
    rows: [...document.querySelectorAll("#table .row")].map(
        row => [...row.querySelectorAll("[data-pile]")].map(pile => pile.dataset.pile)),
    faces: [...document.querySelectorAll("#table .row [data-pile] use:last-child")].map(
        use => use.getAttribute("href").slice(1)),
    stock: document.querySelector("#table .stock h2")?.textContent ?? "Stock: 0",
    discard: [...document.querySelectorAll("#table .discard [data-pile]")].map(
        card => card.dataset.pile),
    words: document.getElementById("words").textContent,
})"""
EVERY_TABLE = f"""() => {{
    const tables = [({TABLE})()], last = Number(document.getElementById("slider").max);
    for (let step = 0; step < last; step++) {{
        document.getElementById("next").click();
        tables.push(({TABLE})());
    }}
    return tables;
}}"""

FITS = """() => {
    const page = document.documentElement;
    return page.scrollWidth <= page.getBoundingClientRect().width;
}"""

PLACE = """() => {
    const slider = document.getElementById("slider");
    return [
        document.getElementById("words").textContent,
        slider.value,
        slider.getAttribute("aria-valuetext"),
        [...document.querySelectorAll("[aria-current=step]")].map(
            link => link.getAttribute("href")),
    ];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    assert CHROMIUM, "SOLITAIRE_SOLVER_BROWSER is set, and there is no chromium on the path"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM)
        yield chromium
        chromium.close()


class Visitor:
    """Opens files in a context of its own and notes what should not happen."""

    def __init__(self, browser: Any, folder: Path, **settings: Any) -> None:
        self.folder = folder
        self.context = browser.new_context(
            **{"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce", **settings}
        )
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.context.on("console", lambda message: self.complaints.append(message.text))
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def open(self, html: str, fragment: str = "", clock: bool = False) -> Any:
        file = self.folder / "replay.html"
        file.write_text(html, encoding="utf-8")
        self.url = file.as_uri() + fragment
        tab = self.context.new_page()
        if clock:
            tab.clock.install()
        tab.goto(self.url)
        return tab

    def assert_nothing_happened(self) -> None:
        fetched = [url for url in self.requests if not url.startswith("data:")]
        assert fetched == [self.url.partition("#")[0]]
        assert self.complaints == []


@pytest.fixture
def visitor(browser: Any, tmp_path: Path) -> Iterator[Visitor]:
    made = Visitor(browser, tmp_path)
    yield made
    made.context.close()


def html_of(name: str, title: str | None = None) -> str:
    result = shown(name)
    return page_of(result.game, result.deal, result.best_line, title)


def drawn(layout: Layout) -> dict[str, Any]:
    """What ``TABLE`` should find, but for the words."""
    return {
        "rows": [["".join(map(str, pile)) for pile in row] for row in layout.rows],
        "faces": list(map(str, layout.tops)),
        "stock": f"Stock: {len(layout.stock)}",
        "discard": list(map(str, layout.discard)),
    }


@every_game
def test_each_step_shows_what_the_referee_has_and_says_it(visitor: Visitor, name: str) -> None:
    result = shown(name)
    line = result.best_line
    tables = visitor.open(html_of(name)).evaluate(EVERY_TABLE)
    layouts = list(result.game.layouts(result.deal, line))
    assert len(tables) == len(layouts) == len(line) + 1 > 1
    for number, (table, layout) in enumerate(zip(tables, layouts, strict=True)):
        words = table.pop("words")
        assert table == drawn(layout)
        if number:
            assert words.startswith(f"Move {number} of {len(line)}: the ")
        assert re.search(rf"\b{len(layout.tops)} (card|pile)s? on the table", words)
        assert (f", {len(layout.stock)} in the stock" in words) == bool(layout.stock)
    visitor.assert_nothing_happened()


@every_game
def test_every_control_steps_as_it_says(visitor: Visitor, name: str) -> None:
    last = len(shown(name).best_line)
    tab = visitor.open(html_of(name), clock=True)

    def at() -> int:
        words, value, said, current = tab.evaluate(PLACE)
        number = int(value)
        assert said == f"Move {number} of {last}" if number else "The deal"
        assert words.startswith(said)
        assert current == [f"#{number}"]
        return number

    def click(button: str) -> int:
        tab.get_by_role("button", name=button, exact=True).click()
        return at()

    def press(key: str, where: str = "body") -> int:
        tab.press(where, key)
        return at()

    assert at() == 0
    assert [click(button) for button in ("Next", "Next", "Back", "Last", "Next")] == [
        *(1, 2, 1, last, last)
    ]
    assert [click("First"), click("Back")] == [0, 0]
    keys = ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "ArrowLeft", "Home")
    assert [press(key) for key in keys] == [1, 2, 1, last, last, last - 1, 0]
    on_slider = ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home")
    assert [press(key, "#slider") for key in on_slider] == [1, 2, 1, last, 0]
    tab.fill("#slider", "2")
    assert at() == 2
    tab.get_by_role("link").nth(3).click()
    assert at() == 3
    tab.get_by_role("link").nth(1).press("Enter")
    assert at() == 1
    tab.evaluate("location.hash = '#2'")
    assert at() == 2

    tab.select_option("#speed", label="normal")
    assert [click("First"), click("Play")] == [0, 1]
    tab.clock.run_for(2500)
    assert at() == 3
    assert click("Pause") == 3
    tab.clock.run_for(5000)
    assert at() == 3
    assert press(" ") == 4 if last > 3 else 1
    tab.select_option("#speed", label="fast")
    tab.clock.run_for(500 * last)
    assert at() == last
    assert press(" ") == 0  # once more from the beginning
    assert press(" ") == 0
    tab.clock.run_for(5000)
    assert at() == 0
    assert tab.get_by_role("button", name="Play").is_visible()
    visitor.assert_nothing_happened()


def test_a_line_without_moves_stays_at_the_deal(visitor: Visitor) -> None:
    tab = visitor.open(page_of(Accordion(), Deal.parse("AC KD"), ""), "#1")
    for button in ("Next", "Play", "Last", "Back", "First"):
        tab.get_by_role("button", name=button, exact=True).click()
        assert tab.inner_text("#words").startswith("The deal.")
    visitor.assert_nothing_happened()


def test_a_link_may_lead_to_a_step(visitor: Visitor) -> None:
    tab = visitor.open(html_of("accordion"), "#17")
    assert tab.inner_text("#words").startswith("Move 17 of 51: ")


#: Pages with a row that is empty: closed, not yet begun, and one among many.
EMPTY: dict[str, tuple[Game, str]] = {
    "closed": (Decade(stacks=2), "/ | AC"),
    "begun": (Decade(), "| AC 9D KH"),
    "sixteen": (Decade(stacks=16, loop=True, compulsory=False), str(Deal.from_seed(14))),
}


def html_with_an_empty_row(name: str) -> str:
    game, deal = EMPTY[name]
    result = solve(game, Deal.parse(deal), limits=Limits(expansions=20_000))
    return page_of(game, result.deal, result.best_line, "A deal")


@pytest.mark.parametrize("name", [*SHOWN, *EMPTY])
def test_no_rule_of_accessibility_is_broken(visitor: Visitor, name: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    html = html_with_an_empty_row(name) if name in EMPTY else html_of(name, "A deal")
    tab = visitor.open(html, {"sixteen": "#20", "closed": "", "begun": ""}.get(name, "#9"))
    assert bool(tab.locator("#table .empty").count()) >= (name in EMPTY)
    for width, scheme in itertools.product((360, 1280), ("light", "dark")):
        tab.set_viewport_size({"width": width, "height": 800})
        tab.emulate_media(color_scheme=scheme)
        assert tab.evaluate(FITS)
        results = Axe().run(tab)
        assert results.violations_count == 0, results.generate_report()
        assert "color-contrast" in {rule["id"] for rule in results.response["passes"]}
    visitor.assert_nothing_happened()


@every_game
def test_the_table_stays_where_it_is(visitor: Visitor, name: str) -> None:
    tab = visitor.open(html_of(name))
    for width in (360, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        tops = tab.evaluate("""() => {
            document.getElementById("first").click();
            return [...document.querySelectorAll("#moves a")].map(() => {
                const { top } = document.getElementById("table").getBoundingClientRect();
                document.getElementById("next").click();
                return top + scrollY;
            });
        }""")
        assert len(tops) > 2 and len(set(tops)) == 1


def test_rows_have_cards_of_one_size_one_below_the_other(visitor: Visitor) -> None:
    tab = visitor.open(html_with_an_empty_row("sixteen"), "#20")
    for width in (360, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        boxes = [card.bounding_box() for card in tab.locator(".rows li:first-child").all()]
        assert len(boxes) == 16
        assert len({(box["x"], box["width"]) for box in boxes}) == 1


def test_the_stack_that_is_dealt_to_next_is_named(visitor: Visitor) -> None:
    game, deal = Decade(stacks=3), Deal.parse("5C 4D / * 8S / | 2H AC")
    tab = visitor.open(page_of(game, deal, "turn 8S+2H turn"))
    seen = []
    for _ in range(4):
        groups = tab.locator("#table .rows")
        names = [group.get_attribute("aria-label") for group in groups.all()]
        assert tab.locator("#table .rows h2").all_inner_texts() == [
            name.replace(", ", "\n") for name in names
        ]
        said = re.search("the next for row ([0-9])", tab.text_content("#words"))
        seen.append(([name for name in names if "next card" in name], said and said[1]))
        tab.click("#next")
    assert seen == [
        (["Row 2, next card"], "2"),
        *[(["Row 1, next card"], "1")] * 2,
        ([], None),
    ]


def test_a_dot_leaves_the_rank_free(visitor: Visitor) -> None:
    tab = visitor.open(html_with_an_empty_row("sixteen"), "#20")
    top, height = tab.locator("#table .row .changed").evaluate("""(card) => [
        parseFloat(getComputedStyle(card, "::before").top), card.offsetHeight]""")
    assert top > height * 25 / 56  # below the line that the rank stands on


def test_a_long_title_leaves_the_controls_on_the_screen(visitor: Visitor) -> None:
    title = "A long title " * 800
    tab = visitor.open(page_of(Accordion(), Deal.parse("AC 3H AH"), "AH>3H", title))
    assert tab.locator("#play").bounding_box()["y"] < 400
    assert tab.get_attribute("h1", "title") == title


def test_only_the_step_has_a_bar_where_colours_are_forced(browser: Any, tmp_path: Path) -> None:
    visitor = Visitor(browser, tmp_path, forced_colors="active")
    tab = visitor.open(html_of("accordion"), "#5")
    bars = tab.evaluate("""() => [...document.querySelectorAll("#moves a")].map(
        (link) => parseFloat(getComputedStyle(link).borderLeftWidth))""")
    assert [number for number, bar in enumerate(bars) if bar] == [5]
    visitor.context.close()


def test_on_paper_are_the_table_and_all_moves_and_no_controls(visitor: Visitor) -> None:
    tab = visitor.open(html_of("accordion"), "#10")
    tab.emulate_media(media="print")
    assert tab.locator("#table").is_visible()
    assert not tab.locator("button, input, select").filter(visible=True).count()
    assert tab.evaluate("""() => {
        const list = document.getElementById("moves");
        return list.scrollHeight === list.clientHeight;
    }""")


def test_the_address_follows_the_step(visitor: Visitor) -> None:
    tab = visitor.open(html_of("accordion"))
    assert tab.url == visitor.url
    tab.press("body", "End")
    assert tab.url == visitor.url + "#51"
    tab.reload()
    assert tab.inner_text("#words").startswith("Move 51 of 51: ")
    visitor.complaints.clear()
    for sandbox in ("", 'sandbox="allow-scripts"'):
        tab.set_content(f'<iframe {sandbox} srcdoc="{escape(html_of("accordion"))}"></iframe>')
        frame = tab.frame_locator("iframe")
        frame.locator("#last").click()
        assert frame.locator("#words").inner_text().startswith("Move 51 of 51: ")
    assert visitor.complaints == []


@pytest.mark.parametrize("name", ["accordion", "decade"])
def test_a_replay_fits_into_its_frame_in_the_documentation(visitor: Visitor, name: str) -> None:
    docs = Path(__file__).parent.parent / "docs" / "replays.md"
    (style,) = re.findall(
        f'<iframe src="replays/{name}.html".*?style="(.*?)"', docs.read_text(), re.DOTALL
    )
    tab = visitor.context.new_page()
    for width, room in ((360, 328), (1280, 690)):
        tab.set_viewport_size({"width": width, "height": 800})
        tab.set_content(
            f'<style>html {{ font-size: 20px }}</style><div style="width: {room}px">'
            f'<iframe srcdoc="{escape(html_of(name))}" style="{style}"></iframe></div>'
        )
        tab.frame_locator("iframe").locator("#words").wait_for()
        needed, there = tab.frames[1].evaluate("""() => {
            const heights = [...document.querySelectorAll("#moves a")].map(() => {
                document.getElementById("next").click();
                return document.documentElement.scrollHeight;
            });
            return [Math.max(...heights), innerHeight];
        }""")
        assert needed == there


def test_marked_cards_are_told_apart_in_words(visitor: Visitor) -> None:
    html = page_of(Accordion(), Deal.parse("AC 3H AH"), "AH>3H AH>AC")
    tab = visitor.open(html)

    def pictures() -> list[str]:
        return [picture.get_attribute("aria-label") for picture in tab.get_by_role("img").all()]

    assert pictures() == [
        "ace of clubs",
        "three of hearts, is covered or catches next",
        "ace of hearts, moves or goes next",
    ]
    tab.click("#next")
    assert pictures() == [
        "ace of clubs, is covered or catches next",
        "ace of hearts, pile of 2, changed just now, moves or goes next",
    ]
    tab.click("#next")
    assert pictures() == ["ace of hearts, pile of 3, changed just now"]


HOSTILE = [
    "</title><script>window.hit = 1</script>",
    "<img src=x onerror='window.hit = 1'>",
    '"><svg onload="window.hit = 1">',
    "</script><script>window.hit = 1</script><!--",
    "&lt;b&gt; $script ${frames} \u2028 \\u003c",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_title_or_verdict_is_only_text(visitor: Visitor, text: str) -> None:
    html = page_of(Accordion(), Deal.parse("AC 3H AH"), "AH>3H AH>AC", text, text)
    tab = visitor.open(html)
    assert tab.text_content(".verdict") == text
    assert tab.text_content("h1") == tab.title() == display.printable(text)
    assert tab.evaluate("window.hit") is None
    assert tab.locator("script").count() == 2
    visitor.assert_nothing_happened()


def test_the_policy_lets_nothing_else_run_or_load(visitor: Visitor) -> None:
    tab = visitor.open(html_of("accordion"))
    refused = tab.evaluate("""async () => {
        const refused = [];
        addEventListener(
            "securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.hit = 1";
        const image = document.createElement("img");
        image.src = "https://example.org/seen.png";
        document.body.append(script, image);
        await fetch("https://example.org/seen").catch(() => null);
        await new Promise((done) => setTimeout(done));
        return refused;
    }""")
    assert sorted(refused) == ["connect-src", "img-src", "script-src-elem"]
    assert tab.evaluate("window.hit") is None
    assert visitor.requests[0] == visitor.url


def test_cards_move_unless_motion_is_to_be_reduced(browser: Any, tmp_path: Path) -> None:
    for motion, moving in (("reduce", False), ("no-preference", True)):
        visitor = Visitor(browser, tmp_path, reduced_motion=motion)
        tab = visitor.open(html_of("accordion"))
        tab.evaluate("document.getElementById('next').click()")
        assert bool(tab.evaluate("document.getAnimations().length")) == moving
        visitor.context.close()


def test_without_javascript_the_line_is_an_ordered_list(browser: Any, tmp_path: Path) -> None:
    visitor = Visitor(browser, tmp_path, java_script_enabled=False)
    tab = visitor.open(html_of("accordion"))
    assert "Without JavaScript" in tab.inner_text("main")
    items = tab.locator("ol#moves > li").all_inner_texts()
    assert [item.split()[1] for item in items[1:]] == list(map(str, shown("accordion").best_line))
    assert not tab.locator("button, input, select").filter(visible=True).count()
    visitor.assert_nothing_happened()
    visitor.context.close()
