"""Playing by keyboard and screen reader: every question and result is announced once, and the
position is available at any time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser import driver
from tests.browser.screen_reader import HEARING, ScreenReader
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

# an answer, not a control beside it
ANY = r"^(?!Less$|More$|.*Undo|.*Start this choice over|Suggest|Hint$)"
NOT_YET = rf"(?!Pass|End|Done){ANY}"
AT_REST = "() => !document.querySelector('#part-question[aria-busy]')"
STORY = "all => all.map((one) => one.textContent.trim().replace(/\\s+/g, ' '))"


def sits_down(person: Callable[..., Page], server: Server, game: str) -> ScreenReader:
    """Open a table with bots for a person with a screen reader."""
    page = person(fresh=True)
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
    return ScreenReader(page)


def story(reader: ScreenReader) -> list[str]:
    """Return the story as the list shows it."""
    lines = reader.page.get_by_role("list", name="What happened").get_by_role("listitem")
    return [str(line) for line in lines.evaluate_all(STORY)]


def plays(reader: ScreenReader, until: str, *wanted: str, most: int = 60) -> None:
    """Answer what is asked, until something is announced."""
    for _ in range(most):
        reader.page.wait_for_function(AT_REST, polling=20)
        heard = reader.heard()
        if any(re.search(until, text) for text in heard):
            return
        if not reader.page.locator(driver.ASKED).count():  # others play
            reader.wait(len(heard))
            continue
        reader.choose(*wanted)
        reader.wait(len(heard))
    raise AssertionError(f"nobody said {until}: {reader.heard()[-20:]}")


def check_all_was_said_once(reader: ScreenReader, before: list[str]) -> None:
    """Check that every new line of the story was announced as often as it is there."""
    reader.page.wait_for_function(AT_REST, polling=20)
    happened = Counter(story(reader)[len(before) :])
    said = Counter(reader.heard())
    assert happened
    assert {line: said[line] for line in happened} == dict(happened)


@pytest.mark.soak  # the page announces in the same way in all games
def test_a_year_of_la_spada(person: Callable[..., Page], server: Server) -> None:
    reader = sits_down(person, server, "spada")
    before = story(reader)
    assert reader.heard() == ["Yellow: Open the auction with cards from your hand, or pass."]
    assert "Year 1; Yellow is the King’s Counsellor." in reader.position()
    reader.choose(NOT_YET)  # the cards are folded, but found
    reader.wait(1)
    plays(reader, "^Year 2 begins", r"^(Pass|Done|End|Offer|Bid)", ANY)
    check_all_was_said_once(reader, before)
    assert "Year 2" in reader.position()


def test_a_turn_of_friedrich(person: Callable[..., Page], server: Server) -> None:
    reader = sits_down(person, server, "friedrich")
    before = story(reader)
    assert "Prussia is active." in reader.position()
    plays(reader, "Prussia moves", "^Suggest", "^Confirm|^Done", ANY)
    reader.choose("^March: Seydlitz")
    reader.page.wait_for_selector("#goal")
    assert reader.heard()[-1] == "Choose a destination for Seydlitz."
    goal = reader.here()
    assert (goal.role, goal.name) == ("combobox", "Where to?")
    number = len(reader.heard())
    reader.page.keyboard.press("ArrowDown")
    (where, *_) = reader.wait(number)
    while reader.press("Tab").name != "Go there":
        assert "Where to?" in reader.here().inside
    number = len(reader.heard())
    reader.page.keyboard.press("Enter")
    reader.wait(number)
    assert any(re.match("Seydlitz: Brandenburg → ", text) for text in reader.heard()), where
    plays(reader, "^Hanover is active", "^End the movement", ANY)
    check_all_was_said_once(reader, before)


@pytest.mark.soak  # the page announces in the same way in all games
def test_a_turn_of_revolution(person: Callable[..., Page], server: Server) -> None:
    reader = sits_down(person, server, "revolution")
    before = story(reader)
    assert "Turn 0 of 5." in reader.position()
    number = len(reader.heard())
    reader.choose(NOT_YET)
    reader.wait(number)
    plays(reader, "^Turn 1 begins", r"^(Done|End|Finish|Pass)", ANY)
    check_all_was_said_once(reader, before)


def test_keys_lead_to_the_places_of_the_table(person: Callable[..., Page], server: Server) -> None:
    reader = sits_down(person, server, "spada")
    places = {key: (stop.role, stop.name) for key in "1234" if (stop := reader.press(key))}
    assert places["1"] == ("region", "Question")
    assert places["3"] == ("region", "Your hand")
    assert places["4"] == ("list", "What happened")
    reader.page.keyboard.press("Escape")
    assert "Year 1" in reader.position()
    help_of_keys = reader.page.locator("#keys")
    reader.page.evaluate("() => { document.getElementById('about').open = true; }")
    for key in "1234":
        assert help_of_keys.get_by_text(key, exact=True).is_visible()
    reader.page.evaluate("() => { document.getElementById('talking').open = true; }")
    reader.page.focus("#talk input")
    reader.page.keyboard.type("1234")  # shortcuts do not disturb typing
    assert reader.page.input_value("#talk input") == "1234"
