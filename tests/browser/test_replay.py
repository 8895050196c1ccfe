"""Replay without loading a page: slider, keys, story, autoplay, links, pictures."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chancery.table import Sitting, record
from tests import installed_games
from tests.browser import driver
from tests.browser.conftest import Company, Contexts
from tests.browser.server import Server
from tests.core.test_face import GAME as HEAP
from tests.records import kept_as, read
from tests.soaking import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What lies at a place, independent of white space and the order of attributes.
LIES = """(name) => {
    const told = (node) => node.nodeType === 3 ? node.nodeValue.trim().replace(/\\s+/g, " ")
        : [node.nodeName, [...node.attributes].map(({ name, value }) => `${name}=${value}`)
            .map((one) => one.replace(/ ?is-focus/, "")).filter((one) => one !== "class=").sort(),
           [...node.childNodes].map(told).filter((one) => one.length)];
    return JSON.stringify(told(document.getElementById(`part-${name}`)));
}"""


def opened(page: Page, server: Server, game: str = "spada", name: str = "steward-3") -> str:
    """Open a whole game at its first step; return the address without the step."""
    address = driver.open_record(page, server, read(kept_as(game, name)))
    page.goto(f"{address}0")
    driver.mark(page)
    return address


@pytest.fixture(scope="module")
def readers(contexts: Contexts, server: Server) -> Iterator[tuple[Company, Page, str]]:
    """Open a game of La Spada once for all tests that step through it."""
    company = Company(contexts)
    page = company.person()
    yield company, page, driver.open_record(page, server, read(kept_as("spada", "steward-3")))
    company.close()


@pytest.fixture
def replay(readers: tuple[Company, Page, str]) -> Iterator[Page]:
    """A page that shows the first step of the game, and was marked."""
    company, page, address = readers
    if page.url.startswith(address) and "?" not in page.url and page.evaluate(driver.PAGE_KEPT):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Home")
        at(page, 0)
    else:
        page.goto(f"{address}0")
        driver.mark(page)
    yield page
    assert company.complaints() == []


def at(page: Page, step: int) -> None:
    """Wait until a step is shown, with its address."""
    page.wait_for_selector(f'#replay[data-step="{step}"]')
    page.wait_for_url(re.compile(rf"/replay/{step}(\?|$)"))
    assert page.evaluate(driver.PAGE_KEPT)


def last_of(page: Page) -> int:
    return int(page.get_attribute("#replay", "data-last") or "")


def lies(page: Page, name: str = "live") -> str:
    return str(page.evaluate(LIES, name))


def test_keys_and_buttons_step_without_a_page_load(replay: Page) -> None:
    page = replay
    address = page.url.removesuffix("0")
    last = last_of(page)
    start = lies(page)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.click("#next")
    at(page, 2)
    page.keyboard.press("End")
    at(page, last)
    end = lies(page)
    assert end != start
    page.keyboard.press("ArrowRight")  # this is the last step
    at(page, last)
    page.click("#first")
    at(page, 0)
    assert lies(page) == start
    page.click("#last")
    at(page, last)
    page.click("#previous")
    at(page, last - 1)
    page.keyboard.press("Home")
    at(page, 0)
    # the address of a step shows it to anybody
    page.goto(f"{address}{last}")
    page.wait_for_selector(f'#replay[data-step="{last}"]')
    assert lies(page) == end


def test_a_game_without_a_board_is_replayed(person: Callable[..., Page], tmp_path: Path) -> None:
    site = installed_games.install(tmp_path / "site", "heap", installed_games.HEAP)
    root = Path(__file__).parent.parent.parent
    paths = map(str, (root / "src", root, site))
    server = Server(tmp_path / "home", PYTHONPATH=os.pathsep.join(paths))
    sitting = Sitting(HEAP, {}, seed="1")
    while sitting.state.asked:
        seat = sitting.state.asked[0].seat
        sitting.act(seat, sitting.state.legal(seat)[:1], sitting.question(seat))
    server.start()
    try:
        page = person()
        page.goto(f"{driver.open_record(page, server, record.dumps(sitting))}0")
        driver.mark(page)
        page.keyboard.press("ArrowRight")
        at(page, 1)
        page.keyboard.press("End")
        at(page, last_of(page))
    finally:
        server.close()


def test_a_frame_equals_the_page_of_its_step(replay: Page) -> None:
    page = replay
    address = page.url.removesuffix("0")
    page.evaluate("document.getElementById('position').open = true")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    at(page, 30)
    stepped = [lies(page, name) for name in ("live", "hand", "stage")]
    words = driver.text_of(page, "#part-position")
    page.goto(f"{address}30")
    loaded = [lies(page, name) for name in ("live", "hand", "stage")]
    assert stepped == loaded
    assert words.split() == driver.text_of(page, "#part-position").split()


def test_the_story_and_the_board_stay_in_step(replay: Page) -> None:
    page = replay
    line = page.locator("#part-log li").nth(60)
    step = int(line.get_attribute("data-step") or "")
    line.click(position={"x": 3, "y": 3})
    at(page, step)
    assert line.evaluate("(one) => one.classList.contains('now')")
    ahead = page.eval_on_selector_all(
        "#part-log .ahead", "all => all.map((one) => Number(one.dataset.step))"
    )
    assert ahead
    assert min(ahead) > step
    assert page.locator("#part-log li:not(.ahead)").count() > 60
    page.keyboard.press("ArrowLeft")
    at(page, step - 1)
    assert line.evaluate("(one) => one.classList.contains('ahead')")


def test_stepping_by_turns(replay: Page) -> None:
    page = replay
    begins = page.eval_on_selector_all(
        "#turns option[value]:not([value=''])", "all => all.map((one) => Number(one.value))"
    )
    later = [step for step in begins if step > 0]
    page.keyboard.press("PageDown")
    at(page, later[0])
    page.keyboard.press("PageDown")
    at(page, later[1])
    page.keyboard.press("PageUp")
    at(page, later[0])
    page.select_option("#turns", str(later[2]))
    at(page, later[2])
    page.locator('.marks [data-kind="turn"]').nth(len(begins) - 1).dispatch_event("click")
    at(page, begins[-1])


def test_the_slider_moves_through_the_game(replay: Page) -> None:
    page = replay
    page.fill("#slider", "120")
    at(page, 120)
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    at(page, 121)
    announced = str(page.get_attribute("#slider", "aria-valuetext"))
    assert announced.endswith(driver.text_of(page, "#where"))


def test_autoplay_runs_until_stopped(replay: Page) -> None:
    page = replay
    last = last_of(page)
    page.select_option("#speed", "300")
    page.focus("#part-log .log")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    page.wait_for_function("() => Number(document.getElementById('replay').dataset.step) >= 3")
    page.keyboard.press("ArrowLeft")  # stepping by hand stops it
    assert page.get_attribute("#play", "aria-label") == "Play"
    page.fill("#slider", str(last - 1))
    at(page, last - 1)
    page.click("#play")
    at(page, last)
    page.wait_for_selector('#play[aria-label="Play"]')


def test_changing_the_viewpoint(replay: Page) -> None:
    page = replay
    page.fill("#slider", "40")
    at(page, 40)
    assert not page.inner_text("#part-hand").strip()
    page.select_option("#eyes select", "1")
    page.wait_for_url("**/replay/40?seat=1")
    mine = page.inner_html("#part-hand")
    assert "hand-of" in mine
    driver.mark(page)
    page.keyboard.press("ArrowRight")
    at(page, 41)
    assert "seat=1" in page.url
    page.select_option("#eyes select", "2")
    page.wait_for_url("**/replay/41?seat=2")
    assert page.inner_html("#part-hand") != mine


def test_a_link_and_a_picture_of_the_position(person: Callable[..., Page], server: Server) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    opened(page, server)
    page.fill("#slider", "33")
    at(page, 33)
    page.click("#about > summary")
    page.click("#copy-link")
    page.wait_for_function("() => document.getElementById('copied').textContent")
    assert str(page.evaluate("navigator.clipboard.readText()")).endswith("/replay/33")
    with page.expect_download() as saved:
        page.click("#picture")
    assert saved.value.suggested_filename.endswith("-33.svg")
    assert "<svg" in saved.value.path().read_text("utf-8")


def test_overlays_and_panels_follow(page: Page, server: Server) -> None:
    opened(page, server, "friedrich", "quartermaster-3-v3")
    page.keyboard.press("s")
    page.wait_for_selector("#part-overlay svg")
    supply = page.inner_html("#part-overlay")
    panels = page.inner_html("#part-panels")
    page.fill("#slider", "200")
    at(page, 200)
    page.wait_for_function(
        "(before) => document.getElementById('part-overlay').innerHTML !== before", arg=supply
    )
    assert page.inner_html("#part-panels") != panels


GAMES = [
    ("spada", "steward-3"), ("friedrich", "quartermaster-3-v3"), ("revolution", "regent-3-v2"),
]  # fmt: skip


@pytest.mark.parametrize("game", sample(reversed(GAMES), 1), ids=lambda game: str(game[0]))
def test_replay_on_a_phone(
    person: Callable[..., Page], server: Server, game: tuple[str, str]
) -> None:
    page = person(**PHONE)
    opened(page, server, *game)
    page.tap("#next")
    at(page, 1)
    page.fill("#slider", "50")
    at(page, 50)
    for selector in ("#slider", "#play", "#next", "#story-open"):
        box = page.locator(selector).bounding_box()
        assert box is not None, selector
        assert box["y"] + box["height"] <= 844, selector
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if game[0] != "revolution":
        frame = page.locator("#frame").bounding_box()
        assert frame is not None
        assert frame["height"] > 170
        page.tap("#story-open")
        assert page.locator("#part-log li:not(.ahead)").last.is_visible()
