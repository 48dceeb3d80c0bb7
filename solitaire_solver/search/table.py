"""The transposition table: which states were met before, in a bounded number of bytes.

Open addressing over one flat array of 64-bit words, ``width`` words a slot:

    word   0 .. 5   6               6 + width               end
           unused | slot 0        | slot 1        | ...    |
                  | key lo, hi    | key lo, hi    |

A hashed key has width 1 (64 bits) or 2 (128 bits) and is its own hash; an exact table keeps the
whole encoding of a state and hashes it on the way in. The first word of a slot is zero when it is
empty. Slots are grouped in buckets of one 64-byte cache line; the high 32 bits of the hash choose
the bucket by multiplication, ``home = hash_high * buckets >> 32``, so any number of buckets will
do, not only powers of two, and a search goes on to the following slots until it meets the key or an
empty slot.

Because ``home`` never decreases as the hash grows, the table can be enlarged in place: entries are
taken from the last slot down, and the new home of an entry lies at or behind its old one, among
slots that were emptied already. The few for which that is not so (near the start, where the old and
the new home hardly differ) are held back and put in afterwards. So enlarging needs no second table,
growth can be in small steps, and with 128-bit keys at most 20 bytes are spent on a state once the
table is large (16 bytes at a load between 9/11 and 9/10).

When the memory bound is reached the table *forgets*: a new key that finds no empty slot in its
window overwrites one. That is harmless in a game without cycles: a state that was forgotten is
searched again and nothing else changes. In a game with cycles the engine must stop instead.

The six unused words keep slots on cache-line boundaries where large blocks start 16 bytes behind
one, as they do with the GNU C library; elsewhere they cost nothing but themselves.
"""

from array import array

import cython

if not cython.compiled:
    from solitaire_solver.shuffle import scramble

    def fetch(address):
        """Prefetching is a matter for compiled code."""


LEAD = cython.declare(cython.Py_ssize_t, 6)
FIRST_SLOTS = cython.declare(cython.Py_ssize_t, 1024)
WINDOW = cython.declare(cython.int, 16)
LARGE_WORDS = cython.declare(cython.Py_ssize_t, 1 << 21)


