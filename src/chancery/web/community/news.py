"""News for the lobby beside its tables: tournaments, notes, followed players."""

from __future__ import annotations

from typing import Any

from chancery.web.community import calls, follows, tournament_lists
from chancery.web.identity.request import Request

ANNOUNCED = 6  # tournaments in the lobby


def news(request: Request) -> dict[str, Any]:
    """Return what the lobby shows beside its tables; empty where a single list is shown."""
    if "list" in request.GET:
        return {}
    account = request.user if request.user.is_authenticated else None
    language = request.language
    followed = follows.tables_of_followed(account, request.visitor, language) if account else {}
    town = {
        "tournaments": tournament_lists.announced(ANNOUNCED, language),
        "calls": calls.shown(account, language),
        "followed": followed,
        "longest_call": calls.LONGEST_TEXT,
        "longest_options": calls.LONGEST_OPTIONS,
    }
    return {"town": town}
