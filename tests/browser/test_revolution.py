"""Revolution on its board: two turns by mouse, keyboard and finger; sieges, Beggars, overflow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from chancery.games import find
from tests.browser import driver
from tests.browser.driver import Finger, Keys, Mouse
from tests.browser.server import Server
from tests.records import kept_as, read
from tests.soaking import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = find("revolution")
RECORD = read(kept_as("revolution", "regent-5-v2"))
BEGGARS_RECORD = read(kept_as("revolution", "regent-5-few"))
# Steps of these games at which somebody has to decide.
TOKENS, TAXES, SIEGE, MARCH, INFLUENCE, CONFLICT, COINS, OVERFLOW = (
    61,
    72,
    88,
    95,
    99,
    134,
    157,
    354,
)
BEGGARS = 526
MOST = 12  # answers in sight
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IN_SIGHT = """() => [...document.querySelectorAll("#part-question [data-act]")]
    .filter((one) => one.checkVisibility()).length"""
LEGAL = """() => [...document.querySelectorAll("#part-question [data-act]")].flatMap((one) => {
    const dial = one.matches(".turned") ? one.closest(".dial") : null;
    return dial ? JSON.parse(dial.dataset.places).map(([, text]) => text) : [one.dataset.act];
})"""


def goal_of(action: str) -> str:
    """Return the destination of a move from one place to another."""
    verb, *names = action.split()
    if verb in ("march", "withdraw"):
        return f"region:{names[1]}"
    return f"province:{names[1]}" if verb in ("bring", "spill") else ""


def sober(legal: Sequence[str], tried: dict[str, int]) -> str:
    """Choose each kind of action twice, in small numbers, and then finish."""
    for action in legal:
        verb = action.split()[0]
        if verb in ("abandon", "disband", "gather", "clear"):
            continue
        if action != "done" and tried.get(verb, 0) < 2:
            return action
    if "done" in legal:
        return "done"
    most = [action for action in legal if action.split()[0] in ("place", "maintain")]
    return most[-1] if most else legal[0]


def played(page: Page, hand: Mouse, until: str) -> dict[str, set[str]]:
    """Play the Catholics by hand, the others by bots, from turn 0 until another begins."""
    tried: dict[str, int] = {}
    ways: dict[str, set[str]] = {}
    for _ in range(120):
        assert driver.wait_until_asked(page)
        if until in driver.text_of(page, "#part-log"):
            return ways
        assert page.evaluate(IN_SIGHT) <= MOST
        action = sober(page.evaluate(LEGAL), tried)
        verb = action.split()[0]
        tried[verb] = tried.get(verb, 0) + 1
        before = page.evaluate(driver.QUESTION)
        ways.setdefault(verb, set()).add(hand.answer(action, goal_of(action)))
        page.wait_for_function(driver.ASKED_ANEW, arg=before, polling=20)
    raise AssertionError(f"{until} has not begun")


def opened(page: Page, server: Server) -> None:
    driver.open_game(page, server, "revolution", "me", *["bot:random"] * 4)
    driver.mark(page)


def done_on_the_board(ways: dict[str, set[str]]) -> None:
    """Units by clicks on provinces. Tokens have a test of their own: where only a few towns are
    left, all answers are buttons, and that depends on the order of the other players' moves."""
    assert {"place", "put", "tax", "done"} <= set(ways)
    assert ways["place"] & {"added", "list", "place"}


@pytest.mark.soak  # other tests of this file click
def test_two_turns_by_mouse(page: Page, server: Server) -> None:
    opened(page, server)
    done_on_the_board(played(page, Mouse(page), "Turn 2"))
    assert page.evaluate(driver.PAGE_KEPT)


@pytest.mark.soak  # the screen reader test of Friedrich plays a turn with the keyboard
def test_turns_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """The opening turn, and the first one in a soak."""
    opened(page, server)
    ways = played(page, Keys(page), "Turn 2" if SOAK else "Turn 1")
    assert "place" in ways
    if SOAK:
        done_on_the_board(ways)


