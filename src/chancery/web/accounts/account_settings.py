"""The settings of an account: language, theme, mail address, password; and how it is deleted."""

from __future__ import annotations

import logging
from time import monotonic

from django.contrib.auth import logout, update_session_auth_hash
from django.db import InterfaceError, OperationalError, transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from chancery.core.words import LANGUAGES
from chancery.page.words import phrase
from chancery.web.accounts import privacy
from chancery.web.accounts.account_forms import Problems, check_mail, check_password, shown
from chancery.web.base import limits
from chancery.web.base.heavy import Elsewhere
from chancery.web.base.refusals import NotThere, TooOften
from chancery.web.base.sent import clean
from chancery.web.base.speaker import speaker_for
from chancery.web.messages import account_links, channels
from chancery.web.people.models import Account
from chancery.web.people.request import Request
from chancery.web.people.visitors import account_of, visitor_of

log = logging.getLogger("chancery.web.accounts")
THEMES = ("", "light", "dark")


@ensure_csrf_cookie
def settings_page(request: Request) -> HttpResponse:
    """Language and theme; and everything else that can be changed."""
    account_of(request)
    if request.method == "POST":
        visitor = visitor_of(request)
        language, theme = request.POST.get("language", ""), request.POST.get("theme", "")
        if language not in LANGUAGES or theme not in THEMES:
            raise NotThere()
        visitor.language, visitor.theme = language, theme
        visitor.save(update_fields=["language", "theme"])
        return redirect("account")
    return _settings(request, Problems())


@sensitive_post_parameters("password")
@require_POST
def change_mail(request: Request) -> HttpResponse:
    """Another mail address: whoever reads its mails can become the account."""
    account = account_of(request)
    problems = Problems()
    mail = clean(request.POST.get("mail", ""), 254)
    if mail == account.email:
        return redirect("account")
    _check_own_password(request, problems)
    check_mail(mail, problems)
    if problems:
        return _settings(request, problems)
    if mail:
        limits.spend("links", str(account.pk))
        if not account_links.room_for(mail):
            raise TooOften()
    account.email = mail
    with transaction.atomic():
        account.save(update_fields=["email"])
        channels.drop_mail(account)
        if mail:
            account_links.ask(account, "confirm")
    return redirect("account")


def _check_own_password(request: Request, problems: Problems) -> None:
    """Who is logged in says once more who he is."""
    account = account_of(request)
    limits.spend("tries", f"own {account.pk}")
    if not account.check_password(request.POST.get("password", "")):
        problems.say("wrong_own_password")


def _settings(request: Request, problems: Problems) -> HttpResponse:
    account = account_of(request)
    context = channels.shown(account, request.language)
    context |= {"mail": account.email, "theme": visitor_of(request).theme}
    return shown(request, "settings", problems, **context)


@sensitive_post_parameters("password", "new")
@require_POST
def change_password(request: Request) -> HttpResponse:
    """Another password; other browsers have to enter again, and programs too if that is wanted."""
    account = account_of(request)
    problems = Problems()
    _check_own_password(request, problems)
    new = request.POST.get("new", "")
    check_password(new, account, problems)
    if problems:
        return _settings(request, problems)
    changed = renew(request, account, new)
    update_session_auth_hash(request, account)
    return changed


def renew(request: Request, account: Account, new: str) -> HttpResponse:
    """Sessions hold for one password alone; tokens go with it if their owner wants it so."""
    account.set_password(new)
    with transaction.atomic():
        account.save(update_fields=["password"])
        revoked = "tokens" in request.POST and account.tokens.all().delete()[0]
    told = speaker_for(request.language)
    said = [phrase("changed")] + [phrase("tokens_gone")] * bool(revoked)
    return shown(request, "done", text=" ".join(told.say(text) for text in said))


@sensitive_post_parameters("password")
@require_POST
def delete(request: Request) -> HttpResponse:
    """The account goes; its tables stay playable: a bot plays on, or the seat is open."""
    account = account_of(request)
    problems = Problems()
    _check_own_password(request, problems)
    if problems:
        return _settings(request, problems)
    privacy.close(account)
    logout(request)
    said = "deleted" if _forgotten(account) else "deleting"
    return shown(request, "done", text=speaker_for(request.language).say(phrase(said)))


def _forgotten(account: Account) -> bool:
    """Whether a closed account is forgotten already; else the worker goes on with it."""
    try:
        return privacy.finish(account, monotonic() + privacy.PATIENCE)
    except (InterfaceError, OperationalError, Elsewhere):
        return False
    except Exception:
        log.exception("the worker is left to delete an account")
        return False
