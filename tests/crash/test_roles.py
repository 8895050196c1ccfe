"""Roles: each machine runs only the processes that it is told to run."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.driver import until
from tests.browser.server import Server
from tests.crash.sites import Guest, sit_down
from tests.crash.test_processes import health
from tests.zygote import zygote


@contextmanager
def running(server: Server, role: str) -> Iterator[None]:
    """Run another `chancery serve` on the database of a server."""
    call = [*Server.command, "--role", role]
    process = zygote().fork(call, os.environ | server._env, server.log)
    try:
        yield
    finally:
        process.send_signal(15)
        process.wait()


def test_each_role_does_its_part_and_no_other(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.command = (*Server.command, "--role", "web")
    server.start()

    def helpers() -> dict[str, int]:
        return dict(health(server)["helpers"])

    try:
        assert not any(helpers().values())
        with running(server, "bots"):
            until(lambda: helpers()["bots"] == 1, "the bots' worker lives")
            sit_down([Guest(server.base)], bots=2)
            until(lambda: health(server)["queues"]["bots"] == 0, "the bots have moved")
            assert helpers()["mails"] == 0
            with running(server, "notices"):
                until(lambda: helpers()["mails"] == 1, "mails are sent")
                assert helpers()["bots"] == 1
            assert "thinkers" not in str(server.said())
    finally:
        server.close()
