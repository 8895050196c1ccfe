"""Accounts: join, enter, leave, change and reset the password, settings, delete.

A guest who joins keeps his tables. Who enters with an account brings along the tables that he has
opened as a guest in this browser, where the account has no seat of its own.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.encoding import force_str
from django.utils.http import urlsafe_base64_decode
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from chancery.core.words import LANGUAGES, Text
from chancery.web.accounts import password_tries, privacy
from chancery.web.base import limits
from chancery.web.base.refusals import NotThere, TooOften
from chancery.web.base.words import phrase
from chancery.web.messages import account_links, channels
from chancery.web.people import names
from chancery.web.people.models import Account, Report, Visitor
from chancery.web.people.visitors import account_of, back_to, clean, visitor_of
from chancery.web.play.table_pages import speaker_for
from chancery.web.server.middleware import COOKIE
from chancery.web.tables import sittings
from chancery.web.tables.models import Held, Notebook, Seat, Table, Talk

LONGEST_NAME = 30
SHORTEST_PASSWORD = 10
THEMES = ("", "light", "dark")


class Problems(list[Text]):
    """What is wrong with a form, sentence by sentence."""

    def say(self, sentence: str, /, **places: Any) -> None:
        """One more."""
        self.append(phrase(sentence, **places))

    def ask_django(self, check: Any, *args: Any) -> None:
        """What a validator of Django says against something."""
        try:
            check(*args)
        except ValidationError as error:
            self.extend(phrase("said_so", text=str(said)) for said in error.messages)


def _shown(
    request: HttpRequest, page: str, problems: Problems | None = None, **context: Any
) -> HttpResponse:
    told = speaker_for(request.language)
    said = [told.say(text) for text in problems or ()]
    status = 422 if said else 200
    return render(request, f"web/account/{page}.html", {"problems": said, **context}, status=status)


def _check_name(name: str, problems: Problems) -> None:
    letters = any(sign.isalnum() for sign in name)  # a profile called “..” is none
    if not letters or not 2 <= len(name) <= LONGEST_NAME:
        problems.say("name_length", least=2, most=LONGEST_NAME)
        return
    if "@" in name:
        problems.say("name_at")
    problems.ask_django(UnicodeUsernameValidator(), name)
    if not names.of_one_script(name):
        problems.say("name_script")
    same = Q(username=name) | Q(plain=names.plain(name)) | Q(looks=names.looks(name))
    if Account.objects.filter(same).exists():
        problems.say("name_taken", name=name)


def _check_mail(mail: str, problems: Problems) -> None:
    if mail:
        problems.ask_django(validate_email, mail)


def _check_password(password: str, account: Account, problems: Problems) -> None:
    if len(password) < SHORTEST_PASSWORD:  # said by ourselves: Django has no Italian for it
        problems.say("password_short", n=SHORTEST_PASSWORD)
        return
    problems.ask_django(validate_password, password, account)


def proposed(name: str, mail: str, password: str) -> tuple[Account, Problems]:
    """An account as somebody wants it, not saved yet, and what is wrong with it."""
    problems = Problems()
    name = Account.normalize_username(name)
    _check_name(name, problems)
    _check_mail(mail, problems)
    account = Account(username=name, email=mail)
    _check_password(password, account, problems)
    if not problems:
        account.set_password(password)
    return account, problems


# -- joining, entering, leaving -----------------------------------------------------------------


@sensitive_post_parameters("password")
@ensure_csrf_cookie
def join(request: HttpRequest) -> HttpResponse:
    """A new account; the guest's tables become the account's."""
    if request.user.is_authenticated:
        return redirect("account")
    if request.method != "POST":
        return _shown(request, "join")
    limits.spend("joins", request.META.get("REMOTE_ADDR", ""))
    name, mail = clean(request.POST.get("name", ""), 60), clean(request.POST.get("mail", ""), 254)
    account, problems = proposed(name, mail, request.POST.get("password", ""))
    if problems:
        return _shown(request, "join", problems, name=name, mail=mail)
    try:
        with transaction.atomic():
            account.save()
            visitor = visitor_of(request)
            visitor.account, visitor.name = account, account.username
            visitor.save(update_fields=["account", "name"])
    except IntegrityError:  # somebody was quicker with this name
        problems.say("name_taken", name=name)
        return _shown(request, "join", problems, name=name, mail=mail)
    if account.email and account_links.room_for(account.email):
        account_links.ask(account, "confirm")
    return _entered(request, account)


def _entered(request: HttpRequest, account: Account) -> HttpResponse:
    login(request, account, backend=settings.AUTHENTICATION_BACKENDS[0])
    response = redirect(back_to(request.POST.get("back", ""), reverse("account")))
    response.delete_cookie(COOKIE, samesite="Lax")
    password_tries.remember(request, response, account)
    return response


@sensitive_post_parameters("password")
@ensure_csrf_cookie
def enter(request: HttpRequest) -> HttpResponse:
    """Log in; what was begun as a guest comes along."""
    back = request.GET.get("back", request.POST.get("back", ""))
    if request.user.is_authenticated:
        return redirect("account")
    if request.method != "POST":
        return _shown(request, "enter", back=back)
    name = clean(request.POST.get("name", ""), 254)
    limits.spend("entries", request.META.get("REMOTE_ADDR", ""))
    knock = password_tries.knock(request, name)
    account = authenticate(request, username=name, password=request.POST.get("password", ""))
    if account is None or not knock.allowed:
        knock.failed()
        problems = Problems()
        problems.say("wrong_password")
        return _shown(request, "enter", problems, name=name, back=back)
    knock.opened()
    guest: Visitor | None = request.visitor
    own, _ = Visitor.objects.get_or_create(account=account, defaults={"name": account.username})
    if guest is not None and guest.account_id is None:
        _adopt(guest, own)
    return _entered(request, account)


def _adopt(guest: Visitor, own: Visitor) -> None:
    """The tables of a guest become those of his account, where it has not sat before."""
    with transaction.atomic():
        Table.objects.filter(host=guest).update(host=own)
        both = set(Held.objects.filter(visitor=own).values_list("table", flat=True))
        for held in Held.objects.filter(visitor=guest).exclude(table__in=both):
            held.visitor = own
            held.save(update_fields=["visitor"])
        for seat in (
            Seat.objects.filter(owner=guest).exclude(table__in=both).select_related("table")
        ):
            seat.owner = own
            seat.save(update_fields=["owner"])
            sittings.reseat(seat.table)
        mine = set(Notebook.objects.filter(visitor=own).values_list("table", flat=True))
        Notebook.objects.filter(visitor=guest).exclude(table__in=mine).update(visitor=own)
        Talk.objects.filter(by=guest).update(by=own)
        Report.objects.filter(by=guest).update(by=own)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Log out."""
    logout(request)
    return redirect("front")


