"""The site as an ASGI application: a guard against bodies without end, and lasting threads."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.settings")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[..., Awaitable[None]]
LARGEST_BODY = 2_500_000
KEPT = (b"host", b"accept", b"accept-language", b"cookie", b"authorization")


class Guard:
    """Reads no more of a request than a form or a record may have: Django would spool it all."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        said = dict(scope["headers"]).get(b"content-length", b"0")
        if not said.isdigit() or int(said) > LARGEST_BODY:
            await self._refuse(scope, send)
            return
        read = 0
        refused = False

        async def counted() -> dict[str, Any]:
            nonlocal read, refused
            message = await receive()
            read += len(message.get("body", b""))
            if read > LARGEST_BODY:
                refused = True
                return {"type": "http.disconnect"}
            return message

        async def guarded(message: dict[str, Any]) -> None:
            if not refused:
                await send(message)

        await self._inner(scope, counted, guarded)
        if refused:
            await self._refuse(scope, send)

    async def _refuse(self, scope: dict[str, Any], send: Send) -> None:
        """The site says so itself, in the visitor's language; the connection ends."""
        headers = [pair for pair in scope["headers"] if pair[0] in KEPT]
        path = "/api/too-large" if scope["path"].startswith("/api/") else "/too-large"
        asked = {**scope, "method": "GET", "path": path, "raw_path": path.encode()}

        async def ending(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        nothing = asyncio.Queue[dict[str, Any]]()
        nothing.put_nowait({"type": "http.request"})
        await self._inner({**asked, "headers": headers}, nothing.get, ending)


class Handler(ASGIHandler):
    """All of a request, from the first middleware to the view, in one go in one thread.

    Left to itself Django goes to and fro between the event loop and the thread at every
    middleware that is not asynchronous.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """A plain chain, whatever serves it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: Any) -> Any:
        """The chain, in the thread of this request."""
        return await sync_to_async(self.get_response)(request)


class Threads:
    """A few threads that last, each with its own lasting connection to the database.

    Left to itself Django starts a thread, and with it a connection, for every request.
    """

    def __init__(self, inner: Application, number: int = 4) -> None:
        self._inner = inner
        self._threads = [ThreadPoolExecutor(1, f"site-{n}") for n in range(number)]
        self._busy = [0] * number

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        number = self._busy.index(min(self._busy))
        self._busy[number] += 1
        working = True

        async def answering(message: dict[str, Any]) -> None:
            nonlocal working
            if working:  # what follows, perhaps for hours, is no work for the thread
                working = False
                self._busy[number] -= 1
            await send(message)

        try:
            async with ThreadSensitiveContext(executor=self._threads[number]):
                await self._inner(scope, receive, answering)
        finally:
            self._busy[number] -= working


django.setup(set_prefix=False)
application = Guard(Threads(Handler()))

# Kept sittings are many long-lived objects without cycles: looking through them all again and
# again would stop the process for a tenth of a second each time.
gc.freeze()
gc.set_threshold(100_000, 20, 100)
