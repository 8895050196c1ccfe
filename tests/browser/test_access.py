"""Every page can be read by everybody: axe-core finds no serious fault, light or dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import hands
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def faults(page: Page) -> list[str]:
    """What axe-core has against a page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {one['id']}: {node['target']} {node['failureSummary']}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_for_everybody(person: Callable[..., Page], server: Server, theme: str) -> None:
    page = person(color_scheme=theme)
    found = []
    for path in ("/", "/account/join", "/account/enter", "/account/forgot", "/help/spada"):
        page.goto(server.base + path)
        found += faults(page)
    hands.join(page, server, f"Karl-{theme}")
    waits = hands.open_waiting(page, server, "me", "open", "bot:steward", title="Access")
    page.wait_for_selector("[data-company=start]")
    found += faults(page)
    paths = ("/tables", "/account", "/new/revolution", f"/people/Karl-{theme}", "/ladder/spada")
    slug = waits.rsplit("/", 1)[1]
    for path in (*paths, f"/report?table={slug}"):
        page.goto(server.base + path)
        found += faults(page)
    for game in ("spada", "friedrich", "revolution"):
        page.goto(server.base)
        page.click(f"#play-{game}")
        page.wait_for_url("**/t/*")
        page.wait_for_selector(hands.ASKED)
        found += faults(page)
    page.goto(f"{page.url}/replay/0")
    found += faults(page)
    assert found == []
