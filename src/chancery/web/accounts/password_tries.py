"""Rate limits for passwords, by account and origin.

Attempts are counted per account, however its name was spelled, and per network (a /64 of IPv6): a
stranger who guesses uses up his own attempts, not the owner's. When wrong passwords come from many
networks, each has one attempt left; the right password still opens at the first. A browser in which
the account was open before has a counter of its own. Beyond a limit the answer is the same as for a
wrong password, and as slow: it does not reveal which names and email addresses belong together.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.core import signing
from django.http import HttpRequest, HttpResponse

from chancery.web.base import limits
from chancery.web.base.addresses import network
from chancery.web.delivery import account_links
from chancery.web.identity import names
from chancery.web.identity.models import Account
from chancery.web.identity.visitors import YEAR, account_called

COOKIE = "chancery-known"
SALT = "chancery.known"


def account_for(text: str) -> Account | None:
    """Return the account with this name, or with this email address if it is confirmed for this
    account alone."""
    by_name = account_called(text)  # looked up in any case, so that both take as long
    by_mail = account_links.with_address(text, confirmed=True) if "@" in text else []
    return by_mail[0] if len(by_mail) == 1 else by_name


def address_of(request: HttpRequest) -> str:
    """Return the network of a request, or its address if it has none."""
    text = str(request.META.get("REMOTE_ADDR", ""))
    return network(text) or text


@dataclass(frozen=True)
class PasswordTry:
    """An attempt to log in, counted."""

    who: str  # a hash of the account, or of an unknown name
    key: str  # a hash of the same and its origin
    allowed: bool

    def failed(self) -> None:
        """Count a wrong password against the limit of tries."""
        limits.count("strain", self.who)

    def opened(self) -> None:
        """Reset the counter after the right password."""
        limits.forget("tries", self.key)


def count_try(request: HttpRequest, text: str) -> PasswordTry:
    """Count an attempt for the account with this name or email address."""
    account = account_for(text)
    account_key = limits.veiled(
        f"nobody {names.plain(text)}" if account is None else f"account {account.pk}"
    )
    browser = _known(request, account)
    key = limits.veiled(f"{account_key} {browser or address_of(request)}")
    strained = not browser and not limits.has_room("strain", account_key)
    tries = limits.count("tries", key)
    return PasswordTry(account_key, key, tries <= (1 if strained else limits.LIMITS["tries"][0]))


def _known(request: HttpRequest, account: Account | None) -> str:
    """Return the id of a browser in which this account was open before; empty if it was not."""
    try:
        number, browser = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(browser) if account is not None and number == account.pk else ""


def remember(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """Set the cookie that marks this browser as the owner's."""
    browser = _known(request, account) or secrets.token_hex(8)
    signed = signing.dumps([account.pk, browser], salt=SALT)
    response.set_cookie(COOKIE, signed, max_age=YEAR, httponly=True, samesite="Lax")
