"""Layout of the table page: no part is cut off, covered or too small, and the page does not scroll.

Checked on a large screen with a mouse, on a small one with the keyboard, and on a phone by touch.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.browser import hands
from tests.browser.conftest import Company
from tests.browser.hands import Finger, Keys, Mouse
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
    "fight": Position("friedrich", "quartermaster-4-b", 849, 3),
    "purchase": Position("friedrich", "quartermaster-4-b", 376, 4),
    "set-up": Position("friedrich", "quartermaster-4-b", 0, 2, stage=False, cards=False),
    "auction": Position("spada", "steward-4", 15, 4),
    "attack": Position("spada", "steward-4", 63, 2, cards=False),
}

# Names of `all` in FAULTS which must be completely visible during play.
PLACES = ("prompt", "first button", "card", "stage", "board", "story")
# at the end and in a replay
END = ("over", "sentence", "onward")
STEPPING = ("stepping", "slider", "now")
# Returns a message for each fault of the layout.
FAULTS = """(names) => {
    const faults = [];
    const $ = (selector) => [...document.querySelectorAll(selector)];
    const first = (selector) => $(selector).filter((one) => one.checkVisibility()).slice(0, 1);
    const all = {
        prompt: $("#part-question .prompt"),
        "first button": first("#part-question :is(.action, .all > summary)"),
        card: $("#part-hand .card.is-legal"),
        stage: $("#part-stage .on-stage"),
        board: $("#frame"),
        story: $("#part-log li:last-child"),
        over: $(".ending h2"),
        sentence: $(".ending .outcome"),
        onward: $(".ending .choices > *"),
        stepping: $(".stepping > *"),
        slider: $("#slider"),
        now: $("#part-log .newest"),
    };
    const places = Object.fromEntries(names.map((name) => [name, all[name]]));
    const box = (one) => one.getBoundingClientRect();
    const said = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
    // The visible area around an element: the window, cut by every ancestor that clips or scrolls.
    function edges(one) {
        const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let up = one.parentElement; up; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up);
            const around = box(up);
            if (overflowX !== "visible") {
                seen.left = Math.max(seen.left, around.left);
                seen.right = Math.min(seen.right, around.right);
            }
            if (overflowY !== "visible") {
                seen.top = Math.max(seen.top, around.top);
                seen.bottom = Math.min(seen.bottom, around.bottom);
            }
        }
        return seen;
    }
    const seen = (one) => {
        const [own, { left, top, right, bottom }] = [box(one), edges(one)];
        return {
            left: Math.max(own.left, left), right: Math.min(own.right, right),
            top: Math.max(own.top, top), bottom: Math.min(own.bottom, bottom),
        };
    };
    for (const [name, all] of Object.entries(places))
        for (const one of all) {
            const [own, part] = [box(one), seen(one)];
            if (own.width < 8 || own.height < 8) faults.push(`${name} is too small: ${said(one)}`);
            for (const edge of ["left", "right", "top", "bottom"])
                if (Math.abs(own[edge] - part[edge]) > 1.5)
                    faults.push(`${name} is cut off (${edge}: ${own[edge]}, seen to ${part[edge]}):`
                        + ` ${said(one)}`);
            // a duel lies over the upper part of the board, on a phone its tools over a corner
            const [right, down] = name === "board" ? [0.25, 0.8] : [0.5, 0.5];
            const hit = document.elementFromPoint(
                own.left + own.width * right, own.top + own.height * down);
            if (!hit || !one.contains(hit))
                faults.push(`${name} is covered by ${hit?.outerHTML.slice(0, 80)}: ${said(one)}`);
        }
    // The pieces that fight stay visible beside the duel.
    for (const one of names.includes("stage") ? $("#frame .is-focus") : []) {
        const own = box(one);
        const hit = document.elementFromPoint(
            own.left + own.width / 2, own.top + own.height / 2);
        if (!hit?.closest("#frame, #tools"))
            faults.push(`${one.dataset.target} is covered by the stage`);
    }
    const parts = { ...all, question: $("#part-question"), hand: $("#part-hand") };
    const apart = [["question", "hand"], ["question", "board"], ["question", "story"],
        ["question", "stage"], ["hand", "board"], ["hand", "story"], ["hand", "stage"],
        ["board", "story"]];
    if (!$("#part-stage .duel").length) apart.push(["board", "stage"]);
    for (const [one, other] of apart)
        for (const [a, b] of parts[one].flatMap((a) => parts[other].map((b) => [seen(a), seen(b)])))
            if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5)
                faults.push(`${one} and ${other} lie over each other`);
    const page = document.scrollingElement;
    window.scrollTo({ top: 500, left: 500, behavior: "instant" });
    if (page.scrollTop || page.scrollLeft || page.scrollWidth > page.clientWidth)
        faults.push(`the page scrolls: ${page.scrollWidth} × ${page.scrollHeight}`);
    return faults;
}"""


def opened(page: Page, server: Server, key: tuple[str, str]) -> tuple[str, list[str]]:
    """Import a record; return the address of its replay, and its actions."""
    text = read(kept_as(*key))
    return hands.open_record(page, server, text), [
        entry["act"] for entry in json.loads(text)["log"]
    ]


def play(page: Page, hand: Mouse, action: str) -> None:
    """Play an action as a person would: turn a dial, click a card or the board, or a button."""
    # A copied game first shows a waiting seat, then the seat that has to decide.
    page.wait_for_function(hands.OFFERS, arg=action, polling=20)
    if page.evaluate(hands.DIAL, action):
        hands.answered(page, lambda: hand.turn(action))
        return
    button = f'#part-question [data-act="{action}"]'
    if page.is_visible(button):
        hands.answered(page, lambda: hand.button(button))
        return
    target = str(page.get_attribute(button, "data-for"))
    hands.answered(page, lambda: hand.place(target))


@pytest.mark.parametrize(("name", "screen"), covering(POSITIONS, SCREENS))
def test_nothing_leaves_its_place(company: Company, server: Server, name: str, screen: str) -> None:
    """Whatever is asked, and after each answer."""
    position = POSITIONS[name]
    settings, hand_of = SCREENS[screen]
    page = company.person(**settings)
    replay, actions = opened(page, server, (position.game, position.record))
    hands.copy_at(page, replay, position.step)
    hand = hand_of(page)
    staged = lifted = False
    for action in actions[position.step :][: position.plays]:
        hands.acknowledge_scenes(page)
        page.wait_for_function(hands.SETTLED, polling=20)
        assert page.evaluate(FAULTS, PLACES) == []
        staged = staged or page.query_selector(hands.STAGE) is not None
        lifted = lifted or page.query_selector("#part-hand .is-legal") is not None
        play(page, hand, action)
    assert staged == position.stage
    assert lifted == position.cards


@pytest.mark.parametrize(("key", "screen"), covering(LOOKED_AT, SCREENS))
def test_the_end_is_seen_at_a_glance(
    company: Company, server: Server, key: tuple[str, str], screen: str
) -> None:
    """Who has won and why, and how to go on, without scrolling; the board stays."""
    page = company.person(**SCREENS[screen][0])
    replay, _ = opened(page, server, key)
    page.goto(replay.removesuffix("/replay/"))
    hands.acknowledge_scenes(page)
    page.wait_for_function(hands.SETTLED, polling=20)
    for name, selector in zip(END, (".ending h2", ".outcome", ".ending .choices a"), strict=True):
        assert page.locator(selector).count(), name
    assert page.evaluate(FAULTS, [*END, "board", "story"]) == []


@pytest.mark.parametrize(("key", "screen"), sample(covering(LOOKED_AT, reversed(SCREENS)), 2))
def test_a_replay_keeps_its_places(
    company: Company, server: Server, key: tuple[str, str], screen: str
) -> None:
    """Slider, buttons, board and the current line of the story."""
    page = company.person(**SCREENS[screen][0])
    replay, actions = opened(page, server, key)
    middle = len(actions) // 2
    page.goto(f"{replay}{middle}")
    page.wait_for_selector("#slider")
    for step in (middle, middle + 1):
        page.wait_for_function("(step) => document.getElementById('replay').dataset.step == step",
                               arg=str(step))  # fmt: skip
        page.wait_for_function(hands.SETTLED, polling=20)
        assert page.evaluate(FAULTS, [*STEPPING, "stage", "board"]) == []
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("screen", sample(SCREENS, 2))
def test_a_table_keeps_its_places_whatever_its_board(
    company: Company, server: Server, screen: str
) -> None:
    """Revolution asks for many numbers at once: the prompt and the first of them are visible."""
    page = company.person(**SCREENS[screen][0])
    game, record, step = PLAIN
    hands.copy_at(page, opened(page, server, (game, record))[0], step)
    hands.acknowledge_scenes(page)
    page.wait_for_function(hands.SETTLED, polling=20)
    assert page.evaluate(FAULTS, ["prompt", "first button", "card", "board", "story"]) == []
