"""Claims: complete entries, verdicts by the stated rule, and a command that says what it could."""

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from solitaire_solver import (
    Accordion,
    Deal,
    Decade,
    DepthFirst,
    Limits,
    OptionError,
    Outcome,
    StrictAccordion,
    TenByOne,
    __version__,
    cli,
    solve,
    solve_many,
    verify,
)

pytest.importorskip("scipy")

from solitaire_solver.claims import (
    Claim,
    ClaimProgress,
    Figure,
    FirstMove,
    Published,
    Reading,
    Sweepers,
    Tally,
    Verdict,
    check_claim,
    claims,
    judges,
)
from solitaire_solver.claims import check as check_module
from solitaire_solver.claims.measure import agrees_with, census, exactly, searched
from solitaire_solver.claims.report import markdown, texts
from solitaire_solver.claims.verdicts import verdict_on_readings
from solitaire_solver.survey import rate

TINY = 12
ALL = sorted(claims())


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.main, ["claims", *words], prog_name="solitaire-solver")


# --- the entries ----------------------------------------------------------------------------------


def test_there_are_twenty() -> None:
    assert list(range(1, 21)) == ALL


@pytest.mark.parametrize("number", ALL)
def test_every_entry_is_complete(number: int) -> None:
    claim = claims()[number]
    assert claim.id == number
    for field in (claim.subject, claim.statement, claim.source, claim.kind):
        assert field.strip() == field != ""
    assert claim.statement.endswith(".")
    texts_of_readings = [reading.text for reading in claim.readings]
    assert len(set(texts_of_readings)) == len(texts_of_readings)
    if claim.judge is judges.not_checkable:
        assert claim.remark and not claim.readings
        return
    assert 0 < claim.quick <= claim.full <= 10**8
    assert claim.readings
    judges.check_readings(claim)


@pytest.mark.parametrize("number", ALL)
def test_every_claim_runs_and_answers_in_full(number: int) -> None:
    finding = check_claim(number, scale=TINY, workers=1)
    assert finding.claim is claims()[number]
    assert finding.version == __version__
    assert finding.explanation
    assert finding.seconds >= 0
    assert [figure.reading for figure in finding.figures] == list(finding.claim.readings)
    for figure in finding.figures:
        assert figure.tally.deals == TINY == figure.last - figure.first + 1
        assert 0 <= figure.rate.low <= figure.rate.high <= 1
    assert json.loads(json.dumps(finding.to_dict()))["verdict"] == str(finding.verdict)


def test_no_two_readings_share_a_deal() -> None:
    ranges = sorted(
        (seeds[0], seeds[-1])
        for claim in claims().values()
        for number in range(len(claim.readings))
        for seeds in [claim.seeds(number, max(claim.full, claim.quick))]
    )
    assert all(one[1] < other[0] for one, other in itertools.pairwise(ranges))


# --- the rule -------------------------------------------------------------------------------------


def figure(
    won: int, deals: int, published: Published | None = None, unknown: int = 0, text: str = "x"
) -> Figure:
    reading = Reading(text, Accordion(), searched, published)
    return Figure(reading, 1, deals, Tally(deals, won, unknown), 0.0)


def test_a_count_fits_when_the_exact_intervals_meet() -> None:
    from scipy.stats import binomtest

    published = Published.count(40, 10_000)
    assert published.low == binomtest(40, 10_000).proportion_ci(0.999).low
    assert published.high == binomtest(40, 10_000).proportion_ci(0.999).high
    accepted = [won for won in range(0, 200) if figure(won, 20_000, published).fits]
    assert accepted == list(range(accepted[0], accepted[-1] + 1))
    for won, inside in [(accepted[0], True), (accepted[0] - 1, False)]:
        assert (rate(won, 20_000, 0, 0.999).high >= published.low) is inside
    for won, inside in [(accepted[-1], True), (accepted[-1] + 1, False)]:
        assert (rate(won, 20_000, 0, 0.999).low <= published.high) is inside


