"""The parts of a table page that change: made from a view, the questions and the legal list."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe

from chancery import bots, games
from chancery.core import Action, Event
from chancery.core.help import anchor
from chancery.core.words import SeatName, Speaker, Spot, Text, Word
from chancery.table import Sitting
from chancery.web.base.words import Said, phrase
from chancery.web.tables import sittings, talk
from chancery.web.tables.disclosures import said_of_screens
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.places import Place, speaker

RECENT = 40  # events shown at first


@lru_cache(maxsize=1000)
def _teller(game: str, told: Speaker, seats: tuple[str, ...]) -> Pointing:
    """Who tells the log of a table; lines told once are remembered."""
    return Pointing(told, [games.find(game).face.place_of(name) for name in seats])


class Pointing(Speaker):
    """Says sentences as HTML in which names point at their places on the board."""

    def __init__(self, told: Speaker, places: list[str | None]) -> None:
        vars(self).update(vars(told))
        self._places = places
        self.line: Callable[[Event], str] = lru_cache(400)(lambda event: self.say(event.text()))

    def say(self, text: Text) -> str:
        """The sentence, escaped, with names marked."""
        places = {name: self.word(word) for name, word in text.places}
        count = dict(text.places).get("n")
        sentence = escape(self._sentence(text.template, count if isinstance(count, int) else 1))
        return mark_safe(sentence.format(**places))

    def _light(self, place: str, name: str) -> str:
        return format_html('<span class="name" data-light="{}">{}</span>', place, name)

    def word(self, word: Word) -> str:
        """A name as something to point at; everything else as it is, escaped."""
        if isinstance(word, SeatName):
            name = super().word(word)
            place = self._places[word.seat] if word.seat >= 0 else None
            return escape(name) if place is None else self._light(place, name)
        if isinstance(word, Spot):
            return self._light(word.target, mark_safe(self.word(word.name)))
        if isinstance(word, str):
            return escape(word)
        return super().word(word)


def build(place: Place, language: str, wordy: bool = True) -> dict[str, Any]:
    """Everything that changes, as HTML by the id of its place in the page.

    `wordy`: also the position in words, for those who have it open or have no picture.
    """
    sitting = sittings.load(place.table)
    told = speaker(place, language)
    said = Said(told)
    state, game = sitting.state, sitting.game
    view = state.view(place.seat)
    started = place.table.started  # before that there is an empty board: the deal will be another
    context = {
        "w": said,
        "table": place.table,
        "question": _question(sitting, place, told),
        "seats": _seats(sitting, place, told) if started else [],
        "events": _events(sitting, place.seat, told) if started else [],
        "talk": talk.lines(place.table, place.inside),
        "inside": place.inside,
        "screens": said_of_screens(place.table, place.seats, told),
        "chance": _chance(sitting, place),
        "outcome": _outcome(sitting, told),
    }
    names = ["question", "seats", "log", "talk", "chance"]
    picture = game.face.draw(view, told)
    if wordy or picture is None:
        names.append("position")
        context["text"] = _words(sitting, view, told) if started else []
    parts = {name: render_to_string(f"web/parts/{name}.html", context) for name in names}
    if picture is not None:
        parts["live"] = picture if started else ""
    panels = _panels(sitting, view, told) if started else []
    if panels:
        parts["panels"] = render_to_string("web/parts/panels.html", {"panels": panels})
    asked = _asked(sitting, place)
    own = place.own
    return {
        "version": place.version,
        "started": place.table.started,
        "parts": parts,
        "seat": place.seat,
        "own": own,
        "asked": [seat for seat in own if seat in asked],
        "question": None if place.seat is None else sitting.question(place.seat),
        "away": place.away,
        "undo": _undo(sitting, place),
        "over": state.result is not None,
        "names": [told.word(SeatName(seat)) for seat in range(len(sitting.seats))],
        "title": _title(place, asked, told),
        "private": place.table.private,
    }


def _asked(sitting: Sitting, place: Place) -> set[int]:
    """Who is to decide."""
    return {asked.seat for asked in sitting.state.asked} if place.playing else set()


def _words(sitting: Sitting, view: Any, told: Speaker) -> list[tuple[str, list[str]]]:
    """The position as text, in which names point at their places."""
    teller = _teller(sitting.game.name, told, sitting.seats)
    return [
        (teller.say(heading), [teller.say(line) for line in lines])
        for heading, lines in sitting.game.face.describe(view)
    ]


def _panels(sitting: Sitting, view: Any, told: Speaker) -> list[dict[str, str]]:
    return [
        {"key": panel.key, "title": told.say(panel.title), "picture": panel.picture}
        for panel in sitting.game.face.panels(view, told)
    ]


def _chance(sitting: Sitting, place: Place) -> dict[str, str]:
    """What is shown of the seed: its digest from the start, itself when the game is over."""
    if not place.table.started or sitting.commitment is None:
        return {}
    seed = sitting.seed if sitting.state.result is not None else None
    return {"commitment": sitting.commitment, "seed": seed or ""}


def _undo(sitting: Sitting, place: Place) -> str | None:
    """The name of what an undo takes back, so that a second click does not take back more."""
    last = sitting.last(place.seat) if place.seat in place.own else None
    return None if last is None else str(last)


def _title(place: Place, asked: set[int], told: Speaker) -> str:
    mark = "● " if asked & set(place.own) else ""
    return mark + told.say(sittings.load(place.table).game.title)


def _question(sitting: Sitting, place: Place, told: Speaker) -> dict[str, Any]:
    state, game, seat = sitting.state, sitting.game, place.seat
    names = [told.word(SeatName(a.seat)) for a in state.asked]
    found: dict[str, Any] = {"over": state.result is not None, "closed": place.table.closed}
    held = place.visitor is not None and any(place.visitor.pk == s.owner_id for s in place.seats)
    found["rematch"] = held and not place.table.private and place.table.started
    found["away"] = place.away
    if not place.table.started:
        found["room"] = _room(place, told)
        return found
    found["waiting_text"] = told.say(phrase("waiting", names=", ".join(names)))
    found["watching"] = not place.own
    if seat is None or seat not in place.own:
        return found
    found["undo"] = sitting.last(seat) is not None
    found["whole"] = sitting.half_made(seat) > 1  # a single action is taken back by the other
    given = place.seats[seat].standing
    found["standing"] = [
        {"key": offer.key, "label": told.say(offer.label), "given": offer.key in given}
        for offer in game.face.standing(state.view(seat))
    ]
    agreed = [told.word(SeatName(s.number)) for s in place.seats if s.agrees]
    if agreed:
        found["agreed_text"] = told.say(phrase("agreed", names=", ".join(agreed)))
    found["agrees"] = place.seats[seat].agrees
    asked = state.question(seat)
    if asked is None:
        return found
    view = state.view(seat)
    closing = sitting.closing(seat)
    found["prompt"] = _teller(game.name, told, sitting.seats).say(game.face.prompt(view, asked))
    found["rule"] = state.phases[-1].rule
    found["anchor"] = anchor(found["rule"])
    found["seat"] = told.word(SeatName(seat))

    def heading(action: Action) -> str:
        group = game.face.group(action)
        return "" if group is None else told.say(group)

    buttons = []
    for action in state.legal(seat):
        preview = game.face.preview(view, action)
        buttons.append(
            {
                "text": action.text,
                "label": told.say(game.face.label(action)),
                "target": game.face.target(view, action) or "",
                "closing": action in closing,
                "begins": game.face.begins(action),
                "preview": "" if preview is None else told.say(preview),
                "group": heading(action),
            }
        )
    groups = itertools.groupby(buttons, key=lambda button: button["group"])
    found["groups"] = [(name, list(members)) for name, members in groups]
    found["many"] = len(buttons) > 12
    return found


def _room(place: Place, told: Speaker) -> dict[str, Any]:
    """What can be done before the game starts."""
    free = [s for s in place.seats if s.owner_id is None and not s.bot]
    host = place.visitor is not None and place.table.host_id == place.visitor.pk
    return {
        "host": host,
        "seated": bool(place.own),
        "full": not free,
        "free_text": told.say(phrase("seats_free", n=len(free))),
        "shuffle": place.table.shuffle,
        "bots": bots.names(games.find(place.table.game)),
        "invited": place.invited,
        "seats": [
            {
                "number": seat.number,
                "name": told.word(SeatName(seat.number)),
                "free": seat in free,
                "own": seat.number in place.own,
                "bot": seat.bot,
                "invited": seat.invited.username if seat.invited_id else "",
            }
            for seat in place.seats
        ],
    }


def _due(table: Table) -> dict[int, datetime]:
    """The deadlines at a table that has any; they change without the seats being read anew."""
    if not table.pace:
        return {}
    found = Seat.objects.filter(table=table.pk, due__isnull=False)
    return dict(found.values_list("number", "due"))


def _seats(sitting: Sitting, place: Place, told: Speaker) -> list[dict[str, Any]]:
    asked = _asked(sitting, place)
    due = _due(place.table)
    result = sitting.state.result
    return [
        {
            "number": seat.number,
            "id": sitting.seats[seat.number],
            "name": told.word(SeatName(seat.number)),
            "profile": _profile(seat, place.seats),
            "asked": seat.number in asked,
            "own": seat.number in place.own,
            "free": seat.owner_id is None and not seat.bot and not seat.gone,
            "resigned": seat.resigned,
            "invited": seat.invited.username if seat.invited_id and not seat.owner_id else "",
            "due": due.get(seat.number),
            "rank": result.ranks[seat.number] if result else None,
            "points": sitting.game.written(result.points[seat.number]) if result else None,
        }
        for seat in place.seats
    ]


def _profile(seat: Seat, seats: tuple[Seat, ...]) -> str:
    """Where to read about the account that plays a seat. Of several people at one screen, who all
    play with the account of one of them, nothing is known."""
    if seat.owner is None or seat.owner.account is None:
        return ""
    alone = sum(other.owner_id == seat.owner_id for other in seats) == 1
    return reverse("person", args=[seat.owner.account.username]) if alone else ""


def _events(
    sitting: Sitting, seat: int | None, told: Speaker, length: int | None = None
) -> list[str]:
    """The latest events that the seat has seen, as lines of the log."""
    teller = _teller(sitting.game.name, told, sitting.seats)
    return [
        _line(number + 1, teller.line(event), undone)
        for number, event, undone in sitting.events(seat, length)[-RECENT:]
    ]


def _line(number: int, said: str, undone: bool) -> str:
    """A line of the log; written here because there are so many of them."""
    if undone:
        return mark_safe(f'<li value="{number}" class="undone"><s>{said}</s></li>')
    return mark_safe(f'<li value="{number}">{said}</li>')


def at(place: Place, step: int, language: str) -> dict[str, Any]:
    """The table at one of the steps that the reader may see."""
    sitting = sittings.load(place.table)
    lengths = sittings.steps(sitting, place.seat)
    step = min(step, len(lengths) - 1)
    told = speaker(place, language)
    view = sitting.at(lengths[step]).view(place.seat)
    return {
        "step": step,
        "last": len(lengths) - 1,
        "live": sitting.game.face.draw(view, told),
        "panels": _panels(sitting, view, told),
        "events": _events(sitting, place.seat, told, lengths[step]),
        "text": _words(sitting, view, told),
    }


def orders(place: Place, key: str, language: str) -> dict[str, Any] | None:
    """Where something on the board could go in one go."""
    sitting = sittings.load(place.table)
    if place.seat is None or sitting.state.question(place.seat) is None:
        return None
    found = sitting.game.face.orders(sitting.state.view(place.seat), key)
    if found is None:
        return None
    told = speaker(place, language)
    return {
        "title": told.say(found.title),
        "variants": [
            {
                "title": told.say(title),
                "options": [
                    {"key": v.key, "label": told.say(v.label), "chosen": v.chosen} for v in variants
                ],
            }
            for title, variants in found.variants
        ],
        "orders": [
            {
                "target": order.target,
                "actions": [action.text for action in order.actions],
                "label": told.say(order.label),
                "way": order.way,
                "notes": [told.say(note) for note in order.notes],
            }
            for order in found.orders
        ],
    }


def overlay(place: Place, name: str, since: int | None, language: str) -> str | None:
    """What is laid over the board for this reader; `since`: he has read so many lines before."""
    sitting = sittings.load(place.table)
    if name not in {known.key for known in sitting.game.face.overlays()}:
        return None
    before = None
    if since is not None:
        before = sitting.at(sitting.seen_when(place.seat, since)).view(place.seat)
    view = sitting.state.view(place.seat)
    return sitting.game.face.overlay(view, name, speaker(place, language), before)


def _outcome(sitting: Sitting, told: Speaker) -> str:
    result = sitting.state.result
    if result is None:
        return ""
    return ", ".join(told.word(SeatName(seat)) for seat in result.winners)
