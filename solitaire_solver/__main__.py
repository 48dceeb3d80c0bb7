"""``python -m solitaire_solver`` is the command ``solitaire-solver``."""

from solitaire_solver.cli import main

if __name__ == "__main__":
    main(prog_name="solitaire-solver")
