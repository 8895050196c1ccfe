"""Sentences with places, in a template: `{% said "titled" title=title text=where %}`; and dates:
`{{ row.when|day }}`."""

from __future__ import annotations

from typing import cast

from django import template

from chancery.page.words import Words
from chancery.web.base import dates

register = template.Library()
register.filter("day", dates.day, expects_localtime=True)
register.filter("month", dates.month, expects_localtime=True)
register.filter("moment", dates.moment, expects_localtime=True)


@register.simple_tag(takes_context=True)
def said(context: template.Context, sentence: str, **places: str) -> str:
    """A sentence of the pages with its places filled in; escaped like any other value."""
    return cast(Words, context["w"]).text(sentence, **places)
