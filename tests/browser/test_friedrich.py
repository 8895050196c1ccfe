"""Friedrich on its board: by mouse, keyboard and finger; overlays, places, the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.browser import driver
from tests.browser.conftest import Company, Contexts
from tests.browser.driver import Finger, Keys, Mouse
from tests.browser.server import Server
from tests.browser.test_board import PHONE, PLACE, middle, place
from tests.records import kept_as, read
from tests.soaking import SOAK, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RECORD = read(kept_as("friedrich", "quartermaster-4-b"))
BATTLE, PURCHASE = 346, 376  # steps of the record: four fights to come; Russia recruits
OTHERS = ("bot:random",) * 3
ORDERS = "#orders:not([hidden])"
WAY = "#part-way polyline.way"
DIALOG = "#choice[open] [data-act]"
IN_SIGHT = """(target) => {
    const frame = document.getElementById("frame").getBoundingClientRect();
    const place = document.querySelector(`#frame [data-target="${CSS.escape(target)}"]`);
    const box = place.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
}"""


# In the middle of the frame, or as near as the edge of the drawing allows.
CENTRED = """(target) => {
    const frame = document.getElementById("frame").getBoundingClientRect();
    const drawing = document.querySelector(".board svg");
    const { a, e, f } = drawing.getScreenCTM();
    const { width, height } = drawing.viewBox.baseVal;
    const drawn = { left: e, top: f, right: e + width * a, bottom: f + height * a };
    const place = document.querySelector(`#frame [data-target="${CSS.escape(target)}"]`);
    const box = place.getBoundingClientRect();
    const by = (low, high) => {
        const off = (box[low] + box[high]) / 2 - (frame[low] + frame[high]) / 2;
        const edges = [drawn[low] - frame[low], drawn[high] - frame[high]].map(Math.abs);
        return Math.abs(off) < 30 || Math.min(...edges) < 4;
    };
    return by("left", "right") && by("top", "bottom");
}"""


@cache
def log() -> list[str]:
    """Return the actions of the record."""
    return [line["act"] for line in json.loads(RECORD)["log"]]


def open_four(page: Page, server: Server) -> str:
    """Open a table with Frederick by hand and random bots."""
    address = driver.open_game(page, server, "friedrich", "me", *OTHERS)
    assert driver.wait_until_asked(page)
    return address


def open_moving(page: Page, server: Server) -> str:
    """Open the same table where Frederick has distributed his troops before the page is shown."""
    form = {f"seat-{number}": kind for number, kind in enumerate(("me", *OTHERS))}
    address = driver.posted(page, server.base, "/new/friedrich", **form)
    rest = ("lehwaldt", "cumberland")  # the last stacks, which get the rest automatically
    gives = [a for a in log()[:8] if a.startswith("give ") and a.split()[1] not in rest]
    question = driver.request_json(page, f"{address}/state?seat=0")["question"]
    driver.request_json(
        page, f"{address}/act", {"seat": "0", "question": question, "actions": gives}
    )
    page.goto(address)
    page.wait_for_selector(f'{driver.ASKED}[data-act="march keith"]', state="attached")
    return address


def verbs(page: Page) -> set[str]:
    """Return the kinds of actions on offer."""
    return {action.split()[0] for action in driver.actions(page)}


def turn(page: Page) -> int:
    """Return the turn shown by the clock."""
    return int(page.text_content("#part-panels .fr-turn-number.fr-now") or 0)


def target_of(page: Page, action: str) -> str:
    """Return what is clicked for an action."""
    script = """(all, action) => all.find((one) => one.dataset.act === action
        || (one.closest(".dial")?.dataset.places ?? "").includes(JSON.stringify(action)))
        .dataset.for"""
    return str(page.eval_on_selector_all(driver.ASKED, script, action))


def targets_of(page: Page, verb: str) -> list[str]:
    """Return what is clicked for the actions of a kind, each once."""
    script = f"""all => all.filter((one) => one.dataset.act.startsWith("{verb} "))
        .map((one) => one.dataset.for)"""
    return list(dict.fromkeys(page.eval_on_selector_all(driver.ASKED, script)))


# -- what one does -----------------------------------------------------------------------------


def choose(page: Page, hand: Mouse, target: str, wanted: str = "") -> None:
    """Click a place; if it has several meanings, pick one in the dialog or on the dial."""

    def doing() -> None:
        buttons = f'{driver.ASKED}[data-for="{target}"]'
        hand.place(target)
        dial = page.query_selector(f'#part-question .dial[data-for="{target}"]')
        if dial is not None:
            page.wait_for_function(
                "(dial) => dial.contains(document.activeElement)", arg=dial, polling=20
            )
            places = json.loads(dial.get_attribute("data-places") or "")
            hand.turn(wanted or places[len(places) // 2][1])
            return
        if len(page.query_selector_all(buttons)) > 1:
            page.wait_for_selector(DIALOG)
            number = len(page.query_selector_all(DIALOG)) // 2
            hand.button(f'{DIALOG}[data-act="{wanted}"]' if wanted else f"{DIALOG} >> nth={number}")
        hand.confirm()

    driver.answered(page, doing)


def share_out(page: Page, hand: Mouse) -> None:
    """Set-up: click every stack and give it troops."""
    clicked = 0
    while driver.wait_until_asked(page) and "give" in verbs(page):
        choose(page, hand, targets_of(page, "give")[0])
        clicked += 1
    assert clicked > 4


def begin(page: Page, hand: Mouse, piece: str) -> list[str]:
    """Click a piece that can march; return where it can go."""
    hand.place(f"piece:{piece}")
    page.wait_for_selector(ORDERS)
    return goals(page)


def goals(page: Page) -> list[str]:
    """Return the possible destinations, the farthest last."""
    script = """(all) => {
        const middle = (one) => {
            const box = one.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const spots = all.map((one) => [one.dataset.target, ...middle(one)]);
        const [x, y] = [1, 2].map((n) => spots.reduce((sum, one) => sum + one[n], 0) / all.length);
        const far = (one) => Math.hypot(one[1] - x, one[2] - y);
        return spots.sort((one, other) => far(one) - far(other)).map((one) => one[0]);
    }"""
    return [str(target) for target in page.eval_on_selector_all("#ground .is-goal", script)]


def go(page: Page, hand: Mouse, target: str) -> None:
    """Click a destination, check the way shown, and march."""
    hand.place(target)
    page.wait_for_selector(WAY, state="attached")
    points = str(page.get_attribute(WAY, "points")).split()
    assert len(points) >= 2
    end = page.get_attribute(f'#ground [data-target="{target}"]', "transform")
    assert f"translate({points[-1].replace(',', ' ')})" == end
    assert page.eval_on_selector("#goal", "one => one.value") == target
    driver.answered(page, lambda: hand.button("#go"))
    assert page.query_selector(WAY) is None
    assert page.query_selector(".is-goal") is None
    assert not page.is_visible("#orders")


def stands_at(page: Page, piece: str, target: str) -> bool:
    """Whether a piece is drawn in a city, or fanned out behind others there."""
    page.wait_for_function(driver.SETTLED, polling=20)
    numbers = [
        [float(n) for n in re.findall(r"-?[\d.]+", str(page.get_attribute(found, "transform")))]
        for found in (f"#p-{piece}", f'#ground [data-target="{target}"]')
    ]
    (x, y), (city_x, city_y) = numbers
    return any((x, y) == (city_x + 13 * n, city_y - 8 * n) for n in range(3))


def take_apart(page: Page, hand: Mouse, pick: Callable[[str, str], None]) -> str:
    """Let one piece of a stack march alone with three troops; return its name."""
    begin(page, hand, "friedrich")
    pick("On the march", "Winterfeldt")
    page.wait_for_selector('#orders select[aria-label="With how many troops"]')
    assert "for Winterfeldt" in driver.text_of(page, "#orders .prompt")
    pick("With how many troops", "3 troops")
    page.wait_for_function("""() => [...document.querySelectorAll("#orders option")].some(
        (one) => one.selected && one.textContent === "3 troops")""")
    goal = goals(page)[-1]
    go(page, hand, goal)
    assert stands_at(page, "winterfeldt", goal)
    assert page.text_content("#t-winterfeldt text") == "3"
    return "winterfeldt"


def step_by_step(page: Page, hand: Mouse, piece: str) -> None:
    """March one step at a time, clicking the next city."""
    begin(page, hand, piece)
    driver.answered(page, lambda: hand.button("#step"))
    assert "to" in verbs(page) or "with" in verbs(page) or "take" in verbs(page)
    assert page.query_selector("#part-live .fr-marching") is not None
    while "take" in verbs(page):
        driver.answered(page, lambda: hand.button(f'{driver.ASKED}[data-act^="take "] >> nth=0'))
    city = targets_of(page, "to")[0]
    choose(page, hand, city)
    if "stop" in verbs(page):
        driver.answered(page, lambda: hand.button('[data-act="stop"]'))
    assert stands_at(page, piece, city)


def answer(page: Page, hand: Mouse) -> str:
    """Answer any other question, on board or hand if possible."""
    legal = driver.actions(page)
    by_verb = {action.split()[0]: action for action in legal}
    for verb in ("end", "stop", "decline", "stand"):
        if verb in by_verb:
            driver.answered(page, lambda verb=verb: hand.answer(verb))
            return verb
    laid = len(page.query_selector_all("#part-stage .played li"))
    if "quit" in by_verb and (laid > 2 or "play" not in by_verb):
        driver.answered(page, lambda: hand.answer("quit"))
        return "quit"
    verb = legal[0].split()[0]
    targets = [target for target in targets_of(page, verb) if target]
    if targets:
        if verb == "play":
            assert page.query_selector(f'#part-hand .is-legal[data-target="{targets[0]}"]')
        choose(page, hand, targets[0])
    else:
        driver.answered(page, lambda: hand.button(f"{driver.ASKED} >> nth=0"))
    return verb


def whole_turn(page: Page, hand: Mouse, pick: Callable[[str, str], None]) -> set[str]:
    """Play from the set-up until turn 2; return the kinds of actions played."""
    share_out(page, hand)
    assert driver.wait_until_asked(page)
    assert turn(page) == 1
    take_apart(page, hand, pick)
    step_by_step(page, hand, "lehwaldt")
    if not SOAK:  # test_screen_reader.py plays on by keyboard
        return set()
    goal = begin(page, hand, "dohna")[-1]
    go(page, hand, goal)
    assert stands_at(page, "dohna", goal)
    done: set[str] = set()
    for _ in range(200):
        if not driver.wait_until_asked(page) or "Turn 2." in driver.text_of(page, "#part-log"):
            break
        done.add(answer(page, hand))
    assert "Turn 2." in driver.text_of(page, "#part-log")
    return done


# -- a whole turn --------------------------------------------------------------------------------


@pytest.mark.soak  # other tests march, fight and recruit by mouse
def test_a_whole_turn_by_mouse(page: Page, server: Server) -> None:
    """Set-up through pieces, marches by destination, a split stack, fights with cards."""
    open_four(page, server)
    driver.mark(page)

    def pick(title: str, label: str) -> None:
        page.select_option(f'#orders select[aria-label="{title}"]', label=label)

    done = whole_turn(page, Mouse(page), pick)
    assert "end" in done
    assert page.evaluate(driver.PAGE_KEPT)


def test_a_march_is_sent_only_as_shown(page: Page, server: Server, company: Company) -> None:
    """A march begun before the server has answered with the numbers is not sent if no answer
    comes."""
    company.allow("ERR_FAILED")
    open_moving(page, server)
    hand = Mouse(page)
    goal = begin(page, hand, "friedrich")[-1]
    hand.place(goal)
    page.wait_for_selector("#go")
    box = page.query_selector_all("#orders select:not(#goal)")[-1]
    before = box.evaluate("(one) => one.value")
    other = box.evaluate("(one) => [...one.options].find((o) => !o.selected).value")
    held: list[Any] = []
    page.route("**/orders?*", lambda route: held.append(route))
    legal = driver.actions(page)
    with page.expect_request("**/orders?*"):
        box.select_option(other)
    hand.button("#go")
    held[0].abort()
    page.wait_for_function(
        "(key) => [...document.querySelectorAll('#orders select')].some((o) => o.value === key)",
        arg=before,
        polling=20,
    )
    page.unroute("**/orders?*")
    assert page.is_visible("#go")
    assert driver.actions(page) == legal


# orders for pieces arrive late
LATE = """{
    const known = window.fetch;
    window.late = 0;
    window.fetch = async (...given) => {
        const orders = String(given[0]).includes("orders?");
        if (orders) window.late++;
        const answer = await known(...given);
        if (orders) await new Promise((go) => setTimeout(go, 400));
        if (orders) window.late--;
        return answer;
    };
}"""


def test_a_whole_turn_by_keyboard(page: Page, server: Server) -> None:
    """The same with Tab, Enter, Escape and arrow keys only, and on a slow connection: numbers
    count as they are chosen, even if the server has not answered to that yet."""
    page.add_init_script(LATE)
    open_four(page, server)
    # Tab leads from the board to the pieces that can be clicked
    for _ in range(60):  # the others set up at the same time: the page may change in between
        page.focus("#frame")
        page.keyboard.press("Tab")
        if reached := page.evaluate(f"document.activeElement.matches({driver.LEGAL!r})"):
            break
        page.wait_for_timeout(300)
    assert reached
    target = page.evaluate("document.activeElement.dataset.target")
    page.keyboard.press("Enter")
    dial = f'#part-question .dial[data-for="{target}"]'  # the number is asked first
    page.wait_for_function(
        "(dial) => document.activeElement.matches(`${dial} input`)", arg=dial, polling=20
    )
    shown = page.text_content(f"{dial} output")
    page.keyboard.press("ArrowLeft")
    assert page.text_content(f"{dial} output") != shown
    assert f"{page.text_content(f'{dial} output')} troop" in driver.text_of(page, f"{dial} .turned")

    def pick(title: str, label: str) -> None:
        selector = f'#orders select[aria-label="{title}"]'
        page.focus(selector)
        index = "(label) => [...document.querySelector(`{}`).options].{}"
        wanted = page.evaluate(index.format(selector, "findIndex((o) => o.label === label)"), label)
        chosen = page.eval_on_selector(selector, "one => one.selectedIndex")
        while chosen != wanted:
            page.keyboard.press("ArrowDown" if wanted > chosen else "ArrowUp")
            chosen += 1 if wanted > chosen else -1
            page.wait_for_function(
                """([selector, chosen]) => {
                    const box = document.querySelector(selector);
                    return box && box.selectedIndex === chosen && document.activeElement === box;
                }""",
                arg=[selector, chosen],
            )

        if title == "On the march":  # if somebody moves meanwhile, the focus stays
            page.focus("#ground .is-goal")
            assert page.evaluate("window.late") > 0
            page.wait_for_function("() => !window.late", polling=20)
            page.wait_for_selector('#orders select[aria-label="With how many troops"]')
            assert page.evaluate("document.activeElement.matches('.is-goal')")

    done = whole_turn(page, Keys(page), pick)
    assert "end" in done or not SOAK


def test_orders_are_cancelled(page: Page, server: Server) -> None:
    """Escape, the button or another piece cancels; a second click on the destination marches."""
    open_moving(page, server)
    hand = Mouse(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    goal, *_, other = begin(page, hand, "keith")
    hand.place(goal)
    page.wait_for_selector(WAY, state="attached")
    assert page.evaluate("document.activeElement.id") == "go"
    page.keyboard.press("Escape")
    page.wait_for_selector("#orders", state="hidden")
    assert page.query_selector(".is-goal, .is-chosen") is None
    assert page.query_selector(WAY) is None
    begin(page, hand, "keith")
    page.click("#cancel")
    page.wait_for_selector("#orders", state="hidden")
    assert "act" not in sent
    # what could be clicked before can be clicked again
    assert page.query_selector("#p-keith.is-legal") is not None
    # by the list of destinations instead of the map
    begin(page, hand, "keith")
    page.select_option("#goal", other)
    assert page.get_attribute("#ground .is-chosen", "data-target") == other
    page.select_option("#goal", goal)
    assert len(page.query_selector_all("#ground .is-chosen")) == 1
    driver.answered(page, lambda: hand.place(goal))
    assert stands_at(page, "keith", goal)
    assert sent.count("act") == 1
    # taken back
    driver.answered(page, lambda: page.click("#undo"))
    page.wait_for_function(driver.SETTLED, polling=20)


def test_a_march_begins_by_its_button_as_by_its_piece(page: Page, server: Server) -> None:
    """The answer in the list opens the same orders; nothing is sent before one is chosen."""
    open_moving(page, server)
    hand = Mouse(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    found = begin(page, hand, "keith")
    title = driver.text_of(page, "#orders .prompt")
    page.keyboard.press("Escape")
    page.wait_for_selector("#orders", state="hidden")
    driver.unfold(page)
    page.click(f'{driver.ASKED}[data-act="march keith"]')
    page.wait_for_selector(ORDERS)
    assert goals(page) == found
    assert driver.text_of(page, "#orders .prompt") == title
    assert "act" not in sent
    go(page, hand, found[-1])
    assert stands_at(page, "keith", found[-1])
    assert sent.count("act") == 1


def test_a_turn_on_a_phone(person: Callable[..., Page], server: Server) -> None:
    """Marches by tapping; the board zooms by two fingers and by its buttons."""
    page = person(**PHONE)
    open_moving(page, server)
    hand = Finger(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    hand.button("[data-zoom=fit]")  # at first he stands at the very edge of the view
    goal = begin(page, hand, "lehwaldt")[-1]
    go(page, hand, goal)
    assert stands_at(page, "lehwaldt", goal)
    if page.is_visible("[data-zoom=fit]"):  # only where it would change something
        hand.button("[data-zoom=fit]")
    page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
    page.wait_for_function(f"{PLACE}[0] === 1")
    x, y = middle(page)
    fingers = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 20), ("touchMove", 60), ("touchMove", 120), ("touchEnd", 0)):
        points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        sent = {"type": kind, "touchPoints": points if apart else []}
        fingers.send("Input.dispatchTouchEvent", sent)
    page.wait_for_function(f"{PLACE}[0] > 3")
    pinched = place(page)
    page.click("[data-zoom=in]")  # a browser may take a tap as the end of what fingers moved
    assert place(page)[0] > pinched[0]
    if SOAK:
        go(page, hand, begin(page, hand, "heinrich")[-1])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    hand.button("#overview summary")
    for text in page.query_selector_all("#part-panels svg"):
        box = text.bounding_box()
        assert box is not None
        assert box["width"] <= 390


# -- a battle, and recruiting --------------------------------------------------------------------


class War(NamedTuple):
    """A record in the middle of the war, and an owner of copies of it."""

    replay: str
    table: str
    cookies: Any


@pytest.fixture(scope="module")
def war(browser: Browser, server: Server) -> War:
    """Import the record once, and copy it where Russia moves."""
    context = browser.new_context(locale="en-GB", service_workers="block")
    page = context.new_page()
    replay = driver.open_record(page, server, RECORD)
    table = driver.copy_at(page, replay, PURCHASE)
    cookies = context.cookies()
    context.close()
    return War(replay, table, cookies)


@pytest.fixture(scope="module")
def russians(contexts: Contexts, war: War) -> Iterator[tuple[Company, Page]]:
    """Open the copy once for all tests that look at it."""
    company = Company(contexts)
    page = company.person()
    page.context.add_cookies(war.cookies)
    page.goto(war.table)
    page.wait_for_selector(driver.ASKED, state="attached")
    yield company, page
    company.close()


@pytest.fixture
def russia(russians: tuple[Company, Page]) -> Iterator[Page]:
    """The page of the copy: the whole board, without overlays and drawers. Each test may march
    with one piece."""
    company, page = russians
    driver.acknowledge_scenes(page)
    page.mouse.move(1, 1)
    page.fill("#find input", "")
    page.press("#frame", "0")
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    yield page
    assert company.complaints() == []


def march_somewhere(page: Page) -> str:
    """Let any piece march anywhere; return its name."""
    piece = targets_of(page, "march")[-1].removeprefix("piece:")
    hand = Mouse(page)
    go(page, hand, begin(page, hand, piece)[-1])
    return piece


def test_a_battle_with_a_retreat(page: Page, war: War) -> None:
    """Click the enemy, then cards in the hand, then one of the highlighted cities."""
    driver.copy_at(page, war.replay, BATTLE)
    hand = Mouse(page)
    done = []
    for action in log()[BATTLE:]:
        verb = action.split()[0]
        if verb == "fight":
            enemy = action.split()[2]
            assert page.query_selector(f"#p-{enemy}.is-legal") is not None
            assert "attacks" in str(page.get_attribute(f"#p-{enemy}", "aria-label"))
            choose(page, hand, f"piece:{enemy}", action)
            page.wait_for_selector("#part-stage .duel .score")
        elif verb == "play":
            card = action.split()[1].partition("=")[0]
            chosen = f'#part-stage .is-legal[data-target="card:{card}"]'
            page.wait_for_selector(chosen)
            assert page.text_content(f"{chosen} small"), "what it would lead to"
            laid = len(page.query_selector_all("#part-stage .played li"))
            choose(page, hand, f"card:{card}", action)
            if page.query_selector("#part-stage .duel .score"):  # otherwise that was the last one
                assert len(page.query_selector_all("#part-stage .played li")) == laid + 1
        elif verb == "quit":
            driver.answered(page, lambda: hand.answer("quit"))
        elif verb == "retreat":
            page.wait_for_selector("#ground .is-legal")
            ends = page.eval_on_selector_all(
                "#ground .is-legal", "all => all.map((one) => one.dataset.target)"
            )
            assert sorted(ends) == sorted(targets_of(page, "retreat"))
            assert len(ends) > 1
            prompt = driver.text_of(page, "#part-question .prompt")
            loser = str(page.get_attribute("#part-question .prompt [data-light]", "data-light"))
            assert "retreat" in prompt
            choose(page, hand, f"city:{action.split()[1]}")
            assert stands_at(page, loser.removeprefix("piece:"), f"city:{action.split()[1]}")
            done.append(verb)
            break
        done.append(verb)
    assert done[0] == "fight"
    assert done[-1] == "retreat"


def test_recruiting_is_paid_with_cards(page: Page, war: War) -> None:
    """Cards are clicked in the hand; the stage shows what is paid, and what is wasted."""
    driver.copy_at(page, war.replay, PURCHASE)
    hand = Mouse(page)
    driver.answered(page, lambda: hand.turn("troops 3"))
    driver.answered(page, lambda: hand.answer("trains 0"))
    purchase = '#part-stage [id^="stage-purchase"]'
    page.wait_for_selector(purchase)
    assert "0 of 18 points" in driver.text_of(page, purchase)
    paid = 0
    while "pay" in verbs(page):
        cards = targets_of(page, "pay")
        worth = {card: int(re.sub(r"\D.*", "", card[5:]) or 10) for card in cards}
        card = max(cards, key=lambda one: worth[one])
        choose(page, hand, card)
        paid += worth[card]
        page.wait_for_function(
            f"""() => document.querySelector('{purchase}').textContent.includes(
                "{paid} of 18 points")"""
        )
    assert paid > 18, "take a step of the record where the cards do not fit"
    assert re.search(rf"\b{paid - 18} points? wasted", driver.text_of(page, purchase))
    assert page.query_selector("#part-hand .is-legal") is None
    assert page.query_selector("#p-tottleben") is None
    driver.click(page, "feed tottleben")
    if "at" in verbs(page):
        city = targets_of(page, "at")[0]
        assert page.query_selector(f'#ground .is-legal[data-target="{city}"]') is not None
        choose(page, hand, city)
    while "feed" in verbs(page):
        targets = [target for target in targets_of(page, "feed") if target]
        choose(page, hand, targets[0])
    page.wait_for_selector("#p-tottleben")
    assert page.query_selector(purchase) is None
    assert f"{paid - 18} points are lost" in driver.text_of(page, "#part-log")


def purchase_in(record: str) -> tuple[int, list[str]]:
    """Return the step of a record where troops are bought for several stacks, and its actions."""
    acts = [line["act"] for line in json.loads(record)["log"]]
    verbs = ("troops", "trains", "pay", "at", "feed")
    for step, act in enumerate(acts):
        if act.startswith("troops"):
            bought = list(takewhile(lambda one: one.split()[0] in verbs, acts[step : step + 30]))
            if sum(one.startswith("feed") for one in bought) > 1:
                return step, bought
    raise AssertionError("nobody buys troops for several stacks")


def test_troops_by_number_and_a_restarted_purchase(page: Page, server: Server) -> None:
    """One button takes back a purchase in progress; then another one is made."""
    record = read(kept_as("friedrich", "quartermaster-4-v3"))
    step, bought = purchase_in(record)
    driver.copy_at(page, driver.open_record(page, server, record), step)
    begun = driver.actions(page)
    assert page.query_selector("#cancel") is None
    first = next(number for number, act in enumerate(bought) if act.startswith("feed"))
    for act in bought[: first + 1]:
        driver.click(page, act)
    before = driver.state_text(page)
    page.click("#cancel")
    driver.wait_for_change(page, before)
    assert driver.actions(page) == begun
    assert page.query_selector("#cancel") is None
    for act in bought[:first]:
        driver.click(page, act)
    hand = Mouse(page)
    for act in bought[first:]:
        target = target_of(page, act)
        if target:  # a click on a stack asks how many
            choose(page, hand, target, act)
        else:
            driver.click(page, act)
    assert "recruits" in driver.text_of(page, "#part-log")


# -- overlays ------------------------------------------------------------------------------------

DRAWN = {"s": ".fr-reach, .fr-fed", "p": ".fr-guarded, .fr-open-aim", "a": ".fr-spot"}


def pressed(page: Page) -> list[str]:
    return list(
        page.eval_on_selector_all(
            '[data-overlay][aria-pressed="true"]', "all => all.map((one) => one.dataset.overlay)"
        )
    )


def test_overlays_by_key_and_by_button(russia: Page) -> None:
    """Each appears, replaces the former one, and disappears; only one is shown at a time."""
    page = russia
    keys = page.eval_on_selector_all("[data-overlay]", "all => all.map((o) => o.dataset.overlay)")
    assert keys == ["s", "p", "a", "u", "c"]
    for way in ("key", "button"):
        for key, drawn in sample(DRAWN.items(), 3 if way == "key" else 1):
            if way == "key":
                page.keyboard.press(key)
            else:
                page.click(f'[data-overlay="{key}"]')
            page.wait_for_selector(f"#part-overlay :is({drawn})", state="attached")
            assert pressed(page) == [key]
            for other, kinds in DRAWN.items():
                if other != key:
                    assert page.query_selector(f"#part-overlay :is({kinds})") is None
        page.keyboard.press(key) if way == "key" else page.click(f'[data-overlay="{key}"]')
        page.wait_for_function("() => !document.getElementById('part-overlay').children.length")
        assert pressed(page) == []
        # suits need no drawing: the signs of the map are emphasised
        opacity = "getComputedStyle(document.querySelector('.fr-watermark')).opacity"
        quiet = float(page.evaluate(opacity))
        page.keyboard.press("u") if way == "key" else page.click('[data-overlay="u"]')
        page.wait_for_selector(".board.shows-u")
        assert float(page.evaluate(opacity)) > 2 * quiet
        page.keyboard.press("Escape")
        page.wait_for_selector(".board:not(.shows-u)")
        assert float(page.evaluate(opacity)) == quiet
    # letters typed into a field have no effect
    page.focus("#find input")
    page.keyboard.type("spa")
    assert pressed(page) == []


def test_an_overlay_follows_the_board(russia: Page) -> None:
    """An overlay is redrawn after a move; clicks still reach the pieces under it."""
    page = russia
    page.keyboard.press("s")
    page.wait_for_selector("#part-overlay .fr-reach", state="attached")
    before = page.inner_html("#part-overlay")
    march_somewhere(page)
    page.wait_for_function(
        "(before) => document.getElementById('part-overlay').innerHTML !== before", arg=before
    )
    assert page.query_selector("#part-overlay .fr-reach") is not None
    assert pressed(page) == ["s"]


def test_changes_since_the_last_visit(page: Page, server: Server) -> None:
    """There are none at the first visit; later visits show the moves made meanwhile."""
    address = open_moving(page, server)
    page.keyboard.press("c")
    page.wait_for_selector('[data-overlay="c"][aria-pressed="true"]')
    assert page.inner_html("#part-overlay") == ""
    page.goto("about:blank")  # leave at this point of the log
    other = page.context.new_page()
    other.goto(address)
    other.wait_for_selector(driver.ASKED, state="attached")
    march_somewhere(other)
    page.goto(address)
    page.wait_for_selector(driver.ASKED, state="attached")
    page.keyboard.press("c")
    page.wait_for_selector("#part-overlay .fr-went", state="attached")
    assert len(page.query_selector_all("#part-overlay .fr-went")) == 1
    assert len(page.query_selector_all("#part-overlay .fr-ghost")) == 1
    other.close()


def test_changes_for_somebody_who_plays_all_seats(russia: Page, war: War) -> None:
    """The page shows the seat that is asked, and remembers visits by seat."""
    page = russia
    page.goto("about:blank")
    page.goto(war.table)
    page.wait_for_selector(driver.ASKED, state="attached")
    march_somewhere(page)
    page.keyboard.press("c")
    page.wait_for_selector("#part-overlay .fr-went", state="attached")


# -- places --------------------------------------------------------------------------------------


# Records what is highlighted from now on, even briefly.
NOTE_LIT = """() => {
    window.lit = new Set();
    new MutationObserver((changes) => {
        for (const { target } of changes)
            if (target.matches(".is-lit")) window.lit.add(target.dataset.target);
    }).observe(document.getElementById("ground"), { subtree: true, attributeFilter: ["class"] });
}"""


SOUGHT = [
    ("konigsberg", "city:koenigsberg"), ("breslau", "city:breslau"), ("lodz", "city:lodz"),
    ("  PRAG", "city:prag"), ("Königsberg", "city:koenigsberg"), ("kostr", ""),
]  # fmt: skip


def seek(page: Page, text: str) -> None:
    page.fill("#find input", text)
    page.press("#find input", "Enter")


def test_places_are_searched_by_name(russia: Page) -> None:
    """Capitals and accents do not matter; the place found is zoomed in and highlighted."""
    page = russia
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "name"
    assert len(page.query_selector_all("#find-names option")) == 672
    page.evaluate(NOTE_LIT)
    for text, city in sample(SOUGHT, 3):
        page.click("[data-zoom=fit]")
        page.evaluate("window.lit.clear()")
        seek(page, text)
        if not city:
            page.wait_for_selector("#find.nothing")
            assert place(page)[0] == 1
            continue
        page.wait_for_function("(city) => window.lit.has(city)", arg=city)
        assert page.query_selector("#find.nothing") is None
        assert page.evaluate(IN_SIGHT, city)
        assert place(page)[0] > 1
        assert page.get_attribute(".board", "data-detail") == "2"
    page.fill("#find input", "w")  # typing on removes the highlight
    assert page.query_selector("#find.nothing") is None
    seek(page, "")
    page.wait_for_selector("#find.nothing")


def test_a_name_in_a_sentence_shows_its_place(russia: Page) -> None:
    """Hovering highlights it; a click moves it to the middle of the board."""
    page = russia
    name = "#part-log li:last-child [data-light^='city:'], #part-log [data-light^='city:']"
    target = str(page.locator(name).last.get_attribute("data-light"))
    lit = f'#ground [data-target="{target}"].is-lit'
    page.locator(name).last.hover()
    page.wait_for_selector(lit)
    page.hover("#theme")
    page.wait_for_selector(lit, state="detached")
    page.evaluate(NOTE_LIT)
    page.locator(name).last.click()
    page.wait_for_function("(target) => window.lit.has(target)", arg=target)
    assert page.evaluate(IN_SIGHT, target)
    assert place(page)[0] > 1
    assert page.evaluate(CENTRED, target)
    page.wait_for_selector(lit, state="detached")  # only briefly


def test_zooming_in_shows_more_names(russia: Page) -> None:
    """The level of detail follows the size of the map; names of one level are shown at a time."""
    page = russia
    shown = """() => [0, 1, 2].filter((n) =>
        [...document.querySelectorAll(`#ground .fr-level-${n}`)].every((one) =>
            getComputedStyle(one).display !== "none"))"""
    names = """() => [".fr-name-of-piece", ".fr-more"].map((name) =>
        [...document.querySelectorAll(name)].filter((one) =>
            getComputedStyle(one).display !== "none").length)"""
    everybody = page.locator(".fr-name-of-piece").count()
    assert page.get_attribute(".board", "data-detail") == "0"
    assert page.evaluate(shown) == [0]
    some, more = page.evaluate(names)  # abbreviated where space is short
    assert 0 < some < everybody
    assert more == 0
    seen = ["0"]
    for _ in range(6):
        page.click("[data-zoom=in]")
        detail = str(page.get_attribute(".board", "data-detail"))
        if detail != seen[-1]:
            seen.append(detail)
            assert page.evaluate(shown) == [int(detail)]
            assert page.evaluate(names)[0] == everybody
    assert seen == ["0", "1", "2"]
    page.click("[data-zoom=fit]")
    assert page.get_attribute(".board", "data-detail") == "0"
    page.click("[data-zoom=matter]")
    assert place(page)[0] > 1
    for target in page.eval_on_selector_all(
        driver.LEGAL, "all => all.map((one) => one.dataset.target)"
    ):
        assert page.evaluate(IN_SIGHT, target)


def test_a_panel_that_is_closed_stays_closed(russia: Page) -> None:
    page = russia
    page.click("#overview > summary")
    page.click('[data-panel="nations"] summary')
    page.wait_for_selector('[data-panel="nations"]:not([open])')
    page.keyboard.press("Escape")
    march_somewhere(page)
    assert page.query_selector('[data-panel="nations"]:not([open])') is not None
    assert page.query_selector('[data-panel="fate"][open]') is not None


# -- the rules -----------------------------------------------------------------------------------


def asked_for(rule: str) -> str:
    """Whether the marked paragraph is the one of this rule."""
    return f'#rules-text .asked:is([id="{rule}"], :has([id="{rule}"]))'


def test_the_rules_open_beside_the_table(russia: Page) -> None:
    """A link opens its paragraph on the same page; places in it are highlighted on the board."""
    page = russia
    address = page.url
    link = page.query_selector("#part-question a.rule")
    assert link is not None
    rule = (link.text_content() or "").removeprefix("§")
    assert not page.evaluate("document.getElementById('rules').open")
    link.click()
    page.wait_for_selector("#rules-text .asked")
    assert page.url == address
    page.wait_for_selector(asked_for(rule))
    inside = """() => {
        const [box, asked] = [document.getElementById("rules-text"),
            document.querySelector("#rules-text .asked")].map((o) => o.getBoundingClientRect());
        return asked.top >= box.top - 2 && asked.top < box.bottom;
    }"""
    page.wait_for_function(inside)
    # reasons have a paragraph, too
    hand = Mouse(page)
    stranger = page.eval_on_selector_all(
        '#part-live [data-target^="piece:"]:not(.is-legal)',
        "all => all.map((one) => one.dataset.target)",
    )
    hand.place(stranger[0])
    page.wait_for_selector("#problem a.rule")
    other = (page.text_content("#problem a.rule") or "").removeprefix("§")
    page.click("#problem a.rule")
    page.wait_for_selector(asked_for(other))
    assert len(page.query_selector_all("#rules-text .asked")) == 1
    names = page.eval_on_selector_all(
        "#rules-text .name[data-light]", "all => all.map((o) => [o.textContent, o.dataset.light])"
    )
    found: dict[str, Any] = dict(names)
    assert len(found) > 10
    assert found["Berlin"] == "city:berlin"
    assert found["Friedrich"] == "piece:friedrich"
    for target in ("city:berlin", "piece:friedrich"):
        name = page.locator(f'#rules-text [data-light="{target}"]').first
        name.hover()
        page.wait_for_selector(f'#frame [data-target="{target}"].is-lit')
        page.press("#frame", "0")  # its button is covered by the rules
        name.click()
        page.wait_for_selector(f'#frame [data-target="{target}"].is-lit')
        assert page.evaluate(CENTRED, target)
