"""The site as an ASGI application: what is refused unread, thread pools, and Django."""

from __future__ import annotations

import asyncio
import codecs
import gc
import math
import os
import re
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import connection
from django.db.backends.signals import connection_created
from django.urls import set_script_prefix

from chancery.web.api import URLS as API_URLS
from chancery.web.base import metrics, thread_pools, tracing
from chancery.web.base.costs import COSTS
from chancery.web.base.logs import name_request
from chancery.web.base.speaker import wanted_language
from chancery.web.server.database_watch import WATCH, DatabaseSilent
from chancery.web.server.readiness import HEADERS, probe

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Any], Awaitable[None]]  # sends a message
Application = Callable[..., Awaitable[None]]
LARGEST_BODY = 2_500_000
LONGEST_NUMBER = 20  # digits; int() takes no more than a few thousand
STATEMENT_WITHIN = 10_000  # milliseconds for one statement of PostgreSQL
BODY_WITHIN = 30.0  # seconds for the whole body
NUL = (b"%00", b"\0")  # occurs in no address of ours, and PostgreSQL does not store it
HEAVY = re.compile(r"/import|/t/[^/]+/copy")
FREE = ("/static/", "/health", "/metrics")  # served to networks that have used up their budget, too
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
# reasons to refuse a request, each with a page of its own: see urls.py and error_responses.py
TOO_LARGE, TOO_SLOW, CROWDED, UNREADABLE = "too-large", "too-slow", "crowded", "unreadable"
TOO_COSTLY, NO_DATABASE = "too-costly", "no-database"


class Unreadable(Exception):
    """A request whose head Django cannot read."""


class Refusals:
    """Answers to requests that go no further. Each is made once, so that refusing costs nothing."""

    def __init__(self, inner: Application) -> None:
        """`inner` is the application that makes the pages of refusals."""
        self._inner = inner
        self._made: dict[tuple[str, str, bytes], list[Message]] = {}

    async def send(
        self, scope: Message, send: Send, why: str, wait: float = 2, close: bool = False
    ) -> None:
        """Refuse a request in the language that the browser asks for."""
        metrics.REFUSED.labels(why).inc()
        headers = dict(scope["headers"])
        program = scope["path"].startswith("/api/")
        json = program or headers.get(b"accept", b"").startswith(b"application/json")
        json = json or scope["path"] == "/health"
        language = wanted_language(headers.get(b"accept-language", b"").decode("latin-1"))
        path = f"/api/{why}" if program else f"/{why}"
        key = path, language, b"application/json" if json else b"text/html"
        if key not in self._made:
            self._made[key] = await self._make(scope, *key)
        extra_headers = [(b"retry-after", str(math.ceil(wait)).encode())]
        extra_headers += [(b"connection", b"close")] if close else []
        for message in self._made[key]:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *extra_headers]}
            await send(message)

    async def _make(self, scope: Message, path: str, language: str, kind: bytes) -> list[Message]:
        """Ask the site for the page, in a thread that nothing else uses."""
        headers = [(b"accept", kind), (b"accept-language", language.encode())]
        asked = {**scope, "method": "GET", "path": path, "raw_path": path.encode()}
        asked |= {"query_string": b"", "headers": headers, "client": None, "refusing": True}
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                dropped = (b"set-cookie", b"retry-after")
                kept_headers = [
                    pair for pair in message["headers"] if pair[0].lower() not in dropped
                ]
                message = {**message, "headers": kept_headers}
            messages.append(message)

        nothing = asyncio.Queue[Message]()
        nothing.put_nowait({"type": "http.request"})
        await self._inner(asked, nothing.get, keep)
        return messages


class Guard:
    """Refuse requests that cannot be read, or whose network has used up its CPU budget.

    The body is read completely first, up to the largest form or record: otherwise Django would
    spool it all, with a thread waiting for it.
    """

    def __init__(self, inner: Threads) -> None:
        self._inner = inner
        self._refusals = inner.refusals

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        probe_answer = probe(scope["path"])
        if probe_answer is not None:
            status, answer = probe_answer
            await send({"type": "http.response.start", "status": status, "headers": HEADERS})
            await send({"type": "http.response.body", "body": answer})
            return
        refuse = partial(self._refusals.send, scope, send)
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if WATCH.silent and not scope["path"].startswith("/static/"):
            await refuse(NO_DATABASE)
            return
        if any(nul in scope["raw_path"] or nul in scope["query_string"] for nul in NUL):
            await refuse(UNREADABLE, close=True)
            return
        if not length.isdigit() or len(length) > LONGEST_NUMBER or int(length) > LARGEST_BODY:
            await refuse(TOO_LARGE, close=True)
            return
        if scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(FREE):
            wait = COSTS.wait(thread_pools.network_of(scope))
            if wait:
                await refuse(TOO_COSTLY, wait)
                return
        try:
            async with asyncio.timeout(BODY_WITHIN):
                body = await self._read(receive)
        except TimeoutError:
            await refuse(TOO_SLOW, close=True)
            return
        if body is None:  # the client has gone
            return
        if len(body) > LARGEST_BODY:
            await refuse(TOO_LARGE, close=True)
            return
        read: Message | None = {"type": "http.request", "body": bytes(body)}

        async def as_read() -> Mapping[str, Any]:
            nonlocal read
            message, read = read, None
            return await receive() if message is None else message

        await self._inner(scope, as_read, send)

    async def _read(self, receive: Receive) -> bytearray | None:
        """Return the body, or slightly more than is allowed; None if the client disconnects."""
        body = bytearray()
        more = True
        while more and len(body) <= LARGEST_BODY:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return body