# -- settings -----------------------------------------------------------------------------------


@ensure_csrf_cookie
def settings_page(request: HttpRequest) -> HttpResponse:
    """Language and theme; and everything else that can be changed."""
    account_of(request)
    if request.method == "POST":
        visitor = visitor_of(request)
        language, theme = request.POST.get("language", ""), request.POST.get("theme", "")
        if language not in LANGUAGES or theme not in THEMES:
            raise NotThere()
        visitor.language, visitor.theme = language, theme
        visitor.save(update_fields=["language", "theme"])
        return redirect("account")
    return _settings(request, Problems())


@sensitive_post_parameters("password")
@require_POST
def change_mail(request: HttpRequest) -> HttpResponse:
    """Another mail address: whoever reads its mails can become the account."""
    account = account_of(request)
    problems = Problems()
    mail = clean(request.POST.get("mail", ""), 254)
    if mail == account.email:
        return redirect("account")
    _check_own_password(request, problems)
    _check_mail(mail, problems)
    if problems:
        return _settings(request, problems)
    if mail:
        limits.spend("links", str(account.pk))
        if not account_links.room_for(mail):
            raise TooOften()
    account.email = mail
    with transaction.atomic():
        account.save(update_fields=["email"])
        channels.drop_mail(account)
        if mail:
            account_links.ask(account, "confirm")
    return redirect("account")


