"""The page of the archive, and all that it finds as one file."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from chancery import bots, games
from chancery.core import BadOption, Game
from chancery.core.options import spell
from chancery.core.serialisation import number_in
from chancery.core.words import N_, Speaker, Template, say
from chancery.web.accounts import profiles
from chancery.web.base.speaker import speaker_for
from chancery.web.base.user_input import clean
from chancery.web.community import archive, archive_export
from chancery.web.community.archive import LEFT, LOST, TIED, WON, Wanted
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_called, account_of
from chancery.web.tables import speakers, spoiled
from chancery.web.tables.introductions import introductions
from chancery.web.tables.lines import addresses
from chancery.web.tables.table_forms import options_chosen

LONGEST_NAME = 150
LONGEST_GAME = 99_999  # the longest game that may be asked for
RESULTS: dict[str, Template] = {
    "": N_("any"),
    WON: N_("won by the player"),
    LOST: N_("lost by the player"),
    LEFT: N_("left by the player"),
    TIED: N_("a tie for first place"),
}


class Asked:
    """The search of the form; values that do not exist are ignored."""

    def __init__(self, form: QueryDict) -> None:
        game = form.get("game", "")
        self.game = games.find(game) if game in games.names() else None
        self.name = clean(form.get("player", ""), LONGEST_NAME)
        player = account_called(self.name) if self.name else None
        self.unknown = bool(self.name) and player is None
        result = form.get("result", "")
        if result not in archive.RESULTS or (player is None and result != TIED):
            result = ""
        winner = form.get("winner", "")
        seats = archive.winners(self.game.name) if self.game else []
        self.wanted = Wanted(
            game=self.game.name if self.game else "",
            player=player,
            options=_options(self.game, form),
            shortest=_length(form.get("shortest", "")),
            longest=_length(form.get("longest", "")),
            winner=winner if winner in seats else "",
            result=result,
        )

    @property
    def query(self) -> str:
        """Return what is asked for as a query string."""
        wanted = self.wanted
        fields = {
            "game": wanted.game,
            "player": self.name,
            **{f"option-{name}": spell(value) for name, value in wanted.options.items()},
            "shortest": wanted.shortest or "",
            "longest": wanted.longest or "",
            "winner": wanted.winner,
            "result": wanted.result,
        }
        return urlencode({name: value for name, value in fields.items() if value})


def _length(text: str) -> int | None:
    number = number_in(text)
    return number if number is not None and 0 < number <= LONGEST_GAME else None


def _options(game: Game[Any, Any] | None, form: QueryDict) -> dict[str, Any]:
    chosen = {}
    for option in game.options if game else ():
        text = form.get(f"option-{option.name}", "")
        try:
            if text:
                chosen[option.name] = option.read(text)
        except BadOption:
            continue
    return chosen


@require_safe
@ensure_csrf_cookie
def page(request: Request) -> HttpResponse:
    """The archive: a form, and the finished games that match it."""
    asked = Asked(request.GET)
    before = request.GET.get("before", "")
    part = archive.Part([]) if asked.unknown else archive.search(asked.wanted, before)
    rows = archive.tables(part.tables)
    context = {
        **_form(asked, request.language),
        "rows": [row for table in rows if (row := _row(table, request.language)) is not None],
        "unknown": asked.name if asked.unknown else "",
        "before": before,
        "after": part.after,
        "until": part.until,
        "query": asked.query,
        "narrowed": asked.query not in ("", urlencode({"game": asked.wanted.game})),
        "account": request.user.is_authenticated,
    }
    if not (rows or asked.name or context["narrowed"] or before or part.until):
        context |= {"empty": True, "introduced": introductions(request.language)}
    return render(request, "web/archive.html", context)


def _form(asked: Asked, language: str) -> dict[str, Any]:
    """Return the form as it has been filled in."""
    speaker, wanted = speaker_for(language), asked.wanted
    form: dict[str, Any] = {
        "games": [
            (name, speaker.say(games.find(name).title), games.find(name).face.cover is not None)
            for name in games.names()
        ],
        "game": wanted.game,
        "kept": urlencode({"player": asked.name}) if asked.name else "",
        "player": asked.name,
        "longest_name": LONGEST_NAME,
        "shortest": wanted.shortest or "",
        "longest": wanted.longest or "",
        "most": LONGEST_GAME,
        "results": [
            (result, speaker.say(say(text)), result == wanted.result)
            for result, text in RESULTS.items()
        ],
    }
    game = asked.game
    if game is None:
        return form
    game_speaker = game.speaker(language)
    return form | {
        "chosen_options": bool(wanted.options),
        "options": [
            {
                "name": option.name,
                "title": game_speaker.say(option.title),
                "values": [
                    (spell(value), game_speaker.say(text), wanted.options.get(option.name) == value)
                    for value, text in option.values.items()
                ],
            }
            for option in game.options
        ],
        "winners": [
            (seat, game_speaker.say(game.seat_title(seat)), seat == wanted.winner)
            for seat in archive.winners(game.name)
        ],
    }


def _row(table: Any, language: str) -> dict[str, Any] | None:
    """Return a game as the page shows it, without replaying it; None if it cannot be shown."""
    return spoiled.row_of(table, lambda: _made(table, language))


def _made(table: Any, language: str) -> dict[str, Any]:
    game = games.find(table.game)
    game_speaker, speaker = game.speaker(language), speaker_for(language)
    chairs = list(game.seats(game.complete_options(table.options)))
    ranked = sorted(table.seats.all(), key=lambda seat: (seat.rank or len(chairs), seat.number))
    return {
        "slug": table.slug,
        "board": addresses(table, table.shipped),
        "game": speaker.say(game.title),
        "title": table.title,
        "finished": table.finished,
        "length": table.length,
        "facts": options_chosen(game, table.options, game_speaker),
        "rated": table.rated,
        "players": [_player(seat, chairs[seat.number], game, game_speaker) for seat in ranked],
    }


def _player(seat: Any, chair: str, game: Game[Any, Any], speaker: Speaker) -> dict[str, Any]:
    person = profiles.player_of(seat)
    title = speaker.say(game.seat_title(chair))
    bot = speaker.say(bots.title(seat.bot, game)) if seat.bot and not person else ""
    name = person.username if person else seat.name or bot or speakers.nobody(seat, speaker)
    return {
        "name": name or title,
        "seat": title if name else "",
        "profile": reverse("person", args=[person.username]) if person else "",
        "bot": bool(bot),
        "left": seat.abandoned,
        "place": seat.rank,
        "points": "" if seat.points is None else speaker.word(game.written(seat.points)),
    }


@require_POST
def export(request: Request) -> HttpResponseBase:
    """All games that match the form as a file of records, for accounts; sent as it is read."""
    account = account_of(request)
    return archive_export.response(request, account, Asked(request.GET).wanted)
