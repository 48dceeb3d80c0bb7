"""Exhaustive solving of row and addition patiences.

>>> from solitaire_solver import Accordion, Deal, solve, verify
>>> deal = Deal.parse("AC 3H AH 2S AD 3S 3C AS 2C 3D")
>>> result = solve(Accordion(), deal)
>>> print(result.outcome)
won
>>> verify(Accordion(), deal, result.solution).won
True
"""

try:
    import solitaire_solver.shuffle  # noqa: F401  the first of the modules that may be compiled
except ModuleNotFoundError as error:
    if error.name != "cython":
        raise
    raise ImportError(
        "solitaire_solver is imported from its source, which is not compiled here: work in another "
        "folder, or install it with 'pip install -e .'"
    ) from None

from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal, Position, read_deals
from solitaire_solver.errors import (
    CardError,
    DealError,
    IllegalMoveError,
    OptionError,
    SolitaireError,
    WorkerError,
)
from solitaire_solver.game import Game
from solitaire_solver.games import GAMES, game_named
from solitaire_solver.games.accordion import Accordion
from solitaire_solver.games.decade import Decade
from solitaire_solver.games.royal_marriage import RoyalMarriage
from solitaire_solver.games.strict_accordion import StrictAccordion
from solitaire_solver.games.ten_by_one import TenByOne
from solitaire_solver.info import EngineInfo, engine_info
from solitaire_solver.referee import Replay
from solitaire_solver.search.heuristics import Heuristic
from solitaire_solver.search.hint import Hint, Loss, hint, where_lost
from solitaire_solver.search.informed import AStar, Beam
from solitaire_solver.search.limits import Limits, Progress
from solitaire_solver.search.many import solve_many
from solitaire_solver.search.result import Outcome, Proof, Result
from solitaire_solver.search.solve import solve, verify
from solitaire_solver.search.statistics import Statistics
from solitaire_solver.search.strategies import DepthFirst, Portfolio

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "AStar",
    "Accordion",
    "Beam",
    "Card",
    "CardError",
    "Deal",
    "DealError",
    "Decade",
    "DepthFirst",
    "EngineInfo",
    "Game",
    "Heuristic",
    "Hint",
    "IllegalMoveError",
    "Limits",
    "Loss",
    "OptionError",
    "Outcome",
    "Portfolio",
    "Position",
    "Progress",
    "Proof",
    "Replay",
    "Result",
    "RoyalMarriage",
    "SolitaireError",
    "Statistics",
    "StrictAccordion",
    "TenByOne",
    "WorkerError",
    "engine_info",
    "game_named",
    "hint",
    "read_deals",
    "solve",
    "solve_many",
    "verify",
    "where_lost",
]
