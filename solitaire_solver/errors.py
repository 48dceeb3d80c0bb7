"""What can be wrong with input, said in one sentence that begins with its place.

Every such error is a ``ValueError``. It keeps the *reason* apart from the *places* it happened at,
outermost first, because the code that finds a fault seldom knows the whole address: the card
reader knows "card 7", the file reader adds "deals.txt, line 3" in front as the error passes.
"""

from typing import Self


def shortened(text: str, most: int = 60) -> str:
    """The text or, if it is longer than so many letters, its beginning.

    >>> shortened("a" * 1000, most=3)
    'aaa…'
    """
    return text if len(text) <= most else text[:most] + "…"


class SolitaireError(ValueError):
    """Input that breaks a rule: ``reason`` says which, ``places`` says where, outermost first.

    >>> print(SolitaireError("'ZZ' is no card", "card 5"))
    card 5: 'ZZ' is no card
    """

    def __init__(self, reason: str, *places: str) -> None:
        super().__init__(reason, *places)
        self.reason = reason
        self.places = places

    def inside(self, *places: str) -> Self:
        """The same error with these outer places put in front of its own.

        >>> print(CardError("'ZZ' is no card", "card 5").inside("deals.txt", "line 3"))
        deals.txt, line 3, card 5: 'ZZ' is no card
        """
        self.places = places + self.places
        return self

    def __str__(self) -> str:
        if not self.places:
            return self.reason
        return f"{', '.join(place or repr(place) for place in self.places)}: {self.reason}"


class CardError(SolitaireError):
    """A text that names no card, or a rank or suit that does not exist."""


class DealError(SolitaireError):
    """Cards that make no deal: none at all, too many, one of them twice, or no such number."""


class OptionError(SolitaireError):
    """A name or value that is not among those offered."""


class WorkerError(SolitaireError):
    """A worker that was lost, or an executor that does no more work."""


class IllegalMoveError(SolitaireError):
    """A move that the rules of the game forbid, in a line that was to be checked.

    ``number`` counts the line's moves from 1, ``move`` is the text of the refused one, and
    ``reason`` says what is wrong with it. The sentence names a long move by its beginning.

    >>> print(IllegalMoveError(3, "7H>8C", "7H and 8C share neither rank nor suit"))
    move 3 (7H>8C): 7H and 8C share neither rank nor suit
    """

    def __init__(self, number: int, move: str, reason: str) -> None:
        super().__init__(reason, f"move {number} ({shortened(move)})")
        self.args = number, move, reason  # what pickle calls the class with
        self.number = number
        self.move = move
