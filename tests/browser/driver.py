"""What a person does at a table in a browser: open it, look, click, wait."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tests.browser.server import Server
from tests.timeouts import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

ASKED = "#part-question [data-act]"
HAND = "#part-hand .card[data-target]"
LEGAL = ":is(#part-live, #part-hand) [data-target].is-legal"
OWN_CARDS = ':is(#part-live, #part-hand) [data-target^="card:"]'
STAGE = "#part-stage .on-stage"
SCENE = "#scene:not([hidden])"
PASSWORD = "ein-langes-Kennwort-1757"
CURTAIN = "#curtain:not([hidden])"
PAGE_KEPT = "window.stillTheSamePage === true"

Choice = Callable[[Sequence[str]], str]

# Every action changes one of these for the person who acts.
SHOWN = """() => ["question", "log", "position", "seats"].map(
    (name) => document.getElementById("part-" + name).textContent).join("|")"""
# Actions of others change it, too, but not while the answer is pending.
CHANGED = f"""(before) => ({SHOWN})() !== before
    && !document.querySelector("#part-question[aria-busy]")"""
OVER = """() => (document.querySelector("#part-question .prompt") || {textContent: ""})
    .textContent.includes("The game is over.")"""
ASKED_OR_OVER = """() => document.querySelector("#part-question [data-act]")
    || (document.querySelector("#part-question .prompt") || {textContent: ""})
        .textContent.includes("The game is over.")"""

# Whether the page shows the current state of the server.
UP_TO_DATE = """async () => {
    const answer = await fetch(location.pathname + "/state");
    const { parts } = await answer.json();
    const fresh = document.createElement("div");
    return ["question", "log", "seats"].every((name) => {
        fresh.innerHTML = parts[name];
        return fresh.textContent === document.getElementById("part-" + name).textContent;
    });
}"""

# Enough time has passed since the last tap.
RESTED = "() => performance.now() - (window.tapped ?? -Infinity) > 320"
TAPPED = "() => { window.tapped = performance.now(); }"
# Animated pieces have arrived.
SETTLED = "() => !document.getAnimations().some((one) => one instanceof CSSTransition)"
# A point where a click hits a piece that others may cover partly.
SPOT = """const spot = (piece) => {
    piece.scrollIntoView({ block: "center", behavior: "instant" });
    const box = piece.getBoundingClientRect();
    for (const down of [0.5, 0.15, 0.85, 0.3, 0.7])
        for (const right of [0.5, 0.15, 0.85, 0.3, 0.7]) {
            const [x, y] = [box.x + box.width * right, box.y + box.height * down];
            const hit = document.elementFromPoint(x, y);
            if (hit && hit.closest("[data-target]") === piece) return [x, y];
        }
    return null;
};"""
SPOTS = f"""(legal) => {{
    {SPOT}
    const found = {{}};
    for (const piece of document.querySelectorAll(legal))
        found[piece.dataset.target] = found[piece.dataset.target] || spot(piece);
    return found;
}}"""
SPOT_OF = f"""([legal, target]) => {{
    {SPOT}
    for (const piece of document.querySelectorAll(legal))
        if (piece.dataset.target === target && spot(piece)) return spot(piece);
    return null;
}}"""


def open_table(page: Page, server: Server, *seats: str, **options: str) -> str:
    """Open a table of La Spada and return its address."""
    return open_game(page, server, "spada", *seats, players=str(len(seats)), **options)


def take_seat(page: Page, seat: int | None = None, name: str = "") -> None:
    """At an invitation: take a seat, or the one that is marked."""
    if name:
        page.fill("#join-name", name)
    if seat is not None:
        page.check(f"#seat-{seat}")
    page.click("#join button.main")


def sit(page: Page, address: str, seat: int) -> None:
    """Take a seat of a public table without the lobby, and show the table."""
    base, _, slug = address.partition("/t/")
    page.goto(posted(page, base, f"/t/{slug}/sit", seat=str(seat)))


def join(page: Page, server: Server, name: str, mail: str = "") -> None:
    """Create an account without loading a page."""
    form = {"name": name, "mail": mail, "password": PASSWORD}
    assert posted(page, server.base, "/account/join", **form).endswith("/account")


def join_by_form(page: Page, server: Server, name: str, mail: str = "") -> None:
    """Create an account by the form."""
    page.goto(f"{server.base}/account/join")
    page.fill("[name=name]", name)
    page.fill("[name=mail]", mail)
    page.fill("[name=password]", PASSWORD)
    page.click("main button.main")
    page.wait_for_url("**/account")


def open_waiting(page: Page, server: Server, *seats: str, **terms: str) -> str:
    """Open a table in the lobby that waits for people; return its address."""
    form = {f"seat-{number}": kind for number, kind in enumerate(seats)}
    form |= {"option-players": str(len(seats)), "public": "on", "wait": "on"}
    form |= {"days": "0", "lapse": "bot"}
    address = posted(page, server.base, "/new/spada", **(form | terms))
    page.goto(address)
    return address


def open_waiting_by_form(page: Page, server: Server, *seats: str, **terms: str) -> str:
    """Open a table that waits for people, by the form."""
    page.goto(f"{server.base}/new/spada")
    with page.expect_navigation():
        page.select_option('[name="option-players"]', str(len(seats)))
    for number, kind in enumerate(seats):
        page.select_option(f'[name="seat-{number}"]', kind)
    page.click("details.room-settings:has([name=title]) > summary")
    page.fill("[name=title]", terms.get("title", ""))
    page.select_option("[name=days]", terms.get("days", "0"))
    page.select_option("[name=lapse]", terms.get("lapse", "bot"))
    page.check("[name=public]")
    page.click("main button.main")
    page.wait_for_url("**/t/*")
    return page.url


def table_for_one(page: Page, server: Server) -> str:
    """Open a table where the person plays Yellow and begins, against bots."""
    address = open_table(
        page, server, "me", "bot:player", "bot:player", counsellor="yellow"
    )  # fmt: skip
    page.wait_for_selector(ASKED, state="attached")
    return address


# Every action on offer: a dial holds one for each of its values.
OFFERED = """all => all.flatMap((one) => one.closest(".dial")
    ? JSON.parse(one.closest(".dial").dataset.places).map(([, text]) => text)
    : [one.dataset.act])"""
# Whether an action is on offer.
OFFERS = f"""action => ({OFFERED})([...document.querySelectorAll("{ASKED}")]).includes(action)"""
# Turn the dial that holds an action to it.
TURN = """action => {
    for (const dial of document.querySelectorAll("#part-question .dial")) {
        const at = JSON.parse(dial.dataset.places).findIndex(([, text]) => text === action);
        if (at < 0) continue;
        const range = dial.querySelector("input");
        range.value = at;
        range.dispatchEvent(new Event("input", { bubbles: true }));
    }
}"""
# Acknowledge a scene; whether there was one.
NOTED = f"""() => {{
    const button = document.querySelector("{SCENE} button");
    if (button) button.click();
    return button !== null;
}}"""


def actions(page: Page) -> list[str]:
    """Return the actions on offer."""
    return [str(text) for text in page.eval_on_selector_all(ASKED, OFFERED)]


def state_text(page: Page) -> str:
    """Return the text that shows the state of the game."""
    return str(page.evaluate(SHOWN))


def text_of(page: Page, selector: str) -> str:
    """Return the text of an element, visible or not."""
    return page.text_content(selector) or ""


def position(page: Page) -> str:
    """Return the position in words, which is loaded only while its drawer is open."""
    page.evaluate("document.getElementById('position').open = true")
    page.wait_for_function("() => document.getElementById('part-position').textContent.trim()")
    return text_of(page, "#part-position")


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the page shows another state."""
    page.wait_for_function(CHANGED, arg=before, polling=20)


