"""Behaviour of a table page: slow networks, keyboard and headings, drawers, scenes, sounds."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.browser.test_board import PHONE
from tests.browser.test_live import two_people
from tests.browser.test_table_layout import FAULTS
from tests.records import kept_as, read
from tests.soaking import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request, Response, Route

RECORD = read(kept_as("spada", "steward-4"))
# Steps of the record: Orange may offer; White is about to bribe Orange; Orange may swap an agenda
# card by either of two privileges.
AUCTION, BRIBE, SWAP = 16, 61, 216
CARD = "#part-hand .card.is-legal >> nth=0"
DRAWER = ".drawers > details[open] .drawer"


def at(company: Company, server: Server, step: int = AUCTION, **settings: Any) -> Page:
    """Open a copy of the record at a step."""
    page = company.person(**settings)
    driver.copy_at(page, driver.open_record(page, server, RECORD), step)
    return page


def sent(page: Page) -> list[str]:
    """Record the answers that the page sends from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/act"):
            found.append(str(request.post_data))

    page.on("request", note)
    return found


# -- the network -------------------------------------------------------------------------------


def test_only_one_answer_is_in_flight(company: Company, server: Server) -> None:
    """The page shows that it is busy; a second click or Enter has no effect."""
    page = at(company, server)
    held: list[Route] = []
    page.route("**/act", lambda route: held.append(route))
    answers = sent(page)
    before = driver.actions(page)
    sign = "getComputedStyle(document.querySelector('#part-question .prompt'), '::after').content"
    assert "…" not in page.evaluate(sign)
    box = page.locator(CARD).bounding_box()
    assert box is not None
    x, y = box["x"] + 8, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_selector('#part-question[aria-busy="true"]')
    assert "…" in page.evaluate(sign)
    page.mouse.click(x, y)
    page.locator(CARD).press("Enter")
    button = page.locator(f'#part-question [data-act="{driver.choose_to_finish(before)}"]')
    place = button.bounding_box()
    assert place is not None
    page.mouse.click(place["x"] + 8, place["y"] + 8)
    button.press("Enter")
    assert driver.actions(page) == before
    driver.answered(page, lambda: held[0].continue_())
    assert "…" not in page.evaluate(sign)
    assert len(answers) == 1
    page.unroute("**/act")
    driver.answered(page, lambda: page.click("#undo"))
    assert driver.actions(page) == before  # it was one card


def test_an_unsent_answer_is_sent_once_after_reconnecting(company: Company, server: Server) -> None:
    company.allow("ERR_INTERNET_DISCONNECTED")
    page = at(company, server)
    before = driver.actions(page)
    arrived: list[int] = []

    def note(response: Response) -> None:
        if response.url.endswith("/act"):
            arrived.append(response.status)

    page.on("response", note)
    page.context.set_offline(True)
    asked = page.evaluate(driver.QUESTION)
    page.click(CARD)
    page.wait_for_selector("#problem:not([hidden])")
    assert "Connection lost" in driver.text_of(page, "#problem")
    assert page.get_attribute("#part-question", "aria-busy") == "true"
    page.context.set_offline(False)
    page.wait_for_function(driver.ASKED_ANEW, arg=asked, polling=20)
    page.wait_for_selector("#problem", state="hidden")
    page.wait_for_selector("#connection", state="hidden")
    assert arrived == [200]
    driver.answered(page, lambda: page.click("#undo"))
    assert driver.actions(page) == before


def test_an_answer_that_arrived_but_was_not_acknowledged_counts_once(
    company: Company, server: Server
) -> None:
    """The page sends it again, because it cannot know, and the table counts it once."""
    company.allow("ERR_FAILED")
    page = at(company, server)
    before = driver.actions(page)
    answers = sent(page)

    def lose(route: Route) -> None:
        if len(answers) == 1:
            assert route.fetch().status == 200
            route.abort()
        else:
            route.continue_()

    page.route("**/act", lose)
    driver.answered(page, lambda: page.click(CARD))
    page.wait_for_selector("#problem", state="hidden")
    assert len(answers) == 2
    driver.answered(page, lambda: page.click("#undo"))
    assert driver.actions(page) == before


