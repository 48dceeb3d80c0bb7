"""The best-first search loop: A* and its weighted and memory-bounded kin, written once.

The frontier holds nodes by f = depth + weight * estimate. The best is taken out, its state decoded
and expanded, and every child that was not reached by as few moves before becomes a node:

    pop  ->  stale? forget it  ->  won? done  ->  decode, expand  ->  make, estimate, encode, push

**Shortest lines.** Let the estimate never exceed the moves needed and the weight be at most 1. At
any time each shortest line to a win that has not been popped has a node on the frontier which was
reached by a shortest way: take the last node of the line that was expanded at its least depth; the
next one was given a node of that depth then, or had one. (Nothing here asks that estimates shrink
by at most one with a move: a state reached again by fewer moves gets a new node and is expanded
again.) That node's f is at most the length of the line. So a win that is popped first is no longer
than any other. With a larger weight its length is at most weight times the least, by the same
argument. Wins are therefore recognised when they are popped (``patient``); with an estimate that
may be too large nothing is gained by waiting, and the search ends when a win is generated.

**Bounded memory.** When nodes, index and frontier may not grow any more, the worst half of the
frontier is dropped: the nodes are given back and their states are unknown again, so that they can
be met again. From then on nothing is proved (``dropped``), neither that there is no win nor that a
line is a shortest one. What may not be dropped are the nodes that were expanded, for lines go
through them; when they fill the memory the search is *full*.

**Dead ends.** An infinite estimate says that a state cannot be won; the child is left out, and
counted in ``dead``. If the search is for the fewest cards or piles it is kept and comes last.
"""

import cython

from solitaire_solver.search.arrays import longer

if not cython.compiled:
    from solitaire_solver.kernel import Kernel
    from solitaire_solver.search.estimator import Estimator
    from solitaire_solver.search.frontier import Frontier
    from solitaire_solver.search.nodes import NodeStore

RUNNING = cython.declare(cython.int, 0)
WON = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
INFINITY = cython.declare(cython.double, float("inf"))
START = cython.declare(cython.int, 16)

#: The least part of all nodes that it pays to drop: each time the index is made anew.
LEAST_PART = cython.declare(cython.int, 16)


