"""Bots that take their time are served by processes of their own, and nobody waits for them."""

from __future__ import annotations

from typing import Any

import pytest

from chancery import bots
from chancery.bots.random import RandomBot
from chancery.core import BadOption
from chancery.games import find
from chancery.web.play import leases, worker
from chancery.web.tables import house_bots
from chancery.web.tables.models import Seat, Table, Work
from tests.web.people import Person

pytestmark = pytest.mark.django_db
OPTIONS = {"counsellor": "yellow"}


@pytest.fixture(autouse=True)
def one_thinker(settings: Any) -> None:
    settings.THINKERS = 1


class Ponderer(RandomBot):
    """Somebody's bot that takes its time."""

    thinks = True


def with_a_master() -> Table:
    return Person().open("bot:master", "bot:player", "me", options=OPTIONS)


def test_work_of_a_master_goes_from_hand_to_hand() -> None:
    table = with_a_master()
    assert not worker.run_once(True)  # nobody has said yet that it is for those who think
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
    assert not Work.objects.get().thinks  # the next is no thinker
    assert worker.run_once(False)
    assert table.entries.count() > moved


def test_without_thinkers_the_workers_do_all() -> None:
    table = with_a_master()
    assert worker.run_once(None)
    assert table.entries.count()


def test_a_slow_table_is_not_taken_by_those_who_serve_others() -> None:
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


def test_masters_are_offered_while_the_house_can_afford_them(settings: Any) -> None:
    game = find("spada")
    assert house_bots.offered(game)[:4] == ("random", "novice", "player", "master")
    table = with_a_master()
    for _ in range(house_bots.A_THINKER - 1):
        Seat.objects.filter(table=with_a_master()).first()
    assert "master" not in house_bots.offered(game)
    with pytest.raises(BadOption, match="All masters"):
        house_bots.engage("master", game)
    house_bots.engage("player", game)
    Table.objects.filter(pk=table.pk).update(over=True)
    assert "master" in house_bots.offered(game)
    settings.THINKERS = 0
    assert "master" not in house_bots.offered(game)


def test_guests_who_take_their_time_are_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("spada")
    monkeypatch.setitem(bots.ADDED, "ponderer", Ponderer)
    for _ in range(house_bots.A_THINKER):
        Person().open("bot:ponderer", "bot:player", "me", options=OPTIONS)
    assert not {"master", "ponderer"} & set(house_bots.offered(game))


def test_nobody_is_called_twice() -> None:
    found = house_bots.offered(find("friedrich"))
    assert len(set(found)) == len(found)
    assert "quartermaster" not in found  # it is the player
