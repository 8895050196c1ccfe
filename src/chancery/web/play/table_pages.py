"""The page of a table, and what its forms and scripts send."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery.core.plain import number_in
from chancery.page import sections
from chancery.page.words import Words
from chancery.table.refusals import StaleQuestion
from chancery.table.seated import Reason
from chancery.web.base import limits
from chancery.web.base.refusals import Closed, Empty, NotStarted, NotYours
from chancery.web.base.sent import sent_in
from chancery.web.people.request import Request
from chancery.web.people.visitors import known, visitor_of
from chancery.web.play.facts import page_of, rules_page
from chancery.web.play.grounds import ground
from chancery.web.play.live import HUB
from chancery.web.play.records import play_on_seats
from chancery.web.tables import (
    answers_ahead,
    courses,
    disclosures,
    disk,
    leaving,
    lines,
    lists,
    sittings,
)
from chancery.web.tables.models import Notebook
from chancery.web.tables.places import Place, is_slug, place_at
from chancery.web.tables.saying import say_at


def _acting(request: Request, slug: str, sent: dict[str, Any]) -> tuple[Place, int]:
    """Where the reader stands, and the seat that he acts for."""
    place = place_at(request, slug, str(sent.get("seat")))
    if not place.table.started:
        raise NotStarted()
    if place.seat is None:
        raise NotYours()
    return place, place.seat


@require_safe
@ensure_csrf_cookie
def table_page(request: Request, slug: str) -> HttpResponse:
    """The page of a table, with everything on it as it is now."""
    place = place_at(request, slug)
    told, game = place.speaker, place.sitting.game
    notes = ""
    if place.visitor is not None:
        book = Notebook.objects.filter(table=place.table, visitor=place.visitor).first()
        notes = book.text if book else ""
    invitation = request.GET.get("invitation", "")
    if invitation != place.table.invitation:
        invitation = ""
    host = place.visitor is not None and place.table.host_id == place.visitor.pk
    free = any(s.owner_id is None and not s.bot for s in place.seats) and not place.table.over
    page = page_of(place).plain()
    context = {
        "w": Words(told),
        "table": place.table,
        "title": told.say(game.title),
        "game": game.name,
        "help": rules_page(slug, game.name),
        "ground": ground(place.sitting, place.language),
        "overlays": [(o.key, told.say(o.title)) for o in game.face.overlays()],
        "parts": page.pop("parts"),
        "state": page,
        "notes": notes,
        "invitation": invitation,
        "free": lists.free_seats(place, invitation, told),
        "invited": place.table.started and place.invited,
        "terms": lines.terms_of(place.table, place.seats, Words(told)),
        "imported": disclosures.imported_by(place.table, Words(told)),
        "play_on": [] if place.table.over else play_on_seats(place, told),
        "invite": request.build_absolute_uri(
            f"{reverse('table', args=[slug])}?invitation={place.table.invitation}"
        )
        if host and free
        else "",
    }
    return render(request, "web/table.html", context)


@require_safe
def table_state(request: Request, slug: str) -> HttpResponse:
    """The parts of the page that change, for a script."""
    place = place_at(request, slug, request.GET.get("seat"))
    return _page(place, "words" in request.GET, request.GET.get("have", "").split())


def _page(place: Place, wordy: bool, have: object) -> HttpResponse:
    """The page for a script; `have`: the sections that it has, as `name:tag`."""
    texts = have[:20] if isinstance(have, list) else []
    held = dict(text.split(":", 1) for text in texts if type(text) is str and ":" in text)
    return JsonResponse(page_of(place).plain(wordy, held))


@require_safe
def orders(request: Request, slug: str) -> HttpResponse:
    """Where something on the board could go in one go."""
    place = place_at(request, slug, request.GET.get("seat"))
    key = request.GET.get("from", "")[:200]
    return JsonResponse({"orders": sections.orders(place.seated, key)})


@require_safe
def overlay(request: Request, slug: str) -> HttpResponse:
    """Something to be laid over the board."""
    place = place_at(request, slug, request.GET.get("seat"))
    read = number_in(request.GET.get("since", ""))
    name = request.GET.get("name", "")
    return JsonResponse({"overlay": place.seated.overlay(name, read)})


@require_POST
def act(request: Request, slug: str) -> HttpResponse:
    """Play one action or several for an own seat."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    actions, question = sent.get("actions"), sent.get("question")
    who = str(visitor_of(request).pk)
    if (
        type(question) is not str
        or type(actions) is not list
        or len(actions) > 200
        or not all(type(a) is str and len(a) < 200 for a in actions)
    ):
        limits.spend_actions(who)
        raise Empty()
    counting = partial(limits.spend_actions, who, len(actions))
    if place.table.course:
        courses.listen(place.table, seat, actions, counting)
    played = sittings.act(place.table, seat, actions, question, counting)
    if place.table.course:
        courses.note(place.table)
    # what we read before may be older than the first answer
    place = place_at(request, slug, str(seat)) if played.again else place.anew()
    return _page(place, sent.get("words") is True, sent.get("have"))


