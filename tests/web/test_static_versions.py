"""Static files of two versions side by side."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from chancery.web.base.models import StaticFile
from chancery.web.server import static_versions

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
OTHER = "0123456789ab"
FILE = "web/site.css"


def read(answer: Any) -> bytes:
    """Return the body of an answer, streamed or not."""
    return b"".join(answer) if answer.streaming else bytes(answer.content)


@pytest.fixture(autouse=True)
def _looked_anew() -> None:
    static_versions.forget()


def test_own_files_are_kept_by_browsers_for_ever(settings: Any) -> None:
    answer = Client().get(f"{settings.STATIC_URL}{FILE}")
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]


@pytest.mark.parametrize("path", [f"/static/{FILE}", f"/static/{OTHER}/{FILE}"])
def test_a_version_that_is_not_known_gets_the_present_files(path: str, settings: Any) -> None:
    answer = Client().get(path)
    assert read(answer) == read(Client().get(f"{settings.STATIC_URL}{FILE}"))
    assert "immutable" not in answer["Cache-Control"]
    assert Client().get(path.replace("site.css", "none.css")).status_code == 404


@pytest.mark.parametrize("name", static_versions.BUNDLES)
def test_the_scripts_of_a_page_are_one_file(name: str, settings: Any) -> None:
    answer = Client().get(f"{settings.STATIC_URL}{name}")
    assert answer["Content-Type"] == "text/javascript"
    assert "immutable" in answer["Cache-Control"]
    for part in static_versions.BUNDLES[name]:
        assert read(Client().get(f"{settings.STATIC_URL}web/{part}.js")) in read(answer)
    assert "immutable" not in Client().get(f"/static/{OTHER}/{name}")["Cache-Control"]
    assert Client().post(f"{settings.STATIC_URL}{name}").status_code == 405


def test_a_server_serves_the_files_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("several servers need PostgreSQL")
    monkeypatch.setattr(static_versions.settings, "STATIC_VERSION", OTHER)
    static_versions.store()  # as a server of that version does when it starts
    count = StaticFile.objects.count()
    assert count > 40
    assert StaticFile.objects.filter(name__in=static_versions.BUNDLES).count() == 2
    row = StaticFile.objects.get(name=FILE)
    row.content = static_versions.gzip.compress(b"/* of the other version */")
    row.save()
    answer = Client().get(f"/static/{OTHER}/{FILE}")
    assert read(answer) == b"/* of the other version */"
    assert answer["Content-Type"] == "text/css"
    assert "immutable" in answer["Cache-Control"]
    static_versions.store()  # another start of it
    assert StaticFile.objects.count() == count
    StaticFile.objects.update(used=timezone.now() - timedelta(days=31))
    monkeypatch.undo()
    static_versions.store()
    assert not StaticFile.objects.filter(version=OTHER).exists()


def test_a_version_that_has_just_started_is_known_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of a version from before the upgrade may have made the server look a moment ago."""
    if connection.vendor != "postgresql":
        pytest.skip("several servers need PostgreSQL")
    now = 100.0
    monkeypatch.setattr(static_versions, "time", SimpleNamespace(monotonic=lambda: now))
    path = f"/static/{OTHER}/{FILE}"
    assert "immutable" not in Client().get(path)["Cache-Control"]
    with monkeypatch.context() as other:
        other.setattr(static_versions.settings, "STATIC_VERSION", OTHER)
        static_versions.store()
    now += 2  # a server drains and starts for longer than that
    assert "immutable" in Client().get(path)["Cache-Control"]
