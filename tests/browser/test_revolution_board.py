"""The board of Revolution on a page: overlays by keys, moving pieces, small updates."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser import driver
from tests.browser.server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

UPDATE = 10_000  # bytes as transferred

# Whether a piece that leaves its place is the same element as one that appears elsewhere.
GLIDES = """() => {
    const place = document.getElementById("part-live");
    return ["army-", "burghers"].map((kind) => {
        const piece = place.querySelector(`[data-alike^="${kind}"]`);
        const fresh = place.cloneNode(true);
        const twin = fresh.querySelector("#" + CSS.escape(piece.id));
        twin.id = "elsewhere";
        twin.setAttribute("transform", "translate(700 500)");
        twin.parentNode.append(twin); // it comes last now
        morph(place, fresh.innerHTML);
        const glides = piece.getAnimations().some((one) => one.transitionProperty === "transform");
        const same = document.getElementById("elsewhere") === piece;
        piece.id = "";
        return same && glides;
    });
}"""


def _table(page: Page, server: Server) -> None:
    driver.open_game(page, server, "revolution", "bot:random", "me", *["bot:random"] * 3)
    assert driver.wait_until_asked(page)


def test_overlays_toggle_by_their_keys(page: Page, server: Server) -> None:
    """The Habsburgs post their first army: each overlay, then none."""
    _table(page, server)
    for key, class_ in (
        ("m", "rv-label"), ("i", "rv-label"), ("p", "rv-label"), ("s", "revolution-overlay"),
        ("o", "rv-lock"), ("r", "rv-doubtful"),
    ):  # fmt: skip
        page.keyboard.press(key)
        page.wait_for_selector(f"#part-overlay .{class_}", state="attached")
        pressed = page.get_attribute(f'[data-overlay="{key}"]', "aria-pressed")
        assert pressed == "true"
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('#part-overlay *')")


def test_pieces_glide_and_updates_are_small(person: Callable[..., Page], server: Server) -> None:
    page = person(reduced_motion="no-preference", extra_http_headers={})  # compressed
    _table(page, server)
    sizes: list[int] = []

    def note(response: Response) -> None:
        if response.request.method == "POST":
            sizes.append(int(response.headers.get("content-length", "0")))

    page.on("response", note)
    for _ in range(2):
        action = driver.actions(page)[0]
        before = driver.state_text(page)
        page.evaluate("(act) => document.querySelector(`[data-act='${act}']`).click()", action)
        driver.wait_for_change(page, before)
        assert driver.wait_until_asked(page)
    assert sizes
    assert max(sizes) < UPDATE, sizes
    page.wait_for_function(driver.SETTLED)
    assert page.evaluate(GLIDES) == [True, True]
