"""Filters: which tables somebody wants to see in lists, as an address says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from chancery import games

BOTS = "t.id {} (SELECT table_id FROM web_seat WHERE bot <> '')"
# what can be asked of open tables, by its name in an address: each value, and what holds then
KINDS: dict[str, dict[str, str]] = {
    "rated": {"yes": "t.rated", "no": "NOT t.rated"},
    "pace": {"live": "t.pace = 0", "days": "t.pace > 0"},
    "bots": {"with": BOTS.format("IN"), "without": BOTS.format("NOT IN")},
}


class Filter(NamedTuple):
    """Only tables of one game; and of open ones, only such as are played in some way."""

    game: str = ""
    rated: str = ""
    pace: str = ""
    bots: str = ""

    @property
    def query(self) -> str:
        """The same in an address; empty if everything is shown."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    def holds(self, which: str) -> str:
        """What a table in a list of strangers' must be, as SQL about a row `t`.

        The only text from outside goes in as a parameter, `game`.
        """
        found = ["t.game = %(game)s"] if self.game else []
        if which == "open":
            chosen = [(name, getattr(self, name)) for name in KINDS]
            found += [KINDS[name][value] for name, value in chosen if value]
        return "".join(f" AND {one}" for one in found)


def filter_in(sent: Mapping[str, str]) -> Filter:
    """What an address asks for; what there is not is not asked for."""
    game = sent.get("game", "")
    chosen = {name: sent.get(name, "") for name in KINDS}
    return Filter(
        game if game in games.names() else "",
        **{name: value if value in KINDS[name] else "" for name, value in chosen.items()},
    )
