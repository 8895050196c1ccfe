"""Front page and lobby: what matters is in the window, and every link leads to a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from chancery import games
from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.soaking import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = [(1440, 900), (1280, 720), (390, 844)]
# Which of these are not completely in the window.
OUTSIDE = """(selectors) => selectors.filter((selector) => {
    const one = document.querySelector(selector);
    if (!one) return true;
    const box = one.getBoundingClientRect();
    return !box.width || box.top < 0 || box.left < 0
        || box.bottom > innerHeight || box.right > innerWidth;
})"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
# Both layers of a thumbnail are loaded and aligned.
BOARD = """(slug) => {
    const images = [...document.querySelectorAll(`#card-${slug} .small-board img`)];
    const boxes = images.map((one) => one.getBoundingClientRect());
    return images.length === 2 && images.every((one) => one.complete && one.naturalWidth > 0)
        && boxes[0].top === boxes[1].top && boxes[0].width === boxes[1].width
        && boxes[0].width > 60;
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lobby is nearly empty."""
    server = Server(tmp_path_factory.mktemp("front"))
    server.start()
    yield server
    server.close()


def slug_of(address: str) -> str:
    return address.split("/t/")[1].split("?")[0]


def open_public(page: Page, server: Server, *seats: str, **more: str) -> str:
    """Open a public table of La Spada e la Fede."""
    chosen = {f"seat-{number}": kind for number, kind in enumerate(seats)}
    chosen |= {"option-players": str(len(seats)), "public": "on", **more}
    return driver.posted(page, server.base, "/new/spada", **chosen)


# -- the window --------------------------------------------------------------------------------


