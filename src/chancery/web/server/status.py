"""A small server for machines without a web server: probes and metrics at `--port`."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from chancery.web.server import metrics_page
from chancery.web.server.readiness import probe


class _Handler(BaseHTTPRequestHandler):
    timeout = 10

    def do_GET(self) -> None:
        """Answer a probe, or with metrics."""
        answer = probe(self.path)
        kind = "application/json"
        if answer is None and self.path == metrics_page.PATH:
            headers = {name.title(): value for name, value in self.headers.items()}
            allowed = metrics_page.may_read(self.client_address[0], headers)
            body = metrics_page.exposition(of_the_site=False) if allowed else b"not for you\n"
            answer, kind = (200 if allowed else 403, body), "text/plain; charset=utf-8"
        status, body = answer or (404, b"not found\n")
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: probes come every few seconds."""


def begin(host: str, port: int) -> None:
    """Answer probes in threads until the process ends."""
    server = ThreadingHTTPServer((host, port), _Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="status", daemon=True).start()
