"""Playing through the API: what a seat sees, is asked and answers, and what stays hidden."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import pytest

from chancery.games import find
from chancery.table import record
from chancery.web.identity.models import Account, Visitor
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table
from tests.soaking import sample
from tests.web.api_clients import Caller, bad, caller, good, name_asked
from tests.web.people import (
    Answer,
    at_once,
    legal,
    log_of,
    run_bots,
    seat_asked,
    sitting_of,
    table_from,
)
from tests.web.test_secrecy import CARDS, GAME, OTHERS, SEAT, position, spellings, step

pytestmark = pytest.mark.django_db
SEATS = ("yellow", "black", "white")


@pytest.fixture
def anna() -> Caller:
    return caller("Anna")


@pytest.fixture
def table(anna: Caller) -> Table:
    """Open a table where all three seats are Anna's."""
    return anna.open("me", "here", "here")


def path(table: Table, verb: str = "") -> str:
    return f"/tables/{table.slug}{verb and '/'}{verb}"


def at_two(anna: Caller, bruno: Caller) -> Table:
    """Open a table with deadlines where Anna plays yellow and Bruno black, both asked at once."""
    table = anna.open("me", "open", "bot:random", public=True)
    good(bruno.post(path(table, "sit"), {"seat": "black"}))
    return table


# -- reading -------------------------------------------------------------------------------------


def test_the_view_is_that_of_the_seat(anna: Caller, table: Table) -> None:
    sitting = sitting_of(table)
    for number, name in enumerate(SEATS):
        data = anna.read(path(table, f"view?seat={name}"))
        assert data["seat"] == name
        assert data["view"] == sitting.state.view(number).plain()
    nobody = anna.read(path(table, "view"))  # none of three seats is implied
    assert nobody["seat"] is None
    assert nobody["view"] == sitting.state.view(None).plain()
    assert Caller().read(path(table, "view")) == nobody


def test_the_seat_may_be_omitted_if_there_is_only_one(anna: Caller) -> None:
    table = anna.open("bot:random", "me", "bot:random")
    for verb in ("view", "events", "legal", "standing"):
        named, meant = (anna.read(path(table, verb + more)) for more in ("?seat=black", ""))
        assert named == meant
        assert meant["seat"] == "black"
    assert anna.read(path(table, "record"))["seat"] == "black"


def test_events_are_numbered_for_each_seat(anna: Caller, table: Table) -> None:
    for _ in range(6):
        seat = seat_asked(table)
        anna.act(table, SEATS[seat], legal(table, seat)[0])
    sitting = sitting_of(table)
    for number, name in [*enumerate(SEATS), (None, "")]:
        more = f"?seat={name}" if name else "?"
        events = anna.read(path(table, f"events{more}"))["events"]
        seen = sitting.events(number)
        assert [event["number"] for event in events] == list(range(1, len(seen) + 1))
        for event, (_, kept, undone) in zip(events, seen, strict=True):
            assert {"event": event["event"], **event["facts"]} == kept.plain(SEATS)
            assert event["undone"] is undone
            assert event["text"]
        for since in (0, 3, len(seen), len(seen) + 9):
            part = anna.read(path(table, f"events{more}&since={since}"))["events"]
            assert part == events[since:]


