"""Who speaks for the whole house, in a language."""

from __future__ import annotations

from functools import cache

from chancery import games
from chancery.core.words import CORE_CATALOGUES, Speaker


@cache
def speaker_for(language: str) -> Speaker:
    """Somebody who speaks for the whole house."""
    own = [(name, games.find(name).folder / "locale") for name in games.names()]
    return Speaker(language, (), [*own, *CORE_CATALOGUES])
