"""SplitMix64: the one source of chance in the package.

SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014)
walks a 64-bit counter in steps of the golden gamma and scrambles each value:

    counter += 0x9E3779B97F4A7C15
    z = (counter ^ counter >> 30) * 0xBF58476D1CE4E5B9
    z = (z       ^ z       >> 27) * 0x94D049BB133111EB
    output = z ^ z >> 31                                   (all modulo 2**64)

It is twelve lines in any language and depends on no library, so a seed means the same deal, the
same hash words and the same line of play on every machine and every Python, for ever. The masks
below do nothing once compiled, where 64-bit words wrap by themselves.
"""

from array import array

import cython

MASK: cython.ulonglong = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GAMMA: cython.ulonglong = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_1: cython.ulonglong = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_2: cython.ulonglong = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


def step(counter):
    """The next value of the counter."""
    return (counter + GAMMA) & MASK


def scramble(counter):
    """The output that belongs to one value of the counter."""
    z: cython.ulonglong = counter
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def random_words(count: cython.int, seed: cython.ulonglong) -> array:
    """The first ``count`` outputs of the generator started at ``seed``, as 64-bit words.

    >>> [hex(word) for word in random_words(2, 0)]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """
    words = array("Q", bytes(8 * count))
    view: cython.ulonglong[::1] = words
    counter: cython.ulonglong = seed
    i: cython.int
    for i in range(count):
        counter = step(counter)
        view[i] = scramble(counter)
    return words


def fill_shuffled(order, seed):
    """Make ``order`` the numbers 0 .. len(order)-1 in the order that ``seed`` shuffles them into.

    Fisher and Yates from the last place down; place ``i`` takes the number at
    ``(high 32 bits of the next output) * (i + 1) >> 32``. No place is favoured by more than
    ``len(order)`` parts in 2**32. Takes time proportional to the length (at most 2**16).
    """
    counter: cython.ulonglong = seed
    places: cython.ulonglong
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    size: cython.Py_ssize_t = len(order)
    for i in range(size):
        order[i] = i
    for i in range(size - 1, 0, -1):
        counter = step(counter)
        places = i + 1
        j = cython.cast(cython.Py_ssize_t, ((scramble(counter) >> 32) * places) >> 32)
        order[i], order[j] = order[j], order[i]
    return 0


def shuffled(size: cython.int, seed: cython.ulonglong) -> list[int]:
    """The numbers 0 .. size-1 in the order that ``seed`` shuffles them into.

    >>> shuffled(8, 1)
    [0, 3, 7, 1, 2, 6, 5, 4]
    """
    order = array("i", bytes(4 * size))
    fill_shuffled(order, seed)
    return order.tolist()
