"""Tests of the data file that a user may correct."""

import re
import tomllib

import pytest

from chancery.core import BadForm
from chancery.games import find
from chancery.games.spada.board.components import PROBLEMS, RESOURCES
from chancery.table import Sitting, record
from tests.games.spada.modes import GAME

OURS = GAME.shipped_data() or ""


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("knights = 4", "knights = 3", "values.war"),
        ("knights = 4", "knights = true", "values.war"),
        ("knights = 4", 'knights = "4"', "values.war"),
        ("[cross]", "[crux]", ""),
        ('symbol = "privilege"', 'symbol = "crown"', "cross"),
        ("full = 2, short = 1", "full = 3, short = 1", "agenda"),
        ("full = 2, short = 1", "full = -2, short = 1", "agenda.war-cathedral.full"),
        ("full = 2, short = 1", 'full = "2", short = 1', "agenda.war-cathedral.full"),
        ("war-cathedral ", "siege-cathedral ", "agenda"),
        ("[values]", "[values", ""),
    ],
)
def test_a_fault_is_named_with_its_place(old: str, new: str, place: str) -> None:
    assert old in OURS
    with pytest.raises(BadForm) as error:
        GAME.load_data(OURS.replace(old, new, 1))
    assert error.value.at.startswith(place)


def test_a_line_is_named_when_it_is_not_toml() -> None:
    with pytest.raises(BadForm, match="line 1"):
        GAME.load_data("values = \n")


def changed(*lines: str) -> str:
    """Return the built-in file with other numbers: "tax-cathedral 0 0" (full, short)."""
    text = OURS
    for line in lines:
        name, full, short = line.split()
        row = f"{name} = {{ full = {full}, short = {short} }}"
        text = re.sub(rf"^{name} .*$", row, text, flags=re.M)
    return text


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["tax-cathedral 0 0", "tax-privilege 4 3"], "short: line 31: fewer than six"),
        (
            ["war-cathedral 3 1", "tax-cathedral 1 1", "tax-privilege 2 2"],
            "four cards of each kind",
        ),
        (["war-cathedral 2 3", "tax-cathedral 2 0"], "not so many such cards"),
        (["war-cathedral 2 0"], "12 cards were expected, not 11"),
    ],
)
def test_an_agenda_that_cannot_be_is_refused(lines: list[str], problem: str) -> None:
    with pytest.raises(BadForm, match=problem):
        GAME.load_data(changed(*lines))


def test_a_corrected_file_is_played_and_stored_whole() -> None:
    corrected = OURS.replace(
        "tax    = { riches = 4, grain = 3, knights = 2, workers = 1",
        "tax    = { riches = 4, grain = 1, knights = 2, workers = 3",
    )
    sitting = Sitting(GAME, seed="data", data=corrected)
    assert sitting.state.data.values[1] == (1, 3, 2, 4)
    text = record.dumps(sitting)
    again = record.loads(text, find)
    assert again.state.frame.data == corrected
    assert again.state.data.values[1] == (1, 3, 2, 4)
    assert record.to_plain(Sitting(GAME, seed="data"))["data"] is None


def test_every_reconstructed_value_says_so_and_the_help_lists_it() -> None:
    data = GAME.load_data(None)
    said = {(PROBLEMS.names[kind], RESOURCES.names[r]) for kind, r in data.doubtful}
    assert said == {
        ("war", "workers"), ("war", "riches"),
        *(("tax", name) for name in RESOURCES.names),
        *(("revolt", name) for name in RESOURCES.names),
    }  # fmt: skip
    pages = [str(p.text) for chapter in GAME.face.help() for p in chapter.paragraphs]
    assert any("War (workers and riches), Tax (grain, workers" in text for text in pages)
    for table in ("agenda", "cross"):
        rows = tomllib.loads(OURS)[table]
        rows = rows.values() if table == "agenda" else [rows]
        assert all("reconstructed" in row["source"].values() for row in rows)


@pytest.mark.parametrize(
    "source", ['"dreamt"', "1", '{ grain = "dreamt" }', '{ crowns = "printed" }']
)
def test_a_source_is_one_of_those_known(source: str) -> None:
    famine = 'famine = { grain = 4, workers = 3, riches = 2, knights = 1, source = "rulebook" }'
    assert famine in OURS
    with pytest.raises(BadForm, match=r"values.famine.source: line 20: .* is not one of"):
        GAME.load_data(OURS.replace(famine, famine.replace('"rulebook"', source)))
    GAME.load_data(OURS.replace(famine, famine.replace(', source = "rulebook"', "")))
