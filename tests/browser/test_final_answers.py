"""Final answers: the consequence first, then a second press beside the first one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.browser.touch_targets import PHONE
from tests.records import kept_as, read
from tests.soaking import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEPS = 12  # presses of Enter
# Positions of records in which something final can be answered.
WALKS = {
    "a duel": ("friedrich", "quartermaster-4-b", 271),
    "fights to choose": ("friedrich", "quartermaster-4-b", 346),
    "a retreat": ("friedrich", "quartermaster-4-b", 275),
    "a movement": ("friedrich", "quartermaster-4-b", 19),
    "revolution": ("revolution", "regent-5-rulebook", 5),
    "revolution, later": ("revolution", "regent-5-rulebook", 37),
    "an auction": ("spada", "steward-4", 4),
    "a summer": ("spada", "steward-4", 28),
}
FINAL = """() => {
    const one = document.activeElement;
    return one.matches(".final, .dial:has(.final) *") ? one.outerHTML : null;
}"""
FINALS = """all => all.flatMap((one) => one.closest(".dial")
    ? JSON.parse(one.closest(".dial").dataset.places).filter((p) => p[4]).map((p) => p[1])
    : one.matches(".final") ? [one.dataset.act] : [])"""
# Whether one box is clear of a point.
CLEAR_OF = """([selector, x, y]) => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return x < box.left || x > box.right || y < box.top || y > box.bottom;
}"""


def copy_of(page: Page, server: Server, game: str, record: str, step: int) -> str:
    """Open a copy of a record at a step."""
    return driver.copy_at(page, driver.open_record(page, server, read(kept_as(game, record))), step)


def played(page: Page) -> list[str]:
    """Collect the actions that the page sends from now on."""
    found: list[str] = []

    def note(request: Any) -> None:
        if request.url.endswith("/act"):
            found.extend(json.loads(request.post_data)["actions"])

    page.on("request", note)
    return found


@pytest.mark.parametrize("walk", sample(WALKS, 4))
def test_enter_alone_never_does_anything_final(page: Page, server: Server, walk: str) -> None:
    """Pressing Enter again and again from the first answer on gives nothing up."""
    copy_of(page, server, *WALKS[walk])
    sent = played(page)
    final: set[str] = set()
    focus = "#part-question .actions :is(button, input, summary), #part-stage .is-legal"
    page.evaluate("(s) => document.querySelector(s).focus()", focus)
    for _ in range(STEPS):
        final.update(page.eval_on_selector_all(driver.ASKED, FINALS))
        before, asked = len(sent), page.evaluate(driver.QUESTION)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => !document.querySelector('#part-question[aria-busy]')", polling=20
        )
        if len(sent) > before:
            page.wait_for_function(driver.ASKED_ANEW, arg=asked, polling=20)
            assert page.evaluate(FINAL) is None
    assert final
    assert not final & set(sent)


def test_a_final_answer_by_mouse(page: Page, server: Server) -> None:
    """It is last in the list, and a double click does not confirm it or what follows."""
    copy_of(page, server, "friedrich", "quartermaster-4-b", 271)
    sent = played(page)
    buttons = page.locator("#part-question .actions [data-act]")
    texts = [one.get_attribute("data-act") for one in buttons.all()]
    assert texts[-1] == "quit"
    assert len(texts) > 1
    box = page.locator('[data-act="quit"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.dblclick(x, y)
    page.wait_for_selector("#confirm")
    assert page.evaluate(CLEAR_OF, ["#choice", x, y])
    shown = page.inner_text("#choice")
    assert "Give up the fight" in shown
    assert "You lose" in shown
    page.mouse.click(5, 5)  # elsewhere
    assert page.query_selector("#confirm") is None
    page.click('[data-act="quit"]')
    page.click("#choice .leave")
    assert page.query_selector("#confirm") is None
    assert sent == []
    page.click('[data-act="quit"]')
    driver.answered(page, lambda: page.click("#confirm"))
    assert sent == ["quit"]


def test_a_final_answer_by_keyboard(page: Page, server: Server) -> None:
    """The text of the consequence gets the focus, not the button; Escape returns to the answer."""
    copy_of(page, server, "friedrich", "quartermaster-4-b", 271)
    sent = played(page)
    quits = "document.activeElement.dataset.act === 'quit'"
    page.focus('#part-question [data-act="quit"]')
    for _ in range(3):
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "choices"
    page.keyboard.press("Escape")
    assert page.evaluate(quits)
    # a typed answer is asked for as well
    page.click("#typing > summary")
    page.fill("#type [name=text]", "quit")
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm")
    page.click("#choice .leave")
    page.keyboard.press("Escape")  # the drawer
    assert sent == []
    page.focus('#part-question [data-act="quit"]')
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "confirm"
    driver.answered(page, lambda: page.keyboard.press("Enter"))
    assert sent == ["quit"]
    assert page.evaluate("document.activeElement.id") == "part-question"


def test_a_final_answer_by_finger(company: Company, server: Server) -> None:
    """After a tap on a card, its consequence is shown next to it, within the window."""
    page = company.person(**PHONE)
    copy_of(page, server, "friedrich", "quartermaster-4-b", 271)
    sent = played(page)
    hand = driver.Finger(page)
    card = str(page.get_attribute("#part-stage .card.is-legal", "data-target"))
    hand.place(card)
    page.wait_for_selector("#confirm")
    x, y = page.evaluate(driver.HIT, card)
    assert page.evaluate(CLEAR_OF, ["#choice", x, y])
    box = page.locator("#choice").bounding_box()
    assert box is not None
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= 390
    assert box["y"] + box["height"] <= 844
    assert sent == []
    driver.answered(page, hand.confirm)
    assert len(sent) == 1


def test_a_suggested_start_is_laid_out_first(page: Page, server: Server) -> None:
    """Its numbers are shown on the board; the player accepts or changes them."""
    driver.open_game(page, server, "friedrich", "me", *["bot:random"] * 3)
    driver.wait_until_asked(page)
    sent = played(page)
    page.click("#suggest")
    page.wait_for_selector("#confirm")
    steps = json.loads(str(page.get_attribute("#suggest", "data-steps")))
    assert len(steps) > 3
    numbers = page.eval_on_selector_all(".marks-number", "all => all.map((o) => o.textContent)")
    assert numbers == [str(step["number"]) for step in steps]
    dial = page.text_content("#part-question .dial output")
    assert dial == numbers[0]  # whoever changes it begins there
    page.click("#choice .leave")
    assert page.query_selector(".marks-number") is None
    assert sent == []
    page.click("#suggest")
    driver.answered(page, lambda: page.click("#confirm"))
    assert sent == [step["act"] for step in steps]
