"""The board zooms and moves: by wheel, mouse, fingers, keys and buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import driver
from tests.browser.server import Server
from tests.records import kept_as, read

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The scale of the board relative to fit, and its corner in the window if it were as large as the
# frame at that scale.
PLACE = f"""(() => {{
    const [box, frame] = [".board", "#frame"].map(
        (name) => document.querySelector(name).getBoundingClientRect());
    const scale = ({driver.NEARNESS})();
    return [scale, box.left + (box.width - frame.width * scale) / 2,
        box.top + (box.height - frame.height * scale) / 2];
}})()"""
# What lies under a point, as fractions of the board.
UNDER = """([x, y]) => {
    const box = document.querySelector(".board").getBoundingClientRect();
    return [(x - box.left) / box.width, (y - box.top) / box.height];
}"""
# A page moved by a finger has come to rest.
AT_REST = """() => new Promise((done) => {
    let [last, still] = [-1, 0];
    const look = () => {
        still = window.scrollY === last ? still + 1 : 0;
        last = window.scrollY;
        if (still > 8) done();
        else requestAnimationFrame(look);
    };
    look();
})"""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def place(page: Page) -> tuple[float, float, float]:
    """Return scale, left and top of the board."""
    scale, left, top = page.evaluate(PLACE)
    return float(scale), float(left), float(top)


def near(found: Any, wanted: Any, by: float = 1.0) -> bool:
    """Whether numbers are equal except for rounding."""
    return all(abs(a - b) <= by for a, b in zip(found, wanted, strict=True))


def middle(page: Page) -> tuple[float, float]:
    """Return the middle of the frame in the window."""
    box = page.locator("#frame").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def attacking(page: Page, server: Server) -> None:
    """Open a table where fiefs on the board can be clicked."""
    record = read(kept_as("spada", "steward-4"))
    driver.copy_at(page, driver.open_record(page, server, record), 63)


def zoom_in(page: Page, times: int = 3) -> None:
    """Zoom in by the button."""
    for _ in range(times):
        page.click("[data-zoom=in]")


def test_the_wheel_zooms_where_the_pointer_is(page: Page, server: Server) -> None:
    """The point under the pointer stays where it is; when all is shown, the page scrolls on."""
    driver.table_for_one(page, server)
    x, y = middle(page)
    x, y = x - 60, y + 30  # at its edges the board ends with the frame
    page.mouse.move(x, y)
    before = page.evaluate(UNDER, [x, y])
    fit = place(page)
    for _ in range(4):
        page.mouse.wheel(0, -240)
    page.wait_for_function(f"() => {PLACE}[0] > 2")
    assert near(page.evaluate(UNDER, [x, y]), before, 0.03)  # a narrow board stays in the middle
    for _ in range(8):
        page.mouse.wheel(0, 240)
    page.wait_for_function(f"() => {PLACE}[0] === 1")
    assert near(place(page), fit)


def test_a_drag_moves_and_is_no_click(page: Page, server: Server) -> None:
    """A drag that starts on a legal fief plays nothing; a click there still does."""
    attacking(page, server)
    target = page.get_attribute(driver.LEGAL, "data-target")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    # at fit there is nothing to move, and still it was no click
    page.wait_for_function(driver.SETTLED)
    x, y = page.evaluate(driver.SPOT_OF, [driver.LEGAL, target])
    fit = place(page)
    for how_near in (0, 2):
        zoom_in(page, how_near)
        if how_near:  # bring the fief back into sight
            page.focus(f'#part-live [data-target="{target}"]')
            page.keyboard.press("Tab")
            page.keyboard.press("Shift+Tab")
            x, y = page.evaluate(driver.SPOT_OF, [driver.LEGAL, target])
        before = place(page)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 10, y, steps=3)
        page.mouse.move(x - 40, y, steps=3)
        page.mouse.up()
        assert not page.is_visible("#choice")  # in which the attack would be confirmed
        if how_near:
            assert near(place(page), (before[0], before[1] - 40, before[2]))
        else:
            assert near(place(page), fit)
    assert [one for one in sent if one != "badge"] == []  # which is requested independently
    x, y = page.evaluate(driver.SPOT_OF, [driver.LEGAL, target])
    before_click = driver.state_text(page)
    page.mouse.click(x, y)
    page.click("#choice [data-act^=attack]")
    page.click("#confirm")  # an attack cannot be taken back
    driver.wait_for_change(page, before_click)
    assert sent.count("act") == 1


def test_nearby_pieces_stay_in_view(page: Page, server: Server) -> None:
    """The zoom is kept after moves, a reload and steps of the replay."""
    address = driver.table_for_one(page, server)
    driver.mark(page)
    zoom_in(page)
    page.focus("#frame")
    page.keyboard.press("ArrowRight")
    seen = place(page)
    assert seen[0] > 2
    driver.click(page, "pass")
    assert driver.wait_until_asked(page)  # the bots have moved
    driver.acknowledge_scenes(page)  # the board had moved to where the auction was decided
    page.wait_for_function(f"() => Math.abs({PLACE}[0] - {seen[0]}) < 0.01")
    assert page.evaluate(driver.PAGE_KEPT)
    seen = place(page)  # the stage of the auction has gone: the frame changed
    page.reload()
    page.wait_for_selector("#tools:not([hidden])")
    assert near(place(page), seen)
    page.goto(f"{address}/replay/0")
    assert place(page)[0] == seen[0]
    seen = place(page)
    page.click("#next")
    page.wait_for_url("**/replay/1")
    assert place(page)[0] == seen[0]
    # on the board the arrows move it, elsewhere they step
    page.focus("#frame")
    page.keyboard.press("ArrowRight")
    assert place(page)[1] < seen[1]
    assert page.url.endswith("/replay/1")
    page.keyboard.press("0")
    assert place(page)[0] == 1
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/replay/0")
    assert place(page)[0] == 1


def test_zooming_by_keys_and_buttons(page: Page, server: Server) -> None:
    """Keys and buttons zoom in and out, show all, and move the board to its edge only."""
    driver.table_for_one(page, server)
    fit = place(page)
    page.focus("#frame")
    page.keyboard.press("+")
    page.keyboard.press("+")
    scale = place(page)[0]
    assert scale > 1.5
    page.keyboard.press("-")
    assert 1 < place(page)[0] < scale
    for key, side in (("ArrowLeft", 1), ("ArrowUp", 2)):
        for _ in range(20):
            page.keyboard.press(key)
        edge = place(page)[side]  # of the drawing, which may leave some of the frame empty
        assert edge <= fit[side] + 1
        page.keyboard.press(key)
        assert place(page)[side] == pytest.approx(edge, abs=0.1)
    page.keyboard.press("0")
    assert near(place(page), fit)
    zoom_in(page, 30)
    assert place(page)[0] == pytest.approx(8)
    page.click("[data-zoom=out]")
    assert place(page)[0] < 8
    page.click("[data-zoom=fit]")
    assert near(place(page), fit)
    for button in page.query_selector_all("#tools button"):
        assert button.get_attribute("aria-label")


def test_the_focused_piece_is_in_view(page: Page, server: Server) -> None:
    """A piece that gets the focus is scrolled into sight."""
    attacking(page, server)
    zoom_in(page, 6)
    page.focus("#frame")
    page.keyboard.press("Tab")
    assert page.evaluate(f"document.activeElement.matches({driver.LEGAL!r})")
    assert page.evaluate("""(() => {
        const frame = document.getElementById("frame").getBoundingClientRect();
        const box = document.activeElement.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    })()""")
    assert page.evaluate("document.getElementById('frame').scrollLeft") == 0


def test_zooming_and_panning_by_touch(person: Callable[..., Page], server: Server) -> None:
    """Two fingers zoom; one moves the zoomed board, and never the page.

    Numbers are large enough when the whole board is shown, and clear when zoomed in.
    """
    page = person(**PHONE)
    driver.table_for_one(page, server)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        named = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

    def drag(*ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
        touch("touchStart", *(start for start, _ in ways))
        for part in range(1, 9):
            touch("touchMove", *(
                (a[0] + (b[0] - a[0]) * part / 8, a[1] + (b[1] - a[1]) * part / 8) for a, b in ways
            ))  # fmt: skip
        touch("touchEnd")

    sizes = """(all) => all.filter((one) => /\\d/.test(one.textContent)).map((one) =>
        parseFloat(getComputedStyle(one).fontSize)
            * document.querySelector(".board").getBoundingClientRect().width / 1200)"""
    assert min(page.eval_on_selector_all("#frame text", sizes)) > 7.5
    zoom_in(page, 3)
    assert min(page.eval_on_selector_all("#frame text", sizes)) > 16
    page.click('[data-zoom="fit"]')
    page.wait_for_function(f"() => {PLACE}[0] === 1")
    assert page.locator("#tools button:visible").count() == 2  # buttons without effect are hidden
    fit = place(page)
    x, y = middle(page)
    drag(((x, y + 60), (x, y - 120)))
    assert near(place(page), fit)
    assert page.evaluate("window.scrollY") == 0

    drag(((x - 30, y), (x - 110, y)), ((x + 30, y), (x + 110, y)))
    page.wait_for_function(f"() => {PLACE}[0] > 2.5")
    pinched = place(page)
    drag(((x, y), (x - 70, y)))
    page.wait_for_function(f"() => {PLACE}[1] < {pinched[1] - 40}")
    assert place(page)[0] == pytest.approx(pinched[0])
    assert page.evaluate("window.scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    x, y = middle(page)
    drag(((x - 150, y), (x - 5, y)), ((x + 150, y), (x + 5, y)))
    page.wait_for_function(f"() => {PLACE}[0] === 1")
    assert near(place(page), fit)
    assert "act" not in sent
    assert "why" not in sent
