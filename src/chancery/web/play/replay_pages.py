"""Replay of a table: its page, frames for scripts, and a picture of any position."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from chancery.core.serialisation import number_in
from chancery.core.words import SeatLabel, T
from chancery.page.replay_frames import LINES, Replay, marks_picture
from chancery.web.base.refusals import Empty, NotThere, NotYours
from chancery.web.identity.request import Request
from chancery.web.play import analyses
from chancery.web.play.grounds import ground, tools
from chancery.web.play.records import play_on_seats
from chancery.web.play.table_info import table_info_of
from chancery.web.tables.places import Place, place_at


def place_with_eyes(request: Request, slug: str) -> Place:
    """Return the reader's place; in a finished game he may look through any seat."""
    wanted = request.GET.get("seat")
    place = place_at(request, slug)
    if wanted is None:
        return place
    if place.sitting.state.result is None:
        return place_at(request, slug, wanted)
    seat = number_in(wanted)
    if wanted and (seat is None or seat >= len(place.seats)):
        raise NotYours()
    return replace(place, seat=seat)


def eyes(place: Place) -> list[tuple[str, str]]:
    """Return the seats through which this reader may look; empty if he has no choice.

    Several people at one screen have none while they play: each would see the others' hands.
    """
    open_to_all = place.sitting.state.result is not None
    if not (open_to_all or (place.table.private and place.own)):
        return []
    seats = range(len(place.seats)) if open_to_all else place.own
    speaker = place.speaker
    watching = speaker.say(T("a spectator"))
    return [("", watching), *((str(seat), speaker.word(SeatLabel(seat))) for seat in seats)]


@require_safe
def replay(request: Request, slug: str, step: int) -> HttpResponse:
    """The page of the replay at a step."""
    place = place_with_eyes(request, slug)
    steps = Replay(place.seated, table_info_of(place))
    step, last = min(step, steps.last), steps.last
    page = steps.page(step)
    speaker, sitting = place.speaker, place.sitting
    ended = place.table.over and step == last
    turns, scenes = steps.marks
    story = steps.page_of_story(step)
    seat = "" if place.seat is None else str(place.seat)
    context = {
        "speaker": speaker,
        "table": place.table,
        "title": speaker.say(sitting.game.title),
        "game": sitting.game.name,
        "ground": ground(sitting.start.frame, request.language),
        **tools(sitting.game.face, speaker),
        "where": speaker.say(T("Step {n} of {all}", n=step, all=last)),
        "play_on": [] if ended else play_on_seats(place, speaker),
        "step": step,
        "previous": max(0, step - 1),
        "next": min(last, step + 1),
        "last": last,
        "eyes": eyes(place),
        "seat": seat,
        "query": f"?seat={seat}" if "seat" in request.GET else "",
        "jumps": turns,
        "turn": steps.turn_at(step),
        "marks": marks_picture([*turns, *scenes], last),
        "lines": steps.story(story),
        "story": story,
        "told": steps.lines_at(last),
        "page_lines": LINES,
        "live": page.seated.picture,
        "status": page.status(),
        "stage": page.stage(),
        "hand": page.hand(),
        "panels": page.panels() if page.seated.panels else "",
        "position": page.position(),
        **analyses.shown(place, analyses.standing_of(place), step),
    }
    return render(request, "web/replay.html", context)


@require_safe
def frames(request: Request, slug: str) -> HttpResponse:
    """Frames for a script: all from one step to another, or those that play what came later."""
    place = place_with_eyes(request, slug)
    steps = Replay(place.seated, table_info_of(place))
    if "since" in request.GET:
        since = number_in(request.GET["since"])
        if since is None:
            raise Empty()
        frames = steps.playback(since)
    else:
        first = number_in(request.GET.get("from", "0"))
        last = number_in(request.GET.get("to", str(steps.last)))
        if first is None or last is None:
            raise Empty()
        frames = steps.frames(first, last, "words" in request.GET)
    over = place.table.over
    return JsonResponse({"last": steps.last, "over": over, "frames": frames})


@require_safe
def story(request: Request, slug: str, page: int) -> HttpResponse:
    """A page of the story, for a script."""
    place = place_with_eyes(request, slug)
    steps = Replay(place.seated, table_info_of(place))
    lines = [line._asdict() for line in steps.story(min(page, steps.page_of_story(steps.last)))]
    return JsonResponse({"last": steps.last, "over": place.table.over, "lines": lines})


@require_safe
def overlay(request: Request, slug: str, step: int) -> HttpResponse:
    """An overlay of the board at a step; `since` as on the page of the table."""
    place = place_with_eyes(request, slug)
    steps = Replay(place.seated, table_info_of(place))
    seated = steps.page(min(step, steps.last)).seated
    since = number_in(request.GET.get("since", ""))
    return JsonResponse({"overlay": seated.overlay(request.GET.get("name", ""), since)})


@require_safe
def picture(request: Request, slug: str, step: int) -> HttpResponse:
    """Download a picture of the board at a step."""
    place = place_with_eyes(request, slug)
    lengths = place.seated.steps
    step = min(step, len(lengths) - 1)
    seated = place.seated.at(lengths[step])
    drawn = seated.game.face.picture(seated.view, seated.speaker)
    if drawn is None:
        raise NotThere()
    response = HttpResponse(drawn, content_type="image/svg+xml")
    name = f"{place.table.game}-{slug}-{step}.svg"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
