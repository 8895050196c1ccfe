"""Operations that describe the games of the site."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Path, Query, Router

from chancery import games
from chancery.core import Game
from chancery.core.words import Text
from chancery.web.api import shapes
from chancery.web.api.requests import ANYBODY, responses
from chancery.web.base.user_input import game_called
from chancery.web.identity.request import Request
from chancery.web.tables import quotas

router = Router(tags=["Games"])


def _game(
    game: Game[Any, Any], chosen: dict[str, Any], language: str, refused: Text | None
) -> shapes.Game:
    speaker = game.speaker(language)
    missing = quotas.no_masters(game, refused)
    return shapes.Game(
        name=game.name,
        title=speaker.say(game.title),
        rules=game.rules,
        options=[
            shapes.Option(
                name=option.name,
                title=speaker.say(option.title),
                default=option.default,
                values=[
                    shapes.Value(value=value, title=speaker.say(title))
                    for value, title in option.values.items()
                ],
            )
            for option in game.options
        ],
        seats=[
            shapes.Chair(seat=seat, title=speaker.say(game.seat_title(seat)))
            for seat in game.seats(game.complete_options(chosen))
        ],
        bots=list(quotas.offered_bots(game, refused)),
        missing=speaker.say(missing) if missing else None,
    )


@router.get("/games", response=responses(shapes.Games), **ANYBODY)
def list_games(request: Request) -> shapes.Games:
    """List all games with their options, seats and bots."""
    refused = quotas.bot_refusal(request.visitor)
    listed = [_game(games.find(name), {}, request.language, refused) for name in games.names()]
    return shapes.Games(games=listed)


@router.get("/games/{game}", response=responses(shapes.Game, 404, 422), **ANYBODY)
def show_game(
    request: Request,
    game: Annotated[str, Path(description="the name of the game", example="spada")],
    option: Annotated[
        list[str],
        Query(description="a chosen option as `NAME=VALUE`; several times for several"),
    ] = [],  # noqa: B006
) -> shapes.Game:
    """Describe one game, with the seats that the chosen options give."""
    found_game = game_called(game)
    known = {known.name: known for known in found_game.options}
    chosen: dict[str, Any] = {}
    for text in option:
        name, _, value = text.partition("=")
        chosen[name] = known[name].read(value) if name in known else value
    return _game(found_game, chosen, request.language, quotas.bot_refusal(request.visitor))
