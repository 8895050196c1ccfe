"""The board as a data file: faults are reported with line and field."""

import random
import re

import pytest

from chancery.conformance import check_walk
from chancery.conformance.positions import check_round_trips
from chancery.core import BadForm
from chancery.games.revolution.board.places import PROVINCES
from chancery.table import Sitting, record
from tests.games.revolution.positions import GAME

OURS = GAME.shipped_data() or ""


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "place", "problem"),
    [
        ("limit = 11", 'limit = "many"', "province.holland.limit", "a whole number from 1 to 20"),
        ("limit = 11", "limit = 0", "province.holland.limit", "a whole number from 1 to 20"),
        ("vp = 0.45", "vp = 0.455", "province.drenthe.vp", "at most two decimals"),
        ("vp = 0.45", "vp = nan", "province.drenthe.vp", "at most two decimals"),
        ("vp = 0.45", "vp = -1", "province.drenthe.vp", "at most two decimals"),
        ('"utrecht", "zeeland"]', '"hollands"]', "province.holland.adjacent", "is not one of"),
        ('region = "north"', 'region = "artois"', ".region", "no such region"),
        ("orange_boxes = 1", "orange_boxes = 9", ".orange_boxes", "a whole number from 0 to"),
        ("start_allegiance = 3", "start_allegiance = 8", ".start_allegiance", "from 1 to 7"),
        ('name = "Leuven"', 'name = "<b>Leuven"', "town.leuven.name", "a name of at most 40"),
        ('name = "Leuven"', 'name = "Leu\u202even"', "town.leuven.name", "a name of at most 40"),
        ('name = "Leuven"', f'name = "{"Leuven" * 9}"', "town.leuven.name", "a name of at most 40"),
        ('id = "leeuwarden"', 'id = "harlingen"', "town.harlingen.id", "take town-1 to town-9"),
        ('id = "north"', 'id = "far-north"', "region.far-north.id", "take region-1 to region-9"),
        ('slots = ["plain", "plain"]', 'slots = ["plain", "half"]', "huguenots.slots", "kind"),
        ("pieces = 3", "pieces = 0", "water_beggars.pieces", "from 1 to 9"),
        ('"place:arnhem"', '"place:kampen"', "river.Rhine.branches", "an id of this file"),
        ('source = "rulebook"', 'source = "dreamt"', ".source", "is not one of rulebook"),
        ('1 = ["+catholic", "-anti-catholic"]', '1 = ["+lutheran"]', ".effects", "is not one of"),
        ("max_shift = 3", "max_shift = 3\nlucky = true", "allegiance.lucky", "no such field"),
        ("trade = true", 'trade = "yes"', ".trade", "true or false"),
        ("lat = 52.25", "lat = 900", ".lat", "degrees"),
        ("catholics = { treasury = 4 }", "catholics = { jesuits = 9 }", ".catholics", "no room"),
        ("catholics = { treasury = 4 }", "catholics = { calvinists = 1 }", ".catholics",
         "the catholics may not use the box calvinists"),
        ("reformers = { calvinists = 4 }", "reformers = { treasury = 29 }", "start.reformers",
         "33 tokens on the board, in boxes and in the treasury; a faction has 32"),
        ("start = { habsburgs = 2 }", "start = { habsburgs = 45 }", "start.habsburgs", "has 32"),
        ("tokens = 47", "tokens = 48", "neutral.tokens", "from 47 to 47"),
        ('id = "arras"', 'id = "arras"\ntrade = true', "town.deventer.trade", "7 of these, not 8"),
        ('id = "arras"', 'id = "arras"\nuniversity = true', "city.utrecht.university", "not 8"),
        ('id = "brabant"', 'id = "brabant"\nbishopric = true', "province.brabant.bishopric",
         "Artois, Flanders, Köln, Liège, Trier, Utrecht"),
        ('trade_links = ["trier"]', 'trade_links = ["luxembourg"]', "luxembourg.trade_links",
         "does not name its own city"),
    ],
)  # fmt: skip
def test_faults_are_reported(old: str, new: str, place: str, problem: str) -> None:
    assert old in OURS
    text = OURS.replace(old, new, 1)
    with pytest.raises(BadForm) as error:
        GAME.load_data(text)
    message = str(error.value)
    assert place in message
    assert problem in message
    line = int(re.search(r"line (\d+)", message)[1])  # type: ignore[index]
    named = place.rpartition(".")[2]
    assert text.split("\n")[line - 1].strip().startswith(named), message


def test_other_faults() -> None:
    for text, problem in (
        ("]", "not a TOML file"),
        ("", "is missing"),
        (OURS + "\n[magic]\nx = 1\n", "no such field"),
        (OURS.replace('id = "drenthe"', 'id = "geldern"'), "geldern"),
        (OURS.replace('name = "Leuven"', 'name = "MONS"'), "this name appears twice"),
        ("#" * (2 * len(OURS) + 1), "at most"),
        (OURS.replace("[[city]]", "[[cities]]", 1), "cities"),
        ("a = " + "[" * 500, "at most 4 deep"),
    ):
        with pytest.raises(BadForm) as error:
            GAME.load_data(text)
        assert problem in str(error.value)


def test_adjacency_goes_both_ways() -> None:
    with pytest.raises(BadForm, match="does not name this province in turn"):
        GAME.load_data(
            OURS.replace('adjacent = ["flanders", "hainault"]', 'adjacent = ["flanders"]')
        )


