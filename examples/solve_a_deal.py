"""Solve one deal of open Accordion, let the referee replay the line, and show it move by move."""

from solitaire_solver import Accordion, Deal, solve, verify
from solitaire_solver.referee import positions

game = Accordion()
deal = Deal.from_seed(2, size=20)  # or Deal.parse("AC 3H AH ..."), or Deal.from_number(1, "ms")
result = solve(game, deal)

print(f"deal       {deal}")
print(f"outcome    {result.outcome}")
if result.solution is not None:
    print(f"referee    {verify(game, deal, result.solution)}")
    _, *rows = positions("accordion", deal, result.solution)
    for number, (move, row) in enumerate(zip(result.solution, rows, strict=True), 1):
        print(f"{number:2}. {move}  {' '.join(map(str, row))}")
else:
    print(f"proof      {result.proof}")
    print(f"reached    {result.remaining} piles")
