"""Events of a table as a seat sees them, for programs: as a list, and as a stream.

A stream uses the hub of live.py. It reads the table only when the version has changed, so its
timing betrays nothing, and it counts by what the seat has seen.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from django.db import OperationalError, close_old_connections

from chancery.core import Refusal
from chancery.web.base.costs import COSTS
from chancery.web.base.thread_pools import STREAMS, Crowded
from chancery.web.identity.models import Visitor
from chancery.web.tables import authentication
from chancery.web.tables.places import Place, place_of

MOST = 300  # events in one response; longer stories are read in parts


def place_at(slug: str, visitor: Visitor | None, language: str, seat: str | None) -> Place:
    """Return the place of a visitor who names his seat as the game does; by default his only
    seat."""
    return place_of(slug, visitor, language, seat, by_name=True)


def events(place: Place, since: int, most: int = MOST) -> list[dict[str, Any]]:
    """Return the events that the seat has seen after its first `since`, at most `most` of them.

    None before the start: seats may still change, and with them the count.
    """
    seated = place.seated
    listed = []
    for number, event, undone in seated.story(since, most) if place.table.started else ():
        facts = event.plain(seated.sitting.seats)
        listed.append(
            {
                "number": number + 1,
                "event": facts.pop("event"),
                "facts": facts,
                "text": seated.say(event.text()),
                "undone": undone,
            }
        )
    return listed


def story(place: Place, since: int, most: int = MOST) -> list[dict[str, Any]]:
    """Return the same events in lines of a story, one for each deed."""
    seated = place.seated
    return [
        {
            "first": line.first + 1,
            "last": line.last + 1,
            "text": seated.say(seated.tell(line).text),
            "undone": line.undone,
        }
        for line in (seated.lines(since, most) if place.table.started else ())
    ]


def count(place: Place) -> int:
    """Return how many events the seat has seen."""
    return place.seated.story_length if place.table.started else 0


def questions(place: Place) -> dict[int, str]:
    """Return the open questions of all seats that the visitor plays, by seat."""
    questions = {seat: place.sitting.question(seat) for seat in place.own} if place.playing else {}
    return {seat: name for seat, name in questions.items() if name is not None}


class Feed:
    """The stream of one table for one caller, who is authenticated anew at every change."""

    def __init__(
        self,
        place: Place,
        seat: str | None,
        since: int | None,
        header: str,
        language: str,
        network: str,
    ) -> None:
        self._network = network
        self._slug = place.table.slug
        self._seat = seat
        self._header = header  # a token may be revoked meanwhile
        self._language = language
        self._through = place.seat
        length = count(place)
        self._since: int = length if since is None else min(since, length)
        self._asked: dict[int, str] = {}

    async def messages(self, wakes: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Yield server-sent events: one for each event, and one for each question to the caller."""
        async with aclosing(wakes):
            async for wake in wakes:
                if not wake.startswith(b"data:"):  # a heartbeat
                    yield wake
                    continue
                more = True
                while more:
                    news = await self._charged_look()
                    if news is None:
                        return
                    for message in news:
                        yield message
                    more = len(news) >= MOST  # a full part: there may be more

    async def _charged_look(self) -> list[bytes] | None:
        """Read the news and charge the caller's network; None if it has used up its budget."""
        if COSTS.wait(self._network):
            return None
        try:
            slot = await STREAMS.enter(self._network)
        except Crowded:
            return None
        try:
            messages: list[bytes] | None = await slot.run(self._look)
        finally:
            slot.answered()
        return messages

    def _look(self) -> list[bytes] | None:
        """Return what is new; None to end the stream: a new request will say why."""
        try:
            visitor = authentication.by_token(self._header, "").visitor
            language = visitor.language if visitor else self._language
            return self._news(place_at(self._slug, visitor, language, self._seat))
        except (Refusal, OperationalError):
            return None
        finally:
            close_old_connections()

    def _news(self, place: Place) -> list[bytes] | None:
        # another seat counts its events differently
        if self._since and self._through != place.seat:
            return None
        self._through = place.seat
        news = []
        for event in events(place, self._since):
            self._since = event["number"]
            news.append(_message(event, f"id: {event['number']}\n"))
        if self._since < count(place):  # questions follow when all events are sent
            return news
        asked = questions(place)
        for seat, name in asked.items():
            if self._asked.get(seat) != name:
                turn = {"seat": place.sitting.seats[seat], "question": name}
                news.append(_message(turn, "event: turn\n"))
        self._asked = asked
        return news


def _message(content: dict[str, Any], before: str) -> bytes:
    return f"{before}data: {json.dumps(content)}\n\n".encode()
