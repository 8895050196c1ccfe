"""The site as an ASGI application: a guard against bodies without end, and lasting threads."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import connection
from django.urls import set_script_prefix

from chancery.web.server import lanes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.server.settings")

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Any], Awaitable[None]]  # a message
Application = Callable[..., Awaitable[None]]
LARGEST_BODY = 2_500_000
BODY_WITHIN = 30.0  # seconds for all of it
KEPT = (b"host", b"accept", b"accept-language", b"cookie", b"authorization")
NUL = (b"%00", b"\0")  # no address of ours has one, and PostgreSQL takes none
# what the site itself says of a request that goes no further: see faults.py
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

        async def as_read() -> Mapping[str, Any]:
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
    """All of a request, from the first signal to the last, in one go in one thread.

    Left to itself Django goes to and fro between the event loop and threads: for its signals, at
    every middleware that is not asynchronous, and to close the answer.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """A plain chain, whatever serves it."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request that was read as a whole."""
        slot: lanes.Slot = scope["slot"]
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
        """Django's answer to a request, made in a thread of its lane."""
        set_script_prefix(get_script_prefix(request.scope))
        signals.request_started.send(sender=type(self), scope=request.scope)
        response = self.get_response(request)
        response._handler_class = type(self)
        if not response.streaming:
            response.close()
        return response

    async def _elsewhere(self, request: Any, response: Any) -> Any:
        """The same request in the lane of heavy work, whose thread has its own connection."""
        try:
            slot = await lanes.LONG.enter(lanes.who_asks(request.scope))
        except lanes.Crowded:
            return response
        try:
            return await slot.run(self._answer, request)
        finally:
            slot.answered()

    async def _stream(self, response: Any, receive: Receive, send: Send) -> None:
        """Until it ends, or nobody listens any more."""
        sending = asyncio.create_task(self.send_response(response, send))
        listening = asyncio.ensure_future(receive())  # what comes now is that the line is cut
        try:
            await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, listening):
                task.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            await sync_to_async(response.close)()

    def get_response(self, request: Any) -> Any:
        """Once more on a new connection if the old one was lost and nothing can have changed."""
        response = super().get_response(request)
        if getattr(response, "lost", False) and request.method in ("GET", "HEAD"):
            connection.close()
            response = super().get_response(request)
        return response


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
