"""The beam search loop: layer by layer, of each layer the most promising states.

All states of a layer are expanded. The children whose keys are new are offered to the next layer,
which keeps the ``width`` best of them:

    layer n       s  s  s  s  s  s  s  s            at most ``width``
                  |\\ |\\ |  |\\ ...                    make, estimate
    layer n + 1   c  c  c  c  c  c  c  c     c      kept: encoded.    not kept: dropped

While there is room children are simply added. Once the layer is full its places form a heap with
the worst on top, and a child that is better takes the place of the worst. Of equal estimates that
of the child that came first is the better one, so that it is settled which states are kept.

What is remembered of the layers before is the *trail*: for each state kept, its parent's number and
the move. Keys go into a transposition table that serves all layers, so no state is expanded twice,
and if nothing was ever dropped an empty layer means that everything was covered; it is then plain
breadth-first search, and a win that it finds is a shortest one.
"""

from array import array

import cython

from solitaire_solver.search.arrays import longer

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.search.estimator import Estimator
    from solitaire_solver.search.table import Table

RUNNING = cython.declare(cython.int, 0)
WON = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
INFINITY = cython.declare(cython.double, float("inf"))
START = cython.declare(cython.int, 64)


class Layer:
    """Room for ``capacity`` states: how each was reached and what was estimated.

    ``trail`` is the parent's number while the layer is filled, then the state's own.
    """

    def __init__(self, words: cython.int):
        self.words = words
        self.count = 0
        self.heaped = False
        self.trail = self.move = longer("i", 0)
        self.order = longer("q", 0)
        self.estimate = self.score = longer("d", 0)
        self.states = longer("Q", 0)
        self.resize(START)

    @property
    def bytes(self) -> int:
        """The size in memory."""
        return (36 + 8 * int(self.words)) * int(self.capacity)

    def resize(self, capacity: cython.int) -> None:
        """Make room for ``capacity`` states, no fewer than before. Linear time."""
        self.capacity = capacity
        self.trail = longer("i", capacity, self.trail)
        self.move = longer("i", capacity, self.move)
        self.order = longer("q", capacity, self.order)
        self.estimate = longer("d", capacity, self.estimate)
        self.score = longer("d", capacity, self.score)
        self.states = longer("Q", capacity * self.words, self.states)
        self.heap = array("i", range(capacity))

    def empty(self) -> None:
        """Take all states out."""
        i: cython.int
        self.count = 0
        self.heaped = False
        for i in range(self.capacity):
            self.heap[i] = i

    def is_worse(self, place, other):
        """Whether the state at one place is worse than that at another."""
        if self.estimate[place] != self.estimate[other]:
            return self.estimate[place] > self.estimate[other]
        return self.order[place] > self.order[other]

    def sift(self, at):
        """Move a place of the heap down until nothing below it is worse."""
        place: cython.int = self.heap[at]
        child: cython.int = 2 * at + 1
        while child < self.count:
            if child + 1 < self.count and self.is_worse(self.heap[child + 1], self.heap[child]):
                child += 1
            if not self.is_worse(self.heap[child], place):
                break
            self.heap[at] = self.heap[child]
            at = child
            child = 2 * at + 1
        self.heap[at] = place
        return 0

    def worst(self):
        """The place of the worst state."""
        at: cython.int
        if not self.heaped:
            self.heaped = True
            for at in range(self.count // 2, -1, -1):
                self.sift(at)
        return self.heap[0]


class BeamSearch:
    """Beam search from the kernel's current state.

    ``status`` is numbered as in the depth-first engine: running, won, exhausted (the last layer is
    empty) or full (no memory for the next one). ``best`` is the fewest cards or piles left so far,
    ``best_line`` leads there, and ``found`` says that it wins. ``dropped`` counts states that were
    met and not kept, ``dead`` those left out because their estimate was infinite. With ``acyclic``
    a table that is full forgets. ``memory`` bounds all but the table, which has a bound of its own.
    """

    def __init__(
        self,
        kernel: Kernel,
        table: Table,
        estimator: Estimator,
        width: cython.longlong,
        acyclic: bool,
        minimise: bool,
        memory: cython.longlong,
    ):
        self.kernel = kernel
        self.table = table
        self.estimator = estimator
        self.width = width
        self.acyclic = acyclic
        self.minimise = minimise
        self.memory = memory
        self.layer = Layer(kernel.words)
        self.below = Layer(kernel.words)
        self.trail_parent = longer("i", START)
        self.trail_move = longer("i", START)
        self.trail_end = 1
        self.trail_room = START
        self.cursor = 0
        self.status = RUNNING
        self.found = False
        self.expanded = 0
        self.generated = 0
        self.duplicates = 0
        self.dropped = 0
        self.dead = 0
        self.offered = 0
        self.added = 0
        self.overwrote = 0
        self.best = kernel.remaining
        self.best_line = []
        kernel.lookups = table
        if minimise:
            kernel.limit = kernel.remaining
        self.begin()

    @property
    def entries(self) -> int:
        """How many states the table holds."""
        return int(self.table.entries)

    @property
    def forgotten(self) -> int:
        """How many states the table forgot."""
        return int(self.table.forgotten)

    @property
    def own_bytes(self) -> int:
        """How many bytes layers and trail take, what a game in Python keeps included."""
        layers = int(self.layer.bytes + self.below.bytes)
        return layers + 8 * int(self.trail_room) + int(self.kernel.footprint)

    @property
    def bytes(self) -> int:
        """How many bytes the search takes."""
        return self.own_bytes + int(self.table.bytes)

    def begin(self) -> None:
        """Make the first layer."""
        estimate: cython.double = self.estimator.estimate(self.kernel, 0.0)
        self.table.meet(self.kernel.lo, self.kernel.hi)
        if self.kernel.won:
            self.found = True
            self.status = WON
        if estimate == INFINITY and not self.minimise:
            self.dead += 1
        else:
            self.kernel.encode(self.layer.states, 0)
            self.layer.count = 1

    def run(self, expansions: cython.longlong) -> int:
        """Search on for about ``expansions`` states more and return the status."""
        stop: cython.longlong = self.expanded + expansions
        if self.status == RUNNING:
            try:
                with cython.nogil:
                    self.status = self.advance(self.kernel, self.table, stop)
            finally:
                self.note()
        return self.status

    def note(self) -> None:
        """Tell the table what was added."""
        self.table.note(self.added, self.overwrote)
        self.added = 0
        self.overwrote = 0

    def advance(self, kernel, table, stop):
        """The loop. One turn expands the next state of the layer, or goes on to the layer below."""
        count: cython.int
        i: cython.int
        place: cython.Py_ssize_t
        while True:
            if self.cursor == self.layer.count:
                if self.below.count == 0:
                    return EXHAUSTED
                with cython.gil:
                    if not self.go_below():
                        return FULL
            if self.expanded >= stop:
                return RUNNING
            place = self.cursor * self.layer.words
            kernel.decode(self.layer.states, place)
            kernel.release(self.layer.states, place)
            count = kernel.expand(0)
            self.expanded += 1
            self.generated += count
            if count > table.room - self.added or self.lacks(self.below, count):
                with cython.gil:
                    if not self.make_room(count):
                        return FULL
            for i in range(count):
                self.meet(kernel, table, i)
                if self.found:
                    return WON
            self.cursor += 1

    def meet(self, kernel, table, entry):
        """Offer the child that an entry of the move list leads to, if it is new, to the layer."""
        score: cython.double
        estimate: cython.double
        new: cython.int = table.add(kernel.key_lo[entry], kernel.key_hi[entry])
        if not new:
            self.duplicates += 1
            return 0
        self.added += 1
        self.overwrote += new == 2
        kernel.make(entry)
        if kernel.won or kernel.remaining < self.best:
            with cython.gil:
                self.note_best(kernel.moves[entry])
        score = self.layer.score[self.cursor] + kernel.scores[entry]
        estimate = self.estimator.estimate(kernel, score)
        if estimate == INFINITY and not self.minimise:
            self.dead += 1
        else:
            self.offer(kernel, self.below, kernel.moves[entry], score, estimate)
        kernel.unmake(kernel.moves[entry])
        return 0

    def lacks(self, below, count):
        """Whether the layer below may lack room for ``count`` states more."""
        return below.capacity < self.width and below.capacity < below.count + count

    def offer(self, kernel, below, move, score, estimate):
        """Put the current state into the layer below, if it is among the best ``width``."""
        place: cython.int = below.count
        self.offered += 1
        if place < self.width:
            below.count += 1
        else:
            place = below.worst()
            self.dropped += 1
            if estimate >= below.estimate[place]:
                return 0
            kernel.release(below.states, place * below.words)
        below.trail[place] = self.layer.trail[self.cursor]
        below.move[place] = move
        below.order[place] = self.offered
        below.estimate[place] = estimate
        below.score[place] = score
        kernel.encode(below.states, place * below.words)
        if below.heaped:
            below.sift(0)
        return 0

    def note_best(self, move: cython.int) -> None:
        """Keep the line to the current state, which is won or better than any before."""
        at: cython.int = self.layer.trail[self.cursor]
        line = [move]
        while at > 0:
            line.append(self.trail_move[at])
            at = self.trail_parent[at]
        self.best = self.kernel.remaining
        self.best_line = line[::-1]
        self.found = self.kernel.won
        if self.minimise:
            self.kernel.limit = self.best

    def make_room(self, count: cython.int) -> bool:
        """Have room for ``count`` states more in the table and below; False if there cannot be."""
        self.note()
        while self.table.room < count:
            if not self.table.grow():
                if not self.acyclic:
                    return False
                self.table.forget()
        while self.lacks(self.below, count):
            if self.own_bytes + self.below.bytes > self.memory:
                return False
            try:
                self.below.resize(min(2 * self.below.capacity, self.width))
            except MemoryError:
                return False
        return True

    def go_below(self) -> bool:
        """Make the layer below the one that is expanded; False if there is no memory for it."""
        i: cython.int
        count: cython.int = self.below.count
        if self.own_bytes > self.memory:
            return False
        if self.trail_end + count > self.trail_room:
            self.trail_room = 2 * (self.trail_end + count)
            self.trail_parent = longer("i", self.trail_room, self.trail_parent)
            self.trail_move = longer("i", self.trail_room, self.trail_move)
        for i in range(count):
            self.trail_parent[self.trail_end] = self.below.trail[i]
            self.trail_move[self.trail_end] = self.below.move[i]
            self.below.trail[i] = self.trail_end
            self.trail_end += 1
        self.layer, self.below = self.below, self.layer
        self.below.empty()
        self.cursor = 0
        return True