def _check_own_password(request: HttpRequest, problems: Problems) -> None:
    """Who is logged in says once more who he is."""
    account = account_of(request)
    limits.spend("tries", f"own {account.pk}")
    if not account.check_password(request.POST.get("password", "")):
        problems.say("wrong_own_password")


def _settings(request: HttpRequest, problems: Problems) -> HttpResponse:
    account = account_of(request)
    context = channels.shown(account, request.language)
    context |= {"mail": account.email, "theme": visitor_of(request).theme}
    return _shown(request, "settings", problems, **context)


@sensitive_post_parameters("password", "new")
@require_POST
def change_password(request: HttpRequest) -> HttpResponse:
    """Another password; other browsers have to enter again, and programs too if that is wanted."""
    account = account_of(request)
    problems = Problems()
    _check_own_password(request, problems)
    new = request.POST.get("new", "")
    _check_password(new, account, problems)
    if problems:
        return _settings(request, problems)
    changed = _renew(request, account, new)
    update_session_auth_hash(request, account)
    return changed


def _renew(request: HttpRequest, account: Account, new: str) -> HttpResponse:
    """Sessions hold for one password alone; tokens go with it if their owner wants it so."""
    account.set_password(new)
    with transaction.atomic():
        account.save(update_fields=["password"])
        revoked = "tokens" in request.POST and account.tokens.all().delete()[0]
    told = speaker_for(request.language)
    said = [phrase("changed")] + [phrase("tokens_gone")] * bool(revoked)
    return _shown(request, "done", text=" ".join(told.say(text) for text in said))


@sensitive_post_parameters("password")
@require_POST
def delete(request: HttpRequest) -> HttpResponse:
    """The account goes; its tables stay playable: a bot plays on, or the seat is open."""
    account = account_of(request)
    problems = Problems()
    _check_own_password(request, problems)
    if problems:
        return _settings(request, problems)
    with transaction.atomic():
        privacy.forget(account)
        account.delete()
    logout(request)
    return _shown(request, "done", text=speaker_for(request.language).say(phrase("deleted")))


# -- a forgotten password -----------------------------------------------------------------------


@ensure_csrf_cookie
def forgot(request: HttpRequest) -> HttpResponse:
    """A mail with a link; whether there is such an account is not told."""
    if request.method != "POST":
        return _shown(request, "forgot")
    limits.spend("mails", request.META.get("REMOTE_ADDR", ""))
    account_links.plead(clean(request.POST.get("mail", ""), 254))
    return _shown(request, "done", text=speaker_for(request.language).say(phrase("mailed")))


@sensitive_post_parameters("new")
@ensure_csrf_cookie
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """A new password by the link of a mail."""
    account = _meant(uid)
    if account is None or not default_token_generator.check_token(account, token):
        problems = Problems()
        problems.say("old_link")
        return _shown(request, "forgot", problems)
    context = {"name": account.username, "programs": account.tokens.exists()}
    if request.method != "POST":
        return _shown(request, "reset", **context)
    new = request.POST.get("new", "")
    problems = Problems()
    _check_password(new, account, problems)
    if problems:
        return _shown(request, "reset", problems, **context)
    return _renew(request, account, new)


def _meant(uid: str) -> Account | None:
    try:
        number = int(force_str(urlsafe_base64_decode(uid)))
    except (ValueError, UnicodeDecodeError, OverflowError):
        return None
    return Account.objects.filter(pk=number, is_active=True).first() if number < 2**62 else None
