"""The pages and what their forms and scripts send."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import BadForm, BadOption, Game, Refusal, State
from chancery.core.help import anchor
from chancery.core.options import spell
from chancery.core.words import CORE_CATALOGUES, LANGUAGES, SeatName, Speaker, T
from chancery.table import Sitting, record
from chancery.table.refusals import StaleQuestion
from chancery.web import limits, parts, sittings
from chancery.web.live import HUB
from chancery.web.middleware import answer
from chancery.web.models import Held, Notebook, Seat, Table, Talk, Visitor, new_secret
from chancery.web.parts import Place
from chancery.web.refusals import (
    Breakdown,
    Closed,
    Empty,
    HeldBefore,
    NotThere,
    NotYours,
    SeatTaken,
    TooLarge,
    WrongInvitation,
)
from chancery.web.visitors import back_to, clean, known, name_in, number_in, visitor_of
from chancery.web.words import Said, phrase

LARGEST_RECORD = 2_000_000
LARGEST_DATA = 200_000  # of a corrected data file
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
    shown = [_introduced(name, request.language) for name in games.names()]
    return render(request, "web/front.html", {"games": shown})


@cache
def _introduced(name: str, language: str) -> dict[str, str | None]:
    """A game's title and picture."""
    game = games.find(name)
    state = _showcase(name)
    told = game.speaker(language, (), state.seats)
    return {
        "name": name,
        "title": told.say(game.title),
        "ground": game.ground(state.frame, told),
        "live": game.draw(state.view(None), told),
    }


@cache
def _showcase(name: str) -> State:
    """A position from the middle of a game between bots, to be looked at."""
    game = games.find(name)
    state: State = game.start(seed="showcase")
    kind = bots.names(game)[-1]
    players = [bots.make(kind, game, str(seat)) for seat in range(len(state.seats))]
    for _ in range(SHOWCASE):
        if len(state.asked) == 0:
            break
        asked = state.asked[0]
        before = state.clone()
        view = state.view(asked.seat)
        state.apply(players[asked.seat].choose(view, asked, state.legal(asked.seat)), asked.seat)
        if state.result is not None:
            return before
    return state


def _game(name: str) -> Game[Any, Any]:
    if name not in games.names():
        raise NotThere()
    return games.find(name)


@require_POST
def play_now(request: HttpRequest, name: str) -> HttpResponse:
    """A table at once: the visitor against the house's best bots."""
    game = _game(name)
    visitor = visitor_of(request)
    options = game.settle({})
    kinds = ["me"] + [f"bot:{bots.names(game)[-1]}"] * (len(game.seats(options)) - 1)
    table = _open(game, dict(options), visitor, kinds, [visitor.name] + [""] * len(kinds))
    return known(request, redirect("table", slug=table.slug))


def _chosen(game: Game[Any, Any], form: QueryDict) -> dict[str, Any]:
    """The options that a form names; BadOption if there is no such value."""
    return {
        option.name: option.read(form[f"option-{option.name}"])
        for option in game.options
        if f"option-{option.name}" in form
    }


@ensure_csrf_cookie
def new_table(request: HttpRequest, name: str) -> HttpResponse:
    """A table with options and a choice for each seat."""
    game = _game(name)
    if request.method == "POST":
        visitor = visitor_of(request)
        options = game.settle(_chosen(game, request.POST))
        numbers = range(len(game.seats(options)))
        kinds = [request.POST.get(f"seat-{n}", "open") for n in numbers]
        names = [name_in(request.POST.get(f"name-{n}", "")) for n in numbers]
        data = _data(game, request.FILES.get("data"))
        table = _open(game, dict(options), visitor, kinds, names, data)
        return known(request, redirect("table", slug=table.slug))
    return render(request, "web/new.html", _form(game, request.GET, request.language))


def _data(game: Game[Any, Any], file: Any) -> str | None:
    """The text of a corrected data file; None if there is none, or it is ours. BadForm if wrong."""
    if file is None or not file.size:
        return None
    if file.size > LARGEST_DATA:
        raise BadForm("", T("a data file has at most {n} bytes", n=LARGEST_DATA))
    try:
        text: str = file.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadForm("", T("not a text in UTF-8")) from error
    if text == game.shipped_data():
        return None
    game.load_data(text)
    return text


