"""Answers that are given in advance."""

from __future__ import annotations

from django.db import transaction

from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table


def answer_ahead(table: Table, number: int, key: str, given: bool) -> None:
    """Give an answer in advance, or withdraw it; nobody else notices."""
    sitting = sittings.load(table)
    offered = {offer.key for offer in sitting.game.face.standing(sitting.state.view(number))}
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        seat = Seat.objects.get(table=table, number=number)
        kept = {known: True for known in seat.standing if known in offered}
        if given and key in offered:
            kept[key] = True
        elif key in kept:
            del kept[key]
        Seat.objects.filter(pk=seat.pk).update(standing=kept)
        sittings.reschedule(table, told=False)
