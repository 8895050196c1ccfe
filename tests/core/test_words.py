"""Texts: sentences that are translated and filled in when they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from chancery.core.words import (
    LANGUAGES,
    N_,
    NN_,
    TF,
    TN,
    Hundredths,
    Listing,
    Named,
    Pictured,
    SeatName,
    Speaker,
    Spot,
    T,
    Template,
    Text,
    say,
)
from chancery.page.html_speaker import HtmlSpeaker
from tests.tiny import caskets


def test_places_are_filled_by_name() -> None:
    assert str(T("{who} has {n} cards", who="Anna", n=3)) == "Anna has 3 cards"


@pytest.mark.parametrize(("n", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_the_place_n_decides_between_one_and_many(n: int, said: str) -> None:
    assert str(TN("{n} card", "{n} cards", n)) == said
    assert str(say(NN_("{n} card", "{n} cards"), n=n)) == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "nothing"),
        (["grain"], "grain"),
        (["grain", "knights"], "grain and knights"),
        (["grain", "knights", "riches"], "grain, knights and riches"),
    ],
)
def test_a_list_is_said_with_commas_and_an_and(names: list[str], said: str) -> None:
    listing = Listing(tuple(T("{x}", x=name) for name in names))
    assert str(T("{list}", list=listing)) == said


def test_a_seat_is_called_by_the_name_of_who_sits_there() -> None:
    speaker = Speaker("en", names=("Anna", T("Black")))
    assert speaker.say(T("{seat}", seat=SeatName(0))) == "Anna"
    assert speaker.say(T("{seat}", seat=SeatName(1))) == "Black"


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert str(T("{seat} passes", seat=SeatName(2))) == "#3 passes"


def test_a_game_gives_titles_to_seats_without_names() -> None:
    speaker = caskets.GAME.speaker("en", ["", "Bruno"], ("ann", "bob", "cas"))
    assert speaker.names == (T("Ann"), "Bruno", T("Cas"))


def test_texts_stand_in_texts() -> None:
    assert str(T("the {thing} burns", thing=T("house of {n}", n=2))) == "the house of 2 burns"


def test_texts_are_equal_by_value_and_can_be_keys() -> None:
    assert T("{n} points", n=3) == T("{n} points", n=3)
    assert T("{n} points", n=3) != T("{n} points", n=4)
    assert len({T("a"), T("a"), T("b")}) == 2


def test_braces_in_what_fills_a_place_are_left_alone() -> None:
    assert str(T("{name} sits down", name="{evil} {0}")) == "{evil} {0} sits down"


def test_a_sentence_without_places_is_said_as_it_stands() -> None:
    assert str(T("100% {sic}")) == "100% {sic}"


@pytest.mark.parametrize(
    ("hundredths", "english", "others"),
    [
        (0, "0", "0"), (700, "7", "7"), (50, "½", "½"), (450, "4½", "4½"), (45, "0.45", "0,45"),
        (1197, "11.97", "11,97"), (20, "0.2", "0,2"), (5, "0.05", "0,05"), (-150, "-1½", "-1½"),
        (-145, "-1.45", "-1,45"), (-300, "-3", "-3"),
    ],
)  # fmt: skip
def test_halves_are_a_sign_and_other_parts_are_decimals(
    hundredths: int, english: str, others: str
) -> None:
    for language in LANGUAGES:
        said = Speaker(language).say(T("{n}", n=Hundredths(hundredths)))
        assert said == (english if language == "en" else others)


def test_decimals_and_percentages_are_written_as_in_the_language() -> None:
    said = {
        name: (Speaker(name).decimal(2.25, 1), Speaker(name).percent(0.125)) for name in LANGUAGES
    }
    assert said == {
        "en": ("2.2", "12.5%"), "it": ("2,2", "12,5%"), "nl": ("2,2", "12,5%"),
        "fr": ("2,2", "12,5\N{NO-BREAK SPACE}%"),
    }  # fmt: skip


# -- other languages -------------------------------------------------------------------


def test_there_are_four_languages() -> None:
    assert list(LANGUAGES) == ["en", "it", "nl", "fr"]


@pytest.mark.parametrize("language", ["it", "xx"])
def test_without_a_catalogue_the_english_sentence_is_said(language: str, tmp_path: Path) -> None:
    speaker = Speaker(language, ("Anna",), [("no-such-game", tmp_path)])
    assert speaker.say(T("{seat} sings", seat=SeatName(0))) == "Anna sings"
    assert speaker.say(TN("{n} song", "{n} songs", 1)) == "1 song"
    assert speaker.say(TN("{n} song", "{n} songs", 5)) == "5 songs"


def test_a_game_without_catalogues_speaks_english_in_every_language() -> None:
    for language in LANGUAGES:
        speaker = caskets.GAME.speaker(language, (), ("ann", "bob"))
        said = speaker.say(caskets.Doubled(1, 2).text())
        assert said == "Bob doubles lead."


Catalogue = dict[tuple[str, ...], tuple[str, ...]]
Make = Callable[[str, Catalogue], tuple[str, Path]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return a function that writes a compiled Italian catalogue of a domain."""

    def make(domain: str, messages: Catalogue) -> tuple[str, Path]:
        folder = tmp_path / domain / "it" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / f"{domain}.mo").write_bytes(compiled(messages))
        return domain, tmp_path / domain

    return make