@require_safe
def data_file(request: HttpRequest, name: str) -> HttpResponse:
    """Our own data file of a game, to be corrected by somebody with the printed one."""
    text = _game(name).shipped_data()
    if text is None:
        raise NotThere()
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


def _form(game: Game[Any, Any], filled: QueryDict, language: str) -> dict[str, Any]:
    """The form for a new table as far as it is filled in: its seats follow from its options."""
    told = game.speaker(language)
    problem = ""
    options = game.settle({})
    try:
        chosen = _chosen(game, filled)
    except BadOption:
        chosen = {}
    try:
        options = game.settle(chosen)
    except BadOption as error:  # they do not go together
        problem = told.say(error.text())
    best = bots.names(game)[-1]
    seats = [
        {
            "number": number,
            "title": told.say(game.seat_title(seat)),
            "kind": filled.get(f"seat-{number}", "me" if not number else f"bot:{best}"),
            "name": name_in(filled.get(f"name-{number}", "")),
        }
        for number, seat in enumerate(game.seats(options))
    ]
    return {
        "game": game.name,
        "title": told.say(game.title),
        "problem": problem,
        "options": [
            {
                "name": option.name,
                "title": told.say(option.title),
                "values": [
                    (spell(value), told.say(text), value == chosen.get(option.name, option.default))
                    for value, text in option.values.items()
                ],
            }
            for option in game.options
        ],
        "data": game.shipped_data() is not None,
        "seats": seats,
        "bots": [(f"bot:{kind}", kind) for kind in bots.names(game)],
    }


def _open(
    game: Game[Any, Any],
    options: dict[str, Any],
    visitor: Visitor,
    kinds: list[str],
    names: list[str],
    data: str | None = None,
) -> Table:
    """Open a table: `me`, `here` (somebody at the same screen), `open` or `bot:KIND` a seat."""
    limits.spend("tables", str(visitor.pk))
    with transaction.atomic():
        table = Table.objects.create(
            game=game.name, rules=game.rules, options=options, data=data, host=visitor
        )
        for number in range(len(game.seats(options))):
            kind = kinds[number]
            seat = Seat(table=table, number=number, name=names[number])
            if kind.startswith("bot:"):
                bots.make(kind[4:], game, "")  # BadOption if there is none
                seat.bot = kind[4:]
            elif kind in ("me", "here"):
                seat.owner = visitor
                Held.objects.get_or_create(table=table, visitor=visitor)
            elif kind != "open":
                raise BadOption(T("There is no such kind of seat."))
            seat.save()
        sittings.schedule(table, sittings.load(table))
    return table


# -- a table -------------------------------------------------------------------------------


def _place(request: HttpRequest, slug: str, seat: str | None = None) -> Place:
    """Where the reader stands; a seat that is not his own is refused."""
    known = re.fullmatch(r"[\w-]{1,32}", slug, re.ASCII)
    rows = Table.objects.defer("options", "data", "seed", "position", "luck")  # read when cold
    table = rows.filter(slug=slug).first() if known else None
    if table is None:
        raise NotThere()
    seats = sittings.seats(table)
    visitor: Visitor | None = request.visitor
    place = Place(table, seats, visitor, None)
    own = place.own
    number: int | None = None
    if seat is None:
        number = own[0] if len(own) == 1 else None
    elif seat not in ("", "None", "null"):  # behind the curtain one looks through no seat
        number = number_in(seat)
        if number not in own:
            raise NotYours()
    place = Place(table, seats, visitor, number)
    request.speaker = parts.speaker(place, request.language)
    return place


_grounds: dict[tuple[Any, ...], str | None] = {}


def _ground(sitting: Sitting, language: str) -> str | None:
    """The part of the picture that never changes; drawn once for each frame and language."""
    frame = sitting.start.frame
    key = (frame.game, frame.rules, tuple(frame.options.items()), frame.data, language)
    if key not in _grounds:
        if len(_grounds) > 200:
            _grounds.clear()
        plain = sitting.game.speaker(language, (), frame.seats)
        _grounds[key] = sitting.game.ground(frame, plain)
    return _grounds[key]


