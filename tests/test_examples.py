"""Every example runs as it stands, from anywhere, and says the same each time."""

import importlib.util
import itertools
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner
from naive import study

from solitaire_solver import Accordion, Deal, DepthFirst, Outcome, solve

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))

#: Lines that an example must print.
EXPECTED = {
    "add_a_game.py": [
        "a empty: unwinnable, all 42 reachable states were covered (exact keys)",
        "e empty: unwinnable, the one state that can be reached was covered (exact keys)",
        "f empty: won by a-f d-a j-c a-f h-c c-j j-h g-i",
    ],
    "check_a_claim.py": [
        "rows of 18 cards (late-binding solitaire): Of 1,000 rows 454 can be won. consistent",
        "open Accordion, rows of 9: One row in thirty can be won. consistent",
        "  20 of 500 won: 1.7% to 7.7%",
    ],
    "explore_a_deal.py": [
        "row         JC TC 2D TD 9C",
        "TC>JC       unwinnable, 4 left, by TC>JC",
        "lost by     TC>JC, move 2; better was 9C>JC TC>9C TD>TC",
        "position    JC TC TD 9C",
        "is          won by 9C>JC TC>9C TD>TC",
    ],
    "solve_a_deal.py": [
        "outcome    won",
        "referee    Replay(steps=19, remaining=1, won=True)",
    ],
    "tiny_packs.py": [
        "| 2 | 2 | 24 | 24 | 0 |",
        "| 3 | 2 | 720 | 708 | 12 |",
        "| 2 | 3 | 720 | 708 | 12 |",
    ],
    "unwinnable_deals.py": [],  # what it must print is checked below
    "winnability_curve.py": [
        "| 2 | all 2,652 | 780 | 0 | 29.411765% | exact |",
        "| 3 | all 132,600 | 14,664 | 0 | 11.058824% | exact |",
    ],
}
#: Those that take too long without a compiler.
LONG = ("check_a_claim.py", "unwinnable_deals.py", "winnability_curve.py")


def run(example: Path, folder: Path) -> list[str]:
    """The lines that an example prints when it is run from ``folder``."""
    return subprocess.run(
        [sys.executable, str(example)], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.splitlines()


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(path, marks=[] if path.name in LONG else [pytest.mark.uncompiled])
        for path in EXAMPLES
    ],
    ids=lambda path: path.name,
)
def test_example_prints_what_it_should(example: Path, tmp_path: Path) -> None:
    lines = run(example, tmp_path)
    assert [line for line in lines if line in EXPECTED[example.name]] == EXPECTED[example.name]
    assert run(example, tmp_path) == lines


def test_a_new_game_takes_under_sixty_lines() -> None:
    (example,) = (path for path in EXAMPLES if path.name == "add_a_game.py")
    assert len(example.read_text().splitlines()) < 60


def test_a_script_ends_by_the_verdict() -> None:
    pytest.importorskip("scipy")
    from solitaire_solver.claims import Published

    example = loaded("check_a_claim")
    (reading,) = example.OWN.readings
    half = attrs.evolve(reading, published=Published("half", 0.5, 0.5))
    assert example.holds(example.OWN)
    assert not example.holds(attrs.evolve(example.OWN, readings=[half]))


def test_the_built_packs_cannot_be_won_and_have_ever_more_rows(tmp_path: Path) -> None:
    (example,) = (path for path in EXAMPLES if path.name == "unwinnable_deals.py")
    rows = []
    for line in run(example, tmp_path)[2:]:
        *numbers, cards = line.strip("| ").split(" | ")
        states, moves, piles = (int(number.replace(",", "")) for number in numbers)
        deal = Deal.parse(cards)
        assert len(deal) == 52
        assert solve(Accordion(), deal, DepthFirst()).outcome is Outcome.UNWINNABLE
        assert len(Accordion().moves(deal.cards)) == moves
        assert piles > 1
        rows.append(states)
    assert rows == sorted(rows)
    assert rows[0] == 1
    assert rows[-1] > 1_000


def loaded(name: str) -> Any:
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- tiny packs -----------------------------------------------------------------------------------


def winnable_orders() -> dict[tuple[int, int], int]:
    """The golden counts by ranks and suits."""
    text = (ROOT / "tests" / "data" / "tiny_packs.tsv").read_text()
    rows = [line.split("\t") for line in text.splitlines() if line[0].isdigit()]
    return {(int(ranks), int(suits)): int(count) for ranks, suits, count in rows}


@pytest.mark.parametrize("ranks_and_suits", [(2, 2), (3, 2), (2, 3), (6, 1), (7, 1)])
def test_the_golden_counts_are_those_of_the_naive_search(ranks_and_suits: tuple[int, int]) -> None:
    ranks, suits = ranks_and_suits
    cards = [f"{rank}{suit}" for suit in "CDHS"[:suits] for rank in "A23456789"[:ranks]]
    won = sum(study(order).winnable for order in itertools.permutations(cards))
    assert won == winnable_orders()[ranks_and_suits]


@pytest.mark.parametrize("ranks_and_suits", [(4, 2), (2, 4), (3, 3), (5, 2)])
def test_the_golden_counts_are_those_of_the_example(ranks_and_suits: tuple[int, int]) -> None:
    tiny = loaded("tiny_packs")
    members = math.factorial(ranks_and_suits[0]) * math.factorial(ranks_and_suits[1])
    won = members * tiny.won(tiny.classes(*ranks_and_suits), workers=1)
    assert won == winnable_orders()[ranks_and_suits]


