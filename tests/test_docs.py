"""The pages hang together: links lead somewhere, and no page or public name is left out."""

import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(DOCS.rglob("*.md")),
]

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
DIRECTIVE = re.compile(r"^::: ([\w.]+)$", re.MULTILINE)


def links(page: Path) -> Iterator[str]:
    """Where the links of a page lead, those of other sites left out."""
    text = CODE.sub("`", FENCE.sub("", page.read_text(encoding="utf-8")))
    yield from (link for link in LINK.findall(text) if "://" not in link)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def named(path: str) -> object:
    """What a dotted path names, be it in a package or in a module."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def documented() -> list[object]:
    """What the pages of the API show."""
    return [
        named(path)
        for page in sorted((DOCS / "api").glob("*.md"))
        for path in DIRECTIVE.findall(page.read_text(encoding="utf-8"))
    ]


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=page_id)
def test_pages_of_the_site_link_to_nothing_outside_it(page: Path) -> None:
    for link in links(page):
        assert (page.parent / link).resolve().is_relative_to(DOCS), link


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=page_id)
def test_pages_stand_in_the_navigation(page: Path) -> None:
    assert page.relative_to(DOCS).as_posix() in re.findall(
        r"[\w/]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize(
    "package", ["solitaire_solver", "solitaire_solver.survey", "solitaire_solver.claims"]
)
def test_every_public_name_is_shown_once_in_the_api(package: str) -> None:
    times = Counter(map(id, documented()))
    public = {name: named(f"{package}.{name}") for name in importlib.import_module(package).__all__}
    assert {name: times[id(value)] for name, value in public.items()} == dict.fromkeys(public, 1)


def test_links_were_found() -> None:
    found = {link for page in PAGES for link in links(page)}
    assert {"docs/verdicts.md", "../verdicts.md#when-the-table-is-full"} <= found