def resized(page: Page) -> Iterator[int]:
    """Show a page in windows of all sizes, from its beginning; yield their widths."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo({ top: 0, behavior: 'instant' })")
        yield width


@pytest.mark.parametrize("scheme", sample(["dark", "light"], 1))
def test_links_of_all_games_are_in_the_viewport(
    company: Company, server: Server, scheme: str
) -> None:
    page = company.person(color_scheme=scheme)
    page.goto(server.base)
    for width in resized(page):
        shown = games.names() if width > 600 else games.names()[:1]
        for name in shown:
            card = f"#game-{name}"
            doors = [f"{card} {part}" for part in ("h2", ".sentence", ".main", "summary", ".doors")]
            assert page.evaluate(OUTSIDE, doors) == []
        assert not page.evaluate(SIDEWAYS)
        # the others are reached by scrolling, and nothing overlaps
        for name in games.names():
            page.locator(f"#game-{name} .doors").scroll_into_view_if_needed()
            assert page.evaluate(OUTSIDE, [f"#game-{name} .doors"]) == []


def test_own_table_cards_are_in_the_viewport(company: Company, server: Server) -> None:
    page = company.person(pictures=True)
    slug = slug_of(driver.posted(page, server.base, "/play/spada"))
    page.goto(f"{server.base}/tables")
    page.wait_for_selector(f"#card-{slug} .words p")
    card = f"#card-{slug}"
    for _ in resized(page):
        page.wait_for_function(BOARD, arg=slug)
        assert page.evaluate(OUTSIDE, [card, f"{card} .small-board", f"{card} .words"]) == []
        assert not page.evaluate(SIDEWAYS)


# What is in the window at first on pages without content.
BEGINNINGS = {
    "/tables": ("h1", "#list-open .small-board", "#list-open a.button"),
    "/tournaments": ("h1", "#open .small-board", "#open a.button"),
    "/archive": ("h1", "#meanwhile .small-board", "#meanwhile a.button"),
    "/people/Nora": ("h1", "#beginning .small-board", "#beginning button.main"),
}
# before its start
TOURNAMENT = ("h1", ".tournament-head .small-board", "#take-part button", "#entrants .free")
# Both layers of every small board in the window are loaded.
BOARDS = """() => [...document.querySelectorAll(":is(.starter, .tournament-head) .small-board")]
    .filter((one) => one.getBoundingClientRect().top < innerHeight)
    .every((one) => one.children.length === 2
        && [...one.children].every((image) => image.complete && image.naturalWidth > 0))"""
# Numbers of the sample curve that are cut off, by the picture or by the figure around it.
CUT = """() => [...document.querySelectorAll(".samples .curve text")].filter((text) => {
    const svg = text.closest("svg");
    const around = getComputedStyle(svg).overflow === "visible" ? svg.closest("figure") : svg;
    return text.getBoundingClientRect().left < around.getBoundingClientRect().left;
}).length"""


def test_pages_without_content_show_boards_and_what_to_do(
    own_server: Server, company: Company
) -> None:
    page = company.person(color_scheme="dark", pictures=True)
    driver.join(page, own_server, "Nora")

    def look(address: str, selectors: tuple[str, ...]) -> None:
        page.goto(address)
        for _ in resized(page):
            assert page.evaluate(OUTSIDE, list(selectors)) == []
            assert not page.evaluate(SIDEWAYS)
            assert page.evaluate(CUT) == 0
            page.wait_for_function(BOARDS)

    for path, selectors in BEGINNINGS.items():
        look(own_server.base + path, selectors)
    form = {"kind": "robin", "wanted": "6", "days": "2", "rounds": "3", "option-players": "3"}
    look(driver.posted(page, own_server.base, "/tournaments/new/spada", **form), TOURNAMENT)


# -- doors -------------------------------------------------------------------------------------


@pytest.mark.soak  # test_play.py does so with one game
@pytest.mark.parametrize("name", games.names())
def test_play_now_asks_a_question_after_one_click(page: Page, server: Server, name: str) -> None:
    page.goto(server.base)
    page.click(f"#play-{name}")
    page.wait_for_selector(driver.ASKED, state="attached")


def test_strength_seat_and_players_are_chosen(page: Page, server: Server) -> None:
    """What is incompatible is not offered."""
    page.goto(server.base)
    page.click("#choose-friedrich summary")
    seat, players = (f"#choose-friedrich [name={name}]" for name in ("seat", "option-players"))
    lady = page.locator(f"{seat} [value=pompadour]")
    page.select_option(players, "4")
    page.select_option(seat, "pompadour")
    page.select_option(players, "3")
    assert lady.is_disabled()
    assert page.input_value(seat) == ""
    page.select_option(players, "4")
    assert lady.is_enabled()
    choices = page.locator("#choose-friedrich")
    choices.locator("[name=bot]").select_option("random")
    choices.locator("[name=seat]").select_option("maria-theresa")
    choices.locator("[name=option-players]").select_option("3")
    page.click("#play-friedrich")
    page.wait_for_selector("#part-seats .seat.own", state="attached")
    seats = page.locator("#part-seats .seat")
    assert seats.count() == 3
    assert "own" in str(seats.nth(2).get_attribute("class"))
    assert all("Random" in seats.nth(number).inner_text() for number in (0, 1))


@pytest.mark.parametrize(("width", "height"), sample(reversed(SIZES), 1))
def test_friends_join_by_the_link(
    company: Company, server: Server, width: int, height: int
) -> None:
    """One click per friend: taken seats are shown at once, and the last one starts the game."""
    host = company.person(
        viewport={"width": width, "height": height},
        permissions=["clipboard-read", "clipboard-write"],
    )
    host.goto(server.base)
    host.click("#game-spada .doors button")
    host.wait_for_load_state()  # with its scripts
    host.wait_for_selector("#letter-link")
    assert host.evaluate(OUTSIDE, ["#letter-link", ".letter button"]) == []
    host.click(".letter button")
    host.wait_for_selector(".letter [role=status]:has-text('The link is copied.')")
    link = host.evaluate("navigator.clipboard.readText()")
    assert link == host.input_value("#letter-link")
    friends = [company.person(viewport={"width": 390, "height": 844}) for _ in range(2)]
    for friend, name in zip(friends, ("Ugo", "Vera"), strict=True):
        friend.goto(link)
        friend.wait_for_load_state()
        assert friend.evaluate(OUTSIDE, ["#join-name", "#join button.main", ".place-list"]) == []
        friend.check("#seat-2")
        friend.fill("#join-name", name)
    ugo, vera = friends
    ugo.click("#join button.main")
    ugo.wait_for_selector("[data-company=stand]")
    host.wait_for_selector("#place-2:has-text('Ugo')")
    # Vera sees it at once: another seat is marked, and her name is still there
    vera.wait_for_selector("#place-2:has-text('Ugo')")
    vera.wait_for_selector("#room-problem:has-text('Another one is marked')")
    assert vera.input_value("#join input:checked") == "1"
    assert vera.input_value("#join-name") == "Vera"
    # the host gives the last seat to a bot: one menu with its levels
    host.select_option("#menu-3", "bot:novice")
    vera.wait_for_selector("#place-3:has-text('Bot')")
    assert host.locator(".seat-menu").count() == 2
    vera.click("#join button.main")
    for page in (host, ugo, vera):  # the last player starts the game
        page.wait_for_selector("#part-seats .seat.own", state="attached")


def test_the_link_is_selected_without_clipboard_access(company: Company, server: Server) -> None:
    host = company.person()
    host.add_init_script(
        "Object.defineProperty(navigator, 'clipboard',"
        " { value: { writeText: () => Promise.reject(new Error('no')) } });"
    )
    host.goto(server.base)
    host.click("#game-spada .doors button")
    host.wait_for_load_state()  # with its scripts
    host.click(".letter button")
    host.wait_for_selector(".letter [role=status]:has-text('is selected')")
    link = host.input_value("#letter-link")
    assert host.evaluate("getSelection().toString()") == link
    # in the lobby, too, where the link is hidden at first
    host.goto(f"{server.base}/tables")
    host.click(".card-of [data-copy]")
    host.wait_for_selector(".card-of [role=status]:has-text('is selected')")
    assert host.evaluate("getSelection().toString()") == link


# -- what goes on ------------------------------------------------------------------------------


def test_running_games_update_live(house: Server, person: Callable[..., Page]) -> None:
    player, reader = person(), person(pictures=True)
    address = open_public(
        player, house, "me", "bot:random", "bot:random", **{"option-counsellor": "yellow"}
    )
    slug = slug_of(address)
    reader.goto(house.base)
    reader.wait_for_selector(f"#card-{slug}", state="attached")
    reader.locator(f"#card-{slug}").scroll_into_view_if_needed()
    reader.wait_for_function(BOARD, arg=slug)
    reader.wait_for_selector(f"#card-{slug} .words .last")
    before = reader.inner_text(f"#card-{slug} .words")
    reader.evaluate("window.stillTheSamePage = true")
    player.goto(address)
    player.wait_for_selector(driver.ASKED)
    driver.click(player, "pass")
    reader.wait_for_function(
        "([card, before]) => document.querySelector(`${card} .words`).innerText !== before"
        " && document.querySelector(`${card} .live`).src.includes('?v=')",
        arg=[f"#card-{slug}", before],
    )
    assert reader.evaluate(driver.PAGE_KEPT)
    reader.click(f"#card-{slug} .name-of a")
    reader.wait_for_selector("#part-question")


def test_exhibitions_run_while_watched(house: Server, company: Company) -> None:
    reader = company.person(pictures=True)
    other = company.person(pictures=True, viewport={"width": 390, "height": 844})
    slugs: list[str | None] = []
    for page in (reader, other):
        page.goto(house.base)
        assert page.locator("#exhibition [data-slug]").count() == len(slugs)  # opened by looking
        page.locator("#exhibition").scroll_into_view_if_needed()
        page.wait_for_selector("#exhibition .latest li")
        slugs.append(page.get_attribute("#exhibition [data-slug]", "data-slug"))
        page.wait_for_function(BOARD, arg=slugs[0])
        assert not page.evaluate(SIDEWAYS)
    assert slugs[0] == slugs[1]
    reader.wait_for_function(
        "() => document.querySelector('#exhibition .live').src.includes('?v=')"
    )
    reader.evaluate("window.stillTheSamePage = true")
    reader.click("#exhibitions button:not([aria-current]):visible >> nth=0")
    reader.wait_for_selector(f"#exhibition [data-slug]:not(#card-{slugs[0]}) .latest li")
    assert reader.locator("#exhibitions [aria-current]").count() == 1
    assert reader.evaluate(driver.PAGE_KEPT)


def test_the_front_page_works_without_scripts(company: Company, server: Server) -> None:
    reader = company.person(java_script_enabled=False)
    reader.goto(server.base)
    assert reader.locator(".game .main").count() == len(games.names())
    reader.click("#play-spada")
    reader.wait_for_selector("#part-question")


# -- the lobby ---------------------------------------------------------------------------------


def test_a_stranger_joins_by_one_click(house: Server, person: Callable[..., Page]) -> None:
    host, guest = person(), person()
    more = {"wait": "on", "name-0": "Anna"}
    slug = slug_of(open_public(host, house, "me", "open", "bot:random", **more))
    guest.goto(f"{house.base}/tables")
    guest.fill("#join-name", "Ugo")
    guest.evaluate("window.stillTheSamePage = true")
    guest.press("#join-name", "Enter")  # no table is chosen yet
    assert guest.evaluate(driver.PAGE_KEPT)
    guest.click(f"#card-{slug} .choices button")
    guest.wait_for_url(f"**/t/{slug}")
    guest.wait_for_selector(".place.is-own")
    assert guest.input_value("#name-1") == "Ugo"
    guest.goto(f"{house.base}/tables")
    assert guest.locator("#join-name").count() == 0


def test_filters_are_kept_in_the_url(house: Server, person: Callable[..., Page]) -> None:
    host, guest = person(), person()
    quick = slug_of(open_public(host, house, "me", "open", "bot:random", wait="on"))
    slow = slug_of(open_public(host, house, "me", "open", "open", wait="on", days="3"))
    guest.goto(f"{house.base}/tables")
    guest.click(".tabs a:has-text('La Spada')")
    with guest.expect_navigation():
        guest.select_option("#filters [name=pace]", "days")
    assert guest.url == f"{house.base}/tables?game=spada&pace=days"
    assert guest.locator(f"#card-{slow}").count() == 1
    assert guest.locator(f"#card-{quick}").count() == 0
    with guest.expect_navigation():
        guest.select_option("#filters [name=bots]", "with")
    assert guest.locator(f"#card-{quick}, #card-{slow}").count() == 0
    guest.go_back()
    guest.wait_for_selector(f"#card-{slow}")
    # a renewed list is the same
    with guest.expect_response(re.compile("/tables/part")) as again:
        guest.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert slow in again.value.text()
    assert quick not in again.value.text()


def test_cards_stay_when_lists_are_refreshed(house: Server, person: Callable[..., Page]) -> None:
    """Cards and typed text remain when another table appears."""
    host, guest = person(), person()
    own = slug_of(driver.posted(guest, house.base, "/play/spada"))
    slug_of(open_public(host, house, "me", "open", "bot:random", wait="on"))
    guest.goto(f"{house.base}/tables")
    guest.wait_for_selector(f"#card-{own} .words .asks")
    said = guest.inner_text(f"#card-{own} .words")
    guest.fill("#join-name", "Ugo")
    slug = slug_of(open_public(host, house, "me", "open", "bot:random", wait="on"))
    guest.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    guest.wait_for_selector(f"#card-{slug}")
    assert guest.inner_text(f"#card-{own} .words") == said
    assert guest.input_value("#join-name") == "Ugo"


def test_the_badge_is_refreshed_on_any_page(house: Server, person: Callable[..., Page]) -> None:
    anna, bruno = person(), person()
    driver.join(anna, house, "Anna")
    driver.join(bruno, house, "Bruno")
    bruno.goto(f"{house.base}/help/spada")
    assert bruno.inner_text("#badge").strip() == ""
    invited = {"name-1": "Bruno", "wait": "on"}
    open_public(anna, house, "me", "invited", "bot:random", **invited)
    bruno.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bruno.wait_for_selector("#badge [title='1 invitation']")
    assert "✉ 1" in bruno.inner_text("#badge")
    bruno.click("#lobby-link")
    bruno.click(".card-of .choices button")
    bruno.wait_for_selector(".place.is-own")
    bruno.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bruno.wait_for_selector("#badge:not(:has([title]))", state="attached")