def wait_until_up_to_date(page: Page) -> None:
    """Wait until the page shows the current state of the server."""
    wait_until(page, UP_TO_DATE)


def wait_until(page: Page, script: str) -> None:
    """Wait until an asynchronous script returns true (wait_for_function takes a promise for
    true)."""
    until = time.monotonic() + PATIENCE
    while not page.evaluate(script):
        assert time.monotonic() < until, f"not within {PATIENCE} s: {script}"
        page.wait_for_timeout(20)


def acknowledge_scenes(page: Page) -> None:
    """Acknowledge all scenes, so that they cover nothing."""
    while page.evaluate(NOTED):
        pass


def click(page: Page, action: str) -> None:
    """Click the button of an action and wait for its result."""
    acknowledge_scenes(page)
    before = state_text(page)
    unfold(page)
    page.evaluate(TURN, action)
    page.click(f'#part-question [data-act="{action}"]')
    confirm(page)
    wait_for_change(page, before)


def confirm(page: Page) -> None:
    """Confirm a final answer, if the page asks for it."""
    if page.query_selector("#confirm") is not None:
        page.click("#confirm")


def unfold(page: Page) -> None:
    """Unfold the answers that can be given on board or hand."""
    page.eval_on_selector_all("#part-question details", "all => all.map((one) => one.open = true)")


