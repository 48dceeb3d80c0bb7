"""The games of the package, by the names they answer to."""

from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.games.accordion import Accordion
from solitaire_solver.games.decade import Decade

GAMES: dict[str, type[Game]] = {"accordion": Accordion, "decade": Decade}

ALIASES: dict[str, str] = {
    "idle-year": "accordion",
    "tower-of-babel": "accordion",
    "methuselah": "accordion",
    "leapfrog": "accordion",
    "ten-twenty-thirty": "decade",
}


def game_named(name: str, /, **options: object) -> Game:
    """The game called ``name``, with its rule options set.

    >>> game_named("leapfrog")
    Accordion()
    """
    key = name.lower().replace("_", "-").replace(" ", "-")
    key = ALIASES.get(key, key)
    if key not in GAMES:
        raise OptionError(f"there is no game {name!r}; the games are {', '.join(sorted(GAMES))}")
    return make_game(GAMES[key], options)


def make_game(kind: type[Game], options: dict[str, object]) -> Game:
    """The game of one kind with its rule options set; an unknown option is refused by name."""
    known = set(kind().options())
    for option in options:
        if option not in known:
            offered = f"its options are {', '.join(sorted(known))}" if known else "it has none"
            raise OptionError(f"{kind.name} has no option {option!r}; {offered}")
    return kind(**options)
