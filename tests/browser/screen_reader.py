"""A person with a screen reader: keys and what is announced, nothing that is seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What live regions announce.
HEARING = """
window.heard = [];
const LIVE = ":is([aria-live], [role=status], [role=alert], output):not([aria-live=off])";
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
        const region = (target.closest ? target : target.parentElement)?.closest(LIVE);
        if (!region || !region.checkVisibility()) continue;
        for (const added of addedNodes) {
            const text = added.textContent.trim().replace(/\\s+/g, " ");
            if (text) window.heard.push(text);
        }
    }
}).observe(document, { childList: true, subtree: true });
"""
MORE = "(number) => window.heard.length > number"
MOST_STOPS = 200  # presses of Tab at one question


class Stop(NamedTuple):
    """The focused element: its role and name, and the names of its ancestors."""

    role: str
    name: str
    inside: tuple[str, ...]


class ScreenReader:
    """Uses Tab, Enter, arrows and the shortcuts of the page; reads roles, names and live
    regions."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Accessibility.enable")

    # -- hearing ---------------------------------------------------------------------------

    def heard(self) -> list[str]:
        """Return all announcements so far."""
        return [str(text) for text in self.page.evaluate("window.heard")]

    def wait(self, number: int) -> list[str]:
        """Wait for and return the announcements after the first `number`."""
        self.page.wait_for_function(MORE, arg=number, polling=20)
        return self.heard()[number:]

    def here(self) -> Stop:
        """Return the focused element."""
        focused = self._devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})[
            "result"
        ]
        found = self._devtools.send(
            "Accessibility.getPartialAXTree",
            {"objectId": focused["objectId"], "fetchRelatives": True},
        )["nodes"]
        own, *others = found
        by_id = {node["nodeId"]: node for node in others}
        inside = []
        parent = own.get("parentId")
        while parent in by_id:
            inside.append(_text(by_id[parent], "name"))
            parent = by_id[parent].get("parentId")
        return Stop(_text(own, "role"), _text(own, "name"), tuple(filter(None, inside)))

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str) -> Stop:
        """Press a key and return the focused element."""
        self.page.keyboard.press(key)
        return self.here()

    def answers(self) -> list[Stop]:
        """Return everything that Tab reaches within the question."""
        stops: list[Stop] = []
        self.page.keyboard.press("1")
        for _ in range(MOST_STOPS):
            stop = self.press("Tab")
            if "Question" not in stop.inside:
                return stops
            stops.append(stop)
        raise AssertionError("the question has no end")

    def choose(self, *wanted: str) -> str:
        """Give the first answer whose name matches, unfolding it if needed."""
        stops = self.answers()
        for pattern in wanted:
            for number, stop in enumerate(stops):
                if stop.role == "button" and re.search(pattern, stop.name):
                    return self._take(number, stop)
        for number, stop in enumerate(stops):
            if stop.role == "DisclosureTriangle" and "open this list" in stop.name:
                self._take(number, stop)
                return self.choose(*wanted)
        raise AssertionError(f"none of {wanted} in {stops}")

    def _take(self, number: int, stop: Stop) -> str:
        self.page.keyboard.press("1")
        for _ in range(number + 1):
            self.page.keyboard.press("Tab")
        assert self.here() == stop
        self.page.keyboard.press("Enter")
        if self.page.query_selector("#confirm") is not None:  # a final answer
            self.page.keyboard.press("Tab")
            assert self.page.evaluate("document.activeElement.id") == "confirm"
            self.page.keyboard.press("Enter")
        return stop.name

    def position(self) -> str:
        """Open the position in words and return it."""
        self.page.keyboard.press("2")
        self.page.wait_for_function("() => document.activeElement.id === 'in-words'")
        stop = self.here()
        assert (stop.role, stop.name) == ("region", "The position as text")
        snapshot = self.page.get_by_role("region", name=stop.name).aria_snapshot()
        self.page.keyboard.press("Escape")
        assert self.here().name == "In words"  # the drawer is closed again
        return snapshot


def _text(node: dict[str, Any], part: str) -> str:
    return str(node.get(part, {}).get("value", ""))
