"""Server and worker are killed at every step of an action; no acknowledged action is lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from tests.crash.runner import POINTS
from tests.crash.sites import (
    LOST,
    Answer,
    Database,
    Guest,
    Killable,
    Player,
    listen,
    play,
    sit_down,
    whose_turn,
)
from tests.soaking import SOAK, covering
from tests.timeouts import PATIENCE

COMMITTED = ("after-commit", "before-reply", "before-notice")


def _public(legal: Sequence[str]) -> list[str]:
    return [action for action in legal if action.split()[0] not in ("add", "discard")]


def _kill_during_action(
    point: str,
    server: Killable,
    database: Database,
    players: Sequence[Player],
    chance: random.Random,
) -> None:
    """Kill the server at a point of one action, and check everything that must hold then."""
    slug = players[0].slug
    turn = whose_turn(players)
    assert turn is not None
    while not (public := _public(turn.legal)):  # steps of a hidden choice send no notice
        play(players, chance, 1)
        turn = whose_turn(players)
        assert turn is not None
    before = database.log(slug)
    action = chance.choice(public)
    stream, next_version = listen(server.base, slug)
    assert next_version() is not None  # the current version; the next one is the notice
    server.kill_at(point)
    answer: Answer | None
    try:
        answer = turn.player.send(action, turn.question)
    except LOST:
        answer = None
    server.wait_until_killed()
    # at these two points the action is committed already, so the stream may report it
    if point not in ("after-commit", "before-reply"):
        assert next_version() is None, "the stream reported an action that is not committed"
    stream.close()
    if point != "before-notice":
        assert answer is None
    # the action is stored completely or not at all
    after = database.log(slug)
    assert after[: len(before)] == before
    new = [(line.seat, line.action) for line in after[len(before) :]]
    assert new == ([(turn.player.seat, action)] if point in COMMITTED else [])
    if answer is not None:
        assert answer.status == 200
        assert new, "an acknowledged action is missing"
    server.start()
    assert database.log(slug) == after
    # a repeated request, as from a browser without an answer, counts once
    again = turn.player.send(action, turn.question)
    assert again.status == 200, again
    final = database.log(slug)
    assert [(line.seat, line.action) for line in final[len(before) :]] == [
        (turn.player.seat, action)
    ]


@pytest.mark.parametrize("number", range(20 if SOAK else 1))
def test_a_game_survives_a_kill_at_every_point(
    start_server: Callable[[], Killable], database: Database, number: int
) -> None:
    """Its log contains exactly the acknowledged actions; in a soak it is played to the end."""
    server = start_server()
    players = sit_down([Guest(server.base) for _ in range(3)])
    slug = players[0].slug
    chance = random.Random(number)
    for point in POINTS:
        play(players, chance, 5 if SOAK else 2)
        _kill_during_action(point, server, database, players, chance)
        before = [(line.seat, line.action) for line in database.log(slug)]
        played = play(players, chance, 1000 if SOAK and point == POINTS[-1] else 2)
        assert [(line.seat, line.action) for line in database.log(slug)] == before + played
    if SOAK:
        assert all(player.state()["over"] for player in players)
        assert whose_turn(players) is None


@pytest.mark.parametrize(
    ("point", "database"),
    covering(["before-insert", "after-insert", "after-commit"], ["sqlite", "postgres"]),
    indirect=["database"],
)
def test_another_worker_continues_after_one_is_killed_at(
    point: str, start_server: Callable[[], Killable], database: Database
) -> None:
    """It takes over when the lease of the killed one has expired."""
    server = start_server()
    players = sit_down([Guest(server.base)], bots=2)
    slug = players[0].slug
    chance = random.Random(point)
    turn = whose_turn(players)
    assert turn is not None
    assert turn.player.send("pass", turn.question).status == 200
    before = database.log(slug)
    server.kill_at(point)
    worker = server.start_worker()
    assert worker.wait(PATIENCE) == -9
    server.remove_marks()
    after = database.log(slug)
    assert after[: len(before)] == before
    plan = after[len(before) :]  # the plan of one bot is stored completely or not at all
    assert len({line.seat for line in plan}) == int(point in COMMITTED)
    assert all(line.action in ("bid", "pass") for line in plan[-1:])
    with server.worker():
        # let the lease of the killed worker expire
        database.rows("UPDATE web_work SET lease_until = '2000-01-01 00:00:00+00'")
        played = play(players, chance, 3)
        assert len(played) == 3
    final = database.log(slug)
    assert final[: len(after)] == after
    assert [line.action for line in final if line.seat == 0] == ["pass", *(a for _, a in played)]