def click_board(page: Page, tap: bool = False) -> bool:
    """Click something on board or hand; False if nothing can be clicked."""
    if page.query_selector(LEGAL) is None:
        return False
    acknowledge_scenes(page)
    page.wait_for_function(SETTLED, polling=20)
    found = page.evaluate(SPOTS, LEGAL)
    hidden = [target for target, spot in found.items() if spot is None]
    assert not hidden, f"nothing of these can be clicked, they are covered: {hidden}"
    before = state_text(page)
    x, y = page.evaluate(SPOT_OF, [LEGAL, next(iter(found))])
    (page.touchscreen.tap if tap else page.mouse.click)(x, y)
    if page.query_selector("#choice[open]") is not None:
        if page.query_selector("#confirm") is None:
            page.click("#choice [data-act] >> nth=0")
        confirm(page)
    wait_for_change(page, before)
    return True


def most_cards(page: Page) -> str:
    """Return the target of the most numerous card that can be clicked."""
    script = """(all) => {
        const many = (one) => Number((one.querySelector(".many")?.textContent ?? "×1").slice(1));
        return all.sort((a, b) => many(b) - many(a))[0].dataset.target;
    }"""
    return str(page.eval_on_selector_all(LEGAL, script))


def wait_until_asked(page: Page) -> bool:
    """Wait until it is this person's turn; False if the game is over."""
    page.wait_for_function(ASKED_OR_OVER, polling=20)
    return page.query_selector(ASKED) is not None


def over(page: Page) -> bool:
    """Whether the page says that the game is over."""
    return "The game is over." in text_of(page, "#part-question")


def choose_to_finish(legal: Sequence[str]) -> str:
    """Choose what ends the game soon."""
    for wanted in ("pass", "done", "yield"):
        if wanted in legal:
            return wanted
    return legal[0]


def offered(state: dict[str, Any]) -> list[str]:
    """Return the actions that have a button in the JSON state."""
    matches = re.findall(r'data-act="([^"]*)"', state["parts"]["question"])
    return [html.unescape(text) for text in matches]


def play_on(
    page: Page,
    address: str,
    choice: Callable[[dict[str, Any]], str] = lambda state: choose_to_finish(offered(state)),
) -> bool:
    """Answer all open questions without the page; whether the game is over.

    A `choice` that returns nothing stops it.
    """
    state = request_json(page, f"{address}/state")
    while state["question"] and (action := choice(state)):
        body = {"seat": str(state["seat"]), "question": state["question"], "actions": [action]}
        state = {**state, **request_json(page, f"{address}/act", body)}
    return bool(state["over"])


def request_json(page: Page, address: str, body: Any = None) -> dict[str, Any]:
    """Return a JSON response of the server to this person's browser, without the page."""
    ask, cookies = page.context.request, page.context.cookies(address)
    token = next(cookie["value"] for cookie in cookies if cookie["name"] == "csrftoken")
    given: dict[str, Any] = {"headers": {"Accept": "application/json", "X-CSRFToken": token}}
    given["timeout"] = PATIENCE * 1000
    given["max_retries"] = 2  # of a connection that the server closed in the same moment
    until = time.monotonic() + PATIENCE
    while True:
        answer = (
            ask.get(address, **given) if body is None else ask.post(address, data=body, **given)
        )
        if answer.status != 503 or time.monotonic() > until:  # nothing happened: a writer waited
            break
    assert answer.ok, answer.text()
    return dict(answer.json())


