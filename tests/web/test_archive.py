"""The archive: what is found, by whatever it is searched, and nothing that is not public."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chancery import games
from chancery.table import record
from chancery.web.base import limits
from chancery.web.base.costs import COSTS
from chancery.web.base.thread_pools import ThreadPool
from chancery.web.community import archive, archive_export
from chancery.web.community.archive import Wanted
from chancery.web.identity import tokens
from chancery.web.identity.models import Visitor
from chancery.web.play.worker import sweep
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table
from tests.web.api_clients import Caller
from tests.web.logs import random_sitting, store_as_table
from tests.web.people import Answer, Person
from tests.web.test_profiles import member, read
from tests.web.test_ratings import BEGIN, account, ended

pytestmark = pytest.mark.django_db
GAME = games.find("spada")


def slugs(page: str) -> list[str]:
    """Return the games on a page, in order."""
    return list(dict.fromkeys(re.findall(r'href="/t/([\w-]+)/replay/0"', page)))


def found(asked: Mapping[str, object] | None = None, person: Person | None = None) -> list[str]:
    return slugs(read(f"/archive?{urlencode(asked or {})}", person))


def played(seed: str = "1757", **more: object) -> Table:
    """Return a public game that has been played to its end."""
    table = store_as_table(random_sitting("spada", seed=seed), public=True, private=False)
    Table.objects.filter(pk=table.pk).update(**more)
    table.refresh_from_db()
    return table


# -- what is found ------------------------------------------------------------------------------


def test_the_latest_game_comes_first_with_all_its_players() -> None:
    first = ended("Anna", "Bruno", "bot:steward", title="Sunday")
    last = ended("Clara", "Dario", "", left=[1])
    page = read("/archive")
    assert slugs(page) == [last.slug, first.slug]
    assert "Sunday" in page
    assert 'href="/people/Anna">Anna</a>' in page
    assert re.search(r"⚙</span>\s*Adept", page), page[page.index("⚙") - 50 :][:200]
    assert page.count("left the game") == 1
    assert re.search(r'medal first"><span class="sr">Rank</span>1</span>', page)


@pytest.mark.parametrize(
    "hidden",
    [
        {"public": False},
        {"closed": True},
        {"private": True, "rated": False},
        {"over": False, "finished": None},
        {"game": "another"},
    ],
)
def test_what_is_not_public_is_found_by_nobody(hidden: dict[str, Any]) -> None:
    anna = member("Anna")
    shown, other = ended("Anna", "Bruno"), ended("Anna", "Bruno", **hidden)
    for person in (Person(), anna):
        assert found({}, person) == found({"player": "Anna"}, person) == [shown.slug]
    assert Person().get(f"/archive?before={other.slug}").status_code in (200, 404)
    told = Caller().read("/archive")["games"]
    assert [game["slug"] for game in told] == [shown.slug]
    assert other.slug not in archive_export.part(Wanted(), "")[0].decode()


def test_an_empty_archive_offers_to_watch_and_to_open_a_record() -> None:
    """A search that finds nothing keeps its form."""
    page = read("/archive")
    for name in games.names():
        assert f'href="/watch/{name}"' in page
        assert f"/opening/{name}.svg" in page
    assert 'action="/import"' in page
    assert 'role="search"' not in page
    for asked in ("?player=Nobody", "?shortest=5"):
        page = read(f"/archive{asked}")
        assert 'role="search"' in page
        assert "/watch/" not in page
    ended("Anna", "Bruno")
    assert 'role="search"' in read("/archive")
    assert "/watch/" not in read("/archive")
    assert "/watch/friedrich" in read("/archive?game=friedrich")


def test_games_of_a_player() -> None:
    first, _, third = ended("Anna", "Bruno"), ended("Bruno", "Clara"), ended("Clara", "Anna")
    assert found({"player": "anna"}) == [third.slug, first.slug]
    assert found({"player": "anna", "result": "won"}) == [first.slug]
    assert found({"player": "anna", "result": "lost"}) == [third.slug]
    assert found({"player": "anna", "result": "left"}) == []
    page = read("/archive?player=Nobody")
    assert "There is no account called Nobody." in page
    assert slugs(page) == []


def test_a_game_that_was_left_is_neither_won_nor_lost() -> None:
    table = ended("Anna", "Bruno", left=[0])
    assert found({"player": "Anna", "result": "left"}) == [table.slug]
    assert (
        found({"player": "Anna", "result": "won"})
        == found({"player": "Anna", "result": "lost"})
        == []
    )


def test_games_by_options_winner_tie_and_length() -> None:
    usual = ended("Anna", "Bruno", length=100)
    fair = ended(
        "Anna", "Bruno", options={**GAME.complete_options({"players": 3}), "robbery": "fair"}
    )
    tied = ended("Anna", "Bruno", "Clara", ranks=[1, 1, 3], length=300)
    second = ended("Anna", "Bruno", "Clara", ranks=[2, 1, 3], length=200)
    everything = [second.slug, tied.slug, fair.slug, usual.slug]
    assert found({"game": "spada"}) == everything
    assert found({"game": "spada", "option-robbery": "fair"}) == [fair.slug]
    assert found({"game": "spada", "option-players": "4"}) == []
    assert found({"shortest": 101, "longest": 250}) == [second.slug]
    assert found({"shortest": 201}) == [tied.slug]
    assert found({"result": "tied"}) == [tied.slug]
    seat = list(GAME.seats(usual.options))[1]
    assert found({"game": "spada", "winner": seat}) == [second.slug, tied.slug]
    assert found({"game": "friedrich"}) == []
    # what does not exist is ignored
    wrong = {
        "game": "spada",
        "option-robbery": "x",
        "winner": "x",
        "result": "won",
        "longest": "-1",
    }
    assert found(wrong) == everything


def test_a_search_goes_on_by_key_without_gaps_or_repetitions() -> None:
    tables = [ended("Anna", "Bruno") for _ in range(7)]
    Table.objects.update(finished=BEGIN)  # all in the same moment
    expected = [table.slug for table in reversed(tables)]
    got: list[str] = []
    before = ""
    while True:
        part = archive.search(Wanted(), before, limit=3)
        got += [table.slug for table in archive.tables(part.tables)]
        before = part.after
        if not before:
            break
    assert got == expected
    assert Person().get("/archive?before=nothing").status_code == 404


def test_a_page_looks_at_a_limited_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    oldest = ended("Anna", "Bruno", length=500)
    for _ in range(9):
        ended("Anna", "Bruno", length=1)
    monkeypatch.setattr(archive, "PIECES", (1, 3))
    pages = 0
    path = "/archive?shortest=400"
    while True:
        page = read(path)
        pages += 1
        further = re.search(r'href="(\?[^"]*before=[^"]*)"', page)
        if further is None:
            break
        assert "Searched back to" in page
        assert slugs(page) == []
        path = "/archive" + further[1].replace("&amp;", "&")
    assert slugs(page) == [oldest.slug]
    assert pages == 3


def test_the_games_of_a_player_go_on_by_key_too() -> None:
    anna = Visitor.objects.create(account=account("Anna"))
    tables = [ended("Anna", "Bruno") for _ in range(7)]
    for table in tables[::2]:  # played as a guest, before there was an account
        Seat.objects.filter(table=table, number=0).update(player=None, owner=anna)
    two_seats = ended("", "", "Bruno")  # at one screen: nothing is known of who played what
    Seat.objects.filter(table=two_seats, number__lt=2).update(player=None, owner=anna)
    Table.objects.update(finished=BEGIN)
    Seat.objects.update(archived=BEGIN)
    got, before = [], ""
    while True:
        part = archive.search(Wanted(player=account("Anna")), before, limit=3)
        got += part.tables
        before = part.after
        if not before:
            break
    assert got == [table.pk for table in reversed(tables)]


def test_the_end_of_a_game_is_stored_with_its_seats() -> None:
    sitting = random_sitting("spada")
    for public, private in ((True, False), (False, False), (True, True)):
        table = store_as_table(sitting, public=public, private=private)
        ends = set(Seat.objects.filter(table=table).values_list("archived", flat=True))
        assert ends == {table.finished if public and not private else None}


def test_games_that_end_on_a_server_of_the_version_before_are_found_after_an_upgrade() -> None:
    table, hidden = ended("Anna", finished=timezone.now()), ended("Anna", public=False)
    Seat.objects.update(archived=None)  # that version does not know the column
    assert found({"player": "Anna"}) == []
    sweep()
    assert found({"player": "Anna"}) == [table.slug]
    assert not Seat.objects.filter(table=hidden).exclude(archived=None).exists()


@pytest.mark.postgres
def test_a_search_follows_an_index() -> None:
    anna = Visitor.objects.create(account=account("Anna"))
    for number in range(300):
        table = ended("Anna", "Bruno", public=number % 10 == 0)
        if number % 3 == 0:
            Seat.objects.filter(table=table, number=0).update(player=None, owner=anna)
    use_indexes("seqscan", "bitmapscan", "sort")
    for asked, indexes in (
        ("", {"archive"}),
        ("?game=spada", {"archive_of_game"}),
        ("?player=Anna", {"archive_of_player", "archive_of_owner"}),
        ("?player=Anna&game=spada", {"archive_of_player", "archive_of_owner"}),
    ):
        with CaptureQueriesContext(connection) as queries:
            read(f"/archive{asked}")
        looks = [q["sql"] for q in queries if "LIMIT" in q["sql"] and '"length"' in q["sql"]]
        followed = set()
        for plan in map(plan_of, looks):
            followed |= set(re.findall(r"(?:INDEX|using) (archive\w*)", plan))
            assert "TEMP B-TREE" not in plan, asked
            assert "Sort" not in plan, asked
        assert followed == indexes, asked


def use_indexes(*others: str) -> None:
    """Let PostgreSQL not do what is quicker where there are so few rows."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        if connection.vendor == "postgresql":
            for way in others:
                cursor.execute(f"SET LOCAL enable_{way} = off")


