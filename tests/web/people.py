"""People with browsers, through whom tests use the site."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from threading import Barrier
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connections
from django.http import HttpResponse
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from django.utils import timezone

from chancery.core import State
from chancery.table import Played, Sitting
from chancery.web.base.moments import WATCHED
from chancery.web.delivery import sending
from chancery.web.identity.models import Visitor
from chancery.web.play import worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Seat, Table
from tests.timeouts import PATIENCE

if TYPE_CHECKING:  # with the attributes that Django's client adds
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    Answer = HttpResponse
JSON = {"accept": "application/json"}
CSRF_COOKIE = settings.CSRF_COOKIE_NAME
_OPENED = re.compile(r"(<\w[^<>]*>) ")  # an opening tag, and the blank after it
# where white space matters
_KEPT = re.compile(r"(<(pre|script|textarea)\b.*?</\2>)", re.DOTALL)


def _joined(text: str) -> str:
    """Return a text with one blank for any white space."""
    words = text.split()
    return " ".join([*[""] * text[:1].isspace(), *words, *[""] * text[-1:].isspace()])


@lru_cache(500)  # several people are often shown the same
def normalised(markup: str) -> str:
    """Return markup without insignificant white space, so that tests ignore how templates are
    laid out."""
    found: list[str] = _KEPT.split(markup)
    for i in range(0, len(found), 3):
        # nearly every answer comes through here: one expression for all of it takes twice as long
        text = _OPENED.sub(r"\1", _joined(found[i]).replace(" >", ">"))
        found[i] = text.replace("> <", "><").replace(" </", "</")
    return "".join(part for i, part in enumerate(found) if i % 3 != 2).strip()


class Browser(Client):
    """A test client that returns pages and JSON parts without insignificant white space."""

    def request(self, **request: Any) -> Any:
        """Send a request and normalise the markup of the response."""
        answer = super().request(**request)
        kind = answer.headers.get("Content-Type", "")
        if answer.streaming or "Content-Encoding" in answer.headers:
            return answer
        if kind.startswith("text/html"):
            answer.content = normalised(answer.content.decode()).encode()
        elif kind.startswith("application/json") and b"<" in answer.content:
            data = json.loads(answer.content)
            if "parts" in data:
                data["parts"] = {
                    name: part if isinstance(part, list) else normalised(part)
                    for name, part in data["parts"].items()
                }
            if "lists" in data:
                data["lists"] = normalised(data["lists"])
            answer.content = json.dumps(data).encode()
        return answer


class Person:
    """A person with a browser: cookies, a language, and the CSRF token of its pages."""

    def __init__(self, language: str = "en") -> None:
        self.client = Browser(
            enforce_csrf_checks=True,
            raise_request_exception=False,  # an internal error is a response, too: 500
            headers={"accept-language": language},
        )

    # -- reading -----------------------------------------------------------------------

    def get(self, path: str, **headers: str) -> Answer:
        """Request a page and return the response."""
        return self.client.get(path, headers=headers or None)

    def ask(self, path: str) -> Answer:
        """Request what a script would, as JSON."""
        return self.client.get(path, headers=JSON)

    def page(self, table: Table) -> str:
        """Return the page of a table as text."""
        answer = self.get(f"/t/{table.slug}")
        assert answer.status_code == 200, answer.content
        return answer.content.decode()

    def state(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        """Return what the script of a table page gets."""
        chair = "" if seat is None else f"&seat={seat}"
        answer = self.ask(f"/t/{table.slug}/state?words{chair}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    # -- sending -----------------------------------------------------------------------

    @property
    def token(self) -> str:
        """Return the CSRF token of this browser; pages send the one of its cookie."""
        cookies = self.client.cookies
        if CSRF_COOKIE not in cookies:
            cookies[CSRF_COOKIE] = "c" * CSRF_SECRET_LENGTH
        return cookies[CSRF_COOKIE].value

    def post(self, path: str, form: Mapping[str, Any] | None = None) -> Answer:
        """Send a form with its CSRF token."""
        return self.client.post(path, {"csrfmiddlewaretoken": self.token, **(form or {})})

    def send(self, table: Table, verb: str, body: Any) -> Answer:
        """Send what the script of a table page would send; a text is sent as it is."""
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.client.post(
            f"/t/{table.slug}/{verb}",
            text,
            content_type="application/json",
            headers={**JSON, "x-csrftoken": self.token},
        )

    def act(self, table: Table, seat: int, *actions: str, question: str | None = None) -> Answer:
        """Answer the open question of a seat, or another one."""
        if question is None:
            question = sitting_of(table).question(seat) or "none.0"
        body = {"seat": str(seat), "actions": list(actions), "question": question}
        return self.send(table, "act", body)

    def talk(self, table: Table, text: str) -> Answer:
        """Say something in the talk of a table."""
        return self.send(table, "talk", {"text": text})

    # -- tables ------------------------------------------------------------------------

    def play_now(self, game: str = "spada") -> Table:
        """Press “Play now” on the front page; in La Spada, for Yellow."""
        return table_at(self.post(f"/play/{game}", {"seat": "yellow" if game == "spada" else ""}))

    def request_table(
        self, seats: Sequence[str], options: Mapping[str, str] | None = None, names: str = ""
    ) -> Answer:
        """Fill in the form for a new table: a kind for each seat, names separated by commas."""
        form = {f"seat-{number}": kind for number, kind in enumerate(seats)}
        form |= {f"name-{n}": name for n, name in enumerate(names.split(",")) if name}
        chosen = {"players": str(len(seats)), **(options or {})}
        form |= {f"option-{name}": value for name, value in chosen.items()}
        return self.post("/new/spada", form)

    def open(self, *seats: str, options: Mapping[str, str] | None = None, names: str = "") -> Table:
        """Open a table of La Spada e la Fede."""
        return table_at(self.request_table(seats, options, names))

    def sit(
        self, table: Table, seat: object, invitation: str | None = None, name: str = ""
    ) -> Answer:
        """Take a seat with the invitation."""
        form = {"invitation": table.invitation if invitation is None else invitation}
        return self.post(f"/t/{table.slug}/sit", {**form, "seat": str(seat), "name": name})


# -- what the server knows ---------------------------------------------------------------


def table_at(answer: Answer) -> Table:
    """Return the table to which a response redirects."""
    assert answer.status_code == 302, answer.content
    return Table.objects.get(slug=answer.url.rpartition("/")[2])


def table_from(state: State, seat: int, owner: Visitor, names: str = "") -> Table:
    """Create a table from a position, with one seat for a person and bots at the others."""
    table = Table.objects.create(
        game=state.game.name,
        rules=state.rules,
        options=dict(state.options),
        position=state.plain(),
        seed="the same chance",
    )
    for number in range(len(state.seats)):
        player = {"owner": owner} if number == seat else {"bot": "random"}
        Seat.objects.create(table=table, number=number, name=names, **player)
    Held.objects.create(table=table, visitor=owner)
    return table


def sitting_of(table: Table) -> Sitting:
    """Return the sitting as stored in the log."""
    return sittings.load(Table.objects.get(pk=table.pk))


def seat_asked(table: Table) -> int:
    """Return the first seat that has to decide."""
    return sitting_of(table).state.asked[0].seat


def legal(table: Table, seat: int) -> list[str]:
    """Return the legal actions of a seat as text."""
    return [action.text for action in sitting_of(table).state.legal(seat)]


def play_ahead(table: Table) -> None:
    """Play for all seats at once, without requests, until one action is left in the game."""

    def change(sitting: Sitting) -> Played:
        trial = sitting.fork()
        while trial.state.asked:
            last_legal(trial)
        for _ in range(len(trial.log) - len(sitting.log) - 1):
            played = last_legal(sitting)
        return played

    def last_legal(sitting: Sitting) -> Played:
        seat = sitting.state.asked[0].seat
        return sitting.act(seat, [sitting.state.legal(seat)[-1]])

    sittings._change(Table.objects.get(pk=table.pk), change, None)


def log_of(table: Table) -> list[str]:
    """Return the stored log, numbered without gaps: seat and action, empty for an undo."""
    entries = list(table.entries.order_by("number"))
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert Table.objects.get(pk=table.pk).length == len(entries)
    return [f"{entry.seat} {entry.action}" for entry in entries]


def buttons(parts: Mapping[str, str]) -> list[str]:
    """Return the actions that have a button on the page."""
    matches = re.findall(r'data-act="([^"]*)"', parts["question"])
    return [html.unescape(text) for text in matches]


def run_bots(most: int = 1000) -> int:
    """Run the bots' worker until there is nothing left to do."""
    for times in range(most):
        if not worker.run_once():
            return times
    raise AssertionError("the bots never stop")


def watch_bots(table: Table) -> None:
    """Let bots play to the end of the game while somebody watches."""
    while not Table.objects.get(pk=table.pk).over:
        Table.objects.filter(pk=table.pk).update(watched_until=timezone.now() + WATCHED)
        assert worker.run_once()


def send_notices(most: int = 50) -> None:
    """Run the sender of notices until there is nothing left to send."""
    for _ in range(most):
        if not sending.send_once():
            return
    raise AssertionError("the letters never end")


def at_once(*calls: Any) -> list[Any]:
    """Call several functions at the same time, each in a thread with its own database
    connection."""
    barrier = Barrier(len(calls))

    def run(call: Any) -> Any:
        try:
            barrier.wait(PATIENCE)
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def problem(answer: Answer) -> str:
    """Return the error message of a response."""
    return answer.json()["error"]