@require_safe
@ensure_csrf_cookie
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The table."""
    place = _place(request, slug)
    language = request.language
    told: Speaker = request.speaker
    sitting = sittings.load(place.table)
    notes = ""
    if place.visitor is not None:
        book = Notebook.objects.filter(table=place.table, visitor=place.visitor).first()
        notes = book.text if book else ""
    invitation = request.GET.get("invitation", "")
    host = place.visitor is not None and place.table.host_id == place.visitor.pk
    free = any(s.owner_id is None and not s.bot for s in place.seats)
    context = {
        "w": Said(told),
        "table": place.table,
        "title": told.say(sitting.game.title),
        "game": sitting.game.name,
        "ground": _ground(sitting, language),
        "overlays": [(o.key, told.say(o.title)) for o in sitting.game.overlays()],
        "state": parts.build(place, language),
        "notes": notes,
        "invitation": invitation if invitation == place.table.invitation else "",
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
    place = _place(request, slug, request.GET.get("seat"))
    return JsonResponse(parts.build(place, request.language, "words" in request.GET))


@require_safe
def orders(request: HttpRequest, slug: str) -> HttpResponse:
    """Where something on the board could go in one go."""
    place = _place(request, slug, request.GET.get("seat"))
    key = request.GET.get("from", "")[:200]
    return JsonResponse({"orders": parts.orders(place, key, request.language)})


@require_safe
def overlay(request: HttpRequest, slug: str) -> HttpResponse:
    """Something to be laid over the board."""
    place = _place(request, slug, request.GET.get("seat"))
    since = request.GET.get("since", "")
    read = int(since) if since.isascii() and since.isdigit() and len(since) < 10 else None
    name = request.GET.get("name", "")
    return JsonResponse({"overlay": parts.overlay(place, name, read, request.language)})


def _sent(request: HttpRequest) -> dict[str, Any]:
    """What a script has sent."""
    try:
        found = json.loads(request.body)
        json.dumps(found, ensure_ascii=False).encode()  # half characters break down later
    except (ValueError, RecursionError):
        found = None
    if type(found) is not dict or b"\\u0000" in request.body:
        raise Empty()
    return cast(dict[str, Any], found)


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Play one action or several for an own seat."""
    sent = _sent(request)
    place = _place(request, slug, str(sent.get("seat")))
    if place.seat is None:
        raise NotYours()
    limits.spend("actions", str(visitor_of(request).pk))
    actions, question = sent.get("actions"), sent.get("question")
    if type(actions) is not list or not all(type(a) is str and len(a) < 200 for a in actions):
        raise Empty()
    if type(question) is not str or len(actions) > 200:
        raise Empty()
    played = sittings.act(place.table, place.seat, actions, question)
    if played.again:  # what we read before may be older than the first answer
        place = _place(request, slug, str(place.seat))
    return JsonResponse(parts.build(place, request.language, sent.get("words") is True))


