"""Tournaments: opened, joined, paired, advanced, scored; and who leaves one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from chancery import games
from chancery.web.base import limits
from chancery.web.community import tournament_lists, tournaments
from chancery.web.community.models import Chair, Entrant, Match, Tournament
from chancery.web.identity.models import Account, Visitor
from chancery.web.outbox.models import Channel, Notice
from chancery.web.play import worker
from chancery.web.tables import sittings
from chancery.web.tables.models import Seat, Table
from tests.soaking import sample
from tests.web.people import Person, at_once, legal, play_ahead, problem, seat_asked
from tests.web.test_accounts import PASSWORD
from tests.web.test_community import read, section
from tests.web.test_deadlines import handle_deadlines, pass_time
from tests.web.test_hostile_input import HOSTILE
from tests.web.test_lobby import member

pytestmark = pytest.mark.django_db
together = pytest.mark.django_db(transaction=True)  # each thread with its own connection
TWO = {"option-players": "2", "option-game": "west"}  # a game for two
NAMES = ("Anna", "Bruno", "Clara", "Dora", "Emil", "Fritz")


def open_form(person: Person, game: str = "friedrich", **more: str) -> Any:
    form = {"title": "Cup", "kind": "robin", "wanted": "4", "days": "2", "rounds": "3"}
    form |= TWO if game == "friedrich" else {"option-players": "3"}
    return person.post(f"/tournaments/new/{game}", form | more)


def opened(person: Person, game: str = "friedrich", **more: str) -> Tournament:
    answer = open_form(person, game, **more)
    assert answer.status_code == 302, answer.content
    return Tournament.objects.get(slug=answer.url.rpartition("/")[2])


def do(person: Person, tournament: Tournament, what: str) -> Any:
    return person.post(f"/tournaments/{tournament.slug}/change", {"do": what})


def begun(many: int, **more: str) -> tuple[Tournament, list[Person]]:
    """Create a tournament that started because it is full."""
    people = [member(name) for name in NAMES[:many]]
    tournament = opened(people[0], wanted=str(many), **more)
    for person in people[1:]:
        assert do(person, tournament, "join").status_code == 302
    tournament.refresh_from_db()
    assert tournament.started is not None
    return tournament, people


def advance_all() -> int:
    """Advance the tournament as far as possible; return the number of steps."""
    return sum(1 for _ in iter(tournaments.run_once, False))


def running(tournament: Tournament) -> list[Table]:
    return [match.table for match in tournament.matches.filter(scored=False) if match.table]


def seated(table: Table) -> list[str]:
    """Return names by seat; a bot is empty."""
    seats = Seat.objects.filter(table=table).select_related("player")
    return [seat.player.username if seat.player else "" for seat in seats]


def finish(table: Table, *best: str) -> None:
    """Finish a table: these come first, in this order, then all others tied."""
    Table.objects.filter(pk=table.pk).update(over=True, finished=timezone.now(), asked="")
    for number, name in enumerate(seated(table)):
        rank = best.index(name) + 1 if name in best else len(best) + 1
        Seat.objects.filter(table=table, number=number).update(rank=rank, points=0, due=None)


def points(tournament: Tournament) -> dict[str, int]:
    """Return the scores in halves by name, best first."""
    names = dict(tournament.entrants.values_list("pk", "account__username"))
    return {names[row.player]: row.score for row in tournaments.ranking(tournament)}


# -- before the start -------------------------------------------------------------------------


def test_a_tournament_is_announced_joined_and_starts_when_it_is_full() -> None:
    anna, bruno, guest = member("Anna"), member("Bruno"), Person()
    tournament = opened(anna, wanted="2", title=" The  <b>cup</b>\x07 ", rated="on")
    assert tournament.title == "The <b>cup</b>"
    for person in (bruno, guest):
        page = section(read("/tables", person), "tournaments")
        assert f"/tournaments/{tournament.slug}" in page
        assert "&lt;b&gt;cup" in page
        assert "1 of 2 players" in page
        assert tournament.slug in read("/tournaments", person)
    page = read(f"/tournaments/{tournament.slug}", guest)
    assert "Log in to take part" in page
    assert tournament.seed not in page
    assert 'value="join"' in read(f"/tournaments/{tournament.slug}", bruno)
    assert do(guest, tournament, "join").status_code == 401
    assert not Table.objects.exists()
    assert do(bruno, tournament, "join").status_code == 302
    (table,) = running(tournament)
    assert sorted(seated(table)) == ["Anna", "Bruno"]
    assert (table.public, table.started, table.rated) == (True, True, True)
    assert (table.pace, table.lapse, table.host) == (2 * 86_400, "bot", None)
    assert table.title == "The <b>cup</b> · 1"
    assert Seat.objects.filter(table=table, due__isnull=False).count() == 2  # both have deadlines
    page = read(f"/tournaments/{tournament.slug}", guest)
    assert f'href="/t/{table.slug}"' in page
    assert tournament.seed in page
    assert "round 1 of 1" in page


def test_without_tournaments_the_page_shows_how_one_goes() -> None:
    anna = member("Anna")
    for page in (read("/tournaments", Person()), read("/tournaments", anna)):
        assert "No tournament is open or running." in page
        for name in games.names():
            assert f"/opening/{name}.svg" in page
            assert f'href="/tournaments/new/{name}"' in page
        assert section(page, "steps").count("<h3>") == 3
    assert "Log in to take part" not in page
    opened(anna)
    assert "No tournament is open or running." not in read("/tournaments", anna)


def test_before_the_start_the_free_places_are_shown() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    tournament = opened(anna, wanted="4")
    do(bruno, tournament, "join")
    page = read(f"/tournaments/{tournament.slug}", anna)
    assert section(page, "entrants").count('class="free"') == 2
    assert "/opening/friedrich.svg" in page
    assert "Points decide" in section(page, "steps")
    do(anna, tournament, "start")
    page = read(f"/tournaments/{tournament.slug}", anna)
    assert 'class="free"' not in page
    assert "Points decide" not in page


def test_players_are_told_that_their_game_begins() -> None:
    people = [member(name) for name in NAMES[:2]]
    for account in Account.objects.all():
        Channel.objects.create(account=account, kind="hook", address="https://example.org/")
    tournament = opened(people[0], wanted="2")
    do(people[1], tournament, "join")
    kinds = sorted(Notice.objects.values_list("channel__account__username", "kind"))
    assert [pair for pair in kinds if pair[1] == "begun"] == [("Anna", "begun"), ("Bruno", "begun")]


def test_the_host_starts_a_tournament_with_enough_players() -> None:
    anna, bruno, clara = (member(name) for name in NAMES[:3])
    tournament = opened(anna, wanted="6")
    assert 'value="start"' not in read(f"/tournaments/{tournament.slug}", anna)
    assert do(anna, tournament, "start").status_code == 422
    do(bruno, tournament, "join")
    assert do(bruno, tournament, "start").status_code == 422
    assert do(anna, tournament, "start").status_code == 302
    assert do(clara, tournament, "join").status_code == 422
    assert tournament.entrants.count() == 2


def test_leaving_joining_twice_and_cancelling() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    tournament = opened(anna)
    for _ in range(2):
        assert do(bruno, tournament, "join").status_code == 302
    assert tournament.entrants.count() == 2
    assert do(bruno, tournament, "off").status_code == 422
    assert do(bruno, tournament, "withdraw").status_code == 302
    assert do(bruno, tournament, "withdraw").status_code == 403
    assert tournament.entrants.count() == 1
    assert do(anna, tournament, "nonsense").status_code == 422
    assert do(anna, tournament, "off").url == "/tournaments"
    assert not Tournament.objects.exists()
    assert anna.get(f"/tournaments/{tournament.slug}").status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "knockout"},
        {"wanted": "1"},
        {"wanted": "13"},
        {"wanted": "x"},
        {"wanted": "33", "kind": "swiss"},
        {"rounds": "0", "kind": "swiss"},
        {"rounds": "10", "kind": "swiss"},
        {"rounds": "", "kind": "swiss"},
        {"days": "0"},
        {"days": "5"},
        {"days": "x"},
        {"option-game": "north"},
        {"option-game": "full"},  # no such option for two players
    ],
    ids=str,
)
def test_invalid_tournaments_are_refused_in_the_form(wrong: dict[str, str]) -> None:
    answer = open_form(member("Anna"), **wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'role="alert"' in page
    assert 'value="Cup"' in page  # nothing that was typed is lost
    assert not Tournament.objects.exists()


def test_tournaments_need_accounts_and_existing_games() -> None:
    anna, guest = member("Anna"), Person()
    assert guest.get("/tournaments/new/spada").status_code == 401
    assert open_form(guest).status_code == 401
    assert open_form(anna, "chess").status_code == 404
    for slug in ("nothing", "x" * 40, "%00", "a b"):
        assert anna.get(f"/tournaments/{slug}").status_code == 404
        assert anna.post(f"/tournaments/{slug}/change", {"do": "join"}).status_code == 404
    assert 'name="wanted"' in read("/tournaments/new/spada", anna)


@pytest.mark.parametrize("key", sample(HOSTILE, 6))
def test_hostile_titles(key: str) -> None:
    anna, bruno = member("Anna"), member("Bruno")
    tournament = opened(anna, wanted="2", title=HOSTILE[key])
    do(bruno, tournament, "join")
    for path in ("/tables", "/tournaments", f"/tournaments/{tournament.slug}"):
        page = read(path, bruno)
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    assert len(Table.objects.get().title) <= 60


def test_a_list_of_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_lists, "MANY", 2)
    anna = member("Anna")
    slugs = [opened(anna).slug for _ in range(3)]
    first, second = (read(f"/tournaments?page={n}", anna) for n in (1, 2))
    assert [slug in first for slug in slugs] == [False, True, True]
    assert [slug in second for slug in slugs] == [True, False, False]
    assert 'rel="next"' in first
    for nonsense in ("0", "x", "9" * 5000, "%00"):
        assert read(f"/tournaments?page={nonsense}", anna)


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = member("Anna")
    assert [open_form(anna).status_code for _ in range(4)] == [302, 302, 302, 422]
    bruno = member("Bruno")
    monkeypatch.setattr(tournaments, "ENTERED", 2)
    rows = list(Tournament.objects.all())
    assert [do(bruno, row, "join").status_code for row in rows] == [302, 302, 422]
    clara = member("Clara")
    monkeypatch.setitem(limits.LIMITS, "tournaments", (1, 86_400))
    assert [open_form(clara).status_code for _ in range(2)] == [302, 429]


def test_a_tournament_that_never_starts_is_cancelled() -> None:
    opened(member("Anna"))
    assert advance_all() == 0
    Tournament.objects.update(created=F("created") - tournaments.STALE - timedelta(hours=1))
    assert advance_all() == 1
    assert not Tournament.objects.exists()


# -- rounds -----------------------------------------------------------------------------------


def test_a_round_robin_of_four_to_its_end() -> None:
    tournament, people = begun(4)
    assert (tournament.rounds, tournament.round) == (3, 1)
    met = set()
    for number in (1, 2, 3):
        tables = running(tournament)
        assert len(tables) == 2
        assert advance_all() == 0
        for table in tables:
            met.add(frozenset(seated(table)))
            finish(table, min(seated(table)))  # the first in the alphabet wins
            advance_all()
        tournament.refresh_from_db()
        assert tournament.round == min(number + 1, 3)
    assert len(met) == 6
    assert tournament.finished is not None
    assert points(tournament) == {"Anna": 6, "Bruno": 4, "Clara": 2, "Dora": 0}
    page = read(f"/tournaments/{tournament.slug}", people[3])
    assert "Final standings" in page
    body = re.search("<tbody>(.*?)</tbody>", page, re.S)[1]
    assert re.findall(r"/people/(\w+)", body) == ["Anna", "Bruno", "Clara", "Dora"]
    assert re.findall("<strong>(.*?)</strong>", body) == ["3", "2", "1", "0"]
    assert advance_all() == 0
    assert "over" in read("/tournaments", people[0])
    assert section(read("/tables", people[0]), "tournaments").count("<li") == 0


def test_nobody_gets_a_hint_at_a_table_of_a_tournament() -> None:
    tournament, people = begun(2)
    table = running(tournament)[0]
    seat = str(seat_asked(table))
    answers = [person.send(table, "hint", {"seat": seat}) for person in people]
    assert sorted(answer.status_code for answer in answers) == [403, 422]


def test_results_are_shown_as_soon_as_a_table_is_over() -> None:
    tournament, people = begun(4)
    first, _ = running(tournament)
    winner, loser = seated(first)
    finish(first, winner)
    assert advance_all() == 1
    tournament.refresh_from_db()
    assert tournament.round == 1
    assert points(tournament)[winner] == 2
    assert points(tournament)[loser] == 0
    page = read(f"/tournaments/{tournament.slug}", people[0])
    assert "in progress" in page
    # the boards of its tables, and how far it is, on its page and in the list
    for table in running(tournament):
        assert f'src="/t/{table.slug}/small.svg"' in page
    pips = '<i class="now"></i><i></i><i></i>'
    for shown in (page, read("/tournaments", Person())):
        assert pips in shown
    assert f'src="/t/{running(tournament)[0].slug}/small.svg"' in read("/tournaments", Person())


def test_a_swiss_round_lets_neighbours_meet_and_nobody_twice() -> None:
    tournament, _ = begun(4, kind="swiss", rounds="9")
    assert tournament.rounds == 3  # more would only be rematches
    rounds: list[list[list[str]]] = []
    for _ in range(3):
        tables = running(tournament)
        rounds.append([seated(table) for table in tables])
        for table in tables:
            finish(table, seated(table)[0])
        advance_all()
    (one, two), second, _ = rounds
    pairs = {frozenset(pair) for pair in second}
    assert pairs == {frozenset((one[0], two[0])), frozenset((one[1], two[1]))}
    assert len({frozenset(pair) for tables in rounds for pair in tables}) == 6
    tournament.refresh_from_db()
    assert tournament.finished is not None


def test_an_odd_number_plays_with_a_bot_in_turn() -> None:
    tournament, _ = begun(3)
    assert tournament.rounds == 3
    alone = []
    for _ in range(3):
        for table in running(tournament):
            names = seated(table)
            if "" in names:
                alone += [name for name in names if name]
                assert Seat.objects.get(table=table, player=None).bot == "player"
                finish(table, "")  # the bot wins
            else:
                finish(table, min(names))
        advance_all()
    assert sorted(alone) == ["Anna", "Bruno", "Clara"]
    assert points(tournament) == {"Anna": 4, "Bruno": 2, "Clara": 0}


def test_more_seats_share_the_points_by_ranks() -> None:
    people = [member(name) for name in NAMES[:4]]
    tournament = opened(people[0], "spada", wanted="4")
    for person in people[1:]:
        do(person, tournament, "join")
    tournament.refresh_from_db()
    assert (tournament.seats, tournament.rounds) == (3, 2)
    tables = running(tournament)
    assert [len(seated(table)) for table in tables] == [3, 3]
    assert sorted(name for table in tables for name in seated(table) if name) == list(NAMES[:4])
    one, two = tables
    first, second = [name for name in seated(one) if name]
    finish(one, first, "", second)
    finish(two, *[name for name in seated(two) if name][:1])  # then the bot and a person tied
    advance_all()
    scores = points(tournament)
    assert (scores[first], scores[second]) == (4, 0)
    assert sorted(scores[name] for name in seated(two) if name) == [1, 4]


def test_a_played_game_counts_with_its_result() -> None:
    people = [member(name) for name in NAMES[:3]]
    tournament = opened(people[0], "spada", wanted="3", rated="on")
    for person in people[1:]:
        do(person, tournament, "join")
    (table,) = running(tournament)
    by_seat = [people[NAMES.index(name)] for name in seated(table)]
    play_ahead(table)
    while not Table.objects.get(pk=table.pk).over:
        seat = seat_asked(table)
        assert by_seat[seat].act(table, seat, legal(table, seat)[-1]).status_code == 200
    advance_all()
    tournament.refresh_from_db()
    assert tournament.finished is not None
    ranks = dict(Seat.objects.filter(table=table).values_list("player__username", "rank"))
    behind = {
        name: sum(2 * (other > rank) + (other == rank) for other in ranks.values()) - 1
        for name, rank in ranks.items()
    }
    assert points(tournament) == behind


def test_an_end_by_agreement_is_a_draw_and_alone_with_a_bot_a_loss() -> None:
    tournament, people = begun(3)
    by_name = dict(zip(NAMES, people, strict=False))
    for table in running(tournament):
        for seat, name in enumerate(seated(table)):
            if name:
                answer = by_name[name].send(table, "agree", {"agrees": True, "seat": str(seat)})
                assert answer.status_code == 200, answer.content
        table.refresh_from_db()
        assert table.closed
    (pair,) = (names for m in tournament.matches.all() if "" not in (names := seated(m.table)))
    advance_all()
    assert points(tournament) == {name: int(name in pair) for name in points(tournament)}


# -- who leaves -------------------------------------------------------------------------------


def test_missing_a_deadline_means_last_unless_the_player_returns() -> None:
    tournament, _ = begun(2)
    (table,) = running(tournament)
    late = Seat.objects.get(table=table, number=1)
    Seat.objects.filter(table=table, number=0).update(due=None)  # has made his move
    pass_time(timedelta(days=3))
    assert handle_deadlines() == 1
    late.refresh_from_db()
    assert (late.bot, late.abandoned) == ("player", True)
    assert advance_all() == 0  # the other still plays
    name = late.player.username
    (other,) = set(seated(table)) - {name}
    finish(table, name)  # the bot wins in his place
    advance_all()
    assert points(tournament) == {other: 2, name: 0}


@pytest.mark.parametrize("rated", [False, True])
def test_a_table_that_everybody_has_left_is_over(rated: bool) -> None:
    tournament, _ = begun(4, **({"rated": "on"} if rated else {}))
    first, second = running(tournament)
    Seat.objects.filter(table=first).update(abandoned=True, bot="random")
    Seat.objects.filter(table=second, number=0).update(abandoned=True, bot="random")
    assert advance_all() == int(not rated)  # bots play a rated game to its end
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.over, second.over) == (not rated, False)
    assert set(points(tournament).values()) == {0}


def test_a_bot_takes_the_seats_of_a_withdrawn_player() -> None:
    tournament, people = begun(4)
    table = next(t for t in running(tournament) if "Anna" in seated(t))
    page = read(f"/tournaments/{tournament.slug}", people[0])
    assert "Withdraw from the tournament" in page
    assert do(people[0], tournament, "withdraw").status_code == 302
    assert do(people[0], tournament, "withdraw").status_code == 403
    own = Seat.objects.get(table=table, player__username="Anna")
    assert (own.owner, own.bot, own.abandoned) == (None, "player", True)
    assert "withdrawn" in read(f"/tournaments/{tournament.slug}", people[1])
    for number in (1, 2, 3):
        for table in running(tournament):
            names = seated(table)
            assert "Anna" not in names or number == 1
            finish(table, *sorted(names, reverse=True))
        advance_all()
    tournament.refresh_from_db()
    assert tournament.finished is not None
    assert points(tournament) == {"Dora": 6, "Clara": 4, "Bruno": 2, "Anna": 0}


def test_finished_games_count_after_withdrawing() -> None:
    tournament, people = begun(4)
    table = next(t for t in running(tournament) if "Anna" in seated(t))
    finish(table, "Anna")
    do(people[0], tournament, "withdraw")  # before the tournament has advanced
    assert points(tournament)["Anna"] == 2


def test_withdrawn_players_are_not_paired_in_swiss() -> None:
    tournament, people = begun(4, kind="swiss")
    do(people[3], tournament, "withdraw")
    for table in running(tournament):
        finish(table, min(seated(table)))
    advance_all()
    names = [sorted(seated(table)) for table in running(tournament)]
    assert sorted(name for table in names for name in table) == ["", "Anna", "Bruno", "Clara"]


def test_a_tournament_ends_with_one_player_left() -> None:
    tournament, people = begun(4, kind="swiss")
    for person in people[1:]:
        do(person, tournament, "withdraw")
    for table in running(tournament):
        finish(table, "Anna")
    advance_all()
    tournament.refresh_from_db()
    assert tournament.finished is not None
    assert tournament.round == 1
    assert do(people[0], tournament, "withdraw").status_code == 422


def test_both_players_of_a_pair_have_withdrawn() -> None:
    """In a round robin their match has no table, and the tournament goes on."""
    tournament, people = begun(4)
    do(people[0], tournament, "withdraw")
    do(people[1], tournament, "withdraw")
    for _ in range(3):
        for table in running(tournament):
            finish(table, max(seated(table)))
        advance_all()
    tournament.refresh_from_db()
    assert tournament.finished is not None
    empty = Match.objects.filter(tournament=tournament, table=None)
    assert empty.count() <= 1
    assert all(match.scored for match in empty)


def test_a_deleted_account_has_withdrawn_and_is_not_named() -> None:
    tournament, people = begun(4, title="The cup of Anna")
    assert people[0].post("/account/delete", {"password": PASSWORD}).status_code == 200
    tournament.refresh_from_db()
    assert (tournament.title, tournament.host) == ("", None)
    page = read(f"/tournaments/{tournament.slug}", people[1])
    assert "Anna" not in page
    assert "a deleted player" in page
    for table in running(tournament):
        assert table.title == ""
        finish(table, max(seated(table)))
    advance_all()
    tournament.refresh_from_db()
    assert tournament.round == 2
    assert sum("" in seated(table) for table in running(tournament)) == 1


def test_deactivated_accounts_are_not_paired() -> None:
    tournament, _ = begun(4, kind="swiss")
    Account.objects.filter(username="Anna").update(is_active=False)
    for table in running(tournament):
        finish(table, "Anna")
    advance_all()
    assert all("Anna" not in seated(table) for table in running(tournament))


# -- advancing tournaments ----------------------------------------------------------------


@together
def test_two_workers_open_a_round_once() -> None:
    tournament, _ = begun(4)
    for table in running(tournament):
        finish(table, min(seated(table)))
    at_once(*[lambda: tournaments.advance(tournament)] * 3)
    tournament.refresh_from_db()
    assert tournament.round == 2
    assert Match.objects.count() == 4
    assert Table.objects.count() == 4
    assert sum(points(tournament).values()) == 4


@together
def test_the_last_place_is_taken_once() -> None:
    people = [member(name) for name in NAMES[:4]]
    tournament = opened(people[0], wanted="2")
    people[1].token, people[2].token, people[3].token  # each has a page open
    answers = at_once(*[lambda p=p: do(p, tournament, "join").status_code for p in people[1:]])
    assert sorted(answers) == [302, 422, 422]
    assert Entrant.objects.count() == 2
    assert Table.objects.count() == 1


def test_a_round_is_opened_as_a_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _ = begun(4)
    for table in running(tournament):
        finish(table, min(seated(table)))
    save_table, calls = tournaments.save_table, []

    def fails(table: Table, seats: Sequence[Seat]) -> None:
        calls.append(table)
        if len(calls) == 2:
            raise RuntimeError("the power fails")
        save_table(table, seats)

    monkeypatch.setattr(tournaments, "save_table", fails)
    with transaction.atomic():
        assert advance_all() == 0  # logged, and retried
    tournament.refresh_from_db()
    assert (tournament.round, Table.objects.count()) == (1, 2)
    monkeypatch.undo()
    assert advance_all() == 1
    assert Table.objects.count() == 4


def test_the_worker_opens_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, _ = begun(2)
    (table,) = running(tournament)
    finish(table, "Anna")

    class Enough(Exception):
        pass

    def stop(_: float) -> None:
        raise Enough

    monkeypatch.setattr(worker.time, "sleep", stop)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    with pytest.raises(Enough):
        worker.run_forever(tournaments.run_once)
    tournament.refresh_from_db()
    assert tournament.finished is not None


def test_a_missing_game_stops_no_other_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, people = begun(2)
    finish(running(tournament)[0], "Anna")
    Tournament.objects.update(game="gone")
    assert advance_all() == 0
    assert people[0].get(f"/tournaments/{tournament.slug}").status_code == 404
    assert read("/tournaments", people[0])
    assert read("/tables", people[0])


def test_pairings_can_be_reproduced() -> None:
    tournament, _ = begun(5)
    drawn = list(tournament.entrants.order_by("pk").values_list("lot", flat=True))
    assert sorted(drawn) == [1, 2, 3, 4, 5]
    assert drawn == tournaments.lots(tournament.seed, 5)


def test_a_page_tells_nothing_of_a_running_game() -> None:
    tournament, people = begun(2)
    (table,) = running(tournament)
    before = read(f"/tournaments/{tournament.slug}", people[0])
    seat = int(table.asked.split()[0])
    state = sittings.load(table).state
    name = seated(table)[seat]
    person = people[NAMES.index(name)]
    answer = person.act(table, seat, state.legal(seat)[0].text)
    assert answer.status_code == 200, problem(answer)
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    after = read(f"/tournaments/{tournament.slug}", people[0])
    assert token.sub("", after) == token.sub("", before)


def test_seats_of_a_pairing_match_the_tables() -> None:
    tournament, _ = begun(4)
    for match in tournament.matches.all():
        chairs = Chair.objects.filter(match=match).select_related("entrant__account")
        names = [chair.entrant.account.username for chair in chairs]
        assert names == seated(match.table)
    assert Visitor.objects.count() == 4
