"""Friedrich on the plain table: no picture yet, everything by the list of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.browser import hands
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def _sober(legal: Sequence[str], marches: int) -> str:
    """Somebody who marches a little and then ends his movement."""
    by_verb = {action.split()[0]: action for action in reversed(legal)}
    if "end" in by_verb and marches < 3 and "march" in by_verb:
        return by_verb["march"]
    for verb in ("end", "stop", "quit", "decline", "stand"):
        if verb in by_verb:
            return by_verb[verb]
    return legal[len(legal) // 2]


def _click(page: Page, action: str) -> None:
    """Click, and wait for the next question: others act at the same time."""
    asked = "() => document.getElementById('part-question').innerHTML"
    before = page.evaluate(asked)
    page.click(f'#part-question [data-act="{action}"]')
    page.wait_for_function(f"(before) => ({asked})() !== before", arg=before, polling=20)


def test_a_whole_turn_of_four(page: Page, server: Server) -> None:
    """Frederick by hand, the others by bots: set-up, marches and fights until turn 2 begins."""
    page.goto(f"{server.base}/new/friedrich")
    for seat in (1, 2, 3):
        page.select_option(f'[name="seat-{seat}"]', "bot:random")
    page.click("button.main")
    page.wait_for_url("**/t/*")
    marches, verbs = 0, set()
    for _ in range(200):
        assert hands.wait_until_asked(page)
        if "Turn 2." in hands.text_of(page, "#part-log"):
            break
        legal = hands.actions(page)
        action = _sober(legal, marches)
        marches = 0 if action == "end" else marches + action.startswith("march ")
        verbs.add(action.split()[0])
        _click(page, action)
    assert "Turn 2." in hands.text_of(page, "#part-log")
    assert {"give", "march", "to", "end"} <= verbs
    # the list can be searched, and what is not legal is refused with its paragraph
    assert "Prussia" in hands.position(page)
    assert "Friedrich" in page.title()
