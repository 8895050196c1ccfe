"""The games of the house, as programs read them."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Path, Query, Router

from chancery import games
from chancery.core import Game
from chancery.core.words import Text
from chancery.web.api import shapes
from chancery.web.api.asking import ANYBODY, gives
from chancery.web.base.sent import game_called
from chancery.web.people.request import Request
from chancery.web.tables import house_bots

router = Router(tags=["Games"])


def _game(
    game: Game[Any, Any], chosen: dict[str, Any], language: str, refused: Text | None
) -> shapes.Game:
    told = game.speaker(language)
    missing = house_bots.missing(game, refused)
    return shapes.Game(
        name=game.name,
        title=told.say(game.title),
        rules=game.rules,
        options=[
            shapes.Option(
                name=option.name,
                title=told.say(option.title),
                default=option.default,
                values=[
                    shapes.Value(value=value, title=told.say(title))
                    for value, title in option.values.items()
                ],
            )
            for option in game.options
        ],
        seats=[
            shapes.Chair(seat=seat, title=told.say(game.seat_title(seat)))
            for seat in game.seats(game.settle(chosen))
        ],
        bots=list(house_bots.offered(game, refused)),
        missing=told.say(missing) if missing else None,
    )


@router.get("/games", response=gives(shapes.Games), **ANYBODY)
def list_games(request: Request) -> shapes.Games:
    """All games of the house."""
    refused = house_bots.refusal(request.visitor)
    found = [_game(games.find(name), {}, request.language, refused) for name in games.names()]
    return shapes.Games(games=found)


@router.get("/games/{game}", response=gives(shapes.Game, 404, 422), **ANYBODY)
def show_game(
    request: Request,
    game: Annotated[str, Path(description="the name of the game", example="spada")],
    option: Annotated[
        list[str],
        Query(description="a chosen option as `NAME=VALUE`; several times for several"),
    ] = [],  # noqa: B006
) -> shapes.Game:
    """One game, with the seats that the chosen options give."""
    found = game_called(game)
    known = {known.name: known for known in found.options}
    chosen: dict[str, Any] = {}
    for text in option:
        name, _, value = text.partition("=")
        chosen[name] = known[name].read(value) if name in known else value
    return _game(found, chosen, request.language, house_bots.refusal(request.visitor))
