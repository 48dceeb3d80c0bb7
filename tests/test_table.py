"""The transposition table is a set: it forgets when it must, and never invents.

``meet`` says True for a key that is new. Exactly like a Python set while there is room; once it
forgets, True may be said again of an old key, but False is only ever said of a key that was there.
"""

import random
from array import array
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solitaire_solver.search.table import Table

Key = tuple[int, ...]
WORD = (1 << 64) - 1
ROOMY = 1 << 30


class Subject:
    """A table as the tests use it: ``meet(key)``, and the key under which a set would keep it.

    ``shape`` is the width of hashed keys or, below zero, the number of words of whole states.
    """

    def __init__(self, shape: int, memory: int = ROOMY, expected: int = 1) -> None:
        self.shape = shape
        self.width = abs(shape)
        self.table = Table(self.width, shape < 0, memory, expected)
        self.bytes_a_bucket = 4 * 8 * self.width

    def meet(self, key: Key) -> bool:
        if self.shape < 0:
            return bool(self.table.meet_words(array("Q", key)))
        return bool(self.table.meet(key[0], key[1] if self.width == 2 else 0))

    def known_as(self, key: Key) -> Key:
        """No first word is zero, so a hashed key that begins with 0 shares the place of 1."""
        return (key[0] or 1, *key[1:]) if self.shape > 0 else key


SHAPES = [1, 2, -1, -2, -3, -4, -5, -6]
shapes = pytest.mark.parametrize("shape", SHAPES)


def random_keys(shape: int, count: int, seed: int) -> list[Key]:
    chance = random.Random(seed)
    return [
        (chance.getrandbits(64) or 1, *[chance.getrandbits(64) for _ in range(abs(shape) - 1)])
        for _ in range(count)
    ]


#: Keys that crowd: many with one home, with homes at either end, or alike but for one word.
CROWDS: dict[str, Callable[[int, int], Key]] = {
    "one home": lambda i, width: (5 << 32 | 5, i)[:width] if width > 1 else (i + 1,),
    "last home": lambda i, width: (WORD - (i << 40), i)[:width],
    "first home": lambda i, width: (i, i)[:width],
    "both ends": lambda i, width: ((i << 32 | WORD >> 32) or 1, 7)[:width],
    "last home only": lambda i, width: (WORD, i)[:width] if width > 1 else (WORD - i,),
    "two homes": lambda i, width: (WORD >> 32, i)[:width] if width > 1 else (i + 1,),
    "high word": lambda i, width: (1, i << 50)[:width] if width > 1 else (i + 1,),
}


def crowd(name: str, shape: int, count: int) -> list[Key]:
    width = abs(shape)
    keys = []
    for i in range(count):
        key = CROWDS[name](i, width)
        if shape < 0 and key[0] == 0:
            key = (WORD, *key[1:])
        keys.append((*key, *[0] * (width - len(key))))
    return keys


def assert_is_a_set(subject: Subject, keys: Iterable[Key]) -> None:
    seen: set[Key] = set()
    for key in keys:
        known = subject.known_as(key)
        assert subject.meet(key) == (known not in seen)
        seen.add(known)
    assert subject.table.entries == len(seen)
    assert subject.table.forgotten == 0
    assert not subject.table.forgetting


# --- with room ------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@shapes
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_table_with_room_is_a_set(shape: int, data: st.DataObject) -> None:
    few = st.sampled_from([1, 2, 3, 1 << 32, WORD, WORD << 32 & WORD, WORD >> 32])
    first = few | st.integers(1 if shape < 0 else 0, WORD)
    rest = [st.sampled_from([0, 1, WORD]) for _ in range(abs(shape) - 1)]
    keys = data.draw(st.lists(st.tuples(first, *rest), max_size=80))
    assert_is_a_set(Subject(shape), [*keys, *keys])


@shapes
@pytest.mark.parametrize("name", CROWDS)
def test_keys_that_crowd_are_kept_apart(shape: int, name: str) -> None:
    keys = crowd(name, shape, 300)
    assert_is_a_set(Subject(shape), [*keys, *reversed(keys)])


