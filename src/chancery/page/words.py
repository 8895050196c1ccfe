"""Sentences that stand in a template: `_("Log in")` in Jinja, `{% say "Log in" %}` in Django."""

from __future__ import annotations

from chancery.core.words import Speaker, Template, Word, say


def translate(speaker: Speaker, one: str, many: str | None = None, /, **places: Word) -> str:
    """Return a sentence of a template in the speaker's language, with its places filled in.

    `many` is its plural, chosen by the place `n`. tools/catalogues.py collects these sentences.
    """
    return speaker.say(say(Template(one, many), **places))