def test_a_plain_rate_fits_exactly_when_the_binomial_test_accepts_it() -> None:
    from scipy.stats import binom

    published = Published("1 in 50", 0.02, 0.02)
    for won in range(0, 60):
        tails = binom.cdf(won, 1000, 0.02), binom.sf(won - 1, 1000, 0.02)
        assert figure(won, 1000, published).fits is bool(min(tails) >= 0.0005)


def test_undecided_deals_count_both_ways() -> None:
    half = Published("one in two", 0.5, 0.5)
    assert not figure(300, 1000, half).fits
    assert figure(300, 1000, half, unknown=200).fits  # as won it is 500
    assert figure(300, 1000, half, unknown=700).fits  # 300 to 1000
    assert not figure(700, 1000, half, unknown=300).fits
    decided, undecided = Published.count(900, 1000), Published.count(900, 1000, unknown=100)
    assert undecided.low == decided.low
    assert undecided.high == 1.0 > decided.high
    assert figure(1000, 1000, undecided).fits and not figure(1000, 1000, decided).fits


@pytest.mark.parametrize(
    ("fits", "verdict"),
    [
        ([True], Verdict.CONSISTENT),
        ([True, True], Verdict.CONSISTENT),
        ([False], Verdict.CONTRADICTED),
        ([False, False], Verdict.CONTRADICTED),
        ([True, False], Verdict.UNDER_SPECIFIED),
    ],
)
def test_readings_decide_the_verdict(fits: Sequence[bool], verdict: Verdict) -> None:
    assert verdict_on_readings(fits) is verdict
    half = Published("one in two", 0.5, 0.5)
    figures = [figure(500 if fit else 100, 1000, half) for fit in fits]
    assert judges.rates_fit(figures)[0] is verdict
    as_strategy = Verdict.UNDER_SPECIFIED if verdict is Verdict.CONTRADICTED else verdict
    assert judges.a_strategy(figures)[0] is as_strategy


@pytest.mark.parametrize(
    ("odds", "verdict"),
    [
        (0.01, Verdict.CONTRADICTED),
        (0.10, Verdict.UNDER_SPECIFIED),
        (0.50, Verdict.UNDER_SPECIFIED),
        (0.90, Verdict.UNDER_SPECIFIED),
        (0.99, Verdict.CONTRADICTED),
    ],
)
def test_odds_are_contradicted_only_outside_all_play(odds: float, verdict: Verdict) -> None:
    published = Published("some", odds, odds)
    figures = [figure(900, 1000, published, text="all"), figure(100, 1000, published, text="none")]
    found, explanation = judges.odds_of_play(figures)
    assert found is verdict
    assert ("agrees with: none" in explanation) is (odds == 0.10)
    assert ("agrees with: all" in explanation) is (odds == 0.90)


@pytest.mark.parametrize(
    ("won", "unknown", "verdict"),
    [
        (100_000, 0, Verdict.CONFIRMED),
        (100_000 - 10, 10, Verdict.CONSISTENT),
        (99_900, 0, Verdict.CONSISTENT),
        (99_000, 0, Verdict.CONTRADICTED),
        (99_000, 1_000, Verdict.CONSISTENT),
    ],
)
def test_one_rate_is_above_another_when_the_whole_interval_is(
    won: int, unknown: int, verdict: Verdict
) -> None:
    judge = judges.is_above(Published("99.9%", 0.9985, 0.9995), "it")
    if won == 100_000 - 10:
        judge = judges.is_above(Published("99.99%", 0.9999, 0.9999), "it")
    assert judge([figure(won, 100_000, unknown=unknown)])[0] is verdict


def test_existence_is_confirmed_by_a_proof_and_not_by_an_undecided_deal() -> None:
    assert judges.some_are_lost([figure(9, 10)])[0] is Verdict.CONFIRMED
    assert judges.some_are_lost([figure(9, 10, unknown=1)])[0] is Verdict.CONSISTENT
    assert judges.lost_only_when_built([figure(9, 10, unknown=1)])[0] is Verdict.CONSISTENT
    assert judges.lost_only_when_built([figure(9, 10)])[0] is Verdict.CONTRADICTED


