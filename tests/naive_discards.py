"""Royal Marriage and Ten By One by brute force: what the package is measured against.

Written from the rules, for tests only, and sharing no code with the package: cards are two-letter
texts, rows are tuples of them, and nothing is clever. Good for about ten cards.
"""

from functools import cache

Row = tuple[str, ...]
Move = tuple[str, Row]


# --- Royal Marriage -------------------------------------------------------------------------------


def lay_out(deal: str, suit: str = "H") -> Row:
    """The row of a deal: the queen, the rest, the king."""
    pair = ["Q" + suit, "K" + suit]
    return (pair[0], *[card for card in deal.split() if card not in pair], pair[1])


def match(a: str, b: str) -> bool:
    return a[0] == b[0] or a[1] == b[1]


@cache
def marriage_moves(row: Row, long_runs: bool = False) -> list[Move]:
    """Every legal move with the row it leads to: right catchers from the left, short runs first.

    >>> marriage_moves(("QH", "5C", "6D", "5S", "KH"))
    [('6D', ('QH', '5C', '5S', 'KH'))]
    """
    found = []
    for right in range(2, len(row)):
        for left in range(right - 2, -1, -1):
            caught = row[left + 1 : right]
            allowed = len(caught) <= 2 or (long_runs and len({card[1] for card in caught}) == 1)
            if allowed and match(row[left], row[right]):
                found.append(("+".join(caught), row[: left + 1] + row[right:]))
    return found


@cache
def marriage_least(row: Row, long_runs: bool = False) -> int:
    """The fewest cards that play can leave."""
    return min(
        [marriage_least(after, long_runs) for _, after in marriage_moves(row, long_runs)],
        default=len(row),
    )


def forced_play(row: Row, long_runs: bool = False, greedy: bool = False) -> tuple[list[str], int]:
    """Turn the cards one by one and discard at once: the moves and the cards left.

    ``greedy`` takes the longest run that can go instead of the shortest.
    """
    line: list[str] = []
    written = []
    for newest in row:
        line.append(newest)
        while True:
            possible = []
            for count in range(1, len(line) - 1):
                caught = line[-1 - count : -1]
                one_suit = len({card[1] for card in caught}) == 1
                allowed = count <= 2 or (long_runs and one_suit)
                if allowed and match(line[-2 - count], newest):
                    possible.append(caught)
            if not possible:
                break
            caught = possible[-1] if greedy else possible[0]
            written.append("+".join(caught))
            del line[-1 - len(caught) : -1]
    return written, len(line)


# --- Ten By One -----------------------------------------------------------------------------------


VALUES = {rank: value for value, rank in enumerate("A23456789T", 1)}


def low(cards: Row) -> int:
    """How many of the cards must go."""
    return sum(card[0] in VALUES for card in cards)


@cache
def ten_moves(cards: Row) -> list[Move]:
    """Every legal move with real cards. ``cards`` are the row (ten at most) and then the stock.

    All choices among cards of one rank are listed. New cards take the holes, so rows that differ
    in the order of their cards only are told apart here.
    """
    row, stock = cards[:10], cards[10:]
    groups: list[tuple[str, ...]] = [(a,) for a in row if a[0] == "T"]
    for i, a in enumerate(row):
        for b in row[i + 1 :]:
            if VALUES.get(a[0], 99) + VALUES.get(b[0], 99) == 10:
                groups.append((a, b))
    for rank in "JQK":
        four = tuple(card for card in row if card[0] == rank)
        if len(four) == 4:
            groups.append(four)
    found = []
    for group in groups:
        left, rest = list(row), list(stock)
        for card in group:
            hole = left.index(card)
            left[hole : hole + 1] = rest[:1]
            rest = rest[1:]
        found.append(("+".join(group), (*left, *rest)))
    return found


@cache
def ten_ends(cards: Row) -> frozenset[tuple[tuple[str, ...], int]]:
    """How every line that is played out ends: the ranks in the row sorted, the cards unturned."""
    below = [ten_ends(after) for _, after in ten_moves(cards)]
    if below:
        return frozenset().union(*below)
    return frozenset([(tuple(sorted(card[0] for card in cards[:10])), len(cards[10:]))])
