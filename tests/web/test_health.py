"""Health checks: yes or no for strangers, details for operators."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from chancery.web.base import failures, heartbeats
from chancery.web.base.models import Heartbeat
from chancery.web.identity.models import Account
from chancery.web.server import health
from chancery.web.tables.models import Seat
from tests.web.people import Person
from tests.web.test_lobby import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def _helped() -> None:
    for what in health.HELPERS:
        heartbeats.beat(what)


@pytest.mark.usefixtures("_helped")
def test_this_machine_gets_all_details() -> None:
    table = Person().open("bot:steward", "me", "here", options={"counsellor": "yellow"})
    late = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(table=table, number=1).update(due=late)
    answer = Client(headers={"host": "localhost:8000"}).get("/health")
    assert answer.status_code == 200
    data = answer.json()
    assert data["ok"] is True
    assert data["database"] == data["disk"] == "ok"
    assert data["helpers"] == {"bots": 1, "mails": 1, "hooks": 1, "pushes": 1}
    assert data["queues"] == {"bots": 1, "notices": 0, "deadlines": 1}
    assert set(data["web"]) == {"connections", "reading", "writing", "long"}


@pytest.mark.usefixtures("_helped")
def test_missing_thinkers_are_unhealthy(settings: Any) -> None:
    settings.THINKERS = 1
    assert not health.look()["ok"]
    heartbeats.beat("thinkers")
    found = health.look()
    assert found["ok"]
    assert found["helpers"]["thinkers"] == 1


STRANGERS: dict[str, dict[str, Any]] = {
    "from elsewhere": {"REMOTE_ADDR": "203.0.113.9"},
    "through a proxy that says so": {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
    "through another": {"HTTP_VIA": "1.1 proxy"},
    "by the public name": {"HTTP_HOST": "testserver"},
    "with a wrong secret": {"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Bearer guess"},
    "with none": {"REMOTE_ADDR": "203.0.113.9", "HTTP_AUTHORIZATION": "Bearer "},
}


@pytest.mark.usefixtures("_helped")
@pytest.mark.parametrize("who", STRANGERS)
def test_strangers_get_only_yes_or_no(who: str) -> None:
    said: dict[str, Any] = {"HTTP_HOST": "localhost", **STRANGERS[who]}
    answer = Client().get("/health", **said)
    assert answer.json() == {"ok": True}


@pytest.mark.usefixtures("_helped")
@override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"))
def test_behind_a_proxy_the_local_address_is_not_trusted() -> None:
    assert Client(headers={"host": "localhost"}).get("/health").json() == {"ok": True}


@pytest.mark.usefixtures("_helped")
def test_operators_and_holders_of_the_secret_get_details(monkeypatch: pytest.MonkeyPatch) -> None:
    far: dict[str, Any] = {"REMOTE_ADDR": "203.0.113.9"}
    anna = member("Anna")
    assert anna.client.get("/health", **far).json() == {"ok": True}
    Account.objects.filter(username="Anna").update(is_staff=True)
    assert "queues" in anna.client.get("/health", **far).json()
    monkeypatch.setattr(health, "SECRET", "a long secret")
    said = {"authorization": "Bearer a long secret"}
    assert "queues" in Client().get("/health", headers=said, **far).json()


@pytest.mark.usefixtures("_helped")
@pytest.mark.parametrize("what", ["bots", "mails", "hooks", "pushes"])
@pytest.mark.parametrize("ago", [timedelta(minutes=2), -timedelta(hours=1)])
def test_a_process_without_heartbeat_is_reported(what: str, ago: timedelta) -> None:
    Heartbeat.objects.filter(name__startswith=what).update(at=timezone.now() - ago)
    answer = Client(headers={"host": "localhost"}).get("/health")
    assert answer.status_code == 503
    assert answer.json()["helpers"][what] == 0
    assert Client().get("/health").json() == {"ok": False}
    assert Client().get("/health?web").status_code == 200  # pages are still answered


@pytest.mark.usefixtures("_helped")
def test_an_unreachable_database_is_unhealthy(
    monkeypatch: pytest.MonkeyPatch, locked: Callable[..., None]
) -> None:
    monkeypatch.setattr(heartbeats, "alive", locked)
    monkeypatch.setattr(health.connection, "close", lambda: None)
    for path in ("/health", "/health?web"):
        answer = Client().get(path)
        assert answer.status_code == 503
        assert answer.json() == {"ok": False}


@pytest.mark.usefixtures("_helped")
def test_a_full_disk_is_unhealthy() -> None:
    failures.note_full_disk()
    answer = Client(headers={"host": "localhost"}).get("/health")
    assert (answer.status_code, answer.json()["disk"]) == (503, "full")


def test_heartbeats_are_throttled() -> None:
    heartbeats.beat("bots")
    first = Heartbeat.objects.get().at
    heartbeats.beat("bots")
    assert Heartbeat.objects.get().at == first
    heartbeats._next.clear()
    heartbeats.beat("bots")
    assert Heartbeat.objects.get().at > first


def test_old_heartbeats_are_deleted() -> None:
    Heartbeat.objects.create(name="bots:here:1", at=timezone.now() - timedelta(days=2))
    Heartbeat.objects.create(name="bots:here:2", at=timezone.now() + timedelta(days=2))
    heartbeats.beat("bots")
    assert heartbeats.sweep() == 2
    assert Heartbeat.objects.count() == 1
