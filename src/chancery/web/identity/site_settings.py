"""The settings of the site that operators make on their pages: name, colours, texts, who may enter.

Each process keeps the row for a few seconds, so that pages need no query for it, and servers learn
of a change within that time.
"""

from __future__ import annotations

import time

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chancery.web.base.refusals import NoInvitation
from chancery.web.identity.models import Invitation, SiteSettings

KEPT = 10.0  # seconds

_known = SiteSettings()
_until = 0.0


def known() -> SiteSettings:
    """Return the settings as they were last read, without a query."""
    return _known


def refresh() -> SiteSettings:
    """Return the settings; reads them if that was long ago."""
    global _known, _until
    if time.monotonic() >= _until:
        _known = SiteSettings.objects.order_by("pk").first() or SiteSettings()
        _until = time.monotonic() + KEPT
    return _known


def keep(settings: SiteSettings) -> None:
    """Use these settings from now on in this process."""
    global _known, _until
    _known, _until = settings, time.monotonic() + KEPT


def use_invitation(key: str) -> None:
    """Within the transaction that creates an account: use an invitation; raises NoInvitation."""
    assert transaction.get_connection().in_atomic_block
    valid = Invitation.objects.filter(key=key[:32], left__gt=0, until__gt=timezone.now())
    if not valid.update(left=F("left") - 1):
        raise NoInvitation()
