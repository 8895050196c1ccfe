"""A sitting: one game at one table with its log, from the first action to the last.

>>> from chancery.games import find
>>> sitting = Sitting(find("spada"), {"players": 3}, seed="1")
>>> seat = sitting.state.asked[0].seat
>>> played = sitting.act(seat, "pass")
>>> str(sitting.events(None)[-1].event.text())
'#3 passes.'
>>> sitting.undo(seat)
True
>>> len(sitting.log)  # nothing is ever deleted
2
"""

from __future__ import annotations

import itertools
import secrets
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from chancery.core import (
    Action,
    Event,
    Game,
    Question,
    Refusal,
    State,
    Tape,
    Undone,
    displays,
)
from chancery.core.chance import commitment
from chancery.core.serialisation import Plain
from chancery.table.position_tree import Node, Recent
from chancery.table.refusals import (
    KnownByNow,
    NoSuchSeat,
    NothingGiven,
    NothingHalfMade,
    NothingToUndo,
    OthersDecided,
    StaleQuestion,
    TakenBackEnough,
)

LONGEST_NAME = 60
LATEST = 240  # events that are available without reading the whole log
# How often a seat may undo. Nothing is deleted from a log: without a limit it could grow for ever,
# beyond what records, disks and replays can hold.
MAX_UNDOS = 1200


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: an action with its chance and events, or an undo."""

    seat: int
    action: Action | None  # None for an undo
    question: str  # the name of the question that it answered
    luck: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    sealed: bool = False  # something was revealed: it cannot be undone
    ended: bool = False  # something was revealed or others decide: a list of actions stops here
    together: bool = False  # made while several seats decided at the same time
    unnoticed: bool = False  # a step of a secret choice that nobody else can notice
    undoes: int = -1  # for an undo: the entry that it takes back
    asked: str = ""  # the question of its seat just before this step
    midway: bool = False  # its seat was in the middle of a choice before it

    def __repr__(self) -> str:
        what_happened = "undo" if self.action is None else self.action.text
        return f"<Entry of seat {self.seat}: {what_happened}>"

    def follows(self, before: Entry) -> bool:
        """Return whether it was played in one list with the entry before."""
        if self.action is None or before.action is None:
            return False
        return (self.seat, self.question) == (before.seat, before.question)


class Played(NamedTuple):
    """The result of playing a list of actions."""

    actions: tuple[Action, ...]  # the actions that were played
    left: int  # how many were ignored after one that revealed something or handed over
    again: bool = False  # the same answer was given before; it counts once


class SeenEvent(NamedTuple):
    """An event as a seat sees it, with its number among all events that this seat has seen."""

    number: int
    event: Event
    undone: bool


def question_name(asked: Question, times: Mapping[int, int]) -> str:
    """Return the name of a question with its count for this seat: `bid.3`."""
    return sys.intern(f"{asked.name}.{times[asked.seat]}")  # every line of the log has one


def ask_again(
    times: dict[int, int], seat: int, before: Sequence[Question], after: Sequence[Question]
) -> None:
    """Count the new questions after a line; those that still wait keep their count."""
    for asked in after:
        if asked.seat == seat or asked not in before:
            times[asked.seat] = times.get(asked.seat, 0) + 1


def _seen_of(events: Iterable[Event], seat: int | None) -> int:
    """Return how many of these events a seat sees."""
    return sum([event.seen_by(seat) is not None for event in events])


def _seen_by_others(events: Sequence[Event], seat: int, seats: int) -> bool:
    """Return whether anybody but the seat sees any of these events."""
    others = (other for other in (None, *range(seats)) if other != seat)
    return any(event.seen_by(other) is not None for other in others for event in events)


class Sitting:
    """A table: game, options, a seed or a given position, players' names, and the log."""

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, object] | None = None,
        seed: str | None = None,
        *,
        names: Sequence[str] = (),
        rules: int | None = None,
        data: str | None = None,
        position: Plain = None,
        luck: Sequence[int] | None = None,
        bots: Sequence[str | None] = (),
    ) -> None:
        """Open a table.

        Without a seed chance comes from the system and is only in the log. `position` is the JSON
        form of a state to start from instead of the set-up, `luck` the outcomes of chance in the
        set-up. `bots` names the bot of each seat (None: a person), where that is known.
        """
        self.game = game
        self.seed = seed
        self.position = position
        self.committed = False  # whether `commitment` was public before the first action
        stream = secrets.token_hex(16) if seed is None else seed
        if position is None:
            tape = None if luck is None else Tape(luck)
            start = game.start(options, stream, rules=rules, data=data, tape=tape)
            if tape is not None:
                tape.finish()
                start.tape = None
        else:
            start = game.state.from_plain(game, position, stream)
        self.start: State = start
        self.luck = tuple(self.start.luck)
        self.opening = tuple(self.start.events)
        self.names = tuple(name[:LONGEST_NAME] for name in names) or ("",) * len(self.seats)
        self.bots = tuple(bots)
        self.log: list[Entry] = []
        self.state: State = self.start.clone()
        root = Node.root(self.start)
        self._heads = [root]  # the node of the position after each line of the log
        self._recent = Recent()
        self._undone: set[int] = set()
        self._undo_counts: dict[int, int] = {}  # by seat: the number of its undos
        self._entries_of: dict[int, list[int]] = {}  # by seat: its entries, undos included
        self._current: dict[int, list[int]] = {}  # by seat: its entries that were not undone
        self._question_counts = {asked.seat: 1 for asked in self.state.asked}
        # how many events viewers have seen, for those who have asked
        self._counts: dict[int | None, int] = {}

    # -- reading -----------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, by number."""
        return self.start.frame.seats

    @property
    def commitment(self) -> str | None:
        """The commitment to the seed, which can be public before the seed; None without a seed."""
        return None if self.seed is None else commitment(self.seed)

    def seat(self, name: str) -> int:
        """Return the number of a seat by its name; NoSuchSeat if it does not exist."""
        if name not in self.seats:
            raise NoSuchSeat(seat=name[:40], seats=", ".join(self.seats))
        return self.seats.index(name)

    def __repr__(self) -> str:
        return f"<Sitting with {len(self.log)} lines, {repr(self.state)[1:-1]}>"

    def _repr_svg_(self) -> str | None:
        """Return a spectator's board for notebooks; None if the game has no picture."""
        return displays.svg(self.game, self.state.view(None), self.names)

    def _repr_html_(self) -> str | None:
        """Return what a spectator sees as a list, for games without a picture."""
        return displays.html(self.game, self.state.view(None))

    def question(self, seat: int) -> str | None:
        """Return the name of a seat's open question, with a count; None if it is not asked.

        Only questions to this seat count, so the number tells nothing about others.
        """
        asked = self.state.question(seat)
        return None if asked is None else question_name(asked, self._question_counts)

    def events(self, seat: int | None, length: int | None = None) -> list[SeenEvent]:
        """Return all events that a seat (None: a spectator) has seen, in its own numbering.

        `length`: as it was at that length of the log.
        """
        return [visible for _, visible in self.events_by_length(seat, length)]

    def events_by_length(
        self, seat: int | None, length: int | None = None
    ) -> Iterator[tuple[int, SeenEvent]]:
        """Yield the same events, each with the length of the log when the seat saw it."""
        opening = self._seen(self.opening, seat)
        for number, event in enumerate(opening):
            yield 0, SeenEvent(number, event, False)
        for line, visible in self.events_in_lines(seat, len(opening), 0, length):
            yield line + 1, visible

    def events_in_lines(
        self, seat: int | None, number: int, first: int, last: int | None = None
    ) -> Iterator[tuple[int, SeenEvent]]:
        """Yield the events that a seat saw in lines `first` to `last` (exclusive), with the line.

        `number` is that of the first event. Undos after `last` are ignored.
        """
        undone = self._undone_before(last)
        over = self.state.result is not None
        for line, entry in enumerate(self.log[first:last], first):
            for event in self._events_of(entry, seat):
                visible = event.seen_by(seat)
                if visible is not None:
                    yield line, SeenEvent(number, event if over else visible, line in undone)
                    number += 1

    def lasting_events(self, seat: int | None, length: int | None = None) -> list[Event]:
        """Return the events that a seat saw and that were not undone, skipping the rest of the log.

        `length`: as it was at that length of the log.
        """
        events = self._seen(self.opening, seat)
        undone = self._undone_before(length)
        for line, entry in enumerate(self.log[:length]):
            if entry.action is not None and line not in undone:
                events += self._seen(entry.events, seat)
        return events

    def _undone_before(self, length: int | None) -> set[int]:
        """Return the lines that were undone at that length of the log."""
        if length is None or length >= len(self.log):
            return self._undone
        return {entry.undoes for entry in self.log[:length] if entry.action is None}

    def _events_of(self, entry: Entry, seat: int | None) -> Sequence[Event]:
        """Return the events of a line of the log that a seat may see, undos included."""
        if entry.action is not None:
            return entry.events
        return (Undone(entry.seat),) if self._saw(self.log[entry.undoes], seat) else ()

    def _seen(self, events: Iterable[Event], seat: int | None) -> list[Event]:
        """Return what a seat sees of some events.

        After the end everything is public, but events that the seat never noticed are not counted,
        so numbers keep their meaning.
        """
        if self.state.result is not None:
            return [event for event in events if event.seen_by(seat) is not None]
        return [visible for event in events if (visible := event.seen_by(seat)) is not None]

    def latest_events(self, seat: int | None) -> Iterator[SeenEvent]:
        """Yield the last LATEST events of a seat, the newest first, reading only the lines of the
        log that they are in."""
        over, number = self.state.result is not None, self.count(seat)
        first = max(0, number - LATEST)
        lines = ((line, self._events_of(self.log[line], seat)) for line in self._newest_first())
        for line, events in itertools.chain(lines, [(-1, self.opening)]):
            for event in reversed(events):
                visible = event.seen_by(seat)
                if visible is not None:
                    if number == first:
                        return
                    number -= 1
                    yield SeenEvent(number, event if over else visible, line in self._undone)

    def _newest_first(self) -> Iterator[int]:
        return reversed(range(len(self.log)))

    def saw_the_same(self, viewers: Iterable[int | None]) -> bool:
        """Return whether these viewers have seen the same of the last LATEST events, or more."""
        viewers, over, left = tuple(viewers), self.state.result is not None, LATEST
        lines = (self.log[line] for line in self._newest_first())
        # whoever saw what an undo takes back sees the undo
        latest = (self.log[e.undoes].events if e.action is None else e.events for e in lines)
        for events in itertools.chain(latest, [self.opening]):
            for event in events:
                if type(event).seen_by is Event.seen_by:  # everybody sees it, as most events
                    continue
                first, *others = [event.seen_by(viewer) for viewer in viewers]
                if over:  # then all is revealed to those who saw anything
                    first, others = first and event, [other and event for other in others]
                if any(other is not first and other != first for other in others):
                    return False
            left -= len(events)
            if left <= 0:
                break
        return True

    @property
    def undos(self) -> int:
        """How many lines of the log were undone."""
        return len(self._undone)

    def count(self, seat: int | None) -> int:
        """Return how many events a seat has seen."""
        count = self._counts.get(seat)
        if count is None:
            count = _seen_of(self.opening, seat)
            count += sum(_seen_of(self._events_of(entry, seat), seat) for entry in self.log)
            self._counts[seat] = count
        return count

    def last_noticed(self, seat: int | None) -> int | None:
        """Return the line with the last event that a seat noticed; None if it noticed none."""
        noticed = (line for line in self._newest_first()
                   if _seen_of(self._events_of(self.log[line], seat), seat))  # fmt: skip
        return next(noticed, None)

    def counts(self, seat: int | None) -> list[int]:
        """Return how many events a seat had seen at each length of the log."""
        count = _seen_of(self.opening, seat)
        totals, visible = [count], list[int]()  # altogether, and of each line
        for entry in self.log:
            if entry.action is None:
                visible.append(visible[entry.undoes] > 0)
            else:
                visible.append(_seen_of(entry.events, seat))
            count += visible[-1]
            totals.append(count)
        return totals

    def length_when_seen(self, seat: int | None, number: int) -> int:
        """Return the length of the log at which a seat had seen so many events."""
        return min(bisect_left(self.counts(seat), number), len(self.log))

    def undone_at(self) -> dict[int, int]:
        """Return the undone lines of the log, each with the length of the log after its undo."""
        lines = enumerate(self.log, 1)
        return {entry.undoes: length for length, entry in lines if entry.action is None}

    def _saw(self, entry: Entry, seat: int | None) -> bool:
        return any(event.seen_by(seat) is not None for event in entry.events)

    def lasting_entries(self, since: int = 0) -> list[Entry]:
        """Return the actions that were not undone, in order."""
        return [entry for _, entry in self.lasting_lines(since)]

    def lasting_lines(self, since: int = 0) -> list[tuple[int, Entry]]:
        """Return the actions that were not undone, each with its line number."""
        lines = enumerate(self.log[since:], since)
        return [(n, e) for n, e in lines if e.action is not None and n not in self._undone]

    def closing(self, seat: int) -> frozenset[Action]:
        """Return the legal actions that could not be undone, found by trying each on a copy."""
        closing = []
        for action in self.state.legal(seat):
            trial = self.state.clone()
            trial.apply(action, seat)
            if trial.sealed:
                closing.append(action)
        return frozenset(closing)

    # -- playing -----------------------------------------------------------------------

    def act(
        self, seat: int, actions: str | Action | Sequence[str | Action], question: str | None = None
    ) -> Played:
        """Play an action or a list of actions, all or none.

        A list stops at the first action that reveals something, uses chance or hands over; what
        follows was chosen without knowing and is ignored. With the name of a question, the answer
        counts only while that question is open, and the same answer sent twice counts once. A
        refusal changes nothing.
        """
        steps = [
            self.game.notation.parse(step) if isinstance(step, str) else step
            for step in ([actions] if isinstance(actions, (str, Action)) else actions)
        ]
        if not steps:
            raise NothingGiven()
        if question is not None and question != self.question(seat):
            return self._answered(seat, steps, question)
        answered = self.question(seat) or ""
        state = self.state
        entries: list[tuple[Entry, State]] = []
        for step in steps:
            # Always a new object, so states that others hold never change.
            state = state.clone()
            entry = self._step(state, seat, step, answered)
            entries.append((entry, state))
            if entry.ended:
                break
        for entry, state in entries:
            self._append(entry, state)
        return self._played([entry for entry, _ in entries], len(steps))

    def replay(
        self, seat: int, action: Action, luck: Tape | None = None, *, then: bool = False
    ) -> None:
        """Play an action from a record, with its outcomes of chance or those of the seed.

        `then`: it was played in one list with the entry before.
        """
        question = self.log[-1].question if then else self.question(seat) or ""
        state = self.state.clone()
        self._append(self._step(state, seat, action, question, luck), state)

    def _played(self, entries: Sequence[Entry], wanted: int, again: bool = False) -> Played:
        actions = tuple(entry.action for entry in entries if entry.action is not None)
        return Played(actions, wanted - len(entries), again)

    def _answered(self, seat: int, steps: Sequence[Action], question: str) -> Played:
        """Return the earlier result of the same answer.

        StaleQuestion if the question has closed.
        """
        answered = [
            entry
            for index, entry in enumerate(self.log)
            if entry.seat == seat and entry.question == question and index not in self._undone
        ]
        actions = [entry.action for entry in answered]
        same = actions and actions == list(steps[: len(actions)])
        if same and (len(steps) == len(actions) or answered[-1].ended):
            return self._played(answered, len(steps), again=True)
        raise StaleQuestion()

    def _step(
        self, state: State, seat: int, action: Action, question: str, luck: Tape | None = None
    ) -> Entry:
        """Apply an action to a copy of the state and return the log entry."""
        before, depth = (state.phases[-1], len(state.phases)) if state.phases else (None, 0)
        asked, own_question = state.asked, state.question(seat)
        midway = state.midway(seat)
        state.tape = luck
        events = state.apply(action, seat)
        state.tape = None
        together = (
            before is not None
            and before.simultaneous
            and not state.sealed
            and len(state.phases) == depth
            and state.phases[-1] is before
        )
        return Entry(
            seat,
            action,
            question,
            tuple(state.luck),
            tuple(events),
            state.sealed,
            state.sealed or state.question(seat) is None,
            together,
            not state.sealed
            and state.asked == asked
            and not _seen_by_others(events, seat, len(self.seats)),
            asked="" if own_question is None else own_question.name,
            midway=midway,
        )

    def _append(self, entry: Entry, state: State) -> None:
        """Append an entry to the log and advance the table to its state."""
        self._current.setdefault(entry.seat, []).append(len(self.log))
        self._move_on(entry, self._recent.add(self._heads[-1], len(self.log), state))

    def _move_on(self, entry: Entry, head: Node) -> None:
        before = self.state.asked
        for viewer in self._counts:
            self._counts[viewer] += _seen_of(self._events_of(entry, viewer), viewer)
        self._entries_of.setdefault(entry.seat, []).append(len(self.log))
        self.log.append(entry)
        self._heads.append(head)
        self.state = self._state_of(head)
        ask_again(self._question_counts, entry.seat, before, self.state.asked)

    def fork(self) -> Sitting:
        """Return an independent copy of the table; immutable states are shared."""
        clone = Sitting.__new__(Sitting)
        vars(clone).update(vars(self))
        clone.log = list(self.log)
        clone._heads = list(self._heads)
        clone._recent = self._recent.copy()
        clone._undone = set(self._undone)
        clone._undo_counts = dict(self._undo_counts)
        clone._entries_of = {seat: list(lines) for seat, lines in self._entries_of.items()}
        clone._current = {seat: list(current) for seat, current in self._current.items()}
        clone._question_counts = dict(self._question_counts)
        clone._counts = dict(self._counts)
        return clone

    def until(self, length: int) -> Sitting:
        """Return an independent copy of the table at an earlier length of the log."""
        clone = self.fork()
        clone.log, clone.state = [], self.start.clone()
        clone._heads, clone._recent = [Node.root(self.start)], Recent()
        clone._undone, clone._undo_counts, clone._entries_of, clone._current = set(), {}, {}, {}
        clone._question_counts = {asked.seat: 1 for asked in self.start.asked}
        clone._counts = {}
        for number, entry in enumerate(self.log[:length]):
            if entry.action is None:
                clone.replay_undo(entry.seat)
            else:
                then = number > 0 and entry.follows(self.log[number - 1])
                clone.replay(entry.seat, entry.action, Tape(entry.luck), then=then)
        return clone

    # -- undo --------------------------------------------------------------------------

    def undoable(self, seat: int) -> int:
        """Return the entry that an undo by this seat would take back; a Refusal if there is none.

        Undo goes back to the last moment when something was revealed, chance was used or another
        seat decided. While several decide at the same time, each takes back its own part only.
        Steps of others that cannot be noticed do not count: an undo that vanished would reveal
        them. The number of undos is limited.
        """
        index = self._last_own(seat)
        if self._undo_counts.get(seat, 0) >= MAX_UNDOS:
            raise TakenBackEnough(n=MAX_UNDOS)
        self._refuse_undo(index, (o for o in self._since(index) if not self.log[o].unnoticed))
        return index

    def _last_own(self, seat: int) -> int:
        """Return the last entry of a seat that was not undone."""
        if not self._current.get(seat):
            raise NothingToUndo()
        return self._current[seat][-1]

    def _since(self, index: int) -> Iterator[int]:
        """Yield the entries of other seats since an entry that were not undone."""
        for indices in self._current.values():
            yield from itertools.takewhile(lambda other: other > index, reversed(indices))

    def _refuse_undo(self, index: int, others: Iterable[int]) -> None:
        """Raise a Refusal if others have decided since, or something was revealed."""
        entry = self.log[index]
        assert entry.action is not None
        if any(not (entry.together and self.log[other].together) for other in others):
            raise OthersDecided(action=entry.action.text)
        if entry.sealed:
            raise KnownByNow(action=entry.action.text)

    def undo(self, seat: int, number: int | None = None) -> bool:
        """Undo the seat's last action by a new entry in the log.

        With the number of an action (see `undo_number`), only that one is undone; if it already
        is, False is returned, so a repeated request counts once. Unnoticed steps that others have
        begun since are undone first, in lines of their own, because their question is no longer
        asked.
        """
        if number is not None:
            own_entries = self._entries_of.get(seat, [])
            if 0 < number <= len(own_entries) and own_entries[number - 1] in self._undone:
                return False
            if self._number(self.undoable(seat)) != number:
                raise StaleQuestion()
        target = self.undoable(seat)
        begun = () if self.log[target].together else self._since(target)
        for index in (*sorted(begun, reverse=True), target):
            self._take_back(index)
        return True

    def replay_undo(self, seat: int) -> None:
        """Undo as in a record, which undoes unnoticed steps of others in earlier lines."""
        target = self._last_own(seat)
        self._refuse_undo(target, self._since(target))
        self._take_back(target)

    def _take_back(self, target: int) -> None:
        """Append an undo of an entry and set the position to what it is without that entry."""
        seat = self.log[target].seat
        later = []
        head = self._heads[-1]
        while head.line != target:
            later.append(head.line)
            head = head.parent
        head = head.parent
        for line in reversed(later):  # simultaneous choices of others in the meantime
            head = self._recent.add(head, line, self._after(self._state_of(head), line))
        self._undone.add(target)
        self._undo_counts[seat] = self._undo_counts.get(seat, 0) + 1
        self._current[seat].pop()  # it was the last one
        self._move_on(Entry(seat, None, self.question(seat) or "", undoes=target), head)

    def undo_number(self, seat: int) -> int | None:
        """Return the number of the seat's own action that an undo would take back, or None.

        Only own actions count, so the number tells nothing about others.
        """
        try:
            return self._number(self.undoable(seat))
        except Refusal:
            return None

    def _number(self, index: int) -> int:
        return bisect_right(self._entries_of[self.log[index].seat], index)

    # -- choices in progress -----------------------------------------------------------

    def cancel(self, seat: int, number: int | None = None) -> bool:
        """Undo the whole choice in progress of a seat, such as a march or a purchase.

        That is one undo for each part, all or none. `number` has the same meaning as for `undo`.
        """
        clone = self.fork()
        if not clone._cancel(seat, number):
            return False
        vars(self).update(vars(clone))
        return True

    def _cancel(self, seat: int, number: int | None = None) -> bool:
        """Undo the choice in progress; a refusal may leave a part of it undone."""
        midway = self.state.midway(seat)
        if not self.undo(seat, number):
            return False
        if not midway:
            raise NothingHalfMade()
        while self.state.midway(seat):
            self.undo(seat)
        return True

    def draft_length(self, seat: int) -> int:
        """Return how many actions `cancel` would undo; 0 if no choice is in progress."""
        if not self.state.midway(seat):
            return 0
        left = MAX_UNDOS - self._undo_counts.get(seat, 0)
        for length, index in enumerate(reversed(self._current.get(seat, ())), 1):
            others = (o for o in self._since(index) if self.log[o].seat != seat)
            try:
                self._refuse_undo(index, (o for o in others if not self.log[o].unnoticed))
            except Refusal:
                return 0
            if not self.log[index].midway:
                return length if length <= left else 0
        return 0

    # -- replay ------------------------------------------------------------------------

    def at(self, length: int) -> State:
        """Return the position at a length of the log, at a cost independent of it."""
        if not 0 <= length <= len(self.log):
            raise IndexError(f"the log has {len(self.log)} entries, not {length}")
        return self._state_of(self._heads[length]).clone()

    def _state_of(self, head: Node) -> State:
        """Return the position of a node, replaying from the nearest kept one if necessary."""
        return self._recent.state_of(head, self._after)

    def _after(self, state: State, line: int) -> State:
        """Return the position after an action of the log, with its known chance."""
        entry = self.log[line]
        assert entry.action is not None
        after = state.clone()
        after.tape = Tape(entry.luck)
        after.apply(entry.action, entry.seat)
        after.tape = None
        return after
