"""The board as a data file: what is wrong with one is told with line and field."""

import random
import re

import pytest

from chancery.core import BadForm
from chancery.games.revolution.atlas import LONGEST, atlas_of, shipped
from chancery.games.revolution.places import PROVINCES
from chancery.table import Sitting, record
from tests.games.revolution.modes import GAME

OURS = shipped()


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
        ('"utrecht", "zeeland"]', '"hollands"]', "province.holland.adjacent", "is none of"),
        ('region = "north"', 'region = "artois"', ".region", "no such region"),
        ("orange_boxes = 1", "orange_boxes = 9", ".orange_boxes", "a whole number from 0 to"),
        ("start_allegiance = 3", "start_allegiance = 8", ".start_allegiance", "from 1 to 7"),
        ('name = "Leuven"', 'name = "Loewen"', "town.leuven.name", "belongs to the name Leuven"),
        ('slots = ["plain", "plain"]', 'slots = ["plain", "half"]', "huguenots.slots", "kind"),
        ("pieces = 3", "pieces = 0", "water_beggars.pieces", "from 1 to 9"),
        ('"place:arnhem"', '"place:kampen"', "river.Rhine.branches", "an id of this file"),
        ('source = "rulebook"', 'source = "dreamt"', ".source", "is none of rulebook"),
        ('1 = ["+catholic", "-anti-catholic"]', '1 = ["+lutheran"]', ".effects", "is none"),
        ("max_shift = 3", "max_shift = 3\nlucky = true", "allegiance.lucky", "no such field"),
        ("trade = true", 'trade = "yes"', ".trade", "true or false"),
        ("lat = 52.25", "lat = 900", ".lat", "degrees"),
        ("catholics = { treasury = 4 }", "catholics = { jesuits = 9 }", ".catholics", "no room"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(old: str, new: str, place: str, problem: str) -> None:
    assert old in OURS
    text = OURS.replace(old, new, 1)
    with pytest.raises(BadForm) as error:
        atlas_of(text)
    told = str(error.value)
    assert place in told
    assert problem in told
    line = int(re.search(r"line (\d+)", told)[1])  # type: ignore[index]
    # the line that was changed, or for a table the one before it
    assert abs(line - line_of(text, new.split("\n")[-1])) <= 0, told


def test_other_faults() -> None:
    for text, problem in (
        ("]", "not a TOML file"),
        ("", "is missing"),
        (OURS + "\n[magic]\nx = 1\n", "no such field"),
        (OURS.replace('id = "drenthe"', 'id = "geldern"'), "geldern"),
        ("#" * (LONGEST + 1), "at most"),
        (OURS.replace("[[city]]", "[[cities]]", 1), "cities"),
        ("a = " + "[" * 5000, "not a TOML file"),
    ):
        with pytest.raises(BadForm) as error:
            atlas_of(text)
        assert problem in str(error.value)


def test_adjacency_goes_both_ways() -> None:
    with pytest.raises(BadForm, match="does not name this province in turn"):
        atlas_of(OURS.replace('adjacent = ["flanders", "hainault"]', 'adjacent = ["flanders"]'))


def test_noise_never_breaks_the_reader() -> None:
    dice = random.Random("noise")
    lines = OURS.splitlines()
    for _ in range(300):
        changed = list(lines)
        for _ in range(dice.randint(1, 3)):
            i = dice.randrange(len(changed))
            what = dice.choice(["drop", "double", "swap", "value"])
            if what == "drop":
                del changed[i]
            elif what == "double":
                changed.insert(i, changed[i])
            elif what == "swap":
                j = dice.randrange(len(changed))
                changed[i], changed[j] = changed[j], changed[i]
            else:
                values = ["-1", '"x"', "[]", "{}", "1e400", "inf", "true", "1979-05-27", "[[1]]"]
                changed[i] = f"{changed[i].partition('=')[0]}= {dice.choice(values)}"
        try:
            atlas_of("\n".join(changed))
        except BadForm:
            continue


def test_a_corrected_board_is_played_and_kept() -> None:
    town = """
[[town]]
id = "zutphen"
name = "Zutphen"
province = "overijssel"
lat = 52.14
lon = 6.2
trade = true
source = { exists = "printed", province = "printed", trade = "printed" }
"""
    text = OURS.replace("limit = 11", "limit = 10").replace("[[city]]", town + "\n[[city]]", 1)
    text = text.replace('id = "leeuwarden"\nname = "Leeuwarden"\nprovince = "friesland"\n', "", 1)
    with pytest.raises(BadForm):
        atlas_of(text)
    text = OURS.replace("limit = 11", "limit = 10").replace("[[city]]", town + "\n[[city]]", 1)
    atlas = atlas_of(text)
    assert atlas.limit[PROVINCES.index("holland")] == 10
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
    # ours is not written into the record
    assert "Zutphen" not in record.dumps(Sitting(GAME, {}, "ours"))


def test_towns_and_regions_may_be_other_ones() -> None:
    """A board without one of our reconstructed towns, and with a region of its own."""
    start = OURS.index('[[town]]\nid = "leeuwarden"')
    end = OURS.index("[[town]]", start + 5)
    text = OURS[:start] + OURS[end:]
    text = text.replace('region = "gelderland-overijssel"', 'region = "gelderland"')
    text = text.replace('"gelderland-overijssel"', '"gelderland"')
    text = text.replace('name = "Gelderland-Overijssel"', 'name = "Gelderland"')
    state = GAME.start({}, "regions", data=text)
    assert "leeuwarden" not in [str(a) for a in state.legal()]
    assert "post gelderland" in [str(a) for a in state.legal()]
    dice = random.Random("regions")
    while state.asked:
        state.apply(dice.choice(state.legal()))
        state.check()
