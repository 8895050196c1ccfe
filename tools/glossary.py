"""Check sentences and translations against the glossaries of the site and of every game.

`python tools/glossary.py` reads `locale/glossary.toml` beside the catalogues of the site and of
every game, and reports sentences that do not follow it. For a translation an entry is

    [[term]]
    english = 'lifts? .*siege'                          # found in an English sentence
    it = { say = 'sollev', never = 'toglie|tolt[oi]' }  # required and forbidden in translations

and for the English sentences of the code themselves

    [[wording]]
    never = '\bhardly\b'
    say = 'unlikely, probably not'                      # the suggestion in the message

A wording of the site's glossary applies to the sentences of all games, unless it has
`everywhere = false`. All values but `say` of a wording are case-insensitive regular expressions.
Placeholders (`{city}`) and quoted text (a button, a typed command) are ignored in both languages.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "chancery"
GAMES = PACKAGE / "games"
SITE = "chancery"  # the catalogue of everything outside the games
LANGUAGES = ("it", "nl", "fr")
KEYWORDS: dict[str, Any] = {"T": None, "N_": None, "TN": (1, 2), "NN_": (1, 2), "TF": (1,)}
# Teaching texts are reviewed together with their files.
_TEACHING = re.compile(r"face/(aid|examples|guide|help|lessons|primer|stories)\.py$")
_UNREAD = re.compile(r"\{[^}]*\}|“[^”]*”|«[^»]*»")
_ENTRY, _WORDS = {"english", *LANGUAGES}, {"say", "never"}
_WORDING = {"never", "say", "everywhere"}


@dataclass(frozen=True)
class Term:
    """A rulebook's term, as found in English sentences and required in one language."""

    english: re.Pattern[str]
    say: re.Pattern[str] | None
    never: re.Pattern[str] | None


@dataclass(frozen=True)
class Wording:
    """A wording that English sentences must not contain, and its replacement."""

    never: re.Pattern[str]
    say: str


def domains() -> tuple[str, ...]:
    """Return the catalogues that have a glossary: the site's, then those of the games."""
    return (SITE, *sorted(path.parent.parent.name for path in GAMES.glob("*/locale/glossary.toml")))


def _folder(domain: str) -> Path:
    return PACKAGE if domain == SITE else GAMES / domain


def read(domain: str) -> dict[str, Any]:
    """Return the parsed glossary file of a catalogue."""
    return tomllib.loads((_folder(domain) / "locale" / "glossary.toml").read_text("utf-8"))


def wordings(domain: str) -> Iterator[Wording]:
    """Return the wordings forbidden in the English sentences of a catalogue."""
    for place in dict.fromkeys((SITE, domain)):
        for entry in read(place).get("wording", ()):
            if set(entry) - _WORDING or not {"never", "say"} <= set(entry):
                raise ValueError(f"{place}: {entry}: “never”, “say” and at most “everywhere”")
            if place == domain or entry.get("everywhere", True):
                yield Wording(_pattern(entry["never"]), entry["say"])


def sentences(domain: str) -> tuple[str, ...]:
    """Return the English sentences in the code of a catalogue."""
    found: dict[str, None] = {}
    for path, _, message, _, _ in extract_from_dir(
        _folder(domain), [("games/*/**", "ignore"), ("**.py", "python")], keywords=KEYWORDS
    ):
        if not _TEACHING.search(path):
            found |= dict.fromkeys(_forms(message))
    return tuple(found)


def english_faults(said: Sequence[str], wanted: Sequence[Wording]) -> Iterator[str]:
    """Return a message for every English sentence with a forbidden wording."""
    for sentence in said:
        for wording in wanted:
            if wrong := wording.never.search(_UNREAD.sub(" ", sentence)):
                yield f"“{wrong[0].strip()}” instead of “{wording.say}”: {sentence}"


def terms(entries: Mapping[str, Any], language: str) -> Iterator[Term]:
    """Return the terms of a glossary that apply to a language."""
    for entry in entries.get("term", ()):
        if unknown := set(entry) - _ENTRY:
            raise ValueError(f"{entry['english']}: nobody reads {', '.join(sorted(unknown))}")
        words = entry.get(language)
        if words is None:
            continue
        if not words or set(words) - _WORDS:
            raise ValueError(f"{entry['english']}, {language}: “say”, “never” or both")
        yield Term(
            _pattern(entry["english"]), *(_maybe(words.get(key)) for key in ("say", "never"))
        )


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _maybe(text: str | None) -> re.Pattern[str] | None:
    return None if text is None else _pattern(text)


def read_catalogue(domain: str, language: str) -> Catalog:
    """Return the translations of a catalogue."""
    path = _folder(domain) / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    with path.open("rb") as file:
        return read_po(file)


def faults(catalogue: Catalog, wanted: Iterator[Term]) -> Iterator[str]:
    """Return translations that deviate from the glossary, and terms found in no sentence."""
    messages = [(_read(message.id), message) for message in catalogue if message.id]
    for term in wanted:
        found = [m for english, m in messages if any(map(term.english.search, english))]
        if not found:
            yield f"no sentence has “{term.english.pattern}”"
        for message in found:
            for said in _read(message.string):
                if term.say and not term.say.search(said):
                    yield f"“{term.say.pattern}” is missing for “{term.english.pattern}”: {said}"
                elif term.never and (wrong := term.never.search(said)):
                    yield f"“{wrong[0]}” stands for “{term.english.pattern}”: {said}"


def _read(message: Any) -> tuple[str, ...]:
    return tuple(_UNREAD.sub(" ", form) for form in _forms(message))


def _forms(message: Any) -> tuple[str, ...]:
    return (message,) if isinstance(message, str) else tuple(message)


def main() -> int:
    """Print all deviations; return 1 if there are any."""
    found = [
        f"{domain}, {language}: {fault}"
        for domain in domains()
        for language in LANGUAGES
        for fault in faults(read_catalogue(domain, language), terms(read(domain), language))
    ]
    found += [
        f"{domain}, en: {fault}"
        for domain in domains()
        for fault in english_faults(sentences(domain), tuple(wordings(domain)))
    ]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
