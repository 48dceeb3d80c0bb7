"""What a game must provide.

A game is a transition system: states, the moves that are legal in each, and the state that each
move leads to. To add one in plain Python, subclass ``Game`` and write four methods (see
``examples/add_a_game.py``); every search strategy then works on it. The games of the package have
their rules in a compiled kernel instead and answer the same questions through it, so each rule is
stated once.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from solitaire_solver import referee
from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal
from solitaire_solver.errors import DealError, IllegalMoveError, OptionError, SolitaireError

if TYPE_CHECKING:
    from solitaire_solver.kernel import Kernel


def moves_in(line: str | Iterable[object]) -> list[Any]:
    """The moves of a line, which may be one text with spaces or commas between its moves.

    Spaces round ``>`` and ``+`` do not matter there. ``OptionError`` for what is no line.

    >>> moves_in("7H > 7C, 8S+2D turn")
    ['7H>7C', '8S+2D', 'turn']
    """
    if isinstance(line, str):
        return re.sub(r"\s*([>+])\s*", r"\1", line).replace(",", " ").split()
    if not isinstance(line, Iterable):
        raise OptionError(f"{line!r} is no line of moves")
    return list(line)


def cards_in(move: str) -> tuple[Card, ...]:
    """The cards that a move of the package's games names; none if it turns one.

    >>> cards_in("7H>10c"), cards_in("turn")
    ((Card.parse('7H'), Card.parse('TC')), ())
    """
    if move.strip().lower() in ("turn", "deal"):
        return ()
    return tuple([Card.parse(word) for word in re.split("[>+]", move)])


class Game(ABC):
    """A game in plain Python: subclass it and write the abstract methods.

    ``acyclic`` says that no line of play ever comes back to a state it was in. Then a search whose
    table is full may forget states, which costs time and never a wrong verdict; a game that does
    not say so makes the search stop instead when its memory is used up.

    ``choices_matter`` is False where every line of play ends alike, since moves are forced or by a
    theorem.

    Moves must be hashable and ``str()`` of a move is how it is written.
    """

    name: ClassVar[str] = "game"
    acyclic: ClassVar[bool] = False
    choices_matter: ClassVar[bool] = True

    @abstractmethod
    def initial_state(self, deal: Any) -> Any:
        """The state in which play begins."""

    @abstractmethod
    def moves(self, state: Any) -> Iterable[Hashable]:
        """The legal moves in a state, in an order that is always the same."""

    @abstractmethod
    def apply(self, state: Any, move: Any) -> Any:
        """The state that a legal move leads to; ``state`` itself must stay as it is."""

    @abstractmethod
    def is_won(self, state: Any) -> bool:
        """Whether the game is over and won."""

    def key(self, state: Any) -> Hashable:
        """What tells this state from others: states with equal keys must be equally winnable.

        (And able to come down to equally few cards or piles, where the fewest are asked for.)

        By default the state itself, which must then be hashable. ``bytes`` are kept as a 128-bit
        hash, which takes far less memory; anything else is kept whole and never confused.
        """
        key: Hashable = state
        return key

    def remaining(self, state: Any) -> int:
        """How many cards or piles are left; the best result of a search is the least of these."""
        return 0 if self.is_won(state) else 1

    def fewest_moves(self, state: Any) -> float:
        """A lower bound on the moves from a state to a win; ``math.inf`` where there is none.

        It guides ``AStar`` and ``Beam``. It must never be more than the moves needed, or lines are
        no longer the shortest, and must be infinite only where the game is lost, or proofs are
        wrong. By default 0, which is never too much and says nothing.
        """
        return 0

    def position(self, state: Any) -> Any:
        """What ``initial_state`` makes ``state`` of: the deal that begins in the middle of a game.

        Only those who ask about the middle of a game need it, like ``hint``. By default an
        ``OptionError``, since a game in plain Python may deal as it likes.
        """
        raise OptionError(
            f"{self.name} cannot begin in mid-game: give it a method position(state) that returns "
            "the deal of which initial_state makes that state"
        )

    def options(self) -> dict[str, Any]:
        """The rule options of this game and their values, by name."""
        return {}

    def kernel(self, deal: Any) -> Kernel:
        """The game, dealt, as the search engine drives it."""
        from solitaire_solver.search.python_kernel import PythonKernel

        return PythonKernel(self, self.initial_state(deal))

    def state_of(self, kernel: Any) -> Any:
        """The current state of a kernel."""
        return kernel.state

    def line(self, kernel: Any, numbers: Sequence[int]) -> tuple[Any, ...]:
        """The moves that the kernel numbered, as a player knows them."""
        return tuple([kernel.move_objects[number] for number in numbers])

    def arrange(self, deal: Any, line: tuple[Any, ...]) -> tuple[Any, ...]:
        """A line that a search found, in the order in which a player would rather see it.

        By default as it is. A game whose moves can be swapped may do so; the line must stay legal
        and leave what it left.
        """
        return line

    def record(self, kernel: Any, numbers: Sequence[int]) -> tuple[Any, ...]:
        """What a result keeps of a line that did not win, until somebody asks for it."""
        return self.line(kernel, numbers)

    def recall(self, deal: Any, record: tuple[Any, ...]) -> tuple[Any, ...]:
        """The line of which ``record`` was kept."""
        return self.arrange(deal, record)

    def find_move(self, state: Any, move: object) -> Any:
        """The legal move that ``move`` is or that is written like it; None if there is none."""
        legal = list(self.moves(state))
        if move in legal:
            return move
        return next((other for other in legal if self.spelling(other) == self.spelling(move)), None)

    def spelling(self, move: object) -> Any:
        """What all ways to write a move have in common; by default only ``str()`` writes it."""
        return str(move)

    def judge(self, deal: Any, moves: str | Iterable[object]) -> referee.Replay:
        """Replay a line from the deal; ``IllegalMoveError`` names the first move that is refused.

        A game in plain Python has no second statement of its rules, so it judges itself; games of
        the package override this with the independent referee.
        """
        line = moves_in(moves)
        state = self.initial_state(deal)
        steps = 0
        for steps, move in enumerate(line, 1):
            found = self.find_move(state, move)
            if found is None:
                raise IllegalMoveError(steps, str(move), "the game has no such move here")
            state = self.apply(state, found)
        return referee.Replay(steps, self.remaining(state), self.is_won(state))

    def layouts(self, deal: Any, moves: str | Iterable[object]) -> Iterator[referee.Layout]:
        """What lies on the table before the first and after every move, for those who show it.

        ``OptionError`` unless a referee knows the game, since only then are there cards to show.
        """
        raise OptionError(f"no referee knows the game {self.name!r}, so its table is not shown")


class KernelGame(Game):
    """A game of the package: a compiled kernel knows its rules, the referee judges its lines.

    Subclasses are frozen attrs classes whose fields are the rule options. They say how a state and
    a move look to a player and how a kernel is set to them; the rules are asked of the kernel.
    ``prunes`` names the theorems by which the kernel leaves out moves.
    """

    __attrs_attrs__: ClassVar[Sequence[Any]]  # attrs puts it there
    acyclic: ClassVar[bool] = True
    prunes: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def kernel_at(self, state: Any) -> Kernel:
        """A kernel whose current state is ``state``."""

    @abstractmethod
    def state_of(self, kernel: Any) -> Any:
        """The current state of a kernel as a player sees it."""

    @abstractmethod
    def position(self, state: Any) -> Deal:
        """The deal or position that begins in a state; ``DealError`` if no card is left in it."""

    @abstractmethod
    def line(self, kernel: Any, numbers: Sequence[int]) -> tuple[Any, ...]:
        """The moves that the kernel numbered, made one after another from where it began."""

    @abstractmethod
    def number(self, kernel: Any, move: Any) -> int:
        """How the kernel numbers a move."""

    def kernel(self, deal: Any) -> Kernel:
        """The game, dealt, as the search engine drives it."""
        return self.kernel_at(self.initial_state(_checked(deal)))

    def record(self, kernel: Any, numbers: Sequence[int]) -> tuple[int, ...]:
        """The moves as the kernel numbers them, which is small to keep and to send."""
        return tuple(numbers)

    def recall(self, deal: Any, record: tuple[Any, ...]) -> tuple[Any, ...]:
        """The moves that a kernel of this deal numbers so."""
        return self.arrange(deal, self.line(self.kernel(deal), record))

    def moves(self, state: Any) -> tuple[Any, ...]:
        """The legal moves in a state, in the game's documented order.

        Games in which a number means different cards in different states write this themselves.
        """
        kernel = self.kernel_at(state)
        return self.line(kernel, kernel.legal_moves())

    def apply(self, state: Any, move: Any) -> Any:
        """The state that a move leads to; a move that is not legal is a ``SolitaireError``."""
        kernel = self.kernel_at(state)
        if not kernel.play(self.number(kernel, move)):
            raise SolitaireError(f"{move} is not legal here")
        return self.state_of(kernel)

    def is_won(self, state: Any) -> bool:
        """Whether the game is over and won."""
        return bool(self.kernel_at(state).won)

    def remaining(self, state: Any) -> int:
        """How many cards or piles are left."""
        return int(self.kernel_at(state).remaining)

    def fewest_moves(self, state: Any) -> float:
        """A lower bound on the moves from a state to a win, by counting piles or cards."""
        return float(self.kernel_at(state).fewest_moves())

    def spelling(self, move: object) -> Any:
        """The cards that a move names, as the referee reads them."""
        return cards_in(str(move))

    def options(self) -> dict[str, Any]:
        """The rule options and their values, by name."""
        return {field.name: getattr(self, field.name) for field in type(self).__attrs_attrs__}

    def judge(self, deal: Any, moves: str | Iterable[object]) -> referee.Replay:
        """What the independent referee says of a line."""
        line = moves_in(moves)
        start = self._start(deal)
        return referee.judge(self.name, deal.cards, line, **start, **self.options())

    def layouts(self, deal: Any, moves: str | Iterable[object]) -> Iterator[referee.Layout]:
        """The tables of the independent referee, from the deal on."""
        line = moves_in(moves)
        start = self._start(deal)
        return referee.layouts(self.name, deal.cards, line, **start, **self.options())

    def _start(self, deal: Any) -> dict[str, Any]:
        """How the referee is told where play begins; an error if it cannot begin there."""
        start = _checked(deal).start
        if start:
            self.initial_state(deal)  # says what to do if the game has no such position
        return start


def _checked(deal: Any) -> Deal:
    if not isinstance(deal, Deal):
        raise DealError(f"{deal!r} is no deal; Deal.parse reads one from text")
    return deal
