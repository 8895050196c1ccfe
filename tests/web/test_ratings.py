"""Ratings: what counts, for whom, in which order, and only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from chancery import games
from chancery.web.accounts import ratings
from chancery.web.accounts.ratings import MODEL, Shown, count_once, recount
from chancery.web.identity.models import Account, Rating
from chancery.web.play import worker
from chancery.web.tables import leaving, sittings
from chancery.web.tables.models import Seat, Table
from tests.timeouts import PATIENCE
from tests.web.people import Person, at_once, run_bots, sitting_of, table_at
from tests.web.test_accounts import PASSWORD, join

pytestmark = pytest.mark.django_db
together = pytest.mark.django_db(transaction=True)  # each thread with its own connection
BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
Numbers = tuple[float, float, int]


def account(name: str) -> Account:
    return Account.objects.get_or_create(username=name)[0]


def ended(
    *seats: str, ranks: Sequence[int] | None = None, left: Sequence[int] = (), **more: Any
) -> Table:
    """Create a finished rated table: an account by its name, bot:KIND or nobody per seat, the
    winner first.

    Each table ended a minute after the one before.
    """
    game = games.find("spada")
    options = dict(game.complete_options({"players": max(3, len(seats))}))
    ends = {"over": True, "finished": BEGIN + timedelta(minutes=Table.objects.count())}
    row = {"rated": True, "public": True, "rules": game.rules, "options": options, **ends, **more}
    table = Table.objects.create(**{"game": "spada", **row})
    for number, who in enumerate((*seats, "", "", "")[: max(3, len(seats))]):
        bot = who[4:] if who.startswith("bot:") else ""
        Seat.objects.create(
            table=table,
            number=number,
            bot=bot,
            player=account(who) if who and not bot else None,
            abandoned=number in left,
            rank=ranks[number] if ranks else number + 1,
            points=30 - number,
            archived=table.archived(table.finished if table.over and not table.closed else None),
        )
    return table


def count_all() -> int:
    """Count all results; return how many there were."""
    return next(n for n in range(1000) if not count_once())


def numbers(game: str = "spada") -> dict[str, Numbers]:
    """Return the ratings by name."""
    return {
        row.account.username if row.account else f"bot:{row.bot}": (row.mu, row.sigma, row.games)
        for row in Rating.objects.filter(game=game).select_related("account")
    }


def counted() -> list[int]:
    return sorted(Table.objects.filter(counted=True).values_list("pk", flat=True))


def by_the_model(*results: tuple[Sequence[str], Sequence[float]]) -> dict[str, Numbers]:
    """Return what openskill alone computes from results."""
    known: dict[str, Numbers] = {}
    for names, ranks in results:
        before = [known.get(name, (MODEL.mu, MODEL.sigma, 0)) for name in names]
        teams = [[MODEL.rating(mu, sigma)] for mu, sigma, _ in before]
        after = MODEL.rate(teams, ranks=list(ranks))
        for name, old, (new,) in zip(names, before, after, strict=True):
            known[name] = (new.mu, new.sigma, old[2] + 1)
    return known


# -- what a result does -----------------------------------------------------------------------


def test_a_newcomer_stands_at_1500_give_or_take_400() -> None:
    newcomer = Rating(mu=MODEL.mu, sigma=MODEL.sigma)
    assert ratings.shown(newcomer) == Shown(1500, 400)
    sure = Rating(mu=MODEL.mu + MODEL.sigma, sigma=MODEL.sigma / 2)
    assert ratings.shown(sure) == Shown(1700, 200)


def test_ratings_match_the_model() -> None:
    ended("Anna", "Bruno", "Clara")
    ended("Clara", "Anna", "Dario")
    ended("Anna", "Bruno", "Clara", "Dario", ranks=[1, 1, 3, 4])
    assert count_all() == 3
    assert numbers() == by_the_model(
        (["Anna", "Bruno", "Clara"], [1, 2, 3]),
        (["Clara", "Anna", "Dario"], [1, 2, 3]),
        (["Anna", "Bruno", "Clara", "Dario"], [1, 1, 3, 4]),
    )


def test_winners_rise_and_losers_fall() -> None:
    ended("Anna", "Bruno", "Clara")
    count_all()
    shown = {row.account.username: ratings.shown(row) for row in Rating.objects.all()}
    assert shown["Anna"].value > 1550
    assert shown["Clara"].value < 1450
    assert all(each.give_or_take < 400 for each in shown.values())


def test_the_order_of_seats_does_not_matter() -> None:
    ended("Clara", "Anna", "Bruno", ranks=[3, 1, 2])
    count_all()
    found, wanted = numbers(), by_the_model((["Anna", "Bruno", "Clara"], [1, 2, 3]))
    assert {name: row[0] for name, row in found.items()} == pytest.approx(
        {name: row[0] for name, row in wanted.items()}
    )


def test_each_game_has_ratings_of_its_own() -> None:
    ended("Anna", "Bruno")
    ended("Bruno", "Anna", game="friedrich")
    ended("Anna", "Bruno")
    count_all()
    assert numbers("spada") == by_the_model(*[(["Anna", "Bruno"], [1, 2])] * 2)
    assert numbers("friedrich") == by_the_model((["Bruno", "Anna"], [1, 2]))


def test_an_abandoned_seat_counts_as_last() -> None:
    ended("Anna", "Bruno", "Clara", left=[0])  # a bot has won in her place
    count_all()
    assert numbers() == by_the_model((["Anna", "Bruno", "Clara"], [4, 2, 3]))
    assert numbers()["Anna"][0] < MODEL.mu < numbers()["Bruno"][0]


def test_two_abandoned_seats_are_tied() -> None:
    ended("Anna", "Bruno", "Clara", left=[0, 2])
    count_all()
    assert numbers() == by_the_model((["Anna", "Bruno", "Clara"], [4, 2, 4]))


# -- who is rated -----------------------------------------------------------------------------


def test_a_bot_has_a_rating_of_its_own() -> None:
    ended("Anna", "bot:random", "bot:steward")
    count_all()
    assert numbers() == by_the_model((["Anna", "bot:random", "bot:steward"], [1, 2, 3]))


def test_a_bot_at_several_seats_has_the_mean_of_them() -> None:
    ended("bot:steward", "Anna", "bot:steward")
    count_all()
    each = by_the_model((["first", "Anna", "third"], [1, 2, 3]))
    first, third = each["first"], each["third"]
    mean = ((first[0] + third[0]) / 2, (first[1] + third[1]) / 2, 1)
    assert numbers() == {"Anna": each["Anna"], "bot:steward": pytest.approx(mean)}


def test_a_substitute_bot_plays_for_the_seats_owner() -> None:
    table = ended("Anna", "Bruno", "Clara", left=[1])
    table.seats.filter(number=1).update(bot="steward")
    count_all()
    assert numbers() == by_the_model((["Anna", "Bruno", "Clara"], [1, 4, 3]))


@pytest.mark.parametrize(
    "seats", [("Anna", "", ""), ("", "", ""), ("bot:steward",) * 3, ("Anna", "Anna", "")]
)
def test_games_of_fewer_than_two_are_only_marked(seats: tuple[str, ...]) -> None:
    table = ended(*seats)
    assert count_all() == 1
    assert counted() == [table.pk]
    assert not Rating.objects.exists()


def test_seats_without_owner_are_left_out() -> None:
    ended("", "Anna", "Bruno")
    count_all()
    assert numbers() == by_the_model((["Anna", "Bruno"], [2, 3]))


def test_a_result_without_ranks_blocks_nothing() -> None:
    Seat.objects.filter(table=ended("Anna", "Bruno")).update(rank=None)
    ended("Clara", "Dario")
    assert count_all() == 2
    assert numbers() == by_the_model((["Clara", "Dario"], [1, 2]))


# -- what is counted, and when ----------------------------------------------------------------


def test_games_are_counted_in_the_order_of_their_ends() -> None:
    late = ended("Anna", "Bruno", finished=BEGIN + timedelta(hours=2))
    early = ended("Bruno", "Anna", finished=BEGIN)
    twin = ended("Bruno", "Clara", finished=BEGIN)
    marked = []
    while count_once():
        marked += [pk for pk in counted() if pk not in marked]
    assert marked == [early.pk, twin.pk, late.pk]
    assert numbers() == by_the_model(
        (["Bruno", "Anna"], [1, 2]), (["Bruno", "Clara"], [1, 2]), (["Anna", "Bruno"], [1, 2])
    )


@pytest.mark.parametrize(
    "change", [{"rated": False}, {"closed": True}, {"over": False}, {"finished": None}]
)
def test_games_that_are_never_counted(change: dict[str, Any]) -> None:
    Table.objects.filter(pk=ended("Anna", "Bruno").pk).update(**change)
    assert not count_once()
    assert recount() == 0
    assert not Rating.objects.exists()
    assert counted() == []


def test_an_agreed_end_is_never_counted() -> None:
    person, other = Person(), Person()
    join(person)
    join(other, "Bruno")
    table = person.open("me", "open", "bot:random")
    assert other.sit(table, 1).status_code == 302
    Table.objects.update(rated=True)
    for seat, who in enumerate((person, other)):
        assert not Table.objects.get().closed
        assert who.send(table, "agree", {"seat": str(seat), "agrees": True}).status_code == 200
    assert Table.objects.get().closed
    assert not count_once()


def test_a_game_of_bots_alone_is_not_rated() -> None:
    person = Person()
    join(person)

    def opened(first: str, **terms: str) -> Table:
        seats = {"seat-0": first, "seat-1": "bot:random", "seat-2": "bot:random"}
        form = {"option-players": "3", "rated": "on", **seats, **terms}
        return table_at(person.post("/new/spada", form))

    assert not opened("bot:random").rated
    assert opened("me").rated
    table = opened("open", wait="on")
    assert table.rated
    start = {"do": "start", "fill": True}
    assert person.send(table, "company", start).status_code == 200
    assert not Table.objects.get(pk=table.pk).rated


def test_a_played_game_is_counted() -> None:
    table = Person().open("bot:steward", "bot:random", "bot:steward")
    Table.objects.update(rated=True, watched_until=timezone.now() + timedelta(seconds=60))
    assert not count_once()
    run_bots()
    finish(table)
    assert count_all() == 1
    ranks = [float(rank) for rank in sitting_of(table).state.result.ranks]
    each = by_the_model((["first", "bot:random", "third"], ranks))
    assert numbers()["bot:random"] == each["bot:random"]
    assert numbers()["bot:steward"][0] == pytest.approx((each["first"][0] + each["third"][0]) / 2)


def finish(table: Table) -> None:
    """Store how played games ended, where that is missing."""
    result = sitting_of(table).state.result
    for seat in table.seats.filter(rank=None):
        seat.rank, seat.points = result.ranks[seat.number], result.points[seat.number]
        seat.save()
    Table.objects.filter(pk=table.pk, finished=None).update(finished=timezone.now())


# -- once only --------------------------------------------------------------------------------


def test_nothing_is_counted_twice() -> None:
    ended("Anna", "Bruno")
    assert [count_once(), count_once()] == [True, False]
    assert numbers()["Anna"][2] == 1


def meanwhile(do: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run something between finding the next result and counting it."""
    plain = ratings.transaction.atomic

    def atomic() -> Any:
        monkeypatch.setattr(ratings.transaction, "atomic", plain)
        do()
        return plain()

    monkeypatch.setattr(ratings.transaction, "atomic", atomic)