def test_a_deal_against_a_theorem_is_an_error_and_no_verdict() -> None:
    judge = judges.refuted_by("one is one")
    assert judge([figure(9, 10, unknown=1)])[0] is Verdict.CONTRADICTED
    with pytest.raises(AssertionError, match="1 of the deals seed:1-10 contradict the theorem"):
        judge([figure(9, 10)])


def test_the_pack_that_is_built_has_no_move() -> None:
    deal = judges.stuck_pack()
    assert len(deal) == 52
    for distance in (1, 3):
        for place in range(distance, 52):
            one, other = deal[place], deal[place - distance]
            assert one.rank != other.rank and one.suit != other.suit


def strict_figure(prefer: Any, scope: Any, won: int, published: Published) -> Figure:
    game = StrictAccordion(prefer=prefer, scope=scope)
    reading = Reading(f"{prefer}, {scope}", game, census, published)
    return Figure(reading, 1, 1_000_000, Tally(1_000_000, won), 0.0)


def test_half_again_as_many_is_judged_for_each_pile_rule() -> None:
    nearer, longer = Published.count(56, 86_400), Published.count(37, 86_400)

    def verdict(*wins: int) -> Verdict:
        figures = [
            strict_figure("nearer", "per-pile", wins[0], nearer),
            strict_figure("nearer", "whole-row", wins[1], nearer),
            strict_figure("longer", "per-pile", wins[2], longer),
            strict_figure("longer", "whole-row", wins[3], longer),
        ]
        return judges.nearer_wins_half_again(figures)[0]

    assert verdict(600, 600, 400, 400) is Verdict.CONSISTENT
    assert verdict(600, 500, 400, 600) is Verdict.UNDER_SPECIFIED
    assert verdict(500, 500, 600, 600) is Verdict.CONTRADICTED
    assert verdict(5000, 5000, 4000, 4000) is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("won", "left", "verdict", "ending"),
    [
        (600, 12, Verdict.CONTRADICTED, "no reading comes near (see mean left)"),
        (0, 12, Verdict.CONSISTENT, "every reading with at least 12.00. That its count fits so"),
        (0, 5, Verdict.CONSISTENT, "on average, the nearest reading with 5.00."),
        (600, 5, Verdict.CONTRADICTED, "on average, the nearest reading with 5.00."),
    ],
)
def test_what_a_program_left_is_told_as_it_was_found(
    won: int, left: int, verdict: Verdict, ending: str
) -> None:
    reading = Reading("x", StrictAccordion(), census, Published.count(0, 700_000_000))
    measured = Figure(reading, 1, 1_000_000, Tally(10**6, won, left=left * 10**6), 0.0)
    found, explanation = judges.a_program_that_left(4.37)([measured])
    assert found is verdict
    assert ending in explanation
    assert ("says nothing" in explanation) is ((won, left) == (600, 12))


# --- what is counted ------------------------------------------------------------------------------


def total(reading: Reading, deals: int, workers: int = 1) -> Tally:
    return sum(reading.play(reading, range(50, 50 + deals), workers), Tally())


@pytest.mark.parametrize(
    "reading",
    [
        Reading("x", Accordion(), searched, size=13),
        Reading("x", Accordion(), searched, strategy=Sweepers(2), size=20),
        Reading("x", TenByOne(), exactly),
        Reading("x", StrictAccordion(), census, goal=5),
        claims()[14].readings[0],
    ],
    ids=["search", "player", "exact", "census", "agreement"],
)
def test_workers_change_nothing(reading: Reading) -> None:
    assert total(reading, 60, workers=2) == total(reading, 60)


def test_searches_are_counted_as_solve_decides_them() -> None:
    reading = Reading("x", Accordion(), searched, size=13)
    results = list(solve_many(Accordion(), map(reading.deal, range(50, 150)), workers=1))
    found = total(reading, 100)
    assert (found.deals, found.unknown) == (100, 0)
    assert found.won == sum(result.outcome is Outcome.WON for result in results) > 0
    assert found.left == sum(result.remaining for result in results)


def test_a_search_that_is_cut_short_is_unknown_and_a_player_at_his_end_has_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from solitaire_solver.claims import measure

    assert total(Reading("x", Decade(), searched, strategy=FirstMove()), 40).unknown == 0
    monkeypatch.setattr(measure, "LIMITS", Limits(expansions=30))
    cut = total(Reading("x", Accordion(), searched, size=18, strategy=DepthFirst()), 40)
    assert cut.unknown > 0
    assert cut.deals == 40


