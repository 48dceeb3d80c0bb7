"""The games of the package, by the names they answer to."""

from collections.abc import Callable, Iterable, Iterator

from solitaire_solver.errors import OptionError, shortened
from solitaire_solver.game import Game
from solitaire_solver.games import uva127, uva246
from solitaire_solver.games.accordion import Accordion
from solitaire_solver.games.decade import Decade
from solitaire_solver.games.royal_marriage import RoyalMarriage
from solitaire_solver.games.strict_accordion import StrictAccordion
from solitaire_solver.games.ten_by_one import TenByOne

GAMES: dict[str, type[Game]] = {
    "accordion": Accordion,
    "strict-accordion": StrictAccordion,
    "royal-marriage": RoyalMarriage,
    "decade": Decade,
    "ten-by-one": TenByOne,
}

ALIASES: dict[str, str] = {
    "idle-year": "accordion",
    "tower-of-babel": "accordion",
    "methuselah": "accordion",
    "leapfrog": "accordion",
    "ten-twenty-thirty": "decade",
}

#: Games of programming judges, which play themselves: what each answers to the lines of its input.
PRESETS: dict[str, Callable[[Iterable[str]], Iterator[str]]] = {
    "uva127": uva127.answers,
    "uva246": uva246.answers,
}


def game_named(name: str, /, **options: object) -> Game:
    """The game called ``name``, with its rule options set.

    >>> game_named("leapfrog")
    Accordion(dealt=False)
    """
    key = name.lower().replace("_", "-").replace(" ", "-")
    key = ALIASES.get(key, key)
    if key in PRESETS:
        raise OptionError(f"{key} plays itself; the command 'judge {key}' answers its input")
    if key not in GAMES:
        games = ", ".join(sorted(GAMES))
        raise OptionError(f"there is no game {shortened(name)!r}; the games are {games}")
    return make_game(GAMES[key], options)


def preset_named(name: str) -> Callable[[Iterable[str]], Iterator[str]]:
    """What the judge's game called ``name`` answers to the lines of its input.

    >>> list(preset_named("uva246")(["0"]))
    []
    """
    if name.lower() not in PRESETS:
        judges = ", ".join(PRESETS)
        raise OptionError(f"there is no judge {shortened(name)!r}; the judges are {judges}")
    return PRESETS[name.lower()]


def make_game(kind: type[Game], options: dict[str, object]) -> Game:
    """The game of one kind with its rule options set; an unknown option is refused by name."""
    known = set(kind().options())
    for option in options:
        if option not in known:
            offered = f"its options are {', '.join(sorted(known))}" if known else "it has none"
            raise OptionError(f"{kind.name} has no option {shortened(option)!r}; {offered}")
    return kind(**options)
