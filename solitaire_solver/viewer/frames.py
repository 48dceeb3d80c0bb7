"""A line as a strip of frames: the table after each move, what changed, and what moves next.

Whatever shows a line, text or pictures, shows these frames. Their tables are the referee's, so what
a person follows is what was judged, and a line is refused here where the referee refuses it. No
rule is known here: what a move did is read from its text and from the tables before and after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal
from solitaire_solver.game import Game, cards_in, moves_in
from solitaire_solver.referee import Layout

Cards = tuple[Card, ...]
Name = Callable[[Card], str]


@attrs.frozen
class Frame:
    """The table after ``number`` moves.

    ``move`` is the last of them as it is written and ``words`` says what it did; for the deal,
    number 0, they are "" and "the deal". ``changed`` are the open cards that it brought to where
    they are. Of the next move, if there is one, ``movers`` are the cards that will move or go and
    ``targets`` those that will be covered, or that catch them.
    """

    number: int
    move: str
    words: str
    layout: Layout
    changed: Cards = ()
    movers: Cards = ()
    targets: Cards = ()

    def _repr_html_(self) -> str:
        """The table as cards, for a notebook."""
        from solitaire_solver.viewer import notebook

        return notebook.frame(self)


@attrs.frozen
class _Step:
    """What a move does, as ``Frame`` tells it."""

    words: str
    movers: Cards
    targets: Cards
    changed: Cards


def spoken(card: Card) -> str:
    """The card as it is said aloud.

    >>> spoken(Card.parse("TC"))
    'the ten of clubs'
    """
    return f"the {card.name}"


def frames(
    game: Game, deal: Deal, moves: str | Iterable[object], name: Name = spoken
) -> Iterator[Frame]:
    """The deal and the table after each of the moves; ``name`` says how cards are called.

    Moves may be texts, or one text. ``IllegalMoveError`` names the first that the referee refuses,
    when it is reached; ``OptionError`` is for a game that it does not know, and for no line.

    >>> from solitaire_solver import Accordion
    >>> for frame in frames(Accordion(), Deal.parse("AC 3H AH"), "AH>3H AH>AC"):
    ...     print(frame.words, "/", *frame.layout.tops, "/", *frame.movers)
    the deal / AC 3H AH / AH
    the ace of hearts slides onto the three of hearts / AC AH / AH
    the ace of hearts slides onto the ace of clubs / AH /
    """
    texts = list(map(str, moves_in(moves)))
    layouts = game.layouts(deal, texts)
    frame = Frame(0, "", "the deal", next(layouts))
    for number, (text, layout) in enumerate(zip(texts, layouts, strict=True), 1):
        step = _step(game.name, text, frame.layout, layout, name)
        yield attrs.evolve(frame, movers=step.movers, targets=step.targets)
        frame = Frame(number, text, step.words, layout, step.changed)
    yield frame


def _step(game: str, text: str, before: Layout, after: Layout, name: Name) -> _Step:
    named = cards_in(text)
    old, new = before.tops, after.tops
    dealt = tuple([card for card in before.stock if card in new])
    if not named:
        return _Step(f"{_listed(dealt, name)} is turned", (), (), dealt)
    if ">" in text:
        mover, covered = named
        verb = "slides" if old.index(mover) - old.index(covered) == 1 else "leaps"
        return _Step(f"{name(mover)} {verb} onto {name(covered)}", named[:1], named[1:], named[:1])
    words = f"{_listed(named, name)} {'go' if len(named) > 1 else 'goes'}"
    if game == "royal-marriage":
        catchers = old[old.index(named[0]) - 1], old[old.index(named[-1]) + 1]
        return _Step(
            f"{words}, caught between {_listed(catchers, name)}", named, catchers, catchers
        )
    if dealt:
        words += f", {_listed(dealt, name)} {'come' if len(dealt) > 1 else 'comes'} from the stock"
    return _Step(words, named, (), dealt)


def _listed(cards: Sequence[Card], name: Name) -> str:
    *others, last = map(name, cards)
    return f"{', '.join(others)} and {last}" if others else last
