"""API tokens on the settings page, and the page that documents the API."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from chancery.core.memo import single_flight
from chancery.core.serialisation import number_in
from chancery.core.words import LANGUAGES
from chancery.web.base import limits
from chancery.web.base.refusals import NotThere
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.identity import tokens
from chancery.web.identity.models import Token
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of


def new_token(request: Request) -> HttpResponse:
    """Create a token and show it once; a reload leads to the list."""
    account = account_of(request)
    if request.method != "POST":
        return redirect("account")
    limits.spend("tokens", str(account.pk))
    name = clean(request.POST.get("name", ""), tokens.LONGEST_NAME)
    token = tokens.make(account, name)
    return render(request, "web/account/token.html", {"token": token, "name": name})


@require_POST
def revoke(request: Request) -> HttpResponse:
    """Revoke a token of one's own account."""
    account, number = account_of(request), number_in(request.POST.get("token", ""))
    if number is None or not Token.objects.filter(account=account, pk=number).delete()[0]:
        raise NotThere()
    return redirect("account")


@csrf_exempt
@require_safe
def openapi(request: Request) -> HttpResponse:
    """The OpenAPI document of the API."""
    from chancery.web.api.document import document  # as in `reference_part`

    return JsonResponse(document())


@require_safe
def reference(request: Request) -> HttpResponse:
    """The API reference as a page; its content is that of the document, in English."""
    root = request.build_absolute_uri("/")
    return render(
        request, "web/api.html", {"root": root, "reference": reference_part(request.language)}
    )


@single_flight(len(LANGUAGES), long=True)
def reference_part(language: str) -> SafeString:
    """Return what the document says, for the page; cached, and warmed up after the start."""
    from chancery.web.api.document import document, sections  # takes long to import

    context = {"speaker": speaker_for(language), **sections(document())}
    return render_to_string("web/parts/reference.html", context)
