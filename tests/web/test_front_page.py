"""The front page: its links, choices for playing at once, and games being played."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from chancery import bots, games
from chancery.web.identity.models import Visitor
from chancery.web.learn import daily
from chancery.web.server.front import GOING_ON
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from tests.web.people import Answer, Person, run_bots, table_at, watch_bots

pytestmark = pytest.mark.django_db


def front(person: Person | None = None) -> str:
    return (person or Person()).get("/").content.decode()


def game_on(page: str, name: str) -> str:
    """Return what the front page says about a game."""
    match = re.search(rf'<li class="game" id="game-{name}">(.*?)</li>', page, re.S)
    assert match
    return match[1]


@pytest.mark.parametrize("name", games.names())
def test_a_game_has_a_description_and_links(name: str) -> None:
    card = game_on(front(), name)
    for said in ("players", "hours", "English · Italiano · Nederlands · Français"):
        assert said in card
    doors = (f'action="/play/{name}"', f"/learn/{name}", f"/friends/{name}", f"/watch/{name}")
    for door in doors:
        assert door in card


def test_a_chapter_with_a_key_has_a_link_of_its_own_where_a_game_is_taught() -> None:
    page = Person().get("/learn/friedrich").content.decode()
    assert '<a href="/help/friedrich#advice">Advice</a>' in page
    shown = Person().get("/help/friedrich").content.decode()
    chapter = re.search(r'<section id="advice".*?</section>', shown, re.S)
    assert chapter
    assert "<h2>Advice</h2>" in chapter[0]
    assert chapter[0].count("<p>") == 8
    assert '<a href="#advice">Advice</a>' in shown  # in the contents


@pytest.mark.parametrize("name", games.names())
def test_the_rules_have_contents_and_pictures_of_the_board(name: str) -> None:
    person = Person()
    page = person.get(f"/help/{name}").content.decode()
    sections = re.findall(r'<section id="([^"]+)"', page)
    assert re.findall(r'<li><a href="#([^"]+)">', page) == sections
    pictures = re.findall(r'<img src="([^"]+\.svg)"[^>]*loading="lazy"', page)
    assert len(pictures) == len(set(pictures)) > 12
    kinds = {re.sub(r"[^/]*\.svg", "", path): path for path in pictures}
    assert len(kinds) == 3  # of the board, of examples, of exercises
    for path in kinds.values():
        answer = person.get(path)
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert b"viewBox" in answer.content
    for missing in (f"/help/{name}/board/99.svg", f"/learn/{name}/example/nothing.svg"):
        assert person.get(missing).status_code == 404


@pytest.mark.parametrize("name", games.names())
def test_the_link_to_learn_gives_the_length_of_the_guided_game(name: str) -> None:
    guide = games.find(name).face.guide()
    assert guide is not None
    assert f"Learn in about {guide.minutes} minutes" in game_on(front(), name)
    assert f"About {guide.minutes} minutes" in Person().get(f"/learn/{name}").content.decode()


@pytest.mark.parametrize("name", games.names())
def test_every_control_of_a_game_is_described_by_its_title(name: str) -> None:
    """“Play now against bots” is there once for each game."""
    card = game_on(front(), name)
    controls = len(re.findall(r"<(?:a|button|summary)\b", card))
    assert controls == card.count(f'aria-describedby="title-{name}"') > 5
    assert f'id="title-{name}"' in card


@pytest.mark.parametrize("name", games.names())
def test_opponents_are_listed_from_weakest_before_the_button(name: str) -> None:
    card = game_on(front(), name)
    assert card.index('name="bot"') < card.index(f'id="play-{name}"')
    kinds = re.findall(r'<option value="(random|novice|player|master)"', card)
    assert kinds == sorted(kinds, key=["random", "novice", "player", "master"].index)
    assert "Random, the weakest" in card


def test_the_page_shows_without_a_script() -> None:
    """Everything is there before any script has run, and no script delays it."""
    page = front()
    assert all("defer" in tag for tag in re.findall(r"<script[^>]*>", page))
    assert "data-card" not in page  # no game is being played


# -- play at once ------------------------------------------------------------------------------


def at_once(game: str, **chosen: str) -> Answer:
    form = {key.replace("_", "-"): value for key, value in chosen.items()}
    return Person().post(f"/play/{game}", form)


@pytest.mark.parametrize("name", games.names())
def test_every_offered_choice_opens_a_table(name: str) -> None:
    """Every level and every value on the page, one at a time."""
    card = game_on(front(), name)
    fields = re.findall(r'<select name="([^"]+)">(.*?)</select>', card, re.S)
    assert {"bot", "seat", "option-players"} <= {field for field, _ in fields}
    for field, inside in fields:
        if field == "seat":
            continue
        for value in re.findall(r'value="([^"]+)"', inside):
            table = table_at(Person().post(f"/play/{name}", {"seat": "", field: value}))
            seats = list(table.seats.all())
            assert sum(seat.owner_id is not None for seat in seats) == 1
            kinds = {seat.bot for seat in seats if seat.bot}
            assert kinds == {value if field == "bot" else bots.best(games.find(name))}
            if field.startswith("option-"):
                assert str(table.options[field.removeprefix("option-")]) == value


@pytest.mark.parametrize("name", games.names())
def test_every_offered_seat_exists_with_some_options(name: str) -> None:
    game = games.find(name)
    card = game_on(front(), name)
    inside = re.search(r'<select name="seat">(.*?)</select>', card, re.S)
    assert inside
    offered = set(re.findall(r'value="([^"]+)"', inside[1])) - {"any"}
    assert offered >= set(game.seats(game.complete_options({})))
    for players in re.findall(r'name="option-players">(.*?)</select>', card, re.S):
        for value in re.findall(r'value="([^"]+)"', players):
            for seat in game.seats(game.complete_options({"players": int(value)})):
                chosen = {"option-players": value, "seat": seat}
                table = table_at(Person().post(f"/play/{name}", chosen))
                held = [s.owner_id is not None for s in table.seats.all()]
                assert held.index(True) == game.seats(table.options).index(seat)
                offered.discard(seat)
    assert not offered


def test_options_and_seat_are_combined() -> None:
    table = table_at(at_once("friedrich", option_players="3", seat="maria-theresa", bot="random"))
    assert [bool(seat.owner_id) for seat in table.seats.all()] == [False, False, True]
    assert {seat.bot for seat in table.seats.all()} == {"", "random"}


def test_no_chosen_seat_means_a_random_seat() -> None:
    guest = Person()
    found = set()
    for _ in range(40):
        table = table_at(guest.post("/play/spada", {"seat": "any"}))
        found |= {seat.number for seat in table.seats.all() if seat.owner_id}
        Table.objects.all().delete()
        connection.cursor().execute("DELETE FROM web_count")  # resets the rate limits
        if len(found) == 4:
            break
    assert found == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("game", "chosen", "reason"),
    [
        ("friedrich", {"bot": "steward"}, "There is no bot steward"),
        ("friedrich", {"bot": ""}, "There is no bot"),
        ("friedrich", {"seat": "yellow"}, "There is no such seat"),
        ("friedrich", {"option_players": "3", "seat": "pompadour"}, "There is no such seat"),
        ("spada", {"option_players": "9"}, "is not a value of"),
        ("spada", {"option_players": "\x00"}, "is not a value of"),
    ],
)
def test_invalid_choices_are_refused_with_a_reason(
    game: str, chosen: dict[str, str], reason: str
) -> None:
    answer = at_once(game, **chosen)
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Table.objects.exists()


# -- watching ----------------------------------------------------------------------------------


def public(host: Person) -> Table:
    """Open a public game of bots."""
    seats = {f"seat-{n}": "bot:random" for n in range(3)}
    return table_at(host.post("/new/spada", {"public": "on", "option-players": "3", **seats}))


def test_running_games_are_shown_as_a_spectator_sees_them() -> None:
    host = Person()
    table = public(host)
    table_at(host.post("/play/spada"))  # not public
    page = front()
    assert re.findall(r'data-slug="([^"]+)"', page) == [table.slug]
    assert f'src="/t/{table.slug}/small.svg"' in page
    assert 'loading="lazy"' in page


def test_one_host_cannot_fill_the_row_of_running_games() -> None:
    for host in [Person() for _ in range(5)]:
        for _ in range(4):
            public(host)
    matches = re.findall(r'data-slug="([^"]+)"', front())
    assert len(matches) == len(set(matches)) == GOING_ON
    assert Visitor.objects.filter(table__slug__in=matches).distinct().count() == 2


def test_query_count_does_not_grow_with_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, found = Person(), []
    for _ in range(2):
        public(host)
        with CaptureQueriesContext(connection) as asked, monkeypatch.context() as patch:
            patch.setattr(sittings, "load", None)  # no game is loaded
            front()
        found.append(len(asked))
    assert found[0] == found[1] <= 5


def test_watch_leads_to_running_or_finished_games() -> None:
    host, reader = Person(), Person()

    def leads() -> str:
        answer = reader.get("/watch/spada")
        assert answer.status_code == 302
        return str(answer["Location"])

    assert leads() == "/tables?list=watch&game=spada"
    assert "There are no public games" in reader.get(leads()).content.decode()
    table = public(host)
    assert leads() == "/tables?list=watch&game=spada"
    assert table.slug in reader.get(leads()).content.decode()
    watch_bots(table)
    run_bots()
    table.refresh_from_db()
    assert table.over
    assert leads() == f"/t/{table.slug}/replay/0"
    Table.objects.filter(pk=table.pk).update(public=False)
    assert leads() == "/tables?list=watch&game=spada"
    assert reader.get("/watch/chess").status_code == 404


# -- the position of the day -------------------------------------------------------------------


def test_the_daily_exercise_cycles_through_all() -> None:
    some = date(2026, 1, 1)
    all_of_them = [(name, one) for name in games.names() for one in games.find(name).face.lessons()]
    found = [daily.lesson_of(some + timedelta(days=n)) for n in range(len(all_of_them))]
    assert sorted((name, lesson.key) for name, lesson in filter(None, found)) == sorted(
        (name, lesson.key) for name, lesson in all_of_them
    )


def test_the_position_of_the_day_can_be_tried() -> None:
    person = Person()
    page = person.get("/").content.decode()
    match = re.search(r'action="(/learn/(\w+)/begin/([\w-]+))"', page)
    assert match is not None
    picture = person.get(f"/learn/{match[2]}/task/{match[3]}.svg")
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert person.post(match[1]).status_code == 302
