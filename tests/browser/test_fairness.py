"""Fairness as users see it: an imported game played on, separate talk, a digest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser import driver
from tests.browser.server import Server
from tests.records import kept_as, read

if TYPE_CHECKING:
    from playwright.sync_api import Page


def heard(page: Page, text: str) -> None:
    """Wait until a line of talk is on the page."""
    page.wait_for_function(
        "(text) => document.getElementById('part-talk').textContent.includes(text)",
        arg=text,
    )


def say(page: Page, text: str) -> None:
    """Open the talk and say something; one's own line appears."""
    page.evaluate("document.querySelector('details:has(#talk)').open = true")
    page.fill("#talk [name=text]", text)
    page.press("#talk [name=text]", "Enter")
    heard(page, text)


@pytest.mark.soak  # tests/web/test_fairness.py, and test_live.py for what is said meanwhile
def test_an_imported_game_is_played_on_with_others(
    person: Callable[..., Page], server: Server
) -> None:
    one, two, three = person(), person(viewport={"width": 390, "height": 844}), person()
    replay = driver.open_record(one, server, read(kept_as("spada", "steward-3")))
    one.goto(f"{replay}30")
    one.click("#about > summary")
    one.select_option('form[action$="/on"] select', "0")
    one.click('form[action$="/on"] button')
    one.wait_for_selector("#letter-link")
    link = one.input_value("#letter-link")
    assert "imported by a guest" in driver.text_of(one, ".notice")

    # newcomers are told before they sit down
    two.goto(link)
    assert "who knows everything up to where" in driver.text_of(two, ".notice")
    driver.take_seat(two, 1, "Bruna")
    two.wait_for_selector("[data-company=stand]")
    one.wait_for_function("() => document.body.textContent.includes('Bruna')")
    one.click("[data-company=start]")
    one.wait_for_selector("#part-seats .seat.own", state="attached")
    two.wait_for_selector("#part-seats .seat.own", state="attached")
    assert "imported" in driver.text_of(two, ".notice")

    # the digest of the seed is there from the start
    digest = one.text_content("#part-chance code")
    assert digest is not None
    assert len(digest) == 40
    assert two.text_content("#part-chance code") == digest

    # players and spectators have separate talk
    three.goto(one.url)
    say(one, "between us two")
    heard(two, "between us two")
    say(three, "among those who watch")
    say(two, "heard")
    heard(one, "heard")
    for page in (one, two):
        assert "those who watch" not in driver.text_of(page, "#part-talk")
    three.reload()
    talk = three.evaluate("document.getElementById('part-talk').textContent")
    assert "among those who watch" in talk
    assert "between us two" not in talk
