"""Every example runs as it stands, from anywhere, and says the same each time."""

import subprocess
import sys
from pathlib import Path

import pytest

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
}


def run(example: Path, folder: Path) -> list[str]:
    """The lines that an example prints when it is run from ``folder``."""
    return subprocess.run(
        [sys.executable, str(example)], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.splitlines()


@pytest.mark.uncompiled
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_prints_what_it_should(example: Path, tmp_path: Path) -> None:
    lines = run(example, tmp_path)
    assert [line for line in lines if line in EXPECTED[example.name]] == EXPECTED[example.name]
    assert run(example, tmp_path) == lines


def test_a_new_game_takes_under_sixty_lines() -> None:
    (example,) = (path for path in EXAMPLES if path.name == "add_a_game.py")
    assert len(example.read_text().splitlines()) < 60
