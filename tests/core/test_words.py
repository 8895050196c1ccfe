"""Sentences that wait for a language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chancery.core.words import (
    LANGUAGES,
    N_,
    NN_,
    TN,
    Listing,
    SeatName,
    Speaker,
    T,
    Template,
    Text,
    say,
)
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


# -- other languages -------------------------------------------------------------------


def test_the_house_speaks_four_languages() -> None:
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
    """Make a compiled Italian catalogue of a domain."""

    def make(domain: str, messages: Catalogue) -> tuple[str, Path]:
        folder = tmp_path / domain / "it" / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / f"{domain}.mo").write_bytes(compiled(messages))
        return domain, tmp_path / domain

    return make


def compiled(messages: Catalogue) -> bytes:
    """A gettext catalogue in its binary form."""
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
