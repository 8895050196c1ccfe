"""Privacy: download one's data, and be forgotten everywhere after deletion."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.db import models as fields
from django.utils import timezone

from chancery.table import record
from chancery.web.accounts import privacy
from chancery.web.base.models import Count
from chancery.web.community.models import Call, Entrant, Follow, Tournament
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Rating, Report, Visitor
from chancery.web.operators import backup
from chancery.web.outbox.models import Channel, PasswordResetRequest
from chancery.web.play import worker
from chancery.web.tables.models import Held, Notebook, Seat, Table, Talk
from chancery.web.tables.talk import attribute
from tests.web.people import Person, legal, play_ahead, run_bots, seat_asked, sitting_of
from tests.web.test_accounts import PASSWORD, join

pytestmark = pytest.mark.django_db
NAME = "Winterfeldt"


def member(name: str = NAME) -> Person:
    person = Person()
    assert join(person, name, mail=f"{name.lower()}@example.org").status_code == 302
    return person


def finish(person: Person, table: Table) -> None:
    """Play a game to its end; the person plays every seat that has no bot."""
    play_ahead(table)
    for _ in range(3000):
        if Table.objects.get(pk=table.pk).over:
            return
        if not run_bots():
            seat = seat_asked(table)
            assert person.act(table, seat, legal(table, seat)[-1]).status_code == 200
    raise AssertionError("it never ends")


def delete(person: Person) -> None:
    assert person.post("/account/delete", {"password": PASSWORD}).status_code == 200


def everything() -> str:
    """Return everything in the database except sessions."""
    kinds = [*backup._models(backup.present), Count, PasswordResetRequest]
    return "".join(serializers.serialize("json", kind._base_manager.all()) for kind in kinds)


# -- what is known -------------------------------------------------------------------------------


def test_the_download_holds_all_own_data() -> None:
    person, other = member(), member("Bruno")
    account = Account.objects.get(username=NAME)
    token = tokens.make(account, "my bot")
    Channel.objects.create(account=account, kind="hook", address="https://hook.example/secret")
    table = person.open("me", "open", "bot:random")
    other.sit(table, 1)
    person.talk(table, "good evening")
    other.talk(table, "a word of Bruno's")
    person.send(table, "notes", {"text": "he always attacks"})
    other.send(table, "notes", {"text": "a note of Bruno's"})
    person.post(f"/report?table={table.slug}", {"text": "a bell rings"})
    Rating.objects.create(game="spada", account=account, mu=25.0, sigma=8.0)
    member("Clara")
    person.post("/follow", {"name": "Clara"})
    other.post("/follow", {"name": NAME})  # a row of Bruno's
    person.post("/calls", {"game": "spada", "text": "in the evening", "language": "en"})
    cup = {"title": "Cup", "kind": "robin", "wanted": "3", "days": "2"}
    person.post("/tournaments/new/spada", cup | {"option-players": "3"})
    answer = person.get("/account/data")
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    assert answer["Cache-Control"] == "no-store"
    data = answer.json()
    assert data["account"]["name"] == NAME
    assert data["account"]["mail"] == "winterfeldt@example.org"
    assert data["settings"] == {"language": "en", "theme": ""}
    assert {channel["kind"] for channel in data["channels"]} == {"hook", "post"}
    assert [row["name"] for row in data["tokens"]] == ["my bot"]
    (row,) = data["tables"]
    assert (row["slug"], row["hosted"], row["game"]) == (table.slug, True, "spada")
    assert [(row["table__slug"], row["number"]) for row in data["seats"]] == [(table.slug, 0)]
    assert [row["text"] for row in data["talk"]] == ["good evening"]
    assert [row["text"] for row in data["notes"]] == ["he always attacks"]
    assert [row["game"] for row in data["ratings"]] == ["spada"]
    assert [row["text"] for row in data["reports"]] == ["a bell rings"]
    assert [row["whom__username"] for row in data["follows"]] == ["Clara"]
    assert [row["text"] for row in data["calls"]] == ["in the evening"]
    assert [row["tournament__title"] for row in data["tournaments"]] == ["Cup"]
    assert [row["title"] for row in data["tournaments_opened"]] == ["Cup"]
    # and nothing of others, nor any secret
    text = answer.content.decode()
    secrets = [token, tokens.digest_of(token), account.password, table.seed, table.invitation]
    for secret in (*secrets, Visitor.objects.get(account=account).key, "Bruno"):
        assert secret not in text
    assert [row["hosted"] for row in other.get("/account/data").json()["tables"]] == [False]


def test_a_visitor_without_data_gets_an_empty_download() -> None:
    member()
    assert Person().get("/account/data").status_code == 401
    account = Account.objects.create_user("Robot")  # created by a command: no visitor yet
    assert privacy.account_data(account)["tables"] == []


# -- forgetting ----------------------------------------------------------------------------------


def test_a_deleted_name_is_gone_everywhere() -> None:
    person, friend = member(), member("Bruno")
    account = Account.objects.get(username=NAME)
    running = person.open("me", "open", "bot:random")
    friend.sit(running, 1)
    left = person.open("me", "here", "bot:random", names=f"{NAME},Elsa")
    person.post(f"/t/{left.slug}/leave")
    finished = person.open("me", "bot:random", "bot:random")
    finish(person, finished)
    copied = friend.post(f"/t/{finished.slug}/copy").url
    waiting = person.post(
        "/new/spada",
        {"seat-0": "me", "seat-1": "open", "seat-2": "open", "option-players": "3", "wait": "on",
         "title": f"{NAME.upper()}'s round"},
    ).url  # fmt: skip
    for table in (running, finished):
        person.talk(table, "good evening")
    friend.talk(running, "hello")
    assert friend.page(running).count(NAME)  # cached by the process
    Report.objects.create(about=account, text=f"{NAME} shouts, and winterfeldt sings")
    kind = ContentType.objects.get_for_model(Account)
    LogEntry.objects.create(
        user=Account.objects.get(username="Bruno"), content_type=kind, object_id=str(account.pk),
        object_repr=NAME, action_flag=2,
    )  # fmt: skip
    before = {table.pk: table.version for table in Table.objects.all()}
    delete(person)
    assert "winterfeldt" not in everything().lower()
    # talk stays, and so do games
    for path in (f"/t/{running.slug}", f"/t/{finished.slug}", copied, waiting):
        assert NAME not in friend.get(path).content.decode()
    page = friend.page(running)
    assert "a deleted player (Adept)" in page
    assert "good evening" in page
    assert "<strong>Bruno:</strong> hello" in page
    page = friend.page(finished)
    assert "a deleted player" in page
    assert "(free)" not in page
    assert Report.objects.get().text == "a deleted player shouts, and a deleted player sings"
    # open pages are notified
    assert all(Table.objects.get(pk=pk).version > before[pk] for pk in (running.pk, finished.pk))


def test_later_records_do_not_contain_a_deleted_name() -> None:
    person = member()
    table = person.open("me", "bot:random", "bot:random")
    finish(person, table)
    assert NAME in Person().get(f"/t/{table.slug}/record").content.decode()
    delete(person)
    answer = Person("it").get(f"/t/{table.slug}/record")
    assert NAME not in answer.content.decode()
    answer = Person().get(f"/t/{table.slug}/record")
    from chancery import games

    sitting = record.loads(answer.content.decode(), games.find)
    assert "a deleted player" in sitting.names
    assert sitting.state.digest() == sitting_of(table).state.digest()


def test_a_reopened_seat_forgets_its_former_owner() -> None:
    person, friend, newcomer = member(), member("Bruno"), member("Carla")
    table = person.open("me", "open", "bot:random")
    friend.sit(table, 1)
    Table.objects.update(lapse="open")
    delete(person)
    assert not Seat.objects.get(table=table, number=0).gone
    assert newcomer.sit(table, 0).status_code == 302
    assert "Carla" in friend.page(table)
    assert "a deleted player" not in friend.page(table)


def test_invitations_of_a_deleted_account_are_gone() -> None:
    person, host = member(), member("Bruno")
    form = {"seat-0": "me", "seat-1": "invited", "name-1": NAME, "seat-2": "bot:random"}
    path = host.post("/new/spada", {**form, "option-players": "3", "wait": "on"}).url
    assert NAME in host.get(path).content.decode()
    delete(person)
    assert NAME not in host.get(path).content.decode()


def test_deleting_an_account_keeps_data_of_namesakes() -> None:
    """Only one's own rows are changed: a guest may have the same name."""
    person, guest = member(), Person()
    table = guest.open("me", "bot:random", "bot:random", names=NAME)
    guest.talk(table, "good evening")
    delete(person)
    assert Seat.objects.get(table=table, number=0).name == NAME
    assert Talk.objects.get().name == NAME


