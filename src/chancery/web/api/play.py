"""Playing: what a seat sees and is asked, and its answers."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Header, Query, Router

from chancery.core import Refusal
from chancery.core.words import Speaker, Text
from chancery.table import Played, Sitting
from chancery.web.api import feeds, shapes
from chancery.web.api.asking import (
    ANYBODY,
    AT_TABLE,
    SENDING,
    THROUGH_SEAT,
    AnySeat,
    OwnSeat,
    Slug,
    at,
    doing,
    gives,
    through,
)
from chancery.web.base.refusals import Closed, NotOffered
from chancery.web.play import records
from chancery.web.play.live import HUB
from chancery.web.tables import answers_ahead, sittings
from chancery.web.tables.places import Place

router = Router(tags=["Play"])

# -- reading ------------------------------------------------------------------------------------


def _name(sitting: Sitting, seat: int | None) -> str | None:
    return None if seat is None else sitting.seats[seat]


def _last(sitting: Sitting, seat: int | None) -> int | None:
    return None if seat is None else sitting.last(seat)


@router.get("/tables/{slug}/view", response=gives(shapes.View, *THROUGH_SEAT), **ANYBODY)
def view(request: HttpRequest, slug: Slug, seat: AnySeat = None) -> shapes.View:
    """The position, as your seat or a spectator sees it."""
    place = at(request, slug, seat)
    sitting = sittings.load(place.table)
    return shapes.View(
        seat=_name(sitting, place.seat),
        version=place.table.version,
        view=sitting.state.view(place.seat).plain(),
        undo=_last(sitting, place.seat),
    )


@router.get("/tables/{slug}/events", response=gives(shapes.Events, *THROUGH_SEAT), **ANYBODY)
def events(
    request: HttpRequest,
    slug: Slug,
    seat: AnySeat = None,
    since: Annotated[
        int, Query(description="only what has a greater number", ge=0, le=1_000_000)
    ] = 0,
) -> shapes.Events:
    """What happened, as your seat or a spectator saw it.

    After an event `Undone` read earlier ones again to see which of them no longer hold.
    """
    place = at(request, slug, seat)
    sitting = sittings.load(place.table)
    found = feeds.events(place, sitting, since, request.speaker)
    return shapes.Events(
        seat=_name(sitting, place.seat), events=[shapes.Event(**event) for event in found]
    )


@router.get("/tables/{slug}/questions", response=gives(shapes.Questions, *AT_TABLE))
def questions(request: HttpRequest, slug: Slug) -> shapes.Questions:
    """What your seats are asked now, each with every legal action."""
    place = at(request, slug)
    sitting = sittings.load(place.table)
    return shapes.Questions(
        version=place.table.version,
        questions=[
            _question(sitting, seat, name, request.speaker)
            for seat, name in feeds.questions(place, sitting).items()
        ],
    )


def _question(sitting: Sitting, seat: int, name: str, told: Speaker) -> shapes.Question:
    state, game = sitting.state, sitting.game
    asked, view, closing = state.question(seat), state.view(seat), sitting.closing(seat)
    assert asked is not None

    def said(text: Text | None) -> str | None:
        return None if text is None else told.say(text)

    return shapes.Question(
        seat=sitting.seats[seat],
        question=name,
        prompt=told.say(game.face.prompt(view, asked)),
        rule=state.phases[-1].rule,
        legal=[
            shapes.Choice(
                action=action.text,
                label=told.say(game.face.label(action)),
                group=said(game.face.group(action)),
                closing=action in closing,
                preview=said(game.face.preview(view, action)),
            )
            for action in state.legal(seat)
        ],
        undo=sitting.last(seat),
        half_made=sitting.half_made(seat),
    )


@router.get("/tables/{slug}/legal", response=gives(shapes.Legal, *THROUGH_SEAT))
def legal(request: HttpRequest, slug: Slug, seat: OwnSeat = None) -> shapes.Legal:
    """The bare list of what your seat may do: quicker than `questions`, for programs."""
    place = at(request, slug, seat)
    number = through(place)
    sitting = sittings.load(place.table)
    name = feeds.questions(place, sitting).get(number)
    return shapes.Legal(
        seat=sitting.seats[number],
        question=name,
        legal=[] if name is None else [action.text for action in sitting.state.legal(number)],
    )


@router.get(
    "/tables/{slug}/record",
    response=gives(dict[str, Any], *AT_TABLE),
    **ANYBODY,
)
def record(request: HttpRequest, slug: Slug) -> HttpResponse:
    """The record of a finished game; of a running one what your seat has seen."""
    return records.export(request, slug)


MESSAGE = {
    "type": "object",
    "description": "one message of the stream",
    "properties": {
        "id": {"type": "string", "description": "the number of an event of the game"},
        "event": {"enum": ["message", "turn"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
}
STREAMED = {
    **ANYBODY,
    "openapi_extra": {
        **ANYBODY["openapi_extra"],
        "responses": {
            200: {
                "content": {
                    "text/event-stream": {
                        "schema": MESSAGE,
                        "example": 'id: 12\ndata: {"number": 12, "event": "Passed", '
                        '"facts": {"seat": "yellow"}, "text": "Anna passes.", "undone": false}\n\n'
                        'event: turn\ndata: {"seat": "black", "question": "bid.3"}\n\n',
                    }
                }
            }
        },
    },
}


@router.get(
    "/tables/{slug}/stream",
    response=gives(None, *THROUGH_SEAT, 429),
    **STREAMED,
)
def stream(
    request: HttpRequest,
    slug: Slug,
    seat: AnySeat = None,
    since: Annotated[
        int | None,
        Query(
            description="begin with what has a greater number; without it, from now on",
            ge=0,
            le=1_000_000,
        ),
    ] = None,
    last: Annotated[
        int | None,
        Header(
            alias="Last-Event-ID",
            description="where a stream broke off; goes before `since`",
            ge=0,
            le=1_000_000,
        ),
    ] = None,
) -> StreamingHttpResponse:
    """What happens, as it happens: server-sent events.

    Each event of the game comes as in `events`, with its number as its id. A message `turn` comes
    when one of your seats is asked something new. A stream that ends was cut off, or you no longer
    play that seat: ask again.
    """
    place = at(request, slug, seat)
    address = request.META.get("REMOTE_ADDR", "")
    who = request.visitor.key if request.visitor else address
    header = request.headers.get("Authorization", "")
    begin = since if last is None else last
    feed = feeds.Feed(place, seat, begin, header, request.language)
    response = StreamingHttpResponse(
        feed.messages(HUB.stream((slug,), who, address=address)), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


# -- answering ----------------------------------------------------------------------------------


def _done(request: HttpRequest, slug: str, seat: str, done: Played) -> shapes.Played:
    """What became of it; the table is read anew, for another request may have come first."""
    place = at(request, slug, seat)
    sitting = sittings.load(place.table)
    number = sitting.seat(seat)
    return shapes.Played(
        actions=[action.text for action in done.actions],
        left=done.left,
        again=done.again,
        version=place.table.version,
        question=feeds.questions(place, sitting).get(number),
        undo=sitting.last(number),
        over=place.table.over,
    )


@router.post("/tables/{slug}/act", response=gives(shapes.Played, *SENDING))
def act(request: HttpRequest, slug: Slug, sent: shapes.Act) -> shapes.Played:
    """Answer a question with one action or several: all or none.

    A list stops at the first action that reveals something, uses chance or hands over; what comes
    after it is not looked at. The same answer to the same question counts once: `again`.
    """
    place = at(request, slug, sent.seat)
    number = through(place)
    doing(request, len(sent.actions))
    done = sittings.act(place.table, number, sent.actions, sent.question)
    return _done(request, slug, sent.seat, done)


@router.post("/tables/{slug}/undo", response=gives(shapes.Played, *SENDING))
def undo(request: HttpRequest, slug: Slug, sent: shapes.Undo) -> shapes.Played:
    """Take back what your seat did last, if nobody has learnt anything or decided since.

    With `whole` all of a half-made choice is taken back: a march, a purchase, an offer.
    """
    place = at(request, slug, sent.seat)
    number = through(place)
    doing(request)
    done = sittings.undo(place.table, number, sent.which, sent.whole)
    return _done(request, slug, sent.seat, done)


@router.post("/tables/{slug}/why", response=gives(shapes.Reason, *SENDING))
def why(request: HttpRequest, slug: Slug, sent: shapes.Doubt) -> shapes.Reason:
    """Why an action is not possible now, without trying it."""
    place = at(request, slug, sent.seat)
    number = through(place)
    doing(request)
    sitting = sittings.load(place.table)
    action = sitting.game.notation.parse(sent.action)
    reason: Refusal | None = sitting.state.why_not(action, number)
    if place.table.closed:
        reason = Closed()
    if reason is None:
        return shapes.Reason(why=None)
    said = request.speaker.say(reason.text())
    return shapes.Reason(why=shapes.Problem(error=said, rule=reason.rule))


@router.get("/tables/{slug}/standing", response=gives(shapes.Offers, *THROUGH_SEAT))
def standing(request: HttpRequest, slug: Slug, seat: OwnSeat = None) -> shapes.Offers:
    """The answers that your seat could give in advance now, and those it has given."""
    return _offers(at(request, slug, seat), request.speaker)


def _offers(place: Place, told: Speaker) -> shapes.Offers:
    number = through(place)
    sitting = sittings.load(place.table)
    given = place.seats[number].standing
    return shapes.Offers(
        seat=sitting.seats[number],
        answers=[
            shapes.Offer(key=offer.key, label=told.say(offer.label), given=offer.key in given)
            for offer in sitting.game.face.standing(sitting.state.view(number))
        ],
    )


@router.post("/tables/{slug}/standing", response=gives(shapes.Offers, *SENDING))
def answer_ahead(request: HttpRequest, slug: Slug, sent: shapes.Standing) -> shapes.Offers:
    """Give an answer in advance, or withdraw it; nobody else notices."""
    place = at(request, slug, sent.seat)
    offered = {offer.key for offer in _offers(place, request.speaker).answers}
    if sent.given and sent.key not in offered:
        raise NotOffered()
    doing(request)
    answers_ahead.answer_ahead(place.table, through(place), sent.key, sent.given)
    return _offers(at(request, slug, sent.seat), request.speaker)
