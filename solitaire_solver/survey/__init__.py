"""Surveys: many deals solved into a file that survives being killed, and what it says.

runner.py   solve deals and store the results
deals.py    which deals, each under a number of its own
store.py    the file: one row a deal
report.py   rates with intervals, distributions, plots
"""

from solitaire_solver.survey.deals import NumberedDeals
from solitaire_solver.survey.report import Rate, Summary, rate, summarise
from solitaire_solver.survey.runner import SurveyProgress, recheck, run_survey
from solitaire_solver.survey.store import Row, Store, SurveyError

__all__ = [
    "NumberedDeals",
    "Rate",
    "Row",
    "Store",
    "Summary",
    "SurveyError",
    "SurveyProgress",
    "rate",
    "recheck",
    "run_survey",
    "summarise",
]
