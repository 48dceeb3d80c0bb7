"""Solve a shuffled pack of open Accordion, let the referee replay the line, and show it."""

from itertools import batched

from solitaire_solver import Accordion, Deal, solve, verify
