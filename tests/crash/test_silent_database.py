"""A database server that keeps its connections open and answers nothing."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.browser.driver import until
from tests.browser.server import Server
from tests.crash.conftest import new_database
from tests.crash.sites import Guest


class Wire:
    """Passes bytes between the site and PostgreSQL, until it is frozen."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.flows = threading.Event()
        self.flows.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
                far = socket.create_connection(self._target)
            except OSError:  # closed
                return
            threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, suppress(OSError):
            while True:
                ready, _, _ = select.select([near, far], [], [])
                for end in ready:
                    data = end.recv(65_536)
                    self.flows.wait()
                    if not data:
                        return
                    (far if end is near else near).sendall(data)

    def close(self) -> None:
        """Accept no more connections, and let those that wait end."""
        self._door.close()
        self.flows.set()


def test_pages_and_health_are_refused_at_once_until_it_answers_again(tmp_path: Path) -> None:
    with new_database("postgres", tmp_path) as database:
        parts = urlsplit(database.url)
        wire = Wire(parts.hostname or "127.0.0.1", parts.port or 5432)
        user = parts.netloc.rpartition("@")[0]
        through = parts._replace(netloc=f"{user}@127.0.0.1:{wire.port}")
        server = Server(tmp_path / "site", DATABASE_URL=urlunsplit(through))
        server.start()
        try:
            guest = Guest(server.base)
            assert guest.ask("/tables").status == 200
            wire.flows.clear()
            refused = guest.ask("/tables")  # it waits already when the silence is noticed
            assert refused.status == 503
            assert "database does not answer" in refused.text
            assert guest.ask("/health").status == 503
            assert guest.ask("/static/web/site.js").status != 503
            wire.flows.set()
            until(lambda: guest.ask("/tables").status == 200, "the site is back")
            # once for each process: the server, the bots' worker and those who send
            assert 1 <= server.said().count("the database does not answer") <= 5
        finally:
            wire.close()
            server.close()