# -- the keyboard, and those who listen to the page --------------------------------------------


def test_keyboard_focus_survives_an_update(company: Company, server: Server) -> None:
    """The focus stays on its card while it can be clicked, or else moves to the question."""
    page = at(company, server)
    target = str(page.get_attribute(CARD, "data-target"))
    focus = "document.activeElement.dataset.target ?? document.activeElement.dataset.act"
    for _ in range(10):
        page.focus(CARD)
        driver.answered(page, lambda: page.keyboard.press("Enter"))
        again = page.query_selector(f'#part-hand .is-legal[data-target="{target}"]')
        if again is None:
            break
        assert page.evaluate(focus) == target
    else:
        pytest.fail("the card can be lifted ten times")
    inside = "document.activeElement.closest('#part-question, #part-hand') !== null"
    assert page.evaluate(inside)
    page.focus("#undo")
    driver.answered(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate(inside)


def test_the_skip_link_leads_to_the_question(company: Company, server: Server) -> None:
    """The link is the first of the page, and the keys of the table are told after it."""
    page = at(company, server)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.skip')")
    assert "1 leads to the question" in driver.text_of(page, "main > .sr + .sr")
    box = page.locator(".skip").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "part-question"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#part-question') !== null")


def test_headings_are_in_order(company: Company, server: Server) -> None:
    """There is one title, and no level is left out, with and without a board."""
    page = at(company, server)
    levels = "all => all.map((one) => Number(one.tagName[1]))"
    for game in sample(("spada", "revolution", "friedrich"), 2):
        if game != "spada":
            page.goto(driver.posted(page, server.base, f"/play/{game}"))
            page.wait_for_selector(driver.ASKED, state="attached")
        driver.position(page)
        found = page.eval_on_selector_all("h1, h2, h3, h4, h5, h6", levels)
        assert found[0] == 1
        assert found.count(1) == 1
        assert all(b <= a + 1 for a, b in itertools.pairwise(found)), (game, found)


# Open the position, and wait until its event was handled.
OPENED = """() => new Promise((told) => {
    const drawer = document.getElementById("position");
    drawer.addEventListener("toggle", told, { once: true });
    drawer.open = true;
}).then(() => true)"""


def test_the_position_drawer_opens_while_an_update_is_loading(
    company: Company, server: Server
) -> None:
    """The pending update lacks the position, so the page requests it again."""
    page = company.person()
    driver.table_for_one(page, server)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if "position" in route.request.url:  # among the drawers that are shut
            held.append(route)
        else:
            route.continue_()

    page.route("**/state?*", hold)
    with page.expect_request("**/state?*"):  # the page becomes visible again
        page.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    page.evaluate(OPENED)
    with page.expect_response(
        lambda answer: "shut=" in answer.url and "position" not in answer.url
    ):
        for route in held:
            route.continue_()
    assert "Your cards" in driver.position(page)


# -- drawers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{"viewport": {"width": 1280, "height": 720}}, PHONE])
def test_a_rule_opens_beside_the_question(
    company: Company, server: Server, settings: dict[str, Any]
) -> None:
    """The question does not move and is not covered; Escape closes the drawer."""
    page = at(company, server, **settings)
    before = page.locator("#part-question").bounding_box()
    page.click("#part-question a.rule")
    page.wait_for_selector("#rules-text .asked")
    assert page.locator("#part-question").bounding_box() == before
    places = ["prompt", "first button", "card", "story"] if settings is PHONE else ["prompt"]
    assert page.evaluate(FAULTS, places) == []
    asked = page.locator("#rules-text .asked").bounding_box()
    drawer = page.locator(DRAWER).bounding_box()
    assert asked is not None
    assert drawer is not None
    assert drawer["y"] - 2 <= asked["y"] < drawer["y"] + drawer["height"]
    page.keyboard.press("Escape")
    page.wait_for_selector("#rules", state="attached")
    assert page.query_selector(DRAWER) is None


def test_an_open_drawer_leaves_tools_and_hand_free(company: Company, server: Server) -> None:
    """On a large screen it covers the board only. One is open at a time; Escape closes it."""
    page = at(company, server, viewport={"width": 1280, "height": 720})
    page.evaluate("for (const one of document.querySelectorAll('.drawer')) one.innerHTML += "
                  "'<p>' + 'much to read '.repeat(2000)")  # fmt: skip
    script = """(one) => {
        const box = one.getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return one === hit || one.contains(hit);
    }"""
    drawers = page.locator(".drawers > details > summary")
    assert drawers.count() > 4
    for number in range(drawers.count()):
        drawers.nth(number).click()
        assert page.locator(DRAWER).count() == 1
        for one in page.query_selector_all("#tools button:visible, #part-hand .card, #part-log"):
            assert one.evaluate(script), one.inner_html()
    page.keyboard.press("Escape")
    assert page.locator(DRAWER).count() == 0


def test_escape_closes_a_popup_without_choosing(company: Company, server: Server) -> None:
    """A click on the same place opens it again; then an answer is chosen."""
    page = at(company, server, SWAP)
    driver.acknowledge_scenes(page)
    answers = sent(page)
    places = page.eval_on_selector_all(driver.ASKED, "all => all.map((one) => one.dataset.for)")
    target = next(place for place in places if place and places.count(place) > 1)
    card = page.locator(f'#part-hand [data-target="{target}"]').first
    choices = page.locator("#choice [data-act]")
    card.focus()
    card.press("Enter")
    assert page.locator("#choice[open]").count() == 1
    assert choices.count() == places.count(target)
    page.keyboard.press("Escape")
    page.wait_for_selector("#choice", state="hidden")
    assert choices.count() == 0
    assert answers == []
    assert card.evaluate("one => one === document.activeElement")
    card.click()
    choices.nth(1).click()
    assert answers == []  # it is final: asked once more
    driver.answered(page, lambda: page.click("#confirm"))
    assert page.locator("#choice[open]").count() == 0
    assert len(answers) == 1


def test_new_talk_is_marked(company: Company, server: Server) -> None:
    """The closed drawer shows a number until it is opened, and none while it is open."""
    one, two = company.person(), company.person()
    two_people(one, two, server)
    assert not one.is_visible("#talk-badge")
    for text in ("first", "second"):
        two.evaluate("document.getElementById('talking').open = true")
        two.fill("#talk [name=text]", text)
        two.press("#talk [name=text]", "Enter")
        two.wait_for_function("text => document.querySelector('#talk input').value === ''")
    one.wait_for_function("() => document.getElementById('talk-badge').textContent === '2'")
    assert one.is_visible("#talk-badge")
    assert not two.is_visible("#talk-badge")
    one.click("#talking > summary")
    one.wait_for_selector("#talk-badge", state="hidden")
    assert "second" in one.inner_text("#part-talk")


def test_sounds_are_off_by_default(company: Company, server: Server) -> None:
    """The choice is kept."""
    page = at(company, server)
    page.evaluate(
        """window.heard = [];
        document.addEventListener("sounded", ({ detail }) => window.heard.push(detail))"""
    )
    page.click("#about > summary")
    assert not page.is_checked("#sounds")
    page.evaluate("Sounds.play('turn')")
    assert page.evaluate("window.heard") == []
    page.check("#sounds")
    assert page.evaluate("window.heard") == ["turn"]
    page.reload()
    page.wait_for_selector(driver.ASKED, state="attached")
    assert page.is_checked("#sounds")


# -- scenes, and the board ---------------------------------------------------------------------


def test_a_scene_stays_until_it_is_acknowledged(company: Company, server: Server) -> None:
    """It stays after a reload too, and is not shown again once acknowledged."""
    page = at(company, server, BRIBE)
    assert page.query_selector(driver.SCENE) is None
    driver.click(page, "bribe orange")
    page.wait_for_selector(driver.SCENE)
    text = page.inner_text("#scene")
    assert "bribes" in text
    page.reload()
    page.wait_for_selector(driver.SCENE)
    assert page.inner_text("#scene") == text
    # it covers nothing that is needed
    assert page.evaluate(FAULTS, ["prompt", "first button", "card", "board"]) == []
    page.click("#scene button")
    assert page.query_selector(driver.SCENE) is None
    # many that happened while nobody looked are one; for the own fight among them playback waits
    told = page.evaluate(
        """() => {
            const scenes = Scenes({ slug: "other", glide() {}, done() {}, hurries: () => true,
                passing: () => true });
            const happened = [1, 2, 3, 4, 5, 6].map((n) => ({ kind: "fight", title: `Fight ${n}`,
                lines: [], focus: [], pictures: [], first: n, last: n, stays: n === 6 }));
            localStorage.setItem(Scenes.key("other", 0), "0");
            scenes.tell({ seat: 0, told: 6, scenes: happened });
            const place = document.getElementById("scene");
            const first = [place.querySelector(".scene-count").textContent, scenes.notice(),
                ...[...place.querySelectorAll("h2, li")].map((one) => one.textContent)];
            place.querySelector("button.main").click();
            const second = scenes.notice();
            scenes.acknowledgeAll();
            return [first, second];
        }"""
    )
    many = ["While you were away", *(f"Fight {n}" for n in range(1, 6))]
    assert told == [["1/2", [], *many], ["Fight 6", "Press Escape to go on."]]
    page.reload()
    page.wait_for_selector(driver.ASKED, state="attached")
    page.wait_for_function("() => document.querySelector('#part-log li')")
    assert page.query_selector(driver.SCENE) is None


def test_scenes_close_automatically_if_enabled(company: Company, server: Server) -> None:
    """A scene under the pointer stays."""
    page = at(company, server, BRIBE, fresh=True)
    page.evaluate("localStorage.setItem('pace', 'quick')")
    page.clock.install()
    page.reload()
    driver.click(page, "bribe orange")
    page.wait_for_selector(driver.SCENE)
    page.hover("#scene h2")
    page.clock.fast_forward(60_000)
    assert page.is_visible(driver.SCENE)
    page.mouse.move(5, 5)
    page.clock.fast_forward(60_000)
    page.wait_for_selector(driver.SCENE, state="detached")


def test_a_tiny_window_does_not_break_the_board(company: Company, server: Server) -> None:
    """This holds for a zoomed board too."""
    page = at(company, server)
    numbers = """() => {
        const board = document.querySelector(".board");
        const { a, b, c, d, e, f } = new DOMMatrix(getComputedStyle(board).transform);
        const drawn = board.querySelector("svg").getScreenCTM();
        return [a, b, c, d, e, f, drawn.a, drawn.e, drawn.f];
    }"""
    for near in (False, True):
        if near:
            page.click("[data-zoom=in]")
            page.click("[data-zoom=in]")
        before = page.evaluate(numbers)
        for width, height in ((1, 1), (390, 844), (1, 720), (1280, 1), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((drawn) => requestAnimationFrame(drawn))")
            assert all(math.isfinite(number) for number in page.evaluate(numbers))
            assert "NaN" not in str(page.get_attribute(".board", "style"))
        assert page.evaluate(numbers)[6:] == pytest.approx(before[6:], abs=10)
        assert page.evaluate(FAULTS, ["prompt", "board"]) == []


def test_a_copy_is_labelled_as_one(company: Company, server: Server) -> None:
    """The label is visible on a copy; tables where moves count have none."""
    page = at(company, server)
    note = page.locator(".copy-note")
    assert "copy" in note.inner_text()
    box, table = note.bounding_box(), page.locator("#table").bounding_box()
    assert box is not None
    assert table is not None
    assert box["x"] >= 0
    assert box["y"] + box["height"] <= table["y"] + 1  # it covers nothing of the game
    driver.table_for_one(page, server)
    assert page.locator(".copy-note").count() == 0
