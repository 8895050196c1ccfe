"""Layout of the table page: no part is cut off, covered or too small, and the page does not scroll.

Checked on a large screen with a mouse, on a small one with the keyboard, and on a phone by touch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.driver import Finger, Keys, Mouse
from tests.browser.server import Server
from tests.browser.test_board import PHONE
from tests.records import kept_as, read
from tests.soaking import covering, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Tabbing(Keys):
    """A person with a keyboard only, who reaches everything by Tab."""

    def button(self, selector: str) -> None:
        """Tab until it has the focus, and press Enter."""
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def step(self, dial: str, more: bool) -> None:
        """Change a dial by one with an arrow key."""
        self.reach(f"{dial} >> input")
        self.page.keyboard.press("ArrowRight" if more else "ArrowLeft")

    def reach(self, selector: str) -> None:
        """Press Tab until an element has the focus."""
        wanted = self.page.query_selector(selector)
        for _ in range(150):
            if wanted and wanted.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"150 times Tab and no {selector}")


SCREENS: dict[str, tuple[dict[str, Any], type[Mouse]]] = {
    "large": ({"viewport": {"width": 1440, "height": 900}}, Mouse),
    "small": ({"viewport": {"width": 1280, "height": 720}}, Tabbing),
    "phone": (dict(PHONE), Finger),
}


LOOKED_AT = (
    ("friedrich", "quartermaster-4-b"),
    ("spada", "steward-4"),
    ("revolution", "regent-4-a"),
)
PLAIN = ("revolution", "regent-4-a", 20)  # new units are placed


class Position(NamedTuple):
    """A step of a record, and how many of its actions are played from there."""

    game: str
    record: str
    step: int
    plays: int
    stage: bool = True
    cards: bool = True  # some of the hand can be clicked, at one of these actions


POSITIONS = {
    "fight": Position("friedrich", "quartermaster-4-b", 849, 3, cards=False),
    "purchase": Position("friedrich", "quartermaster-4-b", 376, 4),
    "set-up": Position("friedrich", "quartermaster-4-b", 0, 2, stage=False, cards=False),
    "auction": Position("spada", "steward-4", 15, 4),
    "attack": Position("spada", "steward-4", 63, 2, cards=False),
}

# Names of `all` in FAULTS which must be completely visible during play.
PLACES = ("prompt", "first button", "card", "stage", "board", "story")
# at the end and in a replay
END = ("over", "sentence", "turning point", "onward")
STEPPING = ("stepping", "slider", "now")
ENDING = (".ending h2", ".outcome", ".ending .lead a", ".ending .choices a")
FAULTS = Path(__file__).with_name("layout_faults.js").read_text("utf-8")


def opened(page: Page, server: Server, key: tuple[str, str]) -> tuple[str, list[str]]:
    """Import a record; return the address of its replay, and its actions."""
    text = read(kept_as(*key))
    return driver.open_record(page, server, text), [
        entry["act"] for entry in json.loads(text)["log"]
    ]


def play(page: Page, hand: Mouse, action: str) -> None:
    """Play an action as a person would: turn a dial, click a card or the board, or a button."""
    # A copied game first shows a waiting seat, then the seat that has to decide.
    page.wait_for_function(driver.OFFERS, arg=action, polling=20)
    if page.evaluate(driver.DIAL, action):
        driver.answered(page, lambda: hand.turn(action))
        return
    button = f'#part-question [data-act="{action}"]'
    target = None if page.is_visible(button) else str(page.get_attribute(button, "data-for"))

    def give() -> None:
        hand.button(button) if target is None else hand.place(target)
        hand.confirm()

    driver.answered(page, give)


@pytest.mark.parametrize(("name", "screen"), covering(POSITIONS, SCREENS))
def test_no_part_overlaps_or_leaves_the_viewport(
    company: Company, server: Server, name: str, screen: str
) -> None:
    """This is checked for each kind of question, and after each answer."""
    position = POSITIONS[name]
    settings, hand_of = SCREENS[screen]
    page = company.person(**settings)
    replay, actions = opened(page, server, (position.game, position.record))
    driver.copy_at(page, replay, position.step)
    hand = hand_of(page)
    staged = lifted = False
    for action in actions[position.step :][: position.plays]:
        driver.acknowledge_scenes(page)
        page.wait_for_function(driver.SETTLED, polling=20)
        assert page.evaluate(FAULTS, PLACES) == []
        staged = staged or page.query_selector(driver.STAGE) is not None
        lifted = lifted or page.query_selector("#part-hand .is-legal") is not None
        play(page, hand, action)
    assert staged == position.stage
    assert lifted == position.cards


# test_spada.py looks at an ending on a small screen
@pytest.mark.parametrize(("key", "screen"), sample(covering(LOOKED_AT, SCREENS), 2))
def test_the_ending_fits_the_viewport(
    company: Company, server: Server, key: tuple[str, str], screen: str
) -> None:
    """Winner, turning point and next steps are visible without scrolling, and so is the board."""
    page = company.person(**SCREENS[screen][0])
    replay, _ = opened(page, server, key)
    page.goto(replay.removesuffix("/replay/"))
    driver.acknowledge_scenes(page)
    page.wait_for_function(driver.SETTLED, polling=20)
    for name, selector in zip(END, ENDING, strict=True):
        assert page.locator(selector).count(), name
    assert page.evaluate(FAULTS, [*END, "board", "story"]) == []


@pytest.mark.parametrize(("key", "screen"), sample(covering(LOOKED_AT, reversed(SCREENS)), 2))
def test_a_replay_keeps_its_layout(
    company: Company, server: Server, key: tuple[str, str], screen: str
) -> None:
    """Slider, buttons, board and the current line of the story stay in the viewport."""
    page = company.person(**SCREENS[screen][0])
    replay, actions = opened(page, server, key)
    middle = len(actions) // 2
    page.goto(f"{replay}{middle}")
    page.wait_for_selector("#slider")
    for step in (middle, middle + 1):
        page.wait_for_function("(step) => document.getElementById('replay').dataset.step == step",
                               arg=str(step))  # fmt: skip
        page.wait_for_function(driver.SETTLED, polling=20)
        assert page.evaluate(FAULTS, [*STEPPING, "stage", "board"]) == []
        page.keyboard.press("ArrowRight")


# test_small_screens.py looks at the same position on a laptop
@pytest.mark.parametrize("screen", sample(reversed(SCREENS), 1))
def test_the_layout_holds_for_any_board(company: Company, server: Server, screen: str) -> None:
    """Revolution asks for many numbers at once: the prompt and the first of them are visible."""
    page = company.person(**SCREENS[screen][0])
    game, record, step = PLAIN
    driver.copy_at(page, opened(page, server, (game, record))[0], step)
    driver.acknowledge_scenes(page)
    page.wait_for_function(driver.SETTLED, polling=20)
    assert page.evaluate(FAULTS, ["prompt", "first button", "card", "board", "story"]) == []