def play_out(page: Page) -> None:
    """Answer without the page until the game is over."""
    until(lambda: play_on(page, page.url), "the end of the game")


def until(condition: Callable[[], Any], what: str, pause: float = 0.03) -> Any:
    """Poll a condition and return its first true result."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
        time.sleep(pause)
    return found


def fetched(page: Page, path: str, body: Any = None) -> dict[str, Any]:
    """Return status and JSON of a request made by a script of the page."""
    script = """async ([path, body]) => {
        const table = document.getElementById("table");
        const headers = { Accept: "application/json" };
        const options = { headers };
        if (body !== null) {
            options.method = "POST";
            options.body = body;
            headers["X-CSRFToken"] = table.dataset.token;
        }
        const answer = await fetch(location.pathname + path, options);
        return { status: answer.status, ...(await answer.json()) };
    }"""
    found = page.evaluate(script, [path, None if body is None else json.dumps(body)])
    return dict(found)


def mark(page: Page) -> None:
    """Mark the page, to detect a reload."""
    page.evaluate("window.stillTheSamePage = true")


# boards with places, panels and orders

PLACES = "#part-live, #part-hand, #part-stage, #ground"
# Every answer changes the question, or who is waited for.
QUESTION = "() => document.getElementById('part-question').innerHTML"
ASKED_ANEW = f"""(before) => ({QUESTION})() !== before
    && !document.querySelector("#part-question[aria-busy]")"""
# The dial that holds an action: its number, its value, and the wanted value.
DIAL = """(action) => {
    for (const [number, dial] of document.querySelectorAll("#part-question .dial").entries()) {
        const at = JSON.parse(dial.dataset.places).findIndex(([, text]) => text === action);
        if (at >= 0) return [number, Number(dial.querySelector("input").value), at];
    }
    return null;
}"""
# A point where a click hits a place on board, hand or stage.
HIT = f"""(target) => {{
    {SPOT}
    const named = `[data-target="${{CSS.escape(target)}}"]`;
    for (const part of document.querySelectorAll("{PLACES}"))
        for (const piece of part.querySelectorAll(named)) {{
            const found = spot(piece);
            if (found) return found;
        }}
    return null;
}}"""
# Whether something on the board is smaller than a finger tip.
SMALL = """(target) => {
    const all = document.querySelectorAll(`#frame [data-target="${CSS.escape(target)}"]`);
    const sizes = [...all].map((one) => one.getBoundingClientRect())
        .map((box) => Math.min(box.width, box.height));
    return sizes.length > 0 && Math.max(...sizes) < 24;
}"""
MIDDLE = f"""(target) => {{
    const named = `[data-target="${{CSS.escape(target)}}"]`;
    const all = [...document.querySelectorAll("{PLACES}")];
    const box = all.map((part) => part.querySelector(named)).find(Boolean).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}}"""
# How an answer is given: its button or dial, and what else its place stands for.
ANSWER = """(action) => {
    const all = [...document.querySelectorAll("#part-question [data-act]")];
    const dialOf = (one) => (one.matches(".turned") ? one.closest(".dial") : null);
    const at = (one) => JSON.parse(dialOf(one).dataset.places).findIndex(([, t]) => t === action);
    const holds = (one) => (dialOf(one) ? at(one) >= 0 : one.dataset.act === action);
    const button = all.find(holds);
    if (!button) return null;
    const target = button.dataset.for;
    const there = all.filter((one) => target && one.dataset.for === target);
    const leads = (one) => "leads" in one.dataset || "begins" in one.dataset;
    return {
        target,
        shown: button.checkVisibility(),
        alone: there.length === 1,
        leads: there.length > 0 && there.every(leads),
        turned: Boolean(dialOf(button)),
        adds: Boolean(dialOf(button)) && "adds" in dialOf(button).dataset,
        value: dialOf(button) ? at(button) + 1 : 1,
        final: button.matches(".final"),
    };
}"""
IN_DIALOG = """(action) => {
    for (const [number, dial] of document.querySelectorAll("#choice .dial").entries()) {
        const at = JSON.parse(dial.dataset.places).findIndex(([, text]) => text === action);
        if (at >= 0) return [number, at - Number(dial.querySelector("input").value)];
    }
    return null;
}"""
# The scale of the board relative to the frame that it fits.
NEARNESS = """() => {
    const [board, frame] = [".board", "#frame"].map((name) => document.querySelector(name));
    const [, , wide, tall] = board.querySelector("svg").getAttribute("viewBox").split(" ");
    const fitting = (width, height) => Math.min(width / wide, height / tall);
    const { width, height } = frame.getBoundingClientRect();
    const edge = 2 * frame.clientLeft;
    const laid = fitting(parseFloat(board.style.width), parseFloat(board.style.height));
    const grown = new DOMMatrix(getComputedStyle(board).transform).a;
    return Math.round(1e4 * grown * laid / fitting(width - edge, height - edge)) / 1e4;
}"""


def open_game(page: Page, server: Server, game: str, *seats: str, **options: str) -> str:
    """Open a table of any game that others may join; return its address."""
    chosen = {f"option-{name}": value for name, value in options.items()}
    chosen |= {f"seat-{number}": kind for number, kind in enumerate(seats)}
    address = posted(page, server.base, f"/new/{game}", **chosen)
    page.goto(address)
    return address


def nearer(page: Page, x: float, y: float) -> None:
    """Turn the wheel over a point, and wait until the board has zoomed in."""
    before = page.evaluate(NEARNESS)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -240)
    page.wait_for_function(f"(before) => ({NEARNESS})() > before", arg=before, polling=20)


class Mouse:
    """A person with a mouse, who zooms in with the wheel on what is too small."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, x: float, y: float) -> None:
        """Click at a point of the window."""
        self.page.mouse.click(x, y)

    def bring(self, target: str) -> None:
        """Zoom in on a place of the board."""
        nearer(self.page, *self.page.evaluate(MIDDLE, target))

    def place(self, target: str) -> None:
        """Click a piece, a city or a card."""
        page = self.page
        page.wait_for_function(SETTLED, polling=20)
        for attempt in range(6):
            acknowledge_scenes(page)
            spot = page.evaluate(HIT, target)
            if spot is not None:
                self.at(*spot)
                return
            if attempt == 0 and page.is_visible("[data-zoom=fit]"):
                page.click("[data-zoom=fit]")
            else:
                self.bring(target)
        raise AssertionError(f"{target} cannot be hit, however near it is")

    def button(self, selector: str) -> None:
        """Click a button of the page."""
        self.page.click(selector)

    def turn(self, action: str) -> None:
        """Turn the dial that holds an action to it, and press its button."""
        number, at, wanted = self.page.evaluate(DIAL, action)
        dial = f"#part-question .dial >> nth={number}"
        for _ in range(abs(wanted - at)):
            self.step(dial, wanted > at)
        self.button(f'{dial} >> [data-act="{action}"]')
        self.confirm()

    def answer(self, action: str, goal: str = "") -> str:
        """Give an answer by its button, or on the board where it is folded; return how.

        `goal`: the destination of a move from one place to another.
        """
        page = self.page
        # a game played for all seats first shows a waiting one, then the one that has to decide
        page.wait_for_function(OFFERS, arg=action, polling=20)
        acknowledge_scenes(page)
        found = page.evaluate(ANSWER, action)
        assert found is not None, f"{action} is not offered"
        if found["shown"]:
            if found["turned"]:
                self.turn(action)
            else:
                self.button(f'#part-question [data-act="{action}"]')
                self.confirm()
            return "button"
        if found["leads"]:
            self.place(found["target"])
            page.wait_for_selector("#orders #goal")
            self.place(goal)
            if page.is_visible("#go"):
                self.button("#go")
            return "goal"
        if found["alone"] and found["adds"]:
            for _ in range(found["value"]):
                self.place(found["target"])
            return "added"
        self.place(found["target"])
        if found["alone"] and not found["turned"]:
            self.confirm()
            return "place"
        page.wait_for_selector("#choice[open]")
        if found["turned"]:
            number, steps = page.evaluate(IN_DIALOG, action)
            for _ in range(abs(steps)):
                self.step(f"#choice .dial >> nth={number}", steps > 0)
        self.button(f'#choice [data-act="{action}"]')
        self.confirm()
        return "list"

    def confirm(self) -> None:
        """Confirm a final answer, if the page asks for it."""
        if self.page.query_selector("#confirm") is not None:
            self.button("#confirm")

    def step(self, dial: str, more: bool) -> None:
        """Turn a dial by one step."""
        self.button(f"{dial} >> {'.more' if more else '.less'}")


