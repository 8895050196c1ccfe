"""What a person does at a table: open it, look, click, wait."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tests.browser.server import Server
from tests.patience import PATIENCE

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

# Whatever an action does, it changes one of these for the person who acts.
SHOWN = """() => ["question", "log", "position", "seats"].map(
    (name) => document.getElementById("part-" + name).textContent).join("|")"""
# What comes from others meanwhile is a change too, but not the answer that is waited for.
CHANGED = f"""(before) => ({SHOWN})() !== before
    && !document.querySelector("#part-question[aria-busy]")"""
OVER = """() => (document.querySelector("#part-question .prompt") || {textContent: ""})
    .textContent.includes("The game is over.")"""
ASKED_OR_OVER = """() => document.querySelector("#part-question [data-act]")
    || (document.querySelector("#part-question .prompt") || {textContent: ""})
        .textContent.includes("The game is over.")"""

# Whether the page shows what the server says now.
UP_TO_DATE = """async () => {
    const answer = await fetch(location.pathname + "/state");
    const { parts } = await answer.json();
    const fresh = document.createElement("div");
    return ["question", "log", "seats"].every((name) => {
        fresh.innerHTML = parts[name];
        return fresh.textContent === document.getElementById("part-" + name).textContent;
    });
}"""

# A finger that has tapped is up again for long enough.
RESTED = "() => performance.now() - (window.tapped ?? -Infinity) > 320"
TAPPED = "() => { window.tapped = performance.now(); }"
# Pieces that glide have arrived.
SETTLED = "() => !document.getAnimations().some((one) => one instanceof CSSTransition)"
# A spot where a click on a piece really hits it, wherever it is not covered by another.
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
    """A new table of La Spada; its address."""
    return open_game(page, server, "spada", *seats, players=str(len(seats)), **options)


def join(page: Page, server: Server, name: str, mail: str = "") -> None:
    """Make an account, without showing a page."""
    form = {"name": name, "mail": mail, "password": PASSWORD}
    assert posted(page, server.base, "/account/join", **form).endswith("/account")


def join_by_form(page: Page, server: Server, name: str, mail: str = "") -> None:
    """Make an account as a person does."""
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
    """Open such a table as a person does."""
    page.goto(f"{server.base}/new/spada")
    with page.expect_navigation():
        page.select_option('[name="option-players"]', str(len(seats)))
    for number, kind in enumerate(seats):
        page.select_option(f'[name="seat-{number}"]', kind)
    page.fill("[name=title]", terms.get("title", ""))
    page.select_option("[name=days]", terms.get("days", "0"))
    page.select_option("[name=lapse]", terms.get("lapse", "bot"))
    page.check("[name=public]")
    page.click("main button.main")
    page.wait_for_url("**/t/*")
    return page.url


def table_for_one(page: Page, server: Server) -> str:
    """The person is Yellow and begins; the others are bots."""
    address = open_table(
        page, server, "me", "bot:player", "bot:player", counsellor="yellow"
    )  # fmt: skip
    page.wait_for_selector(ASKED, state="attached")
    return address


# Every action that is offered: a dial holds one at each of its places.
OFFERED = """all => all.flatMap((one) => one.closest(".dial")
    ? JSON.parse(one.closest(".dial").dataset.places).map(([, text]) => text)
    : [one.dataset.act])"""
# Whether an action can be done now.
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
    """What can be done now."""
    return [str(text) for text in page.eval_on_selector_all(ASKED, OFFERED)]


def shown(page: Page) -> str:
    """What the page says now."""
    return str(page.evaluate(SHOWN))


def text_of(page: Page, selector: str) -> str:
    """The text of a place, shown or not."""
    return page.text_content(selector) or ""


def position(page: Page) -> str:
    """The position in words, which a page has only while somebody reads it."""
    page.evaluate("document.getElementById('position').open = true")
    page.wait_for_function("() => document.getElementById('part-position').textContent.trim()")
    return text_of(page, "#part-position")


def wait_for_change(page: Page, before: str) -> None:
    """Until the page says something else."""
    page.wait_for_function(CHANGED, arg=before, polling=20)


def wait_until_up_to_date(page: Page) -> None:
    """Until the page shows what the server says."""
    wait_until(page, UP_TO_DATE)


def wait_until(page: Page, script: str) -> None:
    """Until a script that takes its time says yes (wait_for_function takes a promise for a yes)."""
    until = time.monotonic() + PATIENCE
    while not page.evaluate(script):
        assert time.monotonic() < until, f"not within {PATIENCE} s: {script}"
        page.wait_for_timeout(20)


def note(page: Page) -> None:
    """Acknowledge what nobody should miss, so that it lies over nothing any more."""
    while page.evaluate(NOTED):
        pass


def click(page: Page, action: str) -> None:
    """Click the button of an action and wait for what comes of it."""
    note(page)
    before = shown(page)
    unfold(page)
    page.evaluate(TURN, action)
    page.click(f'#part-question [data-act="{action}"]')
    wait_for_change(page, before)


def unfold(page: Page) -> None:
    """Show the answers too for which the board or the hand can be clicked."""
    page.eval_on_selector_all("#part-question details", "all => all.map((one) => one.open = true)")


def click_board(page: Page, tap: bool = False) -> bool:
    """Click something on the board or in the hand that can be clicked; False: there is nothing."""
    if page.query_selector(LEGAL) is None:
        return False
    note(page)
    page.wait_for_function(SETTLED, polling=20)
    found = page.evaluate(SPOTS, LEGAL)
    hidden = [target for target, spot in found.items() if spot is None]
    assert not hidden, f"nothing of these can be clicked, they are covered: {hidden}"
    before = shown(page)
    x, y = page.evaluate(SPOT_OF, [LEGAL, next(iter(found))])
    (page.touchscreen.tap if tap else page.mouse.click)(x, y)
    if page.query_selector("#choice[open]") is not None:
        page.click("#choice [data-act] >> nth=0")
    wait_for_change(page, before)
    return True


def most_cards(page: Page) -> str:
    """The target of the card that can be clicked and of which there are most."""
    script = """(all) => {
        const many = (one) => Number((one.querySelector(".many")?.textContent ?? "×1").slice(1));
        return all.sort((a, b) => many(b) - many(a))[0].dataset.target;
    }"""
    return str(page.eval_on_selector_all(LEGAL, script))


def wait_until_asked(page: Page) -> bool:
    """Until it is this person's turn; False if the game is over."""
    page.wait_for_function(ASKED_OR_OVER, polling=20)
    return page.query_selector(ASKED) is not None


