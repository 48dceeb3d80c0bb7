"""Claims: what has been published about these games, checked.

catalogue.py   the claims as data
claim.py       what a claim, a figure and a finding are
verdicts.py    what may be said, and the rule by which it is said
measure.py     deals decided and counted
judges.py      from figures to verdicts
check.py       all of it together
players.py     players, who follow a rule and prove nothing
sweepers.py    one of them: Holzgrafe's sweepers for open Accordion
report.py      Markdown
commands.py    the command line
"""

from solitaire_solver.claims.catalogue import claims
from solitaire_solver.claims.check import ClaimProgress, check_claim, claim_named
from solitaire_solver.claims.claim import Claim, Figure, Finding
from solitaire_solver.claims.judges import odds_of_play, rates_fit
from solitaire_solver.claims.measure import Reading, Tally, census, exactly, searched
from solitaire_solver.claims.players import FirstMove
from solitaire_solver.claims.sweepers import Sweepers
from solitaire_solver.claims.verdicts import Published, Verdict

__all__ = [
    "Claim",
    "ClaimProgress",
    "Figure",
    "Finding",
    "FirstMove",
    "Published",
    "Reading",
    "Sweepers",
    "Tally",
    "Verdict",
    "census",
    "check_claim",
    "claim_named",
    "claims",
    "exactly",
    "odds_of_play",
    "rates_fit",
    "searched",
]
