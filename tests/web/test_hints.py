"""Hints: which tables have them, who is told so, and that there is no way around."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from chancery import games
from chancery.core.chance import commitment
from chancery.games import find
from chancery.table import Sitting, record
from chancery.web.tables import fairness
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.opening import begin
from tests.records import kept_as, read
from tests.web.api_clients import caller
from tests.web.logs import store_as_table
from tests.web.people import (
    Answer,
    Person,
    legal,
    problem,
    run_bots,
    seat_asked,
    sitting_of,
    table_at,
)
from tests.web.test_exports import saved
from tests.web.test_hostile_input import import_of
from tests.web.test_lobby import company, member, shown, visitor, waiting
from tests.web.test_tournaments import begun, running

pytestmark = pytest.mark.django_db
NOT_YET = "This position comes from a game that is played without hints."
YELLOW = {"option-counsellor": "yellow"}


def two_at_a_table(**terms: str) -> tuple[Person, Person, Table]:
    """Open a table where Anna has to decide and Bruno waits."""
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:random", **YELLOW, **terms)
    bruno.sit(table, 1)
    company(anna, table, "start")
    assert seat_asked(table) == 0
    return anna, bruno, Table.objects.get(pk=table.pk)


def hint(person: Person, table: Table) -> Answer:
    return person.send(table, "hint", {"seat": str(seat_asked(table))})


def copy(person: Person, table: Table, **form: str) -> Table:
    return table_at(person.post(f"/t/{table.slug}/copy", form))


def refused(person: Person, table: Table) -> None:
    """Check that hints are refused and not offered."""
    answer = hint(person, table)
    assert answer.status_code == 422
    assert problem(answer).startswith(NOT_YET)
    assert 'id="hint"' not in person.state(table, seat_asked(table))["parts"]["question"]


def given(person: Person, table: Table) -> None:
    """Check that a hint is offered and given."""
    answer = hint(person, table)
    assert answer.status_code == 200, answer.content
    assert 'id="hint"' in person.state(table, seat_asked(table))["parts"]["question"]


def end(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(over=True)


# -- copies of a running game ---------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.parametrize("terms", [{"rated": "on"}, {"hints": "no"}])
def test_a_copy_has_hints_only_when_the_game_is_over(terms: dict[str, str]) -> None:
    anna, _, table = two_at_a_table(**terms)
    one = copy(anna, table)
    two = copy(anna, one)
    watched = copy(Person(), table)
    assert {one.source_id, two.source_id, watched.source_id} == {table.pk}
    for found in (one, two):
        refused(anna, found)
    end(table)
    for found in (one, two):
        given(anna, found)


def test_a_copy_of_a_game_with_hints_has_hints() -> None:
    anna, _, table = two_at_a_table()
    found = copy(anna, table)
    assert found.source is None
    given(anna, found)


def test_a_copy_of_a_table_of_a_tournament() -> None:
    tournament, people = begun(2)
    (table,) = running(tournament)
    assert not table.hints
    Table.objects.update(hints=True)  # as before tables had this choice
    refused(people[0], copy(people[0], table))
    assert hint(people[0], table).status_code in (403, 422)


def test_no_bot_plays_on_at_a_copy_of_a_running_rated_game() -> None:
    """The best bot would show what it does in the player's place."""
    anna, _, table = two_at_a_table(rated="on")
    found = copy(anna, table)
    assert anna.post(f"/t/{found.slug}/leave").status_code == 422
    assert not Seat.objects.filter(table=found).exclude(bot="").exists()
    end(table)
    assert anna.post(f"/t/{found.slug}/leave").status_code == 302


def finished() -> Sitting:
    """Play a whole game for three."""
    return record.loads(read(kept_as("spada", "steward-3")), games.find)


