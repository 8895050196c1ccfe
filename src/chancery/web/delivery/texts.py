"""Texts of notices: a mail, lines for a webhook, or a push, about one table or several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import translation

from chancery import games
from chancery.core.words import N_, TN, Listing, Speaker, T, Text, as_is, say
from chancery.web.base import dates
from chancery.web.base.user_input import clean
from chancery.web.identity import site_settings
from chancery.web.identity.models import Visitor
from chancery.web.outbox.announcing import KINDS
from chancery.web.outbox.models import Channel, Notice
from chancery.web.tables.models import Seat, Table

LONGEST = 2000  # characters that Discord takes
LONGEST_PUSH = 400  # characters: screens show fewer, and services take four kilobytes
UNSUBSCRIBE = "chancery.unsubscribe"
MARKS = re.compile(r"([\\*_~`|\[\]<>])")  # characters with a meaning in Discord's Markdown

HEADINGS = {
    "turn": N_("{game} {at}: your turn"),
    "reminder": N_("{game} {at}: your time is running out"),
    "lapsed": N_("{game} {at}: your time is up"),
    "over": N_("{game} {at}: the game is over"),
    "begun": N_("{game} {at}: the game begins"),
    "invited": N_("{game} {at}: you are invited"),
    "full": N_("{game} {at}: all seats are taken"),
}


@dataclass(frozen=True)
class Piece:
    """The news about one table, in one language."""

    kind: str
    heading: str
    more: tuple[str, ...] = ()
    table: Table | None = None

    @property
    def url(self) -> str:
        """The page that a message links to: its table, or the settings."""
        return address("table", self.table.slug) if self.table else address("account")


@dataclass(frozen=True)
class Message:
    """All news that goes into one message."""

    pieces: tuple[Piece, ...]
    name: str
    speaker: Speaker

    @property
    def subject(self) -> str:
        """The heading if there is only one table, otherwise how many."""
        tables = {piece.table for piece in self.pieces if piece.table}
        if len(tables) < 2:
            return self.pieces[0].heading
        turns = all(piece.kind in ("turn", "reminder") for piece in self.pieces)
        return self.speaker.say(
            TN("Your turn at {n} table", "Your turn at {n} tables", len(tables))
            if turns
            else T("News from {n} tables", n=len(tables))
        )

    def mail(self, channel: Channel) -> tuple[str, dict[str, str]]:
        """Return text and headers of a mail, with one-click unsubscription."""
        off = address("unsubscribe", signing.dumps(channel.pk, salt=UNSUBSCRIBE))
        parts = ["\n".join((p.heading, *p.more, p.url)) for p in self.pieces]
        hello = self.speaker.say(T("Hello {name},", name=self.name))
        footer = self.speaker.say(
            T(
                "You get this email because you turned on notifications. Unsubscribe: {link}",
                link=off,
            )
        )
        headers = {
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        return "\n\n".join((hello, *parts, f"-- \n{footer}\n")), headers

    def payload(self) -> dict[str, Any]:
        """Return the message for a webhook: the text for Discord, and a list for programs."""
        return {
            "username": site_settings.refresh().name,
            "content": self._content(),
            "allowed_mentions": {"parse": []},
            "tables": [
                {
                    "kind": piece.kind,
                    "game": piece.table.game,
                    "title": clean(piece.table.title, 60),
                    "url": piece.url,
                }
                for piece in self.pieces
                if piece.table
            ],
        }

    def _content(self) -> str:
        """Return as many complete pieces as fit, and how many more there are."""
        lines = [
            "\n".join((*(MARKS.sub(r"\\\1", line) for line in (p.heading, *p.more)), p.url))
            for p in self.pieces
        ]
        shown = len(lines)
        while len(text := self._cut(lines, shown)) > LONGEST:
            shown -= 1
        return text

    def push(self) -> dict[str, str]:
        """Return what a device shows: a title, a sentence, and the page to open. A later message
        about the same table replaces the former one."""
        tables = {piece.table.slug for piece in self.pieces if piece.table}
        body = " ".join(self.pieces[0].more) or self.speaker.say(T("Open the table to play."))
        if len(tables) > 1:
            body = "\n".join(piece.heading for piece in self.pieces)
        alone = min(tables) if len(tables) == 1 else ""
        path = reverse("table", args=[alone]) if alone else reverse("lobby")
        if not tables:
            path = reverse("account")
        shown = {"title": self.subject, "body": body[:LONGEST_PUSH]}
        return {**shown, "url": path, "tag": f"chancery-{alone}"}

    def _cut(self, lines: Sequence[str], shown: int) -> str:
        left_out = len(lines) - shown
        note = (
            [
                self.speaker.say(
                    TN("… and one more piece of news", "… and {n} more pieces of news", n=left_out)
                )
            ]
            if left_out
            else []
        )
        return "\n".join((*lines[:shown], *note))


def address(name: str, *args: str) -> str:
    """Return the public address of a page."""
    return str(settings.CHANCERY_URL) + reverse(name, args=args)


def write(
    notices: Sequence[Notice], seats: Sequence[Seat], visitor: Visitor | None, language: str
) -> Message:
    """Write the message for these notices; `seats` are all those of their tables."""
    news: dict[tuple[int | None, str], list[Notice]] = {}
    for notice in sorted(notices, key=lambda notice: KINDS.index(notice.kind)):
        news.setdefault((notice.table_id, notice.kind), []).append(notice)
    pieces = []
    for (table, kind), same in news.items():
        if kind == "turn" and (table, "reminder") in news:
            continue
        at_table = [seat for seat in seats if seat.table_id == table]
        own_seats = [seat for seat in at_table if seat.number in {asked.seat for asked in same}]
        pieces.append(_piece(kind, same[0].table, own_seats, at_table, visitor, language))
    name = clean(visitor.name, 40) if visitor else ""
    return Message(tuple(pieces), name, Speaker(language))


def _piece(
    kind: str,
    table: Table | None,
    own_seats: Sequence[Seat],
    seats: Sequence[Seat],
    visitor: Visitor | None,
    language: str,
) -> Piece:
    if table is None:
        speaker = Speaker(language)
        return Piece(
            kind,
            speaker.say(T("A test of your notifications")),
            (speaker.say(T("{site} can reach you here.", site=site_settings.refresh().name)),),
        )
    # None if the game is not installed any more
    game = games.find(table.game) if table.game in games.names() else None
    speaker = game.speaker(language) if game else Speaker(language)
    own_visitor = visitor.pk if visitor else None
    others = [
        seat for seat in seats if seat.owner_id != own_visitor or (seat.bot and not seat.owner_id)
    ]
    titles = [game.seat_title(seat) for seat in game.seats(table.options)] if game else []
    names = [clean(seat.name, 60) or titles[seat.number] for seat in others if game or seat.name]
    if title := clean(table.title, 60):
        at = T("at “{title}”", title=title)
    elif names:
        at = T("with {names}", names=Listing(tuple(names)))
    else:
        at = T("at your own table")
    called = game.title if game else as_is(table.game)
    heading = speaker.say(say(HEADINGS[kind], game=called, at=at))
    sentences = [speaker.say(text) for text in _more(kind, table, own_seats, language)]
    return Piece(kind, heading, tuple(sentences), table)


def _more(kind: str, table: Table, own_seats: Sequence[Seat], language: str) -> list[Text]:
    dues = [seat.due for seat in own_seats if seat.due and not seat.bot]
    match kind:
        case "turn" | "reminder" if dues:
            return [T("Decide by {day}, {time} UTC.", **moment(min(dues), language))]
        case "lapsed":
            stays = any(seat.bot for seat in own_seats) if own_seats else table.lapse == "bot"
            return [
                T("A bot is playing for you; you can take your seat back at any time.")
                if stays
                else T("Your seat is now open to others.")
            ]
        case "full":
            return [T("Start the game when you are ready.")]
    return []


def moment(when: datetime, language: str) -> dict[str, str]:
    """Return the weekday and date in words, and the time in UTC."""
    utc = when.astimezone(UTC)
    with translation.override(language):
        return {"day": dates.weekday(utc), "time": f"{utc:%H:%M}"}
