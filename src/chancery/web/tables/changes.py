"""Changes: other processes are told that a table has changed."""

from __future__ import annotations

from django.db import connection

CHANNEL = "chancery"


def tell(slug: str) -> None:
    """Within the transaction that changes a table: let the other processes know when it holds."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, slug])