class Handler(ASGIHandler):
    """Handle a request, from its first signal to its last, in one thread.

    Django alone would switch between the event loop and threads: for signals, for every synchronous
    middleware, and to close the response.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Load a synchronous chain, although it is served by ASGI."""
        super().load_middleware(is_async=False)

    def create_request(self, scope: Mapping[str, Any], body_file: Any) -> tuple[Any, Any]:
        """Return a request; Unreadable if its content type names a character set but UTF-8: Python
        has some that take long, or that nothing can be read in."""
        try:
            request, unreadable = super().create_request(scope, body_file)
        except (ValueError, LookupError) as error:
            raise Unreadable from error
        named = None if request is None else request.encoding
        if named is not None and codecs.lookup(named).name != "utf-8":
            raise Unreadable
        return request, unreadable

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request whose body has been read."""
        slot: thread_pools.Slot = scope["slot"]
        body = BytesIO((await receive()).get("body", b""))
        request, unreadable = self.create_request(scope, body)
        if unreadable is not None:
            await self.send_response(unreadable, send)
            return
        response = await slot.run(self._answer, request)
        if getattr(response, "elsewhere", False):
            slot.answered()
            response = await self._elsewhere(request, response)
        if response.streaming:
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def _answer(self, request: Any) -> Any:
        """Return Django's answer to a request, made in a thread of its pool."""
        name_request(request.scope)
        set_script_prefix(get_script_prefix(request.scope))
        began = time.perf_counter()
        with tracing.span("request", request.headers.get("traceparent", "")) as span:
            signals.request_started.send(sender=type(self), scope=request.scope)
            response = self.get_response(request)
            if span is not None:
                span.update_name(f"{request.method} {route_of(request)}")
                span.set_attribute("http.response.status_code", response.status_code)
        measure(request, response.status_code, time.perf_counter() - began)
        response._handler_class = type(self)
        if not response.streaming:
            response.close()
        return response

    async def _elsewhere(self, request: Any, response: Any) -> Any:
        """Answer the same request in the pool for long work, with a connection of its own."""
        try:
            slot = await thread_pools.LONG.enter(thread_pools.network_of(request.scope))
        except thread_pools.Crowded:
            return response
        try:
            return await slot.run(self._answer, request)
        finally:
            slot.answered()

    async def _stream(self, response: Any, receive: Receive, send: Send) -> None:
        """Send a streaming response until it ends or the client disconnects."""
        sending = asyncio.create_task(self.send_response(response, send))
        listening = asyncio.ensure_future(receive())  # the only further message is a disconnect
        try:
            await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, listening):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            await sync_to_async(response.close)()

    def get_response(self, request: Any) -> Any:
        """Retry a read on a new connection if the old one was lost."""
        response = super().get_response(request)
        if getattr(response, "lost", False) and request.method in ("GET", "HEAD"):
            connection.close()
            response = super().get_response(request)
        return response


def route_of(request: Any) -> str:
    """Return the name of the view that answered, the same for all tables and people."""
    match = request.resolver_match
    if match is not None:
        return str(match.view_name)
    return "static" if request.path.startswith("/static/") else "none"


def measure(request: Any, status: int, seconds: float) -> None:
    """Measure an answered request for Prometheus."""
    route = route_of(request)
    method = request.method if request.method in METHODS else "other"  # strangers invent some
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)
    metrics.REQUESTS.labels(route, method, status).inc()


def pool_for(scope: Message) -> thread_pools.ThreadPool:
    """Return the pool in which a request belongs, as far as can be seen from outside."""
    if "refusing" in scope:  # a page for asgi.Refusals, which keeps it
        return thread_pools.REFUSING
    if HEAVY.fullmatch(scope["path"]) and scope["method"] == "POST":
        return thread_pools.LONG
    if scope["path"].startswith("/api") and API_URLS not in sys.modules:
        return thread_pools.LONG
    return thread_pools.READING if scope["method"] in ("GET", "HEAD") else thread_pools.WRITING


class Threads:
    """Answer each request in a thread of the pool where it belongs (see thread_pools.py).

    Django alone would start a thread, and with it a connection, for every request.
    """

    def __init__(self, inner: Application) -> None:
        self._inner = inner
        self.refusals = Refusals(self)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            pool = pool_for(scope)
            slot = await pool.enter(thread_pools.network_of(scope))
        except thread_pools.Crowded:
            await self.refusals.send(scope, send, CROWDED)
            return

        async def answering(message: Message) -> None:
            slot.answered()
            await send(message)

        try:
            async with ThreadSensitiveContext(executor=slot.executor):
                await self._inner({**scope, "slot": slot}, receive, answering)
        except DatabaseSilent:
            slot.answered()
            await self.refusals.send(scope, send, NO_DATABASE)
        except Unreadable:
            slot.answered()
            await self.refusals.send(scope, send, UNREADABLE, close=True)
        finally:
            slot.answered()


def _limit_statements(connection: Any, **_: object) -> None:
    """End statements for a page that take too long; commands and helpers may take their time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET statement_timeout = {STATEMENT_WITHIN}")


connection_created.connect(_limit_statements)
metrics.measure_statements()
django.setup(set_prefix=False)
application = Guard(Threads(Handler()))

# Cached sittings are many long-lived objects without cycles: collecting them again and again would
# stop the process for a tenth of a second each time.
gc.freeze()
gc.set_threshold(100_000, 20, 100)