def test_the_table_of_tiny_packs_is_golden() -> None:
    text = (ROOT / "docs" / "results" / "tiny_packs.md").read_text()
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line[:3].strip("| ")]
    table = {
        (int(row[0]), int(row[1])): int(row[3].replace(",", "")) for row in rows if row[0].isdigit()
    }
    assert len(table) > 20
    assert table.items() <= winnable_orders().items()


# --- the winnability curve ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def curve() -> Any:
    pytest.importorskip("scipy")
    return loaded("winnability_curve")


def points(curve: Any, c0: float, c1: float, c2: float, rows: int = 10**6) -> list[Any]:
    """Samples that lie on a curve as well as whole numbers can."""
    tail = curve.Tail(20, (c0, c1, c2))
    return [
        curve.Point(cards, rows - round(rows * tail.lost(cards)), 0, rows, False)
        for cards in range(20, 37)
    ]


def test_a_straight_tail_is_found_and_a_bent_one_is_told_from_it(curve: Any) -> None:
    straight = points(curve, -5, -6, 0)
    tail = curve.fit(straight, 20, 1, samples=40)
    assert tail.coefficients == pytest.approx((-5, -6), abs=0.01)
    assert tail.low < math.exp(-5 - 6 * 2.4) < tail.high
    assert tail.as_far > 0.5
    bent = points(curve, -5, -6, -3)
    assert curve.fit(bent, 20, 1, samples=40).as_far == 0
    assert curve.fit(bent, 20, 2, samples=40).coefficients == pytest.approx((-5, -6, -3), abs=0.05)


def test_lengths_without_a_loss_count_for_the_tail(curve: Any) -> None:
    with_losses = points(curve, -5, -6, 0, rows=1000)
    cut_off = [point for point in with_losses if point.lost]
    assert len(cut_off) < len(with_losses)
    whole, part = (curve.fit(some, 20, 1, samples=1) for some in (with_losses, cut_off))
    assert whole.lost(52) < part.lost(52)


def test_the_page_of_the_curve_says_what_was_counted(curve: Any, tmp_path: Path) -> None:
    counted = [curve.exact(cards, workers=1) for cards in (1, 2, 3)]
    sampled = points(curve, -5, -6, 0, rows=20_000)
    tails, drawn = curve.conclusion([*counted, *sampled], 20, samples=20)
    page = list(curve.page("the command", [*counted, *sampled], tails, "x.svg"))
    assert "| 3 | all 132,600 | 14,664 | 0 | 11.058824% | exact |" in page
    assert any(line.startswith("For 52 cards it says ") for line in page)
    curve.draw([*counted, *sampled], drawn, tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_bytes().startswith(b"<?xml")


def counted_points(curve: Any) -> list[Any]:
    """The points of the page in docs/results, read back from its table."""
    found = []
    for line in (ROOT / "docs" / "results" / "winnability.md").read_text().splitlines():
        cells = line.strip("| ").split(" | ")
        if len(cells) == 6 and cells[0].isdigit():
            rows, won, unknown = (
                int(cell.removeprefix("all ").replace(",", "")) for cell in cells[1:4]
            )
            found.append(curve.Point(int(cells[0]), won, unknown, rows, cells[5] == "exact"))
    return found


def test_the_page_of_the_curve_is_what_the_example_writes_of_its_counts(curve: Any) -> None:
    text = (ROOT / "docs" / "results" / "winnability.md").read_text()
    command = text.split("```sh\n")[1].split("\n")[0]
    tail = text.split("## The tail\n\n")[1].splitlines()
    page = curve.page(command, counted_points(curve), tail, "winnability.svg")
    assert "\n".join(page) + "\n" == text


def test_a_curve_too_short_for_a_tail_says_so_on_its_page(curve: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out = tmp_path / "short"
    words = f"--exact 2 --last 4 --deals 5 --out {out}".split()
    result = CliRunner().invoke(curve.main, words, catch_exceptions=False)
    assert result.exit_code == 0
    text = (tmp_path / "short.md").read_text()
    assert (
        "No tail is fitted: that takes samples with losses of three lengths from 20 cards" in text
    )
    assert "| 4 | 5 |" in text
    assert "more than half" not in text
    assert (tmp_path / "short.svg").exists()


# --- wrong options --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("winnability_curve", "--deals 0"),
        ("winnability_curve", "--last 0"),
        ("winnability_curve", "--more 5 0"),
        ("winnability_curve", "--out nowhere/x"),
        ("tiny_packs", "--cards 0"),
        ("tiny_packs", "--cards -1"),
        ("tiny_packs", "--out nowhere/x"),
        ("unwinnable_deals", "--steps -1"),
        ("unwinnable_deals", "--out nowhere/x"),
    ],
)
def test_a_wrong_option_is_refused_before_any_work(name: str, words: str) -> None:
    if name == "winnability_curve":
        pytest.importorskip("scipy")
    result = CliRunner().invoke(loaded(name).main, words.split())
    assert result.exit_code == 2
    assert result.output.startswith("Usage: ")
    assert "|" not in result.output
