"""Reading, authentication and validation of requests to the API."""

from __future__ import annotations

from typing import Annotated, Any, cast

from django.http import HttpRequest
from ninja import NinjaAPI, Path, Query
from ninja.errors import ValidationErrorContext
from ninja.parser import Parser
from ninja.security import HttpBearer

from chancery.core import BadForm
from chancery.core.serialisation import shown
from chancery.core.words import T, Text
from chancery.web.api import shapes
from chancery.web.base import limits
from chancery.web.base.refusals import Empty, NoObject, NoToken, WrongType
from chancery.web.base.user_input import json_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.tables.places import Place, place_at


class Bodies(Parser):
    """Parses bodies, which must be JSON objects and declared as JSON."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the JSON of a request; raises WrongType if it is declared as anything else."""
        if request.content_type != "application/json":
            raise WrongType()
        try:
            return json_in(request)
        except Empty:
            raise NoObject() from None


class Api(NinjaAPI):
    """Reports validation errors as refusals of the site."""

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> Any:
        """Return the first error with its place."""
        error = error_contexts[0].pydantic_validation_error.errors(include_url=False)[0]
        source = error_contexts[0].model.__ninja_param_source__
        return _fault(cast(dict[str, Any], error), in_body=source == "body")

    def get_openapi_operation_id(self, operation: Any) -> str:
        """Return the name of the function as the operation's id."""
        return cast(str, operation.view_func.__name__)


def _fault(error: dict[str, Any], in_body: bool) -> Exception:
    """Return a validation error of pydantic as an exception for the caller."""
    place = error["loc"][1:] if in_body else error["loc"]
    if not place:
        return NoObject()
    if error["type"] == "missing":
        return BadForm(_spelled(place[:-1]), T("{name} is missing", name=str(place[-1])))
    return BadForm(_spelled(place), _problem(error))


def _spelled(path: tuple[str | int, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")[:80]


def _problem(error: dict[str, Any]) -> Text:
    kind, value = error["type"], shown(error["input"])
    match kind:
        case "extra_forbidden":
            return T("there is no such field")
        case "string_type":
            return T("a text was expected, not {found}", found=value)
        case "int_type" | "int_parsing":
            return T("a whole number was expected, not {found}", found=value)
        case "bool_type":
            return T("true or false was expected, not {found}", found=value)
        case "list_type":
            return T("a list was expected, not {found}", found=value)
        case "dict_type" | "model_type":
            return T("an object with names as keys was expected, not {found}", found=value)
        case "literal_error":
            expected = str(error["ctx"]["expected"])
            return T("{found} is not one of {known}", found=value, known=expected)
    return T("{found} is not allowed here", found=value)


class Token(HttpBearer):
    """Requires a token; the middleware has looked it up already."""

    def __call__(self, request: Request) -> Visitor:  # type: ignore[override] # all are ours
        return caller(request)

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Do nothing, as the middleware has authenticated the request."""


def caller(request: Request) -> Visitor:
    """Return the visitor whose token was sent; raises NoToken."""
    if request.visitor is None:
        raise NoToken()
    return request.visitor


ANYBODY: dict[str, Any] = {
    "auth": None,
    "openapi_extra": {"security": [{}, {"Token": []}]},
}


def responses(shape: Any, *more: int, status: int = 200) -> dict[Any, Any]:
    """Return the responses of an operation: its shape, and a problem for each error status."""
    return {status: shape, frozenset({401, 503, *more}): shapes.Problem}


AT_TABLE = (404,)
THROUGH_SEAT = (403, 404, 422)
DOING = (403, 404, 422, 429)
SENDING = (403, 404, 413, 415, 422, 429)

Slug = Annotated[str, Path(description="the name of the table", example="k3v_9Zb1xQWa7u2M")]
OwnSeat = Annotated[
    str | None,
    Query(description="one of your seats; you may leave it out if you have only one"),
]
AnySeat = Annotated[
    str | None,
    Query(description="one of your seats; by default your only one, otherwise you are a spectator"),
]


def place_of_caller(request: Request, slug: str, seat: str | None = None) -> Place:
    """Return the caller's place; from now on `request.speaker` knows the names at the table."""
    return place_at(request, slug, seat, by_name=True)


def acting_caller(request: Request) -> Visitor:
    """Return the caller of an operation that changes something, counting it as an action."""
    count_actions(request)
    return caller(request)


def count_actions(request: Request, number: int = 1) -> None:
    """Count a request of the caller that plays so many actions."""
    limits.spend_actions(str(caller(request).pk), number)