class Finger(Mouse):
    """A person with a touch screen, who zooms in by buttons.

    Taps have a pause between them, as the page takes two quick ones for one.
    """

    def at(self, x: float, y: float) -> None:
        """Tap at a point of the window."""
        self.page.wait_for_function(RESTED, polling=20)
        self.page.touchscreen.tap(x, y)
        self.page.evaluate(TAPPED)

    def bring(self, target: str) -> None:
        """Zoom in on what can be clicked."""
        self.button("[data-zoom=matter]")

    def place(self, target: str) -> None:
        """Tap a place, zooming in first if it is smaller than a finger tip."""
        page = self.page
        if page.evaluate(SMALL, target):
            acknowledge_scenes(page)
            page.evaluate("(target) => Board.glide([target])", target)
        super().place(target)

    def button(self, selector: str) -> None:
        """Tap a button of the page."""
        self.page.wait_for_function(RESTED, polling=20)
        self.page.tap(selector)
        self.page.evaluate(TAPPED)


class Keys(Mouse):
    """A person with a keyboard and no pointing device."""

    def place(self, target: str) -> None:
        """Focus a place, which must be reachable by Tab, and press Enter."""
        places = [f'{part} [data-target="{target}"][tabindex="0"]' for part in PLACES.split(", ")]
        self.button(", ".join(places))

    def button(self, selector: str) -> None:
        """Focus a button and press Enter."""
        self.page.focus(selector)
        self.page.keyboard.press("Enter")

    def step(self, dial: str, more: bool) -> None:
        """Turn a dial by an arrow key."""
        self.page.focus(f"{dial} >> input")
        self.page.keyboard.press("ArrowRight" if more else "ArrowLeft")


