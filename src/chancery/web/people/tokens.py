"""Tokens: with one of them a program acts as an account. Shown once; only a digest is kept."""

from __future__ import annotations

import secrets
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from chancery.web.base.refusals import EnoughTokens, WrongToken
from chancery.web.base.writer import if_free
from chancery.web.people.models import Account, Token, Visitor

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


def holder(header: str) -> Visitor | None:
    """Who sends this `Authorization`: nobody if there is no token in it; WrongToken if it is wrong.

    The last day of use is noted once a day.
    """
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer":
        return None
    working = Token.objects.filter(account__is_active=True, account__visitor__isnull=False)
    known = working.filter(digest=digest_of(token.strip()))
    found = known.select_related("account__visitor__account").first()
    if found is None:
        raise WrongToken()
    today = timezone.now().date()
    if found.used != today:
        if_free(lambda: Token.objects.filter(pk=found.pk).update(used=today))
    visitor: Visitor = found.account.visitor
    return visitor