@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last action of an own seat."""
    sent = _sent(request)
    place = _place(request, slug, str(sent.get("seat")))
    if place.seat is None:
        raise NotYours()
    limits.spend("actions", str(visitor_of(request).pk))
    which = number_in(str(sent.get("question")))
    if which is None:
        raise StaleQuestion()
    sittings.undo(place.table, place.seat, which)
    return _state_after(request, slug, place.seat)


def _state_after(request: HttpRequest, slug: str, seat: int) -> HttpResponse:
    place = _place(request, slug, str(seat))
    wordy = _sent(request).get("words") is True
    return JsonResponse(parts.build(place, request.language, wordy))


@require_POST
def why_not(request: HttpRequest, slug: str) -> HttpResponse:
    """Why an action is not possible now, or what a click may have meant, without trying it."""
    sent = _sent(request)
    place = _place(request, slug, str(sent.get("seat")))
    if place.seat is None:
        raise NotYours()
    sitting = sittings.load(place.table)
    game, state = sitting.game, sitting.state
    if "target" in sent:
        view, target = state.view(place.seat), str(sent["target"])[:200]
        legal = {game.target(view, action) for action in state.legal(place.seat)}
        meant = () if target in legal else game.asking(view, target)
    else:
        meant = (game.notation.parse(str(sent.get("action"))[:200]),)
    reasons = (state.why_not(action, place.seat) for action in meant)
    reason: Refusal | None = next((found for found in reasons if found is not None), None)
    if place.table.closed and meant:
        reason = Closed()
    told: Speaker = request.speaker
    found = None if reason is None else {"error": told.say(reason.text()), "rule": reason.rule}
    return JsonResponse({"why": found})


@require_POST
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a free seat with the invitation."""
    visitor = visitor_of(request)
    place = _place(request, slug)
    if request.POST.get("invitation") != place.table.invitation:
        raise WrongInvitation()
    if Held.objects.filter(table=place.table, visitor=visitor).exists():
        raise HeldBefore()
    number = number_in(request.POST.get("seat", ""))
    name = name_in(request.POST.get("name", ""))
    try:
        with transaction.atomic():
            free = Seat.objects.filter(table=place.table, number=number)
            if not free.filter(owner=None, bot="").update(owner=visitor, name=name):
                raise SeatTaken()
            Held.objects.create(table=place.table, visitor=visitor)
            sittings.reseat(place.table)
            sittings.touch(place.table)
    except IntegrityError:  # the same visitor was quicker on another page
        raise HeldBefore() from None
    return known(request, redirect("table", slug=slug))


@require_POST
def standing(request: HttpRequest, slug: str) -> HttpResponse:
    """Give or withdraw an answer in advance."""
    sent = _sent(request)
    place = _place(request, slug, str(sent.get("seat")))
    if place.seat is None:
        raise NotYours()
    limits.spend("actions", str(visitor_of(request).pk))
    sitting = sittings.load(place.table)
    offered = {offer.key for offer in sitting.game.standing(sitting.state.view(place.seat))}
    seat = place.seats[place.seat]
    kept = {key: True for key in seat.standing if key in offered}
    key = str(sent.get("key"))
    if key in offered and sent.get("given") is True:
        kept[key] = True
    elif key in kept:
        del kept[key]
    with transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(standing=kept)
        sittings.reschedule(place.table, told=False)  # nobody else notices it
    return _state_after(request, slug, place.seat)


@require_POST
def agree(request: HttpRequest, slug: str) -> HttpResponse:
    """Agree to end the game here, or no longer; it ends when all people at it do."""
    sent = _sent(request)
    place = _place(request, slug, str(sent.get("seat")))
    if place.seat is None:
        raise NotYours()
    with transaction.atomic():
        Seat.objects.filter(table=place.table, number__in=place.own).update(
            agrees=sent.get("agrees") is True
        )
        people = Seat.objects.filter(table=place.table, bot="", owner__isnull=False)
        if not people.filter(agrees=False).exists() and not place.table.over:
            Table.objects.filter(pk=place.table.pk).update(closed=True, over=True)
        sittings.reseat(place.table)
        sittings.touch(place.table)
    return _state_after(request, slug, place.seat)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a bot play one's own seats from now on; to resign is to say so as well."""
    place = _place(request, slug)
    resigned = "resign" in request.POST
    kind = bots.names(sittings.load(place.table).game)[-1]
    if not place.own:
        raise NotYours()
    with transaction.atomic():
        Seat.objects.filter(table=place.table, number__in=place.own).update(
            owner=None, bot=kind, resigned=resigned
        )
        sittings.reschedule(place.table)
    return redirect("table", slug=slug)


@require_POST
def talk(request: HttpRequest, slug: str) -> HttpResponse:
    """Say something to everybody at the table."""
    visitor = visitor_of(request)
    place = _place(request, slug)
    text = clean(str(_sent(request).get("text", "")), 500)
    if not text:
        raise Empty()
    limits.spend("talk", str(visitor.pk))
    told: Speaker = request.speaker
    own = place.own
    name = told.word(SeatName(own[0])) if own else visitor.name or "…"
    with transaction.atomic():
        Table.objects.filter(pk=place.table.pk).update(talked=F("talked") + 1)
        Talk.objects.create(table=place.table, name=name[:60], text=text)
        sittings.touch(place.table)
    return known(request, JsonResponse({"said": True}))


