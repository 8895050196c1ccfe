"""Every page can be read by everybody: axe-core finds no serious fault, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

from tests.browser import hands
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def faults(page: Page, boards: bool = False) -> list[str]:
    """What axe-core has against a page. A map takes it very long: one board stands for all."""
    context = None if boards else {"exclude": [[".board"]]}
    found = Axe().run(page, context, {"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{page.url} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]


def test_pages_for_everybody(person: Callable[..., Page], server: Server) -> None:
    page = person(color_scheme="light")
    found = []
    for path in ("/", "/account/join", "/account/enter", "/account/forgot", "/help/spada"):
        page.goto(server.base + path)
        found += faults(page)
    hands.join(page, server, "Karl")
    waits = hands.open_waiting(page, server, "me", "open", "bot:steward", title="Access")
    page.wait_for_selector("[data-company=start]")
    found += faults(page)
    paths = ("/tables", "/account", "/new/revolution", "/people/Karl", "/ladder/spada")
    slug = waits.rsplit("/", 1)[1]
    for path in (*paths, "/api", f"/report?table={slug}"):
        page.goto(server.base + path)
        found += faults(page)
    for game in ("spada", "friedrich", "revolution"):
        page.goto(server.base)
        page.click(f"#play-{game}")
        page.wait_for_url("**/t/*")
        page.wait_for_selector(hands.ASKED, state="attached")
        found += faults(page, boards=game == "spada")
    page.goto(f"{page.url}/replay/0")
    found += faults(page)
    assert found == []


def test_colours_in_the_dark(person: Callable[..., Page], server: Server) -> None:
    page = person(color_scheme="dark")
    hands.join(page, server, "Kunz")
    found = []
    for path in ("/", "/tables", "/account", "/new/spada", "/ladder/spada"):
        page.goto(server.base + path)
        found += faults(page)
    hands.table_for_one(page, server)
    found += faults(page, boards=True)
    assert found == []
