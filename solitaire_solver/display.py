"""How games, lines and verdicts are written for a person to read.

Text only: nothing here prints, searches or knows a rule. The rows shown are the referee's, so what
a person follows on the screen is what was judged. What is said of a game stands in ``WORDINGS``, a
line for each game.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

import attrs
import click

from solitaire_solver import referee
from solitaire_solver.cards import SYMBOLS, Card
from solitaire_solver.deals import Deal
from solitaire_solver.game import Game
from solitaire_solver.referee import Layout
from solitaire_solver.search.hint import Hint, Loss
from solitaire_solver.search.limits import Progress
from solitaire_solver.search.result import Outcome, Result
from solitaire_solver.search.statistics import Statistics
from solitaire_solver.viewer.frames import Frame, frames

Row = tuple[Card, ...]
NO_MARKS: Mapping[Card, str] = {}
_CELL = 4  # columns of a card: a gap or a bracket, and up to three for its text


def printable(text: str) -> str:
    """A text from elsewhere on one line, with a question mark for whatever is no visible letter.

    So it cannot move a cursor, colour or clear a screen, or turn the direction of what it says.

    >>> printable("no\\nsuch \x1b[31mfile ♥")
    'no?such ?[31mfile ♥'
    """
    return "".join([letter if letter.isprintable() else "?" for letter in text])


@attrs.frozen
class Screen:
    """What is written on: ``width`` columns, with or without ``colour`` and suit ``symbols``."""

    width: int = 80
    colour: bool = False
    symbols: bool = True

    @classmethod
    def of(cls, stream: TextIO) -> Screen:
        """The screen behind a stream: colour on a terminal only, and not if ``NO_COLOR`` is set.

        The width is the terminal's, in a pipe 80 or ``COLUMNS``. Symbols are given up where the
        stream's encoding has none.
        """
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        try:
            SYMBOLS.encode(stream.encoding)
            symbols = True
        except UnicodeEncodeError:
            symbols = False
        width = shutil.get_terminal_size().columns
        return cls(width, colour=stream.isatty() and not plain, symbols=symbols)

    def card(self, card: Card) -> str:
        """The card as this screen can show it.

        >>> Screen().card(Card.parse("TC")), Screen(symbols=False).card(Card.parse("TC"))
        ('10♣', 'TC')
        """
        return card.symbol if self.symbols else str(card)

    def text(self, text: str) -> str:
        """A text from elsewhere, with a question mark for whatever this screen must not be sent.

        >>> Screen(symbols=False).text("clear \x1b[2J ♥")
        'clear ?[2J ?'
        """
        return printable(text if self.symbols else text.encode("ascii", "replace").decode())

    def table(self, layout: Layout, marks: Mapping[Card, str]) -> Iterator[str]:
        """All that lies on the table: rows, numbered if there are several, stock and discard.

        A star is at the number of the row that is dealt to next.

        >>> from solitaire_solver.cards import parse_cards
        >>> three, four, *stock = parse_cards("3H 4H 5H 6H")
        >>> layout = Layout((((three,), (four,)), ()), stock, next_row=0)
        >>> for text in Screen().table(layout, {four: "[]"}):
        ...     print(text)
        *1:  3♥ [4♥]
         2:  none
          2 in the stock
        """
        several = len(layout.rows) > 1
        digits = len(str(len(layout.rows)))
        for number, row in enumerate(layout.rows):
            star = "*" if number == layout.next_row else ""
            head = f"{star + str(number + 1):>{digits + 1}}:" if several else ""
            tops = tuple([pile[-1] for pile in row])
            narrower = attrs.evolve(self, width=self.width - len(head))
            for band in narrower.bands(tops, marks) if tops else ["  none"]:
                yield head + band
                head = " " * len(head)
        aside = [(len(layout.stock), "in the stock"), (len(layout.discard), "discarded")]
        if counts := ", ".join(f"{count} {place}" for count, place in aside if count):
            yield f"  {counts}"

    def bands(self, row: Row, marks: Mapping[Card, str] = NO_MARKS) -> Iterator[str]:
        """The row as a player lays it, one band below the other, the marked cards in brackets.

        ``marks`` gives a card its two brackets. Where two marked cards meet and there is no room
        for both brackets, the closing one stands.

        >>> from solitaire_solver.cards import parse_cards
        >>> row = parse_cards("AC TH 3D 4S")
        >>> for band in Screen(width=13).bands(row, {row[1]: "[]"}):
        ...     print(band)
          A♣[10♥] 3♦
          4♠
        """
        in_band = max(1, (self.width - 1) // _CELL)
        for start in range(0, len(row), in_band):
            yield self._band(row[start : start + in_band], marks)

    def _band(self, cards: Row, marks: Mapping[Card, str]) -> str:
        band = closing = ""
        for card in cards:
            text, brackets = self.card(card), marks.get(card, "")
            gap = f"{brackets[:1]:>{_CELL - len(text)}}"
            band += closing + gap[1:] if closing else gap
            band += self._coloured(text, _is_red(card), bool(brackets))
            closing = brackets[1:]
        return band + closing

    def _coloured(self, text: str, red: bool, bold: bool) -> str:
        if self.colour and (red or bold):
            return click.style(text, fg="red" if red else None, bold=bold or None)
        return text


def _is_red(card: Card) -> bool:
    return card.suit in (1, 2)


# --- Games ----------------------------------------------------------------------------------------


@attrs.frozen
class Wording:
    """How a game is spoken of.

    ``summary`` says in a line what it is, ``unit`` what is counted at its end.
    """

    summary: str
    unit: str

    def count(self, number: int) -> str:
        """So many of the unit.

        >>> WORDINGS["accordion"].count(1), WORDINGS["accordion"].count(2)
        ('1 pile', '2 piles')
        """
        return plural(number, self.unit)


def plural(number: int, noun: str) -> str:
    """So many of a noun.

    >>> plural(1, "deal"), plural(2000, "deal")
    ('1 deal', '2,000 deals')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def game_name(game: Game) -> str:
    """The name of the game, and its options where they are not the usual ones.

    >>> from solitaire_solver import Accordion, TenByOne
    >>> game_name(TenByOne()), game_name(Accordion(dealt=True))
    ('Ten By One', 'Accordion (dealt=True)')
    """
    usual = type(game)().options()
    chosen = [f"{key}={value}" for key, value in game.options().items() if value != usual[key]]
    return game.name.replace("-", " ").title() + (f" ({', '.join(chosen)})" if chosen else "")


