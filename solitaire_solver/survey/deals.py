"""Which deals a survey is of: each has a number, under which its result is stored.

seed:1-1000000      the packs of these seeds, ``Deal.from_seed``
seed:1-1000000/18   the first 18 cards of each
pysol:1-32000       PySolFC's numbers
ms:1-32000          Microsoft's
file:deals.txt      the deals of a file, numbered from 1
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import attrs

from solitaire_solver.deals import Deal, read_deals
from solitaire_solver.errors import DealError, OptionError, SolitaireError, shortened
from solitaire_solver.game import Game

#: The highest number of a deal, the last whole number that SQLite has.
MOST = 2**63 - 1

_RANGE = re.compile(r"(seed|pysol|ms):(\d+)(?:-(\d+))?(?:/(\d+))?")


@attrs.frozen
class NumberedDeals:
    """The deals numbered ``first`` to ``last`` of a ``kind``: seed, pysol, ms or file.

    ``size`` is how many cards of each pack are dealt, and ``path`` belongs to the kind file, which
    has no first and last. ``OptionError`` or ``DealError`` if there are no such deals or a number
    is beyond 2**63 - 1.

    >>> deals = NumberedDeals.parse("seed:1-3/4")
    >>> for number, deal in deals:
    ...     print(number, deal)
    1 9S 7S QH 4S
    2 2H TS JC JS
    3 4D QS 7S 9C
    """

    kind: str
    first: int = 1
    last: int = 1
    size: int = 52
    path: str | None = None

    def __attrs_post_init__(self) -> None:
        if self.kind not in ("seed", "pysol", "ms", "file"):
            raise OptionError(f"deals are of the kinds seed, pysol, ms and file, not {self.kind!r}")
        if self.kind == "file":
            return
        self.deal(self.first)  # says so if there is no such deal
        self.deal(self.last)
        if self.last < self.first:
            raise OptionError(f"'{self}' ends before it begins")
        if self.last > MOST:
            raise DealError(f"a survey has deals of the numbers up to {MOST}, not {self.last}")

    @classmethod
    def parse(cls, text: str) -> NumberedDeals:
        """The deals that a text like ``seed:1-1000000`` names; ``OptionError`` if it names none."""
        if text.startswith("file:"):
            return cls("file", path=text.removeprefix("file:"))
        match = _RANGE.fullmatch(text.strip())
        if match is None:
            raise OptionError(
                f"{shortened(text)!r} names no deals; "
                "write seed:1-1000, pysol:1-1000, ms:1-1000 or file:NAME"
            )
        kind, first, last, size = match.groups()
        if size is not None and kind != "seed":
            raise OptionError(f"{text!r}: only the deals of seeds can have fewer than 52 cards")
        return cls(kind, int(first), int(last or first), int(size or 52))

    @property
    def family(self) -> dict[str, str]:
        """What all deals have in common that may stand in one store.

        >>> NumberedDeals.parse("seed:1-3/4").family
        {'deals': 'seed', 'cards': '4'}
        """
        if self.kind != "file":
            return {"deals": self.kind, "cards": str(self.size)}
        from xxhash import xxh3_128_hexdigest

        path = str(self.path)
        if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
            raise DealError("a survey reads its deals twice; write them to a regular file", path)
        with open(path, "rb") as file:
            return {"deals": "file", "digest": xxh3_128_hexdigest(file.read())}

    def check(self, game: Game) -> None:
        """Raise the error, if any, that keeps ``game`` from being played with these deals.

        All of a file are read; of the others, which are of one size, the first is dealt.
        """
        if self.kind != "file":
            game.initial_state(self.deal(self.first))
            return
        number = 0
        for number, deal in self:
            try:
                game.initial_state(deal)
            except SolitaireError as error:
                raise error.inside(str(self.path), f"deal {number}") from None
        if not number:
            raise DealError("there is no deal in it", str(self.path))

    @property
    def count(self) -> int | None:
        """How many deals there are; None for a file, which is read as it is needed."""
        return None if self.kind == "file" else self.last - self.first + 1

    def deal(self, number: int) -> Deal:
        """The deal of a number of the kinds seed, pysol and ms."""
        if self.kind == "seed":
            return Deal.from_seed(number, self.size)
        return Deal.from_number(number, self.kind)

    def without(self, done: Iterator[int]) -> Iterator[tuple[int, Deal]]:
        """The deals whose numbers are not among ``done``, which must ascend, with their numbers."""
        next_done = next(done, None)
        if self.kind == "file":
            for number, deal in enumerate(read_deals(str(self.path)), 1):
                if number == next_done:
                    next_done = next(done, None)
                else:
                    yield number, deal
            return
        for number in range(self.first, self.last + 1):
            while next_done is not None and next_done < number:
                next_done = next(done, None)
            if number != next_done:
                yield number, self.deal(number)

    def __iter__(self) -> Iterator[tuple[int, Deal]]:
        return self.without(iter(()))

    def __str__(self) -> str:
        if self.kind == "file":
            return f"file:{self.path}"
        size = "" if self.size == 52 else f"/{self.size}"
        return f"{self.kind}:{self.first}-{self.last}{size}"
