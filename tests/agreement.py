"""What must hold of every result for an Accordion row, whatever the search was told to do.

Shared by the tests that expect it to hold and by those that show it to fail for wrong rules.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from naive import Row, moves, read_row, study

from solitaire_solver import Accordion, Deal, Game, Limits, Outcome, Result, solve, verify

#: Cannot be won, as nothing matches the king, and a search without prunes takes years to say so.
LOST = Deal.parse(
    "KS AH QD JD 2D TH 9D QH 3H 5H 3D JH 8H JC 4H TD 7D 4C "
    "6C 9C QC 9H 5D 8C 2C TC 6D AD AC 6H 3C 5C 7H 2H 7C 8D 4D"
)
LIMITS = ("seconds", "expansions", "memory", "interrupted", "width")


class PlainAccordion(Game):
    """Open Accordion in plain Python, its moves in the order that ``Accordion`` documents."""

    name: ClassVar[str] = "plain accordion"
    acyclic: ClassVar[bool] = True

    def initial_state(self, deal: Deal) -> Row:
        return read_row(str(deal))

    def moves(self, state: Row) -> list[str]:
        return [text for text, _ in moves(state)]

    def apply(self, state: Row, move: str) -> Row:
        return dict(moves(state))[move]

    def is_won(self, state: Row) -> bool:
        return len(state) == 1

    def remaining(self, state: Row) -> int:
        return len(state)


def assert_agrees(
    row: str,
    strategy: Any = None,
    *,
    game: Game | None = None,
    limits: Limits | None = None,
    objective: Any = "win",
) -> Result:
    """Solve a row and compare everything that is claimed with the naive search.

    Only a search with ``limits`` on seconds or expansions may answer UNKNOWN, or one that dropped
    states. Lines are replayed by the referee of ``Accordion``, whatever the game is.
    """
    deal = Deal.parse(row)
    truth = study(read_row(row))
    result = solve(game or Accordion(), deal, strategy, limits, objective=objective)
    counts = result.statistics
    replay = verify(Accordion(), deal, result.best_line)
    assert replay.remaining == result.remaining >= truth.least

    if result.outcome is Outcome.WON:
        assert truth.winnable
        assert result.solution is not None
        assert verify(Accordion(), deal, result.solution).won
        assert result.remaining == 1
        assert result.remaining_is_minimum
    else:
        assert result.solution is None
        assert not result.solution_is_shortest
    if result.remaining_is_minimum:
        assert result.remaining == truth.least
    if result.outcome is not Outcome.UNKNOWN:
        assert result.limit is None
        if objective == "minimum":
            assert result.remaining_is_minimum

    if result.outcome is Outcome.UNWINNABLE:
        assert not truth.winnable
        assert counts.dropped == 0
        assert result.proof is not None
        assert bool(result.proof.prunes) == (counts.pruned > 0)
        if not counts.forgotten:
            states = truth.kinds if result.proof.symmetric else truth.states
            assert result.proof.states == counts.table_entries <= states
            if not counts.pruned:
                assert counts.table_entries == states
            if not counts.restarts:
                assert counts.expanded == counts.table_entries
                assert counts.generated == counts.pruned + counts.duplicates + counts.expanded - 1
                if not (counts.pruned or result.proof.symmetric):
                    assert counts.generated == truth.edges
    else:
        assert result.proof is None

    if result.outcome is Outcome.UNKNOWN:
        assert result.limit in LIMITS
        assert not result.remaining_is_minimum
        if result.limit == "width" or counts.dropped:
            assert counts.dropped
            return result
        assert limits is not None
        if limits.seconds is None:
            assert limits.expansions is not None
            assert result.limit == "expansions"
            assert counts.expanded == limits.expansions
        assert result.remaining > 1
    return result


def caught(rows: Sequence[str], strategy: Any = None, **options: Any) -> list[str]:
    """The rows on which a search breaks the agreement, or that the package itself refuses."""
    found = []
    for row in rows:
        try:
            assert_agrees(row, strategy, **options)
        except (AssertionError, ValueError):
            found.append(row)
    return found
