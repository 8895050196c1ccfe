"""Frames of a table: only what a reader may see, in limited parts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from chancery.page.replay_frames import LARGEST, LINES, MOST
from chancery.table import Sitting, record
from chancery.table.seated import Seated
from chancery.table.story import lines_of
from chancery.web.tables.models import Table
from tests import installed_games
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import Person, legal, run_bots, seat_asked, sitting_of
from tests.web.test_hostile_input import import_of
from tests.web.test_replay import long_sitting

pytestmark = pytest.mark.django_db


def frames(person: Person, table: Table, query: str = "") -> list[Any]:
    answer = person.ask(f"/t/{table.slug}/frames?{query}")
    assert answer.status_code == 200, answer.content
    return list(answer.json()["frames"])


def opened(person: Person, sitting: Sitting) -> Table:
    answer = import_of(person, record.dumps(sitting))
    return Table.objects.get(slug=answer.url.split("/")[2])


def plain(html: str) -> str:
    return re.sub("<[^>]*>", "", html)


@pytest.fixture(scope="module")
def whole() -> Sitting:
    """Play a game to its end."""
    return long_sitting()


def test_all_frames_together_tell_the_whole_story(whole: Sitting) -> None:
    guest = Person()
    table = opened(guest, whole)
    found: list[Any] = []
    while len(found) <= len(whole.log):
        found += frames(guest, table, f"from={len(found)}&to={len(whole.log)}&seat=1")
    assert [frame["step"] for frame in found] == list(range(len(whole.log) + 1))
    lines = [line for frame in found for line in frame["lines"]]
    story = whole.events(1)
    assert [frame["told"] for frame in found] == whole.counts(1)
    numbers = [line["number"] for line in lines]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == found[-1]["told"] == len(story)
    assert any(line["level"] == 1 for line in lines)


def test_a_frame_shows_the_position_at_its_step(whole: Sitting) -> None:
    guest = Person()
    table = opened(guest, whole)
    for step in (0, 40, len(whole.log)):
        (frame,) = frames(guest, table, f"from={step}&to={step}&seat=2")
        speaker = Seated(whole, 2, whole.game.speaker("en", (), whole.seats), step)
        cards = [str(card) for card in speaker.view.hand if card]
        assert ("hand-of" in frame["parts"]["hand"]) == bool(speaker.hands)
        assert all(card in plain(frame["parts"]["hand"]) for card in cards)
        assert "<svg" in frame["parts"]["live"]
        assert "position" not in frame["parts"]
        (wordy,) = frames(guest, table, f"from={step}&to={step}&seat=2&words")
        assert wordy["parts"]["position"]


def test_a_game_without_a_picture_is_told_in_words(tmp_path: Path) -> None:
    guest = Person()
    with installed_games.installed(tmp_path, heap=installed_games.HEAP):
        table = store_as_table(random_sitting("heap", 1))
        (frame,) = frames(guest, table, "from=0&to=0")
        assert frame["parts"]["position"]
        assert guest.get(f"/t/{table.slug}/replay/0/picture").status_code == 404


def test_the_number_of_frames_per_request_is_limited(whole: Sitting) -> None:
    guest = Person()
    table = opened(guest, whole)
    found = frames(guest, table, "from=10&to=99999&words")
    assert [frame["step"] for frame in found] == list(range(10, 10 + len(found)))
    assert 2 < len(found) <= MOST
    sizes = [sum(map(len, frame["parts"].values())) for frame in found]
    assert sum(sizes) <= LARGEST
    assert sum(sizes) + max(sizes) > LARGEST or len(found) == MOST
    assert frames(guest, table, "from=99999&to=99999") == []
    assert frames(guest, table, "from=20&to=10") == []


@pytest.mark.parametrize(
    "query", ["from=-1", "from=x", "from=1&to=²", f"from={'9' * 5000}", "since=-3", "since="]
)
def test_invalid_ranges(query: str) -> None:
    table = Person().play_now()
    assert Person().ask(f"/t/{table.slug}/frames?{query}").status_code == 422


def test_running_games_show_no_view_of_another_seat() -> None:
    host, watcher = Person(), Person()
    table = host.open("me", "bot:steward", "bot:steward")
    run_bots()
    paths = ("/frames?seat={}", "/replay/0?seat={}", "/replay/0/picture?seat={}",
             "/replay/0/overlay?name=x&seat={}")  # fmt: skip
    for path in paths:
        assert host.get(f"/t/{table.slug}{path.format(0)}").status_code == 200
        assert host.get(f"/t/{table.slug}{path.format(1)}").status_code == 403
        for seat in ("0", "1", "2", "7", "x"):
            assert watcher.get(f"/t/{table.slug}{path.format(seat)}").status_code == 403
        assert watcher.get(f"/t/{table.slug}{path.format('')}").status_code == 200
    assert "eyes" not in host.get(f"/t/{table.slug}/replay/0").content.decode()


def test_a_shared_screen_offers_no_other_view_while_playing() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    assert 'id="eyes"' not in host.get(f"/t/{table.slug}/replay/0").content.decode()


def test_running_games_show_only_what_the_seat_saw() -> None:
    host, watcher = Person(), Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    card = next(text for text in legal(table, seat) if text.startswith("add"))
    host.act(table, seat, card)
    assert len(frames(watcher, table)) == 1  # half-made choices are hidden
    assert len(frames(host, table, f"seat={seat}")) == 2
    other = next(n for n in range(3) if n != seat)
    assert len(frames(host, table, f"seat={other}")) == 1


def test_finished_games_show_every_view(whole: Sitting) -> None:
    table = store_as_table(whole)
    watcher = Person()
    page = watcher.get(f"/t/{table.slug}/replay/40?seat=2").content.decode()
    assert 'id="eyes"' in page
    assert "/replay/41?seat=2" in page
    views = [frames(watcher, table, f"from=40&to=40&seat={n}")[0]["parts"] for n in range(4)]
    assert len({view["hand"] for view in views}) > 1
    (spectator,) = frames(watcher, table, "from=40&to=40&seat=")
    assert "hand-of" not in spectator["parts"]["hand"]
    assert watcher.ask(f"/t/{table.slug}/frames?seat=4").status_code == 403
    assert watcher.ask(f"/t/{table.slug}/frames?seat=x").status_code == 403


def test_frames_since_a_line() -> None:
    host = Person()
    table = host.open("me", "bot:steward", "bot:steward")
    run_bots()
    while not sitting_of(table).question(0):
        run_bots()
    number = frames(host, table)[-1]["told"]
    assert frames(host, table, f"since={number}") == []
    assert host.act(table, 0, "pass").status_code == 200
    run_bots()
    before, *after = frames(host, table, f"since={number}")
    assert (before["told"], before["lines"]) == (number, [])
    assert after[0]["own"]
    assert not all(frame["own"] for frame in after)
    assert next(line["number"] for frame in after for line in frame["lines"]) == number + 1
    assert after[-1]["told"] == len(sitting_of(table).events(0))


def test_a_march_is_one_frame_with_its_path() -> None:
    """Friedrich’s marches take several steps of the log; playback shows where each ends."""
    sitting = random_sitting("friedrich", 150)
    table = store_as_table(sitting)
    _, *played = frames(Person(), table, "since=0")
    lines = [line for frame in played for line in frame["lines"]]
    story = lines_of(sitting.game.face, sitting.events(None))
    assert [line["number"] for line in lines] == [line.last + 1 for line in story[: len(lines)]]
    long = [line for line in lines if len(line["way"]) > 2]
    assert long
    for line in long:
        assert {line["way"][0], line["way"][-1]} <= set(line["focus"])
        assert "→" in line["html"]
    assert len(played) < len(sitting.log)


def test_undone_lines_are_struck_from_that_step_on() -> None:
    sitting = random_sitting("spada", 300)
    assert sitting.state.result is None
    lines = story_of(Person(), store_as_table(sitting))
    story = lines_of(sitting.game.face, sitting.events(None))
    assert [line["number"] - 1 for line in lines] == [line.last for line in story]
    assert [line["undone"] is not None for line in lines] == [line.undone for line in story]
    assert any(line.undone for line in story)
    assert all(line["step"] < line["undone"] for line in lines if line["undone"] is not None)


def story_of(person: Person, table: Table) -> list[Any]:
    """Return all pages of a story."""
    found: list[Any] = []
    page = 0
    while True:
        lines = person.ask(f"/t/{table.slug}/story/{page}").json()["lines"]
        if not lines or (found and lines[0]["number"] <= found[-1]["number"]):  # no more
            return found
        found += lines
        page += 1


def test_a_step_page_shows_its_part_of_the_story(whole: Sitting) -> None:
    table, guest = store_as_table(whole), Person()
    told = len(whole.events(None))
    assert told > 2 * LINES
    for step in (0, len(whole.log) // 2, len(whole.log)):
        page = guest.get(f"/t/{table.slug}/replay/{step}").content.decode()
        lines = re.findall(r'value="(\d+)"\s+data-step="(\d+)"', page)
        numbers = [int(number) for number, _ in lines]
        assert len(numbers) <= LINES
        assert numbers == sorted(set(numbers))
        assert numbers[-1] - numbers[0] < LINES
        (frame,) = frames(guest, table, f"from={step}&to={step}")
        assert numbers[0] <= frame["told"] <= numbers[-1]
        ahead = page.count(" ahead")
        assert ahead == sum(int(at) > step for _, at in lines)


def test_a_story_page_continues_the_tone_of_the_previous_one(whole: Sitting) -> None:
    lines = story_of(Person(), store_as_table(whole))
    expected, tone = [], ""
    for _, event, _ in whole.events(None):
        heading = whole.game.face.heading(event)
        tone = heading.tone if heading else tone
        expected.append(tone)
    assert [line["tone"] for line in lines] == [expected[line["number"] - 1] for line in lines]
    assert len(set(expected)) > 1


def test_turns_and_highlights_are_marked(whole: Sitting) -> None:
    table = store_as_table(whole)
    page = Person().get(f"/t/{table.slug}/replay/0").content.decode()
    marks = re.findall(r'data-kind="(\w+)" data-step="(\d+)"', page)
    kinds = {kind for kind, _ in marks}
    assert {"turn", "end"} <= kinds
    assert all(0 <= int(step) <= len(whole.log) for _, step in marks)
    assert page.count("<option") > sum(kind == "turn" for kind, _ in marks) > 2


def test_a_picture_of_any_position(whole: Sitting) -> None:
    table = store_as_table(whole)
    answer = Person().get(f"/t/{table.slug}/replay/40/picture?seat=1")
    assert answer["Content-Type"] == "image/svg+xml"
    assert f"spada-{table.slug}-40.svg" in answer["Content-Disposition"]
    assert ElementTree.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"
    other = Person().get(f"/t/{table.slug}/replay/40/picture?seat=2")
    assert answer.content != other.content


def test_overlays_show_the_position_of_their_step() -> None:
    table = store_as_table(random_sitting("friedrich", 60))
    ask = Person().ask
    found = [ask(f"/t/{table.slug}/replay/{n}/overlay?name=s").json()["overlay"] for n in (0, 60)]
    assert all("<svg" in one for one in found)
    assert ask(f"/t/{table.slug}/replay/0/overlay?name=nothing").json()["overlay"] is None
