"""Local servers that receive what the site sends: a mail server and a web hook."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

import trustme
from aiosmtpd.controller import Controller

from tests.browser.server import free_port
from tests.timeouts import PATIENCE


class Caught(list[Any]):
    """The messages received so far, with a method to wait for more."""

    def __init__(self) -> None:
        super().__init__()
        self._more = threading.Condition()

    def add(self, item: Any) -> None:
        """Add a message and wake waiting tests."""
        with self._more:
            self.append(item)
            self._more.notify_all()

    def wait(self, number: int = 1) -> Self:
        """Wait until so many messages have arrived, and return them."""
        with self._more:
            assert self._more.wait_for(lambda: len(self) >= number, PATIENCE), f"only {len(self)}"
        return self


class MailCatcher:
    """A mail server that stores messages in `mails`, or answers `refuse` to every recipient."""

    def __init__(self) -> None:
        self.mails = Caught()
        self.refuse = ""
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)

    @property
    def url(self) -> str:
        """Return the URL of the server, for CHANCERY_MAIL."""
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Accept a recipient, or answer `refuse`."""
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Store a mail that the site has sent."""
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.add(mail)
        return "250 OK"

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()


class HookCatcher:
    """An HTTPS server on localhost that stores requests in `posts`.

    `ca` is the certificate to trust, for CHANCERY_HOOK_CATCHER. It answers with `status` and
    `headers`, or calls `instead` to answer.
    """

    def __init__(self, name: str = "localhost") -> None:
        self.posts = Caught()
        self.status = 204
        self.headers: dict[str, str] = {}
        self.instead: Callable[[BaseHTTPRequestHandler], object] | None = None
        self._home = TemporaryDirectory()
        self.ca = str(Path(self._home.name) / "ca.pem")
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self.ca)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name).configure_cert(self._tls)
        self._server = _Server(self._tls, self._answer)
        self.port = int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Return the URL of the web hook."""
        return f"https://localhost:{self.port}/hook"

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        self.posts.add(json.loads(body))
        if self.instead is not None:
            self.instead(request)
            return
        request.send_response(self.status)
        for name, value in {**self.headers, "Content-Length": "0"}.items():
            request.send_header(name, value)
        request.end_headers()

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._home.cleanup()


class _Server(ThreadingHTTPServer):
    """An HTTPS server that handles each connection, with its handshake, in its own thread."""

    def __init__(
        self, tls: ssl.SSLContext, answer: Callable[[BaseHTTPRequestHandler], None]
    ) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                answer(self)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._tls = tls
        super().__init__(("127.0.0.1", 0), Handler)

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Make the TLS handshake with a client and answer it."""
        with self._tls.wrap_socket(request, server_side=True) as secure:
            super().finish_request(secure, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that close the connection."""
