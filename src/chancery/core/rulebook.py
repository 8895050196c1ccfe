"""The list of all items of a game's rulebook, `data/rulebook.toml`, for citations and coverage."""

from __future__ import annotations

import tomllib

from chancery.core.did_you_mean import Nearest
from chancery.core.memo import memoise
from chancery.core.state import GameRules
from chancery.core.user_errors import BadForm
from chancery.core.words import T

FILE = "data/rulebook.toml"


@memoise
def titles(game: GameRules) -> dict[str, str]:
    """Return every item with its short title; empty if the game has no such file.

    BadForm if the file is malformed.
    """
    file = game.folder / FILE
    if not file.exists():
        return {}
    try:
        listed = tomllib.loads(file.read_text("utf-8")).get("rules")
    except ValueError as error:
        raise BadForm(FILE, T("{problem}", problem=str(error))) from error
    if not isinstance(listed, dict) or not all(isinstance(title, str) for title in listed.values()):
        raise BadForm(FILE, T("a table [rules] was expected, with a title for each item"))
    return listed


def citation_problem(game: GameRules, item: str) -> str | None:
    """Return what is wrong with a citation and what may have been meant; None if it is right."""
    listed = titles(game)
    if not listed or item in listed:
        return None
    nearest = Nearest(listed).find(item)
    advice = f"; did you mean {nearest!r}?" if nearest else ""
    return f"{item!r}, which is no item of {FILE}{advice}"
