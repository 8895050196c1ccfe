"""A table as one seat sees it, in one language, now.

Pages, API, terminal and streams get question, refusals, story, record and view from here and only
render them. This module knows neither a database nor a page.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, NamedTuple

from chancery.core import (
    Action,
    Deed,
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
    Status,
    Text,
    say,
)
from chancery.core.memo import single_flight
from chancery.core.pictures import Orders, Panel
from chancery.core.refusals import Elsewhere, NotNow
from chancery.core.serialisation import Plain
from chancery.table.record import FORMAT, dumps
from chancery.table.sitting import SeenEvent, Sitting
from chancery.table.story import StoryLine, deed_of, latest_lines, lines_of

LONGEST_DEED = 40  # events; most have fewer than ten
LONGEST_STORY = 5000  # lines of the story in a seat record; most games have fewer


class Choice(NamedTuple):
    """A legal action with everything that pages and terminals show of it."""

    action: Action
    label: Text
    group: Text | None  # the heading of its group
    preview: Text | None  # its consequence
    target: str | None  # the target on the board
    closing: bool  # it cannot be undone
    begins: bool  # it only begins something that `Face.orders` lists in full
    dial: Dial | None  # the dial that it is a position of
    leads: bool = False  # it moves from its target to a place that `Face.orders` names
    offered: bool = True  # pages show it; otherwise it can be typed
    declared: bool = False  # the face declares its verb as final

    @property
    def weight(self) -> int:
        """Its importance: 0 unless it is final, 1 if it cannot be undone, 2 if declared.

        Answers are listed by it, so that nothing final comes before anything else.
        """
        return 2 if self.declared else int(self.closing)

    @property
    def final(self) -> bool:
        """Whether it is carried out only after a confirmation."""
        return self.weight > 0


@dataclass(frozen=True, slots=True)
class Asked:
    """The question of a seat with all answers."""

    name: str  # with the seat's own count; answers to other questions are refused
    prompt: Text
    rule: str
    choices: tuple[Choice, ...]  # the final ones last
    suggestion: tuple[Suggested, ...]  # a start for a choice of many parts


class Suggested(NamedTuple):
    """A step of a suggested start: where it is laid out on the board, and with what number."""

    action: Action
    label: Text
    target: str | None
    number: int | None  # of its dial


class Reason(NamedTuple):
    """The reason why something is not allowed now."""

    text: Text
    rule: str | None


class Seated:
    """A table as a seat (None: a spectator) sees it, now or at an earlier length of the log.

    Costly results are computed at first use and cached.
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

    def __repr__(self) -> str:
        return f"<Seated, {repr(self.view)[1:-1]}>"

    def _repr_svg_(self) -> str | None:
        """Return the board as the seat sees it, for notebooks; None if there is no picture."""
        return self.game.face.picture(self.view, self.speaker)

    # -- what the seat sees --------------------------------------------------------------

    @cached_property
    def view(self) -> Any:
        """The view of the seat, or of a spectator."""
        return self.state.view(self.seat)

    @property
    def seat_name(self) -> str | None:
        """The name of the seat; None for a spectator."""
        return None if self.seat is None else self.sitting.seats[self.seat]

    @cached_property
    def described(self) -> list[tuple[Text, list[Text]]]:
        """The position as text: headings, each with at least one line."""
        parts = self.game.face.describe(self.view)
        return [(heading, list(lines)) for heading, lines in parts if lines]

    @cached_property
    def picture(self) -> str | None:
        """The layer of pieces as SVG; None if the game has no picture."""
        return self.game.face.draw(self.view, self.speaker)

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The small pictures beside the board."""
        return tuple(self.game.face.panels(self.view, self.speaker))

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that the seat holds; none for a spectator."""
        return () if self.seat is None else tuple(self.game.face.hands(self.view, self.speaker))

    @cached_property
    def status(self) -> Status:
        """The state of the game in a few words."""
        return self.game.face.status(self.view)

    @cached_property
    def stage(self) -> Stage | None:
        """The duel or auction in progress; None if there is none."""
        return self.game.face.stage(self.view, self.speaker)

    def overlay(self, key: str, since: int | None = None) -> str | None:
        """Return an overlay; `since` is how many lines of the story the reader has seen before."""
        if key not in {known.key for known in self.game.face.overlays()}:
            return None
        before = None
        if since is not None:
            length = self.sitting.length_when_seen(self.seat, since)
            before = self.sitting.at(length).view(self.seat)
        return self.game.face.overlay(self.view, key, self.speaker, before)

    def orders(self, key: str) -> Orders | None:
        """Return all destinations of something on the board; None if there are none."""
        return None if self.name is None else self.game.face.orders(self.view, key)

    def say(self, text: Text) -> str:
        """Translate a text into the reader's language."""
        return self.speaker.say(text)

    # -- what the seat is asked ----------------------------------------------------------

    @cached_property
    def name(self) -> str | None:
        """The name of the seat's open question; None if there is none."""
        return None if self.seat is None else self.sitting.question(self.seat)

    @property
    def legal(self) -> tuple[Action, ...]:
        """All legal actions of the seat."""
        return () if self.seat is None else self.state.legal(self.seat)

    @cached_property
    def asked(self) -> Asked | None:
        """The question of the seat with all answers; None if it is not asked."""
        question = None if self.seat is None else self.state.question(self.seat)
        if question is None or self.name is None:
            return None
        face, view = self.game.face, self.view
        closing = self.sitting.closing(question.seat)
        choices = [
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
                action.verb in face.finals,
            )
            for action in self.legal
        ]
        return Asked(
            self.name,
            face.prompt(view, question),
            self.state.phases[-1].rule,
            tuple(sorted(choices, key=lambda choice: choice.weight)),
            tuple(self._suggested(action) for action in face.suggestion(view, question)),
        )

    def _suggested(self, action: Action) -> Suggested:
        """Return a step of a suggestion, with its number if it is a position of a dial."""
        face, view = self.game.face, self.view
        dial = face.dial(view, action)
        return Suggested(action, face.label(action), face.target(view, action), dial and dial.value)

    @cached_property
    def undo(self) -> int | None:
        """The number of the seat's own action that an undo would take back.

        None if there is none.
        """
        return None if self.seat is None else self.sitting.undo_number(self.seat)

    @cached_property
    def draft_length(self) -> int:
        """The number of actions in the seat's choice in progress."""
        return 0 if self.seat is None else self.sitting.draft_length(self.seat)

    @cached_property
    def standing(self) -> tuple[Standing, ...]:
        """The answers that the seat could give in advance, one for each key."""
        if self.seat is None:
            return ()
        offers = self.game.face.standing(self.view)
        return tuple({offer.key: offer for offer in reversed(offers)}.values())[::-1]

    # -- reasons -------------------------------------------------------------------------

    def why(self, text: str) -> Reason | None:
        """Return why an action is not allowed now, without trying it; None if it is legal."""
        return self._first_reason((self.game.notation.parse(text),))

    def why_click(self, target: str) -> Reason | None:
        """Return why nothing is possible at a place on the board.

        None if there is nothing to say.
        """
        face = self.game.face
        if target in {face.target(self.view, action) for action in self.legal}:
            return None
        if (instead := face.instead(self.view, target, self.legal)) is not None:
            return Reason(instead, None)
        return self._first_reason(tuple(face.asking(self.view, target)), face.label)

    def meant(self, target: str) -> str | None:
        """Return the place to click instead, if a click on this one has only one meaning."""
        face, legal = self.game.face, self.legal
        for action in face.asking(self.view, target):
            if action in legal:
                return face.target(self.view, action)
        return None

    def _first_reason(
        self, actions: tuple[Action, ...], label: Callable[[Action], Text] | None = None
    ) -> Reason | None:
        """Return the refusal of the first illegal action; `label` names it as its button does."""
        for action in actions:
            refusal: Refusal | None = self.state.why_not(action, self.seat)
            if refusal is None:
                continue
            text = refusal.text()
            if label is not None and isinstance(refusal, Elsewhere | NotNow):
                text = say(refusal.sentence, **{**refusal.facts, "action": label(action)})
            return Reason(text, refusal.rule)
        return None

    # -- the story -----------------------------------------------------------------------

    @cached_property
    def story_lengths(self) -> list[int]:
        """The number of lines that the story had at each length of the log."""
        return self.sitting.counts(self.seat)

    @property
    def story_length(self) -> int:
        """The number of lines in the story."""
        if self.length is not None:
            return self.story_lengths[self.length]
        # kept up to date with the log, while `story_lengths` reads all of it
        return self.sitting.count(self.seat)

    def story(self, since: int = 0, most: int | None = None) -> list[SeenEvent]:
        """Return the story in the seat's own numbering, from a number on, at most so many lines."""
        if since < self.story_lengths[0]:
            events = self.sitting.events_by_length(self.seat, self.length)
        else:
            lengths = self.story_lengths
            first = bisect_right(lengths, since) - 1  # the log entry of that line
            events = self.sitting.events_in_lines(self.seat, lengths[first], first, self.length)
        later = (event for _, event in events if event.number >= since)
        return list(islice(later, most))

    def lines(self, since: int = 0, most: int | None = None) -> list[StoryLine]:
        """Return a part of the story (see `story`) in lines, one for each deed."""
        return lines_of(self.game.face, self.story(since, most))

    def tell(self, line: StoryLine) -> Deed:
        """Return how a line of the story is told."""
        return deed_of(self.game.face, line.events)

    @cached_property
    def lasting_events(self) -> list[Event]:
        """Return the events that the seat saw and that were not undone."""
        return self.sitting.lasting_events(self.seat, self.length)

    def latest_events(self) -> Iterator[SeenEvent]:
        """Yield the latest events of the story, newest first: at least LATEST, or all of them."""
        if self.length is not None:
            return reversed(self.story())
        return self.sitting.latest_events(self.seat)

    @cached_property
    def latest_lines(self) -> list[StoryLine]:
        """The latest lines of the story, oldest first."""
        return latest_lines(self.sitting, self.seat) if self.length is None else self.lines()

    @cached_property
    def latest_line(self) -> StoryLine | None:
        """The last line of the story, without reading all of it; None before anything happened."""
        newest = list(islice(self.latest_events(), LONGEST_DEED))
        return lines_of(self.game.face, newest[::-1])[-1] if newest else None

    def scenes(self, since: int) -> list[Scene]:
        """Return the highlights that end at or after a line of the story.

        Those of the seat's own actions are left out. No highlight is longer than a turn.
        """
        events: list[tuple[int, Event]] = []
        heading_of = self.game.face.heading
        for line in reversed(self.latest_lines if since < self.story_length else ()):
            if not line.undone:
                events += reversed([*enumerate(line.events, line.first)])
            heading = heading_of(line.events[0]) if line.first < since else None
            if heading is not None and heading.level == 1:
                break
        events.reverse()
        with_news = (
            self._news(scene, self.latest_lines)
            for scene in self.game.face.scenes(events)
            if scene.last >= since and (self.seat is None or scene.by != self.seat)
        )
        return [scene for scene in with_news if scene is not None]

    def fought(self, scene: Scene) -> bool:
        """Return whether the seat took part in the fight of a scene, and should acknowledge its
        result."""
        return any(self.game.face.plays(self.view, side) for side in scene.sides)

    def _news(self, scene: Scene, story: Sequence[StoryLine]) -> Scene | None:
        """Return a scene without texts that its line of the story repeats; None if nothing is left.

        Scenes about several lines sum them up, and those with pictures show them.
        """
        line = story[bisect_left(story, scene.last, key=lambda line: line.last)]
        if scene.pictures or 0 <= scene.first < line.first:
            return scene
        known = {self.tell(line).text, *(event.text() for event in line.events)}
        lines = tuple(text for text in scene.lines if text not in known)
        if not lines and (scene.title in known or not scene.title.places):
            return None
        return scene._replace(lines=lines)

    def plain_story(self, since: int = 0) -> list[dict[str, Plain]]:
        """Return the story in JSON form from a number on, numbered from 1."""
        seats = self.sitting.seats
        return [
            {"number": number + 1, "undone": undone, **event.plain(seats)}
            for number, event, undone in self.story(since)
        ]

    def record(self, bots: Sequence[str | None]) -> str:
        """Return the record of a finished game with the players' names.

        `bots` names the bot of each seat (None: a person). Records are cached.
        """
        return _record(self, tuple(bots))

    def seat_record(self, committed: bool = True) -> dict[str, Plain]:
        """Return the seat record of a running game: the view and the story of the seat.

        Of a very long story it contains only the end; `skipped` counts the lines before.
        `committed`: the game has begun, so the digest of the seed is public.
        `table.seat_record.loads` reads it.
        """
        skipped = max(0, self.story_length - LONGEST_STORY)
        return {
            "chancery": FORMAT,
            "game": self.game.name,
            "seat": self.seat_name,
            "commitment": self.sitting.commitment if committed else None,
            "names": [self.speaker.word(SeatName(n)) for n in range(len(self.sitting.seats))],
            "view": self.view.plain(),
            **({"skipped": skipped} if skipped else {}),
            "events": self.plain_story(skipped),
        }

    @cached_property
    def steps(self) -> list[int]:
        """The lengths of the log that the reader may step to.

        While a game runs these are only what the seat did or saw: the number of others' steps would
        tell something.
        """
        log = self.sitting.log
        if self.sitting.state.result is not None:
            return list(range(len(log) + 1))
        lengths = [0]
        for index, entry in enumerate(log):
            events = log[entry.undoes].events if entry.action is None else entry.events
            if entry.seat == self.seat or any(e.seen_by(self.seat) is not None for e in events):
                lengths.append(index + 1)
        return lengths

    def at(self, length: int) -> Seated:
        """Return the table as it was at an earlier length of the log."""
        return Seated(self.sitting, self.seat, self.speaker, length)


KEPT = 256  # instances cached with their results


def seated(sitting: Sitting, seat: int | None, speaker: Speaker) -> Seated:
    """Return a table as a seat sees it, cached until the table changes."""
    return _kept(sitting, len(sitting.log), seat, speaker)


@lru_cache(maxsize=KEPT)
def _kept(sitting: Sitting, length: int, seat: int | None, speaker: Speaker) -> Seated:
    return Seated(sitting, seat, speaker)


@single_flight(16)  # a long record has a megabyte
def _record(seated: Seated, bots: tuple[str | None, ...]) -> str:
    whole = seated.sitting.fork()
    whole.committed = whole.seed is not None
    whole.names = tuple(seated.speaker.word(SeatName(n)) for n in range(len(whole.seats)))
    whole.bots = bots if any(bots) else ()  # an imported record does not say which seats were bots
    return dumps(whole)
