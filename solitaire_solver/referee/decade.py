"""The referee of Decade: stacks of cards, a stock, and runs that are thrown away.

A stack is kept as a string of bytes, one a card (``Card.index``), the oldest card first, so that
looking for a run of neighbours is looking for a word in a text, and its pips are a translation.

**What must go first.** Under compulsory play a card may be turned only when no run can go. Whether
a run can go depends on its stack alone, so a stack in which none could is looked at again only when
it has changed. In a line, moreover, a run is still the same run while nothing in it and nothing
between its cards is touched, so what was found of the cards before the first place that changed
stays true: a new run ends at a card that was turned since, or behind the place where a discard has
joined two cards that were none. For each card the totals of the runs that end at it are kept as
bits, bit t for t pips. The next card, of p pips, makes that ``totals << p``, and adds the run of
itself alone.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from solitaire_solver.cards import FULL_DECK, Card, check_pack
from solitaire_solver.errors import DealError, IllegalMoveError, SolitaireError
from solitaire_solver.referee.replay import Replay

#: What each card counts, by index: 1 .. 10 and three faces, four times.
_PIPS = bytes([*range(1, 11), 10, 10, 10] * 4).ljust(256)
_BITS = [1 << pips for pips in _PIPS[:52]]

#: The index of each card by its usual spelling.
_INDEX = {str(card): card.index for card in FULL_DECK}


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
    ) -> None:
        pack = list(cards)
        check_pack(pack)
        if len(pack) < stacks:
            raise DealError(f"{stacks} stacks need as many cards, not {len(pack)}")
        self.pack = bytes([card.index for card in pack])
        self.compulsory = compulsory
        self.fewest = min_group
        self.most = (3 if loop else 52) if max_group is None else max_group
        self.totals = frozenset(totals)
        self.wanted = sum([1 << total for total in self.totals])
        self.within = (2 << max(totals)) - 1
        self.loop = loop
        if stacks == 1:
            self.stacks = [bytearray(self.pack[:3])]
        else:
            self.stacks = [bytearray([card]) for card in self.pack[:stacks]]
        self.turned = sum(map(len, self.stacks))
        self.next = 0
        #: The stacks that were changed since it was last known that no run on them can go.
        self.changed = list(range(len(self.stacks)))
        #: For each stack the totals (as bits) of the runs that end before its first card, with its
        #: first card, its second and so on, as far as none that ends there can go.
        self.quiet: list[list[int]] = [[0] for _ in self.stacks]

    @property
    def is_won(self) -> bool:
        """No card left at all; with several stacks it is enough that all are closed."""
        return not any(self.stacks) and (len(self.stacks) > 1 or self.turned == len(self.pack))

    @property
    def remaining(self) -> int:
        """The cards on the table and in the stock; none when the game is won."""
        return 0 if self.is_won else sum(map(len, self.stacks)) + len(self.pack) - self.turned

    def turn(self) -> None:
        """Turn a card onto the next stack, or say why not."""
        stacks, number = self.stacks, self.next
        if len(stacks) > 1:
            if not any(stacks):
                raise SolitaireError("every stack is closed")
            while not stacks[number]:
                number = (number + 1) % len(stacks)
        turned = self.turned
        if turned == len(self.pack):
            raise SolitaireError("the stock is empty")
        if self.compulsory:
            for place in self.changed:
                run = self.run_that_can_go(place)
                if run:
                    raise SolitaireError(f"{_text(run)} can go, and must go first")
            self.changed = [number]
        stacks[number].append(self.pack[turned])
        self.turned = turned + 1
        self.next = (number + 1) % len(stacks)

    def run_that_can_go(self, number: int) -> bytes:
        """A run on one stack that may be discarded, if there is one; otherwise all is quiet."""
        stack, quiet = self.stacks[number], self.quiet[number]
        if self.loop:  # where a card more makes new neighbours for the oldest, so nothing is quiet
            return self.first_legal(number, self.runs_round(stack))
        totals, within, wanted = quiet[-1], self.within, self.wanted
        for card in stack[len(quiet) - 1 :]:
            longer = totals << _PIPS[card] & within
            totals = longer | _BITS[card]
            if (longer if self.fewest > 1 else totals) & wanted:
                run = self.first_legal(number, self.runs_to(stack, len(quiet) - 1))
                if run:
                    return run
            quiet.append(totals)
        return b""

    def first_legal(self, number: int, runs: Iterable[bytes]) -> bytes:
        """The first of these runs of a stack that may be discarded."""
        return next((run for run in runs if not self.why_not(run, number)), b"")

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
        for number, stack in enumerate(self.stacks):
            place = (stack + stack if self.loop else stack).find(run)
            if place >= 0 and len(run) <= len(stack):
                self.take(run, number, place)
                return
        raise SolitaireError(self.why_no_run(run))

    def take(self, run: bytes, number: int, place: int) -> None:
        """Throw a run away that lies at a place of a stack, or say why it must stay."""
        reason = self.why_not(run, number)
        if reason:
            raise SolitaireError(reason)
        self.changed.append(number)
        if self.loop:
            self.stacks[number] = self.stacks[number].translate(None, run)
        else:
            del self.stacks[number][place : place + len(run)]
            del self.quiet[number][place + 1 :]

    def why_not(self, run: bytes, number: int) -> str | None:
        """The reason why a run of neighbours on a stack may not be discarded, or None."""
        if not self.fewest <= len(run) <= self.most:
            few = len(run) < self.fewest
            bound = f"at least {self.fewest}" if few else f"at most {self.most}"
            return f"a discard takes {bound} cards, not {len(run)}"
        total = sum(run.translate(_PIPS))
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
            if card in self.pack[self.turned :]:
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
) -> Replay:
    """Play a Decade line, each move ``turn`` (or ``deal``) or the cards of a run, ``6H+7D+7S``.

    The options are those of the game; on a loop a run has at most 3 cards where ``max_group`` is
    None. Card spellings are those of ``Card.parse``. Takes time proportional to moves times cards.

    >>> from solitaire_solver.cards import parse_cards
    >>> judge(parse_cards("6H 7D 7S 4C 6S"), ["6H+7D+7S", "turn", "turn", "4c + 6s"])
    Replay(steps=4, remaining=0, won=True)
    >>> judge(parse_cards("6H 7D 7S 4C 6S"), ["turn"])
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 1 (turn): 6H+7D+7S can go, and must go first
    """
    table = Table(cards, compulsory, min_group, max_group, totals, loop, stacks)
    steps = len(list(_play(table, moves))) - 1
    return Replay(steps, table.remaining, table.is_won)


def positions(
    cards: Iterable[Card], moves: Iterable[object], **options: object
) -> Iterator[tuple[Card, ...]]:
    """The cards on the table before the first and after every move of a line, stack by stack."""
    for table in _play(Table(cards, **options), moves):  # type: ignore[arg-type]
        yield tuple([FULL_DECK[card] for stack in table.stacks for card in stack])


def _play(table: Table, moves: Iterable[object]) -> Iterator[Table]:
    """The table, changed in place, before the first and after every move."""
    yield table
    for number, text in enumerate(map(str, moves), 1):
        try:
            run = None if text == "turn" else _read_discard(text)
            if run is None:
                table.turn()
            else:
                table.discard(run)
        except SolitaireError as error:
            raise IllegalMoveError(number, text, error.reason) from None
        yield table


def _read_discard(text: str) -> bytes | None:
    """The cards that a move discards, or None if it turns one."""
    words = text.split("+")
    try:
        return bytes([_INDEX[word] for word in words])
    except KeyError:
        if text.strip().lower() in ("turn", "deal"):
            return None
        if not text.strip():
            raise SolitaireError(
                "a move is turn, or the cards to discard, as in 6H+7D+7S"
            ) from None
        return bytes([Card.parse(word).index for word in words])


def _text(run: bytes) -> str:
    return "+".join([str(FULL_DECK[card]) for card in run])