def test_another_worker_was_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    ended("Anna", "Bruno")
    meanwhile(count_once, monkeypatch)
    assert count_once()
    assert numbers() == by_the_model((["Anna", "Bruno"], [1, 2]))


def test_an_older_result_appears_later(monkeypatch: pytest.MonkeyPatch) -> None:
    ended("Anna", "Bruno")
    ended("Clara", "Anna")
    assert count_once()

    def from_the_beginning() -> None:
        Table.objects.update(counted=False)
        Rating.objects.all().delete()

    meanwhile(from_the_beginning, monkeypatch)
    assert count_once()
    assert counted() == []
    assert count_all() == 2
    assert numbers() == by_the_model((["Anna", "Bruno"], [1, 2]), (["Clara", "Anna"], [1, 2]))


def test_a_table_deleted_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    ended("Anna", "Bruno")
    meanwhile(Table.objects.all().delete, monkeypatch)
    assert count_once()
    assert not Rating.objects.exists()


@together
def test_several_workers_at_once() -> None:
    results = [
        (["Anna", "Bruno", "bot:steward"], [1, 2, 3]),
        (["Clara", "bot:steward", "Anna"], [1, 2, 3]),
        (["Bruno", "Anna", "Clara"], [1, 2, 3]),
        (["bot:random", "Dario", "Anna"], [1, 2, 3]),
    ] * 3
    for names, _ in results:
        ended(*names)
    at_once(*[count_all] * 4)
    assert numbers() == by_the_model(*results)


