"""Warm-up: what first requests need is computed in advance by a thread of its own."""

from __future__ import annotations

import asyncio
import sys
import threading
from importlib import import_module
from typing import Any

import pytest
import uvicorn

from chancery import games
from chancery.table import teacher
from chancery.web.api import URLS as API_URLS
from chancery.web.api import document, programs
from chancery.web.base import long_work
from chancery.web.base.long_work import Elsewhere
from chancery.web.base.thread_pools import LONG, READING
from chancery.web.learn import pictures
from chancery.web.play import grounds
from chancery.web.server import asgi, warming
from chancery.web.server.connections import Server
from chancery.web.tables import introductions
from tests.web.people import Person

GAME = "spada"


def _cold() -> None:
    for cache in (document.document, introductions.introduction, teacher.opened):
        cache.cache_clear()
    for flight in (grounds._ground, grounds._small, pictures.plate_of, pictures.board_of):
        flight.cache_clear()
    programs.reference_part.cache_clear()


@pytest.mark.django_db
def test_first_requests_find_warm_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "names", lambda: [GAME])
    game = games.find(GAME)
    _cold()
    for step in warming.steps():
        step()

    def refuse(*args: Any, **named: Any) -> Any:
        raise AssertionError("made once more")

    monkeypatch.setattr(document, "sections", refuse)
    monkeypatch.setattr(document.api, "get_openapi_schema", refuse)
    monkeypatch.setattr(type(game.face), "ground", refuse)
    opened = teacher.opened.cache_info().misses
    guest = Person()
    assert guest.client.get("/api").status_code == 200
    assert guest.client.get("/api/v1/openapi.json").status_code == 200
    assert guest.client.get(f"/ground/{GAME}.svg").status_code == 200
    assert guest.client.get(f"/learn/{GAME}/plate/0.svg").status_code == 200
    monkeypatch.setattr(pictures, "_draw", refuse)
    assert guest.client.get(f"/help/{GAME}/board/0.svg").status_code == 200
    for language in ("en", "it", "nl", "fr"):
        head = {"Accept-Language": language}
        assert guest.client.get(f"/learn/{GAME}", headers=head).status_code == 200
        assert grounds.ground(warming._usual(game), language)
    assert teacher.opened.cache_info().misses == opened
    # the front page introduces each game with its guided game, whose file takes long to read
    monkeypatch.setattr(introductions, "_learn_label", refuse)
    assert guest.client.get("/").status_code == 200


def test_until_it_is_imported_the_api_is_left_to_the_thread_for_long_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = [{"path": path, "method": "GET"} for path in ("/api", "/api/v1/games", "/t/x")]
    assert API_URLS in [getattr(step, "args", ("",))[0] for step in warming.steps()]
    import_module(API_URLS)
    assert {asgi.pool_for(scope) for scope in asked} == {READING}
    monkeypatch.delitem(sys.modules, API_URLS)
    assert [asgi.pool_for(scope) for scope in asked] == [LONG, LONG, READING]


def test_the_server_listens_before_it_warms_up(monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[str] = []

    async def startup(server: uvicorn.Server, sockets: object = None) -> None:
        happened.append("open")

    monkeypatch.setattr(uvicorn.Server, "startup", startup)
    monkeypatch.setattr(warming, "begin", lambda: happened.append("warm"))
    asyncio.run(Server(uvicorn.Config("nothing")).startup())
    assert happened == ["open", "warm"]


def test_a_step_that_fails_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()

    def fail() -> None:
        raise ValueError

    monkeypatch.setattr(warming, "AFTER", 0)
    monkeypatch.setattr(warming, "steps", lambda: iter((fail, done.set)))
    warming.begin()
    assert done.wait(20)


def test_a_board_of_ones_own_is_drawn_by_a_thread_for_long_work() -> None:
    frame = warming._usual(games.find(GAME))
    own = type(frame)(frame.game, frame.rules, frame.options, "{}", frame.seats)
    found: list[str] = []

    def light() -> None:
        long_work.forbid_long_work()
        found.append("usual" if grounds.ground(frame, "en") else "")
        try:
            grounds.ground(own, "en")
        except Elsewhere:
            found.append("elsewhere")

    thread = threading.Thread(target=light)
    thread.start()
    thread.join()
    assert found == ["usual", "elsewhere"]
