"""Asking for what is not allowed: the reason and the paragraph, as a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

PROBLEM = "#problem:not([hidden])"


def _type(page: Page, text: str) -> None:
    if page.get_attribute("#typing", "open") is None:
        page.click("#typing summary")
    page.fill("#type [name=text]", text)
    page.press("#type [name=text]", "Enter")


def test_an_action_is_typed(company: Company, page: Page, server: Server) -> None:
    """A legal one is played, an illegal one refused with a link, an unknown one corrected.

    Buttons that match what is typed stay; if none matches, all do.
    """
    company.allow(r"status of 422 .*/why")
    driver.table_for_one(page, server)
    asked = driver.actions(page)
    all_of_them = page.locator(driver.ASKED).count()
    page.click("#typing summary")
    page.fill("#type [name=text]", "add ")
    assert 0 < page.locator(f"{driver.ASKED}:visible").count() < all_of_them
    page.fill("#type [name=text]", "nothing like it")
    assert page.locator(f"{driver.ASKED}:visible").count() == all_of_them
    _type(page, "attack black")
    page.wait_for_selector(PROBLEM)
    assert "attack black" in driver.text_of(page, "#problem")
    link = page.get_attribute("#problem a.rule", "href")
    assert link is not None
    path, _, rule = link.partition("#")
    assert path == "/help/spada"
    assert driver.text_of(page, "#problem a.rule") == f"§{rule}"
    assert driver.actions(page) == asked
    _type(page, "ad grain")
    page.wait_for_function(
        "() => document.getElementById('problem').textContent.includes('add grain')"
    )
    assert page.query_selector("#problem a") is None
    before = driver.state_text(page)
    _type(page, next(a for a in asked if a.startswith("add")).replace(" ", "   ").upper())
    driver.wait_for_change(page, before)
    assert "bid" in driver.actions(page) or "pass" not in driver.actions(page)
    assert page.query_selector(PROBLEM) is None
    page.wait_for_function("() => document.querySelector('#type [name=text]').value === ''")
    # the link leads to the paragraph
    page.goto(server.base + link)
    assert page.evaluate("rule => document.getElementById(rule) !== null", rule)


def test_a_click_where_nothing_is_legal_says_why(page: Page, server: Server) -> None:
    """A fief is clicked in an auction; the reason disappears together with the question."""
    driver.table_for_one(page, server)
    page.wait_for_function(driver.SETTLED)
    fief = '#part-live [data-target^="fief:"]:not(.is-legal)'
    target = page.get_attribute(fief, "data-target")
    x, y = page.evaluate(driver.SPOT_OF, [fief, target])
    page.mouse.click(x, y)
    page.wait_for_selector(PROBLEM)
    said = driver.text_of(page, "#problem")
    assert "Attack" in said or "Build a farm" in said  # a rival's, or one's own
    link = page.get_attribute("#problem a.rule", "href")
    assert link is not None
    assert link.startswith("/help/spada#")
    driver.click(page, next(a for a in driver.actions(page) if a.startswith("add")))
    assert page.query_selector(PROBLEM) is None


def test_spectators_get_no_reasons(company: Company, server: Server) -> None:
    """A spectator has no field to ask in, and a click has no effect."""
    address = driver.table_for_one(company.person(), server)
    page = company.person()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    page.goto(address)
    assert page.query_selector("#typing") is None
    place = '#part-live [data-target^="fief:"]'
    x, y = page.evaluate(driver.SPOT_OF, [place, page.get_attribute(place, "data-target")])
    page.mouse.click(x, y)
    assert page.query_selector(PROBLEM) is None
    assert "why" not in sent
