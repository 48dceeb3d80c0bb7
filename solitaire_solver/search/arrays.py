"""Arrays that grow: the same beginning, and zeros behind it."""

from array import array
from typing import Any


def longer(code: str, length: int, old: Any = ()) -> Any:
    """An array of ``length`` numbers that begins with those of ``old``; linear time.

    Where several arrays grow one after another, only one of them exists twice at a time.

    >>> longer("i", 4, array("i", [7, 8]))
    array('i', [7, 8, 0, 0])
    """
    new = array(code, [0]) * length
    if len(old):
        memoryview(new)[: len(old)] = memoryview(old)
    return new
