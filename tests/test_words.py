"""Every sentence is translated, with the same places, in every language the house speaks."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from chancery.core.words import LANGUAGES, T, Text
from chancery.games import find, names

ROOT = Path(__file__).parent.parent


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("catalogues", ROOT / "tools" / "catalogues.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = load_tool()
PAIRS = [(domain, language) for domain in TOOL.domains() for language in TOOL.LANGUAGES]


def catalogue(domain: str, language: str) -> Catalog:
    with TOOL.po_path(domain, language).open("rb") as file:
        return read_po(file)


def strings(message: object) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)  # type: ignore[arg-type]


def places(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_the_tool_and_the_package_know_the_same_languages() -> None:
    assert {"en", *TOOL.LANGUAGES} == set(LANGUAGES)


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_every_sentence_of_the_code_is_translated(domain: str, language: str) -> None:
    known = catalogue(domain, language)
    wanted = [message.id for message in TOOL.extract(domain) if message.id]
    assert len(wanted) > 100
    missing = [
        message
        for message in wanted
        if (found := known.get(message)) is None or not all(strings(found.string))
    ]
    assert missing == []


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_nothing_is_translated_that_the_code_does_not_say(domain: str, language: str) -> None:
    said = {strings(message.id) for message in TOOL.extract(domain)}
    assert [m.id for m in catalogue(domain, language) if strings(m.id) not in said] == []


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_translations_have_the_same_places(domain: str, language: str) -> None:
    for message in catalogue(domain, language):
        if not message.id:
            continue
        wanted = set().union(*(places(text) for text in strings(message.id)))
        for text in strings(message.string):
            found = places(text)
            # a singular may say "one" instead of {n}
            assert found <= wanted, (message.id, text)
            assert wanted - found <= {"n"}, (message.id, text)


@pytest.mark.parametrize("language", TOOL.LANGUAGES)
def test_the_compiled_catalogues_are_read(language: str) -> None:
    for name in names():
        game = find(name)
        speaker = game.speaker(language)
        assert speaker.say(T("The game is over.")) != "The game is over."
        titles: list[Text] = [option.title for option in game.options]
        assert any(speaker.say(title) != str(title) for title in titles)
