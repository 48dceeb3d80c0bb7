"""The referee of strict Accordion: dealt Accordion in which every step is the one forced."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from solitaire_solver.cards import Card
from solitaire_solver.referee.accordion import Piles, Step, count, play, seen
from solitaire_solver.referee.layout import Layout
from solitaire_solver.referee.replay import Replay


def judge(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    prefer: str,
    pile: str,
    scope: str,
    laid: Sequence[int] | None = None,
) -> Replay:
    """Play a line of strict Accordion: ``turn`` while no pile can move, otherwise the one move.

    In mid-game ``laid`` says that so many of the cards, ``(5,)``, are the tops of the row.

    >>> from solitaire_solver.cards import parse_cards
    >>> reading = {"prefer": "nearer", "pile": "leftmost", "scope": "per-pile"}
    >>> judge(parse_cards("AC 3H AH"), ["turn", "turn", "turn", "AH>3H", "AH>AC"], **reading)
    Replay(steps=5, remaining=1, won=True)
    >>> judge(parse_cards("AC 2C AH"), ["turn", "turn", "turn"], **reading)
    Traceback (most recent call last):
    solitaire_solver.errors.IllegalMoveError: move 3 (turn): the rules force 2C>AC here
    """
    return count(play(cards, moves, True, laid, partial(_forced, prefer, pile, scope)))


def layouts(
    cards: Iterable[Card],
    moves: Iterable[object],
    *,
    prefer: str,
    pile: str,
    scope: str,
    laid: Sequence[int] | None = None,
) -> Iterator[Layout]:
    """The piles and the stock before the first and after every move."""
    return seen(play(cards, moves, True, laid, partial(_forced, prefer, pile, scope)))


def _forced(prefer: str, pile: str, scope: str, piles: Piles) -> Step:
    """The places of the pile that must move and of the pile that it must cover, if any."""
    preferred, other = (1, 3) if prefer == "nearer" else (3, 1)
    near = [place for place in range(len(piles)) if _may_move(piles, place, preferred)]
    far = [place for place in range(len(piles)) if _may_move(piles, place, other)]
    candidates = near if scope == "whole-row" and near else near + far
    if not candidates:
        return None
    place = min(candidates) if pile == "leftmost" else max(candidates)
    return place, place - (preferred if place in near else other)


def _may_move(piles: Piles, place: int, distance: int) -> bool:
    if place < distance:
        return False
    mover, covered = piles[place][-1], piles[place - distance][-1]
    return mover.rank == covered.rank or mover.suit == covered.suit
