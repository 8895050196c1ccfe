"""One-handed play on a phone: targets are large enough, and within reach of a thumb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import driver, touch_targets
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.soaking import SOAK, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

# One page of each layout; what a soak looks at besides is built of the same parts.
STRANGERS = ["/", "/account/join"]
MEMBERS = ["/tables", "/account", "/new/spada", "/ladder/spada"]
if SOAK:
    STRANGERS += ["/account/enter", "/account/forgot", "/offline", "/nowhere"]
    MEMBERS += ["/", "/help/spada", "/api"]
DRAWERS = ("overview", "talking", "rules", "notebook", "position", "typing", "about")
QUESTIONS = 8 if SOAK else 2  # questions that are checked in each game


def pages(page: Page, server: Server) -> Iterator[str]:
    for path in STRANGERS:
        page.goto(server.base + path)
        yield from touch_targets.too_small(page)
    driver.join(page, server, "Thumb")
    slug = driver.open_waiting(page, server, "me", "open", "bot:player").rsplit("/", 1)[1]
    page.wait_for_selector("[data-company=start]")
    yield from touch_targets.too_small(page)
    for path in (*MEMBERS, "/people/Thumb", f"/report?table={slug}"):
        page.goto(server.base + path)
        page.eval_on_selector_all("details", "all => all.map((one) => { one.open = true; })")
        yield from touch_targets.too_small(page)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            yield f"{path} scrolls sideways by {wide}"


def test_touch_targets_are_large_enough(company: Company, server: Server) -> None:
    company.allow("404")  # a missing page is a page, too
    page = company.person(**touch_targets.PHONE, painted=True)
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    found = list(pages(page, server))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", sample(["spada", "friedrich", "revolution"], 1))
def test_a_turn_within_reach_of_a_thumb(
    person: Callable[..., Page], server: Server, game: str
) -> None:
    page = person(**touch_targets.PHONE, painted=True)
    page.goto(driver.posted(page, server.base, f"/play/{game}"))
    found, asked = [], set()
    for _ in range(QUESTIONS):
        assert driver.wait_until_asked(page)
        driver.acknowledge_scenes(page)
        asked.add(driver.fetched(page, "/state")["question"].partition(".")[0])
        found += [
            *touch_targets.too_small(page),
            *touch_targets.out_of_reach(page),
            *touch_targets.without_button(page),
        ]
        driver.unfold(page)
        found += touch_targets.too_small(page)
        actions = driver.actions(page)  # a march only begins at its button
        driver.click(page, "end" if "end" in actions else driver.choose_to_finish(actions))
    assert len(asked) > (1 if SOAK else 0)  # of several kinds
    for drawer in DRAWERS:
        if page.locator(f"#{drawer}").count():
            page.evaluate("(id) => { document.getElementById(id).open = true; }", drawer)
            found += touch_targets.too_small(page)
    page.goto(f"{page.url}/replay/0")
    found += touch_targets.too_small(page)
    assert not found, "\n".join(dict.fromkeys(found))
