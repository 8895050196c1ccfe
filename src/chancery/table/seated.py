"""Seated: a table as one seat sees it, in one language, now.

Pages, programs, the terminal and streams take the question, the reasons, the story, the record
and the view from here, as plain values, and only render them. It knows no database and no page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple

from chancery.core import (
    Action,
    Dial,
    Event,
    Hand,
    Refusal,
    Scene,
    SeatName,
    Speaker,
    Stage,
    Standing,
    State,
    Text,
    say,
)
from chancery.core.pictures import Orders, Panel
from chancery.core.plain import Plain
from chancery.core.refusals import Elsewhere, NotNow
from chancery.table.record import FORMAT, dumps
from chancery.table.sitting import LATEST, Seen, Sitting

LONGEST_STORY = 5000  # lines that a seat takes home of a running game; most games have fewer


class Choice(NamedTuple):
    """One legal action, and all that is said of it before it is taken."""

    action: Action
    label: Text
    group: Text | None  # the heading under which it stands
    preview: Text | None  # what it would lead to
    target: str | None  # what is clicked for it on the board
    closing: bool  # there is no undo behind it
    begins: bool  # it only begins something for which orders can be asked
    dial: Dial | None  # the dial on which it is a place
    leads: bool = False  # from its target to another place, for which orders can be asked
    offered: bool = True  # a page shows it; otherwise it can be typed


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat is asked, with every answer."""

    name: str  # with the seat's own count: an answer counts only while this is open
    prompt: Text
    rule: str
    choices: tuple[Choice, ...]
    suggestion: tuple[Action, ...]  # to start from, where a choice has many parts


class Reason(NamedTuple):
    """Why something is not possible now."""

    text: Text
    rule: str | None


