"""What the search engine asks of a game: the kernel.

A kernel holds one state at a time and a *move list* that it shares with the engine. The engine
drives it; it never looks inside a state:

    expand(first)   write every legal move of the current state into the move list from entry
                    ``first`` on, in the game's documented order, each with the key of the state it
                    leads to, and return how many there are
    make(index)     play entry ``index`` of the move list
    unmake(move)    take back ``move``, the last one played
    encode, decode  copy the state to and from ``words`` 64-bit words, for strategies that keep
                    many states at once and for tables that compare whole states
    release         say that an encoding will not be decoded any more
    moves_left      a lower bound on the moves from the current state to a win, where one is known

A move is a small integer that only its game can read. A key is 128 bits in two words; it is known
before the child is built, so a state met before costs no make and unmake.

Contract, checked for every game of the package by ``tests/test_kernels.py``: equal states have
equal keys and equal encodings; different states have different encodings; the first word of an
encoding is not zero; ``unmake`` undoes ``make`` exactly; with ``prune`` off every legal move is
listed; with it on, only moves into states from which at least ``limit`` cards or piles would be
left may be dropped, each counted in ``pruned``. With ``dominate`` a move may also be dropped for
another that is not and that leads to as few cards or piles; ``dominated`` counts these apart.

The class is compiled (see ``setup.py``); a game in plain Python meets the engine through
``search/python_kernel.py`` instead and never sees this module.
"""

from array import array

import cython

from solitaire_solver.search.arrays import INTS, LONGS, WORDS


class Kernel:
    """Base of all kernels.

    ``capacity`` is the most moves that all states of one path can have together, or a start for a
    kernel that calls ``enlarge`` when they are more; ``exact_keys`` says that different states
    never share a key; ``scored`` that ``expand`` writes a score for each move when ``ordered`` is
    set, the least being the most promising.
    """

    def __init__(self, capacity: cython.int, words: cython.int):
        self.capacity = capacity
        self.words = words
        self.lookups = None
        self.exact_keys = False
        self.scored = False
        self.moves = INTS * capacity
        self.scores = LONGS * capacity
        keys: cython.ulonglong[::1] = WORDS * (2 * capacity)
        self.key_lo = keys[:capacity]
        self.key_hi = keys[capacity:]
        self.lo = 0
        self.hi = 0
        self.remaining = 0
        self.won = False
        self.prune = False
        self.dominate = False
        self.ordered = False
        self.symmetric = False
        self.limit = 0
        self.pruned = 0
        self.dominated = 0

    @property
    def footprint(self) -> int:
        """About how many bytes the kernel keeps for the states met (only games in Python do)."""
        return 0

    def enlarge(self) -> None:
        """Double the capacity of the move list, which keeps its entries."""
        moves, scores = array("i", self.moves), array("q", self.scores)
        key_lo, key_hi = array("Q", self.key_lo), array("Q", self.key_hi)
        self.moves, self.scores = moves + moves, scores + scores
        self.key_lo, self.key_hi = key_lo + key_lo, key_hi + key_hi
        self.capacity *= 2

    def vary(self, seed: int, noise: int) -> None:
        """Perturb the scores from now on by up to ``noise`` (0: not at all), by ``seed``."""

    def be_symmetric(self, on: bool) -> None:
        """Let states share a key from now on if a theorem says that one stands for both, or not.

        ``symmetric`` says whether they do; a kernel that knows of no such states goes on as it was.
        """

    def expand(self, first):
        """List the legal moves from entry ``first`` on; return how many."""
        with cython.gil:
            raise NotImplementedError

    def make(self, index):
        """Play entry ``index`` of the move list."""
        with cython.gil:
            raise NotImplementedError

    def unmake(self, move):
        """Take back ``move``, the last one played."""
        with cython.gil:
            raise NotImplementedError

    def encode(self, out, at):
        """Write the state into ``out[at : at + words]``."""
        with cython.gil:
            raise NotImplementedError

    def decode(self, words, at):
        """Make ``words[at : at + self.words]`` the current state."""
        with cython.gil:
            raise NotImplementedError

    def release(self, words, at):
        """The encoding at ``words[at : at + self.words]`` is not needed any more."""
        return 0

    def moves_left(self):
        """No more than the number of moves from the current state to the nearest win."""
        return 0.0

    def number_keys(self) -> None:
        """From now on let different keys of the game never be confused, where that is possible.

        Only a game in plain Python has a choice; it has to be made before the search begins.
        """

    def fewest_moves(self) -> float:
        """A lower bound on the moves from here to a win (for use from Python)."""
        return self.moves_left()

    def legal_moves(self) -> list[int]:
        """The moves of the current state as integers, in the game's order (for use from Python)."""
        count: cython.int = self.expand(0)
        return [self.moves[i] for i in range(count)]

    def play(self, move: cython.int) -> bool:
        """Play ``move`` if it is legal now and say whether it was (for use from Python)."""
        count: cython.int = self.expand(0)
        i: cython.int
        for i in range(count):
            if self.moves[i] == move:
                self.make(i)
                return True
        return False

    def take_back(self, move: cython.int) -> None:
        """Take back the last move played, which was ``move`` (for use from Python)."""
        self.unmake(move)

    def key(self) -> tuple[int, int]:
        """The 128-bit key of the current state, low word first."""
        return self.lo, self.hi

    def encoding(self) -> array:
        """The current state as an array of 64-bit words."""
        out = WORDS * self.words
        self.encode(out, 0)
        return out

    def restore(self, encoding: array) -> None:
        """Make the state that ``encoding()`` gave earlier the current one."""
        self.decode(encoding, 0)
