"""Tournaments: opened by an account, joined by others, and run round by round by the site.

All decisions are stored in rows, and every step is one transaction that locks the row of the
tournament: it does not matter which worker takes it, or how many try at once. The rules:

- Tables that are not full of people are filled with bots, which count like any opponent: beating
  one gives a point.
- Whoever has left a table, or has not come back after a missed deadline, is last there and gets
  nothing. Whoever withdraws leaves his running table; in a round robin of two seats a bot takes his
  place, otherwise he is not paired any more.
- A game ended by agreement is a draw between all who were still there; but a player who was alone
  with bots, and so had nobody to agree with, loses to them.
- At an unrated table that all people have left no bot plays on, so it is over.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from hashlib import blake2b

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from chancery import games
from chancery.core import BadOption, Refusal
from chancery.core.options import Options
from chancery.core.words import N_, T
from chancery.web.base import limits
from chancery.web.base.clock import CLOCK
from chancery.web.base.refusals import NotHost, NotThere, NotYours
from chancery.web.community.models import Chair, Entrant, Match, Member, Tournament
from chancery.web.community.pairing import Seating, next_round, rounds_needed
from chancery.web.community.refusals import (
    EnoughTournaments,
    NoRoom,
    TooFew,
    TournamentOver,
    TournamentStarted,
)
from chancery.web.community.standings import Standing, standings, table_scores
from chancery.web.identity.models import Account, Visitor
from chancery.web.outbox import announcing
from chancery.web.tables import leaving
from chancery.web.tables.models import Seat, Table
from chancery.web.tables.opening import DAY, PACES, best_bot, save_table
from chancery.web.tables.places import is_slug

log = logging.getLogger("chancery.web.tournaments")
KINDS = {"robin": N_("round robin"), "swiss": N_("Swiss system")}
MOST_PLAYERS = {"robin": 12, "swiss": 32}
MOST_ROUNDS = 9  # in a Swiss tournament
HOSTED, ENTERED = 3, 10  # tournaments per account at a time
LONGEST_TITLE = 50
STALE = timedelta(days=60)  # after which one that has not started is deleted


def called(slug: str) -> Tournament:
    """Return a tournament by its slug; raises NotThere."""
    rows = Tournament.objects.filter(slug=slug, game__in=games.names())
    tournament = rows.select_related("host", "league").first() if is_slug(slug) else None
    if tournament is None:
        raise NotThere()
    return tournament


# -- before the start ----------------------------------------------------------------------------


def open_tournament(
    account: Account,
    game: str,
    options: Options,
    *,
    title: str,
    kind: str,
    wanted: int | None,
    days: int | None,
    rounds: int | None,
    rated: bool,
) -> Tournament:
    """Create a tournament, in which its host plays; raises BadOption."""
    seats = len(games.find(game).seats(options))
    if kind not in KINDS:
        raise BadOption(T("There is no such kind of tournament."))
    if seats < 2:
        raise BadOption(T("A tournament needs a game with at least two seats."))
    limit = MOST_PLAYERS[kind]
    if wanted is None or not seats <= wanted <= limit:
        raise BadOption(T("From {least} to {most} players can take part.", least=seats, most=limit))
    if not days or days not in PACES:
        raise BadOption(T("There is no such time per move."))
    if kind == "robin":
        rounds = 0
    elif rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        raise BadOption(T("From 1 to {most} rounds can be played.", most=MOST_ROUNDS))
    limits.spend("tournaments", str(account.pk))
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)
        if Tournament.objects.filter(host=account, finished=None).count() >= HOSTED:
            raise EnoughTournaments(n=HOSTED)
        tournament = Tournament.objects.create(
            host=account,
            title=title,
            game=game,
            options=options,
            seats=seats,
            kind=kind,
            wanted=wanted,
            days=days,
            rounds=rounds,
            rated=rated,
        )
        _enter(tournament, account)
    return tournament


def _locked(tournament: Tournament) -> Tournament:
    """Within a transaction: lock the tournament and return its row."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def _waiting(tournament: Tournament) -> Tournament:
    locked = _locked(tournament)
    if locked.started is not None:
        raise TournamentStarted()
    return locked


def _enter(tournament: Tournament, account: Account) -> None:
    entered = Entrant.objects.filter(account=account, withdrawn=False)
    if entered.filter(tournament__finished=None).count() >= ENTERED:
        raise EnoughTournaments(n=ENTERED)
    member = Member.objects.filter(account=account).first()
    Entrant.objects.get_or_create(
        tournament=tournament,
        account=account,
        defaults={"team_id": member.team_id if member else None},
    )


def join(tournament: Tournament, account: Account) -> None:
    """Join a tournament; the last player who was missing starts it."""
    with transaction.atomic():
        locked = _waiting(tournament)
        if locked.entrants.count() >= locked.wanted:
            raise NoRoom()
        if not locked.entrants.filter(account=account).exists():
            limits.spend("entrants", str(account.pk))
            _enter(locked, account)
        if locked.entrants.count() >= locked.wanted:
            _start(locked)


