"""Visitors: the user behind a request, known by a cookie or an account."""

from __future__ import annotations

from django.db.models import Q
from django.http import HttpResponse

from chancery.web.base import limits
from chancery.web.base.refusals import SignedOut
from chancery.web.base.user_input import clean
from chancery.web.identity import names
from chancery.web.identity.models import Account, Visitor
from chancery.web.identity.request import Request

COOKIE = "chancery-visitor"

YEAR = 365 * 24 * 3600


def visitor_of(request: Request) -> Visitor:
    """Return the visitor of a request; creates a guest the first time."""
    if request.visitor is None:
        limits.spend("visitors", request.META.get("REMOTE_ADDR", ""))
        request.visitor = Visitor.objects.create(language=request.language)
    return request.visitor


def account_of(request: Request) -> Account:
    """Return the account that is logged in; raises SignedOut."""
    if not request.user.is_authenticated:
        raise SignedOut()
    return request.user


def account_called(text: str) -> Account | None:
    """Return the account with a name, however it is spelled. An exact match comes first, since some
    old accounts differ only in what is ignored today."""
    name = clean(text, 150)
    accounts = list(Account.objects.filter(Q(username=name) | Q(plain=names.plain(name))))
    return min(accounts, key=lambda account: account.username != name, default=None)


def remember_guest(request: Request, response: HttpResponse) -> HttpResponse:
    """Set the cookie that remembers a guest; account holders are remembered by their session."""
    visitor = visitor_of(request)
    if visitor.account_id is None:
        response.set_cookie(COOKIE, visitor.key, max_age=YEAR, httponly=True, samesite="Lax")
    return response
