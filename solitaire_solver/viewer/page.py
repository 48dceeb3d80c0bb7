"""A line as one HTML file that plays it: no network, no other file, nothing to install.

The page is ``page.html`` with ``page.css`` and ``page.js`` put into it. The line is in it twice: as
an ordered list of moves in words, for everybody, and as the tables of its frames, for the script.
A table is written in card texts, the cards of a pile together, piles apart by spaces and rows by
strokes, so that three piles, of which the second has two cards, are ``AC 3HAH 2S``. Of several
rows a star stands before the one that is dealt to next.

The page may load nothing and run nothing but its own script, whose hash stands in its security
policy; whatever comes from outside is escaped.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from solitaire_solver import display
from solitaire_solver.cards import Card
from solitaire_solver.deals import Deal
from solitaire_solver.errors import OptionError
from solitaire_solver.game import Game
from solitaire_solver.referee import Layout
from solitaire_solver.viewer import svg
from solitaire_solver.viewer.frames import Frame, frames


def page(
    game: Game,
    deal: Deal,
    moves: str | Iterable[object],
    title: str | None = None,
    verdict: str | None = None,
) -> str:
    """The HTML of a page that plays ``moves`` from ``deal``.

    ``title`` stands at its top, by default the name of the game, and ``verdict`` below it, by
    default what the referee says of the line. Both are text, not HTML. Errors are those of
    ``frames``: an illegal move, or a game that no referee knows; and ``OptionError`` for what is no
    text.

    >>> from solitaire_solver import Accordion
    >>> html = page(Accordion(), Deal.parse("AC 3H AH"), "AH>3H AH>AC", title="<my deal>")
    >>> "&lt;my deal&gt;</h1>" in html
    True
    """
    for what, text in (("title", title), ("verdict", verdict)):
        if not isinstance(text, str | None):
            raise OptionError(f"the {what} of a page is a text, not {text!r}")
    line = list(frames(game, deal, moves))
    name = display.game_name(game)
    texts = [frame.move for frame in line[1:]]
    if verdict is None:
        verdict = display.judgement(game, game.judge(deal, texts))
    style = f"symbol text {{ {svg.FONT} }}\n{_file('page.css')}"
    script = _file("page.js")
    return Template(_file("page.html")).substitute(
        policy=_policy(style, script),
        style=style,
        script=script,
        title=escape(display.printable(title or name)),
        game=escape(name) if title else "",
        verdict=_with_strong_beginning(verdict),
        steps=len(texts),
        moves="\n".join(map(_item, line)),
        deal=escape(str(deal)),
        text=escape(" ".join(texts)),
        cards=_symbols(line[0].layout),
        frames=_as_script(
            {"unit": display.WORDINGS[game.name].unit, "frames": list(map(_frame, line))}
        ),
    )


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """What a browser may do with the page: apply this style, run this script, nothing else."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _with_strong_beginning(verdict: str) -> str:
    word, colon, reason = verdict.partition(":")
    return f"<strong>{escape(word)}</strong>{colon}{escape(reason)}"


def _item(frame: Frame) -> str:
    move = f"<b>{escape(frame.move)}</b> " if frame.move else ""
    number = f"{frame.number}. " if frame.move else ""
    return (
        f'<li><a href="#{frame.number}">{number}{move}<span>{escape(frame.words)}</span></a></li>'
    )


def _symbols(layout: Layout) -> str:
    """A blank card, a back and the faces of the cards in a layout, each under its name."""
    piles = [pile for row in layout.rows for pile in row]
    faces = [
        f'<symbol id="{card}" data-name="{card.name}">{svg.faces([(card, 0, 0)])}</symbol>'
        for card in sum([*piles, layout.stock, layout.discard], ())
    ]
    blank = f'<symbol id="blank">{svg.blanks([(0, 0)])}</symbol>'
    back = f'<symbol id="back">{svg.BACK}</symbol>'
    return blank + back + "".join(faces)


def _frame(frame: Frame) -> list[Any]:
    layout = frame.layout
    return [
        _rows(layout),
        len(layout.stock),
        *map(_run, (layout.discard, frame.changed, frame.movers, frame.targets)),
    ]


def _rows(layout: Layout) -> str:
    starred = layout.next_row if len(layout.rows) > 1 else None
    return "/".join(
        [
            "*" * (number == starred) + " ".join(map(_run, row))
            for number, row in enumerate(layout.rows)
        ]
    )


def _run(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def _as_script(value: Any) -> str:
    """JSON that may stand in a script element: there is no way out of it without a ``<``."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
