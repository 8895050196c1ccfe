"""Talk: who reads what at a table, and that hidden talk cannot be noticed."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async

from chancery.web.identity.models import Visitor
from chancery.web.play import live
from chancery.web.tables import seating, talk
from chancery.web.tables.models import Table, Talk
from tests.web.api_clients import Caller, bad, caller, good
from tests.web.people import Person, table_at
from tests.web.test_live import listening, message, next_message_line

pytestmark = pytest.mark.django_db


class Room:
    """A public game of two people and a bot, with two spectators."""

    def __init__(self) -> None:
        self.host, self.guest, self.watcher, self.neighbour = (Person() for _ in range(4))
        form = {f"seat-{n}": kind for n, kind in enumerate(("me", "open", "bot:random"))}
        form |= {"option-players": "3", "name-0": "Anna", "public": "on"}
        self.table = table_at(self.host.post("/new/spada", form))
        assert self.guest.sit(self.table, 1, name="Bruno").status_code == 302
        self.neighbour.play_now()  # has a cookie, but no seat at this table

    def row(self) -> Table:
        return Table.objects.get(pk=self.table.pk)


def everything(person: Person, table: Table) -> list[Any]:
    """Return everything that a reader can request at a table, without random parts."""
    state = person.state(table)
    replay = person.get(f"/t/{table.slug}/replay/0").content.decode().split("<main")[1]
    record = person.ask(f"/t/{table.slug}/record").json()
    lobby = person.ask("/tables/part").json()["lists"]
    page = person.page(table).split('id="table"')[1].split("csrfmiddlewaretoken")[0]
    return [state, record, lobby, page.split("data-curtain")[1], replay.split("<form")[0]]


def talk_in(person: Person, table: Table) -> str:
    return str(person.state(table)["parts"]["talk"])


def test_table_talk_is_for_seated_players() -> None:
    room = Room()
    before = [everything(who, room.table) for who in (room.watcher, room.neighbour)]
    version = room.host.state(room.table)["version"]
    assert room.host.talk(room.table, "I shall attack").status_code == 200
    assert room.guest.talk(room.table, "so shall I").status_code == 200
    for person in (room.host, room.guest):
        assert "I shall attack" in talk_in(person, room.table)
        assert "so shall I" in talk_in(person, room.table)
    assert room.host.state(room.table)["version"] == version + 2
    assert [everything(who, room.table) for who in (room.watcher, room.neighbour)] == before


def test_spectators_have_their_own_talk() -> None:
    room = Room()
    before = [everything(who, room.table) for who in (room.host, room.guest)]
    assert room.neighbour.talk(room.table, "a blunder").status_code == 200
    assert "a blunder" in talk_in(room.watcher, room.table)
    assert "a blunder" in talk_in(room.neighbour, room.table)
    assert [everything(who, room.table) for who in (room.host, room.guest)] == before


def test_all_talk_is_open_after_the_end() -> None:
    room = Room()
    room.host.talk(room.table, "between us")
    room.neighbour.talk(room.table, "among watchers")
    for seat, person in enumerate((room.host, room.guest)):
        person.send(room.table, "agree", {"seat": str(seat), "agrees": True})
    assert room.row().over
    room.neighbour.talk(room.table, "well played")
    for person in (room.host, room.guest, room.watcher, room.neighbour):
        part = talk_in(person, room.table)
        assert "between us" in part
        assert part.index("among watchers") < part.index("well played")
        assert part.count("(spectator)") == 2


def test_former_players_still_read_table_talk() -> None:
    """A former player knows a hand that spectators must not learn from him."""
    room = Room()
    room.guest.post(f"/t/{room.table.slug}/leave")
    room.guest.talk(room.table, "black holds an army")
    assert "black holds" not in talk_in(room.watcher, room.table)
    assert "black holds" in talk_in(room.host, room.table)
    room.host.talk(room.table, "we heard")
    assert "we heard" in talk_in(room.guest, room.table)


def test_before_the_start_seated_and_invited_players_talk() -> None:
    anna, bruno, carla = caller("Anna"), caller("Bruno"), caller("Carla")
    table = anna.open("me", "invited:Bruno", "open", wait=True, public=True)
    path = f"/tables/{table.slug}/talk"
    anna.do(path, text="shall we begin?")
    assert [line["text"] for line in bruno.do(path, text="soon")["lines"]] == [
        "shall we begin?",
        "soon",
    ]
    assert carla.read(path) == {"inside": False, "lines": []}
    good(carla.post(f"/tables/{table.slug}/sit", {"seat": "white"}))
    assert len(carla.read(path)["lines"]) == 2


def test_the_api_follows_the_same_rules_for_talk() -> None:
    anna, bruno, carla = caller("Anna"), caller("Bruno"), caller("Carla")
    table = anna.open("me", "invited:Bruno", "bot:random", public=True)
    good(bruno.post(f"/tables/{table.slug}/sit", {"seat": "black"}))
    path = f"/tables/{table.slug}"
    before = [carla.read(path), carla.read(f"{path}/talk"), Caller().read(f"{path}/talk")]
    data = anna.do(f"{path}/talk", text=" at  the table ")
    assert data["inside"] is True
    assert [(line["text"], line["watching"]) for line in data["lines"]] == [("at the table", False)]
    assert [
        carla.read(path),
        carla.read(f"{path}/talk"),
        Caller().read(f"{path}/talk"),
    ] == before
    carla.do(f"{path}/talk", text="beside it")
    assert Caller().read(f"{path}/talk")["lines"][0]["watching"] is True
    assert len(anna.read(f"{path}/talk")["lines"]) == 1
    bad(Caller().post(f"{path}/talk", {"text": "who am I?"}), 401)
    bad(anna.post(f"{path}/talk", {"text": "  "}), 422)


def test_a_line_is_streamed_only_to_its_readers(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PERIOD", 0.02)
    room = Room()
    slug = room.table.slug
    visitors = {seat.name: seat.owner_id for seat in room.table.seats.all() if seat.owner_id}
    watching = Visitor.objects.exclude(pk__in=visitors.values()).get().pk

    def speak(inside: bool) -> None:
        visitor = Visitor.objects.get(pk=visitors["Anna"] if inside else watching)
        talk.say(room.row(), visitor, inside, "x", "hear, hear")

    async def test(hub: live.Hub) -> None:
        version = (await Table.objects.aget(slug=slug)).version
        player, *spectators = [
            hub.stream((slug,), str(who), who) for who in (visitors["Bruno"], watching, None)
        ]
        for stream in (player, *spectators):
            await next_message_line(stream, {"table": slug, "version": version})
        for _ in range(2):
            await sync_to_async(speak)(True)
        await next_message_line(player, {"table": slug, "version": version + 2}, 10)
        await sync_to_async(speak)(False)
        for stream in spectators:  # the first message for them
            assert (await message(stream, 10))["version"] == version + 1
        await Table.objects.filter(slug=slug).aupdate(version=version + 1)
        assert (await message(player, 10))["version"] == version + 3
        for stream in spectators:
            assert (await message(stream, 10))["version"] == version + 2

    listening(test)


def test_a_stream_gets_table_talk_after_sitting_down(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "PERIOD", 0.02)
    host, other = Person(), Person()
    table = host.open("me", "open", "bot:random")
    other.play_now()
    visitor = Visitor.objects.exclude(pk=table.host_id).get()

    def speak() -> None:
        talk.say(table, table.host, True, "x", "welcome")

    async def test(hub: live.Hub) -> None:
        stream = hub.stream((table.slug,), "who", visitor.pk)
        await message(stream, 10)
        version = (await message(stream, 10))["version"]
        await sync_to_async(seating.sit)(table, visitor, 1, "", table.invitation)
        await next_message_line(stream, {"table": table.slug, "version": version + 1}, 10)
        await sync_to_async(speak)()
        await next_message_line(stream, {"table": table.slug, "version": version + 2}, 10)

    listening(test)


def test_old_talk_belongs_to_the_table() -> None:
    """These lines were written before spectators had a talk of their own."""
    room = Room()
    Talk.objects.create(table=room.table, name="Anna", text="long ago")
    Table.objects.filter(pk=room.table.pk).update(talked=1)
    assert "long ago" in talk_in(room.host, room.table)
    assert "long ago" not in talk_in(room.watcher, room.table)
