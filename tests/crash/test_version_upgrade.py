"""Sites of an older version are upgraded, rolled back, and upgraded while people play.

The older version is real: its code is taken from the history of the repository. Other revisions
can be tried with `CHANCERY_OLDER=<revision>`.
"""

from __future__ import annotations

import io
import os
import random
import re
import signal
import subprocess
import sys
import tarfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import until
from tests.browser.server import free_port
from tests.crash.balancer import Balancer, is_ready
from tests.crash.conftest import new_database
from tests.crash.sites import Answer, Database, Guest, legal
from tests.timeouts import PATIENCE

# the first version whose servers drain and have roles; three migrations behind the site settings
OLDER = os.environ.get("CHANCERY_OLDER", "3d71b80b2296b6772ebd5c56f419fcfd62df9047")
ROOT = Path(__file__).parent.parent.parent
COMMAND = sys.executable, "-c", "import sys; from chancery.cli.main import main; sys.exit(main())"
PASSWORD = "ein-langes-Kennwort-1757"
GAMES = "spada", "friedrich", "revolution"
PEOPLE = "Anna", "Bruno", "Carla", "Dario"
REST = 0.2  # seconds between two rounds of a person
DRAIN = "2"  # seconds; the balancer asks for every connection whether a server is ready
RETRYABLE = 429, 503  # documented, if they come with Retry-After
VERSIONED = re.compile("/static/[0-9a-f]{12}/")  # addresses of static files since migration 27
PAGES = "/", "/tables", "/account"

pytestmark = pytest.mark.soak


# -- versions ------------------------------------------------------------------------------


class Version:
    """The code of one version, whose commands run as processes of their own."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.serves_other_static_files = (
            tree / "src/chancery/web/server/static_versions.py"
        ).exists()

    def env(self, home: Path, database: Database) -> dict[str, str]:
        """Return the environment of its commands."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        return kept | {
            "PYTHONPATH": str(self.tree / "src"),
            "CHANCERY_HOME": str(home),
            "CHANCERY_SECRET_KEY": "of all servers",
            "CHANCERY_LANGUAGE": "en",
            "CHANCERY_LIMITS": "off",  # all people share one address
            "CHANCERY_HASHER": "fast",
            "CHANCERY_BOT_PACE": "0",
            **({"DATABASE_URL": database.url} if database.url else {}),
        }

    def admin(self, home: Path, database: Database, *arguments: str) -> tuple[int, str]:
        """Run `chancery admin`; return its exit code and all that it prints."""
        home.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [*COMMAND, "admin", *arguments],
            cwd=home,
            env=self.env(home, database),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Version:
    """The older version, unpacked from the history of the repository."""
    archive = subprocess.run(
        ["git", "archive", OLDER, "src"], cwd=ROOT, capture_output=True, check=False
    )
    if archive.returncode:
        pytest.skip(f"the history of the repository does not have {OLDER}")
    tree = tmp_path_factory.mktemp("older")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(tree, filter="data")
    return Version(tree)


@pytest.fixture(scope="module")
def newer() -> Version:
    """The version that is being tested."""
    return Version(ROOT)


