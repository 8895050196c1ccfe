"""Words: sentences that wait for a language.

Rules, tables and the command line never join strings. They make a `Text`: an English
sentence with named places and what goes into them. A `Speaker` says it in a reader's
language, with the names of the people at the table:

>>> text = T("{seat} has {n} points.", seat=SeatName(1), n=4)
>>> Speaker("en", names=("Anna", "Bruno")).say(text)
'Bruno has 4 points.'

The English sentence is the key of the gettext catalogues (`locale/*/LC_MESSAGES/*.po`).
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

LANGUAGES = {"en": "English", "it": "Italiano", "nl": "Nederlands", "fr": "Français"}
DOMAIN = "chancery"


class Template(NamedTuple):
    """A sentence with named places; `many` is its plural, chosen by the place `n`."""

    one: str
    many: str | None = None


def N_(one: str) -> Template:  # noqa: N802 - the customary gettext name
    """Mark a sentence for translation, to be said later."""
    return Template(one)


def NN_(one: str, many: str) -> Template:  # noqa: N802
    """Mark a sentence and its plural for translation; the place `n` decides."""
    return Template(one, many)


class SeatName(NamedTuple):
    """A place in a sentence that holds whoever sits in a seat."""

    seat: int


class Listing(NamedTuple):
    """A place in a sentence that holds several things: "a, b and c"."""

    items: tuple[Word, ...]


class Spot(NamedTuple):
    """A place in a sentence that holds something on the board, which a page can light up."""

    target: str  # its `data-target`
    name: str | Text


class Named(NamedTuple):
    """A place in a sentence that holds a thing which a table's data file may call otherwise."""

    key: str  # by which the file's name for it is found
    title: Word  # what we call it


Word: TypeAlias = "str | int | Text | SeatName | Listing | Spot | Named"


@dataclass(frozen=True, slots=True)
class Text:
    """A template and what fills its places; equal by value."""

    template: Template
    places: tuple[tuple[str, Word], ...] = ()

    def __str__(self) -> str:
        return Speaker("en").say(self)


def say(template: Template, **places: Word) -> Text:
    """A text made from a marked template."""
    return Text(template, tuple(places.items()))


def T(one: str, **places: Word) -> Text:  # noqa: N802
    """A text, marked for translation where it stands."""
    return Text(Template(one), tuple(places.items()))


def TN(one: str, many: str, n: int, **places: Word) -> Text:  # noqa: N802
    """A text with a plural, marked for translation where it stands."""
    return Text(Template(one, many), (("n", n), *places.items()))


def as_is(said: str) -> Text:
    """A text that is the same in every language: a name, a number, an action as it is typed."""
    return Text(Template("{said}"), (("said", said),))


AND = N_("{list} and {last}")
NOTHING = N_("nothing")


class _Missing(gettext.NullTranslations):
    """What a catalogue falls back on: nothing, so that the next one can be asked."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, one: str, many: str, n: int) -> str:
        return ""


@cache
def catalogue(domain: str, folder: Path, language: str) -> gettext.NullTranslations:
    """The compiled catalogue of one domain; English needs none, a guest game may have none."""
    try:
        found = gettext.translation(domain, str(folder), [language])
    except FileNotFoundError:
        return _Missing()
    found.add_fallback(_Missing())
    return found


CORE_CATALOGUES = ((DOMAIN, Path(__file__).parent.parent / "locale"),)


class Speaker:
    """Says texts in one language, for a table whose seats, and things, have these names."""

    def __init__(
        self,
        language: str = "en",
        names: Sequence[str | Text] = (),
        catalogues: Sequence[tuple[str, Path]] = CORE_CATALOGUES,
        called: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self.called = called or {}
        self._found_in = tuple(catalogues)
        self._catalogues = [catalogue(domain, folder, language) for domain, folder in catalogues]

    @cached_property
    def nameless(self) -> Speaker:
        """The same without the people at a table: the same one for all tables of a game, so that
        what is remembered of its words serves them all."""
        return _nameless(self.language, self._found_in, tuple(sorted(self.called.items())))

    def say(self, text: Text) -> str:
        """The sentence in this speaker's language."""
        places = dict(text.places)
        count = places.get("n")
        sentence = self._sentence(text.template, count if isinstance(count, int) else 1)
        if not places:
            return sentence
        try:
            return sentence.format(**{name: self.word(word) for name, word in places.items()})
        except KeyError as place:
            raise LookupError(f"nobody says what {place} is in “{sentence}”") from None

    def word(self, word: Word) -> str:
        """What stands in one place of a sentence."""
        if isinstance(word, str):
            return word
        if isinstance(word, int):
            return str(word)
        if isinstance(word, SeatName):
            if word.seat < 0:
                return "–"
            if word.seat < len(self.names):
                name = self.names[word.seat]
                return name if isinstance(name, str) else self.say(name)
            return f"#{word.seat + 1}"
        if isinstance(word, Spot):
            return self.word(word.name)
        if isinstance(word, Named):
            return self.word(self.called.get(word.key, word.title))
        if isinstance(word, Listing):
            return self._list([self.word(item) for item in word.items])
        return self.say(word)

    def _list(self, items: list[str]) -> str:
        if not items:
            return self._sentence(NOTHING, 1)
        if len(items) == 1:
            return items[0]
        return self._sentence(AND, 1).format(list=", ".join(items[:-1]), last=items[-1])

    def _sentence(self, template: Template, n: int) -> str:
        one, many = template
        for known in self._catalogues:
            said = known.gettext(one) if many is None else known.ngettext(one, many, n)
            if said:
                return said
        return one if many is None or n == 1 else many


@lru_cache(maxsize=200)
def _nameless(
    language: str, catalogues: tuple[tuple[str, Path], ...], called: tuple[tuple[str, str], ...]
) -> Speaker:
    return Speaker(language, (), catalogues, dict(called))
