"""Playing: what a seat sees and is asked, and its answers."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from django.http import HttpResponse, StreamingHttpResponse
from ninja import Header, Query, Router

from chancery.core import Text
from chancery.table import Played
from chancery.table.seated import Reason, Seated, seated
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
    counting,
    doing,
    gives,
    through,
)
from chancery.web.base.addresses import network
from chancery.web.base.refusals import Closed, NotOffered
from chancery.web.people.request import Request
from chancery.web.play import records
from chancery.web.play.live import HUB
from chancery.web.tables import answers_ahead, sittings
from chancery.web.tables.places import Place

router = Router(tags=["Play"])

# -- reading ------------------------------------------------------------------------------------


@router.get("/tables/{slug}/view", response=gives(shapes.View, *THROUGH_SEAT), **ANYBODY)
def view(request: Request, slug: Slug, seat: AnySeat = None) -> shapes.View:
    """The position, as your seat or a spectator sees it."""
    place = at(request, slug, seat)
    seated = place.seated
    return shapes.View(
        seat=seated.seat_name,
        version=place.table.version,
        view=seated.view.plain(),
        undo=seated.undo,
    )


@router.get("/tables/{slug}/events", response=gives(shapes.Events, *THROUGH_SEAT), **ANYBODY)
def events(
    request: Request,
    slug: Slug,
    seat: AnySeat = None,
    since: Annotated[
        int, Query(description="only what has a greater number", ge=0, le=1_000_000)
    ] = 0,
    most: Annotated[int, Query(description="so many at most", ge=1, le=feeds.MOST)] = feeds.MOST,
) -> shapes.Events:
    """What happened, as your seat or a spectator saw it.

    An answer has a limited number of events; `more` says whether there are later ones. After an
    event `Undone` read earlier ones again to see which of them no longer hold.
    """
    place = at(request, slug, seat)
    found = feeds.events(place, since, most)
    last = found[-1]["number"] if found else since
    return shapes.Events(
        seat=place.seated.seat_name,
        events=[shapes.Event(**event) for event in found],
        more=last < feeds.count(place),
    )


@router.get("/tables/{slug}/questions", response=gives(shapes.Questions, *AT_TABLE))
def questions(request: Request, slug: Slug) -> shapes.Questions:
    """What your seats are asked now, each with every legal action."""
    place = at(request, slug)
    return shapes.Questions(
        version=place.table.version,
        questions=[
            _question(seated(place.sitting, seat, place.speaker)) for seat in feeds.questions(place)
        ],
    )


def _own(at: Seated) -> str:
    assert at.seat_name is not None
    return at.seat_name


def _question(at: Seated) -> shapes.Question:
    asked = at.asked
    assert asked is not None

    def said(text: Text | None) -> str | None:
        return None if text is None else at.say(text)

    return shapes.Question(
        seat=_own(at),
        question=asked.name,
        prompt=at.say(asked.prompt),
        rule=asked.rule,
        legal=[
            shapes.Choice(
                action=choice.action.text,
                label=at.say(choice.label),
                group=said(choice.group),
                closing=choice.closing,
                preview=said(choice.preview),
            )
            for choice in asked.choices
        ],
        undo=at.undo,
        half_made=at.half_made,
    )


@router.get("/tables/{slug}/legal", response=gives(shapes.Legal, *THROUGH_SEAT))
def legal(request: Request, slug: Slug, seat: OwnSeat = None) -> shapes.Legal:
    """The bare list of what your seat may do: quicker than `questions`, for programs."""
    place = at(request, slug, seat)
    name = feeds.questions(place).get(through(place))
    return shapes.Legal(
        seat=_own(place.seated),
        question=name,
        legal=[] if name is None else [action.text for action in place.seated.legal],
    )


@router.get(
    "/tables/{slug}/record",
    response=gives(dict[str, Any], *AT_TABLE),
    **ANYBODY,
)
def record(request: Request, slug: Slug) -> HttpResponse:
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
    request: Request,
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
    feed = feeds.Feed(place, seat, begin, header, request.language, network(address))
    response = StreamingHttpResponse(
        feed.messages(HUB.stream((slug,), who, address=address)), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


# -- answering ----------------------------------------------------------------------------------


def _done(request: Request, place: Place, done: Played) -> shapes.Played:
    """What became of it. What was read before may be older than an answer given before."""
    slug, seat = place.table.slug, place.seated.seat_name
    place = at(request, slug, seat) if done.again else place.anew()
    return shapes.Played(
        actions=[action.text for action in done.actions],
        left=done.left,
        again=done.again,
        version=place.table.version,
        question=feeds.questions(place).get(through(place)),
        undo=place.seated.undo,
        over=place.table.over,
    )


@router.post("/tables/{slug}/act", response=gives(shapes.Played, *SENDING))
def act(request: Request, slug: Slug, sent: shapes.Act) -> shapes.Played:
    """Answer a question with one action or several: all or none.

    A list stops at the first action that reveals something, uses chance or hands over; what comes
    after it is not looked at. The same answer to the same question counts once: `again`.
    """
    place = at(request, slug, sent.seat)
    number = through(place)
    spend = partial(counting, request, len(sent.actions))
    done = sittings.act(place.table, number, sent.actions, sent.question, spend)
    return _done(request, place, done)


@router.post("/tables/{slug}/undo", response=gives(shapes.Played, *SENDING))
def undo(request: Request, slug: Slug, sent: shapes.Undo) -> shapes.Played:
    """Take back what your seat did last, if nobody has learnt anything or decided since.

    With `whole` all of a half-made choice is taken back: a march, a purchase, an offer.
    """
    place = at(request, slug, sent.seat)
    number = through(place)
    done = sittings.undo(place.table, number, sent.which, sent.whole, partial(counting, request))
    return _done(request, place, done)


@router.post("/tables/{slug}/why", response=gives(shapes.Reason, *SENDING))
def why(request: Request, slug: Slug, sent: shapes.Doubt) -> shapes.Reason:
    """Why an action is not possible now, without trying it."""
    place = at(request, slug, sent.seat)
    through(place)
    doing(request)
    reason = place.seated.why(sent.action)
    if place.table.closed:
        reason = Reason(Closed().text(), Closed.rule)
    if reason is None:
        return shapes.Reason(why=None)
    return shapes.Reason(why=shapes.Problem(error=place.seated.say(reason.text), rule=reason.rule))


@router.get("/tables/{slug}/standing", response=gives(shapes.Offers, *THROUGH_SEAT))
def standing(request: Request, slug: Slug, seat: OwnSeat = None) -> shapes.Offers:
    """The answers that your seat could give in advance now, and those it has given."""
    return _offers(at(request, slug, seat))


def _offers(place: Place) -> shapes.Offers:
    given = place.seats[through(place)].standing
    seated = place.seated
    return shapes.Offers(
        seat=_own(seated),
        answers=[
            shapes.Offer(key=offer.key, label=seated.say(offer.label), given=offer.key in given)
            for offer in seated.standing
        ],
    )


@router.post("/tables/{slug}/standing", response=gives(shapes.Offers, *SENDING))
def answer_ahead(request: Request, slug: Slug, sent: shapes.Standing) -> shapes.Offers:
    """Give an answer in advance, or withdraw it; nobody else notices."""
    place = at(request, slug, sent.seat)
    offered = {offer.key for offer in _offers(place).answers}
    if sent.given and sent.key not in offered:
        raise NotOffered()
    doing(request)
    answers_ahead.answer_ahead(place.table, through(place), sent.key, sent.given)
    return _offers(at(request, slug, sent.seat))
