"""Post: mails with a link that an account has asked for, to confirm its address or to choose a
new password.

They go out by the queue of notices (web/messages/sending.py): the page that asks for one does not
wait for the mail server, and answers in the same words and time whether the address is anybody's or
not. Links begin with `CHANCERY_URL`, whatever a request says of its host.
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

from chancery.core.words import Speaker
from chancery.page.words import phrase
from chancery.web.base import limits
from chancery.web.base.writer import one_writer
from chancery.web.messages import texts
from chancery.web.notices.models import Channel, Notice, Plea
from chancery.web.people import names
from chancery.web.people.models import Account

CONFIRM = "chancery.confirm"
KINDS = ("confirm", "reset")
WAITS = timedelta(days=1)  # what could not be sent for so long is no longer wanted
MOST = 5  # accounts with one address that are told of a forgotten password


# -- asking ------------------------------------------------------------------------------------


def room_for(mail: str) -> bool:
    """Whether one more link may go to an address; counted whether it is anybody's or not."""
    return limits.allow("letters", limits.veiled(names.plain(mail)))


def ask(account: Account, kind: str) -> None:
    """Have a link sent to the address of an account; what waits already is not sent twice."""
    with transaction.atomic():
        channel, _ = Channel.objects.update_or_create(
            account=account, kind="post", defaults={"address": account.email, "after": None}
        )
        if not Notice.objects.filter(channel=channel, kind=kind).exists():
            Notice.objects.create(channel=channel, kind=kind, ripe=timezone.now())


def plead(mail: str) -> None:
    """Somebody has forgotten the password of the account with this address, if there is one."""
    if room_for(mail):
        Plea.objects.create(mail=mail)


def answer_plea() -> bool:
    """Look up who is meant by a plea; False if there is none."""
    plea = Plea.objects.order_by("pk").first()
    if plea is None:
        return False
    with one_writer(), transaction.atomic():
        if Plea.objects.filter(pk=plea.pk).delete()[0]:  # else another process was quicker
            for account in _meant(plea.mail):
                ask(account, "reset")
    return True


def _meant(mail: str) -> list[Account]:
    """The accounts with an address; if it was confirmed for any of them, only those."""
    return (with_address(mail, confirmed=True) or with_address(mail))[:MOST]


def with_address(mail: str, confirmed: bool = False) -> list[Account]:
    """The accounts that are in use and have this address, whatever its case."""
    form = names.plain(mail)
    known = Account.objects.filter(email__iexact=mail, is_active=True).exclude(email="")
    if confirmed:
        known = known.filter(channels__kind="mail", channels__address=F("email"))
    return [account for account in known.order_by("pk") if names.plain(account.email) == form]


def is_confirmed(account: Account) -> bool:
    """Whether somebody who reads the mails to its address has said so."""
    known = Channel.objects.filter(account=account, kind="mail")
    return bool(known.filter(address=F("account__email")).exists())


# -- what is sent ------------------------------------------------------------------------------


def letter(kind: str, account: Account, language: str) -> tuple[str, str]:
    """Subject and text of a mail."""
    link = confirm_link(account) if kind == "confirm" else reset_link(account)
    told = Speaker(language)
    text = told.say(phrase(f"{kind}_mail", name=account.username, link=link))
    return told.say(phrase(f"{kind}_subject")), text


def still_wanted(notice: Notice, account: Account) -> bool:
    """Whether there is still a point in sending it."""
    if notice.at < timezone.now() - WAITS:
        return False
    return notice.kind != "confirm" or not is_confirmed(account)


def confirm_link(account: Account) -> str:
    """Where somebody says that mails to the address may come."""
    return texts.address("confirm", signing.dumps([account.pk, account.email], salt=CONFIRM))


def reset_link(account: Account) -> str:
    """Where the holder of the link may choose a new password for the account."""
    uid = urlsafe_base64_encode(force_bytes(account.pk))
    return texts.address("reset", uid, default_token_generator.make_token(account))
