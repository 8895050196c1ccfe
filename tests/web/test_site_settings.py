"""What operators decide about the site: name, colours, texts, and who may enter."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from chancery.web.base.contrast import contrast
from chancery.web.delivery import account_links, texts
from chancery.web.identity import site_settings
from chancery.web.identity.models import Account, Invitation, SiteSettings
from chancery.web.outbox.models import Channel, Notice
from tests.web.api_clients import Caller, caller
from tests.web.people import Person
from tests.web.test_accounts import PASSWORD
from tests.web.test_admin import account, entered
from tests.web.test_profiles import member, read

pytestmark = pytest.mark.django_db


def decide(**values: object) -> SiteSettings:
    """Store settings, as the operators' page does."""
    row, _ = SiteSettings.objects.update_or_create(defaults=values)
    site_settings.keep(row)
    return row


@pytest.fixture
def operator() -> Person:
    account("Olga", superuser=True)
    return entered("Olga")


FORM = {"name": "Club of Breda", "welcome": "", "house_rules": "", "accent": "", "accent_dark": ""}


def save(operator: Person, **changed: str) -> str:
    """Save the operators' form; return the page of a refused one."""
    form = operator.get("/admin/web/sitesettings/")
    assert form.status_code == 302
    assert "Name of the site" in operator.ask(form.url).content.decode()
    answer = operator.post(form.url, FORM | changed)
    return answer.content.decode() if answer.status_code == 200 else ""


# -- name, texts, colours -----------------------------------------------------------------------


def test_an_operator_names_and_describes_the_site(operator: Person) -> None:
    assert not save(operator, welcome="Thursdays\n\nat the <b>Swan</b>", house_rules="Be kind.")
    page = read("/")
    assert ">Club of Breda</a>" in page
    assert "<p>Thursdays</p>" in page
    assert "at the &lt;b&gt;Swan&lt;/b&gt;" in page
    assert "A referee, a table and an opponent" not in page
    assert 'href="/rules"' in page
    assert "Be kind." in read("/rules")
    assert 'href="/rules"' in read("/account/join")
    assert Person().ask("/manifest.webmanifest").json()["name"] == "Club of Breda"
    assert SiteSettings.objects.count() == 1


def test_messages_name_the_site() -> None:
    decide(name="Club of Breda")
    person = member("Anna")
    anna = Account.objects.get()
    subject, text = account_links.message("reset", anna, "it")
    assert subject == "Una nuova password per Club of Breda"
    subject, text = account_links.message("confirm", anna, "en")
    assert subject == "Your email address at Club of Breda"
    assert "confirm that Club of Breda may send" in text
    channel = Channel.objects.create(account=anna, kind="hook", address="https://example.org/")
    test = Notice.objects.create(channel=channel, kind="test", ripe=timezone.now())
    sent = texts.write([test], [], anna.visitor, "en").payload()
    assert sent["username"] == "Club of Breda"
    assert "Club of Breda can reach you here." in sent["content"]
    assert "Club of Breda notifies you when" in person.get("/account").content.decode()


def test_without_settings_the_site_is_as_it_always_was() -> None:
    page = read("/")
    assert ">Chancery</a>" in page
    assert "/rules" not in page
    assert "/colours.css" not in page
    assert Person().get("/rules").status_code == 404


def test_colours_are_a_style_sheet_of_their_own(operator: Person) -> None:
    assert not save(operator, accent="#1F3A5F", accent_dark="#9ec5f0")
    page = read("/")
    assert '<link rel="stylesheet" href="/colours.css?%231f3a5f%239ec5f0">' in page
    sheet = Person().get("/colours.css")
    assert sheet["Content-Type"].startswith("text/css")
    assert (
        b"--seal: light-dark(#1f3a5f, #4c617f); --link: light-dark(#1f3a5f, #9ec5f0);"
        in sheet.content
    )


@pytest.mark.parametrize(
    ("field", "colour", "why"),
    [
        ("accent", "#e0b252", "hard to read"),
        ("accent_dark", "#40302a", "hard to read"),
        ("accent", "red", "written as"),
        ("accent", "}*{}", "written as"),
    ],
)
def test_colours_that_cannot_be_read_are_refused(
    operator: Person, field: str, colour: str, why: str
) -> None:
    assert why in save(operator, **{field: colour})
    assert not SiteSettings.objects.exclude(accent="", accent_dark="").exists()


