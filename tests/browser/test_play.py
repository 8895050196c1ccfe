"""A guest plays: by mouse, on a phone, with the keyboard only."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.records import kept_as, read
from tests.soaking import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_guest_plays_a_whole_game_by_clicking(page: Page, server: Server) -> None:
    """From the front page to the end: the form, buttons and the board. In a soak the rest is
    answered without the page, which follows; otherwise the end is that of a copy of another game.
    """
    page.goto(server.base)
    page.click('a[href="/new/spada"]')
    page.select_option('[name="option-players"]', "3")
    page.click("button.main")
    page.wait_for_url("**/t/*")
    driver.mark(page)
    board = buttons = 0
    while board + buttons < (40 if SOAK else 8) and driver.wait_until_asked(page):
        # every other time on the board, if possible
        if board <= buttons and driver.click_board(page):
            board += 1
            if "bid" in driver.actions(page):
                driver.click(page, "bid")
        else:
            driver.click(page, driver.choose_to_finish(driver.actions(page)))
            buttons += 1
    assert buttons > (10 if SOAK else 2)
    if page.query_selector("#part-live"):
        assert board > (5 if SOAK else 1)
    if not SOAK:
        record = read(kept_as("spada", "steward-3"))
        acts = [line["act"] for line in json.loads(record)["log"]]
        driver.copy_at(page, driver.open_record(page, server, record), len(acts) - 2)
        driver.mark(page)
        for act in acts[-2:]:
            driver.click(page, act)
    else:
        driver.play_out(page)
    page.wait_for_function(driver.OVER)
    assert "The game is over." in driver.text_of(page, "#part-question")
    assert page.locator("#part-seats .seat strong").count() == 3  # ranks and points
    assert not page.is_visible("#leave")  # there is nothing left to leave, or to end
    assert not page.is_visible("#agree")
    assert page.evaluate(driver.PAGE_KEPT)


def test_play_now_opens_a_table(page: Page, server: Server) -> None:
    """One button opens a table against bots, without a name or a form."""
    page.goto(server.base)
    page.click("#play-spada")
    page.wait_for_url("**/t/*")
    assert page.locator("#part-seats .seat").count() == 4
    assert page.locator("#part-seats .seat.own").count() == 1
    for _ in range(3):
        assert driver.wait_until_asked(page)
        driver.click(page, driver.choose_to_finish(driver.actions(page)))


def test_a_turn_on_a_phone(person: Callable[..., Page], server: Server) -> None:
    """At 390 pixels, by touch, nothing is wider than the page, and an offer can be made."""
    page = person(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )

    def fits() -> None:
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{page.url} is {width} wide"

    page.goto(server.base)
    fits()
    address = driver.table_for_one(page, server)
    fits()
    for wanted in ("#part-hand .card.is-legal >> nth=0", '#part-question [data-act="bid"]'):
        before = driver.state_text(page)
        page.tap(wanted)
        driver.confirm(page)
        driver.wait_for_change(page, before)
        fits()
    assert driver.wait_until_asked(page)
    driver.click_board(page, tap=True)
    fits()
    page.goto(f"{address}/replay/1")
    fits()


def test_a_turn_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """With Tab and Enter an offer of two cards is chosen, reduced to one, and made."""
    driver.table_for_one(page, server)

    def press(start: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            focused = page.evaluate("""(({ act, target }, id) => act || target || id)(
                document.activeElement.dataset, document.activeElement.id)""")
            if str(focused).startswith(start):
                before = driver.state_text(page)
                page.keyboard.press("Enter")
                if page.query_selector("#confirm"):  # a final answer: the next stop confirms it
                    page.keyboard.press("Tab")
                    page.keyboard.press("Enter")
                driver.wait_for_change(page, before)
                return
        raise AssertionError(f"60 times Tab and no “{start}”")

    press("card:")
    assert "bid" in driver.actions(page)
    press("card:")
    press("undo")
    press("bid")
    assert "bid" not in driver.actions(page)


def test_the_board_with_the_keyboard(page: Page, server: Server) -> None:
    """Everything that can be clicked on the board can be focused and pressed, and has a label."""
    driver.table_for_one(page, server)
    if page.query_selector("#part-live") is None:
        return
    for key in ("Enter", "Space"):
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(f"document.activeElement.matches({driver.LEGAL!r})"):
                break
        named = "document.activeElement.getAttribute('aria-label')"
        assert page.evaluate("document.activeElement.getAttribute('role')") == "button"
        assert "offer" in str(page.evaluate(named))
        before = driver.state_text(page)
        page.keyboard.press(key)
        driver.wait_for_change(page, before)
    assert "bid" in driver.actions(page)
    # what can no longer be clicked is a picture again
    labels = "all => all.map((one) => one.getAttribute('aria-label') || one.getAttribute('role'))"
    assert any(page.eval_on_selector_all(driver.LEGAL, labels))
    driver.click(page, "bid")
    rest = ":is(#part-live, #part-hand) [data-target]:not(.is-legal)"
    assert not any(page.eval_on_selector_all(rest, labels))


def test_undo_on_the_page(page: Page, server: Server) -> None:
    """The same question is asked again, and the log mentions the undo."""
    driver.table_for_one(page, server)
    before = driver.actions(page)
    own = driver.position(page)
    driver.click(page, next(action for action in before if action.startswith("add")))
    assert driver.actions(page) != before
    changed = driver.state_text(page)
    page.click("#undo")
    driver.wait_for_change(page, changed)
    assert driver.actions(page) == before
    assert driver.position(page) == own
    assert page.query_selector("#undo") is None  # nothing is left to take back


def test_a_double_click_is_one_click(page: Page, server: Server) -> None:
    """The second click on a card or on “Undo” does not hit what appears in its place."""
    driver.table_for_one(page, server)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    page.wait_for_function(driver.SETTLED)
    x, y = page.evaluate(driver.SPOT_OF, [driver.LEGAL, driver.most_cards(page)])
    for clicks in (1, 2):
        before = driver.state_text(page)
        page.mouse.click(x, y)
        driver.wait_for_change(page, before)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        assert sent.count("act") == clicks
    before = driver.state_text(page)
    page.dblclick("#undo")
    driver.wait_for_change(page, before)
    assert sent.count("undo") == 1
    assert page.query_selector("#undo")  # the first card is still offered
    assert "bid" in driver.actions(page) or "pass" not in driver.actions(page)


def test_illegal_actions_are_refused_with_a_reason(
    company: Company, page: Page, server: Server
) -> None:
    """A request without a button is refused with reason and paragraph; nothing changes."""
    company.allow(r"status of (422|403)")
    driver.table_for_one(page, server)
    state = driver.fetched(page, "/state?seat=0")
    asked = {"seat": "0", "question": state["question"]}
    cases = [
        (asked | {"actions": ["attack black"]}, 422),
        (asked | {"actions": ["fly to the moon"]}, 422),
        (asked | {"actions": ["pass"], "question": "bid.99"}, 422),
        (asked | {"actions": ["pass"], "seat": "1"}, 403),
        (asked | {"actions": "pass"}, 422),
        (asked | {"actions": []}, 422),
    ]
    reasons = []
    for body, status in cases:
        refused = driver.fetched(page, "/act", body)
        assert (refused["status"], bool(refused["error"])) == (status, True), body
        reasons.append((refused["error"], refused["rule"]))
    assert reasons[0][1], "an action against the rules names the paragraph"
    why = driver.fetched(page, "/why", {"seat": "0", "action": "attack black"})["why"]
    assert (why["error"], why["rule"]) == reasons[0]
    after = driver.fetched(page, "/state?seat=0")
    assert after == state
    # without the CSRF token not even a legal action counts
    page.evaluate("document.getElementById('table').dataset.token = 'x'.repeat(64)")
    assert driver.fetched(page, "/act", asked | {"actions": ["pass"]})["status"] == 403
    assert driver.fetched(page, "/state?seat=0") == state
