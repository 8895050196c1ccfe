"""Somebody says something at a table."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chancery.core.words import SeatName, Speaker
from chancery.web.base import limits
from chancery.web.base.refusals import Empty
from chancery.web.base.sent import clean
from chancery.web.people.models import Visitor
from chancery.web.tables import changes, disk, talk
from chancery.web.tables.models import Table, Talk
from chancery.web.tables.places import Place


def say_at(place: Place, visitor: Visitor, text: str, told: Speaker) -> None:
    """Somebody says something in the name of his seat, or in his own."""
    name = told.word(SeatName(place.own[0])) if place.own else visitor.name
    say(place.table, visitor, place.inside, name, text)


def say(table: Table, visitor: Visitor, inside: bool, name: str, text: str) -> None:
    """Say something to those at the table, or else to those who watch; nobody else notices."""
    text = clean(text, talk.LONGEST)
    if not text:
        raise Empty()
    limits.spend("talk", str(visitor.pk))
    disk.make_room(visitor)
    said = {"talked": F("talked") + 1} if inside else {"aside": F("aside") + 1}
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(touched=timezone.now(), **said)
        Talk.objects.create(
            table=table, by=visitor, name=name[:60] or "…", text=text, aside=not inside
        )
        changes.tell(table.slug)