@pytest.mark.soak  # test_fingers.py plays Revolution by thumb
def test_two_turns_by_touch(person: Callable[..., Page], server: Server) -> None:
    page = person(**PHONE)
    opened(page, server)
    done_on_the_board(played(page, Finger(page), "Turn 2"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# -- moments of a game ---------------------------------------------------------------------------


@pytest.fixture
def replay(page: Page, server: Server) -> str:
    """Import a game of five, to step through."""
    return driver.open_record(page, server, RECORD)


def told(page: Page) -> str:
    return driver.text_of(page, "#part-log")


def test_a_siege_is_played(page: Page, replay: str) -> None:
    """A city is clicked; the result of the siege is shown before; where none is possible, the
    reason is shown."""
    driver.copy_at(page, replay, SIEGE)
    hand = Mouse(page)
    page.wait_for_function("() => document.querySelector('[data-target^=\"city:\"].is-legal')")
    # a click on a place without a legal action shows a reason with its paragraph
    legal = page.evaluate(LEGAL)
    city = next(name for name in ("amsterdam", "gent", "brugge") if f"besiege {name}" not in legal)
    hand.place(f"city:{city}")
    page.wait_for_selector("#problem:not([hidden]) .rule")
    said = page.text_content('#part-question [data-act="besiege koeln-city"] small')
    assert "If the siege holds" in (said or "")
    driver.answered(page, lambda: hand.answer("besiege koeln-city"))
    if "done" in page.evaluate(LEGAL):
        driver.answered(page, lambda: hand.answer("done"))
    assert "besieges K" in told(page)


def test_a_march_along_an_arrow(page: Page, replay: str) -> None:
    """The army is clicked, then the section; what it meets is shown before it goes."""
    driver.copy_at(page, replay, MARCH)
    hand = Mouse(page)
    hand.place("region:holland")
    page.wait_for_selector("#orders #goal")
    assert page.locator(".is-goal").count() > 0
    hand.place("region:utrecht")
    page.wait_for_selector("#part-way .way")
    assert "Could besiege next turn" in driver.text_of(page, "#orders")
    driver.answered(page, lambda: hand.button("#go"))
    assert "from Holland to Utrecht" in told(page)


def test_tokens_are_placed_in_a_city(page: Page, replay: str) -> None:
    """The city is chosen on the board, then the number in a list, by mouse and by keyboard."""
    driver.copy_at(page, replay, TOKENS)
    action = "put amsterdam 2"
    ways = []
    for hand in (Mouse(page), Keys(page)):
        assert action in page.evaluate(LEGAL)
        driver.answered(page, lambda hand=hand: ways.append(hand.answer(action)))
        assert action not in page.evaluate(LEGAL)
        driver.answered(page, lambda: page.click("#undo"))
    assert ways == ["list", "list"]


def test_influence_is_played(page: Page, replay: str) -> None:
    driver.copy_at(page, replay, INFLUENCE)
    action = "influence brabant nobility"
    said = page.text_content(f'#part-question [data-act="{action}"] small')
    assert "Countryside and towns of the province would hold" in (said or "")
    driver.answered(page, lambda: Mouse(page).answer(action))
    assert "convert" in told(page)


def test_overflow_along_a_river(page: Page, replay: str) -> None:
    """The crowded province is clicked, then where its tokens go, several at once."""
    driver.copy_at(page, replay, OVERFLOW)
    hand = Mouse(page)
    hand.place("province:generality")
    page.wait_for_selector("#orders #goal")
    limburg = (
        '#ground [data-target="province:limburg"], #part-live [data-target="province:limburg"]'
    )
    label = page.locator(limburg).first.get_attribute("aria-label")
    assert label is not None
    assert "Along a river." in label
    driver.answered(page, lambda: hand.place("province:limburg"))
    driver.answered(page, lambda: page.click("#undo"))
    driver.answered(page, lambda: hand.answer("spill generality limburg", "province:limburg"))


def test_coins_by_clicks_and_by_a_dial(page: Page, replay: str) -> None:
    """Each click on a city adds a coin; with Shift the number is chosen."""
    driver.copy_at(page, replay, COINS)
    hand = Mouse(page)
    driver.answered(page, lambda: hand.answer("pay aachen 1"))
    page.keyboard.down("Shift")
    hand.place("city:gent")
    page.keyboard.up("Shift")
    page.wait_for_selector("#choice[open] .dial")
    assert page.evaluate("document.activeElement.matches('#choice input')")
    first = page.text_content("#choice output")
    hand.place("city:gent")  # another click adds another coin
    assert page.text_content("#choice output") != first or page.is_disabled("#choice .more")
    page.keyboard.press("Escape")
    assert not page.is_visible("#choice")


def test_water_beggars(page: Page, server: Server) -> None:
    """They are hired by a click on a section, which lists what they could do there."""
    driver.copy_at(page, driver.open_record(page, server, BEGGARS_RECORD), BEGGARS)
    hand = Mouse(page)
    for _ in range(2):
        driver.answered(page, lambda: hand.answer("hire utrecht"))
    if "done" in page.evaluate(LEGAL):
        driver.answered(page, lambda: hand.answer("done"))
    said = page.text_content('#part-question [data-act="invest utrecht-city"] small')
    assert "turn neutral" in (said or "") or "turns neutral" in (said or "")
    driver.answered(page, lambda: hand.answer("invest utrecht-city"))
    assert "UTRECHT" in told(page)


def test_answers_in_advance_are_ticked_once(page: Page, server: Server) -> None:
    opened(page, server)
    assert driver.wait_until_asked(page)
    page.click("#standing summary")
    for number, key in enumerate(("tax-most", "order-last"), 1):
        page.check(f'[data-standing="{key}"]')
        page.wait_for_function(
            f"""() => document.querySelector("#standing summary").textContent.includes("({number})")
                && document.querySelector('[data-standing="{key}"]:checked')"""
        )
    # it stays open after ticking one
    assert page.evaluate("document.getElementById('standing').open")


def test_a_conflict_is_played_back(page: Page, replay: str) -> None:
    """Placing the last unit starts it: the board shows the provinces, token by token."""
    slug = driver.copy_at(page, replay, CONFLICT).rpartition("/")[2]
    # the next player has looked away since now
    page.evaluate(
        """async (slug) => {
            const { told } = await (await fetch(`/t/${slug}/state`)).json();
            [0, 1, 2, 3].forEach((seat) => Kept.set(`seen ${slug} ${seat}`, told));
        }""",
        slug,
    )
    hand = Mouse(page)
    driver.answered(page, lambda: hand.answer("place calvinists-half 1"))
    page.wait_for_selector(driver.SCENE)
    while "Conflict" not in driver.text_of(page, f"{driver.SCENE} h2"):
        page.click(f"{driver.SCENE} button.main")
    lines = page.locator(f"{driver.SCENE} li")
    assert lines.count() == 1 + page.locator(f"{driver.SCENE} li .rv-conflict").count() > 2
    assert "Brabant" in (lines.nth(1).text_content() or "")
    box, window = page.locator(driver.SCENE).bounding_box(), page.viewport_size
    assert box
    assert window
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= window["height"]
    page.keyboard.press("Escape")
    page.wait_for_selector(driver.SCENE, state="detached")


def test_a_corrected_board_is_drawn(page: Page, server: Server) -> None:
    """A corrected data file is visible at once, and can be played on."""
    shipped = page.request.get(f"{server.base}/data/revolution").text()
    corrected = shipped.replace('name = "ANTWERPEN"', 'name = "ANVERS"')
    assert corrected != shipped
    page.goto(f"{server.base}/new/revolution")
    page.set_input_files(
        '[name="data"]',
        {"name": "board.toml", "mimeType": "text/plain", "buffer": corrected.encode()},
    )
    page.click("button.main")
    page.wait_for_url("**/t/*")
    drawn = page.text_content("#frame") or ""
    assert "ANVERS" in drawn
    assert "ANTWERPEN" not in drawn
    assert driver.wait_until_asked(page)
