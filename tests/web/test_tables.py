"""Opening tables: options, kinds of seats, several people at one screen, invitations."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils.http import urlencode

from chancery.web.tables import sittings, waiting_room
from chancery.web.tables.models import Held, Seat, Table, Work
from tests.web.people import Person, legal, run_bots, seat_asked, sitting_of, table_at

pytestmark = pytest.mark.django_db


# -- options and kinds ---------------------------------------------------------------------


def test_the_form_offers_every_option_and_bot() -> None:
    page = Person().get("/new/spada").content.decode()
    names = set(re.findall(r'name="option-(\w+)"', page))
    assert names == {"players", "ending", "scoring", "agenda", "robbery", "counsellor"}
    assert {"me", "here", "open", "bot:random", "bot:novice", "bot:player"} <= set(
        re.findall(r'<option value="([\w:]+)"', page)
    )


@pytest.mark.parametrize(("players", "there"), [(2, False), (3, True), (4, False), (5, False)])
def test_the_form_offers_only_options_that_matter(players: int, there: bool) -> None:
    page = Person().get(f"/new/revolution?option-players={players}").content.decode()
    assert ("With three players" in page) is there
    assert 'name="option-neutrals"' in page


def test_only_a_game_with_chance_tells_of_the_seed() -> None:
    person = Person()
    for game, there in (("revolution", False), ("spada", True)):
        table = person.play_now(game)
        page = person.get(f"/t/{table.slug}").content.decode()
        assert ('id="chance"' in page) is there
        assert (sitting_of(table).commitment in page) is there


def test_the_form_has_the_seats_of_its_options() -> None:
    """It keeps what is filled in when it is requested again."""
    person = Person()
    page = person.get("/new/spada?option-players=3&seat-1=open&name-2=%3Cb%3EBo").content.decode()
    assert page.count('<select name="seat-') == 3
    assert '<option value="3" selected>' in page
    assert page.count('<option value="open" selected>') == 1
    assert 'value="Bo"' in page
    assert "Black" in page
    assert "Orange" not in page.split('class="place-list"')[1].split("</ul>")[0]
    for query in ("option-players=9", "option-players=", "seat-0=nobody", "option-x=1"):
        assert person.get(f"/new/spada?{query}").content.decode().count('name="seat-') == 4


def test_incompatible_options_are_refused_in_the_form() -> None:
    answer = Person().get("/new/spada?option-counsellor=yellow")
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()


def test_chosen_options_are_played() -> None:
    table = Person().open("me", "bot:random", "bot:random", options={"agenda": "short"})
    frame = sitting_of(table).start.frame
    assert frame.options["players"] == 3
    assert frame.options["agenda"] == "short"
    assert frame.options["ending"] == "standard"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (("me", "bot:steward", "bot:steward"), {"agenda": "gothic"}),
        (("me", "bot:steward", "bot:steward"), {"players": "7"}),
        (("me", "bot:steward", "bot:steward"), {"players": "’); DROP TABLE"}),
        (("me", "bot:steward", "bot:steward"), {"counsellor": "orange"}),  # nobody sits there
        (("me", "bot:stockfish", "bot:steward"), {}),
        (("me", "bot:", "bot:steward"), {}),
        (("me", "emperor", "bot:steward"), {}),
        (("me", "", "bot:steward"), {}),
    ],
)
def test_wrong_choices_open_nothing(seats: tuple[str, ...], options: dict[str, str]) -> None:
    answer = Person().request_table(seats, options)
    assert answer.status_code == 422
    assert re.search(r'role="alert">.+</p>', answer.content.decode())
    assert '<option value="me" selected>' in answer.content.decode()  # what was chosen is kept
    assert not Table.objects.exists()
    assert not Seat.objects.exists()
    assert not Work.objects.exists()


def test_an_unknown_game() -> None:
    guest = Person()
    assert guest.get("/new/monopoly").status_code == 404
    assert guest.post("/new/monopoly").status_code == 404
    assert guest.post("/play/monopoly").status_code == 404
    assert not Table.objects.exists()


# -- several people at one screen ----------------------------------------------------------


def test_several_people_at_one_screen_see_only_the_seat_in_front() -> None:
    family = Person()
    table = family.open("me", "here", "here", names="Anna,Bruno,Carla")
    state = family.state(table)
    assert state["own"] == [0, 1, 2]
    assert state["seat"] is None  # behind the curtain
    assert "data-act" not in state["parts"]["question"]
    seat = seat_asked(table)
    assert state["asked"] == [seat]
    assert "data-act" in family.state(table, seat)["parts"]["question"]
    assert state["names"] == ["Yellow · Anna", "Black · Bruno", "White · Carla"]


def test_a_game_without_secrets_says_so_to_people_at_one_screen() -> None:
    family = Person()
    seats = {"seat-0": "me", "seat-1": "here", "seat-2": "here"}
    table = table_at(family.post("/new/revolution", {**seats, "option-players": "3"}))
    assert family.state(table)["open"]
    seat = seat_asked(table)
    assert family.state(table, seat)["open"]
    alone = Person()
    assert not alone.state(alone.open("me", "bot:random", "bot:random"))["open"]
    assert not family.state(family.open("me", "here", "here"))["open"]


def test_one_person_answers_for_each_of_the_seats() -> None:
    family = Person()
    table = family.open("me", "here", "here")
    seen = set()
    for _ in range(20):
        seat = seat_asked(table)
        seen.add(seat)
        assert family.act(table, seat, legal(table, seat)[-1]).status_code == 200
    assert seen == {0, 1, 2}


# -- invitations ---------------------------------------------------------------------------


def test_the_host_gets_a_link_and_a_guest_sits_down_with_it() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:random")
    link = f"/t/{table.slug}?invitation={table.invitation}"
    assert link in host.page(table)
    assert "free" in host.state(table)["parts"]["seats"]

    assert 'name="invitation"' not in guest.page(table)  # without invitation: a spectator
    assert table.invitation not in guest.page(table)
    page = guest.get(link).content.decode()
    assert f'action="/t/{table.slug}/sit"' in page

    assert guest.sit(table, 1, name="Bruno").status_code == 302
    state = guest.state(table)
    assert state["own"] == [1]
    assert state["names"][1] == "Black · Bruno"
    assert host.state(table)["names"][1] == "Black · Bruno"
    assert table.invitation not in host.page(table)  # no seat is free any more


@pytest.mark.parametrize("invitation", ["", "wrong", "\x00", "’"])
def test_a_wrong_invitation(invitation: str) -> None:
    table = Person().open("me", "open", "bot:random")
    guest = Person()
    answer = guest.sit(table, 1, invitation=invitation)
    assert answer.status_code == 422
    assert "invitation" in answer.content.decode()
    assert guest.state(table)["own"] == []
    assert 'class="sit"' not in guest.get(f"/t/{table.slug}?invitation=wrong").content.decode()


@pytest.mark.parametrize("seat", [0, 2, 9, -1, "", "one", "1; --", "9" * 30])
def test_a_seat_that_is_not_free(seat: object) -> None:
    table = Person().open("me", "open", "bot:random")
    guest = Person()
    assert guest.sit(table, seat).status_code == 422
    assert guest.state(table)["own"] == []
    assert not Held.objects.filter(table=table).exclude(visitor=table.host).exists()


@pytest.mark.parametrize("seat", ["²", "9" * 5000])
def test_a_seat_in_foreign_digits(seat: str) -> None:
    table = Person().open("me", "open", "bot:random")
    assert Person().sit(table, seat).status_code == 422


def test_a_seat_that_somebody_has_taken() -> None:
    table = Person().open("me", "open", "bot:random")
    first, second = Person(), Person()
    assert first.sit(table, 1).status_code == 302
    answer = second.sit(table, 1)
    assert answer.status_code == 422
    assert "taken" in answer.content.decode()
    assert first.state(table)["own"] == [1]


def test_nobody_holds_two_seats() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "open")
    assert host.sit(table, 1).status_code == 422
    assert guest.sit(table, 1).status_code == 302
    assert guest.sit(table, 2).status_code == 422
    assert guest.state(table)["own"] == [1]


def test_concurrent_requests_give_one_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    table, guest = Person().open("me", "open", "open"), Person()
    guest.talk(table, "hello")  # now he has a cookie
    plain = waiting_room.name_in

    def meanwhile(text: str, default: str = "") -> str:
        monkeypatch.setattr(waiting_room, "name_in", plain)
        assert guest.sit(table, 1).status_code == 302
        return plain(text, default)

    monkeypatch.setattr(waiting_room, "name_in", meanwhile)
    assert guest.sit(table, 2).status_code == 422
    assert guest.state(table)["own"] == [1]


def test_a_host_without_a_seat_may_take_one_later() -> None:
    host = Person()
    table = host.open("open", "open", "bot:random")
    assert host.state(table)["own"] == []
    assert host.sit(table, 0).status_code == 302
    assert host.state(table)["own"] == [0]


# -- leaving -------------------------------------------------------------------------------


def test_leaving_players_are_replaced_by_a_bot_for_good() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:random")
    guest.sit(table, 1)
    assert guest.post(f"/t/{table.slug}/leave").status_code == 302
    assert guest.state(table)["own"] == []
    assert table.seats.get(number=1).bot
    assert guest.sit(table, 1).status_code == 422
    assert guest.act(table, 1, "pass").status_code == 403
    run_bots()
    assert seat_asked(table) == 0


def test_the_bot_goes_on_where_its_person_was_asked() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "open")
    guest.sit(table, 1)
    Person().sit(table, 2)
    while seat_asked(table) != 1:
        seat = seat_asked(table)
        sitting = sitting_of(table)
        sittings.act(table, seat, [legal(table, seat)[-1]], sitting.question(seat))
    assert not Work.objects.exists()
    guest.post(f"/t/{table.slug}/leave")
    assert Work.objects.filter(table=table).exists()
    run_bots()
    assert seat_asked(table) != 1


def test_only_seated_players_can_leave() -> None:
    table, stranger = Person().play_now(), Person()
    assert stranger.post(f"/t/{table.slug}/leave").status_code == 403
    assert table.seats.get(number=0).owner_id is not None


# -- what is sent ---------------------------------------------------------------------------------


def test_unchanged_pages_are_not_sent_again() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    first = host.state(table, seat)
    assert set(first["tags"]) == {*first["parts"], "scenes"}
    have = " ".join(f"{name}:{tag}" for name, tag in first["tags"].items())
    again = host.ask(f"/t/{table.slug}/state?words&seat={seat}&have={have}").json()
    assert again == {**first, "parts": {}, "scenes": None}
    action = sitting_of(table).state.legal(seat)[-1].text
    body = {"seat": str(seat), "actions": [action], "question": first["question"]}
    played = host.send(table, "act", {**body, "words": True, "have": have.split()}).json()
    changed = {name for name, tag in played["tags"].items() if first["tags"].get(name) != tag}
    assert set(played["parts"]) == changed - {"scenes"}
    assert (played["scenes"] is not None) == ("scenes" in changed)
    assert "talk" not in changed
    assert {"question", "live"} <= changed
    assert played["parts"].items() <= host.state(table, seat)["parts"].items()


def test_acknowledged_scenes_are_not_sent_again() -> None:
    host = Person()
    table = host.open("me", "here", "here")
    scenes: list[dict[str, Any]] = []
    while len(scenes) < 2:
        seat = seat_asked(table)
        asked = host.state(table, seat)
        action = sitting_of(table).state.legal(seat)[0].text
        body = {"seat": str(seat), "actions": [action], "question": asked["question"]}
        host.send(table, "act", body)
        scenes = host.state(table, 0)["scenes"]

    def sent(seen: str) -> object:
        return host.ask(f"/t/{table.slug}/state?seat=0&have=seen:{seen}").json()["scenes"]

    after = scenes[0]["last"] + 1
    assert sent(f"0.{after}") == scenes[1:]
    assert sent(f"0.{after - 1}") == scenes
    for other in (f"1.{after}", f"-.{after}", "0.-1", "0.x", "0.²", "0", "", "0." + "9" * 10):
        assert sent(other) == scenes


@pytest.mark.parametrize("have", ["", "live", ":", "live:", "x:y z:w", "live:" + "a" * 5000, "\0:"])
def test_malformed_etags_are_ignored(have: str) -> None:
    host = Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    path = f"/t/{table.slug}/state?{urlencode([('seat', seat), ('have', have)])}"
    assert host.ask(path).json()["parts"] == host.ask(path.split("&have")[0]).json()["parts"]
    for strange in (have, [have], {"live": have}, [1, None, [have]], 7):
        body = {"seat": str(seat), "question": "none.0", "actions": ["pass"], "have": strange}
        assert host.send(table, "act", body).status_code in (200, 422)


@pytest.mark.parametrize("edition", ["2004", "2007"])
def test_a_table_names_the_edition_that_it_plays_by(edition: str) -> None:
    host = Person()
    seats = {f"seat-{n}": "me" if n == 0 else "here" for n in range(5)}
    table = table_at(host.post("/new/revolution", seats | {"option-edition": edition}))
    page = host.get(f"/t/{table.slug}").content.decode()
    (options,) = re.findall(r'<dl class="hint options">(.*?)</dl>', page, re.DOTALL)
    assert re.search(rf"<dt>Edition of the rules</dt>\s*<dd>{edition}: ", options)
    assert "factions" not in options.lower()  # they are chosen with three players only