class BestFirstSearch:
    """Best-first search from the kernel's current state.

    ``status`` is numbered as in the depth-first engine: running, won, exhausted (the frontier is
    empty) or full. ``best`` is the fewest cards or piles left so far, ``best_line`` leads there,
    and ``found`` says that it wins. ``dropped`` counts nodes dropped for want of memory, ``dead``
    those left out because their estimate was infinite.
    """

    def __init__(
        self,
        kernel: Kernel,
        estimator: Estimator,
        frontier: Frontier,
        weight: cython.double,
        patient: bool,
        minimise: bool,
        memory: cython.longlong,
    ):
        self.kernel = kernel
        self.estimator = estimator
        self.frontier = frontier
        self.nodes = NodeStore(kernel.words, START)
        self.weight = weight
        self.patient = patient
        self.minimise = minimise
        self.memory = memory
        self.frontier.resize(START)
        self.siblings = longer("i", START)
        self.most_siblings = START
        self.status = RUNNING
        self.found = False
        self.expanded = 0
        self.generated = 0
        self.duplicates = 0
        self.dropped = 0
        self.dead = 0
        self.best = kernel.remaining
        self.best_line = []
        self.least_depth = 0
        kernel.lookups = None
        if minimise:
            kernel.limit = kernel.remaining
        self.begin()
        self.watchful = kernel.footprint > 0

    @property
    def entries(self) -> int:
        """How many states have a node."""
        return int(self.nodes.entries)

    @property
    def forgotten(self) -> int:
        """None: what is dropped is counted otherwise."""
        return 0

    @property
    def bytes(self) -> int:
        """How many bytes the search takes, what a game in Python keeps included."""
        return int(self.nodes.bytes + self.frontier.bytes + self.kernel.footprint)

    def begin(self) -> None:
        """Make the root."""
        estimate: cython.double = self.estimator.estimate(self.kernel, 0.0)
        root: cython.int
        if self.kernel.won:
            self.found = True
            self.status = WON
        root = self.nodes.add(-1, 0, 0, self.kernel.lo, self.kernel.hi, 0.0)
        self.kernel.encode(self.nodes.states, root)
        if estimate == INFINITY and not self.minimise:
            self.dead += 1
        else:
            self.frontier.push(root, self.priority(0, estimate), 0)

    def run(self, expansions: cython.longlong) -> int:
        """Search on for about ``expansions`` states more and return the status."""
        stop: cython.longlong = self.expanded + expansions
        if self.status == RUNNING:
            with cython.nogil:
                self.status = self.advance(self.kernel, self.nodes, self.frontier, stop)
        return self.status

    def priority(self, depth, estimate):
        """The f of a node; infinite if the estimate is, whatever the weight."""
        if estimate == INFINITY:
            return estimate
        return depth + self.weight * estimate

    def advance(self, kernel, nodes, frontier, stop):
        """The loop. One turn takes the best node of the frontier and expands it."""
        node: cython.int
        count: cython.int
        i: cython.int
        while frontier.size > 0:
            if self.expanded >= stop:
                return RUNNING
            if self.watchful:
                with cython.gil:
                    if not self.look():
                        return FULL
            node = frontier.pop()
            if nodes.is_stale(node):
                kernel.release(nodes.states, node * nodes.words)
                nodes.give_back(node)
                continue
            kernel.decode(nodes.states, node * nodes.words)
            kernel.release(nodes.states, node * nodes.words)
            if kernel.won:
                return WON
            count = kernel.expand(0)
            self.expanded += 1
            self.generated += count
            if count > nodes.room or count > self.most_siblings:
                with cython.gil:
                    if not self.make_room(count):
                        return FULL
            self.line_up(kernel, count)
            for i in range(count):
                self.meet(kernel, nodes, frontier, node, self.siblings[i])
                if self.found and not self.patient:
                    return WON
        return EXHAUSTED

    def line_up(self, kernel, count):
        """Order the entries of the move list: the best last, and of equals the first listed last.

        What is pushed last is popped first among nodes of one f and depth.
        """
        i: cython.int
        at: cython.int
        for i in range(count):
            at = i
            while at > 0 and kernel.scores[self.siblings[at - 1]] < kernel.scores[count - 1 - i]:
                self.siblings[at] = self.siblings[at - 1]
                at -= 1
            self.siblings[at] = count - 1 - i
        return 0

    def meet(self, kernel, nodes, frontier, node, entry):
        """Make a node of the child that an entry of the move list leads to, if it is to be one."""
        depth: cython.int = nodes.depth[node] + 1
        known: cython.int = nodes.find(kernel.key_lo[entry], kernel.key_hi[entry])
        score: cython.double
        estimate: cython.double
        child: cython.int
        if known >= 0 and nodes.depth[known] <= depth:
            self.duplicates += 1
            return 0
        kernel.make(entry)
        score = nodes.score[node] + kernel.scores[entry]
        estimate = self.estimator.estimate(kernel, score)
        if estimate == INFINITY and not self.minimise:
            self.dead += 1
        else:
            child = nodes.add(
                node, kernel.moves[entry], depth, kernel.key_lo[entry], kernel.key_hi[entry], score
            )
            kernel.encode(nodes.states, child * nodes.words)
            frontier.push(child, self.priority(depth, estimate), depth)
            if self.is_better(kernel, depth):
                self.least_depth = depth
                with cython.gil:
                    self.note_best(child)
        kernel.unmake(kernel.moves[entry])
        return 0

    def is_better(self, kernel, depth):
        """Whether the current state is the best so far: a win by fewer moves, or fewer left."""
        if self.found:
            return kernel.won and depth < self.least_depth
        return kernel.won or kernel.remaining < self.best

    def note_best(self, node: cython.int) -> None:
        """Keep the line to a node that is the best so far."""
        self.best = self.kernel.remaining
        self.best_line = self.nodes.line(node)
        self.found = self.kernel.won
        if self.minimise:
            self.kernel.limit = self.best

    def make_room(self, count: cython.int) -> bool:
        """Have room for ``count`` nodes more, by growing or dropping; False if neither will do."""
        fit: cython.longlong
        spare: cython.longlong
        if count > self.most_siblings:
            self.most_siblings = 2 * count
            self.siblings = longer("i", self.most_siblings)
        while self.nodes.room < count:
            spare = self.memory - self.frontier.bytes - self.kernel.footprint
            fit = min(2**29, spare // self.nodes.bytes_a_node)
            if fit < self.nodes.capacity + max(count, self.nodes.capacity // 8):
                if not self.drop():
                    return False
            else:
                fit = min(fit, 2 * (self.nodes.capacity + count))
                try:
                    self.frontier.resize(fit)
                    self.nodes.resize(fit)
                except MemoryError:
                    self.memory = self.bytes
        return True

    def look(self) -> bool:
        """See to it that what a game in Python keeps is within the memory; False if it cannot."""
        while self.bytes > self.memory:
            if not self.drop():
                return False
        return True

    def drop(self) -> bool:
        """Drop the worst half of the frontier; False if that is too little to go on with."""
        count: cython.longlong = self.frontier.size // 2
        node: cython.int
        used: cython.int = self.nodes.capacity - self.nodes.room
        if self.found or count == 0 or count < used // LEAST_PART:
            return False
        for _ in range(count):
            node = self.frontier.pop_worst()
            self.dropped += not self.nodes.is_stale(node)
            self.kernel.release(self.nodes.states, node * self.nodes.words)
            self.nodes.give_back(node)
        self.nodes.reindex()
        return True
