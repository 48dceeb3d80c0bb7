"""Write the replays that ``replays.md`` shows; run it before the site is built.

They are made anew each time, so no generated file is kept in the repository.
"""

from pathlib import Path

from solitaire_solver import Accordion, Deal, Decade, solve

REPLAYS = Path(__file__).parent / "replays"

if __name__ == "__main__":
    REPLAYS.mkdir(exist_ok=True)
    for game in (Accordion(), Decade()):
        result = solve(game, Deal.from_seed(1))
        result.to_html(REPLAYS / f"{game.name}.html")
