"""What every template has."""

from __future__ import annotations

from functools import partial
from typing import Any

from chancery.core.words import LANGUAGES
from chancery.page.words import Words
from chancery.web.base.speaker import speaker_for
from chancery.web.people.request import Request
from chancery.web.tables import lists


def common(request: Request) -> dict[str, Any]:
    """What every template has."""
    language: str = getattr(request, "language", "en")
    return {
        "w": Words(speaker_for(language)),
        "language": language,
        "languages": LANGUAGES,
        "visitor": getattr(request, "visitor", None),
        # asked for when shown
        "waits": partial(lists.waiting_in_all, getattr(request, "visitor", None)),
    }
