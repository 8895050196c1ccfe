"""Playing by keyboard and screen reader: every question and result is announced once, and the
position is available at any time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser import driver
from tests.browser.screen_reader import HEARING, Listener
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

# an answer, not a control beside it
ANY = r"^(?!Less$|More$|.*Undo|.*Start this choice over|Suggest|Hint$)"
NOT_YET = rf"(?!Pass|End|Done){ANY}"
AT_REST = "() => !document.querySelector('#part-question[aria-busy]')"
STORY = "all => all.map((one) => one.textContent.trim().replace(/\\s+/g, ' '))"


def sits_down(person: Callable[..., Page], server: Server, game: str) -> Listener:
    """Open a table with bots for a person with a screen reader."""
    page = person()
    page.context.add_init_script(HEARING)
    if game == "spada":
        driver.table_for_one(page, server)
    else:
        page.goto(server.base)
        if game == "friedrich":  # newcomers get another seat
            page.click("#choose-friedrich summary")
            page.select_option("#choose-friedrich [name=seat]", "frederick")
        page.click(f"#play-{game}")
        page.wait_for_url("**/t/*")
        page.wait_for_selector(driver.ASKED, state="attached")
    return Listener(page)


def story(listener: Listener) -> list[str]:
    """Return the story as the list shows it."""
    lines = listener.page.get_by_role("list", name="What happened").get_by_role("listitem")
    return [str(line) for line in lines.evaluate_all(STORY)]


def plays(listener: Listener, until: str, *wanted: str, most: int = 60) -> None:
    """Answer what is asked, until something is announced."""
    for _ in range(most):
        listener.page.wait_for_function(AT_REST, polling=20)
        heard = listener.heard()
        if any(re.search(until, text) for text in heard):
            return
        if not listener.page.locator(driver.ASKED).count():  # others play
            listener.wait(len(heard))
            continue
        listener.choose(*wanted)
        listener.wait(len(heard))
    raise AssertionError(f"nobody said {until}: {listener.heard()[-20:]}")


def check_all_was_said_once(listener: Listener, before: list[str]) -> None:
    """Check that every new line of the story was announced as often as it is there."""
    listener.page.wait_for_function(AT_REST, polling=20)
    happened = Counter(story(listener)[len(before) :])
    said = Counter(listener.heard())
    assert happened
    assert {line: said[line] for line in happened} == dict(happened)


def test_a_year_of_la_spada(person: Callable[..., Page], server: Server) -> None:
    listener = sits_down(person, server, "spada")
    before = story(listener)
    assert listener.heard() == ["Yellow: Open the auction with cards from your hand, or pass."]
    assert "Year 1; Yellow is the King’s Counsellor." in listener.position()
    listener.choose(NOT_YET)  # the cards are folded, but found
    listener.wait(1)
    plays(listener, "^Year 2 begins", r"^(Pass|Done|End|Offer|Bid)", ANY)
    check_all_was_said_once(listener, before)
    assert "Year 2" in listener.position()


def test_a_turn_of_friedrich(person: Callable[..., Page], server: Server) -> None:
    listener = sits_down(person, server, "friedrich")
    before = story(listener)
    assert "Prussia is active." in listener.position()
    plays(listener, "Prussia moves", "^Suggest", "^Confirm|^Done", ANY)
    listener.choose("^March: Seydlitz")
    listener.page.wait_for_selector("#goal")
    assert listener.heard()[-1] == "Choose a destination for Seydlitz."
    goal = listener.here()
    assert (goal.role, goal.name) == ("combobox", "Where to?")
    number = len(listener.heard())
    listener.page.keyboard.press("ArrowDown")
    (where, *_) = listener.wait(number)
    while listener.press("Tab").name != "Go there":
        assert "Where to?" in listener.here().inside
    number = len(listener.heard())
    listener.page.keyboard.press("Enter")
    listener.wait(number)
    assert any(re.match("Seydlitz: Brandenburg → ", text) for text in listener.heard()), where
    plays(listener, "^Hanover is active", "^End the movement", ANY)
    check_all_was_said_once(listener, before)


@pytest.mark.soak  # the page announces in the same way in all games
def test_a_turn_of_revolution(person: Callable[..., Page], server: Server) -> None:
    listener = sits_down(person, server, "revolution")
    before = story(listener)
    assert "Turn 0 of 5." in listener.position()
    number = len(listener.heard())
    listener.choose(NOT_YET)
    listener.wait(number)
    plays(listener, "^Turn 1 begins", r"^(Done|End|Finish|Pass)", ANY)
    check_all_was_said_once(listener, before)


def test_keys_lead_to_the_places_of_the_table(person: Callable[..., Page], server: Server) -> None:
    listener = sits_down(person, server, "spada")
    places = {key: (stop.role, stop.name) for key in "1234" if (stop := listener.press(key))}
    assert places["1"] == ("region", "Question")
    assert places["3"] == ("region", "Your hand")
    assert places["4"] == ("list", "What happened")
    listener.page.keyboard.press("Escape")
    assert "Year 1" in listener.position()
    help_of_keys = listener.page.locator("#keys")
    listener.page.evaluate("() => { document.getElementById('about').open = true; }")
    for key in "1234":
        assert help_of_keys.get_by_text(key, exact=True).is_visible()
    listener.page.evaluate("() => { document.getElementById('talking').open = true; }")
    listener.page.focus("#talk input")
    listener.page.keyboard.type("1234")  # shortcuts do not disturb typing
    assert listener.page.input_value("#talk input") == "1234"
