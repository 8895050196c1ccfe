"""The bots of the site: they play by their secrets, whichever process computes the moves."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import Any

import pytest
from django.test import override_settings

from chancery.arena import matches
from chancery.games import find
from chancery.games.revolution.bot.bot import Regent
from chancery.table.bot_players import Player, answer, moves
from chancery.web.identity.models import Visitor
from chancery.web.play import opponents
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Seat, Table, Work
from tests.soaking import sample
from tests.web.people import log_of, run_bots, sitting_of

pytestmark = pytest.mark.django_db

WEST = {"game": "west"}


def table_of(name: str, kinds: list[str], options: dict[str, Any] | None = None) -> Table:
    """Open a table of bots, one of them for an absent player, so that it is played on."""
    game = find(name)
    state = game.start(options, "chance")
    table = Table.objects.create(
        game=name,
        rules=state.rules,
        options=dict(state.options),
        seed="chance",
        slug=f"{name}-{len(kinds)}",
    )
    for number, kind in enumerate(kinds):
        owner = None if number else Visitor.objects.create()
        Seat.objects.create(table=table, number=number, bot=kind, owner=owner)
    Work.objects.create(table=table)
    return table


def in_the_arena(table: Table, kinds: list[str]) -> list[str]:
    """Play the same game in the arena, with bots that live from its beginning to its end."""
    game = find(table.game)
    state = game.start(table.options, table.seed)
    seats = enumerate(kinds)
    players = [Player(kind, game, opponents.seed(table, seat)) for seat, kind in seats]
    log = []
    for seat, action in moves(state, players):
        log.append(f"{seat} {action}")
        state.apply(action, seat)
    return log


def move_on(table: Table) -> bool:
    """Make one move in a fresh process; whether there was one."""
    sittings.forget()
    now = Table.objects.get(pk=table.pk)
    sitting = sittings.load(now)
    move = opponents.next_move(sitting, now)
    if move is None:
        return False
    texts = [action.text for action in move.actions]
    sittings.act(now, move.seat, texts, sitting.question(move.seat))
    return True


# -- what visitors meet is what plays elsewhere --------------------------------------------------


def test_a_planned_march_is_completed() -> None:
    """The bot plays all its cities in one list of actions."""
    kinds = ["quartermaster", "quartermaster"]
    table = table_of("friedrich", kinds, WEST)
    run_bots()
    assert Table.objects.get(pk=table.pk).over
    marches: list[int] = []
    conquests = 0
    lines = Entry.objects.filter(table=table).order_by("number")
    for _, act in groupby(lines, key=lambda line: (line.seat, line.question)):
        for line in act:
            if line.action.startswith("march "):
                marches.append(0)
            elif line.action.startswith("to "):
                marches[-1] += 1  # the march has begun in the same list
    for seen in sitting_of(table).events(None):
        conquests += type(seen.event).__name__ == "Conquered"
    assert len(marches) > 50
    assert sum(cities > 1 for cities in marches) > len(marches) / 2
    assert conquests > 3
    assert log_of(table) == in_the_arena(table, kinds)


@pytest.mark.parametrize(
    ("name", "kinds"),
    sample(
        [
            ("spada", ["steward", "random", "steward", "random"]),
            ("revolution", ["regent", "random"]),
        ],
        1,
    ),
)
@pytest.mark.soak  # the tests of marches and of restarts compare with the arena, too
def test_the_same_seeds_play_the_same_game_on_the_site_and_in_the_arena(
    name: str, kinds: list[str]
) -> None:
    table = table_of(name, kinds, {"players": len(kinds)})
    run_bots()
    assert log_of(table) == in_the_arena(table, kinds)


def test_the_arena_uses_the_same_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tournament with the secrets of a table plays the same game."""
    kinds = ["random", "steward", "random"]
    table = table_of("spada", kinds, {"players": 3})
    run_bots()
    monkeypatch.setattr(matches, "seat_seed", lambda source, seat: opponents.seed(table, seat))
    plan = matches.Plan("spada", {"players": 3}, tuple(kinds), 1, "")
    report = matches.blank_report(plan)
    outcome = matches.play_one(find("spada"), plan, "chance", report)
    assert outcome == sitting_of(table).state.result
    assert report.visits.actions == len(log_of(table))


