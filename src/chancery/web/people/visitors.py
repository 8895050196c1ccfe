"""Visitors: who does something, remembered by the browser or by an account."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpResponse

from chancery.web.base import limits
from chancery.web.base.refusals import SignedOut
from chancery.web.base.sent import clean
from chancery.web.people import names
from chancery.web.people.models import Account, Visitor
from chancery.web.people.request import Request

COOKIE = "chancery-visitor"

YEAR = 365 * 24 * 3600


def visitor_of(request: Request) -> Visitor:
    """The visitor who does something; made the first time."""
    if request.visitor is None:
        limits.spend("visitors", request.META.get("REMOTE_ADDR", ""))
        request.visitor = Visitor.objects.create(language=request.language)
    return request.visitor


def account_of(request: Request) -> Account:
    """The account of whoever is logged in."""
    if not request.user.is_authenticated:
        raise SignedOut()
    return request.user


def account_called(text: str) -> Account | None:
    """An account by its name, however it is spelled: by exactly this one first, for there are old
    accounts whose names differ only in what no longer counts."""
    name = clean(text, 150)
    found = list(Account.objects.filter(Q(username=name) | Q(plain=names.plain(name))))
    return min(found, key=lambda account: account.username != name, default=None)


def known(request: Request, response: HttpResponse) -> HttpResponse:
    """Let the browser remember a guest; who has an account is remembered by his session."""
    visitor = visitor_of(request)
    if visitor.account_id is None:
        response.set_cookie(COOKIE, visitor.key, max_age=YEAR, httponly=True, samesite="Lax")
    return response
