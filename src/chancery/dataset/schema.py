"""The columns of a data set, in plain Python; docs/data.md shows them."""

from __future__ import annotations

from typing import NamedTuple

FORMAT = 1
GAMES, POSITIONS = "games", "positions"


class Column(NamedTuple):
    """A column of a table: its name, its type in Arrow's words, and its meaning."""

    name: str
    kind: str
    meaning: str
    nullable: bool = False


TABLES: dict[str, tuple[Column, ...]] = {
    GAMES: (
        Column("game_id", "int64", "the number of the game in this data set"),
        Column("game", "string", "the name of the game, as in `games.find`"),
        Column("options", "string", "all options, as a JSON object"),
        Column("rules", "int16", "the rules version"),
        Column("chancery", "string", "the version of Chancery that wrote the row"),
        Column("seed", "string", "the seed of chance; null in games of a site", True),
        Column("seats", "list<string>", "the names of the seats, by number"),
        Column("bots", "list<string>", "the bot of each seat; null: a person"),
        Column("plies", "int32", "the number of actions, and of rows in `positions`"),
        Column("winners", "list<int8>", "the numbers of the seats that won"),
        Column("ranks", "list<int8>", "the rank of each seat; 1 is the first"),
        Column("points", "list<double>", "the points of each seat"),
        Column("digest", "string", "a digest of the final position, to compare repeated games"),
        Column("month", "string", "when it ended, as `2026-11`; null in self-play", True),
    ),
    POSITIONS: (
        Column("game_id", "int64", "the game, as in `games`"),
        Column("ply", "int32", "the number of the action in its game, from 0"),
        Column("seat", "int8", "the number of the seat that acts"),
        Column("phase", "string", "the phase that asks it"),
        Column("question", "string", "what it is asked"),
        Column("legal_count", "int32", "the number of its legal actions"),
        Column("legal", "list<int32>", "the numbers of its legal actions"),
        Column("action", "int32", "the number of the action that it took, as in `game.notation`"),
        Column("notation", "string", "the text of that action"),
        Column(
            "view",
            "list<int32>",
            "its view before the action, by `game.encode`; `game.fields(options)` says what each"
            " number means",
        ),
        Column(
            "value",
            "float",
            "the result of its seat: 1 for a win alone, and 0 for all seats together",
        ),
        Column("rank", "int8", "the rank of its seat at the end"),
        Column(
            "state", "string", "the whole position as JSON, hidden parts included; null without"
            " `--states`", True,
        ),
    ),
}  # fmt: skip


def markdown(table: str) -> str:
    """Return the columns of a table as Markdown, for the documentation."""
    rows = [f"| `{c.name}` | `{c.kind}` | {c.meaning} |" for c in TABLES[table]]
    return "\n".join(["| column | type | |", "|---|---|---|", *rows])