def test_a_goal_counts_what_comes_down_to_it() -> None:
    game = Decade(compulsory=False, min_group=3, max_group=3, loop=True)
    deals = [Deal.from_seed(seed, 16) for seed in range(50, 130)]
    least = [solve(game, deal, objective="minimum").remaining for deal in deals]
    found = total(Reading("x", game, searched, size=16, goal=4), 80)
    assert found == attrs.evolve(found, won=sum(left <= 4 for left in least), unknown=0)
    assert 0 < found.won < 80
    piles = [StrictAccordion().play(Deal.from_seed(seed)).piles for seed in range(50, 130)]
    found = total(Reading("x", StrictAccordion(), census, goal=8), 80)
    assert (found.won, found.left) == (sum(left <= 8 for left in piles), sum(piles))


def test_agreement_sees_a_difference() -> None:
    from functools import partial

    strict = partial(agrees_with, StrictAccordion())
    found = total(Reading("x", Accordion(), strict, size=9), 60)
    assert 0 < found.won < found.deals == 60


# --- players --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [1, 5, 32])
@pytest.mark.parametrize("size", [1, 2, 13, 30, 52])
def test_sweepers_play_by_the_rules(lines: int, size: int) -> None:
    for seed in range(6):
        deal = Deal.from_seed(seed, size)
        result = solve(Accordion(), deal, Sweepers(lines))
        replay = verify(Accordion(), deal, result.best_line)
        assert replay.remaining == result.remaining
        assert replay.won is (result.outcome is Outcome.WON)
        assert result.proof is None
        assert result.limit == (None if replay.won else "played out")


def test_sweepers_are_covered_by_nothing_until_only_they_are_left() -> None:
    won = 0
    for seed in range(12):
        deal = Deal.from_seed(seed)
        line = solve(Accordion(), deal, Sweepers(16)).best_line
        covered = [move.covered for move in line]
        if len(line) == 51:
            won += 1
            (rank,) = {card.rank for card in covered[-3:]}
            covered = covered[:-3]
            assert sum(card.rank == rank for card in covered) == 0
    assert won


def test_the_number_of_a_move_is_that_of_the_row_it_leads_to() -> None:
    from solitaire_solver.claims.sweepers import _behind, _moves

    seen = set()
    for seed in range(300):
        row = bytes([card.index for card in Deal.from_seed(seed, 4 + seed % 40)])
        rank = seed % 13
        for place, target, behind in _moves(row, _behind(row, rank), rank):
            after = row[:target] + row[place : place + 1] + row[target + 1 : place]
            after += row[place + 1 :]
            assert behind == _behind(after, rank)
            seen.add((row[place] % 13 == rank, row[target] % 13 == rank, place - target))
    assert {(True, False, 1), (True, False, 3), (False, False, 1), (False, False, 3)} <= seen
    assert {covers for _, covers, _ in seen} == {False}


def test_more_lines_in_mind_win_more() -> None:
    deals = [Deal.from_seed(seed) for seed in range(40)]
    few, many = (
        sum(solve(Accordion(), deal, Sweepers(lines)).outcome is Outcome.WON for deal in deals)
        for lines in (1, 16)
    )
    assert few < many


def test_sweepers_are_for_open_accordion_and_stop_at_limits() -> None:
    deal = Deal.from_seed(1)
    for game in (TenByOne(), Accordion(dealt=True)):
        with pytest.raises(OptionError, match="sweepers are a strategy for open Accordion, not"):
            solve(game, deal, Sweepers())
    with pytest.raises(OptionError, match="lines is a whole number from 1 to 100000, not 0"):
        Sweepers(0)
    cut = solve(Accordion(), deal, Sweepers(), Limits(expansions=10))
    assert (cut.outcome, cut.limit) == (Outcome.UNKNOWN, "expansions")
    verify(Accordion(), deal, cut.best_line)


