"""Every strategy agrees with every other wherever both decide.

    python tests/strategies_agree.py --rows 5000 --seed 1

searches that many random Accordion rows of 8 to 18 cards, and a tenth as many small deals of every
other game, with all strategies, and prints what each decided. It stops with a traceback at the
first two that disagree, a line that the referee refuses, or a claim of a minimum or a shortest line
that another strategy's line refutes. ``test_strategies_agree.py`` does the same with fewer.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from agreement import PlainAccordion
from shortest import DECADES, Maze, marriage, tens

from solitaire_solver import (
    Accordion,
    AStar,
    Beam,
    Deal,
    DepthFirst,
    Game,
    Limits,
    Outcome,
    Portfolio,
    Result,
    RoyalMarriage,
    TenByOne,
    solve,
    verify,
)
from solitaire_solver.cards import FULL_DECK

STRATEGIES: dict[str, Any] = {
    "portfolio": Portfolio(),
    "depth-first": DepthFirst(),
    "depth-first, ordered": DepthFirst(ordered=True),
    "depth-first, no prunes": DepthFirst(prune=False),
    "depth-first, 64-bit keys": DepthFirst(keys=64),
    "depth-first, exact keys": DepthFirst(keys="exact"),
    "beam of 1": Beam(1),
    "beam of 10": Beam(10),
    "beam of 100": Beam(100),
    "beam of 100, moves left": Beam(100, "moves-left"),
    "beam of a million": Beam(10**6),
    "astar": AStar(),
    "astar, weight 0": AStar(weight=0),
    "astar, weight 2": AStar(weight=2),
    "astar, weight 0.5": AStar(weight=0.5),
}
LIMITS = Limits(expansions=5_000_000)


def rows(count: int, seed: int) -> Iterator[Deal]:
    """Random rows of 8 to 18 cards."""
    chance = random.Random(seed)
    for _ in range(count):
        yield Deal(tuple(chance.sample(FULL_DECK, chance.randint(8, 18))))


def pairs(seed: int) -> str:
    """Eight pairs that make ten and six court cards, for Ten By One."""
    chance = random.Random(seed)
    couples = [(low + suit, high + suit) for suit in "CDHS" for low, high in ("A9", "28", "37")]
    cards = [card for couple in chance.sample(couples, 8) for card in couple]
    cards += chance.sample([rank + suit for suit in "CDHS" for rank in "JQK"], 6)
    return " ".join(chance.sample(cards, len(cards)))


def instances(count: int, seed: int) -> Iterator[tuple[str, Game, Any]]:
    """Accordion rows, and a tenth as many small deals of each other game, with a name for each."""
    for deal in rows(count, seed):
        yield "accordion", Accordion(), deal
    for number in range(seed, seed + count // 10):
        size = 5 + number % 6
        yield "accordion, dealt", Accordion(dealt=True), Deal.from_seed(number, size)
        yield "accordion, plain Python", PlainAccordion(), Deal.from_seed(number, size)
        marriages = RoyalMarriage(long_runs=number % 2 == 1)
        yield "royal marriage", marriages, Deal.parse(marriage(number))
        yield "decade", DECADES[number % len(DECADES)], Deal.parse(tens(number))
        yield "ten by one", TenByOne(), Deal.parse(pairs(number))
        yield "maze, plain Python", Maze(number), 1 + number % 30


def compare(game: Game, deal: Any) -> dict[str, Result]:
    """Search a deal with all strategies and check that no two of them contradict each other."""
    results = {name: solve(game, deal, how, LIMITS) for name, how in STRATEGIES.items()}
    about = f"{game} {deal}"
    outcomes = {result.outcome for result in results.values()} - {Outcome.UNKNOWN}
    assert len(outcomes) <= 1, f"{about}: {outcomes}"
    fewest = min(result.remaining for result in results.values())
    lengths = [len(r.solution) for r in results.values() if r.solution is not None]
    for name, result in results.items():
        replay = verify(game, deal, result.best_line)
        assert replay.remaining == result.remaining, f"{about}, {name}"
        assert replay.won == (result.outcome is Outcome.WON), f"{about}, {name}"
        if result.remaining_is_minimum:
            assert result.remaining == fewest, f"{about}, {name}"
        if result.solution_is_shortest:
            assert len(result.best_line) == min(lengths), f"{about}, {name}"
    return results


def run(count: int, seed: int) -> dict[str, dict[str, Counter[str]]]:
    """Compare on all instances; how often each strategy answered what, by kind of game."""
    answers: dict[str, dict[str, Counter[str]]] = {}
    for kind, game, deal in instances(count, seed):
        counts = answers.setdefault(kind, {name: Counter() for name in STRATEGIES})
        for name, result in compare(game, deal).items():
            counts[name][str(result.outcome)] += 1
    return answers


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=5000, help="how many rows (default 5000)")
    parser.add_argument("--seed", type=int, default=1, help="of the rows (default 1)")
    arguments = parser.parse_args()
    for kind, counts in run(arguments.rows, arguments.seed).items():
        print(f"\n{kind:<26}{'won':>8}{'unwinnable':>12}{'unknown':>9}{'decided':>9}")
        for name, count in counts.items():
            won, lost, unknown = (count[str(outcome)] for outcome in Outcome)
            print(f"  {name:<24}{won:>8}{lost:>12}{unknown:>9}{won + lost:>9}")