WORDINGS: dict[str, Wording] = {
    "accordion": Wording(
        summary="a row of piles; one moves onto the pile 1 or 3 to its left of like rank or suit",
        unit="pile",
    ),
    "strict-accordion": Wording(
        summary="Accordion in which every move is forced, so that the deal alone decides",
        unit="pile",
    ),
    "royal-marriage": Wording(
        summary="a row from queen to king; one or two cards between two that match are thrown away",
        unit="card",
    ),
    "decade": Wording(
        summary="a line of cards; neighbours that total 10, 20 or 30 are thrown away",
        unit="card",
    ),
    "ten-by-one": Wording(
        summary="ten cards and a stock; pairs of ten, tens and four court cards are thrown away",
        unit="card",
    ),
}

#: What the games of programming judges are, in a line each.
PRESETS: dict[str, str] = {
    "uva127": "UVa 127, \"Accordian\" Patience: only top cards move; plays itself, see 'judge'",
    "uva246": "UVa 246, 10-20-30 on seven piles; plays itself, see 'judge'",
}


def play(game: Game, deal: Deal, moves: str | Iterable[Any], screen: Screen) -> Iterator[str]:
    """The lines of text that show the deal and each of the moves with the row after it.

    >>> from solitaire_solver import Accordion, solve
    >>> deal = Deal.parse("AC 3H AH")
    >>> for text in play(Accordion(), deal, solve(Accordion(), deal).solution, Screen()):
    ...     print(text)
    0. the deal
      A♣  3♥  A♥
    1. AH>3H: A♥ slides onto 3♥
      A♣ [A♥]
    2. AH>AC: A♥ slides onto A♣
     [A♥]
    """
    for frame in frames(game, deal, moves, screen.card):
        yield headline(frame)
        yield from screen.table(frame.layout, dict.fromkeys(frame.changed, "[]"))


