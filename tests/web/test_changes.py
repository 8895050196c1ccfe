"""Pages are sent what has changed: sections as differences, nothing for closed drawers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from chancery import games
from chancery.page.changes import NOTHING, Texts, difference, have_in
from chancery.page.sections import Page
from chancery.page.table_info import Links, SeatInfo, TableInfo
from chancery.table import Sitting
from chancery.table.seated import Seated
from tests.web.people import Person

CHUNKS = (
    "<g a long chunk 1>",
    "<g a long chunk 2>",
    "<g a long chunk 3>",
    "x",
    "</g>",
    "long text",
)


def put(part: str | list[Any], before: str) -> str:
    """Return a section as table.js puts it together."""
    if isinstance(part, str):
        return part
    return "".join(one if isinstance(one, str) else before[slice(*one)] for one in part)


def test_applying_a_difference_gives_the_new_text() -> None:
    dice = random.Random(1)
    for _ in range(2000):
        old, new = ("".join(dice.choices(CHUNKS, k=dice.randrange(12))) for _ in range(2))
        assert put(difference(old, new), old) == new


def test_a_moved_piece_is_not_sent_again() -> None:
    pieces = [f' id="p-{n}" class="piece"></g><g' for n in range(40)]
    old, fresh = "".join(pieces), ' id="p-7" class="other"></g><g'
    at, length = old.index(pieces[7]), len(old)
    found = difference(old, "".join([*pieces[:7], *pieces[8:], fresh]))
    assert found == [[0, at], [at + len(pieces[7]), length], fresh]


LONG, LONGER = ("".join(f"<li>a long line {n}</li>" for n in range(most)) for most in (60, 61))


def test_differences_are_against_the_same_readers_text() -> None:
    texts = Texts(10_000)
    assert texts.change(("t", 0), None, "long", LONG) == LONG
    for reader, before in ((("t", 1), "long"), (("u", 0), "long"), (("t", 0), "other")):
        assert texts.change(reader, before, "longer", LONGER) == LONGER
    assert texts.change(("t", 0), "long", "longer", LONGER) == [[0, len(LONG)], LONGER[len(LONG) :]]


def test_evicted_texts_are_sent_whole() -> None:
    texts = Texts(2 * len(LONGER))
    texts.change(0, None, "long", LONG)
    for reader in (1, 2):
        texts.change(reader, None, "long", LONG)
    assert texts.change(0, "long", "longer", LONGER) == LONGER


@pytest.mark.parametrize("sign", ["é", "–", "𝔄"])
def test_offsets_count_utf_16_units(sign: str) -> None:
    texts = Texts(10_000)
    texts.change(0, None, "old", LONG + sign)
    found = texts.change(0, "old", "new", LONG + sign + "<li>new</li>")
    assert (found == LONG + sign + "<li>new</li>") == (sign == "𝔄")


@pytest.mark.parametrize("game", ["friedrich", "revolution", "spada"])
def test_a_page_is_assembled_from_differences(game: str) -> None:
    links = Links("", "", "", "", "")
    facts = TableInfo(game, True, False, False, False, 1, (SeatInfo(0, own=True),), links)
    sitting, dice = Sitting(games.find(game), {}, "1"), random.Random(1)
    speaker = sitting.game.speaker("en", ("Anna", "Bruno", "Carla"), sitting.seats)
    parts: dict[str, str] = {}
    have, pieces = NOTHING, 0
    for _ in range(60):
        page = Page(Seated(sitting.fork(), 0, speaker), facts)
        found: Any = page.plain(have)
        pieces += sum(isinstance(part, list) for part in found["parts"].values())
        parts |= {name: put(part, parts.get(name, "")) for name, part in found["parts"].items()}
        assert parts == page.sections()
        have = have_in(
            [f"{name}:{tag}:text" for name, tag in found["tags"].items()], "", words=True
        )
        seat = sitting.state.asked[0].seat
        sitting.act(seat, dice.choice(sitting.state.legal(seat)))
    assert pieces > 30


@pytest.mark.django_db
def test_closed_drawers_are_not_rendered_until_they_are_opened() -> None:
    host = Person()
    table = host.open("me", "here", "here")

    def sections(query: str) -> set[str]:
        return set(host.ask(f"/t/{table.slug}/state?seat=0&{query}").json()["parts"])

    everything = sections("words")
    assert everything >= {"panels", "aid", "position", "live", "question"}
    assert sections("shut=panels+aid+position") == everything - {"panels", "aid", "position"}
    assert sections("shut=panels+question+live") == everything - {"panels"}
    assert sections("shut=") == everything
    assert sections("") == everything - {"position"}  # as scripts of older versions ask
