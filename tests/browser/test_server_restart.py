"""The server stops and comes back; pages recover."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.soaking import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page

GONE = r"ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESP"


def test_a_page_recovers_when_the_server_comes_back(
    company: Company, page: Page, own_server: Server
) -> None:
    """The page says that the connection is lost, and continues when it is back."""
    company.allow(GONE)
    with page.expect_response("**/events*"):
        driver.table_for_one(page, own_server)
    driver.mark(page)
    other = page.context.new_page()
    other.goto(page.url)
    taken = driver.actions(page)
    own_server.stop()
    assert own_server.process is not None
    assert own_server.process.returncode == 0
    for tab in (page, other):  # also the one that listens through the other
        tab.wait_for_selector("#connection:not([hidden])")
    own_server.start()
    for tab in (page, other):
        tab.wait_for_selector("#connection", state="hidden")
    assert driver.actions(page) == taken
    other.close()
    for _ in range(3):
        assert driver.wait_until_asked(page)
        driver.click(page, driver.choose_to_finish(driver.actions(page)))
    assert page.evaluate(driver.PAGE_KEPT)


@pytest.mark.soak  # the other test stops it with one stream open
def test_the_server_stops_soon_with_streams_open(company: Company, own_server: Server) -> None:
    """With people connected, it ends soon after SIGTERM."""
    company.allow(GONE)
    first = company.person()
    address = driver.table_for_one(first, own_server)
    for _ in range(4 if SOAK else 1):
        page = company.person()
        with page.expect_response("**/events*"):
            page.goto(address)
    own_server.stop()
    assert own_server.process is not None
    assert own_server.process.returncode == 0
