"""Deals whose outcome others have published or proved: every one must come out the same.

``data/open-accordion-deals.tsv`` names the source of each; eight were published as solvable and
are not, as an independent constraint model and ours agree.
"""

from pathlib import Path

import pytest

from solitaire_solver import Accordion, Deal, DepthFirst, Outcome, Result, solve, verify

FILE = Path(__file__).parent / "data" / "open-accordion-deals.tsv"


def read_rows() -> list[tuple[str, str, str]]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["deal", "outcome", "source"]
    rows = []
    for line in lines[1:]:
        deal, outcome, source = line.split("\t")
        rows.append((deal, outcome, source))
    return rows


ROWS = read_rows()
STRATEGIES = {
    "default": None,
    "keys-128": DepthFirst(),
    "keys-64": DepthFirst(keys=64),
    "keys-exact": DepthFirst(keys="exact"),
    "ordered": DepthFirst(ordered=True),
    "no-prune": DepthFirst(prune=False),
    "no-prune-ordered": DepthFirst(prune=False, ordered=True),
    "no-prune-exact": DepthFirst(prune=False, keys="exact"),
}


def test_the_file_holds_87_deals_of_4_to_18_cards_each_with_its_source() -> None:
    assert len(ROWS) == len({deal for deal, _, _ in ROWS}) == 87
    assert {len(Deal.parse(deal)) for deal, _, _ in ROWS} == {*range(4, 19)}
    assert {outcome for _, outcome, _ in ROWS} == {"won", "unwinnable"}
    assert all(source for _, _, source in ROWS)


def assert_as_published(deal: Deal, outcome: str, result: Result) -> None:
    assert result.outcome is Outcome(outcome)
    assert verify(Accordion(), deal, result.best_line).remaining == result.remaining
    if outcome == "won":
        assert result.solution is not None
        assert verify(Accordion(), deal, result.solution).won
        assert result.proof is None
    else:
        assert result.solution is None
        assert result.proof is not None
        assert result.proof.states >= 1
        assert result.proof.collision_bound < 1e-6


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_deal_gets_its_published_outcome(name: str) -> None:
    for text, outcome, _ in ROWS:
        deal = Deal.parse(text)
        result = solve(Accordion(), deal, STRATEGIES[name])
        assert_as_published(deal, outcome, result)
        if name.startswith("no-prune"):
            assert result.statistics.pruned == 0
        if result.proof is not None and name.endswith("exact"):
            assert result.proof.collision_bound == 0


@pytest.mark.uncompiled
@pytest.mark.parametrize("name", ["default", "keys-128", "keys-64", "keys-exact", "ordered"])
def test_deals_of_up_to_thirteen_cards_get_their_published_outcome(name: str) -> None:
    for text, outcome, _ in ROWS:
        deal = Deal.parse(text)
        if len(deal) <= 13:
            assert_as_published(deal, outcome, solve(Accordion(), deal, STRATEGIES[name]))


@pytest.mark.parametrize(
    ("name", "plain"), [("keys-128", "no-prune"), ("ordered", "no-prune-ordered")]
)
def test_prunes_save_work_on_every_deal_that_cannot_be_won(name: str, plain: str) -> None:
    for text, outcome, _ in ROWS:
        if outcome == "unwinnable":
            with_prunes = solve(Accordion(), Deal.parse(text), STRATEGIES[name]).statistics
            without = solve(Accordion(), Deal.parse(text), STRATEGIES[plain]).statistics
            assert with_prunes.expanded <= without.expanded
