"""The published claims, in our own words, each with its source and its readings.

Nothing is measured here: this is the data that ``check`` works on.
"""

from __future__ import annotations

from functools import partial

from solitaire_solver.claims import judges
from solitaire_solver.claims.claim import Claim
from solitaire_solver.claims.measure import Reading, agrees_with, census, exactly, searched
from solitaire_solver.claims.players import FirstMove
from solitaire_solver.claims.sweepers import Sweepers
from solitaire_solver.claims.verdicts import Published
from solitaire_solver.errors import OptionError
from solitaire_solver.games.accordion import Accordion
from solitaire_solver.games.decade import Decade
from solitaire_solver.games.royal_marriage import RoyalMarriage
from solitaire_solver.games.strict_accordion import StrictAccordion
from solitaire_solver.games.ten_by_one import TenByOne

_RULES_PAGE = "a page of Accordion rules drawn from Wikipedia, Solitaire Laboratory and others"
_KELLER = "Michael Keller, Icelandic Oratorios, Solitaire Laboratory"
_MASTEN = "Mark Masten, solitairewinrates.com"
_BLAKE_GENT = "Blake and Gent, The Winnability of Klondike Solitaire and Many Other Patience Games"
_TEN_BY_ONE = "a page of Ten By One rules"

# "About" names no width. Five points either way are our choice: a quarter and two fifths, which
# nobody would call a third, are outside.
_IN_WORDS_A_THIRD = Published("about one in three", 0.283, 0.383)
_FREECELL = Published("99.9988%", 0.9999875, 0.9999885)


def _strict(
    published: Published | None = None,
    prefers: tuple[str, ...] = ("nearer", "longer"),
    goal: int = 1,
) -> tuple[Reading, ...]:
    """Strict Accordion in the readings that a text leaves open."""
    return tuple(
        Reading(
            f"{prefer}, {pile}, {scope}",
            StrictAccordion(prefer=prefer, pile=pile, scope=scope),  # type: ignore[arg-type]
            census,
            published,
            goal=goal,
        )
        for prefer in prefers
        for pile in ("leftmost", "rightmost")
        for scope in ("per-pile", "whole-row")
    )


