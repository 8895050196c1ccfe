"""All operations of the API, mounted and described."""

from __future__ import annotations

from django.http import HttpResponse
from ninja.errors import HttpError

from chancery.web.api import archive, company, contests, games, play, tables
from chancery.web.api.requests import Api, Bodies, Token
from chancery.web.identity.request import Request

DESCRIPTION = """\
Play, watch and host games with a program.

**Who you are**: send a token (made on your settings page) as `Authorization: Bearer …`. Without
one you may read what any spectator may. Cookies do not count here.

**Seats** are named as the game names them (`yellow`, `prussia`), everywhere. You look through your
own seat; at a table where you have several, name one with `seat`. Before a table starts nobody
looks through a seat.

**Playing**: `questions` says what your seats are asked and every legal action; `act` answers. An
answer names its question, so it counts only while that question is open, and counts once however
often it is sent: after a lost connection send it again.

**Numbers** of events count what your seat has seen, and so tell nothing about the others.

**Languages**: sentences are in the language of your account; without a token in the one that
`Accept-Language` asks for.

**Errors** all have the shape `Problem`; whatever is refused has changed nothing. After 429 and 503
wait as long as `Retry-After` says.
"""


api = Api(
    title="Chancery",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    openapi_url=None,
    docs_url=None,
    parser=Bodies(),
    auth=Token(),
)
for part in (games, tables, archive, contests, company, play):
    api.add_router("", part.router)


@api.exception_handler(HttpError)
def unread(request: Request, error: HttpError) -> HttpResponse:
    """Unwrap the refusal that `Bodies` raised for a body."""
    raise error.__cause__ or error