@shapes
def test_growth_keeps_every_entry(shape: int) -> None:
    keys = random_keys(shape, 30_000, seed=shape + 10)
    subject = Subject(shape)
    before = subject.table.bytes
    for key in keys:
        assert subject.meet(key)
    assert subject.table.bytes > 100 * before
    assert not any(subject.meet(key) for key in keys)
    assert subject.table.entries == len(keys)


@shapes
def test_each_step_of_growth_keeps_every_entry(shape: int) -> None:
    keys = random_keys(shape, 2_000, seed=shape + 20) + crowd("last home", shape, 60)
    subject = Subject(shape)
    sizes = {subject.table.bytes}
    for count, key in enumerate(keys):
        subject.meet(key)
        if subject.table.bytes not in sizes:
            sizes.add(subject.table.bytes)
            assert not any(subject.meet(old) for old in keys[:count])
    assert len(sizes) > 5


@pytest.mark.uncompiled
def test_growth_by_hand_keeps_every_entry() -> None:
    subject = Subject(2)
    keys = random_keys(2, 500, seed=5)
    for key in keys:
        subject.meet(key)
    for _ in range(4):
        size = subject.table.bytes
        assert subject.table.grow()
        assert subject.table.bytes > size
        assert not any(subject.meet(key) for key in keys)
    assert subject.table.entries == len(keys)


@shapes
@pytest.mark.parametrize("times", [2, 3, 4])
def test_growth_at_once_to_what_is_wanted_keeps_every_entry(shape: int, times: int) -> None:
    subject = Subject(shape, expected=600)
    keys = random_keys(shape, 590, seed=6) + crowd("last home", shape, 5)
    for key in keys:
        subject.meet(key)
    size = subject.table.bytes
    assert subject.table.grow(wanted=600 * times)
    assert (times - 0.5) * size < subject.table.bytes < (times + 0.5) * size
    assert not any(subject.meet(key) for key in keys)
    assert subject.table.entries == len(keys)


@pytest.mark.parametrize(
    ("shape", "expected", "count"),
    [
        pytest.param(2, 1, 600_000, id="hashed-past-8-MiB"),
        pytest.param(-32, 1, 40_000, id="exact-past-8-MiB"),
        pytest.param(-32, 250_000, 270_000, id="exact-past-64-MiB"),
    ],
)
def test_a_large_table_grows_and_keeps_every_entry(shape: int, expected: int, count: int) -> None:
    # The keys are those of a counter, so that they need not be kept to be met again.
    subject = Subject(shape, expected=expected)
    meet, words = subject.table.meet_words, array("Q", [0] * abs(shape))
    before = subject.table.bytes
    for i in range(1, count):
        words[0] = i * 0x9E3779B97F4A7C15 & WORD
        assert meet(words)
    if before > 64 << 20:
        assert 1.16 < subject.table.bytes / before < 1.17
    else:
        assert subject.table.bytes > 8 << 20
    for i in range(1, count):
        words[0] = i * 0x9E3779B97F4A7C15 & WORD
        assert not meet(words)
    assert subject.table.entries == count - 1
    assert subject.table.bytes < 2.2 * 8 * subject.width * subject.table.entries
    subject.table.clear()
    assert subject.table.bytes == before
    assert meet(words)
    assert subject.table.entries == 1


def test_a_table_that_gets_no_more_memory_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(words: int) -> None:
        raise OSError("cannot allocate memory")

    monkeypatch.setattr("solitaire_solver.search.table.reserve", refuse)
    subject = Subject(-32)
    meet, words = subject.table.meet_words, array("Q", [0] * 32)
    for i in range(1, 40_000):
        words[0] = i * 0x9E3779B97F4A7C15 & WORD
        assert meet(words)
    assert subject.table.entries + subject.table.forgotten == 39_999
    assert subject.table.bytes <= 8 << 20
    assert subject.table.forgetting


@shapes
def test_clear_empties_and_gives_memory_back(shape: int) -> None:
    subject = Subject(shape, memory=4096)
    empty = subject.table.bytes
    keys = random_keys(shape, 2_000, seed=3)
    for key in keys:
        subject.meet(key)
    assert subject.table.forgetting
    subject.table.clear()
    assert (subject.table.entries, subject.table.forgotten) == (0, 0)
    assert not subject.table.forgetting
    assert subject.table.bytes == empty
    assert_is_a_set(subject, keys[:40])


