"""One table, two server processes, one database."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest

from tests.crash.conftest import house_on, new_database
from tests.crash.house import (
    Database,
    Guest,
    Killable,
    Sqlite,
    at_once,
    listen,
    play,
    sit_down,
    whose_turn,
)
from tests.soaking import SOAK


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """One for all tests here: each has a table of its own, and nobody is killed."""
    with new_database(request.param, tmp_path_factory.mktemp("two")) as database:
        yield database


@pytest.fixture(scope="module")
def servers(
    database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Killable, Killable]]:
    """Two processes on one database."""
    home = database.path.parent if isinstance(database, Sqlite) else tmp_path_factory.mktemp("two")
    with house_on(database, home) as start:
        yield start(), start()


def test_one_table_through_two_servers(
    servers: tuple[Killable, Killable], database: Database
) -> None:
    """Every request goes to the other server than the one before; in a soak to the game's end."""
    bases = [server.base for server in servers]
    guests = [Guest(*bases), Guest(*reversed(bases)), Guest(*bases)]
    chairs = sit_down(guests)
    slug = chairs[0].slug
    played = play(chairs, random.Random(2), 1000 if SOAK else 60)
    assert [(line.seat, line.action) for line in database.log(slug)] == played
    for chair in chairs:
        first, second = (chair.state(base) for base in bases)
        assert first == second
        assert first["over"] or not SOAK


def test_the_same_click_on_both_servers_counts_once(
    servers: tuple[Killable, Killable], database: Database
) -> None:
    """Sent to both at the same moment, again and again: both are content, the log has one."""
    bases = [server.base for server in servers]
    chairs = sit_down([Guest(*bases) for _ in range(3)])
    slug = chairs[0].slug
    chance = random.Random(3)
    expected = []
    for _ in range(25):
        turn = whose_turn(chairs)
        assert turn is not None
        action = chance.choice(turn.legal)
        chair = turn.chair
        sent = [partial(chair.send, action, turn.question, base) for base in bases]
        answers = at_once(*sent, *sent)
        assert [answer.status for answer in answers] == [200] * 4
        expected.append((chair.seat, action))
        assert [(line.seat, line.action) for line in database.log(slug)] == expected


def test_different_answers_at_once_only_one_counts(
    servers: tuple[Killable, Killable], database: Database
) -> None:
    """Two tabs that disagree: one is taken, the other told that the question is gone."""
    bases = [server.base for server in servers]
    chairs = sit_down([Guest(*bases) for _ in range(3)])
    slug = chairs[0].slug
    chance = random.Random(4)
    for _ in range(15):
        turn = whose_turn(chairs)
        assert turn is not None
        before = database.log(slug)
        two = chance.sample(turn.legal if len(turn.legal) > 1 else turn.legal * 2, 2)
        answers = at_once(
            *(
                partial(turn.chair.send, action, turn.question, base)
                for action, base in zip(two, bases, strict=True)
            )
        )
        new = database.log(slug)[len(before) :]
        assert len(new) == 1
        statuses = dict(zip(two, [answer.status for answer in answers], strict=True))
        assert statuses.pop(new[0].action) == 200
        assert set(statuses.values()) <= {422}


def test_a_move_on_one_server_is_told_on_the_other(servers: tuple[Killable, Killable]) -> None:
    """A stream on the second hears of what the first has taken.

    Some actions are steps of a hidden choice, which are told to nobody: on until one is not.
    """
    one, two = servers
    chairs = sit_down([Guest(one.base) for _ in range(3)])
    stream, told = listen(two.base, chairs[0].slug)
    heard = told()
    chance = random.Random(5)
    for _ in range(5):
        assert heard is not None
        version = heard
        while version <= heard:
            play(chairs, chance, 1)
            version = chairs[0].state(one.base)["version"]
        while heard is not None and heard < version:
            heard = told()
    assert heard is not None
    stream.close()
