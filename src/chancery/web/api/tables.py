"""Operations for tables: lists, a single one, new ones; and the caller's account."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from ninja import Query, Router
from ninja.responses import Status

from chancery.core import BadOption
from chancery.core.chance import commitment
from chancery.core.words import SeatName, T
from chancery.web.api import shapes
from chancery.web.api.requests import ANYBODY, AT_TABLE, Slug, caller, place_of_caller, responses
from chancery.web.base.refusals import NoToken, NotThere
from chancery.web.base.user_input import clean, game_called, name_in
from chancery.web.identity.models import Visitor
from chancery.web.identity.request import Request
from chancery.web.tables import fairness, lines, lists, opening, speakers, spoiled
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.opening import DAY, LONGEST_TITLE, Terms, Wish, best_bot

router = Router(tags=["Tables"])


@router.get("/me", response=responses(shapes.Me))
def show_me(request: Request) -> shapes.Me:
    """Describe the account that your token belongs to."""
    visitor = caller(request)
    assert visitor.account is not None
    return shapes.Me(
        name=visitor.account.username,
        language=visitor.language,
        turns=lists.turns_of(visitor),
    )


List = Literal["mine", "turns", "open", "watch", "invitations", "finished"]


@router.get("/tables", response=responses(shapes.Tables, 404, 422), **ANYBODY)
def list_tables(
    request: Request,
    which: Annotated[
        List,
        Query(
            alias="list",
            description="yours that run or wait; those of them at which you are to decide; public"
            " ones with a free seat; public ones that run; where you are invited; yours that are"
            " over. Only `open` and `watch` need no token.",
        ),
    ] = "mine",
    game: Annotated[str | None, Query(description="of this game only", example="spada")] = None,
    before: Annotated[
        str | None,
        Query(
            description="go on after this table: `next` of the part before",
            pattern=r"^[A-Za-z0-9_-]{1,32}$",
        ),
    ] = None,
    limit: Annotated[
        int, Query(description="how many at most", ge=1, le=lists.MANY, example=10)
    ] = lists.MANY,
) -> shapes.Tables:
    """List tables, newest first.

    `open` and `watch` have at most a few tables of each host, those of guests last.
    """
    if which not in lists.SHARED and request.visitor is None:
        raise NoToken()
    tables = lists.tables_in(which, request.visitor)
    if game is not None:
        tables = tables.filter(game=game_called(game).name)
    if before is not None:
        last = Table.objects.filter(slug=before).select_related("host").first()
        if last is None:
            raise NotThere()
        tables = lists.after(tables, which, last)
    one_more = list(
        tables.prefetch_related(None)
        .prefetch_related("seats__invited")
        .select_related("importer__account")
        .defer("data", "position", "luck")[: limit + 1]
    )
    shown_tables = one_more[:limit]
    rows = (
        spoiled.row_of(table, partial(_table, table, list(table.seats.all()), request))
        for table in shown_tables
    )
    return shapes.Tables(
        tables=[row for row in rows if row is not None],
        next=shown_tables[-1].slug if len(one_more) > len(shown_tables) else None,
    )


def _table(table: Table, seats: list[Seat], request: Request) -> shapes.Table:
    """Return a table as the caller may see it, without reading its log."""
    visitor: Visitor | None = request.visitor
    game = spoiled.game_of(table)
    names = tuple(game.seats(game.complete_options(table.options)))
    titles = game.speaker(request.language, (), names)
    speaker = speakers.speaker_of(table, seats, request.language, names)
    asked = lines.asked_at(table)
    own_seats = [s for s in seats if visitor is not None and s.owner_id == visitor.pk]
    host = visitor is not None and table.host_id == visitor.pk
    free = [s for s in seats if s.is_free and not s.gone]
    return shapes.Table(
        slug=table.slug,
        game=table.game,
        rules=table.rules,
        options=table.options,
        title=table.title,
        public=table.public,
        started=table.started,
        over=table.over,
        closed=table.closed,
        shuffle=table.shuffle,
        days=table.pace // DAY,
        lapse=table.lapse,
        rated=table.rated,
        hints=fairness.hints_allowed(table),
        private=table.private,
        imported=fairness.imported_by(table, speaker) or None,
        screens=[[names[n] for n in group] for group in fairness.shared_screens(table, seats)],
        commitment=commitment(table.seed) if table.started and table.seed is not None else None,
        seed=table.seed if table.over and not table.closed else None,
        version=table.version,
        host=host,
        away=any(seat.bot for seat in own_seats),
        invitation=table.invitation if host and free and not table.over else None,
        created=table.created,
        finished=table.finished,
        seats=[
            shapes.Seat(
                seat=names[seat.number],
                title=titles.word(SeatName(seat.number)),
                name=speaker.word(SeatName(seat.number)),
                bot=seat.bot or None,
                free=seat in free,
                mine=seat in own_seats and not seat.bot,
                invited=seat.invited.username if seat.invited and seat in free else None,
                asked=seat.number in asked,
                due=None if seat.bot else seat.due,
                agrees=seat.agrees,
                resigned=seat.resigned,
                rank=seat.rank,
                points=None if seat.points is None else seat.points / game.unit,
            )
            for seat in seats
        ],
    )


def now(request: Request, slug: str) -> shapes.Table:
    """Return a table as it is now."""
    table = Table.objects.get(slug=slug)
    return _table(table, list(table.seats.select_related("invited")), request)


@router.post("/tables", response=responses(shapes.Table, 404, 413, 415, 422, 429, status=201))
def open_table(request: Request, sent: shapes.NewTable) -> Status[shapes.Table]:
    """Open a table.

    It starts at once; with `wait` it starts when everybody is there and somebody calls `start`, or
    by itself with `autostart`.
    """
    game = game_called(sent.game)
    options = game.complete_options(sent.options)
    number = len(game.seats(options))
    if sent.seats is None:
        best = Wish(f"bot:{best_bot(game.name)}")
        wishes = [Wish("me"), *[best] * (number - 1)]
    else:
        wishes = [Wish(wish.kind, name_in(wish.name)) for wish in sent.seats]
    if len(wishes) != number:
        raise BadOption(T("With these options this game has {n} seats.", n=number))
    terms = Terms(
        title=clean(sent.title, LONGEST_TITLE),
        public=sent.public,
        wait=sent.wait,
        autostart=sent.autostart,
        shuffle=sent.shuffle,
        days=sent.days,
        lapse=sent.lapse,
        rated=sent.rated,
        hints=sent.hints,
    )
    table = opening.open_table(caller(request), game, options, wishes, terms)
    return Status(201, now(request, table.slug))


@router.get("/tables/{slug}", response=responses(shapes.Table, *AT_TABLE), **ANYBODY)
def show_table(request: Request, slug: Slug) -> shapes.Table:
    """Describe one table: what is public about it, and which seats are yours."""
    place_of_caller(request, slug)
    return now(request, slug)
