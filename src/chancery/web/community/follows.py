"""Follow players: see where they sit now, as far as the lobby shows it to everybody.

Nobody learns who follows him, or how many do.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery.web.accounts.profiles import account_named
from chancery.web.base import limits
from chancery.web.base.user_input import back_to
from chancery.web.community.models import Follow
from chancery.web.community.refusals import EnoughFollowed, Oneself
from chancery.web.identity.models import Account, Visitor
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of
from chancery.web.tables.lines import rows_of
from chancery.web.tables.models import Seat

MOST = 100  # accounts that one account may follow
EACH = 3  # latest tables shown of each
READ = 1000  # seats that are read


def follow(account: Account, whom: Account) -> None:
    """Follow an account; doing so twice changes nothing."""
    if account.pk == whom.pk:
        raise Oneself()
    limits.spend("follows", str(account.pk))
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        if Follow.objects.filter(by=account).exclude(whom=whom).count() >= MOST:
            raise EnoughFollowed(n=MOST)
        Follow.objects.get_or_create(by=account, whom=whom)


def tables_of_followed(
    account: Account, visitor: Visitor | None, language: str
) -> dict[str, list[dict[str, Any]]]:
    """Return the followed accounts that sit at running public tables, each with its rows of the
    lobby. Seats that share a screen are left out, since nobody knows who plays them."""
    others = Seat.objects.filter(table=OuterRef("table"), owner=OuterRef("owner"))
    seats = Seat.objects.filter(
        ~Exists(others.exclude(pk=OuterRef("pk"))),
        owner__account__followers__by=account,
        owner__account__is_active=True,
        bot="",
        table__public=True,
        table__over=False,
        table__private=False,
    )
    by_name: dict[str, list[int]] = {}
    sits = seats.order_by("-table").values_list("owner__account__username", "table")[:READ]
    for name, table in sits:
        if name is not None and len(by_name.setdefault(name, [])) < EACH:
            by_name[name].append(table)
    lines = rows_of({pk for pks in by_name.values() for pk in pks}, visitor, language)
    return {
        name: [lines[pk] for pk in by_name[name] if pk in lines]
        for name in sorted(by_name, key=str.casefold)
    }


@require_safe
@ensure_csrf_cookie
def following(request: Request) -> HttpResponse:
    """The page of the followed accounts, with the tables where they sit."""
    account = account_of(request)
    sits = tables_of_followed(account, request.visitor, request.language)
    names = account.following.values_list("whom__username", flat=True)
    people = [(name, sits.get(name, [])) for name in sorted(names, key=str.casefold)]
    return render(request, "web/profiles/following.html", {"people": people})


@require_POST
def change(request: Request) -> HttpResponse:
    """Follow an account, or stop following it."""
    account = account_of(request)
    whom = account_named(request.POST.get("name", ""))
    if "no" in request.POST:
        Follow.objects.filter(by=account, whom=whom).delete()
    else:
        follow(account, whom)
    back = back_to(request.POST.get("back", ""), "")
    return redirect(back) if back else redirect("person", name=whom.username)
