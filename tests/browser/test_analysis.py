"""Analyses: board, curve and moves together on every screen."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from chancery.games import find
from chancery.table import record
from chancery.table.analysis import moves
from tests.browser import driver
from tests.browser.server import DATABASE, Server
from tests.records import kept_as, read
from tests.soaking import sample
from tests.timeouts import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = [
    {"viewport": {"width": 1440, "height": 900}},
    {"viewport": {"width": 1280, "height": 720}},
    PHONE,
]
WIDTHS = "() => [document.documentElement.scrollWidth, innerWidth]"


def looked_at(text: str) -> str:
    """Return a stored analysis: made up, but of moves that are possible."""
    sitting = record.loads(text, find)
    found = [m for m in moves(sitting) if len(m.state.legal(m.seat)) > 2][5:12:3]
    end = len(sitting.log)
    return json.dumps(
        {
            "points": [
                [0, [0.3, 0.3, 0.4], [0.07] * 3],
                [end // 2, [0.5, 0.3, 0.2], [0.07] * 3],
                [end, [1.0, 0.0, 0.0], [0.0] * 3],
            ],
            "turns": [[0, end // 2], [end // 2, end]],
            "slips": [
                {
                    "length": move.length,
                    "seat": move.seat,
                    "played": [action.text for action in move.actions],
                    "better": [move.state.legal(move.seat)[0].text],
                    "cost": cost,
                    "unsure": 0.04,
                }
                for move, cost in zip(found, (0.12, 0.2, 0.16), strict=True)
            ],
        }
    )


def keep(server: Server, slug: str, **fields: Any) -> None:
    """Store an analysis in the database of the server, replacing the former one."""
    row = {"found": "", "failed": False, "part": 0, "wanted": "2026-01-01 00:00:00", **fields}
    with sqlite3.connect(server.home / DATABASE, timeout=PATIENCE) as base:
        ((table,),) = base.execute("SELECT id FROM web_table WHERE slug = ?", (slug,))
        base.execute("DELETE FROM web_analysis WHERE table_id = ?", (table,))
        names = ", ".join(["table_id", *row])
        places = ", ".join("?" * (1 + len(row)))
        base.execute(
            f"INSERT INTO web_analysis ({names}) VALUES ({places})", (table, *row.values())
        )
    base.close()


@pytest.mark.parametrize("screen", sample(SCREENS[1:], 1))
def test_board_curve_and_moves_fit_and_move_together(
    person: Callable[..., Page], server: Server, screen: dict[str, Any]
) -> None:
    page = person(**screen)
    text = read(kept_as("spada", "steward-3"))
    address = driver.open_record(page, server, text)
    table = address.removesuffix("replay/")
    slug = table.rstrip("/").rpartition("/")[2]
    keep(server, slug, part=42, lease_until="2099-01-01 00:00:00")
    page.goto(f"{table}analysis")
    assert page.locator("progress").get_attribute("value") == "42"
    keep(server, slug, found=looked_at(text))
    page.wait_for_selector(".slips")  # the page has looked again by itself
    last = int(page.get_attribute("#replay", "data-last") or "")
    middle = last // 2
    page.goto(f"{table}analysis")
    page.wait_for_url(f"**/replay/{last}")  # where the game turned: won by the last move
    page.wait_for_selector(".turning .now")
    wide, window = page.evaluate(WIDTHS)
    assert wide <= window
    boxes = {
        name: page.locator(selector).first.bounding_box()
        for name, selector in (
            ("board", "#frame"), ("curve", ".curve-frame"), ("chances", ".chances"),
            ("buttons", ".stepping"), ("moves", "#part-analysis"), ("drawers", ".drawers"),
        )
    }  # fmt: skip
    low = screen["viewport"]["height"]
    for name, box in boxes.items():
        assert box is not None, name
        assert box["y"] + box["height"] <= low, name
        for other, beside in boxes.items():
            if other != name:
                assert apart(box, beside), (name, other)
    assert boxes["board"]["height"] > (0.58 * low if window > 1000 else 200)  # type: ignore[index]
    assert boxes["curve"]["height"] >= 70  # type: ignore[index]
    assert boxes["moves"]["height"] >= 180  # type: ignore[index]
    # a finger or a mouse on the curve, and keys: board, chances and story go along
    curve = boxes["curve"]
    assert curve is not None
    x, y = curve["x"] + curve["width"] / 2, curve["y"] + curve["height"] / 2
    if "has_touch" in screen:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.move(curve["x"] + curve["width"], y)
        page.mouse.down()
        page.mouse.move(x, y, steps=4)
        page.mouse.up()
    page.wait_for_function(
        "(middle) => Math.abs(document.getElementById('replay').dataset.step - middle) <= 3",
        arg=middle,
    )
    page.fill("#slider", str(middle))
    page.wait_for_url(f"**/replay/{middle}")
    assert [one.split()[-1] for one in page.locator(".chances li").all_inner_texts()] == [
        "50%", "30%", "20%"
    ]  # fmt: skip
    page.focus("#slider")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/replay/{middle - 1}")
    assert "50%" in str(page.get_attribute("#slider", "aria-valuetext"))
    # a move leads to its position, lit on the board; in another order on request
    page.click(".slips li:nth-child(2) a")
    page.wait_for_selector(".slips li:nth-child(2).now")
    page.select_option("#order", "step")
    steps = page.eval_on_selector_all(
        ".slips > li", "all => all.map((one) => Number(one.dataset.step))"
    )
    assert steps == sorted(steps)
    assert page.locator(".slips li.now").get_attribute("data-cost") == "2"


def apart(one: Any, other: Any) -> bool:
    """Whether two boxes do not lie over each other."""
    return any(
        a[side] + a[length] <= b[side] + 1
        for a, b in ((one, other), (other, one))
        for side, length in (("x", "width"), ("y", "height"))
    )


def test_an_analysis_is_requested_without_leaving_the_page(page: Page, server: Server) -> None:
    address = driver.open_record(page, server, read(kept_as("spada", "steward-4")))
    page.goto(f"{address}0")
    driver.mark(page)
    page.click("#want button")
    page.wait_for_selector("progress")
    assert page.locator(".curve-frame").count() == 1  # empty as yet: its place is kept
    assert page.evaluate(driver.PAGE_KEPT)