@pytest.mark.parametrize("game", [Decade(), Decade(stacks=7), TenByOne(), Accordion()], ids=str)
def test_the_first_move_is_played_until_there_is_none(game: Any) -> None:
    for seed in range(5):
        deal = Deal.from_seed(seed)
        result = solve(game, deal, FirstMove())
        state = game.initial_state(deal)
        for move in result.best_line:
            assert move == game.moves(state)[0]
            state = game.apply(state, move)
        assert not game.moves(state)
        assert verify(game, deal, result.best_line).remaining == result.remaining


# --- asking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [0, 21, "x", "", None, "1.5"])
def test_a_claim_that_does_not_exist_is_one_sentence(name: Any) -> None:
    with pytest.raises(OptionError) as caught:
        check_claim(name)
    assert str(caught.value) == f"claims are numbered 1 to 20; {name!r} is none"


@pytest.mark.parametrize("scale", ["large", 0, -1, 1.5, True, 10**8 + 1])
def test_a_wrong_scale_is_one_sentence(scale: Any) -> None:
    with pytest.raises(OptionError, match="the scale is quick, full or a number of deals up to"):
        check_claim(7, scale)
    with pytest.raises(OptionError, match="workers are a whole number from 1 to 1024, not 0"):
        check_claim(7, workers=0)


def test_progress_counts_up_to_all() -> None:
    seen: list[ClaimProgress] = []
    check_claim(17, scale=500, workers=1, progress=seen.append)
    for number in (0, 1):
        states = [state.tally.deals for state in seen if state.reading == number]
        assert states == sorted(states)
        assert states[-1] == 500
    assert all(state.deals == 500 and state.claim.id == 17 for state in seen)


def test_a_claim_of_your_own() -> None:
    reading = Reading("9 cards", Accordion(), searched, Published("all", 1, 1), size=9)
    claim = Claim(
        77, "rows of 9", "All are won.", "nobody", "a rate", (reading,), 200, 200, judges.rates_fit
    )
    assert check_claim(claim, workers=1).verdict is Verdict.CONTRADICTED


def own(readings: Sequence[Reading], quick: Any = 20, number: Any = 77) -> Claim:
    return Claim(number, "x", "X.", "nobody", "a rate", readings, quick, 20, judges.rates_fit)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (lambda: own([]), "claim 77 has no readings, so there is nothing to measure"),
        (
            lambda: own([Reading("a", Accordion(), searched)]),
            "claim 77: the reading 'a' has no published rate to compare with",
        ),
        (
            lambda: own([Reading("a", Accordion(), searched, Published("x", 0.6, 0.5))]),
            "a published rate is from 0 <= low to high <= 1, not 0.6 to 0.5",
        ),
        (
            lambda: own([Reading("a", Accordion(), searched, Published("x", 1, 2))]),
            "a published rate is from 0 <= low to high <= 1, not 1 to 2",
        ),
        (
            lambda: own([Reading("a", Accordion(), exactly, Published("x", 0, 1))]),
            "accordion is not decided exactly, only royal-marriage, decade, ten-by-one",
        ),
        (
            lambda: own([Reading("a", Accordion(), census, Published("x", 0, 1))]),
            "a census is of strict-accordion, not of accordion",
        ),
        (
            lambda: own([Reading("a", Accordion(), searched, Published("x", 0, 1))], quick=0),
            "quick is 1 to 100,000,000 deals, not 0",
        ),
        (
            lambda: own([], number=-1),
            "the number of a claim is a whole one from 1 on, not -1",
        ),
    ],
)
def test_a_claim_of_your_own_that_cannot_be_judged_is_one_sentence(
    claim: Callable[[], Claim], sentence: str
) -> None:
    with pytest.raises(OptionError) as error:
        check_claim(claim(), workers=1)
    assert str(error.value) == sentence


# --- the command ----------------------------------------------------------------------------------


def test_the_command_prints_each_finding_and_writes_the_page(tmp_path: Path) -> None:
    path = tmp_path / "claims.md"
    result = run("13", "7", "13", "--scale", "30", "--workers", "1", "--markdown", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line[:3] for line in result.stdout.splitlines() if not line.startswith(" ")] == [
        "13.",
        "7. ",
    ]
    page = path.read_text()
    assert f"claims 13 7 13 --scale 30 --workers 1 --markdown {path}" in page
    assert f"Version {__version__}" in page
    assert "`seed:13000000000-13000000029/18`" in page
    assert "| **not checkable** |" in page
    tables = [line for line in page.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in tables} == {6, 11}
    assert page == "\n".join(line.rstrip() for line in page.splitlines()) + "\n"


