"""What the page shows of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from xml.etree import ElementTree

import pytest

from chancery import games
from chancery.core import Face
from chancery.page import ending
from chancery.page.ending import aftermath
from chancery.page.html_speaker import html_speaker
from chancery.page.sections import render
from chancery.page.table_info import Links, TableInfo
from chancery.page.words import translate
from chancery.table import Sitting, record
from chancery.table.seated import Seated
from tests.records import kept_as, read

SPADA = record.loads(read(kept_as("spada", "steward-3")), games.find)
LEADS = [("spada", "steward-3"), ("revolution", "regent-3-v2")]


def seated(sitting: Sitting, seat: int | None = None) -> Seated:
    frame = sitting.start.frame
    called = sitting.game.called(frame)
    return Seated(
        sitting, seat, sitting.game.speaker("en", ("A<b>", "B", "C"), frame.seats, called)
    )


def facts(held: bool) -> TableInfo:
    return TableInfo(
        slug="", started=True, over=True, closed=False, private=False, version=1, seats=(),
        links=Links("/replay/0", "/record", "/lobby", "/help", "/learn"), held=held,
    )  # fmt: skip


def test_a_running_game_has_no_ending() -> None:
    assert aftermath(seated(Sitting(games.find("spada"), {}, "1"))) is None


def test_bars_add_up_to_the_points() -> None:
    result = SPADA.state.result
    assert result is not None
    for seat in (None, 0, 2):
        found = aftermath(seated(SPADA, seat))
        assert found is not None
        assert sorted(int(bar.total) for bar in found.bars) == sorted(result.points)
        for bar in found.bars:
            assert sum(int(part.n) for part in bar.parts) == int(bar.total)
            drawn = ElementTree.fromstring(bar.picture)
            widths = [float(r.get("width", "")) for r in drawn if r.tag.endswith("rect")]
            assert len(widths) == len(bar.parts)
            assert sum(widths) <= ending.BAR + 0.1
        keys = {(part.key, part.title) for bar in found.bars for part in bar.parts}
        assert len(keys) == len({key for key, _ in keys}) == len({title for _, title in keys})


def test_the_chart_has_a_point_for_each_turn_and_the_end() -> None:
    found = aftermath(seated(SPADA))
    result = SPADA.state.result
    assert found is not None
    assert result is not None
    headings = [
        SPADA.game.face.heading(event) for _, event, undone in SPADA.events(None) if not undone
    ]
    turns = sum(heading is not None and heading.level == 1 for heading in headings)
    drawn = ElementTree.fromstring(found.chart)
    inks = {one.get("stroke"): one for one in drawn if one.get("class") == "line"}
    lines = [one.get("d", "").strip("M").split("L") for one in inks.values()]
    styles = [SPADA.game.face.seat_style(seat) for seat in SPADA.seats]
    assert list(inks) == [f"light-dark({one.light}, {one.dark})" for one in styles if one]
    assert len(lines) == len(SPADA.seats)
    assert {len(points) for points in lines} == {turns + 1}
    heights = [float(points[-1].split(" ")[1]) for points in lines]  # the higher the better
    assert [heights.index(y) for y in sorted(heights)] == [
        list(result.points).index(n) for n in sorted(result.points, reverse=True)
    ]


@pytest.mark.parametrize("key", LEADS, ids=lambda key: "-".join(key))
def test_the_winner_led_alone_after_the_turning_point(key: tuple[str, str]) -> None:
    """At the beginning of that turn he did not, and he has led ever since."""
    sitting = record.loads(read(kept_as(*key)), games.find)
    result, found = sitting.state.result, aftermath(seated(sitting))
    assert found is not None
    assert result is not None
    assert found.lead is not None
    (winner,) = result.winners

    def leads(scores: Sequence[int]) -> bool:
        return all(scores[winner] > n for seat, n in enumerate(scores) if seat != winner)

    course = ending.course_of(sitting, len(sitting.log))
    at = next(n for n, point in enumerate(course) if point.length == found.lead.step)
    assert not leads(course[at].scores)
    assert course[at + 1 :]
    assert all(leads(point.scores) for point in course[at + 1 :])
    assert found.lead.turn in {seated(sitting).say(one.turn) for one in course if one.turn}


def test_several_winners_have_no_turning_point() -> None:
    course = ending.course_of(SPADA, len(SPADA.log))
    shown = seated(SPADA)
    say = html_speaker(shown.speaker, SPADA.game.face, SPADA.seats).say
    assert ending._lead(course, (0, 1), shown.say, say) is None
    equal = [point._replace(scores=(5, 5, 5)) for point in course]
    assert ending._lead(equal, (0,), shown.say, say) is None  # a tie-break decided


def test_the_page_shows_the_ending() -> None:
    shown = seated(SPADA)
    html = render(
        "ending", _=partial(translate, shown.speaker), facts=facts(True), ending=aftermath(shown)
    )
    assert 'data-company="rematch"' in html
    assert 'href="/replay/0"' in html
    assert 'href="/record"' in html
    shown_lead = aftermath(shown)
    assert shown_lead is not None
    assert shown_lead.lead is not None
    assert f'href="/replay/{shown_lead.lead.step}"' in html
    assert "<dt>" in html
    assert "A<b>" not in html
    assert "A&lt;b&gt;" in html
    other = render(
        "ending", _=partial(translate, shown.speaker), facts=facts(False), ending=aftermath(shown)
    )
    assert "rematch" not in other


def test_a_face_without_ending_names_the_winners(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = seated(SPADA)
    monkeypatch.setattr(type(shown.game.face), "ending", Face.ending)
    monkeypatch.setattr(type(shown.game.face), "score", Face.score)
    ending.course_of.cache_clear()
    found = aftermath(shown)
    ending.course_of.cache_clear()
    assert found is not None
    assert (found.bars, found.chart, found.numbers) == ([], "", [])
    result = SPADA.state.result
    assert result is not None
    names = ["A<b>", "B", "C"]
    assert all(names[seat] in found.sentence.unescape() for seat in result.winners)
    assert "Winner: " in found.sentence


@pytest.mark.parametrize(
    ("game", "name"), [("friedrich", "quartermaster-3-v3"), ("revolution", "regent-3-v2")]
)
def test_games_without_a_face_have_an_ending(game: str, name: str) -> None:
    sitting = record.loads(read(kept_as(game, name)), games.find)
    found = aftermath(seated(sitting, 0))
    assert found is not None
    assert found.sentence
    assert found.chart
    if game == "revolution":  # points are written as everywhere
        assert max(float(bar.total.replace("½", ".5")) for bar in found.bars) < 100
    html = render(
        "ending", _=partial(translate, seated(sitting).speaker), facts=facts(True), ending=found
    )
    assert "<h2" in html
