"""People with browsers: what a test does at the site, it does as one of them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING, Any

from django.db import connections
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from chancery.table import Sitting
from chancery.web.base.moments import WATCHED
from chancery.web.messages import sending
from chancery.web.play import worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Table
from tests.patience import PATIENCE

if TYPE_CHECKING:  # with what Django's client adds to it
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    Answer = HttpResponse
JSON = {"accept": "application/json"}
_AROUND = re.compile(r"(<\w[^<>]*?) ?> ?|(?<=>) (?=<)| (?=</)")
# where white space says something
_KEPT = re.compile(r"(<(pre|script|textarea)\b.*?</\2>)", re.DOTALL)


def flat(markup: str) -> str:
    """Markup as it reads: how a template is laid out is nothing that a test looks at."""
    found: list[str] = _KEPT.split(markup)
    for i in range(0, len(found), 3):
        text = re.sub(r"\s+", " ", found[i])
        found[i] = _AROUND.sub(lambda tag: f"{tag[1]}>" if tag[1] else "", text)
    return "".join(part for i, part in enumerate(found) if i % 3 != 2).strip()


class Browser(Client):
    """A client that reads pages, and the parts of pages that scripts get, without their layout."""

    def request(self, **request: Any) -> Any:
        """Ask, and read what comes."""
        answer = super().request(**request)
        kind = answer.headers.get("Content-Type", "")
        if answer.streaming or "Content-Encoding" in answer.headers:
            return answer
        if kind.startswith("text/html"):
            answer.content = flat(answer.content.decode()).encode()
        elif kind.startswith("application/json") and b"<" in answer.content:
            found = json.loads(answer.content)
            if "parts" in found:
                found["parts"] = {name: flat(part) for name, part in found["parts"].items()}
            if "lists" in found:
                found["lists"] = flat(found["lists"])
            answer.content = json.dumps(found).encode()
        return answer


class Person:
    """Somebody with a browser of his own: cookies, a language, and the token of a page."""

    def __init__(self, language: str = "en") -> None:
        self.client = Browser(
            enforce_csrf_checks=True,
            raise_request_exception=False,  # a breakdown is an answer too: 500
            headers={"accept-language": language},
        )
        self._token = ""

    # -- reading -----------------------------------------------------------------------

    def get(self, path: str, **headers: str) -> Answer:
        """A page."""
        return self.client.get(path, headers=headers or None)

    def ask(self, path: str) -> Answer:
        """What a script gets."""
        return self.client.get(path, headers=JSON)

    def page(self, table: Table) -> str:
        """The page of a table as text."""
        answer = self.get(f"/t/{table.slug}")
        assert answer.status_code == 200, answer.content
        return answer.content.decode()

    def state(self, table: Table, seat: int | None = None) -> dict[str, Any]:
        """What the script of a table page gets."""
        chair = "" if seat is None else f"&seat={seat}"
        answer = self.ask(f"/t/{table.slug}/state?words{chair}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    # -- sending -----------------------------------------------------------------------

    @property
    def token(self) -> str:
        """The token of a page that the person has open."""
        if not self._token:
            page = self.get("/new/spada").content.decode()
            self._token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
        return self._token

    def post(self, path: str, form: Mapping[str, Any] | None = None) -> Answer:
        """Send a form."""
        return self.client.post(path, {"csrfmiddlewaretoken": self.token, **(form or {})})

    def send(self, table: Table, verb: str, body: Any) -> Answer:
        """Send what the script of a table page would send; a text goes as it is."""
        text = body if isinstance(body, str | bytes) else json.dumps(body)
        return self.client.post(
            f"/t/{table.slug}/{verb}",
            text,
            content_type="application/json",
            headers={**JSON, "x-csrftoken": self.token},
        )

    def act(self, table: Table, seat: int, *actions: str, question: str | None = None) -> Answer:
        """Answer the question that is open for a seat, or another one."""
        if question is None:
            question = sitting_of(table).question(seat) or "none.0"
        body = {"seat": str(seat), "actions": list(actions), "question": question}
        return self.send(table, "act", body)

    def talk(self, table: Table, text: str) -> Answer:
        """Say something at a table."""
        return self.send(table, "talk", {"text": text})

    # -- tables ------------------------------------------------------------------------

    def play_now(self, game: str = "spada") -> Table:
        """Press the big button."""
        return table_at(self.post(f"/play/{game}"))

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
    """The table that an answer leads to."""
    assert answer.status_code == 302, answer.content
    return Table.objects.get(slug=answer.url.rpartition("/")[2])


def sitting_of(table: Table) -> Sitting:
    """The sitting as the log on disk tells it."""
    return sittings.load(Table.objects.get(pk=table.pk))


def seat_asked(table: Table) -> int:
    """The seat whose turn it is."""
    return sitting_of(table).state.asked[0].seat


def legal(table: Table, seat: int) -> list[str]:
    """What a seat may do."""
    return [action.text for action in sitting_of(table).state.legal(seat)]


def log_of(table: Table) -> list[str]:
    """The log on disk: seat and action, empty for an undo; numbered without a gap."""
    entries = list(table.entries.order_by("number"))
    assert [entry.number for entry in entries] == list(range(len(entries)))
    assert Table.objects.get(pk=table.pk).length == len(entries)
    return [f"{entry.seat} {entry.action}" for entry in entries]


def buttons(parts: Mapping[str, str]) -> list[str]:
    """The actions that have a button on the page."""
    found = re.findall(r'data-act="([^"]*)"', parts["question"])
    return [html.unescape(text) for text in found]


def run_bots(most: int = 1000) -> int:
    """Let the bots' worker run until there is nothing left to do."""
    for times in range(most):
        if not worker.run_once():
            return times
    raise AssertionError("the bots never stop")


def watch_bots(table: Table) -> None:
    """Let bots alone play to the end while somebody looks on, however long that takes."""
    while not Table.objects.get(pk=table.pk).over:
        Table.objects.filter(pk=table.pk).update(watched_until=timezone.now() + WATCHED)
        assert worker.run_once()


def send_letters(most: int = 50) -> None:
    """Let the sender of notices run until there is nothing left to send."""
    for _ in range(most):
        if not sending.send_once():
            return
    raise AssertionError("the letters never end")


def until_asked(person: Person, table: Table, seat: int) -> None:
    """Let everybody play the first legal action until a seat is asked. All seats are the person's
    own, or bots'."""
    while (asked := seat_asked(table)) != seat:
        if not run_bots():
            assert person.act(table, asked, legal(table, asked)[-1]).status_code == 200


def at_once(*doings: Any) -> list[Any]:
    """Do several things at the same time, each in a thread with its own database connection."""
    barrier = Barrier(len(doings))

    def run(doing: Any) -> Any:
        try:
            barrier.wait(PATIENCE)
            return doing()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(doings)) as pool:
        return list(pool.map(run, doings))


def problem(answer: Answer) -> str:
    """The sentence of an answer that says no."""
    return answer.json()["error"]
