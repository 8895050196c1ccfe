"""The lobby: who sees which table, waiting rooms, invitations and rematches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from chancery import games
from chancery.web.base.refusals import NotInvited
from chancery.web.identity.models import Account, Visitor
from chancery.web.tables import lines, lists, opening, public_tables, seating, sittings
from chancery.web.tables.models import Held, Seat, Table, Work
from tests.web.people import (
    Answer,
    Person,
    at_once,
    legal,
    log_of,
    play_ahead,
    problem,
    run_bots,
    seat_asked,
    sitting_of,
    table_at,
)

pytestmark = pytest.mark.django_db
PASSWORD = "ein-langes-Kennwort-1757"


def member(name: str, language: str = "en") -> Person:
    """Return a person with an account."""
    person = Person(language)
    answer = person.post("/account/join", {"name": name, "password": PASSWORD})
    assert answer.status_code == 302, answer.content
    return person


def visitor(name: str) -> Visitor:
    return Visitor.objects.get(account__username=name)


def waiting(host: Person, *seats: str, names: str = "", **terms: str) -> Table:
    """Open a table that starts when everybody is there."""
    form = {f"seat-{n}": kind for n, kind in enumerate(seats)}
    form |= {f"name-{n}": name for n, name in enumerate(names.split(",")) if name}
    form |= {"option-players": str(len(seats)), "wait": "on", **terms}
    return table_at(host.post("/new/spada", form))


def company(person: Person, table: Table, do: str, **more: Any) -> Answer:
    return person.send(table, "company", {"do": do, **more})


def seat(table: Table, number: int) -> Seat:
    return Seat.objects.get(table=table, number=number)


def test_an_empty_list_offers_to_open_a_table() -> None:
    """The link follows the sentence that says so, also after the lists are refreshed."""
    person = Person()
    for page in (
        person.get("/tables").content.decode(),
        person.ask("/tables/part").json()["lists"],
    ):
        _, found, rest = page.partition("Open one yourself:")
        assert found
        assert 'href="/new/spada"' in rest.partition("</section>")[0]


def shown(person: Person, heading: str) -> str:
    """Return a list of the lobby as text; empty if it is missing."""
    page = person.get("/tables").content.decode()
    match = re.search(rf"<section[^>]*><h2>{heading}</h2>(.*?)</section>", page, re.S)
    return match[1] if match else ""


# -- lists ----------------------------------------------------------------------------------


def test_an_open_table_is_listed_and_joined() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    hidden = waiting(anna, "me", "open", "bot:random", title="Behind the stairs")
    table = waiting(anna, "me", "open", "bot:random", title="Thursday", public="on")
    assert "Thursday" in shown(bruno, "Open tables")
    assert "1 of 3 seats free" in shown(bruno, "Open tables")
    (players,) = re.findall(r'class="company">(.*?)</span>', shown(bruno, "Open tables"))
    assert "Anna" in players
    assert "Black" not in players  # the free seat
    assert hidden.slug not in bruno.get("/tables").content.decode()
    assert "Thursday" in shown(anna, "Not started yet")
    assert bruno.sit(table, 1, invitation="").status_code == 302
    assert seat(table, 1).name == "Bruno"
    assert "Thursday" not in shown(Person(), "Open tables")
    assert company(bruno, table, "start").status_code == 200
    assert "Thursday" in shown(Person(), "Games to watch")


def listed(person: Person, address: str) -> list[str]:
    """Return the tables on a page of the lobby."""
    page = person.get(address).content.decode()
    return re.findall(r'<p class="name-of"><a href="/t/([^"]+)"', page)


def table_hosted(host: Visitor, **more: Any) -> Table:
    """Open a public table with a free seat."""
    game = games.find("spada")
    options = dict(game.complete_options({"players": 3}))
    fixed = {"game": "spada", "rules": game.rules, "options": options, "public": True}
    table = Table.objects.create(host=host, asked="", **{"started": False, **fixed, **more})
    Seat.objects.bulk_create(Seat(table=table, number=number) for number in range(3))
    return table


def test_one_host_cannot_fill_the_lists() -> None:
    """A few tables of each host are listed; a hundred guests come after account holders."""
    anna, crowd = member("Anna"), [Visitor.objects.create() for _ in range(100)]
    old = table_hosted(visitor("Anna"))
    for number in range(30):
        table_hosted(crowd[0], title=f"Flood {number}")
    for guest in crowd:
        table_hosted(guest)
    reader = Person()
    found = [slug for n in (1, 2, 3) for slug in listed(reader, f"/tables?list=open&page={n}")]
    assert found[0] == old.slug
    assert len(found) == len(set(found)) == 1 + len(crowd) + public_tables.PER_HOST - 1
    flood = Table.objects.filter(slug__in=found, title__startswith="Flood")
    assert flood.count() == public_tables.PER_HOST - 1  # and the one that is like the others
    # also of games to watch
    for number in range(30):
        table_hosted(crowd[0], title=f"Flood {number}", started=True)
    Seat.objects.filter(table__started=True).update(bot="random")
    assert len(listed(reader, "/tables?list=watch")) == public_tables.PER_HOST
    # hosts see all of their own, and sit where they like
    for _ in range(5):
        table_hosted(visitor("Anna"))
    Seat.objects.filter(table__host=visitor("Anna"), number=0).update(owner=visitor("Anna"))
    assert len(listed(anna, "/tables?list=waiting")) == 6
    assert len(listed(reader, "/tables?list=open")) == lists.MANY


def test_tables_of_deleted_hosts_are_not_grouped() -> None:
    tables_ = [table_hosted(Visitor.objects.create()) for _ in range(5)]
    Visitor.objects.all().delete()
    assert len(listed(Person(), "/tables?list=open")) == len(tables_)


def test_lists_have_pages() -> None:
    guests = [Visitor.objects.create() for _ in range(lists.MANY + 5)]
    slugs = [table_hosted(guest).slug for guest in guests]
    person = Person()
    page = person.get("/tables").content.decode()
    assert 'href="?list=open&amp;page=2"' in page
    assert "Page 1 of 2" in page
    assert listed(person, "/tables") == slugs[::-1][: lists.MANY]
    assert listed(person, "/tables?list=open&page=2") == slugs[::-1][lists.MANY :]
    page = person.get("/tables?list=open&page=2").content.decode()
    assert 'href="?list=open&amp;page=1"' in page
    assert 'data-part="/tables/part?list=open&amp;page=2"' in page
    # the page requests the same again
    part = person.ask("/tables/part?list=open&page=2").json()["lists"]
    assert re.findall(r'data-slug="([^"]+)"', part) == slugs[::-1][lists.MANY :]
    for odd in ("list=open&page=99", "list=open&page=x", "list=nothing&page=2", "list=finished"):
        assert person.get(f"/tables?{odd}").status_code == 200
    # a long list of one's own
    anna = member("Anna")
    for _ in range(lists.MANY + 3):
        table = table_hosted(visitor("Anna"), public=False)
        Seat.objects.filter(table=table, number=0).update(owner=visitor("Anna"))
    assert len(listed(anna, "/tables?list=waiting&page=2")) == 3


def test_your_turn_comes_first() -> None:
    anna = member("Anna")
    first = anna.open("me", "bot:random", "bot:random", options={"counsellor": "yellow"})
    while seat_asked(first) == 0:
        assert anna.act(first, 0, legal(first, 0)[-1]).status_code == 200
    page = anna.get("/tables").content.decode()
    assert first.slug in shown(anna, "Waiting for others")
    assert "●" not in page
    run_bots()
    assert seat_asked(first) == 0
    assert first.slug in shown(anna, "Your turn")
    page = anna.get("/tables").content.decode()
    assert "<title>● Tables</title>" in page
    assert '<strong class="turns" title="Your turn at 1 table">' in page
    assert "● 1" in page
    (turn,) = anna.ask("/tables/part").json()["turns"]
    assert turn.startswith("La Spada e la Fede: with ")


def test_an_old_table_gets_its_missing_actors() -> None:
    anna = member("Anna")
    table = anna.open("me", "bot:random", "bot:random", options={"counsellor": "yellow"})
    Table.objects.update(asked=None)
    expected = {asked.seat for asked in sitting_of(table).state.asked}
    assert lines.asked_at(Table.objects.get(pk=table.pk)) == expected
    assert Table.objects.get(pk=table.pk).asked is not None


def test_the_row_names_the_actors_after_every_action() -> None:
    anna = Person()
    table = anna.open("me", "here", "here")
    for _ in range(12):
        row = Table.objects.get(pk=table.pk)
        asked = {a.seat for a in sitting_of(table).state.asked}
        assert lines.asked_at(row) == asked
        number = seat_asked(table)
        assert anna.act(table, number, legal(table, number)[-1]).status_code == 200
    number = seat_asked(table)
    assert anna.act(table, number, legal(table, number)[0]).status_code == 200


def test_finished_games(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = member("Anna")
    table = anna.open("me", "bot:random", "bot:random")
    play_ahead(table)
    for _ in range(20):
        if Table.objects.get(pk=table.pk).over:
            break
        if not run_bots():
            number = seat_asked(table)
            assert anna.act(table, number, legal(table, number)[-1]).status_code == 200
    row = Table.objects.get(pk=table.pk)
    assert row.over
    assert row.finished is not None
    assert row.asked.split() == []
    result = sitting_of(table).state.result
    assert [s.rank for s in Seat.objects.filter(table=table)] == list(result.ranks)
    assert [s.points for s in Seat.objects.filter(table=table)] == list(result.points)
    assert f"place {result.ranks[0]}" in shown(anna, "Finished games")
    assert table.slug not in shown(anna, "Your turn")


# -- the room before the start ---------------------------------------------------------------


def test_no_seat_plays_or_sees_anything_before_the_start() -> None:
    anna = member("Anna")
    table = waiting(anna, "me", "open", "bot:random")
    state = anna.state(table)
    assert (state["own"], state["seat"], state["asked"]) == ([0], None, [])
    assert state["started"] is False
    assert "Your cards" not in anna.page(table)
    assert anna.state(table, 0)["seat"] is None
    answer = anna.act(table, 0, "pass", question="bid.1")
    assert (answer.status_code, problem(answer)) == (422, "The game has not started yet.")
    for verb in ("undo", "why", "standing", "agree"):
        answer = anna.send(table, verb, {"seat": "0", "question": "1", "action": "pass"})
        assert (answer.status_code, problem(answer)) == (422, "The game has not started yet.")
    assert anna.post(f"/t/{table.slug}/leave").status_code == 422
    assert not Work.objects.exists()
    assert not Held.objects.exists()
    assert "view" in anna.get(f"/t/{table.slug}/record").json()
    assert anna.get(f"/t/{table.slug}/record").json()["seat"] is None


def test_a_full_table_starts_and_binds_everybody() -> None:
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = waiting(anna, "me", "open", "open")
    assert bruno.sit(table, 1).status_code == 302
    answer = company(bruno, table, "start")
    assert "free seats" in problem(answer)
    answer = company(bruno, table, "start", fill=True)  # only the host may
    assert "free seats" in problem(answer)
    assert carla.sit(table, 1).status_code == 422
    assert carla.sit(table, 2).status_code == 302
    assert problem(company(Person(), table, "start")) == "That is not your seat."
    assert company(carla, table, "start").status_code == 200
    assert problem(company(carla, table, "start")) == "The game has started already."
    assert Table.objects.get(pk=table.pk).started
    assert Held.objects.filter(table=table).count() == 3
    assert [s.player.username for s in Seat.objects.filter(table=table)] == [
        "Anna", "Bruno", "Carla",
    ]  # fmt: skip
    number = seat_asked(table)
    person = (anna, bruno, carla)[number]
    assert person.act(table, number, legal(table, number)[-1]).status_code == 200


def test_the_host_starts_with_bots() -> None:
    anna = member("Anna")
    table = waiting(anna, "open", "me", "open")
    assert company(anna, table, "start", fill=True).status_code == 200
    assert [s.bot for s in Seat.objects.filter(table=table)] == ["player", "", "player"]
    run_bots()
    assert seat_asked(table) == 1


def test_people_change_seats_and_leave() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "open")
    assert bruno.sit(table, 1).status_code == 302
    assert bruno.sit(table, 2).status_code == 302
    assert bruno.state(table)["own"] == [2]
    assert seat(table, 1).owner is None
    assert company(bruno, table, "stand").status_code == 200
    assert bruno.state(table)["own"] == []
    assert problem(company(bruno, table, "stand")) == "That is not your seat."
    assert bruno.sit(table, 1).status_code == 302


def test_the_host_decides_about_seats() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    member("Carla")
    table = waiting(anna, "me", "open", "open")
    bruno.sit(table, 1)
    answer = company(bruno, table, "arrange", number="2", kind="bot:steward")
    assert problem(answer) == "Only the host can do that."
    assert company(anna, table, "arrange", number="2", kind="bot:steward").status_code == 200
    assert seat(table, 2).bot == "steward"
    assert company(anna, table, "arrange", number="1", kind="open").status_code == 200
    assert bruno.state(table)["own"] == []
    answer = company(anna, table, "arrange", number="1", kind="invited", name="carla")
    assert answer.status_code == 200
    assert seat(table, 1).invited.username == "Carla"
    for kind in ("me", "here", "nonsense", "bot:nobody"):
        answer = company(anna, table, "arrange", number="1", kind=kind)
        assert answer.status_code == 422
    answer = company(anna, table, "arrange", number="1", kind="invited", name="Nobody")
    assert "no player called “Nobody”" in problem(answer)
    assert company(anna, table, "arrange", number="9", kind="open").status_code == 422
    assert seat(table, 1).invited.username == "Carla"


def test_a_table_is_cancelled() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:random", public="on", title="Thursday")
    assert problem(company(bruno, table, "off")) == "Only the host can do that."
    assert company(anna, table, "off").status_code == 200
    assert "The table was cancelled." in anna.page(table)
    assert "Thursday" not in shown(bruno, "Open tables")
    assert bruno.sit(table, 1).status_code == 422
    assert company(anna, table, "start", fill=True).status_code == 422


def test_seats_are_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening._dice, "shuffle", lambda found: found.reverse())
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:random", shuffle="on")
    bruno.sit(table, 1)
    assert "seats assigned at random" in anna.page(table)
    company(anna, table, "start")
    found = Seat.objects.filter(table=table)
    assert [(s.name, s.bot) for s in found] == [("", "random"), ("Bruno", ""), ("Anna", "")]
    assert anna.state(table)["own"] == [2]
    assert seat(table, 2).player.username == "Anna"
    # also where everybody is there from the beginning
    table = waiting(anna, "me", "bot:random", "bot:steward", shuffle="on")
    assert [s.bot for s in Seat.objects.filter(table=table)] == ["steward", "random", ""]


@pytest.mark.django_db(transaction=True)
def test_two_people_take_one_seat_at_once() -> None:
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = waiting(anna, "me", "open", "bot:random", public="on")
    answers = at_once(lambda: bruno.sit(table, 1), lambda: carla.sit(table, 1))
    assert sorted(answer.status_code for answer in answers) == [302, 422]
    answers = at_once(lambda: company(anna, table, "start"), lambda: company(anna, table, "start"))
    assert sorted(answer.status_code for answer in answers) == [200, 422]
    assert Held.objects.filter(table=table).count() == 2


# -- invitations ------------------------------------------------------------------------------


def test_an_invited_seat_is_reserved() -> None:
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = waiting(anna, "me", "invited", "bot:random", names=",bruno", public="on")
    assert table.slug in shown(bruno, "You are invited")
    assert table.slug not in shown(carla, "Open tables")
    answer = carla.sit(table, 1)
    assert answer.status_code == 422
    assert "reserved for an invited player" in answer.content.decode()
    assert Person().sit(table, 1).status_code == 422
    assert ">invited: Bruno<" in anna.page(table)
    assert bruno.sit(table, 1, invitation="").status_code == 302
    assert ">invited: Bruno<" not in anna.page(table)


def test_declining_an_invitation_opens_the_seat() -> None:
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = waiting(anna, "me", "invited", "bot:random", names=",Bruno", public="on")
    assert 'data-company="stand">Decline the invitation<' in bruno.page(table)
    assert company(bruno, table, "stand").status_code == 200
    assert table.slug not in shown(bruno, "You are invited")
    assert carla.sit(table, 1, invitation="").status_code == 302


@pytest.mark.parametrize("name", ["Nobody", "Anna", ""])
def test_invalid_invitations(name: str) -> None:
    anna = member("Anna")
    form = {"option-players": "3", "seat-0": "me", "seat-1": "invited", "name-1": name}
    answer = anna.post("/new/spada", form | {"seat-2": "bot:random"})
    assert answer.status_code == 422
    assert not Table.objects.exists()


# -- ratings by wish ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "rated"),
    [
        (("me", "open", "bot:random"), True),
        (("me", "bot:random", "bot:steward"), True),
        (("me", "here", "bot:random"), False),
    ],
)
def test_only_accounts_open_rated_tables(seats: tuple[str, ...], rated: bool) -> None:
    anna = member("Anna")
    assert waiting(anna, *seats, rated="on").rated is rated
    assert waiting(anna, *seats).rated is False
    assert waiting(Person(), *seats, rated="on").rated is False


def test_a_guest_does_not_sit_down_at_a_rated_table() -> None:
    anna = member("Anna")
    table = waiting(anna, "me", "open", "bot:random", rated="on")
    answer = Person().sit(table, 1)
    assert answer.status_code == 422
    assert "log in first" in answer.content.decode()
    assert member("Bruno").sit(table, 1).status_code == 302


# -- once more ----------------------------------------------------------------------------------


def ended(table: Table) -> None:
    """End a game by agreement of all."""
    Table.objects.filter(pk=table.pk).update(over=True, closed=True)


def test_a_rematch_is_one_table_for_everybody() -> None:
    anna, bruno, guest = member("Anna"), member("Bruno"), Person()
    table = waiting(anna, "me", "open", "open", "bot:steward", days="2", title="Thursday")
    bruno.sit(table, 1)
    guest.sit(table, 2, name="Guest")
    company(anna, table, "start")
    assert problem(company(anna, table, "rematch")) == "The game is not over yet."
    ended(table)
    assert 'data-company="rematch"' in anna.page(table)
    assert 'data-company="rematch"' not in Person().page(table)
    assert company(Person(), table, "rematch").status_code == 403
    go = company(bruno, table, "rematch").json()["go"]
    fresh = Table.objects.get(follows=table)
    assert go == f"/t/{fresh.slug}"
    assert (fresh.title, fresh.pace, fresh.started) == ("Thursday", 2 * 24 * 3600, False)
    assert fresh.seed != Table.objects.get(pk=table.pk).seed
    found = [(s.name, s.bot, s.invited and s.invited.username) for s in fresh.seats.all()]
    assert found == [
        ("", "", "Anna"), ("Bruno", "", None), ("", "", None), ("", "steward", None)
    ]  # fmt: skip
    # the others come to the same table and to their seats
    assert company(anna, table, "rematch").json()["go"] == go
    assert company(guest, table, "rematch").json()["go"] == go
    assert company(anna, table, "rematch").json()["go"] == go
    names = [s.name for s in Seat.objects.filter(table=fresh)]
    assert names == ["Anna", "Bruno", "Guest", ""]
    assert company(anna, fresh, "start").status_code == 200
    assert Table.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_rematch_requests_at_once() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:steward")
    bruno.sit(table, 1)
    company(anna, table, "start")
    ended(table)
    answers = at_once(
        lambda: company(anna, table, "rematch"), lambda: company(bruno, table, "rematch")
    )
    assert {answer.json()["go"] for answer in answers} == {
        f"/t/{Table.objects.get(follows=table).slug}"
    }


# -- what comes from outside ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "terms",
    [{"days": "5"}, {"days": "-1"}, {"days": "x"}, {"days": "9" * 30}, {"lapse": "explode"}],
)
def test_invalid_settings_are_refused(terms: dict[str, str]) -> None:
    form = {"option-players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "bot:random"}
    assert Person().post("/new/spada", form | terms).status_code == 422
    assert not Table.objects.exists()


def test_titles_are_one_line_and_escaped() -> None:
    anna = member("Anna")
    title = "<b>bold</b>\n\u202eworld\0" + "x" * 100
    table = waiting(anna, "me", "open", "bot:random", public="on", title=title)
    assert len(table.title) == 60
    assert "\n" not in table.title
    page = Person().get("/tables").content.decode()
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold" in page


@pytest.mark.parametrize("do", ["", "explode", None, 3, "arrange", "back", "rematch"])
def test_strangers_cannot_change_seats(do: Any) -> None:
    anna = member("Anna")
    table = waiting(anna, "me", "open", "bot:random", public="on")
    answer = company(Person(), table, do)
    assert answer.status_code in (403, 422)
    assert "error" in answer.json()
    assert log_of(table) == []


def test_a_deleted_account_leaves_an_open_seat_where_agreed() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:random", lapse="open")
    bruno.sit(table, 1)
    company(anna, table, "start")
    other = waiting(anna, "me", "open", "bot:random")
    bruno.sit(other, 1)
    bruno.post("/account/delete", {"password": PASSWORD})
    assert not Account.objects.filter(username="Bruno").exists()
    assert (seat(table, 1).owner, seat(table, 1).bot, seat(table, 1).name) == (None, "", "")
    assert (seat(other, 1).owner, seat(other, 1).bot) == (None, "")
    assert member("Carla").sit(table, 1).status_code == 302


def test_the_lobby_in_every_language() -> None:
    for language, word in (("it", "Tavoli"), ("nl", "Tafels"), ("fr", "Tables")):
        assert f"<h1>{word}</h1>" in Person(language).get("/tables").content.decode()


def test_the_lobby_does_not_read_every_log(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = member("Anna")
    for _ in range(3):
        anna.open("me", "bot:random", "bot:random")

    def never(table: Table) -> None:
        raise AssertionError("a list loads no game")

    monkeypatch.setattr(sittings, "load", never)
    assert anna.get("/tables").status_code == 200


def statements(person: Person, address: str) -> int:
    """Count the queries for a page."""
    with CaptureQueriesContext(connection) as asked:
        assert person.get(address).status_code == 200
    return len(asked)


def test_query_count_does_not_grow_with_tables() -> None:
    anna, guest = member("Anna"), Person()
    hosts = [visitor(name) for name in ("Bruno", "Carla", "Dora") if member(name)]
    assert anna.get("/tables").status_code == 200  # from now on the process remembers his session
    found = []
    for many in (10, 100):
        while Table.objects.count() < 2 * many:
            number = Table.objects.count() // 2
            table_hosted(hosts[number % 3])  # open
            own = table_hosted(hosts[number % 3], started=number % 3 > 0, over=number % 3 == 2)
            own.seats.filter(number=0).update(owner=visitor("Anna"), due=timezone.now())
            Table.objects.filter(pk=own.pk, started=True).update(asked=" 0 ")
        found.append((statements(anna, "/tables"), statements(guest, "/tables")))
    assert found[0] == found[1]
    assert found[1][0] <= 13


def test_a_cached_line_follows_its_row() -> None:
    """Cached rows are not used after a table has changed."""
    anna, guest = member("Anna"), Person()
    table = table_hosted(visitor("Anna"), title="Thursday")
    assert "3 of 3 seats free" in shown(guest, "Open tables")
    assert anna.sit(table, 0, invitation="").status_code == 302
    for person, heading in ((guest, "Open tables"), (anna, "Not started yet")):
        assert "Anna<" in shown(person, heading) or person is anna
        assert "2 of 3 seats free" in shown(person, heading)
    Table.objects.filter(pk=table.pk).update(title="Friday")
    assert "Friday" in shown(guest, "Open tables")
    assert "Thursday" not in shown(guest, "Open tables")


def test_hidden_steps_do_not_reorder_the_lobby() -> None:
    """Neither the order of lists nor their texts betray half-made bids."""
    anna, other = member("Anna"), Person()
    options = {"option-counsellor": "yellow"}
    first = waiting(anna, "me", "bot:random", "bot:random", public="on", title="First", **options)
    waiting(anna, "me", "bot:random", "bot:random", public="on", title="Second", **options)
    for person in (anna, other):
        before = person.ask("/tables/part").content
        assert seat_asked(first) == 0
        part = next(text for text in legal(first, 0) if text.startswith("add"))
        assert anna.act(first, 0, part).status_code == 200
        assert person.ask("/tables/part").content == before
        assert company(anna, first, "back").status_code == 403


def test_no_turn_is_missed_however_many_tables_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MANY", 1)
    anna = member("Anna")
    options = {"option-counsellor": "yellow"}
    for number in range(3):
        waiting(anna, "me", "bot:random", "bot:random", title=f"Table {number}", **options)
    Table.objects.filter(title="Table 0").update(asked=None)  # from an old version
    turns = anna.ask("/tables/part").json()["turns"]
    assert [turn[-7:] for turn in turns] == ["Table 0", "Table 1", "Table 2"]
    assert "● 3" in anna.get("/tables").content.decode()


def test_declining_after_the_start() -> None:
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = anna.open("me", "invited", "bot:random", names=",Bruno")
    assert table.started
    assert 'data-company="stand">Decline the invitation<' in bruno.page(table)
    assert 'data-company="stand">Decline the invitation<' not in carla.page(table)
    assert company(bruno, table, "stand").status_code == 200
    assert company(bruno, table, "stand").status_code == 422
    assert carla.sit(table, 1).status_code == 302


def test_seats_are_fixed_after_the_end() -> None:
    """The reason is the right one: the game is over, not ended by agreement."""
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "bot:random", public="on")
    bruno.sit(table, 1)
    company(anna, table, "start")
    Seat.objects.filter(table=table, number=2).update(bot="")
    Table.objects.filter(pk=table.pk).update(over=True)
    assert "The game is over." in member("Carla").sit(table, 2).content.decode()
    answer = anna.post(f"/t/{table.slug}/leave")
    assert answer.status_code == 422
    assert "The game is over." in answer.content.decode()
    assert not seat(table, 0).abandoned
    assert problem(company(anna, table, "back")) == "The game is over."


def test_a_seat_that_was_just_reserved() -> None:
    """The seat as it is now counts, not as a page showed it."""
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = waiting(anna, "me", "open", "bot:random", public="on")
    old = Table.objects.get(pk=table.pk)
    company(anna, table, "arrange", number="1", kind="invited", name="Bruno")
    with pytest.raises(NotInvited):
        seating.sit(old, visitor("Carla"), 1)
    assert carla.sit(table, 1).status_code == 422
    assert bruno.sit(table, 1).status_code == 302


# -- cards: filters, one click, what waits for somebody ------------------------------------------


def test_lists_filter_by_game() -> None:
    anna = member("Anna")
    own = {name: anna.play_now(name) for name in games.names()}
    others = {name: Person().play_now(name) for name in games.names()}
    turns = anna.ask("/tables/part").json()["turns"]
    Table.objects.filter(slug__in=[t.slug for t in others.values()]).update(public=True)
    for name in games.names():
        page = anna.get(f"/tables?game={name}").content.decode()
        assert set(re.findall(r'data-slug="([^"]+)"', page)) == {own[name].slug, others[name].slug}
        assert f'data-part="/tables/part?game={name}"' in page
        assert anna.ask(f"/tables/part?game={name}").json()["turns"] == turns  # none is missing
    everything = anna.get("/tables?game=chess").content.decode()
    assert len(set(re.findall(r'data-slug="([^"]+)"', everything))) == 2 * len(own)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("rated=yes", "AB"), ("rated=no", "CD"), ("pace=days", "AC"), ("pace=live", "BD"),
        ("bots=with", "AD"), ("bots=without", "BC"), ("rated=yes&pace=days&bots=with", "A"),
        ("rated=no&pace=live&bots=without", ""), ("rated=maybe&pace=&bots=1", "ABCD"),
        ("game=spada&rated=yes", "AB"), ("game=friedrich&rated=yes", ""),
    ],
)  # fmt: skip
def test_open_tables_are_filtered(wanted: str, found: str) -> None:
    days = 86_400
    for title, rated, pace, bot in (
        ("A", True, days, "random"), ("B", True, 0, ""), ("C", False, 3 * days, ""),
        ("D", False, 0, "random"),
    ):  # fmt: skip
        host = Visitor.objects.create()
        table = table_hosted(host, title=title, rated=rated, pace=pace)
        Seat.objects.filter(table=table, number=2).update(bot=bot)
    guest = Person()
    for address in (f"/tables?{wanted}", f"/tables?list=open&{wanted}"):
        page = guest.get(address).content.decode()
        titles = re.findall(r"</strong> · (\w)</a>", page)
        assert sorted(titles) == list(found)
        assert ("No open table fits." in page) == (not found)
    # they apply to open tables only
    Table.objects.update(started=True)
    Seat.objects.update(bot="random")
    many = 0 if "friedrich" in wanted else 4
    assert len(listed(guest, f"/tables?list=watch&{wanted}")) == many


def test_pages_of_a_filtered_list() -> None:
    for number in range(lists.MANY + 2):
        table_hosted(Visitor.objects.create(), title=f"Table {number}", rated=number % 2 == 0)
    page = Person().get("/tables?rated=yes").content.decode()
    assert 'rel="next"' not in page
    for _ in range(lists.MANY):
        table_hosted(Visitor.objects.create(), rated=True)
    page = Person().get("/tables?rated=yes&game=spada").content.decode()
    assert 'href="?list=open&amp;game=spada&amp;rated=yes&amp;page=2"' in page
    found = listed(Person(), "/tables?list=open&game=spada&rated=yes&page=2")
    assert len(found) == Table.objects.filter(rated=True).count() - lists.MANY


def joins(page: str, table: Table) -> list[str]:
    """Return the seats that a list offers by one click."""
    return re.findall(rf'formaction="/t/{table.slug}/sit" name="seat" value="(\d)"', page)


def test_one_click_joins_an_open_table() -> None:
    anna, guest = member("Anna"), Person()
    table = waiting(anna, "me", "open", "open", public="on")
    page = guest.get("/tables").content.decode()
    assert joins(page, table) == ["1", "2"]
    assert "Join as Black" in page
    assert 'form="join" name="name"' in page  # his name is not known yet
    assert guest.post(f"/t/{table.slug}/sit", {"seat": "2", "name": "Ugo"}).status_code == 302
    assert seat(table, 2).name == "Ugo"
    page = guest.get("/tables").content.decode()
    assert joins(page, table) == []
    assert "Ugo" not in shown(guest, "Open tables")
    # he is asked for his name once
    another = waiting(member("Bruno"), "me", "open", "bot:random", public="on")
    page = guest.get("/tables").content.decode()
    assert joins(page, another) == ["1"]
    assert 'form="join" name="name"' not in page
    assert guest.post(f"/t/{another.slug}/sit", {"seat": "1"}).status_code == 302
    assert seat(another, 1).name == "Ugo"


def test_randomly_drawn_seats_need_one_button() -> None:
    table = waiting(member("Anna"), "me", "open", "open", public="on", shuffle="on")
    page = Person().get("/tables").content.decode()
    assert joins(page, table) == ["1"]
    assert "Join as" not in page


def test_a_guest_logs_in_to_join_a_rated_table() -> None:
    anna, bruno, guest = member("Anna"), member("Bruno"), Person()
    table = waiting(anna, "me", "open", "bot:random", public="on", rated="on")
    page = guest.get("/tables").content.decode()
    assert joins(page, table) == []
    assert f'href="/account/enter?back=/t/{table.slug}"' in page
    assert joins(bruno.get("/tables").content.decode(), table) == ["1"]


def test_an_invitation_is_accepted_by_one_click_of_the_invited() -> None:
    anna, bruno, carla = member("Anna"), member("Bruno"), member("Carla")
    table = waiting(anna, "me", "invited", "open", names=",Bruno,", public="on")
    assert joins(bruno.get("/tables").content.decode(), table)[:1] == ["1"]
    assert "2" not in joins(shown(bruno, "You are invited"), table)
    assert joins(carla.get("/tables").content.decode(), table) == ["2"]
    assert joins(Person().get("/tables").content.decode(), table) == ["2"]
    hidden = waiting(anna, "me", "invited", "open", names=",Bruno,")
    assert joins(bruno.get("/tables").content.decode(), hidden) == ["1"]
    assert hidden.slug not in carla.get("/tables").content.decode()


def badge(person: Person) -> str:
    return re.sub(r"<[^>]+>|\s+", " ", person.ask("/tables/badge").json()["badge"])


def test_the_badge_counts_turns_and_invitations() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    assert badge(Person()).strip() == badge(bruno).strip() == ""
    waiting(anna, "me", "invited", "open", names=",Bruno,")
    assert "1 invitation" in badge(bruno)
    assert "turn" not in badge(bruno)
    for _ in range(2):
        anna.open("me", "invited", "bot:random", names=",Bruno", options={"counsellor": "yellow"})
    assert "3 invitations" in badge(bruno)
    assert "Your turn at 2 tables" in badge(anna)
    for page in ("/", "/tables", "/tables?list=open", "/tables?game=friedrich", "/help/spada"):
        found = bruno.get(page).content.decode()
        assert "✉ 3" in found
        assert "● 2" in anna.get(page).content.decode()


def test_the_lobby_shows_progress_of_tables() -> None:
    anna = member("Anna")
    table = anna.open("me", "bot:random", "bot:random", options={"counsellor": "yellow"})
    before = anna.ask("/tables/part").json()["versions"]
    assert before == {table.slug: Table.objects.get(pk=table.pk).version}
    while seat_asked(table) == 0:
        assert anna.act(table, 0, legal(table, 0)[-1]).status_code == 200
    assert anna.ask("/tables/part").json()["versions"][table.slug] > before[table.slug]


def test_the_host_can_copy_the_invitation_link() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    table = waiting(anna, "me", "open", "open", public="on")
    bruno.sit(table, 1)
    assert f"?invitation={table.invitation}" in shown(anna, "Not started yet")
    for reader in (bruno, member("Carla"), Person()):
        assert table.invitation not in reader.get("/tables").content.decode()
        assert table.invitation not in reader.ask("/tables/part").content.decode()
    assert company(anna, table, "start", fill=True).status_code == 200
    assert table.invitation not in anna.get("/tables").content.decode()  # no seat is left
