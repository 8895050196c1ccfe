"""The pages and what their forms and scripts send."""

from __future__ import annotations

import json
from functools import cache, partial
from itertools import islice
from typing import Any, cast

from django.core.exceptions import RequestDataTooBig
from django.db import transaction
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import Game, Refusal, State
from chancery.core.help import anchor
from chancery.core.words import CORE_CATALOGUES, LANGUAGES, SeatName, Speaker
from chancery.table import Sitting, record
from chancery.table.players import Player, moves, seat_seed
from chancery.table.refusals import StaleQuestion
from chancery.web import disk, heavy, limits, lines, lists, parts, pressed, sittings, tables
from chancery.web.live import HUB
from chancery.web.middleware import answer
from chancery.web.models import Notebook, Seat, Table, Visitor, new_secret
from chancery.web.parts import Place
from chancery.web.refusals import (
    Breakdown,
    Closed,
    Empty,
    HouseBusy,
    NotStarted,
    NotThere,
    NotYours,
    TooLarge,
    TooSlowly,
)
from chancery.web.visitors import back_to, known, name_in, number_in, visitor_of
from chancery.web.words import Said, phrase

LARGEST_RECORD = 2_000_000
SHOWCASE = 260  # actions played for the picture of a game


@cache
def speaker_for(language: str) -> Speaker:
    """Somebody who speaks for the whole house."""
    own = [(name, games.find(name).folder / "locale") for name in games.names()]
    return Speaker(language, (), [*own, *CORE_CATALOGUES])


def common(request: HttpRequest) -> dict[str, Any]:
    """What every template has."""
    language = getattr(request, "language", "en")
    return {
        "w": Said(speaker_for(language)),
        "language": language,
        "languages": LANGUAGES,
        "visitor": getattr(request, "visitor", None),
        "turns": partial(lists.turns_of, getattr(request, "visitor", None)),  # asked for when shown
    }


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that has been open for too long, or comes from elsewhere."""
    return answer(request, phrase("csrf"), 403)


# -- visitors ----------------------------------------------------------------------------


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Another language from now on."""
    visitor = visitor_of(request)
    code = request.POST.get("language", "")
    if code in LANGUAGES:
        visitor.language = code
        visitor.save(update_fields=["language"])
    return known(request, redirect(back_to(request.POST.get("back", ""), "/")))


# -- the front page and new tables ---------------------------------------------------------


@require_safe
@ensure_csrf_cookie
def front(request: HttpRequest) -> HttpResponse:
    """The games, each with a picture and one button."""
    shown, pieces = [], {}
    for name in games.names():
        game = _introduced(name, request.language)
        shown.append(game | {"mark": f"<!-- {name} -->"})  # nobody's name can hold such a thing
        pieces[f"<!-- {name} -->"] = game["picture"]
    text = render_to_string("web/front.html", {"games": shown}, request)
    return pressed.page(request, text, pieces)


@cache
def _introduced(name: str, language: str) -> dict[str, str]:
    """A game's title and picture."""
    game = games.find(name)
    state = _showcase(name)
    told = game.speaker(language, (), state.seats)
    layers = (game.ground(state.frame, told), game.draw(state.view(None), told))
    picture = "".join(f'<div class="layer">{layer}</div>' for layer in layers)
    return {
        "name": name,
        "title": told.say(game.title),
        "picture": "" if layers[0] is None else picture,
    }


@cache
def _showcase(name: str) -> State:
    """A position from the middle of a game between bots, to be looked at."""
    game = games.find(name)
    state: State = game.start(seed="showcase")
    kind = bots.names(game)[-1]
    seats = range(len(state.seats))
    players = [Player(kind, game, seat_seed("showcase", seat)) for seat in seats]
    for seat, action in islice(moves(state, players), SHOWCASE):
        before = state.clone()
        state.apply(action, seat)
        if state.result is not None:
            return before
    return state


def game_called(name: str) -> Game[Any, Any]:
    """A game by the name in an address."""
    if name not in games.names():
        raise NotThere()
    return games.find(name)


