"""The example bot plays real games against the real server, through the API alone."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.server import Server
from tests.soaking import sample
from tests.timeouts import PATIENCE

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"
pytestmark = pytest.mark.skipif(
    bool(os.environ.get("DATABASE_URL")), reason="this server has a database of its own"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("site"), CHANCERY_HASHER="fast")
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def token(server: Server) -> str:
    """Sign up and create a token in a browser."""
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(jar)

    def post(page: str, path: str, **form: str) -> str:
        shown = browser.open(server.base + page, timeout=PATIENCE).read().decode()
        form["csrfmiddlewaretoken"] = re.search(r'csrfmiddlewaretoken" value="(\w+)"', shown)[1]
        answer = browser.open(server.base + path, urlencode(form).encode(), timeout=PATIENCE)
        return str(answer.read().decode())

    post("/account/join", "/account/join", name="Anna", password="ein-langes-Kennwort-1757")
    made = post("/account", "/account/tokens", name="bot")
    return re.search(r'<code id="token">([^<]*)</code>', made)[1]


@pytest.fixture
def call(server: Server, token: str) -> Callable[..., Any]:
    """Call the API as Anna."""

    def call(path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{server.base}/api/v1{path}", data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    return call


@pytest.fixture
def bot(server: Server, token: str, tmp_path: Path) -> Iterator[Path]:
    """Run the bot; return the file with its output."""
    said = tmp_path / "bot.log"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, str(BOT), server.base, "0.05"],
            env={**os.environ, "CHANCERY_TOKEN": token},
            stdout=out,
            stderr=out,
        )
    yield said
    assert process.poll() is None, said.read_text()  # the bot goes on
    process.terminate()
    process.wait(PATIENCE)


def play(call: Callable[..., Any], wanted: dict[str, Any], until: Callable[[Any], bool]) -> Any:
    """Open a table and wait for the bot."""
    slug = call("/tables", wanted)["slug"]
    end = time.monotonic() + PATIENCE
    while not until(data := call(f"/tables/{slug}")):
        assert time.monotonic() < end, data
        time.sleep(0.2)
    return data


@pytest.mark.soak  # the bot also plays the two other games
def test_a_whole_game_of_la_spada(call: Callable[..., Any], bot: Path) -> None:
    """The bot has two seats, a bot of the site one: they wait for each other."""
    seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "bot:random"}]
    wanted = {"game": "spada", "options": {"players": 3}, "seats": seats}
    data = play(call, wanted, lambda data: data["over"])
    assert sorted(seat["rank"] for seat in data["seats"])[0] == 1
    record = call(f"/tables/{data['slug']}/record")
    assert len({entry["seat"] for entry in record["log"]}) == 3
    assert "Traceback" not in bot.read_text()


@pytest.mark.parametrize("game", sample(["friedrich", "revolution"], 1))
def test_some_actions_of_a_long_game(game: str, call: Callable[..., Any], bot: Path) -> None:
    number = len(call(f"/games/{game}")["seats"])
    seats = [{"kind": "me"}, *[{"kind": "here"}] * (number - 1)]
    data = play(call, {"game": game, "seats": seats}, lambda data: data["version"] >= 25)
    call(f"/tables/{data['slug']}/agree", {"agrees": True})
    assert "Traceback" not in bot.read_text()


def test_the_bot_is_as_short_as_documented() -> None:
    text = BOT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    modules = re.findall(r"^(?:import|from) (\w+)", text, re.M)
    assert set(modules) <= sys.stdlib_module_names


def test_a_wrong_token_ends_the_bot(server: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(BOT), server.base],
        env={**os.environ, "CHANCERY_TOKEN": "chancery_nobody"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert "does not work" in done.stderr


def test_the_bot_follows_a_real_stream(
    server: Server, token: str, call: Callable[..., Any]
) -> None:
    """The stream is live, resumes after a break, and ends with the server."""
    seats = [{"kind": "me"}, *[{"kind": "here"}] * 3]
    slug = call("/tables", {"game": "spada", "seats": seats})["slug"]

    def listen(last: int) -> Any:
        headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": str(last)}
        address = f"{server.base}/api/v1/tables/{slug}/stream?seat=yellow"
        return urllib.request.urlopen(
            urllib.request.Request(address, None, headers), timeout=PATIENCE
        )

    def told(stream: Any, field: str) -> str:
        while not (line := stream.readline().decode()).startswith(f"{field}: "):
            assert line, "the stream has ended"
        return line.removeprefix(f"{field}: ").strip()

    number = len(call(f"/tables/{slug}/events?seat=yellow")["events"])
    with listen(number - 1) as stream:
        assert told(stream, "id") == str(number)
        assert told(stream, "event") == "turn"
        data = json.loads(told(stream, "data"))
        call(f"/tables/{slug}/act", {**data, "actions": ["pass"]})
        assert told(stream, "id") == str(number + 1)
    with listen(number) as stream:
        assert told(stream, "id") == str(number + 1)
        server.stop()
        assert all(line.startswith((b"data", b"event", b"\n")) for line in stream)
    server.start()


def test_the_bot_waits_for_an_unreachable_server(
    server: Server, call: Callable[..., Any], bot: Path
) -> None:
    """The bot reconnects, and the game goes on when the server is back."""
    slug = call("/tables", {"game": "spada"})["slug"]
    server.stop()
    end = time.monotonic() + PATIENCE
    while "refused" not in bot.read_text():
        assert time.monotonic() < end
        time.sleep(0.05)
    server.start()
    before = call(f"/tables/{slug}")["version"]
    while call(f"/tables/{slug}")["version"] < before + 3:
        assert time.monotonic() < end
        time.sleep(0.1)
