"""The transposition table: which states were met before, in a bounded number of bytes.

A flat array of 64-bit words, ``width`` words a slot, four slots a bucket; with 128-bit keys a
bucket is one cache line:

    | lo hi | lo hi | lo hi | lo hi | lo hi | lo hi | lo hi | lo hi | ...
    | bucket 0                      | bucket 1                      |

A hashed key has width 1 (64 bits) or 2 (128 bits) and its low word is its hash; an exact table
keeps whole encodings and hashes them on the way in. The first word of an empty slot is zero.

**Two homes.** Each half of the hash names one bucket, ``half * buckets >> 32``. A new entry goes to
the emptier of the two (balanced allocation: Azar, Broder, Karlin and Upfal, 1999); when both are
full it goes to the first bucket behind the second home that is not. Nothing is ever taken out, so
looking up may stop where an empty slot is met. Nearly always two cache lines are read, and both can
be asked for in advance; the table works until it is 94 per cent full.

**Growing in place.** ``half * buckets >> 32`` never decreases when there are more buckets, so the
table is enlarged where it lies: entries are taken from the last bucket down, and each moves to the
new image of the home it is in, which is behind all buckets not yet emptied. The few that find that
full, or lay behind their homes, are put aside and placed afterwards. So any number of buckets will
do, growth goes in steps of a sixth, and a large table with 128-bit keys spends at most 20 bytes a
state (16 at a load between 94 % * 6/7 and 94 %).

**Forgetting.** When the memory bound is reached a new key overwrites an old one. That is harmless
in a game without cycles: a state that was forgotten is searched again and nothing else changes. In
a game with cycles the engine must stop instead.
"""

import contextlib
import mmap
import sys
from array import array

import cython

from solitaire_solver.search.arrays import WORDS

if not cython.compiled:
    from solitaire_solver.shuffle import scramble

    def fetch(address):
        """Prefetching is a matter for compiled code."""


#: Linux: untouched pages are no memory in use. (``mmap`` names the flag from Python 3.13 on.)
NORESERVE = 0x4000 if sys.platform == "linux" else 0

KNOWN = cython.declare(cython.int, 0)
NEW = cython.declare(cython.int, 1)
OVERWROTE = cython.declare(cython.int, 2)

LOW_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)
SMALL_WORDS = cython.declare(cython.longlong, 1 << 23)
ENDLESS = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFFFF)


def reserve(words: int) -> memoryview:
    """A zeroed buffer of 64-bit words whose pages take memory only once they are touched."""
    if not hasattr(mmap, "MAP_PRIVATE"):
        return memoryview(mmap.mmap(-1, 8 * words)).cast("Q")
    pages = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NORESERVE)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):
            pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages).cast("Q")