def headline(frame: Frame) -> str:
    """What happened, in a line: the number of the step, the move, and what it did."""
    return f"{frame.number}. {frame.move + ': ' if frame.move else ''}{frame.words}"


# --- Verdicts -------------------------------------------------------------------------------------

#: Why a search was cut short, and after the semicolon what to do about it on the command line.
_HOW_TO_GO_ON = {
    "seconds": "the limit on seconds was met; give it more --seconds",
    "expansions": "the limit on expansions was met; give it more --expansions",
    "memory": "the memory was used up; give it more --memory",
    "width": "states were dropped to keep to the width; give it more --width",
    "heuristic": "a heuristic that is not declared safe left states out; use one that is",
    "interrupted": "the search was interrupted; run it again and let it run",
}


def verdict(result: Result, advise: bool = True) -> str:
    """What is known of the deal, and why, in a sentence or two.

    Unless ``advise`` is false they say with which options more may be found.
    """
    left = WORDINGS[result.game.name].count(result.remaining)
    if result.outcome is Outcome.WON:
        return f"Won: {plural(len(result.best_line), 'move')}, {left} left."
    known = "proved the fewest possible" if result.remaining_is_minimum else "not proved the fewest"
    best = f"Best reached: {left}, {known}"
    if result.outcome is Outcome.UNKNOWN:
        why = _HOW_TO_GO_ON[str(result.limit)]
        return f"Undecided: {why if advise else why.partition(';')[0]}.\n{best}."
    more = ""
    if advise and not result.remaining_is_minimum:
        more = "; --objective minimum searches on for that"
    return f"Unwinnable: {result.proof}.\n{best}{more}."


def hints(game: Game, deal: Deal, found: Sequence[Hint]) -> Iterator[str]:
    """What is known of each legal move, one a line, the best first.

    >>> from solitaire_solver import Accordion, hint
    >>> deal = Deal.parse("JC TC 2D TD 9C")
    >>> for text in hints(Accordion(), deal, hint(Accordion(), deal, objective="minimum")):
    ...     print(text)
    TD>2D  wins in 4 moves
    TC>JC  lost: 2 piles left at best
    9C>TC  lost: 2 piles left at best
    """
    wording = WORDINGS[game.name]
    if not found:
        state = game.initial_state(deal)
        verdict = "won" if game.is_won(state) else f"{wording.count(game.remaining(state))} left"
        yield f"No move is legal: the game is over, {verdict}."
    width = max([len(str(hint.move)) for hint in found], default=0)
    for hint in found:
        yield f"{hint.move!s:<{width}}  {_prospect(hint, wording.count(hint.remaining))}"


def _prospect(hint: Hint, left: str) -> str:
    if hint.outcome is Outcome.WON:
        return f"wins in {plural(len(hint.line), 'move')}"
    if hint.outcome is Outcome.UNWINNABLE:
        return (
            f"lost: {left} left at best" if hint.remaining_is_minimum else f"lost: {left} reached"
        )
    if hint.result is None or hint.result.interrupted:
        return f"undecided: interrupted, {left} reached"
    return f"undecided: {left} reached within the limit on {hint.result.limit}"


def loss(found: Loss) -> str:
    """Where a line that does not win was lost, in a sentence.

    >>> from solitaire_solver import Accordion, where_lost
    >>> deal = Deal.parse("JC TC 2D TD 9C")
    >>> loss(where_lost(Accordion(), deal, "TD>2D TC>JC"))
    'Lost with move 2 (TC>JC); 9C>JC would still have won.'
    """
    if found.outcome is Outcome.WON:
        return "It can still be won from there."
    if found.outcome is Outcome.UNKNOWN:
        return "Whether it can still be won from there was not decided within the limits."
    if found.step == 0:
        return "Lost from the beginning: this deal cannot be won."
    if found.better:
        return (
            f"Lost with move {found.step} ({found.move}); {found.better[0]} would still have won."
        )
    return f"Lost with move {found.step} ({found.move}) or before: that was not decided."


