"""Judges: from the figures of a claim to its verdict and the sentence that explains it.

Each kind of claim has one; ``verdicts`` has the rule that they share.
"""

from __future__ import annotations

from collections.abc import Sequence

from solitaire_solver.claims.claim import Claim, Figure, Judge
from solitaire_solver.claims.verdicts import CONFIDENCE, Published, Verdict, verdict_on_readings
from solitaire_solver.deals import Deal
from solitaire_solver.errors import OptionError
from solitaire_solver.games.accordion import Accordion
from solitaire_solver.games.strict_accordion import StrictAccordion
from solitaire_solver.search.result import Outcome
from solitaire_solver.search.solve import solve
from solitaire_solver.search.strategies import DepthFirst
from solitaire_solver.survey.report import rate


def percent(share: float) -> str:
    """A share for people: two decimals where that is enough, more near 0 and 1.

    >>> percent(0.14812), percent(0.000599), percent(1.0), percent(0.9999988)
    ('14.81%', '0.0599%', '100%', '99.999880%')
    """
    if share in (0, 1):
        return f"{share:.0%}"
    digits, rest = 2, min(share, 1 - share)
    while rest < 0.01 and digits < 9:
        digits, rest = digits + 1, 10 * rest
    return f"{share:.{digits}%}"


def _names(figures: Sequence[Figure]) -> str:
    return "; ".join(figure.reading.text for figure in figures)


def _share(figure: Figure) -> float:
    return figure.tally.won / figure.tally.deals


# --- Rates ----------------------------------------------------------------------------------------