def over(page: Page) -> bool:
    """Whether the page says that the game is over."""
    return "The game is over." in text_of(page, "#part-question")


def modest(legal: Sequence[str]) -> str:
    """Somebody who wants to be done soon."""
    for wanted in ("pass", "done", "yield"):
        if wanted in legal:
            return wanted
    return legal[0]


def eager(legal: Sequence[str]) -> str:
    """Somebody who makes an offer as soon as it can be made."""
    for wanted in ("bid", "done", "defend"):
        if wanted in legal:
            return wanted
    return next((action for action in legal if action != "pass"), legal[0])


def offered(state: dict[str, Any]) -> list[str]:
    """The actions that have a button, as the server tells a script."""
    found = re.findall(r'data-act="([^"]*)"', state["parts"]["question"])
    return [html.unescape(text) for text in found]


def play_on(
    page: Page,
    address: str,
    choice: Callable[[dict[str, Any]], str] = lambda state: modest(offered(state)),
) -> bool:
    """Answer all that this person is asked now, past the page; whether the game is over.

    Whoever has looked enough chooses nothing.
    """
    state = told(page, f"{address}/state")
    while state["question"] and (action := choice(state)):
        body = {"seat": str(state["seat"]), "question": state["question"], "actions": [action]}
        state = {**state, **told(page, f"{address}/act", body)}
    return bool(state["over"])


