"""Many tabs of one browser share one stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser import driver
from tests.browser.server import Server
from tests.soaking import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEADERS = """async () => (await navigator.locks.query()).held
    .filter((lock) => lock.name === "chancery-live").length"""
NO_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });"


def _play(page: Page, tabs: list[Page]) -> None:
    """Play a move in one tab and wait until the others show it."""
    assert driver.wait_until_asked(page)
    driver.click(page, driver.choose_to_finish(driver.actions(page)))
    for tab in tabs:
        driver.wait_until_up_to_date(tab)


def _another(page: Page, address: str) -> Page:
    tab = page.context.new_page()
    tab.goto(address)
    driver.mark(tab)
    return tab


def test_tabs_share_a_stream(page: Page, server: Server) -> None:
    """A soak opens more tabs than a browser has connections; the leading one may be closed."""
    address = driver.table_for_one(page, server)
    tabs = [_another(page, address) for _ in range(7 if SOAK else 2)]
    assert page.evaluate(LEADERS) == 1
    _play(page, tabs)
    page.close()  # it was the first, and the leader
    page = tabs.pop()
    driver.wait_until(page, LEADERS)
    _play(page, tabs)
    assert all(tab.evaluate(driver.PAGE_KEPT) for tab in tabs)
    assert all(tab.query_selector("#connection:not([hidden])") is None for tab in tabs)


def test_tabs_with_different_tables(page: Page, server: Server) -> None:
    """One stream tells each tab about its own table."""
    first = driver.table_for_one(page, server)
    other = page.context.new_page()
    second = driver.table_for_one(other, server)
    assert first != second
    watching = [_another(page, first), _another(page, second)]
    _play(page, [watching[0]])
    _play(other, [watching[1]])
    assert page.evaluate(LEADERS) == 1


def test_without_locks_every_tab_listens_for_itself(
    person: Callable[..., Page], server: Server
) -> None:
    """Browsers have no locks on a site without encryption, as in a local network."""
    page = person(fresh=True)
    page.context.add_init_script(NO_LOCKS)
    address = driver.table_for_one(page, server)
    with page.context.expect_event("request", lambda request: "/events" in request.url):
        tab = _another(page, address)
    _play(page, [tab])


def test_the_stream_reconnects_after_sleep(person: Callable[..., Page], server: Server) -> None:
    """A connection may have died unnoticed; it is opened again."""
    page = person(fresh=True)
    page.clock.install()
    driver.table_for_one(page, server)
    with page.expect_request("**/events*"):
        page.clock.fast_forward(10 * 60 * 1000)
    _play(page, [page])


def test_a_suspended_leader_is_replaced(page: Page, server: Server) -> None:
    """A background tab on a phone does not answer: the visible one takes over."""
    address = driver.table_for_one(page, server)
    page.evaluate("BroadcastChannel.prototype.postMessage = () => {}")
    with page.context.expect_event(
        "request", lambda request: "/events" in request.url and request.frame.page is not page
    ):
        tab = _another(page, address)
    _play(tab, [tab])
    assert tab.evaluate(LEADERS) == 1
