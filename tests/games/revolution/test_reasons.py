"""The reasons of the regent: one for every question, true, and from the view alone."""

from typing import Any

import pytest

from chancery.core import Action, Question
from chancery.core.chance import Dice
from chancery.games.revolution.bot.bot import Regent
from chancery.games.revolution.rules.state import Revolution
from chancery.table.script import run
from chancery.table.teacher import opened
from tests.games.revolution.positions import EVEN, GAME, position
from tests.soaking import sample

LESSONS = {lesson.key: lesson for lesson in GAME.face.lessons()}
MODES: list[dict[str, Any]] = [
    {},
    {"players": 2},
    {"players": 3, "factions": "burghers-reformers", "province_order": "rulebook", "neutrals": 32},
]


def planned(s: Revolution, seed: str = "why") -> tuple[Question, list[Action], list[str]]:
    """Return the question, the plan of a regent and its reasons."""
    asked, bot = s.asked[0], Regent(GAME, seed)
    view = s.view(asked.seat)
    plan = list(bot.plan(view, asked, s.legal(asked.seat), Dice(seed, asked.name)))
    return asked, plan, [str(text) for text in bot.reasons(view, asked, plan)]


def why(s: Revolution) -> str:
    return " ".join(planned(s)[2])


@pytest.mark.parametrize("options", sample(MODES, 2))
def test_every_question_of_a_game_gets_a_reason(options: dict[str, Any]) -> None:
    s = GAME.start(options, "reasons")
    met = set()
    while s.asked:
        asked, plan, said = planned(s)
        met.add(asked.name)
        assert 1 <= len(said) <= 3
        assert len(set(said)) == len(said)
        for action in plan:
            if s.question(asked.seat) == asked:
                s.apply(action, asked.seat)
    assert len(met) >= 15


def test_reasons_rest_on_the_view_alone() -> None:
    s = GAME.start({"players": 4}, "twins")
    for number in range(60):
        asked, plan, said = planned(s)
        twin = GAME.sample(s.view(asked.seat), f"twin {number}")
        assert planned(twin) == (asked, plan, said)
        s.apply(plan[0], asked.seat)


def test_an_incomplete_choice_gets_a_reason() -> None:
    s = GAME.start({"players": 3, "factions": "habsburgs-reformers"}, "half")
    while s.asked[0].name != "put":
        s.apply(planned(s)[1][0], s.asked[0].seat)
    asked, plan, said = planned(s)
    assert len(plan) > 2
    s.apply(plan[0], asked.seat)
    assert planned(s)[1:] == (plan[1:], said)


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("make-a-city-yours", ["majority", "university", "LEIDEN"]),
        ("city-and-province", ["BRUXELLES", "cards of Brabant"]),
        ("pay-your-armies", ["a point"]),
        ("a-siege-that-pays", ["3 of 4 tokens in GENT"]),
        ("the-water-beggars-land", ["lift the sieges in Holland"]),
        ("three-coins-two-cities", ["would be yours"]),
        ("the-last-count", ["university", "Harderwijk"]),
    ],
)
def test_exercises_get_the_reason_they_teach(key: str, named: list[str]) -> None:
    s = opened(GAME, LESSONS[key].opening).fork().state
    said = why(s)
    for words in named:
        assert words in said


def test_taxes_that_leave_enough_in_stock_say_so() -> None:
    given = {"tokens": {"koeln-city": {"catholics": 1}}, "city_cards": {"koeln-city": "catholics"}}
    said = why(position({"players": 3}, step="taxes", **given))
    assert "enough for the new units of this turn (7)" in said


def test_nobody_is_told_that_neutral_towns_are_an_aim_of_the_catholics() -> None:
    given = {"tokens": {"gelderland": {"catholics": 3, "neutral": 2}}, "allegiance": EVEN}
    said = why(position({"players": 4}, turn=5, step="provinces", **given))
    assert "Gelderland" in said
    assert "trade town" not in said
    assert "university" not in said


def test_a_battle_that_would_follow_is_told() -> None:
    s = position(
        {"players": 4},
        step="raising",
        faction="reformers",
        treasury={"reformers": 6},
        armies={"holland": {"catholics": 2}},
        tokens={"haarlem": {"reformers": 2}, "amsterdam": {"catholics": 2}},
    )
    asked = s.asked[0]
    bot = Regent(GAME, "why")
    plan = [GAME.notation.parse("raise holland")] * 3
    said = [str(text) for text in bot.reasons(s.view(asked.seat), asked, plan)]
    assert said[0] == "After the battle in Holland there would be: Reformers 1."


def test_units_that_win_a_conflict_are_told_what_it_leaves() -> None:
    s = opened(GAME, LESSONS["win-a-conflict"].opening).fork().state
    asked, bot = s.asked[0], Regent(GAME, "why")
    plan = [GAME.notation.parse(text) for text in LESSONS["win-a-conflict"].answer]
    said = " ".join(map(str, bot.reasons(s.view(asked.seat), asked, plan)))
    assert "leaves you strongest: Catholics 2 and Reformers 3" in said


WAITING = """\
game revolution players=4
given turn = 2
given step = beggars
given faction = reformers
given treasury = {"reformers": 3}
given armies.utrecht = {"catholics": 1}
given tokens.utrecht = {"catholics": 2, "neutral": 2, "reformers": 1}
given tokens.holland = {"reformers": 5}
given tokens.haarlem = {"reformers": 2}
given city_cards = {"haarlem": "reformers"}
reformers: hire utrecht
"""


def test_a_waiting_water_beggar_is_explained() -> None:
    marching = run(WAITING + "catholics: march utrecht holland\n", lambda name: GAME).state
    assert marching.asked[0].name == "hold"
    assert "where it" in why(marching).lower()
    using = run(
        WAITING + "catholics: done\ncatholics: influence utrecht neutral\n", lambda name: GAME
    ).state
    assert using.asked[0].name == "bar"
    assert "the countryside of Utrecht" in why(using)
