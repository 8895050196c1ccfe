"""Programs with tokens, through which tests use the API."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from chancery.web.identity import tokens
from chancery.web.identity.models import Account, Visitor
from chancery.web.tables.models import Table
from tests.web.people import Answer, seat_asked, sitting_of

ROOT = "/api/v1"


class Caller:
    """A program, with a token or without one."""

    def __init__(self, token: str | None = None, language: str = "en") -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.headers = {"accept-language": language}
        if token is not None:
            self.headers["authorization"] = f"Bearer {token}"

    def get(self, path: str) -> Answer:
        """Send a GET request to the API."""
        return self.client.get(ROOT + path, headers=self.headers)

    def post(self, path: str, body: Any = None) -> Answer:
        """Send a POST request to the API; a text is sent as it is."""
        text = body if isinstance(body, str | bytes) else json.dumps(body or {})
        return self.client.post(
            ROOT + path, text, content_type="application/json", headers=self.headers
        )

    def read(self, path: str) -> Any:
        """Return the JSON of a GET request that must succeed."""
        return good(self.get(path))

    def do(self, path: str, **body: Any) -> Any:
        """Return the JSON of a POST request that must succeed."""
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
        settings = {"game": "spada", "options": {"players": len(kinds)}, "seats": seats, **more}
        return Table.objects.get(slug=self.do("/tables", **settings)["slug"])

    def act(self, table: Table, seat: str, *actions: str, question: str | None = None) -> Answer:
        """Answer the open question of a seat, or another one."""
        sitting = sitting_of(table)
        if question is None:
            question = sitting.question(sitting.seat(seat)) or "none.0"
        body = {"seat": seat, "question": question, "actions": list(actions)}
        return self.post(f"/tables/{table.slug}/act", body)


def good(answer: Answer) -> Any:
    """Return the JSON of a successful response."""
    assert answer.status_code in (200, 201), answer.content
    assert answer["Content-Type"].startswith("application/json")
    return answer.json()


def bad(answer: Answer, status: int) -> str:
    """Return the error message of a response with this status, checking its shape."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/json")
    data = answer.json()
    assert set(data) == {"error", "rule"}
    assert data["error"]
    assert data["rule"] is None or isinstance(data["rule"], str)
    return str(data["error"])


def account(name: str = "Anna", language: str = "en") -> Account:
    """Create an account and its visitor."""
    made: Account = Account.objects.create_user(name)
    Visitor.objects.create(account=made, name=name, language=language)
    return made


def caller(name: str = "Anna", language: str = "en") -> Caller:
    """Create an account and return a program with its token."""
    return Caller(tokens.make(account(name, language), "a program"))


def name_asked(table: Table) -> str:
    """Return the name of the first seat that has to decide."""
    return sitting_of(table).seats[seat_asked(table)]
