"""Names: their normal form, the same on both databases, and names that look alike."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancery.web.accounts.account_forms import Problems, new_account
from chancery.web.identity import names
from chancery.web.identity.models import Account, Visitor
from chancery.web.identity.visitors import account_called
from tests.web.people import Person, table_at
from tests.web.test_accounts import PASSWORD, enter, join, who

SAME = (
    "Keith",
    "KEITH",
    "keith",
    "Ｋｅｉｔｈ",
    "𝓚𝓮𝓲𝓽𝓱",
    "ⓚⓔⓘⓣⓗ",
    "ᴷeith",
    "\u212aeith",
    "keıth".replace("ı", "i"),
)


@pytest.mark.parametrize("name", SAME)
def test_spellings_of_one_name(name: str) -> None:
    assert names.plain(name) == "keith"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Keith", "Кеith"),  # Cyrillic К and е
        ("coco", "сосо"),
        ("Anna", "Аnnа"),
        ("ANNA", "ΑΝΝΑ"),
        ("Paypal", "PaypaI"),
        ("Anna1", "Annal"),
        ("Otto", "0tt0"),
        ("Muller", "Müller"),
        ("Annạ", "Anna"),
        ("Modem", "Modern"),
        ("Willi", "vvilli"),
        ("Anna3", "Anna٣"),  # an Arabic digit
        ("Gross", "groß"),
        ("Lodz", "Łódź"),
        ("ロボ", "口ボ"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert names.looks(name) == names.looks(other)


def test_names_that_do_not_look_alike() -> None:
    different = (
        "Keith",
        "Kieth",
        "Anna",
        "Anne",
        "Hanna",
        "Μαρία",
        "Мария",
        "田中",
        "Keith2",
        "がく",
        "かく",
    )
    assert len({names.looks(name) for name in different}) == len(different)


@pytest.mark.parametrize(
    "name", ["Keith", "Łódź", "Müller", "Ngọc", "Мария", "Тарас", "Μαρία", "田中", "たなか",
             "タナカ", "김철수", "田中Ken", "אבי", "محمد", "Keith_2", "Jean-Luc", "1757a"],
)  # fmt: skip
def test_names_of_one_script(name: str) -> None:
    assert names.of_one_script(unicodedata.normalize("NFKC", name))


@pytest.mark.parametrize(
    "name", ["Кeith", "Kеith", "Keιth", "ανα", "ΑΝΑ", "ɑnna", "ᴀnna", "Kǃeith", "ᎪᏞᎪ", "ꓐꓐ", "ⲁⲛⲛⲁ",
             "Мαρия", "אnna", "ƅob"],
)  # fmt: skip
def test_names_that_would_be_mistaken(name: str) -> None:
    assert not names.of_one_script(unicodedata.normalize("NFKC", name))


def test_the_confusables_tables_are_consistent() -> None:
    """Similar letters are replaced by one that is not replaced itself."""
    for letter, like in names.ALIKE.items():
        assert names.looks(like) == names.looks(chr(letter)), (chr(letter), like)


@given(st.text(max_size=40))
def test_normal_forms_are_stable(name: str) -> None:
    once = names.plain(name)
    assert names.plain(once) == once
    assert names.looks(once) == names.looks(name)
    assert len(once) <= names.LONGEST_FORM
    assert names.plain(name.upper().lower()) == names.plain(name.upper())


WEAR = {"e": "еεｅéE", "i": "іιıI1lí", "k": "кκＫ\u212a", "t": "тτｔ", "h": "һＨн"}


def worn(name: str, chance: random.Random) -> str:
    """Disguise a name as an impostor might."""
    return "".join(chance.choice(WEAR.get(sign, "") + sign + sign.upper()) for sign in name)


@pytest.mark.django_db
def test_lookalike_names_are_refused() -> None:
    """A disguised name is taken, refused, or means its owner."""
    join(Person())
    keith = Account.objects.get()
    chance = random.Random(1757)
    for _ in range(400):
        name = worn("keith", chance)
        _, problems = _proposed(name)
        assert problems, name
        found = account_called(name)
        assert found in (None, keith)
        assert (found is not None) == (names.plain(name) == "keith")
    assert Account.objects.count() == 1


def _proposed(name: str) -> tuple[Account, Problems]:
    return new_account(name, "", PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("keith@example.org", "A name can’t contain @"),
        ("Kеith", "letters of one alphabet"),
        ("Ｋｅｉｔｈ", "is taken"),
        ("KE1TH", "is taken"),
        ("Kéith", "is taken"),
        ("Kei\u200bth", "valid username"),
        ("Keith\u202e", "is taken"),  # invisible characters are ignored
    ],
)
def test_invalid_names_are_refused(name: str, said: str) -> None:
    join(Person())
    answer = Person().post("/account/join", {"name": name, "password": PASSWORD})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Account.objects.count() == 1


@pytest.mark.django_db
def test_names_are_stored_in_normal_form() -> None:
    join(Person(), "Ｓｅｙｄｌｉｔｚ")
    account = Account.objects.get()
    assert account.username == account.visitor.name == "Seydlitz"
    assert (account.plain, account.looks) == ("seydlitz", names.looks("seydlitz"))


@pytest.mark.django_db
def test_all_spellings_lead_to_one_account(
    run: Callable[..., tuple[int, str, str]],
) -> None:
    join(Person(), "Äpfel")
    host = Person()
    join(host, "Bruno")
    for name in ("äpfel", "ÄPFEL", "Äpfel".replace("Ä", "A\u0308")):
        form = {"seat-0": "me", "seat-1": "invited", "name-1": name, "seat-2": "bot:random"}
        table = table_at(host.post("/new/spada", {**form, "option-players": "3", "wait": "on"}))
        assert table.seats.get(number=1).invited.username == "Äpfel"
        assert "Äpfel" in host.get(f"/people/{name}").content.decode()
        code, out, _ = run("superuser", name)
        assert (code, out) == (0, "Äpfel can open /admin/ now.\n")
    assert Account.objects.count() == 2
    assert host.get("/people/apfel").status_code == 404  # it looks the same, but is another name


@pytest.mark.django_db
def test_old_names_are_kept_and_can_log_in() -> None:
    """Accounts whose names would be taken today keep them; each is found by its own."""
    first = Account.objects.create_user("Änna", password=PASSWORD)
    later = [
        Account(username="änna"),
        Account(username="ÄNNA"),
        Account(username="Аnna"),
        Account(username="x" * 150),
        Account(username="ﷺ" * 150),
        Account(username="ﷺ" * 149),
    ]
    for account in later:
        account.set_password(PASSWORD)
    Account.objects.bulk_create(later)
    Account.objects.update(plain=None, looks=None)
    names.store_forms(Account.objects.all())
    assert not Account.objects.filter(plain=None).exists()
    assert Account.objects.get(pk=first.pk).plain == "änna"
    for account in Account.objects.all():
        assert account_called(account.username) == account
        Visitor.objects.create(account=account, name=account.username[:40])
    assert account_called("äNNA") == first
    for name in ("Änna", "änna", "ÄNNA", "Аnna"):
        person = Person()
        assert enter(person, name).status_code == 302
        assert who(person) == name
    # new names must look different from all of them
    for name in ("ännA", "Anna", "Annа"):
        assert _proposed(name)[1]
    assert account_called("änna\n2") in (None, first)


@pytest.mark.django_db
def test_two_lookalike_names_at_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two that found it free at once, one gets it."""
    from chancery.web.accounts import account_forms

    join(Person())
    monkeypatch.setattr(account_forms, "check_name", lambda name, problems: None)
    answer = join(Person(), "KEITh")
    assert answer.status_code == 422
    assert "is taken" in answer.content.decode()
    assert join(Person(), "Keıth").status_code == 422
    assert Account.objects.count() == 1