# -- a table -------------------------------------------------------------------------------


def place_at(request: HttpRequest, slug: str, seat: str | None = None) -> Place:
    """Where the reader stands; what is said to him from now on names the people there."""
    place = parts.place_of(slug, request.visitor, seat)
    request.speaker = parts.speaker(place, request.language)
    return place


def _acting(request: HttpRequest, slug: str, sent: dict[str, Any]) -> tuple[Place, int]:
    """Where the reader stands, and the seat that he acts for."""
    place = place_at(request, slug, str(sent.get("seat")))
    if not place.table.started:
        raise NotStarted()
    if place.seat is None:
        raise NotYours()
    return place, place.seat


_grounds: dict[tuple[Any, ...], str | None] = {}


def _ground(sitting: Sitting, language: str) -> str | None:
    """The part of the picture that never changes; drawn once for each frame and language."""
    frame = sitting.start.frame
    key = (frame.game, frame.rules, tuple(frame.options.items()), frame.data, language)
    if key not in _grounds:
        if len(_grounds) > 200:
            _grounds.clear()
        plain = sitting.game.speaker(language, (), frame.seats, sitting.game.called(frame))
        _grounds[key] = sitting.game.ground(frame, plain)
    return _grounds[key]


@require_safe
@ensure_csrf_cookie
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The table."""
    place = place_at(request, slug)
    language = request.language
    told: Speaker = request.speaker
    sitting = sittings.load(place.table)
    notes = ""
    if place.visitor is not None:
        book = Notebook.objects.filter(table=place.table, visitor=place.visitor).first()
        notes = book.text if book else ""
    invitation = request.GET.get("invitation", "")
    if invitation != place.table.invitation:
        invitation = ""
    host = place.visitor is not None and place.table.host_id == place.visitor.pk
    free = any(s.owner_id is None and not s.bot for s in place.seats) and not place.table.over
    context = {
        "w": Said(told),
        "table": place.table,
        "title": told.say(sitting.game.title),
        "game": sitting.game.name,
        "ground": _ground(sitting, language),
        "overlays": [(o.key, told.say(o.title)) for o in sitting.game.overlays()],
        "state": parts.build(place, language),
        "notes": notes,
        "invitation": invitation,
        "free": lists.free_seats(place, invitation, told),
        "invited": place.table.started and place.invited,
        "terms": lines.terms_of(place.table, Said(told)),
        "imported": parts.imported_by(place.table, Said(told)),
        "play_on": [] if place.table.over else _play_on_seats(place, told),
        "invite": request.build_absolute_uri(
            f"{reverse('table', args=[slug])}?invitation={place.table.invitation}"
        )
        if host and free
        else "",
    }
    return render(request, "web/table.html", context)


@require_safe
def table_state(request: HttpRequest, slug: str) -> HttpResponse:
    """The parts of the page that change, for a script."""
    place = place_at(request, slug, request.GET.get("seat"))
    return JsonResponse(parts.build(place, request.language, "words" in request.GET))


@require_safe
def orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Where something on the board could go in one go."""
    place = place_at(request, slug, request.GET.get("seat"))
    key = request.GET.get("from", "")[:200]
    return JsonResponse({"orders": parts.orders(place, key, request.language)})


@require_safe
def overlay(request: HttpRequest, slug: str) -> HttpResponse:
    """Something to be laid over the board."""
    place = place_at(request, slug, request.GET.get("seat"))
    since = request.GET.get("since", "")
    read = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else None
    name = request.GET.get("name", "")
    return JsonResponse({"overlay": parts.overlay(place, name, read, request.language)})


