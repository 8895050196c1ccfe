"""Checks that nothing a viewer sees depends on what the viewer may not know.

Each check makes two positions that a viewer (a seat, or None for a spectator) cannot distinguish,
and compares everything that is shown in both. The second position comes

- from the viewer's view alone (`check_twins`, `check_faces`),
- from another action of another seat, such as another card laid face down (`check_choices`),
- from another outcome of chance (`check_opening`, `check_draws`).

A check that found nothing to compare proves nothing. So each returns `Comparisons`: how often it
compared, and how often something was hidden and could not be compared.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import zip_longest
from typing import Any

from chancery.core import Action, BadChance, Event, Game, State, Tape, View
from chancery.core.serialisation import encode, type_hints
from chancery.core.words import Speaker

TRIED = 20  # actions or draws that are tried in one position
ENOUGH = 12  # misses after which a check without comparisons fails

DEAL, CHOICES, DRAWS, TWINS, SAMPLES, FACES, DRAFTS, UNDO = CHECKS = (
    "deal", "choices", "draws", "twins", "samples", "faces", "drafts", "undo",
)  # fmt: skip


@dataclass
class Comparisons:
    """Counts of how often each check compared two different positions as a viewer sees them.

    By check and viewer: `made` counts comparisons, `looked` the opportunities, `missed` what was
    hidden from the viewer and could not be compared.
    """

    made: Counter[tuple[str, str]] = field(default_factory=Counter)
    looked: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, check: str, viewer: str, times: int = 1) -> None:
        """Count comparisons; none if nothing differed."""
        self.made[check, viewer] += times
        self.looked[check, viewer] += 1

    def miss(self, check: str, viewer: str) -> None:
        """Count a comparison that could not be made."""
        self.missed[check, viewer] += 1

    def merge(self, other: Comparisons) -> None:
        """Add the comparisons of another walk."""
        self.made += other.made
        self.looked += other.looked
        self.missed += other.missed

    def counts(self) -> dict[str, int]:
        """Return the number of comparisons of every check."""
        counts = dict.fromkeys(CHECKS, 0)
        for (check, _), times in self.made.items():
            counts[check] += times
        return counts

    def hidden(self) -> bool:
        """Return whether anything was hidden from any viewer."""
        return any(times for (check, _), times in self.made.items() if check != UNDO)

    def silent(self) -> list[str]:
        """Return a sentence for each check that compared nothing although something was hidden."""
        sentences = []
        for (check, viewer), times in sorted(self.missed.items()):
            if times >= ENOUGH and not self.looked[check, viewer]:
                sentences.append(_SILENT[check].format(viewer=viewer, times=times))
        return sentences


_SHOWN = (
    " the events hide something from {viewer} that the view always shows ({times} times): take it"
    " out of the view (`look`), or tell it in the events"
)
_SILENT = {
    DEAL: "no two deals were compared:" + _SHOWN,
    CHOICES: "no two hidden choices were compared:" + _SHOWN,
    DRAWS: "no two outcomes of chance were compared:" + _SHOWN,
    TWINS: (
        "no position was compared with a twin as {viewer} sees it: each time ({times} times)"
        " somebody else was in the midst of a half-made choice (`drafting`)"
    ),
}


# -- what a viewer sees ----------------------------------------------------


def hold(holds: bool, problem: str) -> None:
    """Fail with this message unless a condition holds."""
    if not holds:
        raise AssertionError(problem)


def called(state: State, viewer: int | None) -> str:
    """Return the name of a viewer for messages."""
    return "a spectator" if viewer is None else state.seats[viewer]


def viewers(state: State) -> tuple[int | None, ...]:
    """Return all viewers of a table: spectators and every seat."""
    return (None, *range(len(state.seats)))


def told(events: Sequence[Event], viewer: int | None) -> list[Event]:
    """Return what a viewer sees of some events."""
    return [face for event in events if (face := event.seen_by(viewer)) is not None]


def check_view(state: State, viewer: int | None) -> Any:
    """Return the view of a seat, checking that it is one."""
    view = state.view(viewer)
    hold(isinstance(view, View), f"`look` gives a {type(view).__name__}, not a View")
    check_fields(view, state.seats, type_hints(type(view)).keys() - type_hints(View).keys())
    return view


def check_fields(owner: Any, seats: Sequence[str], names: Collection[str]) -> None:
    """Check that fields of a position, phase or view can be serialised."""
    for name in names:
        hint = type_hints(type(owner))[name]
        try:
            encode(hint, getattr(owner, name), seats)
        except (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError,
                ValueError) as error:  # fmt: skip
            value, kind = f"{getattr(owner, name)!r}"[:60], type(owner).__name__
            raise AssertionError(
                f"{kind}.{name} is {value}, which does not go with its annotation ({error})"
            ) from error


def apart(first: Any, second: Any) -> str:
    """Return the names of the fields in which two views differ."""
    if type(first) is not type(second):
        return f"kind ({type(first).__name__}, {type(second).__name__})"
    names = [part.name for part in fields(first)]
    return ", ".join(f"`{n}`" for n in names if getattr(first, n) != getattr(second, n))


def _parting(first: State, second: State, viewer: int | None) -> tuple[Any, Any] | None:
    """Return the first events that look different to a viewer; None if all look equal.

    Each is a pair of the event and what the viewer sees of it, or None after the last event.
    """
    for pair in zip_longest(_faces(first, viewer), _faces(second, viewer)):
        face_of_first, face_of_second = (
            event and (event[1], event[1].plain(first.seats)) for event in pair
        )
        if face_of_first != face_of_second:
            return pair
    return None


def _faces(state: State, viewer: int | None) -> list[tuple[Event, Event]]:
    """Return the last action's events that a viewer notices, each with what the viewer sees."""
    faces = ((event, event.seen_by(viewer)) for event in state.events)
    return [(event, face) for event, face in faces if face is not None]


