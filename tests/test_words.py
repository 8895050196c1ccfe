"""Every sentence is translated into all languages, with the same placeholders."""

import importlib.util
import re
import shutil
import subprocess
from functools import cache
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


@cache
def catalogue(domain: str, language: str) -> Catalog:
    """Return the translations of a domain; cached, as reading them is slow."""
    with TOOL.po_path(domain, language).open("rb") as file:
        return read_po(file)


@cache
def messages_of(domain: str) -> Catalog:
    """Return every sentence of the code; cached, as extracting them is slow."""
    found: Catalog = TOOL.extract(domain)
    return found


@cache
def forms_of(domain: str) -> set[str]:
    """Return the grammatical forms that some name of a domain has."""
    return {form for _, form in TOOL.forms(domain)}


def strings(message: object) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)  # type: ignore[arg-type]


def places(text: str) -> set[str]:
    """Return the placeholders of a sentence, without the forms of names."""
    return set(re.findall(r"{(\w+)(?::\w+)?}", text))


def forms(text: str) -> set[str]:
    return {form.lower() for form in re.findall(r"{\w+:(\w+)}", text)}


def test_the_tool_and_the_package_know_the_same_languages() -> None:
    assert {"en", *TOOL.LANGUAGES} == set(LANGUAGES)


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_every_sentence_of_the_code_is_translated(domain: str, language: str) -> None:
    known = catalogue(domain, language)
    wanted = [message for message in messages_of(domain) if message.id]
    assert len(wanted) > 100
    missing = [
        (message.context, message.id)
        for message in wanted
        if (found := known.get(message.id, message.context)) is None
        or not all(strings(found.string))
    ]
    assert missing == []


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_catalogues_have_no_unused_sentences(domain: str, language: str) -> None:
    said = {(message.context, strings(message.id)) for message in messages_of(domain)}
    known = catalogue(domain, language)
    assert [m.id for m in known if (m.context, strings(m.id)) not in said] == []


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_translations_have_the_same_places(domain: str, language: str) -> None:
    for message in catalogue(domain, language):
        if not message.id:
            continue
        wanted = set().union(*(places(text) for text in strings(message.id)))
        for text in strings(message.string):
            found = places(text)
            # a singular may contain "one" instead of {n}
            assert found <= wanted, (message.id, text)
            assert wanted - found <= {"n"}, (message.id, text)


def test_names_are_collected_once_in_each_of_their_forms() -> None:
    found = {m.context for m in messages_of("chancery") if m.id == "{name}"}
    assert found == {None, "of", "to", "in", "by", "of/vowel", "to/vowel"}


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_sentences_name_forms_that_some_name_has(domain: str, language: str) -> None:
    # the site's sentences name the seats of any game
    homes = TOOL.domains() if domain == "chancery" else ("chancery", domain)
    known = {form for where in homes for form in forms_of(where)}
    for message in catalogue(domain, language):
        for text in (*strings(message.id), *strings(message.string)):
            assert forms(text) <= known, (message.id, text)


@pytest.mark.parametrize(("domain", "language"), PAIRS)
def test_a_catalogue_is_sound(domain: str, language: str) -> None:
    """Babel's checkers find no errors, and no sentence is flagged as a %-format."""
    path = TOOL.po_path(domain, language)
    flags = re.findall(r"^#, (.*)$", path.read_text(), re.MULTILINE)
    assert {flag for line in flags for flag in line.split(", ")} <= {"python-brace-format"}
    known = catalogue(domain, language)
    for message in known:  # Babel adds the flag when it reads
        message.flags.discard("python-format")
    assert [(m.id, str(errors)) for m, errors in known.check()] == []
    if (checker := shutil.which("msgfmt")) is not None:
        done = subprocess.run(
            [checker, "-c", "-o", "/dev/null", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")


# Not punctuation: addresses, typed or sent text, and a title that stays English.
QUOTED = re.compile(
    r"\w+://|Authorization: Bearer|add grain; bid|\b(?:province|place):|Revolution: The"
)
UNGLUED = re.compile(r"(?<![\u00a0\u202f])[:;!?»]|«(?![\u00a0\u202f])")


@pytest.mark.parametrize("domain", TOOL.domains())
def test_french_punctuation_has_its_no_break_space(domain: str) -> None:
    loose = [
        text
        for message in catalogue(domain, "fr")
        if message.id
        for text in strings(message.string)
        if UNGLUED.search(QUOTED.sub("", re.sub(r"{\w+:\w+}", "", text)))
    ]
    assert loose == []


ONE_WORD_TWO_THINGS = {
    "Game": "which game a table plays; which scenario of Friedrich",
    "the turn": "of a nation in Friedrich; a round of everybody in Revolution",
    "Turn {n}": "of all nations in Friedrich; a round of everybody in Revolution",
    "Income": "cards from the houses of a fief in La Spada; coins from provinces in Revolution",
}


@pytest.mark.parametrize("language", TOOL.LANGUAGES)
def test_the_same_sentence_is_translated_the_same_everywhere(language: str) -> None:
    found: dict[object, set[object]] = {}
    for domain in TOOL.domains():
        for message in catalogue(domain, language):
            if message.id and message.id not in ONE_WORD_TWO_THINGS:
                found.setdefault((message.context, message.id), set()).add(message.string)
    assert {key: said for key, said in found.items() if len(said) > 1} == {}


@pytest.mark.parametrize("language", TOOL.LANGUAGES)
def test_the_compiled_catalogues_are_read(language: str) -> None:
    for name in names():
        game = find(name)
        speaker = game.speaker(language)
        assert speaker.say(T("The game is over.")) != "The game is over."
        titles: list[Text] = [option.title for option in game.options]
        assert any(speaker.say(title) != str(title) for title in titles)
