"""What is wrong with the name, mail address or password that somebody wants, and how it is said."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render

from chancery.core.words import Text
from chancery.page.words import phrase
from chancery.web.base.speaker import speaker_for
from chancery.web.people import names
from chancery.web.people.models import Account
from chancery.web.people.request import Request

LONGEST_NAME = 30
SHORTEST_PASSWORD = 10


class Problems(list[Text]):
    """What is wrong with a form, sentence by sentence."""

    def say(self, sentence: str, /, **places: Any) -> None:
        """One more thing is wrong, as a sentence of the pages."""
        self.append(phrase(sentence, **places))

    def ask_django(self, check: Any, *args: Any) -> None:
        """What a validator of Django says against something."""
        try:
            check(*args)
        except ValidationError as error:
            self.extend(phrase("said_so", text=str(said)) for said in error.messages)


def shown(
    request: Request, page: str, problems: Problems | None = None, **context: Any
) -> HttpResponse:
    """A page of the account, with what is wrong with the form that was sent."""
    told = speaker_for(request.language)
    said = [told.say(text) for text in problems or ()]
    status = 422 if said else 200
    return render(request, f"web/account/{page}.html", {"problems": said, **context}, status=status)


def check_name(name: str, problems: Problems) -> None:
    """It has a length, is of one script, and is like nobody else's."""
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


def check_mail(mail: str, problems: Problems) -> None:
    """Whether it is an address at all; it need not be given."""
    if mail:
        problems.ask_django(validate_email, mail)


def check_password(password: str, account: Account, problems: Problems) -> None:
    """It is long enough, and neither common nor like the name."""
    if len(password) < SHORTEST_PASSWORD:  # said by ourselves: Django has no Italian for it
        problems.say("password_short", n=SHORTEST_PASSWORD)
        return
    problems.ask_django(validate_password, password, account)


def proposed(name: str, mail: str, password: str) -> tuple[Account, Problems]:
    """An account as somebody wants it, not saved yet, and what is wrong with it."""
    problems = Problems()
    name = Account.normalize_username(name)
    check_name(name, problems)
    check_mail(mail, problems)
    account = Account(username=name, email=mail)
    check_password(password, account, problems)
    if not problems:
        account.set_password(password)
    return account, problems
