"""Thread pools: which thread answers a request, and which request is next.

Reading, writing and long requests have pools of their own, and so has what streams look for, so
that none waits for another kind.
Each thread keeps a database connection. A request holds a thread from the moment it has arrived as
a whole until it is answered, or until the work that it began has ended. Of the requests that wait
the one from the network that owes least CPU time (base/costs.py) is next; no network holds all
threads of a pool. A request that waits for too long, or finds too many before it, is refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from chancery.web.base import long_work
from chancery.web.base.addresses import network
from chancery.web.base.costs import COSTS, Costs


class Crowded(Exception):
    """Too many requests wait already, or this one has waited too long."""


class Slot:
    """A thread that a request holds; it goes back to the pool when its last user releases it."""

    def __init__(self, pool: ThreadPool, executor: ThreadPoolExecutor, network: str) -> None:
        self.executor = executor
        self._pool, self._network = pool, network
        self._loop = asyncio.get_running_loop()
        self._users = 1
        self._answering = True

    def answered(self) -> None:
        """Release the thread: the answer has begun, and may be sent for hours."""
        if self._answering:
            self._answering = False
            self._release()

    async def run(self, doing: Callable[..., Any], *args: Any) -> Any:
        """Call something in the thread and charge its network for the CPU time.

        The thread is held until the call has ended, even if nobody waits for the result any more.
        """
        self._users += 1
        answer: asyncio.Future[Any] = self._loop.create_future()
        if self._pool is not REFUSING:
            _expected.add(answer)

        def call() -> None:
            result, error = None, None
            try:
                with self._pool.costs.measured(self._network):
                    result = doing(*args)
            except BaseException as failed:
                error = failed
            try:
                self._loop.call_soon_threadsafe(self._done, answer, result, error)
            except RuntimeError:  # the server has stopped
                self._release()

        self.executor.submit(call)
        return await answer

    def _done(
        self, answer: asyncio.Future[Any], result: object, error: BaseException | None
    ) -> None:
        self._release()
        _expected.discard(answer)
        if answer.done():  # cancelled, or abandoned
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    def _release(self) -> None:
        self._users -= 1
        if not self._users:
            self._pool.take_back(self.executor, self._network)


Waiter = asyncio.Future[ThreadPoolExecutor]


class ThreadPool:
    """A few threads, and the requests that wait for one, by network."""

    def __init__(
        self,
        name: str,
        threads: int,
        *,
        longest: int,
        patience: float,
        share: int,
        light: bool,
        costs: Costs = COSTS,
    ) -> None:
        """`longest`: requests that may wait, for `patience` seconds each; `share`: requests of
        one network, waiting or not; `light`: its threads refuse long work (base/heavy.py)."""
        self.name = name
        begin = long_work.forbid_long_work if light else None
        self.costs = costs
        self._free = deque(ThreadPoolExecutor(1, f"{name}-{n}", begin) for n in range(threads))
        self._most_held = max(1, threads // 2)  # threads of one network
        self._waiting: dict[str, deque[Waiter]] = {}  # by network, longest waiting first
        self._requests: Counter[str] = Counter()  # by network, waiting or not
        self._held: Counter[str] = Counter()  # threads, by network
        self._longest, self._patience, self._share = longest, patience, share

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a thread."""
        return sum(map(len, self._waiting.values()))

    async def enter(self, network: str) -> Slot:
        """Take a thread, or wait for one; raises Crowded if that takes too long."""
        if network and self._requests[network] >= self._share:
            raise Crowded
        self._requests[network] += 1
        try:
            if self._free and self._may_hold(network):
                executor = self._take(network)
            else:
                executor = await self._wait(network)
        except BaseException:
            _decrease(self._requests, network)
            raise
        return Slot(self, executor, network)

    def take_back(self, executor: ThreadPoolExecutor, network: str) -> None:
        """Return a thread to the pool, and hand it to the next request that waits."""
        _decrease(self._requests, network)
        self._put(executor, network)

    def _may_hold(self, network: str) -> bool:
        return not network or self._held[network] < self._most_held

    def _take(self, network: str) -> ThreadPoolExecutor:
        self._held[network] += 1
        return self._free.popleft()

    def _put(self, executor: ThreadPoolExecutor, network: str) -> None:
        _decrease(self._held, network)
        self._free.append(executor)
        self._hand_out()

    async def _wait(self, network: str) -> ThreadPoolExecutor:
        if self.waiting >= self._longest:
            raise Crowded
        waiter: Waiter = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(network, deque()).append(waiter)
        try:
            async with asyncio.timeout(self._patience):
                return await waiter
        except BaseException as error:
            if waiter.done() and not waiter.cancelled():  # it was handed out at the same moment
                self._put(waiter.result(), network)
            else:
                self._forget(network, waiter)
            raise (Crowded() if isinstance(error, TimeoutError) else error) from None

    def _forget(self, network: str, waiter: Waiter) -> None:
        line = self._waiting.get(network, deque())
        if waiter in line:
            line.remove(waiter)
        if not line:
            self._waiting.pop(network, None)

    def _hand_out(self) -> None:
        """Give free threads to the networks that owe least, one request of each at a time."""
        while self._free:
            able = [name for name in self._waiting if self._may_hold(name)]
            if not able:
                return
            network = min(able, key=lambda name: (self.costs.owed(name), self._held[name]))
            waiter = self._waiting[network][0]
            self._forget(network, waiter)
            if not waiter.done() and not waiter.get_loop().is_closed():
                waiter.set_result(self._take(network))


def _decrease(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]


_expected: set[asyncio.Future[Any]] = set()  # the results of all calls that threads run now


def abandon(error: Exception) -> None:
    """Raise an error for everybody who waits for a thread's result, but for pages of refusals.
    The threads go on."""
    for answer in _expected:
        if not answer.done():
            answer.set_exception(error)


READING = ThreadPool("reading", 4, longest=1000, patience=30, share=64, light=True)
WRITING = ThreadPool("writing", 3, longest=200, patience=8, share=32, light=True)
LONG = ThreadPool("long", 1, longest=8, patience=20, share=2, light=False)
STREAMS = ThreadPool("streams", 1, longest=5000, patience=30, share=120, light=True)
REFUSING = ThreadPool("refusing", 1, longest=1000, patience=30, share=64, light=True)
POOLS = (READING, WRITING, LONG, STREAMS, REFUSING)


def network_of(scope: dict[str, Any]) -> str:
    """Return the network that a request comes from; empty: this machine, which is not limited."""
    client = scope.get("client")
    return network(client[0]) if client else ""
