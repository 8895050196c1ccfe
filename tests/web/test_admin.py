"""Pages of operators: who may open them, what they do, and that they show no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import timezone

from chancery.web.community.models import Call, League, Team, Tournament
from chancery.web.identity import tokens
from chancery.web.identity.models import (
    Account,
    Invitation,
    Rating,
    Report,
    SiteSettings,
    Token,
    Visitor,
)
from chancery.web.operators.admin import site
from chancery.web.outbox.models import Channel
from chancery.web.tables.models import Entry, Held, Notebook, Seat, Table, Work
from tests.web.people import Answer, Person, legal, problem, run_bots, seat_asked, sitting_of
from tests.web.test_headers import check_headers, inline

pytestmark = pytest.mark.django_db
PASSWORD = "ein-langes-Kennwort-1757"


def account(name: str, *permissions: str, superuser: bool = False, staff: bool = True) -> Account:
    made = Account(username=name, is_staff=staff, is_superuser=superuser)
    made.set_password(PASSWORD)
    made.save()
    made.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return made


def entered(name: str, back: str = "") -> Person:
    person = Person()
    form = {"name": name, "password": PASSWORD, "back": back}
    assert person.post("/account/enter", form).status_code == 302
    return person


@pytest.fixture
def operator() -> Person:
    account("Anna", superuser=True)
    return entered("Anna")


def run_action(person: Person, model: str, action: str, *rows: object) -> str:
    """Run an action on rows of a list; return the page that follows."""
    path = f"/admin/web/{model}/"
    form = {"action": action, "index": "0", "_selected_action": [row.pk for row in rows]}
    answer = person.post(path, form)
    assert answer.status_code == 302, answer.content
    return person.get(path).content.decode()


def message_on(page: str) -> list[str]:
    """Return the message of a page about the action before it."""
    match = re.search(r'<ul class="messagelist">(.*?)</ul>', page, re.S)
    return re.findall(r"<li[^>]*>(.*?)</li>", match[1], re.S) if match else []


def followed(person: Person, path: str) -> tuple[list[str], Answer]:
    """Follow redirects; return the final address and response."""
    answer = person.client.get(path, follow=True)
    return [where for where, _ in answer.redirect_chain], answer


# -- who gets in ---------------------------------------------------------------------------------


def test_a_guest_is_redirected_to_log_in_and_back() -> None:
    account("Anna", superuser=True)
    for path in ("/admin", "/admin/", "/admin/login/", "/admin/nowhere/"):
        way, answer = followed(Person(), path)
        assert way[-1].startswith("/account/enter?back=%2Fadmin%2F")
        assert answer.status_code == 200
    way, answer = followed(Person(), "/admin/web/table/?over__exact=1")
    assert 'value="/admin/web/table/?over__exact=1"' in answer.content.decode()
    way, answer = followed(entered("Anna", back="/admin/"), "/admin/login/")
    assert way == ["/admin/"]
    assert answer.status_code == 200


def test_non_operators_get_404_without_redirect_loop() -> None:
    account("Bruno", staff=False)
    person = entered("Bruno")
    for path in ("/admin/", "/admin/web/table/", "/admin/nowhere/", "/admin/login/"):
        way, answer = followed(person, path)
        assert answer.status_code == 404
        assert len(way) <= 1
        assert "There is nothing here." in answer.content.decode()


def test_the_admin_log_in_form_is_disabled() -> None:
    account("Anna", superuser=True)
    person = Person()
    form = {"username": "Anna", "password": PASSWORD, "next": "/admin/"}
    answer = person.post("/admin/login/", form)
    assert answer.url.startswith("/account/enter")
    assert followed(person, "/admin/")[0][-1].startswith("/account/enter")


def test_log_out_and_password_change_use_the_sites_pages(operator: Person) -> None:
    assert operator.get("/admin/password_change/").url == "/account"
    assert operator.get("/admin/logout/").url == "/admin/"
    assert operator.get("/admin/").status_code == 200
    assert operator.post("/admin/logout/").url == "/"
    assert followed(operator, "/admin/")[0][-1].startswith("/account/enter")


def test_an_operator_sees_only_permitted_pages() -> None:
    account("Bruno", "view_table")
    person = entered("Bruno")
    table = Person().play_now()
    assert table.slug in person.get("/admin/web/table/").content.decode()
    assert person.get(f"/admin/web/table/{table.pk}/change/").status_code == 200
    assert person.get("/admin/web/account/").status_code == 404
    page = run_action(person, "table", "close", table)
    assert not Table.objects.get(pk=table.pk).closed
    assert "has been ended" not in page
    assert message_on(run_action(person, "table", "replay", table)) == ["Everything is in order."]


# -- nothing secret ------------------------------------------------------------------------------

MARK = "Geheimnis"


def everything() -> None:
    """Create a row of each kind, with a marker in every secret."""
    guest = Visitor.objects.create(key=f"{MARK}-key", name="Carla")
    owner = account("Dora", staff=False)
    owner.password = f"scrypt${MARK}$salt$8$1$hash"
    owner.save()
    Visitor.objects.create(account=owner, name="Dora", key=f"{MARK}-key-of-Dora")
    Token.objects.create(account=owner, name="my bot", digest=f"{MARK}-digest")
    Channel.objects.create(account=owner, kind="mail", address="dora@example.org")
    hook = f"https://hooks.example.org/{MARK}/services"
    Channel.objects.create(account=owner, kind="hook", address=hook, problem=f"no answer: {hook}")
    table = Table.objects.create(
        game="spada",
        rules=1,
        title="Die Runde",
        host=guest,
        invitation=f"{MARK}-invitation",
        seed=f"{MARK}-seed",
        options={MARK: MARK},
        data=f"{MARK}-data",
        position={MARK: MARK},
        luck=[MARK],
        length=1,
    )
    Seat.objects.create(table=table, number=0, owner=guest, name="Carla", standing={MARK: True})
    Seat.objects.create(table=table, number=1, owner=owner.visitor, name="Dora")
    Held.objects.create(table=table, visitor=guest)
    Entry.objects.create(table=table, number=0, seat=0, action=MARK, question=MARK, luck=[MARK])
    Notebook.objects.create(table=table, visitor=guest, text=MARK)
    Report.objects.create(by=guest, table=table, about=owner, text="Dora is <rude>")
    Rating.objects.create(game="spada", account=owner, mu=25, sigma=8)
    Rating.objects.create(game="spada", bot="steward", mu=26, sigma=8)
    ends = timezone.now() + timedelta(days=1)
    Call.objects.create(account=owner, game="spada", text="Dora waits", language="en", until=ends)
    Tournament.objects.create(
        host=owner, game="spada", options={}, seats=3, kind="swiss", wanted=3, days=1
    )
    League.objects.create(host=owner, game="spada", title="Cup")
    Team.objects.create(name="The Beggars", plain="the beggars", key=f"{MARK}-key-of-a-team")
    SiteSettings.objects.create()
    Invitation.objects.create(note="for Dora")


def pages(person: Person) -> Iterator[tuple[str, str]]:
    """Return every page of the operators: lists, searches, rows and their history."""
    for path in ("/admin/", "/admin/web/"):
        yield path, person.get(path).content.decode()
    for model in site._registry:
        root = reverse(f"admin:web_{model._meta.model_name}_changelist")
        # of settings there is a single row and no list
        paths = [] if model is SiteSettings else [root, f"{root}?q=Dora", f"{root}?o=1"]
        for row in model._base_manager.all():
            paths += [f"{root}{row.pk}/change/", f"{root}{row.pk}/history/"]
        for path in paths:
            answer = person.get(path)
            assert answer.status_code == 200, path
            check_headers(answer, cached=True)
            assert "no-store" in answer["Cache-Control"]
            yield path, answer.content.decode()


def test_no_page_shows_a_secret_or_needs_anything_inline(operator: Person) -> None:
    everything()
    for game in ("spada", "friedrich", "revolution"):
        Person().play_now(game)
    run_bots()
    secrets = {MARK}
    for table in Table.objects.all():
        secrets |= {table.seed, table.invitation}
    secrets |= set(Visitor.objects.values_list("key", flat=True))
    actions = set(Entry.objects.exclude(action="").values_list("action", flat=True))
    assert len(actions) > 20
    shown = 0
    for path, page in pages(operator):
        assert [secret for secret in secrets if secret in page] == [], path
        said = {" ".join(text.split()) for text in re.findall(r">([^<]+)<", page)}
        assert said & actions <= {"pass"}, path
        assert inline(page) == [], path
        shown += 1
    assert shown > 45
    for model in set(site._registry) - {SiteSettings}:
        found = operator.get(f"/admin/web/{model._meta.model_name}/?q={MARK}").context["cl"]
        assert list(found.result_list) == []
    # what may be shown is there
    assert ">Site settings</a>" in operator.get("/admin/").content.decode()
    tables = operator.get("/admin/web/table/?q=Dora").content.decode()
    assert "Die Runde" in tables
    assert "Carla, Dora" in tables
    channels = operator.get("/admin/web/channel/").content.decode()
    assert "no answer: hooks.example.org" in channels
    assert "dora@example.org" in channels
    reports = operator.get("/admin/web/report/").content.decode()
    assert "Dora is &lt;rude&gt;" in reports


@pytest.mark.parametrize(
    "question",
    [
        "table/?seed__startswith=a",
        "table/?seed=1",
        "table/?invitation__gte=a",
        "table/?position__isnull=1",
        "table/?entries__action=pass",
        "table/?seats__standing__has_key=a",
        "table/?host__key__startswith=a",
        "account/?password__startswith=a",
        "account/?tokens__digest__startswith=a",
        "channel/?address__contains=a",
        "channel/?account__password__startswith=a",
    ],
)
def test_hidden_fields_cannot_be_filtered(operator: Person, question: str) -> None:
    everything()
    assert operator.get(f"/admin/web/{question}").status_code == 400
    assert operator.get("/admin/web/table/?over__exact=0&game=spada").status_code == 200


def test_rows_cannot_be_added_or_deleted(operator: Person) -> None:
    everything()
    for model in site._registry:
        root = reverse(f"admin:web_{model._meta.model_name}_changelist")
        row = model._base_manager.first()
        add = [] if model is Invitation else [f"{root}add/"]
        for path in (*add, f"{root}{row.pk}/delete/"):
            assert operator.get(path).status_code == 404
            assert operator.post(path, {"post": "yes"}).status_code == 404
        assert "delete_selected" not in operator.get(root).content.decode()
        assert model._base_manager.filter(pk=row.pk).exists()


def test_a_table_is_not_changed_by_a_form(operator: Person) -> None:
    table = Person().play_now()
    before = Table.objects.filter(pk=table.pk).values().get()
    form = {"title": "Other", "over": "on", "seed": "1", "length": "0"}
    answer = operator.post(f"/admin/web/table/{table.pk}/change/", form)
    assert answer.status_code == 404
    assert Table.objects.filter(pk=table.pk).values().get() == before


def test_pages_are_in_the_readers_language(operator: Person) -> None:
    Visitor.objects.filter(account__username="Anna").update(language="it")
    page = operator.get("/admin/web/table/").content.decode()
    assert '<html lang="it"' in page
    assert "Cerca" in page


def test_the_style_sheets_are_served(operator: Person) -> None:
    page = operator.get("/admin/web/table/").content.decode()
    files = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert any(file.endswith("changelists.css") for file in files)
    for file in files:
        assert operator.get(file).status_code == 200


# -- accounts ------------------------------------------------------------------------------------


def change(person: Person, who: Account, **form: str) -> Answer:
    return person.post(f"/admin/web/account/{who.pk}/change/", form)


@pytest.mark.parametrize("way", ["form", "action"])
def test_a_deactivated_account_is_logged_out_for_good(operator: Person, way: str) -> None:
    culprit = account("Bruno", staff=False)
    person, other = entered("Bruno"), entered("Anna")
    token = {"authorization": f"Bearer {tokens.make(culprit, 'bot')}"}
    assert person.get("/account").status_code == 200
    assert Person().get("/api/v1/me", **token).status_code == 200
    if way == "form":
        assert change(operator, culprit).status_code == 302  # the box is not ticked
    else:
        assert message_on(run_action(operator, "account", "deactivate", culprit)) == [
            "The account Bruno has been deactivated."
        ]
    culprit.refresh_from_db()
    assert not culprit.is_active
    assert person.get("/account").status_code == 401
    assert Person().get("/api/v1/me", **token).status_code == 401
    assert other.get("/account").status_code == 200
    form = {"name": "Bruno", "password": PASSWORD}
    assert Person().post("/account/enter", form).status_code == 422
    change(operator, culprit, is_active="on")
    assert person.get("/account").status_code == 401  # the old session has ended
    assert entered("Bruno").get("/account").status_code == 200


def test_only_superusers_appoint_operators(operator: Person) -> None:
    mate = account("Bruno", "view_account", "change_account")
    chief = Account.objects.get(username="Anna")
    guest = account("Carla", staff=False)
    person = entered("Bruno")
    powers = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    for who in (mate, chief):
        assert change(person, who, **powers).status_code == 404
    assert change(person, guest, **powers).status_code == 302
    run_action(person, "account", "deactivate", chief, mate)
    assert message_on(run_action(person, "account", "new_password", guest)) == [
        "No action selected."
    ]
    rows = {a.username: (a.is_active, a.is_staff, a.is_superuser) for a in Account.objects.all()}
    assert rows["Bruno"] == (True, True, False)
    assert rows["Carla"] == (True, False, False)
    assert rows["Anna"] == (True, True, True)
    view = Permission.objects.get(codename="view_report")
    change(operator, guest, is_active="on", is_staff="on", user_permissions=str(view.pk))
    assert entered("Carla").get("/admin/web/report/").status_code == 200


def test_a_password_link_for_an_account_without_address(operator: Person) -> None:
    who = account("Bruno", staff=False)
    (said,) = message_on(run_action(operator, "account", "new_password", who))
    path = re.search(r"http://localhost:8000(/account/reset/\S+)", said)[1]
    person = Person()
    assert person.get(path).status_code == 200
    assert person.post(path, {"new": "ein-anderes-Kennwort-1758"}).status_code == 200
    assert (
        Person().post("/account/enter", {"name": "Bruno", "password": PASSWORD}).status_code == 422
    )


# -- tables --------------------------------------------------------------------------------------


def test_ending_a_table(operator: Person) -> None:
    person = Person()
    table = person.play_now()
    run_bots()
    page = run_action(operator, "table", "close", table)
    assert message_on(page) == [f"The game at table {table.slug} has been ended."]
    now = Table.objects.get(pk=table.pk)
    assert now.closed
    assert now.over
    assert now.version > table.version
    seat = seat_asked(table)
    refused = person.act(table, seat, legal(table, seat)[0])
    assert refused.status_code == 422
    assert problem(refused) == "This game was ended by agreement."
    assert not Work.objects.filter(table=table).exists()
    assert LogEntry.objects.get().object_repr == table.slug
    # a second time does nothing
    assert message_on(run_action(operator, "table", "close", table)) == []


def test_bots_take_over_for_absent_players(operator: Person) -> None:
    host, guest = Person(), Person()
    table = host.open("me", "open", "bot:random")
    guest.sit(table, 1)
    run_bots()
    seat = seat_asked(table)
    assert seat in (0, 1)
    waited = Seat.objects.get(table=table, number=seat)
    Held.objects.filter(table=table, visitor=waited.owner).update(
        present_until=timezone.now() + timedelta(minutes=1)
    )
    page = run_action(operator, "table", "play_on", table)
    assert message_on(page) == [f"Table {table.slug}: seats taken over by bots: 0."]
    Held.objects.filter(table=table).update(present_until=None)
    length = Table.objects.get(pk=table.pk).length
    page = run_action(operator, "table", "play_on", table)
    assert message_on(page) == [f"Table {table.slug}: seats taken over by bots: 1."]
    now = Seat.objects.get(pk=waited.pk)
    assert (now.bot, now.owner) == ("player", waited.owner)
    other = Seat.objects.get(table=table, number=1 - seat)
    assert other.bot == ""
    assert run_bots()
    assert Table.objects.get(pk=table.pk).length > length


def test_checking_tables(operator: Person) -> None:
    table = Person().play_now()
    run_bots()
    assert message_on(run_action(operator, "table", "replay", table)) == ["Everything is in order."]
    length = len(sitting_of(table).log)
    assert length
    Entry.objects.filter(table=table, number=length - 1).delete()
    said = message_on(run_action(operator, "table", "replay", table))
    assert (
        said[0]
        == f"Table {table.slug}: Lines in the log: {length - 1}; according to the table: {length}."
    )


def test_reports_are_handled(operator: Person) -> None:
    everything()
    report = Report.objects.get()
    page = operator.get(f"/admin/web/report/{report.pk}/change/").content.decode()
    assert f'href="/admin/web/table/{report.table_id}/change/"' in page
    assert f'href="/admin/web/account/{report.about_id}/change/"' in page
    form = {"text": "Anna is rude", "handled": "on", "answer": "We have talked."}
    assert operator.post(f"/admin/web/report/{report.pk}/change/", form).status_code == 302
    report.refresh_from_db()
    assert (report.handled, report.answer) == (True, "We have talked.")
    assert report.text == "Dora is <rude>"
    other = Report.objects.create(text="and this")
    run_action(operator, "report", "handle", other)
    other.refresh_from_db()
    assert other.handled
