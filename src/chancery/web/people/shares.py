"""Shares: to whom something scarce is counted, so that nobody takes all of it.

An account has a share of its own, and so has a guest whose network is not known (on this very
machine). The guests of one network have one share together, for a guest without his cookie is
somebody new every time. The network is kept as a digest, with whoever uses something scarce and for
as long as he does (accounts/privacy.py).
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Case, CharField, F, When
from django.db.models.functions import Cast
from django.utils.crypto import salted_hmac

from chancery.web.base import limits
from chancery.web.people.models import Visitor

LONGEST = 40  # characters of a digest


def of(visitor: Visitor | None) -> str:
    """The share of whoever asks now; empty for a guest of no network whom nobody knows yet."""
    return _network() or ("" if visitor is None else str(visitor.pk))


def is_shared() -> bool:
    """Whether whoever asks now has one share together with others of his network."""
    return bool(_network())


def keep(visitor: Visitor) -> None:
    """Remember the share of whoever asks now, for he uses something scarce."""
    network = _network()
    rows = Visitor.objects.filter(pk=visitor.pk, account=None).exclude(network=network)
    rows.update(network=network)


def named(visitor: str) -> Case:
    """The share of a visitor to whom a column of a query refers."""
    known = When(**{f"{visitor}__network__gt": ""}, then=F(f"{visitor}__network"))
    return Case(known, default=Cast(visitor, CharField()), output_field=CharField())


def _network() -> str:
    where = limits.guests_at.get()
    if not where:
        return ""
    return salted_hmac("chancery.shares", where, settings.SECRET_KEY).hexdigest()[:LONGEST]
