"""Tables for friends: one click, the link, the waiting room, and the start by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from chancery.web.base import limits
from chancery.web.tables import new_tables, seating
from chancery.web.tables.models import Held, Seat, Table
from tests.web.people import JSON, Answer, Person, at_once, legal, problem, table_at

pytestmark = pytest.mark.django_db


def with_friends(host: Person, game: str = "spada") -> Table:
    """Press “Play with friends”."""
    return table_at(host.post(f"/friends/{game}"))


def now(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def join_page(person: Person, table: Table) -> str:
    return person.get(f"/t/{table.slug}?invitation={table.invitation}").content.decode()


def scripted(person: Person, table: Table, seat: int, name: str = "") -> Answer:
    """Take a seat as the script of the page does."""
    form = {"csrfmiddlewaretoken": person.token, "invitation": table.invitation}
    return person.client.post(
        f"/t/{table.slug}/sit", {**form, "seat": str(seat), "name": name}, headers=JSON
    )


def owners(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table=table).values_list("owner", flat=True))


def settings(person: Person, table: Table, **form: str) -> Answer:
    return person.post(f"/t/{table.slug}/settings", {"days": "0", "autostart": "on", **form})


def test_one_click_opens_a_table_and_shows_its_link() -> None:
    host = Person()
    table = with_friends(host)
    assert (table.started, table.public, table.rated) == (False, False, False)
    page = host.page(table)
    assert f"/t/{table.slug}?invitation={table.invitation}" in page
    assert "Send this link to your friends" in page
    assert '<p class="qr" role="img" aria-label="The link as a QR code"><svg ' in page
    assert table.invitation not in Person().page(table)  # nobody else learns it
    assert "You need the invitation link" in Person().page(table)


def test_tables_for_friends_count_against_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OFF", False)
    monkeypatch.setitem(limits.LIMITS, "tables", (2, 3600))
    host = Person()
    for _ in range(2):
        with_friends(host)
    assert host.post("/friends/spada").status_code == 429
    assert Table.objects.count() == 2


@pytest.mark.parametrize(
    ("game", "easiest"), [("friedrich", "Pompadour"), ("revolution", "Reformers")]
)
def test_a_newcomer_gets_the_easiest_seat(game: str, easiest: str) -> None:
    newcomer = Person()
    for table in (with_friends(newcomer, game), newcomer.play_now(game)):
        own = Seat.objects.get(table=table, bot="", owner__isnull=False)
        assert own.number == (3 if game == "friedrich" else 4)
    table = with_friends(newcomer, game)  # by now he has played it
    assert Seat.objects.get(table=table, owner__isnull=False).number == 0
    page = join_page(Person(), table)
    chosen = re.search(r'value="(\d)" checked', page)
    assert chosen
    assert chosen[1] == str(own.number)
    assert f"<strong>{easiest}</strong>" in page
    assert "easy to play" in page


def test_the_first_question_of_a_newcomer_has_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """In La Spada all seats are as easy: a newcomer opens the auction, whoever has the stone
    cross."""
    found = set()
    for seed in "1234":
        monkeypatch.setattr(new_tables, "new_seed", lambda seed=seed: seed)
        newcomer = Person()
        table = table_at(newcomer.post("/play/spada"))
        own = Seat.objects.get(table=table, owner__isnull=False).number
        assert len(legal(table, own)) > 1
        found.add(own)
    assert len(found) > 1
    again = table_at(newcomer.post("/play/spada"))  # by now he has played it
    assert Seat.objects.get(table=again, owner__isnull=False).number == 0


def test_a_newcomer_is_welcomed_until_the_first_decision() -> None:
    newcomer = Person()
    table = newcomer.play_now("friedrich")
    assert "Welcome! Your seat: Pompadour. France:" in newcomer.page(table)
    answer = newcomer.act(table, 3, "give richelieu 13")
    assert answer.status_code == 200
    assert "Welcome" not in newcomer.page(table)
    again = newcomer.play_now("friedrich")
    assert "Welcome" not in newcomer.page(again)


def test_the_game_starts_when_the_last_seat_is_taken() -> None:
    host, *friends = (Person() for _ in range(4))
    table = with_friends(host)
    for number, friend in enumerate(friends, 1):
        assert not now(table).started
        assert friend.sit(table, number, name=f"Friend {number}").status_code == 302
    assert now(table).started
    assert Held.objects.filter(table=table).count() == 4
    part = host.ask(f"/t/{table.slug}/room").json()
    assert part == {"go": f"/t/{table.slug}"}
    assert "Friend 3" in host.page(table)


def test_the_host_may_start_the_game_himself() -> None:
    host = Person()
    table = with_friends(host)
    assert host.post(f"/t/{table.slug}/settings", {"days": "0"}).status_code == 302
    assert not now(table).autostart
    for number in (1, 2, 3):
        assert Person().sit(table, number).status_code == 302
    assert not now(table).started
    assert 'data-company="start"' in host.page(table)
    assert host.send(table, "company", {"do": "start"}).status_code == 200
    assert now(table).started


@pytest.mark.django_db(transaction=True)
def test_simultaneous_clicks_give_a_seat_to_one_person() -> None:
    table = with_friends(Person())
    friends = [Person() for _ in range(3)]
    answers = at_once(*(lambda f=f: scripted(f, table, 1, "Ugo") for f in friends))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422]
    assert sum(owner is not None for owner in owners(table)) == 2


def test_a_refusal_leads_back_to_the_invitation() -> None:
    table, late = with_friends(Person()), Person()
    Person().sit(table, 1, name="Ugo")
    answer = late.sit(table, 1, name="Vera")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "That seat is taken. Choose another seat." in page
    assert 'name="name" id="join-name" maxlength="40" autocomplete="nickname" value="Vera"' in page
    assert "Ugo" in page
    assert re.search(r'value="[23]" checked', page)  # another one is marked
    assert not re.search(r'name="seat" id="seat-1"', page)
    assert 'value="Vera"' in join_page(late, table)  # remembered
    refused = scripted(late, table, 1)
    assert (refused.status_code, problem(refused)) == (422, "That seat is taken.")
    assert late.sit(table, 2).status_code == 302


def test_the_invitation_shows_current_players() -> None:
    table, friend = with_friends(Person()), Person()
    path = f"/t/{table.slug}/room?invitation={table.invitation}"
    before = friend.ask(path).json()
    Person().sit(table, 2, name="Ugo")
    after = friend.ask(path).json()
    assert after["version"] > before["version"]
    assert 'id="seat-2"' in before["html"]
    assert 'id="seat-2"' not in after["html"]
    assert "Ugo" in after["html"]


def test_guests_are_told_how_they_keep_their_seat() -> None:
    table, friend = with_friends(Person()), Person()
    assert "only as long as this browser" in join_page(friend, table)
    friend.sit(table, 1, name="Ugo")
    page = friend.page(table)
    assert "only as long as this browser" in page
    assert f"/account/join?back=/t/{table.slug}" in page
    back = {"back": f"/t/{table.slug}"}
    joined = friend.post(
        "/account/join", {"name": "Ugo", "password": "correct horse battery", **back}
    )
    assert joined.url == f"/t/{table.slug}"
    page = friend.page(table)
    assert "only as long as this browser" not in page
    assert 'place is-own" id="place-1"' in page
    assert "/people/Ugo" in Person().page(table)


def test_a_guest_may_change_name_and_seat() -> None:
    table, friend = with_friends(Person()), Person()
    friend.sit(table, 1, name="Ugo")
    assert friend.sit(table, 1, invitation="", name="Hugo").status_code == 302
    assert friend.sit(table, 3, invitation="", name="Hugo").status_code == 302
    named = dict(Seat.objects.filter(table=table).values_list("number", "name"))
    assert (named[1], named[3]) == ("", "Hugo")


# -- options change until the start ---------------------------------------------------------------


def test_changing_options_keeps_everybody_seated() -> None:
    host, friend = Person(), Person()
    table = with_friends(host, "revolution")  # the host is the Reformers
    friend.sit(table, 2, name="Ugo")  # the Nobility
    assert settings(host, table, **{"option-players": "4"}).status_code == 302  # no Nobility
    assert now(table).options["players"] == 4
    seats = list(Seat.objects.filter(table=table))
    assert [seat.name for seat in seats] == ["Ugo", "", "", ""]
    assert seats[3].owner_id == now(table).host_id
    assert "Nobility" not in host.page(table)
    assert "Ugo" in join_page(Person(), table)
    assert settings(host, table, **{"option-players": "2"}).status_code == 302
    assert [bool(owner) for owner in owners(table)] == [True, True]


def test_options_with_too_few_seats_are_refused() -> None:
    host = Person()
    table = with_friends(host, "revolution")
    for number in (0, 1):
        Person().sit(table, number)
    answer = settings(host, table, **{"option-players": "2"})
    assert answer.status_code == 422
    assert "too few seats" in answer.content.decode()
    assert now(table).options["players"] == 5
    assert len(owners(table)) == 5


Change = Callable[[Person, Table], Any]


def _by_a_friend(host: Person, table: Table) -> Answer:
    friend = Person()
    friend.sit(table, 1)
    return settings(friend, table, title="Mine")


def _after_the_start(host: Person, table: Table) -> Answer:
    host.send(table, "company", {"do": "start", "fill": True})
    return settings(host, table, title="Mine")


def _unknown_pace(host: Person, table: Table) -> Answer:
    return settings(host, table, title="Mine", days="5")


def _rated_with_guests(host: Person, table: Table) -> Answer:
    return settings(host, table, title="Mine", rated="on")


@pytest.mark.parametrize(
    "change", [_by_a_friend, _after_the_start, _unknown_pace, _rated_with_guests]
)
def test_invalid_settings_are_refused(change: Change) -> None:
    host = Person()
    table = with_friends(host)
    assert change(host, table).status_code == 422
    assert now(table).title == ""


def test_a_newcomer_is_one_who_has_never_played_the_game() -> None:
    host = Person()
    table = host.play_now("spada")
    visitor = now(table).host
    assert not seating.is_newcomer("spada", visitor)
    assert seating.is_newcomer("spada", visitor, table)
    assert seating.is_newcomer("revolution", visitor)
    assert seating.is_newcomer("spada", None)
