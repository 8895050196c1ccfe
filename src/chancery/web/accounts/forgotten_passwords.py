"""A forgotten password: a mail with a link, and a new one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.tokens import default_token_generator
from django.http import HttpResponse
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_post_parameters

from chancery.page.words import phrase
from chancery.web.accounts.account_forms import Problems, check_password, shown
from chancery.web.accounts.account_settings import renew
from chancery.web.base import limits
from chancery.web.base.sent import clean
from chancery.web.base.speaker import speaker_for
from chancery.web.messages import account_links
from chancery.web.people.models import Account
from chancery.web.people.request import Request


@ensure_csrf_cookie
def forgot(request: Request) -> HttpResponse:
    """A mail with a link; whether there is such an account is not told."""
    if request.method != "POST":
        return shown(request, "forgot")
    limits.spend("mails", request.META.get("REMOTE_ADDR", ""))
    account_links.plead(clean(request.POST.get("mail", ""), 254))
    return shown(request, "done", text=speaker_for(request.language).say(phrase("mailed")))


@sensitive_post_parameters("new")
@ensure_csrf_cookie
def reset(request: Request, uid: str, token: str) -> HttpResponse:
    """A new password by the link of a mail."""
    account = _meant(uid)
    if account is None or not default_token_generator.check_token(account, token):
        problems = Problems()
        problems.say("old_link")
        return shown(request, "forgot", problems)
    context: dict[str, Any] = {"name": account.username, "programs": account.tokens.exists()}
    if request.method != "POST":
        return shown(request, "reset", **context)
    new = request.POST.get("new", "")
    problems = Problems()
    check_password(new, account, problems)
    if problems:
        return shown(request, "reset", problems, **context)
    return renew(request, account, new)


def _meant(uid: str) -> Account | None:
    try:
        number = int(force_str(urlsafe_base64_decode(uid)))
    except (ValueError, UnicodeDecodeError, OverflowError):
        return None
    return Account.objects.filter(pk=number, is_active=True).first() if number < 2**62 else None
