"""Hundreds of incomplete requests, under the usual limit of files, do not block the site."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.browser.server import Server
from tests.timeouts import PATIENCE

resource = pytest.importorskip("resource")
FILES = 1024
HALF_SENT = 1100

CODE = (
    f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))\n"
    "import sys; sys.argv[0] = 'chancery'\n"
    "if __name__ == '__main__':\n"
    "    from chancery.cli.main import main\n"
    "    sys.exit(main(sys.argv[1:]))\n"
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the usual limit of open files."""
    script = tmp_path / "serve.py"
    script.write_text(CODE)
    server = Server(tmp_path / "site")
    server.command = (str(script), "serve")
    server.start()
    yield server
    server.close()


def test_incomplete_requests_do_not_block_others(server: Server) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < HALF_SENT + 200:
        pytest.skip("the limit of open files is too low for this test")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, HALF_SENT + 200), hard))
    with ExitStack() as lines:
        for _ in range(HALF_SENT):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", server.port), 30))
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        for _ in range(5):
            with urllib.request.urlopen(f"{server.base}/help/spada", timeout=PATIENCE) as answer:
                assert answer.status == 200
        # incomplete requests are cut off
        line.settimeout(60)
        with suppress(ConnectionResetError):
            assert line.recv(1) == b""
    assert "Too many open files" not in server.said()
    assert "Traceback" not in server.said()
