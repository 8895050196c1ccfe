"""What is taught beside Friedrich: it leads where it says, and only the answer solves."""

import random
import re

import pytest

from chancery.conformance.taught import check_guide, check_taught
from chancery.core import Action, Example
from chancery.core.rulebook import titles
from chancery.core.words import Spot
from chancery.games.friedrich.board.atlas import CITY, X, Y
from chancery.games.friedrich.board.pieces import PIECE_NAMES
from chancery.games.friedrich.face.guide import GUIDE
from chancery.games.friedrich.face.map import HEIGHT, WIDTH
from chancery.games.friedrich.face.primer import PRIMER
from chancery.table import bot_players
from chancery.table.sitting import Sitting
from chancery.table.teacher import Attempt, attempt, lecture, objection, opened, secret
from tests.games.friedrich.positions import GAME

LESSONS = {lesson.key: lesson for lesson in GAME.face.lessons()}
REMARK = 210  # letters that somebody reads at a glance


def others_play(sitting: Sitting, seat: int, bot: str, key: str) -> None:
    """The bots answer until the learner is asked."""
    while sitting.state.asked and sitting.state.question(seat) is None:
        other = sitting.state.asked[0].seat
        sitting.act(other, bot_players.answer(sitting, other, bot, secret(key, other)))


def test_all_that_is_taught_holds() -> None:
    check_taught(GAME)


def test_the_guided_game_is_short_and_its_remarks_too() -> None:
    says = [remark.text for step in GUIDE.steps for remark in step.says]
    says += [remark.text for remark in GUIDE.farewell]
    said = says + [step.done for step in GUIDE.steps if step.done is not None]
    said += [answer.text for step in GUIDE.steps for answer in step.answers]
    assert len(says) <= 55
    assert [str(text) for text in said if len(str(text)) > REMARK] == []


def test_the_guided_game_ends_with_five_objectives_and_a_card_of_fate() -> None:
    sitting = check_guide(GAME, GUIDE, random.Random(7))
    assert sum(sitting.state.control) == 5
    happened = [type(event).__name__ for entry in sitting.log for event in entry.events]
    for name in ("Conquered", "Marked", "Won", "Retreated", "Recruited", "Parted"):
        assert name in happened
    others_play(sitting, 1, GUIDE.bot, GUIDE.key)
    happened = [type(event).__name__ for entry in sitting.log for event in entry.events]
    assert "FateTurned" in happened
    assert str(sitting.state.fate + 1) == "4"  # what the farewell tells of it


# Where the guide asks for a click on a piece and then on a city.
MARCHES = {
    "march soubise": ("piece:soubise", "city:northeim"),
    "march france-train-2": ("piece:france-train-2", "city:fritzlar"),
    "march chevert": ("unit:chevert:2", "city:hannover"),
}
FIRST, SECOND = ("piece:richelieu", "city:lemgo"), ("piece:richelieu", "city:alfeld")


def march(sitting: Sitting, key: str, target: str) -> list[Action]:
    orders = GAME.face.orders(sitting.state.view(1), key)
    assert orders is not None
    (found,) = [list(order.actions) for order in orders.orders if order.target == target]
    return found


def test_a_click_on_a_destination_is_what_the_guide_asks_for() -> None:
    sitting = opened(GAME, GUIDE.opening).fork()
    clicked = 0
    while not (now := lecture(GUIDE, sitting, 1)).over:
        others_play(sitting, 1, GUIDE.bot, GUIDE.key)
        assert now.step is not None
        first = now.step.expect[0]
        if first.startswith("march "):
            together = FIRST if "with chevert" in now.step.expect else SECOND
            actions = march(sitting, *MARCHES.get(first, together))
            clicked += 1
        else:
            legal = sitting.state.legal(1)
            actions = [next(action for action in legal if now.step.expects(action))]
        assert objection(GUIDE, sitting, 1, actions) is None
        sitting.act(1, actions)
        others_play(sitting, 1, GUIDE.bot, GUIDE.key)
    assert clicked == 5


def test_what_the_guide_says_of_its_numbers_is_so() -> None:
    view = opened(GAME, GUIDE.opening).state.view(1)
    assert sum(view.control) == 2
    assert view.totals[6] == 8  # 7 after the defeat of Soubise


# What somebody might try first, and why it does not do.
TEMPTING = {
    "main-road": "march richelieu; to guetersloh; to bielefeld; to herford; stop; end",
    "behind-you": "march soubise; to fritzlar; to kassel; stop; end",
    "parting": "march richelieu; with chevert; to hannover; to wunstorf; to minden; end",
    "feed-daun": "march austria-train-1; to hohenelbe; to trautenau; end",
    "right-sector": "march richelieu; to holzminden; stop; end; quit",
    "cheap-defeat": "quit",
    "cut-supply": "march cumberland; to alfeld; stop; end",
    "zero": "play 9h.1",
    "protect": "end",
    "recruit-in-time": "troops 0; trains 1; pay 4h.1; pay 2c.1; at koblenz; end",
}


@pytest.mark.parametrize("key", LESSONS)
def test_what_is_tempting_does_not_solve_it(key: str) -> None:
    lesson = LESSONS[key]
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    for action in TEMPTING[key].split("; "):
        assert attempt(lesson, sitting, seat) is Attempt.OPEN
        sitting.act(seat, action)
        if lesson.replies:
            others_play(sitting, seat, lesson.bot, lesson.key)
    assert attempt(lesson, sitting, seat) is not Attempt.SOLVED


def test_there_are_other_ways_to_feed_daun() -> None:
    lesson = LESSONS["feed-daun"]
    sitting = opened(GAME, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    for action in ("march austria-train-1", "to reichenberg", "stop", "end"):
        sitting.act(seat, action)
    assert attempt(lesson, sitting, seat) is Attempt.SOLVED


@pytest.mark.parametrize("example", GAME.face.examples(), ids=lambda example: example.key)
def test_a_note_belongs_to_a_line_of_actions(example: Example) -> None:
    lines = [line for line in example.script.splitlines() if re.fullmatch(r"\w+: .*", line)]
    numbers = [number for number, _ in example.notes]
    assert numbers == sorted(set(numbers))
    assert all(1 <= number <= len(lines) for number in numbers)
    assert example.rule in titles(GAME)


@pytest.mark.parametrize("number", range(3))
def test_a_plate_shows_whatever_its_text_names(number: int) -> None:
    plate = PRIMER.plates[number]
    assert plate.window is not None
    x, y, width, height = plate.window
    assert 0 <= x < x + width <= WIDTH
    assert 0 <= y < y + height <= HEIGHT
    at = opened(GAME, plate.opening).state.at
    for _, word in plate.text.places:
        assert isinstance(word, Spot)
        kind, _, name = word.target.partition(":")
        city = CITY[name] if kind == "city" else at[PIECE_NAMES.index(name)]
        assert x < X[city] < x + width
        assert y < Y[city] < y + height
