"""The table of measured bots in docs/submitting-a-bot.md, from the results in docs/measures.

`python -m tools.bot_table` prints it, `--write` puts it into the page. A row is one bot in every
seat of a mode in turn, against the same bot in all other seats.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chancery.arena.stats import wilson

HERE = Path(__file__).parent.parent
MEASURES, PAGE = HERE / "docs" / "measures", HERE / "docs" / "submitting-a-bot.md"
BEGIN, END = "<!-- the table of tools/bot_table.py -->", "<!-- end of the table -->"
HEAD = "| game | options | bot | against | games | wins | even share | version | file |"


@dataclass(frozen=True)
class Ladder:
    """A file of results: what was played, the versions of the bots, and their games."""

    name: str
    head: dict[str, Any]
    versions: dict[str, str]  # by bot
    games: list[dict[str, Any]]

    def against(self) -> str:
        """Return the opponent of all measured bots: the one in most seats of all games."""
        seats: Counter[str] = Counter(bot for game in self.games for bot in game["seats"])
        common: set[str] = set.intersection(*({*game["seats"]} for game in self.games))
        return max(common, key=lambda bot: (seats[bot], bot == "player"))

    def measured(self) -> dict[str, tuple[int, float]]:
        """Return games and wins of each measured bot."""
        against = self.against()
        found: dict[str, tuple[int, float]] = {}
        for game in self.games:
            for seat, bot in enumerate(game["seats"]):
                if bot != against:
                    played, wins = found.get(bot, (0, 0.0))
                    share = (seat in game["winners"]) / len(game["winners"])
                    found[bot] = played + 1, wins + share
        return found


def ladders() -> Iterator[Ladder]:
    """Yield the files of results of `chancery ladder`."""
    for path in sorted(MEASURES.glob("*.jsonl")):
        head, *lines = map(json.loads, path.read_text("utf-8").splitlines())
        if set(head) == {"game", "rules", "options", "seed"}:
            versions = {line["bot"]: line["chancery"] for line in lines if "bot" in line}
            yield Ladder(path.stem, head, versions, [line for line in lines if "bot" not in line])


def rows() -> Iterator[str]:
    """Yield the rows of the table in Markdown."""
    for ladder in ladders():
        options = ", ".join(
            f"{key}={value}"
            for key, value in ladder.head["options"].items()
            if key in ("players", "game")
        )
        for bot, (played, wins) in sorted(ladder.measured().items()):
            low, high = wilson(wins, played)
            even = 1 / len(ladder.games[0]["seats"])
            cells = [
                ladder.head["game"], options, bot, ladder.against(), str(played),
                f"{wins / played:.1%} ({low:.1%}–{high:.1%})", f"{even:.0%}",
                ladder.versions.get(bot, "–"), ladder.name,
            ]  # fmt: skip
            yield f"| {' | '.join(cells)} |"


def table() -> str:
    """Return the table in Markdown."""
    return "\n".join([HEAD, "|---" * (HEAD.count("|") - 1) + "|", *rows()])


def page(text: str) -> str:
    """Return the text of the page with the table of today."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"


def main() -> None:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    if parser.parse_args().write:
        PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    else:
        print(table())


if __name__ == "__main__":
    main()
