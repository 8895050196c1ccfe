"""Measure what a game's board costs a browser: kilobytes, milliseconds, frame times.

`python -m tools.board [GAME]` starts the real server and opens a table in Chromium: everything that
the first load fetches, the answers to moves, their time at the server, and the frames of panning
and zooming with a processor four times slower. Needs Playwright and Chromium, as the browser tests.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright
from tests.browser import driver
from tests.browser.server import Server

from chancery import games

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
MOVES = 60
SLOWER = 4

# Collect the times between animation frames, in milliseconds.
FRAMES = """() => {
    window.frames_seen = [];
    let last = performance.now();
    const tick = (now) => {
        window.frames_seen.push(now - last);
        last = now;
        window.frames_going = requestAnimationFrame(tick);
    };
    window.frames_going = requestAnimationFrame(tick);
}"""
STOP = "() => { cancelAnimationFrame(window.frames_going); return window.frames_seen; }"
# For each answer to a move: bytes transferred, and the time to the first byte.
ANSWERS = """() => performance.getEntriesByType("resource")
    .filter((one) => one.name.endsWith("/act"))
    .map((one) => [one.encodedBodySize, one.responseStart - one.requestStart])"""


class Traffic:
    """Bytes transferred over the network, by type of resource."""

    def __init__(self, session: CDPSession) -> None:
        self.kinds: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        session.on("Network.responseReceived", self._began)
        session.on("Network.loadingFinished", self._ended)
        session.send("Network.enable")

    def _began(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = event["type"]

    def _ended(self, event: dict[str, Any]) -> None:
        kind = self.kinds.get(event["requestId"], "Other")
        self.sizes[kind] = self.sizes.get(kind, 0) + int(event["encodedDataLength"])


@contextmanager
def _page() -> Iterator[tuple[Page, Server]]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        server.start()
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.add_init_script("localStorage.setItem('pace', 'off')")
            yield page, server
        finally:
            browser.close()
            server.close()


def _move(page: Page, number: int) -> None:
    driver.wait_until_asked(page)
    legal = driver.actions(page)
    action = legal[number * 7 % len(legal)]
    driver.acknowledge_scenes(page)
    before = driver.state_text(page)
    driver.unfold(page)
    page.evaluate(driver.TURN, action)
    button = f'#part-question [data-act="{action}"]'
    begins = page.get_attribute(button, "data-begins") is not None
    page.click(button)
    if begins:  # a march is ordered by its destination; here it is played step by step
        page.click("#step")
    driver.confirm(page)
    driver.wait_for_change(page, before)


def _frames(page: Page, wheel: bool) -> float:
    """Return the median frame time while the board is dragged, or zoomed in and out."""
    box = page.locator("#frame").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.evaluate(FRAMES)
    if wheel:
        for step in range(60):
            page.mouse.wheel(0, -60 if step % 30 < 15 else 60)
    else:
        page.mouse.down()
        for step in range(60):
            page.mouse.move(x + 4 * (step % 30), y + 3 * (step % 30))
        page.mouse.up()
    return float(statistics.median(page.evaluate(STOP)[1:]))


def main() -> None:
    """Measure the board of one game and print a table."""
    game = sys.argv[1] if len(sys.argv) > 1 else "friedrich"
    seats = games.find(game).start().seats
    with _page() as (page, server):
        driver.open_game(page, server, game, "me", *["bot:random"] * (len(seats) - 1))
        session = page.context.new_cdp_session(page)
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.send("Network.setBypassServiceWorker", {"bypass": True})
        traffic = Traffic(session)
        page.reload(wait_until="load")
        page.evaluate("() => document.fonts.ready")
        page.wait_for_timeout(500)
        whole = sum(traffic.sizes.values()) / 1000
        parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in traffic.sizes.items())
        print(f"first load: {whole:.0f} kB ({parts})")
        for number in range(MOVES):
            _move(page, number)
        answers = page.evaluate(ANSWERS)
        sizes = sorted(size / 1000 for size, _ in answers)
        times = sorted(time for _, time in answers)
        print(f"an update: median {statistics.median(sizes):.1f} kB, largest {sizes[-1]:.1f} kB;"
              f" answered in {statistics.median(times):.0f} ms at the median, {times[-1]:.0f} ms at"
              f" most, over {len(answers)} moves")  # fmt: skip
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        for _ in range(4):
            page.click('[data-zoom="in"]')
        print(f"frames at a quarter of the speed: panning {_frames(page, False):.1f} ms,"
              f" zooming {_frames(page, True):.1f} ms at the median")  # fmt: skip


if __name__ == "__main__":
    main()
