"""Account settings: language, theme, email address, password, and deletion."""

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

from chancery.core.words import LANGUAGES, T
from chancery.web.accounts import privacy
from chancery.web.accounts.account_forms import Problems, check_mail, check_password, render_account
from chancery.web.base import limits
from chancery.web.base.long_work import Elsewhere
from chancery.web.base.refusals import NotThere, TooOften
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.delivery import account_links, channels
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of, visitor_of

log = logging.getLogger("chancery.web.accounts")
THEMES = ("", "light", "dark")


@ensure_csrf_cookie
def settings_page(request: Request) -> HttpResponse:
    """Show the settings; save language and theme."""
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
    """Change the email address, with the password: whoever reads its mails can take the account
    over."""
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
        if not account_links.may_send_to(mail):
            raise TooOften()
    account.email = mail
    with transaction.atomic():
        account.save(update_fields=["email"])
        channels.drop_mail(account)
        if mail:
            account_links.send_link(account, "confirm")
    return redirect("account")


def _check_own_password(request: Request, problems: Problems) -> None:
    """Check the current password once more, at a limited rate."""
    account = account_of(request)
    limits.spend("tries", f"own {account.pk}")
    if not account.check_password(request.POST.get("password", "")):
        problems.append(T("That is not your current password."))


def _settings(request: Request, problems: Problems) -> HttpResponse:
    account = account_of(request)
    context = channels.shown(account, request.language)
    context |= {"mail": account.email, "theme": visitor_of(request).theme}
    return render_account(request, "settings", problems, **context)


@sensitive_post_parameters("password", "new")
@require_POST
def change_password(request: Request) -> HttpResponse:
    """Change the password; ends other sessions and, if wanted, revokes API tokens."""
    account = account_of(request)
    problems = Problems()
    _check_own_password(request, problems)
    new_password = request.POST.get("new", "")
    check_password(new_password, account, problems)
    if problems:
        return _settings(request, problems)
    changed = renew(request, account, new_password)
    update_session_auth_hash(request, account)
    return changed


def renew(request: Request, account: Account, password: str) -> HttpResponse:
    """Set a new password, which ends all sessions; revoke tokens if the form says so."""
    account.set_password(password)
    with transaction.atomic():
        account.save(update_fields=["password"])
        revoked = "tokens" in request.POST and account.tokens.all().delete()[0]
    speaker = speaker_for(request.language)
    changes = [T("Password changed. Other browsers have to log in again.")] + [
        T("The tokens of your account have been revoked.")
    ] * bool(revoked)
    return render_account(request, "done", text=" ".join(speaker.say(text) for text in changes))


@sensitive_post_parameters("password")
@require_POST
def delete(request: Request) -> HttpResponse:
    """Delete the account; its games go on with a bot, or with the seat open to others."""
    account = account_of(request)
    problems = Problems()
    _check_own_password(request, problems)
    if problems:
        return _settings(request, problems)
    privacy.close(account)
    logout(request)
    text = (
        T("Your account has been deleted.")
        if _forgotten(account)
        else T(
            "Your account is closed. The rest of what is known about you is deleted in the next"
            " few minutes."
        )
    )
    return render_account(request, "done", text=speaker_for(request.language).say(text))


def _forgotten(account: Account) -> bool:
    """Delete the data of a closed account; False if the rest is left to the worker."""
    try:
        return privacy.finish(account, monotonic() + privacy.PATIENCE)
    except (InterfaceError, OperationalError, Elsewhere):
        return False
    except Exception:
        log.exception("an account could not be deleted at once; the worker will do it")
        return False
