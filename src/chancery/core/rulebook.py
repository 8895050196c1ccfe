"""Rulebook: the list of all items of a game's rules, `data/rulebook.toml`, where it has one."""

from __future__ import annotations

import tomllib

from chancery.core.did_you_mean import Nearest
from chancery.core.faults import BadForm
from chancery.core.memo import once
from chancery.core.state import Rulebook
from chancery.core.words import T

FILE = "data/rulebook.toml"


@once
def titles(game: Rulebook) -> dict[str, str]:
    """Every item with its short title; none where nobody has listed them.

    BadForm if the file is there and is no such list.
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


def strange(game: Rulebook, item: str) -> str | None:
    """What is wrong with a citation, and what may have been meant; None: there is such an item."""
    listed = titles(game)
    if not listed or item in listed:
        return None
    near = Nearest(listed).find(item)
    meant = f"; did you mean {near!r}?" if near else ""
    return f"{item!r}, which is no item of {FILE}{meant}"