def _claims() -> tuple[Claim, ...]:
    count = Published.count
    return (
        Claim(
            1,
            "Accordion, strict rules",
            "Played by itself over the 86,400 numbered deals of one program, the game came out 56 "
            "times with the nearer move first and 37 times with the longer one: half again as "
            "many.",
            _RULES_PAGE,
            "a rate",
            _strict(count(56, 86_400), ("nearer",)) + _strict(count(37, 86_400), ("longer",)),
            quick=2_000_000,
            full=60_000_000,
            judge=judges.nearer_wins_half_again,
            remark="The text fixes the distance and not which pile moves when several can.",
        ),
        Claim(
            2,
            "Accordion, strict rules",
            "A program that slides whenever possible, and else leaps, won 4 of 10,000 deals.",
            _KELLER,
            "a rate",
            _strict(count(4, 10_000), ("nearer",)),
            quick=1_000_000,
            full=20_000_000,
            judge=judges.rates_fit,
        ),
        Claim(
            3,
            "Accordion, strict rules",
            "A program that takes the plays as they come wins four to six deals in ten thousand.",
            _RULES_PAGE,
            "a rate",
            _strict(Published("4 to 6 in 10,000", 0.00035, 0.00065)),
            quick=1_000_000,
            full=20_000_000,
            judge=judges.rates_fit,
        ),
        Claim(
            4,
            "Accordion, dealt as you go",
            "The odds of winning are 1 in 100.",
            "Morehead and Mott-Smith, The Complete Book of Solitaire and Patience Games",
            "a rate",
            (
                Reading(
                    "strict rules, nothing to decide",
                    StrictAccordion(),
                    census,
                    Published("1 in 100", 0.01, 0.01),
                ),
                Reading(
                    "nothing compulsory, the order of the stock known",
                    Accordion(),
                    searched,
                    Published("1 in 100", 0.01, 0.01),
                ),
            ),
            quick=5_000,
            full=1_000_000,
            judge=judges.odds_of_play,
            remark="The book says that 1 in 100 stands for any rate too low to be worth quoting. A "
            "stock that is known may be played open, which is what is measured.",
        ),
        Claim(
            5,
            "Accordion, dealt as you go",
            "Five piles or fewer may be counted as a win when the stock is not seen.",
            _RULES_PAGE,
            "a rate",
            _strict(goal=5),
            quick=200_000,
            full=10_000_000,
            judge=judges.no_figure,
            remark="Counted as won are deals that end with five piles or fewer under strict rules, "
            "where nothing is to decide.",
        ),
        Claim(
            6,
            "open Accordion, by sweepers",
            "Collecting the four cards of one rank as sweepers and mopping up the rest with them "
            "wins about one deal in three.",
            "Rick Holzgrafe, Solitaire Till Dawn",
            "a strategy's rate",
            tuple(
                Reading(
                    f"sweepers, {lines} line{'s' if lines > 1 else ''} of play kept in mind",
                    Accordion(),
                    searched,
                    _IN_WORDS_A_THIRD,
                    strategy=Sweepers(lines),
                )
                for lines in (1, 8, 32)
            ),
            quick=300,
            full=10_000,
            judge=judges.a_strategy,
            remark="How far the player looks ahead is not said. What else is not, and what was "
            "chosen, is told in claims/sweepers.py.",
        ),
        Claim(
            7,
            "open Accordion, by a strategy of one player",
            "A player who took the sweepers further wins 98 or 99 per cent.",
            _RULES_PAGE,
            "a strategy's rate",
            (),
            quick=0,
            full=0,
            judge=judges.not_checkable,
            remark="The strategy was not published. Claims 8 and 9 show that enough deals can be "
            "won for it; whether this player found them cannot be repeated.",
        ),
        Claim(
            8,
            "open Accordion",
            "Solvers lost none of hundreds of thousands of deals, of 800,000, and of 30,000,000.",
            f"{_RULES_PAGE}; {_MASTEN}",
            "every deal of a sample is won",
            (Reading("open", Accordion(), searched, count(30_000_000, 30_000_000)),),
            quick=15_000,
            full=2_000_000,
            judge=judges.rates_fit,
            remark="It is compared with the largest of the three.",
        ),
        Claim(
            9,
            "open Accordion",
            "Of 1,000,000 deals 999,996 were won, 4 left undecided and none proved lost, at 5.1 "
            "million states a deal on average.",
            f"{_BLAKE_GENT}, table 8",
            "a rate",
            (Reading("open", Accordion(), searched, count(999_996, 1_000_000, 4)),),
            quick=15_000,
            full=1_000_000,
            judge=judges.rates_fit,
            remark="The number of states is their solver's and not the game's; ours is among the "
            "figures.",
        ),
        Claim(
            10,
            "open Accordion",
            "Packs that cannot be won can be built, and no shuffled one is known.",
            _RULES_PAGE,
            "existence",
            (Reading("open", Accordion(), searched),),
            quick=15_000,
            full=1_000_000,
            judge=judges.lost_only_when_built,
        ),
        Claim(
            11,
            "open Accordion",
            "It can be won more often than FreeCell, of whose deals 99.9988 % can.",
            f"{_RULES_PAGE}; {_MASTEN}",
            "a comparison of rates",
            (Reading("open", Accordion(), searched),),
            quick=30_000,
            full=1_000_000,
            judge=judges.is_above(_FREECELL, "FreeCell"),
        ),
        Claim(
            12,
            "rows of 18 cards (late-binding solitaire)",
            "Of 10,000,000 rows 4,702,154 can be won.",
            _BLAKE_GENT,
            "a rate",
            (Reading("18 cards, open", Accordion(), searched, count(4_702_154, 10_000_000), 18),),
            quick=20_000,
            full=1_000_000,
            judge=judges.rates_fit,
        ),
        Claim(
            13,
            "rows of 18 cards (late-binding solitaire)",
            "Of 1,000 rows 454 can be won.",
            "Ross and Knuth, A Programming and Problem-Solving Seminar, 1989",
            "a rate",
            (Reading("18 cards, open", Accordion(), searched, count(454, 1_000), 18),),
            quick=10_000,
            full=1_000_000,
            judge=judges.rates_fit,
        ),
        Claim(
            14,
            "Accordion, dealt as you go, nothing compulsory",
            "Dealt a card at a time the game is very nearly unwinnable, although under the modern "
            "rules nothing is compulsory.",
            _RULES_PAGE,
            "a theorem",
            (
                Reading(
                    "14 cards: dealt and open agree",
                    Accordion(),
                    partial(agrees_with, Accordion(dealt=True)),
                    size=14,
                ),
                Reading("52 cards, dealt", Accordion(dealt=True), searched),
            ),
            quick=2_000,
            full=100_000,
            judge=judges.refuted_by(
                "a deal can be won dealt as you go exactly when it can be won open"
            ),
            remark="The proof is in docs/games/accordion.md. What players reach who do not know "
            "the order of the stock is another question: see claims 1 to 4.",
        ),
        Claim(
            15,
            "Decade",
            "The odds of winning are 1 in 50.",
            "Pamela Liflander, The Little Book of Solitaire, via Wikipedia",
            "a rate",
            tuple(
                Reading(
                    f"{rules}, {who}",
                    game,
                    searched,
                    Published("1 in 50", 0.02, 0.02),
                    strategy=strategy,
                )
                for rules, game in (
                    ("one line", Decade()),
                    ("one line, at most three cards", Decade(max_group=3)),
                    ("seven stacks", Decade(stacks=7)),
                )
                for who, strategy in (
                    ("the first discard taken", FirstMove()),
                    ("the stock known", None),
                )
            ),
            quick=5_000,
            full=100_000,
            judge=judges.odds_of_play,
            remark="Discards are compulsory. The claim says neither which variant is played nor "
            "what the player sees.",
        ),
        Claim(
            16,
            "Decade, exactly three cards, wrapping round at the ends",
            "With the order of the stock known, 984,315 of 1,000,000 deals can be brought down to "
            "one card; with two jokers worth ten, 980,945 to none.",
            _MASTEN,
            "a rate",
            (
                Reading(
                    "52 cards, one card left",
                    Decade(compulsory=False, min_group=3, max_group=3, loop=True),
                    searched,
                    count(984_315, 1_000_000),
                    goal=1,
                ),
            ),
            quick=5_000,
            full=100_000,
            judge=judges.rates_fit,
            remark="The verdict is on the first half. The second is not checkable here, as the "
            "package has no jokers.",
        ),
        Claim(
            17,
            "Royal Marriage",
            "The odds of winning are 1 in 30, or 1 in 35; winning is mostly luck.",
            "SolSuite; The Ultimate Book of Card Games",
            "a rate",
            (
                Reading(
                    "turned one by one, forced",
                    RoyalMarriage(forced=True),
                    searched,
                    Published("1 in 35 to 1 in 30", 1 / 35, 1 / 30),
                ),
                Reading(
                    "the row known",
                    RoyalMarriage(),
                    exactly,
                    Published("1 in 35 to 1 in 30", 1 / 35, 1 / 30),
                ),
            ),
            quick=20_000,
            full=300_000,
            judge=judges.odds_of_play,
            remark="Forced play leaves nothing to decide and so is luck alone.",
        ),
        Claim(
            18,
            "Ten By One",
            "When several pairs can be removed, the order can affect the chance of winning.",
            _TEN_BY_ONE,
            "a theorem",
            (Reading("every order and one order agree", TenByOne(), partial(agrees_with, None)),),
            quick=20_000,
            full=1_000_000,
            judge=judges.refuted_by("all orders of removal end in the same position"),
            remark="The proof is in docs/games/ten_by_one.md.",
        ),
        Claim(
            19,
            "Ten By One",
            "Some deals cannot be won from the start; how many is not said.",
            _TEN_BY_ONE,
            "existence",
            (Reading("decided by the theorem of claim 18", TenByOne(), exactly),),
            quick=200_000,
            full=10_000_000,
            judge=judges.some_are_lost,
        ),
        Claim(
            20,
            "Accordion, strict rules (Once In A Lifetime)",
            "None of 700 million simulated deals was won, so the chance is below 1 in 700 million.",
            "the README of a public repository, Once In A Lifetime",
            "a rate",
            _strict(count(0, 700_000_000)),
            quick=200_000,
            full=10_000_000,
            judge=judges.a_program_that_left(4.37),
        ),
    )


_CLAIMS: dict[int, Claim] = {}


def claims() -> dict[int, Claim]:
    """All claims by number; needs scipy, as published counts are given with their intervals.

    >>> claims()[7].kind
    "a strategy's rate"
    """
    if not _CLAIMS:
        try:
            import scipy.stats  # noqa: F401
        except ImportError:
            raise OptionError("to check claims, install solitaire-solver[survey]") from None
        _CLAIMS.update({claim.id: claim for claim in _claims()})
    return _CLAIMS