def told(page: Page, address: str, body: Any = None) -> dict[str, Any]:
    """What the server answers to this person's browser, past the page."""
    ask, cookies = page.context.request, page.context.cookies(address)
    token = next(cookie["value"] for cookie in cookies if cookie["name"] == "csrftoken")
    given: dict[str, Any] = {"headers": {"Accept": "application/json", "X-CSRFToken": token}}
    given["timeout"] = PATIENCE * 1000
    answer = ask.get(address, **given) if body is None else ask.post(address, data=body, **given)
    assert answer.ok, answer.text()
    return dict(answer.json())


def play_out(page: Page) -> None:
    """Answer past the page until the game is over."""
    until(lambda: play_on(page, page.url), "the end of the game")


def until(condition: Callable[[], Any], what: str) -> Any:
    """Look again and again, and return what is found."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
        time.sleep(0.03)
    return found


def fetched(page: Page, path: str, body: Any = None) -> dict[str, Any]:
    """What the server answers to a script of this very page: status and JSON."""
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
    """Note that the page must not be loaded anew."""
    page.evaluate("window.stillTheSamePage = true")


# -- boards with places, panels and orders ---------------------------------------------------

PLACES = "#part-live, #part-hand, #part-stage, #ground"
# Whatever is answered, the next question, or who is waited for, is another one.
QUESTION = "() => document.getElementById('part-question').innerHTML"
ASKED_ANEW = f"""(before) => ({QUESTION})() !== before
    && !document.querySelector("#part-question[aria-busy]")"""
# The dial that holds an action: which one of the dials, where it stands, and where it would.
DIAL = """(action) => {
    for (const [number, dial] of document.querySelectorAll("#part-question .dial").entries()) {
        const at = JSON.parse(dial.dataset.places).findIndex(([, text]) => text === action);
        if (at >= 0) return [number, Number(dial.querySelector("input").value), at];
    }
    return null;
}"""
# A spot where a click on a place really hits it, on the board, in the hand or on the stage.
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
# How an answer is given: the button or dial that holds it, and what else its place stands for.
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
        final: button.matches(".closing") && !leads(button)
            && document.querySelector(`#frame [data-target="${CSS.escape(target)}"]`) !== null,
    };
}"""
IN_DIALOG = """(action) => {
    for (const [number, dial] of document.querySelectorAll("#choice .dial").entries()) {
        const at = JSON.parse(dial.dataset.places).findIndex(([, text]) => text === action);
        if (at >= 0) return [number, at - Number(dial.querySelector("input").value)];
    }
    return null;
}"""
NEARNESS = """() => new DOMMatrix(
    getComputedStyle(document.querySelector(".board")).transform).a"""


def open_game(page: Page, server: Server, game: str, *seats: str, **options: str) -> str:
    """A new table of any game, to which others may come later; its address."""
    chosen = {f"option-{name}": value for name, value in options.items()}
    chosen |= {f"seat-{number}": kind for number, kind in enumerate(seats)}
    address = posted(page, server.base, f"/new/{game}", **chosen)
    page.goto(address)
    return address


def nearer(page: Page, x: float, y: float) -> None:
    """Turn the wheel over a point, and wait until the board has come nearer."""
    before = page.evaluate(NEARNESS)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -240)
    page.wait_for_function(f"(before) => ({NEARNESS})() > before", arg=before, polling=20)


