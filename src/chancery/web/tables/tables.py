"""Tables: opened, filled, started, left, played once more. What pages and programs both do.

Before a table starts people come and go, and nobody sees more than a spectator: who has looked at
one hand of cards could otherwise sit down at another. From then on a seat once held bars every
other one.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from chancery import bots, games
from chancery.core import BadOption, Game, Refusal
from chancery.core.refusals import GameOver
from chancery.core.words import T
from chancery.web.base import limits
from chancery.web.base.keys import new_secret
from chancery.web.base.refusals import (
    Alone,
    AlreadyStarted,
    Closed,
    Empty,
    HeldBefore,
    NotFull,
    NotHost,
    NotImported,
    NotInvited,
    NotOver,
    NotStarted,
    NotYours,
    RatedNeedsAccount,
    SeatTaken,
    WrongInvitation,
)
from chancery.web.messages import sending
from chancery.web.people.models import Visitor
from chancery.web.people.visitors import account_called, clean
from chancery.web.play import live
from chancery.web.tables import disk, sittings, talk, turns
from chancery.web.tables.models import Held, Seat, Table, Talk

DAY = 24 * 3600
PACES = (0, 1, 2, 3, 7, 14)  # days for a move; 0: no deadline
LAPSES = ("bot", "open")
LONGEST_TITLE = 60
_dice = secrets.SystemRandom()


@dataclass(frozen=True)
class Wish:
    """Who is to sit somewhere: `me`, `here` (somebody at the same screen), `open`, `invited` (by
    name) or `bot:KIND`."""

    kind: str
    name: str = ""


@dataclass(frozen=True)
class Terms:
    """How people play at a table, whatever the game."""

    title: str = ""
    public: bool = False
    wait: bool = False  # start when everybody is there; else at once
    shuffle: bool = False
    days: int = 0  # for a move
    lapse: str = "bot"
    rated: bool = False

    def check(self) -> None:
        """BadOption if something is not to be had."""
        if self.days not in PACES:
            raise BadOption(T("There is no such pace."))
        if self.lapse not in LAPSES:
            raise BadOption(T("After a deadline a bot plays on, or the seat is open."))


def best_bot(game: str) -> str:
    """The bot that takes over."""
    return bots.names(games.find(game))[-1]


# -- opening ------------------------------------------------------------------------------------


def open_table(
    visitor: Visitor,
    game: Game[Any, Any],
    options: Mapping[str, Any],
    wishes: Sequence[Wish],
    terms: Terms | None = None,
    data: str | None = None,
    follows: Table | None = None,
) -> Table:
    """A new table; it starts at once, or when everybody is there."""
    terms = terms or Terms()
    terms.check()
    seats = [_wished(wish, game, visitor) for wish in wishes]
    people = [wish for wish in wishes if wish.kind in ("me", "here")]
    waits = terms.wait and any(wish.kind in ("open", "invited") for wish in wishes)
    limits.spend("tables", str(visitor.pk))
    weight = len(data or "")
    disk.make_room(visitor, weight)
    with transaction.atomic():
        table = Table.objects.create(
            game=game.name,
            rules=game.rules,
            options=dict(options),
            data=data,
            weight=weight,
            host=visitor,
            title=terms.title,
            public=terms.public,
            started=not waits,
            shuffle=terms.shuffle,
            pace=terms.days * DAY,
            lapse=terms.lapse,
            rated=terms.rated and visitor.account_id is not None and len(people) < 2,
            follows=follows,
        )
        for number, seat in enumerate(seats):
            seat.table, seat.number = table, number
        Seat.objects.bulk_create(seats)
        if table.started:
            _begin(table)
        else:
            Table.objects.filter(pk=table.pk).update(asked="")
        invited = [(seat.invited_id, seat.number) for seat in seats if seat.invited_id is not None]
        sending.announce("invited", table, invited)
    table.refresh_from_db()
    return table


def _wished(wish: Wish, game: Game[Any, Any], visitor: Visitor) -> Seat:
    """A seat as somebody wants it; BadOption if that cannot be."""
    if wish.kind.startswith("bot:"):
        bots.make(wish.kind[4:], game, "")  # BadOption if there is none
        return Seat(bot=wish.kind[4:], name=wish.name)
    if wish.kind in ("me", "here"):
        own = visitor.name if wish.kind == "me" else ""
        return Seat(owner=visitor, name=wish.name or own)
    if wish.kind == "invited":
        account = account_called(wish.name)
        if account is None or not account.is_active or account.pk == visitor.account_id:
            raise BadOption(T("There is nobody called “{name}” to invite.", name=wish.name))
        return Seat(invited=account)
    if wish.kind == "open":
        return Seat()
    raise BadOption(T("There is no such kind of seat."))


def _begin(table: Table) -> None:
    """Within the transaction that starts a table: chairs are drawn, and people are bound."""
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
        # else bots would play it though nobody watches, as many as somebody likes to open
        table.rated = False
    sitting = sittings.load(table)
    Table.objects.filter(pk=table.pk).update(
        asked=sittings.asked_in(sitting.state), rated=table.rated
    )
    sittings.schedule(table, sitting)
    turns.take_up(table, seats, [asked.seat for asked in sitting.state.asked])


def _draw(seats: list[Seat]) -> None:
    """Who plays what is drawn by lot."""
    drawn = [(seat.owner, seat.bot, seat.name, seat.invited) for seat in seats]
    _dice.shuffle(drawn)
    for seat, (owner, bot, name, invited) in zip(seats, drawn, strict=True):
        seat.owner, seat.bot, seat.name, seat.invited = owner, bot, name, invited


# -- coming and going ---------------------------------------------------------------------------


def sit(
    table: Table, visitor: Visitor, number: int | None, name: str = "", invitation: str = ""
) -> None:
    """Take a free seat: at a public table, with the invitation, or because one is invited."""
    try:
        with transaction.atomic():
            now = Table.objects.select_for_update().get(pk=table.pk)
            seat = _welcome(now, visitor, number, invitation)
            if not now.started:  # one seat each; who takes another leaves the first
                own = Seat.objects.filter(table=now, owner=visitor)
                if own.count() > 1:
                    raise HeldBefore()
                own.update(owner=None, name="")
            taken = Seat.objects.filter(pk=seat.pk, owner=None, bot="").update(
                owner=visitor, name=name or visitor.name, gone=False
            )
            if not taken:
                raise SeatTaken()
            if now.started:
                _join_running(now, seat, visitor)
            sittings.reschedule(now)
            if not now.started and not _free(now) and now.host and now.host.account_id:
                sending.announce("full", now, [(now.host.account_id, seat.number)])
    except IntegrityError:  # the same visitor was quicker on another page
        raise HeldBefore() from None


def _welcome(table: Table, visitor: Visitor, number: int | None, invitation: str) -> Seat:
    """The seat that somebody wants, if he may have it."""
    seat = Seat.objects.filter(table=table, number=number).first()
    if seat is None:
        raise SeatTaken()
    if table.private:
        raise Alone()
    if seat.invited_id is not None and seat.invited_id != visitor.account_id:
        raise NotInvited()
    if not (table.public or seat.invited_id or invitation == table.invitation):
        raise WrongInvitation()
    if table.rated and visitor.account_id is None:
        raise RatedNeedsAccount()
    _still_on(table)
    return seat


def _still_on(table: Table) -> None:
    """Refused when nothing is played here any more."""
    if table.closed:
        raise Closed()
    if table.over:
        raise GameOver()


def _join_running(table: Table, seat: Seat, visitor: Visitor) -> None:
    """A seat of a game that is being played; somebody's own again, or a newcomer's."""
    account = visitor.account_id
    back = account is not None and seat.player_id == account
    held = Held.objects.filter(table=table, visitor=visitor).exists()
    if held and not back:
        raise HeldBefore()
    if back:
        Seat.objects.filter(pk=seat.pk).update(abandoned=False)
    elif seat.player_id is None:
        Seat.objects.filter(pk=seat.pk).update(player=account)
    if not held:
        Held.objects.create(table=table, visitor=visitor)
    asked = [asked.seat for asked in sittings.load(table).state.asked]
    if seat.number in asked:
        seats = list(Seat.objects.filter(table=table).select_related("owner"))
        turns.take_up(table, seats, [seat.number])


def _free(table: Table) -> bool:
    return Seat.objects.filter(table=table, owner=None, bot="").exists()


def stand_up(table: Table, visitor: Visitor) -> None:
    """Leave a table that has not started; or say no to an invitation."""
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        own = 0
        if visitor.account_id is not None:
            kept = Seat.objects.filter(table=now, invited=visitor.account, owner=None)
            own += kept.update(invited=None)
        if not own:
            now = _waiting(table)
            own += Seat.objects.filter(table=now, owner=visitor).update(owner=None, name="")
        if not own:
            raise NotYours()
        sittings.reschedule(now)


def arrange(table: Table, visitor: Visitor, number: int | None, wish: Wish) -> None:
    """The host decides about a seat before the start: open, for somebody, or a bot's."""
    if wish.kind in ("me", "here"):
        raise BadOption(T("There is no such kind of seat."))
    wanted = _wished(wish, games.find(table.game), visitor)
    with transaction.atomic():
        now = _waiting(table)
        if now.host_id != visitor.pk:
            raise NotHost()
        seat = Seat.objects.filter(table=now, number=number).first()
        if seat is None:
            raise SeatTaken()
        seat.owner, seat.bot, seat.name = None, wanted.bot, wanted.name
        seat.invited = wanted.invited
        seat.save()
        sittings.reschedule(now)
        if seat.invited_id is not None:
            sending.announce("invited", now, [(seat.invited_id, seat.number)])


