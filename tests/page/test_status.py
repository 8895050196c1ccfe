"""The line that says where the game stands, and players named together with their factions."""

from __future__ import annotations

import re

import pytest

from chancery.games import find
from chancery.page.sections import Page
from chancery.page.table_info import Links, SeatInfo, TableInfo
from chancery.table import Sitting
from chancery.table.seated import Seated

NAMES = ("Anna", "Bruno <b>", "", "Dora", "Emma")
LINKS = Links("replay", "export", "lobby", "help", "learn")


def page(seat: int | None, language: str = "en", started: bool = True) -> Page:
    """Return the page of a new game of Revolution for a seat."""
    sitting = Sitting(find("revolution"), {"players": 5}, "1")
    speaker = sitting.game.speaker(language, NAMES, sitting.seats)
    seats = tuple(SeatInfo(number, own=number == seat) for number in range(5))
    facts = TableInfo("slug", started, False, False, False, 1, seats, LINKS)
    return Page(Seated(sitting, seat, speaker), facts)


def words(html: str) -> str:
    """Return HTML as text, with single spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Opening turn Set-up → then Support moves ▶ To move: Habsburgs · Bruno"),
        ("it", "Turno di apertura Preparazione → poi Movimento di supporto ▶ Tocca a: Asburgo"),
        ("nl", "Openingsronde Opstelling → daarna Steun verplaatsen ▶ Aan zet: Habsburgers"),
        ("fr", "Tour d’ouverture Mise en place → puis Mouvements de soutien ▶ Au tour de : Hab"),
    ],
)
def test_the_status_says_where_the_game_stands(language: str, said: str) -> None:
    found = words(page(None, language).status())
    assert found.startswith("Revolution")
    assert said in found.replace("\u00a0", " ")


def test_seats_and_players_are_named_together_and_escaped() -> None:
    found = page(0)
    assert found.names(range(3)) == ["Catholics · Anna", "Habsburgs · Bruno <b>", "Nobility"]
    assert "Waiting for Habsburgs · Bruno &lt;b&gt;." in found.question()
    assert "Catholics · Anna" in words(found.seats())
    assert "Bruno &lt;b&gt;" in found.status()
    assert "<b>" not in found.status().replace("<b>Set-up</b>", "")
    assert 'class="acts own"' not in found.status()
    assert 'class="acts own"' in page(1).status()
    assert page(1).status() in page(1).sections().values()


def test_before_the_start_only_the_game_is_named() -> None:
    found = words(page(0, started=False).status())
    assert found == "Revolution: The Dutch Revolt"