def test_questions_and_the_bare_list(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    (asked,) = anna.read(path(table, "questions"))["questions"]
    sitting = sitting_of(table)
    assert (asked["seat"], asked["question"]) == (SEATS[seat], sitting.question(seat))
    assert asked["rule"] == sitting.state.phases[-1].rule
    assert [choice["action"] for choice in asked["legal"]] == legal(table, seat)
    closing = {action.text for action in sitting.closing(seat)}
    assert {choice["action"] for choice in asked["legal"] if choice["closing"]} == closing
    bare = anna.read(path(table, f"legal?seat={SEATS[seat]}"))
    assert bare == {
        "seat": SEATS[seat],
        "question": asked["question"],
        "legal": legal(table, seat),
    }
    other = SEATS[(seat + 1) % 3]
    data = anna.read(path(table, f"legal?seat={other}"))
    assert data == {"seat": other, "question": None, "legal": []}
    bad(anna.get(path(table, "legal")), 403)  # which of the three?


def test_requests_for_other_seats_are_refused(table: Table) -> None:
    bruno, stranger = caller("Bruno"), Caller()
    seat = name_asked(table)
    for who, status in ((bruno, 403), (stranger, 403)):
        bad(who.get(path(table, f"view?seat={seat}")), status)
        bad(who.get(path(table, f"events?seat={seat}")), status)
        bad(who.get(path(table, f"stream?seat={seat}")), status)
    for verb in ("legal", f"legal?seat={seat}", "standing", f"standing?seat={seat}"):
        bad(bruno.get(path(table, verb)), 403)
        bad(stranger.get(path(table, verb)), 401)
    bad(stranger.get(path(table, "questions")), 401)
    assert bruno.read(path(table, "questions"))["questions"] == []
    for verb, body in (
        ("act", {"question": "bid.1", "actions": ["pass"]}),
        ("undo", {"which": 1}),
        ("why", {"action": "pass"}),
        ("standing", {"key": "pass:1", "given": True}),
    ):
        bad(bruno.post(path(table, verb), {"seat": seat, **body}), 403)
        bad(stranger.post(path(table, verb), {"seat": seat, **body}), 401)
    for verb in ("leave", "agree", "rematch", "back"):
        answer = bruno.post(path(table, verb), {"agrees": True} if verb == "agree" else {})
        assert answer.status_code in (403, 422)
    assert log_of(table) == []


def test_no_view_before_the_start(anna: Caller) -> None:
    table = anna.open("me", "open", "open", wait=True)
    spectator = Caller().read(path(table, "view"))
    for more in ("", "?seat=yellow"):
        assert anna.read(path(table, f"view{more}")) == spectator
        assert anna.read(path(table, f"events{more}")) == {
            "seat": None, "events": [], "story": [], "more": False,
        }  # fmt: skip
    assert anna.read(path(table, "questions"))["questions"] == []
    for verb in ("legal", "legal?seat=yellow", "standing", "standing?seat=yellow"):
        bad(anna.get(path(table, verb)), 422)
    for verb, body in (
        ("act", {"question": "bid.1", "actions": ["pass"]}),
        ("undo", {"which": 1}),
        ("why", {"action": "pass"}),
        ("standing", {"key": "pass:1", "given": True}),
    ):
        bad(anna.post(path(table, verb), {"seat": "yellow", **body}), 422)


def test_a_long_story_is_read_in_parts(anna: Caller) -> None:
    table = anna.open("me", "bot:random", "bot:random")
    run_bots()
    whole = anna.read(path(table, "events"))
    assert not whole["more"]
    assert len(whole["events"]) > 3
    parts: list[Any] = []
    more = True
    while more:
        found = anna.read(path(table, f"events?since={len(parts)}&most=2"))
        assert len(found["events"]) <= 2
        parts += found["events"]
        more = found["more"]
    assert parts == whole["events"]
    bad(anna.get(path(table, "events?most=1000000")), 422)


def test_a_running_record_holds_what_the_seat_has_seen(anna: Caller) -> None:
    table = anna.open("me", "bot:random", "bot:random")
    run_bots()
    data = anna.read(path(table, "record"))
    assert data["seat"] == "yellow"
    assert data["view"] == anna.read(path(table, "view"))["view"]
    assert len(data["events"]) == len(anna.read(path(table, "events"))["events"])
    assert Caller().read(path(table, "record"))["seat"] is None


def test_the_record_of_a_finished_game_can_be_read_again(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    moves = random.Random(7)
    while sitting_of(table).state.asked:
        seat = seat_asked(table)
        sittings.act(Table.objects.get(pk=table.pk), seat, [moves.choice(legal(table, seat))], None)
    text = Caller().get(path(table, "record")).content.decode()
    assert record.loads(text, find).state == sitting_of(table).state


# -- answering -----------------------------------------------------------------------------------


def test_an_answer_is_played(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    data = good(anna.act(table, SEATS[seat], "pass"))
    assert data == {
        "actions": ["pass"],
        "left": 0,
        "again": False,
        "version": Table.objects.get(pk=table.pk).version,
        "question": None,
        "undo": 1,
        "over": False,
    }
    assert log_of(table) == [f"{seat} pass"]


def test_the_same_answer_counts_once(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    first = good(anna.act(table, SEATS[seat], "pass", question=question))
    sittings.forget()
    for _ in range(2):
        data = good(anna.act(table, SEATS[seat], "pass", question=question))
        assert data == {**first, "again": True}
    assert log_of(table) == [f"{seat} pass"]


def test_a_different_answer_to_an_old_question(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    good(anna.act(table, SEATS[seat], "add grain", question=question))
    for wrong in ("pass", "add riches"):
        said = bad(anna.act(table, SEATS[seat], wrong, question=question), 422)
        assert "That decision has passed" in said
    for other in ("bid.99", "none.0", "", "x" * 60):
        bad(anna.act(table, SEATS[seat], "pass", question=other), 422)
    assert log_of(table) == [f"{seat} add grain"]


def test_the_question_must_be_named(anna: Caller, table: Table) -> None:
    body = {"seat": name_asked(table), "actions": ["pass"]}
    assert bad(anna.post(path(table, "act"), body), 422) == "question is missing"
    bad(anna.post(path(table, "act"), {**body, "question": None}), 422)
    assert log_of(table) == []


def test_a_list_is_atomic(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    name = SEATS[seat]
    cards = [text for text in legal(table, seat) if text.startswith("add")][:2]
    for wrong in ("attack black", "fly", "", "add everything"):
        bad(anna.act(table, name, *cards, wrong), 422)
        assert log_of(table) == []
    answer = bad(anna.act(table, name, "attack black"), 422)
    assert "attack black" in answer
    data = good(anna.act(table, name, *cards))
    assert (data["actions"], data["left"]) == (cards, 0)
    assert data["question"] == sitting_of(table).question(seat)
    assert log_of(table) == [f"{seat} {card}" for card in cards]


def test_a_list_stops_where_others_decide(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    data = good(anna.act(table, SEATS[seat], "pass", "attack black", "attack white"))
    assert (data["actions"], data["left"]) == (["pass"], 2)
    assert log_of(table) == [f"{seat} pass"]


def test_a_refusal_names_its_paragraph(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    wrong = next(a.text for a in GAME.notation if a.text not in legal(table, seat))
    answer = anna.act(table, SEATS[seat], wrong)
    assert answer.status_code == 422
    assert answer.json()["rule"]
    body = {"seat": SEATS[seat], "action": wrong}
    assert anna.do(path(table, "why"), **body) == {"why": answer.json()}
    right = {"seat": SEATS[seat], "action": legal(table, seat)[0]}
    assert anna.do(path(table, "why"), **right) == {"why": None}
    bad(anna.post(path(table, "why"), {"seat": SEATS[seat], "action": "fly"}), 422)
    assert log_of(table) == []
    anna.do(path(table, "agree"), agrees=True)
    assert "by agreement" in anna.do(path(table, "why"), **right)["why"]["error"]
    assert "by agreement" in bad(anna.act(table, SEATS[seat], "pass"), 422)


@pytest.mark.django_db(transaction=True)
def test_two_answers_at_once(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    acknowledged = []
    for _ in range(6):
        seat = seat_asked(table)
        question = sitting_of(table).question(seat)
        choices = legal(table, seat)
        pair = (choices[0], choices[-1]) if len(choices) > 1 else (choices[0], "add grain")
        acts = [partial(anna.act, table, SEATS[seat], a, question=question) for a in pair]
        answers = at_once(*acts)
        statuses = [answer.status_code for answer in answers]
        assert sorted(statuses) == [200, 422], [answer.content for answer in answers]
        acknowledged.append(f"{seat} {pair[statuses.index(200)]}")
    assert log_of(table) == acknowledged


@pytest.mark.django_db(transaction=True)
def test_the_same_answer_at_once(anna: Caller) -> None:
    table = anna.open("me", "here", "here")
    seat = seat_asked(table)
    question = sitting_of(table).question(seat)
    answers = at_once(*[lambda: anna.act(table, SEATS[seat], "pass", question=question)] * 4)
    assert sorted(good(answer)["again"] for answer in answers) == [False, True, True, True]
    assert log_of(table) == [f"{seat} pass"]


def test_undo(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    name = SEATS[seat]
    bad(anna.post(path(table, "undo"), {"seat": name, "which": 1}), 422)
    data = good(anna.act(table, name, "add grain"))
    assert data["undo"] == 1
    assert anna.read(path(table, f"view?seat={name}"))["undo"] == 1
    assert anna.read(path(table, "questions"))["questions"][0]["undo"] == 1
    for wrong in (2, 99, 0, -1, "1", None, 1.5, True):
        bad(anna.post(path(table, "undo"), {"seat": name, "which": wrong}), 422)
    data = anna.do(path(table, "undo"), seat=name, which=1)
    assert (data["actions"], data["again"], data["undo"]) == ([], False, None)
    assert anna.do(path(table, "undo"), seat=name, which=1)["again"]
    assert log_of(table) == [f"{seat} add grain", f"{seat} "]
    data = good(anna.act(table, name, "pass"))
    anna.do(path(table, "undo"), seat=name, which=data["undo"])
    last = anna.read(path(table, f"events?seat={name}"))["events"][-2:]
    assert [event["undone"] for event in last] == [True, False]
    assert last[1]["event"] == "Undone"


def test_undo_of_a_whole_choice(anna: Caller, table: Table) -> None:
    seat = seat_asked(table)
    name = SEATS[seat]
    good(anna.act(table, name, "add grain"))
    good(anna.act(table, name, "add workers"))
    question = anna.read(path(table, "questions"))["questions"][0]
    assert (question["undo"], question["half_made"]) == (2, 2)
    for wrong in ("perhaps", 2, None):
        bad(anna.post(path(table, "undo"), {"seat": name, "which": 2, "whole": wrong}), 422)
    for again in (False, True):
        data = anna.do(path(table, "undo"), seat=name, which=2, whole=True)
        assert data["again"] is again
    assert sitting_of(table).state == sitting_of(table).start
    assert log_of(table) == [f"{seat} add grain", f"{seat} add workers", f"{seat} ", f"{seat} "]
    good(anna.act(table, name, "pass"))
    which = anna.read(path(table, f"view?seat={name}"))["undo"]
    bad(anna.post(path(table, "undo"), {"seat": name, "which": which, "whole": True}), 422)


def test_answers_in_advance(anna: Caller, table: Table) -> None:
    asked = seat_asked(table)
    name = SEATS[(asked + 1) % 3]
    before = Caller().get(path(table, "events")).content, Caller().get(path(table)).content
    (offer,) = anna.read(path(table, f"standing?seat={name}"))["answers"]
    assert (offer["key"], offer["given"]) == ("pass:1", False)
    data = anna.do(path(table, "standing"), seat=name, key="pass:1", given=True)
    assert data["answers"][0]["given"]
    assert anna.read(path(table, f"standing?seat={name}")) == data
    for key in ("win", "pass:99", ""):
        bad(anna.post(path(table, "standing"), {"seat": name, "key": key, "given": True}), 422)
    assert (
        Caller().get(path(table, "events")).content,
        Caller().get(path(table)).content,
    ) == before
    assert not run_bots()
    good(anna.act(table, SEATS[asked], "pass"))
    run_bots()
    assert log_of(table) == [f"{asked} pass", f"{(asked + 1) % 3} pass"]
    third = SEATS[(asked + 2) % 3]
    anna.do(path(table, "standing"), seat=third, key="pass:1", given=False)
    assert Seat.objects.get(table=table, number=(asked + 2) % 3).standing == {}


def test_any_game_is_playable_from_its_legal_lists() -> None:
    """What the API offers is accepted, in every game of the site."""
    anna, moves = caller("Anna"), random.Random(3)
    for game in ("friedrich", "revolution"):
        number = len(anna.read(f"/games/{game}")["seats"])
        seats = [{"kind": "me"}, *[{"kind": "here"}] * (number - 1)]
        slug = anna.do("/tables", game=game, seats=seats)["slug"]
        for _ in range(12):
            asked = moves.choice(anna.read(f"/tables/{slug}/questions")["questions"])
            anna.do(
                f"/tables/{slug}/act",
                seat=asked["seat"],
                question=asked["question"],
                actions=[moves.choice(asked["legal"])["action"]],
            )
            good(anna.get(f"/tables/{slug}/view?seat={asked['seat']}"))
        assert len(anna.read(f"/tables/{slug}/events?seat={asked['seat']}")["events"]) > 3


# -- secrets -------------------------------------------------------------------------------------

READ = ("", "/view", "/events", "/questions", "/legal?seat=black", "/record",
        "/view?seat=black", "/events?seat=black", "/standing?seat=black")  # fmt: skip


def everything_shown(who: Caller, table: Table) -> list[str]:
    """Return everything that somebody can read, without random values that carry no meaning."""
    found = []
    for verb in READ:
        answer = who.get(f"/tables/{table.slug}{verb}")
        data = answer.json()
        data.pop("created", None)
        found.append(f"{answer.status_code} {json.dumps(data)}".replace(table.slug, "SLUG"))
    return found


def wrong_responses(who: Caller, table: Table) -> list[str]:
    """Return the responses to all kinds of wrong requests."""
    dice = random.Random(1)
    wrong = [a.text for a in dice.sample(list(GAME.notation), 12)]
    illegal = [a for a in wrong if a not in legal(table, SEAT)][:3]
    answers: list[Answer] = [
        who.post(path(table, "why"), {"seat": "black", "action": action})
        for action in (*wrong, "fly")
    ]
    answers += [who.act(table, "black", action) for action in illegal]
    answers += [who.act(table, seat, "pass", question="bid.77") for seat in SEATS]
    answers += [who.post(path(table, "undo"), {"seat": "black", "which": n}) for n in (1, 2, 9)]
    return [f"{answer.status_code} {answer.content.decode()}" for answer in answers]


@pytest.mark.parametrize("length", sample([4, 31, 62, 93], 2))
def test_twin_tables_look_the_same(length: int) -> None:
    state = position(length)
    twins = [GAME.sample(state.view(SEAT), str(n)) for n in range(8)]
    one = twins[0]
    two = next(t for t in twins if t.plain()["hands"] != one.plain()["hands"])
    own, stranger = caller("Anna"), Caller()
    owner = Account.objects.get().visitor
    tables = [table_from(twin, SEAT, owner) for twin in (one, two)]

    def same() -> None:
        for who in (own, stranger):
            first, second = (everything_shown(who, table) for table in tables)
            assert first == second

    same()
    first, second = (wrong_responses(own, table) for table in tables)
    assert first == second
    dice = random.Random(length)
    for _ in range(4):
        if not step(tables, dice):
            break
        same()


def hidden_step(anna: Caller, bruno: Caller) -> tuple[Table, str]:
    """Open a table where Anna has to decide and may begin a hidden choice."""
    table = at_two(anna, bruno)
    people = {"yellow": anna, "black": bruno}
    while True:
        asked = name_asked(table)
        if asked == "yellow":
            for text in legal(table, 0):
                if text.startswith("add"):
                    return table, text
        if not run_bots():
            seat = sitting_of(table).seat(asked)
            good(people[asked].act(table, asked, legal(table, seat)[-1]))


def test_an_incomplete_choice_is_not_visible_to_others(anna: Caller) -> None:
    bruno = caller("Bruno")
    table, card = hidden_step(anna, bruno)
    before = [everything_shown(who, table) for who in (bruno, Caller())]
    lists = bruno.get("/tables?list=mine").content
    good(anna.act(table, "yellow", card))
    assert sitting_of(table).state.drafting(0)
    assert [everything_shown(who, table) for who in (bruno, Caller())] == before
    assert bruno.get("/tables?list=mine").content == lists
    assert anna.read(path(table, "view"))["view"]["draft"]
    which = anna.read(path(table, "view"))["undo"]
    anna.do(path(table, "undo"), seat="yellow", which=which)
    assert [everything_shown(who, table) for who in (bruno, Caller())] == before


def test_no_response_contains_a_secret(anna: Caller) -> None:
    table = anna.open("me", "bot:steward", "bot:steward")
    key = Visitor.objects.get(account__username="Anna").key
    for _ in range(4):
        run_bots()
        state = sitting_of(table).state
        plain = state.plain()
        hidden = [plain["deck"], *(plain[what][seat] for what in CARDS for seat in OTHERS)]
        known = json.dumps(state.view(0).plain())
        secrets: set[str] = {table.seed, key, table.invitation}
        for cards in hidden:
            if json.dumps(cards) not in known:
                secrets |= spellings(cards)
        assert len(secrets) > 6
        bodies = [text for who in (anna, Caller()) for text in everything_shown(who, table)]
        answer: Any = anna.act(table, "yellow", legal(table, 0)[0])
        bodies += [answer.content.decode(), *wrong_responses(anna, table)]
        for body in bodies:
            assert not [secret for secret in secrets if secret in body]
