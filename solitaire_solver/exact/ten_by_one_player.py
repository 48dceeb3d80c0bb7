"""Ten By One in one pass over the deal.

``docs/games/ten_by_one.md`` proves that the order of removals does not matter: every line that is
played until nothing can be removed ends in the same state. So the first line that comes to hand
decides a deal, and when it does not win no line does.

The line here is that of a player who turns one card at a time into a row with room for it and
removes what the new card makes possible, if anything. Before it nothing could be removed, so the
new card is part of any removal, and there is at most one. The rules refill both holes of a pair
before the next removal, this player one by one; that only means that the row of the rules always
holds what this one holds, so the line is legal. It stops when the row is full or the deal is out,
and nothing can be removed then.

Each rank has a queue of its own, four places long, in which its cards wait for a partner: for a
new card of rank r one of rank 10 - r, for a jack, queen or king three of its own.
"""

import cython

ROW = cython.declare(cython.int, 10)

#: Ranks count from 0 here, as in card numbers.
FIVE = cython.declare(cython.int, 4)
TEN = cython.declare(cython.int, 9)


def play(deal: list[int]) -> tuple[int, list[tuple[int, ...]]]:
    """Play a deal of card numbers to its end: the cards ace to ten left, and the removals.

    >>> play([0, 10, 8, 9, 14])
    (1, [(0, 8), (9,)])
    """
    waiting: cython.int[52] = [0] * 52
    begin: cython.int[13] = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48]
    end: cython.int[13] = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48]
    size: cython.int = len(deal)
    in_row: cython.int = 0
    left: cython.int = 0
    i: cython.int
    card: cython.int
    rank: cython.int
    partner: cython.int
    removals: list[tuple[int, ...]] = []
    for i in range(size):
        card = deal[i]
        rank = card % 13
        left += rank <= TEN
        if in_row == ROW:
            continue
        if rank == TEN:
            removals.append((card,))
            left -= 1
        elif rank < TEN and begin[8 - rank] < end[8 - rank]:
            partner = waiting[begin[8 - rank]]
            begin[8 - rank] += 1
            if rank >= FIVE:
                card, partner = partner, card
            removals.append((card, partner))
            left -= 2
            in_row -= 1
        elif rank > TEN and end[rank] - begin[rank] == 3:
            removals.append((rank, rank + 13, rank + 26, rank + 39))
            in_row -= 3
        else:
            waiting[end[rank]] = card
            end[rank] += 1
            in_row += 1
    return left, removals