# -- a restart changes nothing -------------------------------------------------------------------


class Killed(BaseException):
    """Raised as if the process had been killed."""


@pytest.mark.parametrize(
    ("name", "kinds", "options"),
    sample(
        [
            ("friedrich", ["quartermaster", "random"], WEST),
            ("spada", ["steward", "random", "random"], {"players": 3}),
            ("revolution", ["regent", "random"], {"players": 2}),
        ],
        1,
    ),
)
def test_a_restarted_worker_plays_the_same_moves(
    name: str, kinds: list[str], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move by a new process; every third is killed while it writes, and retried."""
    table = table_of(name, kinds, options)
    plain = sittings.execute
    written = 0

    def killed(statement: str, values: list[Any]) -> int:
        changed = plain(statement, values)
        if "INTO web_entry" in statement:
            raise Killed
        return changed

    for number in range(60):
        if number % 3 == 0:
            length = len(log_of(table))
            monkeypatch.setattr(sittings, "execute", killed)
            with pytest.raises(Killed):
                move_on(table)
            monkeypatch.setattr(sittings, "execute", plain)
            assert len(log_of(table)) == length  # a whole plan or nothing
        assert move_on(table)
        written += 1
    log = log_of(table)
    assert len(log) >= written
    assert log == in_the_arena(table, kinds)[: len(log)]


def test_a_regent_keeps_its_temper_for_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    tempers: dict[int, set[Any]] = defaultdict(set)

    class Watched(Regent):
        def plan(self, view: Any, asked: Any, legal: Any, dice: Any) -> Any:
            tempers[asked.seat].add(self.weights)
            return super().plan(view, asked, legal, dice)

    monkeypatch.setitem(find("revolution").bots, "regent", Watched)
    table = table_of("revolution", ["regent"] * 5)
    for _ in range(40):
        assert move_on(table)
    assert {seat: len(found) for seat, found in tempers.items()} == dict.fromkeys(range(5), 1)
    assert len(set.union(*tempers.values())) == 5


# -- secrets -------------------------------------------------------------------------------------


def test_a_bots_seed_derives_from_the_secret_key() -> None:
    table = table_of("spada", ["random"] * 3, {"players": 3})
    own = opponents.seed(table, 0)
    assert opponents.seed(Table.objects.get(pk=table.pk), 0) == own
    other = Table(slug="another", seed=table.seed)
    assert len({own, opponents.seed(table, 1), opponents.seed(other, 0)}) == 3
    assert table.slug not in own
    with override_settings(SECRET_KEY="another"):
        assert opponents.seed(table, 0) != own
    table.seed = "another"  # the seed of the table does not matter
    assert opponents.seed(table, 0) == own


def test_moves_cannot_be_predicted_without_the_key() -> None:
    """All of the table, its seed included, does not suffice without the secret key."""
    table = table_of("spada", ["random"] * 3, {"players": 3})
    real, guessed, again = [], [], []
    for _ in range(60):
        sitting = sitting_of(table)
        legal = sitting.state.legal(sitting.state.asked[0].seat)
        if len(legal) > 1:
            real.append(opponents.next_move(sitting, table))
            again.append(opponents.next_move(sitting, table))
            with override_settings(SECRET_KEY="a guess"):
                guessed.append(opponents.next_move(sitting, table))
        assert move_on(table)
    assert real == again
    assert len(real) > 30
    assert sum(map(lambda one, two: one != two, real, guessed)) > len(real) / 4


def test_a_repeated_position_uses_new_random_numbers() -> None:
    """The same choice at another moment uses other dice: bots do not repeat themselves."""
    table = table_of("spada", ["random"] * 3, {"players": 3})
    sitting = sitting_of(table).fork()
    seat = sitting.state.asked[0].seat
    found = set()
    for _ in range(30):
        found.add(answer(sitting, seat, "random", opponents.seed(table, seat)))
        sitting.act(
            seat, "add grain" if "add grain" in map(str, sitting.state.legal(seat)) else "pass"
        )
        sitting.undo(seat)
    assert len(found) > 2
