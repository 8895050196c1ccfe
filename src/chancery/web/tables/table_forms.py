"""Parts of forms about a table: options, terms, and the seats to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString

from chancery import bots
from chancery.core import BadOption, Game
from chancery.core.options import Options, spell
from chancery.core.serialisation import number_in
from chancery.core.teaching import DIFFICULTIES
from chancery.core.words import TN, Speaker, T
from chancery.web.base.user_input import clean
from chancery.web.identity.models import Visitor
from chancery.web.tables import quotas
from chancery.web.tables.models import Table
from chancery.web.tables.opening import LONGEST_TITLE, PACES, Terms


def options_in(game: Game[Any, Any], form: QueryDict) -> dict[str, Any]:
    """Return the options in a form; raises BadOption for a value that does not exist."""
    return {
        option.name: option.read(form.get(f"option-{option.name}", ""))
        for option in game.options
        if f"option-{option.name}" in form
    }


def terms_in(form: QueryDict) -> Terms:
    """Return the terms in a form."""
    days = number_in(form.get("days", "0"))
    return Terms(
        title=clean(form.get("title", ""), LONGEST_TITLE),
        public="public" in form,
        wait="wait" in form,
        autostart="autostart" in form,
        shuffle="shuffle" in form,
        days=-1 if days is None else days,
        lapse=form.get("lapse", "bot"),
        rated="rated" in form,
        hints=form.get("hints", "yes") != "no",
    )


def matters(game: Game[Any, Any], options: Options, name: str) -> bool:
    """Return whether changing one option, leaving all others as they are, makes a different
    table."""
    (option,) = (option for option in game.options if option.name == name)
    for value in option.values:
        try:
            settled = game.complete_options({**options, name: value})
        except BadOption:  # excluded by other options, which is reported when it is chosen
            return True
        if settled != options:
            return True
    return False


def options_shown(
    game: Game[Any, Any], chosen: Mapping[str, Any], speaker: Speaker
) -> list[dict[str, Any]]:
    """Return the options of a game for a form, with what is chosen so far."""
    return [
        {
            "name": option.name,
            "title": speaker.say(option.title),
            "values": [
                (spell(value), speaker.say(text), value == chosen.get(option.name, option.default))
                for value, text in option.values.items()
            ],
        }
        for option in game.options
    ]


def options_chosen(game: Game[Any, Any], options: Options, speaker: Speaker) -> list[str]:
    """Return the options of a table that differ from their defaults, in a few words each."""
    defaults = game.complete_options({})
    return [
        speaker.say(T("{title}: {text}", title=option.title, text=option.values[value]))
        for option in game.options
        for value in [options.get(option.name, option.default)]
        if value in option.values and value != defaults.get(option.name, option.default)
    ]


def options_that_matter(
    game: Game[Any, Any], chosen: Mapping[str, Any], options: Options, speaker: Speaker
) -> list[dict[str, Any]]:
    """Return the options for a form without those that change nothing beside the others."""
    shown = options_shown(game, chosen, speaker)
    return [option for option in shown if matters(game, options, option["name"])]


def terms_shown(terms: Terms, speaker: Speaker) -> dict[str, Any]:
    """Return the terms for a form."""
    hints = (True, "yes", T("hints allowed")), (False, "no", T("no hints"))
    lapses = ("bot", T("a bot plays on")), ("open", T("the seat becomes free"))
    return {
        "terms": terms,
        "hints": [(key, speaker.say(text), terms.hints == value) for value, key, text in hints],
        "paces": [
            (
                days,
                speaker.say(TN("{n} day", "{n} days", n=days) if days else T("no limit")),
                days == terms.days,
            )
            for days in PACES
        ],
        "lapses": [(kind, speaker.say(text), terms.lapse == kind) for kind, text in lapses],
    }


def seats_shown(
    game: Game[Any, Any], seats: Sequence[str], speaker: Speaker
) -> list[dict[str, Any]]:
    """Return the seats for people who choose one: name, coat of arms, aim and difficulty."""
    summaries = game.face.summaries(seats)
    return [
        {
            "number": number,
            "title": speaker.say(game.seat_title(seat)),
            "emblem": SafeString(game.face.emblem(seat) or ""),
            "aim": speaker.say(summary.aim) if summary else "",
            "difficulty": summary.difficulty + 1 if summary else 0,
            "difficulty_said": speaker.say(DIFFICULTIES[summary.difficulty]) if summary else "",
            "rank": list(summaries).index(seat) if summary else number,  # the easiest first
        }
        for number, seat in enumerate(seats)
        for summary in [summaries.get(seat)]
    ]


def bots_shown(
    game: Game[Any, Any], visitor: Visitor | None, speaker: Speaker, table: Table | None = None
) -> dict[str, Any]:
    """Return the bots that a host may choose now, and why some are missing."""
    refused = quotas.bot_refusal(visitor, table)
    missing = quotas.no_masters(game, refused)
    return {
        "bots": [
            (f"bot:{kind}", speaker.say(bots.introduced(kind, game)))
            for kind in quotas.offered_bots(game, refused)
        ],
        "no_masters": speaker.say(missing) if missing else "",
    }