def test_deleting_an_account_deletes_all_its_rows() -> None:
    """A new kind of row about an account has to be handled here."""
    person = member()
    person.talk(person.open("me", "bot:random", "bot:random"), "good evening")
    account = Account.objects.get()
    visitor = account.visitor.pk
    friend = member("Bruno")
    person.post("/follow", {"name": "Bruno"})
    friend.post("/follow", {"name": NAME})
    person.post("/calls", {"game": "spada", "text": f"{NAME} waits", "language": "en"})
    cup = {"option-players": "3", "kind": "robin", "wanted": "3", "days": "2"}
    for host in (person, friend):
        host.post("/tournaments/new/spada", cup)
    for tournament in Tournament.objects.all():
        person.post(f"/tournaments/{tournament.slug}/change", {"do": "join"})
    delete(person)
    assert not Follow.objects.exists()
    assert not Call.objects.exists()
    assert Tournament.objects.get().host.username == "Bruno"
    assert Entrant.objects.count() == 1
    for kind in backup._models(backup.present):
        for field in kind._meta.get_fields():
            if isinstance(field, fields.ForeignKey) and field.related_model is Account:
                assert not kind.objects.filter(**{field.attname: account.pk}).exists(), kind
            if isinstance(field, fields.ForeignKey) and field.related_model is Visitor:
                assert not kind.objects.filter(**{field.attname: visitor}).exists(), kind


