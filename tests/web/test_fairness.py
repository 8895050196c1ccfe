"""Fairness: chance is fixed from the start, shared seats are disclosed, nobody escapes a result."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chancery.core.chance import commitment
from chancery.games import find
from chancery.table import record
from chancery.web.accounts.ratings import count_once
from chancery.web.identity.models import Rating
from chancery.web.play import worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table, Work
from tests.web.api_clients import Caller, caller
from tests.web.people import Person, legal, play_ahead, run_bots, seat_asked, sitting_of, table_at
from tests.web.test_accounts import join

pytestmark = pytest.mark.django_db


# -- the promise of chance ---------------------------------------------------------------------


def play_out(person: Person, table: Table) -> None:
    """Play to the end, the last action by a request; all seats are the person's."""
    play_ahead(table)
    while sitting_of(table).state.asked:
        seat = seat_asked(table)
        assert person.act(table, seat, legal(table, seat)[-1]).status_code == 200


def test_the_digest_is_shown_at_the_start_and_the_seed_at_the_end() -> None:
    person, watcher = Person(), Person()
    table = person.open("me", "here", "here")
    digest = commitment(table.seed)
    for who in (person, watcher):
        assert digest in who.page(table)
        assert digest in who.state(table)["parts"]["chance"]
        assert who.ask(f"/t/{table.slug}/record").json()["commitment"] == digest
        assert table.seed not in who.page(table)
    data = Caller().read(f"/tables/{table.slug}")
    assert (data["commitment"], data["seed"]) == (digest, None)
    play_out(person, table)
    for who in (person, watcher):
        part = who.state(table)["parts"]["chance"]
        assert digest in part
        assert table.seed in part
    data = Caller().read(f"/tables/{table.slug}")
    assert (data["commitment"], data["seed"]) == (digest, table.seed)
    exported = watcher.ask(f"/t/{table.slug}/record").content.decode()
    assert json.loads(exported)["commitment"] == digest
    assert record.loads(exported, find).commitment == digest


def test_the_digest_counts_from_the_start() -> None:
    """While a table waits it has another seed, which is not shown."""
    anna = caller("Anna")
    table = anna.open("me", "open", "open", wait=True, public=True)
    assert anna.read(f"/tables/{table.slug}")["commitment"] is None
    assert commitment(table.seed) not in Person().page(table)
    assert anna.read(f"/tables/{table.slug}/record")["commitment"] is None
    anna.do(f"/tables/{table.slug}/start", fill=True)
    now = Table.objects.get(pk=table.pk)
    assert now.seed != table.seed
    assert anna.read(f"/tables/{table.slug}")["commitment"] == commitment(now.seed)
    assert commitment(now.seed) in Person().page(table)


def test_the_seed_of_an_aborted_game_stays_secret() -> None:
    """Hands stay hidden there, and the seed would reveal them."""
    person = Person()
    table = person.play_now()
    person.send(table, "agree", {"seat": "0", "agrees": True})
    assert Table.objects.get(pk=table.pk).closed
    assert table.seed not in person.page(table)
    assert Caller().read(f"/tables/{table.slug}")["seed"] is None


# -- one person at several seats ---------------------------------------------------------------


def test_shared_seats_are_disclosed_to_newcomers() -> None:
    host, guest = Person(), Person()
    seats = {f"seat-{n}": kind for n, kind in enumerate(("me", "here", "open"))}
    names = {"name-0": "Anna", "name-1": "Bruno"}
    form = {**seats, **names, "option-players": "3", "public": "on"}
    for wait in ({"wait": "on"}, {}):
        table = table_at(host.post("/new/spada", {**form, **wait}))
        said = "Playing at one screen: Yellow · Anna and Black · Bruno."
        assert said in guest.page(table)
        assert said in guest.ask("/tables/part").json()["lists"]
        assert Caller().read(f"/tables/{table.slug}")["screens"] == [["yellow", "black"]]
        assert guest.sit(table, 2).status_code == 302
        assert said in guest.page(table)


def test_a_table_of_one_screen_needs_no_disclosure() -> None:
    host = Person()
    for table in (host.open("me", "here", "here"), host.open("me", "here", "bot:random")):
        assert "Playing at one screen" not in host.page(table)
        assert Caller().read(f"/tables/{table.slug}")["screens"] == []
    table = host.open("me", "open", "open")
    assert Person().sit(table, 1).status_code == 302
    assert "Playing at one screen" not in host.page(table)


# -- ending by agreement -----------------------------------------------------------------------


