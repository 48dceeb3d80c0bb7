"""Every example runs as it stands, from anywhere, and says the same each time."""

import subprocess
import sys
from pathlib import Path

import pytest

from solitaire_solver import Accordion, Deal, DepthFirst, Outcome, solve

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))

#: Lines that an example must print.
EXPECTED = {
    "add_a_game.py": [
        "a empty: unwinnable, all 42 reachable states were covered (exact keys)",
        "e empty: unwinnable, the one state that can be reached was covered (exact keys)",
        "f empty: won by a-f d-a j-c a-f h-c c-j j-h g-i",
    ],
    "solve_a_deal.py": [
        "outcome    won",
        "referee    Replay(steps=19, remaining=1, won=True)",
    ],
    "tiny_packs.py": [
        "| 2 | 2 | 24 | 24 | 100.0000% |",
        "| 3 | 2 | 720 | 708 | 98.3333% |",
        "| 2 | 3 | 720 | 708 | 98.3333% |",
    ],
    "unwinnable_deals.py": [],  # what it must print is checked below
    "winnability_curve.py": [
        "| 2 | all 2,652 | 780 | 0 | 29.411765% | exact |",
        "| 3 | all 132,600 | 14,664 | 0 | 11.058824% | exact |",
    ],
}
#: Those that take too long without a compiler.
LONG = ("unwinnable_deals.py", "winnability_curve.py")


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


def test_the_built_packs_cannot_be_won_and_have_ever_more_rows(tmp_path: Path) -> None:
    (example,) = (path for path in EXAMPLES if path.name == "unwinnable_deals.py")
    rows = []
    for line in run(example, tmp_path):
        counts, _, cards = line.partition(" piles: ")
        states, moves, piles = (
            int(word.split()[0].replace(",", "")) for word in counts.split(", ")
        )
        deal = Deal.parse(cards)
        assert len(deal) == 52
        assert solve(Accordion(), deal, DepthFirst()).outcome is Outcome.UNWINNABLE
        assert len(Accordion().moves(deal.cards)) == moves
        assert piles > 1
        rows.append(states)
    assert rows == sorted(rows)
    assert rows[0] == 1
    assert rows[-1] > 1_000
