"""Every page can be read by everybody: axe-core finds no fault, light or dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import hands
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.soaking import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = ("spada", "friedrich", "revolution")
STRANGERS = (
    "/", "/account/join", "/account/enter", "/account/forgot", "/help/friedrich", "/offline",
    "/learn/revolution", "/learn/spada/example/auction/2",
)  # fmt: skip
MEMBERS = ("/tables", "/account", "/new/revolution", "/people/Karl", "/ladder/spada", "/api")


def faults(page: Page, boards: bool = False, **options: Any) -> list[str]:
    """What axe-core has against a page. A map takes it very long: one board stands for all."""
    context = None if boards else {"exclude": [[".board"]]}
    options["resultTypes"] = ["violations"]
    found = Axe().run(page, context, options).response["violations"]
    return [
        f"{page.url} {one['impact']} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        for node in one["nodes"][:3]
    ]


def by_day_and_night(page: Page, boards: bool = False, night: bool = True) -> list[str]:
    """Faults of a page, light and dark; in the dark only colours differ."""
    found = faults(page, boards)
    if not night:
        return found
    page.emulate_media(color_scheme="dark")
    found += faults(page, boards, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


def everywhere(page: Page, server: Server) -> Iterator[str]:
    """Faults of all kinds of pages, one after the other."""
    for path in STRANGERS:
        page.goto(server.base + path)
        yield from by_day_and_night(page)
    hands.join(page, server, "Karl")
    waits = hands.open_waiting(page, server, "me", "open", "bot:player", title="Access")
    page.wait_for_selector("[data-company=start]")
    yield from by_day_and_night(page)
    slug = waits.rsplit("/", 1)[1]
    for path in (*MEMBERS, f"/report?table={slug}", "/nowhere"):
        page.goto(server.base + path)
        yield from by_day_and_night(page)
    for game in GAMES:
        page.goto(server.base)
        page.click(f"#play-{game}")
        page.wait_for_url("**/t/*")
        page.wait_for_selector(hands.ASKED, state="attached")
        for drawer in ("overview", "talking", "aid", "rules", "notebook", "position", "about"):
            if page.locator(f"#{drawer}").count():
                page.evaluate("(id) => { document.getElementById(id).open = true; }", drawer)
        hands.position(page)
        # the parts of a table's page have the same colours in all games
        yield from by_day_and_night(page, boards=game == "spada", night=SOAK or game == "spada")
    page.goto(f"{page.url}/replay/0")
    yield from by_day_and_night(page)
    page.goto(f"{server.base}/learn/friedrich")
    page.click("#guide")
    page.wait_for_selector("#part-teacher .teacher")
    yield from by_day_and_night(page)


def test_pages_for_everybody(company: Company, server: Server) -> None:
    company.allow("404")  # a page that is not there is a page too
    found = list(everywhere(company.person(color_scheme="light", painted=True), server))
    assert not found, "\n".join(found)


# What moves by itself, or glides when it changes.
MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
    const { transitionDuration, animationName } = getComputedStyle(one);
    return animationName !== "none" || /[1-9]/.test(transitionDuration);
}).map((one) => one.getAttribute("class"))"""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_who_wants_it_still(
    person: Callable[..., Page], server: Server, game: str
) -> None:
    moving = {}
    for wanted in ("reduce", "no-preference"):
        page = person(reduced_motion=wanted)
        page.goto(server.base)
        page.click(f"#play-{game}")
        page.wait_for_url("**/t/*")
        page.wait_for_selector(hands.ASKED, state="attached")
        moving[wanted] = page.evaluate(MOVING)
    assert moving["reduce"] == []
    assert moving["no-preference"]  # else nothing would have been looked at