def test_a_copy_of_a_running_rated_game_is_not_analysed(settings: Any) -> None:
    settings.THINKERS = 1
    anna, _, table = two_at_a_table(rated="on")
    found = store_as_table(finished(), visitor("Anna"))
    Table.objects.filter(pk=found.pk).update(source=table)
    assert anna.post(f"/t/{found.slug}/analysis/want").status_code == 422

    def page() -> str:
        return anna.get(anna.get(f"/t/{found.slug}/analysis").url).content.decode()

    assert "Analyse this game" not in page()
    end(table)
    assert "Analyse this game" in page()
    assert anna.post(f"/t/{found.slug}/analysis/want").status_code == 302


# -- files ----------------------------------------------------------------------------------------


def opened(person: Person, text: str | bytes) -> Table:
    """Open the file of what a seat has seen, and try moves from there."""
    page = import_of(person, text).content.decode()
    matches = unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])
    return table_at(person.post("/import", {"seen": matches, "copy": "yes"}))


def imported(answer: Answer) -> Table:
    """Import a record and return its table."""
    assert answer.status_code == 302, answer.content
    return Table.objects.get(slug=answer.url.split("/")[2])


@pytest.mark.postgres
def test_a_seat_record_is_recognised_by_the_digest_of_its_seed() -> None:
    anna, _, table = two_at_a_table(rated="on")
    text, guest = saved(anna, table), Person()
    found = opened(guest, text)
    refused(guest, found)
    refused(guest, opened(guest, saved(guest, found)))  # and once more from there
    end(table)
    given(guest, found)


def test_a_changed_file_is_recognised_by_its_importer() -> None:
    anna, _, table = two_at_a_table(rated="on")
    text = json.dumps(json.loads(saved(anna, table)) | {"commitment": None})
    refused(anna, opened(anna, text))
    end(table)
    found = opened(anna, text)
    assert found.source is None
    given(anna, found)


def test_a_changed_file_is_recognised_by_its_position() -> None:
    """Who opens it and what it says about its table do not count: guests can change identity."""
    anna, bruno, table = two_at_a_table(rated="on")

    def play(times: int) -> None:
        for _ in range(times):
            run_bots()
            number = seat_asked(table)
            person = anna if number == 0 else bruno
            assert person.act(table, number, legal(table, number)[-1]).status_code == 200

    play(fairness.EARLY + 2)
    plain = json.loads(saved(anna, table)) | {"commitment": None, "names": [], "events": []}
    plain.pop("skipped", None)
    refused(guest := Person(), opened(guest, json.dumps(plain)))
    play(2)
    refused(guest := Person(), opened(guest, json.dumps(plain)))  # from a moment ago
    end(table)
    found = opened(Person(), json.dumps(plain))
    assert found.source is None


def test_unrated_games_do_not_evict_a_rated_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "LOOKED_AT", 1)
    anna, bruno, table = two_at_a_table(rated="on")
    for _ in range(fairness.EARLY + 2):
        run_bots()
        number = seat_asked(table)
        person = anna if number == 0 else bruno
        assert person.act(table, number, legal(table, number)[-1]).status_code == 200
    plain = json.loads(saved(anna, table)) | {"commitment": None, "names": [], "events": []}
    later = Table.objects.get(pk=table.pk)
    later.pk, later.slug, later.rated, later.hints = None, "later", False, False
    later.save()
    Table.objects.filter(pk=later.pk).update(touched=timezone.now() + timedelta(minutes=1))
    refused(guest := Person(), opened(guest, json.dumps(plain)))


def test_a_digest_must_be_a_string() -> None:
    anna, _, table = two_at_a_table(rated="on")
    plain = json.loads(saved(anna, table))
    assert import_of(anna, json.dumps(plain | {"commitment": ["x"]})).status_code == 422
    assert plain["commitment"] == commitment(table.seed)


