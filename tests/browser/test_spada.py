"""La Spada e la Fede: clicks on fiefs, answers in the window, frames and privileges, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.browser.test_board import PHONE
from tests.records import kept_as, read
from tests.soaking import SOAK, covering, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORD = "steward-4"
SUMMER = 27  # Yellow holds knights and riches, and Orange has a privilege
NO_RICHES = 243
OPENING = 0  # of an auction
CHOICE = "#choice[open]"
PROMPT = "#part-question .prompt"
WIDE: dict[str, dict[str, Any]] = {
    "large": {"viewport": {"width": 1440, "height": 900}},
    "small": {"viewport": {"width": 1280, "height": 720}},
}
SIZES: dict[str, dict[str, Any]] = {**WIDE, "phone": dict(PHONE)}
# Which of these are not completely visible: outside the window, or of a scrolled area.
CUT = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    const around = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
    for (let up = one.parentElement; up; up = up.parentElement)
        if (getComputedStyle(up).overflowY !== "visible") around.push(up.getBoundingClientRect());
    return !box.width || around.some((edge) => box.left < edge.left - 1 || box.top < edge.top - 1
        || box.right > edge.right + 1 || box.bottom > edge.bottom + 1);
}).map((one) => one.textContent.trim())"""
# Pairs of these that overlap.
OVERLAPS = """(selector) => {
    const all = [...document.querySelectorAll(selector)];
    const boxes = all.map((one) => one.getBoundingClientRect());
    return all.slice(1).filter((one, number) => boxes[number + 1].left < boxes[number].right - 0.5)
        .map((one) => one.id);
}"""
OUTLINED = """() => [...document.querySelectorAll("#frame .is-focus")].map((one) => {
    const [box, frame] = [one, document.getElementById("frame")].map(
        (part) => part.getBoundingClientRect());
    return {
        target: one.dataset.target,
        outline: getComputedStyle(one).outlineStyle,
        edge: getComputedStyle(one.querySelector("path")).strokeDasharray,
        within: box.left >= frame.left && box.top >= frame.top && box.right <= frame.right
            && box.bottom <= frame.bottom,
    };
})"""
LIES_OVER = """([one, other]) => {
    const [a, b] = [one, other].map((part) => document.querySelector(part).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
# Badges in the hand that are covered.
COVERED = """() => [...document.querySelectorAll("#part-hand .many")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [left + 1, (left + right) / 2, right - 1].some(
        (x) => document.elementFromPoint(x, (top + bottom) / 2) !== one);
}).length"""


def at(page: Page, server: Server, step: int) -> None:
    """Open a copy of the recorded game at a step."""
    replay = driver.open_record(page, server, read(kept_as("spada", RECORD)))
    driver.copy_at(page, replay, step)
    driver.acknowledge_scenes(page)
    page.wait_for_function(driver.SETTLED)


def click_on(page: Page, target: str) -> None:
    """Click where a piece is not covered by another."""
    spot = page.evaluate(driver.SPOT_OF, [f'#part-live [data-target="{target}"]', target])
    assert spot is not None
    page.mouse.click(*spot)


@pytest.mark.parametrize(
    "place", sample(["fief:orange", "privilege:knights:orange", "hand:orange"], 2)
)
def test_a_click_on_a_fief_offers_what_is_legal_there(
    page: Page, server: Server, place: str
) -> None:
    """Whatever lies in the fief, the player chooses an action, and nothing is done before."""
    at(page, server, SUMMER)
    before = driver.state_text(page)
    click_on(page, place)
    page.wait_for_selector(CHOICE)
    offered = page.eval_on_selector_all(
        f"{CHOICE} [data-act]", "all => all.map(o => o.dataset.act)"
    )
    assert offered == ["attack orange", "bribe orange"]
    assert page.is_visible(f"{CHOICE} [data-act='attack orange'] small")  # what it would lead to
    assert page.is_hidden("#problem")
    page.click("#choice .leave")
    assert driver.state_text(page) == before
    click_on(page, place)
    page.click(f"{CHOICE} [data-act='attack orange']")
    page.click("#confirm")
    driver.wait_for_change(page, before)
    assert "sends a knight against" in driver.text_of(page, "#part-log")


def test_a_tap_opens_the_same_choices(company: Company, server: Server) -> None:
    page = company.person(**SIZES["phone"])
    at(page, server, SUMMER)
    before = driver.state_text(page)
    driver.Finger(page).place("fief:orange")
    page.wait_for_selector(CHOICE)
    assert page.evaluate(CUT, f"{CHOICE} :is([data-act], .leave)") == []
    assert driver.state_text(page) == before


def test_a_single_final_answer_is_confirmed(page: Page, server: Server) -> None:
    """Without riches a fief can only be attacked."""
    at(page, server, NO_RICHES)
    assert driver.actions(page) == ["attack white", "done"]
    before = driver.state_text(page)
    click_on(page, "fief:white")
    page.wait_for_selector(CHOICE)
    page.keyboard.press("Escape")
    assert driver.state_text(page) == before


@pytest.mark.parametrize("size", sample(SIZES, 2))
def test_highlights_do_not_cover_board_or_log(company: Company, server: Server, size: str) -> None:
    page = company.person(**SIZES[size])
    at(page, server, SUMMER)
    driver.click(page, "attack orange")
    driver.click(page, "yield")
    page.wait_for_selector(driver.SCENE)
    for other in ("#frame", "#part-log", ".drawers", "#part-hand"):
        assert not page.evaluate(LIES_OVER, ["#scene", other])
    assert page.locator("#scene li").count() == 0  # the log says the rest


@pytest.mark.parametrize(("size", "step"), covering(WIDE, [OPENING, SUMMER]))
def test_question_and_answers_are_in_the_viewport(
    company: Company, server: Server, size: str, step: int
) -> None:
    page = company.person(**WIDE[size])
    at(page, server, step)
    assert page.evaluate(CUT, "#part-question :is(.prompt, .action, #hint)") == []
    asked = driver.actions(page)
    assert len(asked) > 3
    assert page.locator("#part-question .action:visible").count() == len(asked)
    if step == OPENING:  # privileges in the supply lie side by side
        supply = '#stores [data-target^="privilege:"]'
        assert page.locator(supply).count() == 4
        assert page.evaluate(OVERLAPS, supply) == []


def test_an_incomplete_offer_and_answers_in_advance_are_in_the_viewport(
    company: Company, server: Server
) -> None:
    """The prompt says what to do first, and then what is offered."""
    page = company.person(**WIDE["large"])
    at(page, server, OPENING)
    assert "with cards from your hand, or pass" in driver.text_of(page, PROMPT)
    for card in ("grain", "workers", "knights"):
        driver.click(page, f"add {card}")
        assert "Your offer comes to" in driver.text_of(page, PROMPT)
    parts = ":is(.prompt, .action, #hint, #undo, #cancel, .standing)"
    for settings in WIDE.values():
        page.set_viewport_size(settings["viewport"])
        assert page.evaluate(CUT, f"#part-question {parts}") == []


def test_a_phone_shows_board_and_answers_of_an_auction(company: Company, server: Server) -> None:
    """The numbers of cards in the hand are not covered either."""
    page = company.person(**SIZES["phone"])
    at(page, server, OPENING)
    assert page.evaluate(CUT, "#part-question :is(.action, #hint)") == []
    board = page.locator("#frame").bounding_box()
    assert board is not None
    assert board["height"] >= 120
    for card in ("grain", "workers", "knights"):  # chosen cards lie beside the others
        driver.click(page, f"add {card}")
    page.wait_for_function(driver.SETTLED)
    assert page.locator("#part-hand .many").count() > 1
    assert page.evaluate(COVERED) == 0


@pytest.mark.parametrize("size", sample(SIZES, 2))
def test_a_fief_is_framed_by_its_own_shape_within_the_board(
    company: Company, server: Server, size: str
) -> None:
    page = company.person(**SIZES[size])
    at(page, server, SUMMER)
    page.evaluate("() => Board.lead(['fief:orange'])")
    (framed,) = page.evaluate(OUTLINED)
    assert framed["target"] == "fief:orange"
    assert framed["outline"] == "none"
    assert framed["edge"] != "none"
    assert framed["within"]
    # the frame of a card is not cut off
    page.evaluate("() => Marks.point(['card:knights'])")
    room = page.evaluate(
        """() => {
            const card = document.querySelector("#part-hand .is-pointed");
            const style = getComputedStyle(card);
            const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
            const [box, hand] = [card, document.getElementById("part-hand")].map(
                (one) => one.getBoundingClientRect());
            return [box.left - hand.left - reach, hand.bottom - box.bottom - reach,
                innerHeight - box.bottom - reach];
        }"""
    )
    assert min(room) >= 0


# test_table_layout.py shows an ending on a large screen, too
@pytest.mark.parametrize("size", SIZES if SOAK else ["small", "phone"])
def test_the_ending_is_shown_beside_the_board(company: Company, server: Server, size: str) -> None:
    """The scores are completely in the window, and scenes cover no fief.

    The whole board is visible, wherever it was before, with every player's result.
    """
    page = company.person(**SIZES[size])
    record = read(kept_as("spada", RECORD))
    replay = driver.open_record(page, server, record)
    driver.copy_at(page, replay, record.count('"act"') - 1)
    driver.acknowledge_scenes(page)
    (last,) = driver.actions(page)
    page.click("[data-zoom=in]")
    page.click(f'#part-question [data-act="{last}"]')
    driver.confirm(page)
    page.wait_for_selector("#part-question .ending")
    assert not page.evaluate(LIES_OVER, ["#scene", "#frame"])
    assert page.evaluate(driver.NEARNESS) == 1
    driver.acknowledge_scenes(page)
    assert page.evaluate(driver.NEARNESS) == 1
    assert page.evaluate(CUT, "#part-seats .seat") == []
    if size in WIDE:
        assert page.evaluate(CUT, ".ending :is(.outcome, .ending-bar, summary)") == []
    assert not page.is_visible(".ending .course")
    page.click(".ending summary")
    assert page.is_visible(".ending .course")
