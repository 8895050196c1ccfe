"""The page of a table, and what its forms and scripts send."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery.core.serialisation import number_in
from chancery.page import changes, sections
from chancery.table.refusals import StaleQuestion
from chancery.table.seated import Reason
from chancery.web.base import limits
from chancery.web.base.refusals import Closed, Empty, NotYours
from chancery.web.base.user_input import json_in
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import remember_guest, visitor_of
from chancery.web.play.grounds import ground, tools
from chancery.web.play.live import HUB
from chancery.web.play.records import play_on_seats
from chancery.web.play.table_info import page_of, rules_page
from chancery.web.tables import (
    courses,
    fairness,
    leaving,
    lines,
    lists,
    quotas,
    sittings,
    table_forms,
    waiting_room,
)
from chancery.web.tables.models import Notebook
from chancery.web.tables.places import Place, is_slug, place_at


def _acting(request: Request, slug: str, sent: dict[str, Any]) -> tuple[Place, int]:
    """Return the reader's place and the seat he acts for; raises NotYours."""
    place = place_at(request, slug, str(sent.get("seat")))
    return place, place.acting_seat()


@require_safe
@ensure_csrf_cookie
def table_page(request: Request, slug: str) -> HttpResponse:
    """The page of a table as it is now."""
    place = place_at(request, slug)
    invitation = request.GET.get("invitation", "")
    if waiting_room.serves(place, invitation, "join" in request.GET):
        return waiting_room.room(request, place)
    speaker, game = place.speaker, place.sitting.game
    notes = ""
    if place.visitor is not None:
        book = Notebook.objects.filter(table=place.table, visitor=place.visitor).first()
        notes = book.text if book else ""
    host = place.visitor is not None and place.table.host_id == place.visitor.pk
    free = any(seat.is_free for seat in place.seats) and not place.table.over
    page = page_of(place).plain()
    context = {
        "speaker": speaker,
        "table": place.table,
        "title": speaker.say(game.title),
        "game": game.name,
        "help": rules_page(slug, game.name),
        "ground": ground(place.sitting.start.frame, place.language),
        **tools(game.face, speaker),
        "parts": page.pop("parts"),
        "state": page,
        "notes": notes,
        "free": len(lists.free_seats(place, "", speaker)),
        "invited": place.invited,
        "options": options_of(place),
        "terms": lines.terms_of(place.table, place.seats, speaker),
        "imported": fairness.imported_by(place.table, speaker),
        "play_on": [] if place.table.over else play_on_seats(place, speaker),
        "invite": request.build_absolute_uri(
            f"{reverse('table', args=[slug])}?invitation={place.table.invitation}"
        )
        if host and free
        else "",
    }
    return render(request, "web/table.html", context)


def options_of(place: Place) -> list[tuple[str, str]]:
    """Return the options of a table that matter, with their chosen values."""
    game, options, say = place.sitting.game, place.sitting.start.options, place.speaker.say
    return [
        (say(option.title), say(option.values[options.get(option.name, option.default)]))
        for option in game.options
        if table_forms.matters(game, options, option.name)
    ]


@require_safe
def table_state(request: Request, slug: str) -> HttpResponse:
    """The parts of the page that change, for a script."""
    place = place_at(request, slug, request.GET.get("seat"))
    sent = request.GET
    have = changes.have_in(sent.get("have", "").split(), sent.get("shut"), "words" in sent)
    return JsonResponse(page_of(place).plain(have))


def _page(place: Place, sent: dict[str, Any]) -> HttpResponse:
    """Return the page for a script, as far as it differs from what the script says it has."""
    have = changes.have_in(sent.get("have"), sent.get("shut"), sent.get("words") is True)
    return JsonResponse(page_of(place).plain(have))


@require_safe
def orders(request: Request, slug: str) -> HttpResponse:
    """The orders for a piece: where it can go in one step."""
    place = place_at(request, slug, request.GET.get("seat"))
    key = request.GET.get("from", "")[:200]
    return JsonResponse({"orders": sections.orders(place.seated, key)})


@require_safe
def overlay(request: Request, slug: str) -> HttpResponse:
    """An overlay of the board, such as ranges."""
    place = place_at(request, slug, request.GET.get("seat"))
    read = number_in(request.GET.get("since", ""))
    name = request.GET.get("name", "")
    return JsonResponse({"overlay": place.seated.overlay(name, read)})


