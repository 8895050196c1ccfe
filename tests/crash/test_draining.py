"""Restarts refuse no request: a server that is told to stop drains first."""

from __future__ import annotations

import http.client
import signal
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.driver import until
from tests.browser.server import Server
from tests.crash.sites import Guest, open_stream, sit_down
from tests.timeouts import PATIENCE


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return a function that starts `chancery serve` with some arguments."""
    servers: list[Server] = []

    def start(*arguments: str) -> Server:
        server = Server(tmp_path / f"site-{len(servers)}")
        server.command = (*Server.command, *arguments)
        servers.append(server)
        server.start()
        return server

    yield start
    for server in servers:
        server.close()


def status(server: Server, path: str) -> int:
    """Return the status of a page."""
    try:
        with urllib.request.urlopen(server.base + path, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_a_server_that_is_told_to_stop_serves_until_others_have_noticed(
    site: Callable[..., Server],
) -> None:
    server = site("--drain", str(PATIENCE), "--role", "web")
    until(lambda: status(server, "/health/ready") == 200, "it is ready")
    kept = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE)
    kept.request("GET", "/health/live")
    assert kept.getresponse().read() == b'{"ok": true}'
    slug = sit_down([Guest(server.base)], bots=2)[0].slug
    stream, answer = open_stream(server.base, slug)
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    server.process.send_signal(signal.SIGTERM)  # systemd and the parent both signal a process
    until(lambda: status(server, "/health/ready") == 503, "it is no longer ready")
    assert status(server, "/health/live") == status(server, f"/t/{slug}") == 200
    kept.request("GET", "/tables")
    response = kept.getresponse()
    assert (response.status, response.getheader("connection")) == (200, "close")
    server.process.send_signal(signal.SIGINT)  # no patience: stop now
    while answer.readline():  # until the stream is ended
        pass
    stream.close()
    assert server.process.wait(PATIENCE) == 0


def test_all_processes_of_a_machine_drain(site: Callable[..., Server]) -> None:
    server = site("--drain", "1", "--processes", "2", "--role", "web")
    server.stop()
    assert server.process is not None
    assert server.process.returncode == 0
    assert "started again" not in server.said()
