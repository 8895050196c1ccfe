"""Exhibitions: games of bots to watch, which nobody owns and which rest when nobody looks."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chancery import games
from chancery.web.base import limits
from chancery.web.play import exhibitions
from chancery.web.tables.models import Exhibition, Seat, Table, Work
from tests.web.people import JSON, Answer, Person, run_bots, watch_bots

pytestmark = pytest.mark.django_db


def ask(name: str = "spada", person: Person | None = None) -> Answer:
    """Ask for an exhibition as the script of the front page does."""
    person = person or Person()
    headers = {**JSON, "x-csrftoken": person.token}
    return person.client.post(f"/exhibition/{name}", headers=headers)


def shown(name: str = "spada") -> Table:
    return Table.objects.get(exhibition__game=name)


def end(table: Table, ago: timedelta) -> None:
    Table.objects.filter(pk=table.pk).update(over=True, finished=timezone.now() - ago)


def test_the_first_viewer_opens_an_exhibition_for_all() -> None:
    assert not Table.objects.exists()
    data = ask().json()
    table = shown()
    assert data["slug"] == table.slug
    assert f'src="/t/{table.slug}/small.svg"' in data["card"]
    assert [ask(person=Person("nl")).json()["slug"] for _ in range(3)] == [table.slug] * 3
    assert Table.objects.count() == 1
    assert all(seat.bot and seat.owner is None for seat in table.seats.all())
    words = Person().ask(f"/t/{table.slug}/card?story").json()["words"]
    assert 1 <= words.count("<li>") <= 9


def test_an_exhibition_runs_only_while_watched() -> None:
    ask()
    run_bots()
    assert shown().length == 0
    watch_bots(shown())
    run_bots()
    assert shown().over


def test_exhibitions_are_in_no_list() -> None:
    person = Person()
    person.play_now("friedrich")  # a reader with a table of his own
    able = (name for name in games.names() if exhibitions.has_exhibition(games.find(name)))
    name = next(name for name in able if name != exhibitions.today())
    ask(name, person)  # that of the day is shown above the lists
    slug = shown(name).slug
    for path in ("/tables", "/tables?list=watch", "/tables?list=open", "/tables/part"):
        assert slug not in person.get(path).content.decode()
    assert not Table.objects.filter(public=True).exists()
    assert not Table.objects.filter(rated=True).exists()


def test_another_game_begins_some_time_after_the_end() -> None:
    ask()
    first = shown()
    end(first, timedelta(seconds=5))
    assert ask().json()["slug"] == first.slug  # its end can be seen
    end(first, timedelta(minutes=5))
    second = ask().json()["slug"]
    assert second != first.slug
    assert Person().get(f"/t/{first.slug}").status_code == 200  # by those who are there
    end(shown(), timedelta(minutes=5))
    ask()
    assert not Table.objects.filter(pk=first.pk).exists()
    assert Table.objects.count() == 2
    assert Exhibition.objects.count() == 1


def test_a_game_of_older_rules_is_replaced() -> None:
    ask()
    Table.objects.update(rules=shown().rules - 1)
    before = shown()
    ask()
    assert shown().pk != before.pk


def test_the_number_of_exhibitions_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "exhibitions", (1, limits.DAY))
    ask()
    end(shown(), timedelta(minutes=5))
    assert ask().json()["slug"] == shown().slug  # the last one stays
    assert Table.objects.count() == 1
    assert ask("friedrich").status_code == 404


def test_without_scripts_an_exhibition_links_to_its_table() -> None:
    person = Person()
    answer = person.post("/exhibition/spada")
    assert answer.status_code == 302
    assert answer["Location"] == f"/t/{shown().slug}"
    assert person.get("/watch/spada")["Location"] == f"/t/{shown().slug}"
    assert person.post("/exhibition/chess").status_code == 404
    assert person.get("/exhibition/spada").status_code == 405
    assert person.client.post("/exhibition/spada").status_code == 403  # without a token


def test_a_missing_exhibition_table_is_replaced() -> None:
    ask()
    Table.objects.all().delete()
    assert not Work.objects.exists()
    assert not Seat.objects.exists()
    ask()
    assert shown().started


def test_the_front_page_shows_an_open_exhibition(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Person().get("/").content.decode()
    assert re.findall('formaction="/exhibition/([^"]+)"', page) == list(games.names())
    assert not Table.objects.exists()  # reading opens nothing
    name = exhibitions.today()
    assert f'data-open="/exhibition/{name}"' in page
    ask(name)
    with CaptureQueriesContext(connection) as asked:
        page = Person().get("/").content.decode()
    assert f'data-card="/t/{shown(name).slug}/card?story"' in page
    assert len(asked) <= 8


# -- one's own games ---------------------------------------------------------------------------


def test_the_front_page_begins_with_games_that_wait_for_the_reader() -> None:
    person, stranger = Person(), Person()
    waits = person.open("me", "bot:random", "bot:random", options={"counsellor": "yellow"})
    others = person.open("bot:random", "me", "bot:random", options={"counsellor": "yellow"})
    page = person.get("/").content.decode()
    own = page.partition('<section class="own-games"')[2].partition("</section>")[0]
    assert "Your turn" in own
    assert re.findall('data-slug="([^"]+)"', own) == [waits.slug, others.slug]
    assert f'src="/t/{waits.slug}/small.svg"' in own
    assert page.index('class="own-games"') < page.index('class="games"')
    assert 'class="own-games"' not in stranger.get("/").content.decode()


def test_query_count_does_not_grow_with_the_readers_games() -> None:
    person, found = Person(), []
    for _ in range(2):
        for _ in range(3):
            person.open("me", "bot:random", "bot:random")
        with CaptureQueriesContext(connection) as asked:
            page = person.get("/").content.decode()
        found.append(len(asked))
    assert found[0] == found[1] <= 12
    own = page.partition('<section class="own-games"')[2].partition("</section>")[0]
    assert own.count("data-slug") == 4
    assert "All your tables" in own
