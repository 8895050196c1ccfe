"""A table on small screens: the board has its room, nothing is clipped, everything is reachable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from chancery.core.words import LANGUAGES
from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.browser.test_board import PHONE
from tests.browser.test_table_layout import FAULTS
from tests.records import kept_as, read
from tests.soaking import covering, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

LAPTOP, SMALL = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
BOARD = 0.6  # of the height of a laptop
LEAST = 9  # pixels of a letter on the board

POSITIONS = {
    "march": ("friedrich", "quartermaster-4-b", 60),
    "fight": ("friedrich", "quartermaster-4-b", 849),
    "auction": ("spada", "steward-4", 15),
    "units": ("revolution", "regent-4-a", 20),
    "coins": ("revolution", "regent-5-v2", 157),
}

# Toolbars, the status and the answers in sight that something cuts off.
CLIPPED = """(selector) => [...document.querySelectorAll(selector)].flatMap((one) => {
    if (!one.checkVisibility()) return [];
    const own = one.getBoundingClientRect();
    const said = one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40) || one.id;
    if (own.left < -1 || own.right > innerWidth + 1 || own.bottom > innerHeight + 1)
        return [`${said} leaves the window`];
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
        return [`${said} is cut off`];
    for (let up = one.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowX === "visible") continue;
        const around = up.getBoundingClientRect();
        if (own.left < around.left - 1 || own.right > around.right + 1)
            return [`${said} is cut off by ${up.className || up.id}`];
    }
    return [];
})"""
# The rows of the header.
HEADER_ROWS = """() => {
    const parts = [...document.querySelectorAll(".top > :not(.copy-note)")];
    return new Set(parts.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round((top + height / 2) / 12);
    })).size;
}"""
# The rows of the drawers' tabs.
TAB_ROWS = """() => {
    const tabs = [...document.querySelectorAll(".drawers > :is(details, button)")];
    return new Set(tabs.filter((one) => one.checkVisibility()).map((one) =>
        Math.round(one.getBoundingClientRect().bottom / 8))).size;
}"""
# Whether something that the question is about is on the part of the board that is shown.
IN_SIGHT = """() => {
    const seen = document.getElementById("frame").getBoundingClientRect();
    return [...document.querySelectorAll("#part-live .is-legal")].some((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left >= seen.left && right <= seen.right && top >= seen.top && bottom <= seen.bottom;
    });
}"""
TOOLBARS = "#tools button, #find, .drawers summary, .drawers > button, #story-open, .edge"
STATUS = ".status .round, .status b, .status .acts"
# The smallest letters on the board that are shown, in pixels.
LETTERS = """() => {
    const seen = document.getElementById("frame").getBoundingClientRect();
    const sizes = [...document.querySelectorAll("#frame text")].flatMap((text) => {
        const box = text.getBoundingClientRect();
        const out = box.right < seen.left || box.left > seen.right || box.bottom < seen.top
            || box.top > seen.bottom || !box.width || !text.textContent.trim();
        if (out || !text.checkVisibility({ visibilityProperty: true })) return [];
        const { a, b } = text.getScreenCTM();
        return [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b)];
    });
    return [sizes.length, Math.min(...sizes)];
}"""
INSIDE = """(target) => {
    const frame = document.getElementById("frame").getBoundingClientRect();
    const box = document.querySelector(`#frame [data-target="${target}"]`).getBoundingClientRect();
    return box.left >= frame.left - 1 && box.right <= frame.right + 1;
}"""
RIGHT_EDGE = """() => Math.max(...[...document.querySelectorAll("#frame [data-target]")].map(
    (one) => one.getBoundingClientRect().right))"""
ROWS = """() => [...document.querySelectorAll("#part-question .dial.step")].map((dial) =>
    [dial.dataset.for, dial.getBoundingClientRect().height])"""


def opened(company: Company, server: Server, name: str, **settings: Any) -> Page:
    """Open a copy of a position."""
    page = company.person(**settings)
    game, key, step = POSITIONS[name]
    driver.copy_at(page, driver.open_record(page, server, read(kept_as(game, key))), step)
    driver.acknowledge_scenes(page)
    page.wait_for_function(driver.SETTLED, polling=20)
    return page


def share(page: Page) -> float:
    """Return how much of the window's height the board has."""
    box, window = page.locator("#frame").bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    return box["height"] / window["height"]


