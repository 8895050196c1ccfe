"""Translatable sentences.

Rules, tables and the command line never join strings. They make a `Text`: an English sentence with
named placeholders and their values. A `Speaker` translates it into a reader's language and fills in
the names of the people at the table:

>>> text = T("{seat} has {n} points.", seat=SeatName(1), n=4)
>>> Speaker("en", names=("Anna", "Bruno")).say(text)
'Bruno has 4 points.'

The English sentence is the key of the gettext catalogues (`locale/*/LC_MESSAGES/*.po`).

A placeholder may ask for a grammatical form of a name, and a translation for another one than the
English sentence: "{nation} wins." is "{nation:The} vince.", "La Prussia vince."

>>> army = TF("Imperial Army", "the", "of", the="the Imperial Army")
>>> Speaker("en").say(T("{nation:The} holds a city of {other:the}.", nation=army, other="Anna"))
'The Imperial Army holds a city of Anna.'
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple, TypeAlias

LANGUAGES = {"en": "English", "it": "Italiano", "nl": "Nederlands", "fr": "Français"}
DOMAIN = "chancery"


class Template(NamedTuple):
    """A sentence with named placeholders; `many` is its plural, chosen by the placeholder `n`."""

    one: str
    many: str | None = None
    the: str = ""  # of a name: its English form with an article

    @property
    def places(self) -> tuple[str, ...]:
        """The names of its placeholders, each once; a plural always needs `n`."""
        return _places(self.one, self.many)


@cache
def _places(one: str, many: str | None) -> tuple[str, ...]:
    named = (place for _, place, _, _ in Formatter().parse(one + (many or "")) if place)
    return tuple(dict.fromkeys((*named, "n") if many else named))


def N_(one: str) -> Template:  # noqa: N802 - the customary gettext name
    """Mark a sentence for translation, to be filled in later."""
    return Template(one)


def NN_(one: str, many: str) -> Template:  # noqa: N802
    """Mark a sentence and its plural for translation; the placeholder `n` decides."""
    return Template(one, many)


class SeatName(NamedTuple):
    """A placeholder for the name of whoever sits in a seat."""

    seat: int


class SeatLabel(NamedTuple):
    """A placeholder for a seat and whoever sits there, for lists and cards: "Nobility · Carla"."""

    seat: int
    title: Word | None = None  # the faction or nation of the seat that is meant


class Hundredths(NamedTuple):
    """A placeholder for a number of hundredths: 7, 4½, 0.45."""

    n: int


class Listing(NamedTuple):
    """A placeholder for several things: "a, b and c"."""

    items: tuple[Word, ...]


class Spot(NamedTuple):
    """A placeholder for something on the board, which a page can highlight."""

    target: str  # its `data-target`
    name: str | Text | Named


class Named(NamedTuple):
    """A placeholder for a thing that a table's data file may rename."""

    key: str  # the key of its name in the data file
    title: Word  # our own name for it


class Pictured(NamedTuple):
    """A placeholder for a thing that a page can show with a small symbol."""

    key: str  # the key of the symbol, for `Face.sign`
    title: Word


Word: TypeAlias = (
    "str | int | Text | SeatName | SeatLabel | Hundredths | Listing | Spot | Named | Pictured"
)


@dataclass(frozen=True, slots=True)
class Text:
    """A template and the values of its placeholders; equal by value."""

    template: Template
    places: tuple[tuple[str, Word], ...] = ()

    def __str__(self) -> str:
        return Speaker("en").say(self)


def say(template: Template, **places: Word) -> Text:
    """Return a text made from a marked template."""
    return Text(template, tuple(places.items()))


def T(one: str, **places: Word) -> Text:  # noqa: N802
    """Return a text, marked for translation where it stands."""
    return Text(Template(one), tuple(places.items()))


def TN(one: str, many: str, n: int, **places: Word) -> Text:  # noqa: N802
    """Return a text with a plural, marked for translation where it stands."""
    return Text(Template(one, many), (("n", n), *places.items()))


def TF(name: str, *forms: str, the: str = "") -> Text:  # noqa: N802
    """Return a name, marked for translation as it is and once in each of these forms.

    "the" is the name with its article; all others are prepositions with it ("of", "to", "in":
    "della Prussia"). English needs only the article.
    """
    return Text(Template(name, None, the))


def place_names(sentence: str) -> list[str]:
    """Return the placeholders of a sentence, each once; ValueError if a brace is not closed."""
    return list(dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name))


def as_is(text: str) -> Text:
    """Return a text that is the same in every language: a name, a number, a typed action."""
    return Text(Template("{said}"), (("said", text),))


def sentences(texts: Sequence[Text]) -> Text:
    """Join sentences to one text, with a space between them."""
    first, *others = texts
    for then in others:
        first = T("{first} {then}", first=first, then=then)
    return first


