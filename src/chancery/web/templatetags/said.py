"""Sentences with places, in a template: `{% said "titled" title=title text=where %}`."""

from __future__ import annotations

from typing import cast

from django import template

from chancery.page.words import Words

register = template.Library()


@register.simple_tag(takes_context=True)
def said(context: template.Context, sentence: str, **places: str) -> str:
    """A sentence of the pages with its places filled in; escaped like any other value."""
    return cast(Words, context["w"]).text(sentence, **places)
