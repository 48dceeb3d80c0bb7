"""Decade, or Ten-Twenty-Thirty: runs of neighbours that total 10, 20 or 30 are thrown away.

The rules themselves are in ``decade_kernel``; this module is what a player sees of them, and says
which options exist and which go together.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

import attrs

from solitaire_solver.cards import FULL_DECK, Card
from solitaire_solver.deals import Deal, Position
from solitaire_solver.errors import DealError, OptionError, SolitaireError
from solitaire_solver.game import KernelGame
from solitaire_solver.games.decade_kernel import MOST_STACKS, PIPS, DecadeKernel
from solitaire_solver.games.decade_kernel import TURN as TURN_NUMBER

FIRST_TURNED = 3
LONGEST_ON_A_LOOP = 3
HIGHEST_TOTAL = 63

_SORTED_PIPS = sorted(PIPS[:52])
_NAMES = tuple(map(str, FULL_DECK))


class DecadeMove(NamedTuple):
    """A discard of these cards, from the first of the run to the last; with none a card is turned.

    >>> print(DecadeMove((Card.parse("6H"), Card.parse("7D"), Card.parse("7S"))), TURN)
    6H+7D+7S turn
    """

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        if not self.cards:
            return "turn"
        return "+".join([_NAMES[card.index] for card in self.cards])


TURN = DecadeMove()


@attrs.frozen
class DecadeState:
    """The stacks from left to right, each from its oldest card on; the stock; who gets its first.

    The line game has one stack. ``next_stack`` counts from 0.
    """

    stacks: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    next_stack: int = 0

    def _repr_html_(self) -> str:
        """A row of cards for each stack, and the stock, for a notebook."""
        from solitaire_solver.viewer import notebook

        return notebook.cards(self.stacks, self.stock, self.next_stack)


def _as_totals(value: str | int | Iterable[int]) -> object:
    """The totals in order, each once, of a text like ``10,20,30``, a number or several."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        if not all(word.isdecimal() and len(word) < 10 for word in words):
            raise OptionError(
                f"totals are numbers with commas between, like 10,20,30, not {value!r}"
            )
        value = [int(word) for word in words]
    try:
        return tuple(sorted({*([value] if isinstance(value, int) else value)}))
    except TypeError:
        raise OptionError(f"totals are numbers like (10, 20, 30), not {value!r}") from None


def _is_flag(field: str, value: object) -> None:
    if not isinstance(value, bool):
        raise OptionError(f"{field} is True or False, not {value!r}")


