"""Operations of the archive: search finished games, and take all that are found along."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import StreamingHttpResponse
from ninja import Query, Router

from chancery import games
from chancery.core import BadOption
from chancery.core.words import SeatName, T
from chancery.web.accounts import profiles
from chancery.web.api import shapes
from chancery.web.api.requests import ANYBODY, caller, responses
from chancery.web.base.refusals import Empty
from chancery.web.base.user_input import game_called
from chancery.web.community import archive, archive_export
from chancery.web.community.archive import TIED, Wanted
from chancery.web.identity.request import Request
from chancery.web.tables import lists, speakers, spoiled

router = Router(tags=["Archive"])


def _wanted(sent: shapes.Search) -> Wanted:
    """Return the search that a program asks for; raises NotThere or BadOption."""
    player = profiles.account_named(sent.player) if sent.player else None
    if sent.result and (sent.result not in archive.RESULTS or not (player or sent.result == TIED)):
        raise BadOption(T("There is no such result, or it needs a player."))
    if not sent.game:
        if sent.options or sent.winner:
            raise BadOption(T("Options and winners can be searched for within one game only."))
        return Wanted("", player, {}, sent.shortest, sent.longest, "", sent.result)
    game = game_called(sent.game)
    known = {option.name: option for option in game.options}
    for name, value in sent.options.items():
        if name not in known or value not in known[name].values:
            raise known[name].unknown(value) if name in known else Empty()
    if sent.winner and sent.winner not in archive.winners(game.name):
        raise BadOption(T("This game has no seat {name}.", name=sent.winner))
    return Wanted(
        game.name, player, sent.options, sent.shortest, sent.longest, sent.winner, sent.result
    )


@router.get("/archive", response=responses(shapes.Archive, 404, 422), **ANYBODY)
def search_archive(
    request: Request,
    game: Annotated[str, Query(description="of this game only", example="spada")] = "",
    player: Annotated[
        str, Query(description="the name of an account that has played", max_length=150)
    ] = "",
    option: Annotated[
        list[str],
        Query(description="an option of the game as `NAME=VALUE`; several times for several"),
    ] = [],  # noqa: B006
    shortest: Annotated[
        int | None, Query(description="the least length in actions", ge=1, le=99_999)
    ] = None,
    longest: Annotated[
        int | None, Query(description="the greatest length in actions", ge=1, le=99_999)
    ] = None,
    winner: Annotated[str, Query(description="the seat of the game that won")] = "",
    result: Annotated[str, Query(description=shapes.RESULT)] = "",
    before: Annotated[
        str | None,
        Query(
            description="go on after this game: `next` of the part before",
            pattern=r"^[A-Za-z0-9_-]{1,32}$",
        ),
    ] = None,
    limit: Annotated[
        int, Query(description="how many at most", ge=1, le=lists.MANY, example=10)
    ] = archive.PAGE,
) -> shapes.Archive:
    """Search the public games that are finished, latest first."""
    sent = shapes.Search.model_construct(
        game=game, player=player, options=_options(game, option), shortest=shortest,
        longest=longest, winner=winner, result=result,
    )  # fmt: skip
    part = archive.search(_wanted(sent), before or "", limit)
    rows = (
        spoiled.row_of(table, lambda table=table: _game(table, request.language))  # type: ignore[misc]
        for table in archive.tables(part.tables)
    )
    return shapes.Archive(games=[row for row in rows if row is not None], next=part.after or None)


def _options(game: str, chosen: list[str]) -> dict[str, Any]:
    """Return options written as in an address."""
    options_read: dict[str, Any] = {}
    known = {option.name: option for option in game_called(game).options} if game else {}
    for text in chosen:
        name, _, value = text.partition("=")
        options_read[name] = known[name].read(value) if name in known else value
    return options_read


def _game(table: Any, language: str) -> shapes.Finished:
    game = games.find(table.game)
    seats = list(table.seats.all())
    names = tuple(game.seats(game.complete_options(table.options)))
    titles = game.speaker(language, (), names)
    speaker = speakers.speaker_of(table, seats, language, names)
    people = [profiles.player_of(seat) for seat in seats]
    return shapes.Finished(
        slug=table.slug,
        game=table.game,
        rules=table.rules,
        options=table.options,
        title=table.title,
        rated=table.rated,
        length=table.length,
        finished=table.finished,
        seats=[
            shapes.Finisher(
                seat=names[seat.number],
                title=titles.word(SeatName(seat.number)),
                name=speaker.word(SeatName(seat.number)),
                account=person.username if person else None,
                bot=seat.bot or None,
                rank=seat.rank,
                points=None if seat.points is None else seat.points / game.unit,
                left=seat.abandoned,
            )
            for seat, person in zip(seats, people, strict=True)
        ],
    )


EXPORT: dict[str, Any] = {
    "openapi_extra": {
        "responses": {
            200: {
                "content": {
                    archive_export.KIND: {
                        "schema": {"type": "string", "description": "a JSON object in each line"},
                        "example": '{"slug": "k3v_9Zb1xQWa7u2M", "ranks": [1, 2], "record": {}}\n',
                    }
                }
            }
        }
    }
}


@router.post("/archive/export", response=responses(None, 404, 413, 415, 422, 429), **EXPORT)
def export_archive(request: Request, sent: shapes.Search) -> StreamingHttpResponse:
    """Download all finished games that match, with their records: one JSON object per line.

    The file is sent while it is written, as quickly as your share of the server allows. A download
    that breaks off has to be begun again; ten a day are allowed.
    """
    account = caller(request).account
    assert account is not None
    return archive_export.response(request, account, _wanted(sent))
