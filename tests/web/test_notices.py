"""Notices: sent once, in one message, in the right language; never lost, and not too late."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import OperationalError, connections, transaction
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from chancery.core.words import Speaker
from chancery.games import find
from chancery.web.base.refusals import Breakdown, NoMailServer, NotReached
from chancery.web.delivery import mails, sending, texts, web_hooks
from chancery.web.identity.models import Account, Visitor
from chancery.web.outbox import announcing
from chancery.web.outbox.models import Channel, Notice
from chancery.web.play import worker
from chancery.web.server import serve
from chancery.web.tables import sittings
from chancery.web.tables.models import Entry, Held, Seat, Table
from tests.local_receivers import HookCatcher, MailCatcher
from tests.timeouts import PATIENCE
from tests.web.people import at_once, seat_asked, sitting_of

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


class Player:
    """An account with one or two channels, and tables where it sits."""

    def __init__(self, name: str = "Keith", *kinds: str) -> None:
        self.account = Account.objects.create(username=name)
        self.visitor = Visitor.objects.create(account=self.account, name=name)
        for kind in kinds or ("mail",):
            address = f"{name.lower()}@example.org" if kind == "mail" else "https://hook.example/x"
            Channel.objects.create(account=self.account, kind=kind, address=address)

    @property
    def channel(self) -> Channel:
        """The only channel of the player."""
        return Channel.objects.get(account=self.account)

    def table(self, title: str = "Thursday", others: str = "Anna,Bruno") -> Table:
        """Open a table where it is his turn; without others all seats are his own."""
        game = find("spada")
        options = dict(game.complete_options({"players": 3}))
        table = Table.objects.create(game="spada", rules=game.rules, options=options, title=title)
        asked = seat_asked(table)
        anna, _ = Visitor.objects.get_or_create(name="Anna")
        names = [name for name in others.split(",") if name]
        for number in range(3):
            mine = number == asked or not names
            owner = self.visitor if mine else anna
            name = "" if mine else names.pop(0)
            Seat.objects.create(table=table, number=number, owner=owner, name=name)
        Held.objects.create(table=table, visitor=self.visitor)
        return table

    def tell(self, kind: str, table: Table, seat: int | None = None) -> None:
        """Announce something as a table does."""
        with transaction.atomic():
            announcing.announce(kind, table, [(self.account.pk, seat)])

    def turn(self, title: str = "Thursday") -> Table:
        """Open a table that has just announced his turn."""
        table = self.table(title)
        self.tell("turn", table, seat_asked(table))
        return table


@pytest.fixture
def keith() -> Player:
    return Player()


def age_by(time: timedelta) -> None:
    """Age everything that is stored by so much."""
    Notice.objects.update(at=F("at") - time, ripe=F("ripe") - time)
    Channel.objects.update(after=F("after") - time, lease_until=F("lease_until") - time)


def send_all() -> int:
    """Send everything that waits; return the number of mails."""
    before = len(mail.outbox)
    for _ in range(50):
        if not sending.send_once():
            return len(mail.outbox) - before
    raise AssertionError("it never ends")


def subjects() -> list[str]:
    return [sent.subject for sent in mail.outbox]


# -- writing down ----------------------------------------------------------------------------


def test_notices_of_a_rolled_back_transaction_are_not_written(keith: Player) -> None:
    table = keith.table()
    with transaction.atomic():
        announcing.announce("over", table, [(keith.account.pk, None)])
        assert Notice.objects.count() == 1
        transaction.set_rollback(True)
    assert not Notice.objects.exists()
    assert send_all() == 0


def test_one_statement_for_everybody(
    keith: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    anna, off, nobody = Player("Anna", "mail", "hook"), Player("Bruno"), Player("Carla")
    Channel.objects.filter(account=off.account).update(on=False)
    nobody.channel.delete()
    table = keith.table()
    who = [(player.account.pk, seat) for seat, player in enumerate((keith, anna, off, nobody))]
    with transaction.atomic(), django_assert_num_queries(1):
        announcing.announce("over", table, who)
    found = Notice.objects.values_list("channel__account__username", "channel__kind", "seat")
    assert set(found) == {("Keith", "mail", 0), ("Anna", "mail", 1), ("Anna", "hook", 1)}
    with django_assert_num_queries(0):
        announcing.announce("over", table, [])


def test_equal_notices_are_written_once(keith: Player) -> None:
    table = keith.turn()
    seat = seat_asked(table)
    with transaction.atomic():
        announcing.announce("turn", table, [(keith.account.pk, seat)] * 2)
    assert Notice.objects.count() == 1


def test_an_unknown_kind(keith: Player) -> None:
    with pytest.raises(ValueError, match="gossip"):
        announcing.announce("gossip", keith.table(), [(keith.account.pk, 0)])


# -- when -------------------------------------------------------------------------------------


def test_turns_are_delayed_by_a_minute_and_other_notices_are_not(keith: Player) -> None:
    table = keith.turn()
    assert send_all() == 0
    age_by(MINUTE - SECOND)
    assert send_all() == 0
    age_by(SECOND)
    assert send_all() == 1
    assert not Notice.objects.exists()
    age_by(10 * MINUTE)
    assert send_all() == 0  # only once
    keith.tell("over", table)
    assert send_all() == 1


def test_a_quick_answer_cancels_the_notice(keith: Player) -> None:
    table = keith.turn()
    seat = seat_asked(table)
    sittings.act(table, seat, ["pass"], sitting_of(table).question(seat))
    assert seat_asked(table) != seat
    age_by(MINUTE)
    assert send_all() == 0
    assert not Notice.objects.exists()


def test_the_state_of_a_table_is_read_from_its_row(keith: Player) -> None:
    table = keith.turn()
    others = " ".join(str(n) for n in range(3) if n != seat_asked(table))
    Table.objects.update(asked=f" {others} ")
    age_by(MINUTE)
    assert send_all() == 0
    keith.tell("turn", table, seat_asked(table))
    age_by(MINUTE)
    Table.objects.update(asked=f" {seat_asked(table)} ")
    assert send_all() == 1


POINTLESS: dict[str, Callable[[Table, int], Any]] = {
    "over": lambda table, seat: Table.objects.update(over=True),
    "closed": lambda table, seat: Table.objects.update(closed=True),
    "gone": lambda table, seat: table.delete(),
    "somebody else's": lambda table, seat: table.seats.update(owner=None),
    "a bot's": lambda table, seat: table.seats.filter(number=seat).update(bot="random"),
}


@pytest.mark.parametrize("kind", ["turn", "reminder"])
@pytest.mark.parametrize("why", POINTLESS)
def test_pointless_notices_are_dropped(keith: Player, kind: str, why: str) -> None:
    table = keith.table()
    keith.tell(kind, table, seat_asked(table))
    POINTLESS[why](table, seat_asked(table))
    age_by(MINUTE)
    assert send_all() == 0
    assert not Notice.objects.exists()


def test_invitations_are_sent_while_they_are_open(keith: Player) -> None:
    table = keith.table()
    free = {"owner": None, "invited": keith.account}
    for changed, sent in ((free, 1), ({**free, "invited": None}, 0), ({}, 0)):
        Seat.objects.filter(table=table, number=0).update(
            **{"owner": keith.visitor, "invited": keith.account, **changed}
        )
        keith.tell("invited", table, 0)
        assert send_all() == sent
        age_by(10 * MINUTE)
    assert "at “Thursday”: you are invited" in mail.outbox[0].subject


def test_a_full_table_is_announced_until_it_starts(keith: Player) -> None:
    table = keith.table()
    Table.objects.update(started=False)
    keith.tell("full", table)
    assert send_all() == 1
    assert "Start the game when you are ready." in mail.outbox[0].body
    age_by(10 * MINUTE)
    keith.tell("full", table)
    Table.objects.update(started=True)
    assert send_all() == 0


# -- together ---------------------------------------------------------------------------------


def test_waiting_notices_go_into_one_message(keith: Player) -> None:
    first, second = keith.turn("One"), keith.turn("Two")
    age_by(MINUTE)
    third = keith.turn("Three")
    age_by(6 * SECOND)
    fresh = keith.turn("Four")
    assert send_all() == 1
    (sent,) = mail.outbox
    assert sent.subject == "Your turn at 3 tables"
    for table in (first, second, third):
        assert f"/t/{table.slug}" in sent.body
    assert fresh.slug not in sent.body
    # two messages are ten minutes apart, then the rest is sent
    age_by(9 * MINUTE)
    assert send_all() == 0
    age_by(MINUTE)
    assert send_all() == 1
    assert fresh.slug in mail.outbox[1].body


def test_a_delayed_turn_alone_sends_nothing(keith: Player) -> None:
    table = keith.turn("One")
    age_by(MINUTE - SECOND)
    keith.turn("Two")
    age_by(6 * SECOND)
    POINTLESS["gone"](table, 0)
    keith.tell("reminder", keith.table(), None)  # pointless, too
    assert send_all() == 0
    assert Notice.objects.count() == 1


def test_news_of_several_kinds(keith: Player) -> None:
    one, two = keith.table("One"), keith.table("Two")
    keith.tell("begun", one, 0)
    keith.tell("over", two, 0)
    keith.tell("turn", one, seat_asked(one))
    age_by(MINUTE)
    send_all()
    (sent,) = mail.outbox
    assert sent.subject == "News from 2 tables"
    kinds = ("at “One”: your turn", "at “One”: the game begins", "at “Two”: the game is over")
    assert [sent.body.index(text) for text in kinds] == sorted(map(sent.body.index, kinds))


def test_one_table_is_named_by_what_is_most_urgent(keith: Player) -> None:
    table = keith.table()
    seat = seat_asked(table)
    for kind in ("begun", "turn", "reminder"):
        keith.tell(kind, table, seat)
    age_by(MINUTE)
    send_all()
    (sent,) = mail.outbox
    assert sent.subject == "La Spada e la Fede at “Thursday”: your time is running out"
    assert "your turn" not in sent.body  # the reminder says so, too
    assert "begins" in sent.body


def test_channels_are_independent(monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[Any] = []
    monkeypatch.setattr(web_hooks, "post", lambda url, payload: posted.append((url, payload)))
    both = Player("Keith", "mail", "hook")
    table = both.turn()
    table.seats.update(due=datetime(2031, 3, 6, 20, 5, tzinfo=UTC))
    age_by(MINUTE)
    assert send_all() == 1
    ((url, payload),) = posted
    assert url == "https://hook.example/x"
    link = f"http://localhost:8000/t/{table.slug}"
    assert payload == {
        "username": "Chancery",
        "content": "La Spada e la Fede at “Thursday”: your turn\n"
        f"Decide by Thursday 6 March 2031, 20:05 UTC.\n{link}",
        "allowed_mentions": {"parse": []},
        "tables": [{"kind": "turn", "game": "spada", "title": "Thursday", "url": link}],
    }
    # a webhook gets messages more often than a mailbox
    both.tell("over", table)
    age_by(MINUTE)
    assert send_all() == 0
    assert len(posted) == 2


# -- presence ---------------------------------------------------------------------------------


def test_turns_at_an_open_table_are_sent_later(keith: Player) -> None:
    table, other = keith.turn("Open"), keith.turn("Other")
    until = timezone.now() + 40 * SECOND
    Held.objects.filter(table=table, visitor=keith.visitor).update(present_until=until)
    age_by(MINUTE)
    assert send_all() == 1
    assert "Other" in mail.outbox[0].subject
    assert Notice.objects.get().table == table
    age_by(9 * MINUTE - 2 * SECOND)
    Channel.objects.update(after=None)
    assert send_all() == 0
    age_by(2 * SECOND)  # ten minutes are enough, even with the page open
    assert send_all() == 1
    assert "Open" in mail.outbox[1].subject
    assert other.slug not in mail.outbox[1].body


def test_only_turns_wait_for_an_open_table(keith: Player) -> None:
    table = keith.table()
    Held.objects.update(present_until=timezone.now() + MINUTE)
    keith.tell("reminder", table, seat_asked(table))
    assert send_all() == 1


def test_visitors_who_left_are_not_present(keith: Player) -> None:
    keith.turn()
    Held.objects.update(present_until=timezone.now() - SECOND)
    age_by(MINUTE)
    assert send_all() == 1


# -- what it says -----------------------------------------------------------------------------


def test_contents_of_a_mail(keith: Player, settings: Any) -> None:
    settings.CHANCERY_URL = "https://chancery.example"
    table = keith.turn()
    due = datetime(2031, 3, 6, 20, 5, tzinfo=UTC)
    table.seats.filter(number=seat_asked(table)).update(due=due)
    age_by(MINUTE)
    send_all()
    (sent,) = mail.outbox
    assert sent.to == ["keith@example.org"]
    assert sent.subject == "La Spada e la Fede at “Thursday”: your turn"
    off = sent.extra_headers["List-Unsubscribe"][1:-1]
    assert sent.extra_headers == {
        "List-Unsubscribe": f"<{off}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    assert sent.body == (
        "Hello Keith,\n\n"
        "La Spada e la Fede at “Thursday”: your turn\n"
        "Decide by Thursday 6 March 2031, 20:05 UTC.\n"
        f"https://chancery.example/t/{table.slug}\n\n"
        "-- \n"
        f"You get this email because you turned on notifications. Unsubscribe: {off}\n"
    )
    assert off.startswith("https://chancery.example/account/unsubscribe/")
    assert f"<{off}>\n".encode() in sent.message().as_bytes()  # unfolded, on one line


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("turn", "La Spada e la Fede with Anna and Bruno: your turn"),
        ("reminder", "La Spada e la Fede with Anna and Bruno: your time is running out"),
        ("lapsed", "La Spada e la Fede with Anna and Bruno: your time is up"),
        ("begun", "La Spada e la Fede with Anna and Bruno: the game begins"),
        ("over", "La Spada e la Fede with Anna and Bruno: the game is over"),
        ("invited", "La Spada e la Fede with Anna and Bruno: you are invited"),
    ],
)
def test_a_table_without_a_title_is_named_by_the_others(
    keith: Player, kind: str, said: str
) -> None:
    table = keith.table("")
    keith.tell(kind, table, seat_asked(table) if kind != "invited" else None)
    age_by(MINUTE)
    send_all()
    assert subjects() == [said]


def test_a_table_without_other_people_is_called_ones_own(keith: Player) -> None:
    table = keith.table("", others="")
    keith.tell("turn", table, seat_asked(table))
    age_by(MINUTE)
    send_all()
    assert subjects() == ["La Spada e la Fede at your own table: your turn"]


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({"bot": "steward"}, "A bot is playing for you; you can take your seat back at any time."),
        ({"owner": None}, "Your seat is now open to others."),
    ],
)
def test_what_follows_from_a_missed_deadline(
    keith: Player, seat: dict[str, Any], said: str
) -> None:
    table = keith.table()
    table.seats.filter(number=0).update(**seat)
    keith.tell("lapsed", table, 0)
    send_all()
    assert said in mail.outbox[0].body


def test_messages_are_in_the_accounts_language(keith: Player) -> None:
    Visitor.objects.filter(pk=keith.visitor.pk).update(language="fr")
    table = keith.turn()
    table.seats.update(due=datetime(2031, 3, 6, 20, 5, tzinfo=UTC))
    age_by(MINUTE)
    send_all()
    (sent,) = mail.outbox
    assert "jeudi 6 mars 2031" in sent.body
    assert "20:05 UTC" in sent.body


HOSTILE = "x\r\nBcc: evil@example.org\r\n\r\n@everyone [free](https://evil.example) **gold**\u202e"


@pytest.mark.parametrize("title", [HOSTILE, ""])
def test_hostile_titles_and_names_in_messages(keith: Player, title: str) -> None:
    table = keith.table(title[:60])
    table.seats.exclude(owner=keith.visitor).update(name=HOSTILE[:60])
    keith.tell("over", table)
    with MailCatcher() as catcher:
        sent_by(catcher)
        (caught,) = catcher.mails.wait()
    assert caught["Bcc"] is None
    assert "\n" not in caught["Subject"]
    assert "Bcc: evil@example.org" in caught["Subject"]
    assert "\u202e" not in caught["Subject"] + caught.get_content()
    lines = caught.get_content().splitlines()
    assert not any(line.startswith("Bcc") for line in lines)


def test_webhook_messages_escape_markdown_and_mentions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    posted: list[dict[str, Any]] = []
    monkeypatch.setattr(web_hooks, "post", lambda url, payload: posted.append(payload))
    keith = Player("Keith", "hook")
    keith.tell("over", keith.table("@here [x](https://e.example) **b**"))
    send_all()
    assert r"“@here \[x\](https://e.example) \*\*b\*\*”" in posted[0]["content"]
    assert posted[0]["allowed_mentions"] == {"parse": []}
    assert posted[0]["tables"][0]["title"] == "@here [x](https://e.example) **b**"


def test_webhook_messages_are_cut_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[dict[str, Any]] = []
    monkeypatch.setattr(web_hooks, "post", lambda url, payload: posted.append(payload))
    keith = Player("Keith", "hook")
    table = keith.table("t" * 60)
    for _ in range(30):
        table.pk, table.slug = None, f"{len(posted)}-{timezone.now().timestamp()}"
        table.save(force_insert=True)
        keith.tell("over", table)
    send_all()
    content = posted[0]["content"]
    assert 1800 < len(content) <= 2000
    shown = content.count("is over")
    assert content.endswith(f"… and {30 - shown} more pieces of news")
    assert len(posted[0]["tables"]) == 30
    assert all(line.startswith(("La Spada", "http", "…")) for line in content.splitlines())


def test_contents_of_a_test_message(keith: Player) -> None:
    Notice.objects.create(channel=keith.channel, kind="test", ripe=timezone.now())
    send_all()
    (sent,) = mail.outbox
    assert sent.subject == "A test of your notifications"
    assert "Chancery can reach you here." in sent.body


# -- what goes wrong --------------------------------------------------------------------------


def broken(error: Exception) -> Callable[..., None]:
    def fails(*args: object, **named: object) -> None:
        raise error

    return fails


def test_a_failure_is_shown_and_retried(keith: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = keith.turn()
    age_by(MINUTE)
    monkeypatch.setattr(mails, "send", broken(NoMailServer()))
    for tries, minutes in enumerate((1, 5, 30, 120, 360, 360, 360), 1):
        now = timezone.now()
        assert sending.send_once()
        channel = keith.channel
        assert channel.tries == tries
        assert (
            channel.problem
            == "The email could not be sent: our mail server is not accepting it right now."
        )
        assert channel.lease_until is None
        wait = channel.after - now
        assert minutes * MINUTE <= wait < minutes * MINUTE + 5 * SECOND
        age_by(minutes * MINUTE - 10 * SECOND)
        assert not sending.send_once()
        age_by(15 * SECOND)
    monkeypatch.undo()
    assert send_all() == 1
    channel = keith.channel
    assert (channel.tries, channel.problem) == (0, "")
    assert table.slug in mail.outbox[0].body
    assert not Notice.objects.exists()


def test_problems_are_in_the_accounts_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keith = Player("Keith", "hook")
    Visitor.objects.update(language="it")
    keith.tell("over", keith.table())
    monkeypatch.setattr(web_hooks, "post", broken(Breakdown()))  # a sentence that is translated
    send_all()
    assert keith.channel.problem == Speaker("it").say(Breakdown().text()) != str(Breakdown())


def test_old_news_is_dropped_but_turns_are_kept(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = keith.turn()
    keith.tell("over", keith.table("Long ago"))
    monkeypatch.setattr(mails, "send", broken(NoMailServer()))
    age_by(sending.KEPT - MINUTE)
    sending.send_once()
    assert Notice.objects.count() == 2
    age_by(2 * MINUTE)
    sending.send_once()
    assert [notice.table for notice in Notice.objects.all()] == [table]
    monkeypatch.undo()
    age_by(60 * MINUTE)
    assert send_all() == 1


def test_a_crash_between_sending_and_deleting(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sent twice rather than never, but not again and again while the database is locked."""
    keith.turn()
    age_by(MINUTE)
    monkeypatch.setattr(sending, "_done", broken(OperationalError("database is locked")))
    with pytest.raises(OperationalError):
        sending.send_once()
    monkeypatch.undo()
    assert len(mail.outbox) == 1
    assert not sending.send_once()
    age_by(sending.LEASE + SECOND)
    assert sending.send_once()
    assert len(mail.outbox) == 2
    assert not Notice.objects.exists()
    age_by(60 * MINUTE)
    assert send_all() == 0


