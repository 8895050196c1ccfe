"""A sitting: one game at one table, from the first action to the last.

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
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from chancery.core import Action, Event, Game, Question, Refusal, State, Tape, Undone
from chancery.core.chance import commitment
from chancery.core.plain import Plain
from chancery.table.position_tree import Branch, Recent
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
LATEST = 240  # events that are told without looking through the whole log
# Times that a seat may take something back. Nothing is ever deleted from a log, so without an end
# to it one would grow for ever: too long for a record, a disk, and whoever has to replay it.
MOST_TAKEN_BACK = 1200


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: an action, what chance brought and what happened; or an undo."""

    seat: int
    action: Action | None  # None: an undo
    question: str  # the one it answered
    luck: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    sealed: bool = False  # something became known: no undo behind it
    ended: bool = False  # something became known, or others are to decide: a list ends here
    together: bool = False  # made while several decided at once, each for itself
    unnoticed: bool = False  # a step of a half-made choice: nobody else can tell that it was made
    undoes: int = -1  # an undo: the entry it takes back
    asked: str = ""  # what its seat was asked just before; in a list, each step for itself

    def follows(self, before: Entry) -> bool:
        """Whether it came in one list with the entry before."""
        if self.action is None or before.action is None:
            return False
        return (self.seat, self.question) == (before.seat, before.question)


class Played(NamedTuple):
    """What became of a list of actions."""

    actions: tuple[Action, ...]  # those that counted
    left: int  # those after the first that revealed something or handed over: not looked at
    again: bool = False  # the same answer had been given before: it counted once


class Seen(NamedTuple):
    """One event as a seat sees it, with the seat's own numbering."""

    number: int
    event: Event
    undone: bool


def numbered(asked: Question, times: Mapping[int, int]) -> str:
    """The name of a question: what it is and the how manieth that is put to its seat."""
    return f"{asked.name}.{times[asked.seat]}"


def ask_again(
    times: dict[int, int], seat: int, before: Sequence[Question], after: Sequence[Question]
) -> None:
    """Count what is asked after a line of a seat; what still waits for another stays as it is."""
    for asked in after:
        if asked.seat == seat or asked not in before:
            times[asked.seat] = times.get(asked.seat, 0) + 1


def _told(events: Sequence[Event], seat: int, seats: int) -> bool:
    """Whether anybody but the seat sees anything of these events."""
    others = (other for other in (None, *range(seats)) if other != seat)
    return any(event.seen_by(other) is not None for other in others for event in events)


class Tail:
    """The last events that one viewer has seen, kept up with the log."""

    __slots__ = ("count", "lines")

    def __init__(self) -> None:
        self.count = 0
        # its number, its line of the log, the event, the face it had
        self.lines: deque[tuple[int, int, Event, Event]] = deque(maxlen=LATEST)

    def add(self, line: int, event: Event, seat: int | None) -> None:
        """Something has happened."""
        face = event.seen_by(seat)
        if face is not None:
            self.lines.append((self.count, line, event, face))
            self.count += 1

    def copy(self) -> Tail:
        """The same, to go on independently."""
        twin = Tail()
        twin.count, twin.lines = self.count, self.lines.copy()
        return twin


