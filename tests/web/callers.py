"""Programs with tokens: what a test does at the API, it does as one of them."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from chancery.web.people import tokens
from chancery.web.people.models import Account, Visitor
from chancery.web.tables.models import Table
from tests.web.people import Answer, seat_asked, sitting_of

ROOT = "/api/v1"


class Caller:
    """A program, with a token or without."""

    def __init__(self, token: str | None = None, language: str = "en") -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.headers = {"accept-language": language}
        if token is not None:
            self.headers["authorization"] = f"Bearer {token}"

    def get(self, path: str) -> Answer:
        """Read something."""
        return self.client.get(ROOT + path, headers=self.headers)

    def post(self, path: str, body: Any = None) -> Answer:
        """Do something; a text goes as it is."""
        text = body if isinstance(body, str | bytes) else json.dumps(body or {})
        return self.client.post(
            ROOT + path, text, content_type="application/json", headers=self.headers
        )

    def read(self, path: str) -> Any:
        """What is read, if all is well."""
        return good(self.get(path))

    def do(self, path: str, **body: Any) -> Any:
        """What comes of it, if all is well."""
        return good(self.post(path, body))

    # -- tables ------------------------------------------------------------------------

    def open(self, *kinds: str, **more: Any) -> Table:
        """Open a table of La Spada e la Fede; `invited:NAME` invites."""
        seats = [
            dict(zip(("kind", "name"), kind.split(":"), strict=True))
            if kind.startswith("invited")
            else {"kind": kind}
            for kind in kinds
        ]
        told = {"game": "spada", "options": {"players": len(kinds)}, "seats": seats, **more}
        return Table.objects.get(slug=self.do("/tables", **told)["slug"])

    def act(self, table: Table, seat: str, *actions: str, question: str | None = None) -> Answer:
        """Answer the question that is open for a seat, or another one."""
        sitting = sitting_of(table)
        if question is None:
            question = sitting.question(sitting.seat(seat)) or "none.0"
        body = {"seat": seat, "question": question, "actions": list(actions)}
        return self.post(f"/tables/{table.slug}/act", body)


def good(answer: Answer) -> Any:
    """What an answer holds, if it says yes."""
    assert answer.status_code in (200, 201), answer.content
    assert answer["Content-Type"].startswith("application/json")
    return answer.json()


def bad(answer: Answer, status: int) -> str:
    """What an answer says, if it says no in the one shape that there is."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/json")
    told = answer.json()
    assert set(told) == {"error", "rule"}
    assert told["error"]
    assert told["rule"] is None or isinstance(told["rule"], str)
    return str(told["error"])


def account(name: str = "Anna", language: str = "en") -> Account:
    """Somebody with an account."""
    made: Account = Account.objects.create_user(name)
    Visitor.objects.create(account=made, name=name, language=language)
    return made


def caller(name: str = "Anna", language: str = "en") -> Caller:
    """Somebody's program."""
    return Caller(tokens.make(account(name, language), "a program"))


def name_asked(table: Table) -> str:
    """The seat whose turn it is, by its name."""
    return sitting_of(table).seats[seat_asked(table)]