def test_a_lease_is_released_when_the_database_is_locked(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    keith.turn()
    age_by(MINUTE)
    monkeypatch.setattr(sending, "_collect", broken(OperationalError("database is locked")))
    with pytest.raises(OperationalError):
        sending.send_once()
    assert keith.channel.lease_until is None
    assert mail.outbox == []


def test_a_lease_is_respected_and_runs_out(keith: Player) -> None:
    keith.turn()
    age_by(MINUTE)
    Channel.objects.update(lease_until=timezone.now() + sending.LEASE)
    assert not sending.send_once()
    age_by(sending.LEASE + SECOND)
    assert send_all() == 1


def test_unexpected_errors(
    keith: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    keith.turn()
    age_by(MINUTE)
    monkeypatch.setattr(texts, "write", broken(RuntimeError("oops")))
    assert sending.send_once()
    assert not sending.send_once()  # not again and again
    assert keith.channel.problem.startswith("Something went wrong on our side")
    assert "oops" in caplog.text
    monkeypatch.undo()
    age_by(MINUTE)
    assert send_all() == 1


def test_notices_of_a_damaged_table_are_sent(
    keith: Player, caplog: pytest.LogCaptureFixture
) -> None:
    table, good = keith.turn("Spoiled"), keith.turn("Good")
    Entry.objects.create(table=table, number=0, seat=0, action="nonsense")
    Table.objects.filter(pk=table.pk).update(length=1)
    sittings.forget()
    age_by(MINUTE)
    assert send_all() == 1
    assert table.slug in mail.outbox[0].body
    assert good.slug in mail.outbox[0].body
    assert caplog.records


def test_a_channel_that_is_off_or_an_account_that_is_locked(keith: Player) -> None:
    keith.turn()
    age_by(MINUTE)
    Channel.objects.update(on=False)
    assert send_all() == 0
    Channel.objects.update(on=True)
    Account.objects.update(is_active=False)
    assert send_all() == 0
    Account.objects.update(is_active=True)
    assert send_all() == 1


def test_one_channel_that_fails_does_not_stop_the_others(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Player("Anna", "hook")
    monkeypatch.setattr(web_hooks, "post", broken(NotReached(host="hook.example")))
    anna.turn()
    keith.turn()
    age_by(MINUTE)
    assert send_all() == 1
    assert anna.channel.problem == "hook.example can’t be reached right now."


# -- at the same time -------------------------------------------------------------------------


def test_a_new_turn_while_a_message_is_being_sent(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message was about the former question: the new one is announced, too."""
    table = keith.turn()
    age_by(MINUTE)
    sent = mails.send

    def meanwhile(*args: Any, **named: Any) -> None:
        sent(*args, **named)
        keith.tell("turn", table, seat_asked(table))

    monkeypatch.setattr(mails, "send", meanwhile)
    assert sending.send_once()
    monkeypatch.undo()
    assert Notice.objects.get().ripe > timezone.now()
    age_by(10 * MINUTE)
    assert send_all() == 1
    assert not Notice.objects.exists()


def test_a_new_turn_while_a_notice_is_being_dropped(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = keith.turn()
    age_by(MINUTE)

    def not_asked(table: Table) -> set[int]:
        keith.tell("turn", table, seat_asked(table))
        return set()

    monkeypatch.setattr(sittings, "asked", not_asked)
    assert sending.send_once()
    monkeypatch.undo()
    assert not mail.outbox
    age_by(MINUTE)
    assert send_all() == 1
    assert table.slug in mail.outbox[0].body


@pytest.mark.django_db(transaction=True)
def test_two_senders_send_once(monkeypatch: pytest.MonkeyPatch) -> None:
    keith = Player()
    keith.turn()
    age_by(MINUTE)
    sent: list[str] = []

    def slowly(address: str, *args: Any) -> None:
        sent.append(address)
        time.sleep(0.3)

    monkeypatch.setattr(mails, "send", slowly)
    assert sorted(at_once(*[sending.send_once] * 3)) == [False, False, True]
    assert sent == ["keith@example.org"]
    assert not Notice.objects.exists()


def test_a_sender_with_outdated_rows_sends_nothing(
    keith: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It saw the channel free, but when it takes it there is nothing to send."""
    table = keith.turn()
    age_by(MINUTE)
    find = sending.Channel.objects.filter
    once: list[int] = []

    def meanwhile(*args: Any, **named: Any) -> Any:
        if named.get("on") and not once:
            once.append(1)
            found = find(*args, **named)
            stale = found.filter(notices__ripe__lte=timezone.now()).first()
            assert stale is not None
            assert sending.send_once()
            keith.tell("over", table)
            assert not found.filter(pk=stale.pk).update(lease_until=timezone.now())
            return found
        return find(*args, **named)

    monkeypatch.setattr(sending.Channel.objects, "filter", meanwhile)
    assert not sending.send_once()
    assert len(mail.outbox) == 1


# -- a new channel ----------------------------------------------------------------------------


def test_a_new_channel_catches_up(keith: Player) -> None:
    table, waiting = keith.table(), keith.table("Waiting")
    Seat.objects.filter(table=waiting).update(owner=None)
    Seat.objects.filter(table=waiting, number=(seat_asked(waiting) + 1) % 3).update(
        owner=keith.visitor
    )
    ended = keith.table("Ended")
    Table.objects.filter(pk=ended.pk).update(over=True)
    sending.catch_up(keith.channel)
    found = Notice.objects.values_list("kind", "table", "seat")
    assert list(found) == [("turn", table.pk, seat_asked(table))]


# -- the thread -------------------------------------------------------------------------------


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "PAUSE", 0.01)


@pytest.mark.usefixtures("_quick")
@pytest.mark.django_db(transaction=True)
def test_the_thread_sends_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    keith = Player()
    keith.turn()
    age_by(MINUTE)
    finished = threading.Event()
    done = sending._done
    monkeypatch.setattr(sending, "_done", lambda *args: (done(*args), finished.set()))
    with sending.running_senders():
        assert finished.wait(PATIENCE)
        threads = [t for t in threading.enumerate() if t.name in sending.SENDERS]
    assert len(threads) == len(sending.SENDERS)
    assert not any(thread.is_alive() for thread in threads)
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("_quick")
@pytest.mark.django_db(transaction=True)
def test_the_thread_survives_errors(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ends: Iterator[Exception] = iter([OperationalError("locked"), RuntimeError("oops")])
    enough = threading.Event()

    def once(kinds: Sequence[str]) -> bool:
        for error in ends:
            raise error
        enough.set()
        return False

    monkeypatch.setattr(sending, "send_once", once)
    with caplog.at_level(logging.ERROR, "chancery"), sending.running_senders():
        assert enough.wait(PATIENCE)
    (record,) = caplog.records
    assert re.fullmatch("the sender of (mails|hooks|pushes) failed", record.getMessage())
    connections.close_all()


@pytest.mark.usefixtures("_quick")
@pytest.mark.django_db(transaction=True)
def test_notices_go_out_beside_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    beside: list[bool] = []
    monkeypatch.setattr(sending, "send_once", lambda _: bool(begun.set()))
    monkeypatch.setattr(worker, "run_forever", lambda *_: beside.append(begun.wait(PATIENCE)))
    monkeypatch.setattr(serve.signal, "signal", lambda *_: None)
    # not to be done to the process of the tests
    monkeypatch.setattr(serve.os, "nice", lambda _: 0)
    monkeypatch.setattr(serve, "_tie_to_parent", lambda: None)
    serve.run_bots()
    assert beside == [True]


# -- over a wire ------------------------------------------------------------------------------


def sent_by(catcher: MailCatcher) -> None:
    """Send one message by a real mail server."""
    from django.test import override_settings

    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=catcher.port,
        EMAIL_TIMEOUT=5,
    ):
        assert sending.send_once()


def test_a_mail_through_a_real_server(keith: Player) -> None:
    table = keith.turn("Jeudi à l’aube")
    age_by(MINUTE)
    with MailCatcher() as catcher:
        sent_by(catcher)
        (caught,) = catcher.mails.wait()
    assert caught["To"] == "keith@example.org"
    assert caught["Subject"].strip() == "La Spada e la Fede at “Jeudi à l’aube”: your turn"
    assert caught["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    off = caught["List-Unsubscribe"].strip()
    assert off in {f"<{line.rpartition(' ')[2]}>" for line in caught.get_content().splitlines()}
    assert f"/t/{table.slug}" in caught.get_content()
    assert keith.channel.problem == ""


@pytest.mark.parametrize(
    ("refuse", "said"),
    [
        ("550 no such user", "there seems to be no mailbox keith@example.org"),
        ("451 come back later", "our mail server is not accepting it right now"),
    ],
)
def test_a_mail_server_that_refuses(keith: Player, refuse: str, said: str) -> None:
    keith.turn()
    age_by(MINUTE)
    with MailCatcher() as catcher:
        catcher.refuse = refuse
        sent_by(catcher)
        assert catcher.mails == []
    assert said in keith.channel.problem
    assert Notice.objects.count() == 1


def test_an_unreachable_mail_server(keith: Player) -> None:
    keith.turn()
    age_by(MINUTE)
    sent_by(MailCatcher())  # not running
    assert "our mail server is not accepting it right now" in keith.channel.problem


def test_a_webhook_on_a_real_server(monkeypatch: pytest.MonkeyPatch) -> None:
    keith = Player("Keith", "hook")
    table = keith.turn()
    age_by(MINUTE)
    with HookCatcher() as catcher:
        monkeypatch.setenv("CHANCERY_HOOK_CATCHER", catcher.ca)
        Channel.objects.update(address=catcher.url)
        catcher.status = 500
        assert sending.send_once()
        assert keith.channel.problem == "localhost did not accept the message (status 500)."
        catcher.status = 204
        age_by(MINUTE)
        assert sending.send_once()
        assert keith.channel.problem == ""
    assert [post["tables"][0]["url"][-len(table.slug) :] for post in catcher.posts] == [
        table.slug
    ] * 2