@require_POST
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep what the visitor has written down for himself."""
    visitor = visitor_of(request)
    place = _place(request, slug)
    text = str(_sent(request).get("text", ""))[:5000]
    limits.spend("talk", str(visitor.pk))
    Notebook.objects.update_or_create(table=place.table, visitor=visitor, defaults={"text": text})
    return known(request, JsonResponse({"kept": True}))


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a finished game; of a running one only what the seat has seen."""
    place = _place(request, slug)
    sitting = sittings.load(place.table)
    if sitting.state.result is None:
        return _seen_so_far(place, sitting)
    fork = sitting.fork()
    told: Speaker = request.speaker
    fork.names = tuple(told.word(SeatName(seat)) for seat in range(len(sitting.seats)))
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
    place = _place(request, slug)
    told: Speaker = request.speaker
    sitting = sittings.load(place.table)
    found = parts.at(place, step, request.language)
    context = {
        "w": Said(told),
        "table": place.table,
        "title": told.say(sitting.game.title),
        "game": sitting.game.name,
        "ground": _ground(sitting, request.language),
        "where": told.say(phrase("step", n=found["step"], all=found["last"])),
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
    file = request.FILES.get("record")
    if file is None or file.size > LARGEST_RECORD:
        raise Empty()
    sitting = record.loads(file.read().decode("utf-8", "replace"), games.find)
    text = record.dumps(sitting)
    if "\\u0000" in text or text != text.encode("utf-8", "replace").decode():
        raise Empty()  # no database keeps that
    names = [name_in(name) for name in sitting.names]
    table = _copy_of(sitting, len(sitting.log), visitor, names, private=False)
    return known(request, redirect("replay", slug=table.slug, step=0))


@require_POST
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """A private table to try moves: a finished game from any point, a running one re-dealt."""
    visitor = visitor_of(request)
    place = _place(request, slug)
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
    table = _copy_of(sitting, lengths[step], visitor, names, private=True)
    return known(request, redirect("table", slug=table.slug))


def _copy_of(
    sitting: Sitting, length: int, visitor: Visitor, names: list[str], private: bool
) -> Table:
    """A table that begins with the log of another; with `private`, all seats are the visitor's."""
    frame = sitting.start.frame
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
            private=private,
        )
        for number in range(len(sitting.seats)):
            owner = visitor if private else None
            Seat.objects.create(table=table, number=number, owner=owner, name=names[number])
        sittings.store(table, sitting.until(length))
    return table


@require_safe
def help_page(request: HttpRequest, name: str) -> HttpResponse:
    """How a game is played here."""
    game = _game(name)
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
    slugs = tuple(slug for slug in request.GET.getlist("t")[:20] if len(slug) <= 32)
    who = request.visitor.key if request.visitor else request.META.get("REMOTE_ADDR", "")
    response = StreamingHttpResponse(HUB.stream(slugs, who), content_type="text/event-stream")
    response["Cache-Control"] = "no-cache"
    response["X-Accel-Buffering"] = "no"
    return response


@require_safe
def style(request: HttpRequest, name: str) -> HttpResponse:
    """The style sheet of a game's drawing."""
    path = _game(name).style
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_text("utf-8"), content_type="text/css; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    return response


@require_safe
def font(request: HttpRequest, name: str, font: str) -> HttpResponse:
    """A font that a game's style sheet asks for."""
    path = _game(name).fonts.get(font)
    if path is None:
        raise NotThere()
    response = HttpResponse(path.read_bytes(), content_type="font/ttf")
    response["Cache-Control"] = "public, max-age=31536000"
    return response


def broken(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
    """A request that the server cannot read."""
    return answer(request, Empty().text(), 400)


def too_large(request: HttpRequest) -> HttpResponse:
    """More than a form or a record may have; see `asgi.Guard`."""
    return answer(request, TooLarge().text(), 413)


def breakdown(request: HttpRequest) -> HttpResponse:
    """Something went wrong on our side; it is in the log of the server."""
    return answer(request, Breakdown().text(), 500)


def lost(request: HttpRequest, path: str = "", **named: Any) -> HttpResponse:
    """A page that is not there."""
    return answer(request, NotThere().text(), 404)