class _Pair:
    """Two positions that some viewers cannot distinguish, with the events that led there."""

    def __init__(self, first: State, second: State) -> None:
        self.first, self.second = first, second
        self.differ = first != second
        self.told_apart = first.events != second.events

    def compare(self, compared: Comparisons, check: str, viewer: int | None, about: str) -> bool:
        """Check that equal views come with equal events; return whether a difference was hidden.

        Equal positions hide nothing: a die was rolled openly, or two ways lead to the same
        position.
        """
        first, second, seer = self.first, self.second, called(self.first, viewer)
        if not self.differ:
            return False
        views = first.view(viewer), second.view(viewer)
        parting = _parting(first, second, viewer)
        if views[0] != views[1]:
            if self.told_apart and parting is None:
                compared.miss(check, seer)
            return False
        compared.add(check, seer)
        revealed = check != DEAL and any(
            event.reveals for pair in parting or () if pair for event in pair
        )
        if parting is not None and not revealed and not self._in_another_order(check, viewer):
            faces, others = told(first.events, viewer), told(second.events, viewer)
            raise AssertionError(
                f"{about.format(who=seer)} {faces} and {others}: an event tells what it hides"
            )
        return True

    def _in_another_order(self, check: str, viewer: int | None) -> bool:
        """Return whether chance only brought the same things in another, invisible order."""
        first, second = self.first, self.second
        faces = Counter(told(first.events, viewer)), Counter(told(second.events, viewer))
        alike = check != CHOICES and faces[0] == faces[1]
        return alike and all(first.view(any_) == second.view(any_) for any_ in viewers(first))

    def compare_forms(self, compared: Comparisons, viewer: int | None, seed: str) -> None:
        """Check that equal views have equal JSON forms and equal samples."""
        game, seer = self.first.game, called(self.first, viewer)
        views = [state.view(viewer) for state in (self.first, self.second)]
        forms = [view.plain() for view in views]
        names = ", ".join(f"`{n}`" for n in forms[0] if forms[0][n] != forms[1].get(n))
        hold(not names, f"views of {seer} that are equal have another JSON form, in {names}")
        guesses = [game.sample(view, seed) for view in views]
        compared.add(SAMPLES, seer)
        hold(
            guesses[0] == guesses[1],
            f"`sample` knows more than {seer} sees: it makes different positions of equal views",
        )


