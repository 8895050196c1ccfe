"""The community: a tournament of four, an answered note, a followed player."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.driver import until
from tests.browser.server import DATABASE, Server
from tests.browser.test_access import faults, more_faults
from tests.soaking import SOAK
from tests.timeouts import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ("Anna", "Bruno", "Clara", "Dora")
LARGE, SMALL = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PEOPLE_AT = """(all) => all.map((match) => [
    match.querySelector(".match-title a").getAttribute("href"),
    [...match.querySelectorAll("li .names")].map((one) => one.firstChild.textContent.trim())])"""


@pytest.fixture(scope="module")
def fast_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that accepts a deadline as passed after two looks half a second apart."""
    server = Server(
        tmp_path_factory.mktemp("town"), CHANCERY_HASHER="fast", CHANCERY_CLOCK_APART="0.5"
    )
    server.start()
    yield server
    server.close()


def pass_a_day(server: Server) -> None:
    """Move every deadline a day and an hour into the past."""
    with closing(sqlite3.connect(server.home / DATABASE, timeout=PATIENCE)) as rows:
        for column in ("due", "remind"):
            earlier = f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-25 hours') || '000'"
            rows.execute(f"UPDATE web_seat SET {column} = {earlier} WHERE {column} IS NOT NULL")
        rows.commit()