def rates_fit(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """A published rate against each reading of the text.

    Consistent if it fits all readings, contradicted if none, else under-specified.

    >>> from solitaire_solver.claims import Reading, Tally, searched
    >>> reading = Reading("open", Accordion(), searched, Published("half", 0.5, 0.5), size=9)
    >>> print(*rates_fit([Figure(reading, 1, 1000, Tally(1000, won=46), seconds=0.1)]))
    contradicted The published figure does not agree with what was measured.
    """
    fitting = [figure for figure in figures if figure.fits]
    others = [figure for figure in figures if not figure.fits]
    verdict = verdict_on_readings(bool(figure.fits) for figure in figures)
    under = f" under any of {len(figures)} readings" if len(figures) > 1 else ""
    if verdict is Verdict.CONTRADICTED:
        return verdict, f"The published figure does not agree with what was measured{under}."
    if verdict is Verdict.CONSISTENT:
        return verdict, f"The published figure agrees with what was measured{under}."
    return verdict, (
        f"The text can be read in several ways. It agrees with: {_names(fitting)}. It does not "
        f"with: {_names(others)}."
    )


def a_strategy(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """A rate of a strategy whose description leaves choices to whoever codes it.

    That our choices do not reach the published rate says nothing against it.
    """
    verdict, explanation = rates_fit(figures)
    if verdict is Verdict.CONTRADICTED:
        verdict = Verdict.UNDER_SPECIFIED
        explanation = "The strategy as coded here has another rate; the text leaves choices open."
    return verdict, explanation


def odds_of_play(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """Odds that do not say who plays: readings are plain play without foresight, and perfect play.

    Outside all of them the odds are contradicted; between them they depend on the player.

    >>> from solitaire_solver.claims import FirstMove, Reading, Tally, searched
    >>> odds = Published("1 in 50", 0.02, 0.02)
    >>> plain = Reading("plain", Accordion(), searched, odds, strategy=FirstMove())
    >>> perfect = Reading("perfect", Accordion(), searched, odds)
    >>> counted = [(plain, Tally(1000, won=0)), (perfect, Tally(1000, won=1000))]
    >>> print(*odds_of_play([Figure(reading, 1, 1000, tally, 0.1) for reading, tally in counted]))
    under-specified Who plays, and how, decides: from 0% (plain) to 100% (perfect).
    """
    published = next(figure.reading.published for figure in figures)
    assert published is not None
    least = min(figures, key=_share)
    most = max(figures, key=_share)
    if published.high < least.rate.low:
        return Verdict.CONTRADICTED, (
            f"All play that was measured wins more often, at least {percent(_share(least))} "
            f"({least.reading.text})."
        )
    if published.low > most.rate.high:
        return Verdict.CONTRADICTED, (
            f"All play that was measured wins less often, at most {percent(_share(most))} "
            f"({most.reading.text})."
        )
    fitting = [figure for figure in figures if figure.fits]
    agreeing = f" It agrees with: {_names(fitting)}." if fitting else ""
    return Verdict.UNDER_SPECIFIED, (
        f"Who plays, and how, decides: from {percent(_share(least))} ({least.reading.text}) to "
        f"{percent(_share(most))} ({most.reading.text}).{agreeing}"
    )


def no_figure(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """A text that names no rate."""
    least, most = min(map(_share, figures)), max(map(_share, figures))
    return Verdict.UNDER_SPECIFIED, (
        f"The text names no rate. Measured: {percent(least)} to {percent(most)}, depending on the "
        "reading of the rules."
    )


def not_checkable(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """Why not is told in the claim's remark."""
    return Verdict.NOT_CHECKABLE, ""


#: The judges that compare each reading with a published rate.
COMPARING: tuple[Judge, ...] = (rates_fit, a_strategy, odds_of_play)


def check_readings(claim: Claim) -> None:
    """``OptionError`` if the judge of a claim misses what it judges."""
    if not claim.readings and claim.judge is not not_checkable:
        raise OptionError(f"claim {claim.id} has no readings, so there is nothing to measure")
    if claim.judge in COMPARING:
        for reading in claim.readings:
            if reading.published is None:
                raise OptionError(
                    f"claim {claim.id}: the reading {reading.text!r} has no published rate to "
                    "compare with"
                )


def is_above(other: Published, name: str) -> Judge:
    """That the rate of the one reading is above another, which is known well."""

    def judge(figures: Sequence[Figure]) -> tuple[Verdict, str]:
        (figure,) = figures
        measured = figure.rate
        if measured.low > other.high:
            return Verdict.CONFIRMED, f"The whole interval lies above the {other.stated} of {name}."
        if measured.high < other.low:
            return Verdict.CONTRADICTED, (
                f"The whole interval lies below the {other.stated} of {name}."
            )
        return Verdict.CONSISTENT, (
            f"The interval includes the {other.stated} of {name}: a sample of this size does not "
            "tell them apart."
        )

    return judge


def a_program_that_left(mean_left: float) -> Judge:
    """A rate of strict rules by a program that tells how many piles it left on average.

    Where every reading leaves half as many again, the program played something else, whatever
    becomes of its rate.
    """

    def judge(figures: Sequence[Figure]) -> tuple[Verdict, str]:
        verdict, explanation = rates_fit(figures)
        explanation += " The game described is dealt Accordion with forced moves. Its program "
        nearest = min(figure.tally.left / figure.tally.deals for figure in figures)
        if nearest < 1.5 * mean_left:
            return verdict, (
                f"{explanation}ended with {mean_left} piles on average, the nearest reading with "
                f"{nearest:.2f}."
            )
        explanation += f"cannot have played that: it ended with {mean_left} piles on average, and "
        if verdict is Verdict.CONTRADICTED:
            return verdict, (
                f"{explanation}no reading comes near (see mean left). So its count says nothing "
                "about the rules it states."
            )
        return verdict, (
            f"{explanation}every reading with at least {nearest:.2f}. That its count fits so small "
            "a sample does not speak for it."
        )

    return judge


# --- Theorems and existence -----------------------------------------------------------------------


def refuted_by(theorem: str) -> Judge:
    """That a theorem says the opposite, as every deal shows on which two ways were compared."""

    def judge(figures: Sequence[Figure]) -> tuple[Verdict, str]:
        compared = figures[0].tally
        if compared.won + compared.unknown < compared.deals:
            raise AssertionError(
                f"{compared.deals - compared.won - compared.unknown} of the deals "
                f"{figures[0].sample} contradict the theorem that {theorem}"
            )
        return Verdict.CONTRADICTED, (
            f"It is a theorem that {theorem}, and {compared.won:,} of {compared.deals:,} deals "
            "that were decided both ways agree."
        )

    return judge


def some_are_lost(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """That some deals cannot be won: one proof is enough."""
    tally = figures[0].tally
    lost = tally.deals - tally.won - tally.unknown
    if not lost:
        return Verdict.CONSISTENT, f"None of {tally.deals:,} deals was proved to be lost."
    share = percent(lost / tally.deals)
    return Verdict.CONFIRMED, f"{lost:,} of {tally.deals:,} deals are proved to be lost: {share}."


def stuck_pack() -> Deal:
    """A full pack in which no card matches the one 1 or 3 places to its left.

    Suits go round, clubs to spades, and each time round all four have other ranks: the first
    suit's rank plus 3, 6 and 9. So neighbours, and cards three apart, have other suits; and ranks
    that differ by 3, 9, 8 or 7, never by 0 modulo 13.

    >>> print(*stuck_pack().cards[:8])
    AC 4D 7H TS 2C 5D 8H JS
    """
    return Deal.parse(
        " ".join(
            "A23456789TJQK"[(turn + 3 * suit) % 13] + "CDHS"[suit]
            for turn in range(13)
            for suit in range(4)
        )
    )


def lost_only_when_built(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """That packs which cannot be won can be built, and that shuffling has never shown one."""
    built = solve(Accordion(), stuck_pack(), DepthFirst(prune=False, keys="exact"))
    assert built.outcome is Outcome.UNWINNABLE
    tally = figures[0].tally
    lost = tally.deals - tally.won - tally.unknown
    if lost:
        return Verdict.CONTRADICTED, f"{lost:,} of {tally.deals:,} shuffled packs are proved lost."
    return Verdict.CONSISTENT, (
        f"A pack without any move is built here and proved lost ({built.proof}); of "
        f"{tally.deals:,} shuffled packs {tally.won:,} were won and none was proved lost."
    )


# --- Nearer or longer first -----------------------------------------------------------------------

HALF_AGAIN = Published("half again as many", 1.45 / 2.45, 1.55 / 2.55)


def nearer_wins_half_again(figures: Sequence[Figure]) -> tuple[Verdict, str]:
    """Both counts, and how they compare, for each reading of which pile goes first.

    Of the wins of a reading's two halves, equally many deals each, the nearer-first share would be
    0.6 for half again as many: a binomial share, as wins are rare and the deals are different.
    """
    counts_verdict, _ = rates_fit(figures)
    pairs: dict[tuple[str, str], dict[str, int]] = {}
    for figure in figures:
        game = figure.reading.game
        assert isinstance(game, StrictAccordion)
        pairs.setdefault((game.pile, game.scope), {})[game.prefer] = figure.tally.won
    texts, fits = [], []
    for (pile, scope), won in pairs.items():
        total = sum(won.values())
        fit = total == 0 or HALF_AGAIN.fits(rate(won["nearer"], total, 0, CONFIDENCE))
        fits.append(fit)
        ratio = f"{won['nearer'] / won['longer']:.2f}" if won["longer"] else "none"
        texts.append(f"{pile}, {scope} {ratio}{'' if fit else ' (does not fit)'}")
    if counts_verdict is Verdict.CONSISTENT:
        verdict = verdict_on_readings(fits)
        counts = "Both counts agree with all readings of which pile moves."
    else:
        verdict = counts_verdict
        counts = "The counts agree with some readings of which pile moves, or with none."
    return verdict, f"{counts} Wins nearer first for each win longer first: {'; '.join(texts)}."
