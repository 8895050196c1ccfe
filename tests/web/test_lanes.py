"""Lanes: a thread is held as long as it works, whoever waits; then it is the next one's."""

from __future__ import annotations

import asyncio
import threading

import pytest

from chancery.web.server.lanes import Crowded, Lane
from tests.patience import PATIENCE


def lane(threads: int = 1, longest: int = 4, patience: float = 20, share: int = 8) -> Lane:
    return Lane("tried", threads, longest, patience, share, light=False)


def test_an_error_in_the_thread_reaches_whoever_waits() -> None:
    async def tried() -> None:
        found = lane()
        slot = await found.enter("a")

        def fails() -> None:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            await slot.run(fails)
        slot.answered()
        again = await found.enter("a")
        assert await again.run(lambda: 3) == 3  # the thread was given back, and works

    asyncio.run(tried())


def test_a_thread_that_works_for_nobody_is_held_until_it_is_done() -> None:
    async def tried() -> None:
        found = lane()
        slot = await found.enter("a")
        begun, go_on = threading.Event(), threading.Event()

        def works() -> None:
            begun.set()
            go_on.wait(PATIENCE)

        work = asyncio.create_task(slot.run(works))
        await asyncio.to_thread(begun.wait, 20)
        work.cancel()  # who asked has gone
        with pytest.raises(asyncio.CancelledError):
            await work
        slot.answered()
        next_one = asyncio.create_task(found.enter("b"))
        await asyncio.sleep(0)
        assert found.waiting == 1  # for the thread is still at it
        go_on.set()
        assert await (await next_one).run(lambda: "done") == "done"

    asyncio.run(tried())


def test_who_waits_too_long_is_told_so_and_stands_in_nobodys_way() -> None:
    async def tried() -> None:
        found = lane(patience=0.01)
        slot = await found.enter("a")
        with pytest.raises(Crowded):
            await found.enter("b")
        assert found.waiting == 0
        slot.answered()
        assert await (await found.enter("b")).run(lambda: 1) == 1

    asyncio.run(tried())


def test_a_lane_is_not_longer_than_it_may_be_nor_one_address_all_of_it() -> None:
    async def tried() -> None:
        found = lane(longest=1, share=2)
        slot = await found.enter("a")
        second = asyncio.create_task(found.enter("a"))
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await found.enter("a")  # has its share
        with pytest.raises(Crowded):
            await found.enter("b")  # one waits already
        slot.answered()
        slot.answered()  # twice said, once counted
        (await second).answered()
        assert await (await found.enter("b")).run(lambda: 1) == 1

    asyncio.run(tried())
