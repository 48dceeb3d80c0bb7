"""Deals, states, frames and results as a notebook shows them: still pictures in HTML.

There is no script, no style sheet, no id and nothing to fetch, so outputs cannot disturb each other
and look the same wherever a notebook is opened. Words take the colour of what stands around them,
and cards lie on any ground, light or dark. A line is a strip of small tables, all at one scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from solitaire_solver import display
from solitaire_solver.cards import Card
from solitaire_solver.errors import OptionError
from solitaire_solver.referee import Layout
from solitaire_solver.search.result import Result
from solitaire_solver.viewer import svg
from solitaire_solver.viewer.frames import Frame, frames

_COLUMNS, _SCALE = 13, 0.9
_COLUMNS_IN_STRIP, _SCALE_IN_STRIP = 8, 0.5
_LONGEST_STRIP = 12
_ACROSS, _DOWN = svg.WIDTH + 6, svg.HEIGHT + 10

#: How cards are marked: each in its own manner, in colours that are seen on white and on black.
_CHANGED = '<circle cx="3" cy="53" r="5" fill="#1e9e4a" stroke="#fff" stroke-width="2"/>'
_RING = '<rect x="-1" y="-1" width="42" height="58" rx="5" fill="none" stroke-width="4" '
_MOVES_NEXT = _RING + 'stroke="#2f7de1"/>'
_IS_MET = _RING + 'stroke="#c46a00" stroke-dasharray="6 4"/>'

_DEALT_TO = '<path d="M-14 16l10 12-10 12z" fill="#2f7de1"/>'
_EMPTY = '<rect width="40" height="56" rx="4" fill="none" stroke="#888" stroke-dasharray="4 4"/>'


def cards(rows: Iterable[Sequence[Card]], stock: Sequence[Card] = (), next_row: int = 0) -> str:
    """Rows of single cards, and of a stock the number and the row that is dealt to next.

    That is ``next_row`` or, as in a ``Position``, the first after it that is not empty.
    """
    piles = tuple([tuple([(card,) for card in row]) for row in rows])
    turns = [*range(next_row, len(piles)), *range(next_row)]
    dealt_to = next((row for row in turns if piles[row]), None)
    table = Frame(0, "", "", Layout(piles, tuple(stock), next_row=dealt_to))
    return _figure(table, "", _COLUMNS, _SCALE) if stock else _table(table, _COLUMNS, _SCALE)


def frame(frame: Frame) -> str:
    """The table of a frame, above what its move did."""
    return _figure(frame, f"{frame.number}. {frame.words}", _COLUMNS, _SCALE)


def result(result: Result) -> str | None:
    """The verdict, the deal and the line that leads to the best; None if there are no cards."""
    try:
        line = list(frames(result.game, result.deal, result.best_line))
    except OptionError:
        return None
    every = -(-len(line) // _LONGEST_STRIP)
    chosen = [frame for frame in line[1:] if frame.number % every == 0 or frame is line[-1]]
    strip = [
        _figure(frame, f"{frame.number}. {frame.move}", _COLUMNS_IN_STRIP, _SCALE_IN_STRIP)
        for frame in chosen
    ]
    items = [
        f"<li><code>{escape(frame.move)}</code> {escape(frame.words)}</li>" for frame in line[1:]
    ]
    words = f"<details><summary>The line in words</summary><ol>{''.join(items)}</ol></details>"
    return (
        f'<div><p style="white-space:pre-line">{escape(display.verdict(result, advise=False))}</p>'
        f"{_figure(line[0], 'The deal', _COLUMNS, _SCALE)}"
        f'<div style="display:flex;flex-wrap:wrap;gap:12px;margin-top:12px">{"".join(strip)}</div>'
        f"{words if items else ''}</div>"
    )


def _figure(frame: Frame, caption: str, columns: int, scale: float) -> str:
    layout, parts = frame.layout, [caption] if caption else []
    if layout.stock:
        parts.append(f"{len(layout.stock)} in the stock")
        if (row := _dealt_to(layout)) is not None:
            parts[-1] += f", the next for row {row + 1}"
    if layout.discard:
        parts.append(f"{len(layout.discard)} thrown away")
    width = round(columns * _ACROSS * scale)
    return (
        f'<figure style="margin:0;max-width:{width}px">{_table(frame, columns, scale)}'
        f"<figcaption>{escape('; '.join(parts))}</figcaption></figure>"
    )


def _dealt_to(layout: Layout) -> int | None:
    """The row that gets the next card, if there is a choice."""
    return layout.next_row if layout.stock and len(layout.rows) > 1 else None


def _table(frame: Frame, columns: int, scale: float) -> str:
    """The picture of a table, ``columns`` cards wide."""
    faces: list[svg.Placed] = []
    blanks, marks, y = [], [], 0
    dealt_to = _dealt_to(frame.layout)
    for number, row in enumerate(frame.layout.rows):
        if number == dealt_to:
            marks.append(_at(0, y, _DEALT_TO))
        if not row:
            marks.append(_at(0, y, _EMPTY))
            y += _DOWN
        for start in range(0, len(row), columns):
            for place, pile in enumerate(row[start : start + columns]):
                x = place * _ACROSS
                blanks += [(x + 3, y + 3), (x, y)] if len(pile) > 1 else [(x, y)]
                faces.append((pile[-1], x, y))
                marks += [_at(x, y, mark) for mark in _marks(pile, frame)]
            y += _DOWN
    if frame.layout.stock:
        blanks.append((0, y))
        marks.append(_at(0, y, svg.BACK))
        y += _DOWN
    left = 3 if len(frame.layout.rows) == 1 else 16
    width, height = columns * _ACROSS + left + 3, y + 6
    words = "; ".join([" ".join([str(pile[-1]) for pile in row]) for row in frame.layout.rows])
    return (
        f'<svg role="img" aria-label="{words}" viewBox="-{left} -5 {width} {height}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" '
        f'style="{svg.FONT};max-width:100%;height:auto">'
        f"{svg.blanks(blanks)}{svg.faces(faces)}{''.join(marks)}</svg>"
    )


def _marks(pile: Sequence[Card], frame: Frame) -> Iterator[str]:
    for marked, mark in (
        (frame.movers, _MOVES_NEXT),
        (frame.targets, _IS_MET),
        (frame.changed, _CHANGED),
    ):
        if pile[-1] in marked:
            yield mark
    if len(pile) > 1:
        yield (
            '<circle cx="36" cy="53" r="9" fill="#333" stroke="#fff"/>'
            f'<text x="36" y="58" font-size="14" fill="#fff">{len(pile)}</text>'
        )


def _at(x: int, y: int, drawing: str) -> str:
    return f'<g transform="translate({x} {y})">{drawing}</g>'