def rated(person: Person, *others: str) -> Table:
    form = {f"seat-{n}": kind for n, kind in enumerate(("me", *others))}
    answer = person.post("/new/spada", {**form, "option-players": "3", "rated": "on"})
    table = table_at(answer)
    assert table.rated
    return table


def test_ending_a_rated_game_against_bots_is_resigning() -> None:
    person = Person()
    join(person)
    table = rated(person, "bot:random", "bot:random")
    assert "against bots only, this counts as resigning" in person.page(table)
    answer = person.send(table, "agree", {"seat": "0", "agrees": True})
    assert answer.status_code == 200
    assert answer.json()["own"] == []
    table.refresh_from_db()
    seat = Seat.objects.get(table=table, number=0)
    assert (table.closed, table.over) == (False, False)
    assert (seat.resigned, seat.abandoned, seat.owner, seat.agrees) == (True, True, None, False)


def test_bots_finish_a_resigned_game_unwatched() -> None:
    """Bots play on unwatched until there is a result to count."""
    anna = caller("Anna")
    table = anna.open("me", "bot:random", "bot:random", rated=True)
    Seat.objects.filter(table=table).update(bot="random", owner=None, abandoned=False)
    Seat.objects.filter(table=table, number=0).update(abandoned=True)
    sittings.reschedule(table)
    assert table.watched_until is None
    assert worker.run_once()
    for _ in range(60):
        if Table.objects.get(pk=table.pk).over:
            break
        run_bots()
    assert Table.objects.get(pk=table.pk).finished is not None
    assert count_once()
    assert Rating.objects.get(account__username="Anna").mu < Rating.objects.get(bot="random").mu


def test_people_who_agree_end_a_rated_game_without_a_result() -> None:
    anna, bruno = caller("Anna"), caller("Bruno")
    table = anna.open("me", "invited:Bruno", "bot:random", rated=True)
    bruno.do(f"/tables/{table.slug}/sit", seat="black")
    assert not anna.do(f"/tables/{table.slug}/agree", agrees=True)["closed"]
    assert bruno.do(f"/tables/{table.slug}/agree", agrees=True)["closed"]
    assert not count_once()


def test_the_last_person_cannot_end_a_rated_game_by_agreement() -> None:
    """It would save himself from losing, or a player who has left."""
    anna, bruno = caller("Anna"), caller("Bruno")
    table = anna.open("me", "invited:Bruno", "bot:random", rated=True)
    bruno.do(f"/tables/{table.slug}/sit", seat="black")
    bruno.do(f"/tables/{table.slug}/leave", resign=True)
    data = anna.do(f"/tables/{table.slug}/agree", agrees=True)
    assert not data["closed"]
    assert [seat["resigned"] for seat in data["seats"]] == [True, True, False]


def test_an_unrated_game_against_bots_just_ends() -> None:
    anna = caller("Anna")
    table = anna.open("me", "bot:random", "bot:random")
    assert anna.do(f"/tables/{table.slug}/agree", agrees=True)["closed"]


# -- taking back ---------------------------------------------------------------------------------


def test_offering_undo_does_not_reveal_the_next_players_steps() -> None:
    """Yellow passes; Black lays a card for his offer under his hand."""
    anna, bruno = caller("Anna"), caller("Bruno")
    table = anna.open("me", "invited:Bruno", "bot:random")
    bruno.do(f"/tables/{table.slug}/sit", seat="black")
    Work.objects.all().delete()  # the third has nothing to answer yet
    names = sitting_of(table).seats
    seeds = (str(number) for number in range(100))
    starts = ((seed, find("spada").start(table.options, seed)) for seed in seeds)
    seed = next(seed for seed, start in starts if start.asked[0].seat == 0)
    Table.objects.filter(pk=table.pk).update(seed=seed, asked=" 0 ")
    sittings.forget()
    anna.act(table, "yellow", "pass")
    assert names[seat_asked(table)] == "black"

    def seen() -> tuple[Any, Any]:
        return anna.read(f"/tables/{table.slug}/view"), anna.read(f"/tables/{table.slug}/events")

    before = seen()
    card = next(action for action in legal(table, 1) if action.startswith("add "))
    assert bruno.act(table, "black", card).status_code == 200
    assert seen() == before
    which = before[0]["undo"]
    assert which is not None
    anna.do(f"/tables/{table.slug}/undo", seat="yellow", which=which)
    assert names[seat_asked(table)] == "yellow"
    assert bruno.read(f"/tables/{table.slug}/events")["events"][-1]["event"] == "Undone"
    sittings.forget()
    assert names[seat_asked(table)] == "yellow"  # as stored in the log