# -- the checks --------------------------------------------------------------------------


class _Redealt(Tape):
    """A tape with one outcome exchanged for another possible one.

    Where the substitute was due later, the displaced outcome comes instead, so a deal of a whole
    deck stays one, with two cards exchanged.
    """

    def __init__(self, outcomes: Sequence[int], place: int, dice: random.Random) -> None:
        super().__init__(outcomes)
        self.outcomes, self.place, self.dice = outcomes, place, dice
        self.drawn = 0

    def next(self, weights: Sequence[int]) -> int:
        """Return the planned outcome, the displaced one, or any possible one."""
        possible = [outcome for outcome, weight in enumerate(weights) if weight]
        if not possible:
            return super().next(weights)  # raises BadChance with the reason
        number, self.drawn = self.drawn, self.drawn + 1
        displaced = self.outcomes[self.place]
        if number == self.place:
            alternatives = [outcome for outcome in possible if outcome != displaced]
            close_ones = [outcome for outcome in alternatives if abs(outcome - displaced) < 3]
            return self.dice.choice(
                self.dice.choice((close_ones, alternatives)) or alternatives or possible
            )
        planned = self.outcomes[number : number + 1]
        for outcome in (*planned, displaced):
            if outcome in possible:
                return outcome
        return self.dice.choice(possible)


def check_opening(
    game: Game[Any, Any],
    options: Mapping[str, object] | None,
    seed: str,
    *,
    data: str | None = None,
) -> Comparisons:
    """Check that the events of the set-up tell no seat more than its view does.

    The set-up is repeated, each time with another outcome of one draw.
    """
    dice, compared = random.Random(seed), Comparisons()
    first = game.start(options, seed, data=data)
    for place in dice.choices(range(len(first.luck)), k=TRIED) if first.luck else ():
        try:
            second = game.start(options, seed, data=data, tape=_Redealt(first.luck, place, dice))
        except BadChance:
            continue
        about = "the opening tells {who} more than it sees:"
        _compare(compared, DEAL, _Pair(first, second), viewers(first), about, f"{seed}:{place}")
    return compared


def check_draws(state: State, action: Action, seat: int, seed: str) -> Comparisons:
    """Check that outcomes of chance after an action are told only to seats that see them."""
    dice, compared = random.Random(seed), Comparisons()
    first = state.clone()
    first.apply(action, seat)
    for place in dice.sample(range(len(first.luck)), min(3, len(first.luck))):
        second = _taken(state, action, seat, _Redealt(first.luck, place, dice))
        if second is None or first.result is not None or second.result is not None:
            continue
        _compare(compared, DRAWS, _Pair(first, second), viewers(first),
                 f"{{who}} sees the same after {action}, whatever chance brings, but is told",
                 f"{seed}:{place}")  # fmt: skip
    return compared


def check_choices(state: State, seat: int, seed: str) -> Comparisons:
    """Check that events do not tell what an action leaves hidden.

    A viewer who sees equal positions after two different actions (one card or another laid face
    down) must see equal events, until an event reveals something or the game ends.
    """
    dice, compared = random.Random(seed), Comparisons()
    legal = list(state.legal(seat))
    for action in dice.sample(legal, min(3, len(legal))):
        other_actions = [other for other in legal if other != action]
        alike = [other for other in other_actions if other.verb == action.verb] or other_actions
        if not alike:
            continue
        other = dice.choice(alike)
        first = state.clone()
        first.apply(action, seat)
        second = _taken(state, other, seat, Tape(first.luck))
        if second is None or first.result is not None or second.result is not None:
            continue
        if first.luck == second.luck:
            rivals = [viewer for viewer in viewers(state) if viewer != seat]
            _compare(compared, CHOICES, _Pair(first, second), rivals, f"{{who}} sees the same after"
                     f" {action} and after {other}, but is told", f"{seed}:{action}")  # fmt: skip
    return compared


