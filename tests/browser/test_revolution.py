"""Revolution on the plain table: no picture yet, everything by the list of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.browser import hands
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def _sober(legal: Sequence[str], tried: set[str]) -> str:
    """Somebody who does each kind of thing once and then is done."""
    for action in legal:
        if action.split()[0] not in tried and action != "done":
            return action
    return "done" if "done" in legal else legal[0]


def _click(page: Page, action: str) -> None:
    """Click, and wait for the next question: others act at the same time."""
    asked = "() => document.getElementById('part-question').innerHTML"
    before = page.evaluate(asked)
    page.click(f'#part-question [data-act="{action}"]')
    page.wait_for_function(f"(before) => ({asked})() !== before", arg=before, polling=20)


def test_the_opening_turn_and_the_first_of_five(page: Page, server: Server) -> None:
    """The Catholics by hand, the others by bots: turn 0 and turn 1, until turn 2 begins."""
    page.goto(f"{server.base}/new/revolution")
    for seat in (1, 2, 3, 4):
        page.select_option(f'[name="seat-{seat}"]', "bot:random")
    page.click("button.main")
    page.wait_for_url("**/t/*")
    verbs: set[str] = set()
    position = ""
    for _ in range(300):
        assert hands.wait_until_asked(page)
        if "Turn 2" in hands.text_of(page, "#part-log"):
            break
        position = hands.position(page)
        action = _sober(hands.actions(page), verbs)
        verbs.add(action.split()[0])
        _click(page, action)
    assert "Turn 2" in hands.text_of(page, "#part-log")
    assert {"place", "tax", "put", "pay", "done"} <= verbs
    assert "KÖLN" in position
    assert "Revolution" in page.title()
