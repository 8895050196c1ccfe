"""Bots that search are served by processes of their own, and nobody waits for them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from chancery import bots
from chancery.bots.random import RandomBot
from chancery.core import BadOption
from chancery.games import find
from chancery.web.accounts import privacy
from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Visitor
from chancery.web.play import leases, worker
from chancery.web.tables import quotas
from chancery.web.tables.models import Seat, Table, Work
from tests.web.people import Person, problem, table_at
from tests.web.test_accounts import join
from tests.web.test_lobby import member

pytestmark = pytest.mark.django_db
OPTIONS = {"counsellor": "yellow"}


@pytest.fixture(autouse=True)
def one_thinker(settings: Any) -> None:
    settings.THINKERS = 1


class Ponderer(RandomBot):
    """A bot of another package that searches."""

    thinks = True


def offered(game: Any) -> tuple[str, ...]:
    """Return the bots that a new visitor may choose."""
    return quotas.offered_bots(game, quotas.bot_refusal(None))


def with_a_master() -> Table:
    return Person().open("bot:master", "bot:player", "me", options=OPTIONS)


def test_a_masters_work_passes_from_worker_to_thinker() -> None:
    table = with_a_master()
    assert not worker.run_once(True)  # the work is not marked as theirs yet
    assert worker.run_once(False)
    assert len(table.entries.all()) == 0
    assert Work.objects.get().thinks
    assert not worker.run_once(False)  # others do not even look at it
    assert worker.run_once(True)
    moved = table.entries.count()
    assert moved
    Work.objects.update(after=None)
    while worker.run_once(True):
        Work.objects.update(after=None)
    assert not Work.objects.get().thinks  # the next bot does not search
    assert worker.run_once(False)
    assert table.entries.count() > moved


def test_without_thinkers_workers_do_everything() -> None:
    table = with_a_master()
    assert worker.run_once(None)
    assert table.entries.count()


def test_slow_tables_are_left_to_thinkers() -> None:
    slow = with_a_master()
    quick = Person().open("bot:player", "bot:player", "me", options=OPTIONS)
    assert worker.run_once(False)
    taken = leases.take(False)
    assert taken is not None
    assert taken.table_id == quick.pk
    assert leases.take(False) is None
    thinking = leases.take(True)
    assert thinking is not None
    assert thinking.table_id == slow.pk


def test_masters_are_offered_while_there_is_capacity(settings: Any) -> None:
    game = find("spada")
    assert offered(game)[:4] == ("random", "novice", "player", "master")
    table = with_a_master()
    for _ in range(quotas.TABLES_PER_THINKER - 1):
        Seat.objects.filter(table=with_a_master()).first()
    assert "master" not in offered(game)
    with pytest.raises(BadOption, match="All masters"):
        quotas.check_bot("master", game, Visitor.objects.create())
    quotas.check_bot("player", game, Visitor.objects.create())
    Table.objects.filter(pk=table.pk).update(over=True)
    assert "master" in offered(game)
    settings.THINKERS = 0
    assert "master" not in offered(game)


def test_idle_tables_count_against_the_capacity(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("spada")
    monkeypatch.setitem(bots.ADDED, "ponderer", Ponderer)
    for _ in range(quotas.TABLES_PER_THINKER):
        Person().open("bot:ponderer", "bot:player", "me", options=OPTIONS)
    assert not {"master", "ponderer"} & set(offered(game))


def test_bots_are_offered_once() -> None:
    found = offered(find("friedrich"))
    assert len(set(found)) == len(found)
    assert "quartermaster" not in found  # it is the game's own bot


# -- shared out ----------------------------------------------------------------------------------

FULL = "All masters are at a table just now."
OWN = "You already have 4 tables with masters."
TOGETHER = "Guests from your network already have 4 tables with masters."


def guest_at(address: str) -> Person:
    guest = Person()
    guest.client.defaults["REMOTE_ADDR"] = address
    return guest


def wants_a_master(person: Person) -> str:
    """Return why a table with a master is refused; empty if it is not."""
    answer = person.request_table(("bot:master", "bot:player", "me"), OPTIONS)
    assert answer.status_code in (302, 422)
    return "" if answer.status_code == 302 else answer.content.decode()


def test_one_host_has_a_share_of_the_masters() -> None:
    host, other = member("Anna"), member("Bruno")
    for _ in range(quotas.HOST_SHARE):
        assert not wants_a_master(host)
    assert OWN in wants_a_master(host)
    assert not wants_a_master(other)
    Table.objects.filter(host__account__username="Anna").update(over=True)
    assert not wants_a_master(host)


def test_the_guests_of_one_network_have_one_share() -> None:
    for _ in range(quotas.HOST_SHARE):  # a new browser each time
        assert not wants_a_master(guest_at("203.0.113.7"))
    assert TOGETHER in wants_a_master(guest_at("203.0.113.7"))
    assert not wants_a_master(guest_at("203.0.113.8"))
    again = member("Anna")
    again.client.defaults["REMOTE_ADDR"] = "203.0.113.7"
    assert not wants_a_master(again)  # with an account he has a share of his own


def test_a_network_is_kept_as_a_digest_and_no_longer_than_needed() -> None:
    wants_a_master(guest_at("203.0.113.7"))
    (network,) = set(Visitor.objects.exclude(network="").values_list("network", flat=True))
    assert len(network) == 40
    assert "203" not in network
    assert privacy.forget_networks(timezone.now()) == 0
    Table.objects.update(over=True)
    worker.sweep()
    assert not Visitor.objects.exclude(network="").exists()


def test_a_new_account_leaves_the_share_of_its_network() -> None:
    guest = guest_at("203.0.113.7")
    wants_a_master(guest)
    assert join(guest, "Anna").status_code == 302
    assert not Visitor.objects.exclude(network="").exists()


def test_where_no_master_is_offered_the_pages_say_why() -> None:
    host = member("Anna")
    waiting = host.open("me", "open", "bot:player")
    path = "/new/spada"
    for page in (host.get("/"), host.get(path), host.get(f"/t/{waiting.slug}")):
        assert "with masters" not in page.content.decode()
    table = table_at(
        host.post(
            path,
            {"seat-0": "me", "seat-1": "open", "seat-2": "bot:player", "option-players": "3",
             "wait": "on"},
        )
    )  # fmt: skip
    for _ in range(quotas.HOST_SHARE):
        wants_a_master(host)
    for shown in ("/", path, f"/t/{table.slug}"):
        said = host.get(shown).content.decode()
        assert OWN in said, shown
        assert not re.search('value="(bot:)?master"|data-kind="bot:master"', said)
    assert OWN not in Person().get(path).content.decode()
    answer = host.send(table, "company", {"do": "arrange", "number": "1", "kind": "bot:master"})
    assert answer.status_code == 422
    assert problem(answer).startswith(OWN)


def test_the_api_says_why_no_master_is_offered() -> None:
    host = member("Anna")
    token = tokens.make(Account.objects.get(username="Anna"), "my bot")
    headers = {"authorization": f"Bearer {token}"}

    def games() -> Any:
        return host.client.get("/api/v1/games/spada", headers=headers).json()

    assert games()["missing"] is None
    assert "master" in games()["bots"]
    for _ in range(quotas.HOST_SHARE):
        wants_a_master(host)
    assert games()["missing"].startswith(OWN)
    assert "master" not in games()["bots"]
    seats = [{"kind": "bot:master"}, {"kind": "bot:player"}, {"kind": "me"}]
    answer = host.client.post(
        "/api/v1/tables",
        {"game": "spada", "options": {"players": 3}, "seats": seats},
        content_type="application/json",
        headers=headers,
    )
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(OWN)


def test_two_masters_at_a_table_count_as_one_table() -> None:
    host = member("Anna")
    waiting = {"seat-0": "me", "seat-1": "open", "seat-2": "bot:master", "option-players": "3"}
    table = table_at(host.post("/new/spada", {**waiting, "wait": "on"}))
    for _ in range(quotas.HOST_SHARE - 1):
        assert not wants_a_master(host)
    assert OWN in wants_a_master(host)
    answer = host.send(table, "company", {"do": "arrange", "number": "1", "kind": "bot:master"})
    assert answer.status_code == 200


def test_newcomers_are_told_that_all_masters_are_taken() -> None:
    for last in range(quotas.TABLES_PER_THINKER):
        assert not wants_a_master(guest_at(f"203.0.113.{last}"))
    assert FULL in wants_a_master(guest_at("203.0.113.200"))
