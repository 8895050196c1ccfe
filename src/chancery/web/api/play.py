"""Operations to play: what a seat sees and is asked, and its answers."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from django.http import HttpResponse, StreamingHttpResponse
from ninja import Header, Query, Router

from chancery.core import Text
from chancery.table import Played
from chancery.table.seated import Reason, Seated, seated
from chancery.web.api import feeds, shapes
from chancery.web.api.requests import (
    ANYBODY,
    AT_TABLE,
    SENDING,
    THROUGH_SEAT,
    AnySeat,
    OwnSeat,
    Slug,
    acting_caller,
    count_actions,
    place_of_caller,
    responses,
)
from chancery.web.base.addresses import network
from chancery.web.base.refusals import Closed, NotOffered
from chancery.web.identity.request import Request
from chancery.web.play import records
from chancery.web.play.live import HUB
from chancery.web.tables import sittings
from chancery.web.tables.places import Place

router = Router(tags=["Play"])

# -- reading ------------------------------------------------------------------------------------


@router.get("/tables/{slug}/view", response=responses(shapes.View, *THROUGH_SEAT), **ANYBODY)
def view(request: Request, slug: Slug, seat: AnySeat = None) -> shapes.View:
    """Read the position as your seat or a spectator sees it."""
    place = place_of_caller(request, slug, seat)
    seated = place.seated
    return shapes.View(
        seat=seated.seat_name,
        version=place.table.version,
        view=seated.view.plain(),
        undo=seated.undo,
    )


@router.get("/tables/{slug}/events", response=responses(shapes.Events, *THROUGH_SEAT), **ANYBODY)
def events(
    request: Request,
    slug: Slug,
    seat: AnySeat = None,
    since: Annotated[
        int, Query(description="only what has a greater number", ge=0, le=1_000_000)
    ] = 0,
    most: Annotated[int, Query(description="so many at most", ge=1, le=feeds.MOST)] = feeds.MOST,
) -> shapes.Events:
    """Read what happened, as your seat or a spectator saw it.

    A response has a limited number of events; `more` says whether there are later ones. After an
    event `Undone` read earlier ones again to see which of them no longer hold.
    """
    place = place_of_caller(request, slug, seat)
    listed = feeds.events(place, since, most)
    last = listed[-1]["number"] if listed else since
    return shapes.Events(
        seat=place.seated.seat_name,
        events=[shapes.Event(**event) for event in listed],
        story=[shapes.StoryLine(**line) for line in feeds.story(place, since, most)],
        more=last < feeds.count(place),
    )


@router.get("/tables/{slug}/questions", response=responses(shapes.Questions, *AT_TABLE))
def questions(request: Request, slug: Slug) -> shapes.Questions:
    """Read what your seats are asked now, with all legal actions."""
    place = place_of_caller(request, slug)
    return shapes.Questions(
        version=place.table.version,
        questions=[
            _question(seated(place.sitting, seat, place.speaker)) for seat in feeds.questions(place)
        ],
    )


def _seat_name(table: Seated) -> str:
    assert table.seat_name is not None
    return table.seat_name


def _question(table: Seated) -> shapes.Question:
    asked = table.asked
    assert asked is not None

    def say(text: Text | None) -> str | None:
        return None if text is None else table.say(text)

    return shapes.Question(
        seat=_seat_name(table),
        question=asked.name,
        prompt=table.say(asked.prompt),
        rule=asked.rule,
        legal=[
            shapes.Choice(
                action=choice.action.text,
                label=table.say(choice.label),
                group=say(choice.group),
                closing=choice.closing,
                final=choice.final,
                preview=say(choice.preview),
            )
            for choice in asked.choices
        ],
        undo=table.undo,
        half_made=table.draft_length,
    )


@router.get("/tables/{slug}/legal", response=responses(shapes.Legal, *THROUGH_SEAT))
def legal(request: Request, slug: Slug, seat: OwnSeat = None) -> shapes.Legal:
    """List the legal actions of your seat only: faster than `questions`, for programs."""
    place = place_of_caller(request, slug, seat)
    name = feeds.questions(place).get(place.acting_seat())
    return shapes.Legal(
        seat=_seat_name(place.seated),
        question=name,
        legal=[] if name is None else [action.text for action in place.seated.legal],
    )


@router.get(
    "/tables/{slug}/record",
    response=responses(dict[str, Any], *AT_TABLE),
    **ANYBODY,
)
def record(request: Request, slug: Slug) -> HttpResponse:
    """Download the record of a finished game, or what your seat has seen of a running one."""
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
    response=responses(None, *THROUGH_SEAT, 429),
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
    """Receive events as they happen: server-sent events.

    Each event of the game comes as in `events`, with its number as its id. A message `turn` comes
    when one of your seats is asked something new. A stream that ends was interrupted, or you no
    longer play that seat: ask again.
    """
    place = place_of_caller(request, slug, seat)
    address = request.META.get("REMOTE_ADDR", "")
    listener = request.visitor.key if request.visitor else address
    header = request.headers.get("Authorization", "")
    begin = since if last is None else last
    feed = feeds.Feed(place, seat, begin, header, request.language, network(address))
    response = StreamingHttpResponse(
        feed.messages(HUB.stream((slug,), listener, address=address)),
        content_type="text/event-stream",
    )
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


# -- answering ----------------------------------------------------------------------------------


def _done(request: Request, place: Place, played: Played) -> shapes.Played:
    """Return the outcome of an action. The row may be outdated if the action was a repetition."""
    slug, seat = place.table.slug, place.seated.seat_name
    place = place_of_caller(request, slug, seat) if played.again else place.refreshed()
    return shapes.Played(
        actions=[action.text for action in played.actions],
        left=played.left,
        again=played.again,
        version=place.table.version,
        question=feeds.questions(place).get(place.acting_seat()),
        undo=place.seated.undo,
        over=place.table.over,
    )


@router.post("/tables/{slug}/act", response=responses(shapes.Played, *SENDING))
def act(request: Request, slug: Slug, sent: shapes.Act) -> shapes.Played:
    """Answer a question with one or several actions, all or none.

    A list stops at the first action that reveals something, uses chance or hands over; what follows
    is ignored. The same answer to the same question counts once: `again`.
    """
    place = place_of_caller(request, slug, sent.seat)
    number = place.acting_seat()
    spend = partial(count_actions, request, len(sent.actions))
    played = sittings.act(place.table, number, sent.actions, sent.question, spend)
    return _done(request, place, played)


@router.post("/tables/{slug}/undo", response=responses(shapes.Played, *SENDING))
def undo(request: Request, slug: Slug, sent: shapes.Undo) -> shapes.Played:
    """Take back your seat's last action, if nobody has learnt anything or decided since.

    With `whole` a half-made choice is taken back completely: a march, a purchase, an offer.
    """
    place = place_of_caller(request, slug, sent.seat)
    number = place.acting_seat()
    played = sittings.undo(
        place.table, number, sent.which, sent.whole, partial(count_actions, request)
    )
    return _done(request, place, played)


@router.post("/tables/{slug}/why", response=responses(shapes.Reason, *SENDING))
def why(request: Request, slug: Slug, sent: shapes.Doubt) -> shapes.Reason:
    """Explain why an action is impossible now, without trying it."""
    place = place_of_caller(request, slug, sent.seat)
    place.acting_seat()
    acting_caller(request)
    reason = place.seated.why(sent.action)
    if place.table.closed:
        reason = Reason(Closed().text(), Closed.rule)
    if reason is None:
        return shapes.Reason(why=None)
    return shapes.Reason(why=shapes.Problem(error=place.seated.say(reason.text), rule=reason.rule))


@router.get("/tables/{slug}/standing", response=responses(shapes.Offers, *THROUGH_SEAT))
def standing(request: Request, slug: Slug, seat: OwnSeat = None) -> shapes.Offers:
    """List the answers that your seat could give in advance now, and those it has given."""
    return _offers(place_of_caller(request, slug, seat))


def _offers(place: Place) -> shapes.Offers:
    standing = place.seats[place.acting_seat()].standing
    seated = place.seated
    return shapes.Offers(
        seat=_seat_name(seated),
        answers=[
            shapes.Offer(key=offer.key, label=seated.say(offer.label), given=offer.key in standing)
            for offer in seated.standing
        ],
    )


@router.post("/tables/{slug}/standing", response=responses(shapes.Offers, *SENDING))
def answer_ahead(request: Request, slug: Slug, sent: shapes.Standing) -> shapes.Offers:
    """Give an answer in advance, or withdraw it, unnoticed by others."""
    place = place_of_caller(request, slug, sent.seat)
    offered = {offer.key for offer in _offers(place).answers}
    if sent.given and sent.key not in offered:
        raise NotOffered()
    acting_caller(request)
    sittings.answer_ahead(place.table, place.acting_seat(), sent.key, sent.given)
    return _offers(place_of_caller(request, slug, sent.seat))
