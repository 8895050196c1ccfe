"""Games of other packages on the site: with and without a face, and uninstalled again."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chancery.web.accounts import ratings
from chancery.web.delivery import texts
from chancery.web.identity.models import Account, Report
from chancery.web.outbox.models import Notice
from chancery.web.play import deadlines, worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table, Work
from tests import installed_games
from tests.web.people import Person, legal, problem, run_bots, seat_asked, sitting_of, table_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def _guests(tmp_path: Path) -> Iterator[None]:
    """Install two games: one with everything, one with the minimum."""
    with installed_games.installed(
        tmp_path, liars=installed_games.LIARS_DICE, heap=installed_games.HEAP
    ):
        yield


def play(person: Person, table: Table) -> None:
    """Play to the end: the person by the last legal action, bots as they like."""
    while not Table.objects.get(pk=table.pk).over:
        if not run_bots():
            seat = seat_asked(table)
            answer = person.act(table, seat, legal(table, seat)[0])
            assert answer.status_code == 200, answer.content


@pytest.mark.usefixtures("_guests")
@pytest.mark.parametrize("game", ["liars_dice", "heap"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_foreign_game_is_played_to_the_end(game: str, language: str) -> None:
    person = Person(language)
    front = person.get("/").content.decode()
    assert f'action="/play/{game}"' in front
    page = person.get(f"/help/{game}").content.decode()
    none = {
        "en": "There are no rules to read for this game.",
        "it": "Per questo gioco non ci sono regole",
    }
    assert 'id="doubt"' in page or none[language] in page
    assert person.get(f"/new/{game}").status_code == 200
    assert person.get(f"/ladder/{game}").status_code == 200
    assert person.get(f"/style/{game}.css").status_code == (404 if game == "heap" else 200)
    assert person.get(f"/data/{game}").status_code == 404
    table = person.play_now(game)
    assert person.page(table)
    run_bots()
    seat = seat_asked(table)
    parts = person.state(table, seat)
    assert legal(table, seat)[0] in str(parts)
    assert person.send(table, "why", {"seat": str(seat), "action": "dance"}).status_code in (
        200,
        422,
    )
    play(person, table)
    assert person.page(table)
    assert person.get(f"/t/{table.slug}/replay/1").status_code == 200
    assert person.get(f"/t/{table.slug}/record").status_code == 200
    assert person.get("/tables").status_code == 200


@pytest.mark.usefixtures("_guests")
@pytest.mark.parametrize("game", ["liars_dice", "heap"])
def test_the_api_lists_foreign_games(game: str) -> None:
    listed = Person().client.get("/api/v1/games").json()
    assert game in [row["name"] for row in listed["games"]]
    table = Person().play_now(game)
    for path in ("", "/view", "/questions", "/events"):
        answer = Person().client.get(f"/api/v1/tables/{table.slug}{path}")
        assert answer.status_code in (200, 401, 404), (path, answer.content)


@pytest.mark.usefixtures("_guests")
def test_the_drawing_shows_only_ones_own_dice() -> None:
    person = Person()
    table = person.play_now("liars_dice")
    own = person.page(table)
    seat = Seat.objects.get(table=table, owner__isnull=False).number
    pips = sum(n * (face + 1) for face, n in enumerate(sitting_of(table).state.cup(seat)))
    assert own.count('class="ld-pip"') == pips
    assert Person().page(table).count('class="ld-pip"') == 0


@pytest.mark.usefixtures("_guests")
def test_bots_of_the_package_can_be_chosen() -> None:
    page = Person().get("/new/liars_dice").content.decode()
    offered = set(re.findall(r'value="bot:(\w+)"', page))
    assert offered == {"random", "doubter", "gambler"}
    assert "doubter" not in Person().get("/new/heap").content.decode()


# -- and gone again ------------------------------------------------------------------------


@pytest.fixture
def gone(tmp_path: Path) -> tuple[Person, Table, Table]:
    """Create tables of a game that is then uninstalled, and of one that stays."""
    person = Person()
    with installed_games.installed(tmp_path, liars=installed_games.LIARS_DICE):
        form = {"seat-0": "me", "seat-1": "open", "seat-2": "bot:gambler", "public": "on"}
        lost = table_at(person.post("/new/liars_dice", form))
    Table.objects.filter(pk=lost.pk).update(public=True, started=True, rated=False)
    other = person.open("me", "open", "open")
    Table.objects.filter(pk=other.pk).update(public=True)
    sittings.forget()
    return person, lost, other


def test_lists_and_other_tables_work_without_the_game(gone: tuple[Person, Table, Table]) -> None:
    person, lost, other = gone
    for somebody in (person, Person()):
        for path in ("/", "/tables", "/tables/part", "/api/v1/tables?list=open", "/help/spada"):
            assert somebody.get(path).status_code == 200, path
        assert lost.slug not in somebody.get("/tables").content.decode()
        assert other.slug in somebody.get("/tables").content.decode()
        assert somebody.get(f"/t/{other.slug}").status_code == 200
    for path in (
        "/help/liars_dice",
        "/new/liars_dice",
        "/ladder/liars_dice",
        "/style/liars_dice.css",
    ):
        assert person.get(path).status_code == 404, path


def test_the_table_says_that_it_cannot_be_shown(gone: tuple[Person, Table, Table]) -> None:
    person, lost, _ = gone
    for path in ("", "/state", "/record", "/replay/0"):
        answer = person.ask(f"/t/{lost.slug}{path}")
        assert answer.status_code == 500, path
        assert "can’t be shown" in problem(answer)
    for verb in ("act", "undo", "why", "standing", "talk", "notes", "advice"):
        body = {"seat": "0", "actions": ["doubt"], "question": "bid.1", "text": "?", "action": "x"}
        answer = person.send(lost, verb, body)
        assert answer.status_code != 500 or "can’t be shown" in problem(answer), verb
    for verb in ("start", "leave", "close", "rematch", "sit", "arrange"):
        answer = person.post(f"/t/{lost.slug}/{verb}", {"seat": "1", "kind": "open"})
        assert answer.status_code != 500 or "can’t be shown" in answer.content.decode(), verb
    assert person.get(f"/report?table={lost.slug}").status_code in (200, 404)
    answer = Person().client.get(f"/api/v1/tables/{lost.slug}")
    assert answer.status_code == 500
    assert "can’t be shown" in problem(answer)


@pytest.mark.django_db(transaction=True)
def test_operators_are_told_which_game_is_missing(
    gone: tuple[Person, Table, Table],
    run: Callable[..., tuple[int, str, str]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    person, lost, other = gone
    with caplog.at_level(logging.WARNING):
        person.get(f"/t/{lost.slug}")
    assert "liars_dice" in caplog.text
    assert "liars_dice" in Report.objects.get(table=lost).text
    code, out, _ = run("check")
    said = " ".join(out.split())
    assert code == 1
    assert "The game liars_dice is not installed" in said
    assert other.slug not in said
    code, out, _ = run("tables")
    assert code == 0
    assert lost.slug in out


def test_players_of_a_missing_game_can_delete_their_accounts(tmp_path: Path) -> None:
    with installed_games.installed(tmp_path, liars=installed_games.LIARS_DICE):
        person = Person()
        person.post("/account/join", {"name": "Nora", "password": "a long secret 17"})
        form = {"seat-0": "me", "seat-1": "bot:gambler", "seat-2": "bot:gambler"}
        lost = table_at(person.post("/new/liars_dice", form))
    sittings.forget()
    assert Account.objects.filter(username="Nora").exists()
    person.post("/account/delete", {"password": "a long secret 17"})
    assert not Account.objects.filter(username="Nora").exists()
    assert not Seat.objects.filter(table=lost, name="Nora").exists()


def test_notices_about_a_missing_game_are_sent(gone: tuple[Person, Table, Table]) -> None:
    _, lost, _ = gone
    seats = list(Seat.objects.filter(table=lost).select_related("owner"))
    notice = Notice(kind="reminder", table=lost, seat=0)
    letter = texts.write([notice], seats, seats[0].owner, "en")
    assert "liars_dice" in letter.subject


def test_bots_and_deadlines_of_other_tables_continue(gone: tuple[Person, Table, Table]) -> None:
    _, lost, _ = gone
    Work.objects.get_or_create(table=lost)
    good = Person().open("bot:steward", "me", "here", options={"counsellor": "yellow"})
    while worker.run_once():
        pass
    assert sitting_of(good).log
    deadlines.run_once()


def test_a_reinstalled_game_works_again(gone: tuple[Person, Table, Table], tmp_path: Path) -> None:
    """Nothing is lost: when it is installed again, its tables go on."""
    person, lost, _ = gone
    assert person.get(f"/t/{lost.slug}").status_code == 500
    with installed_games.installed(tmp_path / "again", liars=installed_games.LIARS_DICE):
        sittings.forget()
        assert person.page(lost)


def test_a_missing_bot_is_replaced(tmp_path: Path) -> None:
    person = Person()
    with installed_games.installed(tmp_path, liars=installed_games.LIARS_DICE):
        form = {"seat-0": "me", "seat-1": "bot:doubter", "seat-2": "bot:doubter"}
        table = table_at(person.post("/new/liars_dice", form))
    games_alone = {"chancery.games": installed_games.LIARS_DICE["chancery.games"]}
    with installed_games.installed(tmp_path / "later", liars=games_alone):
        sittings.forget()
        play(person, table)


@pytest.mark.usefixtures("_guests")
def test_results_of_foreign_games_are_rated() -> None:
    person = Person()
    person.post("/account/join", {"name": "Nora", "password": "a long secret 17"})
    form = {"seat-0": "me", "seat-1": "bot:gambler", "seat-2": "bot:doubter", "rated": "on"}
    table = table_at(person.post("/new/liars_dice", form))
    play(person, table)
    while ratings.count_once():
        pass
    assert "Nora" in person.get("/ladder/liars_dice").content.decode()
    assert "Liar’s Dice" in person.get("/people/Nora").content.decode()