@shapes
def test_a_load_of_over_seven_tenths_is_reached_before_each_growth(shape: int) -> None:
    subject = Subject(shape, expected=1000)
    size = subject.table.bytes
    for count, key in enumerate(random_keys(shape, 4_000, seed=9)):
        subject.meet(key)
        if subject.table.bytes > size:
            assert (count + 1) * 8 * subject.width > 0.7 * size
            size = subject.table.bytes


# --- without room ---------------------------------------------------------------------------------


def assert_never_invents(subject: Subject, keys: Iterable[Key]) -> None:
    seen: set[Key] = set()
    new = 0
    for key in keys:
        forgetting = subject.table.forgetting
        said_new = subject.meet(key)
        assert said_new or subject.known_as(key) in seen
        seen.add(subject.known_as(key))
        new += said_new
        if forgetting:
            assert not subject.meet(key), "what was added a moment ago is there"
    assert subject.table.entries + subject.table.forgotten == new
    assert subject.table.entries <= subject.table.bytes // (8 * subject.width)


@pytest.mark.uncompiled
@shapes
@pytest.mark.parametrize("memory", [1, 512, 4096])
def test_a_full_table_forgets_and_never_invents(shape: int, memory: int) -> None:
    subject = Subject(shape, memory)
    keys = random_keys(shape, 600, seed=memory)
    chance = random.Random(1)
    assert_never_invents(subject, [chance.choice(keys) for _ in range(3_000)])
    assert subject.table.forgetting
    assert subject.table.forgotten > 0


@shapes
@pytest.mark.parametrize("name", CROWDS)
def test_a_full_table_of_keys_that_crowd_forgets_and_never_invents(shape: int, name: str) -> None:
    subject = Subject(shape, memory=1)
    keys = crowd(name, shape, 100)
    chance = random.Random(2)
    assert_never_invents(subject, [chance.choice(keys) for _ in range(2_000)])


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from(SHAPES),
    st.integers(1, 6000),
    st.lists(st.integers(0, 300), max_size=400),
    st.integers(0, 1 << 30),
)
def test_a_table_of_any_memory_never_invents(
    shape: int, memory: int, picks: list[int], seed: int
) -> None:
    keys = random_keys(shape, 301, seed)
    assert_never_invents(Subject(shape, memory), [keys[pick] for pick in picks])


@shapes
@pytest.mark.parametrize("memory", [1, 600, 1000, 4096, 5000, 65_536, 100_000, 1_000_000])
def test_the_memory_bound_is_kept(shape: int, memory: int) -> None:
    subject = Subject(shape, memory, expected=100)
    bound = max(memory, 4 * subject.bytes_a_bucket)
    for key in random_keys(shape, 8_000, seed=memory):
        subject.meet(key)
        assert subject.table.bytes <= bound
    assert subject.table.entries <= subject.table.bytes // (8 * subject.width)


@shapes
def test_a_full_table_uses_the_memory_that_it_may(shape: int) -> None:
    subject = Subject(shape, memory=100_000)
    for key in random_keys(shape, 30_000, seed=4):
        subject.meet(key)
    assert subject.table.forgetting
    assert subject.table.bytes > 90_000
    assert subject.table.entries * 8 * subject.width > 85_000


@shapes
def test_nearly_full_nothing_is_forgotten(shape: int) -> None:
    subject = Subject(shape, memory=65_536)
    capacity = 65_536 // (8 * subject.width)
    keys = random_keys(shape, capacity * 9 // 10, seed=6)
    assert_is_a_set(subject, [*keys, *keys])


@pytest.mark.uncompiled
def test_growing_stops_at_the_bound() -> None:
    table = Table(2, False, 4096)
    while table.grow():
        assert table.bytes <= 4096
    assert not table.grow()
    assert table.meet(3, 4)
    assert not table.meet(3, 4)


@pytest.mark.uncompiled
def test_a_table_told_to_forget_early_still_fills_up_first() -> None:
    table = Table(2, False, 4096)
    table.forget()
    keys = random_keys(2, 100, seed=8)
    assert all(table.meet(*key) for key in keys)
    assert not any(table.meet(*key) for key in keys)
    assert (table.entries, table.forgotten) == (100, 0)
