"""The site as an ASGI application, behind a guard against bodies without end."""

import os
from collections.abc import Awaitable, Callable
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chancery.web.settings")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
LARGEST_BODY = 2_500_000


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
            await _too_large(send)
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
            await _too_large(send)


async def _too_large(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"413"})


application = Guard(get_asgi_application())
