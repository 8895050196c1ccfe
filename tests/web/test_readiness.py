"""Liveness and readiness of a machine: what probes answer, and when helpers count as dead."""

from __future__ import annotations

import asyncio
import os
import time
from types import SimpleNamespace
from typing import Any

import pytest

from chancery.web.server import asgi, processes, readiness
from chancery.web.server.database_watch import WATCH
from chancery.web.server.processes import Helper, Supervisor
from chancery.web.server.readiness import LIVE, READINESS, READY
from tests.timeouts import PATIENCE


def asked(path: str) -> int:
    """Return the status that the server answers to a probe."""
    sent: list[dict[str, Any]] = []

    async def keep(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    asyncio.run(asgi.application(scope, None, keep))
    return int(sent[0]["status"])


@pytest.fixture
def _restored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(READINESS, "draining", False)
    monkeypatch.setattr(READINESS, "failed_helpers", None)
    monkeypatch.setattr(WATCH, "silent", False)
    monkeypatch.setattr(WATCH, "failing", False)


@pytest.mark.usefixtures("_restored")
@pytest.mark.parametrize(
    ("what", "problem"), [("silent", "database"), ("failing", "database"), ("draining", "draining")]
)
def test_a_server_that_cannot_or_should_not_serve_is_alive_but_not_ready(
    what: str, problem: str
) -> None:
    assert asked(READY) == asked(LIVE) == 200
    setattr(READINESS if what == "draining" else WATCH, what, True)
    assert asked(LIVE) == 200
    assert asked(READY) == 503
    assert READINESS.problems() == [problem]


@pytest.mark.usefixtures("_restored")
def test_a_server_whose_helpers_have_failed_is_not_ready() -> None:
    READINESS.failed_helpers = SimpleNamespace(value=1)
    assert asked(READY) == 503
    READINESS.failed_helpers.value = 0
    assert asked(READY) == 200


def test_other_paths_are_no_probes() -> None:
    assert readiness.probe("/health") is None


def wait_for(condition: Any) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def _die(pulse: Any) -> None:
    os._exit(1)


def _work(pulse: Any) -> None:
    while True:
        pulse.value = time.monotonic()
        time.sleep(0.01)


def test_a_helper_that_dies_again_and_again_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "GONE", 0.0)
    crew = Supervisor()
    crew.start("one that works", _work)
    crew.start("one that dies", _die)
    crew.watch()
    try:
        wait_for(lambda: crew.failed.value == 1)
    finally:
        crew.stop(PATIENCE)


def test_a_helper_that_is_silent_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    helper = Helper("silent", _work, ())
    alive: Any = SimpleNamespace(is_alive=lambda: True)
    helper.process = alive
    helper._heartbeat, helper._last_beat = SimpleNamespace(value=0.0), time.monotonic()
    assert not helper.failed
    monkeypatch.setattr(processes, "SILENT", -1.0)
    assert helper.failed
