"""The context that every template gets."""

from __future__ import annotations

from functools import partial
from typing import Any

from chancery.core.words import LANGUAGES
from chancery.web.base.speaker import speaker_for
from chancery.web.identity import site_settings
from chancery.web.identity.request import Request
from chancery.web.tables import lists


def common(request: Request) -> dict[str, Any]:
    """Return the context that every template gets."""
    language: str = getattr(request, "language", "en")
    return {
        "speaker": speaker_for(language),
        "language": language,
        "languages": LANGUAGES,
        "site": site_settings.known(),
        "visitor": getattr(request, "visitor", None),
        # evaluated only where it is shown
        "waits": partial(lists.waiting_in_all, getattr(request, "visitor", None)),
    }
