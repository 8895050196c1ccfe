"""Feeds: what a seat sees of a table, for programs; as a list, and as a stream that goes on.

A stream is built on the hub of live.py. It looks at the table only when the version has changed,
so its timing tells nothing, and it counts by what the seat has seen.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from asgiref.sync import sync_to_async
from django.db import OperationalError, close_old_connections

from chancery.core import Refusal
from chancery.web.base.costs import COSTS
from chancery.web.people.models import Visitor
from chancery.web.tables import entrance
from chancery.web.tables.places import Place, place_of

MOST = 300  # events in one answer: longer stories are read in parts


def place_at(slug: str, visitor: Visitor | None, language: str, seat: str | None) -> Place:
    """Where somebody stands who names a seat as the game does; his only seat if he names none."""
    return place_of(slug, visitor, language, seat, by_name=True)


def events(place: Place, since: int, most: int = MOST) -> list[dict[str, Any]]:
    """What the seat has seen after its first so many events, at most so many of them.

    Nothing has happened before the start: the seats may still be changed, and with them the count.
    """
    seated = place.seated
    found = []
    for number, event, undone in seated.story(since, most) if place.table.started else ():
        facts = event.plain(seated.sitting.seats)
        found.append(
            {
                "number": number + 1,
                "event": facts.pop("event"),
                "facts": facts,
                "text": seated.say(event.text()),
                "undone": undone,
            }
        )
    return found


def count(place: Place) -> int:
    """How many events the seat has seen."""
    return place.seated.told if place.table.started else 0


def questions(place: Place) -> dict[int, str]:
    """The open questions of all seats that somebody plays, each by its name."""
    found = {seat: place.sitting.question(seat) for seat in place.own} if place.playing else {}
    return {seat: name for seat, name in found.items() if name is not None}


class Feed:
    """A stream of one table for one caller, who is looked at anew each time."""

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
        told = count(place)
        self._since: int = told if since is None else min(since, told)
        self._told: dict[int, str] = {}

    async def messages(self, wakes: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        """Server-sent events: one for each event, and one for each question put to the caller."""
        async with aclosing(wakes):
            async for wake in wakes:
                if not wake.startswith(b"data:"):  # a sign of life
                    yield wake
                    continue
                more = True
                while more:
                    found = await sync_to_async(self._charged_look)()
                    if found is None:
                        return
                    for message in found:
                        yield message
                    more = len(found) >= MOST  # else the story has been told

    def _charged_look(self) -> list[bytes] | None:
        """Look, and charge the network of the caller for it; None if it has used up its budget."""
        if COSTS.wait(self._network):
            return None
        with COSTS.measured(self._network):
            return self._look()

    def _look(self) -> list[bytes] | None:
        """Return what is new, or None if the stream ends: asked again, the site says why."""
        try:
            visitor = entrance.by_token(self._header, "").visitor
            language = visitor.language if visitor else self._language
            return self._news(place_at(self._slug, visitor, language, self._seat))
        except (Refusal, OperationalError):
            return None
        finally:
            close_old_connections()

    def _news(self, place: Place) -> list[bytes] | None:
        if self._since and self._through != place.seat:  # another seat counts otherwise
            return None
        self._through = place.seat
        found = []
        for event in events(place, self._since):
            self._since = event["number"]
            found.append(_message(event, f"id: {event['number']}\n"))
        if self._since < count(place):  # questions come behind the whole story
            return found
        asked = questions(place)
        for seat, name in asked.items():
            if self._told.get(seat) != name:
                turn = {"seat": place.sitting.seats[seat], "question": name}
                found.append(_message(turn, "event: turn\n"))
        self._told = asked
        return found


def _message(said: dict[str, Any], before: str) -> bytes:
    return f"{before}data: {json.dumps(said)}\n\n".encode()