# -- guests --------------------------------------------------------------------------------------


def days(number: int) -> Any:
    return timezone.now() - timedelta(days=number)


def test_a_guest_who_only_talked_is_forgotten() -> None:
    host, guest = member(), Person()
    table = host.open("me", "here", "here")
    guest.talk(table, "good evening")
    Visitor.objects.filter(account=None).update(name="Elsa", created=days(40))
    Talk.objects.update(name="Elsa")
    worker.sweep()
    assert Visitor.objects.filter(account=None).exists()  # he was here just now
    assert "Elsa:" in Person().page(table)  # among the spectators
    Talk.objects.update(at=days(31))
    worker.sweep()
    assert not Visitor.objects.filter(account=None).exists()
    assert "elsa" not in everything().lower()
    page = Person().page(table)
    assert "Elsa" not in page
    assert "<strong>a deleted player:</strong> good evening" in page


def test_an_expired_guest_is_deleted() -> None:
    host, guest = member(), Person()
    table = host.open("me", "open", "bot:random")
    guest.sit(table, 1, name="Elsa")
    guest.talk(table, "good evening")
    guest.send(table, "notes", {"text": "my secret"})
    long_ago = days(400)
    Visitor.objects.filter(account=None).update(created=long_ago)
    Talk.objects.update(at=long_ago)
    Table.objects.update(touched=long_ago)
    worker.sweep()
    assert Seat.objects.filter(name="Elsa").exists()  # the game is not over
    Table.objects.update(over=True, finished=days(300), touched=days(300))
    worker.sweep()
    assert Seat.objects.filter(name="Elsa").exists()
    Table.objects.update(touched=long_ago)
    worker.sweep()
    assert not Visitor.objects.filter(account=None).exists()
    assert "elsa" not in everything().lower()
    assert not Notebook.objects.exists()
    assert not Held.objects.exclude(visitor__account__username=NAME).exists()
    assert Table.objects.filter(touched=long_ago).exists() or Table.objects.exists()
    assert Seat.objects.get(table=table, number=0).name == NAME


# -- who wrote a line ----------------------------------------------------------------------------


def test_old_talk_lines_are_assigned_to_their_authors() -> None:
    host, other = member(), member("Bruno")
    table = host.open("me", "open", "bot:random")
    other.sit(table, 1)
    elsewhere = other.open("me", "bot:random", "bot:random")
    lines = {
        (table, NAME): NAME,
        (table, f"{NAME} (yellow)"): NAME,
        (table, "Bruno"): "Bruno",
        (table, "Bru"): None,
        (table, "Somebody"): None,
        (elsewhere, "Bruno"): "Bruno",
        (elsewhere, NAME): None,
    }
    rows = {
        Talk.objects.create(table=place, name=name, text="x").pk: author
        for (place, name), author in lines.items()
    }
    attribute(Talk.objects.all(), Seat.objects.all(), Held.objects.all())
    found = {
        row.pk: row.by.account.username if row.by else None
        for row in Talk.objects.select_related("by__account")
    }
    assert found == rows


def test_old_talk_lines_of_ambiguous_names_are_left_alone() -> None:
    host, guest = member(), Person()
    table = host.open("me", "open", "bot:random")
    guest.sit(table, 1, name=NAME)
    Talk.objects.create(table=table, name=NAME, text="x")
    attribute(Talk.objects.all(), Seat.objects.all(), Held.objects.all())
    assert Talk.objects.get().by is None


def test_talk_of_a_guest_moves_to_the_account() -> None:
    person = member()
    table = person.open("me", "here", "here")
    guest = Person()
    guest.talk(table, "as a guest")
    guest.post("/account/enter", {"name": NAME, "password": PASSWORD})
    assert Talk.objects.get().by.account.username == NAME
    data = json.loads(guest.get("/account/data").content)
    assert [row["text"] for row in data["talk"]] == ["as a guest"]