def inside(page: Page, selector: str) -> None:
    """Check that an element fits into the width of the window, and nothing scrolls sideways."""
    page.locator(selector).scroll_into_view_if_needed()
    box = page.locator(selector).bounding_box()
    window = page.viewport_size
    assert box is not None
    assert window is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= window["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= window["height"] + 1  # a fraction is rounded
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= window["width"]


def open_cup(page: Page, server: Server) -> str:
    """Open a tournament by the form; return its address."""
    page.goto(f"{server.base}/tournaments")
    page.click(".starter:has-text('Friedrich') a.button")
    page.fill("[name=title]", "Winter cup")
    page.fill("[name=wanted]", "4")
    page.select_option("[name=days]", "1")
    page.uncheck("[name=rated]")
    page.select_option("[name=option-players]", "2")
    page.select_option("[name=option-game]", "west")
    page.click("main button.main")
    page.wait_for_url(re.compile(r"/tournaments/[\w-]+$"))
    return page.url


def tables_of(page: Page) -> list[tuple[str, list[str]]]:
    """Return the tables of the latest round, and who sits there."""
    section = page.locator("section.round").first
    found = section.locator(".matches > li").evaluate_all(PEOPLE_AT)
    return [(str(link), list(people)) for link, people in found]


def wait_for_round(page: Page, server: Server, address: str, number: int) -> None:
    """Wait until the tournament has advanced to a round, or to its end, and show it."""
    with closing(sqlite3.connect(server.home / DATABASE, timeout=PATIENCE)) as rows:
        sql = "SELECT round + (finished IS NOT NULL) FROM web_tournament"
        until(lambda: rows.execute(sql).fetchone() == (number,), f"round {number}", 0.1)
    page.goto(address)
    title = f"round {number} of 3" if number <= 3 else "Final standings"
    assert title in page.inner_text("main")


def agree(page: Page, server: Server, link: str) -> None:
    """Agree to end the game here."""
    page.goto(server.base + link)
    page.click("#about summary")
    with page.expect_response("**/agree") as answer:
        page.click("#agree")
    assert answer.value.ok


def agree_past_the_page(page: Page, server: Server, link: str) -> None:
    """Agree to end the game, without showing the table."""
    seat = driver.request_json(page, f"{server.base}{link}/state")["seat"]
    driver.request_json(page, f"{server.base}{link}/agree", {"seat": str(seat), "agrees": True})


def resign(page: Page, server: Server, link: str) -> None:
    """Leave one's seat to a bot by resigning."""
    page.goto(server.base + link)
    page.once("dialog", lambda dialog: dialog.accept())
    page.click("#about summary")
    page.click("[name=resign]")
    page.wait_for_selector("#part-seats:has-text('resigned')")


def test_four_play_a_tournament(
    company: Company, person: Callable[..., Page], fast_server: Server
) -> None:
    # the page of a player who resigns may request the seat that is no longer his
    company.allow("status of 403")
    people = {name: person(viewport=LARGE) for name in NAMES}
    for name, page in people.items():
        driver.join(page, fast_server, name)
    anna, bruno = people["Anna"], people["Bruno"]
    address = open_cup(anna, fast_server)
    assert "1 of 4 players" in anna.inner_text("main")
    found = more_faults(anna)
    for name in NAMES[2:]:
        path = address.removeprefix(fast_server.base)
        driver.posted(people[name], fast_server.base, f"{path}/change", do="join")
    bruno.goto(f"{fast_server.base}/tables")
    bruno.click("#tournaments a:has-text('Winter cup')")
    bruno.click("button:has-text('Take part')")
    bruno.wait_for_load_state()
    # the last player has started it
    assert "round 1 of 3" in bruno.inner_text("main")
    (link, pair), (other, rivals) = tables_of(bruno)
    assert sorted((*pair, *rivals)) == sorted(NAMES)
    found += more_faults(bruno)

    # one game ends by agreement, in the other somebody resigns and the rest is not played
    agree(people[pair[0]], fast_server, link)
    agree_past_the_page(people[pair[1]], fast_server, link)
    loser, winner = rivals
    resign(people[loser], fast_server, other)
    agree_past_the_page(people[winner], fast_server, other)
    wait_for_round(anna, fast_server, address, 2)
    score = dict.fromkeys(pair, 0.5) | {winner: 1.0, loser: 0.0}

    before = tables_of(anna)
    assert {frozenset(names) for _, names in before}.isdisjoint({frozenset(pair)})
    if SOAK:  # otherwise tests/web/test_tournaments.py plays on
        # nobody plays for a day: the tables are over, and nobody scores
        pass_a_day(fast_server)
        wait_for_round(anna, fast_server, address, 3)

        for link, names in tables_of(anna):
            for name in names:
                agree_past_the_page(people[name], fast_server, link)
                score[name] += 0.5
        wait_for_round(anna, fast_server, address, 4)
    rows = anna.locator("#standings tbody tr")
    shown = [
        (row.locator("th").inner_text().strip(), row.locator("strong").inner_text())
        for row in rows.all()
    ]
    written = {0.0: "0", 0.5: "½", 1.0: "1", 1.5: "1½"}
    assert dict(shown) == {name: written[points] for name, points in score.items()}
    assert (shown[0][0], shown[-1][0]) == (winner, loser)
    inside(anna, "#standings")
    found += faults(anna)
    small = person(viewport=SMALL, color_scheme="dark")
    small.goto(address)
    assert small.inner_text("#standings h2") == ("Final standings" if SOAK else "Standings")
    inside(small, "#standings")
    small.click(".how summary")
    inside(small, ".how")
    found += more_faults(small)
    for path in ("/tournaments", "/tournaments/new/spada", "/people/Bruno") if SOAK else ():
        bruno.goto(fast_server.base + path)
        found += faults(bruno)
    assert found == []


@pytest.mark.soak  # tests/web/test_community.py; no script takes part
def test_a_note_is_answered(person: Callable[..., Page], fast_server: Server) -> None:
    emil, fritz = person(viewport=LARGE), person(viewport=SMALL, color_scheme="dark")
    driver.join(emil, fast_server, "Emil")
    driver.join(fritz, fast_server, "Fritz")
    emil.goto(f"{fast_server.base}/tables")
    emil.click("#calls summary")
    emil.select_option("#calls [name=game]", "spada")
    emil.fill("#calls [name=options]", "three players")
    emil.fill("#calls [name=text]", "A quiet game in the evening?")
    emil.click("#calls button.main")
    emil.wait_for_selector("#calls q")
    found = more_faults(emil)
    fritz.goto(f"{fast_server.base}/tables")
    inside(fritz, "#calls .calls li")
    found += more_faults(fritz)
    fritz.click("#calls a.button")
    assert fritz.input_value("[name=seat-1]") == "invited"
    assert fritz.input_value("[name=name-1]") == "Emil"
    fritz.click("main button.main")
    fritz.wait_for_url("**/t/*")
    emil.goto(f"{fast_server.base}/tables")
    assert "You are invited" in emil.inner_text("#lists")
    emil.click("#calls button:has-text('Remove')")
    emil.wait_for_selector("#calls q", state="detached")
    assert found == []


@pytest.mark.soak  # tests/web/test_community.py; no script takes part
def test_a_player_is_followed(person: Callable[..., Page], fast_server: Server) -> None:
    gerda, hans = person(viewport=LARGE), person()
    driver.join(gerda, fast_server, "Gerda")
    driver.join(hans, fast_server, "Hans")
    driver.open_waiting(hans, fast_server, "me", "open", "bot:player", title="Company wanted")
    gerda.goto(f"{fast_server.base}/people/Hans")
    gerda.click("button:has-text('Follow')")
    gerda.wait_for_selector("button:has-text('Unfollow')")
    gerda.goto(f"{fast_server.base}/tables")
    assert "Company wanted" in gerda.inner_text("#followed")
    found = more_faults(gerda)
    gerda.click("#followed a:has-text('Players you follow')")
    gerda.wait_for_url("**/following")
    found += more_faults(gerda)
    gerda.click("button:has-text('Unfollow')")
    gerda.wait_for_selector("main:has-text('You don’t follow anyone yet.')")
    assert found == []
