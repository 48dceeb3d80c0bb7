"""Hints say of every move what brute force says, and a line is lost where brute force loses it."""

import itertools
import json
import random
import re
from typing import Any

import pytest
from click.testing import CliRunner
from oracles import Oracle, oracle
from test_kernels import CASES
from test_positions import is_empty, states

from solitaire_solver import (
    Accordion,
    Deal,
    Decade,
    DepthFirst,
    Game,
    Hint,
    IllegalMoveError,
    Limits,
    Loss,
    OptionError,
    Outcome,
    RoyalMarriage,
    SolitaireError,
    TenByOne,
    display,
    hint,
    solve,
    verify,
    where_lost,
)
from solitaire_solver.cli import main
from solitaire_solver.search import hint as module
from solitaire_solver.viewer.frames import frames
from solitaire_solver.viewer.page import page

GAMES = {name: (game, deals) for name, game, deals in CASES}
every_game = pytest.mark.parametrize("name", GAMES)
ORDER = [Outcome.WON, Outcome.UNKNOWN, Outcome.UNWINNABLE]
DEAL = Deal.parse("JC TC 2D TD 9C")
WINNING = solve(Accordion(), DEAL).best_line
#: A pack that open play wins and few states do not.
PACK = Deal.from_seed(3)


class Lattice(Game):
    """Step left or, from an odd column, down; won at (0, 0), so lost in column 0 above it."""

    name = "lattice"
    acyclic = True

    def initial_state(self, deal: tuple[int, int]) -> tuple[int, int]:
        return deal

    def moves(self, state: tuple[int, int]) -> list[str]:
        x, y = state
        return ["left"] * (x > 0) + ["down"] * (y > 0 and x % 2)

    def apply(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        return (state[0] - 1, state[1]) if move == "left" else (state[0], state[1] - 1)

    def is_won(self, state: tuple[int, int]) -> bool:
        return state == (0, 0)

    def remaining(self, state: tuple[int, int]) -> int:
        return sum(state)

    def position(self, state: tuple[int, int]) -> tuple[int, int]:
        return state


def assert_in_order(hints: tuple[Hint, ...]) -> None:
    """Won, undecided, lost; by length and by what is left; otherwise in the order of the game."""
    ranks = [
        (ORDER.index(each.outcome), len(each.line) if each.outcome is ORDER[0] else each.remaining)
        for each in hints
    ]
    assert ranks == sorted(ranks)


# --- hints ----------------------------------------------------------------------------------------


@every_game
def test_every_move_has_the_verdict_and_the_least_of_brute_force(name: str) -> None:
    game, deals = GAMES[name]
    truth = oracle(game)
    for state in {state for state in states(game, deals, 2) if not is_empty(state)}:
        position = game.position(state)
        hints = hint(game, position, objective="minimum")
        order = list(game.moves(state))
        assert sorted(order.index(each.move) for each in hints) == list(range(len(order)))
        assert_in_order(hints)
        for each in hints:
            after = game.apply(state, each.move)
            won = truth.winnable(after)
            assert each.outcome is (Outcome.WON if won else Outcome.UNWINNABLE)
            assert each.line[0] == each.move
            replay = verify(game, position, map(str, each.line))
            assert (replay.remaining, replay.won) == (each.remaining, won)
            assert each.remaining_is_minimum
            assert each.remaining == truth.least(after)
        quick = hint(game, position)
        assert {each.move: each.outcome for each in quick} == {
            each.move: each.outcome for each in hints
        }
        for one, other in itertools.pairwise(quick):
            if one.outcome is other.outcome and module._rank(one) == module._rank(other):
                assert order.index(one.move) < order.index(other.move)


def test_a_move_that_wins_at_once_is_not_searched() -> None:
    (won,) = hint(Accordion(), Deal.parse("AC 3C"))
    assert (won.outcome, won.remaining, won.remaining_is_minimum) == (Outcome.WON, 1, True)
    assert won.line == (won.move,) and won.result is None
    (cleared,) = hint(Decade(), Deal.parse("6H 7D 7S"))
    assert cleared.outcome is Outcome.WON and cleared.result is None


def test_a_position_without_moves_has_no_hints() -> None:
    assert hint(Accordion(), Deal.parse("AC")) == hint(Accordion(), Deal.parse("AC 2D")) == ()


def test_moves_within_limits_are_undecided_and_stand_between() -> None:
    hints = hint(Accordion(), PACK, limits=Limits(expansions=60))
    outcomes = {each.outcome for each in hints}
    assert {Outcome.WON, Outcome.UNKNOWN} == outcomes
    assert_in_order(hints)
    for each in hints:
        assert each.result is not None
        assert each.result.statistics.expanded <= 60
        replay = verify(Accordion(), PACK, each.line)
        assert replay.remaining == each.remaining
        if each.outcome is Outcome.UNKNOWN:
            assert (each.result.limit, each.remaining_is_minimum) == ("expansions", False)


def test_a_line_known_to_win_saves_its_search_and_stands_as_it_is() -> None:
    line = solve(Accordion(), PACK).solution
    assert line is not None
    hints = hint(Accordion(), PACK, known=line, limits=Limits(expansions=60))
    (found,) = [each for each in hints if each.move == line[0]]
    assert (found.outcome, found.line, found.result) == (Outcome.WON, line, None)
    (texts,) = [
        each
        for each in hint(Accordion(), PACK, known=map(str, line), limits=Limits(expansions=60))
        if each.move == line[0]
    ]
    assert list(map(str, texts.line)) == list(map(str, line))
    others = hint(Accordion(), PACK, limits=Limits(expansions=60))
    assert [(each.move, each.line) for each in hints if each != found] == [
        (each.move, each.line) for each in others if each.move != line[0]
    ]


def test_a_known_line_must_win() -> None:
    with pytest.raises(OptionError, match=r"^the line that is known to win does not win$"):
        hint(Accordion(), DEAL, known=["TC>JC"])
    with pytest.raises(IllegalMoveError):
        hint(Accordion(), DEAL, known=["9C>JC"])


@pytest.mark.parametrize(
    "text", ["TD>2D 9C>JC TC>9C TD>TC", "td > 2♦, 9C>JC,TC >9C TD>TC", ["TD>2D", *WINNING[1:]]]
)
def test_a_known_line_may_be_a_text(text: Any) -> None:
    hints = hint(Accordion(), DEAL, known=text)
    assert hints[0] == hint(Accordion(), DEAL, known=WINNING)[0]
    assert hints[0].result is None
    assert all(type(move) is type(WINNING[0]) for move in hints[0].line)


def test_a_strategy_is_used_for_every_move() -> None:
    for each in hint(Accordion(), DEAL, DepthFirst(prune=False, keys="exact")):
        assert each.result is None or each.result.proof is None or not each.result.proof.prunes


def test_after_an_interruption_the_other_moves_are_undecided(monkeypatch: Any) -> None:
    def interrupted(*words: Any, **options: Any) -> Any:
        def press(_: object) -> None:
            raise KeyboardInterrupt

        options["progress"] = press
        monkeypatch.setattr("solitaire_solver.search.limits.Meter.PROGRESS_SECONDS", 0.0)
        return solve(*words, **options)

    monkeypatch.setattr(module, "solve", interrupted)
    hints = hint(Accordion(), PACK)
    assert [each.outcome for each in hints].count(Outcome.UNKNOWN) == len(hints) > 1
    assert sum(each.result is not None for each in hints) == 1
    assert all(each.remaining <= 51 for each in hints)
    texts = list(display.hints(Accordion(), PACK, hints))
    assert all("undecided: interrupted" in text for text in texts)


def test_a_game_in_plain_python_gives_hints_if_it_has_positions() -> None:
    hints = hint(Lattice(), (1, 1))
    assert [(each.move, each.outcome) for each in hints] == [
        ("down", Outcome.WON),
        ("left", Outcome.UNWINNABLE),
    ]

    class Silent(Lattice):
        def position(self, state: Any) -> Any:
            return Game.position(self, state)

    with pytest.raises(OptionError, match=r"^lattice cannot begin in mid-game"):
        hint(Silent(), (1, 1))


def test_what_is_no_deal_is_said() -> None:
    with pytest.raises(SolitaireError, match="is no deal; "):
        hint(Accordion(), "AC 3H")
    with pytest.raises(OptionError, match="is no game"):
        hint("accordion", DEAL)  # type: ignore[arg-type]


# --- where a line was lost ------------------------------------------------------------------------


def first_loss(game: Any, truth: Oracle, along: list[Any]) -> int | None:
    """The number of the first state that cannot be won, by brute force one after the other."""
    return next((step for step, state in enumerate(along) if not truth.winnable(state)), None)


@every_game
def test_a_line_is_lost_where_brute_force_loses_it(name: str) -> None:
    game, deals = GAMES[name]
    truth = oracle(game)
    for number, text in enumerate(deals * 3):
        chance = random.Random(number)
        deal = Deal.parse(text)
        along, line = [game.initial_state(deal)], []
        while moves := list(game.moves(along[-1])):
            line.append(chance.choice(moves))
            along.append(game.apply(along[-1], line[-1]))
        for length in {len(line), len(line) // 2}:
            step = first_loss(game, truth, along[: length + 1])
            loss = where_lost(game, deal, map(str, line[:length]))
            assert loss.step == step
            if step is None:
                assert loss == Loss(Outcome.WON)
            elif step == 0:
                assert loss == Loss(Outcome.UNWINNABLE, 0)
            else:
                assert (loss.outcome, loss.before) == (Outcome.UNWINNABLE, Outcome.WON)
                assert loss.move == line[step - 1]
                assert verify(game, deal, [*line[: step - 1], *(loss.better or ())]).won


def test_with_limits_the_loss_is_found_where_it_is_proved() -> None:
    line: list[Any] = []
    game = Accordion()
    state = game.initial_state(PACK)
    chance = random.Random(4)
    while moves := list(game.moves(state)):
        line.append(chance.choice(moves))
        state = game.apply(state, line[-1])
    loss = where_lost(game, PACK, line, limits=Limits(expansions=20))
    assert loss.step is not None
    assert loss.move == line[loss.step - 1]
    assert loss.before is Outcome.UNKNOWN and loss.better is None
    later = where_lost(game, PACK, line, limits=Limits(expansions=20_000))
    assert later.step is not None and later.step <= loss.step


def test_a_line_that_may_still_win_is_not_lost() -> None:
    assert where_lost(Accordion(), DEAL, "TD>2D") == Loss(Outcome.WON)
    assert where_lost(Accordion(), DEAL, []) == Loss(Outcome.WON)
    assert where_lost(Accordion(), DEAL, "TD>2D, 9C>JC TC>9C TD>TC") == Loss(Outcome.WON)
    cut = where_lost(Accordion(), PACK, [], limits=Limits(expansions=20))
    assert cut == Loss(Outcome.UNKNOWN)


def test_moves_may_be_spelt_as_the_referee_reads_them() -> None:
    assert where_lost(Accordion(), DEAL, ["td > 2♦", "10c>JC"]).step == 2
    ten = Deal.parse("AS AC 9H 9D KC | ".replace("|", ""))
    assert where_lost(TenByOne(), ten, ["9D+AC", "9h + as"]) == Loss(Outcome.WON)
    assert where_lost(Decade(), Deal.parse("6H 7D 6S 4C"), ["deal"]).outcome is Outcome.UNWINNABLE
    marriage = Deal.parse("QH 5C 6D 5S KH")
    assert where_lost(RoyalMarriage(), marriage, ["6d"]) == Loss(Outcome.WON)


SPACED = [
    (Accordion(), "JC TC 2D TD 9C", "TD > 2D, 9C >JC  TC> 9C\nTD>TC"),
    (Decade(), "6H 7D 7S TC", "6H + 7D +7S, deal"),
    (TenByOne(), "AS AC 9H 9D KC", "9D + AC,9h+ as"),
    (RoyalMarriage(), "QH 5C 6D 5S KH", "6d 5C + 5S"),
]


@pytest.mark.parametrize(("game", "deal", "text"), SPACED, ids=str)
def test_a_line_in_one_text_is_read_alike_everywhere(game: Any, deal: str, text: str) -> None:
    cards, moves = Deal.parse(deal), re.sub(r" *([>+]) *", r"\1", text).replace(",", " ").split()
    assert verify(game, cards, text) == verify(game, cards, moves)
    assert where_lost(game, cards, text) == where_lost(game, cards, moves)
    assert [frame.move for frame in frames(game, cards, text)] == ["", *moves]
    assert list(game.layouts(cards, text)) == list(game.layouts(cards, moves))
    words = ["verify", game.name, deal, text]
    assert "Legal" in CliRunner().invoke(main, words).output


def test_a_line_of_a_game_in_plain_python_may_be_a_text_too() -> None:
    assert verify(Lattice(), (1, 1), "down, left") == verify(Lattice(), (1, 1), ["down", "left"])
    assert where_lost(Lattice(), (3, 1), "left left left").step == 3


@pytest.mark.parametrize("line", [None, 5])
@pytest.mark.parametrize(
    "read",
    [
        lambda line: verify(Accordion(), DEAL, line),
        lambda line: verify(Lattice(), (1, 1), line),
        lambda line: where_lost(Accordion(), DEAL, line),
        lambda line: hint(Accordion(), DEAL, known=line),
        lambda line: list(frames(Accordion(), DEAL, line)),
        lambda line: page(Accordion(), DEAL, line),
    ],
)
def test_what_is_no_line_is_said(read: Any, line: Any) -> None:
    with pytest.raises(OptionError, match=rf"^{line} is no line of moves$"):
        read(line)


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(IllegalMoveError, match=r"^move 2 \(2D>TC\)"):
        where_lost(Accordion(), DEAL, ["TD>2D", "2D>TC"])


def test_a_game_in_plain_python_has_its_losses_found() -> None:
    loss = where_lost(Lattice(), (3, 1), ["left", "left", "left"])
    better = ("down", "left")
    assert loss == Loss(Outcome.UNWINNABLE, 3, "left", Outcome.WON, better)


# --- the command ----------------------------------------------------------------------------------


def run(*words: str, stdin: str = "") -> Any:
    return CliRunner().invoke(main, ["hint", *words], input=stdin)


def test_the_deal_may_have_a_number_or_come_from_a_file_or_standard_input(tmp_path: Any) -> None:
    few = ["--expansions", "50"]
    typed = run("accordion", str(DEAL), *few).output
    (tmp_path / "deals.txt").write_text(f"# two\n{DEAL} # mine\nAC 3H\n", encoding="utf-8")
    assert run("accordion", "--file", str(tmp_path / "deals.txt"), *few).output == typed
    assert run("accordion", "-", *few, stdin=f"{DEAL}\nAC 3H\n").output == typed
    seed = run("decade", str(Deal.from_seed(4)), *few).output
    assert run("decade", "--number", "4", *few).output == seed
    microsoft = run("decade", str(Deal.from_number(4, "ms")), *few).output
    assert run("decade", "--number", "4", "--numbering", "ms", *few).output == microsoft


def test_the_command_prints_a_line_for_each_move() -> None:
    said = run("accordion", str(DEAL))
    assert said.output.splitlines() == [
        "TD>2D  wins in 4 moves",
        "TC>JC  lost: 4 piles reached",
        "9C>TC  lost: 4 piles reached",
    ]
    assert said.exit_code == 0
    assert "lost: 2 piles left at best" in run("accordion", str(DEAL), "--objective=minimum").output


def test_the_command_prints_json() -> None:
    said = json.loads(run("accordion", "--json", "--option", "dealt=true", "AC 3H | AH").output)
    (move,) = said.pop("hints")
    assert said == {"game": "accordion", "options": {"dealt": True}, "deal": "AC 3H | AH"}
    assert move == {
        "move": "turn",
        "outcome": "won",
        "remaining": 1,
        "remaining_is_minimum": True,
        "line": ["turn", "AH>3H", "AH>AC"],
        "proof": None,
        "limit": None,
    }
    lost = json.loads(run("accordion", "--json", str(DEAL)).output)["hints"][1]
    assert (lost["outcome"], lost["proof"]["prunes"]) == ("unwinnable", ["dead rows"])


@pytest.mark.parametrize(
    ("words", "status", "output"),
    [
        (["accordion", "AC 3C"], 0, "3C>AC  wins in 1 move\n"),
        (["accordion", "AC 3H AH KS"], 1, "AH>3H  lost: 3 piles reached\n"),
        (["accordion", "AC"], 0, "No move is legal: the game is over, won.\n"),
        (["accordion", "AC 2D"], 1, "No move is legal: the game is over, 2 piles left.\n"),
    ],
)
def test_the_exit_status_is_that_of_the_best_move(
    words: list[str], status: int, output: str
) -> None:
    said = run(*words)
    assert (said.exit_code, said.output) == (status, output)


def test_the_exit_status_of_undecided_moves_is_3() -> None:
    said = run("accordion", str(PACK), "--expansions", "10")
    assert said.exit_code == 3
    assert all(
        "reached within the limit on expansions" in line for line in said.output.splitlines()
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["accordion", "AC 3H | AH"], "open Accordion lays all cards in the row"),
        (["accordion", "AC 1H"], "card 2: '1H' is no card"),
        (["chess", "AC"], "there is no game 'chess'"),
        (["accordion"], "give one of DEAL, --file and --number"),
        (["accordion", "AC", "--number", "1"], "give one of DEAL, --file and --number"),
        (["accordion", "AC", "--numbering", "ms"], "--numbering says whose --number it is"),
        (["accordion", "-"], "standard input: there is no deal in it"),
        (["accordion", "--file", ""], "'': No such file or directory"),
        (
            ["accordion", "AC 3H", "--seconds", "0"],
            "the limit on seconds must be above zero, not 0",
        ),
    ],
)
def test_bad_input_is_said_in_a_sentence(words: list[str], message: str) -> None:
    said = run(*words)
    assert said.exit_code == 2
    assert said.stderr.startswith(f"solitaire-solver: {message}")
