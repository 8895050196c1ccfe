"""A duel on the page: its panel stands beside the board, and the board shows the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.browser.test_table_layout import FAULTS
from tests.browser.touch_targets import PHONE
from tests.records import kept_as, read
from tests.soaking import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1440, "height": 900}},
    "low": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
}
CARD, RETREAT, CHOSEN = 271, 275, 348  # steps of the record
FIGHTERS = ("winterfeldt", "browne")
# The boxes of fighters (with their sums and names), panel and frame.
BOXES = """(fighters) => {
    const box = (one) => one.getBoundingClientRect();
    const of = (name) => ["p", "t"].map((kind) => box(document.getElementById(`${kind}-${name}`)));
    return {
        fighters: fighters.map(of),
        panel: box(document.querySelector("#part-stage .on-stage")),
        frame: box(document.getElementById("frame")),
        shade: getComputedStyle(document.querySelector("#part-stage .on-stage")).backgroundColor,
    };
}"""


# Rings of retreats that are not completely seen, or lie under the tools.
HIDDEN = """() => {
    const seen = document.getElementById("frame").getBoundingClientRect();
    const tools = document.getElementById("tools").getBoundingClientRect();
    return [...document.querySelectorAll("#ground .is-legal")].filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const under = left < tools.right && right > tools.left && top < tools.bottom
            && bottom > tools.top;
        return under || left < seen.left || right > seen.right || top < seen.top
            || bottom > seen.bottom;
    }).map((one) => one.dataset.target);
}"""


def meet(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes overlap."""
    across = one["left"] < other["right"] and other["left"] < one["right"]
    return across and one["top"] < other["bottom"] and other["top"] < one["bottom"]


def at(page: Page, server: Server, step: int) -> None:
    replay = driver.open_record(page, server, read(kept_as("friedrich", "quartermaster-4-b")))
    driver.copy_at(page, replay, step)
    page.wait_for_selector("#part-live .is-focus")
    page.wait_for_function(driver.SETTLED, polling=20)


@pytest.mark.parametrize("size", sample(SIZES, 2))
def test_the_panel_never_covers_the_fight(company: Company, server: Server, size: str) -> None:
    """The fighters do not cover each other, and each card says what score it leads to."""
    page = company.person(**SIZES[size])
    for step in (CARD, RETREAT):
        at(page, server, step)
        found = page.evaluate(BOXES, FIGHTERS)
        frame = found["frame"]
        assert "/" not in found["shade"]  # opaque
        assert "rgba" not in found["shade"]
        assert not meet(found["panel"], frame)
        one, other = found["fighters"]
        for box in (*one, *other):
            assert box["left"] >= frame["left"]
            assert box["right"] <= frame["right"]
            assert box["top"] >= frame["top"]
            assert box["bottom"] <= frame["bottom"]
        assert not any(meet(a, b) for a in one for b in other)
        if step == RETREAT:
            assert page.locator("#ground .is-legal").count() == 6
            assert page.evaluate(HIDDEN) == []
        if step == CARD:
            shown = page.locator("#part-stage .stage-cards .card.is-legal")
            assert shown.count() == 2
            assert [one.split()[-1] for one in shown.all_inner_texts()] == ["next", "on"]
            box = shown.last.bounding_box()
            panel = page.locator("#part-stage").bounding_box()
            assert box is not None
            assert panel is not None
            assert box["y"] + box["height"] <= panel["y"] + panel["height"]
            if size == "phone":
                assert frame["height"] > 180
                # the cards are on the panel: no heading without answers is left
                assert page.locator("#part-question h2:visible").count() == 0
            acts, status = page.locator(".status .acts"), page.locator(".status").bounding_box()
            who = acts.bounding_box()
            assert who is not None
            assert status is not None
            assert 0 < who["width"] <= 0.7 * status["width"] + 1
            assert page.locator(".actions > *").last.inner_text().startswith("Give up")
    texts = page.locator("#part-stage .one-side").all_inner_texts()
    assert "2 troops" in texts[0]
    assert "10 troops" in texts[1]


@pytest.mark.parametrize("seat", sample(["0", ""], 1))
def test_a_replayed_duel_is_seen_as_a_whole_on_a_phone(
    company: Company, server: Server, seat: str
) -> None:
    """So is the board beside it, through the eyes of a player with his hand, too."""
    page = company.person(**PHONE)
    replay = driver.open_record(page, server, read(kept_as("friedrich", "quartermaster-4-b")))
    page.goto(f"{replay}{CARD}?seat={seat}")
    for step in (CARD, CARD + 1, RETREAT):
        page.wait_for_selector(f'#replay[data-step="{step}"]')
        page.wait_for_function(driver.SETTLED, polling=20)
        assert page.evaluate(FAULTS, ["stepping", "slider", "stage", "board"]) == []
        cut = page.evaluate("() => { const one = document.getElementById('part-stage');"
                            " return one.scrollHeight - one.clientHeight; }")  # fmt: skip
        assert cut <= 1
        frame = page.locator("#frame").bounding_box()
        assert frame is not None
        assert frame["height"] >= 144
        if step == CARD:
            page.tap("#next")
        elif step < RETREAT:
            page.fill("#slider", str(RETREAT))


def test_the_result_stays_until_it_is_acknowledged(company: Company, server: Server) -> None:
    """It stays even for readers whose scenes close automatically."""
    page = company.person(fresh=True)
    page.clock.install()
    page.add_init_script("localStorage.setItem('pace', 'quick')")
    at(page, server, CHOSEN)
    driver.acknowledge_scenes(page)
    driver.click(page, "retreat friedeberg")
    page.wait_for_selector(driver.SCENE)
    shown = page.inner_text("#scene")
    for text in ("Dohna beats Fermor", "Fermor loses", "to Friedeberg"):
        assert text in shown
    page.clock.fast_forward(60_000)
    assert page.is_visible(driver.SCENE)
    page.click("#scene button.main")
    assert page.is_hidden("#scene")