def sent_in(request: HttpRequest) -> dict[str, Any]:
    """What a script has sent: in UTF-8 as JSON is, or a NUL could hide from us in another one."""
    try:
        found = json.loads(request.body.decode())
        json.dumps(found, ensure_ascii=False).encode()  # half characters break down later
    except (ValueError, RecursionError):
        found = None
    if type(found) is not dict or b"\\u0000" in request.body:
        raise Empty()
    return cast(dict[str, Any], found)


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Play one action or several for an own seat."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    actions, question = sent.get("actions"), sent.get("question")
    number = len(actions) if type(actions) is list and len(actions) <= 200 else 1
    limits.spend_actions(str(visitor_of(request).pk), number)
    if type(actions) is not list or not all(type(a) is str and len(a) < 200 for a in actions):
        raise Empty()
    if type(question) is not str or len(actions) > 200:
        raise Empty()
    played = sittings.act(place.table, seat, actions, question)
    if played.again:  # what we read before may be older than the first answer
        place = place_at(request, slug, str(seat))
    return JsonResponse(parts.build(place, request.language, sent.get("words") is True))


@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last action of an own seat, or all of its half-made choice."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    which = number_in(str(sent.get("question")))
    if which is None:
        raise StaleQuestion()
    sittings.undo(place.table, seat, which, sent.get("whole") is True)
    return _state_after(request, slug, seat)


def _state_after(request: HttpRequest, slug: str, seat: int) -> HttpResponse:
    place = place_at(request, slug, str(seat))
    wordy = sent_in(request).get("words") is True
    return JsonResponse(parts.build(place, request.language, wordy))


@require_POST
def why_not(request: HttpRequest, slug: str) -> HttpResponse:
    """Why an action is not possible now, or what a click may have meant, without trying it."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    sitting = sittings.load(place.table)
    game, state = sitting.game, sitting.state
    if "target" in sent:
        view, target = state.view(seat), str(sent["target"])[:200]
        legal = {game.target(view, action) for action in state.legal(seat)}
        meant = () if target in legal else game.asking(view, target)
    else:
        meant = (game.notation.parse(str(sent.get("action"))[:200]),)
    reasons = (state.why_not(action, seat) for action in meant)
    reason: Refusal | None = next((found for found in reasons if found is not None), None)
    if place.table.closed and meant:
        reason = Closed()
    told: Speaker = request.speaker
    found = None if reason is None else {"error": told.say(reason.text()), "rule": reason.rule}
    return JsonResponse({"why": found})


@require_POST
def standing(request: HttpRequest, slug: str) -> HttpResponse:
    """Give or withdraw an answer in advance."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    limits.spend("actions", str(visitor_of(request).pk))
    tables.answer_ahead(place.table, seat, str(sent.get("key")), sent.get("given") is True)
    return _state_after(request, slug, seat)


@require_POST
def agree(request: HttpRequest, slug: str) -> HttpResponse:
    """Agree to end the game here, or no longer; it ends when all people at it do."""
    sent = sent_in(request)
    place, seat = _acting(request, slug, sent)
    tables.agree(place.table, visitor_of(request), sent.get("agrees") is True)
    try:
        return _state_after(request, slug, seat)
    except NotYours:  # who is alone with bots has resigned by that
        return JsonResponse(parts.build(place_at(request, slug), request.language))


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a bot play one's own seats from now on; to resign is to say so as well."""
    place = place_at(request, slug)
    tables.leave(place.table, visitor_of(request), "resign" in request.POST)
    return redirect("table", slug=slug)


@require_POST
def talk(request: HttpRequest, slug: str) -> HttpResponse:
    """Say something to everybody at the table, or to those who watch."""
    visitor = visitor_of(request)
    say_at(place_at(request, slug), visitor, str(sent_in(request).get("text", "")), request.speaker)
    return known(request, JsonResponse({"said": True}))


def say_at(place: Place, visitor: Visitor, text: str, told: Speaker) -> None:
    """Somebody says something in the name of his seat, or in his own."""
    name = told.word(SeatName(place.own[0])) if place.own else visitor.name
    tables.say(place.table, visitor, place.inside, name, text)


