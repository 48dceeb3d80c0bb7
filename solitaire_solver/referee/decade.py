"""The referee of Decade: stacks of cards, a stock, and runs that are thrown away.

A stack is kept as a string of bytes, one a card (``Card.index``), the oldest card first, so that
looking for a run of neighbours is looking for a word in a text, and its pips are a translation.

**What must go first.** Under compulsory play a card may be turned only when no run can go. A new
run ends at a card that is laid down, or behind the place where a discard has joined two cards that
were none; there the cards are taken up and laid down again. For each card the totals of the runs
that end at it are kept as bits, bit t for t pips: the next card, of p pips, makes that
``totals << p``, and adds the run of itself alone. A card at which a wanted total ends is *loud*.
Before a card is turned the loud cards are looked at more closely, and if no run that ends there has
the right length either, they are loud no longer.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

import cython

from solitaire_solver.cards import FULL_DECK, Card, check_pack
from solitaire_solver.errors import DealError, IllegalMoveError, SolitaireError
from solitaire_solver.referee.layout import Layout, single_piles
from solitaire_solver.referee.replay import Replay

#: What each card counts, by index: 1 .. 10 and three faces, four times.
_PIPS = bytes([*range(1, 11), 10, 10, 10] * 4).ljust(256)

#: The index of each card by its usual spelling.
_INDEX = {str(card): card.index for card in FULL_DECK}


# Compiled for speed, since it plays every line that is found; Python's checks of places stay on.
@cython.boundscheck(True)
@cython.wraparound(True)
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
        self.pack = bytes([card.index for card in pack])
        self.compulsory = compulsory
        self.fewest = min_group
        self.most = (3 if loop else 52) if max_group is None else max_group
        self.totals = frozenset(totals)
        self.wanted = sum([1 << total for total in self.totals])
        self.within = (2 << max(totals)) - 1
        self.loop = loop
        self.stacks = [bytearray() for _ in range(stacks)]
        self.stock = bytearray(self.pack[::-1])
        self.next = next_stack
        #: For each stack the totals (as bits) of the runs that end before its first card, with its
        #: first card, its second and so on.
        self.ends: list[list[int]] = [[0] for _ in range(stacks)]
        #: The stack and the place on it of each card at which a run ends that may have to go.
        self.loud: list[tuple[int, int]] = []
        for number in range(stacks):
            for _ in range(laid[number]):
                self.lay(self.stock.pop(), number)

    @property
    def is_won(self) -> bool:
        """No card left at all; with several stacks it is enough that all are closed."""
        return not any(self.stacks) and (len(self.stacks) > 1 or not self.stock)

    @property
    def remaining(self) -> int:
        """The cards on the table and in the stock; none when the game is won."""
        return 0 if self.is_won else sum(map(len, self.stacks)) + len(self.stock)

    def lay(self, card: cython.int, number: cython.int) -> None:
        """Lay a card on the newest end of a stack."""
        stack: bytearray = self.stacks[number]
        ends: list[int] = self.ends[number]
        pips: cython.int = _PIPS[card]
        before: cython.ulonglong = ends[-1]
        longer: cython.ulonglong = before << pips & self.within
        totals: cython.ulonglong = longer | 1 << pips
        if (longer if self.fewest > 1 else totals) & self.wanted or self.loop:
            self.loud.append((number, len(stack)))
        stack.append(card)
        ends.append(totals)

    def turn(self) -> None:
        """Turn a card onto the next stack, or say why not."""
        stacks: list[bytearray] = self.stacks
        number: cython.int = self.next
        if len(stacks) > 1:
            if not any(stacks):
                raise SolitaireError("every stack is closed")
            while not stacks[number]:
                number = (number + 1) % len(stacks)
            self.next = (number + 1) % len(stacks)
        if not self.stock:
            raise SolitaireError("the stock is empty")
        if self.loud and self.compulsory:
            self.check_that_none_can_go()
        self.lay(self.stock.pop(), number)

    def check_that_none_can_go(self) -> None:
        """Refuse to go on while a run can go; if none can, all is quiet."""
        for number, place in self.loud:
            stack = self.stacks[number]
            for run in self.runs_round(stack) if self.loop else self.runs_to(stack, place):
                if not self.why_not(run, number):
                    raise SolitaireError(f"{_text(run)} can go, and must go first")
        self.loud.clear()

    def runs_to(self, stack: bytearray, last: int) -> Iterator[bytes]:
        """The runs that end with the card at place ``last``, shorter runs first."""
        for size in range(self.fewest, min(last + 1, self.most) + 1):
            yield bytes(stack[last + 1 - size : last + 1])

    def runs_round(self, stack: bytearray) -> Iterator[bytes]:
        """The runs of a ring that include the newest card and total something that is wanted."""
        for size in range(self.fewest, min(len(stack), self.most) + 1):
            for oldest in range(size):
                run = bytes(stack[len(stack) - size + oldest :] + stack[:oldest])
                if sum(run.translate(_PIPS)) in self.totals:
                    yield run

    def discard(self, run: bytes) -> None:
        """Throw a run away, or say why it must stay."""
        number: cython.int
        stack: bytearray
        for number in range(len(self.stacks)):
            stack = self.stacks[number]
            place = (stack + stack if self.loop else stack).find(run)
            if place >= 0 and len(run) <= len(stack):
                break
        else:
            raise SolitaireError(self.why_no_run(run))
        reason = self.why_not(run, number)
        if reason:
            raise SolitaireError(reason)
        joined = 0 if self.loop else place
        behind = stack.translate(None, run) if self.loop else stack[place + len(run) :]
        del stack[joined:], self.ends[number][joined + 1 :]
        self.loud = [(n, p) for n, p in self.loud if n != number or p < joined]
        for card in behind:
            self.lay(card, number)

    def why_not(self, run: bytes, number: cython.int) -> str | None:
        """The reason why a run of neighbours on a stack may not be discarded, or None."""
        if not self.fewest <= len(run) <= self.most:
            few = len(run) < self.fewest
            bound = f"at least {self.fewest}" if few else f"at most {self.most}"
            return f"a discard takes {bound} cards, not {len(run)}"
        total: cython.int = 0
        for card in run:
            total += _PIPS[card]
        if total not in self.totals:
            *others, last = map(str, sorted(self.totals))
            either = f"{', '.join(others)} or {last}" if others else last
            return f"{_text(run)} total {total}, not {either}"
        if self.loop and self.stacks[number][-1] not in run:
            return f"the newest card, {FULL_DECK[self.stacks[number][-1]]}, is not among them"
        return None

    def why_no_run(self, run: bytes) -> str:
        """The reason why cards are no neighbours on one stack."""
        for place, card in enumerate(run):
            if card in run[:place]:
                return f"{FULL_DECK[card]} is named twice"
            if card not in self.pack:
                return f"{FULL_DECK[card]} is not in this deal"
            if card in self.stock:
                return f"{FULL_DECK[card]} is still in the stock"
            if not any(card in stack for stack in self.stacks):
                return f"{FULL_DECK[card]} was discarded before"
        stack = next(stack for stack in self.stacks if run[0] in stack)
        neighbours = bytes(stack + stack[:1] if self.loop else stack)
        for left, right in pairwise(run):
            if right not in stack:
                return f"{FULL_DECK[left]} and {FULL_DECK[right]} lie on different stacks"
            if bytes([left, right]) not in neighbours:
                return f"{FULL_DECK[right]} does not lie next behind {FULL_DECK[left]}"
        raise AssertionError(f"{_text(run)} is a run")


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
    steps = len(list(_play(table, moves))) - 1
    return Replay(steps, table.remaining, table.is_won)


def layouts(cards: Iterable[Card], moves: Iterable[object], **options: object) -> Iterator[Layout]:
    """The stacks, a row each, and the stock before the first and after every move of a line."""
    for table in _play(Table(cards, **options), moves):  # type: ignore[arg-type]
        rows = [single_piles([FULL_DECK[card] for card in stack]) for stack in table.stacks]
        yield Layout(tuple(rows), tuple([FULL_DECK[card] for card in reversed(table.stock)]))


def _play(table: Table, moves: Iterable[object]) -> Iterator[Table]:
    """The table, changed in place, before the first and after every move."""
    yield table
    for number, text in enumerate(map(str, moves), 1):
        try:
            run = b"" if text == "turn" else _read_run(text)
            if run:
                table.discard(run)
            else:
                table.turn()
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        yield table


def _read_run(text: str) -> bytes:
    """The cards that a move discards; none if it turns one."""
    words = text.split("+")
    try:
        return bytes([_INDEX[word] for word in words])
    except KeyError:
        if text.strip().lower() in ("turn", "deal"):
            return b""
        if not text.strip():
            raise SolitaireError(
                "a move is turn, or the cards to discard, as in 6H+7D+7S"
            ) from None
        return bytes([Card.parse(word).index for word in words])


def _text(run: bytes) -> str:
    return "+".join([str(FULL_DECK[card]) for card in run])
