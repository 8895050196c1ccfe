"""What people send, read with care: JSON, numbers, and names and lines as they may be shown."""

from __future__ import annotations

import json
import unicodedata
from typing import Any, cast

from django.http import HttpRequest
from django.utils.html import strip_tags

from chancery import games
from chancery.core import Game
from chancery.web.base.refusals import Empty, NotThere

LONGEST_NAME = 400  # signs that are looked at: to strip tags of more takes long


def game_called(name: str) -> Game[Any, Any]:
    """A game by the name in an address."""
    if name not in games.names():
        raise NotThere()
    return games.find(name)


def sent_in(request: HttpRequest) -> dict[str, Any]:
    """What a script has sent: in UTF-8 as JSON is, or a NUL could hide from us in another one."""
    try:
        found = json.loads(request.body.decode())
        json.dumps(found, ensure_ascii=False).encode()  # half characters break down later
    except (ValueError, RecursionError):
        found = None
    if type(found) is not dict or b"\\u0000" in request.body:
        raise Empty()
    return cast(dict[str, Any], found)


def back_to(text: str, otherwise: str) -> str:
    """Where somebody came from, if that is a page of ours."""
    safe = text.startswith("/") and not text.startswith("//") and "\\" not in text
    return text if safe else otherwise


def name_in(text: str, default: str = "") -> str:
    """A name as it may be shown: one line, not too long."""
    return clean(strip_tags(text[:LONGEST_NAME]), 40) or default


def clean(text: str, longest: int) -> str:
    """One line of what people write: no control signs, no half characters, not too long."""
    visible = "".join(
        sign if unicodedata.category(sign)[0] != "C" else " " for sign in text[: longest * 4]
    )
    return " ".join(visible.split())[:longest].strip()
