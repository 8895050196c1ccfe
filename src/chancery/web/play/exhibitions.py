"""Exhibitions: games of bots that every visitor can watch, one table for each game.

The table has no host, is not public and unrated, so it is in nobody's list, and bots play it only
while somebody looks at it, like all tables without people (see leases.py): without viewers it costs
nothing. All viewers see the same table. It is opened when it is first asked for; when its game is
over, or the rules version has changed, the next request opens another and deletes the one before
the last.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.http import HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_POST

from chancery import bots, games
from chancery.core import Game
from chancery.web.base import limits
from chancery.web.base.refusals import NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import game_called
from chancery.web.base.writer import one_writer
from chancery.web.identity.request import Request
from chancery.web.tables.lines import rows_of
from chancery.web.tables.models import Exhibition, Seat, Table
from chancery.web.tables.opening import save_table

END_SHOWN = timedelta(seconds=40)  # before the next game begins


def has_exhibition(game: Game[Any, Any]) -> bool:
    """Return whether a game can be watched in small: it has a board, and a bot that need not
    search."""
    return game.face.style is not None and not bots.thinks(bots.best(game), game)


def today() -> str:
    """Return the game of the exhibition that the front page shows; each has its day."""
    shown = [name for name in games.names() if has_exhibition(games.find(name))]
    return shown[timezone.now().toordinal() % len(shown)] if shown else ""


def shown(language: str, name: str) -> dict[str, Any] | None:
    """Return an exhibition as a row of a list, if it has been opened."""
    table = Table.objects.filter(exhibition__game=name).values_list("pk", "over").first()
    row = None if table is None else rows_of([table[0]], None, language).get(table[0])
    return None if row is None or table is None else row | {"ended": table[1]}


def to_watch(language: str) -> dict[str, Any]:
    """Return the exhibition of the day for templates, and the games that can be watched."""
    name = today()
    titles = [
        (game.name, game.speaker(language).say(game.title), game.name == name)
        for game in map(games.find, games.names())
        if has_exhibition(game)
    ]
    return {"watched": name, "exhibited": shown(language, name), "exhibitions": titles}


def present(game: Game[Any, Any]) -> Table | None:
    """Return the table to be watched now, opening one if needed; None when too many were opened
    today."""
    table = Table.objects.filter(exhibition__game=game.name).first()
    if table is not None and _goes_on(table, game):
        return table
    if not limits.allow("exhibitions", "site"):
        return table
    with one_writer(), transaction.atomic():
        Exhibition.objects.get_or_create(game=game.name)
        row = Exhibition.objects.select_for_update().get(game=game.name)
        if row.table is not None and _goes_on(row.table, game):
            return row.table  # opened by another request
        outdated = row.previous
        row.previous, row.table = row.table, _open(game)
        row.save()
        if outdated is not None:
            outdated.delete()
    return row.table


def _goes_on(table: Table, game: Game[Any, Any]) -> bool:
    """Return whether there is still something to see at a table."""
    if table.over:
        return table.finished is None or table.finished + END_SHOWN > timezone.now()
    return table.rules == game.rules


def _open(game: Game[Any, Any]) -> Table:
    """Within a transaction: open a table where bots play all seats."""
    options = game.complete_options({})
    table = Table(game=game.name, rules=game.rules, options=dict(options), hints=False)
    kind = bots.best(game)
    save_table(table, [Seat(bot=kind) for _ in game.seats(options)])
    table.refresh_from_db()
    return table


@require_POST
def exhibition(request: Request, name: str) -> HttpResponseBase:
    """Open an exhibition: its card for a script, otherwise its table."""
    game = game_called(name)
    table = present(game) if has_exhibition(game) else None
    if table is None:
        raise NotThere()
    if "application/json" not in request.headers.get("Accept", ""):
        return redirect("table", slug=table.slug)
    row = rows_of([table.pk], None, request.language)[table.pk]
    context = {"speaker": speaker_for(request.language), "row": row}
    return JsonResponse(
        {
            "slug": table.slug,
            "over": table.over,
            "card": render_to_string("web/parts/exhibition.html", context),
        }
    )