def _is_number(field: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise OptionError(f"{field} is a whole number, not {value!r}")
    if not least <= value <= most:
        raise OptionError(f"{field} is {least} to {most}, not {value}")


@attrs.frozen
class Decade(KernelGame):
    """Decade. A deal of 1 to 52 cards, of which three are turned into a line at the beginning.

    A run of at least ``min_group`` neighbours (and at most ``max_group``, if that is not None) that
    totals one of ``totals`` may be discarded; otherwise a card is turned to the right end. With
    ``compulsory`` no card is turned while a discard exists. On a ``loop`` the right end is next to
    the left one and a run must include the newest card; there ``max_group`` is 3 unless given. With
    several ``stacks`` each is a line (or loop) of its own and has one card at the beginning; the
    others are dealt round from left to right, and a stack that has emptied gets no more.

    Won with no cards left, or all stacks empty; ``remaining`` counts the cards on the table and in
    the stock, and is 0 when the game is won. Moves are listed by stack, then by the last card of
    the run from left to right (on a loop: by how many of the oldest cards it takes), then shorter
    runs first; the turn comes last.

    >>> game = Decade(compulsory=False)
    >>> state = game.initial_state(Deal.parse("6H 7D 7S AC"))
    >>> [str(move) for move in game.moves(state)]
    ['6H+7D+7S', 'turn']
    >>> Decade(totals="5,10,15,20,25,30,35").totals
    (5, 10, 15, 20, 25, 30, 35)
    """

    name: ClassVar[str] = "decade"

    compulsory: bool = True
    min_group: int = 2
    max_group: int | None = None
    totals: tuple[int, ...] = attrs.field(default=(10, 20, 30), converter=_as_totals)
    loop: bool = False
    stacks: int = 1

    def __attrs_post_init__(self) -> None:
        _is_flag("compulsory", self.compulsory)
        _is_flag("loop", self.loop)
        if self.loop and self.max_group is None:
            object.__setattr__(self, "max_group", LONGEST_ON_A_LOOP)
        _is_number("min_group", self.min_group, 1, 52)
        if self.max_group is not None:
            _is_number("max_group", self.max_group, 1, 52)
        if self.min_group > self.longest:
            raise OptionError(f"min_group {self.min_group} is above max_group {self.max_group}")
        _is_number("stacks", self.stacks, 1, MOST_STACKS)
        if not self.totals:
            raise OptionError("totals are one or more numbers, not none")
        for total in self.totals:
            _is_number("each of totals", total, 1, HIGHEST_TOTAL)
        fewest, most = sum(_SORTED_PIPS[: self.min_group]), sum(_SORTED_PIPS[-self.longest :])
        if not any(fewest <= total <= most for total in self.totals):
            size = f"{self.min_group} or more"
            if self.max_group is not None:
                size = f"{self.min_group} to {self.max_group}"
            raise OptionError(
                f"no {size} cards total {' or '.join(map(str, self.totals))}: they make "
                f"{fewest} to {most}"
            )

    @property
    def prunes(self) -> tuple[str, ...]:  # type: ignore[override]
        """The theorem by which the kernel leaves out moves; there is none for several stacks."""
        return ("cards and pips left modulo the groups",) if self.stacks == 1 else ()

    @property
    def longest(self) -> int:
        """The most cards that a run may have."""
        return 52 if self.max_group is None else self.max_group

    def first_turned(self, cards: int) -> int:
        """How many of so many cards are turned at the beginning."""
        return min(cards, FIRST_TURNED) if self.stacks == 1 else self.stacks

    def initial_state(self, deal: Deal) -> DecadeState:
        """Three cards in the line, or one card on each of several stacks; the others in stock.

        Or stacks and stock of a position.
        """
        if isinstance(deal, Position):
            return self._state_at(deal)
        if len(deal.cards) < self.stacks:
            raise DealError(f"{self.stacks} stacks need as many cards, not {len(deal.cards)}")
        turned = self.first_turned(len(deal.cards))
        cards, stock = deal.cards[:turned], deal.cards[turned:]
        stacks = (cards,) if self.stacks == 1 else tuple([(card,) for card in cards])
        return DecadeState(stacks, stock)

    def _state_at(self, position: Position) -> DecadeState:
        stacks = position.rows
        if len(stacks) != self.stacks:
            raise DealError(
                f"the cards lie on {len(stacks)} stack{'s' * (len(stacks) > 1)} and the game has "
                f"{self.stacks}; the option "
                f"stacks={len(stacks)} plays with so many"
            )
        return DecadeState(stacks, position.stock, position.next_stack)

    def position(self, state: DecadeState) -> Deal:
        """The position with these stacks and this stock."""
        cards = sum(state.stacks, ()) + state.stock
        return Position(cards, tuple(map(len, state.stacks)), state.next_stack)

    def kernel_at(self, state: DecadeState) -> DecadeKernel:
        """A kernel in this state; its cards are those on the stacks, then the stock."""
        turned = sum(state.stacks, ())
        return DecadeKernel(
            turned + state.stock,
            [number for number, stack in enumerate(state.stacks) for _ in stack],
            state.next_stack,
            self.stacks,
            self.compulsory,
            self.loop,
            self.min_group,
            self.longest,
            self.totals,
        )

    def state_of(self, kernel: DecadeKernel) -> DecadeState:
        """The current state of a kernel."""
        turned, next_stack = kernel.dealing()
        return DecadeState(
            tuple(map(tuple, kernel.table())),
            kernel.cards[turned:],
            next_stack,
        )

    def moves(self, state: DecadeState) -> tuple[DecadeMove, ...]:
        """The legal moves in a state, in the game's documented order."""
        kernel = self.kernel_at(state)
        return tuple([DecadeMove(run) for run in kernel.legal_runs()])

    def line(self, kernel: DecadeKernel, numbers: Sequence[int]) -> tuple[DecadeMove, ...]:
        """The moves of a line that begins in the state the kernel was made with.

        Which cards a run has depends on what was discarded before, so the line is played again.
        """
        return tuple([DecadeMove(run) if run else TURN for run in kernel.runs(list(numbers))])

    def number(self, kernel: DecadeKernel, move: DecadeMove) -> int:
        """How the kernel numbers a move; ``SolitaireError`` if its cards are no run here."""
        if not move.cards:
            return TURN_NUMBER
        for number, run in zip(kernel.legal_moves(), kernel.legal_runs(), strict=True):
            if run == move.cards:
                return number
        raise SolitaireError(f"{move} is not legal here")
