"""Requests for unknown hosts: a plain response, and one line in the log."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from django.test import Client

from chancery.web.base import failures, logs
from chancery.web.server import asgi

pytestmark = pytest.mark.django_db
WRONG = {"host": "evil.example", "accept-language": "it"}
SAID = "Questo sito non risponde a quel nome."


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the console would show, including tracebacks."""
    found: list[str] = []
    logs.REQUEST.set("-")  # a test before this one may have left another name
    (console,) = logging.getLogger("chancery").handlers
    assert logging.getLogger("django").handlers == [console]
    monkeypatch.setattr(console, "emit", lambda record: found.append(console.format(record)))
    return found


@pytest.mark.parametrize("path", ["/", "/lobby", "/nowhere", "/account/enter"])
def test_an_unknown_host_gets_a_plain_message(path: str) -> None:
    answer = Client(headers=WRONG).get(path)
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/html")
    page = answer.content.decode()
    assert SAID in page
    assert '<html lang="it"' in page
    assert "evil.example" not in page
    assert "default-src 'none'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/health", "/health?web", "/metrics"])
def test_monitoring_asks_machines_by_their_addresses(path: str) -> None:
    answer = Client(headers={"host": "10.0.0.11:8000"}).get(path, REMOTE_ADDR="10.0.0.5")
    assert answer.status_code in (200, 403, 503)
    if path != "/metrics":
        assert set(answer.json()) == {"ok"}


@pytest.mark.parametrize(
    ("path", "accept"), [("/api/v1/games", "*/*"), ("/tables/badge", "application/json")]
)
def test_the_api_answers_in_json(path: str, accept: str) -> None:
    answer = Client(headers={**WRONG, "accept": accept}).get(path)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(SAID)


def test_one_log_line_per_minute(heard: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(failures.time, "monotonic", lambda: now)
    for _ in range(5):
        Client(headers=WRONG).get("/")
    (line,) = heard
    assert "\n" not in line
    assert "'evil.example'" in line
    assert "CHANCERY_HOSTS" in line
    now += failures.QUIET
    Client(headers={"host": "x" * 500 + "\r\nforged"}).get("/")
    assert len(heard) == 2
    assert "(4 more since the last such line)" in heard[1]
    assert "\n" not in heard[1]
    assert len(heard[1]) < 300


def test_one_log_line_per_minute_for_unreadable_hosts(heard: list[str]) -> None:
    server = logging.getLogger("uvicorn.error")
    for _ in range(5):
        server.warning("Invalid HTTP request received.")
    (line,) = heard
    assert line.endswith("WARNING - Invalid HTTP request received.")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("why", "status"),
    [
        (asgi.CROWDED, 503), (asgi.NO_DATABASE, 503), (asgi.TOO_COSTLY, 429),
        (asgi.TOO_LARGE, 413), (asgi.TOO_SLOW, 408), (asgi.UNREADABLE, 400),
    ],
)  # fmt: skip
def test_pages_of_refusals_do_not_depend_on_the_names_of_the_site(
    why: str, status: int, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["games.example.org"]
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "http_version": "1.1", "scheme": "http", "path": "/", "method": "GET",
        "headers": [(b"host", b"games.example.org"), (b"accept-language", b"it")],
        "server": ("games.example.org", 80), "client": ("203.0.113.9", 9),
    }  # fmt: skip
    asyncio.run(asgi.Refusals(asgi.application._inner).send(scope, send, why))
    assert sent[0]["status"] == status
    assert SAID not in b"".join(message.get("body", b"") for message in sent).decode()
