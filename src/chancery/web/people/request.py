"""A request as our views get it: with what `server.middleware` has found out about it."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest

from chancery.core.words import Speaker
from chancery.web.people.models import Account, Visitor


class Request(HttpRequest):
    """Django's own, which has these too; never made by us."""

    visitor: Visitor | None  # who asks; None: nobody whom we know
    language: str
    speaker: Speaker  # who knows the people at the table; once the reader's place there is found
    table_row: Model | None  # the table that the address names, if it was read together with him
    _cached_user: Account | None  # where Django looks first for `user`
