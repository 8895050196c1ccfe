"""The site around the tables: accounts meet, play over days, are notified, are late, come back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from email.message import EmailMessage
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.driver import until
from tests.browser.server import Server
from tests.local_receivers import HookCatcher, MailCatcher
from tests.soaking import SOAK
from tests.timeouts import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOMENTS = (  # columns with times to come
    ("web_seat", "due"), ("web_seat", "remind"), ("web_notice", "ripe"), ("web_notice", "at"),
    ("web_channel", "after"), ("web_held", "present_until"),
)  # fmt: skip


class NotifyingServer(NamedTuple):
    """A server that sends mails and webhooks to local catchers."""

    server: Server
    mails: MailCatcher
    hooks: HookCatcher

    def _rows(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self.server.home / "site.sqlite3", timeout=PATIENCE))

    def _idle(self) -> bool:
        """Whether no message is being delivered."""
        with self._rows() as rows:
            sql = "SELECT count(*) FROM web_channel WHERE lease_until IS NOT NULL"
            return rows.execute(sql).fetchone() == (0,)

    def pass_time(self, hours: float) -> None:
        """Age everything that is stored by so many days."""
        with self._rows() as rows:
            for table, column in MOMENTS:
                earlier = f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-{hours} hours') || '000'"
                rows.execute(f"UPDATE {table} SET {column} = {earlier} WHERE {column} IS NOT NULL")
            rows.commit()

    @contextmanager
    def notice(self) -> Iterator[None]:
        """Expect that the code inside makes the server send a notice."""
        before = len(self.mails.mails) + len(self.hooks.posts)
        yield
        until(lambda: len(self.mails.mails) + len(self.hooks.posts) > before, "a notice")
        until(self._idle, "an end of sending")


@pytest.fixture(scope="module")
def notifying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NotifyingServer]:
    """The server of the tests in this file."""
    with MailCatcher() as mails, HookCatcher() as hooks:
        server = Server(
            tmp_path_factory.mktemp("notifying"),
            CHANCERY_MAIL=mails.url,
            CHANCERY_HOOK_CATCHER=hooks.ca,
            CHANCERY_HASHER="fast",
            CHANCERY_CLOCK_APART="0.5",
        )
        server.start()
        yield NotifyingServer(server, mails, hooks)
        server.close()


def to(notifying: NotifyingServer, mail: str) -> list[EmailMessage]:
    return [m for m in notifying.mails.mails if m["To"] == mail]


def link_in(mail: EmailMessage) -> str:
    match = re.search(r"https?://\S+", mail.get_content())
    assert match is not None
    return match[0]


def sit_down(page: Page, server: Server, title: str) -> None:
    """Find a table in the lobby and take the first free seat."""
    page.goto(f"{server.base}/tables")
    page.click(f".tables a:has-text('{title}')")
    driver.take_seat(page)
    page.wait_for_selector("[data-company=stand], #part-seats .seat.own", state="attached")


def start(page: Page) -> None:
    page.click("[data-company=start]")
    page.wait_for_selector("#part-seats .seat.own", state="attached")


# -- a game over days ----------------------------------------------------------------------


def test_two_accounts_play_over_days(
    person: Callable[..., Page], notifying: NotifyingServer
) -> None:
    """They meet in the lobby, one is notified by mail, the other by webhook, both are reminded
    after a day, and end the game by agreement."""
    server = notifying.server
    anna, bruno = person(), person(locale="it-IT")
    driver.join_by_form(anna, server, "Anna", "anna@example.org")
    # she confirms her address by the link in a mail
    (confirm,) = until(lambda: to(notifying, "anna@example.org"), "a mail to confirm the address")
    anna.goto(link_in(confirm))
    anna.click("main button.main")
    # he wants a webhook
    driver.join(bruno, server, "Bruno")
    bruno.goto(f"{server.base}/account")
    bruno.fill("[name=hook]", notifying.hooks.url)
    bruno.click("form:has([name=hook]) button.main")
    bruno.wait_for_load_state()

    address = driver.open_waiting_by_form(
        anna, server, "me", "open", "bot:player", title="By post", days="2"
    )
    sit_down(bruno, server, "By post")
    anna.wait_for_selector(
        "#part-seats .seat.own", state="attached"
    )  # the last player starts the game
    people = (anna, bruno)
    notified: list[Page] = []
    # for some days each looks only when notified, and closes the page after a turn
    for page in people:
        page.goto(f"{server.base}/tables")
    for day in range(3 if SOAK else 2):
        acting = until(lambda: _turn(people), "somebody's turn", 0.2)
        with notifying.notice():
            notifying.pass_time(1)  # nobody has looked for an hour: now a notice is due
        if day == 1:
            with notifying.notice():  # a reminder
                notifying.pass_time(36)
        notified.append(acting)
        acting.goto(address)
        while driver.wait_until_asked(acting):
            driver.click(acting, driver.choose_to_finish(driver.actions(acting)))
            if acting.query_selector(driver.ASKED) is None:
                break
        acting.goto(f"{server.base}/tables")
    for page in people:
        seat = driver.request_json(page, f"{address}/state")["seat"]
        driver.request_json(page, f"{address}/agree", {"seat": str(seat), "agrees": True})
    assert anna in notified
    assert bruno in notified
    turns = [m for m in to(notifying, "anna@example.org") if "By post" in str(m["Subject"])]
    assert turns
    assert all("La Spada e la Fede" in str(m["Subject"]) for m in turns)
    assert any(address in m.get_content() for m in turns)
    posts = list(notifying.hooks.posts)
    assert all(p["username"] == "Chancery" for p in posts)
    assert any("By post" in p["content"] and address in p["content"] for p in posts)
    # the hand is in none of the messages
    for text in [*(m.get_content() for m in turns), *(p["content"] for p in posts)]:
        assert not re.search(r"grain|knight|grano|cavalier", text, re.I)
    # both find it among the finished games, and want a rematch
    for page in people:
        page.goto(f"{server.base}/tables")
        assert "By post" in page.inner_text("main")
    bruno.goto(address)
    bruno.click("[data-company=rematch]")
    bruno.wait_for_selector("[data-company=stand]")
    anna.goto(f"{server.base}/tables")
    assert "You are invited" in anna.inner_text("#lists")
    anna.goto(address)
    anna.click("[data-company=rematch]")
    for page in people:  # both are there, so it starts
        page.wait_for_selector("#part-seats .seat.own", state="attached")
    assert anna.url == bruno.url


def _turn(people: Sequence[Page]) -> Page | None:
    """Return whose turn it is, as the lobby says."""
    script = """() => fetch("/tables/part", { headers: { Accept: "application/json" } })
        .then((answer) => answer.json())"""
    return next((page for page in people if page.evaluate(script)["turns"]), None)


@pytest.mark.soak  # tests/web/test_deadlines.py; no script takes part
def test_a_deadline_passes_and_a_bot_plays_on(
    person: Callable[..., Page], notifying: NotifyingServer
) -> None:
    server = notifying.server
    dora, egon = person(), person()
    driver.join(dora, server, "Dora")
    driver.join(egon, server, "Egon")
    address = driver.open_waiting(dora, server, "me", "open", "bot:player", title="Late", days="1")
    driver.sit(egon, address, 1)
    dora.wait_for_selector("[data-company=start]:not([data-fill])")
    start(dora)
    egon.wait_for_selector("#part-seats .seat.own", state="attached")  # his page is up to date
    people = [dora, egon]
    late = next(
        page
        for page in until(lambda: [p for p in people if p.query_selector(driver.ASKED)], "turn")
    )
    other = people[1 - people.index(late)]
    other.wait_for_selector("#part-seats time", state="attached")  # so is this one
    notifying.pass_time(25)
    late.wait_for_selector("[data-company=back]")
    assert "a bot is playing for you" in driver.text_of(late, "#part-question")
    other.wait_for_function(
        "() => document.getElementById('part-seats').textContent.includes('(Adept)')"
    )
    # the game goes on for the other, and the late player comes back
    other.wait_for_selector(driver.ASKED, state="attached")
    driver.click(other, driver.choose_to_finish(driver.actions(other)))
    late.click("[data-company=back]")
    late.wait_for_selector("#part-seats .seat.own", state="attached")
    assert late.url == address


# -- accounts -----------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_keeps_the_table(
    person: Callable[..., Page], notifying: NotifyingServer
) -> None:
    server = notifying.server
    page = person()
    address = driver.table_for_one(page, server)
    driver.click(page, driver.choose_to_finish(driver.actions(page)))
    driver.join(page, server, "Fritz")
    page.goto(address)
    page.wait_for_selector("#part-seats .seat.own", state="attached")
    # also from another browser
    other = person()
    other.goto(f"{server.base}/account/enter")
    other.fill("[name=name]", "fritz")
    other.fill("[name=password]", driver.PASSWORD)
    other.click("main button.main")
    other.goto(f"{server.base}/tables")
    other.click(".tables a")
    other.wait_for_selector("#part-seats .seat.own", state="attached")
    assert other.url == address


@pytest.mark.soak  # tests/web/test_accounts.py; no script takes part
def test_password_reset_by_the_logged_mail(
    company: Company, person: Callable[..., Page], server: Server
) -> None:
    """Without a mail server mails are printed to the log."""
    company.allow("status of 422")  # the old password
    page = person()
    driver.join(page, server, "Gerda", "gerda@example.org")
    page.goto(f"{server.base}/account")
    page.click("form[action='/account/leave'] button")
    page.goto(f"{server.base}/account/enter")
    page.click("a[href='/account/forgot']")
    page.fill("[name=mail]", "gerda@example.org")
    page.click("main button.main")
    printed = until(
        lambda: re.findall(r"http://\S+/account/reset/\S+", server.said()), "a printed mail"
    )
    page.goto(printed[-1])
    page.fill("[name=new]", "another-long-1759-password")
    page.click("main button.main")
    page.goto(f"{server.base}/account/enter")
    for password, then in (
        (driver.PASSWORD, "**/account/enter"),
        ("another-long-1759-password", "**/account"),
    ):
        page.fill("[name=name]", "Gerda")
        page.fill("[name=password]", password)
        page.click("main button.main")
        page.wait_for_url(then)
    assert page.inner_text("h1") == "Gerda"


@pytest.mark.soak  # tests/web/test_accounts.py and test_deleting.py; no script takes part
def test_changing_the_address_and_deleting_the_account(
    person: Callable[..., Page], notifying: NotifyingServer
) -> None:
    """The address is changed with the password and confirmed; the data is downloaded; the
    opponent sees the name disappear."""
    server = notifying.server
    page, friend = person(), person()
    driver.join(page, server, "Xaver", "xaver@example.org")
    driver.join(friend, server, "Yolanda")
    until(lambda: to(notifying, "xaver@example.org"), "a mail to the first address")
    page.goto(f"{server.base}/account")
    page.click("#mail summary")
    page.fill("#mail [name=mail]", "x@example.org")
    page.fill("#mail [name=password]", driver.PASSWORD)
    page.click("#mail button")
    (confirm,) = until(lambda: to(notifying, "x@example.org"), "a mail to the second")
    page.goto(link_in(confirm))
    page.click("main button.main")
    page.goto(f"{server.base}/account")
    assert page.is_checked("[name=mails]")
    with page.expect_download() as download:
        page.click("a[download]")
    assert '"mail": "x@example.org"' in download.value.path().read_text("utf-8")
    # a table with a friend
    address = driver.open_waiting(page, server, "me", "open", "bot:player", title="Good-bye")
    driver.sit(friend, address, 1)
    page.wait_for_selector("[data-company=start]:not([data-fill])")
    start(page)
    friend.wait_for_selector("#part-seats .seat.own", state="attached")
    assert "Xaver" in friend.inner_text("#part-seats")
    page.goto(f"{server.base}/account")
    page.click("details:has(form[action='/account/delete']) summary")
    page.fill("form[action='/account/delete'] [name=password]", driver.PASSWORD)
    page.click("form[action='/account/delete'] button")
    friend.wait_for_selector("#part-seats:has-text('a deleted player')", state="attached")
    assert "Xaver" not in friend.inner_text("main")
    page.goto(address)
    assert "Xaver" not in page.content()


# -- notifications -------------------------------------------------------------------------------


def test_a_hidden_page_shows_a_notification(company: Company, notifying: NotifyingServer) -> None:
    server = notifying.server
    ida = company.person(permissions=["notifications"])
    ida.add_init_script(
        "window.told = []; window.Notification = class { static permission = 'granted';"
        " static requestPermission() { return Promise.resolve('granted'); }"
        " constructor(title, options) { window.told.push(options.body); } close() {} };"
        " Object.defineProperty(document, 'hidden', { get: () => window.away === true });"
    )
    driver.join(ida, server, "Ida")
    jan = company.person()
    driver.join(jan, server, "Jan")
    address = driver.open_waiting(ida, server, "me", "open", "bot:player", title="Told")
    driver.sit(jan, address, 1)
    ida.wait_for_selector("[data-company=start]:not([data-fill])")
    start(ida)
    ida.click("#about summary")
    ida.click("#notify button")
    jan.wait_for_selector("#part-seats .seat.own", state="attached")
    for _ in range(200):
        if ida.query_selector(driver.ASKED):
            ida.evaluate("window.away = false")
            driver.click(ida, driver.choose_to_finish(driver.actions(ida)))
            continue
        if jan.query_selector(driver.ASKED):
            ida.evaluate("window.away = true")
            driver.click(jan, driver.choose_to_finish(driver.actions(jan)))
        ida.wait_for_timeout(20)
        if ida.evaluate("window.told.length"):
            break
    assert ida.evaluate("window.told")[0] == "La Spada e la Fede: it’s your turn."