class Seated:
    """A table through the eyes of a seat (None: a spectator), now or as it was.

    With a length: as it was when the log was so long. What is costly is made when it is first
    asked for and kept; a sitting that may still move on is looked at anew.
    """

    def __init__(
        self, sitting: Sitting, seat: int | None, speaker: Speaker, length: int | None = None
    ) -> None:
        self.sitting = sitting
        self.game = sitting.game
        self.seat = seat
        self.speaker = speaker
        self.length = length
        self.state: State = sitting.state if length is None else sitting.at(length)

    # -- what the seat sees --------------------------------------------------------------

    @cached_property
    def view(self) -> Any:
        """What the seat may know of the position."""
        return self.state.view(self.seat)

    @property
    def seat_name(self) -> str | None:
        """The seat by its name; None: a spectator."""
        return None if self.seat is None else self.sitting.seats[self.seat]

    @cached_property
    def described(self) -> list[tuple[Text, list[Text]]]:
        """The position as text: headings with lines under them, and none with nothing under it."""
        told = self.game.face.describe(self.view)
        return [(heading, list(lines)) for heading, lines in told if lines]

    @cached_property
    def picture(self) -> str | None:
        """What lies on the ground of the board, as SVG; None: the game has no picture."""
        return self.game.face.draw(self.view, self.speaker)

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """Small pictures beside the board."""
        return tuple(self.game.face.panels(self.view, self.speaker))

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """What the seat holds."""
        return () if self.seat is None else tuple(self.game.face.hands(self.view, self.speaker))

    @cached_property
    def stage(self) -> Stage | None:
        """The duel or auction that goes on."""
        return self.game.face.stage(self.view, self.speaker)

    def overlay(self, key: str, since: int | None = None) -> str | None:
        """Something laid over the board; `since`: the reader has read so many lines before."""
        if key not in {known.key for known in self.game.face.overlays()}:
            return None
        before = None
        if since is not None:
            length = self.sitting.seen_when(self.seat, since)
            before = self.sitting.at(length).view(self.seat)
        return self.game.face.overlay(self.view, key, self.speaker, before)

    def orders(self, key: str) -> Orders | None:
        """Where something on the board could go in one go; None: nothing to say about it."""
        return None if self.name is None else self.game.face.orders(self.view, key)

    def say(self, text: Text) -> str:
        """A text in the reader's language."""
        return self.speaker.say(text)

    # -- what the seat is asked ----------------------------------------------------------

    @cached_property
    def name(self) -> str | None:
        """The name of the question that is open for the seat."""
        return None if self.seat is None else self.sitting.question(self.seat)

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every action that the seat may take now."""
        return () if self.seat is None else self.state.legal(self.seat)

    @cached_property
    def asked(self) -> Asked | None:
        """What the seat is asked, with every answer; None: nothing."""
        question = None if self.seat is None else self.state.question(self.seat)
        if question is None or self.name is None:
            return None
        face, view = self.game.face, self.view
        closing = self.sitting.closing(question.seat)
        return Asked(
            self.name,
            face.prompt(view, question),
            self.state.phases[-1].rule,
            tuple(
                Choice(
                    action,
                    face.label(action),
                    face.group(action),
                    face.preview(view, action),
                    face.target(view, action),
                    action in closing,
                    face.begins(action),
                    face.dial(view, action),
                    face.leads(action),
                    face.offered(view, action),
                )
                for action in self.legal
            ),
            tuple(face.suggestion(view, question)),
        )

    @cached_property
    def undo(self) -> int | None:
        """What an undo would take back, as the how manieth own line of the seat; None: nothing."""
        return None if self.seat is None else self.sitting.last(self.seat)

    @cached_property
    def half_made(self) -> int:
        """How many actions a half-made choice of the seat has."""
        return 0 if self.seat is None else self.sitting.half_made(self.seat)

    @cached_property
    def standing(self) -> tuple[Standing, ...]:
        """The answers that the seat could give in advance, each key once."""
        if self.seat is None:
            return ()
        offers = self.game.face.standing(self.view)
        return tuple({offer.key: offer for offer in reversed(offers)}.values())[::-1]

    # -- reasons -------------------------------------------------------------------------

    def why(self, text: str) -> Reason | None:
        """Why an action is not possible now, without trying it; None: it is."""
        return self._first_reason((self.game.notation.parse(text),))

    def why_click(self, target: str) -> Reason | None:
        """Why nothing is possible at a place on the board; None: nothing is to be said."""
        face = self.game.face
        if target in {face.target(self.view, action) for action in self.legal}:
            return None
        if (instead := face.instead(self.view, target, self.legal)) is not None:
            return Reason(instead, None)
        return self._first_reason(tuple(face.asking(self.view, target)), face.label)

    def meant(self, target: str) -> str | None:
        """The place to click instead, where a click on this one has but one meaning."""
        face, legal = self.game.face, self.legal
        for action in face.asking(self.view, target):
            if action in legal:
                return face.target(self.view, action)
        return None

    def _first_reason(
        self, meant: tuple[Action, ...], called: Callable[[Action], Text] | None = None
    ) -> Reason | None:
        """`called`: who has clicked is not told of an action as it would be typed."""
        for action in meant:
            refusal: Refusal | None = self.state.why_not(action, self.seat)
            if refusal is None:
                continue
            text = refusal.text()
            if called is not None and isinstance(refusal, Elsewhere | NotNow):
                text = say(refusal.sentence, **{**refusal.facts, "action": called(action)})
            return Reason(text, refusal.rule)
        return None

    # -- the story -----------------------------------------------------------------------

    @cached_property
    def counts(self) -> list[int]:
        """How many lines the story had at each length of the log."""
        return self.sitting.counts(self.seat)

    @property
    def told(self) -> int:
        """How many lines the story has."""
        return self.counts[len(self.sitting.log) if self.length is None else self.length]

    def story(self, since: int = 0, most: int | None = None) -> list[Seen]:
        """What happened, as the seat saw it, in its own numbering: from a number on, at most so
        many lines. What is left out costs nothing."""
        if since < self.counts[0]:
            return self.sitting.events(self.seat, self.length)[since:][:most]
        first = bisect_right(self.counts, since) - 1  # the line with that number
        found = self.sitting.seen_in(self.seat, self.counts[first], first, self.length)
        later = (seen for _, seen in found if seen.number >= since)
        return list(islice(later, most))

    def latest(self, most: int) -> list[Seen]:
        """The last lines of the story, without looking through all of it."""
        if self.length is not None or most > LATEST:
            return self.story()[-most:]
        return self._tail[-most:]

    @cached_property
    def _tail(self) -> list[Seen]:
        return self.sitting.latest(self.seat)

    def scenes(self, most: int) -> list[Scene]:
        """What nobody should miss of the last lines of the story, but what was his own doing."""
        told: list[tuple[int, Event]] = [
            (number, event) for number, event, undone in self.latest(most) if not undone
        ]
        found = self.game.face.scenes(told)
        return [scene for scene in found if self.seat is None or scene.by != self.seat]

    def plain_story(self, since: int = 0) -> list[dict[str, Plain]]:
        """The story from a number on in JSON form, numbered from 1."""
        seats = self.sitting.seats
        return [
            {"number": number + 1, "undone": undone, **event.plain(seats)}
            for number, event, undone in self.story(since)
        ]

    def record(self, bots: Sequence[str | None]) -> str:
        """The record of the game, with the names of those who played, as it is told at its end.

        `bots` says which bot plays each seat (None: a person). Records are kept for a while.
        """
        return _record(self, tuple(bots))

    def so_far(self, promised: bool = True) -> dict[str, Plain]:
        """What a seat may take home of a running game: its view and what it has seen.

        Of a very long story it is the end, and `skipped` says how many lines came before it.
        `promised`: the digest of the seed has been shown, for the game has begun. The other way
        leads `table.seen.loads`.
        """
        skipped = max(0, self.told - LONGEST_STORY)
        return {
            "chancery": FORMAT,
            "game": self.game.name,
            "seat": self.seat_name,
            "commitment": self.sitting.commitment if promised else None,
            "names": [self.speaker.word(SeatName(n)) for n in range(len(self.sitting.seats))],
            "view": self.view.plain(),
            **({"skipped": skipped} if skipped else {}),
            "events": self.plain_story(skipped),
        }

    @cached_property
    def steps(self) -> list[int]:
        """The lengths of the log that the reader may step to.

        While a game runs only what the seat itself did or saw: the number of the others' steps
        would tell something.
        """
        log = self.sitting.log
        if self.sitting.state.result is not None:
            return list(range(len(log) + 1))
        lengths = [0]
        for index, entry in enumerate(log):
            told = log[entry.undoes].events if entry.action is None else entry.events
            if entry.seat == self.seat or any(e.seen_by(self.seat) is not None for e in told):
                lengths.append(index + 1)
        return lengths

    def at(self, length: int) -> Seated:
        """The same when the log was so long."""
        return Seated(self.sitting, self.seat, self.speaker, length)


KEPT = 256  # of those whose sitting stands still, and what was made of them


def seated(sitting: Sitting, seat: int | None, speaker: Speaker) -> Seated:
    """The table as a seat sees it, kept for those who look again before it moves on."""
    return _kept(sitting, len(sitting.log), seat, speaker)


@lru_cache(maxsize=KEPT)
def _kept(sitting: Sitting, length: int, seat: int | None, speaker: Speaker) -> Seated:
    return Seated(sitting, seat, speaker)


@lru_cache(maxsize=16)  # a long one has a megabyte
def _record(seated: Seated, bots: tuple[str | None, ...]) -> str:
    whole = seated.sitting.fork()
    whole.promised = whole.seed is not None
    whole.names = tuple(seated.speaker.word(SeatName(n)) for n in range(len(whole.seats)))
    whole.bots = bots if any(bots) else ()  # an opened record does not say who was one
    return dumps(whole)
