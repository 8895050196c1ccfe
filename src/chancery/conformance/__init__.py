"""The conformance suite: what must hold for any game, whatever its rules.

`check_walk` plays one random game and checks everything on the way; `check_sitting` does the
same at a table, with undo, replay and records; `check_bots` lets bots play. A new game is put
through all of them in its tests, and by `chancery conformance` (trial.py); for all games
`python -m chancery.conformance` walks for longer.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any

from chancery import bots
from chancery.bots.levels import levels, sparring
from chancery.core import (
    Action,
    BadChance,
    BadForm,
    Event,
    Game,
    Plain,
    Question,
    Refusal,
    State,
    Tape,
    Text,
    View,
)
from chancery.core.game_checks import check_declared
from chancery.core.plain import encode, hints
from chancery.core.refusals import NotAsked, NotNow
from chancery.core.rulebook import strange
from chancery.core.words import LANGUAGES
from chancery.damage import damage
from chancery.table import record
from chancery.table.bot_players import Player, answer, moves, seat_seed
from chancery.table.sitting import Sitting

LONGEST = 20_000  # actions; a game that goes on longer is taken not to end
MANY = 5_000  # actions; beyond them no position is looked at thoroughly
TRIED = 20  # actions, or draws of chance, that are tried in one place

Trail = list[str]  # the actions of a game so far, as the lines of a script


@dataclass
class Visits:
    """How often walks came by each phase, verb, event and refusal."""

    phases: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    twin_steps: int = 0

    def add(
        self, state: State, phases: Iterable[str], action: Action, events: Sequence[Event]
    ) -> None:
        """Count one action, the phases that were on the stack when it was taken, its events."""
        self.actions += 1
        self.phases.update(phases)
        self.verbs[action.verb] += 1
        self.count_events(state, events)

    def count_events(self, state: State, events: Sequence[Event]) -> None:
        """Count events and every face that somebody sees of them."""
        for event in events:
            faces = {event, *(event.seen_by(seat) for seat in (None, *range(len(state.seats))))}
            self.events.update({type(face).__name__ for face in faces if face is not None})

    def never(self, game: Game[Any, Any]) -> dict[str, list[str]]:
        """What no walk has come by."""
        phases = [p.__name__ for p in game.phases if p.verbs and not self.phases[p.__name__]]
        verbs = [verb for verb in game.notation.verbs if not self.verbs[verb]]
        events = [e.__name__ for e in game.events if not self.events[e.__name__]]
        found = {"phases": phases, "verbs": verbs, "events": events}
        return {kind: names for kind, names in found.items() if names}

    def not_now(self) -> float:
        """The share of refusals that said nothing more than "not now"."""
        return self.refusals[NotNow.__name__] / max(1, self.refusals.total())

    def merge(self, other: Visits) -> None:
        """Add the visits of another walk."""
        self.phases += other.phases
        self.verbs += other.verbs
        self.events += other.events
        self.refusals += other.refusals
        self.actions += other.actions
        self.twin_steps += other.twin_steps


Bias = Callable[[random.Random, Sequence[Action]], Action]


def any_action(dice: random.Random, legal: Sequence[Action]) -> Action:
    """The unbiased walk."""
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
    """Play one random game and check every position; a share of them thoroughly.

    The actions are written to the trail as they are taken, so that a failure can be replayed.
    """
    check_declared(game)
    dice = random.Random(seed)
    visits = Visits()
    state = game.start(options, seed, data=data)
    check_start(state, game.start(options, seed, data=data))
    visits.count_events(state, state.events)
    if thorough:
        check_opening(game, options, seed)
    copies: list[tuple[State, int]] = []
    while state.asked:
        check_position(state)
        if dice.random() < thorough and visits.actions < MANY:
            copies.append((state.clone(), hash(state)))
            check_round_trips(state)
            check_words(game, state, state.events)
            for asked in state.asked:
                visits.refusals += check_refusals(state, asked.seat, dice)
                check_hidden_choices(state, asked.seat, f"{seed}:{visits.actions}")
            for viewer in (None, *range(len(state.seats))):
                check_sample(state, viewer, str(dice.random()))
                visits.twin_steps += check_twins(state, viewer, str(dice.random()), steps=12)
        seat = dice.choice(state.asked).seat
        legal = state.legal(seat)
        action = bias(dice, legal)
        phases = {type(phase).__name__ for phase in state.phases}
        before = _others(state, seat) if dice.random() < thorough else None
        if trail is not None:
            trail.append(f"{state.seats[seat]}: {action}")
        again = before is not None or visits.actions < TRIED
        twin = state.clone() if again else None
        events = state.apply(action, seat)
        if twin is not None:
            check_same(state, twin, action, seat)
        if before is not None and state.drafting(seat):
            check_draft(state, seat, events, before)
        visits.add(state, phases, action, events)
        _hold(
            visits.actions < LONGEST,
            f"the game does not end: after {LONGEST} actions {_now(state)}",
        )
    state.check()
    check_round_trips(state)
    check_words(game, state, state.events)
    _hold(state.result is not None and bool(state.result.winners), "nobody won")
    for copy, key in copies:
        _hold(hash(copy) == key, "an earlier copy has changed: a clone is not independent")
    return visits


def check_start(state: State, again: State) -> None:
    """A set-up leaves nothing open, and the same seed makes the same one once more."""
    for name in hints(type(state)):
        _hold(hasattr(state, name), f"`set_up` leaves `{name}` without a value")
    check_forms(state)
    for viewer in (None, *range(len(state.seats))):
        check_view(state, viewer)
    same = state == again and state.events == again.events
    _hold(same, "the same seed makes another set-up: chance comes from `state.pick` alone")


def check_forms(state: State) -> None:
    """Every field of the position and of what goes on can be written down."""
    for owner in (state, *state.phases):
        for name, hint in hints(type(owner)).items():
            try:
                encode(hint, getattr(owner, name), state.seats)
            except (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError,
                    ValueError) as error:  # fmt: skip
                value, kind = f"{getattr(owner, name)!r}"[:60], type(owner).__name__
                raise AssertionError(
                    f"{kind}.{name} is {value}, which does not go with its annotation ({error})"
                ) from error


def check_same(state: State, twin: State, action: Action, seat: int) -> None:
    """The same action in the same position, with the same chance, leads to the same."""
    twin.apply(action, seat)
    same = twin == state and twin.events == state.events
    _hold(same, f"{action} leads elsewhere the second time: chance comes from `state.pick` alone")


def check_asked(state: State) -> None:
    """Questions to seats that are there, and none of them asked twice."""
    asked, top = state.asked, type(state.phases[-1]).__name__
    whole = type(asked) is tuple and all(isinstance(part, Question) for part in asked)
    _hold(whole, f"{top}.ask gives {asked!r}, not a tuple of questions (`question(seat, name)`)")
    for part in asked:
        there = type(part.seat) is int and 0 <= part.seat < len(state.seats)
        _hold(there, f"{top}.ask asks seat {part.seat!r}; there are 0 to {len(state.seats) - 1}")
        try:
            found: Any = state.legal(part.seat)
        except TypeError:
            found = state.phases[-1].legal(state, part.seat)  # unless it fails by itself
        listed = isinstance(found, tuple) and all(isinstance(action, Action) for action in found)
        _hold(listed, f"{top}.legal gives {found!r:.60}, not a list of actions of the notation")
    _hold(len({part.seat for part in asked}) == len(asked), "a seat asked twice")


def check_view(state: State, viewer: int | None) -> Any:
    """What a seat sees, if it is a view at all."""
    view = state.view(viewer)
    _hold(isinstance(view, View), f"`look` gives a {type(view).__name__}, not a View")
    return view


def check_position(state: State) -> None:
    """Invariants, no dead end, and a legal list without doubles that round trips as text."""
    state.check()
    check_asked(state)
    for asked in state.asked:
        legal = state.legal(asked.seat)
        name = state.seats[asked.seat]
        _hold(bool(legal), f"a dead end: nothing is legal for {name}, and {_now(state)}")
        _hold(len(set(legal)) == len(legal), "a legal list with doubles")
        top, verbs = state.phases[-1], {action.verb for action in legal}
        undone = ", ".join(f"`do_{verb}`" for verb in sorted(verbs - top.verbs.keys()))
        _hold(not undone, f"{type(top).__name__} cannot do all that is legal: it has no {undone}")
        never = ", ".join(sorted(set(top.always) - verbs))
        _hold(
            not never,
            f"{type(top).__name__} does not always ask that: {never} is named in `always` and is"
            " not legal",
        )
        for action in legal:
            try:
                same = state.game.notation.parse(str(action)) is action
            except Refusal:
                same = False
            _hold(same, f"no round trip: {action}")
    for seat in range(len(state.seats)):
        if state.question(seat) is None:
            _hold(state.legal(seat) == (), "legal actions for a seat that is not asked")


def check_round_trips(state: State) -> None:
    """JSON form and clone are the same position, and go on in the same way."""
    check_forms(state)
    form = state.plain()
    try:
        again = type(state).from_plain(state.game, form)
    except BadForm as fault:
        raise AssertionError(f"its own JSON form is refused: {fault}") from fault
    for twin in (again, state.clone()):
        _hold(twin == state and hash(twin) == hash(state), "a copy is not equal")
        _hold(twin.asked == state.asked, "a copy asks something else")
        for asked in state.asked:
            _hold(twin.legal(asked.seat) == state.legal(asked.seat), "a copy allows other actions")
    _hold(again.plain() == form and again.digest() == state.digest(), "no JSON round trip")


def check_sample(state: State, viewer: int | None, seed: str) -> None:
    """A sample fits its view, is a whole position, and can be played on by whoever is asked."""
    game, dice = state.game, random.Random(seed)
    view = check_view(state, viewer)
    guess = game.sample(view, seed)
    _hold(isinstance(guess, State), f"`sample` gives a {type(guess).__name__}, not a position")
    for name in hints(type(guess)):
        _hold(hasattr(guess, name), f"`sample` leaves `{name}` without a value")
    check_forms(guess)
    guess.check()
    other = guess.view(viewer)
    _hold(other == view, f"a sample does not fit its view: it has another {_apart(other, view)}")
    try:
        type(state).from_plain(game, guess.plain())
    except BadForm as fault:
        raise AssertionError(f"a sample is no whole position: {fault}") from fault
    for asked in guess.asked:
        legal = guess.legal(asked.seat)
        _hold(bool(legal), f"a sample is a dead end for {state.seats[asked.seat]}")
        for action in dice.sample(legal, min(TRIED, len(legal))):
            trial = guess.clone()
            trial.apply(action, asked.seat)
            trial.check()


def check_opening(game: Game[Any, Any], options: Mapping[str, object] | None, seed: str) -> int:
    """What happens before anybody decides tells a seat no more than it sees afterwards.

    Twins begin with another outcome of one draw of chance: whoever cannot tell them apart on
    the table must not have been told them apart by events. Returns how often that was the case.
    """
    dice = random.Random(seed)
    one = game.start(options, seed)
    compared = 0
    for place in dice.sample(range(len(one.luck)), min(TRIED, len(one.luck))):
        luck = list(one.luck)
        luck[place] += dice.choice((-2, -1, 1, 2))
        try:
            two = game.start(options, seed, tape=Tape(luck))
        except BadChance:
            continue
        for viewer in (None, *range(len(one.seats))):
            if one.view(viewer) == two.view(viewer):
                compared += 1
                same = _faces(one.events, viewer) == _faces(two.events, viewer)
                _hold(same, f"the opening tells {_called(one, viewer)} more than it sees")
    return compared


def some_form(game: Game[Any, Any], options: Mapping[str, object] | None, seed: str) -> Plain:
    """The JSON form of some moment of a random game, as it comes from a file."""
    dice = random.Random(seed)
    state = game.start(options, seed)
    for _ in range(int(dice.expovariate(1 / 150))):
        if state.asked:
            seat = dice.choice(state.asked).seat
            state.apply(any_action(dice, state.legal(seat)), seat)
    return json.loads(json.dumps(state.plain()))


def check_damaged(game: Game[Any, Any], form: Plain, seed: str) -> bool:
    """A position with something wrong is refused with the place of the fault, or plays on.

    One in twenty is played to its end. Returns whether the position was taken.
    """
    dice = random.Random(seed)
    steps = LONGEST if dice.random() < 0.05 else 60
    try:
        state = game.state.from_plain(game, form, seed)
    except BadForm as fault:
        _hold(bool(fault.at or str(fault.problem)), "refused without a reason")
        return False
    check_round_trips(state)
    check_words(game, state, ())
    for viewer in (None, *range(len(state.seats))):
        check_sample(state, viewer, seed)
    for step in range(steps):
        if not state.asked:
            break
        check_position(state)
        seat = dice.choice(state.asked).seat
        state.apply(any_action(dice, state.legal(seat)), seat)
        if step == 30:
            check_round_trips(state)
            for viewer in (None, *range(len(state.seats))):
                check_sample(state, viewer, seed)
    state.check()
    return True


def check_hand_made(
    game: Game[Any, Any], modes: Sequence[Mapping[str, object]], seed: str, number: int
) -> int:
    """Damage so many positions, of all these modes; how many were taken."""
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
                f"{game.name}: a position that was taken breaks: {text}"
            ) from error
    return taken


def check_words(game: Game[Any, Any], state: State, events: Sequence[Event]) -> None:
    """Everything that can be said here can be said in every language, to every seat."""
    for language in LANGUAGES:
        speaker = game.speaker(language, (), state.seats, game.called(state.frame))
        for seat in (None, *range(len(state.seats))):
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
    """What a part of a face says, if it is a sentence at all."""
    _hold(
        isinstance(said, Text),
        f'`{part}` of the face gives {said!r:.60}, not a sentence for all languages: T("..."), or'
        " as_is(...)",
    )
    found: Text = said
    return found


def check_refusals(state: State, seat: int, dice: random.Random) -> Counter[str]:
    """Near misses are refused with a reason and a paragraph, and change nothing."""
    reasons: Counter[str] = Counter()
    legal = set(state.legal(seat))
    before = hash(state)
    for action in dice.sample(list(state.game.notation), min(25, len(state.game.notation))):
        if action in legal:
            _hold(state.why_not(action, seat) is None, f"legal and yet refused: {action}")
            continue
        top = state.phases[-1]
        if action.verb in top.refusals:
            said = top.refusals[action.verb](top, state, seat, *action.args)
            name = f"{type(top).__name__}.no_{action.verb}"
            fits = said is None or isinstance(said, Refusal)
            _hold(fits, f"{name} gives {said!r:.60}, not a Refusal")
        reason = state.why_not(action, seat)
        rule = None if reason is None else reason.rule
        _hold(rule is not None, f"no paragraph: {action}")
        problem = strange(state.game, str(rule))
        _hold(not problem, f"the reason against {action} is by {problem}")
        try:
            state.apply(action, seat)
        except Refusal as refusal:
            _hold(refusal == reason, "why_not and apply give different reasons")
            reasons[refusal.code] += 1
        else:
            raise AssertionError(f"not legal and yet done: {action}")
    for other in range(len(state.seats)):
        if state.question(other) is None:
            action = next(iter(legal))
            _hold(isinstance(state.why_not(action, other), NotAsked), "asked out of turn")
    _hold(hash(state) == before, "a refusal changed something")
    return reasons


def _others(state: State, seat: int) -> list[Any]:
    """What everybody but one seat sees."""
    return [state.view(s) for s in (None, *range(len(state.seats))) if s != seat]


def check_draft(state: State, seat: int, events: Sequence[Event], before: Sequence[Any]) -> None:
    """A half-made choice shows nothing to anybody else: no event, no change of the view."""
    _hold(_others(state, seat) == before, "a half-made choice shows in another view")
    for viewer in (None, *range(len(state.seats))):
        if viewer != seat:
            _hold(not _faces(events, viewer), "a half-made choice shows in an event")


def check_hidden_choices(state: State, seat: int, seed: str) -> None:
    """What an action leaves hidden is not told by its events.

    Where somebody sees the same position after either of two actions (a card laid face down, the
    one or the other), he is told the same. What reveals something, or uses chance, is left out: it
    may be about something that no position shows.
    """
    dice = random.Random(seed)
    legal = list(state.legal(seat))
    for action in dice.sample(legal, min(3, len(legal))):
        alike = [other for other in legal if other.verb == action.verb and other != action]
        if not alike:
            continue
        other = dice.choice(alike)
        one, two = state.clone(), state.clone()
        told, meant = one.apply(action, seat), two.apply(other, seat)
        if one.sealed or two.sealed:
            continue
        for viewer in (None, *range(len(state.seats))):
            if viewer == seat or one.view(viewer) != two.view(viewer):
                continue
            mine, yours = _faces(told, viewer), _faces(meant, viewer)
            who = _called(state, viewer)
            _hold(
                mine == yours,
                f"{who} sees the same after {action} and after {other}, but is told {mine} and"
                f" {yours}: an event tells what it hides",
            )


def check_twins(state: State, seat: int | None, seed: str, steps: int = 40) -> int:
    """What a seat may not know does not show in anything it sees.

    A twin is made from the seat's view alone; both go on with the same actions and the same
    chance while both can, and the seat must not be able to tell them apart. Returns how many
    steps they went together.
    """
    game = state.game
    dice = random.Random(seed)
    if any(state.drafting(other) for other in range(len(state.seats)) if other != seat):
        return 0  # half-made choices differ, and so would the whole ones
    one, two = state.clone(), game.sample(state.view(seat), seed)
    two.check()
    _same_to(one, two, seat, dice)
    for step in range(steps):
        if not one.asked:
            return step
        asked = dice.choice(one.asked)
        common = [a for a in one.legal(asked.seat) if a in two.legal(asked.seat)]
        if not common:
            return step
        action = any_action(dice, common)
        faces = _faces(one.apply(action, asked.seat), seat)
        two.tape = Tape(one.luck)
        try:
            others = _faces(two.apply(action, asked.seat), seat)
        except BadChance:
            return step
        two.tape = None
        if one.luck != two.luck or (one.result is None) != (two.result is None):
            return step  # chance was asked for something else: no longer the same game
        if one.result is not None:
            return step  # everything is open now
        if faces != others:
            _check_reveal(faces, others, f"events differ for {_called(state, seat)} after {action}")
            return step
        _same_to(one, two, seat, dice)
    return steps


def _check_reveal(faces: Sequence[Event], others: Sequence[Event], problem: str) -> None:
    """What a seat sees may differ only where a rule makes something hidden known to it."""
    for face, other in zip(faces, others, strict=False):
        if face != other:
            name = type(face).__name__
            both = face.reveals and other.reveals
            _hold(both, f"{problem}: {name} tells what was hidden and has no `reveals = True`")
            return
    raise AssertionError(f"{problem}: whether something is told at all depends on what is hidden")


def _apart(one: Any, two: Any) -> str:
    """The fields in which two views differ."""
    if type(one) is not type(two):
        return f"kind ({type(one).__name__}, {type(two).__name__})"
    names = [part.name for part in fields(one)]
    return ", ".join(f"`{n}`" for n in names if getattr(one, n) != getattr(two, n))


def _now(state: State) -> str:
    """What is going on, for a message."""
    return f"{type(state.phases[-1]).__name__} asks" if state.phases else "it is over"


def _called(state: State, seat: int | None) -> str:
    return "a spectator" if seat is None else state.seats[seat]


def _faces(events: Sequence[Event], seat: int | None) -> list[Event]:
    return [face for event in events if (face := event.seen_by(seat)) is not None]


def _closes(state: State, action: Action, seat: int) -> bool:
    """Whether there would be no undo behind an action: legal lists mark it."""
    trial = state.clone()
    trial.apply(action, seat)
    return trial.sealed


def _same_to(one: State, two: State, seat: int | None, dice: random.Random) -> None:
    name = _called(one, seat)
    views = check_view(one, seat), two.view(seat)
    _hold(
        views[0] == views[1],
        f"the views of {name} differ in {_apart(*views)}, by what he may not know",
    )
    _hold(one.asked == two.asked, f"{name} sees other questions")
    if seat is None:
        return
    _hold(one.legal(seat) == two.legal(seat), f"the legal lists of {name} differ")
    for action in one.legal(seat):
        _hold(_closes(one, action, seat) == _closes(two, action, seat), f"undo tells {name} more")
    for action in dice.sample(list(one.game.notation), min(6, len(one.game.notation))):
        reasons = one.why_not(action, seat), two.why_not(action, seat)
        _hold(reasons[0] == reasons[1], f"the reasons given to {name} differ: {action}")


def check_sitting(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    undo: float = 0.3,
    most: int = 400,
    trail: Trail | None = None,
) -> None:
    """Play at a table with undo; every point replays, and the record comes back the same."""
    dice = random.Random(seed)
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
        _hold(sitting.log[-1].sealed == closing, f"undo wrongly marked: {action}")
        check_offers(sitting, before, offers)
        past.append((len(sitting.log), sitting.state, hash(sitting.state)))
        if dice.random() < undo:
            other = dice.randrange(len(sitting.seats))
            length = len(sitting.log)
            if trail is not None:
                trail.append(f"{sitting.seats[other]}: undo")
            _check_undo(sitting, other, seat, before)
            if trail is not None and len(sitting.log) == length:
                trail.pop()  # it was refused
            past.append((len(sitting.log), sitting.state, hash(sitting.state)))
    if sitting.state.result is not None:
        for seat in range(len(sitting.seats)):
            try:
                sitting.undo(seat)
            except Refusal:
                continue
            raise AssertionError("the end was taken back when everything was open")
    for length, state, key in dice.sample(past, min(30, len(past))):
        _hold(hash(state) == key, "a state of the past has changed")
        _hold(sitting.at(length) == state, f"replay to {length} gives another position")
    text = record.dumps(sitting)
    again = record.loads(text, lambda name: game)
    _hold(again.state == sitting.state, "the record leads elsewhere")
    _hold(record.dumps(again) == text, "the record does not come back the same")
    for viewer in (None, *range(len(sitting.seats))):
        _hold(again.events(viewer) == sitting.events(viewer), "the record tells other events")


def _offers(sitting: Sitting) -> list[object]:
    """What undo offers to each seat, as its own number or as the reason why not."""
    found: list[object] = []
    for seat in range(len(sitting.seats)):
        try:
            sitting.undoable(seat)
            found.append(sitting.last(seat))
        except Refusal as refusal:
            found.append(refusal)
    return found


def check_offers(sitting: Sitting, before: State, offers: Sequence[object]) -> None:
    """A step that somebody cannot notice does not change what he may take back, or how not.

    `before` and `offers`: what was there before the last action. Who sees nothing of it can go
    back to the same moment as before, and its maker can then do the same step again.
    """
    entry, now = sitting.log[-1], _offers(sitting)
    if entry.action is None or before.asked != sitting.state.asked:
        return
    for seat, offer in enumerate(offers):
        if seat == entry.seat or _faces(entry.events, seat):
            continue
        _hold(now[seat] == offer, f"undo tells {sitting.seats[seat]} of {entry.action}")
        if isinstance(offer, int):
            trial = sitting.fork()
            trial.undo(seat, offer)
            _hold(
                trial.log[-1].undoes == sitting.undoable(seat), "an undo took back something else"
            )
            _hold(trial.at(len(trial.log)) == trial.state, "an undo leads nowhere")


def _check_undo(sitting: Sitting, other: int, seat: int, before: State) -> None:
    """An undo brings back the position before, or is refused and changes nothing."""
    length = len(sitting.log)
    sealed = sitting.log[-1].sealed
    if other != seat:
        state = sitting.state
        try:
            sitting.undo(other)
        except Refusal:
            _hold(sitting.state is state and len(sitting.log) == length, "a refused undo acted")
        return
    try:
        sitting.undo(seat)
    except Refusal:
        _hold(sealed, "an undo was refused without a reason")
        _hold(len(sitting.log) == length, "a refused undo acted")
        return
    _hold(not sealed, "something that was known was taken back")
    _hold(sitting.state == before, "undo leads to another position")


def check_bots(
    game: Game[Any, Any],
    options: Mapping[str, object] | None = None,
    seed: str = "",
    *,
    kinds: Sequence[str] = (),
    most: int = LONGEST,
    trail: Trail | None = None,
) -> int:
    """A bot made anew at every question plays the same game as one that was kept.

    Of every kind but those that rest on the game's own bot (or of those named), for so many
    actions of a game. Those that are kept play on a bare state, as in the arena; those made anew at
    a table, as on the site: the same seeds make the same game in both. Returns how many actions
    were played.
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
        _hold(anew == log, f"a {kind} made anew plays another game than one that was kept")
        played += len(log)
    return played


def _hold(holds: bool, problem: str) -> None:
    if not holds:
        raise AssertionError(problem)
