"""What a notice says: a mail, a few lines for a web hook, or a push, about one table or several."""

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
from chancery.core.words import Listing, Speaker, Text, as_is
from chancery.page.words import phrase
from chancery.web.base import dates
from chancery.web.base.sent import clean
from chancery.web.notices.announcing import KINDS
from chancery.web.notices.models import Channel, Notice
from chancery.web.people.models import Visitor
from chancery.web.tables.models import Seat, Table

LONGEST = 2000  # letters that Discord takes
LONGEST_PUSH = 400  # letters: a screen shows fewer, and a service takes four kilobytes
UNSUBSCRIBE = "chancery.unsubscribe"
MARKS = re.compile(r"([\\*_~`|\[\]<>])")  # what Discord would make bold, a link, a secret


@dataclass(frozen=True)
class Piece:
    """One piece of news, said in one language."""

    kind: str
    heading: str
    more: tuple[str, ...] = ()
    table: Table | None = None

    @property
    def url(self) -> str:
        """The page that a message links to: its table, or the settings."""
        return address("table", self.table.slug) if self.table else address("account")


@dataclass(frozen=True)
class Letter:
    """Everything that somebody is told at once."""

    pieces: tuple[Piece, ...]
    name: str
    told: Speaker

    @property
    def subject(self) -> str:
        """The table if it is one, else how many."""
        tables = {piece.table for piece in self.pieces if piece.table}
        if len(tables) < 2:
            return self.pieces[0].heading
        turns = all(piece.kind in ("turn", "reminder") for piece in self.pieces)
        return self.told.say(phrase("notices_turns" if turns else "notices_news", n=len(tables)))

    def mail(self, channel: Channel) -> tuple[str, dict[str, str]]:
        """The text of a mail, and its headers: one click is enough to get no more."""
        off = address("unsubscribe", signing.dumps(channel.pk, salt=UNSUBSCRIBE))
        parts = ["\n".join((p.heading, *p.more, p.url)) for p in self.pieces]
        hello = self.told.say(phrase("notices_hello", name=self.name))
        footer = self.told.say(phrase("notices_footer", link=off))
        headers = {
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        return "\n\n".join((hello, *parts, f"-- \n{footer}\n")), headers

    def payload(self) -> dict[str, Any]:
        """The same for a web hook: as Discord wants it, and a list for programs."""
        return {
            "username": "Chancery",
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
        """As many whole pieces as there is room for, and how many more there are."""
        lines = [
            "\n".join((*(MARKS.sub(r"\\\1", line) for line in (p.heading, *p.more)), p.url))
            for p in self.pieces
        ]
        shown = len(lines)
        while len(text := self._cut(lines, shown)) > LONGEST:
            shown -= 1
        return text

    def push(self) -> dict[str, str]:
        """What a device shows: a title, a sentence, and the page that a tap opens. About the same
        table a later one stands in place of the one before."""
        tables = {piece.table.slug for piece in self.pieces if piece.table}
        more = " ".join(self.pieces[0].more) or self.told.say(phrase("push_open"))
        if len(tables) > 1:
            more = "\n".join(piece.heading for piece in self.pieces)
        alone = min(tables) if len(tables) == 1 else ""
        path = reverse("table", args=[alone]) if alone else reverse("lobby")
        if not tables:
            path = reverse("account")
        said = {"title": self.subject, "body": more[:LONGEST_PUSH]}
        return {**said, "url": path, "tag": f"chancery-{alone}"}

    def _cut(self, lines: Sequence[str], shown: int) -> str:
        left = len(lines) - shown
        more = [self.told.say(phrase("notices_more", n=left))] if left else []
        return "\n".join((*lines[:shown], *more))


def address(name: str, *args: str) -> str:
    """A page of ours as the world sees it."""
    return str(settings.CHANCERY_URL) + reverse(name, args=args)


def write(
    notices: Sequence[Notice], seats: Sequence[Seat], visitor: Visitor | None, language: str
) -> Letter:
    """A letter about these notices; `seats` are all those of their tables."""
    news: dict[tuple[int | None, str], list[Notice]] = {}
    for notice in sorted(notices, key=lambda notice: KINDS.index(notice.kind)):
        news.setdefault((notice.table_id, notice.kind), []).append(notice)
    pieces = []
    for (table, kind), same in news.items():
        if kind == "turn" and (table, "reminder") in news:
            continue
        at_table = [seat for seat in seats if seat.table_id == table]
        own = [seat for seat in at_table if seat.number in {notice.seat for notice in same}]
        pieces.append(_piece(kind, same[0].table, own, at_table, visitor, language))
    name = clean(visitor.name, 40) if visitor else ""
    return Letter(tuple(pieces), name, Speaker(language))


def _piece(
    kind: str,
    table: Table | None,
    own: Sequence[Seat],
    seats: Sequence[Seat],
    visitor: Visitor | None,
    language: str,
) -> Piece:
    if table is None:
        told = Speaker(language)
        return Piece(kind, told.say(phrase("notice_test")), (told.say(phrase("test_works")),))
    game = games.find(table.game) if table.game in games.names() else None  # else it is gone
    told = game.speaker(language) if game else Speaker(language)
    mine = visitor.pk if visitor else None
    others = [seat for seat in seats if seat.owner_id != mine or (seat.bot and not seat.owner_id)]
    titles = [game.seat_title(seat) for seat in game.seats(table.options)] if game else []
    names = [clean(seat.name, 60) or titles[seat.number] for seat in others if game or seat.name]
    if title := clean(table.title, 60):
        at = phrase("at_title", title=title)
    elif names:
        at = phrase("at_names", names=Listing(tuple(names)))
    else:
        at = phrase("at_own")
    called = game.title if game else as_is(table.game)
    heading = told.say(phrase(f"notice_{kind}", game=called, at=at))
    more = [told.say(text) for text in _more(kind, table, own, language)]
    return Piece(kind, heading, tuple(more), table)


def _more(kind: str, table: Table, own: Sequence[Seat], language: str) -> list[Text]:
    dues = [seat.due for seat in own if seat.due]
    match kind:
        case "turn" | "reminder" if dues:
            return [phrase("decide_by", **moment(min(dues), language))]
        case "lapsed":
            stays = any(seat.bot for seat in own) if own else table.lapse == "bot"
            return [phrase("lapsed_bot" if stays else "lapsed_open")]
        case "full":
            return [phrase("full_start")]
    return []


def moment(when: datetime, language: str) -> dict[str, str]:
    """The day in words and the time as all the world counts it."""
    there = when.astimezone(UTC)
    with translation.override(language):
        return {"day": dates.weekday(there), "time": f"{there:%H:%M}"}
