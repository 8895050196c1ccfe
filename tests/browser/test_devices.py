"""A device that has registered for push is notified of a turn.

No real push service is used: the browser is made to believe that it has one on this machine.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import DATABASE, Server
from tests.push_service import Browser, PushService, signed
from tests.timeouts import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What a browser with a push service does after permission was given.
AGREES = """(subscription) => {
    const kept = "subscribed";
    const made = (key) => ({
        endpoint: subscription.endpoint,
        options: { applicationServerKey: key },
        toJSON: () => subscription,
        unsubscribe: async () => localStorage.removeItem(kept) ?? true,
    });
    PushManager.prototype.subscribe = async function ({ applicationServerKey, userVisibleOnly }) {
        if (!userVisibleOnly) throw new DOMException("no");
        localStorage.setItem(kept, [...applicationServerKey].join());
        return made(applicationServerKey);
    };
    PushManager.prototype.getSubscription = async function () {
        const key = localStorage.getItem(kept);
        return key && made(Uint8Array.from(key.split(",").map(Number)).buffer);
    };
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
}"""
REFUSES = """() => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => "denied";
}"""
UNABLE = "() => { delete window.PushManager; }"


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture
def told_server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    server = Server(tmp_path / "site", CHANCERY_HOOK_CATCHER=service.ca)
    server.start()
    yield server
    server.close()


def person_with(company: Company, script: str, *arguments: Any) -> Page:
    page = company.person(service_workers="allow", fresh=True)
    given = ", ".join(json.dumps(argument) for argument in arguments)
    page.context.add_init_script(f"({script})({given})")
    return page


def in_database(server: Server, statement: str) -> list[Any]:
    with sqlite3.connect(server.home / DATABASE, timeout=PATIENCE) as rows:
        return rows.execute(statement).fetchall()


def test_a_turn_reaches_a_device(
    company: Company, told_server: Server, service: PushService
) -> None:
    device: Browser = service.browser()
    page = person_with(company, AGREES, device.subscription)
    driver.join(page, told_server, "Karl")
    page.goto(f"{told_server.base}/account")
    page.click("#device-add button")
    page.wait_for_selector("#devices li em:visible")
    # it is removed, and may ask again
    page.click("#devices li button")
    page.wait_for_selector("#device-add:visible")
    assert page.locator("#devices li").count() == 0
    assert in_database(told_server, "SELECT 1 FROM web_channel") == []
    page.click("#device-add button")
    page.wait_for_selector("#devices li em:visible")
    assert page.is_hidden("#device-add")
    assert page.inner_text("#device-said") == "This device notifies you."
    key = str(page.get_attribute("#devices", "data-key"))

    page.click("#devices :text('Send a test')")
    (test,) = service.posts.wait(1)
    assert device.opened(test)["title"] == "A test of your notifications"
    assert signed(test, key)["sub"].startswith("mailto:")

    seats = {"seat-0": "me", "seat-1": "bot:player", "seat-2": "bot:player"}
    options = {"option-players": "3", "option-counsellor": "yellow", "days": "1"}
    address = driver.posted(page, told_server.base, "/new/spada", **seats, **options)
    page.goto(address)
    assert driver.wait_until_asked(page)
    driver.click(page, driver.choose_to_finish(driver.actions(page)))
    assert driver.wait_until_asked(page)
    page.goto("about:blank")
    # the minutes of grace for quick answers have passed
    ago = "at = datetime(at, '-1 hour'), ripe = datetime(ripe, '-1 hour')"
    assert in_database(told_server, "SELECT 1 FROM web_notice WHERE kind = 'turn'")
    in_database(told_server, f"UPDATE web_notice SET {ago}")
    in_database(told_server, "UPDATE web_channel SET after = NULL")
    turn = device.opened(service.posts.wait(2)[-1])
    assert turn["url"] == address.removeprefix(told_server.base)
    assert turn["title"].endswith("your turn")

    page.goto(f"{told_server.base}/account")
    page.wait_for_selector("#device-leave:visible")
    page.click("form:has(#device-leave) button")
    page.wait_for_url(f"{told_server.base}/")
    assert in_database(told_server, "SELECT 1 FROM web_device") == []


@pytest.mark.parametrize(("script", "said"), [(REFUSES, "data-denied"), (UNABLE, "data-unable")])
def test_a_browser_without_support_or_permission(
    company: Company, server: Server, script: str, said: str
) -> None:
    page = person_with(company, script)
    driver.join(page, server, "Emil" if script is REFUSES else "Egon")
    page.goto(f"{server.base}/account")
    if script is REFUSES:
        page.click("#device-add button")
    text = page.get_attribute("#devices", said)
    said_so = "(text) => document.getElementById('device-said').textContent === text"
    page.wait_for_function(said_so, arg=text)
    assert page.is_hidden("#device-add") == (script is UNABLE)


# A headless browser shows nothing: requests of the service worker are caught and answered.
PUSHED = """async ([told, open]) => {
    const done = [];
    const happen = async (kind, given) => {
        const event = Object.assign(new Event(kind), given);
        event.waitUntil = (promise) => (event.until = promise);
        dispatchEvent(event);
        await event.until;
    };
    registration.showNotification = async (title, { body, tag, data }) => {
        done.push(["shown", title, body, tag]);
        await happen("notificationclick", { notification: { data, close: () => {} } });
    };
    const window = { url: location.origin + open, focus: async () => done.push(["focused", open]) };
    clients.matchAll = async () => [window];
    clients.openWindow = async (path) => done.push(["opened", path]);
    await happen("push", { data: { json: () => told } });
    return done;
}"""


def test_a_push_is_shown_and_opens_the_table(company: Company, server: Server) -> None:
    page = company.person(service_workers="allow", fresh=True)
    page.goto(server.base)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    (worker,) = page.context.service_workers
    message = {"title": "Your turn", "body": "Now.", "url": "/t/x", "tag": "chancery-x"}
    shown = ["shown", "Your turn", "Now.", "chancery-x"]
    assert worker.evaluate(PUSHED, [message, "/tables"]) == [shown, ["opened", "/t/x"]]
    assert worker.evaluate(PUSHED, [message, "/t/x"]) == [shown, ["focused", "/t/x"]]
    elsewhere = {**message, "url": "https://example.org/t/x"}
    assert worker.evaluate(PUSHED, [elsewhere, "/"]) == [shown, ["opened", "/t/x"]]
