"""The community: follows, and notes of accounts that look for players."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.admin.models import LogEntry
from django.db.models import F

from chancery.web.base import limits
from chancery.web.community import calls, follows
from chancery.web.community.models import Call, Follow
from chancery.web.identity.models import Account, Report
from chancery.web.outbox.models import Channel, Notice
from chancery.web.tables.models import Seat, Table
from tests.web.people import Person, table_at
from tests.web.test_admin import account as made
from tests.web.test_admin import entered, run_action
from tests.web.test_headers import check_headers, inline
from tests.web.test_hostile_input import HOSTILE
from tests.web.test_lobby import member, visitor, waiting

pytestmark = pytest.mark.django_db


def read(path: str, person: Person, status: int = 200) -> str:
    answer = person.get(path)
    assert answer.status_code == status, answer.content
    check_headers(answer)
    page = answer.content.decode()
    assert inline(page) == []
    return page


def section(page: str, name: str) -> str:
    match = re.search(rf'<section[^>]* id="{name}">(.*?)</section>', page, re.S)
    return match[1] if match else ""


def test_a_filtered_list_is_shown_without_the_community() -> None:
    anna = member("Anna")
    for name in ("tournaments", "calls"):
        assert section(read("/tables", anna), name)
        assert not section(read("/tables?list=open", anna), name)


# -- following --------------------------------------------------------------------------------


def test_following_and_unfollowing_a_player() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    page = read("/people/Bruno", anna)
    assert "<button>Follow</button>" in page
    assert anna.post("/follow", {"name": "bruno"}).url == "/people/Bruno"
    # a second time changes nothing
    assert anna.post("/follow", {"name": "Bruno"}).status_code == 302
    assert Follow.objects.count() == 1
    assert ">Unfollow</button>" in read("/people/Bruno", anna)
    assert "Bruno" in read("/following", anna)
    assert '<a href="/people/Bruno">Bruno</a>' in read("/people/Anna", anna)
    # nobody else sees it, and the followed account is not told
    assert "/people/Bruno" not in read("/people/Anna", Person())
    assert "/people/Bruno" not in read("/people/Anna", member("Clara"))
    for path in ("/people/Bruno", "/tables", "/account", "/account/data", "/following"):
        assert "Anna" not in bruno.get(path).content.decode()
    answer = anna.post("/follow", {"name": "Bruno", "no": "1", "back": "/following"})
    assert answer.url == "/following"
    assert not Follow.objects.exists()
    assert "You don’t follow anyone yet." in read("/following", anna)


def test_following_needs_an_account_and_another_player() -> None:
    anna, guest = member("Anna"), Person()
    assert "Follow" not in read("/people/Anna", guest)
    assert guest.post("/follow", {"name": "Anna"}).status_code == 401
    assert guest.get("/following").status_code == 401
    assert "<button>Follow" not in read("/people/Anna", anna)
    assert 'href="/following"' in read("/people/Anna", anna)
    assert 'href="/following"' in read("/account", anna)
    assert anna.post("/follow", {"name": "Anna"}).status_code == 422
    for name in ("Nobody", "", "\x00", "x" * 5000):
        assert anna.post("/follow", {"name": name}).status_code == 404
    assert anna.client.post("/follow", {"name": "Anna"}).status_code == 403  # no token
    assert not Follow.objects.exists()


def test_public_tables_of_followed_players() -> None:
    anna, bruno, clara = member("Anna"), member("Bruno"), member("Clara")
    anna.post("/follow", {"name": "Bruno"})
    shown = waiting(bruno, "me", "open", "bot:random", title="In the open", public="on")
    hidden = waiting(bruno, "me", "open", "bot:random", title="Behind a door")
    strange = waiting(clara, "me", "open", "bot:random", title="Of Clara", public="on")
    screen = waiting(bruno, "me", "here", "open", title="One screen", public="on")
    over = waiting(bruno, "me", "open", "bot:random", title="Long ago", public="on")
    Table.objects.filter(pk=over.pk).update(over=True)
    for page in (section(read("/tables", anna), "followed"), read("/following", anna)):
        assert shown.slug in page
        assert '<a href="/people/Bruno">Bruno</a>' in page
        for table in (hidden, strange, screen, over):
            assert table.slug not in page
    for other in (bruno, clara, Person()):
        assert section(read("/tables", other), "followed") == ""
    # where a bot plays on for him he does not sit
    Seat.objects.filter(table=shown, number=0).update(bot="random")
    assert section(read("/tables", anna), "followed") == ""


def test_only_the_latest_tables_of_each_followed_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follows, "EACH", 2)
    anna, bruno = member("Anna"), member("Bruno")
    anna.post("/follow", {"name": "Bruno"})
    tables = [waiting(bruno, "me", "open", "open", public="on") for _ in range(3)]
    page = section(read("/tables", anna), "followed")
    assert [table.slug in page for table in tables] == [False, True, True]


def test_follows_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follows, "MOST", 1)
    anna = member("Anna")
    for name in ("Bruno", "Clara"):
        Account.objects.create(username=name)
    assert anna.post("/follow", {"name": "Bruno"}).status_code == 302
    assert anna.post("/follow", {"name": "Bruno"}).status_code == 302
    assert anna.post("/follow", {"name": "Clara"}).status_code == 422
    assert Follow.objects.get().whom.username == "Bruno"
    monkeypatch.setitem(limits.LIMITS, "follows", (3, 3600))
    assert anna.post("/follow", {"name": "Bruno"}).status_code == 429


# -- calls for players ------------------------------------------------------------------------


def post(person: Person, text: str = "Who plays in the evening?", **more: str) -> int:
    form = {"game": "friedrich", "options": "west", "text": text, "language": "en", **more}
    return person.post("/calls", form).status_code


def test_a_note_is_answered_by_a_table_with_its_author_invited() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    account = visitor("Anna").account
    Channel.objects.create(account=account, kind="hook", address="https://example.org/a")
    assert post(anna, language="it") == 302
    page = section(read("/tables", bruno), "calls")
    assert "Friedrich" in page
    assert "west" in page
    assert '<q lang="it">Who plays in the evening?</q>' in page
    link = unescape(re.search(r'class="button" href="([^"]*)"', page)[1])
    form = read(link, bruno)
    assert '<option value="invited" selected>' in form
    assert 'value="Anna"' in form
    seats = dict(pair.split("=") for pair in link.partition("?")[2].split("&"))
    table = table_at(bruno.post("/new/friedrich", seats | {"seat-2": "open", "seat-3": "open"}))
    assert Seat.objects.get(table=table, number=1).invited == account
    assert Notice.objects.get().kind == "invited"
    assert table.slug in anna.get("/tables").content.decode()


def test_only_the_author_removes_a_note() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    post(anna)
    note = Call.objects.get()
    path = f"/calls/{note.pk}/down"
    assert path in read("/tables", anna)
    assert path not in read("/tables", bruno)
    assert bruno.post(path).status_code == 404
    assert Person().post(path).status_code == 401
    assert Call.objects.exists()
    assert anna.post(path).status_code == 302
    assert not Call.objects.exists()
    assert anna.post(path).status_code == 404
    assert anna.post(f"/calls/{'9' * 40}/down").status_code == 404


def test_invalid_notes_are_refused() -> None:
    anna, guest = member("Anna"), Person()
    assert post(guest) == 401
    assert "Log in to post a request" in read("/tables", guest)
    assert post(anna, text=" \x00 ") == 422
    assert post(anna, game="chess") == 404
    assert post(anna, language="xx") == 404
    assert anna.post("/calls").status_code == 404
    assert not Call.objects.exists()


@pytest.mark.parametrize("key", HOSTILE)
def test_hostile_notes(key: str) -> None:
    anna = member("Anna")
    assert post(anna, HOSTILE[key], options=HOSTILE[key]) == 302
    note = Call.objects.get()
    assert 0 < len(note.text) <= 200
    assert len(note.options) <= 60
    page = read("/tables", anna)
    assert "<script>alert" not in page
    assert "<img" not in section(page, "calls")
    assert len(section(page, "calls")) > len(note.text)


def test_at_most_three_notes_at_a_time() -> None:
    anna = member("Anna")
    assert [post(anna) for _ in range(4)] == [302, 302, 302, 422]
    Call.objects.filter(pk=Call.objects.first().pk).delete()
    assert post(anna) == 302
    assert Call.objects.count() == calls.MOST


def test_notes_per_day_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "calls", (2, 86_400))
    anna = member("Anna")
    assert [post(anna) for _ in range(3)] == [302, 302, 429]


def test_a_note_expires_after_two_weeks() -> None:
    anna = member("Anna")
    post(anna)
    assert not calls.run_once()
    Call.objects.update(until=F("until") - timedelta(days=14, minutes=1))
    assert "Who plays" not in read("/tables", anna)
    assert post(anna, "Once more") == 302  # it does not count any more
    assert calls.run_once()
    assert [note.text for note in Call.objects.all()] == ["Once more"]
    # if the clock was changed, a note does not stay for years
    Call.objects.update(until=F("until") + timedelta(days=1000))
    assert "Once more" not in read("/tables", anna)


def test_a_reported_note_is_quoted() -> None:
    anna, bruno = member("Anna"), member("Bruno")
    post(anna, "Something rude")
    link = unescape(re.search(r'href="(/report[^"]*)"', read("/tables", bruno))[1])
    page = read(link, bruno)
    assert "Report a request by Anna" in page
    assert "Something rude" in page
    assert bruno.post(link, {"text": "Look at that."}).status_code == 200
    row = Report.objects.get()
    assert row.about.username == "Anna"
    assert row.text == "“west Something rude”\nLook at that."
    for nonsense in ("x", "-1", "9" * 50, "999"):
        assert "Report a problem with Anna" in read(f"/report?about=Anna&call={nonsense}", bruno)


def test_an_operator_removes_a_note() -> None:
    anna = member("Anna")
    post(anna)
    note = Call.objects.get()
    made("Otto", "view_call")
    made("Olga", "view_call", "change_call")
    answer = entered("Otto").post(
        "/admin/web/call/", {"action": "take_down", "_selected_action": [note.pk]}
    )
    assert answer.status_code == 200  # no such action for him
    assert Call.objects.exists()
    run_action(entered("Olga"), "call", "take_down", note)
    assert not Call.objects.exists()
    assert "Who plays" not in str(list(LogEntry.objects.values_list("object_repr", flat=True)))


def test_notes_of_a_deactivated_account_are_gone() -> None:
    anna = member("Anna")
    post(anna)
    Account.objects.update(is_active=False)
    assert "Who plays" not in read("/tables", Person())
