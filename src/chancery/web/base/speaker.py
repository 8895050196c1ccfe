"""Speakers for sentences of the site, and the language that a browser asks for."""

from __future__ import annotations

from functools import cache

from chancery import games
from chancery.core.words import CORE_CATALOGUES, LANGUAGES, Speaker


@cache
def speaker_for(language: str) -> Speaker:
    """Return the speaker for sentences of the site, in a language."""
    own = [(name, games.folder(name) / "locale") for name in games.names()]
    return Speaker(language, (), [*own, *CORE_CATALOGUES])


def wanted_language(header: str) -> str:
    """Return the first language of an `Accept-Language` header that the site speaks."""
    for part in header.split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"