@require_POST
def act(request: Request, slug: str) -> HttpResponse:
    """Play one or several actions for one's own seat."""
    sent = json_in(request)
    place, seat = _acting(request, slug, sent)
    actions, question = sent.get("actions"), sent.get("question")
    subject = str(visitor_of(request).pk)
    if (
        type(question) is not str
        or type(actions) is not list
        or len(actions) > 200
        or not all(type(a) is str and len(a) < 200 for a in actions)
    ):
        limits.spend_actions(subject)
        raise Empty()
    counting = partial(limits.spend_actions, subject, len(actions))
    if place.table.course:
        courses.check_teacher(place.table, seat, actions, counting)
    played = sittings.act(place.table, seat, actions, question, counting)
    if place.table.course:
        courses.note_learned(place.table)
    # the row may be older than the action that was played twice
    place = place_at(request, slug, str(seat)) if played.again else place.refreshed()
    return _page(place, sent)


@require_POST
def undo(request: Request, slug: str) -> HttpResponse:
    """Take back the last action of one's own seat, or its whole incomplete choice."""
    sent = json_in(request)
    place, seat = _acting(request, slug, sent)
    counting = partial(limits.spend_actions, str(visitor_of(request).pk))
    which = number_in(str(sent.get("question")))
    if which is None:
        counting()
        raise StaleQuestion()
    sittings.undo(place.table, seat, which, sent.get("whole") is True, counting)
    return _page_after(request, slug, seat)


def _page_after(request: Request, slug: str, seat: int) -> HttpResponse:
    return _page(place_at(request, slug, str(seat)), json_in(request))


@require_POST
def why_not(request: Request, slug: str) -> HttpResponse:
    """Explain why an action is impossible, or what a click may have meant, without trying it."""
    sent = json_in(request)
    place, _ = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    meaning = None
    if "target" in sent:
        clicked = str(sent["target"])[:200]
        meaning = place.seated.meant(clicked)
        reason = None if meaning else place.seated.why_click(clicked)
    else:
        reason = place.seated.why(str(sent.get("action"))[:200])
    if place.table.closed and (reason is not None or "target" not in sent):
        reason = Reason(Closed().text(), Closed.rule)
    refusal = reason and {"error": place.seated.say(reason.text), "rule": reason.rule}
    return JsonResponse({"why": refusal} | ({"meant": meaning} if meaning and not refusal else {}))


@require_POST
def standing(request: Request, slug: str) -> HttpResponse:
    """Give or withdraw an answer in advance."""
    sent = json_in(request)
    place, seat = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    sittings.answer_ahead(place.table, seat, str(sent.get("key")), sent.get("given") is True)
    return _page_after(request, slug, seat)


@require_POST
def agree(request: Request, slug: str) -> HttpResponse:
    """Agree to end the game here, or withdraw that; it ends when all players agree."""
    sent = json_in(request)
    place, seat = _acting(request, slug, sent)
    leaving.agree(place.table, visitor_of(request), sent.get("agrees") is True)
    try:
        return _page_after(request, slug, seat)
    except NotYours:  # a player alone with bots has resigned by it
        return _page(place_at(request, slug), {"words": True})


@require_POST
def leave(request: Request, slug: str) -> HttpResponse:
    """Let a bot take over one's own seats; resigning also says so."""
    place = place_at(request, slug)
    leaving.leave(place.table, visitor_of(request), "resign" in request.POST)
    return redirect("table", slug=slug)


@require_POST
def talk(request: Request, slug: str) -> HttpResponse:
    """Say something to the players, or as a spectator to the spectators."""
    visitor = visitor_of(request)
    place_at(request, slug).say(visitor, str(json_in(request).get("text", "")))
    return remember_guest(request, JsonResponse({"said": True}))


@require_POST
def notes(request: Request, slug: str) -> HttpResponse:
    """Save the private notes of a visitor at a table."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    text = str(json_in(request).get("text", ""))[:5000]
    limits.spend("talk", str(visitor.pk))
    quotas.check_storage(visitor)
    if not Notebook.objects.filter(table=place.table, visitor=visitor).exists():
        limits.spend("notebooks", str(visitor.pk))
    Notebook.objects.update_or_create(table=place.table, visitor=visitor, defaults={"text": text})
    return remember_guest(request, JsonResponse({"kept": True}))


@require_safe
def events(request: Request) -> HttpResponseBase:
    """The event stream: which of these tables have changed."""
    slugs = tuple(slug for slug in request.GET.getlist("t")[:20] if is_slug(slug))
    address = request.META.get("REMOTE_ADDR", "")
    listener = request.visitor.key if request.visitor else address
    visitor = request.visitor.pk if request.visitor else None
    stream = HUB.stream(slugs, listener, visitor, address)
    response = StreamingHttpResponse(stream, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
