"""Imported games: private, and disclosed when they are played on with others."""

from __future__ import annotations

import json

import pytest
from django.db import IntegrityError, transaction

from chancery.games import find
from chancery.table import Sitting, record
from chancery.web.tables.models import Seat, Table
from tests.web.api_clients import Caller, bad, caller, good
from tests.web.people import Person, legal, seat_asked, sitting_of, table_at
from tests.web.test_accounts import join
from tests.web.test_hostile_input import import_of
from tests.web.test_replay import long_sitting

pytestmark = pytest.mark.django_db
SEED = "known to who wrote the record"


def begun(actions: int = 4) -> Sitting:
    """Return a game just begun, whose seed is known."""
    sitting = Sitting(find("spada"), {"players": 3}, SEED)
    for _ in range(actions):
        seat = sitting.state.asked[0].seat
        sitting.act(seat, sitting.state.legal(seat)[-1])
    return sitting


def imported(person: Person, sitting: Sitting | None = None) -> Table:
    answer = import_of(person, record.dumps(begun() if sitting is None else sitting))
    assert answer.status_code == 302, answer.content
    return Table.objects.get(slug=answer.url.split("/")[2])


def play_on(person: Person, table: Table, **form: str) -> Table:
    return table_at(person.post(f"/t/{table.slug}/on", {"seat": "0", **form}))


def named(name: str) -> Person:
    person = Person()
    join(person, name)
    return person


# -- alone -------------------------------------------------------------------------------------


def test_an_imported_game_is_played_by_its_importer_alone() -> None:
    person, other = Person(), Person()
    table = imported(person)
    assert (table.imported, table.private, table.public, table.rated) == (True, True, False, False)
    seat = seat_asked(table)
    assert person.act(table, seat, legal(table, seat)[-1]).status_code == 200
    for number in range(3):
        assert other.sit(table, number).status_code == 422
    assert "to try moves on your own" in person.page(table)
    assert other.page(table)  # reading is harmless
    assert table.slug not in other.ask("/tables/part").json()["lists"]


def test_nobody_joins_a_private_table() -> None:
    """A copy is never shared, whatever happens to its seats."""
    person, other = Person(), Person()
    source = person.play_now()
    copy = table_at(person.post(f"/t/{source.slug}/copy"))
    for table in (copy, imported(person)):
        Seat.objects.filter(table=table).update(owner=None, bot="")
        Table.objects.filter(pk=table.pk).update(public=True)
        answer = other.sit(table, 1)
        assert answer.status_code == 422
        assert "for one person only" in answer.content.decode()


def test_a_private_table_has_no_rematch_and_no_place_in_a_list() -> None:
    person = Person()
    table = imported(person, long_sitting())
    assert table.over
    assert person.send(table, "company", {"do": "rematch"}).status_code == 403
    lists = person.ask("/tables/part").json()["lists"]
    assert table.slug in lists
    assert "place 1" not in lists
    # no companions are named
    assert "with" not in lists.partition(table.slug)[2].partition("</a>")[0]


def test_an_imported_game_is_never_rated() -> None:
    table = imported(Person())
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(rated=True)


# -- with others -------------------------------------------------------------------------------


def test_continuing_with_others_reseeds_chance() -> None:
    """Knowing the seed, or having tried everything, does not help."""
    person = Person()
    source = imported(person)
    table = play_on(person, source)
    before = sitting_of(source)
    assert table.position == before.state.plain()
    waiting = table.seed
    person.send(table, "company", {"do": "start", "fill": True})
    table.refresh_from_db()
    assert len({SEED, waiting, table.seed}) == 3
    assert sitting_of(table).state == before.state
    assert sitting_of(table).luck == ()


