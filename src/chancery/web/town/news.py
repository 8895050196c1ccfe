"""The talk of the town, for the lobby: tournaments, calls for players, and whom one follows."""

from __future__ import annotations

from typing import Any

from chancery.web.people.request import Request
from chancery.web.town import calls, follows, tournament_lists

ANNOUNCED = 6  # tournaments in the lobby


def news(request: Request) -> dict[str, Any]:
    """What the lobby shows beside its tables; nothing where one list alone is shown."""
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
