"""Where the two pictures of a table's small board are to be had (web/play/cards.py makes them)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from chancery import games
from chancery.core.options import spell
from chancery.web.tables.models import Table


class Addresses(NamedTuple):
    """Of a small board: both empty if the game has no picture."""

    ground: str = ""
    live: str = ""  # empty too while the game has not started: the deal will be another


def addresses(table: Table, shipped: bool) -> Addresses:
    """The small board of a table. `shipped`: it plays with our own data file, as nearly all do.

    Then its ground is that of its options, and a browser needs it once for all of these tables.
    """
    game = games.find(table.game)
    if game.face.style is None:
        return Addresses()
    if shipped:
        others = {"rules": table.rules, **_chosen(table.game, table.options)}
        ground = f"{reverse('ground', args=[table.game])}?{urlencode(others)}"
    else:
        ground = reverse("table-ground", args=[table.slug])
    return Addresses(ground, reverse("small", args=[table.slug]) if table.started else "")


def _chosen(game: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The options that are not as they would be if nobody had chosen."""
    usual = {option.name: option.default for option in games.find(game).options}
    return {
        name: spell(value)
        for name, value in options.items()
        if name in usual and value != usual[name]
    }
