"""The site as an ASGI application: a guard against bodies without end, and lasting threads."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections, connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from chancery.web.server import lanes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[..., Awaitable[None]]
LARGEST_BODY = 2_500_000
BODY_WITHIN = 30.0  # seconds for all of it
KEPT = (b"host", b"accept", b"accept-language", b"cookie", b"authorization")
NUL = (b"%00", b"\0")  # no address of ours has one, and PostgreSQL takes none
# what the site itself says of a request that goes no further: see pages.py
TOO_LARGE, TOO_SLOW, CROWDED, UNREADABLE = "too-large", "too-slow", "crowded", "unreadable"


async def refuse(inner: Application, scope: Message, send: Send, why: str) -> None:
    """The site says so itself, in the visitor's language; the connection ends."""
    headers = [pair for pair in scope["headers"] if pair[0] in KEPT]
    path = f"/api/{why}" if scope["path"].startswith("/api/") else f"/{why}"
    asked = {**scope, "method": "GET", "path": path, "raw_path": path.encode()}
    asked |= {"query_string": b"", "headers": headers}

    async def ending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    nothing = asyncio.Queue[Message]()
    nothing.put_nowait({"type": "http.request"})
    await inner(asked, nothing.get, ending)


class Guard:
    """Reads a request as a whole, and no more of it than a form or a record may have: Django would
    spool it all, and a thread would wait for it."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        said = dict(scope["headers"]).get(b"content-length", b"0")
        if any(nul in scope["raw_path"] or nul in scope["query_string"] for nul in NUL):
            await refuse(self._inner, scope, send, UNREADABLE)
            return
        if not said.isdigit() or int(said) > LARGEST_BODY:
            await refuse(self._inner, scope, send, TOO_LARGE)
            return
        try:
            async with asyncio.timeout(BODY_WITHIN):
                body = await self._read(receive)
        except TimeoutError:
            await refuse(self._inner, scope, send, TOO_SLOW)
            return
        if body is None:  # nobody waits for an answer
            return
        if len(body) > LARGEST_BODY:
            await refuse(self._inner, scope, send, TOO_LARGE)
            return
        read: Message | None = {"type": "http.request", "body": bytes(body)}

        async def as_read() -> Message:
            nonlocal read
            found, read = read, None
            return await receive() if found is None else found

        await self._inner(scope, as_read, send)

    async def _read(self, receive: Receive) -> bytearray | None:
        """The body, or a little more than it may have; None if the line is cut."""
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
    """All of a request, from the first middleware to the view, in one go in one thread.

    Left to itself Django goes to and fro between the event loop and the thread at every
    middleware that is not asynchronous.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """A plain chain, whatever serves it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: Any) -> HttpResponseBase:
        """The chain, in the thread of this request; heavy work in a lane of its own."""
        slot: lanes.Slot = request.scope["slot"]
        response = await sync_to_async(slot.working(self.get_response))(request)
        if not getattr(response, "elsewhere", False):
            return response
        slot.answered()
        try:
            slot = await lanes.LONG.enter(lanes.who_asks(request.scope))
        except lanes.Crowded:
            return response
        try:
            async with ThreadSensitiveContext(executor=slot.executor):
                return await sync_to_async(slot.working(self._once_more))(request)
        finally:
            slot.answered()

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Once more on a new connection if the old one was lost and nothing can have changed."""
        response = super().get_response(request)
        if getattr(response, "lost", False) and request.method in ("GET", "HEAD"):
            connection.close()
            response = super().get_response(request)
        return response

    def _once_more(self, request: HttpRequest) -> HttpResponseBase:
        """The same request in another thread, which has its own connection."""
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


class Threads:
    """A few threads that last, in lanes: see lanes.py.

    Left to itself Django starts a thread, and with it a connection, for every request.
    """

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            slot = await lanes.lane_for(scope).enter(lanes.who_asks(scope))
        except lanes.Crowded:
            await self._crowded(scope, send)
            return

        async def answering(message: Message) -> None:
            slot.answered()
            await send(message)

        try:
            async with ThreadSensitiveContext(executor=slot.executor):
                await self._inner({**scope, "slot": slot}, receive, answering)
        finally:
            slot.answered()

    async def _crowded(self, scope: Message, send: Send) -> None:
        if scope["path"].endswith(f"/{CROWDED}"):  # not even that can be said in many words
            headers = [(b"content-type", b"text/plain"), (b"retry-after", b"2")]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": b"busy"})
            return
        await refuse(self, scope, send, CROWDED)


django.setup(set_prefix=False)
application = Guard(Threads(Handler()))

# Kept sittings are many long-lived objects without cycles: looking through them all again and
# again would stop the process for a tenth of a second each time.
gc.freeze()
gc.set_threshold(100_000, 20, 100)
