"""Writes the tables of a data set as Parquet, part by part (the extra `data`).

A folder contains `dataset.json`, which says what it holds, and a folder for each table, with a file
for each part. A part is written under another name and renamed when it is complete, so an export
that was interrupted can be continued.
"""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, Self

import pyarrow as pa
import pyarrow.parquet as pq

from chancery import __version__
from chancery.core import Action, BadOption, Game, State
from chancery.core.words import T
from chancery.dataset.schema import FORMAT, GAMES, POSITIONS, TABLES

HEAD = "dataset.json"
_GROUP = 4_000_000  # numbers in the views of a row group: 16 MB before compression
_BATCH = 1 << 20  # numbers that pyarrow writes at once; with fewer, views take longer
_KINDS = {
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float": pa.float32(),
    "string": pa.string(),
    "list<int8>": pa.list_(pa.int8()),
    "list<int32>": pa.list_(pa.int32()),
    "list<double>": pa.list_(pa.float64()),
    "list<string>": pa.list_(pa.string()),
}
_REPEATED = ["game", "options", "phase", "question", "notation"]  # texts worth a dictionary


class Step(NamedTuple):
    """An action of a game, and the view of its seat just before it, if that is at hand."""

    seat: int
    action: Action
    view: Any = None


def arrow_schema(table: str) -> pa.Schema:
    """Return the schema of a table, as its files have it."""
    return pa.schema(
        pa.field(column.name, _KINDS[column.kind], column.nullable) for column in TABLES[table]
    )


def prepare(folder: Path, head: Mapping[str, Any], repeatable: bool = True) -> bool:
    """Create the folder of a data set, or accept one that was begun with the same head.

    Return whether it was there before. BadOption if the folder contains anything else; of an export
    that is not repeatable, if it contains anything at all.
    """
    head = {"dataset": FORMAT, "chancery": __version__, **head}
    file = folder / HEAD
    if not (repeatable and file.exists()):
        if folder.is_dir() and any(folder.iterdir()):
            raise BadOption(
                T(
                    "{folder} contains other files, and nothing is overwritten: name an empty or"
                    " new folder.",
                    folder=str(folder),
                )
            )
        for table in TABLES:
            (folder / table).mkdir(parents=True, exist_ok=True)
        draft = folder / f"{HEAD}.new"
        draft.write_text(json.dumps(head, indent=1) + "\n", encoding="utf-8")
        os.replace(draft, file)
        return False
    try:
        begun = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError):
        begun = None
    if begun != head:
        raise BadOption(
            T(
                "{folder} contains another data set, and nothing is overwritten: name a new"
                " folder, or repeat the command with which it was begun.",
                folder=str(folder),
            )
        )
    return True


def part_file(folder: Path, table: str, number: int) -> Path:
    """Return the file of a table in one part of a data set."""
    return folder / table / f"part-{number:05}.parquet"


def complete(folder: Path, number: int) -> bool:
    """Return whether a part has been written; its games are written last."""
    return part_file(folder, GAMES, number).exists()


def counts(folder: Path) -> dict[str, int]:
    """Return the number of rows of each table in all parts, and of bytes."""
    found = dict.fromkeys((*TABLES, "bytes"), 0)
    for table in TABLES:
        for file in sorted((folder / table).glob("part-*.parquet")):
            try:
                found[table] += pq.read_metadata(file).num_rows
            except pa.ArrowInvalid as error:
                problem = T("{file} is damaged: delete it and repeat the command.", file=str(file))
                raise BadOption(problem) from error
            found["bytes"] += file.stat().st_size
    return found


