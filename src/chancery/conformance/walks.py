"""Walks: games of random legal actions that check every position on the way, secrets too."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chancery.conformance.positions import (
    asking,
    check_draft,
    check_position,
    check_refusals,
    check_round_trips,
    check_same,
    check_sample,
    check_start,
    check_words,
    views_of_others,
)
from chancery.conformance.secrecy import (
    DRAFTS,
    TRIED,
    Comparisons,
    called,
    check_choices,
    check_draws,
    check_faces,
    check_opening,
    check_twins,
    hold,
    viewers,
)
from chancery.core import Action, Event, Game, State
from chancery.core.game_checks import check_declared
from chancery.core.refusals import NotNow

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
        missing = {"phases": phases, "verbs": verbs, "events": events}
        return {kind: names for kind, names in missing.items() if names}

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


def _check_thoroughly(
    game: Game[Any, Any], state: State, visits: Visits, dice: random.Random, seed: str
) -> None:
    """Make the checks that take too long for every position: serialisation, refusals, secrecy."""
    check_round_trips(state)
    check_words(game, state, state.events)
    for asked in state.asked:
        visits.refusals += check_refusals(state, asked.seat, dice)
        visits.compared.merge(check_choices(state, asked.seat, f"{seed}:{visits.actions}"))
    for viewer in viewers(state):
        check_sample(state, viewer, str(dice.random()))
        seed_of_twin = str(dice.random())
        visits.twin_steps += check_twins(state, viewer, seed_of_twin, 12, visits.compared)


def _check_end(game: Game[Any, Any], state: State) -> None:
    state.check()
    check_round_trips(state)
    check_words(game, state, state.events)
    hold(state.result is not None and bool(state.result.winners), "nobody won")


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
            _check_thoroughly(game, state, visits, dice, seed)
            if drawings < DRAWINGS:
                viewer = viewers(state)[visits.actions % (1 + len(state.seats))]
                shown = check_faces(game, state, viewer, f"{seed}:{visits.actions}")
                drawings += bool(shown.made)
                compared.merge(shown)
        seat = dice.choice(state.asked).seat
        legal = state.legal(seat)
        action = bias(dice, legal)
        phases = {type(phase).__name__ for phase in state.phases}
        before = views_of_others(state, seat) if dice.random() < thorough else None
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
            f"the game does not end: after {LONGEST} actions {asking(state)}",
        )
    _check_end(game, state)
    for copy, key in copies:
        hold(hash(copy) == key, "an earlier copy has changed: a clone is not independent")
    return visits
