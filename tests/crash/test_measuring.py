"""/metrics of a machine with several processes, and of one without a web server."""

from __future__ import annotations

import os
import re
import urllib.request
from pathlib import Path

from tests.browser.driver import until
from tests.browser.server import Server, free_port
from tests.crash.sites import Guest
from tests.timeouts import PATIENCE
from tests.zygote import zygote


def read(port: int, path: str = "/metrics") -> str:
    """Return what a port answers to Prometheus."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
    request.add_header("Authorization", "Bearer secret")
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def test_a_machine_reports_all_its_processes(tmp_path: Path) -> None:
    server = Server(tmp_path, CHANCERY_METRICS="secret")
    server.command = (*Server.command, "--processes", "2", "--role", "web")
    server.start()
    port = free_port()
    env = os.environ | server._env
    call = [*Server.command, "--role", "bots", "--port", str(port)]
    bots = zygote().fork(call, env, server.log)

    def answered() -> int:
        found = re.search(r'requests_total{.*route="lobby",status="200"} (\d+)', read(server.port))
        return int(found[1]) if found else 0

    def answers() -> bool:
        try:
            return "true" in read(port, "/health/ready")
        except OSError:
            return False

    try:
        for _ in range(20):  # to both processes
            assert Guest(server.base).ask("/tables").status == 200
        assert answered() == 20
        until(answers, "the machine of bots answers probes")
        until(lambda: "chancery_database_seconds_count" in read(port), "it has measured something")
        assert "chancery_requests_total{" not in read(port)
    finally:
        bots.send_signal(15)
        bots.wait(PATIENCE)
        server.close()
