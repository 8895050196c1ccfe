"""Secrecy: twin tables look the same to a seat, and no response holds a seed, a deck or a hand."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from chancery.core import State
from chancery.games import find
from chancery.table import Sitting
from chancery.table.bot_players import answer
from chancery.web.identity.models import Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from tests.soaking import sample
from tests.web.people import Person, buttons, legal, run_bots, seat_asked, sitting_of, table_from

pytestmark = pytest.mark.django_db

GAME = find("spada")
SEAT = 1


# -- twins -----------------------------------------------------------------------------------


def position(length: int, players: int = 3) -> State:
    """Return a position of a game between bots where no other seat has begun a choice."""
    sitting = Sitting(GAME, {"players": players}, f"twins {length}")
    while True:
        state = sitting.state
        others = [seat for seat in range(players) if seat != SEAT]
        whole = not any(state.drafting(seat) for seat in others)
        wanted = state.question(SEAT) is not None or length % 2  # asked, or any
        if len(sitting.log) >= length and whole and wanted:
            return state
        seat = state.asked[0].seat
        sitting.act(seat, answer(sitting, seat, "steward", "")[0])
        assert sitting.state.asked, "the game was over before"


def everything_shown(person: Person, table: Table, *paths: str) -> list[str]:
    """Return what somebody is shown, without random values that carry no meaning."""
    found = []
    for path in paths:
        answer = person.get(f"/t/{table.slug}{path}")
        text = f"{answer.status_code} {answer.content.decode()}"
        text = text.replace(table.slug, "SLUG")
        found.append(re.sub(r"\b[A-Za-z0-9]{64}\b", "TOKEN", text))
    return found


def wrong_responses(person: Person, table: Table, seat: int) -> list[str]:
    """Return the responses to all kinds of wrong requests."""
    dice = random.Random(1)
    wrong = [a.text for a in dice.sample(list(GAME.notation), 12)]
    asked = [{"seat": str(seat), "action": action} for action in (*wrong, "fly")]
    found = [person.send(table, "why", body).content for body in asked]
    illegal = [a for a in wrong if a not in legal(table, seat)][:3]
    found += [person.act(table, seat, action).content for action in illegal]
    found.append(person.act(table, seat, "pass", question="bid.77").content)
    return [text.decode() for text in found]


ALL = ("/state", "", "/record", "/replay/0", "/replay/99999", "/frames", "/replay/0/picture")


@pytest.mark.parametrize("length", sample([4, 31, 62, 93, 120], 2))
def test_twin_tables_look_the_same(length: int) -> None:
    state = position(length)
    view = state.view(SEAT)
    twins = [GAME.sample(view, str(n)) for n in range(8)]
    one = twins[0]
    two = next(t for t in twins if t.plain()["hands"] != one.plain()["hands"])
    person, spectator = Person(), Person()
    person.post("/language", {"language": "en", "back": "/"})
    owner = Visitor.objects.get()
    tables = [table_from(twin, SEAT, owner) for twin in (one, two)]

    def same(*paths: str) -> None:
        for reader in (person, spectator):
            first, second = (everything_shown(reader, table, *paths) for table in tables)
            assert first == second

    same(*ALL)
    first, second = (wrong_responses(person, table, SEAT) for table in tables)
    assert first == second
    dice = random.Random(length)
    for _ in range(6):
        if not step(tables, dice):
            break
        same("/state", "/record")
    same(*ALL)


def step(tables: list[Table], dice: random.Random) -> bool:
    """Play one action at both tables, which look the same to the seat."""
    games = [sitting_of(table) for table in tables]
    assert games[0].state.asked == games[1].state.asked
    seat = games[0].state.asked[0].seat
    common = [a for a in games[0].state.legal(seat) if a in games[1].state.legal(seat)]
    dice.shuffle(common)
    for action in common:
        trials = [game.fork() for game in games]
        for trial in trials:
            trial.act(seat, action)
        entries = [trial.log[-1] for trial in trials]
        faces = [[e.seen_by(SEAT) for e in entry.events] for entry in entries]
        if entries[0].luck == entries[1].luck and faces[0] == faces[1]:
            for table in tables:
                sittings.act(table, seat, [action.text], None)
            return True
    return False


def test_an_undo_looks_the_same_at_twin_tables() -> None:
    state = position(30)
    person = Person()
    person.post("/language", {"language": "en", "back": "/"})
    owner = Visitor.objects.get()
    tables = [table_from(GAME.sample(state.view(SEAT), str(n)), SEAT, owner) for n in (1, 2)]
    found = []
    for table in tables:
        answers = [person.act(table, SEAT, legal(table, SEAT)[0])]
        question = answers[0].json()["undo"]
        assert question is not None
        for wanted in (question, question, "1", "7"):
            answers.append(person.send(table, "undo", {"seat": str(SEAT), "question": wanted}))
        found.append([a.content.decode().replace(table.slug, "SLUG") for a in answers])
    assert found[0] == found[1]


# -- nothing secret anywhere -------------------------------------------------------------------


CARDS = ("hands", "agendas")
OTHERS = ("black", "white")


def spellings(hand: Any) -> set[str]:
    """Return the forms in which a hand might appear in a response."""
    return {json.dumps(hand), json.dumps(hand, separators=(",", ":"))}


def test_no_response_contains_a_secret() -> None:
    host, spectator = Person(), Person()
    table = host.open("me", "bot:steward", "bot:steward")
    key = Visitor.objects.get().key
    bodies = []
    for _ in range(6):
        run_bots()
        if not sitting_of(table).state.asked:
            break
        state = sitting_of(table).state
        plain = state.plain()
        hidden = [plain["deck"], *(plain[what][seat] for what in CARDS for seat in OTHERS)]
        known = json.dumps(state.view(0).plain())
        secrets = {table.seed, key, table.invitation}
        for cards in hidden:
            if json.dumps(cards) not in known:  # a hand may equal something public
                secrets |= spellings(cards)
        assert len(secrets) > 6
        bodies = [text for p in (host, spectator) for text in everything_shown(p, table, *ALL)]
        bodies += wrong_responses(host, table, 0)
        bodies += [host.get("/").content.decode(), host.act(table, 1, "pass").content.decode()]
        answer = host.act(table, 0, buttons(host.state(table)["parts"])[0])
        bodies.append(answer.content.decode())
        for body in bodies:
            for secret in secrets:
                assert secret not in body
    assert bodies


def test_one_seat_does_not_see_another_seats_view() -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:steward")
    guest.sit(table, 1)
    for person, own, other in ((host, 0, 1), (guest, 1, 0)):
        assert person.state(table)["seat"] == own
        assert person.ask(f"/t/{table.slug}/state?seat={other}").status_code == 403
        assert person.ask(f"/t/{table.slug}/record?seat={other}").json()["seat"] in (
            "yellow",
            "black",
        )
    assert Person().ask(f"/t/{table.slug}/record").json()["seat"] is None


def test_an_incomplete_choice_is_not_visible_to_others() -> None:
    host, spectator = Person(), Person()
    table = host.open("me", "here", "here")
    seat = seat_asked(table)
    before = everything_shown(spectator, table, *ALL)
    card = next(text for text in legal(table, seat) if text.startswith("add"))
    assert host.act(table, seat, card).status_code == 200
    assert sitting_of(table).state.drafting(seat)
    assert everything_shown(spectator, table, *ALL) == before
    sittings.forget()  # another server has nothing cached
    assert everything_shown(spectator, table, *ALL) == before


def test_an_incomplete_choice_causes_no_extra_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made for others is still good: who asks all the time could else count the steps."""
    host, other, spectator = Person(), Person(), Person()
    table = host.open("me", "open", "bot:random", options={"counsellor": "yellow"})
    other.sit(table, 1)
    drawn: list[int | None] = []

    draw = GAME.face.draw

    def drawing(view: Any, speaker: Any) -> str | None:
        drawn.append(view.seat)
        return draw(view, speaker)

    def look() -> int:
        drawn.clear()
        for person in (other, spectator):
            for what in ("state", "small.svg", "card", "frames"):
                assert person.ask(f"/t/{table.slug}/{what}").status_code == 200
        return len(drawn)

    monkeypatch.setattr(type(GAME.face), "draw", staticmethod(drawing))
    assert look() > 0
    kept = look()  # frames are made anew at every look
    for _ in range(2):
        card = next(text for text in legal(table, 0) if text.startswith("add"))
        assert host.act(table, 0, card).status_code == 200
        assert look() == kept
    assert host.send(table, "undo", {"seat": "0", "question": "2"}).status_code == 200
    assert look() == kept
    host.act(table, 0, "bid")
    assert not sitting_of(table).state.drafting(0)
    assert look() > kept