def plan_of(statement: str) -> str:
    """Return how the database would execute a statement."""
    before = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{before} {statement}")
        return str(cursor.fetchall())


@pytest.mark.postgres
def test_a_profile_does_not_read_the_games_of_everybody() -> None:
    Visitor.objects.create(account=account("Anna"))
    for _ in range(40):
        ended("Anna", "Bruno")
        ended("Clara", "Dario")
    use_indexes("seqscan")
    with CaptureQueriesContext(connection) as queries:
        read("/people/Anna")
    looks = [q["sql"] for q in queries if re.search(r'player_id" = \d+ OR', q["sql"])]
    looks = [look for look in looks if "ROW_NUMBER" not in look]  # the same rows
    assert len(looks) == 3  # how many, a page of them, how they ended
    for plan in map(plan_of, looks):
        assert re.search(r"\(player_id=|Index Cond: \(\(?player_id", plan), plan
        # nor for each of his seats all others of its owner
        assert "owner_id=? AND table_id=?" in plan or connection.vendor == "postgresql", plan


def test_a_page_needs_few_statements_however_many_games_it_shows() -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as queries:
            read("/archive?player=Anna&result=won")
        return len(queries)

    ended("Anna", "Bruno")
    few = statements()
    for _ in range(20):
        ended("Anna", "Bruno")
    assert statements() == few