class Part:
    """A part of a data set, complete when its `with` block has ended without an error."""

    def __init__(self, folder: Path, number: int, states: bool = False) -> None:
        self._states = states
        self._schemas = {table: arrow_schema(table) for table in TABLES}
        self._files = {table: part_file(folder, table, number) for table in TABLES}
        self._drafts = {table: file.with_suffix(".new") for table, file in self._files.items()}
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._games: list[dict[str, Any]] = []
        self._clear()

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            for table, draft in self._drafts.items():
                writer = pq.ParquetWriter(
                    draft,
                    self._schemas[table],
                    compression="zstd",
                    use_dictionary=_REPEATED,
                    write_batch_size=_BATCH,
                )
                self._writers[table] = opened.enter_context(writer)
            self._opened = opened.pop_all()
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        with ExitStack() as after:
            for draft in self._drafts.values():
                after.callback(draft.unlink, missing_ok=True)  # nothing is left after an error
            with self._opened:
                if kind is None:
                    self._flush()
                    schema = self._schemas[GAMES]
                    self._writers[GAMES].write_table(pa.Table.from_pylist(self._games, schema))
            if kind is None:
                for table in (POSITIONS, GAMES):  # the games last: they make the part complete
                    os.replace(self._drafts[table], self._files[table])

    def add(
        self,
        game_id: int,
        game: Game[Any, Any],
        state: State,
        steps: Iterable[Step],
        *,
        seed: str | None = None,
        bots: Sequence[str | None] = (),
        month: str | None = None,
    ) -> None:
        """Play a game by its steps, from its first position to its end, and add all its rows.

        After an error nothing of it has been added. Nothing is written: call `write_full` next.
        """
        columns = (
            *(*self._rows.values(), self._games),
            *(self._views, self._view_ends, self._legal, self._legal_ends),
        )
        lengths = [len(column) for column in columns]
        try:
            self._add(game_id, game, state, steps, seed, bots, month)
        except BaseException:
            for column, length in zip(columns, lengths, strict=True):
                del column[length:]
            raise

    def write_full(self) -> None:
        """Write the rows added so far if they fill a row group; call it after each game."""
        if len(self._views) > _GROUP:
            self._flush()

    def _add(
        self,
        game_id: int,
        game: Game[Any, Any],
        state: State,
        steps: Iterable[Step],
        seed: str | None,
        bots: Sequence[str | None],
        month: str | None,
    ) -> None:
        notation, encode = game.notation, game.encode
        rows, first, seats = self._rows, len(self._rows["ply"]), list[int]()
        for ply, (seat, action, view) in enumerate(steps):
            asked, legal = state.question(seat), state.legal(seat)
            assert asked is not None
            rows["game_id"].append(game_id)
            rows["ply"].append(ply)
            rows["phase"].append(type(state.phases[-1]).__name__)
            rows["question"].append(asked.name)
            rows["legal_count"].append(len(legal))
            self._legal.extend(map(notation.index, legal))
            self._legal_ends.append(len(self._legal))
            rows["action"].append(notation.index(action))
            rows["notation"].append(action.text)
            rows["state"].append(json.dumps(state.plain()) if self._states else None)
            self._views.extend(encode(state.view(seat) if view is None else view))
            self._view_ends.append(len(self._views))
            seats.append(seat)
            state.apply(action, seat)
        outcome = state.result
        if outcome is None:
            raise ValueError("the steps do not reach the end of the game")
        rows["seat"] += seats
        rows["value"] += [outcome.reward(seat) for seat in seats]
        rows["rank"] += [outcome.ranks[seat] for seat in seats]
        self._games.append(
            {
                "game_id": game_id,
                "game": game.name,
                "options": json.dumps(state.options),
                "rules": state.rules,
                "chancery": __version__,
                "seed": seed,
                "seats": state.seats,
                "bots": list(bots) or [None] * len(state.seats),
                "plies": len(rows["ply"]) - first,
                "winners": outcome.winners,
                "ranks": outcome.ranks,
                "points": [points / game.unit for points in outcome.points],
                "digest": state.digest(),
                "month": month,
            }
        )

    def _clear(self) -> None:
        self._rows: dict[str, list[Any]] = {
            column.name: [] for column in TABLES[POSITIONS] if column.name not in ("legal", "view")
        }
        # flat, as Arrow has lists, because a list for each row would take much longer
        self._views, self._view_ends = array("i"), array("i", [0])
        self._legal, self._legal_ends = array("i"), array("i", [0])

    def _flush(self) -> None:
        """Write the rows of all games that have been added as a row group."""
        if not self._rows["ply"]:
            return
        schema = self._schemas[POSITIONS]
        lists = {
            "legal": pa.ListArray.from_arrays(_arrow(self._legal_ends), _arrow(self._legal)),
            "view": pa.ListArray.from_arrays(_arrow(self._view_ends), _arrow(self._views)),
        }
        columns = [
            lists[field.name].cast(field.type)
            if field.name in lists
            else pa.array(self._rows[field.name], field.type)
            for field in schema
        ]
        self._writers[POSITIONS].write_table(pa.Table.from_arrays(columns, schema=schema))
        self._clear()


def _arrow(numbers: array[int]) -> Any:
    """Return 32-bit integers as an Arrow array, without copying them."""
    return pa.Array.from_buffers(pa.int32(), len(numbers), [None, pa.py_buffer(numbers)])
