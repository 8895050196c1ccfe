"""A connection pooler that hands out transactions, as PgBouncer with pool_mode=transaction does."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import suppress

ENCRYPTION = (80877103, 80877104)  # requests for TLS and GSSAPI
READY = b"Z"
ASKING = (b"Q", b"S")  # a query, or the end of several messages: the server answers


def _exactly(end: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = end.recv(size - len(data))
        if not more:
            raise ConnectionError
        data += more
    return data


def _message(end: socket.socket) -> bytes:
    """Return the next message of PostgreSQL's protocol, its type first."""
    head = _exactly(end, 5)
    return head + _exactly(end, struct.unpack("!i", head[1:])[0] - 4)


class Pooler:
    """Passes the transactions of all its clients to one session of a PostgreSQL that trusts us."""

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._session: socket.socket | None = None
        self._greeting = b""
        self._turn = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._door.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            self._welcome(client)
            while True:
                message = _message(client)
                if message[:1] == b"X":
                    return
                with self._turn:
                    self._transaction(client, message)

    def _welcome(self, client: socket.socket) -> None:
        while True:
            size = _exactly(client, 4)
            rest = _exactly(client, struct.unpack("!i", size)[0] - 4)
            if struct.unpack("!i", rest[:4])[0] not in ENCRYPTION:
                break
            client.sendall(b"N")
        with self._turn:
            if self._session is None:
                self._session = socket.create_connection(self._target)
                self._session.sendall(size + rest)
                self._greeting = self._answer()
        client.sendall(self._greeting)

    def _answer(self) -> bytes:
        """Return what the server sends until it is ready."""
        assert self._session is not None
        answer = b""
        while True:
            message = _message(self._session)
            answer += message
            if message[:1] == READY:
                return answer

    def _transaction(self, client: socket.socket, message: bytes) -> None:
        assert self._session is not None
        while True:
            self._session.sendall(message)
            if message[:1] in ASKING:
                answer = self._answer()
                client.sendall(answer)
                if answer[-1:] == b"I":  # no transaction is open
                    return
            message = _message(client)

    def close(self) -> None:
        """Accept no more connections, and end the session."""
        self._door.close()
        if self._session is not None:
            self._session.close()