def test_an_answer_in_advance_is_not_visible_to_others() -> None:
    host, spectator = Person(), Person()
    table = host.open("me", "here", "here")
    for _ in range(60):
        asked = seat_asked(table)
        state = sitting_of(table).state
        waiting = [s for s in range(3) if s != asked and GAME.face.standing(state.view(s))]
        if waiting:
            break
        host.act(table, asked, legal(table, asked)[-1])
    seat = waiting[0]
    offer = GAME.face.standing(state.view(seat))[0]
    before = everything_shown(spectator, table, *ALL)
    body = {"seat": str(seat), "key": offer.key, "given": True}
    assert host.send(table, "standing", body).status_code == 200
    assert table.seats.get(number=seat).standing
    assert everything_shown(spectator, table, *ALL) == before


def test_a_copy_of_a_running_table_is_dealt_anew() -> None:
    host = Person()
    table = host.open("me", "bot:steward", "bot:steward")
    run_bots()
    source = sitting_of(table).state
    hands = set()
    for _ in range(4):
        answer = host.post(f"/t/{table.slug}/copy")
        copy = Table.objects.get(slug=answer.url.rpartition("/")[2])
        assert copy.seed != table.seed
        state = sitting_of(copy).state
        assert state.view(0) == source.view(0)
        hands.add(json.dumps(state.plain()["hands"]))
    assert len(hands) > 1
    stranger = Person()
    answer = stranger.post(f"/t/{table.slug}/copy")  # a spectator knows less
    copy = Table.objects.get(slug=answer.url.rpartition("/")[2])
    assert sitting_of(copy).state.view(None) == source.view(None)
