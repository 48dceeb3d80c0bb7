"""``python -m solitaire_solver`` is the command ``solitaire-solver``."""

from solitaire_solver.cli import main

main(prog_name="solitaire-solver")
