"""Look around in a deal: states and moves, a hint, where a line was lost, a later position."""

from solitaire_solver import Accordion, Deal, hint, solve, where_lost

game = Accordion()
deal = Deal.parse("JC TC 2D TD 9C")

# States are plain values; a game says what can be moved and what comes of it.
state = game.initial_state(deal)
print("row        ", *state)
for move in game.moves(state):
    print(f"{move!s:<11}", *game.apply(state, move))

# What to play? Every move with what it leads to, the best first.
for found in hint(game, deal):
    print(f"{found.move!s:<11}", f"{found.outcome}, {found.remaining} left, by", *found.line)

# Where did a line go wrong?
played = ["TD>2D", "TC>JC"]
loss = where_lost(game, deal, played)
assert loss.better is not None
print(f"lost by     {loss.move}, move {loss.step}; better was", *loss.better)

# A position in mid-game is solved like a deal: here, the one after the first move.
after = game.apply(state, game.find_move(state, played[0]))
position = game.position(after)
result = solve(game, position)
assert result.solution is not None
print(f"position    {position}")
print(f"is          {result.outcome} by", *result.solution)