def _waiting(table: Table) -> Table:
    """Within a transaction: the table as it is now, if it still waits."""
    now = Table.objects.select_for_update().get(pk=table.pk)
    if now.closed:
        raise Closed()
    if now.started:
        raise AlreadyStarted()
    return now


def start(table: Table, visitor: Visitor, fill: bool = False) -> None:
    """Begin to play. Anybody at the table may when it is full; with bots in free seats the host."""
    with transaction.atomic():
        now = _waiting(table)
        host = now.host_id == visitor.pk
        if not host and not Seat.objects.filter(table=now, owner=visitor).exists():
            raise NotYours()
        free = Seat.objects.filter(table=now, owner=None, bot="")
        if free.exists():
            if not host or not fill:
                raise NotFull()
            free.update(bot=best_bot(now.game), invited=None)
        # who has seen what the table looked like while it waited could have chosen by that
        Table.objects.filter(pk=now.pk).update(started=True, seed=new_secret())
        sittings.reseat(now)
        now.refresh_from_db()
        _begin(now)
        sittings.touch(now)
        seats = Seat.objects.filter(table=now).select_related("owner")
        others = [
            (account, seat.number)
            for seat in seats
            if (account := turns.account_on(seat)) is not None and seat.owner_id != visitor.pk
        ]
        sending.announce("begun", now, others)


