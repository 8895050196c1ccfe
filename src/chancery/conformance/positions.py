"""Checks of one position: invariants, legal lists, round trips, samples, texts and refusals."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from chancery.conformance.secrecy import TRIED, apart, check_fields, check_view, hold, told, viewers
from chancery.core import Action, BadForm, Event, Game, Question, Refusal, State, Text
from chancery.core.refusals import NotAsked
from chancery.core.rulebook import citation_problem
from chancery.core.serialisation import type_hints
from chancery.core.words import LANGUAGES
from chancery.table import story
from chancery.table.sitting import SeenEvent


def check_start(state: State, again: State) -> None:
    """Check that a set-up is complete and the same for the same seed."""
    for name in type_hints(type(state)):
        hold(hasattr(state, name), f"`set_up` leaves `{name}` without a value")
    check_forms(state)
    for viewer in viewers(state):
        check_view(state, viewer)
    same = state == again and state.events == again.events
    hold(same, "the same seed gives another set-up; draw chance from `state.pick` only")


def check_forms(state: State) -> None:
    """Check that every field of position and phases can be serialised."""
    for owner in (state, *state.phases):
        check_fields(owner, state.seats, type_hints(type(owner)))


def check_same(state: State, twin: State, action: Action, seat: int) -> None:
    """Check that the same action with the same chance leads to the same position."""
    twin.apply(action, seat)
    same = twin == state and twin.events == state.events
    hold(same, f"{action} gives another position when repeated; draw chance from `state.pick` only")


def check_asked(state: State) -> None:
    """Check that questions go to existing seats, each asked once."""
    asked, top = state.asked, type(state.phases[-1]).__name__
    whole = type(asked) is tuple and all(isinstance(part, Question) for part in asked)
    hold(whole, f"{top}.ask gives {asked!r}, not a tuple of questions (`question(seat, name)`)")
    for part in asked:
        seat_exists = type(part.seat) is int and 0 <= part.seat < len(state.seats)
        hold(
            seat_exists, f"{top}.ask asks seat {part.seat!r}; there are 0 to {len(state.seats) - 1}"
        )
        try:
            legal: Any = state.legal(part.seat)
        except TypeError:
            legal = state.phases[-1].legal(state, part.seat)  # unless this raises by itself
        listed = isinstance(legal, tuple) and all(isinstance(action, Action) for action in legal)
        hold(listed, f"{top}.legal gives {legal!r:.60}, not a list of actions of the notation")
    hold(len({part.seat for part in asked}) == len(asked), "a seat asked twice")


def check_position(state: State) -> None:
    """Check invariants, dead ends, and that the legal list is unique and round trips as text."""
    state.check()
    check_asked(state)
    for asked in state.asked:
        legal = state.legal(asked.seat)
        name = state.seats[asked.seat]
        hold(bool(legal), f"a dead end: nothing is legal for {name}, and {asking(state)}")
        hold(len(set(legal)) == len(legal), "a legal list with doubles")
        top, verbs = state.phases[-1], {action.verb for action in legal}
        undone = ", ".join(f"`do_{verb}`" for verb in sorted(verbs - top.verbs.keys()))
        hold(not undone, f"{type(top).__name__} cannot do all that is legal: it has no {undone}")
        never = ", ".join(sorted(set(top.always) - verbs))
        hold(
            not never,
            f"{type(top).__name__} does not always ask that: {never} is named in `always` and is"
            " not legal",
        )
        for action in legal:
            try:
                same = state.game.notation.parse(str(action)) is action
            except Refusal:
                same = False
            hold(same, f"no round trip: {action}")
    for seat in range(len(state.seats)):
        if state.question(seat) is None:
            hold(state.legal(seat) == (), "legal actions for a seat that is not asked")


def check_round_trips(state: State) -> None:
    """Check that JSON form and clone equal the position and continue in the same way."""
    check_forms(state)
    form = state.plain()
    try:
        again = type(state).from_plain(state.game, form)
    except BadForm as fault:
        raise AssertionError(f"its own JSON form is refused: {fault}") from fault
    for twin in (again, state.clone()):
        hold(twin == state and hash(twin) == hash(state), "a copy is not equal")
        hold(twin.asked == state.asked, "a copy asks something else")
        for asked in state.asked:
            hold(twin.legal(asked.seat) == state.legal(asked.seat), "a copy allows other actions")
    hold(again.plain() == form and again.digest() == state.digest(), "no JSON round trip")


def check_sample(state: State, viewer: int | None, seed: str) -> None:
    """Check that a sample fits its view and can be played on by the seats that are asked."""
    game, dice = state.game, random.Random(seed)
    view = check_view(state, viewer)
    guess = game.sample(view, seed)
    hold(isinstance(guess, State), f"`sample` gives a {type(guess).__name__}, not a position")
    for name in type_hints(type(guess)):
        hold(hasattr(guess, name), f"`sample` leaves `{name}` without a value")
    check_forms(guess)
    guess.check()
    view_of_sample = guess.view(viewer)
    hold(
        view_of_sample == view,
        f"a sample does not fit its view: it has another {apart(view_of_sample, view)}",
    )
    try:
        type(state).from_plain(game, guess.plain())
    except BadForm as fault:
        raise AssertionError(f"a sample is no whole position: {fault}") from fault
    for asked in guess.asked:
        legal = guess.legal(asked.seat)
        hold(bool(legal), f"a sample is a dead end for {state.seats[asked.seat]}")
        for action in dice.sample(legal, min(TRIED, len(legal))):
            trial = guess.clone()
            trial.apply(action, asked.seat)
            trial.check()


def check_words(game: Game[Any, Any], state: State, events: Sequence[Event]) -> None:
    """Check that every text of a position can be rendered in every language for every seat."""
    # many actions share a heading, and it is said once
    texts = {id(text): text for text in _texts(game, state, events)}
    for language in LANGUAGES:
        speaker = game.speaker(language, (), state.seats, game.called(state.frame))
        for text in texts.values():
            speaker.say(text)


def _texts(game: Game[Any, Any], state: State, events: Sequence[Event]) -> Iterator[Text]:
    """Yield what all seats and spectators read about a position and the events that led to it."""
    for seat in viewers(state):
        view = state.view(seat)
        for heading, lines in game.face.describe(view):
            for line in (heading, *lines):
                yield _text(line, "describe")
        faces = [face for event in events if (face := event.seen_by(seat)) is not None]
        for face in faces:
            yield face.text()
            face.plain(state.seats)
        for deed in story.lines_of(game.face, (SeenEvent(0, face, False) for face in faces)):
            yield _text(story.deed_of(game.face, deed.events).text, "deed")
        view.plain()
    for asked in state.asked:
        yield _text(game.face.prompt(state.view(asked.seat), asked), "prompt")
        for action in state.legal(asked.seat):
            yield _text(game.face.label(action), "label")
            if (group := game.face.group(action)) is not None:
                yield _text(group, "group")


def _text(value: Any, part: str) -> Text:
    """Return the text of a part of a face, checking that it is one."""
    if not isinstance(value, Text):
        raise AssertionError(
            f'`{part}` of the face gives {value!r:.60}, not a sentence for all languages: T("..."),'
            " or as_is(...)"
        )
    return value


def check_refusals(state: State, seat: int, dice: random.Random) -> Counter[str]:
    """Check that illegal actions are refused with a reason and a paragraph, without effect."""
    reasons: Counter[str] = Counter()
    legal = set(state.legal(seat))
    before = hash(state)
    for action in dice.sample(list(state.game.notation), min(25, len(state.game.notation))):
        if action in legal:
            hold(state.why_not(action, seat) is None, f"legal and yet refused: {action}")
            continue
        top = state.phases[-1]
        if action.verb in top.refusals:
            reason = top.refusals[action.verb](top, state, seat, *action.args)
            name = f"{type(top).__name__}.no_{action.verb}"
            fits = reason is None or isinstance(reason, Refusal)
            hold(fits, f"{name} gives {reason!r:.60}, not a Refusal")
        reason = state.why_not(action, seat)
        rule = None if reason is None else reason.rule
        hold(rule is not None, f"no paragraph: {action}")
        problem = citation_problem(state.game, str(rule))
        hold(not problem, f"the reason against {action} is by {problem}")
        try:
            state.apply(action, seat)
        except Refusal as refusal:
            hold(refusal == reason, "why_not and apply give different reasons")
            reasons[refusal.code] += 1
        else:
            raise AssertionError(f"not legal and yet done: {action}")
    for other in range(len(state.seats)):
        if state.question(other) is None:
            action = next(iter(legal))
            hold(isinstance(state.why_not(action, other), NotAsked), "asked out of turn")
    hold(hash(state) == before, "a refusal changed something")
    return reasons


def views_of_others(state: State, seat: int) -> list[Any]:
    """Return the views of everybody but one seat."""
    return [state.view(s) for s in viewers(state) if s != seat]


def check_draft(state: State, seat: int, events: Sequence[Event], before: Sequence[Any]) -> None:
    """Check that steps of a secret choice show nothing to others: no event, no change of a view."""
    hold(views_of_others(state, seat) == before, "a half-made choice shows in another view")
    for viewer in viewers(state):
        if viewer != seat:
            hold(not told(events, viewer), "a half-made choice shows in an event")


def asking(state: State) -> str:
    """Describe the current phases, for a message."""
    return f"{type(state.phases[-1]).__name__} asks" if state.phases else "it is over"
