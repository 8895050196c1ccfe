"""API tokens, with which programs act as an account. Shown once; only a digest is stored."""

from __future__ import annotations

import secrets
from datetime import date
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from chancery.web.base.refusals import EnoughTokens
from chancery.web.base.writer import if_free
from chancery.web.identity.models import Account, Token

PREFIX = "chancery_"  # so that people and secret scanners recognise it
MOST = 10  # per account
LONGEST_NAME = 40


def digest_of(token: str) -> str:
    """Return the digest that is stored of a token; a long random text needs no salt."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def make(account: Account, name: str) -> str:
    """Create a token and return it; this is the only time it can be read."""
    token = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        if Token.objects.filter(account=account).count() >= MOST:
            raise EnoughTokens(n=MOST)
        Token.objects.create(account=account, name=name, digest=digest_of(token))
    return token


def digest_in(header: str) -> str | None:
    """Return the digest of the token in an `Authorization` header; None if it has none."""
    scheme, _, token = header.strip().partition(" ")
    return digest_of(token.strip()) if scheme.lower() == "bearer" else None


def note_use(token: int, used: date | str | None) -> None:
    """Store the last day of use, at most once a day."""
    today = timezone.now().date()
    if str(used) != str(today):
        if_free(lambda: Token.objects.filter(pk=token).update(used=today))