class Table:
    """A set of keys (``width`` 1 or 2) or of whole states (``exact``) in at most ``memory`` bytes.

    It begins with room for the ``expected`` number of entries and grows from there.

    >>> table = Table(2, False, 1 << 20)
    >>> table.meet(7, 9), table.meet(7, 9), table.entries
    (True, False, 1)
    """

    def __init__(
        self,
        width: cython.int,
        exact: bool,
        memory: cython.longlong,
        expected: cython.longlong = 480,
    ):
        self.width = width
        self.exact = exact
        self.bucket_slots = 4
        self.bucket_words = self.bucket_slots * width
        self.smallest = max(4, expected * 100 // (94 * self.bucket_slots) + 1)
        self.largest = max(memory // (8 * self.bucket_words), 4)
        self.carried = WORDS * width
        self.clear()

    def clear(self) -> None:
        """Empty the table and give its memory back."""
        self.buckets = min(self.smallest, self.largest)
        self.end = self.buckets * self.bucket_words
        self.slots = WORDS * self.end
        self.forgetting = False
        self.entries = 0
        self.forgotten = 0
        self.set_room()

    def twin(self) -> "Table":
        """Another ``Table`` for the slots of this one: for a second thread. See ``share``."""
        return Table(self.width, self.exact, 0, 0)

    def share(self, twins: "list[Table]") -> None:
        """Let the twins see this table's slots, each with its part of the room.

        Threads may then add to their twins at once, without a lock, and this table must not grow
        or be added to until ``gather``. A key of one word is written in one piece. One of two words
        may be seen half written, or be lost to another that takes the same slot, and then its state
        is searched twice; the two halves of different keys left in one slot are the key of a state
        no more likely than any other collision. A whole state of several words has no such bound:
        such tables must not be shared.
        """
        twin: Table
        for twin in twins:
            twin.slots = self.slots
            twin.buckets = self.buckets
            twin.end = self.end
            twin.forgetting = self.forgetting
            twin.room = ENDLESS if self.forgetting else self.room // len(twins)

    def gather(self, twins: "list[Table]") -> None:
        """Count what the twins added since ``share``."""
        twin: Table
        for twin in twins:
            self.note(twin.entries + twin.forgotten, twin.forgotten)
            twin.entries = 0
            twin.forgotten = 0

    @property
    def bytes(self) -> int:
        """The size of the table in memory."""
        return 8 * int(self.end)

    @property
    def load(self) -> float:
        """The share of its slots that are taken."""
        return int(self.entries) / (int(self.buckets) * int(self.bucket_slots))

    def set_room(self) -> None:
        """Set how many entries may be added before the table must grow: to 94 per cent full."""
        self.room = self.buckets * self.bucket_slots * 94 // 100 - self.entries

    def forget(self) -> None:
        """From now on overwrite entries rather than need room."""
        self.forgetting = True
        self.room = ENDLESS

    def meet(self, lo: cython.ulonglong, hi: cython.ulonglong) -> bool:
        """Add a hashed key, growing as needed; True if it is new (for use from Python)."""
        if self.room <= 0 and not self.grow():
            self.forget()
        met: cython.int = self.add(lo, hi)
        self.note(met > 0, met == OVERWROTE)
        return met > 0

    def meet_words(self, words: array) -> bool:
        """Add a whole state, growing as needed; True if it is new (for use from Python)."""
        if self.room <= 0 and not self.grow():
            self.forget()
        met: cython.int = self.add_words(words, 0)
        self.note(met > 0, met == OVERWROTE)
        return met > 0

    def note(self, met: cython.longlong, overwrote: cython.longlong) -> None:
        """Count the entries that ``add`` and ``add_words`` called new, and those overwritten."""
        self.entries += met - overwrote
        self.forgotten += overwrote
        if not self.forgetting:
            self.room -= met

    def home(self, half):
        """The first word of the bucket that half a hash (32 bits) belongs to."""
        bucket: cython.ulonglong = (half * cython.cast(cython.ulonglong, self.buckets)) >> 32
        return cython.cast(cython.Py_ssize_t, bucket) * self.bucket_words

    def hash_at(self, words, at):
        """The hash of the entry at ``words[at : at + width]``."""
        i: cython.int
        hash: cython.ulonglong = words[at]
        if self.exact:
            hash = scramble(hash)
            for i in range(1, self.width):
                hash = scramble(hash ^ words[at + i])
        return hash

    def prefetch(self, lo):
        """Ask the processor for both homes of a hashed key that will be looked up soon."""
        if cython.compiled:
            fetch(cython.address(self.slots[self.home(lo >> 32)]))
            fetch(cython.address(self.slots[self.home(lo & LOW_HALF)]))
        return 0

    def add(self, lo, hi):
        """Add a hashed key; the answer is KNOWN, NEW or OVERWROTE. Constant time on average.

        Whoever adds must ``note`` what came of it before the table may grow.
        """
        self.carried[0] = lo if lo != 0 else 1
        if self.width == 2:
            self.carried[1] = hi
        return self.enter(lo)

    def add_words(self, words, at):
        """Add the whole state at ``words[at : at + width]``, as ``add`` does a key."""
        i: cython.int
        for i in range(self.width):
            self.carried[i] = words[at + i]
        return self.enter(self.hash_at(words, at))

    def holds(self, slot):
        """Whether a slot whose first word is right holds the entry in ``carried``."""
        i: cython.int
        for i in range(1, self.width):
            if self.slots[slot + i] != self.carried[i]:
                return False
        return True

    def enter(self, hash):
        """Look for the entry in ``carried`` and add it if it is new."""
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        looked: cython.int = 0
        answer: cython.int = NEW
        word: cython.ulonglong = self.carried[0]
        first: cython.Py_ssize_t = self.home(hash >> 32)
        second: cython.Py_ssize_t = self.home(hash & LOW_HALF)
        i = first
        while i < first + self.bucket_words and self.slots[i] != 0:
            if self.slots[i] == word and self.holds(i):
                return KNOWN
            i += self.width
        at = second
        while at < second + self.bucket_words and self.slots[at] != 0:
            if self.slots[at] == word and self.holds(at):
                return KNOWN
            at += self.width
        if i - first < at - second:
            at = i
        elif at == second + self.bucket_words:
            while True:
                if at == self.end:
                    at = 0
                if self.slots[at] == 0:
                    break
                if self.slots[at] == word and self.holds(at):
                    return KNOWN
                at += self.width
                looked += 1
                if self.forgetting and looked == self.bucket_slots:
                    at = second + cython.cast(cython.Py_ssize_t, (hash >> 29) & 3) * self.width
                    answer = OVERWROTE
                    break
        for i in range(self.width - 1, -1, -1):  # the first word last: see ``share``
            self.slots[at + i] = self.carried[i]
        return answer

    def grow(self, wanted: cython.longlong = 0) -> bool:
        """Enlarge the table in place; False if the memory bound or the system leaves no room.

        Doubles up to 64 MiB, then grows by a sixth. But if there can never be more than ``wanted``
        entries, and four times the size will do for these, it grows to hold them at once. Takes
        time linear in its size.
        """
        old_buckets: cython.longlong = self.buckets
        step: cython.longlong = old_buckets
        enough: cython.double = wanted / (0.94 * self.bucket_slots) + 1
        last_step: cython.longlong = cython.cast(cython.longlong, enough) - old_buckets
        if old_buckets * self.bucket_words >= SMALL_WORDS:
            step = old_buckets // 6
        if wanted > self.entries and 0 < last_step <= 3 * old_buckets:
            step = last_step
        step = min(step, self.largest - old_buckets)
        if step < old_buckets // 16 or step == 0:
            return False
        end: cython.Py_ssize_t = (old_buckets + step) * self.bucket_words
        if end > len(self.slots):
            try:
                self.extend(end)
            except (MemoryError, OSError):
                return False
        self.buckets += step
        self.end = end
        self.spread(old_buckets)
        return True

    def extend(self, words: cython.Py_ssize_t) -> None:
        """Make room for so many words and keep those there are.

        A small table is copied to an array of the new length, a large one to a mapping of 64
        times that: the system supplies its pages, zeroed, as they are first touched, large ones
        where it has them, so that the next steps of growth need no copy.
        """
        old: cython.ulonglong[::1] = self.slots
        if words <= SMALL_WORDS // 8:
            self.slots = WORDS * words
        else:
            self.slots = reserve(min(64 * words, self.largest * self.bucket_words))
        self.slots[: len(old)] = old

    def spread(self, old_buckets: cython.longlong) -> None:
        """Move every entry from the bucket it had among ``old_buckets`` to where it belongs now."""
        number: cython.ulonglong = old_buckets
        old: cython.ulonglong = old_buckets
        new: cython.ulonglong = self.buckets
        hash: cython.ulonglong
        half: cython.ulonglong
        target: cython.ulonglong  # ``new`` stands for none
        i: cython.int
        slot: cython.Py_ssize_t
        to: cython.Py_ssize_t
        stop: cython.Py_ssize_t
        # ``filled[n & 7]`` entries lie in new bucket n, for n from ``lowest`` up: an old bucket
        # is spread over at most five new ones, so eight counters in turn are enough.
        filled: cython.int[8] = [0, 0, 0, 0, 0, 0, 0, 0]
        lowest: cython.ulonglong = new
        aside: cython.ulonglong[::1] = WORDS * (256 * self.width)
        end: cython.Py_ssize_t = 0  # of the words in ``aside``
        while number > 0:
            number -= 1
            slot = cython.cast(cython.Py_ssize_t, number) * self.bucket_words
            stop = slot + self.bucket_words
            while slot < stop and self.slots[slot] != 0:
                hash = self.hash_at(self.slots, slot)
                half = hash >> 32
                if (half * old) >> 32 != number:
                    half = hash & LOW_HALF
                target = (half * new) >> 32
                if (half * old) >> 32 != number or target == number:
                    target = new
                while lowest > target:
                    lowest -= 1
                    filled[lowest & 7] = 0
                if target < new and filled[target & 7] < self.bucket_slots:
                    to = cython.cast(cython.Py_ssize_t, target) * self.bucket_words
                    to += filled[target & 7] * self.width
                    filled[target & 7] += 1
                    for i in range(self.width):
                        self.slots[to + i] = self.slots[slot + i]
                        self.slots[slot + i] = 0
                else:
                    if end == len(aside):
                        more: cython.ulonglong[::1] = WORDS * (2 * end)
                        more[:end] = aside
                        aside = more
                    for i in range(self.width):
                        aside[end + i] = self.slots[slot + i]
                        self.slots[slot + i] = 0
                    end += self.width
                slot += self.width
        self.set_room()
        ahead: cython.Py_ssize_t = 12 * self.width
        for slot in range(0, end, self.width):
            if slot + ahead < end:
                self.prefetch(self.hash_at(aside, slot + ahead))
            self.add_words(aside, slot)