def compiled(messages: Catalogue) -> bytes:
    """Return a gettext catalogue in its binary form."""
    head = "Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    pairs = sorted(
        ("\0".join(key).encode(), "\0".join(said).encode())
        for key, said in {("",): (head,), **messages}.items()
    )
    number, start = len(pairs), 28
    body = b""
    tables: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for column in (0, 1):
        for pair in pairs:
            offset = start + 16 * number + len(body)
            tables[column].append((len(pair[column]), offset))
            body += pair[column] + b"\0"
    words = [0x950412DE, 0, number, start, start + 8 * number, 0, 0]
    words += [part for table in tables for entry in table for part in entry]
    return b"".join(word.to_bytes(4, "little") for word in words) + body


def test_a_catalogue_translates_sentences_plurals_and_lists(make: Make) -> None:
    core = make(
        "house",
        {
            ("{list} and {last}",): ("{list} e {last}",),
            ("{n} card", "{n} cards"): ("{n} carta", "{n} carte"),
            ("{seat} passes.",): ("{seat} passa.",),
        },
    )
    speaker = Speaker("it", ("Anna",), [core])
    assert speaker.say(T("{seat} passes.", seat=SeatName(0))) == "Anna passa."
    assert speaker.say(TN("{n} card", "{n} cards", 1)) == "1 carta"
    both = Listing((TN("{n} card", "{n} cards", 2), T("x")))
    assert speaker.say(T("{list}", list=both)) == "2 carte e x"


def test_a_games_own_catalogue_comes_before_that_of_the_house(make: Make) -> None:
    game = make("game", {("pass",): ("mi ritiro",)})
    house = make("house", {("pass",): ("passo",), ("undo",): ("annulla",)})
    speaker = Speaker("it", (), [game, house])
    assert speaker.say(T("pass")) == "mi ritiro"
    assert speaker.say(T("undo")) == "annulla"
    assert speaker.say(T("neither")) == "neither"


def test_marking_a_sentence_does_not_say_it() -> None:
    assert N_("later") == Template("later")
    assert NN_("one", "many") == Template("one", "many")
    assert say(N_("later")) == Text(Template("later"))


def test_untranslatable_values_raise_with_advice() -> None:
    with pytest.raises(TypeError, match=r"'doubt' is no Text: T\(\"...\"\) is a sentence"):
        Speaker("en").say("doubt")  # type: ignore[arg-type]


@pytest.mark.parametrize("foreign", [(1, 2), [1], None, 2.5])
def test_missing_values_raise_with_the_sentence(foreign: object) -> None:
    text = T("{seat} shows {cards}.", seat=SeatName(0), cards=foreign)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=re.escape(f"{foreign!r} has no words")) as raised:
        str(text)
    assert str(raised.value).endswith("in “{seat} shows {cards}.”")