def test_a_failed_count_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ended("Anna", "Bruno")

    def fails(*args: object, **named: object) -> None:
        raise OperationalError("disk full")

    monkeypatch.setattr(Rating.objects, "bulk_update", fails)
    with pytest.raises(OperationalError):
        count_once()
    assert counted() == []
    assert not Rating.objects.exists()
    monkeypatch.undo()
    assert count_once()
    assert numbers() == by_the_model((["Anna", "Bruno"], [1, 2]))


# -- all over again ---------------------------------------------------------------------------


def test_a_recount_gives_the_same_numbers() -> None:
    ended("Anna", "Bruno", "Clara", left=[1])
    ended("bot:steward", "Anna", "bot:steward", "Dario")
    ended("Clara", "bot:random", "Anna", ranks=[1, 1, 3])
    ended("Bruno", "Anna", game="friedrich", finished=BEGIN)
    ended("Anna", "", "")
    count_all()
    once, other = numbers(), numbers("friedrich")
    assert len(once) == 6
    assert recount() == 5
    assert (numbers(), numbers("friedrich")) == (once, other)


def test_a_recount_drops_invalid_results() -> None:
    ended("Anna", "Bruno")
    wrong = ended("Clara", "Anna")
    count_all()
    Table.objects.filter(pk=wrong.pk).update(rated=False)
    Rating.objects.filter(account__username="Anna").update(mu=1000)
    assert recount() == 1
    assert numbers() == by_the_model((["Anna", "Bruno"], [1, 2]))