@require_POST
def undo(request: Request, slug: str) -> HttpResponse:
    """Take back the last action of an own seat, or all of its half-made choice."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    counting = partial(limits.spend_actions, str(visitor_of(request).pk))
    which = number_in(str(sent.get("question")))
    if which is None:
        counting()
        raise StaleQuestion()
    sittings.undo(place.table, seat, which, sent.get("whole") is True, counting)
    return _page_after(request, slug, seat)


def _page_after(request: Request, slug: str, seat: int) -> HttpResponse:
    place, sent = place_at(request, slug, str(seat)), sent_in(request)
    return _page(place, sent.get("words") is True, sent.get("have"))


@require_POST
def why_not(request: Request, slug: str) -> HttpResponse:
    """Why an action is not possible now, or what a click may have meant, without trying it."""
    sent = sent_in(request)
    place, _ = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    meant = None
    if "target" in sent:
        clicked = str(sent["target"])[:200]
        meant = place.seated.meant(clicked)
        reason = None if meant else place.seated.why_click(clicked)
    else:
        reason = place.seated.why(str(sent.get("action"))[:200])
    if place.table.closed and (reason is not None or "target" not in sent):
        reason = Reason(Closed().text(), Closed.rule)
    found = reason and {"error": place.seated.say(reason.text), "rule": reason.rule}
    return JsonResponse({"why": found} | ({"meant": meant} if meant and not found else {}))


@require_POST
def standing(request: Request, slug: str) -> HttpResponse:
    """Give or withdraw an answer in advance."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    answers_ahead.answer_ahead(place.table, seat, str(sent.get("key")), sent.get("given") is True)
    return _page_after(request, slug, seat)


@require_POST
def agree(request: Request, slug: str) -> HttpResponse:
    """Agree to end the game here, or no longer; it ends when all people at it do."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    leaving.agree(place.table, visitor_of(request), sent.get("agrees") is True)
    try:
        return _page_after(request, slug, seat)
    except NotYours:  # who is alone with bots has resigned by that
        return _page(place_at(request, slug), True, None)


@require_POST
def leave(request: Request, slug: str) -> HttpResponse:
    """Let a bot play one's own seats from now on; to resign is to say so as well."""
    place = place_at(request, slug)
    leaving.leave(place.table, visitor_of(request), "resign" in request.POST)
    return redirect("table", slug=slug)


@require_POST
def talk(request: Request, slug: str) -> HttpResponse:
    """Say something to everybody at the table, or to those who watch."""
    visitor = visitor_of(request)
    say_at(place_at(request, slug), visitor, str(sent_in(request).get("text", "")), request.speaker)
    return known(request, JsonResponse({"said": True}))


@require_POST
def notes(request: Request, slug: str) -> HttpResponse:
    """Keep what the visitor has written down for himself."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    text = str(sent_in(request).get("text", ""))[:5000]
    limits.spend("talk", str(visitor.pk))
    disk.make_room(visitor)
    if not Notebook.objects.filter(table=place.table, visitor=visitor).exists():
        limits.spend("notebooks", str(visitor.pk))
    Notebook.objects.update_or_create(table=place.table, visitor=visitor, defaults={"text": text})
    return known(request, JsonResponse({"kept": True}))


@require_safe
def events(request: Request) -> HttpResponseBase:
    """The stream: which of these tables have changed."""
    slugs = tuple(slug for slug in request.GET.getlist("t")[:20] if is_slug(slug))
    address = request.META.get("REMOTE_ADDR", "")
    who = request.visitor.key if request.visitor else address
    visitor = request.visitor.pk if request.visitor else None
    stream = HUB.stream(slugs, who, visitor, address)
    response = StreamingHttpResponse(stream, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response
