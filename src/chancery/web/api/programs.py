"""Programs: their tokens on the settings page, and the page that describes the API."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from chancery.core.plain import number_in
from chancery.web.api.document import document, sections
from chancery.web.base import limits
from chancery.web.base.refusals import NotThere, SignedOut
from chancery.web.base.sent import clean
from chancery.web.people import tokens
from chancery.web.people.models import Account, Token
from chancery.web.people.request import Request


def _account(request: Request) -> Account:
    if not request.user.is_authenticated:
        raise SignedOut()
    return request.user


def new_token(request: Request) -> HttpResponse:
    """Make a token and show it, this once; who comes back to the page finds the list."""
    account = _account(request)
    if request.method != "POST":
        return redirect("account")
    limits.spend("tokens", str(account.pk))
    name = clean(request.POST.get("name", ""), tokens.LONGEST_NAME)
    token = tokens.make(account, name)
    return render(request, "web/account/token.html", {"token": token, "name": name})


@require_POST
def revoke(request: Request) -> HttpResponse:
    """Whoever has this token can do nothing with it any more."""
    account, number = _account(request), number_in(request.POST.get("token", ""))
    if number is None or not Token.objects.filter(account=account, pk=number).delete()[0]:
        raise NotThere()
    return redirect("account")


@csrf_exempt
@require_safe
def openapi(request: Request) -> HttpResponse:
    """The API as other programs read about it."""
    return JsonResponse(document())


@require_safe
def reference(request: Request) -> HttpResponse:
    """The API as people read about it; its words are those of the document, in English."""
    root = request.build_absolute_uri("/")
    return render(request, "web/api.html", {"root": root, **_told()})


@cache
def _told() -> dict[str, Any]:
    return sections(document())
