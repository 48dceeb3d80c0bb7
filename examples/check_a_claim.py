"""Check claims in a script: a published one by its number, and one of your own.

The exit status is 0 if nothing that was claimed is contradicted, else 1. Needs scipy:
pip install "solitaire-solver[survey]".
"""

import sys

from solitaire_solver import Accordion
from solitaire_solver.claims import (
    Claim,
    Published,
    Reading,
    Verdict,
    check_claim,
    rates_fit,
    searched,
)

OWN = Claim(
    id=21,  # 1 to 20 are the published ones
    subject="open Accordion, rows of 9",
    statement="One row in thirty can be won.",
    source="a friend",
    kind="a rate",
    readings=(
        Reading("open", Accordion(), searched, Published("1 in 30", 1 / 30, 1 / 30), size=9),
    ),
    quick=1000,
    full=100_000,
    judge=rates_fit,
)


def holds(claim: Claim | int) -> bool:
    """Whether what was measured does not contradict a claim; prints the figures."""
    finding = check_claim(claim, scale=500, workers=1)
    print(f"{finding.claim.subject}: {finding.claim.statement} {finding.verdict}")
    for figure in finding.figures:
        low, high = figure.rate.low, figure.rate.high
        print(f"  {figure.tally.won} of {figure.tally.deals} won: {low:.1%} to {high:.1%}")
    return finding.verdict is not Verdict.CONTRADICTED


if __name__ == "__main__":
    sys.exit(0 if all([holds(13), holds(OWN)]) else 1)
