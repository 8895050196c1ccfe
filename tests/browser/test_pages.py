"""Pages in four languages and two themes; replay, import and copies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import driver
from tests.browser.conftest import Company
from tests.browser.server import Server
from tests.records import kept_as, read
from tests.soaking import SOAK, sample

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_pages_in_four_languages(company: Company, page: Page, server: Server) -> None:
    """The form in the header changes the language of every page, and stays on the page."""
    company.allow(r"status of 404 .*/nowhere")
    address = driver.table_for_one(page, server)
    slug = address.rsplit("/", 1)[1]
    paths = ("/", "/new/spada", "/help/spada", f"/t/{slug}", f"/t/{slug}/replay/0", "/nowhere")
    texts: dict[str, dict[str, str]] = {path: {} for path in paths}
    labels: dict[str, dict[str, str]] = {kind: {} for kind in ("in", "out", "fit")}
    for language in ("en", "it", "nl", "fr"):  # the page is in English at first
        if language != "en":
            with page.expect_navigation():
                page.select_option("#language", language)
        assert page.url == address
        assert page.evaluate("document.documentElement.lang") == language
        for kind, said in labels.items():
            said[language] = str(page.get_attribute(f"[data-zoom={kind}]", "aria-label"))
        colon = "\u00a0:" if language == "fr" else ":"  # French has a space before it
        asked = driver.text_of(page, "#part-question strong")
        assert asked.endswith(colon)
        assert asked.removesuffix(colon)[-1].isalpha()
        for path in paths:
            found = page.evaluate("path => fetch(path).then((a) => a.text())", path)
            assert f'lang="{language}"' in found
            texts[path][language] = found.split("<main")[1]
    for path, said in (texts | labels).items():
        assert len(set(said.values())) == 4, f"{path} says the same in two languages"
    # play a turn in another language than the server's
    driver.click(page, "pass")


def test_new_guests_get_the_browsers_language(company: Company, server: Server) -> None:
    """The browser's preferred language is used, without a form."""
    languages = [("nl-BE", "nl"), ("it-IT", "it"), ("fr-CA", "fr"), ("pt-BR", "en")]
    for locale, language in sample(languages, 2):
        page = company.person(locale=locale)
        page.goto(server.base)
        assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_can_be_switched(company: Company, server: Server, system: str) -> None:
    """The system's theme at first; then the visitor's choice, which is kept."""
    page = company.person(color_scheme=system)
    paper = "getComputedStyle(document.body).backgroundColor"
    page.goto(server.base)
    first = page.evaluate(paper)
    page.click("#theme")
    second = page.evaluate(paper)
    assert first != second
    page.goto(f"{server.base}/account/enter")
    assert page.evaluate(paper) == second
    page.click("#theme")
    assert page.evaluate(paper) == first


def test_a_record_is_opened_and_stepped_through(page: Page, server: Server) -> None:
    """Import opens the replay; links and arrow keys step; each step has a link."""
    driver.import_record(page, server, read(kept_as("spada", "steward-3")))
    start = driver.text_of(page, ".position")
    page.click("#next")
    page.wait_for_url("**/replay/1")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/2")
    second = driver.text_of(page, ".log")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/3")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/replay/2")
    assert driver.text_of(page, ".log") == second
    page.click("#previous")
    page.wait_for_url("**/replay/1")
    page.goto(page.url.replace("/replay/1", "/replay/20"))
    assert driver.text_of(page, ".position") != start
    # there is no step after the last
    page.goto(page.url.replace("/replay/20", "/replay/337"))
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.pathname.endsWith('/replay/337')")
    assert "337" in driver.text_of(page, ".steps .prompt")
    # a private copy from any point, where the visitor plays every seat
    page.goto(page.url.replace("/replay/337", "/replay/10"))
    position = driver.text_of(page, ".position")
    page.click('form[action$="/copy"] button')
    page.wait_for_url("**/t/*")
    page.wait_for_selector(driver.ASKED, state="attached")
    copied = driver.position(page)
    assert position.split("Your cards")[0][:60] == copied[:60]
    for _ in range(6 if SOAK else 1):
        assert driver.wait_until_asked(page)
        driver.click(page, driver.choose_to_finish(driver.actions(page)))


def test_a_running_table_is_copied_with_what_the_reader_knows(page: Page, server: Server) -> None:
    """The copy has the reader's own hand; moves on the copy do not change the table."""
    address = driver.table_for_one(page, server)
    hand = driver.position(page).split("hand: ")[1]
    page.click("#about > summary")
    page.click('form[action$="/copy"] button')
    page.wait_for_url(lambda url: "/t/" in url and url != address)
    assert "copy" in page.inner_text(".copy-note")
    page.wait_for_selector(driver.ASKED, state="attached")
    assert driver.position(page).split("hand: ")[1] == hand
    assert page.query_selector(driver.CURTAIN) is None
    driver.click(page, "pass")
    page.wait_for_selector(driver.ASKED, state="attached")
    assert "Black" in driver.text_of(page, "#part-question strong")
    page.goto(address)
    assert "pass" in driver.actions(page)


def test_a_file_that_is_no_record_is_refused(
    company: Company, page: Page, server: Server, tmp_path: Path
) -> None:
    """The answer is a page that explains the error, not an internal error."""
    company.allow(r"status of 4\d\d")
    file = tmp_path / "no.json"
    texts = ("{", '{"chancery": 1}', "[]", "<script>alert(1)</script>")
    for text in sample(texts, 1):  # tests/web/test_imports.py refuses all kinds
        file.write_text(text)
        page.goto(server.base)
        page.set_input_files('[name="record"]', str(file))
        with page.expect_navigation() as navigation:
            page.click(".import button", no_wait_after=True)
        assert navigation.value.status == 422
        assert page.query_selector("main.fault")