class Table:
    """A set of keys (``width`` 1 or 2) or of whole states (``exact``) in at most ``memory`` bytes.

    >>> table = Table(2, False, 1 << 20)
    >>> table.meet(7, 9), table.meet(7, 9), table.entries
    (True, False, 1)
    """

    def __init__(self, width: cython.int, exact: bool, memory: cython.longlong):
        self.width = width
        self.exact = exact
        self.bucket = max(1, 8 // width)
        self.largest = max(memory // 8 - LEAD, width * self.bucket * 4)
        self.clear()

    def clear(self) -> None:
        """Empty the table and give its memory back."""
        self.buckets = max(
            4, min(FIRST_SLOTS // self.bucket, self.largest // (self.width * self.bucket))
        )
        self.forgetting = False
        self.entries = 0
        self.forgotten = 0
        self.end = LEAD + self.buckets * self.bucket * self.width
        self.slots = None
        self.store = array("Q", bytes(8 * self.end))
        self.slots = self.store

    @property
    def bytes(self) -> int:
        """The size of the table in memory."""
        return 8 * int(self.end)

    def meet(self, lo: cython.ulonglong, hi: cython.ulonglong) -> bool:
        """Add a hashed key, growing as needed; True if it is new (for use from Python)."""
        if self.room() <= 0 and not self.grow():
            self.forget()
        return bool(self.add(lo, hi))

    def meet_words(self, words: array) -> bool:
        """Add a whole state, growing as needed; True if it is new (for use from Python)."""
        if self.room() <= 0 and not self.grow():
            self.forget()
        return bool(self.add_words(words, 0))

    def forget(self) -> None:
        """From now on overwrite entries rather than need room."""
        self.forgetting = True

    def home(self, hash):
        """The first word of the bucket that a hash belongs to."""
        bucket: cython.ulonglong = (
            (hash >> 32) * cython.cast(cython.ulonglong, self.buckets)
        ) >> 32
        return LEAD + cython.cast(cython.Py_ssize_t, bucket) * self.bucket * self.width

    def hash_at(self, words, at):
        """The hash of the entry at ``words[at : at + width]``."""
        i: cython.int
        hash: cython.ulonglong = words[at]
        if self.exact:
            hash = scramble(hash)
            for i in range(1, self.width):
                hash = scramble(hash ^ words[at + i])
        return hash

    def room(self):
        """How many entries may be added before the table must grow (at nine tenths full)."""
        if self.forgetting:
            return cython.cast(cython.longlong, 1) << 62
        return self.buckets * self.bucket * 9 // 10 - self.entries

    def prefetch(self, lo):
        """Ask the processor for the bucket of a hashed key that will be looked up soon."""
        if cython.compiled:
            fetch(cython.address(self.slots[self.home(lo)]))
        return 0

    def add(self, lo, hi):
        """Add a hashed key: 1 if it is new, 0 if it was there. Constant time on average."""
        wide: cython.bint = self.width == 2
        at: cython.Py_ssize_t
        steps: cython.int = 0
        if lo == 0:
            lo = 1
        at = self.home(lo)
        while True:
            if self.slots[at] == lo and (not wide or self.slots[at + 1] == hi):
                return 0
            if self.slots[at] == 0:
                self.entries += 1
                break
            steps += 1
            if steps == WINDOW and self.forgetting:
                at = self.home(lo) + cython.cast(cython.Py_ssize_t, lo & 3) * self.width
                self.forgotten += 1
                break
            at += self.width
            if at >= self.end:
                at = LEAD
        self.slots[at] = lo
        if wide:
            self.slots[at + 1] = hi
        return 1

    def add_words(self, words, at):
        """Add the whole state at ``words[at : at + width]``: 1 if it is new, 0 if it was there."""
        i: cython.int
        steps: cython.int = 0
        slot: cython.Py_ssize_t = self.home(self.hash_at(words, at))
        while True:
            if self.slots[slot] == 0:
                self.entries += 1
                break
            i = 0
            while i < self.width and self.slots[slot + i] == words[at + i]:
                i += 1
            if i == self.width:
                return 0
            steps += 1
            if steps == WINDOW and self.forgetting:
                self.forgotten += 1
                break
            slot += self.width
            if slot >= self.end:
                slot = LEAD
        for i in range(self.width):
            self.slots[slot + i] = words[at + i]
        return 1

    def grow(self) -> bool:
        """Enlarge the table in place; False if the memory bound leaves no room for that.

        Doubles while it is small, then grows by a tenth. Takes time linear in its size.
        """
        step: cython.longlong = self.buckets
        old_end: cython.Py_ssize_t = self.end
        if self.end > LARGE_WORDS:
            step = self.buckets // 10
        if (self.buckets + step) * self.bucket * self.width > self.largest:
            step = self.largest // (self.bucket * self.width) - self.buckets
            if step <= self.buckets // 50:
                return False
        self.slots = None
        added: cython.longlong = 8 * step * self.bucket * self.width
        block = bytes(1 << 20)
        while added > 0:
            self.store.frombytes(block if added >= len(block) else bytes(added))
            added -= len(block)
        self.slots = self.store
        self.buckets += step
        self.end = LEAD + self.buckets * self.bucket * self.width
        held = array("Q")
        slot: cython.Py_ssize_t = old_end
        while slot > LEAD:
            slot -= self.width
            if self.slots[slot] != 0 and not self.move_up(slot):
                held.extend(self.store[slot : slot + self.width])
                for i in range(self.width):
                    self.slots[slot + i] = 0
        for slot in range(0, len(held), self.width):
            self.place(held, slot)
        return True

    def move_up(self, slot):
        """Move the entry at ``slot`` to its new place if that lies among emptied slots."""
        i: cython.int
        at: cython.Py_ssize_t = self.home(self.hash_at(self.slots, slot))
        if at <= slot:
            return False
        while self.slots[at] != 0:
            at += self.width
            if at >= self.end:
                return False
        for i in range(self.width):
            self.slots[at + i] = self.slots[slot + i]
            self.slots[slot + i] = 0
        return True

    def place(self, words, at):
        """Put an entry that is known to be new into the first empty slot behind its home."""
        i: cython.int
        slot: cython.Py_ssize_t = self.home(self.hash_at(words, at))
        while self.slots[slot] != 0:
            slot += self.width
            if slot >= self.end:
                slot = LEAD
        for i in range(self.width):
            self.slots[slot + i] = words[at + i]
        return 0
