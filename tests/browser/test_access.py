"""Accessibility: axe-core finds no fault on any page, light or dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.soaking import SOAK, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = ("spada", "friedrich", "revolution")
# One page of each layout; what a soak looks at besides is built of the same parts.
STRANGERS = ["/", "/help/friedrich", "/learn/spada/example/auction/2"]
MEMBERS = ["/tables", "/account", "/new/revolution"]
if SOAK:
    STRANGERS += [
        "/account/join",
        "/account/enter",
        "/account/forgot",
        "/offline",
        "/learn/revolution",
    ]
    MEMBERS += ["/api", "/people/Karl", "/ladder/spada", "/nowhere"]
# Pages looked at in the dark too: each with many of the colours.
BOTH_COLOURS = ("/", "/tables")


# checked once: help has a page of its own, one description of an operation is like another, and
# axe-core takes very long for a map: one board stands for all
ALIKE = [] if SOAK else ["#rules-text > :nth-child(n+4)", "main.api article:nth-of-type(n+2)"]
ALIKE += [] if SOAK else ["main.help section:nth-of-type(n+3)"]
# axe-core examines what is left out as well, unless it is removed
TAKE_OUT = "(alike) => document.querySelectorAll(alike.join()).forEach((one) => one.remove())"
AXE = Axe().axe_script


def faults(page: Page, boards: bool = False, **options: Any) -> list[str]:
    """Return what axe-core reports of a page, which is of no use afterwards."""
    page.evaluate(TAKE_OUT, [*ALIKE, *([] if boards else [".board"]), "#nothing"])
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options["resultTypes"] = ["violations"]
    found = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [
        f"{page.url} {one['impact']} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"][:3]
    ]


def more_faults(page: Page) -> list[str]:
    """Return the faults of a page in a soak; `make test` looks at others of the same parts."""
    return faults(page) if SOAK else []


def by_day_and_night(page: Page, boards: bool = False, night: bool = SOAK) -> list[str]:
    """Return the faults of a page, light and dark; in the dark only colours differ."""
    found = faults(page, boards)
    if not night:
        return found
    page.emulate_media(color_scheme="dark")
    found += faults(page, boards, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def everywhere(page: Page, server: Server) -> Iterator[str]:
    """Return the faults of all kinds of pages, one after the other."""
    for path in STRANGERS:
        page.goto(server.base + path)
        yield from by_day_and_night(page, night=SOAK or path in BOTH_COLOURS)
    driver.join(page, server, "Karl")
    waits = driver.open_waiting(page, server, "me", "open", "bot:player", title="Access")
    page.wait_for_selector("[data-company=start]")
    yield from by_day_and_night(page)
    slug = waits.rsplit("/", 1)[1]
    for path in (*MEMBERS, f"/report?table={slug}"):
        page.goto(server.base + path)
        yield from by_day_and_night(page, night=SOAK or path in BOTH_COLOURS)
    for game in sample(GAMES, 1):
        page.goto(driver.posted(page, server.base, f"/play/{game}"))
        page.wait_for_selector(driver.ASKED, state="attached")
        for drawer in ("overview", "talking", "aid", "rules", "notebook", "position", "about"):
            if page.locator(f"#{drawer}").count():
                page.evaluate("(id) => { document.getElementById(id).open = true; }", drawer)
        driver.position(page)
        # the parts of a table's page have the same colours in all games
        yield from by_day_and_night(page, boards=game == "spada", night=SOAK or game == "spada")
    page.goto(f"{page.url}/replay/0")
    yield from by_day_and_night(page)
    page.goto(driver.posted(page, server.base, "/learn/spada/begin/first-years"))
    page.wait_for_selector("#part-teacher .teacher")
    yield from by_day_and_night(page)


def test_pages_have_no_accessibility_violations(company: Company, server: Server) -> None:
    company.allow("404")  # a missing page is a page, too
    found = list(everywhere(company.person(color_scheme="light", painted=True), server))
    assert not found, "\n".join(found)


# What moves by itself, or is animated when it changes.
MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
    const { transitionDuration, animationName } = getComputedStyle(one);
    return animationName !== "none" || /[1-9]/.test(transitionDuration);
}).map((one) => one.getAttribute("class"))"""


@pytest.mark.parametrize("game", sample(GAMES, 1))
def test_reduced_motion_is_respected(
    person: Callable[..., Page], server: Server, game: str
) -> None:
    page = person()
    page.goto(driver.posted(page, server.base, f"/play/{game}"))
    page.wait_for_selector(driver.ASKED, state="attached")
    moving = {}
    for wanted in ("reduce", "no-preference"):
        page.emulate_media(reduced_motion=wanted)
        moving[wanted] = page.evaluate(MOVING)
    assert moving["reduce"] == []
    assert moving["no-preference"]  # otherwise nothing would have been checked