def start(tournament: Tournament, account: Account) -> None:
    """Start before all places are taken; only the host may."""
    with transaction.atomic():
        locked = _waiting(tournament)
        if locked.host_id != account.pk:
            raise NotHost()
        if locked.entrants.count() < locked.seats:
            raise TooFew(n=locked.seats)
        _start(locked)


def call_off(tournament: Tournament, account: Account) -> None:
    """Cancel a tournament that has not started; only the host may."""
    with transaction.atomic():
        locked = _waiting(tournament)
        if locked.host_id != account.pk:
            raise NotHost()
        locked.delete()


def withdraw(tournament: Tournament, account: Account) -> None:
    """Leave a tournament: before the start without a trace, afterwards a bot takes the seat."""
    with transaction.atomic():
        locked = _locked(tournament)
        entrant = locked.entrants.filter(account=account, withdrawn=False).first()
        if entrant is None:
            raise NotYours()
        if locked.finished is not None:
            raise TournamentOver()
        if locked.started is None:
            entrant.delete()
            return
        _score_round(locked)  # tables that are over keep their result
        entrant.withdrawn = True
        entrant.save(update_fields=["withdrawn"])
        visitor = Visitor.objects.filter(account=account).first()
        for match in locked.matches.filter(chairs__entrant=entrant, scored=False):
            if visitor is not None and match.table is not None:
                with suppress(Refusal):  # a bot plays on for him already
                    leaving.leave(match.table, visitor, resigned=True)


# -- from the start on ---------------------------------------------------------------------------


def lots(seed: str, entrants: int) -> list[int]:
    """Return the lot of each entrant in the order of joining; anybody can recompute them."""
    drawn = sorted(range(entrants), key=lambda n: blake2b(f"{seed}/{n}".encode()).digest())
    return [drawn.index(number) + 1 for number in range(entrants)]


def _start(tournament: Tournament) -> None:
    """Draw lots and open the first round."""
    entrants = list(tournament.entrants.order_by("pk"))
    for entrant, lot in zip(entrants, lots(tournament.seed, len(entrants)), strict=True):
        entrant.lot = lot
    Entrant.objects.bulk_update(entrants, ["lot"])
    every = rounds_needed(len(entrants), tournament.seats)
    if tournament.kind == "robin":
        tournament.rounds = every
    elif tournament.seats == 2:
        tournament.rounds = min(tournament.rounds, every)  # more would only be rematches
    tournament.started = timezone.now()
    _open_round(tournament)
    tournament.save()


def run_once() -> bool:
    """Advance one tournament if one of its tables or rounds is over; False if there is none.

    Concurrent workers are safe: the second one finds it done.
    """
    unseen = Match.objects.filter(tournament=OuterRef("pk"), scored=False)
    finished = unseen.filter(Q(table=None) | Q(table__over=True) | _deserted())
    ripe = Q(Exists(finished)) | ~Q(Exists(unseen))
    running = Tournament.objects.filter(
        ripe, started__isnull=False, finished=None, game__in=games.names()
    )
    for tournament in running.order_by("pk"):
        if _guarded(tournament):
            return True
    stale = Tournament.objects.filter(started=None, created__lt=timezone.now() - STALE)
    return CLOCK.look() and stale.delete()[0] > 0


def _guarded(tournament: Tournament) -> bool:
    """Advance a tournament; an error is logged and does not stop the others."""
    try:
        return advance(tournament)
    except (InterfaceError, OperationalError):
        raise  # a busy database: retried
    except Exception:
        log.exception("a tournament could not be advanced")
        return False


def _deserted() -> Q:
    """Return the condition for matches that all people have left, where no bot plays on."""
    seats = Seat.objects.filter(table=OuterRef("table"), player__isnull=False)
    present = seats.filter(abandoned=False)
    return Q(~Exists(present), table__rated=False, table__isnull=False)


def advance(tournament: Tournament) -> bool:
    """Score finished tables; when all are, open the next round or finish the tournament."""
    with transaction.atomic():
        locked = _locked(tournament)
        if locked.started is None or locked.finished is not None:
            return False
        for match in locked.matches.filter(_deserted(), scored=False, table__over=False):
            if match.table is not None:
                leaving.end(match.table)
        changed = _score_round(locked)
        if locked.matches.filter(scored=False).exists():
            return changed
        if locked.round < locked.rounds and len(_playing(locked)) > 1:
            _open_round(locked)
        else:
            locked.finished = timezone.now()
        locked.save()
    return True


def _playing(tournament: Tournament) -> list[Entrant]:
    """Return the entrants who still play, in the order of their lots."""
    present = tournament.entrants.filter(withdrawn=False, account__is_active=True)
    return list(present.order_by("lot"))


