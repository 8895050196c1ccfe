"""Shares of what is limited: who is charged for it, so that nobody uses all of it.

Each account has a share of its own, and so has a guest without a known network (on this machine).
The guests of one network have a single share together, since a guest without cookie is a new
visitor every time; with IPv6 those of one /48, as one customer may own all of it. The network is
stored as a digest with the guest, only while he uses something limited (accounts/privacy.py).
"""

from __future__ import annotations

from django.conf import settings
from django.db import connection
from django.db.models import Case, CharField, F, When
from django.db.models.functions import Cast
from django.utils.crypto import salted_hmac

from chancery.web.base import limits
from chancery.web.base.addresses import block
from chancery.web.base.sql import query
from chancery.web.identity.models import Visitor

LONGEST = 40  # characters of a digest
SHARES = 7_461_634  # the key of PostgreSQL's advisory lock for checks of shares


def of(visitor: Visitor | None) -> str:
    """Return the share of the current request; empty for an unknown guest without network."""
    return _network() or ("" if visitor is None else str(visitor.pk))


def is_shared() -> bool:
    """Return whether the current request shares its quota with other guests of its network."""
    return bool(_network())


def lock() -> None:
    """Lock all shares until the end of the transaction that checks and uses one.

    SQLite needs no lock: its write transactions are exclusive from the start.
    """
    if connection.vendor == "postgresql":
        query("SELECT pg_advisory_xact_lock(%s)", [SHARES])


def store(visitor: Visitor) -> None:
    """Store the share of the current request with its visitor, who uses something limited."""
    network = _network()
    rows = Visitor.objects.filter(pk=visitor.pk, account=None).exclude(network=network)
    rows.update(network=network)


def column(visitor: str) -> Case:
    """Return the share of a visitor as an expression, given the path to the visitor's column."""
    known = When(**{f"{visitor}__network__gt": ""}, then=F(f"{visitor}__network"))
    return Case(known, default=Cast(visitor, CharField()), output_field=CharField())


def _network() -> str:
    where = limits.guests_at.get()
    if not where:
        return ""
    where = block(where) or where
    return salted_hmac("chancery.shares", where, settings.SECRET_KEY).hexdigest()[:LONGEST]
