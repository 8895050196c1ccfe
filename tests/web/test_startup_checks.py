"""Starting a site that others can reach: what the operator is told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from chancery.cli.main import main
from chancery.web.server import serve

WARNING = "set CHANCERY_URL"


Start = Callable[..., str]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Start:
    """Start a site that serves nobody; return its output."""
    for name in ("CHANCERY_URL", "CHANCERY_HOSTS", "CHANCERY_PROXY", "CHANCERY_LANGUAGE"):
        monkeypatch.setenv(name, "")  # registered to be restored
        monkeypatch.delenv(name)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(serve, "free_port", lambda host, wanted: wanted)
    monkeypatch.setattr(serve, "prepare", lambda newer: None)
    monkeypatch.setattr(serve, "run", lambda *args: None)

    def run(host: str, **environment: str) -> str:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        assert main(["serve", "--host", host, "--port", "8000"]) == 0
        return " ".join("".join(capsys.readouterr()).split())

    return run


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "games.example.org", "::"])
def test_a_site_for_others_without_an_address_is_warned(start: Start, host: str) -> None:
    said = start(host)
    assert WARNING in said
    assert f"begin with {os.environ['CHANCERY_URL']}" in said


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1"])
def test_a_site_with_an_address_is_not_warned(start: Start, host: str) -> None:
    assert WARNING not in start(host, CHANCERY_URL="https://games.example.org")
    assert os.environ["CHANCERY_URL"] == "https://games.example.org"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_a_local_site_is_not_warned(start: Start, host: str) -> None:
    assert WARNING not in start(host)


def test_a_site_behind_a_proxy_is_for_others(start: Start) -> None:
    assert WARNING in start("127.0.0.1", CHANCERY_PROXY="1")


def test_large_packages_of_few_requests_are_not_imported_at_the_start() -> None:
    """The API and web push are imported when they are first used."""
    code = (
        "from chancery.web.server import serve; serve.set_up(); serve._preload()\n"
        "import sys, chancery.web.server.urls\n"
        "print({'ninja', 'pydantic', 'webpush'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
