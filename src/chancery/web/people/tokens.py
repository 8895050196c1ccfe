"""Tokens: with one of them a program acts as an account. Shown once; only a digest is kept."""

from __future__ import annotations

import secrets
from datetime import date
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from chancery.web.base.refusals import EnoughTokens
from chancery.web.base.writer import if_free
from chancery.web.people.models import Account, Token

PREFIX = "chancery_"  # so that people and scanners see what it is
MOST = 10  # of one account
LONGEST_NAME = 40


def digest_of(token: str) -> str:
    """What is kept of a token. It is long and random: no salt would make it safer."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def make(account: Account, name: str) -> str:
    """A new token, in the only moment in which it can be read."""
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        if Token.objects.filter(account=account).count() >= MOST:
            raise EnoughTokens(n=MOST)
        Token.objects.create(account=account, name=name, digest=digest_of(token))
    return token


def digest_in(header: str) -> str | None:
    """Of the token in an `Authorization`; None if there is no token in it."""
    scheme, _, token = header.strip().partition(" ")
    return digest_of(token.strip()) if scheme.lower() == "bearer" else None


def note_use(token: int, used: date | str | None) -> None:
    """The last day of use is noted once a day."""
    today = timezone.now().date()
    if str(used) != str(today):
        if_free(lambda: Token.objects.filter(pk=token).update(used=today))
