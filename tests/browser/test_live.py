"""Several people at one table: moves arrive by themselves, and nothing else does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser import driver
from tests.browser.server import Server
from tests.soaking import SOAK
from tests.timeouts import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

# HTML as a browser serialises it.
WRITTEN = """(html) => {
    const place = document.createElement("div");
    place.innerHTML = html;
    return place.innerHTML;
}"""


def two_people(one: Page, two: Page, server: Server) -> str:
    """Yellow opens the table and begins, Black comes by the invitation, White is a bot."""
    address = driver.open_table(one, server, "me", "open", "bot:player", counsellor="yellow")
    two.goto(one.input_value(".invite input"))
    driver.take_seat(two, 1, "Bruna")
    two.wait_for_selector("#part-seats .seat.own", state="attached")
    return address


def test_two_people_and_a_spectator(person: Callable[..., Page], server: Server) -> None:
    """Three browsers: invitation, turns, and what each of them may see."""
    one, two, three = person(), person(), person()
    address = two_people(one, two, server)
    one.wait_for_function(
        "() => document.getElementById('part-seats').textContent.includes('Bruna')",
    )
    three.goto(address)
    for page in (one, two, three):
        driver.mark(page)
    people = {0: one, 1: two}

    def spectator_sees_no_hand() -> None:
        assert three.query_selector(driver.ASKED) is None
        assert three.query_selector(driver.OWN_CARDS) is None
        assert "Your cards" not in three.content()
        assert "Your cards" in driver.position(one)
        assert "Your cards" in driver.position(two)

    turns: list[Any] = []
    arrived = dict.fromkeys((one, two, three), 0)
    until = time.monotonic() + PATIENCE
    while len(turns) < (14 if SOAK else 3):
        assert time.monotonic() < until, f"nobody is asked any more, after {len(turns)} turns"
        seat = next((n for n, page in people.items() if page.query_selector(driver.ASKED)), None)
        if seat is None:  # a bot, or a page that is not up to date yet
            one.wait_for_timeout(20)
            continue
        acting = people[seat]
        spectator_sees_no_hand()
        others = [page for page in (one, two, three) if page is not acting]
        if not turns:
            # half-made offers are hidden from others
            before = [driver.state_text(page) for page in others]
            driver.click(acting, next(a for a in driver.actions(acting) if a.startswith("add")))
            acting.wait_for_timeout(700)  # more than two looks of the server
            assert [driver.state_text(page) for page in others] == before
            driver.click(acting, "bid")
        else:
            before = [driver.state_text(page) for page in others]
            driver.click(acting, driver.choose_to_finish(driver.actions(acting)))
        turns.append(seat)
        for page, old in zip(others, before, strict=True):
            driver.wait_until_up_to_date(page)
            arrived[page] += driver.state_text(page) != old
    assert all(arrived.values())  # at least the offer and the answers to it
    assert set(turns) == {0, 1}
    assert all(page.evaluate(driver.PAGE_KEPT) for page in (one, two, three))
    # a spectator cannot request the page of a seat either
    assert three.evaluate(
        "fetch(location.pathname + '/state').then((a) => a.json()).then((s) => s.seat === null)"
    )


def test_taken_seats_and_second_seats_are_refused(
    person: Callable[..., Page], server: Server
) -> None:
    """The invitation gives one free seat, and only the host sees the link."""
    one, two = person(), person()
    address = driver.open_table(one, server, "me", "open", "open")
    link = one.input_value(".invite input")
    two.goto(address)
    assert two.query_selector("#join") is None
    two.goto(link)
    driver.take_seat(two, 2)
    two.wait_for_selector("#part-seats .seat.own", state="attached")
    two.goto(link)
    assert two.query_selector("#join") is None
    assert two.query_selector(".invite") is None


def test_unsent_talk_and_scroll_position_survive_a_move(
    person: Callable[..., Page], server: Server
) -> None:
    """When another player moves, nothing jumps and typed text remains.

    The header drops a seat that has answered, even if the page has just asked.
    """
    one, two = person(viewport={"width": 900, "height": 420}), person()
    two_people(one, two, server)
    one.reload()
    one.wait_for_selector("#badge [title]", state="attached")
    driver.click(one, "pass")
    one.wait_for_selector("#badge:not(:has([title]))", state="attached")
    two.wait_for_selector(driver.ASKED, state="attached")
    one.click("details:has(#talk) summary")
    one.fill("#talk [name=text]", "Not that, Bru")
    driver.mark(one)
    one.evaluate(
        "() => { const f = document.querySelector('#talk [name=text]');"
        " f.focus({ preventScroll: true }); f.setSelectionRange(2, 7); }"
    )
    before = driver.state_text(one)
    driver.click(two, "pass")
    driver.wait_for_change(one, before)
    assert one.input_value("#talk [name=text]") == "Not that, Bru"
    assert one.evaluate(
        "(() => { const f = document.activeElement;"
        " return [f.name, f.selectionStart, f.selectionEnd]; })()"
    ) == ["text", 2, 7]
    assert one.evaluate(driver.PAGE_KEPT)
    # both see it when it is sent
    one.press("#talk [name=text]", "Enter")
    two.wait_for_function(
        "() => document.getElementById('part-talk').textContent.includes('Not that, Bru')",
    )
    assert one.input_value("#talk [name=text]") == ""


def test_no_curtain_falls_where_nobody_has_secrets(page: Page, server: Server) -> None:
    driver.open_game(page, server, "revolution", "me", "here", "here", players="3")
    page.wait_for_selector(driver.ASKED, state="attached")
    asked = set()
    for _ in range(4):
        asked.add(driver.text_of(page, "#part-question .prompt"))
        assert page.query_selector(driver.CURTAIN) is None
        page.evaluate("document.querySelector('#undo, #cancel')?.remove()")
        driver.click(page, driver.choose_to_finish(driver.actions(page)))
        page.wait_for_selector(driver.ASKED, state="attached")
    assert page.query_selector(driver.CURTAIN) is None
    assert len(asked) > 1


def test_two_people_on_one_screen(page: Page, server: Server) -> None:
    """While the curtain is closed, the page contains no hand."""
    driver.open_table(page, server, "me", "here", "bot:player", counsellor="yellow")
    driver.mark(page)
    raised = []
    for _ in range(12 if SOAK else 4):
        page.wait_for_function(
            f"() => document.querySelector({driver.CURTAIN!r}) || ({driver.ASKED_OR_OVER})()",
            polling=20,
        )
        if page.query_selector(driver.CURTAIN):
            assert page.query_selector("[data-act]") is None
            assert page.query_selector(driver.OWN_CARDS) is None
            assert "Your cards" not in page.content()
            name = driver.text_of(page, "#curtain button")
            raised.append("Yellow" if "Yellow" in name else "Black")
            page.click("#curtain button")
            page.wait_for_selector(driver.ASKED, state="attached")
            assert page.query_selector(driver.CURTAIN) is None
            seat = {"Yellow": 0, "Black": 1}[raised[-1]]
            own = driver.fetched(page, f"/state?words&seat={seat}")["parts"]["position"]
            driver.position(page)
            position = page.inner_html("#part-position")
            assert "Your cards" in position
            assert position == page.evaluate(WRITTEN, own)  # this seat's page, not the other's
            prompt = driver.text_of(page, "#part-question strong")
            assert prompt.startswith(raised[-1])
        driver.click(page, driver.choose_to_finish(driver.actions(page)))
    assert {"Yellow", "Black"} == set(raised)
    assert page.evaluate(driver.PAGE_KEPT)
