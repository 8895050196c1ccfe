"""Dates as each language writes them."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

from chancery.web.base import dates

WHEN = datetime(2026, 8, 5, 13, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("5 August 2026", "Wednesday 5 August 2026", "August 2026", "5 August 2026, 13:05")),
        (
            "it",
            ("5 agosto 2026", "mercoledì 5 agosto 2026", "agosto 2026", "5 agosto 2026, ore 13:05"),
        ),
        (
            "nl",
            ("5 augustus 2026", "woensdag 5 augustus 2026", "augustus 2026",
             "5 augustus 2026 om 13:05"),
        ),
        ("fr", ("5 août 2026", "mercredi 5 août 2026", "août 2026", "5 août 2026 à 13:05")),
    ],
)  # fmt: skip
def test_days_and_months(language: str, said: tuple[str, ...]) -> None:
    with translation.override(language):
        written = (dates.day(WHEN), dates.weekday(WHEN), dates.month(WHEN), dates.moment(WHEN))
        assert written == said
        shown = Template("{% load say %}{{ w|day }}/{{ w|month }}/{{ w|moment }}")
        assert shown.render(Context({"w": WHEN})) == f"{said[0]}/{said[2]}/{said[3]}"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 May 2026"),
        ("it", "1º maggio 2026"),
        ("nl", "1 mei 2026"),
        ("fr", "1er mai 2026"),
    ],
)
def test_the_first_of_a_month(language: str, said: str) -> None:
    with translation.override(language):
        assert dates.day(date(2026, 5, 1)) == said