def _taken(state: State, action: Action, seat: int, tape: Tape) -> State | None:
    """Return the position after an action with known chance; None if that is impossible."""
    copy = state.clone()
    copy.tape = tape
    try:
        copy.apply(action, seat)
    except BadChance:
        return None
    copy.tape = None
    return copy


def _compare(
    compared: Comparisons,
    check: str,
    pair: _Pair,
    who_looks: Sequence[int | None],
    about: str,
    seed: str,
) -> None:
    """Compare events for all viewers, and JSON form and sample for one of them.

    A spectator must not distinguish what looks equal to a seat.
    """
    first, second = pair.first, pair.second
    alike = [viewer for viewer in who_looks if pair.compare(compared, check, viewer, about)]
    if not alike:
        return
    if None not in alike:
        names = apart(first.view(None), second.view(None))
        raise AssertionError(f"a spectator sees more than {called(first, alike[0])}, in {names}")
    pair.compare_forms(compared, random.Random(seed).choice(alike), seed)


def check_twins(
    state: State, seat: int | None, seed: str, steps: int = 40, compared: Comparisons | None = None
) -> int:
    """Check that a seat cannot distinguish a position from a twin sampled from its view.

    Both are played on with the same actions and chance as long as possible, and everything the seat
    sees must stay equal. Counts comparisons in `compared` and returns the number of steps.
    """
    dice, viewer = random.Random(seed), called(state, seat)
    compared = Comparisons() if compared is None else compared
    if any(state.drafting(other) for other in range(len(state.seats)) if other != seat):
        compared.miss(TWINS, viewer)  # choices in progress differ, and so would the completed ones
        return 0
    first, second = state.clone(), state.game.sample(state.view(seat), seed)
    second.check()
    differ = first != second
    _same_to(first, second, seat, dice)
    went = _go_together(first, second, seat, dice, steps)
    compared.add(TWINS, viewer, 1 + went if differ else 0)
    return went


def _go_together(
    first: State, second: State, seat: int | None, dice: random.Random, steps: int
) -> int:
    """Play twins on; return the number of steps until a rule reveals the difference."""
    for step in range(steps):
        if not first.asked:
            return step
        asked = dice.choice(first.asked)
        common = [a for a in first.legal(asked.seat) if a in second.legal(asked.seat)]
        if not common:
            return step
        action = common[int(dice.random() * len(common))]
        first.apply(action, asked.seat)
        second.tape = Tape(first.luck)
        try:
            second.apply(action, asked.seat)
        except BadChance:
            return step
        second.tape = None
        if first.luck != second.luck or (first.result is None) != (second.result is None):
            return step  # chance differs: no longer comparable
        if first.result is not None:
            return step  # everything is public now
        faces, others = told(first.events, seat), told(second.events, seat)
        if faces != others:
            _check_reveal(faces, others, f"events differ for {called(first, seat)} after {action}")
            return step
        _same_to(first, second, seat, dice)
    return steps


def _check_reveal(faces: Sequence[Event], others: Sequence[Event], problem: str) -> None:
    """Check that what a seat sees differs only where a rule reveals something."""
    for face, other in zip(faces, others, strict=False):
        if face != other:
            name = type(face).__name__
            revealing = face.reveals and other.reveals
            hold(revealing, f"{problem}: {name} tells what was hidden and has no `reveals = True`")
            return
    raise AssertionError(f"{problem}: whether something is told at all depends on what is hidden")


def _closes(state: State, action: Action, seat: int) -> bool:
    """Return whether an action could not be undone, as legal lists show it."""
    trial = state.clone()
    trial.apply(action, seat)
    return trial.sealed


