"""New PostgreSQL databases for tests, copied from a migrated one that stays on the server."""

from __future__ import annotations

import atexit
from functools import cache
from urllib.parse import urlsplit, urlunsplit

from tests.browser.server import migrate, migrations_key

PREFIX = "chancery_template_"


def address(server: str, database: str) -> str:
    """Return the address of another database on a server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{database}"))


@cache
def template(server: str) -> str:
    """Return the name of a migrated, empty database on a server. The first process makes it; it is
    kept until a migration changes, and dropped then as soon as no test run uses it."""
    import psycopg

    name = PREFIX + migrations_key()
    # Locks belong to one database, so all processes connect to the same one. The connection stays
    # open: its shared lock tells other processes that the template is in use.
    held = psycopg.connect(address(server, "postgres"), autocommit=True)
    atexit.register(held.close)
    held.execute("SELECT pg_advisory_lock(hashtext(%s))", [PREFIX])
    found = held.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [PREFIX])
    names = {row[0] for row in found}
    for other in names - {name}:  # of other migrations, or half made
        unused = held.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [other]).fetchone()
        if unused == (True,):
            held.execute(f'DROP DATABASE "{other}" WITH (FORCE)')
            held.execute("SELECT pg_advisory_unlock(hashtext(%s))", [other])
    held.execute("SELECT pg_advisory_lock_shared(hashtext(%s))", [name])
    if name not in names:
        held.execute(f'CREATE DATABASE "{name}_new" TEMPLATE template0')
        migrate(DATABASE_URL=address(server, f"{name}_new"))
        held.execute(f'ALTER DATABASE "{name}_new" RENAME TO "{name}"')
    held.execute("SELECT pg_advisory_unlock(hashtext(%s))", [PREFIX])
    return name