def answered(page: Page, doing: Callable[[], object]) -> None:
    """Do something that answers the question, and wait for the next one."""
    before = page.evaluate(QUESTION)
    doing()
    page.wait_for_function(ASKED_ANEW, arg=before, polling=20)


def import_record(page: Page, server: Server, record: str) -> str:
    """Import a record by the form; return the address of its replay without the step."""
    page.goto(server.base)
    page.set_input_files(
        '[name="record"]',
        {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()},
    )
    page.click(".import button", no_wait_after=True)
    page.wait_for_url("**/replay/0")
    return page.url.removesuffix("0")


def posted(page: Page, base: str, path: str, **body: Any) -> str:
    """Send a form without loading a page; return where the response redirects."""
    ask = page.context.request
    tokens = [c["value"] for c in page.context.cookies(base) if c["name"] == "csrftoken"]
    if not tokens:
        ask.get(base, timeout=PATIENCE * 1000)
        return posted(page, base, path, **body)
    sent = {"csrfmiddlewaretoken": tokens[0], **body}
    answer = ask.post(f"{base}{path}", multipart=sent, max_redirects=0, timeout=PATIENCE * 1000)
    assert answer.status == 302, answer.text()
    return f"{base}{answer.headers['location']}"


def open_record(page: Page, server: Server, record: str) -> str:
    """Return the address of a record's replay without the step. Each record is imported once;
    later visitors get the cookies of its importer."""
    if record not in server.imported:
        file = {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()}
        address = posted(page, server.base, "/import", record=file)
        server.imported[record] = address.removesuffix("0"), page.context.cookies()
    address, cookies = server.imported[record]
    page.context.add_cookies(cookies)
    return address


def copy_at(page: Page, replay: str, step: int) -> str:
    """Open a private copy of a record at a step, with all seats; return its address."""
    base, _, path = replay.partition("/t/")
    address = posted(page, base, f"/t/{path.removesuffix('/replay/')}/copy", step=str(step))
    page.goto(address)
    page.wait_for_selector(ASKED, state="attached")
    return address