def test_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_only_permitted_operators_change_the_settings() -> None:
    account("Paul", "view_table")
    assert entered("Paul").get("/admin/web/sitesettings/").status_code == 404
    assert Person().get("/admin/web/sitesettings/").status_code == 302


def test_other_servers_learn_of_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    SiteSettings.objects.create(name="Changed elsewhere")
    assert "Changed elsewhere" not in read("/")
    monkeypatch.setattr(site_settings, "_until", 0.0)
    assert "Changed elsewhere" in read("/")


# -- invited accounts alone ---------------------------------------------------------------------

OPEN = ("/account/enter", "/account/join", "/account/forgot", "/health", "/manifest.webmanifest",
        "/offline", "/worker.js", "/rules")  # fmt: skip


def test_guests_see_the_log_in_and_nothing_else() -> None:
    anna = member("Anna")
    table = anna.play_now()
    decide(invitation_only=True, house_rules="Be kind.")
    guest = Person()
    for path in OPEN:
        assert guest.get(path).status_code in (200, 503), path
    for path in ("/", "/tables", "/archive", f"/t/{table.slug}", "/people/Anna", "/ladder/spada"):
        answer = guest.get(path, accept="text/html")
        assert answer.status_code == 302, path
        assert answer.url.startswith("/account/enter?back="), path
        assert anna.get(path).status_code == 200, path
    for path in (f"/t/{table.slug}/state", f"/events?t={table.slug}", "/tables/badge"):
        assert guest.ask(path).status_code == 401, path
    assert guest.post("/play/spada").status_code == 401
    for path in ("/tables?list=watch", f"/tables/{table.slug}", "/archive", "/games"):
        assert Caller().get(path).status_code == 401, path
    assert caller("Bruno").get("/games").status_code == 200


def test_a_guest_of_before_is_shut_out_until_he_logs_in() -> None:
    guest = Person()
    table = guest.play_now()
    decide(invitation_only=True)
    assert guest.get(f"/t/{table.slug}", accept="text/html").status_code == 302
    account("Olga", staff=False)
    form = {"name": "Olga", "password": "ein-langes-Kennwort-1757"}
    assert guest.post("/account/enter", form).status_code == 302
    assert guest.get(f"/t/{table.slug}").status_code == 200


def joined(invitation: str, name: str = "Clara") -> int:
    form = {"name": name, "mail": "", "password": PASSWORD, "invitation": invitation}
    return Person().post("/account/join", form).status_code


def test_an_invitation_is_good_for_so_many_accounts() -> None:
    decide(invitation_only=True)
    row = Invitation.objects.create(left=2)
    assert f'value="{row.key}"' in read(f"/account/join?invitation={row.key}")
    assert joined("") == joined("wrong") == 422
    assert joined(row.key, "Clara") == joined(row.key, "Dario") == 302
    assert joined(row.key, "Elisa") == 422
    assert sorted(Account.objects.values_list("username", flat=True)) == ["Clara", "Dario"]


def test_a_name_that_is_taken_uses_up_no_invitation() -> None:
    decide(invitation_only=True)
    account("Clara", staff=False)
    row = Invitation.objects.create()
    assert joined(row.key, "Clara") == 422
    assert joined(row.key, "Dario") == 302


def test_an_invitation_expires() -> None:
    decide(invitation_only=True)
    row = Invitation.objects.create(until=timezone.now() - timedelta(minutes=1))
    assert joined(row.key) == 422


def test_operators_invite(operator: Person) -> None:
    decide(invitation_only=True)
    form = {"note": "for Clara", "left": "1", "until_0": "2999-01-01", "until_1": "12:00:00"}
    assert operator.post("/admin/web/invitation/add/", form).status_code == 302
    row = Invitation.objects.get()
    page = operator.get(f"/admin/web/invitation/{row.pk}/change/").content.decode()
    assert f"/account/join?invitation={row.key}" in page
    assert row.key not in operator.get("/admin/").content.decode()  # nor in the operators' log
    assert joined(row.key) == 302
