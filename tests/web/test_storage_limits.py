"""Storage: guests cannot fill the disk, with new cookies or with large files."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from chancery.web.base import failures, limits
from chancery.web.base.models import Count
from chancery.web.identity.models import Visitor
from chancery.web.play import worker
from chancery.web.tables import quotas
from chancery.web.tables.models import Notebook, Table
from tests.web.people import Answer, Person, problem
from tests.web.test_hostile_input import a_record, import_of
from tests.web.test_lobby import member

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


class Guest(Person):
    """A guest without cookies, from one address of a network."""

    def __init__(self, number: int = 1, network: str = "2001:db8:7:7") -> None:
        super().__init__()
        self.client.defaults["REMOTE_ADDR"] = f"{network}::{number:x}"


def few(monkeypatch: pytest.MonkeyPatch, what: str, most: int = 3) -> None:
    """Allow only a few actions per hour and network."""
    monkeypatch.setitem(limits.GUESTS, what, ((most, 3600),))


def imported(person: Person) -> Answer:
    return import_of(person, a_record())


def test_tables_are_counted_by_network(monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "tables")
    assert [Guest(n).post("/play/spada").status_code for n in range(1, 5)] == [302] * 3 + [429]
    assert Guest(1, "2001:db8:7:8").post("/play/spada").status_code == 302
    anna = member("Anna")
    anna.client.defaults["REMOTE_ADDR"] = "2001:db8:7:7::1"
    assert anna.post("/play/spada").status_code == 302  # accounts are counted separately


def test_all_networks_of_one_customer_have_a_limit_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody with a /48 has 65,536 networks."""
    few(monkeypatch, "tables", 1)
    guests = [Guest(1, f"2001:db8:7:{n}") for n in range(5)]
    assert [one.post("/play/spada").status_code for one in guests] == [302] * 4 + [429]
    assert Guest(1, "2001:db8:8:1").post("/play/spada").status_code == 302


def test_imports_and_copies_count_as_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "tables")
    first = Guest(1)
    assert imported(first).status_code == 302
    table = Table.objects.get()
    assert Guest(2).post(f"/t/{table.slug}/copy").status_code == 302
    assert imported(Guest(3)).status_code == 302
    assert imported(Guest(4)).status_code == 429
    assert Guest(5).post(f"/t/{table.slug}/copy").status_code == 429
    assert Table.objects.count() == 3


def test_tables_are_counted_by_visitor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "tables", (2, 3600))
    person = Person()
    assert [imported(person).status_code for _ in range(3)] == [302, 302, 429]


def test_talk_and_notes_are_counted_by_network(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Person().open("me", "here", "here")
    few(monkeypatch, "talk")
    assert [Guest(n).talk(table, "x").status_code for n in range(1, 5)] == [200] * 3 + [429]
    few(monkeypatch, "talk", 100)
    few(monkeypatch, "notebooks")
    Count.objects.all().delete()
    own = Guest(1)
    for _ in range(5):  # the same notes again and again
        assert own.send(table, "notes", {"text": "x"}).status_code == 200
    found = [Guest(n).send(table, "notes", {"text": "x"}).status_code for n in range(2, 5)]
    assert found == [200, 200, 429]
    assert Notebook.objects.count() == 3


def test_new_guests_are_counted_by_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "visitors", (2, 3600))
    found = [Guest(n).post("/play/spada").status_code for n in range(1, 4)]
    assert found == [302, 302, 429]
    assert Visitor.objects.count() == 2


def test_the_bytes_that_guests_send_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert imported(Guest(1)).status_code == 302
    weight = Table.objects.get().weight
    assert weight >= quotas.LINE_BYTES
    few(monkeypatch, "bytes", 3 * weight)
    assert [imported(Guest(n)).status_code for n in range(2, 6)] == [302] * 3 + [429]


def test_all_guests_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert imported(Guest(1)).status_code == 302
    monkeypatch.setattr(quotas, "GUESTS_BYTES", 2 * Table.objects.get().weight)
    assert imported(Guest(1, "2001:db8:7:8")).status_code == 302
    answer = imported(Guest(1, "2001:db8:7:9"))
    assert answer.status_code == 507
    assert "create an account" in answer.content.decode()
    assert Table.objects.count() == 2
    assert imported(member("Anna")).status_code == 302
    assert Guest(2).post("/play/spada").status_code == 302  # this stores nothing


def test_data_files_count_by_size() -> None:
    guest = Guest()
    text = guest.get("/data/spada").content.decode() + "\n# corrected\n"
    file = SimpleUploadedFile("spada.toml", text.encode())
    form = {"csrfmiddlewaretoken": guest.token, "seat-0": "me", "data": file}
    assert guest.client.post("/new/spada", form).status_code == 302
    assert Table.objects.get().weight == len(text)


@pytest.mark.skipif(
    "postgres" in settings.DATABASES["default"]["ENGINE"], reason="its disk is elsewhere"
)
def test_the_last_space_is_reserved_for_games_in_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest()
    table = guest.open("me", "here", "here")
    monkeypatch.setattr(failures, "free_bytes", lambda: failures.RESERVED - 1)
    for answer in (guest.post("/play/spada"), imported(guest), guest.talk(table, "x")):
        assert answer.status_code == 507
    assert "run out of disk space" in problem(guest.send(table, "notes", {"text": "x"}))
    seat = table.seats.order_by("number").first().number
    asked = guest.state(table, seat)
    assert asked["started"]
    for number in range(3):
        guest.act(table, number, "pass")
    assert Table.objects.get().length
    assert member("Anna").post("/play/spada").status_code == 302


# -- clearing away --------------------------------------------------------------------------------


def test_imports_and_copies_of_guests_are_deleted_after_a_week() -> None:
    guest, anna = Guest(), member("Anna")
    imported(guest)
    record = Table.objects.get()
    guest.post(f"/t/{record.slug}/copy")
    played = guest.play_now()
    imported(anna)
    kept = Table.objects.latest("pk")
    Table.objects.update(touched=timezone.now() - WEEK + timedelta(hours=1))
    worker.sweep()
    assert Table.objects.count() == 4
    Table.objects.update(touched=timezone.now() - WEEK - timedelta(hours=1))
    worker.sweep()
    assert set(Table.objects.values_list("pk", flat=True)) == {played.pk, kept.pk}
