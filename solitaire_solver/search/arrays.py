"""Arrays of zeros, and arrays that grow: the same beginning, and zeros behind it."""

from array import array
from typing import Any

#: One zero each, of 32 bits, of 64 and of 64 without a sign; ``INTS * n`` is an array of n zeros.
INTS, LONGS, WORDS = array("i", [0]), array("q", [0]), array("Q", [0])


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
