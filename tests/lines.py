"""Lines of every game, of full packs, for tests of what shows them."""

from functools import cache

from solitaire_solver import (
    GAMES,
    Accordion,
    Deal,
    Decade,
    Game,
    Limits,
    Result,
    RoyalMarriage,
    TenByOne,
    solve,
)

SHOWN: dict[str, tuple[Game, int]] = {
    **{name: (kind(), 1) for name, kind in GAMES.items()},
    "ten-by-one": (TenByOne(), 7),
    "dealt": (Accordion(dealt=True), 1),
    "forced": (RoyalMarriage(forced=True), 1),
    "stacks": (Decade(stacks=7), 1),
    "loop": (Decade(loop=True), 1),
}


@cache
def shown(name: str) -> Result:
    """The result of a game of ``SHOWN``, with a line of several moves."""
    game, seed = SHOWN[name]
    return solve(game, Deal.from_seed(seed), limits=Limits(expansions=1_000_000))