# -- the API ------------------------------------------------------------------------------------


def test_programs_search_the_archive() -> None:
    first, second = ended("Anna", "Bruno"), ended("Bruno", "bot:steward", length=9)
    told = Caller().read("/archive?game=spada&player=Anna&result=won&option=players=3")
    (game,) = told["games"]
    assert (game["slug"], game["seats"][0]["account"]) == (first.slug, "Anna")
    assert told["next"] is None
    part = Caller().read("/archive?limit=1")
    assert (part["games"][0]["slug"], part["next"]) == (second.slug, second.slug)
    rest = Caller().read(f"/archive?limit=1&before={part['next']}")
    assert [game["slug"] for game in rest["games"]] == [first.slug]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("game=monopoly", 404),
        ("player=Nobody", 404),
        ("before=nothing", 404),
        ("result=won", 422),
        ("player=Anna&result=happy", 422),
        ("winner=yellow", 422),
        ("game=spada&winner=prussia", 422),
        ("game=spada&option=players=9", 422),
        ("game=spada&option=colour=9", 422),
        ("option=players=3", 422),
        ("limit=100", 422),
    ],
)
def test_a_wrong_search_is_explained(asked: str, status: int) -> None:
    account("Anna")
    answer = Caller().get(f"/archive?{asked}")
    assert answer.status_code == status
    assert answer.json()["error"]


# -- the file -----------------------------------------------------------------------------------


def in_file(wanted: Wanted | None = None) -> Iterator[dict[str, Any]]:
    text, after = archive_export.part(wanted or Wanted(), "")
    assert not after
    yield from map(json.loads, text.decode().splitlines())


