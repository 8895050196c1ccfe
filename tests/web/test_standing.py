"""Answers in advance, ending by agreement, resigning, private copies, records, help."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from chancery.games import find
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table
from tests.records import kept_as, read
from tests.web.people import Person, log_of, run_bots, seat_asked, sitting_of, table_at

pytestmark = pytest.mark.django_db
RECORD = read(kept_as("spada", "steward-3"))


def test_an_answer_in_advance_is_given_by_the_worker_when_asked() -> None:
    anna = Person()
    table = anna.open("me", "here", "here", "here")
    asked = seat_asked(table)
    following = (asked + 1) % 4
    offers = sitting_of(table).game.face.standing(sitting_of(table).state.view(following))
    assert [offer.key for offer in offers] == ["pass:1"]
    # folded, however few they are: they are no answers to the present question
    assert '<details class="standing"' in anna.state(table, seat=following)["parts"]["question"]
    body = {"seat": str(following), "key": "pass:1", "given": True}
    assert anna.send(table, "standing", body).status_code == 200
    assert not run_bots()  # it is not that seat's turn yet
    anna.act(table, asked, "pass")
    run_bots()
    assert log_of(table) == [f"{asked} pass", f"{following} pass"]


def test_an_answer_in_advance_can_be_withdrawn_and_lapses_with_its_season() -> None:
    anna = Person()
    table = anna.open("me", "here", "here", "here")
    asked = seat_asked(table)
    following = (asked + 1) % 4
    for given in (True, False):
        body = {"seat": str(following), "key": "pass:1", "given": given}
        assert anna.send(table, "standing", body).status_code == 200
    anna.act(table, asked, "pass")
    assert not run_bots()
    Seat.objects.filter(table=table, number=following).update(standing={"pass:99": True})
    sittings.schedule(Table.objects.get(pk=table.pk), sitting_of(table))
    assert not run_bots()


def test_answers_that_are_not_offered_are_refused() -> None:
    anna = Person()
    table = anna.open("me", "here", "here", "here")
    body = {"seat": "0", "key": "win", "given": True}
    assert anna.send(table, "standing", body).status_code == 200
    assert Seat.objects.get(table=table, number=0).standing == {}


def _revolution(anna: Person) -> Table:
    """Open Revolution for five at one screen, where the Nobility has to decide."""
    table = table_at(anna.post("/new/revolution", {f"seat-{n}": "here" for n in range(5)}))
    anna.act(table, 1, "post flanders-artois")
    anna.act(table, 1, "post brabant-hainault")
    assert seat_asked(table) == 2
    return table


def _tick(anna: Person, table: Table, seat: int, key: str) -> None:
    body = {"seat": str(seat), "key": key, "given": True}
    assert anna.send(table, "standing", body).status_code == 200


def test_one_answer_in_advance_passes_and_another_stays_for_the_game() -> None:
    anna = Person()
    table = _revolution(anna)
    for seat, key in ((2, "support:0"), (3, "support:0"), (3, "tax-most")):
        _tick(anna, table, seat, key)
    run_bots()
    assert log_of(table)[2:] == ["2 done", "3 done"]
    assert set(Seat.objects.get(table=table, number=3).standing) >= {"tax-most"}


def test_a_begun_choice_is_not_overridden_by_an_answer_in_advance() -> None:
    anna = Person()
    table = _revolution(anna)
    anna.act(table, 2, "bring france-plain artois")
    _tick(anna, table, 2, "support:0")
    assert not run_bots()
    assert seat_asked(table) == 2


def test_a_click_on_a_town_may_mean_its_province() -> None:
    anna = Person()
    table = _revolution(anna)
    for seat in (2, 3, 4):
        _tick(anna, table, seat, "support:0")
    run_bots()
    assert seat_asked(table) == 0  # new units of the Catholics
    sent = {"seat": "0", "target": "town:leuven"}
    assert anna.send(table, "why", sent).json() == {"why": None, "meant": "province:brabant"}
    sent = {"seat": "0", "target": "town:groningen-town"}
    answer = anna.send(table, "why", sent).json()
    assert answer["why"]["rule"] == "5.2.present"
    assert "meant" not in answer


def test_answers_in_advance_are_hidden_from_others() -> None:
    anna, bruno = Person(), Person()
    table = anna.open("me", "open", "bot:random", "bot:random")
    bruno.sit(table, 1)
    run_bots()
    before = bruno.state(table)["parts"]
    anna.send(table, "standing", {"seat": "0", "key": "pass:1", "given": True})
    assert bruno.state(table)["parts"] == before


def test_a_game_ends_by_agreement_of_all_people() -> None:
    anna, bruno = Person(), Person()
    table = anna.open("me", "open", "bot:random", "bot:random")
    bruno.sit(table, 1)
    anna.send(table, "agree", {"seat": "0", "agrees": True})
    assert not Table.objects.get(pk=table.pk).closed
    anna.send(table, "agree", {"seat": "0", "agrees": False})
    bruno.send(table, "agree", {"seat": "1", "agrees": True})
    assert not Table.objects.get(pk=table.pk).closed
    answer = anna.send(table, "agree", {"seat": "0", "agrees": True})
    assert Table.objects.get(pk=table.pk).closed
    assert "ended by agreement" in answer.json()["parts"]["question"]
    refused = anna.act(table, 0, "pass")
    assert refused.status_code == 422
    run_bots()
    assert log_of(table) == []


def test_resigning_leaves_the_seat_to_a_bot() -> None:
    anna = Person()
    table = anna.open("me", "bot:random", "bot:random", "bot:random")
    anna.post(f"/t/{table.slug}/leave", {"resign": "yes"})
    seat = Seat.objects.get(table=table, number=0)
    assert (seat.bot, seat.owner, seat.resigned) == ("player", None, True)
    assert "resigned" in anna.page(table)


def test_a_private_copy_of_a_running_game_is_dealt_anew() -> None:
    anna = Person()
    table = anna.open("me", "bot:steward", "bot:steward", "bot:steward")
    run_bots()
    truth = sitting_of(table).state
    copies = []
    for _ in range(4):
        copy = table_at(anna.post(f"/t/{table.slug}/copy"))
        assert copy.private
        guess = sitting_of(copy).state
        assert guess.cards(guess.hands, 0) == truth.cards(truth.hands, 0)
        copies.append(tuple(guess.hands))
        assert copy.seed != table.seed
    assert len({*copies, tuple(truth.hands)}) > 2
    # a copy asks one person for all seats, but waits for nobody
    assert len(anna.ask("/tables/part").json()["turns"]) == (truth.asked[0].seat == 0)


def test_a_record_is_opened_for_stepping_through() -> None:
    anna = Person()
    file = SimpleUploadedFile("game.json", RECORD.encode(), "application/json")
    answer = anna.client.post("/import", {"record": file, "csrfmiddlewaretoken": anna.token})
    assert answer.status_code == 302
    page = anna.get(answer.url).content.decode()
    assert "Step 0 of 337" in page
    last = anna.get(answer.url.rpartition("/")[0] + "/999999").content.decode()
    assert "Step 337 of 337" in last
    slug = answer.url.split("/")[2]
    table = Table.objects.get(slug=slug)
    assert sitting_of(table).state.digest() == json.loads(RECORD)["digest"]
    copy = table_at(anna.post(f"/t/{slug}/copy", {"step": "50"}))
    assert copy.length == 50
    assert sitting_of(copy).state == sitting_of(table).at(50)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", RECORD.encode()[:3000]])
def test_a_broken_record_is_refused_with_its_place(content: bytes) -> None:
    anna = Person()
    file = SimpleUploadedFile("game.json", content)
    answer = anna.client.post("/import", {"record": file, "csrfmiddlewaretoken": anna.token})
    assert answer.status_code == 422
    assert Table.objects.count() == 0


def test_exports_of_running_games_hold_what_the_seat_has_seen() -> None:
    anna = Person()
    table = anna.open("me", "bot:steward", "bot:steward", "bot:steward")
    run_bots()
    data = anna.get(f"/t/{table.slug}/record").json()
    state = sitting_of(table).state
    assert data["seat"] == "yellow"
    assert data["view"]["hands"] is None
    assert table.seed not in json.dumps(data)
    assert len(data["events"]) == len(sitting_of(table).events(0))
    assert sum(data["view"]["hand"].values()) == state.size(0)


@pytest.mark.parametrize("language", ["en", "it", "nl", "fr"])
def test_the_help_page_contains_every_paragraph(language: str) -> None:
    page = Person(language).get("/help/spada").content.decode()
    game = find("spada")
    rules = [r for chapter in game.face.help() for p in chapter.paragraphs for r in p.items]
    assert len(rules) == 89
    for rule in rules:
        assert f'id="{rule}"' in page, rule