def _same_to(first: State, second: State, seat: int | None, dice: random.Random) -> None:
    """Check that a seat sees equal views, questions, legal lists, undo marks and refusals."""
    name = called(first, seat)
    views = check_view(first, seat), second.view(seat)
    if views[0] != views[1]:
        names = apart(*views)
        raise AssertionError(f"the views of {name} differ in {names}, by what he may not know")
    hold(first.asked == second.asked, f"{name} sees other questions")
    if seat is None:
        return
    hold(first.legal(seat) == second.legal(seat), f"the legal lists of {name} differ")
    for action in first.legal(seat):
        hold(
            _closes(first, action, seat) == _closes(second, action, seat), f"undo tells {name} more"
        )
    for action in dice.sample(list(first.game.notation), min(6, len(first.game.notation))):
        reasons = first.why_not(action, seat), second.why_not(action, seat)
        hold(reasons[0] == reasons[1], f"the reasons given to {name} differ: {action}")


def check_faces(game: Game[Any, Any], state: State, viewer: int | None, seed: str) -> Comparisons:
    """Check that the texts, pictures and JSON forms for a viewer depend on the view alone.

    A twin's must be equal. Answers in advance must follow from public facts, because response times
    show whether one was given.
    """
    compared = Comparisons()
    if any(state.drafting(seat) for seat in range(len(state.seats)) if seat != viewer):
        return compared
    twin = game.sample(state.view(viewer), seed)
    if twin == state:
        return compared  # nothing is hidden, or the sample is the position itself
    speaker = game.speaker(seats=state.seats, called=game.called(state.frame))
    seer = called(state, viewer)
    # one after the other, so that a face that caches the last position cannot hide a leak
    shown = [[*_shown(game, position, viewer, speaker)] for position in (state, twin)]
    for (part, first), (_, second) in zip(*shown, strict=False):
        compared.add(FACES, seer)
        hold(first == second, f"{part} tells {seer} what is hidden")
    if viewer is None:
        for seat, name in enumerate(state.seats):
            compared.add(FACES, seer)
            hold(
                _answers(game, state, seat) == _answers(game, twin, seat),
                f"what {name} can answer in advance (`standing`) tells others what is hidden",
            )
    return compared


def _shown(
    game: Game[Any, Any], state: State, viewer: int | None, speaker: Speaker
) -> Iterator[tuple[str, Any]]:
    """Return everything that a viewer is shown, each part with the name of its source."""
    face, view = game.face, state.view(viewer)
    yield "the JSON form of the view", view.plain()
    yield "`status` of the face", face.status(view)
    yield "`describe` of the face", face.describe(view)
    yield "`draw` of the face", face.draw(view, speaker)
    yield "`panels` of the face", face.panels(view, speaker)
    yield "`hands` of the face", face.hands(view, speaker)
    yield "`stage` of the face", face.stage(view, speaker)
    yield "`aid` of the face", face.aid(view)
    yield "`score` of the face", face.score(view)
    yield "`interest` of the face", face.interest(view)
    for overlay in face.overlays():
        yield "`overlay` of the face", face.overlay(view, overlay.key, speaker)
    asked = None if viewer is None else state.question(viewer)
    if asked is None or viewer is None:
        return
    yield "`prompt` of the face", face.prompt(view, asked)
    yield "`suggestion` of the face", face.suggestion(view, asked)
    for action in state.legal(viewer)[:5]:
        yield "`label` of the face", face.label(action)
        yield "`group` of the face", face.group(action)
        yield "`preview` of the face", face.preview(view, action)
        yield "`target` of the face", face.target(view, action)
        yield "`dial` of the face", face.dial(view, action)
        yield "`offered` of the face", face.offered(view, action)


def _answers(game: Game[Any, Any], state: State, seat: int) -> list[tuple[str, str, bool]]:
    """Return the public part of the answers that a seat could give in advance."""
    offers = game.face.standing(state.view(seat))
    return [(offer.key, offer.question, offer.holds) for offer in offers]