@pytest.mark.parametrize("game", ["spada", "friedrich", "revolution"])
def test_every_line_is_a_record_that_replays(game: str) -> None:
    sitting = random_sitting(game)
    table = store_as_table(sitting)
    Table.objects.filter(pk=table.pk).update(public=True, private=False)
    (line,) = in_file()
    again = record.from_plain(line["record"], games.find)
    assert again.state.digest() == sitting.state.digest()
    assert [entry["sum"] for entry in line["record"]["log"]] == [
        entry["sum"] for entry in record.to_plain(sitting)["log"]
    ]
    assert again.names == tuple(f"N{number}" for number in range(len(sitting.seats)))
    assert line["ranks"] == [seat.rank for seat in Seat.objects.filter(table=table)]


def test_the_file_has_what_the_page_has_found() -> None:
    anna = member("Anna")
    first, second = played(), played("another seed")
    Seat.objects.filter(table=first, number=0).update(player=account("Anna"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive_export, "_in_thread", in_this_thread)
        everything = file_of(anna, "/archive/export?")
        own = file_of(anna, "/archive/export?player=Anna")
        program = Caller(tokens.make(account("Anna"), "x")).post(
            "/archive/export", {"player": "Anna"}
        )
        assert lines_of(program) == own
    assert len(everything) == 2
    assert [json.loads(line)["slug"] for line in own] == [first.slug]
    assert second.slug in everything[0] + everything[1]


async def in_this_thread(
    pool: object, network: str, wanted: Wanted, after: str
) -> tuple[bytes, str]:
    return await sync_to_async(archive_export.part)(wanted, after)


def file_of(person: Person, path: str) -> list[str]:
    answer = person.post(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == archive_export.KIND
    return lines_of(answer)


def lines_of(answer: Answer) -> list[str]:
    """Return the lines of a file that is sent as it is written."""

    async def everything(parts: AsyncIterator[bytes]) -> bytes:
        return b"".join([part async for part in parts])

    return async_to_sync(everything)(answer.streaming_content).decode().splitlines()


def test_only_accounts_take_the_file_and_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Person().post("/archive/export").status_code == 401
    assert Caller().post("/archive/export").status_code == 401
    anna = member("Anna")
    monkeypatch.setattr(archive_export, "_in_thread", in_this_thread)
    for _ in range(limits.LIMITS["exports"][0]):
        assert anna.post("/archive/export").status_code == 200
    assert anna.post("/archive/export").status_code == 429
    monkeypatch.setattr(archive_export, "_running", {1, 2, 3, 4})
    refused = member("Bruno").post("/archive/export")
    assert refused.status_code == 429
    assert b"being exported by others" in refused.content
    assert anna.get("/archive/export").status_code == 405


def test_parts_of_the_file_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [played(str(n), finished=BEGIN + timedelta(n)) for n in range(5)]
    monkeypatch.setattr(archive_export, "GAMES", 3)
    monkeypatch.setattr(archive_export, "LINES", tables[0].length + tables[1].length + 1)
    got: list[str] = []
    after, parts = "", 0
    while parts == 0 or after:
        text, after = archive_export.part(Wanted(), after)
        got += [json.loads(line)["slug"] for line in text.decode().splitlines()]
        parts += 1
    assert got == [table.slug for table in reversed(tables)]
    assert parts > 2


def test_a_spoiled_game_is_left_out() -> None:
    fine, spoiled = played(), played("another seed")
    Seat.objects.filter(table=spoiled, number=0).delete()
    sittings.forget()
    assert [line["slug"] for line in in_file()] == [fine.slug]


def test_an_export_waits_while_its_network_owes_much(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = ThreadPool("t", 1, longest=9, patience=9, share=9, light=False)
    monkeypatch.setattr(archive_export, "_part", lambda wanted, after: (b"a line\n", ""))
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        COSTS.forget()

    async def everything() -> list[bytes]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(archive_export.asyncio, "sleep", sleep)
            return [text async for text in archive_export.export(Wanted(), "203.0.113.1", pool)]

    COSTS.charge("203.0.113.1", archive_export.OWED + 1)
    try:
        assert asyncio.run(everything()) == [b"a line\n"]
    finally:
        COSTS.forget()
    assert slept == [1]
    assert not archive_export._running
