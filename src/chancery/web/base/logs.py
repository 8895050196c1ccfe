"""The format of the log: time, level, request and message; as JSON if operators want that.

`CHANCERY_LOG=json` writes one JSON object per line. A request has the name that a proxy gave it
(`X-Request-Id`), or one of its own.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

REQUEST: ContextVar[str] = ContextVar("request", default="-")  # set by the server (asgi.py)
HEADER = b"x-request-id"
ACCEPTED = re.compile(r"[\w.:-]{1,64}", re.ASCII)


def name_request(scope: Mapping[str, Any]) -> None:
    """Name the request that the present thread answers."""
    header = dict(scope["headers"]).get(HEADER, b"").decode("latin-1")
    REQUEST.set(header if ACCEPTED.fullmatch(header) else secrets.token_hex(4))


class Lines(logging.Formatter):
    """One line per record, for people; a traceback follows."""

    converter = time.gmtime  # type: ignore[assignment] # a formatter calls it with a number

    def __init__(self) -> None:
        super().__init__("%(asctime)sZ %(levelname)s %(request)s %(message)s", "%Y-%m-%dT%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        """Add the request to a record."""
        record.request = REQUEST.get()
        return super().format(record)


class JsonLines(Lines):
    """One JSON object per line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON, with its traceback as text."""
        entry = {
            "time": f"{self.formatTime(record, self.datefmt)}Z",
            "level": record.levelname,
            "logger": record.name,
            "request": REQUEST.get(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)
