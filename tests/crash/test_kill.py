"""The server killed with -9 at every point of an action: nothing acknowledged is lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from tests.crash.house import (
    LOST,
    Answer,
    Chair,
    Database,
    Guest,
    Killable,
    listen,
    play,
    sit_down,
    whose_turn,
)
from tests.crash.runner import POINTS
from tests.patience import PATIENCE
from tests.soaking import SOAK

COMMITTED = ("after-commit", "before-reply", "before-notice")


def _public(legal: Sequence[str]) -> list[str]:
    return [action for action in legal if action.split()[0] not in ("add", "discard")]


def _die(
    point: str,
    server: Killable,
    database: Database,
    chairs: Sequence[Chair],
    chance: random.Random,
) -> None:
    """One action at which the server dies at a point, and everything that must hold then."""
    slug = chairs[0].slug
    turn = whose_turn(chairs)
    assert turn is not None
    while not (public := _public(turn.legal)):  # of a step of a draft there is no notice
        play(chairs, chance, 1)
        turn = whose_turn(chairs)
        assert turn is not None
    before = database.log(slug)
    action = chance.choice(public)
    stream, told = listen(server.base, slug)
    assert told() is not None  # the version now; the next is the notice
    server.kill_at(point)
    answer: Answer | None
    try:
        answer = turn.chair.send(action, turn.question)
    except LOST:
        answer = None
    server.wait_until_killed()
    if point not in ("after-commit", "before-reply"):  # there it is done, and may be known
        assert told() is None, "nobody has heard of it"
    stream.close()
    if point != "before-notice":
        assert answer is None
    # what is on disk: all of it, or nothing
    after = database.log(slug)
    assert after[: len(before)] == before
    new = [(line.seat, line.action) for line in after[len(before) :]]
    assert new == ([(turn.chair.seat, action)] if point in COMMITTED else [])
    if answer is not None:
        assert answer.status == 200
        assert new, "what was acknowledged is there"
    server.start()
    assert database.log(slug) == after
    # whoever got no answer asks again, as a browser does: it counts once
    again = turn.chair.send(action, turn.question)
    assert again.status == 200, again
    final = database.log(slug)
    assert [(line.seat, line.action) for line in final[len(before) :]] == [
        (turn.chair.seat, action)
    ]


@pytest.mark.parametrize("number", range(20 if SOAK else 1))
def test_killed_at_every_point_and_played_on(
    house: Callable[[], Killable], database: Database, number: int
) -> None:
    """One game survives all of them, and its log is what was acknowledged; in a soak it is played
    to its end."""
    server = house()
    chairs = sit_down([Guest(server.base) for _ in range(3)])
    slug = chairs[0].slug
    chance = random.Random(number)
    for point in POINTS:
        play(chairs, chance, 5)
        _die(point, server, database, chairs, chance)
        before = [(line.seat, line.action) for line in database.log(slug)]
        played = play(chairs, chance, 1000 if SOAK and point == POINTS[-1] else 4)
        assert [(line.seat, line.action) for line in database.log(slug)] == before + played
    if SOAK:
        assert all(chair.state()["over"] for chair in chairs)
        assert whose_turn(chairs) is None


@pytest.mark.parametrize("point", ["before-insert", "after-insert", "after-commit"])
def test_the_bots_worker_killed_at(
    point: str, house: Callable[[], Killable], database: Database
) -> None:
    """Another worker goes on when the lease has run out, and the table is played on."""
    server = house()
    chairs = sit_down([Guest(server.base)], bots=2)
    slug = chairs[0].slug
    chance = random.Random(point)
    turn = whose_turn(chairs)
    assert turn is not None
    assert turn.chair.send("pass", turn.question).status == 200
    before = database.log(slug)
    server.kill_at(point)
    worker = server.start_worker()
    assert worker.wait(PATIENCE) == -9
    server.forget()
    after = database.log(slug)
    assert after[: len(before)] == before
    plan = after[len(before) :]  # of one bot, as a whole or not at all
    assert len({line.seat for line in plan}) == int(point in COMMITTED)
    assert all(line.action in ("bid", "pass") for line in plan[-1:])
    with server.worker():
        # the lease of the dead one: let its time be over
        database.rows("UPDATE web_work SET lease_until = '2000-01-01 00:00:00+00'")
        played = play(chairs, chance, 6)
        assert len(played) == 6
    final = database.log(slug)
    assert final[: len(after)] == after
    assert [line.action for line in final if line.seat == 0] == ["pass", *(a for _, a in played)]
