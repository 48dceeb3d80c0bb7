"""The kernel of a game written in plain Python: how ``Game`` meets the engine.

The engine wants numbers; a user's game has objects. States stay objects, on a path of their own.
Moves are numbered in the order in which they first appear. A state's key depends on what
``Game.key`` gives for it:

- ``bytes``: their 128-bit XXH3 hash;
- any other hashable value: a number of its own, counted from 1 and scrambled by a bijection of
  64-bit words, so that such keys never collide; the values are kept, which costs memory that no
  table bound can give back (``footprint`` estimates it). ``number_keys`` asks for this for
  ``bytes`` too.

States with equal keys may be different objects with different moves, and the line to a state is
legal from the very object it was found with. So an encoding stands for one object: a fresh number,
under which the state is kept until it is released.

Every method that calls back into Python takes the GIL first; the engine runs without it.
"""

import cython

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.shuffle import scramble

from xxhash import xxh3_128_intdigest

WORD = cython.declare(object, 0xFFFFFFFFFFFFFFFF)

#: About how many bytes the number of one key takes: its dictionary entry, the number, the key.
BYTES_A_KEY = 250

#: And a state that is kept: its dictionary entry, the number, a tuple, the state.
BYTES_A_STATE = 350


class PythonKernel(Kernel):
    """Drives ``game``, a ``solitaire_solver.game.Game``, from ``state`` on."""

    def __init__(self, game: object, state: object):
        Kernel.__init__(self, 64, 1)
        self.game = game
        self.state = state
        self.path = []
        self.children = []
        self.numbers = {}
        self.kept = {}
        self.last_kept = 0
        self.move_numbers = {}
        self.move_objects = []
        self.exact_keys = not isinstance(game.key(state), bytes)
        self.show()
        self.lo, self.hi = self.key_of(state)

    @property
    def footprint(self) -> int:
        """An estimate of the bytes held outside the table."""
        return len(self.numbers) * BYTES_A_KEY + len(self.kept) * BYTES_A_STATE

    def number_keys(self) -> None:
        """From now on number every key, so that different keys are never confused."""
        self.exact_keys = True
        self.lo, self.hi = self.key_of(self.state)

    def key_of(self, state: object) -> tuple[int, int]:
        """The two words of the key of ``state``."""
        key = self.game.key(state)
        if isinstance(key, bytes) and not self.exact_keys:
            digest = xxh3_128_intdigest(key)
            return digest & WORD, digest >> 64
        number: cython.ulonglong = self.numbers.setdefault(key, len(self.numbers) + 1)
        return scramble(number), 0

    def show(self):
        """Let the engine see what is left in the current state."""
        self.won = bool(self.game.is_won(self.state))
        self.remaining = self.game.remaining(self.state)
        return 0

    def list_children(self, first):
        """Write the moves of the current state into the move list and build the children."""
        at: cython.int = first
        del self.children[first:]
        for move in self.game.moves(self.state):
            if at == self.capacity:
                self.enlarge()
            child = self.game.apply(self.state, move)
            self.children.append(child)
            self.key_lo[at], self.key_hi[at] = self.key_of(child)
            number = self.move_numbers.setdefault(move, len(self.move_objects))
            if number == len(self.move_objects):
                self.move_objects.append(move)
            self.moves[at] = number
            at += 1
        return at - first

    def expand(self, first):
        """List the legal moves from entry ``first`` on; return how many."""
        with cython.gil:
            return self.list_children(first)

    def make(self, index):
        """Play entry ``index`` of the move list."""
        with cython.gil:
            self.path.append((self.state, self.lo, self.hi, self.remaining))
            self.state = self.children[index]
            self.lo = self.key_lo[index]
            self.hi = self.key_hi[index]
            self.show()
        return 0

    def unmake(self, move):
        """Take back ``move``, the last one played. A state with moves to take back is not won."""
        with cython.gil:
            self.state, self.lo, self.hi, self.remaining = self.path.pop()
            self.won = False
        return 0

    def encode(self, out, at):
        """Keep the current state and write the number under which it is kept."""
        with cython.gil:
            self.last_kept += 1
            self.kept[self.last_kept] = (self.state, self.lo, self.hi)
            out[at] = self.last_kept
        return 0

    def decode(self, words, at):
        """Make the state that ``encode`` kept the current one; there is nothing to take back."""
        with cython.gil:
            self.path.clear()
            self.state, self.lo, self.hi = self.kept[words[at]]
            self.show()
        return 0

    def release(self, words, at):
        """Keep the state no longer."""
        with cython.gil:
            del self.kept[words[at]]
        return 0

    def moves_left(self):
        """What the game says of the current state."""
        with cython.gil:
            return self.game.fewest_moves(self.state)
