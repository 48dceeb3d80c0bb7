"""The lowest and the highest bit of a word.

Compiled modules take both from ``bits.pxd``, where they are one instruction of the processor; this
is what the same modules use uncompiled. A word of no bits has neither.
"""


def lowest(word: int) -> int:
    """The place of the lowest bit that is set.

    >>> lowest(0b1010000)
    4
    """
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The place of the highest bit that is set.

    >>> highest(0b1010000)
    6
    """
    return word.bit_length() - 1
