"""Analyses: readable on every screen, with links to the moves."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from chancery.games import find
from chancery.table import record
from chancery.table.analysis import moves
from tests.browser import hands
from tests.browser.server import DATABASE, Server
from tests.patience import PATIENCE
from tests.records import kept_as, read

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = [
    {"viewport": {"width": 1440, "height": 900}},
    {"viewport": {"width": 1280, "height": 720}},
    PHONE,
]
LEGIBLE = 9  # least height of letters in pixels
SHOWN = "svg.chances:visible"
SMALLEST = """(svg) => 12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"""
OUTSIDE = """(svg) => [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect())
    .filter((box) => box.left < 0 || box.right > innerWidth).length"""
WIDTHS = "() => [document.documentElement.scrollWidth, innerWidth]"


def looked_at(text: str) -> str:
    """Return a stored analysis: made up, but of moves that are possible."""
    sitting = record.loads(text, find)
    move = next(m for m in moves(sitting) if len(m.state.legal(m.seat)) > 2)
    other = next(a for a in move.state.legal(move.seat) if a != move.actions[0])
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
                    "better": [other.text],
                    "cost": 0.12,
                    "unsure": 0.04,
                }
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


@pytest.mark.parametrize("screen", SCREENS)
def test_chances_can_be_read_and_moves_are_found(
    person: Callable[..., Page], server: Server, screen: dict[str, Any]
) -> None:
    page = person(**screen)
    text = read(kept_as("spada", "steward-3"))
    address = hands.open_record(page, server, text)
    table = address.removesuffix("replay/")
    slug = table.rstrip("/").rpartition("/")[2]
    keep(server, slug, part=42, lease_until="2099-01-01 00:00:00")
    page.goto(f"{table}analysis")
    bar = page.locator("progress")
    assert bar.get_attribute("value") == "42"
    box = bar.bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= screen["viewport"]["width"]
    keep(server, slug, found=looked_at(text))
    page.goto(f"{table}analysis")
    wide, window = page.evaluate(WIDTHS)
    assert wide <= window
    assert page.locator(SHOWN).evaluate(SMALLEST) >= LEGIBLE
    assert page.locator(SHOWN).evaluate(OUTSIDE) == 0
    picture = page.locator(SHOWN).bounding_box()
    assert picture is not None
    assert picture["y"] + picture["height"] <= screen["viewport"]["height"]
    assert page.get_by_role("img", name="Winning chances").count() == 1
    page.click(".slips a")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector("#replay")