class Sitting:
    """A game, its options, a seed (or a given position), seats with names, and a log."""

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

        Without a seed chance is made anew and is only in the log. `position` is the JSON form
        of a state to start from instead of the set-up; `luck` what chance brought there. `bots`
        says for each seat which bot plays it (None: a person), where that is known.
        """
        self.game = game
        self.seed = seed
        self.position = position
        self.promised = False  # the digest of the seed was shown before anything was played
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
        root = Branch.root(self.start)
        self._heads = [root]  # where the game stood after each line of the log
        self._recent = Recent()
        self._undone: set[int] = set()
        self._taken_back: dict[int, int] = {}  # by seat: how often
        self._holding: dict[int, list[int]] = {}  # by seat: its entries that hold
        self._asked_times = {asked.seat: 1 for asked in self.state.asked}
        self._tails: dict[int | None, Tail] = {}  # of those who have asked for the latest events

    # -- reading -----------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the table."""
        return self.start.frame.seats

    @property
    def commitment(self) -> str | None:
        """The digest of the seed, which can be shown before the seed; None without one."""
        return None if self.seed is None else commitment(self.seed)

    def seat(self, name: str) -> int:
        """The number of a seat by its name."""
        if name not in self.seats:
            raise NoSuchSeat(seat=name[:40], seats=", ".join(self.seats))
        return self.seats.index(name)

    def _repr_svg_(self) -> str | None:
        """What a spectator sees, as a notebook shows it; None: the game has no picture."""
        called = self.game.called(self.start.frame)
        speaker = self.game.speaker(names=self.names, seats=self.seats, called=called)
        return self.game.face.picture(self.state.view(None), speaker)

    def question(self, seat: int) -> str | None:
        """The name of the question that is open for a seat: what it is and the how manieth.

        Only what is put to this seat counts, so the number tells nothing about the others.
        """
        asked = self.state.question(seat)
        return None if asked is None else numbered(asked, self._asked_times)

    def events(self, seat: int | None, length: int | None = None) -> list[Seen]:
        """Everything a seat (None: a spectator) has seen, in its own numbering.

        With a length: as it was when the log was so long.
        """
        opening = self._faces(self.opening, seat)
        seen = [Seen(number, event, False) for number, event in enumerate(opening)]
        seen += (found for _, found in self.seen_in(seat, len(seen), 0, length))
        return seen

    def seen_in(
        self, seat: int | None, number: int, first: int, last: int | None = None
    ) -> Iterator[tuple[int, Seen]]:
        """Yield what a seat saw of some lines of the log, each with its line: from `first` on,
        before `last`. `number` is that of the first event; lines after `last` take back nothing.
        """
        undone = self._undone
        if last is not None and last < len(self.log):
            undone = {entry.undoes for entry in self.log[:last] if entry.action is None}
        for line, entry in enumerate(self.log[first:last], first):
            for event in self._faces(self._events_of(entry, seat), seat):
                yield line, Seen(number, event, line in undone)
                number += 1

    def _events_of(self, entry: Entry, seat: int | None) -> Sequence[Event]:
        """The events of a line of the log; an undo is one for a seat that saw what it undoes."""
        if entry.action is not None:
            return entry.events
        return (Undone(entry.seat),) if self._saw(self.log[entry.undoes], seat) else ()

    def _faces(self, events: Iterable[Event], seat: int | None) -> list[Event]:
        """What a seat sees of some events. After the end everything is open, but what a seat never
        noticed stays uncounted, so that numbers mean the same before and after."""
        over = self.state.result is not None
        faces = ((event, event.seen_by(seat)) for event in events)
        return [event if over else face for event, face in faces if face is not None]

    def latest(self, seat: int | None) -> list[Seen]:
        """The last of those, LATEST at most, at a cost that does not grow with the log."""
        tail = self._tails.get(seat)
        if tail is None:
            tail = Tail()
            for event in self.opening:
                tail.add(-1, event, seat)
            for index, entry in enumerate(self.log):
                self._lengthen(tail, index, entry, seat)
            self._tails[seat] = tail  # whole, for others may look at the same sitting
        over = self.state.result is not None
        return [
            Seen(number, event if over else face, line in self._undone)
            for number, line, event, face in list(tail.lines)
        ]

    def last_noticed(self, seat: int | None) -> int | None:
        """The line of the log with the last of those; None: all of them were there before it."""
        self.latest(seat)
        lines = self._tails[seat].lines
        return lines[-1][1] if lines and lines[-1][1] >= 0 else None

    def _lengthen(self, tail: Tail, index: int, entry: Entry, seat: int | None) -> None:
        for event in self._events_of(entry, seat):
            tail.add(index, event, seat)

    def counts(self, seat: int | None) -> list[int]:
        """How many events a seat had seen at each length of the log."""
        count = sum(event.seen_by(seat) is not None for event in self.opening)
        found = [count]
        for entry in self.log:
            if entry.action is None:
                count += self._saw(self.log[entry.undoes], seat)
            else:
                count += sum(event.seen_by(seat) is not None for event in entry.events)
            found.append(count)
        return found

    def seen_when(self, seat: int | None, number: int) -> int:
        """How long the log was when the seat had seen so many events."""
        return min(bisect_left(self.counts(seat), number), len(self.log))

    def undone_at(self) -> dict[int, int]:
        """The lines of the log that were taken back, each with the length behind its undo."""
        lines = enumerate(self.log, 1)
        return {entry.undoes: length for length, entry in lines if entry.action is None}

    def _saw(self, entry: Entry, seat: int | None) -> bool:
        return any(event.seen_by(seat) is not None for event in entry.events)

    def holding(self, since: int = 0) -> list[Entry]:
        """The actions that nobody has taken back, in the order in which they were made."""
        return [entry for _, entry in self.holding_lines(since)]

    def holding_lines(self, since: int = 0) -> list[tuple[int, Entry]]:
        """The same, each with the number of its line."""
        lines = enumerate(self.log[since:], since)
        return [(n, e) for n, e in lines if e.action is not None and n not in self._undone]

    def closing(self, seat: int) -> frozenset[Action]:
        """The legal actions behind which there will be no undo, found by trying each."""
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
        """Play one action or a list: all or none.

        A list stops at the first action that reveals something, uses chance or hands over;
        what comes after it was chosen without knowing and is not even looked at. With the
        name of a question the answer counts only if that question is open; the same answer
        sent twice counts once. Whatever is refused changes nothing.
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
            # Always a new object: whoever holds an old state keeps a position that stands still.
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
        """Play an action as a record tells it: what chance brought is given, or the seed's.

        `then` says that it came in one list with the entry before.
        """
        question = self.log[-1].question if then else self.question(seat) or ""
        state = self.state.clone()
        self._append(self._step(state, seat, action, question, luck), state)

    def _played(self, entries: Sequence[Entry], wanted: int, again: bool = False) -> Played:
        actions = tuple(entry.action for entry in entries if entry.action is not None)
        return Played(actions, wanted - len(entries), again)

    def _answered(self, seat: int, steps: Sequence[Action], question: str) -> Played:
        """The same answer to the same question was given before, or the question is gone."""
        given = [
            entry
            for index, entry in enumerate(self.log)
            if entry.seat == seat and entry.question == question and index not in self._undone
        ]
        actions = [entry.action for entry in given]
        same = actions and actions == list(steps[: len(actions)])
        if same and (len(steps) == len(actions) or given[-1].ended):
            return self._played(given, len(steps), again=True)
        raise StaleQuestion()

    def _step(
        self, state: State, seat: int, action: Action, question: str, luck: Tape | None = None
    ) -> Entry:
        """Apply an action to a copy and write down what came of it."""
        before, depth = (state.phases[-1], len(state.phases)) if state.phases else (None, 0)
        asked, own = state.asked, state.question(seat)
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
            not state.sealed and state.asked == asked and not _told(events, seat, len(self.seats)),
            asked="" if own is None else own.name,
        )

    def _append(self, entry: Entry, state: State) -> None:
        """Put an action into the log and move the table on to the state it leads to."""
        self._holding.setdefault(entry.seat, []).append(len(self.log))
        self._move_on(entry, self._recent.grow(self._heads[-1], len(self.log), state))

    def _move_on(self, entry: Entry, head: Branch) -> None:
        before = self.state.asked
        for seat, tail in self._tails.items():
            self._lengthen(tail, len(self.log), entry, seat)
        self.log.append(entry)
        self._heads.append(head)
        self.state = self._stands(head)
        ask_again(self._asked_times, entry.seat, before, self.state.asked)

    def fork(self) -> Sitting:
        """The same table, to go on independently; states are shared, for they stand still."""
        twin = Sitting.__new__(Sitting)
        vars(twin).update(vars(self))
        twin.log = list(self.log)
        twin._heads = list(self._heads)
        twin._recent = self._recent.copy()
        twin._undone = set(self._undone)
        twin._taken_back = dict(self._taken_back)
        twin._holding = {seat: list(held) for seat, held in self._holding.items()}
        twin._asked_times = dict(self._asked_times)
        twin._tails = {seat: tail.copy() for seat, tail in self._tails.items()}
        return twin

    def until(self, length: int) -> Sitting:
        """The same table when its log was so long, to go on independently."""
        twin = self.fork()
        twin.log, twin.state = [], self.start.clone()
        twin._heads, twin._recent = [Branch.root(self.start)], Recent()
        twin._undone, twin._taken_back, twin._holding = set(), {}, {}
        twin._asked_times = {asked.seat: 1 for asked in self.start.asked}
        twin._tails = {}
        for number, entry in enumerate(self.log[:length]):
            if entry.action is None:
                twin.replay_undo(entry.seat)
            else:
                then = number > 0 and entry.follows(self.log[number - 1])
                twin.replay(entry.seat, entry.action, Tape(entry.luck), then=then)
        return twin

    # -- undo --------------------------------------------------------------------------

    def undoable(self, seat: int) -> int:
        """The entry that an undo by this seat would take back; Refusal if there is none.

        Undo goes back to the last moment when something hidden became known, chance was used
        or somebody else decided. While several decide at once, others' choices do not count:
        each takes back its own part only. Nor do steps that nobody else can notice: an offer
        that vanished with them would tell that somebody has begun. And it may be done only so
        often, by the seat's own lines.
        """
        index = self._last_own(seat)
        if self._taken_back.get(seat, 0) >= MOST_TAKEN_BACK:
            raise TakenBackEnough(n=MOST_TAKEN_BACK)
        self._refuse_undo(index, (o for o in self._since(index) if not self.log[o].unnoticed))
        return index

    def _last_own(self, seat: int) -> int:
        """The last entry of a seat that holds."""
        if not self._holding.get(seat):
            raise NothingToUndo()
        return self._holding[seat][-1]

    def _since(self, index: int) -> Iterator[int]:
        """The entries that hold of other seats since the last one of a seat."""
        for held in self._holding.values():
            yield from itertools.takewhile(lambda other: other > index, reversed(held))

    def _refuse_undo(self, index: int, others: Iterable[int]) -> None:
        """Entries of others may be in the way, or what has become known."""
        own = self.log[index]
        assert own.action is not None
        if any(not (own.together and self.log[other].together) for other in others):
            raise OthersDecided(action=own.action.text)
        if own.sealed:
            raise KnownByNow(action=own.action.text)

    def undo(self, seat: int, which: int | None = None) -> bool:
        """Take back the seat's last action: a new entry in the log; nothing is deleted.

        With the number of an action (see `last`) only that one is taken back; if it has been
        already, nothing happens and False is returned: the same wish sent twice counts once.

        What others have begun since, and nobody has noticed, was begun under a question that is
        no longer asked: it is taken back before, in lines of their own.
        """
        if which is not None:
            own = [index for index, entry in enumerate(self.log) if entry.seat == seat]
            if 0 < which <= len(own) and own[which - 1] in self._undone:
                return False
            if self._number(self.undoable(seat)) != which:
                raise StaleQuestion()
        target = self.undoable(seat)
        begun = () if self.log[target].together else self._since(target)
        for index in (*sorted(begun, reverse=True), target):
            self._take_back(index)
        return True

    def replay_undo(self, seat: int) -> None:
        """Take back as a record tells it: what others had begun has been taken back by then."""
        target = self._last_own(seat)
        self._refuse_undo(target, self._since(target))
        self._take_back(target)

    def _take_back(self, target: int) -> None:
        """An entry for the undo, and the game stands where it would without the other one."""
        seat = self.log[target].seat
        later = []
        head = self._heads[-1]
        while head.line != target:
            later.append(head.line)
            head = head.behind
        head = head.behind
        for line in reversed(later):  # what others have chosen meanwhile, each for itself
            head = self._recent.grow(head, line, self._after(self._stands(head), line))
        self._undone.add(target)
        self._taken_back[seat] = self._taken_back.get(seat, 0) + 1
        self._holding[seat].pop()  # it was the last one
        self._move_on(Entry(seat, None, self.question(seat) or "", undoes=target), head)

    def last(self, seat: int) -> int | None:
        """The action an undo would take back, as the how manieth own line of the seat; or None.

        Only own lines count, so the number tells nothing about the others.
        """
        try:
            return self._number(self.undoable(seat))
        except Refusal:
            return None

    def _number(self, index: int) -> int:
        seat = self.log[index].seat
        return sum(entry.seat == seat for entry in self.log[: index + 1])

    # -- half-made choices -------------------------------------------------------------

    def cancel(self, seat: int, which: int | None = None) -> bool:
        """Take back all of the choice in the midst of which the seat is: a march, a purchase.

        It is as many undos as the choice has parts, all or none: where one of them cannot be
        taken back nothing is. `which` means the same as for `undo`.
        """
        twin = self.fork()
        if not twin._cancel(seat, which):
            return False
        vars(self).update(vars(twin))
        return True

    def _cancel(self, seat: int, which: int | None = None) -> bool:
        """The same; a refusal may leave a part of it taken back."""
        midway = self.state.midway(seat)
        if not self.undo(seat, which):
            return False
        if not midway:
            raise NothingHalfMade()
        while self.state.midway(seat):
            self.undo(seat)
        return True

    def half_made(self, seat: int) -> int:
        """How many actions of the seat `cancel` would take back; 0 if there is no such choice."""
        if not self.state.midway(seat):
            return 0
        twin = self.fork()
        try:
            twin._cancel(seat)
        except Refusal:
            return 0
        return len(twin.log) - len(self.log)

    # -- replay ------------------------------------------------------------------------

    def at(self, length: int) -> State:
        """The position after the first lines of the log, at a cost that does not grow."""
        if not 0 <= length <= len(self.log):
            raise IndexError(f"the log has {len(self.log)} entries, not {length}")
        return self._stands(self._heads[length]).clone()

    def _stands(self, head: Branch) -> State:
        """The position there: the one that is kept, or replayed from the last that is."""
        return self._recent.stands(head, self._after)

    def _after(self, state: State, line: int) -> State:
        """The position after a line of the log that was an action, its chance being known."""
        entry = self.log[line]
        assert entry.action is not None
        after = state.clone()
        self._step(after, entry.seat, entry.action, entry.question, Tape(entry.luck))
        return after
