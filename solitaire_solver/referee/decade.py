# cython: boundscheck=True, wraparound=True
"""The referee of Decade: stacks of cards, a stock, and runs that are thrown away.

Compiled for speed, since it plays every line that is found; Python's checks of places stay on.

A stack is kept as the text of its cards, the oldest first and a + behind each: ``6H+7D+7S+``. So
looking for a run of neighbours is looking for the move, as a player writes it, in a text.

**What must go first.** Under compulsory play a card may be turned only when no run can go, so
before a card is turned each stack is gone through from its oldest card on. The totals of the runs
that end at a card are kept as bits, bit t for t pips: the next card, of p pips, makes that
``totals << p``, and adds the run of itself alone. Where a wanted total ends, the runs that end
there are looked at one by one, since they may be too short or too long to go. On a loop only the
few runs that include the newest card could go, and they are all looked at.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

import cython

from solitaire_solver.cards import FULL_DECK, RANKS, Card, check_pack, parse_cards
from solitaire_solver.errors import DealError, IllegalMoveError, SolitaireError
from solitaire_solver.referee.layout import Layout, single_piles
from solitaire_solver.referee.replay import Replay

#: The texts of the cards by index, three letters each.
_TEXTS = [f"{card}+" for card in FULL_DECK]

#: What a letter counts: that of a rank 1 .. 10, others nothing.
_PIPS = bytes([min(RANKS.find(chr(letter)) + 1, 10) for letter in range(256)])


class Table:
    """The stacks, the stock, and what may be done with them under the options of the game."""

    def __init__(
        self,
        cards: Iterable[Card],
        compulsory: bool = True,
        min_group: int = 2,
        max_group: int | None = None,
        totals: Collection[int] = (10, 20, 30),
        loop: bool = False,
        stacks: int = 1,
        laid: Sequence[int] | None = None,
        next_stack: int = 0,
    ) -> None:
        pack = list(cards)
        check_pack(pack)
        if laid is None:
            if len(pack) < stacks:
                raise DealError(f"{stacks} stacks need as many cards, not {len(pack)}")
            laid = [min(3, len(pack))] if stacks == 1 else [1] * stacks
        elif len(laid) != stacks or min(laid) < 0 or sum(laid) > len(pack):
            raise DealError(
                f"{len(pack)} cards are laid on {stacks} stacks, not like {tuple(laid)}"
            )
        if not 0 <= next_stack < stacks:
            raise DealError(f"the stack dealt to next is 0 to {stacks - 1}, not {next_stack}")
        self.pack = [_TEXTS[card.index] for card in pack]
        self.compulsory = compulsory
        self.fewest = min_group
        self.most = (3 if loop else 52) if max_group is None else max_group
        self.totals = frozenset(totals)
        self.wanted = sum([1 << total for total in self.totals])
        self.within = (2 << max(totals)) - 1
        self.loop = loop
        self.next = next_stack
        self.move: object = "turn"
        self.text = "turn"
        self.stacks: list[str] = []
        self.turned = 0
        for count in laid:
            self.stacks.append("".join(self.pack[self.turned : self.turned + count]))
            self.turned += count

    @property
    def is_won(self) -> bool:
        """No card left at all; with several stacks it is enough that all are closed."""
        return not any(self.stacks) and (len(self.stacks) > 1 or self.turned == len(self.pack))

    @property
    def remaining(self) -> int:
        """The cards on the table and in the stock; none when the game is won."""
        on_table = len("".join(self.stacks)) // 3
        return 0 if self.is_won else on_table + len(self.pack) - self.turned

    def shown(self) -> Layout:
        """The stacks, a row each, and the stock."""
        rows = [single_piles(parse_cards(_cards_of(stack))) for stack in self.stacks]
        stock = parse_cards(_cards_of("".join(self.pack[self.turned :])))
        to = self.next_open() if stock and len(rows) > 1 else -1
        return Layout(tuple(rows), stock, next_row=None if to < 0 else to)

    def play(self, number: cython.int, move: object) -> None:
        """Play a move, the line's ``number``-th from 1; ``IllegalMoveError`` if it is refused."""
        if move is not self.move:  # most moves of a line are one and the same turn
            self.move, self.text = move, str(move)
        text: str = self.text
        try:
            if text == "turn" or ("+" not in text and text.strip().lower() in ("turn", "deal")):
                self.turn()
            else:
                self.discard(text)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None

    def turn(self) -> None:
        """Turn a card onto the next stack, or say why not."""
        number: cython.int = 0
        if len(self.stacks) > 1:
            number = self.next_open()
            if number < 0:
                raise SolitaireError("every stack is closed")
            self.next = (number + 1) % len(self.stacks)
        if self.turned == len(self.pack):
            raise SolitaireError("the stock is empty")
        if self.compulsory:
            self.check_that_none_can_go()
        stack: str = self.stacks[number]
        card: str = self.pack[self.turned]
        self.stacks[number] = stack + card
        self.turned += 1

    def next_open(self) -> int:
        """The stack that is dealt to next, one that is not closed; -1 if there is none."""
        number: cython.int
        for number in range(self.next, self.next + len(self.stacks)):
            if self.stacks[number % len(self.stacks)]:
                return number % len(self.stacks)
        return -1

    def check_that_none_can_go(self) -> None:
        """Refuse to go on while a run can go."""
        number: cython.int
        place: cython.int
        pips: cython.int
        totals: cython.ulonglong
        longer: cython.ulonglong
        stack: str
        for number in range(len(self.stacks)):
            stack = self.stacks[number]
            if self.loop:
                self.refuse_to_keep(self.runs_round(stack), number)
                continue
            totals = 0
            for place in range(0, len(stack), 3):
                pips = _PIPS[ord(stack[place])]
                longer = totals << pips & self.within
                totals = longer | 1 << pips
                if (longer if self.fewest > 1 else totals) & self.wanted:
                    self.refuse_to_keep(self.runs_to(stack[: place + 3]), number)

    def refuse_to_keep(self, runs: Iterable[str], number: cython.int) -> None:
        """Refuse to go on if one of these runs on a stack can go."""
        for run in runs:
            if _total(run) in self.totals and not self.why_not(run, number):
                raise SolitaireError(f"{run[:-1]} can go, and must go first")

    def runs_to(self, stack: str) -> Iterator[str]:
        """The runs that end with the last card of a stack, shorter runs first."""
        for size in range(self.fewest, min(len(stack) // 3, self.most) + 1):
            yield stack[len(stack) - 3 * size :]

    def runs_round(self, stack: str) -> Iterator[str]:
        """The runs of a ring that include the newest card, shorter runs first."""
        ring = stack + stack
        for size in range(self.fewest, min(len(stack) // 3, self.most) + 1):
            for oldest in range(size):
                end = len(stack) + 3 * oldest
                yield ring[end - 3 * size : end]

    def discard(self, text: str) -> None:
        """Throw a run away, or say why it must stay."""
        run: str = text + "+"
        number: cython.int = self.stack_with(run)
        if number < 0:
            run = _spelled(text)
            number = self.stack_with(run)
        if number < 0:
            raise SolitaireError(self.why_no_run(run))
        reason = self.why_not(run, number)
        if reason:
            raise SolitaireError(reason)
        stack: str = self.stacks[number]
        if self.loop:
            stay = [f"{card}+" for card in _cards_of(stack) if card not in run]
            self.stacks[number] = "".join(stay)
        else:
            self.stacks[number] = stack.replace(run, "")

    def stack_with(self, run: str) -> int:
        """The number of the stack on which cards are a run of neighbours; -1 if there is none.

        What is found from the first letter of a card on ends with a card too, since the + does.
        """
        number: cython.int
        place: cython.int
        stack: str
        for number in range(len(self.stacks)):
            stack = self.stacks[number]
            place = (stack + stack if self.loop else stack).find(run)
            if place >= 0 and place % 3 == 0 and len(run) <= len(stack):
                return number
        return -1

    def why_not(self, run: str, number: cython.int) -> str | None:
        """The reason why a run of neighbours on a stack may not be discarded, or None."""
        size: cython.int = len(run) // 3
        if not self.fewest <= size <= self.most:
            few = size < self.fewest
            bound = f"at least {self.fewest}" if few else f"at most {self.most}"
            return f"a discard takes {bound} cards, not {size}"
        total: cython.int = _total(run)
        if total not in self.totals:
            *others, last = map(str, sorted(self.totals))
            either = f"{', '.join(others)} or {last}" if others else last
            return f"{run[:-1]} total {total}, not {either}"
        newest: str = self.stacks[number][-3:]
        if self.loop and newest not in run:
            return f"the newest card, {newest[:-1]}, is not among them"
        return None

    def why_no_run(self, run: str) -> str:
        """The reason why cards are no neighbours on one stack."""
        cards = _cards_of(run)
        for place, card in enumerate(cards):
            if card in cards[:place]:
                return f"{card} is named twice"
            if f"{card}+" not in self.pack:
                return f"{card} is not in this deal"
            if f"{card}+" in self.pack[self.turned :]:
                return f"{card} is still in the stock"
            if not any(card in stack for stack in self.stacks):
                return f"{card} was discarded before"
        stack = next(stack for stack in self.stacks if cards[0] in stack)
        neighbours = stack + stack if self.loop else stack
        for left, right in pairwise(cards):
            if right not in stack:
                return f"{left} and {right} lie on different stacks"
            if f"{left}+{right}+" not in neighbours:
                return f"{right} does not lie next behind {left}"
        raise AssertionError(f"{run} is a run")


def judge(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    compulsory: bool = True,
    min_group: int = 2,
    max_group: int | None = None,
    totals: Collection[int] = (10, 20, 30),
    loop: bool = False,
    stacks: int = 1,
    laid: Sequence[int] | None = None,
    next_stack: int = 0,
) -> Replay:
    """Play a Decade line, each move ``turn`` (or ``deal``) or the cards of a run, ``6H+7D+7S``.

    The options are those of the game, with totals up to 63; on a loop a run has at most 3 cards
    where ``max_group`` is None. In mid-game ``laid`` says how many of the cards lie on each stack,
    and ``next_stack`` which one, from 0, is dealt to next; a closed one is passed over. Card
    spellings are those of ``Card.parse``. Takes time proportional to moves times cards.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge(parse_cards("6H 7D 7S 4C 6S"), ["6H+7D+7S", "turn", "turn", "4c + 6s"])
    Replay(steps=4, remaining=0, won=True)
    >>> judge(parse_cards("6H 7D 7S 4C 6S"), ["turn"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (turn): 6H+7D+7S can go, and must go first
    """
    table = Table(cards, compulsory, min_group, max_group, totals, loop, stacks, laid, next_stack)
    steps = 0
    for steps, move in enumerate(moves, 1):
        table.play(steps, move)
    return Replay(steps, table.remaining, table.is_won)


def layouts(cards: Iterable[Card], moves: Iterable[object], **options: object) -> Iterator[Layout]:
    """The stacks, a row each, and the stock before the first and after every move of a line."""
    table = Table(cards, **options)  # type: ignore[arg-type]
    yield table.shown()
    for number, move in enumerate(moves, 1):
        table.play(number, move)
        yield table.shown()


def _spelled(text: str) -> str:
    """The run that a text names, as stacks spell it."""
    if not text.strip():
        raise SolitaireError("a move is turn, or the cards to discard, as in 6H+7D+7S")
    return "".join([f"{Card.parse(word)}+" for word in text.split("+")])


def _total(run: str) -> int:
    """The pips of a run."""
    total: cython.int = 0
    for letter in run:
        total += _PIPS[ord(letter)]
    return total


def _cards_of(run: str) -> list[str]:
    return run.split("+")[:-1]
