"""Web servers and workers on one PostgreSQL are restarted, and killed, while people play.

During rolling restarts no request fails; through kills no acknowledged action is lost, and none is
played twice.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import until
from tests.browser.server import Server
from tests.crash.balancer import Balancer, is_ready
from tests.crash.conftest import new_database
from tests.crash.sites import LOST, Database, Guest, Player, legal, open_stream, sit_down
from tests.soaking import SOAK
from tests.timeouts import PATIENCE

KILLS = 200
WEB, PLAYERS = (3, 4) if SOAK else (2, 2)
REST = 0.0 if SOAK else 0.2  # seconds between two actions of a person
WORKERS = 2  # one plays on while the other is restarted
# seconds; the balancer asks for every connection whether a server is ready
DRAIN = "2" if SOAK else "1"


class Machine(Server):
    """`chancery serve` with some roles, on the database of the cluster."""

    def __init__(self, home: Path, database: Database, *roles: str) -> None:
        super().__init__(home, DATABASE_URL=database.url, CHANCERY_SECRET_KEY="of the cluster")
        arguments = [part for role in roles for part in ("--role", role)]
        self.command = (*Server.command, *arguments, "--drain", DRAIN)

    def _answers(self) -> bool:
        return is_ready(self.port)

    def kill(self) -> None:
        """Kill it and all its processes at once."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(PATIENCE)


class Cluster:
    """All machines, and the balancer before the web servers."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.database = database
        self.web = [Machine(folder / f"web-{n}", database, "web") for n in range(WEB)]
        roles = "bots", "notices"
        self.workers = [Machine(folder / f"bots-{n}", database, *roles) for n in range(WORKERS)]
        self.machines = [*self.web, *self.workers]
        with ThreadPoolExecutor() as pool:
            list(pool.map(Machine.start, self.machines))
        self.balancer = Balancer([machine.port for machine in self.web])


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster that runs on a database of its own."""
    folder = tmp_path_factory.mktemp("cluster")
    with new_database("postgres", folder) as database:
        running = Cluster(folder, database)
        yield running
        running.balancer.close()
        for machine in running.machines:
            if machine.process is not None:
                machine.process.kill()


class Person(threading.Thread):
    """Plays games against bots until told to stop, and follows each by its stream."""

    def __init__(self, number: int, cluster: Cluster, may_retry: bool) -> None:
        super().__init__(daemon=True)
        self.acknowledged: dict[str, list[str]] = {}  # actions by table
        self.errors: list[object] = []
        self.retries = 0
        self.stopping = threading.Event()
        self._base = cluster.balancer.base
        self._chance = random.Random(number)
        self._may_retry = may_retry
        self._streams = 0

    def run(self) -> None:
        """Play one table after the other."""
        try:
            while not self.stopping.is_set():
                guest = Guest(self._base)
                player = self._persistent(lambda guest=guest: sit_down([guest], bots=2)[0])
                watching = threading.Thread(target=self._watch, args=(player,), daemon=True)
                watching.start()
                self._play(player)
        except Exception as error:
            self.errors.append(error)

    def _persistent(self, doing: Callable[[], Any]) -> Any:
        """Do something, again where an answer was lost and that is allowed, as a browser does."""
        while True:
            try:
                return doing()
            except LOST:
                if not self._may_retry:
                    raise
                self.retries += 1
            except AssertionError:
                # a form that was sent twice, since its answer was lost
                if not (self._may_retry and self.retries):
                    raise

    def _play(self, player: Player) -> None:
        played = self.acknowledged.setdefault(player.slug, [])
        while not self.stopping.is_set():
            state = self._persistent(player.state)
            if state["over"]:
                return
            if not state["question"]:
                time.sleep(0.02)
                continue
            action, question = self._chance.choice(legal(state)), state["question"]
            answer = self._persistent(lambda a=action, q=question: player.send(a, q))
            if answer.status != 200:
                self.errors.append(answer)
                return
            played.append(action)
            time.sleep(REST)

    def _watch(self, player: Player) -> None:
        """Keep a stream open, and open another when it ends, as a browser does."""
        while not self.stopping.is_set():
            try:
                connection, answer = open_stream(self._base, player.slug, player.guest.cookie)
                with closing(connection):
                    if answer.status != 200:
                        self.errors.append(answer.status)
                        return
                    self._streams += 1
                    while answer.readline():
                        if self.stopping.is_set():
                            return
            except LOST as error:
                if not self._may_retry:
                    self.errors.append(error)
                    return


def playing(cluster: Cluster, may_retry: bool) -> list[Person]:
    """Let people begin to play; return when each has played."""
    people = [Person(number, cluster, may_retry) for number in range(PLAYERS)]
    for person in people:
        person.start()
    until(lambda: all(map(progress, people)) or failures(people), "everybody plays")
    return people


def progress(person: Person) -> int:
    """Return how many actions of a person have been acknowledged."""
    return sum(map(len, person.acknowledged.values()))


def failures(people: list[Person]) -> list[object]:
    """Return everything that people were shown and should not have been."""
    return [error for person in people for error in person.errors]


def stop(people: list[Person], cluster: Cluster) -> int:
    """Let everybody stop; check that the logs have what was acknowledged, and return how much."""
    for person in people:
        person.stopping.set()
    for person in people:
        person.join(PATIENCE)
        assert not person.is_alive()
    assert failures(people) == []
    with ThreadPoolExecutor() as pool:  # so that the logs stay as they are
        list(pool.map(Machine.kill, cluster.workers))
    for person in people:
        for slug, actions in person.acknowledged.items():
            own = [line.action for line in cluster.database.log(slug) if line.seat == 0]
            assert own == actions
    with ThreadPoolExecutor() as pool:
        list(pool.map(Machine.start, cluster.workers))
    return sum(map(progress, people))


def moved_on(people: list[Person]) -> None:
    """Wait until everybody has played again."""
    before = [progress(person) for person in people]

    def again() -> bool:
        return all(progress(p) > n for p, n in zip(people, before, strict=True))

    until(lambda: again() or failures(people), "everybody plays on")


def test_a_rolling_restart_shows_players_no_error_and_loses_nothing(cluster: Cluster) -> None:
    people = playing(cluster, may_retry=False)
    for machine in cluster.machines:
        machine.stop()
        moved_on(people)  # without it
        assert failures(people) == []
        machine.start()
    moved_on(people)
    assert stop(people, cluster) > 0


@pytest.mark.soak  # test_kill.py kills a single site in make test
def test_kills_lose_nothing_that_was_acknowledged(cluster: Cluster) -> None:
    people = playing(cluster, may_retry=True)
    chance = random.Random(1757)
    for _ in range(KILLS):
        machine = chance.choice(cluster.machines)
        time.sleep(chance.random() / 5)
        machine.kill()
        machine.start()
        assert failures(people) == []
    moved_on(people)
    total = stop(people, cluster)
    retries = sum(person.retries for person in people)
    print(f"{KILLS} kills; {total} actions acknowledged, all in the logs; {retries} sent again")
