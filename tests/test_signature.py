"""Fixed searches count what they counted before, compiled or not; see ``golden.py``."""

import pytest
from golden import DEALS, FILE, HEAD, SEARCHES, golden, line

GOLDEN = [text.split("\t") for text in golden()]


def fields_now(row: list[str]) -> list[str]:
    return line(row[0].rstrip("*"), row[1]).split("\t")


def test_the_file_lists_every_search_of_every_deal_in_order() -> None:
    assert FILE.read_text(encoding="utf-8").startswith(HEAD)
    assert [(row[0].rstrip("*"), row[1]) for row in GOLDEN] == [
        (search, f"{seed}/{size}") for search in SEARCHES for seed, size in DEALS
    ]
    assert {row[2] for row in GOLDEN} == {"won", "unwinnable", "unknown"}


@pytest.mark.parametrize("search", SEARCHES)
def test_the_signature_has_not_changed(search: str) -> None:
    rows = [row for row in GOLDEN if row[0].rstrip("*") == search]
    assert [fields_now(row) for row in rows] == rows


@pytest.mark.uncompiled
@pytest.mark.parametrize("search", SEARCHES)
def test_the_signature_of_cheap_searches_has_not_changed(search: str) -> None:
    rows = [row for row in GOLDEN if row[0] == f"{search}*"]
    assert len(rows) >= 15
    assert [fields_now(row) for row in rows] == rows


def test_the_ways_to_remember_states_agree_in_all_that_they_count() -> None:
    def counts(search: str) -> list[list[str]]:
        return [row[1:] for row in GOLDEN if row[0].rstrip("*") == search]

    assert counts("plain") == counts("exact")
