"""Deals are dealt by a difficulty that is counted, alike on every machine."""

import json
import random
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from solitaire_solver import (
    Accordion,
    Deal,
    Decade,
    Limits,
    OptionError,
    Outcome,
    RoyalMarriage,
    StrictAccordion,
    TenByOne,
    hint,
    solve,
)
from solitaire_solver.cli import main
from solitaire_solver.search import difficulty as module
from solitaire_solver.search.difficulty import difficulty_of, share_of_winning_moves

CLASSES = ("easy", "medium", "hard")
GAMES = [
    Accordion(),
    Accordion(dealt=True),
    RoyalMarriage(),
    Decade(),
    Decade(compulsory=False, loop=True),
]
WITHOUT_CHOICE = [TenByOne(), StrictAccordion(), RoyalMarriage(forced=True)]


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["deal", *words])


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_class_is_what_effort_and_share_make_it(game: Any) -> None:
    met = set()
    for seed in range(30):
        result = solve(game, Deal.from_seed(seed, 24 if game.name != "royal-marriage" else 52))
        if result.solution is None:
            continue
        effort = result.statistics.expanded / max(1, len(result.solution))
        limits = Limits(expansions=20_000)
        won = [each.outcome is Outcome.WON for each in hint(game, result.deal, limits=limits)]
        share = sum(won) / len(won) if won else 1
        expected = "medium"
        if effort > 5 or share < 0.75:
            expected = "hard"
        elif effort <= 1.5 and share == 1:
            expected = "easy"
        assert difficulty_of(result) == expected
        assert share_of_winning_moves(result) >= share
        met.add(expected)
    assert met


@pytest.mark.uncompiled
def test_small_decks_are_as_hard_on_every_machine() -> None:
    found = {
        seed: difficulty_of(result)
        for seed in range(1, 9)
        if (result := solve(Accordion(), Deal.from_seed(seed, 28))).solution is not None
    }
    assert [seed for seed, each in found.items() if each == "easy"] == [2, 4]
    assert [seed for seed, each in found.items() if each == "medium"] == [1]
    assert [seed for seed, each in found.items() if each == "hard"] == [3, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("words", "seeds"),
    [
        (["accordion", "--difficulty=easy"], [8, 9, 10]),
        (["accordion", "--difficulty=medium", "--winnable"], [2, 3, 5]),
        (["accordion", "--difficulty=hard"], [1, 4, 7]),
        (["accordion", "--difficulty=hard", "--option=dealt=true"], [3, 6, 8]),
        (["decade", "--difficulty=easy"], [1, 6, 8]),
        (["decade", "--difficulty=medium"], [10, 14, 16]),
        (["decade", "--difficulty=hard"], [118, 147, 394]),
    ],
    ids=str,
)
def test_a_seed_deals_the_same_packs_of_a_difficulty_for_ever(words: Any, seeds: list[int]) -> None:
    said = run(*words, "--seed=1", "--count=3")
    assert said.exit_code == 0
    assert said.output.splitlines() == [str(Deal.from_seed(seed)) for seed in seeds]
    said = run(*words, f"--seed={seeds[1]}", "--json")
    assert json.loads(said.output) == json.loads(Deal.from_seed(seeds[1]).to_json(words[0]))


def test_the_three_difficulties_share_out_the_packs_that_are_won() -> None:
    for seed in range(1, 9):
        dealt = [
            run("accordion", f"--difficulty={each}", f"--seed={seed}").output for each in CLASSES
        ]
        assert dealt.count(f"{Deal.from_seed(seed)}\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["ten-by-one"],
        ["strict-accordion"],
        ["royal-marriage", "--option=forced=true"],
    ],
    ids=str,
)
def test_a_game_without_choices_that_matter_has_no_difficulty(words: list[str]) -> None:
    said = run(*words, "--difficulty=easy")
    assert said.exit_code == 2
    assert said.stderr == (
        f"solitaire-solver: no deal of {words[0]} is harder than another: every line of play ends "
        "alike\n"
    )


@pytest.mark.parametrize("game", [*GAMES, *WITHOUT_CHOICE], ids=repr)
def test_choices_matter_where_lines_end_differently(game: Any) -> None:
    differ = False
    for seed in range(10):
        deal = Deal.from_seed(seed)
        ends = {game.remaining(random_end(game, deal, number)) for number in range(4)}
        differ |= len(ends) > 1
    assert game.choices_matter is differ


def random_end(game: Any, deal: Deal, number: int) -> Any:
    chance, state = random.Random(number), game.initial_state(deal)
    while moves := list(game.moves(state)):
        state = game.apply(state, chance.choice(moves))
    return state


def test_without_choices_that_matter_there_is_no_difficulty() -> None:
    for game in WITHOUT_CHOICE:
        with pytest.raises(OptionError, match=f"^no deal of {game.name} is harder than another"):
            difficulty_of(solve(game, Deal.from_seed(1)))


def test_a_deal_that_was_not_won_has_no_difficulty() -> None:
    with pytest.raises(OptionError, match=r"^only a deal that was won is easy or hard$"):
        difficulty_of(solve(Accordion(), Deal.parse("AC 2D")))


def test_a_deal_that_is_won_before_it_begins_is_easy() -> None:
    assert difficulty_of(solve(Accordion(), Deal.parse("AC"))) == "easy"


def test_an_interrupted_search_is_not_taken_for_a_lost_move(monkeypatch: Any) -> None:
    result = solve(Accordion(), Deal.from_seed(2))
    quick = hint(Accordion(), Deal.from_seed(2), limits=Limits(expansions=10))
    cut = [each for each in quick if each.outcome is Outcome.UNKNOWN]
    assert cut
    assert cut[0].result is not None
    for search in (None, attrs.evolve(cut[0].result, interrupted=True)):
        stopped = (attrs.evolve(cut[0], result=search),)
        monkeypatch.setattr(module, "hint", lambda *_, stopped=stopped, **__: stopped)
        with pytest.raises(KeyboardInterrupt):
            difficulty_of(result)


def test_a_difficulty_that_no_pack_has_is_given_up(monkeypatch: Any) -> None:
    monkeypatch.setattr("solitaire_solver.cli.DEALER_PACKS", 5)
    said = run("royal-marriage", "--difficulty=hard", "--size=52", "--seed=1")
    assert said.exit_code == 2
    assert said.stderr == (
        "solitaire-solver: none of the last 5 packs was won and hard; no more are tried\n"
    )
