"""Dates as each language writes them.

Django knows the names of days and months, but writes Italian ones with a capital, and its numeral
for the first of a month is the same as for any other day.
"""

from __future__ import annotations

from datetime import date, datetime

from django.utils import dateformat, translation

from chancery.core.words import LANGUAGES, Speaker, T

FIRSTS = {"it": "1º", "fr": "1er"}


def day(when: date) -> str:
    """Write a day and month in the active language: “5 August 2026”."""
    return f"{_number(when)} {month(when)}"


def weekday(when: date) -> str:
    """Write a date with its weekday in the active language: “Wednesday 5 August 2026”."""
    return f"{_name(when, 'l')} {day(when)}"


def month(when: date) -> str:
    """Write month and year in the active language: “August 2026”."""
    return f"{_name(when, 'F')} {when.year}"


def moment(when: datetime) -> str:
    """Write date and time in the active language: “5 August 2026, 13:05”."""
    text = T("{day}, {time}", day=day(when), time=f"{when:%H:%M}")
    return Speaker(_language()).say(text)


def _language() -> str:
    code = (translation.get_language() or "en")[:2]
    return code if code in LANGUAGES else "en"


def _number(when: date) -> str:
    return FIRSTS.get(_language(), "1") if when.day == 1 else str(when.day)


def _name(when: date, kind: str) -> str:
    """Return the name of a weekday (`l`) or month (`F`); only English capitalises them."""
    text = str(dateformat.format(when, kind))
    return text if _language() == "en" else text.lower()
