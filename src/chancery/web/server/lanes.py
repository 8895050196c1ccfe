"""Lanes: which thread answers a request. Whoever reads never waits for whoever writes.

Each lane has a few threads that last, each with its own lasting connection to the database. A
thread is held from the moment a request has arrived as a whole until it is answered, and for as
long as it works: one that was cut off may still be at it. Who waits for too long, or finds too many
before him, is told so; and one address cannot fill a lane.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from chancery.web.base import heavy
from chancery.web.base.addresses import network

HEAVY = re.compile(r"/import|/t/[^/]+/copy")


class Crowded(Exception):
    """Too many are before you."""


class Slot:
    """A thread that is held by a request; given back when nobody holds it any more."""

    def __init__(self, lane: Lane, executor: ThreadPoolExecutor, who: str) -> None:
        self.executor = executor
        self._lane, self._who = lane, who
        self._loop = asyncio.get_running_loop()
        self._held = 1
        self._asked = True

    def answered(self) -> None:
        """The request itself needs it no longer: what follows, perhaps for hours, is no work."""
        if self._asked:
            self._asked = False
            self._release()

    async def run(self, doing: Callable[..., Any], *args: Any) -> Any:
        """Do something in the thread, which is held until that is done, whoever still waits.

        The loop is woken once for it, to hand over what came of it and to give back the thread.
        """
        self._held += 1
        answer: asyncio.Future[Any] = self._loop.create_future()

        def held() -> None:
            result, error = None, None
            try:
                result = doing(*args)
            except BaseException as failed:
                error = failed
            try:
                self._loop.call_soon_threadsafe(self._done, answer, result, error)
            except RuntimeError:  # the server has stopped
                self._release()

        self.executor.submit(held)
        return await answer

    def _done(
        self, answer: asyncio.Future[Any], result: object, error: BaseException | None
    ) -> None:
        self._release()
        if answer.done():  # nobody waits for it any more
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    def _release(self) -> None:
        self._held -= 1
        if not self._held:
            self._lane.take_back(self.executor, self._who)


class Lane:
    """A few threads, and those who wait for one."""

    def __init__(
        self, name: str, threads: int, longest: int, patience: float, share: int, light: bool
    ) -> None:
        begin = heavy.keep_light if light else None
        made = (ThreadPoolExecutor(1, f"{name}-{n}", begin) for n in range(threads))
        self._free = deque(made)
        self._waiting: deque[asyncio.Future[ThreadPoolExecutor]] = deque()
        self._by: Counter[str] = Counter()
        self._longest, self._patience, self._share = longest, patience, share

    @property
    def waiting(self) -> int:
        """How many wait for a thread."""
        return len(self._waiting)

    async def enter(self, who: str) -> Slot:
        """A thread of our own for a while; Crowded if there is none in good time."""
        if who and self._by[who] >= self._share:
            raise Crowded
        self._by[who] += 1
        try:
            executor = self._free.popleft() if self._free else await self._wait()
        except BaseException:
            self._forget(who)
            raise
        return Slot(self, executor, who)

    async def _wait(self) -> ThreadPoolExecutor:
        if len(self._waiting) >= self._longest:
            raise Crowded
        waiter: asyncio.Future[ThreadPoolExecutor] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            async with asyncio.timeout(self._patience):
                return await waiter
        except BaseException as error:
            if waiter.done() and not waiter.cancelled():  # at the very same moment
                self._hand_on(waiter.result())
            else:
                self._waiting.remove(waiter)
            raise (Crowded() if isinstance(error, TimeoutError) else error) from None

    def take_back(self, executor: ThreadPoolExecutor, who: str) -> None:
        """It is the next one's."""
        self._forget(who)
        self._hand_on(executor)

    def _hand_on(self, executor: ThreadPoolExecutor) -> None:
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done() and not waiter.get_loop().is_closed():
                waiter.set_result(executor)
                return
        self._free.append(executor)

    def _forget(self, who: str) -> None:
        self._by[who] -= 1
        if not self._by[who]:
            del self._by[who]


READING = Lane("reading", threads=4, longest=1000, patience=30, share=64, light=True)
WRITING = Lane("writing", threads=3, longest=200, patience=8, share=32, light=True)
LONG = Lane("long", threads=1, longest=8, patience=20, share=2, light=False)


def lane_for(scope: dict[str, Any]) -> Lane:
    """Where a request belongs, as far as can be seen from outside."""
    if HEAVY.fullmatch(scope["path"]) and scope["method"] == "POST":
        return LONG
    return READING if scope["method"] in ("GET", "HEAD") else WRITING


def who_asks(scope: dict[str, Any]) -> str:
    """The network that a request comes from; nothing for this machine, which is not limited."""
    client = scope.get("client")
    return network(client[0]) if client else ""
