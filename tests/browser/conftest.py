"""Real Chromium against the real server; any complaint of the browser fails the test."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.server import Server
from tests.timeouts import PATIENCE

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebError

HERE = Path(__file__).parent
# without windows it is the same browser at a third of the work
WINDOWLESS = shutil.which("chromium-headless-shell")
CHROMIUM = os.environ.get("CHROMIUM") or WINDOWLESS or "/usr/bin/chromium"
REQUIRED = os.environ.get("CHANCERY_REQUIRE_ALL") == "1"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
# most pictures are boards, each as much work as that of a table
NO_PICTURES = "--blink-settings=imagesEnabled=false"


def _missing() -> str:
    if sync_playwright is None:
        return "Playwright for Python is not installed"
    if shutil.which(CHROMIUM) is None:
        return f"there is no Chromium at {CHROMIUM} (name one in CHROMIUM)"
    return ""


MISSING = _missing()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the whole folder without a browser, unless everything is required."""
    if MISSING and not REQUIRED:
        for item in items:
            if item.path.is_relative_to(HERE):
                item.add_marker(pytest.mark.skip(reason=f"no browser tests: {MISSING}"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print a line that says why the folder was skipped."""
    if MISSING and not REQUIRED:
        terminalreporter.write_line(f"tests/browser was skipped: {MISSING}")


# -- the server and the browser ------------------------------------------------------------


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that most tests share."""
    server = Server(tmp_path_factory.mktemp("site"))
    server.thinkers = 1
    server.start()
    yield server
    server.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own, for a test that stops it."""
    server = Server(tmp_path / "site")
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="package")
def browsers() -> Iterator[Callable[[bool], Browser]]:
    """Chromium without and with pictures. It ends with this folder, as Django in other tests does
    not work beside its event loop."""
    if MISSING:
        pytest.fail(MISSING)
    opened: dict[bool, Browser] = {}
    with sync_playwright() as playwright:

        def launched(pictures: bool) -> Browser:
            if pictures not in opened:
                flags = FLAGS if pictures else [*FLAGS, NO_PICTURES]
                opened[pictures] = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
            return opened[pictures]

        yield launched
        for browser in opened.values():
            browser.close()


@pytest.fixture(scope="package")
def browser(browsers: Callable[[bool], Browser]) -> Browser:
    """Return a browser that loads no pictures, for all tests that are not about them."""
    return browsers(False)


@pytest.fixture(scope="package")
def contexts(browsers: Callable[[bool], Browser]) -> Contexts:
    """The contexts that all tests share."""
    return Contexts(browsers)


# -- people --------------------------------------------------------------------------------

REPORT_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`));
"""


# What bots do is shown at once; tests about the pace set their own.
AT_ONCE = """try {
    localStorage.getItem("pace") ?? localStorage.setItem("pace", "off");
} catch {}"""


# Everything is laid out as usual, but not painted, which would be half of the work without a
# graphics card.
UNPAINTED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("body { opacity: 0 }");
    document.adoptedStyleSheets = [sheet];
}"""


class Contexts:
    """Browser contexts that one test after the other uses.

    They keep scripts and style sheets, which a new context would load again.
    """

    def __init__(self, browsers: Callable[[bool], Browser]) -> None:
        self._browsers = browsers
        self._idle: dict[str, list[BrowserContext]] = {}

    def take(
        self, kind: str, painted: bool, pictures: bool, settings: dict[str, Any]
    ) -> BrowserContext:
        """Return an empty context; `kind` names everything that it depends on."""
        if idle := self._idle.get(kind):
            return idle.pop()
        context = self._browsers(pictures).new_context(**settings)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(REPORT_POLICY)
        context.add_init_script(AT_ONCE)
        if not painted:
            context.add_init_script(UNPAINTED)
        return context

    def give_back(self, kind: str, context: BrowserContext) -> None:
        """Close the pages of a context, and delete what they have stored."""
        if not kind:  # of one test only
            context.close()
            return
        blank = context.new_page()
        for page in context.pages:
            if page is not blank:
                page.close()
        everything = {"origin": "*", "storageTypes": "all"}
        context.new_cdp_session(blank).send("Storage.clearDataForOrigin", everything)
        context.clear_cookies()
        context.set_offline(False)
        blank.close()
        self._idle.setdefault(kind, []).append(context)


class Company:
    """All browsers of one test, and their complaints."""

    def __init__(self, contexts: Contexts) -> None:
        self._shared = contexts
        self._contexts: list[tuple[str, BrowserContext]] = []
        self._complaints: list[str] = []
        self._allowed: list[str] = []

    def person(
        self,
        *,
        painted: bool = False,
        pictures: bool = False,
        fresh: bool = False,
        **settings: Any,
    ) -> Page:
        """Open a page for a new person, with cookies of its own and without animations by
        default.

        `pictures`: images are loaded, for tests about them.
        `fresh`: in a context that no other test uses, as this one adds scripts to it or sets its
        clock.
        """
        settings.setdefault("locale", "en-GB")
        settings.setdefault("reduced_motion", "reduce")
        settings.setdefault("service_workers", "block")  # one test is about the service worker
        # compression is pointless on the same machine
        settings.setdefault("extra_http_headers", {"Accept-Encoding": "identity"})
        kind = "" if fresh else repr((painted, pictures, sorted(settings.items())))
        context = self._shared.take(kind, painted, pictures, settings)
        context.on("console", self._heard)  # of every tab
        context.on("weberror", self._failed)
        self._contexts.append((kind, context))
        return context.new_page()

    def _failed(self, error: WebError) -> None:
        self._complaints.append(f"error in a script: {error.error}")

    def _heard(self, message: ConsoleMessage) -> None:
        text = f"{message.type}: {message.text} ({message.location.get('url', '')})"
        if message.type == "error" or re.search(r"content.security.policy", text, re.I):
            self._complaints.append(text)

    def allow(self, pattern: str) -> None:
        """Allow a complaint that the test itself provokes."""
        self._allowed.append(pattern)

    def close(self) -> None:
        """Close all pages of the test."""
        for kind, context in self._contexts:
            self._shared.give_back(kind, context)
            context.remove_listener("console", self._heard)
            context.remove_listener("weberror", self._failed)

    def complaints(self) -> list[str]:
        """Return complaints that were not allowed."""
        return [c for c in self._complaints if not any(re.search(p, c) for p in self._allowed)]


@pytest.fixture
def company(contexts: Contexts) -> Iterator[Company]:
    """The people of a test, each with a browser."""
    company = Company(contexts)
    yield company
    company.close()
    assert company.complaints() == []


@pytest.fixture
def person(company: Company) -> Callable[..., Page]:
    """Open a page for a new person at each call."""
    return company.person


@pytest.fixture
def page(company: Company) -> Page:
    """The page of a single person."""
    return company.person()
