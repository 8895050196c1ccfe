"""Every record that the site exports can be imported, also that of a running game."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from chancery.core.serialisation import Plain
from chancery.table import record
from chancery.web.tables.models import Table
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import Person, run_bots, seat_asked, sitting_of, table_at
from tests.web.test_hostile_input import import_of
from tests.web.test_replay import long_sitting

pytestmark = pytest.mark.django_db


def saved(person: Person, table: Table) -> bytes:
    return bytes(person.get(f"/t/{table.slug}/record").content)


@pytest.fixture
def host() -> Person:
    return Person()


@pytest.fixture
def table(host: Person) -> Table:
    found = host.open("me", "bot:steward", "bot:steward", names="Anna")
    run_bots()
    return found


def test_the_file_of_a_running_game_shows_what_the_seat_saw(host: Person, table: Table) -> None:
    text = saved(host, table)
    stranger = Person()
    answer = import_of(stranger, text)
    assert answer.status_code == 200
    page = answer.content.decode()
    parts = host.state(table)["parts"]
    assert parts["live"] in page
    assert parts["hand"].strip() in page
    lines = re.findall(r'<li value="\d+"', page)
    assert len(lines) == len(json.loads(text)["events"])
    assert "as Anna saw it" in page
    assert Table.objects.count() == 1  # nothing is stored
    assert "data-act" not in page


def test_the_page_shows_nothing_hidden(host: Person, table: Table) -> None:
    """What is dealt to check the view is never shown: no seat but the own has a hand."""
    page = import_of(Person(), saved(host, table)).content.decode()
    assert page.count('class="hand-of"') == host.state(table)["parts"]["hand"].count("hand-of")
    matches = json.loads(unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0]))
    assert matches["view"] == json.loads(saved(host, table))["view"]
    assert matches["events"] == []


def test_a_spectators_file(table: Table) -> None:
    answer = import_of(Person(), saved(Person(), table))
    assert answer.status_code == 200
    assert "as a spectator saw it" in answer.content.decode()
    assert 'class="hand-of"' not in answer.content.decode()


def test_moves_are_tried_on_a_redealt_copy(host: Person, table: Table) -> None:
    text = saved(host, table)
    page = import_of(host, text).content.decode()
    matches = unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])
    copy = table_at(host.post("/import", {"seen": matches, "copy": "yes"}))
    assert copy.private
    assert not copy.rated
    assert sitting_of(copy).state.view(0).plain() == json.loads(text)["view"]
    assert copy.seed != table.seed
    assert host.state(copy)["own"] == [0, 1, 2]
    seat = seat_asked(copy)
    assert host.act(copy, seat, "pass").status_code == 200


@pytest.mark.parametrize("game", ["spada", "friedrich", "revolution"])
def test_every_exported_record_can_be_imported(game: str) -> None:
    guest = Person()
    running = store_as_table(random_sitting(game, 120))
    assert import_of(guest, saved(guest, running)).status_code == 200


def test_a_table_that_has_not_started_and_one_that_was_ended(host: Person) -> None:
    waiting = host.open("me", "open", "open")
    assert import_of(Person(), saved(host, waiting)).status_code == 200
    ended = host.open("me", "bot:steward", "bot:steward")
    host.send(ended, "agree", {"seat": "0", "agrees": True})
    assert import_of(Person(), saved(host, ended)).status_code == 200


def test_a_whole_record_is_imported_unchanged() -> None:
    guest = Person()
    assert import_of(guest, saved(guest, store_as_table(long_sitting()))).status_code == 302


def test_names_in_records_are_escaped(host: Person, table: Table) -> None:
    plain: Plain = json.loads(saved(host, table))
    plain["names"][0] = "<script>alert(1)</script>Eve"
    page = import_of(host, json.dumps(plain)).content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize("wrong", [{"hand": {"grain": 99}}, {"phases": []}, {"frame": {}}])
def test_impossible_seat_records_are_refused(
    host: Person, table: Table, wrong: dict[str, Plain]
) -> None:
    plain: Plain = json.loads(saved(host, table))
    plain["view"] |= wrong
    answer = import_of(host, json.dumps(plain))
    assert answer.status_code == 422
    assert Table.objects.count() == 1


def test_oversized_nested_and_empty_files_are_refused(host: Person, table: Table) -> None:
    plain: Plain = json.loads(saved(host, table))
    deep: Plain = []
    for _ in range(60):
        deep = [deep]
    assert import_of(host, json.dumps(plain | {"names": deep})).status_code == 422
    assert import_of(host, json.dumps(plain | {"names": ["x" * 2_100_000]})).status_code == 422
    assert host.post("/import", {"seen": ""}).status_code == 422
    assert host.post("/import", {"seen": "{", "copy": "yes"}).status_code == 422
    assert host.post("/import", {"seen": record.dumps(long_sitting(most=5))}).status_code == 302
