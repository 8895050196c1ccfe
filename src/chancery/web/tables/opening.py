"""Open a table and start it: terms, seats, and the random assignment of seats."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from chancery import bots, games
from chancery.core import BadOption, Game
from chancery.core.words import T
from chancery.web.base import limits
from chancery.web.base.keys import new_seed
from chancery.web.base.refusals import NotFull, NotHost, NotYours, RatedNeedsAccount
from chancery.web.identity.models import Visitor
from chancery.web.identity.visitors import account_called
from chancery.web.outbox import announcing
from chancery.web.tables import quotas, sittings, spoiled, turns
from chancery.web.tables.models import Held, Seat, Table

DAY = 24 * 3600
PACES = (0, 1, 2, 3, 7, 14)  # days for a move; 0: no deadline
LAPSES = ("bot", "open")
LONGEST_TITLE = 60

_dice = secrets.SystemRandom()


@dataclass(frozen=True)
class Wish:
    """The player wanted for a seat: `me`, `here` (another person at the same screen), `open`,
    `invited` (by name) or `bot:KIND`."""

    kind: str
    name: str = ""


@dataclass(frozen=True)
class Terms:
    """The terms on which people play at a table, whatever the game is."""

    title: str = ""
    public: bool = False
    wait: bool = False  # for the players; otherwise start at once
    autostart: bool = True  # when the last of them sits down; otherwise a player starts it
    shuffle: bool = False
    days: int = 0  # per move
    lapse: str = "bot"
    rated: bool = False
    hints: bool = True  # players may ask what a bot would do

    def check(self) -> None:
        """Raise BadOption for a value that is not offered."""
        if self.days not in PACES:
            raise BadOption(T("There is no such time per move."))
        if self.lapse not in LAPSES:
            raise BadOption(T("When time is up, either a bot plays on or the seat becomes free."))

    def columns(self, rated: bool) -> dict[str, Any]:
        """Return the terms as columns of a table, which is rated only if it may be."""
        return {
            "title": self.title,
            "public": self.public,
            "autostart": self.autostart,
            "shuffle": self.shuffle,
            "pace": self.days * DAY,
            "lapse": self.lapse,
            "rated": rated,
            "hints": self.hints and not rated,
        }

    @classmethod
    def of(cls, table: Table) -> Terms:
        """Return the terms of a table."""
        return cls(
            title=table.title,
            public=table.public,
            wait=True,
            autostart=table.autostart,
            shuffle=table.shuffle,
            days=table.pace // DAY,
            lapse=table.lapse,
            rated=table.rated,
            hints=table.hints,
        )


def best_bot(game: str) -> str:
    """Return the bot that takes over a seat; also works for a game that is no longer installed."""
    return bots.best(games.find(game)) if game in games.names() else "random"


def open_table(
    visitor: Visitor,
    game: Game[Any, Any],
    options: Mapping[str, Any],
    wishes: Sequence[Wish],
    terms: Terms | None = None,
    data: str | None = None,
    follows: Table | None = None,
    seed: str | None = None,
) -> Table:
    """Create a table; it starts at once, or when everybody is there."""
    terms = terms or Terms()
    terms.check()
    with transaction.atomic():
        seats = [make_seat(wish, game, visitor) for wish in wishes]
        people = [wish for wish in wishes if wish.kind in ("me", "here")]
        waits = terms.wait and any(wish.kind in ("open", "invited") for wish in wishes)
        limits.spend("tables", str(visitor.pk))
        rated = terms.rated and visitor.account_id is not None and len(people) < 2
        weight = len(data or "")
        quotas.check_storage(visitor, weight)
        table = Table(
            game=game.name,
            rules=game.rules,
            options=dict(options),
            data=data,
            weight=weight,
            seed=seed or new_seed(),
            host=visitor,
            started=not waits,
            follows=follows,
            **terms.columns(rated),
        )
        save_table(table, seats)
        invited = [(seat.invited_id, seat.number) for seat in seats if seat.invited_id is not None]
        announcing.announce("invited", table, invited)
    table.refresh_from_db()
    return table


def save_table(table: Table, seats: Sequence[Seat]) -> None:
    """Within a transaction: save a table with these seats, and start it unless it waits."""
    table.save(force_insert=True)
    for number, seat in enumerate(seats):
        seat.table, seat.number = table, number
    Seat.objects.bulk_create(seats)
    if table.started:
        begin(table)
    else:
        Table.objects.filter(pk=table.pk).update(asked="")


def make_seat(
    wish: Wish, game: Game[Any, Any], visitor: Visitor, table: Table | None = None
) -> Seat:
    """Return a seat as wished, at a new table or at the given one; raises BadOption if
    impossible."""
    if wish.kind.startswith("bot:"):
        quotas.check_bot(wish.kind[4:], game, visitor, table)
        return Seat(bot=wish.kind[4:], name=wish.name)
    if wish.kind in ("me", "here"):
        own = visitor.name if wish.kind == "me" else ""
        return Seat(owner=visitor, name=wish.name or own)
    if wish.kind == "invited":
        account = account_called(wish.name)
        if account is None or not account.is_active or account.pk == visitor.account_id:
            raise BadOption(T("There is no player called “{name}” to invite.", name=wish.name))
        return Seat(invited=account)
    if wish.kind == "open":
        return Seat()
    raise BadOption(T("There is no such kind of seat."))


def begin(table: Table) -> None:
    """Within the transaction that starts a table: assign seats and bind people to them."""
    seats = list(Seat.objects.filter(table=table).select_related("owner"))
    if table.shuffle:
        _draw(seats)
    owners = [seat.owner_id for seat in seats]
    for seat in seats:
        if seat.owner is not None:
            Held.objects.get_or_create(table=table, visitor=seat.owner)
            if owners.count(seat.owner_id) == 1:
                seat.player_id = seat.owner.account_id
    Seat.objects.bulk_update(seats, ["owner", "bot", "name", "invited", "player"])
    if all(seat.bot for seat in seats):
        # otherwise bots would play unwatched, at as many tables as somebody opens
        table.rated = False
    sitting = sittings.load(table)
    Table.objects.filter(pk=table.pk).update(
        asked=sittings.asked_in(sitting.state), rated=table.rated
    )
    sittings.schedule(table, sitting)
    turns.start_turns(table, seats, [asked.seat for asked in sitting.state.asked])


def _draw(seats: list[Seat]) -> None:
    """Assign persons and bots to the seats at random."""
    drawn = [(seat.owner, seat.bot, seat.name, seat.invited) for seat in seats]
    _dice.shuffle(drawn)
    for seat, (owner, bot, name, invited) in zip(seats, drawn, strict=True):
        seat.owner, seat.bot, seat.name, seat.invited = owner, bot, name, invited


def start(table: Table, visitor: Visitor, fill: bool = False) -> None:
    """Start a table. Any player may when it is full; only the host may fill seats with bots."""
    with transaction.atomic():
        locked = table.lock_waiting()
        host = locked.host_id == visitor.pk
        if not host and not Seat.objects.filter(table=locked, owner=visitor).exists():
            raise NotYours()
        free = Seat.objects.filter(table=locked, owner=None, bot="")
        if free.exists():
            if not host or not fill:
                raise NotFull()
            free.update(bot=best_bot(locked.game), invited=None)
        start_full(locked, visitor)


def start_full(locked: Table, visitor: Visitor) -> None:
    """Within the transaction that has locked a waiting table: start it, now that no seat is free.

    All players are notified but this visitor, who is looking at it.
    """
    # a new seed: somebody could have chosen a seat by the position he saw before the start
    Table.objects.filter(pk=locked.pk).update(started=True, seed=new_seed())
    sittings.reload_seats(locked)
    locked.refresh_from_db()
    begin(locked)
    sittings.touch(locked)
    seats = Seat.objects.filter(table=locked).select_related("owner")
    others = [
        (account, seat.number)
        for seat in seats
        if (account := turns.account_on(seat)) is not None and seat.owner_id != visitor.pk
    ]
    announcing.announce("begun", locked, others)


def change(table: Table, visitor: Visitor, options: Mapping[str, Any], terms: Terms) -> None:
    """Change options and terms of a table before it starts; only its host may.

    Where the options change the seats, everybody keeps the seat of the same name or moves to
    another one.
    """
    terms.check()
    with transaction.atomic():
        locked = table.lock_waiting()
        if locked.host_id != visitor.pk:
            raise NotHost()
        game = spoiled.game_of(locked)
        before, after = (
            game.complete_options(locked.options),
            game.complete_options({**locked.options, **options}),
        )
        if after != before and locked.position is not None:
            raise BadOption(T("The options of this game follow from its position."))
        if after != before:
            _seat_anew(locked, game.seats(before), game.seats(after))
            sittings.reload_beginning(locked)
        people = list(Seat.objects.filter(table=locked).exclude(owner=None).select_related("owner"))
        members = {seat.owner_id for seat in people if seat.owner and seat.owner.account_id}
        if terms.rated and len(members) < len(people):
            raise RatedNeedsAccount()
        columns = terms.columns(terms.rated and not locked.imported)
        Table.objects.filter(pk=locked.pk).update(options=dict(after), **columns)
        sittings.touch(locked)


def _seat_anew(table: Table, before: Sequence[str], after: Sequence[str]) -> None:
    """Replace the seats of a waiting table by those with these names. Bots whose seats are gone
    leave; people move to the first seats without people."""
    old = dict(zip(before, Seat.objects.filter(table=table), strict=True))
    kept = [old.pop(name, Seat()) for name in after]
    moving = [seat for seat in old.values() if seat.owner_id or seat.invited_id]
    for n, seat in enumerate(kept):
        if moving and not seat.owner_id and not seat.invited_id:
            kept[n] = moving.pop(0)
    if moving:
        raise BadOption(T("With these options there are too few seats for everyone here."))
    Seat.objects.filter(table=table).delete()
    for number, seat in enumerate(kept):
        seat.pk, seat.table, seat.number = None, table, number
    Seat.objects.bulk_create(kept)
