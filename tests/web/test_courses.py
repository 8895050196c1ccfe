"""Courses: who is taught, what the teacher says, what is stored; and hints."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from chancery.games import find
from chancery.web.base import limits
from chancery.web.tables import courses
from chancery.web.tables.models import Learned, Table
from tests.web.people import Person, legal, log_of, run_bots, sitting_of, table_at

pytestmark = pytest.mark.django_db

SPADA = find("spada")
GUIDE = SPADA.face.guide()
assert GUIDE is not None
LESSON = next(one for one in SPADA.face.lessons() if not one.replies)


def begin(person: Person, key: str) -> Table:
    return table_at(person.post(f"/learn/spada/begin/{key}"))


def teacher_of(person: Person, table: Table) -> str:
    return str(person.state(table)["parts"]["teacher"])


def wanted(person: Person, table: Table) -> list[str]:
    match = re.search(r'data-wanted="([^"]*)"', teacher_of(person, table))
    return match[1].split("|") if match and match[1] else []


def to_the_end(person: Person, table: Table) -> None:
    for _ in range(200):
        run_bots()
        if "farewell" in teacher_of(person, table):
            return
        first = (wanted(person, table) or legal(table, 0))[0]
        assert person.act(table, 0, first).status_code == 200
    raise AssertionError("no end")


# -- guided games ------------------------------------------------------------------------------


def test_a_guided_game_is_a_table_with_a_teacher_for_the_learner_alone() -> None:
    learner, other = Person(), Person()
    table = begin(learner, GUIDE.key)
    assert "Welcome!" in teacher_of(learner, table)
    assert other.state(table)["parts"]["teacher"] == ""
    # the teacher gives hints of his own
    assert 'id="hint"' not in learner.state(table)["parts"]["question"]
    assert not table.public
    assert not table.rated


def test_another_action_gets_a_reply_and_changes_nothing() -> None:
    learner = Person()
    table = begin(learner, GUIDE.key)
    other = next(text for text in legal(table, 0) if text not in wanted(learner, table))
    answer = learner.act(table, 0, other)
    assert answer.status_code == 409
    assert answer.json()["error"]
    assert log_of(table) == []
    assert learner.act(table, 0, wanted(learner, table)[0]).status_code == 200


def test_actions_refused_by_the_teacher_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OFF", False)
    monkeypatch.setitem(limits.LIMITS, "actions", (2, 60))
    learner = Person()
    table = begin(learner, GUIDE.key)
    other = next(text for text in legal(table, 0) if text not in wanted(learner, table))
    answers = [learner.act(table, 0, other).status_code for _ in range(3)]
    assert answers == [409, 409, 429]


def test_illegal_actions_are_refused_by_the_rules() -> None:
    learner = Person()
    table = begin(learner, GUIDE.key)
    answer = learner.act(table, 0, "burn farm")
    assert answer.status_code == 422
    assert answer.json()["rule"]
    assert learner.act(table, 0, "nonsense").status_code == 422


def test_a_guided_game_is_resumed_and_its_end_stored() -> None:
    learner = Person()
    table = begin(learner, GUIDE.key)
    learner.act(table, 0, wanted(learner, table)[0])
    assert begin(learner, GUIDE.key) == table
    assert "Go on with the guided game" in learner.get("/learn/spada").content.decode()
    assert begin(Person(), GUIDE.key) != table
    to_the_end(learner, table)
    assert Learned.objects.get().course == GUIDE.key


def test_a_guided_game_can_be_restarted() -> None:
    """The new one replaces the old one, from the teaching page and at its end."""
    learner = Person()
    assert 'name="anew"' not in learner.get("/learn/spada").content.decode()
    table = begin(learner, GUIDE.key)
    to_the_end(learner, table)
    last = teacher_of(learner, table)
    assert last.index("data-last") < last.index("data-anew")  # what goes on comes first
    assert 'name="anew"' in learner.get("/learn/spada").content.decode()
    again = table_at(learner.post(f"/learn/spada/begin/{GUIDE.key}", {"anew": "yes"}))
    assert list(Table.objects.all()) == [again] != [table]
    assert "Welcome!" in teacher_of(learner, again)


def test_learners_have_no_answers_in_advance() -> None:
    learner = Person()
    table = begin(learner, GUIDE.key)
    assert "data-standing" not in learner.state(table)["parts"]["question"]
    learner.post(f"/t/{table.slug}/part")
    assert "data-standing" in learner.state(table)["parts"]["question"]


def test_a_guided_game_continues_without_its_teacher() -> None:
    learner, other = Person(), Person()
    table = begin(learner, GUIDE.key)
    assert other.post(f"/t/{table.slug}/part").status_code == 404
    assert learner.post(f"/t/{table.slug}/part").status_code == 302
    assert teacher_of(learner, table) == ""
    assert learner.act(table, 0, "pass").status_code == 200


def test_courses_are_never_rated() -> None:
    table = begin(Person(), GUIDE.key)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(rated=True)


def test_the_bots_are_the_same_for_everybody() -> None:
    logs = []
    for _ in range(2):
        learner = Person()
        table = begin(learner, GUIDE.key)
        to_the_end(learner, table)
        logs.append(log_of(table))
    assert logs[0] == logs[1]


# -- exercises ---------------------------------------------------------------------------------


def test_a_solved_exercise_is_stored() -> None:
    learner = Person()
    table = begin(learner, LESSON.key)
    seat = sitting_of(table).seat(LESSON.seat)
    assert 'class="teacher open"' in teacher_of(learner, table)
    for action in LESSON.answer:
        assert learner.act(table, seat, action).status_code == 200
    assert 'class="teacher solved"' in teacher_of(learner, table)
    assert f'data-course="{LESSON.key}"' in teacher_of(learner, table)  # once more
    assert Learned.objects.get().course == LESSON.key
    length = len(log_of(table))
    run_bots()
    assert len(log_of(table)) == length  # nobody moves on
    page = learner.get("/learn/spada").content.decode()
    assert f'<li class="done" id="lesson-{LESSON.key}">' in page


def test_a_restarted_exercise_replaces_the_old_attempt() -> None:
    learner = Person()
    first = begin(learner, LESSON.key)
    again = begin(learner, LESSON.key)
    assert list(Table.objects.all()) == [again] != [first]


def test_courses_are_not_in_the_lobby() -> None:
    learner = Person()
    begin(learner, LESSON.key)
    assert learner.ask("/tables/part").json()["turns"] == []


@pytest.mark.parametrize("path", ["learn/nothing", "learn/spada/example/none/0"])
def test_unknown_courses_are_not_found(path: str) -> None:
    assert Person().get(f"/{path}").status_code == 404


def test_an_unknown_exercise_is_not_found() -> None:
    assert Person().post("/learn/spada/begin/none").status_code == 404
    assert not Table.objects.exists()


def test_a_table_of_a_removed_course_is_an_ordinary_table() -> None:
    learner = Person()
    table = begin(learner, GUIDE.key)
    Table.objects.filter(pk=table.pk).update(course="gone")
    table.refresh_from_db()
    assert courses.course_of(table) is None
    assert teacher_of(learner, table) == ""
    assert learner.act(table, 0, "pass").status_code == 200


# -- hints -------------------------------------------------------------------------------------


def hint(person: Person, table: Table, seat: int) -> dict[str, object]:
    answer = person.send(table, "hint", {"seat": str(seat)})
    assert answer.status_code == 200, answer.content
    data: dict[str, object] = answer.json()
    return data


def test_a_hint_is_a_whole_plan_that_can_be_played() -> None:
    person = Person()
    table = person.open("me", "bot:steward", "bot:steward", options={"counsellor": "yellow"})
    found = hint(person, table, 0)
    ideas: list[Any] = found["ideas"]  # type: ignore[assignment]
    steps = [act for idea in ideas for act in idea["acts"]]
    assert steps
    assert all(idea["text"] and idea["reason"] for idea in ideas)
    assert not any(idea["final"] for idea in ideas[:-1])
    assert hint(person, table, 0) == found
    assert person.act(table, 0, *steps).status_code == 200
    assert [line.split(" ", 1)[1] for line in log_of(table)][: len(steps)] == steps


def test_hints_are_only_for_the_seat_that_is_asked() -> None:
    person, other = Person(), Person()
    table = person.open("me", "open", "bot:steward", options={"counsellor": "yellow"})
    other.sit(table, 1)
    assert other.send(table, "hint", {"seat": "0"}).status_code == 403
    assert other.send(table, "hint", {"seat": "1"}).status_code == 422
    assert Person().send(table, "hint", {}).status_code == 403


def test_rated_tables_have_no_hints() -> None:
    person = Person()
    table = person.open("me", "bot:steward", "bot:steward", options={"counsellor": "yellow"})
    Table.objects.filter(pk=table.pk).update(rated=True)
    answer = person.send(table, "hint", {"seat": "0"})
    assert answer.status_code == 422
    assert answer.json()["error"] == "There are no hints at this table."
    assert 'id="hint"' not in person.state(table)["parts"]["question"]
