"""Mails with a link that an account has asked for: to confirm its address or reset its password.

They use the queue of notices (web/delivery/sending.py): the page that asks for one does not wait
for the mail server, and answers alike, and as fast, whether the address is known or not. Links
begin with `CHANCERY_URL`, whatever host name a request has.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from chancery.core.words import N_, Speaker, say
from chancery.web.base import limits
from chancery.web.base.writer import one_writer
from chancery.web.delivery import texts
from chancery.web.identity import names, site_settings
from chancery.web.identity.models import Account
from chancery.web.outbox.models import Channel, Notice, PasswordResetRequest

CONFIRM = "chancery.confirm"
KINDS = ("confirm", "reset")
WAITS = timedelta(days=1)  # after which a mail that could not be sent is dropped
MOST = 5  # accounts with the same address that get a reset link

MAILS = {  # subject and text
    "reset": (
        N_("A new password for {site}"),
        N_(
            "Hello {name},\n\nuse this link within a day to choose a new password:\n\n"
            "{link}\n\nIf you didn’t ask for this, ignore this email."
        ),
    ),
    "confirm": (
        N_("Your email address at {site}"),
        N_(
            "Hello {name},\n\nuse this link within a week to confirm that {site} may "
            "send notifications to this address:\n\n{link}\n\nIf you didn’t ask for this, "
            "ignore this email."
        ),
    ),
}


# -- asking ------------------------------------------------------------------------------------


def may_send_to(mail: str) -> bool:
    """Return whether one more link may go to an address; counted whether the address is known or
    not."""
    return limits.allow("letters", limits.veiled(names.plain(mail)))


def send_link(account: Account, kind: str) -> None:
    """Queue a link to the address of an account, unless one is waiting already."""
    with transaction.atomic():
        channel, _ = Channel.objects.update_or_create(
            account=account, kind="post", defaults={"address": account.email, "after": None}
        )
        if not Notice.objects.filter(channel=channel, kind=kind).exists():
            Notice.objects.create(channel=channel, kind=kind, ripe=timezone.now())


def request_password_reset(mail: str) -> None:
    """Record that the password of the account with this address, if any, was forgotten."""
    if may_send_to(mail):
        PasswordResetRequest.objects.create(mail=mail)


def answer_reset_request() -> bool:
    """Queue the mail for the oldest password reset request; False if there is none."""
    request = PasswordResetRequest.objects.order_by("pk").first()
    if request is None:
        return False
    with one_writer(), transaction.atomic():
        # no row: another process was quicker
        if PasswordResetRequest.objects.filter(pk=request.pk).delete()[0]:
            for account in _accounts_for(request.mail):
                send_link(account, "reset")
    return True


def _accounts_for(mail: str) -> list[Account]:
    """Return the accounts with an address; only those for which it is confirmed, if there are
    any."""
    return (with_address(mail, confirmed=True) or with_address(mail))[:MOST]


def with_address(mail: str, confirmed: bool = False) -> list[Account]:
    """Return the active accounts with this address, ignoring case."""
    form = names.plain(mail)
    known = Account.objects.filter(email__iexact=mail, is_active=True).exclude(email="")
    if confirmed:
        known = known.filter(channels__kind="mail", channels__address=F("email"))
    return [account for account in known.order_by("pk") if names.plain(account.email) == form]


def is_confirmed(account: Account) -> bool:
    """Return whether the address of an account has been confirmed."""
    known = Channel.objects.filter(account=account, kind="mail")
    return bool(known.filter(address=F("account__email")).exists())


# -- what is sent ------------------------------------------------------------------------------


def message(kind: str, account: Account, language: str) -> tuple[str, str]:
    """Return subject and text of a mail."""
    link = confirm_link(account) if kind == "confirm" else reset_link(account)
    speaker = Speaker(language)
    subject, text = MAILS[kind]
    site = site_settings.refresh().name
    said = say(text, name=account.username, link=link, site=site)
    return speaker.say(say(subject, site=site)), speaker.say(said)


def still_wanted(notice: Notice, account: Account) -> bool:
    """Return whether a queued link should still be sent."""
    if notice.at < timezone.now() - WAITS:
        return False
    return notice.kind != "confirm" or not is_confirmed(account)


def confirm_link(account: Account) -> str:
    """Return the link that confirms the address of an account."""
    return texts.address("confirm", signing.dumps([account.pk, account.email], salt=CONFIRM))


def reset_link(account: Account) -> str:
    """Return the link that resets the password of an account."""
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    return texts.address("reset", uid, default_token_generator.make_token(account))
