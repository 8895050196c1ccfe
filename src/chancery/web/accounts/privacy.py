"""Privacy: the data of an account, as a download and when it is deleted.

Games stay when a player goes, for they are others' games too; his seats and talk are shown as those
of a deleted player everywhere, also in records saved later. An account is closed at once by a short
transaction; then its data is deleted table by table. What a request does not finish, or a crash
interrupts, the bots' worker finishes.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from math import inf
from time import monotonic
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from chancery.core.words import Speaker, T
from chancery.web.base.moments import passed
from chancery.web.base.refusals import Spoiled
from chancery.web.base.writer import one_writer
from chancery.web.identity import names
from chancery.web.identity.models import Account, Rating, Report, Token, Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import YEAR, account_of
from chancery.web.outbox.models import Channel, Device
from chancery.web.tables import leaving, sittings
from chancery.web.tables.models import Analysis, Held, Notebook, Seat, Table, Talk
from chancery.web.tables.talk import is_called

log = logging.getLogger("chancery.web.privacy")
STALE = timedelta(days=30)  # after which a guest without tables is deleted
LONG_GONE = timedelta(seconds=YEAR)  # as long as the cookie of a guest lasts
AT_ONCE = 100  # guests deleted in one sweep
# until the worker continues a deletion that was begun, or retries one that failed
AT_IT, LATER = timedelta(minutes=1), timedelta(hours=1)
SHARED = timedelta(days=1)  # for which a network is stored after its last use
PATIENCE = 3.0  # seconds after which a request leaves the rest of a deletion to the worker
SLICE = 0.5  # seconds that the worker spends on it at a time


# -- what is known -------------------------------------------------------------------------------


@require_safe
def download(request: Request) -> HttpResponse:
    """Download all data about one's account as a file."""
    account = account_of(request)
    form = {"ensure_ascii": False, "indent": 1}
    response = JsonResponse(account_data(account), json_dumps_params=form)
    response["Content-Disposition"] = 'attachment; filename="chancery-account.json"'
    return response


def account_data(account: Account) -> dict[str, Any]:
    """Return all data about an account; of others only what its owner could see anyway."""
    visitors = Visitor.objects.filter(account=account)
    visitor = visitors.first()

    def rows(queryset: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
        return list(queryset.order_by("pk").values(*columns))

    sat = Q(seats__owner__in=visitors) | Q(seats__player=account)
    tables = Table.objects.filter(sat | Q(host__in=visitors) | Q(held__visitor__in=visitors))
    seats = Seat.objects.filter(Q(owner__in=visitors) | Q(player=account))
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
                tables.distinct(), "slug", "game", "title", "public", "rated", "created",
                "finished", "over", "host",
            )
        ],
        "seats": rows(
            seats, "table__slug", "number", "name", "bot", "standing", "resigned", "abandoned",
            "rank", "points",
        ),
        "invitations": rows(Seat.objects.filter(invited=account), "table__slug", "number"),
        "talk": rows(Talk.objects.filter(by__in=visitors), "table__slug", "name", "text", "at"),
        "notes": rows(Notebook.objects.filter(visitor__in=visitors), "table__slug", "text"),
        "ratings": rows(Rating.objects.filter(account=account), "game", "mu", "sigma", "games"),
        "reports": rows(
            Report.objects.filter(by__in=visitors), "table__slug", "about__username", "text", "at",
            "handled",
        ),
        "follows": rows(account.following.all(), "whom__username", "since"),
        "calls": rows(account.calls.all(), "game", "options", "text", "language", "at", "until"),
        "tournaments": rows(
            account.entered.all(), "tournament__slug", "tournament__title", "lot", "withdrawn",
        ),
        "teams": [
            {"name": member.team.name, "since": member.since}
            for member in [getattr(account, "member", None)]
            if member is not None
        ],
        "leagues_opened": rows(account.leagues.all(), "slug", "title", "game", "created"),
        "analyses": rows(Analysis.objects.filter(by__in=visitors), "table__slug", "wanted"),
        "tournaments_opened": rows(
            account.tournaments.all(), "slug", "title", "game", "kind", "created", "finished",
        ),
    }  # fmt: skip


# -- how somebody is forgotten -------------------------------------------------------------------


def close(account: Account) -> None:
    """Close an account for good: no log-in, no tokens, no notifications.

    `finish` or the worker deletes its data afterwards.
    """
    with one_writer(), transaction.atomic():
        account.tokens.all().delete()
        account.devices.all().delete()
        account.channels.all().delete()
        Account.objects.filter(pk=account.pk).update(
            leaving=timezone.now() + AT_IT,
            is_active=False,
            is_staff=False,
            is_superuser=False,
            password=make_password(None),
            email="",
        )


