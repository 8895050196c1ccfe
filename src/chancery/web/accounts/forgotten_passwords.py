"""Reset a forgotten password by a link in an email."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.http import HttpResponse
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_post_parameters

from chancery.core.words import T
from chancery.web.accounts.account_forms import Problems, check_password, render_account
from chancery.web.accounts.account_settings import renew
from chancery.web.base import limits
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.delivery import account_links
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request


@ensure_csrf_cookie
def forgot(request: Request) -> HttpResponse:
    """Send an email with a link; the answer does not tell whether the account exists."""
    if request.method != "POST":
        return render_account(request, "forgot")
    limits.spend("mails", request.META.get("REMOTE_ADDR", ""))
    account_links.request_password_reset(clean(request.POST.get("mail", ""), 254))
    return render_account(
        request,
        "done",
        text=speaker_for(request.language).say(
            T("If the account exists, an email with a link is on its way.")
        ),
    )


@sensitive_post_parameters("new")
@ensure_csrf_cookie
def reset(request: Request, uid: str, token: str) -> HttpResponse:
    """Set a new password, given a valid link."""
    account = _account_of(uid)
    if account is None or not default_token_generator.check_token(account, token):
        problems = Problems()
        problems.append(T("This link has expired or was already used; ask for a new one."))
        return render_account(request, "forgot", problems)
    context: dict[str, Any] = {"name": account.username, "programs": account.tokens.exists()}
    if request.method != "POST":
        return render_account(request, "reset", **context)
    new_password = request.POST.get("new", "")
    problems = Problems()
    check_password(new_password, account, problems)
    if problems:
        return render_account(request, "reset", problems, **context)
    return renew(request, account, new_password)


def _account_of(uid: str) -> Account | None:
    try:
        number = int(force_str(urlsafe_base64_decode(uid)))
    except (ValueError, UnicodeDecodeError, OverflowError):
        return None
    return Account.objects.filter(pk=number, is_active=True).first() if number < 2**62 else None
