"""Playback of what happened while a reader was away: at his pace, and skipped by a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.conftest import Company, Contexts
from tests.browser.server import Server
from tests.browser.test_spada import LIES_OVER
from tests.records import kept_as, read
from tests.soaking import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

# A page with the scripts of a table, on which the player applies frames.
SET_UP = """(seat) => {
    const bar = document.createElement("p");
    bar.id = "playback";
    bar.hidden = true;
    bar.innerHTML = '<span class="playback-line"></span><button type="button">Skip</button>';
    document.body.append(bar);
    const slug = document.getElementById("replay").dataset.slug;
    window.shownSteps = [];
    window.moving = { shown: 0, told: 0, since: 0 };
    const glides = () => document.getAnimations().some(
        (one) => one instanceof CSSTransition && one.transitionProperty === "transform");
    window.playback = Playback({
        slug,
        call: async (path) => (await fetch(`/t/${slug}/${path}`)).json(),
        seat: () => seat,
        show: (frame) => {
            showFrame(frame);
            window.shownSteps.push(frame.step);
            window.moving.shown += glides();
            window.moving.since = performance.now();
        },
        addLines: (frame, skipped) => {
            // playback waits for no more than 2.5 s, which a busy machine can need for one frame
            const patient = performance.now() - window.moving.since < 2400;
            window.moving.told += !skipped && patient && glides();
            window.skipped = skipped;
        },
    });
}"""


@pytest.fixture(scope="module")
def moved(contexts: Contexts, server: Server) -> tuple[str, Any]:
    """The address of a table where others have moved, and the cookies of the player."""
    company = Company(contexts)
    page = company.person()
    address = driver.table_for_one(page, server)
    driver.click(page, "pass")
    assert driver.wait_until_asked(page)
    cookies = page.context.cookies()
    company.close()
    return address, cookies


@pytest.fixture
def away(person: Callable[..., Page], moved: tuple[str, Any]) -> Page:
    """A reader who looks at the replay from its beginning."""
    address, cookies = moved
    page = person(reduced_motion="no-preference")
    page.context.add_cookies(cookies)
    page.goto(f"{address}/replay/0")
    page.wait_for_selector("#slider")
    page.evaluate("localStorage.clear()")
    page.evaluate(SET_UP, 0)
    return page


def last(page: Page) -> int:
    return int(page.get_attribute("#replay", "data-last") or "")


def steps(page: Page) -> Any:
    return page.evaluate("window.shownSteps")


def present(page: Page) -> str:
    """Return what lies on the board at the end."""
    return str(
        page.evaluate(
            """async () => {
                const slug = document.getElementById("replay").dataset.slug;
                const found = await (await fetch(`/t/${slug}/state`)).json();
                const place = document.createElement("div");
                place.innerHTML = found.parts.live;
                return place.textContent;
            }"""
        )
    )


def test_playback_runs_from_the_last_read_line_to_now(away: Page) -> None:
    assert away.evaluate("window.playback.since(0)") is True
    assert steps(away) == sorted(set(steps(away)))
    assert (steps(away)[0], steps(away)[-1]) == (0, last(away))
    assert away.text_content("#part-live") == present(away)
    assert away.locator("#playback").is_hidden()
    assert away.text_content(".playback-line")
    assert away.evaluate("window.skipped") is False


def test_lines_are_told_when_pieces_have_arrived(
    person: Callable[..., Page], server: Server
) -> None:
    page = person(reduced_motion="no-preference")
    replay = driver.open_record(page, server, read(kept_as("friedrich", "quartermaster-4-b")))
    page.goto(f"{replay}40")
    page.wait_for_selector("#slider")
    page.evaluate("localStorage.setItem('pace', 'quick')")
    page.evaluate(SET_UP, None)
    told = page.evaluate(
        "async () => (await (await fetch('../frames?from=40&to=40')).json()).frames[0].told"
    )
    page.evaluate("(told) => void (window.done = window.playback.since(told))", told)
    page.wait_for_function("() => window.shownSteps.length > 3", polling=20)  # of one march
    page.evaluate("window.playback.skip()")
    assert page.evaluate("window.done") is True
    assert page.evaluate("window.moving.shown") > 0
    assert page.evaluate("window.moving.told") == 0


@pytest.mark.parametrize("key", sample(["Escape", "Enter"], 1))
def test_a_key_skips_playback(away: Page, key: str) -> None:
    away.evaluate("localStorage.setItem('pace', 'slow')")
    away.evaluate("void (window.done = window.playback.since(0))")
    away.wait_for_selector("#playback:not([hidden])")
    away.wait_for_function("() => window.shownSteps.length > 0")
    away.keyboard.press(key)
    assert away.evaluate("window.done") is True
    assert steps(away)[-1] == last(away)
    assert len(steps(away)) < last(away)
    assert away.evaluate("window.skipped") is True
    assert away.text_content("#part-live") == present(away)
    assert away.evaluate("window.playback.playing()") is False


def test_a_button_skips_playback(away: Page) -> None:
    away.evaluate("localStorage.setItem('pace', 'slow')")
    away.evaluate("void (window.done = window.playback.since(0))")
    away.wait_for_function("() => window.shownSteps.length > 0")
    away.evaluate("document.querySelector('#playback button').click()")
    assert away.evaluate("window.done") is True
    assert steps(away)[-1] == last(away)


def test_playback_can_be_switched_off(away: Page) -> None:
    away.evaluate("localStorage.setItem('pace', 'off')")
    assert away.evaluate("window.playback.since(0)") is False
    assert steps(away) == []


def test_the_story_waits_for_playback(person: Callable[..., Page], server: Server) -> None:
    """Neither the story nor a scene shows the end before it, and nothing covers the board."""
    page = person(reduced_motion="no-preference")
    driver.table_for_one(page, server)
    page.evaluate("localStorage.setItem('pace', 'slow')")
    driver.click(page, "pass")
    page.wait_for_selector("#playback:not([hidden])")
    # the status names who moves; who was to move before is not shown
    assert page.is_hidden("#part-question .prompt.waiting")
    assert page.is_hidden("#part-seats .asked .mark")
    # a reader who does not see the board hears each line when it is told
    page.wait_for_function("() => / (passes|offers|bids)/.test(said.textContent)")
    page.keyboard.press("Escape")
    assert driver.wait_until_asked(page)
    assert not page.evaluate("document.querySelector('.is-playing-back')")
    page.evaluate(
        """() => {
            for (const key of Object.keys(localStorage))
                if (key.startsWith("told ")) localStorage.setItem(key, "1");
        }"""
    )
    page.reload()
    page.wait_for_selector("#playback:not([hidden])")
    last_line = "#part-log li:last-child"
    page.wait_for_selector(last_line, state="hidden")
    assert not page.is_visible(driver.SCENE)
    assert not page.evaluate(LIES_OVER, ["#playback", "#frame"])
    page.keyboard.press("Escape")
    page.wait_for_selector(last_line)
    assert page.locator("#part-log .to-come").count() == 0
    assert not page.is_visible(driver.SCENE)  # nothing is left to acknowledge


def test_read_lines_are_not_played_again(away: Page) -> None:
    lines = away.locator("#part-log li").count()
    # the first visit has nothing to catch up with
    assert away.evaluate("(told) => window.playback.upTo(told)", lines - 2) is False
    assert steps(away) == []
    # what has happened since is played as well, and then it has been read
    assert away.evaluate("(told) => window.playback.upTo(told)", lines - 1) is True
    assert steps(away)[-1] == last(away)
    assert len(steps(away)) <= 3
    away.evaluate("window.shownSteps.length = 0")
    assert away.evaluate("(told) => window.playback.upTo(told)", lines) is False
    assert steps(away) == []


def test_updates_are_shown_when_playback_is_impossible(company: Company, server: Server) -> None:
    """When requests for frames fail, the updates received meanwhile are shown."""
    company.allow("ERR_FAILED")
    page = company.person(reduced_motion="no-preference")
    address = driver.table_for_one(page, server)
    driver.click(page, "pass")
    assert driver.wait_until_asked(page)
    slug = address.rsplit("/", 1)[1]
    page.evaluate(f"localStorage.setItem('pace', 'quick'); localStorage['told {slug} 0'] = 0")
    held: list[Route] = []
    page.route("**/frames?*", lambda route: held.append(route))
    with page.expect_request("**/frames?*"):
        page.reload()
    page.wait_for_selector("#playback:not([hidden])")
    page.evaluate("() => { document.addEventListener('shown', () => { window.shown = true; }); }")
    with page.expect_response("**/state?*"):
        page.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    assert not page.evaluate("window.shown")
    for route in held:
        route.abort()
    page.wait_for_function("() => window.shown")
