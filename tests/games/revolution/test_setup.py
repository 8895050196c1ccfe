"""The set-up in every mode, and the positions of pieces on the board."""

import pytest

from chancery.games.revolution.board.factions import FACTION_NAMES
from chancery.games.revolution.board.places import PLACES, PROVINCES
from tests.games.revolution.positions import GAME, THREE, asked, tokens
from tests.games.steps import legal, play, why_not


@pytest.mark.rule("revolution", "3", "3.1", "3.2", "3.3", "3.4")
def test_seats() -> None:
    assert GAME.seats(GAME.complete_options({"players": 2})) == ("crown", "revolt")
    assert GAME.seats(GAME.complete_options({"players": 4})) == (
        "catholics",
        "habsburgs",
        "burghers",
        "reformers",
    )
    assert GAME.seats(GAME.complete_options({})) == FACTION_NAMES
    seats = {GAME.seats(GAME.complete_options(mode)) for mode in THREE}
    assert len(seats) == 6
    assert all(row[0] == "catholics" and len(row) == 3 for row in seats)
    assert ("catholics", "nobility", "reformers") in seats


@pytest.mark.rule("revolution", "3.5", "2.2", "2.2.1", "2.2.2", "2.2.3")
@pytest.mark.parametrize(
    ("players", "n", "armies"), [(2, 40, 6), (3, 58, 8), (4, 40, 6), (5, 32, 6)]
)
def test_numbers(players: int, n: int, armies: int) -> None:
    s = GAME.start({"players": players})
    for faction in s.factions:
        assert s.all_tokens(faction) == n
        posted = sum(s.armies[faction::5])
        assert s.armies_left(faction) + posted == armies
    assert s.neutrals + sum(s.tokens[5::6]) == 47


@pytest.mark.rule(
    "revolution",
    "3.6",
    "3.6.catholics",
    "3.6.habsburgs",
    "3.6.nobility",
    "3.6.burghers",
    "3.6.reformers",
    "2.2.5",
    "2.2.6",
    "2.2.7",
)
def test_five_players_begin() -> None:
    s = GAME.start()
    plain = s.plain()
    placed = {
        "catholics": "arras koeln-city leuven mons liege-city tournai trier-town utrecht-city",
        "habsburgs": "antwerpen antwerpen luxembourg-city luxembourg-city duinkerken nijmegen"
        " valenciennes",
        "nobility": "aachen amsterdam breda bruxelles cleve-town delft",
        "burghers": "arnhem dordrecht haarlem middelburg rotterdam",
        "reformers": "alkmaar brugge gent leiden",
    }
    for name, spots in placed.items():
        for spot in set(spots.split()):
            assert plain["tokens"][spot] == {name: spots.split().count(spot)}, spot
    assert plain["treasury"] == {"catholics": 4}
    assert plain["support"]["france-plain"] == {"nobility": 2}
    assert plain["support"]["emperor-plain"] == {"nobility": 2}
    assert plain["support"]["london-merchants-half"] == {"burghers": 3}
    assert plain["support"]["huguenots-plain"] == {"burghers": 1}
    assert plain["support"]["calvinists-half"] == {"reformers": 4}
    assert s.turn == 0
    assert plain["points"] == {}
    assert not any(s.universities)
    assert asked(s) == ("habsburgs", "post")
    orange = ["brabant-hainault", "gelderland-overijssel", "flanders-artois", "luxembourg-namur"]
    assert legal(s, "post") == orange
    assert why_not(s, "post holland") == ("NoOrangeBox", "3.6.habsburgs")
    play(s, "post flanders-artois")
    assert legal(s, "post") == [r for r in orange if r != "flanders-artois"]
    play(s, "post luxembourg-namur")
    assert asked(s) == ("nobility", "support")


@pytest.mark.rule("revolution", "3.6.neutrals")
def test_neutrals_fill_what_is_empty() -> None:
    five = GAME.start()
    assert sum(five.tokens[5::6]) == 5  # five towns, and no city is empty
    assert tokens(five, "groningen-town") == {"neutral": 1}
    four = GAME.start({"players": 4})
    assert tokens(four, "aachen") == {"neutral": 2}
    assert tokens(four, "delft") == {"neutral": 1}


@pytest.mark.rule("revolution", "2.1", "2.3", "2.3.1")
def test_the_board_is_that_of_the_rulebook() -> None:
    atlas = GAME.load_data(None)
    table = {
        "liege": (8, 200, 100),
        "brabant": (6, 200, 100),
        "gelderland": (5, 200, 100),
        "holland": (11, 100, 100),
        "flanders": (9, 100, 100),
        "koeln": (7, 100, 100),
        "hainault": (5, 100, 100),
        "luxembourg": (5, 100, 100),
        "utrecht": (5, 100, 100),
        "artois": (4, 100, 100),
        "trier": (4, 100, 50),
        "generality": (3, 50, 100),
        "juelich": (4, 50, 50),
        "cleve": (3, 50, 50),
        "friesland": (3, 50, 50),
        "groningen": (3, 50, 50),
        "overijssel": (3, 50, 50),
        "zeeland": (3, 50, 50),
        "drenthe": (1, 0, 45),
        "namur": (1, 0, 40),
        "maastricht": (1, 0, 30),
        "venlo": (1, 0, 25),
        "limburg": (1, 0, 22),
        "geldern": (1, 0, 20),
    }
    for name, (limit, tax, worth) in table.items():
        p = PROVINCES.index(name)
        assert (atlas.limit[p], atlas.tax[p], atlas.worth[p]) == (limit, tax, worth)
        assert atlas.late[p] == (limit == 1)
    assert {PROVINCES.names[p] for p in atlas.bishoprics} == {
        "artois",
        "flanders",
        "koeln",
        "liege",
        "trier",
        "utrecht",
    }
    assert len(atlas.universities) == 7
    assert len(atlas.trade) == 7
    links = {PLACES.names[q] for q in atlas.links[PLACES.index("koeln-city")]}
    assert links == {"dordrecht", "leiden", "nijmegen"}
