"""Two server processes share one table in one database."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest

from tests.browser.driver import until
from tests.crash.conftest import new_database, servers_on
from tests.crash.sites import (
    Database,
    Guest,
    Killable,
    Sqlite,
    at_once,
    listen,
    open_stream,
    play,
    sit_down,
    whose_turn,
)
from tests.soaking import SOAK

MOST = 24  # streams of one visitor: see play/live.py


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """One database for all tests here: each has its own table, and no server is killed."""
    with new_database(request.param, tmp_path_factory.mktemp("two")) as database:
        yield database


@pytest.fixture(scope="module")
def servers(
    database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Killable, Killable]]:
    """Two server processes on one database."""
    home = database.path.parent if isinstance(database, Sqlite) else tmp_path_factory.mktemp("two")
    with servers_on(database, home) as start:
        yield start(), start()


def test_one_table_through_two_servers(
    servers: tuple[Killable, Killable], database: Database
) -> None:
    """Requests alternate between the servers; in a soak the game is played to its end."""
    bases = [server.base for server in servers]
    guests = [Guest(*bases), Guest(*reversed(bases)), Guest(*bases)]
    players = sit_down(guests)
    slug = players[0].slug
    played = play(players, random.Random(2), 1000 if SOAK else 12)
    assert [(line.seat, line.action) for line in database.log(slug)] == played
    for player in players:
        first, second = (player.state(base) for base in bases)
        assert first == second
        assert first["over"] or not SOAK


def test_the_same_click_on_both_servers_counts_once(
    servers: tuple[Killable, Killable], database: Database
) -> None:
    """The same action sent to both at once succeeds on both and is logged once."""
    bases = [server.base for server in servers]
    players = sit_down([Guest(*bases) for _ in range(3)])
    slug = players[0].slug
    chance = random.Random(3)
    expected = []
    for _ in range(25 if SOAK else 6):
        turn = whose_turn(players)
        assert turn is not None
        action = chance.choice(turn.legal)
        player = turn.player
        sent = [partial(player.send, action, turn.question, base) for base in bases]
        answers = at_once(*sent, *sent)
        assert [answer.status for answer in answers] == [200] * 4
        expected.append((player.seat, action))
        assert [(line.seat, line.action) for line in database.log(slug)] == expected


def test_of_two_different_answers_at_once_one_counts(
    servers: tuple[Killable, Killable], database: Database
) -> None:
    """Of two different actions one is taken, the other refused as the question is closed."""
    bases = [server.base for server in servers]
    players = sit_down([Guest(*bases) for _ in range(3)])
    slug = players[0].slug
    chance = random.Random(4)
    for _ in range(15 if SOAK else 8):
        turn = whose_turn(players)
        assert turn is not None
        before = database.log(slug)
        two = chance.sample(turn.legal if len(turn.legal) > 1 else turn.legal * 2, 2)
        answers = at_once(
            *(
                partial(turn.player.send, action, turn.question, base)
                for action, base in zip(two, bases, strict=True)
            )
        )
        new = database.log(slug)[len(before) :]
        assert len(new) == 1
        statuses = dict(zip(two, [answer.status for answer in answers], strict=True))
        assert statuses.pop(new[0].action) == 200
        assert set(statuses.values()) <= {422}


def test_the_stream_of_one_server_reports_actions_sent_to_the_other(
    servers: tuple[Killable, Killable],
) -> None:
    """Steps of a hidden choice are not reported, so play continues to the next public action."""
    first, second = servers
    players = sit_down([Guest(first.base) for _ in range(3)])
    stream, next_version = listen(second.base, players[0].slug)
    heard = next_version()
    chance = random.Random(5)
    for _ in range(5):
        assert heard is not None
        version = heard
        while version <= heard:
            play(players, chance, 1)
            version = players[0].state(first.base)["version"]
        while heard is not None and heard < version:
            heard = next_version()
    assert heard is not None
    stream.close()


def test_streams_at_one_server_count_at_the_other(servers: tuple[Killable, Killable]) -> None:
    """A visitor at the limit on one server is soon refused by the other."""
    first, second = servers
    guest = Guest(first.base)
    slug = sit_down([guest], bots=2)[0].slug
    opened = [open_stream(first.base, slug, guest.cookie) for _ in range(MOST)]
    assert {answer.status for _, answer in opened} == {200}

    def refused() -> bool:
        connection, answer = open_stream(second.base, slug, guest.cookie)
        connection.close()
        return answer.status == 429

    until(refused, "the other server knows")
    for _, answer in opened:
        answer.close()
    for connection, _ in opened:
        connection.close()
    until(lambda: not refused(), "there is room again")
