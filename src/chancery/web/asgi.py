"""The site as an ASGI application, behind a guard against bodies without end."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.settings")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
LARGEST_BODY = 2_500_000
KEPT = (b"host", b"accept", b"accept-language", b"cookie")


class Guard:
    """Reads no more of a request than a form or a record may have: Django would spool it all."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
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
        asked = {**scope, "method": "GET", "path": "/too-large", "raw_path": b"/too-large"}

        async def ending(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        nothing = asyncio.Queue[dict[str, Any]]()
        nothing.put_nowait({"type": "http.request"})
        await self._inner({**asked, "headers": headers}, nothing.get, ending)


application = Guard(get_asgi_application())