def finish(account: Account, until: float) -> bool:
    """Delete the data of a closed account and its row; False if time was up (monotonic clock).

    Every step is a short transaction and may be repeated, so that others can write in between and a
    crash does no harm. The name is deleted last, since it says what to look for.
    """
    visitor = Visitor.objects.filter(account=account).first()
    own_names = {account.username}
    if visitor is not None:
        own_names.add(visitor.name)
        if not _leave_tables(visitor, own_names, until):
            return False
    _leave_tournaments(account, own_names)
    _unname_reports(account, own_names)
    kind = ContentType.objects.get_for_model(Account)
    entries = LogEntry.objects.filter(content_type=kind, object_id=str(account.pk))
    with one_writer(), transaction.atomic():
        entries.update(object_repr=_placeholder())
        Account.objects.filter(pk=account.pk).delete()
    return True


def continue_deletion() -> bool:
    """Continue one unfinished deletion for a moment; False if there is none."""
    now = timezone.now()
    due = Account.objects.filter(passed("leaving", now, LATER), leaving__isnull=False)
    account = due.order_by("leaving").first()
    if account is None:
        return False
    lease = Account.objects.filter(pk=account.pk, leaving=account.leaving)
    with one_writer():
        if not lease.update(leaving=now + AT_IT):
            return True  # another worker was quicker
    account.leaving = now + AT_IT
    lease = Account.objects.filter(pk=account.pk, leaving=account.leaving)
    try:
        again = None if finish(account, monotonic() + SLICE) else now
    except (InterfaceError, OperationalError):
        raise  # a busy database: retried soon
    except Exception:
        log.exception("an account could not be deleted completely; retrying in an hour")
        again = now + LATER
    if again is not None:
        with one_writer():
            lease.update(leaving=again)
    return True


def _placeholder() -> str:
    return Speaker("en").say(T("a deleted player"))


def _unname_reports(account: Account, own_names: set[str]) -> None:
    """Remove a name from the reports about its account."""
    for report in Report.objects.filter(about=account):
        for name in own_names - {""}:
            pattern = re.compile(re.escape(name), re.IGNORECASE)
            report.text = pattern.sub(_placeholder(), report.text)
            report.answer = pattern.sub(_placeholder(), report.answer)
        report.about = None
        with one_writer():
            report.save(update_fields=["text", "answer", "about"])


def _leave_tournaments(account: Account, own_names: Collection[str]) -> None:
    """Leave tournaments that have not started, cancel one's own, withdraw from all others, and
    remove the name from their titles."""
    with one_writer(), transaction.atomic():
        account.tournaments.filter(started=None).delete()
        account.entered.filter(tournament__started=None).delete()
        account.entered.filter(tournament__finished=None).update(withdrawn=True)
    member = getattr(account, "member", None)
    for league in account.leagues.exclude(title=""):
        if _names(league.title, own_names):
            league.title = ""
            with one_writer():
                league.save(update_fields=["title"])
    if member is not None and _names(member.team.name, own_names):
        member.team.name, member.team.plain = "", member.team.slug
        with one_writer():
            member.team.save(update_fields=["name", "plain"])
    for hosted in account.tournaments.exclude(title=""):
        if not _names(hosted.title, own_names):
            continue
        for table in Table.objects.filter(match__tournament=hosted).exclude(title=""):
            with one_writer(), transaction.atomic():
                _change(table, title="")
        hosted.title = ""
        with one_writer():
            hosted.save(update_fields=["title"])


def _names(title: str, own_names: Collection[str]) -> bool:
    """Return whether a title contains one of these names."""
    plain = names.plain(title)
    return any(name and names.plain(name) in plain for name in own_names)


def _leave_tables(visitor: Visitor, own_names: Collection[str], until: float = inf) -> bool:
    """Leave every table that holds data about a visitor; False if time was up."""
    games = _games(visitor)
    finished: set[int] = set()
    while unfinished := _tables(visitor, own_names, games) - finished:
        for table in sorted(unfinished):
            if finished and monotonic() >= until:
                return False
            _leave_table(table, visitor, own_names, games)
            finished.add(table)
    return True


def _games(visitor: Visitor) -> set[str]:
    """Return the games that a visitor has played; private copies of them may contain his name."""
    seats = Q(owner=visitor) | Q(table__held__visitor=visitor)
    if visitor.account_id is not None:
        seats |= Q(player=visitor.account_id)
    return set(Seat.objects.filter(seats).values_list("table__game", flat=True))


