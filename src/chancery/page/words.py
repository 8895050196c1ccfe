"""Sentences that stand in a template: `_("Log in")` in Jinja, `{% say "Log in" %}` in Django."""

from __future__ import annotations

from functools import lru_cache

from chancery.core.words import Speaker, Template, Word, say


def translate(speaker: Speaker, one: str, many: str | None = None, /, **places: Word) -> str:
    """Return a sentence of a template in the speaker's language, with its places filled in.

    `many` is its plural, chosen by the place `n`. tools/catalogues.py collects these sentences.
    """
    if places:
        return speaker.say(say(Template(one, many), **places))
    return _fixed(speaker.nameless, one)


@lru_cache(maxsize=4000)
def _fixed(speaker: Speaker, one: str) -> str:
    """Return a sentence that is the same on every page of a table."""
    return speaker.say(say(Template(one)))
