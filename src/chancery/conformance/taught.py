"""What is taught beside a game is true: guides lead to their end, exercises can be solved."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from chancery.core import Game, Guide, Lesson, Remark
from chancery.core.rulebook import titles
from chancery.table import script
from chancery.table.seated import Seated
from chancery.table.sitting import Sitting
from chancery.table.teacher import Attempt, attempt, lecture, objection, opened, reply

MOST = 400  # own actions in a guided game
_TARGET = re.compile(r'data-target="([^"]+)"')
_LOOKS = ("expect ", "happened ")
_SEES = re.compile(r"\w+ sees ")


class Untrue(AssertionError):
    """Something that is taught does not hold."""


def _hold(holds: bool, problem: str) -> None:
    if not holds:
        raise Untrue(problem)


def check_guide(game: Game[Any, Any], guide: Guide, dice: random.Random) -> Sitting:
    """Go through a guided game, doing something that is wanted each time; the table at its end."""
    named = {key for key, _ in guide.concepts}
    met = {concept for step in guide.steps for concept in step.concepts}
    _hold(met <= named, f"{guide.key}: concepts without a name: {sorted(met - named)}")
    _hold(met == named, f"{guide.key}: never met: {sorted(named - met)}")
    sitting = opened(game, guide.opening).fork()
    seat, told = sitting.seat(guide.seat), 0
    for _ in range(MOST):
        _let_others_play(guide, sitting, seat)
        now = lecture(guide, sitting, seat)
        if now.over:
            break
        legal = sitting.state.legal(seat)
        if now.step is None:
            _hold(bool(legal), f"{guide.key}: the game is over before the guide")
            sitting.act(seat, reply(guide, sitting, seat))
            continue
        told += 1
        if now.step in guide.steps:  # of one that is half done some cards have left the hand
            _check_points(sitting, seat, guide, now.step.says)
        wanted = [action for action in legal if now.step.expects(action)]
        for other in [action for action in legal if action not in wanted][:3]:
            said = objection(guide, sitting, seat, (other,))
            _hold(said is not None, f"{guide.key}: nothing is said against {other}")
        _hold(objection(guide, sitting, seat, wanted[:1]) is None, f"{guide.key}: {wanted[0]}")
        sitting.act(seat, dice.choice(wanted))
    undone = len(guide.steps) - lecture(guide, sitting, seat).done
    asked = sitting.question(seat)
    _hold(undone == 0, f"{guide.key}: {undone} steps are never reached; asked for {asked}")
    _check_points(sitting, seat, guide, guide.farewell)
    return sitting


def _let_others_play(guide: Guide, sitting: Sitting, seat: int) -> None:
    while sitting.state.asked and sitting.state.question(seat) is None:
        other = sitting.state.asked[0].seat
        sitting.act(other, reply(guide, sitting, other))


def _reply(lesson: Lesson, sitting: Sitting, seat: int) -> None:
    """As at a table: nobody moves once an exercise is solved or missed."""
    while sitting.state.asked and sitting.state.question(seat) is None:
        if attempt(lesson, sitting, seat) is not Attempt.OPEN:
            return
        other = sitting.state.asked[0].seat
        sitting.act(other, reply(lesson, sitting, other))


def _check_points(
    sitting: Sitting, seat: int, taught: Guide | Lesson, remarks: Sequence[Remark]
) -> None:
    """Whatever a teacher points at is there to be seen."""
    if not any(remark.points for remark in remarks):
        return
    seated = Seated(sitting, seat, sitting.game.speaker())
    drawn = [seated.picture or "", *(panel.picture for panel in seated.panels)]
    shown = {target for picture in drawn for target in _TARGET.findall(picture)}
    shown |= _on_the_ground(sitting.game, taught.opening)
    cards = (card for hand in seated.hands for group in hand.groups for card in group)
    shown |= {card.target for card in cards}
    for remark in remarks:
        absent = sorted(set(remark.points) - shown)
        _hold(not absent, f"{taught.key}: “{remark.text}” points at {absent}, which is nowhere")


@lru_cache(maxsize=100)
def _on_the_ground(game: Game[Any, Any], opening: str) -> frozenset[str]:
    """What can be pointed at on the part of the board that never changes: drawing it is slow."""
    frame = opened(game, opening).start.frame
    return frozenset(_TARGET.findall(game.face.ground(frame, game.speaker()) or ""))


def check_lesson(game: Game[Any, Any], lesson: Lesson) -> Sitting:
    """An exercise is open at first, and its own answer solves it; the table at its end."""
    listed = titles(game)
    _hold(not listed or lesson.rule in listed, f"{lesson.key}: there is no § {lesson.rule}")
    for line in lesson.goal:
        looks = line.startswith(_LOOKS) or _SEES.match(line) is not None
        _hold(looks, f"{lesson.key}: a goal looks and does nothing: {line}")
    sitting = opened(game, lesson.opening).fork()
    seat = sitting.seat(lesson.seat)
    _hold(sitting.question(seat) is not None, f"{lesson.key}: {lesson.seat} is asked for nothing")
    _check_points(sitting, seat, lesson, lesson.task)
    for text in lesson.answer:
        now = attempt(lesson, sitting, seat)
        _hold(now is Attempt.OPEN, f"{lesson.key}: {now} before {text}")
        sitting.act(seat, text)
        _reply(lesson, sitting, seat)
    now = attempt(lesson, sitting, seat)
    _hold(now is Attempt.SOLVED, f"{lesson.key}: the answer leaves it {now}")
    return sitting


def check_taught(game: Game[Any, Any]) -> None:
    """Everything that a game teaches."""
    face = game.face
    guide, lessons, primer = face.guide(), face.lessons(), face.primer()
    if guide is not None:
        for seed in range(3):
            check_guide(game, guide, random.Random(seed))
    _hold(len({one.key for one in lessons}) == len(lessons), "two exercises with one key")
    for lesson in lessons:
        check_lesson(game, lesson)
    for plate in primer.plates if primer is not None else ():
        opened(game, plate.opening)
    for example in face.examples():
        script.run(example.script, lambda name: game)
