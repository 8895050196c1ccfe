"""Ladder, profiles and reports: what is shown to whom, and what never is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chancery import games
from chancery.core.words import LANGUAGES
from chancery.web.accounts import profiles, ratings
from chancery.web.accounts.ratings import MODEL
from chancery.web.base import limits
from chancery.web.identity.models import Account, Rating, Report, Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Seat, Table
from tests.web.people import Person
from tests.web.test_accounts import PASSWORD, join
from tests.web.test_headers import check_headers, inline
from tests.web.test_hostile_input import HOSTILE, a_record, import_of
from tests.web.test_ratings import BEGIN, account, count_all, ended, rated

pytestmark = pytest.mark.django_db
CELL = re.compile("<t[dh].*?</t[dh]>", re.DOTALL)


def read(path: str, person: Person | None = None, status: int = 200) -> str:
    """Return a page as text, checking its headers and that nothing is inline."""
    answer = (person or Person()).get(path)
    assert answer.status_code == status, answer.content
    check_headers(answer)
    page = answer.content.decode()
    assert inline(page) == []
    return page


def text_of(cell: str) -> str:
    return unescape(" ".join(re.sub("<[^>]*>", " ", cell).split()))


def table_rows(page: str, caption: str = "") -> list[list[str]]:
    """Return the rows of the table under a heading, or of the only one, as text."""
    part = page.partition(f"<h2>{caption}</h2>")[2] if caption else page
    body = re.search("<tbody>(.*?)</tbody>", part.partition("</section>")[0], re.DOTALL)
    rows = re.findall("<tr>(.*?)</tr>", body[1], re.DOTALL) if body else []
    return [[text_of(c) for c in CELL.findall(row) if "svg" not in c] for row in rows]


def finished(page: str) -> list[list[str]]:
    """Return the finished games: game and day, rank, points (or that he left), others."""
    rows = []
    for card in re.findall('<li class="card-of result">(.*?)</li>', page, re.DOTALL):
        name, result, others = re.findall('<p class="[^"]*">(.*?)</p>', card, re.DOTALL)
        left = re.findall("<em>(.*?)</em>", result)
        rank = re.findall(r"</span>(\d+)</span>", result)
        points = re.findall("<strong>(.*?)</strong>", result)
        rows.append([text_of(name), *(left or ["".join(rank), "".join(points)]), text_of(others)])
    return rows


def member(name: str = "Keith", **more: str) -> Person:
    """Return a person with an account, logged in."""
    person = Person()
    assert join(person, name, **more).status_code == 302
    return person


# -- the ladder -------------------------------------------------------------------------------


def test_a_ladder_lists_rated_players() -> None:
    rated("Anna", 30, 2)
    rated("Bruno", 35, 7)
    Rating.objects.create(game="spada", bot="steward", mu=28, sigma=1, games=12)
    rated("Elsewhere", 40, 1, game="friedrich")
    page = read("/ladder/spada")
    assert table_rows(page) == [
        ["1", "Anna", "1620 ± 96", "0"],
        ["1", "⚙ Adept (bot)", "1572 ± 48", "12"],
        ["3", "Bruno", "1740 ± 336", "0"],
    ]
    assert '<a href="/people/Anna">Anna</a>' in page
    assert "/people/steward" not in page


def test_a_ladder_leads_to_the_others() -> None:
    page = read("/ladder/revolution")
    assert "No rated games have been played yet." in page
    for name in games.names():
        assert f'href="/ladder/{name}"' in page
    assert re.findall('href="/ladder/([^"]*)" aria-current="page"', page) == ["revolution"]
    assert '<a href="/ladder/spada"' in read("/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_in_the_readers_language(language: str) -> None:
    rated("Anna", 30, 2)
    ended("Anna", "Bruno")
    for path in ("/ladder/spada", "/people/Anna", "/report?about=Anna"):
        assert f'<html lang="{language}"' in read(path, Person(language))


def test_a_ladder_of_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "ROWS", 3)
    for number in range(7):
        rated(f"P{number}", 40 - number, 1)
    first, second, third = (read(f"/ladder/spada?page={n}") for n in (1, 2, 3))
    assert [row[:2] for page in (first, second, third) for row in table_rows(page)] == [
        [str(n + 1), f"P{n}"] for n in range(7)
    ]
    assert 'href="?page=2" rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'href="?page=1" rel="prev"' in second
    assert "Page 2 of 3" in second
    assert 'rel="next"' not in third
    for nonsense in ("0", "-1", "x", "", "9" * 5000, "%00", "1.5", "²"):
        assert table_rows(read(f"/ladder/spada?page={nonsense}"))


def test_a_hundred_rows_a_page() -> None:
    accounts = Account.objects.bulk_create(Account(username=f"P{n}") for n in range(101))
    Rating.objects.bulk_create(
        Rating(game="spada", account=each, mu=MODEL.mu, sigma=MODEL.sigma) for each in accounts
    )
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page = read("/ladder/spada")
    assert len(table_rows(page)) == 100
    assert len(asked) <= 3
    assert len(table_rows(read("/ladder/spada?page=2"))) == 1


@pytest.mark.parametrize("name", ["nothing", "SPADA", "spada/x", "..%2fspada", "%00", "a" * 3000])
def test_a_ladder_of_no_game(name: str) -> None:
    read(f"/ladder/{name}", status=404)


# -- a profile --------------------------------------------------------------------------------


def test_a_profile_shows_ratings_and_games() -> None:
    ended("Anna", "bot:steward", "Bruno", finished=datetime(2026, 3, 9, 12, tzinfo=UTC))
    count_all()
    Account.objects.filter(username="Anna").update(
        date_joined=datetime(2025, 7, 31, 23, 30, tzinfo=UTC), email="anna@example.org"
    )
    page = read("/people/Anna")
    assert "<h1>Anna</h1>" in page
    assert "Member since July 2025." in page
    assert "example.org" not in page
    (rating,) = re.findall('<p class="rating">(.*?)</p>', page, re.DOTALL)
    assert re.fullmatch(r"Rating 1[56]\d\d ± 3\d\d place 1 1 rated game", text_of(rating))
    table = Table.objects.get()
    assert f'<img class="live" src="/t/{table.slug}/small.svg" alt="" loading="lazy">' in page
    ((game, place, points, others),) = finished(page)
    assert (game, place, points) == ("La Spada e la Fede 9 March 2026", "1", "30")
    assert re.fullmatch(r"\w+ · Adept, \w+ · Bruno", others)
    assert f'<a href="/t/{Table.objects.get().slug}/replay/0">La Spada e la Fede</a>' in page
    assert re.search(r'<a href="/people/Bruno">\w+ · Bruno</a>', page)
    assert 'href="/report?about=Anna"' in page


def test_dates_are_in_the_readers_language() -> None:
    ended("Anna", "Bruno", finished=datetime(2026, 3, 9, 12, tzinfo=UTC))
    Account.objects.update(date_joined=datetime(2025, 7, 31, tzinfo=UTC))
    assert "luglio 2025" in read("/people/Anna", Person("it")).lower()
    assert "marzo 2026" in read("/people/Anna", Person("it")).lower()
    assert "juli 2025" in read("/people/Anna", Person("nl")).lower()
    # the language does not affect others
    assert "July 2025" in read("/people/Anna")


def test_a_profile_by_its_name_in_any_case() -> None:
    account("Keith")
    for name in ("Keith", "keith", "KEITH"):
        assert "<h1>Keith</h1>" in read(f"/people/{name}")


NOBODY = (
    "Nobody", "%00", "Keith%00", "Kei%th", "Kei_h", "%25", "K%", "Keith%0A", "%20Keith", "Keith/",
    "Keith%2f", "..", "%2e%2e%2f", "%ff%fe", "%ed%a0%80", "k" * 5000, "<script>alert(1)</script>",
    "'%20OR%201=1--", "{{7*7}}", "%E2%80%AEhtieK",
)  # fmt: skip


@pytest.mark.parametrize("name", NOBODY)
def test_a_profile_of_nobody(name: str) -> None:
    account("Keith")
    page = read(f"/people/{name}", status=404)
    assert "alert(1)<" not in page
    read(f"/report?about={name}", status=404)


@pytest.mark.parametrize("name", ["a.b@c+d-e", "Éléonore", "李明", "i.", "__init__", "None"])
def test_names_with_strange_letters(name: str) -> None:
    ended(name, "Bruno")
    count_all()
    page = read(f"/people/{quote(name)}")
    assert f"<h1>{name}</h1>" in page
    link = re.search('href="(/report[^"]*)"', page)[1]
    assert name in unescape(read(link))
    own = re.search(rf'href="([^"]*)">{re.escape(name)}<', read("/ladder/spada"))[1]
    assert f"<h1>{name}</h1>" in read(own)
    assert len(finished(read("/people/Bruno"))) == 1


def test_a_deleted_account_is_gone() -> None:
    person, other = member("Keith"), member("Bruno")
    ended("Keith", "Bruno")
    count_all()
    assert person.post("/account/delete", {"password": PASSWORD}).status_code == 200
    read("/people/Keith", status=404)
    for page in (read("/ladder/spada"), read("/people/Bruno", other)):
        assert "Keith" not in page
    assert len(finished(read("/people/Bruno"))) == 1


def test_a_profile_without_games_shows_how_to_begin_one() -> None:
    """The owner finds what will be shown, other members a way to play together."""
    keith, anna = member("Keith"), member("Anna")
    own, others, strangers = (read("/people/Keith", who) for who in (keith, anna, None))
    for page in (own, strangers):
        for name in games.names():
            assert f'action="/play/{name}"' in page
            assert f"/opening/{name}.svg" in page
    assert "What will be shown here" in own
    assert own.count("<figure>") == 3
    assert "invited" not in own
    for page in (others, strangers):
        assert "No finished games to show." in page
        assert "<figure>" not in page
    together = "/new/spada?seat-0=me&amp;seat-1=invited&amp;name-1=Keith&amp;wait=on"
    assert together in others
    form = anna.get(unescape(together)).content.decode()
    assert 'value="Keith"' in form
    ended("Keith", "Bruno")
    assert "/opening/" not in read("/people/Keith", keith)


def test_games_of_many_pages() -> None:
    for number in range(27):
        ended("Anna", "Bruno", finished=BEGIN + timedelta(days=number))
    with CaptureQueriesContext(connection) as asked:
        page = read("/people/Anna")
    assert len(asked) <= 8
    days = [f"2026-01-{day:02}" for day in range(27, 0, -1)]
    assert re.findall('datetime="(.*?)"', page) == days[:24]
    assert re.findall('datetime="(.*?)"', read("/people/Anna?page=2")) == days[24:]
    assert finished(read("/people/Anna?page=99"))


def test_no_game_is_played_over_again_for_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    ended("Anna", "Bruno")

    def never(*args: object) -> None:
        raise AssertionError

    monkeypatch.setattr(sittings, "load", never)
    assert len(finished(read("/people/Anna"))) == 1


def test_the_curve_of_a_rating_goes_through_every_rated_game() -> None:
    for winner, loser in (("Anna", "Bruno"), ("Bruno", "Anna"), ("Anna", "Bruno")):
        ended(winner, loser)
    count_all()
    page = read("/people/Anna")
    (line,) = re.findall('<polyline class="line" points="([^"]*)"', page)
    across, down = zip(*[map(float, point.split(",")) for point in line.split()], strict=True)
    assert len(across) == 4  # a newcomer's, and one after each game
    assert list(across) == sorted(across)
    assert down[0] > down[1] < down[2] > down[3]  # upwards is better
    rating = Rating.objects.get(account__username="Anna")
    seats = Seat.objects.filter(player__username="Anna").order_by("table")
    assert [seat.mu for seat in seats][-1] == rating.mu
    said = f"from 1500 to {ratings.shown(rating).value}, at best"
    assert f"Rating after each of 3 rated games: {said}" in page
    ratings.recount()
    assert line in read("/people/Anna")
    shapes = re.findall("<(?:polyline|polygon|circle|line) [^>]*>", page)
    assert (
        re.findall("<(?:polyline|polygon|circle|line) [^>]*>", read("/people/Anna", Person("it")))
        == shapes
    )


# -- whose game it was ------------------------------------------------------------------------


def played(*owners: str, **more: Any) -> Table:
    """Create a finished public table that counts for nobody; its seats have owners."""
    table = ended(**{"rated": False, **more})
    for number, name in enumerate(owners):
        visitor, _ = Visitor.objects.get_or_create(account=account(name), defaults={"name": name})
        table.seats.filter(number=number).update(owner=visitor)
    return table


def test_an_unrated_game_is_listed_for_its_owner() -> None:
    played("Anna", "Bruno")
    (row,) = finished(read("/people/Bruno"))
    assert row[1:3] == ["2", "29"]
    assert "Anna" in row[3]


def test_a_player_who_takes_over_a_seat_does_not_get_the_game() -> None:
    table = ended("Anna", "Bruno", "Clara", left=[0])
    newcomer = Visitor.objects.create(account=account("Dario"), name="Dario")
    table.seats.filter(number=0).update(owner=newcomer)
    assert finished(read("/people/Dario")) == []
    (row,) = finished(read("/people/Anna"))
    assert row[1] == "left the game"
    assert len(row) == 3
    assert "30" not in row


def test_a_shared_screen_counts_for_nobody() -> None:
    table = played("Anna", "Anna", "Bruno")
    table.seats.filter(number=1).update(name="Clara")
    assert finished(read("/people/Anna")) == []
    assert not profiles._games(account("Anna"), None).exists()  # nor an empty page
    (row,) = finished(read("/people/Bruno"))
    assert "Clara" in row[3]
    assert "Anna" not in row[3]


def test_a_name_at_the_table_is_not_a_name_of_an_account() -> None:
    account("Mallory")
    table = ended("Anna", "Bruno", "")
    table.seats.update(name="Mallory")
    page = read("/people/Anna")
    (row,) = finished(page)
    assert row[3].startswith("Black · Bruno , White · Mallory")
    assert "/people/Mallory" not in page


@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_names_of_seats(key: str) -> None:
    table = ended("Anna", "", "")
    table.seats.update(name=HOSTILE[key][:60].replace("\0", ""))
    page = read("/people/Anna")
    assert len(finished(page)) == 1
    assert "<script>alert" not in page
    ours = 'class="(?:cover|ground|live)" src="/(?:cover|ground|t)/[^"]*" alt=""'
    assert "<img" not in re.sub(f"<img {ours}", "", page)


# -- who may know of it -----------------------------------------------------------------------


def test_a_private_game_is_shown_to_its_players() -> None:
    player, owner, before, stranger = (member(name) for name in ("Anna", "Olga", "Held", "Else"))
    guest = Person()
    guest.play_now()
    table = ended("Anna", "Bruno", "", public=False)
    table.seats.filter(number=2).update(owner=Visitor.objects.get(account__username="Olga"))
    Held.objects.create(table=table, visitor=Visitor.objects.get(account__username="Held"))
    for person, sees in (
        (player, True),
        (owner, True),
        (before, True),
        (stranger, False),
        (guest, False),
        (Person(), False),
    ):
        assert bool(finished(read("/people/Bruno", person))) == sees
        assert (table.slug in read("/people/Bruno", person)) == sees
    table.seats.update(archived=table.finished)
    assert all(finished(read("/people/Bruno", person)) for person in (stranger, guest, Person()))


def test_a_private_game_is_shown_to_a_guest_who_played() -> None:
    table = ended("Anna", "Bruno", "", public=False)
    guest = Person()
    guest.play_now()
    table.seats.filter(number=2).update(owner=Visitor.objects.get())
    assert len(finished(read("/people/Anna", guest))) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"over": False, "finished": None},
        {"over": False},
        {"closed": True},
        {"private": True},
        {"game": "gone"},
    ],
    ids=str,
)
def test_games_that_never_appear_on_a_profile(change: dict[str, Any]) -> None:
    person = member("Anna")
    table = ended("Anna", "Bruno")
    Table.objects.filter(pk=table.pk).update(**change)
    for reader in (person, Person()):
        assert table.slug not in read("/people/Anna", reader)


def test_running_games_copies_and_records_are_not_shown() -> None:
    person = member("Keith")
    running = person.open("me", "bot:random", "bot:random")
    person.post(f"/t/{running.slug}/copy")
    import_of(person, a_record(names=["Keith", "b", "c"]))
    assert Table.objects.count() == 3
    Table.objects.exclude(pk=running.pk).update(over=True, finished=BEGIN, public=True)
    Seat.objects.update(rank=1, points=1)
    page = read("/people/Keith", person)
    assert finished(page) == []
    assert not any(table.slug in page for table in Table.objects.all())


# -- reports ----------------------------------------------------------------------------------


def test_reporting_somebody() -> None:
    account("Mallory")
    person = member("Keith")
    page = read("/report?about=mallory", person)
    assert "Report a problem with Mallory" in page
    answer = person.post("/report?about=mallory", {"text": " He is\r\n\r\nrude.\x07 "})
    assert answer.status_code == 200
    assert "Thank you." in answer.content.decode()
    assert 'href="/people/Mallory"' in answer.content.decode()
    row = Report.objects.get()
    assert (row.by.name, row.about.username, row.table) == ("Keith", "Mallory", None)
    assert row.text == "He is\n\nrude."
    assert not row.handled


def test_a_guest_reports_a_table() -> None:
    table = Person().play_now()
    page = read(f"/t/{table.slug}")
    link = re.search('href="(/report[^"]*)"', page)[1]
    guest = Person()
    assert "La Spada e la Fede" in read(link, guest)
    answer = guest.post(link, {"text": "It does not go on."})
    assert f'href="/t/{table.slug}"' in answer.content.decode()
    row = Report.objects.get()
    assert (row.by, row.about, row.table) == (None, None, table)
    assert Visitor.objects.count() == 1  # no new visitor


def test_a_report_about_nothing_in_particular() -> None:
    guest = Person()
    guest.play_now()
    assert "<h1>Report a problem</h1>" in read("/report", guest)
    assert guest.post("/report", {"text": "The lamp is broken."}).status_code == 200
    assert Report.objects.get().by == Visitor.objects.get()


@pytest.mark.parametrize("text", ["", "   ", "\r\n\t\n", "\x00\x07", None])
def test_a_report_with_nothing_in_it(text: str | None) -> None:
    answer = Person().post("/report", {} if text is None else {"text": text})
    assert answer.status_code == 422
    assert not Report.objects.exists()


@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_reports(key: str) -> None:
    assert Person().post("/report", {"text": HOSTILE[key]}).status_code == 200
    assert 0 < len(Report.objects.get().text) <= 1000


@pytest.mark.parametrize("slug", ["nowhere", "", "%00", "x" * 5000, "%ed%a0%80", "../..", "a%0Ab"])
def test_a_report_of_no_table(slug: str) -> None:
    read(f"/report?table={slug}", status=404)
    assert Person().post(f"/report?table={slug}", {"text": "x"}).status_code == 404
    assert not Report.objects.exists()


def test_not_too_many_reports() -> None:
    most = limits.LIMITS["reports"][0]
    answers = [Person().post("/report", {"text": "again"}).status_code for _ in range(most + 2)]
    assert answers == [200] * most + [429] * 2
    assert Report.objects.count() == most
    assert "Report a problem" in read("/report")


def test_a_report_needs_the_token_of_a_page() -> None:
    assert Person().client.post("/report", {"text": "x"}).status_code == 403
    assert not Report.objects.exists()


# -- at a table -------------------------------------------------------------------------------


def test_the_seats_of_a_table_lead_to_profiles() -> None:
    host, guest = member("Keith"), Person()
    table = host.open("me", "open", "bot:random", names="Jakob")
    guest.sit(table, 1, name="Anna")
    shown = Person().state(table)["parts"]["seats"]
    assert re.findall('<a href="([^"]*)">([^<]*)</a>', shown) == [
        ("/people/Keith", "Yellow · Jakob")
    ]
    sittings.forget()
    with CaptureQueriesContext(connection) as asked:
        Person().state(table)
    alone = re.compile('FROM "web_(account|visitor)"')  # without the seats
    assert not any(alone.search(query["sql"]) for query in asked)
    host.post("/account/delete", {"password": PASSWORD})
    assert "<a " not in Person().state(table)["parts"]["seats"]


def test_seats_on_a_shared_screen_have_no_profile_link() -> None:
    table = member("Keith").open("me", "here", "bot:random", names="Keith,Anna")
    assert "<a " not in Person().state(table)["parts"]["seats"]


def test_the_account_page_leads_to_the_profile() -> None:
    person = member("Keith")
    assert 'href="/people/Keith"' in read("/account", person)
