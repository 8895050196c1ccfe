"""Authenticate requests and read the table in their address, by a single SQL statement.

A session stores its account inside an encoded text that SQL cannot read. So each process remembers
which account a session named last; the decoded text shows whether that is still true.
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
from chancery.web.base.sql import Columns, db_time, query
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Visitor
from chancery.web.tables.models import Table

# other columns (what a game began with, dates) are loaded when they are needed
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
_accounts: dict[str, int] = {}  # the account that a session named last


class Authenticated(NamedTuple):
    """The user behind a request, and the table that its address names."""

    visitor: Visitor | None
    table: Table | None  # as it is now
    account: Account | None = None
    session: dict[str, Any] | None = None


def slug_in(path: str) -> str:
    """Return the slug of the table that an address is about; empty if there is none."""
    match = _AT_A_TABLE.match(path)
    return match.group(1) if match else ""


def table_called(slug: str) -> Table | None:
    """Return a table by its slug, without its deferred columns; None if there is none."""
    rows = query(f"SELECT {_TABLE.of('t')} FROM web_table t WHERE t.slug = %s", [slug])
    return _TABLE.make(rows[0]) if rows else None


_BY_KEY = (
    f"SELECT {_VISITOR.of('v')}, {_TABLE.of('t')} FROM web_visitor v"
    " LEFT JOIN web_table t ON t.slug = %s WHERE v.key = %s AND v.account_id IS NULL"
)


def by_key(key: str, slug: str) -> Authenticated:
    """Look up a guest by the key in his cookie."""
    rows = query(_BY_KEY, [slug, key])
    if not rows:
        return Authenticated(None, None)
    n = len(_VISITOR)
    return Authenticated(_VISITOR.make(rows[0][:n]), _TABLE.make(rows[0][n:]))


_BY_TOKEN = (
    f"SELECT k.id, k.used, {_ACCOUNT.of('a')}, {_VISITOR.of('v')}, {_TABLE.of('t')}"
    " FROM web_token k JOIN web_account a ON a.id = k.account_id AND a.is_active"
    " JOIN web_visitor v ON v.account_id = a.id"
    " LEFT JOIN web_table t ON t.slug = %s WHERE k.digest = %s"
)


def by_token(header: str, slug: str) -> Authenticated:
    """Look up a program by its `Authorization` header; raises WrongToken for an unknown token."""
    digest = tokens.digest_in(header)
    if digest is None:
        return Authenticated(None, None)
    rows = query(_BY_TOKEN, [slug, digest])
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


def by_session(key: str, slug: str) -> Authenticated | None:
    """Look up a logged-in account; None where Django must check the session itself."""
    named = _accounts.get(key)
    for _ in range(2):
        rows = query(_BY_SESSION, [named, slug, key, db_time(timezone.now())])
        if not rows:
            return None
        session = _read(rows[0][0])
        account = session.get(SESSION_KEY)
        if account is None or not str(account).isdigit():
            return None
        if int(account) == named:
            people = _people(rows[0][1:])._replace(session=dict(session))
            return people if people.visitor is not None and _holds(people) else None
        named = int(account)
        if len(_accounts) >= _REMEMBERED:
            _accounts.clear()
        _accounts[key] = named
    return None


def _people(row: Sequence[Any]) -> Authenticated:
    a, v = len(_ACCOUNT), len(_VISITOR)
    account = _ACCOUNT.make(row[:a])
    visitor = _VISITOR.make(row[a : a + v])
    if account is not None and visitor is not None:
        account.visitor = visitor  # so that neither needs another query
        visitor.account = account
    return Authenticated(visitor, _TABLE.make(row[a + v :]), account)


def _holds(people: Authenticated) -> bool:
    """Return whether the session was opened with the current password of the account."""
    assert people.account is not None
    assert people.session is not None
    known = people.session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    begun = people.session.get(HASH_SESSION_KEY, "")
    return known and constant_time_compare(begun, _session_hash(people.account.password))


@lru_cache(maxsize=4000)
def _session_hash(password: str) -> str:
    """Return what sessions store of the hash of an account's password."""
    return Account(password=password).get_session_auth_hash()


@lru_cache(maxsize=4000)
def _read(data: str) -> dict[str, Any]:
    """Decode a session; callers copy the result before they change it."""
    return SessionStore().decode(data)
