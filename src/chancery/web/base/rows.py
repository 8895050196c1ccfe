"""Rows read by statements of our own, where every request would pay for making them up anew.

What a statement says is written out once; what it finds are the same objects that Django makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.db import connection, models

M = TypeVar("M", bound=models.Model)


class Columns(Generic[M]):
    """Some columns of a model, the key among them; the others are read when they are asked for."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._model = model
        known = {field.name: field for field in model._meta.concrete_fields}
        fields = [known[name] for name in names]
        self._names = [field.attname for field in fields]
        self._columns = [field.column for field in fields]
        self._truths = [
            place for place, field in enumerate(fields) if isinstance(field, models.BooleanField)
        ]
        self._key = self._names.index(model._meta.pk.attname)

    def __len__(self) -> int:
        return len(self._names)

    def of(self, alias: str) -> str:
        """For a statement in which the table is called so."""
        return ", ".join(f'{alias}."{column}"' for column in self._columns)

    def make(self, values: Sequence[Any]) -> M | None:
        """The object of a row; None where an outer join has found nothing."""
        if values[self._key] is None:
            return None
        found = list(values)
        for place in self._truths:  # SQLite has numbers
            found[place] = bool(found[place])
        return self._model.from_db(connection.alias, self._names, found)


def ask(statement: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """What the database answers."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def do(statement: str, parameters: Sequence[Any]) -> int:
    """How many rows a statement has changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def marks(values: Sequence[Any]) -> str:
    """A place for each of them in a statement."""
    return ", ".join(["%s"] * len(values))


def moment(at: datetime | None) -> Any:
    """A moment as the database wants it."""
    return connection.ops.adapt_datetimefield_value(at)


def read_moment(found: datetime | str) -> datetime:
    """A moment as the database has given it: SQLite keeps a text without a zone."""
    at = datetime.fromisoformat(found) if isinstance(found, str) else found
    return at if at.tzinfo else at.replace(tzinfo=UTC)