ARMY = TF("Imperial Army", "the", "of", the="the Imperial Army")


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("{x} attacks: {y}.", "Imperial Army attacks: Anna."),
        ("{x:The} attacks {y:the}.", "The Imperial Army attacks Anna."),
        ("{y:The} attacks {x:the}.", "Anna attacks the Imperial Army."),
        ("A city {y:of}. {y:Of}.", "A city of Anna. Of Anna."),
        ("A city {x:of}. {x:To}.", "A city of the Imperial Army. To the Imperial Army."),
        ("{both:The} march.", "The Imperial Army and the Imperial Army march."),
        ("{spot:The} and {called:the}", "The Imperial Army and Legion"),
    ],
)
def test_a_place_may_name_the_form_of_its_name(sentence: str, said: str) -> None:
    speaker = Speaker("en", called={"army": "Legion"})
    text = T(
        sentence, x=ARMY, y="Anna", both=Listing((ARMY, ARMY)),
        spot=Spot("piece:army", ARMY), called=Named("army", ARMY),
    )  # fmt: skip
    assert speaker.say(text) == said


def test_a_seat_that_nobody_has_taken_is_said_in_the_forms_of_its_title() -> None:
    speaker = Speaker("en", names=("anna", ARMY))
    assert speaker.say(T("{seat:The} passes", seat=SeatName(0))) == "anna passes"
    assert speaker.say(T("{seat:The} passes", seat=SeatName(1))) == "The Imperial Army passes"


def test_forms_of_names_are_looked_up_with_the_form_as_context(tmp_path: Path) -> None:
    catalog = Catalog(locale="it")
    for context, name, said in (
        (None, "Prussian train {n}", "convoglio prussiano {n}"),
        ("the", "Prussian train {n}", "il convoglio prussiano {n}"),
        (None, "Swedish train", "convoglio svedese"),
        (None, "{train:The} goes.", "{train:The} va {city:to}, {other:to} e {who:to}."),
        ("to", "{name}", "a {name}"),
        ("to/vowel", "{name}", "ad {name}"),
    ):
        catalog.add(name, said, context=context)
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "tiny.mo").open("wb") as file:
        write_mo(file, catalog)
    speaker = Speaker("it", ("Emma",), [("tiny", tmp_path)])
    train = Text(TF("Prussian train {n}", "the").template, (("n", 2),))
    text = T(
        "{train:The} goes.",
        train=train, city=Spot("city:arnstadt", "Arnstadt"), other="Berlin", who=SeatName(0),
    )  # fmt: skip
    assert speaker.say(text) == "Il convoglio prussiano 2 va ad Arnstadt, a Berlin e ad Emma."
    swedish = TF("Swedish train", "the", the="the Swedish train")  # no such form in Italian
    assert speaker.say(T("{train:The}", train=swedish)) == "Convoglio svedese"
    assert HtmlSpeaker(speaker, [None]).say(text) == (
        "Il convoglio prussiano 2 va ad"
        ' <span class="name" data-light="city:arnstadt">Arnstadt</span>, a Berlin e ad Emma.'
    )


def test_pictures_are_described_by_their_title() -> None:
    title = TF("Imperial Army", "the", the="the Imperial Army")
    text = T("{who:The} pays {cards}.", who=Pictured("army", title),
             cards=Listing((Pictured("card:2s", "2♠"), TN("{n} <b>", "{n} <b>s", 2))))  # fmt: skip
    assert str(text) == "The Imperial Army pays 2♠ and 2 <b>s."
    signs = {"army": "fr-army", "card:2s": 'a"><b>'}
    drawn = [
        f'<svg class="sign" viewBox="-13 -13 26 26" aria-hidden="true"><use href="#{sign}"/></svg>'
        for sign in ("fr-army", "a&#34;&gt;&lt;b&gt;")
    ]
    html = HtmlSpeaker(Speaker("en"), [], signs.get).say(text)
    army, card = (
        f'<span class="pictured">{sign}{said}</span>'
        for sign, said in zip(drawn, ("The Imperial Army", "2♠"), strict=True)
    )
    assert html == f"{army} pays {card} and 2 &lt;b&gt;s."
    lit = T("{general} marches.", general=Spot("army", "Daun"))
    name = '<span class="name" data-light="army">Daun</span>'
    assert HtmlSpeaker(Speaker("en"), [], signs.get).say(lit) == f"{drawn[0]}{name} marches."
    assert HtmlSpeaker(Speaker("en"), []).say(lit) == f"{name} marches."


def test_names_of_different_kinds_are_kept_apart() -> None:
    html = HtmlSpeaker(Speaker("en"), [], {"army": "fr-army"}.get)
    spot, pictured = html.word(Spot("army", "Daun")), html.word(Pictured("army", "Daun"))
    assert spot.endswith('<span class="name" data-light="army">Daun</span>')
    assert pictured.startswith('<span class="pictured">')
