"""Which engine is in use: compiled modules, or the same modules as ordinary Python."""

import platform

import attrs

from solitaire_solver import kernel, shuffle
from solitaire_solver.exact import decade_recurrence, royal_marriage_recurrence, ten_by_one_player
from solitaire_solver.games import (
    accordion_kernel,
    dealt_kernel,
    decade_kernel,
    royal_marriage_kernel,
    strict_kernel,
    ten_by_one_kernel,
)
from solitaire_solver.referee import accordion as accordion_referee
from solitaire_solver.referee import decade as decade_referee
from solitaire_solver.search import (
    beam,
    best_first,
    engine,
    estimator,
    frontier,
    nodes,
    python_kernel,
    table,
)

MODULES = (
    shuffle,
    kernel,
    table,
    engine,
    python_kernel,
    estimator,
    nodes,
    frontier,
    beam,
    best_first,
    accordion_kernel,
    dealt_kernel,
    strict_kernel,
    royal_marriage_kernel,
    ten_by_one_kernel,
    royal_marriage_recurrence,
    ten_by_one_player,
    decade_kernel,
    decade_recurrence,
    accordion_referee,
    decade_referee,
)


@attrs.frozen
class EngineInfo:
    """``compiled`` is true when every module that can be compiled is; ``uncompiled`` names others.

    Answers and counts are the same either way; uncompiled modules are a hundred times slower.
    """

    compiled: bool
    uncompiled: tuple[str, ...]
    python: str

    def __str__(self) -> str:
        modules = "compiled" if self.compiled else "not compiled (slower, same answers)"
        return f"engine {modules}, {self.python}"


def engine_info() -> EngineInfo:
    """Say which engine is in use.

    >>> engine_info().compiled in (True, False)
    True
    """
    uncompiled = tuple(
        module.__name__ for module in MODULES if str(module.__file__).endswith(".py")
    )
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return EngineInfo(not uncompiled, uncompiled, python)