NEW_TOWN = """
[[town]]
id = "{id}"
name = "{name}"
province = "friesland"
lat = 53.17
lon = 5.41
trade = true
source = {{ exists = "printed", province = "printed", trade = "printed" }}
"""


def other_board() -> str:
    """Return a board with Harlingen for Leeuwarden, and Trier in a region with Luxembourg."""
    start = OURS.index('[[town]]\nid = "leeuwarden"')
    end = OURS.index("[[town]]", start + 5)
    text = OURS[:start] + NEW_TOWN.format(id="town-1", name="Harlingen") + OURS[end:]
    text = text.replace('"luxembourg-namur"', '"region-1"').replace('"koeln-trier"', '"koeln"')
    text = text.replace('"Luxembourg-Namur"', '"Luxembourg-Trier"').replace(
        '"Köln-Trier"', '"Köln"'
    )
    at = text.index('id = "trier"')
    trier = text[at : text.index("[[", at)]
    return text.replace(trier, trier.replace('region = "koeln"', 'region = "region-1"'))


def test_a_corrected_board_is_played_and_kept() -> None:
    start = OURS.index('[[town]]\nid = "leeuwarden"')
    end = OURS.index("[[town]]", start + 5)
    text = OURS.replace("limit = 11", "limit = 10")
    text = text.replace(OURS[start:end], NEW_TOWN.format(id="zutphen", name="Zutphen"))
    assert GAME.load_data(text).limit[PROVINCES.index("holland")] == 10
    sitting = Sitting(GAME, {}, "board", data=text)
    assert sitting.state.plain()["tokens"]["zutphen"] == {"neutral": 1}
    dice = random.Random("board")
    for _ in range(60):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    kept = record.dumps(sitting)
    assert "Zutphen" in kept
    again = record.loads(kept, lambda name: GAME)
    assert again.state == sitting.state
    assert again.state.frame.data == text
    # the default file is not written into the record
    assert "Zutphen" not in record.dumps(Sitting(GAME, {}, "ours"))


def test_towns_and_regions_may_be_other_ones_with_names_of_their_own() -> None:
    """All sentences use the names of the file; actions use the ids."""
    sitting = Sitting(GAME, {}, "other", data=other_board())
    state = sitting.state
    assert state.plain()["tokens"]["town-1"] == {"neutral": 1}
    speaker = GAME.speaker("en", (), state.seats, GAME.called(state.frame))
    action = GAME.notation.parse("post region-1")
    assert action in state.legal()
    assert speaker.say(GAME.face.label(action)) == "An army in Luxembourg-Trier"
    assert (
        speaker.say(GAME.face.label(GAME.notation.parse("put town-1 1"))) == "1 token to Harlingen"
    )
    events = state.clone().apply(action)
    assert "Luxembourg-Trier" in speaker.say(events[0].text())
    described = [
        speaker.say(line) for _, lines in GAME.face.describe(state.view(0)) for line in lines
    ]
    assert any("Harlingen" in line for line in described)
    assert not any("Leeuwarden" in line or "Town 1" in line for line in described)
    # without the file a numbered id is only a number
    assert str(GAME.face.label(action)) == "An army in Region 1"
    check_round_trips(state)
    visits = check_walk(GAME, {}, "other", thorough=0.02, data=other_board())
    assert visits.actions > 100
    assert record.loads(record.dumps(sitting), lambda name: GAME).state == state


def test_every_kind_of_name_is_that_of_the_file() -> None:
    text = OURS
    for ours, theirs in (
        ("Flanders", "Westhoek"),
        ("GENT", "GANDA"),
        ("Arras", "Atrebatum"),
        ("Utrecht", "Sticht"),
        ("Jesuits", "Society of Jesus"),
    ):
        assert f'name = "{ours}"' in text
        text = text.replace(f'name = "{ours}"', f'name = "{theirs}"')
    state = GAME.start({}, "names", data=text)
    speaker = GAME.speaker("it", (), state.seats, GAME.called(state.frame))
    said = {
        line: speaker.say(GAME.face.label(GAME.notation.parse(line)))
        for line in ("place flanders 2", "pay gent 1", "people arras", "post utrecht",
                     "place jesuits-plain 1", "influence flanders neutral")
    }  # fmt: skip
    for line, name in zip(
        said, ("Westhoek", "GANDA", "Atrebatum", "Sticht", "Society of Jesus", "Westhoek"),
        strict=True,
    ):  # fmt: skip
        assert name in said[line]
    plain = GAME.speaker("it", (), state.seats)
    assert "Fiandre" in plain.say(GAME.face.label(GAME.notation.parse("place flanders 2")))


def test_ids_that_came_later_change_no_digest_of_ours() -> None:
    plain = GAME.start({}, "digest", rules=1).plain()
    assert "zutphen" in plain["tokens"]
    assert "town-1" not in plain["tokens"]
    assert "region-1" not in plain["armies"]


def test_what_the_rulebook_fixes_is_not_asked_of_older_tables() -> None:
    """A game of rules version 1 continues with the file it has."""
    text = OURS.replace("tokens = 47", "tokens = 50")
    text = text.replace("catholics = { treasury = 4 }", "catholics = { treasury = 40 }")
    with pytest.raises(BadForm):
        GAME.start({}, "older", data=text)
    old = GAME.start({}, "older", rules=1, data=text)
    assert old.data.neutrals == 50
    assert old.view(0).data.neutrals == 50
