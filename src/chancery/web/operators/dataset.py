"""Finished games of the site as a data set without names, for operators who want to publish them.

Only games of the public archive are exported, and of those only what was played: no names, texts,
addresses or seeds, no time but the month, and numbers of games that say nothing about their order.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.db.models import QuerySet

from chancery import games
from chancery.dataset import files
from chancery.table import Sitting
from chancery.web.community import archive
from chancery.web.tables import sittings, spoiled
from chancery.web.tables.models import Seat, Table

_PART = 200  # games of a part


class Exported(NamedTuple):
    """Numbers of games exported, and left out because their logs do not replay."""

    games: int
    spoiled: int


def published(game: str | None = None) -> QuerySet[Table]:
    """Return the tables to export: public, finished, and played here from the usual set-up."""
    return archive.archived().filter(
        imported=False, source=None, course="", data=None, position__isnull=True,
        seed__isnull=False, game__in=games.names() if game is None else [game],
    )  # fmt: skip


def export(
    folder: Path, game: str | None = None, progress: Callable[..., None] = lambda n, of: None
) -> Exported:
    """Write the data set to a new folder."""
    keys = list(published(game).values_list("pk", flat=True))
    secrets.SystemRandom().shuffle(keys)  # their order would tell when they were played
    files.prepare(folder, {"source": "site"}, repeatable=False)
    written = left_out = 0
    for number, first in enumerate(range(0, max(1, len(keys)), _PART)):
        with files.Part(folder, number) as part:
            for key in keys[first : first + _PART]:
                table = published(game).filter(pk=key).first()
                if table is not None:  # otherwise deleted or withdrawn since the export began
                    added = spoiled.row_of(table, partial(_add, part, table, written))
                    written, left_out = written + bool(added), left_out + (not added)
                    part.write_full()  # a full disk does not make a game spoiled
                progress(1, len(keys))
    return Exported(written, left_out)


def _add(part: files.Part, table: Table, number: int) -> bool:
    """Add a game to the part under this number; an error if its log does not end the game."""
    sitting = sittings.load(table)
    assert table.finished is not None
    part.add(
        number,
        sitting.game,
        sitting.start.clone(),
        _steps(sitting),
        bots=[_bot(seat) for seat in table.seats.all()],
        month=f"{table.finished:%Y-%m}",
    )
    return True


def _steps(sitting: Sitting) -> Iterator[files.Step]:
    for entry in sitting.lasting_entries():
        assert entry.action is not None
        yield files.Step(entry.seat, entry.action)


def _bot(seat: Seat) -> str | None:
    """Return the bot that played a seat alone; None for a person, deleted or replaced ones too."""
    return seat.bot if seat.bot and seat.owner_id is None and not seat.gone else None
