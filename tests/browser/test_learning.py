"""Learning a game: guided games to their end, exercises, hints, worked examples."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from chancery.core import Lesson
from chancery.games import find
from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.driver import Mouse
from tests.browser.server import Server
from tests.soaking import SOAK, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

LECTURED = """() => {
    const teacher = document.querySelector("#part-teacher .teacher[data-told]");
    const asked = document.querySelector("#part-question [data-act]");
    return teacher && (asked || teacher.matches(".farewell"));
}"""
REMARK = "#part-teacher .remark:not([hidden])"
GO_ON = '#part-teacher [data-remark="1"]:not([hidden])'
INSIDE = """(selector) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}"""


def begin(page: Page, server: Server, game: str, key: str = "first-years") -> None:
    """Begin a course without loading the page of the game, which draws all exercises."""
    page.goto(driver.posted(page, server.base, f"/learn/{game}/begin/{key}"))
    page.wait_for_selector("#part-teacher .teacher[data-told]")


def begin_by_button(page: Page, server: Server, game: str, button: str) -> None:
    """Begin a course from the page of the game."""
    page.goto(f"{server.base}/learn/{game}")
    page.click(button)
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#part-teacher .teacher[data-told]")


# Whether a part of the page of a game, which draws all exercises, has a tick.
TICKED = """async ([path, selector]) => {
    const text = await (await fetch(path)).text();
    const found = new DOMParser().parseFromString(text, "text/html");
    return found.querySelector(selector).textContent.includes("✓");
}"""


def listen(page: Page) -> list[str]:
    """Read what the teacher says, one remark after the other; each is inside the window."""
    said = [page.inner_text(REMARK)]
    while page.query_selector(GO_ON):
        assert page.evaluate(INSIDE, REMARK)
        page.click(GO_ON)
        said.append(page.inner_text(REMARK))
    assert page.evaluate(INSIDE, REMARK)
    return said


LEADS = """(action) => {
    const found = document.querySelector(`#part-question [data-act="${CSS.escape(action)}"]`);
    return found && ("begins" in found.dataset || "leads" in found.dataset);
}"""


def do(page: Page, action: str) -> None:
    """Give an answer by its button or on the board; moves to a destination are typed step by
    step."""
    before = driver.state_text(page)
    if page.evaluate(LEADS, action):
        page.evaluate("document.getElementById('typing').open = true")
        page.fill("#type [name=text]", action)
        page.click("#type button")
    else:
        Mouse(page).answer(action)
    driver.wait_for_change(page, before)


def follow(page: Page, most: int) -> list[str]:
    """Do what the teacher asks, so many times or until he says goodbye; return all remarks."""
    said: list[str] = []
    for _ in range(most):
        page.wait_for_function(LECTURED, polling=20)
        driver.acknowledge_scenes(page)
        now = listen(page)
        if now != said[-len(now) :]:
            said += now
        if page.query_selector(".teacher.farewell"):
            assert page.is_visible(".teacher [data-part]")  # not before all remarks are read
            return said
        wanted = page.get_attribute(".teacher", "data-wanted") or ""
        do(page, wanted.split("|")[0] if wanted else driver.actions(page)[0])
    return said


def skip_to_the_last(page: Page, steps: int) -> None:
    """Do what is wanted until so many steps are left, without showing the table meanwhile."""
    address, there = page.url, False
    page.goto("about:blank")

    def wanted(state: dict[str, Any]) -> str:
        nonlocal there
        teacher = state["parts"].get("teacher", "")
        at = re.search(r'<progress value="(\d+)" max="(\d+)"', teacher)
        there = at is None or int(at[1]) > int(at[2]) - steps
        match = re.search(r'data-wanted="([^"]*)"', teacher)
        names = html.unescape(match[1]).split("|") if match and match[1] else driver.offered(state)
        return "" if there else names[0]

    driver.until(lambda: driver.play_on(page, address, wanted) or there, "the last steps")
    page.goto(address)


# Each in a language that needs more space than English; English is used where the teacher is asked,
# contradicted and shown.
GUIDES = [("spada", "it-IT"), ("friedrich", "fr-FR"), ("revolution", "nl-NL")]


@pytest.mark.parametrize(("game", "language"), sample(GUIDES, 1))
def test_a_guided_game_to_its_end(
    person: Callable[..., Page], server: Server, game: str, language: str
) -> None:
    page = person(locale=language)
    guide = find(game).face.guide()
    assert guide is not None
    begin(page, server, game, guide.key)
    said = follow(page, 250 if SOAK else 3)
    if not SOAK:
        skip_to_the_last(page, 2)
        said += follow(page, 30)
    assert page.query_selector(".teacher.farewell")
    assert len(said) > (15 if SOAK else 6)
    assert page.evaluate(TICKED, [f"/learn/{game}", ".guided h2"])


def test_the_teacher_replies_to_another_action(company: Company, server: Server) -> None:
    """“Show me” highlights the wanted one."""
    company.allow("status of 409")
    page = company.person()
    begin(page, server, "spada")
    listen(page)
    page.click("#part-teacher [data-show]")
    wanted = page.get_attribute(".teacher", "data-wanted") or ""
    lit = page.get_attribute("#part-question .is-wanted", "data-act")
    assert lit in wanted.split("|")
    assert page.query_selector("#part-hand .is-pointed")
    page.click('#part-question [data-act="pass"]')
    driver.confirm(page)
    page.wait_for_selector("#part-teacher .objection")
    assert page.inner_text("#part-teacher .objection").strip()
    assert page.is_hidden("#problem")
    assert driver.text_of(page, "#part-log").strip() == ""
    page.click('#part-teacher [data-remark="-1"]')  # the answer is followed by more
    assert page.query_selector("#part-teacher .objection") is None


def test_an_exercise_is_missed_and_tried_again(page: Page, server: Server) -> None:
    """Chosen cards are returned by click or key before."""
    begin(page, server, "spada", "two-cards")
    listen(page)
    for kind in ("riches", "grain"):
        do(page, f"add {kind}")
    chosen = "() => document.querySelectorAll('#part-hand [data-back]').length"
    page.wait_for_function(f"{chosen} === 2", polling=20)
    page.click('#part-hand [data-back="add grain"]')  # the riches; the grain was chosen later
    page.wait_for_function(f"{chosen} === 1", polling=20)
    page.focus('#part-hand [data-back=""]')
    page.keyboard.press("Enter")
    page.wait_for_function(f"{chosen} === 0", polling=20)
    assert page.is_visible('#part-question [data-act="pass"]')
    for _ in range(12):
        if page.is_visible(".teacher.missed"):
            break
        do(page, driver.choose_to_finish(driver.actions(page)))
    page.wait_for_selector(".teacher.missed")
    page.click(".teacher [data-course]")
    page.wait_for_selector(".teacher.open")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=str)
def test_the_board_highlights_the_subject_of_each_remark(
    person: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    """The previous highlight disappears; a remark about the hand shows the whole board."""
    page = person(viewport={"width": size[0], "height": size[1]})
    begin(page, server, "spada")
    page.click("[data-zoom=in]")
    page.click("[data-zoom=fit]")
    focus = "all => [...new Set(all.map((one) => one.dataset.target))].sort()"
    met = []
    while True:
        points = (page.get_attribute(REMARK, "data-points") or "").split()
        there = [one for one in points if not one.startswith("card:")]
        assert page.eval_on_selector_all("#frame .is-focus", focus) == sorted(there)
        assert there or page.evaluate(driver.NEARNESS) == 1
        met.append(bool(there))
        if page.query_selector(GO_ON) is None:
            break
        page.click(GO_ON)
    assert met == [True, True, False]


GAMES = ("spada", "friedrich", "revolution")


def brief(lesson: Lesson) -> tuple[bool, int]:
    """Sort lessons: those in which others respond first, then the shorter ones."""
    return not lesson.replies, len(lesson.answer)


# the conformance suite solves all of them
LESSONS = [
    (game, lesson) for game in GAMES for lesson in sorted(find(game).face.lessons(), key=brief)
]


@pytest.mark.parametrize(
    ("game", "lesson"),
    [pytest.param(*one, id=f"{one[0]}-{one[1].key}") for one in sample(LESSONS, 1)],
)
def test_an_exercise_is_solved(page: Page, server: Server, game: str, lesson: Lesson) -> None:
    if SOAK:
        begin_by_button(page, server, game, f"#lesson-{lesson.key} button")
    else:
        begin(page, server, game, lesson.key)
    assert page.is_visible(".teacher.open")
    listen(page)
    for action in lesson.answer:
        driver.acknowledge_scenes(page)
        page.wait_for_selector(driver.ASKED, state="attached")
        do(page, action)
    page.wait_for_selector(".teacher.solved")
    assert page.evaluate(INSIDE, ".teacher .praise")
    page.click(".teacher [data-course]")  # the next one
    page.wait_for_selector(".teacher.open")
    assert page.evaluate(TICKED, [f"/learn/{game}", f"#lesson-{lesson.key}"])


@pytest.mark.parametrize("game", sample(GAMES, 2))
def test_a_hint_is_shown_on_the_board_and_can_be_taken(
    page: Page, server: Server, game: str
) -> None:
    page.goto(driver.posted(page, server.base, f"/play/{game}"))
    page.wait_for_selector(driver.ASKED, state="attached")
    driver.acknowledge_scenes(page)
    # “all” is promised only where no idea is final
    idea = {"acts": ["pass"], "text": "Pass", "reason": None, "way": [], "marches": False}
    ideas: list[dict[str, Any]] = []
    page.route("**/hint", lambda route: route.fulfill(json={"title": "", "ideas": ideas}))
    for finals, label in (([False] * 3, "Do all 3"), ([False, False, True], "Do the first 2")):
        ideas[:] = [idea | {"final": final, "preview": None} for final in finals]
        page.click("#hint")
        page.wait_for_selector(f"#hint-all >> text={label}")
    page.unroute("**/hint")
    page.keyboard.press("Escape")
    page.click("#hint")
    page.wait_for_selector("#advice .idea")
    assert page.evaluate(INSIDE, "#advice #hint-does")
    # first what to do, then one reason
    assert page.locator("#advice > .idea + .reasons").count() == 1
    before = driver.state_text(page)
    page.click("#hint-does")
    if page.is_visible("#hint-sure"):  # what is final is confirmed, and never by an Enter too many
        assert driver.state_text(page) == before
        assert not page.locator("#hint-sure").evaluate("one => one === document.activeElement")
        page.click("#hint-sure")
    driver.wait_for_change(page, before)
    assert page.is_hidden("#problem")
    page.keyboard.press("Escape")
    assert page.is_hidden("#advice")
    assert not page.query_selector("#part-marks svg")


def test_a_worked_example_steps_through(company: Company, server: Server) -> None:
    page = company.person(pictures=True)
    key = find("spada").face.examples()[0].key
    page.goto(f"{server.base}/learn/spada/example/{key}/0")
    for _ in range(100 if SOAK else 3):
        if page.query_selector("a[rel=next]") is None:
            break
        page.click("a[rel=next]")
        page.wait_for_function("() => document.querySelector('.small-board').naturalWidth > 0")
    assert page.query_selector("a[rel=prev]")
    assert page.inner_text(".step li")


def test_the_rules_are_searched(page: Page, server: Server) -> None:
    page.goto(f"{server.base}/help/spada")
    assert (
        page.locator("main.help h2").first.inner_text()
        == "What it is about, the box and the set-up"
    )
    contents = page.locator("#contents li:visible")
    chapters = contents.count()
    assert chapters == page.locator("main.help section").count()
    page.fill("#search-rules", "tithes surplus")
    assert page.locator("main.help section > p:visible").count() == 1
    assert page.locator("main.help figure:visible").count() <= 1
    assert contents.count() == 1
    assert page.evaluate("CSS.highlights.get('found').size") >= 2
    page.fill("#search-rules", "")
    page.click("#contents a[href='#chapter-3']")
    page.wait_for_selector("#contents a[href='#chapter-3'][aria-current]")
    page.fill("#search-rules", "zzz")
    assert page.inner_text(".search-rules output") == "No paragraph has all of these words."


@pytest.mark.parametrize("game", sample(reversed(GAMES), 1))
def test_pages_to_learn_by_fit(company: Company, server: Server, game: str) -> None:
    """The guided game begins by its button."""
    page = company.person(pictures=True)

    def fits(wanted: str) -> None:
        for width, height in ((1280, 720), (1440, 900), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(INSIDE, wanted)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.goto(f"{server.base}/learn/{game}")
    fits("#guide")
    example = page.get_attribute(".examples a", "href")
    page.click("#guide")
    page.wait_for_selector("#part-teacher .teacher[data-told]")
    page.goto(f"{server.base}{example}")
    page.wait_for_function("() => document.querySelector('.small-board').naturalWidth > 0")
    fits("a[rel=next]")
    page.goto(f"{server.base}/help/{game}")
    fits("#search-rules")
