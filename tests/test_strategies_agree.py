"""Every strategy agrees with every other; see ``strategies_agree.py``, which takes more deals."""

from collections import Counter

import pytest
import strategies_agree
from strategies_agree import STRATEGIES, compare, run

from solitaire_solver import Accordion, Deal, DepthFirst, Outcome

ROWS = 300


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Counter[str]]]:
    return run(ROWS, 77)


def test_no_two_strategies_disagree_and_most_deals_are_decided(
    answers: dict[str, dict[str, Counter[str]]],
) -> None:
    complete = [name for name in STRATEGIES if not name.startswith("beam of 1")]
    for kind, counts in answers.items():
        deals = counts["portfolio"].total()
        assert deals >= ROWS // 10
        for name in complete:
            assert counts[name]["unknown"] == 0, (kind, name)
        for name in STRATEGIES:
            assert counts[name].total() - counts[name]["unknown"] >= deals // 10, (kind, name)


def test_of_every_game_some_deals_are_won_and_some_lost(
    answers: dict[str, dict[str, Counter[str]]],
) -> None:
    for kind, counts in answers.items():
        assert counts["portfolio"]["won"] >= 2, kind
        assert counts["portfolio"]["unwinnable"] >= 2, kind


def test_a_strategy_that_is_wrong_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class OneAttempt:
        """What was met within three states passes for everything."""

        def run(self, game, kernel, meter, objective):  # type: ignore[no-untyped-def]
            meter.limits = type(meter.limits)(expansions=3)
            report = DepthFirst().run(game, kernel, meter, objective)
            report.exhausted = not report.won
            return report

    deals = [Deal.from_seed(seed, 12) for seed in range(40)]
    winnable = [
        deal for deal in deals if compare(Accordion(), deal)["depth-first"].outcome is Outcome.WON
    ]
    monkeypatch.setitem(strategies_agree.STRATEGIES, "wrong", OneAttempt())
    with pytest.raises(AssertionError):
        for deal in winnable:
            compare(Accordion(), deal)
