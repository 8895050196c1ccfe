"""Four languages, by the browser's preference or by choice."""

from __future__ import annotations

import pytest
from django.template import TemplateSyntaxError, engines

from chancery.core.words import LANGUAGES
from chancery.games import find
from chancery.web.base.speaker import speaker_for
from chancery.web.identity.models import Visitor
from tests.web.people import Person, problem, run_bots, seat_asked
from tests.web.test_lobby import member, waiting

pytestmark = pytest.mark.django_db


def spoken() -> int:
    """The languages with a compiled catalogue; tests/test_words.py checks the others."""
    folder = find("spada").folder / "locale"
    return 1 + len(list(folder.glob("*/LC_MESSAGES/spada.mo")))


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("en", "en"),
        ("it", "it"),
        ("nl-BE,nl;q=0.9,en;q=0.8", "nl"),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"),
        ("de-DE,de;q=0.9,it;q=0.5", "it"),
        ("ja", "en"),
        ("", "en"),
        (",,;;q=;", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_the_browsers_language_is_used(wanted: str, language: str) -> None:
    page = Person(wanted).get("/").content.decode()
    assert f'<html lang="{language}"' in page
    assert f'<option value="{language}" selected>' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language(language: str) -> None:
    person = Person(language)
    table = person.play_now()
    run_bots()
    for path in ("/", "/new/spada", "/help/spada", f"/t/{table.slug}", f"/t/{table.slug}/replay/0"):
        answer = person.get(path)
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.content.decode()


def test_the_pages_around_the_tables_differ_in_all_four_languages() -> None:
    host = member("Hanna")
    table = waiting(host, "me", "open", "bot:player", title="Talen")
    paths = ("/tables", "/account", "/new/friedrich", "/people/Hanna", "/ladder/spada", "/api")
    for path in (*paths, f"/t/{table.slug}"):
        texts = set()
        for language in LANGUAGES:
            host.post("/language", {"language": language, "back": "/"})
            page = host.get(path).content.decode()
            assert f'<html lang="{language}"' in page
            texts.add(page.split("<main")[1])
        assert len(texts) == spoken(), f"{path} says the same in two languages"


def test_two_readers_of_one_table_in_two_languages() -> None:
    host = Person("en")
    table = host.play_now()
    run_bots()
    texts = {code: Person(code).state(table)["parts"] for code in LANGUAGES}
    assert len({parts["position"] for parts in texts.values()}) == spoken()
    assert len({parts["log"] for parts in texts.values()}) == spoken()


def test_errors_are_in_the_readers_language() -> None:
    said = set()
    for language in LANGUAGES:
        person = Person(language)
        table = person.open("me", "here", "here")
        said.add(problem(person.act(table, seat_asked(table), "attack black")))
    assert len(said) == spoken()


def test_a_chosen_language_is_kept() -> None:
    guest = Person("en")
    table = guest.play_now()
    answer = guest.post("/language", {"language": "nl", "back": f"/t/{table.slug}"})
    assert answer.url == f"/t/{table.slug}"
    assert '<html lang="nl"' in guest.page(table)
    assert Visitor.objects.get().language == "nl"
    guest.post("/language", {"language": "fr", "back": "/"})
    assert '<html lang="fr"' in guest.page(table)


def test_a_visitor_without_account_may_choose_a_language() -> None:
    guest = Person("en")
    guest.post("/language", {"language": "it", "back": "/"})
    assert '<html lang="it"' in guest.get("/").content.decode()
    assert guest.client.cookies["chancery-visitor"]["httponly"]


def test_template_sentences_are_translated() -> None:
    def rendered(template: str, language: str = "it") -> str:
        return (
            engines["django"]
            .from_string(template)
            .render({"speaker": speaker_for(language), "n": 2, "name": "<b>", "mark": "·"})
        )

    assert rendered('{% say "Log in" %}') == "Accedi"
    assert rendered('{% say "{n} round" "{n} rounds" n=n %}', "en") == "2 rounds"
    assert rendered('{% say "Log in" as label %}{{ mark }}{{ label }}', "en") == "·Log in"
    assert rendered('{% say "Remove {name}" name=name %}', "en") == "Remove &lt;b&gt;"
    for wrong in ("{% say %}", "{% say name %}", '{% say "Log in" name %}'):
        with pytest.raises(TemplateSyntaxError):
            rendered(wrong)
