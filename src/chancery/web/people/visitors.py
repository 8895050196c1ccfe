"""Who does something, remembered by the browser; and what people write, as it may be shown."""

from __future__ import annotations

import unicodedata

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils.html import strip_tags

from chancery.web.base import limits
from chancery.web.base.refusals import SignedOut
from chancery.web.people import names
from chancery.web.people.models import Account, Visitor
from chancery.web.server.middleware import COOKIE

LONGEST_NAME = 400  # signs that are looked at: to strip tags of more takes long
YEAR = 365 * 24 * 3600


def visitor_of(request: HttpRequest) -> Visitor:
    """The visitor who does something; made the first time."""
    visitor: Visitor | None = request.visitor
    if visitor is None:
        limits.spend("visitors", request.META.get("REMOTE_ADDR", ""))
        visitor = Visitor.objects.create(language=request.language)
        request.visitor = visitor
    return visitor


def account_of(request: HttpRequest) -> Account:
    """The account of whoever is logged in."""
    if not request.user.is_authenticated:
        raise SignedOut()
    account: Account = request.user
    return account


def account_called(text: str) -> Account | None:
    """An account by its name, however it is spelled: by exactly this one first, for there are old
    accounts whose names differ only in what no longer counts."""
    name = clean(text, 150)
    found = list(Account.objects.filter(Q(username=name) | Q(plain=names.plain(name))))
    return min(found, key=lambda account: account.username != name, default=None)


def known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Let the browser remember a guest; who has an account is remembered by his session."""
    visitor = visitor_of(request)
    if visitor.account_id is None:
        response.set_cookie(COOKIE, visitor.key, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def back_to(text: str, otherwise: str) -> str:
    """Where somebody came from, if that is a page of ours."""
    safe = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if safe else otherwise


def number_in(text: str) -> int | None:
    """A small number as somebody may have typed it; None if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def name_in(text: str, default: str = "") -> str:
    """A name as it may be shown: one line, not too long."""
    return clean(strip_tags(text[:LONGEST_NAME]), 40) or default


def clean(text: str, longest: int) -> str:
    """One line of what people write: no control signs, no half characters, not too long."""
    visible = "".join(
        sign if unicodedata.category(sign)[0] != "C" else " " for sign in text[: longest * 4]
    )
    return " ".join(visible.split())[:longest].strip()
