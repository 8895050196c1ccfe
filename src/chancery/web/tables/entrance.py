"""The entrance: who comes, and to which table, by one statement.

A session says whose it is in a text of its own, which no statement can read. So it is remembered
which account a session has named; the text that was read tells whether that still holds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from chancery.web.base.refusals import WrongToken
from chancery.web.base.rows import Columns, ask, moment
from chancery.web.people import tokens
from chancery.web.people.models import Account, Visitor
from chancery.web.tables.models import Table

# what is not there is read when it is asked for: what a game began with, and dates
_ACCOUNT = Columns(
    Account, ["id", "password", "is_superuser", "username", "email", "is_staff", "is_active"]
)
_VISITOR = Columns(Visitor, ["id", "account", "key", "name", "language", "theme"])
_TABLE = Columns(
    Table,
    [
        "id", "slug", "invitation", "host", "title", "public", "started", "shuffle", "pace",
        "lapse", "hints", "rated", "counted", "follows", "game", "rules", "weight", "private",
        "imported", "importer", "source", "course", "length", "version", "seating", "talked",
        "aside", "asked", "over", "closed",
    ],
)  # fmt: skip
_AT_A_TABLE = re.compile(r"/(?:t|api/v1/tables)/([\w-]{1,32})(?:/|$)", re.ASCII)
_REMEMBERED = 10_000  # sessions
_accounts: dict[str, int] = {}  # which account a session has named


class Entering(NamedTuple):
    """Who comes with a request, and the table that his address names."""

    visitor: Visitor | None
    table: Table | None  # the one his address names, as it is now
    account: Account | None = None
    session: dict[str, Any] | None = None


def slug_in(path: str) -> str:
    """The table that an address is about; empty if it is about none."""
    found = _AT_A_TABLE.match(path)
    return found.group(1) if found else ""


def table_called(slug: str) -> Table | None:
    """A table by its name, without what is read only when it is cold."""
    rows = ask(f"SELECT {_TABLE.of('t')} FROM web_table t WHERE t.slug = %s", [slug])
    return _TABLE.make(rows[0]) if rows else None


_BY_KEY = (
    f"SELECT {_VISITOR.of('v')}, {_TABLE.of('t')} FROM web_visitor v"
    " LEFT JOIN web_table t ON t.slug = %s WHERE v.key = %s AND v.account_id IS NULL"
)


def by_key(key: str, slug: str) -> Entering:
    """A guest, whose browser remembers him."""
    rows = ask(_BY_KEY, [slug, key])
    if not rows:
        return Entering(None, None)
    n = len(_VISITOR)
    return Entering(_VISITOR.make(rows[0][:n]), _TABLE.make(rows[0][n:]))


_BY_TOKEN = (
    f"SELECT k.id, k.used, {_ACCOUNT.of('a')}, {_VISITOR.of('v')}, {_TABLE.of('t')}"
    " FROM web_token k JOIN web_account a ON a.id = k.account_id AND a.is_active"
    " JOIN web_visitor v ON v.account_id = a.id"
    " LEFT JOIN web_table t ON t.slug = %s WHERE k.digest = %s"
)


def by_token(header: str, slug: str) -> Entering:
    """A program: nobody if there is no token in this `Authorization`; WrongToken if it is wrong."""
    digest = tokens.digest_in(header)
    if digest is None:
        return Entering(None, None)
    rows = ask(_BY_TOKEN, [slug, digest])
    if not rows:
        raise WrongToken()
    token, used, *row = rows[0]
    tokens.note_use(token, used)
    return _people(row)


_BY_SESSION = (
    f"SELECT s.session_data, {_ACCOUNT.of('a')}, {_VISITOR.of('v')}, {_TABLE.of('t')}"
    " FROM django_session s LEFT JOIN web_account a ON a.id = %s AND a.is_active"
    " LEFT JOIN web_visitor v ON v.account_id = a.id"
    " LEFT JOIN web_table t ON t.slug = %s"
    " WHERE s.session_key = %s AND s.expire_date > %s"
)


def by_session(key: str, slug: str) -> Entering | None:
    """Whoever is logged in; None where Django must look for itself, and may end the session."""
    named = _accounts.get(key)
    for _ in range(2):
        rows = ask(_BY_SESSION, [named, slug, key, moment(timezone.now())])
        if not rows:
            return None
        session = _read(rows[0][0])
        account = session.get(SESSION_KEY)
        if account is None or not str(account).isdigit():
            return None
        if int(account) == named:
            found = _people(rows[0][1:])._replace(session=dict(session))
            return found if found.visitor is not None and _holds(found) else None
        named = int(account)
        if len(_accounts) >= _REMEMBERED:
            _accounts.clear()
        _accounts[key] = named
    return None


def _people(row: Sequence[Any]) -> Entering:
    a, v = len(_ACCOUNT), len(_VISITOR)
    account = _ACCOUNT.make(row[:a])
    visitor = _VISITOR.make(row[a : a + v])
    if account is not None and visitor is not None:
        account.visitor = visitor  # both know each other without another statement
        visitor.account = account
    return Entering(visitor, _TABLE.make(row[a + v :]), account)


def _holds(found: Entering) -> bool:
    """Whether the session was begun with the password that the account has now."""
    assert found.account is not None
    assert found.session is not None
    known = found.session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    begun = found.session.get(HASH_SESSION_KEY, "")
    return known and constant_time_compare(begun, found.account.get_session_auth_hash())


@lru_cache(maxsize=4000)
def _read(data: str) -> dict[str, Any]:
    """What a session holds; never changed, but copied."""
    return SessionStore().decode(data)