def _tables(visitor: Visitor, own_names: Collection[str], games: Collection[str]) -> set[int]:
    """Return the tables that still hold data about a visitor, including private copies of
    others."""
    seats = Q(owner=visitor)
    if visitor.account_id is not None:
        seats |= Q(player=visitor.account_id) | Q(invited=visitor.account_id)
    tables = set(Seat.objects.filter(seats).values_list("table", flat=True))
    tables |= set(Talk.objects.filter(by=visitor).values_list("table", flat=True))
    hosted = Q(host=visitor) | Q(importer=visitor)
    tables |= set(Table.objects.filter(hosted).values_list("pk", flat=True))
    left_seats = Q(table__held__visitor=visitor, owner=None)
    copies = Q(table__private=True, table__game__in=games)
    named = Seat.objects.filter(left_seats | copies).exclude(name="").values_list("table", "name")
    return tables | {table for table, seat in named if any(is_called(seat, n) for n in own_names)}


def _leave_table(
    key: int, visitor: Visitor, own_names: Collection[str], games: Collection[str]
) -> None:
    """Remove a visitor from the seats, talk and title of a table, in one short transaction."""
    table = Table.objects.filter(pk=key).first()
    if table is not None and table.started and not table.over:
        with suppress(Spoiled):
            sittings.load(table)  # before the lock is taken
    with one_writer(), transaction.atomic():
        table = Table.objects.select_for_update().filter(pk=key).first()
        if table is not None:
            _leave_locked(table, visitor, own_names, games)


def _leave_locked(
    table: Table, visitor: Visitor, own_names: Collection[str], games: Collection[str]
) -> None:
    changed: dict[str, Any] = {}
    seats = Seat.objects.filter(table=table)
    own_seats, account = seats.filter(owner=visitor), visitor.account_id
    copied = table.private and table.game in games
    was_here = own_seats.exists() or Held.objects.filter(table=table, visitor=visitor).exists()
    for seat in own_seats:
        leaving.hand_over(seat)
    for seat in seats.exclude(name=""):
        free = seat.owner_id is None
        his_name = was_here and free and any(is_called(seat.name, name) for name in own_names)
        in_copy = copied and any(is_called(seat.name, name) for name in own_names)
        if his_name or in_copy or (free and account is not None and seat.player_id == account):
            seats.filter(pk=seat.pk).update(name="", gone=free)
            changed["seating"] = F("seating") + 1
    if account is not None:
        seats.filter(player=account).update(player=None)
        if seats.filter(invited=account).update(invited=None):
            changed["seating"] = F("seating") + 1
    talk = Talk.objects.filter(table=table, by=visitor)
    for aside, counted_in in ((False, "talked"), (True, "aside")):
        if talk.filter(aside=aside).update(name="", by=None):
            changed[counted_in] = F(counted_in) + 1  # invalidates cached lines of talk
    if changed:
        _change(table, **changed)
    if table.host_id == visitor.pk and _names(table.title, own_names):
        _change(table, title="")
    Table.objects.filter(pk=table.pk, host=visitor).update(host=None)
    Table.objects.filter(pk=table.pk, importer=visitor).update(importer=None)


def _change(table: Table, **fields: Any) -> None:
    """Update a table and notify open pages, without extending how long it is kept."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1, **fields)
    sittings.notify(table.slug)


def forget_guests(now: datetime) -> int:
    """Delete guests without table or talk for a month, and those whose games ended a year ago."""
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
    idle = [~exists for exists in (*busy, Exists(lately))]
    past = guests.filter(*idle, created__lt=now - LONG_GONE)
    deleted = 0
    for visitor in (*nowhere[:AT_ONCE], *past[:AT_ONCE]):
        _leave_tables(visitor, {visitor.name})
        with one_writer():
            deleted += Visitor.objects.filter(pk=visitor.pk, account=None).delete()[0]
    return deleted


def forget_networks(now: datetime) -> int:
    """Delete the networks of guests without running tables or pending analyses."""
    since = now - SHARED
    tables = Table.objects.filter(host=OuterRef("pk"), over=False, touched__gt=since)
    recent = Q(begun__gt=since) | Q(found="", failed=False)
    looked = Analysis.objects.filter(recent, by=OuterRef("pk"))
    idle = Visitor.objects.exclude(network="").filter(~Exists(tables), ~Exists(looked))
    return idle.update(network="")