@pytest.mark.parametrize(
    ("name", "language"), sample(covering(["auction", "march", "units"], reversed(LANGUAGES)), 3)
)
def test_a_laptop_keeps_the_board_large_and_nothing_is_clipped(
    company: Company, server: Server, name: str, language: str
) -> None:
    """The same page on a phone clips no toolbar either."""
    page = opened(company, server, name, viewport=LAPTOP)
    if page.get_attribute("html", "lang") != language:
        with page.expect_navigation():
            page.select_option("#language", language)
    assert share(page) >= BOARD
    assert page.evaluate(FAULTS, ["prompt", "first button", "card", "board", "story"]) == []
    assert page.evaluate(CLIPPED, f"{TOOLBARS}, {STATUS}, #part-question button") == []
    assert page.evaluate(TAB_ROWS) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(CLIPPED, TOOLBARS) == []
    # one row for the site and one for the status, however long the name of the player
    page.evaluate("document.querySelector('.me a:last-child').textContent = 'Bartholomaeus'")
    assert page.evaluate(HEADER_ROWS) == 2
    # the last line of the story begins at the edge
    assert page.evaluate("getComputedStyle(document.querySelector('.log')).paddingLeft") == "0px"
    page.click("#more-drawers")
    assert page.evaluate(CLIPPED, TOOLBARS) == []
    with page.expect_navigation():  # other tests expect English
        page.select_option("#language", "en")


def test_an_auction_leaves_the_board_in_sight(company: Company, server: Server) -> None:
    """On a laptop the tools stand beside the board, on a phone it has a quarter of the height."""
    page = opened(company, server, "auction", viewport=LAPTOP)
    tools = page.locator("#tools").bounding_box()
    assert tools is not None
    assert page.evaluate(RIGHT_EDGE) <= tools["x"] + 1
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(driver.SETTLED, polling=20)
    assert share(page) >= 0.24


def check_letters(page: Page) -> None:
    """Check that letters on the part of the board that is shown first are large enough."""
    count, smallest = page.evaluate(LETTERS)
    assert count > 3
    assert smallest >= LEAST


@pytest.mark.parametrize("name", ["march", "auction"])
def test_letters_on_a_phone_have_nine_pixels(company: Company, server: Server, name: str) -> None:
    """The next two tests check it on the board of Revolution."""
    page = opened(company, server, name, **PHONE)
    check_letters(page)
    if name == "march":  # of Hanover, far from the middle of the board
        assert page.evaluate(IN_SIGHT)
        page.evaluate("Board.whole()")
        assert page.evaluate(LETTERS)[0] == 0  # instead of letters of four pixels


def test_margins_and_overlays_are_reached_on_a_phone(company: Company, server: Server) -> None:
    """The margins slide in and out; overlays unfold; a popup stands beside what was tapped."""
    page = opened(company, server, "coins", **PHONE)
    check_letters(page)
    assert page.locator(".edge:visible").count() == 2
    for margin, target in ((2, "table:allegiance"), (1, "faction:catholics")):
        assert not page.evaluate(INSIDE, target)
        page.tap(f'.edge[data-margin="{margin}"]')
        page.wait_for_function(f"() => ({INSIDE})({target!r})")
        assert page.evaluate(LETTERS)[1] >= LEAST
        page.tap('.edge[data-margin="0"]')
        page.wait_for_function(f"() => !({INSIDE})({target!r})")
    assert not page.is_visible("[data-overlay=m]")
    page.tap("#more-tools")
    assert page.locator("[data-overlay]:visible").count() == page.locator("[data-overlay]").count()
    assert page.evaluate(CLIPPED, "[data-overlay], #find") == []
    page.tap("[data-overlay=m]")
    page.wait_for_selector("#part-overlay .rv-label", state="attached")
    assert not page.is_visible("[data-overlay=m]")  # the board is seen again
    # coins: one of several meanings is chosen beside the city
    page.evaluate("Board.whole()")
    page.wait_for_function(driver.SETTLED, polling=20)
    city = '#ground [data-target="city:gent"]:not([data-aside])'
    page.dispatch_event(city, "contextmenu", {"bubbles": True})
    page.wait_for_selector("#choice[open]")
    popup, tapped = page.locator("#choice").bounding_box(), page.locator(city).bounding_box()
    assert popup is not None
    assert tapped is not None
    below = popup["y"] - (tapped["y"] + tapped["height"])
    above = tapped["y"] - (popup["y"] + popup["height"])
    assert 0 <= max(below, above) < 20
    assert popup["x"] >= 0
    assert popup["x"] + popup["width"] <= 390


def test_units_are_placed_with_steppers_of_one_line(company: Company, server: Server) -> None:
    """Each goal keeps its place, and its preview is below the list, where nothing moves."""
    page = opened(company, server, "units", **PHONE)
    check_letters(page)
    rows = page.evaluate(ROWS)
    assert len(rows) >= 3
    assert all(height <= 52 for _, height in rows), rows
    second = "#part-question .dial.step >> nth=1"
    before = page.locator("#part-question").bounding_box()
    page.tap(f"{second} >> .more")
    assert (page.text_content(f"{second} >> output") or "") == "2"
    assert page.locator("#part-question").bounding_box() == before
    assert "2 new units" in (page.text_content(".stepped") or "")
    page.tap(f"{second} >> .less")
    shown = driver.state_text(page)
    page.tap(f"{second} >> [data-act]")
    driver.wait_for_change(page, shown)
    after = [target for target, _ in page.evaluate(ROWS)]
    assert after == [target for target, _ in rows if target in after]