def answer(result: Result) -> str:
    """The verdict on one line: the outcome, the number left, and the moves that lead there.

    >>> from solitaire_solver import Accordion, solve
    >>> answer(solve(Accordion(), Deal.parse("AC 3H AH")))
    'won 1 AH>3H AH>AC'
    """
    return " ".join([str(result.outcome), str(result.remaining), *map(str, result.best_line)])


def counts(statistics: Statistics) -> str:
    """What the search took, in one line."""
    return (
        f"{plural(statistics.expanded, 'state')} expanded, "
        f"{plural(statistics.generated, 'move')} generated, "
        f"{plural(statistics.duplicates, 'duplicate')}, {statistics.pruned:,} pruned; "
        f"{statistics.seconds:.3f} s"
    )


def explanation(statistics: Statistics) -> Iterator[str]:
    """Why a search took as long as it did, in a few sentences.

    >>> from solitaire_solver import Accordion, solve
    >>> lost = Deal.parse("TD 7D AH AS KH KD 7H 9C")
    >>> for text in explanation(solve(Accordion(), lost).statistics):
    ...     print(text.partition(" in ")[0])
    1 state was expanded
    Of the 3 moves listed 100% were pruned (dead rows 3).
    The table held 1 state
    """
    if statistics.restarts:
        attempts = plural(statistics.restarts, "quick attempt")
        yield f"{attempts} ended without a result before the last search began."
    rate = statistics.expanded / statistics.seconds if statistics.seconds else 0
    yield (
        f"{plural(statistics.expanded, 'state')} {_was(statistics.expanded)} expanded in "
        f"{statistics.seconds:.3f} s, {rate:,.0f} a second."
    )
    if statistics.generated:
        parts = []
        if statistics.pruned:
            kinds = ", ".join(f"{name} {count:,}" for name, count in statistics.pruned_by.items())
            parts.append(f"{statistics.pruned / statistics.generated:.0%} were pruned ({kinds})")
        if statistics.generated > statistics.pruned:
            parts.append(f"{statistics.hit_rate:.0%} of those looked up led to states met before")
        moves = plural(statistics.generated, "move")
        yield f"Of the {moves} listed {'; '.join(parts)}."
    forgotten = f", and had to forget {statistics.forgotten:,}" if statistics.forgotten else ""
    yield (
        f"The table held {plural(statistics.table_entries, 'state')} in "
        f"{statistics.table_bytes:,} bytes, {statistics.table_load:.0%} full{forgotten}."
    )


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def all_counts(statistics: Statistics) -> Iterator[str]:
    """Every count of the search, one a line."""
    fields = attrs.asdict(statistics)
    width = max(map(len, fields))
    for name, value in fields.items():
        yield f"{name:<{width}}  {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {count:,}" for name, count in value.items()) or "none"
    return value if isinstance(value, str) else f"{value:,}"


def progress(game: Game, report: Progress) -> str:
    """How far a search is, in one line."""
    best = WORDINGS[game.name].count(report.remaining)
    return f"{report.expanded:,} states expanded in {report.seconds:.0f} s, best so far: {best}"


def judgement(game: Game, replay: referee.Replay) -> str:
    """What the referee says of a legal line.

    >>> from solitaire_solver import Accordion
    >>> judgement(Accordion(), referee.Replay(steps=8, remaining=2, won=False))
    'Legal, but not won: 8 moves, 2 piles left.'
    """
    ending = "and won" if replay.won else "but not won"
    left = WORDINGS[game.name].count(replay.remaining)
    return f"Legal, {ending}: {plural(replay.steps, 'move')}, {left} left."
