"""Tries of passwords: how often a password may be tried for an account, and by whom.

Tries are counted for the account that was meant, however it was spelled, from each address (a /64
of IPv6) for itself: a stranger who guesses spends his own tries, not the owner's. Where wrong
passwords come from many addresses, each address has one try left; the right password still opens
at the first. A browser in which the account was open before has a count of its own, whatever others
do. What is over the limit is answered like a wrong password, as slowly as one: nobody learns from
it which names, and which mail addresses, belong together.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.core import signing
from django.http import HttpRequest, HttpResponse

from chancery.web.base import limits
from chancery.web.base.addresses import network
from chancery.web.messages import account_links
from chancery.web.people import names
from chancery.web.people.models import Account
from chancery.web.people.visitors import YEAR, account_called

COOKIE = "chancery-known"
SALT = "chancery.known"


def meant(text: str) -> Account | None:
    """The account that somebody enters by its name, or by a mail address if it was confirmed for
    this account and for no other."""
    by_name = account_called(text)  # in any case, so that it takes as long
    by_mail = account_links.with_address(text, confirmed=True) if "@" in text else []
    return by_mail[0] if len(by_mail) == 1 else by_name


def address_of(request: HttpRequest) -> str:
    """Where somebody comes from; of IPv6 what one customer has."""
    text = str(request.META.get("REMOTE_ADDR", ""))
    return network(text) or text


@dataclass(frozen=True)
class PasswordTry:
    """Somebody tries a password."""

    who: str  # the account, or the name that is nobody's
    key: str  # the same, and from where
    allowed: bool

    def failed(self) -> None:
        """A wrong password counts against who has tried it."""
        limits.count("strain", self.who)

    def opened(self) -> None:
        """It was right: what was mistyped before is forgotten."""
        limits.forget("tries", self.key)


def count_try(request: HttpRequest, text: str) -> PasswordTry:
    """Count one more try for the account that is meant by a name or a mail address."""
    account = meant(text)
    who = limits.veiled(
        f"nobody {names.plain(text)}" if account is None else f"account {account.pk}"
    )
    browser = _known(request, account)
    key = limits.veiled(f"{who} {browser or address_of(request)}")
    strained = not browser and not limits.has_room("strain", who)
    tries = limits.count("tries", key)
    return PasswordTry(who, key, tries <= (1 if strained else limits.LIMITS["tries"][0]))


def _known(request: HttpRequest, account: Account | None) -> str:
    """The name of a browser in which this account was open before; empty if it was not."""
    try:
        number, browser = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=YEAR)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(browser) if account is not None and number == account.pk else ""


def remember(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    """This browser is known to belong to the account's owner."""
    browser = _known(request, account) or secrets.token_hex(8)
    signed = signing.dumps([account.pk, browser], salt=SALT)
    response.set_cookie(COOKIE, signed, max_age=YEAR, httponly=True, samesite="Lax")
