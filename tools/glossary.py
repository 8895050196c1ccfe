"""The glossary: the words of the rulebooks, and those that must not stand for them.

`python tools/glossary.py` reads `locale/glossary.toml` of every game beside its catalogues and says
where a translation does not use the term of the rulebook. An entry is

    [[term]]
    english = 'lifts? .*siege'                          # found in an English sentence
    it = { say = 'sollev', never = 'toglie|tolt[oi]' }  # what its translation has, and never has

All of them are regular expressions, without regard to case. Places (`{city}`) and what stands in
quotation marks (a button, a command that is typed) count in neither language.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

GAMES = Path(__file__).resolve().parent.parent / "src" / "chancery" / "games"
LANGUAGES = ("it", "nl", "fr")
_UNREAD = re.compile(r"\{[^}]*\}|“[^”]*”|«[^»]*»")
_ENTRY, _WORDS = {"english", *LANGUAGES}, {"say", "never"}


@dataclass(frozen=True)
class Term:
    """What a rulebook calls something: in an English sentence, and in one language."""

    english: re.Pattern[str]
    say: re.Pattern[str] | None
    never: re.Pattern[str] | None


def games() -> tuple[str, ...]:
    """The games that have a glossary."""
    return tuple(sorted(path.parent.parent.name for path in GAMES.glob("*/locale/glossary.toml")))


def read(game: str) -> dict[str, Any]:
    """The glossary of a game as its file has it."""
    return tomllib.loads((GAMES / game / "locale" / "glossary.toml").read_text("utf-8"))


def terms(entries: Mapping[str, Any], language: str) -> Iterator[Term]:
    """The terms of a glossary that say something about a language."""
    for entry in entries["term"]:
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


def read_catalogue(game: str, language: str) -> Catalog:
    """The translations of a game."""
    path = GAMES / game / "locale" / language / "LC_MESSAGES" / f"{game}.po"
    with path.open("rb") as file:
        return read_po(file)


def faults(catalogue: Catalog, wanted: Iterator[Term]) -> Iterator[str]:
    """What a catalogue says otherwise than its rulebook, and terms that no sentence has."""
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
    forms = (message,) if isinstance(message, str) else tuple(message)
    return tuple(_UNREAD.sub(" ", form) for form in forms)


def main() -> int:
    """Say what is wrong; 1 if anything is."""
    found = [
        f"{game}, {language}: {fault}"
        for game in games()
        for language in LANGUAGES
        for fault in faults(read_catalogue(game, language), terms(read(game), language))
    ]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
