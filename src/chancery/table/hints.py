"""Hints: the plan of a bot for a seat, in ideas that can be followed one by one."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from chancery import bots
from chancery.core import Action, Event, Listing, Question, State, Text
from chancery.core.words import T, sentences
from chancery.table import bot_players
from chancery.table.sitting import SeenEvent, Sitting
from chancery.table.story import deed_of, lines_of

log = logging.getLogger(__name__)


class Idea(NamedTuple):
    """A part of a plan that makes sense by itself: the march of one army, or one purchase."""

    actions: tuple[Action, ...]
    text: Text  # the action in words
    reason: Text | None  # one reason that holds for it; None if the bot gives none
    way: tuple[str, ...]  # the places that it is about, as `data-target`; a march in its order
    marches: bool  # whether the places are a way
    final: bool  # it cannot be undone
    preview: Text | None  # the consequence of its last action


class Hint(NamedTuple):
    """A plan up to where something is revealed or others have to decide."""

    bot: Text
    ideas: tuple[Idea, ...]
    calculated: bool = False  # better than what the bot would do

    @property
    def actions(self) -> tuple[Action, ...]:
        """The whole plan."""
        return tuple(action for idea in self.ideas for action in idea.actions)


class _Part(NamedTuple):
    """The actions of an idea, and the position where it begins, as the seat sees it."""

    view: Any
    asked: Question
    actions: list[Action]
    labels: list[Text]
    targets: list[str]
    events: list[Event]  # as the seat sees them
    fresh: bool  # it begins a choice, and does not go on with one
    dial: str  # the dial that its last action turns; empty: none
    preview: Text | None
    final: bool


def hint(sitting: Sitting, seat: int, kind: str, seed: str) -> Hint:
    """Return what a bot would do at a seat that is asked.

    It sees only the seat's view. The seed must differ from those of the bots at the table, so that
    a hint reveals nothing about their next moves.
    """
    game = sitting.game
    bot = bots.make(kind, game, seed)
    plan = _advice(bot, sitting, seat)
    calculated = bool(plan)
    if not calculated:
        plan = bot_players.answer(sitting, seat, kind, seed)
    parts = _parts(sitting, seat, plan)
    rests = [[action for part in parts[n + 1 :] for action in part.actions]
             for n in range(len(parts))]  # fmt: skip
    ideas = tuple(
        _idea(sitting, part, _reason(bot, part, rest))
        for part, rest in zip(parts, rests, strict=True)
    )
    return Hint(bots.title(kind, game), ideas, calculated)


def _advice(bot: Any, sitting: Sitting, seat: int) -> Sequence[Action]:
    """Return what a bot proposes as a hint although it would not take so long for a move.

    Empty if it proposes nothing, or fails: then the hint is what it would do.
    """
    advise = getattr(bot, "advice", None)
    state = sitting.state
    asked = state.question(seat)
    if advise is None or asked is None:
        return ()
    try:
        return bot_players.playable(
            sitting, seat, advise(state.view(seat), asked, state.legal(seat))
        )
    except Exception:
        log.exception("the advice of bot %s failed at %s", type(bot).__name__, asked.name)
        return ()


def _parts(sitting: Sitting, seat: int, plan: Sequence[Action]) -> list[_Part]:
    """Divide a plan into ideas.

    An idea is complete when the choice that its first action began is (a march, a purchase), and
    where parts of a choice have dials, each dial is one.
    """
    face, trial = sitting.game.face, sitting.state.clone()
    depth = len(trial.phases)
    parts: list[_Part] = []
    whole = True  # the idea before is complete
    for action in plan:
        view, asked = trial.view(seat), trial.question(seat)
        assert asked is not None
        dial = face.dial(view, action) if len(trial.phases) == depth else None
        key = dial.key if dial is not None else ""
        if parts and ((key and key == parts[-1].dial) or not whole):
            part = parts.pop()
        else:
            part = _Part(view, asked, [], [], [], [], not trial.midway(seat), key, None, False)
        target, preview = face.target(view, action), face.preview(view, action)
        label = face.label(action)
        events = trial.apply(action, seat)
        if not trial.sealed:  # a hint does not tell what is revealed
            visible = (event.seen_by(seat) for event in events)
            part.events.extend(event for event in visible if event is not None)
        part.actions.append(action)
        part.labels.append(label)
        if target is not None:
            part.targets.append(target)
        parts.append(part._replace(dial=key, preview=preview, final=trial.sealed))
        whole = bool(key) or not _goes_on(trial, seat, depth)
    return parts


def _goes_on(trial: State, seat: int, depth: int) -> bool:
    """Return whether the seat is in the middle of the choice that it has begun."""
    if trial.sealed or trial.question(seat) is None:
        return False
    return len(trial.phases) > depth or trial.midway(seat)


def _idea(sitting: Sitting, part: _Part, reason: Text | None) -> Idea:
    face = sitting.game.face
    lines = lines_of(face, (SeenEvent(0, event, False) for event in part.events))
    deeds = [deed_of(face, line.events) for line in lines if not face.heading(line.events[0])]
    route = next((deed.way for deed in deeds if deed.way), ())
    if part.dial or len(part.actions) == 1:
        text = part.labels[-1]
    elif deeds and part.fresh:
        text = sentences([deed.text for deed in deeds])
    else:
        text = T("{parts}.", parts=_counted(part.labels))
    return Idea(
        tuple(part.actions),
        text,
        reason,
        route or tuple(dict.fromkeys(part.targets)),
        bool(route),
        part.final,
        part.preview,
    )


def _counted(labels: Sequence[Text]) -> Listing:
    """List labels, each once with its number."""
    return Listing(
        tuple(
            T("{label} ({n} times)", label=label, n=n) if n > 1 else label
            for label, n in Counter(labels).items()
        )
    )


def _reason(bot: Any, part: _Part, rest: Sequence[Action]) -> Text | None:
    """Return one reason for an idea; a bot may tell more exactly what a part of a plan is for."""
    exactly = getattr(bot, "reason", None)
    if exactly is not None:
        reason: Text | None = exactly(part.view, part.asked, part.actions, rest)
        return reason
    explain = getattr(bot, "reasons", None)
    texts = explain(part.view, part.asked, part.actions) if explain is not None else ()
    return next(iter(texts), None)