def call_off(table: Table, visitor: Visitor) -> None:
    """The host gives up a table that has not started."""
    with transaction.atomic():
        now = _waiting(table)
        if now.host_id != visitor.pk:
            raise NotHost()
        end(now)


def end(table: Table) -> None:
    """Within a transaction: nothing is played here any more, and there is no result."""
    Table.objects.filter(pk=table.pk).update(closed=True, over=True, asked="")
    Seat.objects.filter(table=table).update(due=None)
    sittings.reschedule(table)


def agree(table: Table, visitor: Visitor, agrees: bool) -> None:
    """To end the game here without a result, or no longer; it ends when all people at it agree.

    Who plays a rated game against bots alone has nobody to agree with: he resigns.
    """
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        if not now.started:
            raise NotStarted()
        people = Seat.objects.filter(table=now, bot="", owner__isnull=False)
        if not people.filter(owner=visitor).update(agrees=agrees):
            raise NotYours()
        if not now.over and not people.filter(agrees=False).exists():
            if now.rated and not people.exclude(owner=visitor).exists():
                _leave(now, visitor, resigned=True)
            else:
                end(now)
            return
        sittings.reseat(now)
        sittings.touch(now)


def leave(table: Table, visitor: Visitor, resigned: bool = False) -> None:
    """A bot plays one's seats from now on, for good; to resign is to say so as well."""
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        if not now.started:
            raise NotStarted()
        _still_on(now)
        _leave(now, visitor, resigned)