def signed(score: int) -> str:
    """Return a score with its sign, using a minus sign as wide as the plus."""
    return f"{score:+d}".replace("-", "−") if score else "0"


_COMMA = frozenset({"it", "nl", "fr"})  # languages that write 0,45; the others write 0.45

AND = N_("{list} and {last}")
NOTHING = N_("nothing")
WITH_PLAYER = N_("{title} · {player}")  # a seat or a faction, and whoever plays it
PERCENT = N_("{n}%")

# Prepositions with a name that has no forms of its own, such as a person's or a city's.
ANY_NAME = TF("{name}", "of", "to", "in", "by", "of/vowel", "to/vowel")
VOWELS = frozenset("AEIOUÄÖÜÅÉÈÀaeiouäöüåéèà")
_FORM = re.compile(r"{\w+:\w")


@lru_cache(maxsize=4000)
def _has_forms(sentence: str) -> bool:
    return _FORM.search(sentence) is not None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class _Missing(gettext.NullTranslations):
    """The fallback of a catalogue: empty strings, so that the next catalogue is consulted."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, one: str, many: str, n: int) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


@cache
def catalogue(domain: str, folder: Path, language: str) -> gettext.NullTranslations:
    """Return the compiled catalogue of a domain; English and some guest games have none."""
    try:
        translations = gettext.translation(domain, str(folder), [language])
    except FileNotFoundError:
        return _Missing()
    translations.add_fallback(_Missing())
    return translations


CORE_CATALOGUES = ((DOMAIN, Path(__file__).parent.parent / "locale"),)


class Speaker:
    """Translates texts into one language, with the names of a table's seats and things."""

    def __init__(
        self,
        language: str = "en",
        names: Sequence[str | Text] = (),
        catalogues: Sequence[tuple[str, Path]] = CORE_CATALOGUES,
        called: Mapping[str, str] | None = None,
        titles: Sequence[Text] = (),
        players: Sequence[str] = (),
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self.titles = tuple(titles)  # of the seats
        self.players = tuple(players)  # on the seats; empty where nobody is known
        self.called = called or {}
        self._found_in = tuple(catalogues)
        self._catalogues = tuple(catalogue(domain, where, language) for domain, where in catalogues)

    @cached_property
    def nameless(self) -> Speaker:
        """The speaker without names of people, shared by all tables of a game, with its caches."""
        return _nameless(self.language, self._found_in, tuple(sorted(self.called.items())))

    def say(self, text: Text) -> str:
        """Return a text as a sentence in this language."""
        if not isinstance(text, Text):
            raise TypeError(
                f'{text!r:.60} is no Text: T("...") is a sentence for all languages, as_is(...)'
                " a name or a number that is the same in all of them"
            )
        places = dict(text.places)
        count = places.get("n")
        sentence = self._sentence(text.template, count if isinstance(count, int) else 1)
        return self._filled(sentence, places) if places else sentence

    def _filled(self, sentence: str, places: Mapping[str, Word]) -> str:
        # Few sentences ask for a form (a colon in a placeholder); all others take plain strings.
        filling: Mapping[str, object]
        try:
            if ":" in sentence and _has_forms(sentence):
                filling = {name: _Filling(self, word) for name, word in places.items()}
            else:
                filling = {name: self.word(word) for name, word in places.items()}
            return sentence.format(**filling)
        except KeyError as place:
            raise LookupError(f"nobody says what {place} is in “{sentence}”") from None
        except TypeError as error:
            raise TypeError(f"{error}, in “{sentence}”") from None

    def word(self, word: Word) -> str:
        """Return the value of a placeholder as a string."""
        if isinstance(word, str):
            return word
        if isinstance(word, int):
            return str(word)
        if isinstance(word, Text):
            return self.say(word)
        if isinstance(word, SeatName):
            if word.seat < 0:
                return "–"
            if word.seat < len(self.names):
                name = self.names[word.seat]
                return name if isinstance(name, str) else self.say(name)
            return f"#{word.seat + 1}"
        if isinstance(word, SeatLabel):
            title = word.title
            if title is None:
                titled = 0 <= word.seat < len(self.titles)
                title = self.titles[word.seat] if titled else SeatName(word.seat)
            return self.with_player(title, word.seat)
        if isinstance(word, Hundredths):
            return self._hundredths(word.n)
        if isinstance(word, Spot):
            return self.word(word.name)
        if isinstance(word, Named):
            return self.word(self.called.get(word.key, word.title))
        if isinstance(word, Pictured):
            return self.word(word.title)
        if isinstance(word, Listing):
            return self._list([self.word(item) for item in word.items])
        raise TypeError(
            f"{word!r:.60} has no words: a place holds a number, a str, a Text, a SeatName or a"
            " Listing, and the axis of an event’s field says what it is called"
        )

    def with_player(self, title: Word, seat: int) -> str:
        """Return a faction, nation or seat together with its player: "Nobility · Carla"."""
        named, player = self.word(title), self.player(seat)
        if not player or player == named:
            return named
        return self._filled(self._sentence(WITH_PLAYER, 1), {"title": title, "player": player})

    def player(self, seat: int) -> str:
        """Return the player on a seat; empty where nobody is known."""
        return self.players[seat] if 0 <= seat < len(self.players) else ""

    def decimal(self, number: float, digits: int) -> str:
        """Return a rounded number with so many decimals, as this language writes it."""
        text = f"{number:.{digits}f}"
        return text.replace(".", ",") if self.language in _COMMA else text

    def percent(self, share: float, digits: int = 1) -> str:
        """Return a share of 1 as a percentage with so many decimals."""
        return self.say(say(PERCENT, n=self.decimal(100 * share, digits)))

    def _hundredths(self, n: int) -> str:
        whole, part = divmod(abs(n), 100)
        sign = "-" if n < 0 else ""
        if part == 50:
            return f"{sign}{whole or ''}½"
        return self.decimal(n / 100, 2).rstrip("0") if part else f"{sign}{whole}"

    def in_form(self, word: Word, form: str) -> str:
        """Return the value of a placeholder in a form; a capitalised form begins a sentence."""
        if isinstance(word, Spot) and not isinstance(word.name, str):
            return self.in_form(word.name, form)
        if isinstance(word, Named):
            return self.in_form(self.called.get(word.key, word.title), form)
        if isinstance(word, Pictured):
            return self.in_form(word.title, form)
        if isinstance(word, SeatName) and isinstance(title := self._title(word), Text):
            return self.in_form(title, form)
        if isinstance(word, Listing):
            later = form.lower()
            items = [self.in_form(x, later if i else form) for i, x in enumerate(word.items)]
            return self._list(items)
        if isinstance(word, Text) and (formed := self._formed(word.template, form.lower())):
            formed = _capital(formed) if form[0].isupper() else formed
            return self._filled(formed, dict(word.places))
        return self._joined(word, form)

    def _title(self, seat: SeatName) -> str | Text | None:
        return self.names[seat.seat] if 0 <= seat.seat < len(self.names) else None

    def _formed(self, template: Template, form: str) -> str:
        """Return a name's own translation for a form; empty if it has none."""
        formed = _form(self._catalogues, form, template.one)
        if formed or form != "the":
            return formed
        plain = self._sentence(template, 1)
        return (template.the or plain) if plain == template.one else plain

    def _joined(self, word: Word, form: str) -> str:
        """Return any other name with a preposition before it."""
        key = form.lower()
        if key == "the":
            return self.word(word)
        before_vowel = Speaker.word(self, word)[:1] in VOWELS
        formed = before_vowel and self._formed(ANY_NAME.template, f"{key}/vowel")
        formed = formed or self._formed(ANY_NAME.template, key) or f"{key} {{name:the}}"
        formed = _capital(formed) if form[0].isupper() else formed
        return self._filled(formed, {"name": word})

    def _list(self, items: list[str]) -> str:
        if not items:
            return self._sentence(NOTHING, 1)
        if len(items) == 1:
            return items[0]
        return self._sentence(AND, 1).format(list=", ".join(items[:-1]), last=items[-1])

    def _sentence(self, template: Template, n: int) -> str:
        singular, plural, _ = template
        for catalogue in self._catalogues:
            translated = (
                catalogue.gettext(singular)
                if plural is None
                else catalogue.ngettext(singular, plural, n)
            )
            if translated:
                return translated
        return singular if plural is None or n == 1 else plural


@lru_cache(maxsize=4000)
def _form(catalogues: tuple[gettext.NullTranslations, ...], form: str, name: str) -> str:
    # Cached, because gettext is slow to find that a name has no such form.
    return next(
        (translated for catalogue in catalogues if (translated := catalogue.pgettext(form, name))),
        "",
    )


class _Filling:
    """Lets `str.format` fill a placeholder with the form that it asks for."""

    __slots__ = ("speaker", "word")

    def __init__(self, speaker: Speaker, word: Word) -> None:
        self.speaker, self.word = speaker, word

    def __format__(self, form: str) -> str:
        return self.speaker.in_form(self.word, form) if form else self.speaker.word(self.word)


@lru_cache(maxsize=200)
def _nameless(
    language: str, catalogues: tuple[tuple[str, Path], ...], called: tuple[tuple[str, str], ...]
) -> Speaker:
    return Speaker(language, (), catalogues, dict(called))
