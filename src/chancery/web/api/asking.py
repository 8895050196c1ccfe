"""Asking: how a request of a program is read, who it is, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated, Any, cast

from django.http import HttpRequest
from ninja import NinjaAPI, Path, Query
from ninja.errors import ValidationErrorContext
from ninja.parser import Parser
from ninja.security import HttpBearer

from chancery.core import BadForm
from chancery.core.plain import shown
from chancery.core.words import T, Text
from chancery.web.api import shapes
from chancery.web.base import limits
from chancery.web.base.refusals import Empty, NoObject, NoToken, NotStarted, NotYours, WrongType
from chancery.web.base.sent import sent_in
from chancery.web.people.models import Visitor
from chancery.web.people.request import Request
from chancery.web.tables.places import Place, place_at


class Bodies(Parser):
    """A body is a JSON object and says so."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """The JSON that was sent; WrongType if it says that it is something else."""
        if request.content_type != "application/json":
            raise WrongType()
        try:
            return sent_in(request)
        except Empty:
            raise NoObject() from None


class Api(NinjaAPI):
    """Says what is wrong with a request as the rest of the house does."""

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> Any:
        """The first fault, with its place."""
        found = error_contexts[0].pydantic_validation_error.errors(include_url=False)[0]
        source = error_contexts[0].model.__ninja_param_source__
        return _fault(cast(dict[str, Any], found), in_body=source == "body")

    def get_openapi_operation_id(self, operation: Any) -> str:
        """The name of the function."""
        return cast(str, operation.view_func.__name__)


def _fault(found: dict[str, Any], in_body: bool) -> Exception:
    """What a fault that pydantic has found means to whoever sent it."""
    place = found["loc"][1:] if in_body else found["loc"]
    if not place:
        return NoObject()
    if found["type"] == "missing":
        return BadForm(_spelled(place[:-1]), T("{name} is missing", name=str(place[-1])))
    return BadForm(_spelled(place), _problem(found))


def _spelled(place: tuple[str | int, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    return text.removeprefix(".")[:80]


def _problem(found: dict[str, Any]) -> Text:
    kind, given = found["type"], shown(found["input"])
    match kind:
        case "extra_forbidden":
            return T("there is no such field")
        case "string_type":
            return T("a text was expected, not {found}", found=given)
        case "int_type" | "int_parsing":
            return T("a whole number was expected, not {found}", found=given)
        case "bool_type":
            return T("true or false was expected, not {found}", found=given)
        case "list_type":
            return T("a list was expected, not {found}", found=given)
        case "dict_type" | "model_type":
            return T("an object with names as keys was expected, not {found}", found=given)
        case "literal_error":
            known = str(found["ctx"]["expected"])
            return T("{found} is not one of {known}", found=given, known=known)
    return T("{found} is not allowed here", found=given)


class Token(HttpBearer):
    """Lets only those through whom middleware.Visitors knows by their token."""

    def __call__(self, request: Request) -> Visitor:  # type: ignore[override] # all are ours
        return caller(request)

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Nothing is left to do: the middleware has looked at the token."""


def caller(request: Request) -> Visitor:
    """Whoever asks with a token."""
    if request.visitor is None:
        raise NoToken()
    return request.visitor


ANYBODY: dict[str, Any] = {
    "auth": None,
    "openapi_extra": {"security": [{}, {"Token": []}]},
}


def gives(shape: Any, *more: int, status: int = 200) -> dict[Any, Any]:
    """What an operation answers: its shape, or one problem or another."""
    return {status: shape, frozenset({401, 503, *more}): shapes.Problem}


AT_TABLE = (404,)
THROUGH_SEAT = (403, 404, 422)
DOING = (403, 404, 422, 429)
SENDING = (403, 404, 413, 415, 422, 429)

Slug = Annotated[str, Path(description="the name of the table", example="k3v_9Zb1xQWa7u2M")]
OwnSeat = Annotated[
    str | None,
    Query(description="the seat looked through, one of your own; you may leave it out"),
]
AnySeat = Annotated[
    str | None,
    Query(description="the seat looked through; without it your only one, or as a spectator"),
]


def at(request: Request, slug: str, seat: str | None = None) -> Place:
    """Where the caller stands; what is said to him from now on names the people there."""
    return place_at(request, slug, seat, by_name=True)


def through(place: Place) -> int:
    """The seat that the caller looks through, if the game has started."""
    if not place.table.started:
        raise NotStarted()
    if place.seat is None:
        raise NotYours()
    return place.seat


def doing(request: Request) -> Visitor:
    """Who changes something; counted like an action."""
    counting(request)
    return caller(request)


def counting(request: Request, number: int = 1) -> None:
    """Somebody plays so many actions."""
    limits.spend_actions(str(caller(request).pk), number)
