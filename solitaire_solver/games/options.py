"""Validators of rule options: a wrong value is refused in one sentence that names those offered."""

from collections.abc import Callable
from typing import Any

from solitaire_solver.errors import OptionError, shortened


def one_of(*offered: Any) -> Callable[[object, Any, object], None]:
    """A validator that accepts these values only; 1 does not pass for True.

    >>> from solitaire_solver import StrictAccordion
    >>> StrictAccordion(prefer="farther")
    Traceback (most recent call last):
    solitaire_solver.errors.OptionError: prefer is 'nearer' or 'longer', not 'farther'
    """

    def check(_: object, field: Any, value: object) -> None:
        if not any(type(value) is type(other) and value == other for other in offered):
            either = " or ".join(map(repr, offered))
            raise OptionError(f"{field.name} is {either}, not {shortened(repr(value))}")

    return check