def _leave(table: Table, visitor: Visitor, resigned: bool) -> None:
    own = Seat.objects.filter(table=table, owner=visitor, bot="")
    changed = own.update(
        owner=None,
        bot=best_bot(table.game),
        resigned=resigned,
        agrees=False,
        due=None,
        abandoned=True,
    )
    if not changed:
        raise NotYours()
    sittings.reschedule(table)


def hand_over(seat: Seat) -> None:
    """Somebody has gone for good; the game goes on as the table has agreed for a missed deadline.

    His name goes, too: what he has played stays as that of somebody who is gone.
    """
    table = Table.objects.select_for_update().get(pk=seat.table_id)
    seat.owner, seat.due, seat.name = None, None, ""
    seat.gone = table.started
    if table.started and not table.over:
        go_on_without(seat, table)
        seat.gone = bool(seat.bot)  # else it is free for somebody new
    elif table.over and seat.bot:  # it had played on for him: what it reached is not its own result
        seat.abandoned = True
    seat.save()
    if table.over:  # nothing is to be replayed for that: he may have played hundreds of games
        sittings.reseat(table)
        sittings.touch(table)
    else:
        sittings.reschedule(table)


def go_on_without(seat: Seat, table: Table) -> None:
    """As the table has agreed: a bot plays on, or the seat is open for others. Not saved here."""
    seat.due, seat.abandoned = None, True
    if table.lapse == "bot":
        seat.bot = best_bot(table.game)
    else:
        seat.owner, seat.name = None, ""


def come_back(table: Table, visitor: Visitor) -> None:
    """Play oneself again, where a bot has played on after a missed deadline."""
    with transaction.atomic():
        now = Table.objects.select_for_update().get(pk=table.pk)
        _still_on(now)
        away = Seat.objects.filter(table=now, owner=visitor).exclude(bot="")
        numbers = list(away.values_list("number", flat=True))
        if not numbers:
            raise NotYours()
        away.update(bot="", abandoned=False)
        sittings.reschedule(now)
        seats = list(Seat.objects.filter(table=now).select_related("owner"))
        asked = {asked.seat for asked in sittings.load(now).state.asked}
        turns.take_up(now, seats, asked & set(numbers))


def answer_ahead(table: Table, number: int, key: str, given: bool) -> None:
    """Give an answer in advance, or withdraw it; nobody else notices."""
    sitting = sittings.load(table)
    offered = {offer.key for offer in sitting.game.standing(sitting.state.view(number))}
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        seat = Seat.objects.get(table=table, number=number)
        kept = {known: True for known in seat.standing if known in offered}
        if given and key in offered:
            kept[key] = True
        elif key in kept:
            del kept[key]
        Seat.objects.filter(pk=seat.pk).update(standing=kept)
        sittings.reschedule(table, told=False)