@require_POST
def notes(request: HttpRequest, slug: str) -> HttpResponse:
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
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a finished game; of a running one only what the seat has seen."""
    place = place_at(request, slug)
    sitting = sittings.load(place.table)
    if sitting.state.result is None:
        return _seen_so_far(place, sitting)
    fork = sitting.fork()
    fork.promised = sitting.seed is not None
    told: Speaker = request.speaker
    fork.names = tuple(told.word(SeatName(seat)) for seat in range(len(sitting.seats)))
    kinds = tuple(seat.bot or None for seat in sittings.seats(place.table))
    fork.bots = kinds if any(kinds) else ()  # an opened record does not say who was one
    response = HttpResponse(record.dumps(fork), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{place.table.game}-{slug}.json"'
    return response


def _seen_so_far(place: Place, sitting: Sitting) -> HttpResponse:
    """What a seat knows of a running game: its view and the events it has seen."""
    seats = sitting.seats
    view = sitting.state.view(place.seat)
    found = {
        "game": sitting.game.name,
        "seat": None if place.seat is None else seats[place.seat],
        "commitment": sitting.commitment if place.table.started else None,
        "view": sitting.game.view_plain(view, seats),
        "events": [
            {"number": number + 1, "undone": undone, **event.plain(seats)}
            for number, event, undone in sitting.events(place.seat)
        ],
    }
    response = JsonResponse(found)
    name = f"{place.table.game}-{place.table.slug}-seen.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def replay(request: HttpRequest, slug: str, step: int) -> HttpResponse:
    """The table at any point that the reader may see."""
    place = place_at(request, slug)
    told: Speaker = request.speaker
    sitting = sittings.load(place.table)
    found = parts.at(place, step, request.language)
    ended = place.table.over and found["step"] == found["last"]
    context = {
        "w": Said(told),
        "table": place.table,
        "title": told.say(sitting.game.title),
        "game": sitting.game.name,
        "ground": _ground(sitting, request.language),
        "where": told.say(phrase("step", n=found["step"], all=found["last"])),
        "play_on": [] if ended else _play_on_seats(place, told),
        "previous": max(0, found["step"] - 1),
        "next": min(found["last"], found["step"] + 1),
        **found,
    }
    return render(request, "web/replay.html", context)


@require_POST
def import_record(request: HttpRequest) -> HttpResponse:
    """Open a record file for stepping through."""
    visitor = visitor_of(request)
    limits.spend("imports", str(visitor.pk))
    limits.spend("tables", str(visitor.pk))
    file = request.FILES.get("record")
    if file is None or file.size > LARGEST_RECORD:
        raise Empty()
    sitting = heavy.check(file.read().decode("utf-8", "replace"))
    text = record.dumps(sitting)
    if "\\u0000" in text or text != text.encode("utf-8", "replace").decode():
        raise Empty()  # no database keeps that
    names = [name_in(name) for name in sitting.names]
    table = _copy_of(sitting, len(sitting.log), visitor, names, imported=True)
    return known(request, redirect("replay", slug=table.slug, step=0))


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A private table to try moves: a finished game from any point, a running one re-dealt."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    sitting = sittings.load(place.table)
    limits.spend("tables", str(visitor.pk))
    wanted = number_in(request.POST.get("step", ""))
    lengths = sittings.steps(sitting, place.seat)
    step = len(lengths) - 1 if wanted is None else min(wanted, len(lengths) - 1)
    told: Speaker = request.speaker
    names = [told.word(SeatName(seat)) for seat in range(len(sitting.seats))]
    if sitting.state.result is None:
        # what the reader knows, and chance for the rest
        view = sitting.at(lengths[step]).view(place.seat)
        guess = sitting.game.sample(view, new_secret())
        sitting = Sitting(
            sitting.game, rules=guess.rules, data=guess.frame.data, options=guess.options,
            seed=new_secret(), position=guess.plain(),
        )  # fmt: skip
        lengths, step = [0], 0
    table = _copy_of(sitting, lengths[step], visitor, names)
    return known(request, redirect("table", slug=table.slug))


def _copy_of(
    sitting: Sitting, length: int, visitor: Visitor, names: list[str], imported: bool = False
) -> Table:
    """A table that begins with the log of another, for one visitor alone: all seats are his.

    He knows the seed, or could have made up the whole log.
    """
    frame = sitting.start.frame
    weight = disk.weight_of(sitting, length)
    disk.make_room(visitor, weight)
    with transaction.atomic():
        table = Table.objects.create(
            game=frame.game,
            rules=frame.rules,
            options=dict(frame.options),
            data=frame.data,
            seed=sitting.seed,
            position=sitting.position,
            luck=list(sitting.luck) if sitting.seed is None and not sitting.position else None,
            host=visitor,
            private=True,
            imported=imported,
            importer=visitor if imported else None,
            weight=weight,
        )
        for number in range(len(sitting.seats)):
            Seat.objects.create(table=table, number=number, owner=visitor, name=names[number])
        sittings.store(table, sitting.until(length))
    return table


def _play_on_seats(place: Place, told: Speaker) -> list[tuple[int, str]]:
    """The seats of an imported game, for its importer who wants to play on with others."""
    table = place.table
    mine = place.visitor is not None and table.host_id == place.visitor.pk
    if not (mine and table.imported and table.private):
        return []
    return [(seat.number, told.word(SeatName(seat.number))) for seat in place.seats]


@require_POST
def play_on(request: HttpRequest, slug: str) -> HttpResponse:
    """Play on with others from an imported game, where it is or at a step of it."""
    visitor = visitor_of(request)
    place = place_at(request, slug)
    sitting = sittings.load(place.table)
    wanted = number_in(request.POST.get("step", ""))
    lengths = sittings.steps(sitting, place.seat)
    length = len(sitting.log) if wanted is None else lengths[min(wanted, len(lengths) - 1)]
    number = number_in(request.POST.get("seat", ""))
    table = tables.play_on(place.table, visitor, number, length, "public" in request.POST)
    return known(request, redirect("table", slug=table.slug))


@require_safe
def help_page(request: HttpRequest, name: str) -> HttpResponse:
    """How a game is played here."""
    game = game_called(name)
    told = game.speaker(request.language)
    chapters = [
        (
            told.say(chapter.title),
            [
                ([(anchor(item), item) for item in p.items], told.say(p.text))
                for p in chapter.paragraphs
            ],
        )
        for chapter in game.help()
    ]
    context = {"title": told.say(game.title), "game": name, "chapters": chapters}
    return render(request, "web/help.html", context)


@require_safe
def events(request: HttpRequest) -> HttpResponseBase:
    """The stream: which of these tables have changed."""
    slugs = tuple(slug for slug in request.GET.getlist("t")[:20] if parts.is_slug(slug))
    address = request.META.get("REMOTE_ADDR", "")
    who = request.visitor.key if request.visitor else address
    visitor = request.visitor.pk if request.visitor else None
    stream = HUB.stream(slugs, who, visitor, address)
    response = StreamingHttpResponse(stream, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


@require_safe
def style(request: HttpRequest, name: str) -> HttpResponse:
    """The style sheet of a game's drawing."""
    path = game_called(name).style
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_text("utf-8"), content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def font(request: HttpRequest, name: str, font: str) -> HttpResponse:
    """A font that a game's style sheet asks for."""
    path = game_called(name).fonts.get(font)
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_bytes(), content_type="font/ttf")
    response["Cache-Control"] = "public, max-age=31536000"
    return response


def broken(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A request that the server cannot read, or that is too long to be read."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return answer(request, Empty().text(), 400)


def too_large(request: HttpRequest) -> HttpResponse:
    """More than a form or a record may have; see `asgi.Guard`."""
    return answer(request, TooLarge().text(), 413)


def too_slow(request: HttpRequest) -> HttpResponse:
    """A body that did not arrive in time; see `asgi.Guard`."""
    return answer(request, TooSlowly().text(), 408)


def crowded(request: HttpRequest) -> HttpResponse:
    """Too many ask at once; see `asgi.Threads`."""
    return answer(request, HouseBusy().text(), 503)


def breakdown(request: HttpRequest) -> HttpResponse:
    """Something went wrong on our side; it is in the log of the server."""
    return answer(request, Breakdown().text(), 500)


def lost(request: HttpRequest, path: str = "", **named: Any) -> HttpResponse:
    """A page that is not there."""
    return answer(request, NotThere().text(), 404)
