"""Reads what users send (JSON, numbers, names, lines of text) and makes it safe to show."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, cast

from django.http import HttpRequest
from django.utils.html import strip_tags

from chancery import games
from chancery.core import Game
from chancery.web.base.refusals import Empty, NotThere

LONGEST_NAME = 400  # characters that are read: stripping tags from more takes long


def game_called(name: str) -> Game[Any, Any]:
    """Return the game whose name is in an address; raises NotThere."""
    if name not in games.names():
        raise NotThere()
    return games.find(name)


def json_in(request: HttpRequest) -> dict[str, Any]:
    """Return the JSON object that a script has sent. Only UTF-8 is accepted, as other encodings
    could hide a NUL from the check."""
    try:
        sent = json.loads(request.body.decode())
        json.dumps(sent, ensure_ascii=False).encode()  # lone surrogates would fail later
    except (ValueError, RecursionError):
        sent = None
    if type(sent) is not dict or b"\\u0000" in request.body:
        raise Empty()
    return cast(dict[str, Any], sent)


def back_to(text: str, otherwise: str) -> str:
    """Return where a form was sent from if that is a page of ours, else `otherwise`."""
    safe = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if safe else otherwise


def name_in(text: str, default: str = "") -> str:
    """Return a name that is safe to show: one line, of limited length."""
    return clean(strip_tags(text[:LONGEST_NAME]), 40) or default


def clean(text: str, longest: int) -> str:
    """Return one line of text without control characters or lone surrogates, of limited length."""
    visible = "".join(
        sign if unicodedata.category(sign)[0] != "C" else " " for sign in text[: longest * 4]
    )
    return " ".join(visible.split())[:longest].strip()
