"""Hand-written SQL for what every request needs, where building it with the ORM would cost more
than running it. Results are the same objects that Django makes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar, cast

from django.db import connection, models

M = TypeVar("M", bound=models.Model)


class Columns(Generic[M]):
    """Some columns of a model, the primary key among them; the others are deferred."""

    def __init__(self, model: type[M], names: Sequence[str]) -> None:
        self._model = model
        by_name = {field.name: field for field in model._meta.concrete_fields}
        fields = [by_name[name] for name in names]
        self._names = frozenset(field.attname for field in fields)
        self._columns = [field.column for field in fields]
        self._truths = [
            index for index, field in enumerate(fields) if isinstance(field, models.BooleanField)
        ]
        self._key = fields.index(model._meta.pk)

    def __len__(self) -> int:
        return len(self._columns)

    def of(self, alias: str) -> str:
        """Return the columns for a statement in which the table has this alias."""
        return ", ".join(f'{alias}."{column}"' for column in self._columns)

    def make(self, values: Sequence[Any]) -> M | None:
        """Return the model instance of a row; None where an outer join found nothing."""
        if values[self._key] is None:
            return None
        row = list(values)
        for place in self._truths:  # SQLite stores numbers
            row[place] = bool(row[place])
        return self._model.from_db(connection.alias, self._names, row)


def skip_health_check() -> None:
    """Send the next statement without asking first whether the connection still works; the caller
    closes a lost one and tries again."""
    _database().health_check_done = True


def _database() -> Any:
    """Return the connection, untyped: its type stubs lack some attributes that we use."""
    return connection


def _cursor() -> Any:
    """Return a cursor whose statements PostgreSQL prepares once for each connection."""
    if connection.vendor != "postgresql":
        return connection.cursor()
    from django.db.backends.postgresql import base

    database, postgresql = _database(), cast("Any", base)
    database.close_if_health_check_failed()
    database.ensure_connection()
    return database._prepare_cursor(postgresql.ServerBindingCursor(database.connection))


def query(statement: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Run a query and return its rows."""
    with _cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def execute(statement: str, parameters: Sequence[Any]) -> int:
    """Run a statement and return the number of rows changed."""
    with _cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)


def placeholders(values: Sequence[Any]) -> str:
    """Return a list of placeholders, one for each value."""
    return ", ".join(["%s"] * len(values))


def db_time(at: datetime | None) -> Any:
    """Convert a time to what the database stores."""
    return connection.ops.adapt_datetimefield_value(at)


def from_db_time(value: datetime | str) -> datetime:
    """Convert a time from the database; SQLite stores a text without a time zone."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return at if at.tzinfo else at.replace(tzinfo=UTC)