def test_json_is_one_object_a_claim() -> None:
    result = run("12", "13", "7", "--scale", "20", "--workers", "1", "--json")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [entry["claim"] for entry in found] == [12, 13, 7]
    first = found[0]
    assert first["figures"][0]["deals"] == "seed:12000000000-12000000019/18"
    assert first["figures"][0]["options"] == {"dealt": False}
    assert first["figures"][0]["published"]["stated"] == "4,702,154 of 10,000,000"
    assert first["version"] == __version__
    assert first["scale"] == 20


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["21"], "claims are numbered 1 to 20; '21' is none"),
        (["1", "none"], "claims are numbered 1 to 20; 'none' is none"),
        (
            ["7", "--scale", "big"],
            "the scale is quick, full or a number of deals up to 100,000,000",
        ),
        (["7", "--scale", "0"], "the scale is quick, full or a number of deals up to 100,000,000"),
        (["7", "--markdown", "no/such/folder/x.md"], "no/such/folder/x.md: No such file"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_checked(words: list[str], sentence: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"solitaire-solver: {sentence}")
    assert result.stderr.count("\n") == 1


def test_a_claim_that_fails_costs_the_status_and_no_other_claim(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def measure(claim: Claim, *rest: Any) -> Figure:
        if claim.id == 13:
            raise AssertionError("the theorem is wrong")
        return real(claim, *rest)

    real = check_module._measure
    monkeypatch.setattr(check_module, "_measure", measure)
    path = tmp_path / "claims.md"
    result = run("13", "12", "--scale", "5", "--workers", "1", "--markdown", str(path))
    assert result.exit_code == 1
    assert result.stderr == (
        "solitaire-solver: claim 13 could not be checked: the theorem is wrong\n"
    )
    assert result.stdout.startswith("12. ")
    assert "Claim 12" in path.read_text() and "Claim 13" not in path.read_text()


def test_a_page_holds_what_was_checked_before_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def measure(claim: Claim, *rest: Any) -> Figure:
        if claim.id == 13:
            raise KeyboardInterrupt
        return real(claim, *rest)

    real = check_module._measure
    monkeypatch.setattr(check_module, "_measure", measure)
    path = tmp_path / "claims.md"
    result = run("12", "13", "--scale", "5", "--workers", "1", "--markdown", str(path))
    assert result.exit_code == 130
    assert "Claim 12" in path.read_text() and "Claim 13" not in path.read_text()


def test_without_scipy_one_sentence_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['scipy'] = sys.modules['scipy.stats'] = None\n"
        "from solitaire_solver.cli import main; main(['claims', '7'])"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == ("solitaire-solver: to check claims, install solitaire-solver[survey]\n")


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_drawn_on_a_terminal_only(terminal: bool) -> None:
    import pty

    command = [sys.executable, "-m", "solitaire_solver", "claims", "12", "--scale", "300"]
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*command, "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=theirs if terminal else subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
        text=True,
    ) as process:
        os.close(theirs)
        drawn = b""
        if terminal:
            try:
                while part := os.read(ours, 4096):
                    drawn += part
            except OSError:  # how a terminal ends on Linux
                pass
        out, err = process.communicate(timeout=60)
    os.close(ours)
    assert process.returncode == 0
    assert out.startswith("12. rows of 18 cards")
    assert "\x1b" not in out
    if terminal:
        assert b"claim 12, reading 1 of 1" in drawn
    else:
        assert err == ""


def test_texts_and_page_hold_every_figure() -> None:
    finding = check_claim(20, scale=3, workers=1)
    printed = "\n".join(texts(finding))
    page = "\n".join(markdown([finding], "command"))
    for reading in finding.claim.readings:
        assert reading.text in printed
        assert f"| {reading.text} |" in page
        assert repr(reading.game) in page