def say(table: Table, visitor: Visitor, inside: bool, name: str, text: str) -> None:
    """Say something to those at the table, or else to those who watch; nobody else notices."""
    text = clean(text, talk.LONGEST)
    if not text:
        raise Empty()
    limits.spend("talk", str(visitor.pk))
    disk.make_room(visitor)
    said = {"talked": F("talked") + 1} if inside else {"aside": F("aside") + 1}
    with transaction.atomic():
        Table.objects.filter(pk=table.pk).update(touched=timezone.now(), **said)
        Talk.objects.create(
            table=table, by=visitor, name=name[:60] or "…", text=text, aside=not inside
        )
        live.tell(table.slug)


# -- from a record ------------------------------------------------------------------------------


def play_on(
    table: Table, visitor: Visitor, number: int | None, length: int, public: bool = False
) -> Table:
    """A table for others with the position of an imported game; for its importer.

    He knows its seed, or has made it all up: chance to come is drawn anew when the table starts,
    and the table says for good where it came from.
    """
    if not (table.imported and table.private and table.host_id == visitor.pk):
        raise NotImported()
    sitting = sittings.load(table)
    state = sitting.at(length)
    if state.result is not None:
        raise GameOver()
    if number is None or number not in range(len(sitting.seats)):
        raise SeatTaken()
    limits.spend("tables", str(visitor.pk))
    weight = disk.weight_of(sitting, length)
    disk.make_room(visitor, weight)
    with transaction.atomic():
        found = Table.objects.create(
            game=table.game,
            rules=state.rules,
            options=dict(state.options),
            data=state.frame.data,
            position=state.plain(),
            host=visitor,
            public=public,
            started=False,
            asked="",
            imported=True,
            importer=visitor,
            weight=weight,
        )
        seats = [Seat(table=found, number=other) for other in range(len(sitting.seats))]
        seats[number].owner, seats[number].name = visitor, visitor.name
        Seat.objects.bulk_create(seats)
    return found


# -- once more ----------------------------------------------------------------------------------


def rematch(table: Table, visitor: Visitor) -> Table:
    """The same game with the same people: one new table, whoever asks for it first."""
    if not table.over:
        raise NotOver()
    if not Held.objects.filter(table=table, visitor=visitor).exists() or table.private:
        raise NotYours()
    found = Table.objects.filter(follows=table).first()
    if found is not None:
        _sit_again(table, found, visitor)
        return found
    game = games.find(table.game)
    wishes = [_once_more(seat, visitor) for seat in Seat.objects.filter(table=table)]
    terms = Terms(
        title=table.title,
        public=table.public,
        wait=True,
        shuffle=table.shuffle,
        days=table.pace // DAY,
        lapse=table.lapse,
        rated=table.rated,
    )
    try:
        return open_table(visitor, game, table.options, wishes, terms, table.data, follows=table)
    except IntegrityError:  # somebody else asked at the same moment
        found = Table.objects.get(follows=table)
        _sit_again(table, found, visitor)
        return found


def _sit_again(table: Table, found: Table, visitor: Visitor) -> None:
    """Where one sat before, if that is still to be had."""
    old = Seat.objects.filter(table=table)
    mine = old.filter(Q(owner=visitor) | Q(player__isnull=False, player=visitor.account)).first()
    here = Seat.objects.filter(table=found, owner=visitor)
    if mine is not None and not found.started and not here.exists():
        with suppress(Refusal):
            sit(found, visitor, mine.number, mine.name, found.invitation)


def _once_more(seat: Seat, visitor: Visitor) -> Wish:
    """Who is to sit there again: people are invited or free to come, bots stay bots."""
    if seat.owner_id == visitor.pk:
        return Wish("me", seat.name)
    known = seat.player if seat.player_id is not None else None
    if known is not None and known.pk == visitor.account_id:
        return Wish("me", visitor.name)
    if known is not None and known.is_active:
        return Wish("invited", known.username)
    return Wish(f"bot:{seat.bot}") if seat.bot else Wish("open")
