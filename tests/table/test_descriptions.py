"""The names of bots, the sentence about winners and the description of a position."""

from typing import Any

import pytest

from chancery import bots
from chancery.bots.random import RandomBot
from chancery.core import Outcome, Speaker, as_is
from chancery.games import find
from chancery.page.sections import Page
from chancery.page.table_info import Links, SeatInfo, TableInfo
from chancery.table import Sitting, bot_players
from chancery.table.seated import Seated


@pytest.mark.parametrize(
    ("language", "random", "steward"),
    [
        ("en", "Random", "Adept, makes no gross mistakes"),
        ("it", "Casuale", "Esperto, non fa errori grossolani"),
        ("nl", "Willekeurig", "Gevorderde, maakt geen grove fouten"),
        ("fr", "Aléatoire", "Confirmé, ne fait pas de grosses erreurs"),
    ],
)
def test_a_bot_is_introduced_in_every_language(language: str, random: str, steward: str) -> None:
    game = find("spada")
    said = game.speaker(language).say
    assert said(bots.title("random", game)) == random
    for name in ("steward", "player"):  # the game's own bot is a level under the same name
        assert said(bots.introduced(name, game)) == steward
    assert said(bots.title("steward", game)) == steward.partition(",")[0]


def test_the_weakest_and_strongest_bots_are_labelled() -> None:
    game = find("spada")
    assert str(bots.introduced("random", game)) == "Random, the weakest: moves at random"
    assert str(bots.introduced("master", game)) == "Master, the strongest: looks ahead"


class Nameless(RandomBot):
    title: Any = None
    strength: Any = "a string of somebody’s, not a text"


def test_a_bot_without_a_title_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("spada")
    monkeypatch.setitem(bots.ADDED, "miser", Nameless)
    assert bots.introduced("miser", game) == bots.title("miser", game) == as_is("miser")
    assert str(bots.title("gone", game)) == "gone"  # a bot that is no longer installed


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Winner: Anna.", "Anna and Bruno win together."),
        ("it", "Vittoria di Anna.", "Anna e Bruno vincono insieme."),
        ("nl", "Winnaar: Anna.", "Anna en Bruno winnen samen."),
        ("fr", "Victoire : Anna.", "Anna et Bruno remportent ensemble la partie."),
    ],
)
def test_winners_are_a_sentence(language: str, one: str, two: str) -> None:
    said = Speaker(language, ("Anna", "Bruno", "Carla")).say
    assert said(Outcome.ranked([9, 5, 1], [(9,), (5,), (1,)]).text()) == one
    assert said(Outcome.ranked([9, 9, 1], [(9,), (9,), (1,)]).text()) == two


def rendered(sitting: Sitting, seat: int, language: str, names: tuple[str, ...] = ()) -> str:
    """Return the position as described to the seat to move."""
    shown = Seated(sitting, seat, sitting.game.speaker(language, names, sitting.seats))
    seats = tuple(SeatInfo(number, own=number == seat) for number in range(len(sitting.seats)))
    links = Links("replay", "export", "lobby", "help", "learn")
    return Page(shown, TableInfo("t", True, False, False, False, 1, seats, links)).question()


@pytest.mark.parametrize("language", ["en", "it", "nl", "fr"])
def test_a_seat_is_named_once(language: str) -> None:
    sitting = Sitting(find("revolution"), {"players": 5}, "1")
    seat = sitting.state.asked[0].seat
    title = sitting.game.speaker(language).say(sitting.game.seat_title(sitting.seats[seat]))
    prompt = rendered(sitting, seat, language).partition('class="prompt">')[2].partition("</p>")[0]
    assert prompt.count(title) == 1, prompt
    names = tuple("Anna" if n == seat else "" for n in range(5))
    assert f"<strong>{title} · Anna" in rendered(sitting, seat, language, names)


@pytest.mark.parametrize("name", ["friedrich", "revolution", "spada"])
def test_descriptions_have_no_empty_headings(name: str) -> None:
    """At first there are no coins on cities in Revolution; then their heading is left out."""
    sitting = Sitting(find(name), {}, "1")
    for _ in range(5):
        shown = Seated(sitting, None, sitting.game.speaker("en", (), sitting.seats))
        assert shown.described
        for heading, lines in shown.described:
            assert lines, heading
            assert str(heading).strip()
        seat = sitting.state.asked[0].seat
        sitting.act(seat, bot_players.answer(sitting, seat, "random", "x"))


@pytest.mark.parametrize("name", ["friedrich", "revolution", "spada"])
def test_every_bot_of_ours_has_a_title_and_a_strength(name: str) -> None:
    game = find(name)
    for kind, called in (("random", "Random"), *((own, "Adept") for own in game.bots)):
        title, strength = str(bots.introduced(kind, game)).split(", ")
        assert title == called
        assert strength
