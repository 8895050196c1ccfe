"""Somebody learns a game: guided games to their end, exercises, hints, worked examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser import hands
from tests.browser.hands import Mouse
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

LECTURED = """() => {
    const teacher = document.querySelector("#part-teacher .teacher");
    const asked = document.querySelector("#part-question [data-act]");
    return teacher && (asked || teacher.matches(".farewell"));
}"""
REMARK = "#part-teacher .remark:not([hidden])"
GO_ON = '#part-teacher [data-remark="1"]:not([hidden])'
INSIDE = """(selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}"""


def begin(page: Page, server: Server, game: str, key: str = "") -> None:
    """From the page of the game to the table."""
    page.goto(f"{server.base}/learn/{game}")
    page.click(f"#lesson-{key} button" if key else "#guide")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#part-teacher .teacher")


def listen(page: Page) -> list[str]:
    """Read what the teacher says, one remark after the other; each is inside the window."""
    said = [page.inner_text(REMARK)]
    while page.query_selector(GO_ON):
        assert page.evaluate(INSIDE, REMARK)
        page.click(GO_ON)
        said.append(page.inner_text(REMARK))
    assert page.evaluate(INSIDE, REMARK)
    return said


def to_the_end(page: Page, most: int = 250) -> list[str]:
    """Do what the teacher asks for until he says good-bye; all that he said."""
    said: list[str] = []
    for _ in range(most):
        page.wait_for_function(LECTURED, polling=20)
        hands.note(page)
        now = listen(page)
        if now != said[-len(now) :]:
            said += now
        if page.query_selector(".teacher.farewell"):
            return said
        wanted = page.get_attribute(".teacher", "data-wanted") or ""
        before = hands.shown(page)
        Mouse(page).answer(wanted.split("|")[0] if wanted else hands.actions(page)[0])
        hands.wait_for_change(page, before)
    raise AssertionError("the teacher never came to an end")


GUIDES = [("spada", "en-GB"), ("spada", "it-IT")]


@pytest.mark.parametrize(("game", "language"), GUIDES)
def test_a_guided_game_to_its_end(
    person: Callable[..., Page], server: Server, game: str, language: str
) -> None:
    page = person(locale=language)
    begin(page, server, game)
    said = to_the_end(page)
    assert len(said) > 20
    page.goto(f"{server.base}/learn/{game}")
    assert "✓" in page.inner_text(".guided h2")