def test_a_recount_includes_uncounted_results() -> None:
    ended("Anna", "Bruno")
    assert recount() == 1
    assert not count_once()
    assert numbers()["Anna"][2] == 1


@together
def test_a_recount_while_others_count() -> None:
    results = [(["Anna", "Bruno"], [1, 2]), (["Clara", "Anna"], [1, 2])] * 5
    for names, _ in results:
        ended(*names)
    at_once(count_all, recount, count_all)
    count_all()
    assert numbers() == by_the_model(*results)


@together
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_waiters_for_a_recount_read_again() -> None:
    ended("Anna", "Bruno")
    ended("Clara", "Anna")
    assert count_once()
    begun = Event()

    def begin_a_recount() -> None:
        with transaction.atomic():
            Table.objects.update(counted=False)
            Rating.objects.all().delete()
            begun.set()
            waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            waiting += " AND datname = current_database()"
            with connection.cursor() as cursor:
                for _ in range(20_000):
                    cursor.execute(waiting)
                    if cursor.fetchone() != (0,):
                        return
                    cursor.execute("SELECT pg_stat_clear_snapshot()")
        raise AssertionError("nobody waits")

    def count() -> bool:
        assert begun.wait(PATIENCE)
        return count_once()  # has seen that the second is next

    assert at_once(begin_a_recount, count) == [None, True]
    assert counted() == []
    assert count_all() == 2
    assert numbers() == by_the_model((["Anna", "Bruno"], [1, 2]), (["Clara", "Anna"], [1, 2]))


# -- who has gone -----------------------------------------------------------------------------


def test_a_deleted_account_takes_its_rating_along() -> None:
    ended("Anna", "Bruno", "Clara")
    count_all()
    account("Bruno").delete()
    assert set(numbers()) == {"Anna", "Clara"}
    recount()
    assert numbers() == by_the_model((["Anna", "Clara"], [1, 3]))