def _score_round(tournament: Tournament) -> bool:
    """Within a transaction: score all tables that are over; whether there were any."""
    over = Q(table=None) | Q(table__over=True)
    matches = list(tournament.matches.filter(over, scored=False).select_related("table"))
    for match in matches:
        chairs = list(match.chairs.select_related("entrant"))
        seats = list(Seat.objects.filter(table=match.table)) if match.table is not None else []
        for chair, score in zip(chairs, _scores(match, chairs, seats), strict=True):
            chair.score = score
        Chair.objects.bulk_update(chairs, ["score"])
        match.scored = True
        match.save(update_fields=["scored"])
    return bool(matches)


def _scores(match: Match, chairs: Sequence[Chair], seats: Sequence[Seat]) -> list[int]:
    """Return the scores of a finished table, seat by seat."""
    if match.table is None or len(seats) != len(chairs):  # nobody played, or it has been deleted
        return [0] * len(chairs)
    abandoned_flags = [
        chair.entrant is not None and (chair.entrant.withdrawn or seat.abandoned)
        for chair, seat in zip(chairs, seats, strict=True)
    ]
    ranks: list[int | None] = [seat.rank for seat in seats]
    if match.table.closed:
        pairs = zip(chairs, abandoned_flags, strict=True)
        present = {
            chair.number
            for chair, abandoned in pairs
            if chair.entrant is not None and not abandoned
        }
        alone = len(present) == 1
        ranks = [1 + (chair.number in present) if alone else None for chair in chairs]
    return table_scores(ranks, abandoned_flags)


def seatings(tournament: Tournament) -> list[Seating]:
    """Return who has sat where so far, by entrant."""
    chairs = Chair.objects.filter(match__tournament=tournament)
    by_match: dict[int, list[int | None]] = {}
    for match, entrant in chairs.order_by("match", "number").values_list("match", "entrant"):
        by_match.setdefault(match, []).append(entrant)
    return [tuple(by_match[match]) for match in sorted(by_match)]


def scored_tables(tournament: Tournament) -> list[dict[int, int]]:
    """Return the scores of the people at each table that has been scored."""
    chairs = Chair.objects.filter(match__tournament=tournament, match__scored=True)
    rows = chairs.exclude(entrant=None).order_by("match", "number")
    by_match: dict[int, dict[int, int]] = {}
    for match, entrant, score in rows.values_list("match", "entrant", "score"):
        if entrant is not None:
            by_match.setdefault(match, {})[entrant] = score
    return list(by_match.values())


def ranking(tournament: Tournament) -> list[Standing]:
    """Return the ranking of all entrants, best first."""
    drawn = tournament.entrants.values_list("pk", "lot")
    return standings({pk: lot or 0 for pk, lot in drawn}, scored_tables(tournament))


def _open_round(tournament: Tournament) -> None:
    """Pair the players and open the tables of the next round."""
    playing = {entrant.pk: entrant for entrant in _playing(tournament)}
    order = list(playing)
    if tournament.kind == "swiss":
        order = [row.player for row in ranking(tournament) if row.player in playing]
    elif tournament.seats == 2:  # a player who has withdrawn keeps his place, taken by a bot
        order = list(tournament.entrants.order_by("lot").values_list("pk", flat=True))
    tables = next_round(
        tournament.kind, order, tournament.seats, seatings(tournament), tournament.round
    )
    tournament.round += 1
    for number, seating in enumerate(tables, 1):
        people = [playing.get(pk) if pk is not None else None for pk in seating]
        _open_match(tournament, number, people)


def _open_match(tournament: Tournament, number: int, people: Sequence[Entrant | None]) -> None:
    """Create a match for these entrants (None is a bot); without table if nobody plays."""
    table = _open_table(tournament, people) if any(people) else None
    match = Match.objects.create(
        tournament=tournament,
        round=tournament.round,
        number=number,
        table=table,
    )
    Chair.objects.bulk_create(
        Chair(match=match, number=seat, entrant=entrant) for seat, entrant in enumerate(people)
    )


def _open_table(tournament: Tournament, people: Sequence[Entrant | None]) -> Table:
    """Create a public table without host and with a deadline; its players are notified."""
    game = games.find(tournament.game)
    title = f"{tournament.title} · {tournament.round}" if tournament.title else ""
    table = Table(
        game=game.name,
        rules=game.rules,
        options=game.complete_options(tournament.options),
        title=title,
        public=True,
        pace=tournament.days * DAY,
        rated=tournament.rated,
        hints=False,
    )
    bot = best_bot(game.name)
    seats = []
    for entrant in people:
        if entrant is None or entrant.account is None:
            seats.append(Seat(bot=bot))
            continue
        owner, _ = Visitor.objects.get_or_create(
            account=entrant.account, defaults={"name": entrant.account.username}
        )
        seats.append(Seat(owner=owner, name=entrant.account.username[:40]))
    save_table(table, seats)
    accounts = [
        (entrant.account_id, number)
        for number, entrant in enumerate(people)
        if entrant is not None and entrant.account_id is not None
    ]
    announcing.announce("begun", table, accounts)
    return table
