"""A finished game is looked at in the background, once, and read by whoever comes."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

import chancery.web
from chancery.page.chances import STYLE
from chancery.table.analysis import analyse
from chancery.web.play import analyses, worker
from chancery.web.tables.models import Analysis, Table
from tests.web.people import Person, watch_bots

pytestmark = pytest.mark.django_db
TURNING_POINTS = {
    "en": "Turning points",
    "it": "Momenti di svolta",
    "nl": "Keerpunten",
    "fr": "Tournants",
}
SHEET = Path(chancery.web.__file__).parent / "static" / "web" / "analysis.css"


@pytest.fixture(autouse=True)
def quick(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THINKERS = 1
    monkeypatch.setattr(
        analyses, "analyse", lambda sitting, live: analyse(sitting, live, played_on=2, tried=2)
    )


@pytest.fixture
def played() -> tuple[Person, Table]:
    person = Person()
    table = person.open("bot:player", "bot:novice", "bot:player")
    Table.objects.filter(pk=table.pk).update(rated=False)
    watch_bots(table)
    table.refresh_from_db()
    assert table.over
    return person, table


def test_it_is_wanted_made_and_read(played: tuple[Person, Table]) -> None:
    person, table = played
    page = person.client.get(f"/t/{table.slug}/analysis")
    assert "Analyse this game" in page.content.decode()
    assert (
        f"/t/{table.slug}/analysis"
        in person.client.get(f"/t/{table.slug}/replay/0").content.decode()
    )
    person.post(f"/t/{table.slug}/analysis/want")
    person.post(f"/t/{table.slug}/analysis/want")  # twice is once
    assert Analysis.objects.count() == 1
    page = person.client.get(f"/t/{table.slug}/analysis")
    assert 'http-equiv="refresh"' in page.content.decode()
    served: list[int] = []
    assert analyses.run_once(lambda: served.append(1))
    assert served  # others are served between two moves
    assert not analyses.run_once()
    for language, word in TURNING_POINTS.items():
        page = Person(language).get(f"/t/{table.slug}/analysis")
        said = page.content.decode()
        assert page.status_code == 200
        assert f'<html lang="{language}"' in said
        assert word in said
        assert "<svg" in said
        assert 'http-equiv="refresh"' not in said
        assert f"/t/{table.slug}/replay/" in said


def test_a_game_that_goes_on_is_not_looked_at() -> None:
    person = Person()
    table = person.open("me", "bot:player", "bot:player")
    assert person.client.get(f"/t/{table.slug}/analysis").status_code == 404
    assert person.post(f"/t/{table.slug}/analysis/want").status_code == 404
    assert not Analysis.objects.exists()


def test_without_thinkers_nothing_is_promised(played: tuple[Person, Table], settings: Any) -> None:
    person, table = played
    settings.THINKERS = 0
    page = person.client.get(f"/t/{table.slug}/analysis")
    assert "There is no analysis" in page.content.decode()
    assert person.post(f"/t/{table.slug}/analysis/want").status_code == 404


def test_what_goes_wrong_is_said_and_not_tried_for_ever(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")

    def broken(sitting: Any, live: Any) -> Any:
        raise RuntimeError("out of mind")

    monkeypatch.setattr(analyses, "analyse", broken)
    assert analyses.run_once()
    assert not analyses.run_once()
    page = person.get(f"/t/{table.slug}/analysis").content.decode()
    assert "could not be analysed" in page
    monkeypatch.setattr(
        analyses, "analyse", lambda sitting, live: analyse(sitting, live, played_on=2, tried=2)
    )
    person.post(f"/t/{table.slug}/analysis/want")  # somebody wants it again: what was broken is not
    assert analyses.run_once()
    assert "<svg" in person.get(f"/t/{table.slug}/analysis").content.decode()


def test_a_busy_database_does_not_spoil_a_look(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that are served meanwhile, or the look itself, may find the database taken."""
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")

    def busy(*_: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as now:
        now.setattr(analyses.sittings, "load", busy)
        with pytest.raises(OperationalError):
            analyses.run_once()
    assert not Analysis.objects.get().failed
    assert not analyses.run_once()  # somebody has it, as far as is known
    Analysis.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    with monkeypatch.context() as now:
        now.setattr(worker, "run_once", busy)
        assert analyses.run_once(worker.serve_thinkers)
    assert Analysis.objects.get().found


def test_how_far_it_has_come_is_told_and_the_lease_renewed(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")
    monkeypatch.setattr(analyses, "TOLD_EVERY", 0.0)
    seen = []

    def look() -> None:
        kept = Analysis.objects.get()
        assert kept.lease_until is not None
        seen.append((kept.part, kept.lease_until))
        if len(seen) == 5:
            page = person.get(f"/t/{table.slug}/analysis").content.decode()
            assert f'<progress max="100" value="{kept.part}"' in page

    assert analyses.run_once(look)
    parts = [part for part, _ in seen]
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert parts[-1] > 90
    assert seen[-1][1] > seen[0][1]


def test_the_queue_has_an_end(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    monkeypatch.setattr(analyses, "MOST_WAITING", 0)
    person.post(f"/t/{table.slug}/analysis/want")
    assert not Analysis.objects.exists()


def test_the_page_draws_as_a_picture_that_stands_alone() -> None:
    sheet = re.sub(r"[\s;]", "", SHEET.read_text(encoding="utf-8"))
    for line in STYLE.strip().splitlines():
        who, how = re.fullmatch(r"(\S+) \{ (.*) \}", line).groups()  # type: ignore[union-attr]
        said = how.split("; ") if "light-dark" not in how else [how.split("; ")[-1]]
        assert re.sub(r"\s", "", f"{who}{{{''.join(said)}}}") in sheet, who
