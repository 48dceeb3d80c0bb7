"""The search loop: depth-first with a transposition table, written once for every game.

The engine sees a game only through a ``Kernel``. Its stack is a stretch of the kernel's move list
per ply:

    moves   |  ply 0           |  ply 1       |  ply 2    | ...
             ^first[0]   ^end   ^first[1]      ^first[2]
                  ^cursor[0]         ^cursor[1]

It runs in chunks with the GIL released, and comes back to Python after each so that limits,
Ctrl-C and progress are looked at often while the loop itself knows none of them.
"""

import cython

from solitaire_solver.search.arrays import INTS, LONGS, WORDS

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.search.table import Table

RUNNING = cython.declare(cython.int, 0)
WON = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
GIVEN_UP = cython.declare(cython.int, 4)
DEEP = cython.declare(cython.int, 5)
START = cython.declare(cython.int, 128)  # no game of one pack whose moves use cards up needs more
CACHED = cython.declare(cython.longlong, 1 << 15)  # words: the processor has such a table at hand
ENDLESS = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)

#: What ``DepthFirstSearch.run`` may answer, by number.
STATUS = ("running", "won", "exhausted", "full", "given up")


class DepthFirstSearch:
    """Depth-first search from the kernel's current state.

    ``status`` tells how the last ``run`` ended: *running* (its expansions are spent; run it again),
    *won* (``line()`` wins), *exhausted* (every state that can be reached was met, except below
    those that the kernel pruned), *full* (the table must grow or be told to forget), *given up*
    (nothing is left to open, but patience ran out somewhere, so nothing is proved).

    ``be_patient(remaining, expansions)`` bounds the states expanded below any one state with that
    many cards or piles left; when they are spent the search backs out of it and tries the next.

    A state is *expanded* when its moves are listed; moves listed are *generated*; those that lead
    to a state met before are *duplicates*. ``best`` is the fewest cards or piles left so far.
    With ``minimise`` the search goes on below the best until nothing better can exist.
    """

    def __init__(self, kernel: Kernel, table: Table, minimise: bool = False):
        self.kernel = kernel
        self.table = table
        self.minimise = minimise
        if minimise:
            kernel.limit = kernel.remaining
        self.lengthen(START)
        self.patience_size = 0
        self.patience = [0] * 64
        self.scratch = WORDS * kernel.words if table.exact else None
        self.expanded = 0
        self.generated = 0
        self.duplicates = 0
        self.best = kernel.remaining
        self.best_depth = 0
        self.base = 0
        if minimise:  # what cannot be better than the beginning need not be looked at, but no more
            kernel.limit = kernel.remaining
        self.start()

    def be_patient(self, remaining: cython.int, expansions: cython.longlong) -> None:
        """Give up a state with ``remaining`` left after this many expansions; 0 means never."""
        if not 0 <= remaining < 64:
            raise ValueError(f"patience is for 0 to 63 cards or piles left, not {remaining}")
        self.patience_size = max(self.patience_size, remaining + 1)
        self.patience[remaining] = expansions

    def start(self) -> None:
        """Begin at the kernel's current state with the table as it is; counts and best go on."""
        self.begin(0)
        if self.table.exact:
            self.table.meet_words(self.kernel.encoding())
        else:
            self.table.meet(self.kernel.lo, self.kernel.hi)
        if self.kernel.won:
            self.status = WON

    def begin(self, base: cython.int) -> None:
        """Make the current state, ``base`` moves below the deal, the root of what is searched."""
        self.base = base
        self.depth = base
        self.opened = False
        self.status = RUNNING
        self.gave_up = False
        self.first[base] = 0

    def join(self, line: list[int]) -> None:
        """Go to a state that another search has open, ``line`` from the deal, and search there too.

        Its moves are listed again; those that the other has tried are found in the table.
        """
        i: cython.int
        prune: cython.bint = self.kernel.prune
        self.unwind()
        while len(line) + 3 > self.stack_size:
            self.deepen()
        self.kernel.prune = False  # not to count again, nor to miss, what is behind us
        for i in range(len(line)):
            self.chosen[i] = line[i]
            if not self.kernel.play(line[i]):
                raise AssertionError(f"move {i + 1} of another search's line is not legal")
        self.kernel.prune = prune
        self.begin(len(line))

    def open_lines(self) -> list[list[int]]:
        """The lines to the nodes of the current path that have moves left, the shortest first."""
        return [
            [self.chosen[i] for i in range(depth)]
            for depth in range(self.base, self.depth)
            if self.cursor[depth] < self.first[depth + 1]
        ]

    def halt(self) -> None:
        """Let ``run`` come back soon; may be called while another thread is in it."""
        self.stop = 0

    def run(self, expansions: cython.longlong) -> int:
        """Search on for about ``expansions`` states more and return the status."""
        room: cython.longlong = self.table.room
        status: cython.int
        if self.status != RUNNING and self.status != FULL:
            return self.status
        large: cython.bint = self.table.end > CACHED and not self.table.exact
        self.kernel.lookups = self.table if large else None
        self.stop = self.expanded + expansions
        self.room = room
        self.overwrote = 0
        try:
            with cython.nogil:
                status = self.advance(self.kernel, self.table)
            while status == DEEP:
                self.deepen()
                with cython.nogil:
                    status = self.advance(self.kernel, self.table)
            self.status = status
        finally:
            self.table.note(room - self.room, self.overwrote)
        return self.status

    def deepen(self) -> None:
        """Double the length of the longest line that the stack can hold."""
        size: cython.int = self.stack_size
        first, cursor, until = self.first, self.cursor, self.until
        chosen, best_line = self.chosen, self.best_line
        self.lengthen(2 * size)
        self.first[:size] = first
        self.cursor[:size] = cursor
        self.chosen[:size] = chosen
        self.best_line[:size] = best_line
        self.until[:size] = until

    def lengthen(self, size):
        """Take a new stack for lines of ``size`` states: parts of one piece of memory."""
        numbers: cython.int[::1] = INTS * (4 * size)
        self.first = numbers[:size]
        self.cursor = numbers[size : 2 * size]
        self.chosen = numbers[2 * size : 3 * size]
        self.best_line = numbers[3 * size :]
        self.until = LONGS * size
        self.stack_size = size
        return 0

    def line(self) -> list[int]:
        """The moves to the best state met so far: a winning line once the status says so."""
        return [self.best_line[i] for i in range(self.best_depth)]

    def unwind(self) -> None:
        """Take back every move of the current path, so that the kernel is where it began."""
        while self.depth > 0:
            self.depth -= 1
            self.kernel.unmake(self.chosen[self.depth])

    def open_node(self, kernel, table):
        """Expand the current state as the node at ``depth``."""
        i: cython.int
        patience: cython.longlong
        first: cython.int = self.first[self.depth]
        count: cython.int = kernel.expand(first)
        end: cython.int = first + count
        self.until[self.depth] = self.until[self.depth - 1] if self.depth > self.base else ENDLESS
        if 0 <= kernel.remaining < self.patience_size:
            patience = self.patience[kernel.remaining]
            if patience > 0 and self.expanded + patience < self.until[self.depth]:
                self.until[self.depth] = self.expanded + patience
        self.cursor[self.depth] = first
        self.first[self.depth + 1] = end
        self.expanded += 1
        self.generated += count
        if kernel.ordered:
            for i in range(first, end):
                kernel.scores[i] = (kernel.scores[i] << 10) + (i - first)
        return 0

    def bring_best_forward(self, kernel, at, end):
        """Swap the entry with the least score among ``at .. end - 1`` into place ``at``."""
        i: cython.int
        best: cython.int = at
        for i in range(at + 1, end):
            if kernel.scores[i] < kernel.scores[best]:
                best = i
        if best != at:
            kernel.moves[at], kernel.moves[best] = kernel.moves[best], kernel.moves[at]
            kernel.scores[at], kernel.scores[best] = kernel.scores[best], kernel.scores[at]
            kernel.key_lo[at], kernel.key_lo[best] = kernel.key_lo[best], kernel.key_lo[at]
            kernel.key_hi[at], kernel.key_hi[best] = kernel.key_hi[best], kernel.key_hi[at]
        return 0

    def note_best(self, kernel, depth):
        """Keep the path of ``depth`` moves, which reached fewer cards or piles than any before."""
        i: cython.int
        self.best = kernel.remaining
        self.best_depth = depth
        for i in range(depth):
            self.best_line[i] = self.chosen[i]
        if self.minimise:
            kernel.limit = self.best
        return 0

    def advance(self, kernel, table):
        """The loop. One turn takes the next move of the deepest open node, or closes that node."""
        at: cython.int
        new: cython.int
        exact: cython.bint = table.exact
        out_of_patience: cython.bint
        if not self.opened:
            self.opened = True
            self.open_node(kernel, table)
        while True:
            at = self.cursor[self.depth]
            out_of_patience = self.expanded >= self.until[self.depth]
            if out_of_patience or at == self.first[self.depth + 1]:
                self.gave_up |= out_of_patience
                if self.depth == self.base:
                    return GIVEN_UP if self.gave_up else EXHAUSTED
                self.depth -= 1
                kernel.unmake(self.chosen[self.depth])
                continue
            if self.expanded >= self.stop:
                return RUNNING
            if self.room <= 0:
                return FULL
            if self.depth + 2 >= self.stack_size:
                return DEEP
            self.cursor[self.depth] = at + 1
            if kernel.ordered:
                self.bring_best_forward(kernel, at, self.first[self.depth + 1])
            if exact:
                kernel.make(at)
                kernel.encode(self.scratch, 0)
                new = table.add_words(self.scratch, 0)
                if not new:
                    kernel.unmake(kernel.moves[at])
            else:
                new = table.add(kernel.key_lo[at], kernel.key_hi[at])
                if new:
                    kernel.make(at)
            if not new:
                self.duplicates += 1
                continue
            self.room -= 1
            self.overwrote += new == 2
            self.chosen[self.depth] = kernel.moves[at]
            self.depth += 1
            if kernel.won or kernel.remaining < self.best:
                self.note_best(kernel, self.depth)
                if kernel.won:
                    return WON
            self.open_node(kernel, table)
