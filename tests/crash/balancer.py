"""A small load balancer for tests: passes connections to servers that say that they are ready."""

from __future__ import annotations

import http.client
import select
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count

from tests.timeouts import PATIENCE

LOOK = 0.02  # seconds between two looks while no server is ready


class Balancer:
    """Listens at a port, and takes servers by turns that are ready at that moment."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)
        self._turn = count()
        self._door = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.base = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._door.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, suppress(OSError), self._connect() as far:
            while True:
                ready, _, _ = select.select([near, far], [], [])
                for end in ready:
                    data = end.recv(65_536)
                    if not data:
                        return
                    (far if end is near else near).sendall(data)

    def _connect(self) -> socket.socket:
        """Return a connection to the next server that is ready; wait for one if there is none."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for _ in self._ports:
                port = self._ports[next(self._turn) % len(self._ports)]
                if is_ready(port):
                    with suppress(OSError):
                        return socket.create_connection(("127.0.0.1", port))
            time.sleep(LOOK)
        raise ConnectionError("no server is ready")

    def close(self) -> None:
        """Accept no more connections."""
        self._door.close()


def is_ready(port: int) -> bool:
    """Ask the server at a port whether it is ready."""
    probe = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        probe.request("GET", "/health/ready", headers={"Connection": "close"})
        return probe.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        probe.close()