def test_an_imported_origin_is_disclosed_before_sitting_down() -> None:
    anna, bruno = named("Anna"), named("Bruno")
    table = play_on(anna, imported(anna), public="on")
    link = bruno.get(f"/t/{table.slug}?invitation={table.invitation}").content.decode()
    for page in (bruno.page(table), link, anna.page(table)):
        assert "This game was imported by Anna, who knows everything up to where" in page
    assert "imported by Anna" in bruno.ask("/tables/part").json()["lists"]
    assert Caller().read(f"/tables/{table.slug}")["imported"] == "Anna"
    assert bruno.sit(table, 1).status_code == 302
    anna.send(table, "company", {"do": "start", "fill": True})
    assert "imported by Anna" in bruno.page(table)
    Table.objects.get(pk=table.pk).importer.account.delete()
    assert "imported by a player who is no longer here" in bruno.page(table)


def test_only_the_importer_plays_on_and_only_from_an_imported_game() -> None:
    person, other = Person(), Person()
    source = imported(person)
    other.play_now()
    assert other.post(f"/t/{source.slug}/on", {"seat": "0"}).status_code == 422
    running = person.play_now()
    copy = table_at(person.post(f"/t/{running.slug}/copy"))
    shared = play_on(person, source)
    for table in (running, copy, shared):
        assert person.post(f"/t/{table.slug}/on", {"seat": "0"}).status_code == 422
    for seat in ("3", "", "x"):
        assert person.post(f"/t/{source.slug}/on", {"seat": seat}).status_code == 422
    assert Table.objects.filter(imported=True).count() == 2


def test_a_finished_game_is_played_on_from_an_earlier_step() -> None:
    person = Person()
    sitting = long_sitting()
    source = imported(person, sitting)
    assert person.post(f"/t/{source.slug}/on", {"seat": "0"}).status_code == 422
    step = f"/t/{source.slug}/replay"
    assert f'action="/t/{source.slug}/on"' in person.get(f"{step}/40").content.decode()
    assert 'name="step" value="40"' in person.get(f"{step}/40").content.decode()
    for ended in (f"/t/{source.slug}", f"{step}/999999"):  # nothing is offered that is refused
        assert f'action="/t/{source.slug}/on"' not in person.get(ended).content.decode()
    table = play_on(person, source, step="40")
    assert sitting_of(table).state == sitting.at(40)


def test_a_rematch_of_an_imported_game_is_ordinary() -> None:
    person, other = named("Anna"), named("Bruno")
    table = play_on(person, imported(person))
    assert other.sit(table, 1).status_code == 302
    person.send(table, "company", {"do": "start", "fill": True})
    for seat, who in enumerate((person, other)):
        who.send(table, "agree", {"seat": str(seat), "agrees": True})
    answer = person.send(table, "company", {"do": "rematch"})
    again = Table.objects.get(slug=answer.json()["go"].rpartition("/")[2])
    assert (again.imported, again.rated, again.position, again.private) == (
        False,
        False,
        None,
        False,
    )


def test_imported_games_are_continued_through_the_api() -> None:
    anna, bruno = caller("Anna"), caller("Bruno")
    table = anna.open("me", "here", "here")
    bad(anna.post(f"/tables/{table.slug}/play-on", {"seat": "yellow"}), 422)
    Table.objects.filter(pk=table.pk).update(imported=True, private=True)
    table.refresh_from_db()
    Table.objects.filter(pk=table.pk).update(importer=table.host)
    assert good(anna.get(f"/tables/{table.slug}"))["private"]
    bad(bruno.post(f"/tables/{table.slug}/play-on", {"seat": "yellow"}), 422)
    found = anna.do(f"/tables/{table.slug}/play-on", seat="black")
    assert (found["imported"], found["started"], found["rated"]) == ("Anna", False, False)
    assert [seat["mine"] for seat in found["seats"]] == [False, True, False]


def test_a_forged_position_counts_as_imported() -> None:
    """The record begins with a made-up position."""
    person = Person()
    plain = json.loads(record.dumps(begun()))
    position = begun().state.plain()
    forged = {**plain, "position": position, "log": [], "chance": []}
    del forged["digest"]
    answer = import_of(person, json.dumps(forged))
    assert answer.status_code == 302, answer.content
    assert Table.objects.get().imported