class Machine:
    """`chancery serve` of one version after the other, on the same port."""

    def __init__(self, home: Path, database: Database, *arguments: str) -> None:
        self.home = home
        self.port = free_port()
        self.base = f"http://localhost:{self.port}"
        self._database = database
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, version: Version, *more: str) -> None:
        """Start a version; where it serves pages, wait until it is ready."""
        web = "bots" not in self._arguments
        port = ("--port", str(self.port)) if web else ()
        self.home.mkdir(parents=True, exist_ok=True)
        with (self.home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*COMMAND, "serve", "--thinkers", "0", *port, *self._arguments, *more],
                cwd=self.home,
                env=version.env(self.home, self._database),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until(lambda: self._ended() or not web or is_ready(self.port), "the server is ready")
        assert not self._ended(), self.said()

    def _ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def said(self) -> str:
        """Return the end of the log."""
        return (self.home / "server.log").read_text("utf-8", "replace")[-4000:]

    def stop(self) -> None:
        """Stop it as a service manager does, and wait for its end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        """End the process if it still runs."""
        if self._process is not None and not self._ended():
            self._process.kill()
            self._process.wait(PATIENCE)


# -- people --------------------------------------------------------------------------------


class Account:
    """An account that plays with pages and with a token of the API."""

    def __init__(self, name: str, base: str) -> None:
        self.name = name
        self.browser = Guest(base)
        self.retries = 0
        self.browser.open("/account/join")
        joined = self.browser.post_form("/account/join", name=name, mail="", password=PASSWORD)
        assert joined.status == 200, joined
        self.browser.open("/account")
        made = self.browser.post_form("/account/tokens", name="a program")
        token = re.search(r'id="token">([^<]+)<', made.text)
        assert token, made
        self._program = Guest(base)
        self._program.headers["Authorization"] = f"Bearer {token[1]}"

    def go_to(self, base: str) -> None:
        """Use a server at another address from now on; its sessions are new."""
        self.browser = Guest(base)
        self._program.bases = (base,)
        self.browser.open("/account/enter")
        entered = self.browser.post_form("/account/enter", name=self.name, password=PASSWORD)
        assert entered.status == 200, entered
        assert self.name in self.browser.open("/account")

    def call(self, path: str, body: Any = None) -> Any:
        """Use the API; wait where it says so, and fail on any other error."""
        return self.persistent(self._program, f"/api/v1{path}", body).json

    def persistent(self, guest: Guest, path: str, body: Any = None) -> Answer:
        """Send a request, again where the answer says that it may be sent again."""
        while True:
            answer = guest.ask(path, body)
            after = answer.headers.get("Retry-After")
            if answer.status not in RETRYABLE or not after:
                assert answer.status in (200, 201), (path, answer)
                return answer
            self.retries += 1
            time.sleep(min(float(after), 1))

    def open_table(self, game: str, bots: int) -> str:
        """Open a table with bots in the last seats and oneself in all others."""
        seats = len(self.call(f"/games/{game}")["seats"])
        own = ["me", *["here"] * (seats - bots - 1)]
        kinds = [*own, *["bot:random"] * (seats - len(own))]
        wishes = [{"kind": kind} for kind in kinds]
        return str(self.call("/tables", {"game": game, "seats": wishes})["slug"])

    def play(self, slug: str, chance: random.Random) -> str | None:
        """Send a random legal action by the API if one is asked for; return it."""
        questions = self.call(f"/tables/{slug}/questions")["questions"]
        if not questions:
            return None
        asked = questions[0]
        action = str(chance.choice(asked["legal"])["action"])
        body = {"seat": asked["seat"], "question": asked["question"], "actions": [action]}
        self.call(f"/tables/{slug}/act", body)
        return action

    def play_by_page(self, slug: str, chance: random.Random) -> str | None:
        """Send a random legal action from seat 0 as the page does, if one is asked for."""
        state = self.persistent(self.browser, f"/t/{slug}/state?seat=0").json
        if not state["question"]:
            return None
        action = chance.choice(legal(state))
        body = {"seat": "0", "actions": [action], "question": state["question"]}
        self.persistent(self.browser, f"/t/{slug}/act", body)
        return action

    def is_over(self, slug: str) -> bool:
        """Whether the game at a table has ended."""
        return bool(self.call(f"/tables/{slug}")["over"])

    def play_on(self, slug: str, chance: random.Random) -> None:
        """Wait until one is asked at a table that is not over, and play."""
        until(lambda: self.play(slug, chance), f"{self.name} is asked at {slug}")


# -- there and back ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_upgrade_and_the_way_back(
    kind: str, older: Version, newer: Version, tmp_path: Path
) -> None:
    home, chance = tmp_path / "site", random.Random(1757)
    with ExitStack() as stack:
        database = stack.enter_context(new_database(kind, home, migrated=False))
        machine = Machine(home, database)
        stack.callback(lambda: machine.close())
        machine.start(older)
        anna = Account("Anna", machine.base)
        tables = {game: anna.open_table(game, bots=1) for game in GAMES}
        finished = anna.open_table("spada", bots=0)
        for slug in [*tables.values(), finished]:
            for _ in range(10):
                anna.play_on(slug, chance)
        anna.call(f"/tables/{finished}/agree", {"agrees": True})
        assert anna.is_over(finished)
        record = anna.call(f"/tables/{finished}/record")
        machine.stop()
        slugs = [*tables.values(), finished]
        before = {slug: database.log(slug) for slug in slugs}

        code, said = newer.admin(home, database, "upgrade")
        assert code == 0, said
        assert "Tables checked: 4; everything is in order." in said
        (backup,) = (home / "backups").glob("*-before-upgrade.zip")
        assert str(backup) in said
        machine.start(newer)
        assert anna.name in anna.browser.open("/account")  # still logged in
        for slug in tables.values():
            anna.play_on(slug, chance)
        assert anna.call(f"/tables/{finished}/record") == record
        machine.stop()
        for slug in slugs:
            after = database.log(slug)
            assert after[: len(before[slug])] == before[slug]
            assert (len(after) > len(before[slug])) == (slug != finished)

        for command in (["backup", str(tmp_path / "refused.zip")], ["restore", str(backup)]):
            code, said = older.admin(home, database, *command)
            assert code != 0, said
        with pytest.raises(AssertionError, match="newer version of Chancery"):
            machine.start(older)

        replace = ["--replace"]
        if kind == "postgres":
            database = stack.enter_context(new_database(kind, home, migrated=False))
            machine, replace = Machine(home, database), []
        code, said = older.admin(home, database, "restore", str(backup), *replace)
        assert code == 0, said
        assert {slug: database.log(slug) for slug in slugs} == before
        machine.start(older)
        anna.go_to(machine.base)
        for slug in tables.values():
            anna.play_on(slug, chance)
        assert anna.call(f"/tables/{finished}/record") == record
        machine.stop()


# -- while people play ---------------------------------------------------------------------


class Person(threading.Thread):
    """Plays all games against bots until told to stop: one by the page, two by the API."""

    def __init__(self, name: str, base: str) -> None:
        super().__init__(daemon=True)
        self.acknowledged: dict[str, list[str]] = {}  # actions by table
        # static files that were missing, or those of another version than the page
        self.wrong_files: list[tuple[str, int]] = []
        self.errors: list[BaseException] = []
        self.stopping = threading.Event()
        self.account = Account(name, base)
        self._chance = random.Random(name)
        self._tables: dict[str, str] = {}

    @property
    def progress(self) -> int:
        """The number of actions that have been acknowledged."""
        return sum(map(len, self.acknowledged.values()))

    @property
    def running(self) -> list[str]:
        """The tables that have not ended."""
        return [slug for slug in self._tables.values() if not self.account.is_over(slug)]

    def run(self) -> None:
        """Play at one table after the other until the test ends."""
        try:
            while not self.stopping.is_set():
                for game in GAMES:
                    self._visit(game)
                self._look()
                time.sleep(REST)
        except BaseException as error:
            self.errors.append(error)

    def _visit(self, game: str) -> None:
        slug = self._tables.get(game)
        if slug is None:
            account = self.account
            seats = len(account.call(f"/games/{game}")["seats"])
            slug = self._tables[game] = account.open_table(game, bots=seats - 1)
            self.acknowledged[slug] = []
        play = self.account.play_by_page if game == "spada" else self.account.play
        action = play(slug, self._chance)
        if action is not None:
            self.acknowledged[slug].append(action)
        elif self.account.is_over(slug):
            del self._tables[game]

    def _look(self) -> None:
        """Open a page as the account, and one of its static files."""
        path = self._chance.choice([*PAGES, *(f"/t/{slug}" for slug in self._tables.values())])
        page = self.account.persistent(self.account.browser, path)
        assert self.account.name in page.text, path
        files = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js))"', page.text)
        file = self._chance.choice(files)
        answer = self.account.browser.ask(file)
        assert answer.status in (200, 404), (file, answer.status)
        # a server that has to give another version's file lets nobody keep it
        kept = "immutable" in answer.headers.get("Cache-Control", "")
        if answer.status == 404 or (VERSIONED.match(file) and not kept):
            self.wrong_files.append((file, answer.status))


class Site:
    """Two web servers, a worker, the balancer before them, and people."""

    def __init__(self, folder: Path, database: Database) -> None:
        self.database = database
        web = "--role", "web", "--drain", DRAIN
        self.web = [Machine(folder / f"web-{number}", database, *web) for number in range(2)]
        self.worker = Machine(folder / "worker", database, "--role", "bots", "--role", "notices")
        self.balancer = Balancer([machine.port for machine in self.web])
        self.people: list[Person] = []

    def begin(self) -> None:
        """Let people play; return when each has."""
        self.people = [Person(name, self.balancer.base) for name in PEOPLE]
        for person in self.people:
            person.start()
        self.moved_on()

    def raise_errors(self) -> None:
        """Fail if somebody saw an error, or was left without an answer."""
        for person in self.people:
            for error in person.errors:
                raise AssertionError(f"{person.account.name} saw an error") from error

    def _moves_of_bots(self) -> int:
        ((moves,),) = self.database.rows("SELECT count(*) FROM web_entry WHERE seat <> 0")
        return int(moves)

    def moved_on(self) -> None:
        """Wait until everybody has played twice more, and so have the bots."""
        before = [person.progress for person in self.people]
        bots = self._moves_of_bots()

        def again() -> bool:
            self.raise_errors()
            return (
                all(p.progress > n + 1 for p, n in zip(self.people, before, strict=True))
                and self._moves_of_bots() > bots
            )

        until(again, "people and bots play on")

    def end(self) -> int:
        """Let everybody and the worker stop; return how many stored actions were acknowledged."""
        for person in self.people:
            person.stopping.set()
        for person in self.people:
            person.join(PATIENCE)
            assert not person.is_alive()
        self.raise_errors()
        self.worker.stop()  # so that the logs stay as they are
        for person in self.people:
            for slug, actions in person.acknowledged.items():
                own = [line.action for line in self.database.log(slug) if line.seat == 0]
                assert own == actions, slug
        return sum(person.progress for person in self.people)

    def close(self) -> None:
        """End all processes that still run."""
        self.balancer.close()
        for machine in [*self.web, self.worker]:
            machine.close()


def test_servers_are_upgraded_one_after_the_other_while_people_play(
    older: Version, newer: Version, tmp_path: Path
) -> None:
    begun = time.monotonic()
    with ExitStack() as stack:
        database = stack.enter_context(new_database("postgres", tmp_path, migrated=False))
        site = Site(tmp_path, database)
        stack.callback(site.close)
        first, second = site.web
        for machine in (first, second, site.worker):
            machine.start(older)
        site.begin()
        code, said = newer.admin(tmp_path / "admin", database, "upgrade")
        assert code == 0, said
        site.moved_on()  # the older version on the migrated database
        second.stop()
        second.start(older, "--during-upgrade")  # one that had to restart in between
        site.moved_on()
        for machine in (first, second, site.worker):
            machine.stop()
            machine.start(newer)
            site.moved_on()
        total = site.end()

        site.worker.start(newer)
        chance = random.Random(1757)
        tables = 0
        for person in site.people:
            for slug in person.running:
                person.account.play_on(slug, chance)
                tables += 1
        code, said = newer.admin(tmp_path / "admin", database, "check")
        assert code == 0, said
        wrong = [file for person in site.people for file in person.wrong_files]
        assert not wrong or not older.serves_other_static_files, wrong
    retries = sum(person.account.retries for person in site.people)
    print(
        f"{time.monotonic() - begun:.0f} s; {total} actions acknowledged, all in the logs; "
        f"{retries} requests sent again as told; {tables} tables played on; "
        f"{len(wrong)} static files of another version or none"
    )
