"""The site as an app: what a device needs to install it, and the offline page."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from chancery.core.words import Speaker, T
from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

READY = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const paths = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
            paths.push(new URL(url).pathname);
    return paths.sort();
}"""
# The only cache is that of a language, and so is its page.
KEPT_IN = """async (language) => {
    const names = await caches.keys();
    return names.length === 1 && names[0].startsWith(language + "-");
}"""


def size(picture: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


def test_the_app_is_installable(person: Callable[..., Page], server: Server) -> None:
    page = person(locale="nl-NL")
    page.goto(server.base)
    link = page.get_attribute("link[rel=manifest]", "href")
    assert link == "/manifest.webmanifest"
    devtools = page.context.new_cdp_session(page)
    read = devtools.send("Page.getAppManifest")
    assert read["errors"] == []
    answer = page.request.get(server.base + link, headers={"Accept-Language": "nl"})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest == json.loads(read["data"])
    assert manifest["lang"] == "nl"
    assert manifest["description"] == Speaker("nl").say(
        T("A referee, a table and an opponent for historical board games.")
    )
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/tables"]
    purposes = set()
    for icon in manifest["icons"]:
        drawn = page.request.get(server.base + icon["src"])
        assert drawn.headers["content-type"] == icon["type"]
        assert "x".join(map(str, size(drawn.body()))) == icon["sizes"]
        purposes.add((icon["purpose"], icon["sizes"]))
    assert purposes == {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}
    touch = page.get_attribute("link[rel=apple-touch-icon]", "href")
    assert size(page.request.get(server.base + str(touch)).body()) == (180, 180)
    assert page.locator("meta[name=theme-color]").count() == 2


def test_the_offline_page_recovers(company: Company, server: Server) -> None:
    company.allow("ERR_INTERNET_DISCONNECTED")  # which the test provokes
    page = company.person(locale="it-IT", service_workers="allow", fresh=True)
    page.goto(server.base)
    page.wait_for_function(READY)
    driver.wait_until(page, f"() => ({KEPT_IN})('it')")
    page.click("#play-spada")
    page.wait_for_url("**/t/*")
    page.goto(f"{server.base}/tables")
    shell = [f"web/{name}" for name in ("icon.svg", "offline.js", "site.css", "storage.js")]
    kept = [re.sub("/static/[0-9a-f]{12}/", "", path) for path in page.evaluate(KEPT)]
    assert kept == ["/offline", *shell]  # nothing of tables or people
    page.context.set_offline(True)
    page.goto(f"{server.base}/tables")
    said = Speaker("it")
    assert page.inner_text("h1") == said.say(T("You are offline"))
    assert page.inner_text("#offline a") == said.say(T("Try again"))
    assert page.get_attribute("html", "lang") == "it"
    assert page.evaluate("() => document.styleSheets[0].cssRules.length") > 0
    page.context.set_offline(False)  # it recovers by itself
    page.wait_for_selector("#lobby")
    assert page.url == f"{server.base}/tables"


def test_changing_the_language_changes_the_app(company: Company, server: Server) -> None:
    company.allow("ERR_INTERNET_DISCONNECTED")
    page = company.person(service_workers="allow", fresh=True)
    page.goto(server.base)
    page.wait_for_function(READY)
    with page.expect_navigation():
        page.select_option("#language", "fr")
    page.wait_for_selector("html[lang=fr]")
    driver.wait_until(page, f"() => ({KEPT_IN})('fr')")
    page.context.set_offline(True)
    page.goto(server.base)
    assert page.inner_text("h1") == Speaker("fr").say(T("You are offline"))
    page.context.set_offline(False)
    page.wait_for_selector("main.front")
