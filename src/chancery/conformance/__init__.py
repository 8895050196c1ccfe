"""Conformance: checks that every game must pass, whatever its rules.

`check_walk` plays one random game and checks everything on the way, secrets too (secrecy.py);
`check_sitting` does the same at a table, with undo, replay and records; `check_bots` lets bots
play. Games run them in their tests, `chancery conformance` runs all of them (trial.py), and
`python -m chancery.conformance` walks through all games for longer.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from chancery import bots
from chancery.bots.levels import levels, sparring
from chancery.conformance.damaged_forms import damage
from chancery.conformance.secrecy import (
    DRAFTS,
    TRIED,
    UNDO,
    Comparisons,
    apart,
    called,
    check_choices,
    check_draws,
    check_faces,
    check_opening,
    check_twins,
    check_view,
    hold,
    told,
    viewers,
)
from chancery.core import (
    Action,
    BadForm,
    Event,
    Game,
    Plain,
    Question,
    Refusal,
    State,
    Text,
)
from chancery.core.game_checks import check_declared
from chancery.core.refusals import NotAsked, NotNow
from chancery.core.rulebook import citation_problem
from chancery.core.serialisation import encode, type_hints
from chancery.core.words import LANGUAGES
from chancery.table import record
from chancery.table.bot_players import Player, answer, moves, seat_seed
from chancery.table.sitting import Sitting

LONGEST = 20_000  # actions; longer games count as endless
MANY = 5_000  # actions; later positions are not checked thoroughly
DRAWN = 20  # actions of a walk for which other outcomes of chance are tried
DRAWINGS = 6  # positions of a walk whose faces are compared

Trail = list[str]  # the actions of a walk as lines of a script


@dataclass
class Visits:
    """Counts how often walks visited each phase, verb, event and refusal."""

    phases: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    twin_steps: int = 0
    compared: Comparisons = field(default_factory=Comparisons)

    def add(
        self, state: State, phases: Iterable[str], action: Action, events: Sequence[Event]
    ) -> None:
        """Count an action, the phases on the stack before it, and its events."""
        self.actions += 1
        self.phases.update(phases)
        self.verbs[action.verb] += 1
        self.count_events(state, events)

    def count_events(self, state: State, events: Sequence[Event]) -> None:
        """Count events and what each seat sees of them."""
        for event in events:
            faces = {event, *(event.seen_by(seat) for seat in viewers(state))}
            self.events.update({type(face).__name__ for face in faces if face is not None})

    def never(self, game: Game[Any, Any]) -> dict[str, list[str]]:
        """Return the phases, verbs and events that no walk has visited, by kind."""
        phases = [p.__name__ for p in game.phases if p.verbs and not self.phases[p.__name__]]
        verbs = [verb for verb in game.notation.verbs if not self.verbs[verb]]
        events = [e.__name__ for e in game.events if not self.events[e.__name__]]
        found = {"phases": phases, "verbs": verbs, "events": events}
        return {kind: names for kind, names in found.items() if names}

    def not_now(self) -> float:
        """Return the share of refusals without a specific reason."""
        return self.refusals[NotNow.__name__] / max(1, self.refusals.total())

    def merge(self, other: Visits) -> None:
        """Add the visits of another walk."""
        self.phases += other.phases
        self.verbs += other.verbs
        self.events += other.events
        self.refusals += other.refusals
        self.actions += other.actions
        self.twin_steps += other.twin_steps
        self.compared.merge(other.compared)


Bias = Callable[[random.Random, Sequence[Action]], Action]


def any_action(dice: random.Random, legal: Sequence[Action]) -> Action:
    """Choose a random legal action: the unbiased walk."""
    return legal[int(dice.random() * len(legal))]


def check_walk(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    bias: Bias = any_action,
    thorough: float = 0.1,
    data: str | None = None,
    trail: Trail | None = None,
) -> Visits:
    """Play one random game and check every position, some of them thoroughly.

    Actions are added to the trail as they are played, so a failure can be replayed.
    """
    check_declared(game)
    dice = random.Random(seed)
    visits = Visits()
    state = game.start(options, seed, data=data)
    check_start(state, game.start(options, seed, data=data))
    visits.count_events(state, state.events)
    compared = visits.compared
    if thorough and state.asked:
        check_position(state)  # report simpler mistakes before leaks
        for viewer in viewers(state):
            check_sample(state, viewer, seed)
        compared.merge(check_opening(game, options, seed, data=data))
    drawn = drawings = 0
    copies: list[tuple[State, int]] = []
    while state.asked:
        check_position(state)
        if dice.random() < thorough and visits.actions < MANY:
            copies.append((state.clone(), hash(state)))
            check_round_trips(state)
            check_words(game, state, state.events)
            for asked in state.asked:
                visits.refusals += check_refusals(state, asked.seat, dice)
                compared.merge(check_choices(state, asked.seat, f"{seed}:{visits.actions}"))
            for viewer in viewers(state):
                check_sample(state, viewer, str(dice.random()))
                seed_of_twin = str(dice.random())
                visits.twin_steps += check_twins(state, viewer, seed_of_twin, 12, compared)
            if drawings < DRAWINGS:
                viewer = viewers(state)[visits.actions % (1 + len(state.seats))]
                shown = check_faces(game, state, viewer, f"{seed}:{visits.actions}")
                drawings += bool(shown.made)
                compared.merge(shown)
        seat = dice.choice(state.asked).seat
        legal = state.legal(seat)
        action = bias(dice, legal)
        phases = {type(phase).__name__ for phase in state.phases}
        before = _others(state, seat) if dice.random() < thorough else None
        if trail is not None:
            trail.append(f"{state.seats[seat]}: {action}")
        again = before is not None or visits.actions < TRIED
        start = state.clone() if thorough or again else state
        events = state.apply(action, seat)
        if again:
            check_same(state, start.clone(), action, seat)
        if thorough and state.luck and drawn < DRAWN:
            drawn += 1
            compared.merge(check_draws(start, action, seat, f"{seed}:{visits.actions}"))
        if before is not None and state.drafting(seat):
            check_draft(state, seat, events, before)
            for viewer in viewers(state):
                compared.add(DRAFTS, called(state, viewer), int(viewer != seat))
        visits.add(state, phases, action, events)
        hold(
            visits.actions < LONGEST,
            f"the game does not end: after {LONGEST} actions {_now(state)}",
        )
    state.check()
    check_round_trips(state)
    check_words(game, state, state.events)
    hold(state.result is not None and bool(state.result.winners), "nobody won")
    for copy, key in copies:
        hold(hash(copy) == key, "an earlier copy has changed: a clone is not independent")
    return visits


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
        for name, hint in type_hints(type(owner)).items():
            try:
                encode(hint, getattr(owner, name), state.seats)
            except (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError,
                    ValueError) as error:  # fmt: skip
                value, kind = f"{getattr(owner, name)!r}"[:60], type(owner).__name__
                raise AssertionError(
                    f"{kind}.{name} is {value}, which does not go with its annotation ({error})"
                ) from error


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
        there = type(part.seat) is int and 0 <= part.seat < len(state.seats)
        hold(there, f"{top}.ask asks seat {part.seat!r}; there are 0 to {len(state.seats) - 1}")
        try:
            found: Any = state.legal(part.seat)
        except TypeError:
            found = state.phases[-1].legal(state, part.seat)  # unless this raises by itself
        listed = isinstance(found, tuple) and all(isinstance(action, Action) for action in found)
        hold(listed, f"{top}.legal gives {found!r:.60}, not a list of actions of the notation")
    hold(len({part.seat for part in asked}) == len(asked), "a seat asked twice")


def check_position(state: State) -> None:
    """Check invariants, dead ends, and that the legal list is unique and round trips as text."""
    state.check()
    check_asked(state)
    for asked in state.asked:
        legal = state.legal(asked.seat)
        name = state.seats[asked.seat]
        hold(bool(legal), f"a dead end: nothing is legal for {name}, and {_now(state)}")
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
    other = guess.view(viewer)
    hold(other == view, f"a sample does not fit its view: it has another {apart(other, view)}")
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


def some_form(game: Game[Any, Any], options: Mapping[str, object] | None, seed: str) -> Plain:
    """Return the JSON form of a random position of a random game."""
    dice = random.Random(seed)
    state = game.start(options, seed)
    for _ in range(int(dice.expovariate(1 / 150))):
        if state.asked:
            seat = dice.choice(state.asked).seat
            state.apply(any_action(dice, state.legal(seat)), seat)
    return json.loads(json.dumps(state.plain()))


def check_damaged(game: Game[Any, Any], form: Plain, seed: str) -> bool:
    """Check that a damaged position is refused with the place of the error, or can be played on.

    One in twenty is played to its end. Returns whether the position was accepted.
    """
    dice = random.Random(seed)
    steps = LONGEST if dice.random() < 0.05 else 60
    try:
        state = game.state.from_plain(game, form, seed)
    except BadForm as fault:
        hold(bool(fault.at or str(fault.problem)), "refused without a reason")
        return False
    check_round_trips(state)
    check_words(game, state, ())
    for viewer in viewers(state):
        check_sample(state, viewer, seed)
    for step in range(steps):
        if not state.asked:
            break
        check_position(state)
        seat = dice.choice(state.asked).seat
        state.apply(any_action(dice, state.legal(seat)), seat)
        if step == 30:
            check_round_trips(state)
            for viewer in viewers(state):
                check_sample(state, viewer, seed)
    state.check()
    return True


def check_hand_made(
    game: Game[Any, Any], modes: Sequence[Mapping[str, object]], seed: str, number: int
) -> int:
    """Damage `number` positions of games with these options; return how many were accepted."""
    dice = random.Random(seed)
    taken = 0
    forms: list[str] = []
    for attempt in range(number):
        if attempt % 40 == 0:
            options = modes[attempt // 40 % len(modes)]
            forms = [json.dumps(some_form(game, options, f"{seed}:{attempt}:{n}")) for n in "1234"]
        form = json.loads(dice.choice(forms))
        damage(form, json.loads(dice.choice(forms)), dice)
        try:
            taken += check_damaged(game, form, f"{seed}:{attempt}")
        except Exception as error:
            text = json.dumps(form, ensure_ascii=False)
            raise AssertionError(
                f"{game.name}: a damaged position was accepted, but then failed: {text}"
            ) from error
    return taken


def check_words(game: Game[Any, Any], state: State, events: Sequence[Event]) -> None:
    """Check that every text of a position can be rendered in every language for every seat."""
    for language in LANGUAGES:
        speaker = game.speaker(language, (), state.seats, game.called(state.frame))
        for seat in viewers(state):
            view = state.view(seat)
            for heading, lines in game.face.describe(view):
                for line in (heading, *lines):
                    speaker.say(_text(line, "describe"))
            for event in events:
                face = event.seen_by(seat)
                if face is not None:
                    speaker.say(face.text())
                    face.plain(state.seats)
            view.plain()
        for asked in state.asked:
            speaker.say(_text(game.face.prompt(state.view(asked.seat), asked), "prompt"))
            for action in state.legal(asked.seat):
                speaker.say(_text(game.face.label(action), "label"))
                if (group := game.face.group(action)) is not None:
                    speaker.say(_text(group, "group"))


def _text(said: Any, part: str) -> Text:
    """Return the text of a part of a face, checking that it is one."""
    hold(
        isinstance(said, Text),
        f'`{part}` of the face gives {said!r:.60}, not a sentence for all languages: T("..."), or'
        " as_is(...)",
    )
    found: Text = said
    return found


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
            said = top.refusals[action.verb](top, state, seat, *action.args)
            name = f"{type(top).__name__}.no_{action.verb}"
            fits = said is None or isinstance(said, Refusal)
            hold(fits, f"{name} gives {said!r:.60}, not a Refusal")
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


def _others(state: State, seat: int) -> list[Any]:
    """Return the views of everybody but one seat."""
    return [state.view(s) for s in viewers(state) if s != seat]


def check_draft(state: State, seat: int, events: Sequence[Event], before: Sequence[Any]) -> None:
    """Check that steps of a secret choice show nothing to others: no event, no change of a view."""
    hold(_others(state, seat) == before, "a half-made choice shows in another view")
    for viewer in viewers(state):
        if viewer != seat:
            hold(not told(events, viewer), "a half-made choice shows in an event")


def _now(state: State) -> str:
    """Describe the current phases, for a message."""
    return f"{type(state.phases[-1]).__name__} asks" if state.phases else "it is over"


def check_sitting(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    undo: float = 0.3,
    most: int = 400,
    trail: Trail | None = None,
) -> Comparisons:
    """Play at a table with undo; check that every point replays and that the record round trips.

    Returns how many offers of undo were compared.
    """
    dice, compared = random.Random(seed), Comparisons()
    sitting = Sitting(game, options, seed)
    past: list[tuple[int, State, int]] = []
    for _ in range(most):
        if not sitting.state.asked:
            break
        seat = dice.choice(sitting.state.asked).seat
        before = sitting.state
        action = any_action(dice, before.legal(seat))
        closing = action in sitting.closing(seat)
        offers = _offers(sitting)
        if trail is not None:
            trail.append(f"{sitting.seats[seat]}: {action}")
        sitting.act(seat, action, sitting.question(seat))
        hold(sitting.log[-1].sealed == closing, f"undo wrongly marked: {action}")
        for other in check_offers(sitting, before, offers):
            compared.add(UNDO, sitting.seats[other])
        past.append((len(sitting.log), sitting.state, hash(sitting.state)))
        if dice.random() < undo:
            other = dice.randrange(len(sitting.seats))
            length = len(sitting.log)
            if trail is not None:
                trail.append(f"{sitting.seats[other]}: undo")
            _check_undo(sitting, other, seat, before)
            if trail is not None and len(sitting.log) == length:
                trail.pop()  # the action was refused
            past.append((len(sitting.log), sitting.state, hash(sitting.state)))
    if sitting.state.result is not None:
        for seat in range(len(sitting.seats)):
            try:
                sitting.undo(seat)
            except Refusal:
                continue
            raise AssertionError("undo was possible after the end, when hidden cards are revealed")
    for length, state, key in dice.sample(past, min(30, len(past))):
        hold(hash(state) == key, "a state of the past has changed")
        hold(sitting.at(length) == state, f"replay to {length} gives another position")
    text = record.dumps(sitting)
    again = record.loads(text, lambda name: game)
    hold(again.state == sitting.state, "the record leads elsewhere")
    hold(record.dumps(again) == text, "the record does not come back the same")
    for viewer in (None, *range(len(sitting.seats))):
        hold(again.events(viewer) == sitting.events(viewer), "the record tells other events")
    return compared


def _offers(sitting: Sitting) -> list[object]:
    """Return what undo offers to each seat: the number of an action, or the refusal."""
    found: list[object] = []
    for seat in range(len(sitting.seats)):
        try:
            sitting.undoable(seat)
            found.append(sitting.last(seat))
        except Refusal as refusal:
            found.append(refusal)
    return found


def check_offers(sitting: Sitting, before: State, offers: Sequence[object]) -> list[int]:
    """Check that an action that a seat cannot see does not change what the seat may undo.

    `before` and `offers` are from before the last action. A seat that sees nothing of it can still
    undo to the same moment, after which the step can be played again. Returns the seats whose
    offers were compared.
    """
    entry, now = sitting.log[-1], _offers(sitting)
    compared: list[int] = []
    if entry.action is None or before.asked != sitting.state.asked:
        return compared
    for seat, offer in enumerate(offers):
        if seat == entry.seat or told(entry.events, seat):
            continue
        compared.append(seat)
        hold(now[seat] == offer, f"undo tells {sitting.seats[seat]} of {entry.action}")
        if isinstance(offer, int):
            trial = sitting.fork()
            trial.undo(seat, offer)
            hold(trial.log[-1].undoes == sitting.undoable(seat), "an undo took back something else")
            hold(trial.at(len(trial.log)) == trial.state, "an undo leads nowhere")
    return compared


def _check_undo(sitting: Sitting, other: int, seat: int, before: State) -> None:
    """Check that an undo restores the position before, or is refused without effect."""
    length = len(sitting.log)
    sealed = sitting.log[-1].sealed
    if other != seat:
        state = sitting.state
        try:
            sitting.undo(other)
        except Refusal:
            hold(sitting.state is state and len(sitting.log) == length, "a refused undo acted")
        return
    try:
        sitting.undo(seat)
    except Refusal:
        hold(sealed, "an undo was refused without a reason")
        hold(len(sitting.log) == length, "a refused undo acted")
        return
    hold(not sealed, "an action that revealed something was undone")
    hold(sitting.state == before, "undo leads to another position")


def check_bots(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    kinds: Sequence[str] = (),
    most: int = LONGEST,
    trail: Trail | None = None,
) -> int:
    """Check that a bot created anew for every question plays the same game as one that was kept.

    Checks the named bots, or all except the levels of the game's own bot, for up to `most` actions.
    Kept bots play on a bare state, as in the arena, new ones at a table, as on the site: the same
    seeds must give the same game in both. Returns how many actions were played.
    """
    played = 0
    resting = {*levels(game), *sparring(game)}
    for kind in kinds or [one for one in bots.names(game) if one not in resting]:
        state = game.start(options, seed)
        seeds = [seat_seed(seed, seat) for seat in range(len(state.seats))]
        kept = [Player(kind, game, own) for own in seeds]
        log: list[tuple[int, Action | None]] = []
        if trail is not None:
            trail[:] = [f"# by {kind}"]
        for seat, action in islice(moves(state, kept), most):
            if trail is not None:
                trail.append(f"{state.seats[seat]}: {action}")
            state.apply(action, seat)
            log.append((seat, action))
        sitting = Sitting(game, options, seed)
        while sitting.state.asked and len(sitting.log) < len(log):
            seat = sitting.state.asked[0].seat
            actions = answer(sitting, seat, kind, seeds[seat])
            sitting.act(seat, actions, sitting.question(seat))
        anew = [(entry.seat, entry.action) for entry in sitting.log[: len(log)]]
        hold(anew == log, f"{kind}: a new bot for each question plays differently from a kept one")
        played += len(log)
    return played
