"""Checks of everything a game teaches: guides can be finished, exercises can be solved."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Any

from chancery import bots
from chancery.core import Example, Game, Guide, Lesson, Refusal, Remark, Step
from chancery.core.rulebook import titles
from chancery.core.teaching import DIFFICULTIES, SeatSummary
from chancery.table import script
from chancery.table.examples import run_example
from chancery.table.seated import Seated
from chancery.table.sitting import Sitting
from chancery.table.teacher import Attempt, attempt, lecture, objection, opened, reply

MOST = 400  # the learner's actions in a guided game
_TARGET = re.compile(r'data-target="([^"]+)"')
_LOOKS = ("expect ", "happened ")
_SEES = re.compile(r"\w+ sees ")


class Untrue(AssertionError):
    """Something in a guide, exercise or example does not hold."""


def _hold(holds: bool, problem: str) -> None:
    if not holds:
        raise Untrue(problem)


def _opened(game: Game[Any, Any], taught: Guide | Lesson) -> Sitting:
    """The table at which something is taught; its seat and its bot are there."""
    sitting = _run(game, taught.key, taught.opening)
    _hold(taught.seat in sitting.seats, f"{taught.key}: there is no seat {taught.seat}")
    known = bots.names(game)
    _hold(taught.bot in known, f"{taught.key}: there is no bot {taught.bot}, only {known}")
    return sitting.fork()


def _run(game: Game[Any, Any], key: str, opening: str) -> Sitting:
    try:
        return opened(game, opening)
    except script.ScriptError as error:
        raise Untrue(f"{key}: the opening does not run; {error}") from error


def _check_patterns(game: Game[Any, Any], guide: Guide) -> None:
    """Every pattern fits an action that the game has: else a slip would never be noticed."""
    written = {action.text for action in game.notation}
    steps = enumerate(guide.steps, 1)
    patterns = {(f"step {number}", one) for number, step in steps for one in _patterns(step)}
    for where, pattern in sorted(patterns | {("others", one) for one in guide.others}):
        fits = pattern in written or (
            any(sign in pattern for sign in "*?[")
            and any(map(re.compile(translate(pattern)).match, written))
        )
        _hold(fits, f"{guide.key}, {where}: no action is called “{pattern}”")


def _patterns(step: Step) -> Iterable[str]:
    return (*step.expect, *step.until, *(answer.to for answer in step.answers))


def _check_rule(game: Game[Any, Any], key: str, rule: str) -> None:
    listed = titles(game)
    _hold(not listed or rule in listed, f"{key}: there is no § {rule}")


def check_guide(game: Game[Any, Any], guide: Guide, dice: random.Random) -> Sitting:
    """Play through a guided game with expected actions; return the table at its end."""
    named = {key for key, _ in guide.concepts}
    met = {concept for step in guide.steps for concept in step.concepts}
    _hold(met <= named, f"{guide.key}: concepts without a name: {sorted(met - named)}")
    _hold(met == named, f"{guide.key}: never met: {sorted(named - met)}")
    _check_patterns(game, guide)
    sitting = _opened(game, guide)
    seat, replies = sitting.seat(guide.seat), 0
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
        replies += 1
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
    """Let opponents respond until the exercise is solved or missed, as at a table."""
    while sitting.state.asked and sitting.state.question(seat) is None:
        if attempt(lesson, sitting, seat) is not Attempt.OPEN:
            return
        other = sitting.state.asked[0].seat
        sitting.act(other, reply(lesson, sitting, other))


def _check_points(
    sitting: Sitting, seat: int, taught: Guide | Lesson, remarks: Sequence[Remark]
) -> None:
    """Check that everything a teacher points at is visible."""
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
    """Return the targets in the ground of the board; cached, because drawing it is slow."""
    frame = opened(game, opening).start.frame
    return frozenset(_TARGET.findall(game.face.ground(frame, game.speaker()) or ""))


def check_lesson(game: Game[Any, Any], lesson: Lesson) -> Sitting:
    """Check that an exercise is open at first and solved by its answer; return the final table."""
    _check_rule(game, lesson.key, lesson.rule)
    for line in lesson.goal:
        looks = line.startswith(_LOOKS) or _SEES.match(line) is not None
        _hold(looks, f"{lesson.key}: a goal looks and does nothing: {line}")
    sitting = _opened(game, lesson)
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


def check_example(game: Game[Any, Any], example: Example) -> None:
    """A worked example runs to its end, and every note belongs to one of its steps."""
    _check_rule(game, example.key, example.rule)
    try:
        _, steps = run_example(game, example)
    except (script.ScriptError, Refusal) as error:
        raise Untrue(f"{example.key}: {error}") from error
    late = [number for number, _ in example.notes if number >= len(steps)]
    _hold(not late, f"{example.key} has {len(steps) - 1} lines of actions, and notes to {late}")


def check_seats(game: Game[Any, Any], summaries: Sequence[SeatSummary]) -> None:
    """Every summary is about a seat that exists, and at every table all seats have one or none."""
    tables = {game.seats(options) for options in game.modes()}
    known = set().union(*tables)
    for one in summaries:
        _hold(one.seat in known, f"seats.toml: there is no seat {one.seat}")
        known_difficulty = 0 <= one.difficulty < len(DIFFICULTIES)
        _hold(known_difficulty, f"seats.toml: {one.seat} has no such difficulty")
    for seats in tables if summaries else ():
        missing = [seat for seat in seats if seat not in game.face.summaries(seats)]
        _hold(not missing, f"seats.toml says nothing about {', '.join(missing)}")


def check_taught(game: Game[Any, Any]) -> None:
    """Check everything that a game teaches."""
    face = game.face
    unread = face.teaching.unknown_files() if face.teaching is not None else []
    _hold(not unread, f"nothing reads these files in `teach`: {', '.join(unread)}")
    if face.teaching is not None:
        check_seats(game, face.teaching.seats)
    guide, lessons, primer = face.guide(), face.lessons(), face.primer()
    if guide is not None:
        for seed in range(3):
            check_guide(game, guide, random.Random(seed))
    _hold(len({one.key for one in lessons}) == len(lessons), "two exercises with one key")
    for lesson in lessons:
        check_lesson(game, lesson)
    for number, plate in enumerate(primer.plates if primer is not None else (), 1):
        sitting = _run(game, f"plate {number}", plate.opening)
        known = plate.seat is None or plate.seat in sitting.seats
        _hold(known, f"plate {number}: there is no seat {plate.seat}")
    for example in face.examples():
        check_example(game, example)
