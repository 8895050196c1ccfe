"""The type of requests in our views: Django's, with what `server.middleware` adds."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest

from chancery.core.words import Speaker
from chancery.web.identity.models import Account, Visitor


class Request(HttpRequest):
    """A request with its user, language and table; never instantiated."""

    visitor: Visitor | None  # None: a guest without cookie, or nobody
    language: str
    speaker: Speaker  # knows the people at the table, once `place_at` has been called
    table_row: Model | None  # the table in the address, if it was read in the same query
    _cached_user: Account | None  # where Django looks first for `user`