def test_results_of_others_survive_a_deleted_account() -> None:
    ended("Anna", "Bruno", "Clara")
    account("Bruno").delete()
    count_all()
    assert numbers() == by_the_model((["Anna", "Clara"], [1, 3]))


@pytest.mark.parametrize("when", ["running", "a bot plays on, over"])
def test_the_bot_of_a_deleted_account_is_not_rated(when: str) -> None:
    person = Person()
    join(person)
    table = person.open("me", "bot:random", "bot:random")
    table.seats.filter(number=0).update(player=account("Keith"))
    ends = {"over": True, "finished": BEGIN}
    if when != "running":  # he has missed a deadline and may come back
        Table.objects.update(**ends)
        table.seats.filter(number=0).update(bot="player")
        sittings.forget()
    assert person.post("/account/delete", {"password": PASSWORD}).status_code == 200
    Table.objects.update(rated=True, **ends)
    for number in range(3):
        table.seats.filter(number=number).update(rank=number + 1)
    assert table.seats.get(number=0).bot == "player"
    assert count_once()
    assert not Rating.objects.exists()


def test_former_players_keep_their_name_at_a_finished_table() -> None:
    table = ended("Anna", "Bruno", "Clara")
    seat = Seat.objects.get(table=table, number=0)
    with transaction.atomic():
        leaving.hand_over(seat)
    seat.refresh_from_db()
    assert (seat.owner, seat.bot, seat.abandoned) == (None, "", False)


# -- the ladder -------------------------------------------------------------------------------


def rated(name: str, mu: float, sigma: float, game: str = "spada") -> Rating:
    return Rating.objects.create(game=game, account=account(name), mu=mu, sigma=sigma)


def test_the_ladder_is_ordered_by_the_lower_bound() -> None:
    lucky = rated("Lucky", 35, 7)  # at least 21
    steady = rated("Steady", 28, 1)  # at least 26
    twin = rated("Twin", 30, 2)
    weak = rated("Weak", 20, 1)
    rated("Elsewhere", 50, 1, game="friedrich")
    rows = list(ratings.ladder("spada"))
    assert rows == [steady, twin, lucky, weak]
    assert [row.place for row in rows] == [1, 1, 3, 4]
    assert [ratings.place_of(row) for row in rows] == [1, 1, 3, 4]
    assert ratings.shown(lucky).value > ratings.shown(steady).value


def test_places_match_the_order_of_the_ladder() -> None:
    for number in range(12):
        names = [f"P{(number * step) % 7}" for step in (1, 2, 3)]
        if len(set(names)) == 3:
            ended(*names)
    count_all()
    for row in ratings.ladder("spada"):
        assert row.place == ratings.place_of(row)


# -- on the site ----------------------------------------------------------------------------


class Enough(BaseException):
    """Ends a loop that has no end."""


def test_the_worker_counts_results(monkeypatch: pytest.MonkeyPatch) -> None:
    ended("Anna", "Bruno")

    def once() -> bool:
        raise Enough

    monkeypatch.setattr(worker, "run_once", once)
    with pytest.raises(Enough):
        worker.run_forever()
    assert numbers()["Anna"][2] == 1


def test_rated_results_are_never_deleted() -> None:
    kept = ended("Anna", "Bruno")
    ended("Anna", "Bruno", rated=False)
    ended("Anna", "Bruno", over=False, finished=None)
    Account.objects.all().delete()  # tables with accounts are kept anyway
    Table.objects.update(touched=timezone.now() - worker.STALE * 2)
    worker.sweep()
    assert list(Table.objects.all()) == [kept]


def test_looking_for_results_writes_nothing(django_assert_num_queries: Any) -> None:
    ended("Anna", "Bruno", counted=True)
    with django_assert_num_queries(1):
        assert not count_once()


@pytest.mark.parametrize("size", [2, 4])
def test_a_result_costs_the_same_few_queries(size: int, django_assert_max_num_queries: Any) -> None:
    ended(*(f"P{number}" for number in range(size)))
    with django_assert_max_num_queries(12):
        assert count_once()
    assert Rating.objects.count() == size
