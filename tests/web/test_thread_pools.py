"""Thread pools: threads are held while they work; the network that owes least is next."""

from __future__ import annotations

import asyncio
import threading

import pytest

from chancery.web.base.costs import REPAID, Costs
from chancery.web.base.thread_pools import Crowded, Slot, ThreadPool
from tests.timeouts import PATIENCE


def pool(
    threads: int = 1,
    longest: int = 4,
    patience: float = 20,
    share: int = 8,
    costs: Costs | None = None,
) -> ThreadPool:
    return ThreadPool(
        "tried", threads, longest=longest, patience=patience, share=share, light=False,
        costs=costs or Costs(),
    )  # fmt: skip


def test_an_error_in_the_thread_reaches_the_caller() -> None:
    async def tried() -> None:
        found = pool()
        slot = await found.enter("a")

        def fails() -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await slot.run(fails)
        slot.answered()
        again = await found.enter("a")
        assert await again.run(lambda: 3) == 3  # the thread was returned, and works

    asyncio.run(tried())


def test_an_abandoned_thread_is_occupied_until_done() -> None:
    async def tried() -> None:
        found = pool()
        slot = await found.enter("a")
        begun, go_on = threading.Event(), threading.Event()

        def works() -> None:
            begun.set()
            go_on.wait(PATIENCE)

        work = asyncio.create_task(slot.run(works))
        await asyncio.to_thread(begun.wait, 20)
        work.cancel()  # the client has gone
        with pytest.raises(asyncio.CancelledError):
            await work
        slot.answered()
        next_one = asyncio.create_task(found.enter("b"))
        await asyncio.sleep(0)
        assert found.waiting == 1  # the thread is still busy
        go_on.set()
        assert await (await next_one).run(lambda: "done") == "done"

    asyncio.run(tried())


def test_a_request_that_waits_too_long_is_refused() -> None:
    async def tried() -> None:
        found = pool(patience=0.01)
        slot = await found.enter("a")
        with pytest.raises(Crowded):
            await found.enter("b")
        assert found.waiting == 0
        slot.answered()
        assert await (await found.enter("b")).run(lambda: 1) == 1

    asyncio.run(tried())


def test_a_cancelled_request_leaves_the_queue() -> None:
    async def tried() -> None:
        found = pool()
        slot = await found.enter("a")
        gone = asyncio.create_task(found.enter("b"))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert found.waiting == 0
        slot.answered()
        (await found.enter("c")).answered()

    asyncio.run(tried())


def test_queue_length_is_limited_in_all_and_by_address() -> None:
    async def tried() -> None:
        found = pool(longest=1, share=2)
        slot = await found.enter("a")
        second = asyncio.create_task(found.enter("a"))
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await found.enter("a")  # its whole share
        with pytest.raises(Crowded):
            await found.enter("b")  # one waits already
        slot.answered()
        slot.answered()  # the second call has no effect
        (await second).answered()
        assert await (await found.enter("b")).run(lambda: 1) == 1

    asyncio.run(tried())


def test_one_network_cannot_fill_the_queue_of_a_pool() -> None:
    async def tried() -> None:
        found = pool(longest=9, share=2)

        async def pass_through(network: str) -> None:
            (await found.enter(network)).answered()

        slot = await found.enter("a")
        waiting = [asyncio.create_task(pass_through("a"))]
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await found.enter("a")  # its whole share
        waiting.append(asyncio.create_task(pass_through("b")))  # others have room
        await asyncio.sleep(0)
        assert found.waiting == 2
        slot.answered()
        await asyncio.gather(*waiting)

    asyncio.run(tried())


def test_the_network_with_the_least_debt_is_next() -> None:
    costs = Costs(clock=lambda: 0.0)
    costs.charge("greedy", 5)
    costs.charge("modest", 1)

    async def tried() -> None:
        found = pool(longest=9, costs=costs)
        slot = await found.enter("greedy")
        served: list[str] = []

        async def wait(network: str) -> None:
            mine = await found.enter(network)
            served.append(network)
            mine.answered()

        waiting = [
            asyncio.create_task(wait(name)) for name in ("greedy", "greedy", "modest", "new")
        ]
        await asyncio.sleep(0)
        slot.answered()
        await asyncio.gather(*waiting)
        assert served == ["new", "modest", "greedy", "greedy"]

    asyncio.run(tried())


def test_no_network_holds_all_threads() -> None:
    async def tried() -> None:
        found = pool(threads=4)
        held = [await found.enter("a"), await found.enter("a")]
        third = asyncio.create_task(found.enter("a"))
        await asyncio.sleep(0)
        assert found.waiting == 1  # though two threads are free
        other = await found.enter("b")
        held.pop().answered()
        assert isinstance(await third, Slot)
        other.answered()

    asyncio.run(tried())


def test_this_machine_may_hold_all_threads() -> None:
    async def tried() -> None:
        found = pool(threads=2)
        for _ in range(2):
            await found.enter("")

    asyncio.run(tried())


def test_thread_time_is_charged_to_the_network() -> None:
    costs = Costs()

    async def tried() -> None:
        slot = await pool(costs=costs).enter("a")
        await slot.run(lambda: sum(range(300_000)))

    asyncio.run(tried())
    assert costs.owed("a") > 0
    assert costs.owed("b") == 0


def test_a_debt_is_repaid_by_waiting() -> None:
    now = [100.0]
    costs = Costs(clock=lambda: now[0], budget=2)
    costs.charge("a", 3)
    assert costs.wait("a") == pytest.approx(1 / REPAID)
    now[0] += 1 / REPAID
    assert costs.wait("a") == 0
    assert costs.owed("a") == pytest.approx(2)
    now[0] += 100
    assert costs.owed("a") == 0


def test_the_networks_of_one_customer_owe_together() -> None:
    """Otherwise each request from another /64 of a /48 would come first."""
    costs = Costs(clock=lambda: 0.0, budget=2)
    for number in range(12):
        costs.charge(f"2001:db8:0:{number}::/64", 1)
    assert costs.owed("2001:db8:0:99::/64") == 3  # a quarter of it
    assert costs.wait("2001:db8:0:99::/64") > 0
    assert costs.owed("2001:db8:1:99::/64") == 0
    costs.charge("2001:db8:0:7::/64", 9)
    assert costs.owed("2001:db8:0:7::/64") == 10  # its own is more


def test_this_machine_owes_nothing() -> None:
    costs = Costs(budget=1)
    costs.charge("", 1000)
    assert costs.wait("") == 0
