"""Privacy: what is known about somebody, to be taken home; and how he is forgotten.

Games stay when somebody goes, for they are others' games too. His seats and his talk stay as those
of somebody who is gone, at every table, and what is told or saved later does not know his name.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from chancery.core.words import Speaker
from chancery.page.words import phrase
from chancery.web.notices.models import Channel, Device
from chancery.web.people import names
from chancery.web.people.models import Account, Rating, Report, Token, Visitor
from chancery.web.people.request import Request
from chancery.web.people.visitors import YEAR, account_of
from chancery.web.tables import changes, leaving
from chancery.web.tables.models import Held, Notebook, Seat, Table, Talk
from chancery.web.tables.talk_authors import is_called

STALE = timedelta(days=30)  # a guest who is at no table
LONG_GONE = timedelta(seconds=YEAR)  # as long as his browser remembers him
AT_ONCE = 100  # guests that one sweep forgets


# -- what is known -------------------------------------------------------------------------------


@require_safe
def download(request: Request) -> HttpResponse:
    """Everything about whoever is logged in, as a file."""
    account = account_of(request)
    form = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(gathered(account), json_dumps_params=form)
    response["Content-Disposition"] = 'attachment; filename="chancery-account.json"'
    return response


def gathered(account: Account) -> dict[str, Any]:
    """What the house knows about an account; of others only what it could see anyway."""
    own = Visitor.objects.filter(account=account)
    visitor = own.first()

    def rows(found: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
        return list(found.order_by("pk").values(*columns))

    sat = Q(seats__owner__in=own) | Q(seats__player=account)
    there = Table.objects.filter(sat | Q(host__in=own) | Q(held__visitor__in=own))
    seats = Seat.objects.filter(Q(owner__in=own) | Q(player=account))
    return {
        "account": {
            "name": account.username,
            "mail": account.email,
            "joined": account.date_joined,
            "last_login": account.last_login,
            "operator": account.is_staff,
        },
        "settings": {
            "language": visitor.language if visitor else "en",
            "theme": visitor.theme if visitor else "",
        },
        "channels": rows(
            Channel.objects.filter(account=account), "kind", "address", "on", "problem"
        ),
        "devices": rows(
            Device.objects.filter(account=account), "name", "address", "created", "problem"
        ),
        "tokens": rows(Token.objects.filter(account=account), "name", "created", "used"),
        "tables": [
            {**row, "hosted": visitor is not None and row.pop("host") == visitor.pk}
            for row in rows(
                there.distinct(), "slug", "game", "title", "public", "rated", "created",
                "finished", "over", "host",
            )
        ],
        "seats": rows(
            seats, "table__slug", "number", "name", "bot", "standing", "resigned", "abandoned",
            "rank", "points",
        ),
        "invitations": rows(Seat.objects.filter(invited=account), "table__slug", "number"),
        "talk": rows(Talk.objects.filter(by__in=own), "table__slug", "name", "text", "at"),
        "notes": rows(Notebook.objects.filter(visitor__in=own), "table__slug", "text"),
        "ratings": rows(Rating.objects.filter(account=account), "game", "mu", "sigma", "games"),
        "reports": rows(
            Report.objects.filter(by__in=own), "table__slug", "about__username", "text", "at",
            "handled",
        ),
        "follows": rows(account.following.all(), "whom__username", "since"),
        "calls": rows(account.calls.all(), "game", "options", "text", "language", "at", "until"),
        "tournaments": rows(
            account.entered.all(), "tournament__slug", "tournament__title", "lot", "withdrawn",
        ),
        "tournaments_opened": rows(
            account.tournaments.all(), "slug", "title", "game", "kind", "created", "finished",
        ),
    }  # fmt: skip


# -- how somebody is forgotten -------------------------------------------------------------------


def forget(account: Account) -> None:
    """Within the transaction that deletes an account: nothing that stays knows its name."""
    visitor = Visitor.objects.filter(account=account).first()
    called = {account.username}
    if visitor is not None:
        called.add(visitor.name)
        _leave_tables(visitor, called, Q(player=account))
    for seat in Seat.objects.filter(invited=account).select_related("table"):
        _tell(seat.table, seating=F("seating") + 1)
    _leave_tournaments(account, called)
    gone = Speaker("en").say(phrase("deleted_player"))
    for report in Report.objects.filter(about=account):
        for name in called - {""}:
            found = re.compile(re.escape(name), re.IGNORECASE)
            report.text, report.answer = (
                found.sub(gone, report.text),
                found.sub(gone, report.answer),
            )
        report.save(update_fields=["text", "answer"])
    kind = ContentType.objects.get_for_model(Account)
    done = LogEntry.objects.filter(content_type=kind, object_id=str(account.pk))
    done.update(object_repr=gone)


def _leave_tournaments(account: Account, called: Collection[str]) -> None:
    """Those that have not started are left, and one's own called off; in all others he has
    withdrawn, and no title of his names him."""
    account.tournaments.filter(started=None).delete()
    account.entered.filter(tournament__started=None).delete()
    account.entered.filter(tournament__finished=None).update(withdrawn=True)
    for own in account.tournaments.exclude(title=""):
        title = names.plain(own.title)
        if any(name and names.plain(name) in title for name in called):
            for table in Table.objects.filter(match__tournament=own):
                _tell(table, title="")
            own.title = ""
            own.save(update_fields=["title"])


def _leave_tables(visitor: Visitor, called: Collection[str], counted: Q) -> None:
    """Seats, talk and titles without these names; `counted`: seats that were his, too."""
    here = Q(owner=visitor) | Q(table__held__visitor=visitor) | counted
    games = set(Seat.objects.filter(here).values_list("table__game", flat=True))
    mine = set(Seat.objects.filter(counted).values_list("pk", flat=True))
    for seat in Seat.objects.filter(owner=visitor):
        leaving.hand_over(seat)
    left = Seat.objects.filter(here, owner=None).exclude(name="").distinct()
    copies = Seat.objects.filter(table__private=True, table__game__in=games).exclude(name="")
    for seat in (*left.select_related("table"), *copies.select_related("table")):
        if seat.pk in mine or any(is_called(seat.name, name) for name in called):
            Seat.objects.filter(pk=seat.pk).update(name="", gone=seat.owner_id is None)
            _tell(seat.table, seating=F("seating") + 1)
    said = Talk.objects.filter(by=visitor)
    for aside, counted_in in ((False, "talked"), (True, "aside")):
        there = said.filter(aside=aside).values("table")
        for table in list(Table.objects.filter(pk__in=there)):
            _tell(table, **{counted_in: F(counted_in) + 1})  # what is remembered of it is void
    said.update(name="")
    for table in Table.objects.filter(host=visitor).exclude(title=""):
        title = names.plain(table.title)
        if any(name and names.plain(name) in title for name in called):
            _tell(table, title="")


def _tell(table: Table, **fields: Any) -> None:
    """Whoever looks at a table sees it as it is now; that is no reason to keep it longer."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1, **fields)
    changes.tell(table.slug)


def forget_guests(now: datetime) -> int:
    """Guests who are at no table and have said nothing for a month, and those whose games have all
    been over for a year."""
    guests = Visitor.objects.filter(account=None)
    lately = Talk.objects.filter(by=OuterRef("pk"), at__gte=now - STALE)
    nowhere = guests.filter(
        ~Exists(lately), created__lt=now - STALE, table=None, seat=None, held=None, notebook=None
    )
    kept = Table.objects.filter(Q(over=False) | Q(touched__gte=now - LONG_GONE))
    busy = (
        Exists(kept.filter(host=OuterRef("pk"))),
        Exists(Seat.objects.filter(owner=OuterRef("pk"), table__in=kept)),
        Exists(Held.objects.filter(visitor=OuterRef("pk"), table__in=kept)),
    )
    idle = [~there for there in (*busy, Exists(lately))]
    past = guests.filter(*idle, created__lt=now - LONG_GONE)
    gone = 0
    for visitor in (*nowhere[:AT_ONCE], *past[:AT_ONCE]):
        with transaction.atomic():
            _leave_tables(visitor, {visitor.name}, Q(pk=None))
            gone += Visitor.objects.filter(pk=visitor.pk, account=None).delete()[0]
    return gone
