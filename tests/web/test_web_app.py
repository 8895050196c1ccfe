"""The site as an app: manifest, service worker, and the offline page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings

from chancery.core.words import LANGUAGES, Speaker, T
from chancery.web.server import web_app
from tests.web.people import Person
from tests.web.test_headers import check_headers, inline

pytestmark = pytest.mark.django_db


def told(script: str) -> dict[str, Any]:
    """Return the constants before the service worker."""
    return {
        name: json.loads(fact) for name, fact in re.findall(r"^const (\w+) = (.*);$", script, re.M)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_an_app_of_its_own(language: str) -> None:
    person = Person(language)
    answer = person.get("/manifest.webmanifest")
    check_headers(answer)
    assert answer["Content-Type"] == "application/manifest+json"
    assert answer.json()["description"] == Speaker(language).say(
        T("A referee, a table and an opponent for historical board games.")
    )
    page = person.get("/offline").content.decode()
    assert f'<html lang="{language}">' in page
    assert Speaker(language).say(T("You are offline")) in page
    assert inline(page) == []


def test_the_service_worker_keeps_its_language() -> None:
    person = Person("en")
    italian = told(person.get("/worker.js?language=it").content.decode())
    french = told(person.get("/worker.js?language=fr").content.decode())
    assert italian["OFFLINE"] == "/offline?language=it"
    assert 'lang="it"' in person.get(italian["OFFLINE"]).content.decode()
    assert italian["KEPT"] != french["KEPT"]
    assert told(person.get("/worker.js?language=<script>").content.decode())["KEPT"][:3] == "en-"


def test_the_service_worker_is_revalidated() -> None:
    answer = Person().get("/worker.js")
    check_headers(answer)
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]


def test_cached_files_exist_and_are_not_personal() -> None:
    person = Person()
    person.play_now()
    facts = told(person.get("/worker.js").content.decode())
    assert {f"{settings.STATIC_URL}{name}" for name in web_app.SHELL} == set(facts["SHELL"])
    for path in (facts["OFFLINE"], *facts["SHELL"]):
        assert person.get(path).status_code == 200
    assert person.get("/offline").content == Person().get("/offline").content


def test_colours_are_those_of_the_style_sheet() -> None:
    sheet = (web_app.FILES / "web/site.css").read_text("utf-8")
    light, dark = re.search(r"--paper: light-dark\((#\w+), (#\w+)\)", sheet).groups()
    page = Person().get("/").content.decode()
    assert Person().get("/manifest.webmanifest").json()["theme_color"] == light
    for colour in (light, dark):
        assert f'<meta name="theme-color" content="{colour}"' in page