def test_a_record_that_starts_at_a_position_of_a_running_rated_game() -> None:
    anna, _, table = two_at_a_table(rated="on")
    state = sitting_of(table).state
    guess = find("spada").sample(state.view(0), "made up")
    made_up, other = (
        Sitting(find("spada"), state.options, seed, position=guess.plain())
        for seed in ("made up", "another")
    )
    found = imported(import_of(anna, record.dumps(made_up)))
    refused(anna, found)
    answer = anna.post(f"/t/{found.slug}/on", {"seat": "1"})
    assert answer.status_code == 422
    guest = Person()
    assert imported(import_of(guest, record.dumps(made_up))).source == table  # by its seed
    assert imported(import_of(guest, record.dumps(other))).source is None


def test_records_of_whole_games_have_hints() -> None:
    """Players of a rated game may learn from any finished one, whatever its options."""
    anna, sitting = member("Anna"), finished()
    table = Table.objects.create(
        game="spada", rules=sitting.start.rules, options=dict(sitting.start.options), rated=True
    )
    for number in range(3):
        owner = None if number else visitor("Anna")
        Seat.objects.create(table=table, number=number, owner=owner, bot="" if owner else "random")
    begin(table)
    found = imported(import_of(anna, record.dumps(sitting)))
    assert found.source is None
    given(anna, copy(anna, found, step="5"))


# -- the choice of the host -----------------------------------------------------------------------


@pytest.mark.parametrize(("terms", "words"), [({}, "hints allowed"), ({"hints": "no"}, "no hints")])
def test_the_hints_setting_is_shown_before_sitting_down(terms: dict[str, str], words: str) -> None:
    anna, reader = member("Anna"), Person()
    table = waiting(anna, "me", "open", "bot:random", public="on", title="Thursday", **terms)
    assert words in shown(reader, "Open tables")
    assert words in reader.page(table)
    program = caller("Clara")
    assert program.read(f"/tables/{table.slug}")["hints"] is (not terms)


def test_the_hints_setting_is_shown_in_every_language() -> None:
    anna = member("Anna")
    waiting(anna, "me", "open", "bot:random", public="on", hints="no")
    for language, words in {
        "it": "senza suggerimenti", "nl": "geen hints", "fr": "sans indices",
    }.items():  # fmt: skip
        assert words in Person(language).get("/tables").content.decode()


def test_a_table_without_hints() -> None:
    anna, _, table = two_at_a_table(hints="no")
    answer = hint(anna, table)
    assert answer.status_code == 422
    assert problem(answer) == "There are no hints at this table."
    assert 'id="hint"' not in anna.state(table)["parts"]["question"]


def test_hints_are_allowed_unless_the_host_decides_otherwise() -> None:
    anna, _, table = two_at_a_table()
    given(anna, table)
    page = anna.get("/new/spada?hints=no").content.decode()
    assert '<option value="no" selected>no hints' in page
    assert '<option value="yes" selected>hints allowed' in anna.get("/new/spada").content.decode()


def test_a_rated_table_never_has_hints() -> None:
    anna, _, table = two_at_a_table(rated="on", hints="yes")
    assert (table.rated, table.hints) == (True, False)
    assert "no hints" in anna.page(table)
    assert problem(hint(anna, table)) == "There are no hints at this table."


def test_the_api_sets_hints() -> None:
    anna = caller("Anna")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    settings = {"game": "spada", "options": {"players": 3}, "seats": seats}
    found = [
        anna.do("/tables", **settings, **more)["hints"]
        for more in ({}, {"hints": False}, {"hints": True, "rated": True})
    ]
    assert found == [True, False, False]


def test_a_rematch_keeps_the_hints_setting() -> None:
    anna, _, table = two_at_a_table(hints="no")
    end(table)
    assert company(anna, table, "rematch").status_code == 200
    assert not Table.objects.get(follows=table).hints


def test_a_table_of_one_person_does_not_mention_hints() -> None:
    anna = Person()
    table = anna.open("me", "bot:random", "bot:random")
    assert "hints allowed" not in anna.page(table)