class Mouse:
    """Somebody with a mouse, who turns its wheel where he cannot hit something."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, x: float, y: float) -> None:
        """Click there."""
        self.page.mouse.click(x, y)

    def bring(self, target: str) -> None:
        """Bring a place nearer."""
        nearer(self.page, *self.page.evaluate(MIDDLE, target))

    def place(self, target: str) -> None:
        """Hit a piece, a city or a card."""
        page = self.page
        page.wait_for_function(SETTLED, polling=20)
        for attempt in range(6):
            note(page)
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
        """Press a button."""
        self.page.click(selector)

    def turn(self, action: str) -> None:
        """Turn the dial that holds an action to it, and press the button beside it."""
        number, at, wanted = self.page.evaluate(DIAL, action)
        dial = f"#part-question .dial >> nth={number}"
        for _ in range(abs(wanted - at)):
            self.step(dial, wanted > at)
        self.button(f'{dial} >> [data-act="{action}"]')

    def answer(self, action: str, goal: str = "") -> str:
        """Give an answer by its button, or on the board where it is folded; how it was given.

        `goal`: where something goes that leads from one place to another.
        """
        page = self.page
        note(page)
        found = page.evaluate(ANSWER, action)
        assert found is not None, f"{action} is not offered"
        if found["shown"]:
            if found["turned"]:
                self.turn(action)
            else:
                self.button(f'#part-question [data-act="{action}"]')
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
        if found["alone"] and not found["turned"] and not found["final"]:
            return "place"
        page.wait_for_selector("#choice[open]")
        if found["turned"]:
            number, steps = page.evaluate(IN_DIALOG, action)
            for _ in range(abs(steps)):
                self.step(f"#choice .dial >> nth={number}", steps > 0)
        self.button(f'#choice [data-act="{action}"]')
        return "list"

    def step(self, dial: str, more: bool) -> None:
        """Turn a dial by one."""
        self.button(f"{dial} >> {'.more' if more else '.less'}")


class Finger(Mouse):
    """Somebody with a finger; the board comes nearer by its buttons.

    Two taps at once are one to the page, as people mean them: nobody taps so soon again.
    """

    def at(self, x: float, y: float) -> None:
        """Tap there."""
        self.page.wait_for_function(RESTED, polling=20)
        self.page.touchscreen.tap(x, y)
        self.page.evaluate(TAPPED)

    def bring(self, target: str) -> None:
        """To where something can be done, and nearer."""
        self.button("[data-zoom=matter]")

    def place(self, target: str) -> None:
        """What is smaller than a finger tip is brought nearer first."""
        page = self.page
        if page.evaluate(SMALL, target):
            note(page)
            page.evaluate("(target) => Board.glide([target])", target)
        super().place(target)

    def button(self, selector: str) -> None:
        """Tap a button."""
        self.page.wait_for_function(RESTED, polling=20)
        self.page.tap(selector)
        self.page.evaluate(TAPPED)


class Keys(Mouse):
    """Somebody with a keyboard only."""

    def place(self, target: str) -> None:
        """Go to a place, which must be one to which Tab leads, and press Enter."""
        places = [f'{part} [data-target="{target}"][tabindex="0"]' for part in PLACES.split(", ")]
        self.button(", ".join(places))

    def button(self, selector: str) -> None:
        """Go to a button and press Enter."""
        self.page.focus(selector)
        self.page.keyboard.press("Enter")

    def step(self, dial: str, more: bool) -> None:
        """By an arrow."""
        self.page.focus(f"{dial} >> input")
        self.page.keyboard.press("ArrowRight" if more else "ArrowLeft")


def answered(page: Page, doing: Callable[[], object]) -> None:
    """Do something that answers the question, and wait for the next one."""
    before = page.evaluate(QUESTION)
    doing()
    page.wait_for_function(ASKED_ANEW, arg=before, polling=20)


def import_record(page: Page, server: Server, record: str) -> str:
    """Open a record for stepping through; the address of its first step without the number."""
    page.goto(server.base)
    page.set_input_files(
        '[name="record"]',
        {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()},
    )
    page.click(".import button", no_wait_after=True)
    page.wait_for_url("**/replay/0")
    return page.url.removesuffix("0")


def posted(page: Page, base: str, path: str, **body: Any) -> str:
    """Send a form as a page would, without showing one: where the answer leads."""
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
    """The address of a record’s replay without the number: each is imported once, and whoever
    opens it afterwards comes with the cookies of whoever did."""
    if record not in server.imported:
        file = {"name": "game.json", "mimeType": "application/json", "buffer": record.encode()}
        address = posted(page, server.base, "/import", record=file)
        server.imported[record] = address.removesuffix("0"), page.context.cookies()
    address, cookies = server.imported[record]
    page.context.add_cookies(cookies)
    return address


def copy_at(page: Page, replay: str, step: int) -> str:
    """A private copy of a record at a step, in which one plays all seats; its address."""
    base, _, path = replay.partition("/t/")
    address = posted(page, base, f"/t/{path.removesuffix('/replay/')}/copy", step=str(step))
    page.goto(address)
    page.wait_for_selector(ASKED, state="attached")
    return address
