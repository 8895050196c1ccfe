"""Validation of names, email addresses and passwords of accounts."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render

from chancery.core.words import T, Text
from chancery.web.base.speaker import speaker_for
from chancery.web.identity import names
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request

LONGEST_NAME = 30
SHORTEST_PASSWORD = 10


class Problems(list[Text]):
    """The error messages of a form."""

    def ask_django(self, check: Any, *args: Any) -> None:
        """Run a validator of Django and add its messages."""
        try:
            check(*args)
        except ValidationError as error:
            self.extend(T("{text}", text=str(message)) for message in error.messages)


def render_account(
    request: Request, page: str, problems: Problems | None = None, **context: Any
) -> HttpResponse:
    """Render a page of the account, with the errors of the form that was sent."""
    speaker = speaker_for(request.language)
    messages = [speaker.say(text) for text in problems or ()]
    status = 422 if messages else 200
    return render(
        request, f"web/account/{page}.html", {"problems": messages, **context}, status=status
    )


def check_name(name: str, problems: Problems) -> None:
    """Check that a name has the right length, one script, and resembles no existing one."""
    letters = any(sign.isalnum() for sign in name)  # a name like “..” could not have a profile page
    if not letters or not 2 <= len(name) <= LONGEST_NAME:
        problems.append(T("A name has {least} to {most} characters.", least=2, most=LONGEST_NAME))
        return
    if "@" in name:
        problems.append(T("A name can’t contain @."))
    problems.ask_django(UnicodeUsernameValidator(), name)
    if not names.of_one_script(name):
        problems.append(
            T(
                "Use the letters of one alphabet, and not only letters that look like those of"
                " another."
            )
        )
    same = Q(username=name) | Q(plain=names.plain(name)) | Q(looks=names.looks(name))
    if Account.objects.filter(same).exists():
        problems.append(T("The name {name} is taken, or looks like one that is.", name=name))


def check_mail(mail: str, problems: Problems) -> None:
    """Check that an email address is valid; it may be left out."""
    if mail:
        problems.ask_django(validate_email, mail)


def check_password(password: str, account: Account, problems: Problems) -> None:
    """Check that a password is long enough, and neither common nor like the name."""
    # a message of our own, since Django's is not translated into Italian
    if len(password) < SHORTEST_PASSWORD:
        problems.append(T("A password needs at least {n} characters.", n=SHORTEST_PASSWORD))
        return
    problems.ask_django(validate_password, password, account)


def new_account(name: str, mail: str, password: str) -> tuple[Account, Problems]:
    """Return a new account, not saved yet, and the errors of its form."""
    problems = Problems()
    name = Account.normalize_username(name)
    check_name(name, problems)
    check_mail(mail, problems)
    account = Account(username=name, email=mail)
    check_password(password, account, problems)
    if not problems:
        account.set_password(password)
    return account, problems
