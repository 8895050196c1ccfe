"""Notification channels of an account: their settings, and what goes wrong with them.

An email address counts only when it has been confirmed by a link and a button behind it, since some
mail systems open every link.
"""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST

from chancery.core.words import Speaker, T, Text
from chancery.web.base import limits
from chancery.web.base.refusals import NotThere, TooOften
from chancery.web.base.user_input import clean
from chancery.web.delivery import account_links, devices, sending, texts, web_hooks
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of
from chancery.web.outbox.models import Channel, Notice

HOLDS = 7 * 24 * 3600  # seconds that a link to confirm an address is valid
FRESH: dict[str, Any] = {"on": True, "problem": "", "tries": 0, "after": None}


# -- a mail address ------------------------------------------------------------------------


def drop_mail(account: Account) -> None:
    """Within the transaction that changes the address: stop mails to the old one."""
    mails = Channel.objects.filter(account=account, kind__in=("mail", "post"))
    mails.exclude(address=account.email).delete()


@require_POST
def send_link(request: Request) -> HttpResponse:
    """Send the link to confirm the address again."""
    account = account_of(request)
    limits.spend("links", str(account.pk))
    if account.email:
        if not account_links.may_send_to(account.email):
            raise TooOften()
        account_links.send_link(account, "confirm")
    return _back()


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def confirm(request: Request, signed: str) -> HttpResponse:
    """Confirm an email address: the page of the link, with a button."""
    try:
        number, mail = signing.loads(signed, salt=account_links.CONFIRM, max_age=HOLDS)
    except signing.BadSignature:
        return _done(
            request, T("This link has expired or was already used; ask for a new one."), 422
        )
    with transaction.atomic():
        # lock the account while its address is the one that the link was sent to
        known = Account.objects.select_for_update().filter(pk=number, email=mail, is_active=True)
        account = known.first()
        if account is None:
            return _done(
                request, T("This link has expired or was already used; ask for a new one."), 422
            )
        if request.method != "POST":
            text = T("Send {name}’s notifications to {mail}?", name=account.username, mail=mail)
            speaker = Speaker(request.language)
            return render(request, "web/account/confirm.html", {"text": speaker.say(text)})
        channel, _ = Channel.objects.update_or_create(
            account=account, kind="mail", defaults={**FRESH, "address": mail}
        )
    sending.catch_up(channel)
    return _done(request, T("Email address confirmed: notifications are sent there from now on."))


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # the link itself is the proof, and mail programs press the button by themselves
def unsubscribe(request: Request, signed: str) -> HttpResponse:
    """Turn off emails without logging in: the page of the link, with a button."""
    try:
        number = signing.loads(signed, salt=texts.UNSUBSCRIBE)
    except signing.BadSignature:
        raise NotThere() from None
    channel = Channel.objects.filter(pk=number, on=True).first()
    if channel is not None and request.method != "POST":
        text = Speaker(request.language).say(
            T("You can turn emails to {mail} back on in the settings.", mail=channel.address)
        )
        return render(request, "web/account/unsubscribe.html", {"text": text})
    if channel is not None:
        _switch_off(channel)
    return _done(request, T("Email notifications are off."))


def _switch_off(channel: Channel) -> None:
    with transaction.atomic():
        Channel.objects.filter(pk=channel.pk).update(on=False)
        # they would be outdated when the channel is turned on again
        Notice.objects.filter(channel=channel).delete()


# -- the settings --------------------------------------------------------------------------


def shown(account: Account, language: str) -> dict[str, Any]:
    """Return the state of an account's channels for its settings page."""
    channels = {channel.kind: channel for channel in Channel.objects.filter(account=account)}
    mail, hook, links = channels.get("mail"), channels.get("hook"), channels.get("post")
    pushed = channels.get("push")
    return {
        **devices.shown(account),
        "push_channel": _state(pushed, language) if pushed else None,
        "mail_channel": mail,
        "links": _state(links, language) if links else None,
        "hook": hook.address if hook else "",
        "channels": [_state(channel, language) for channel in (mail, hook) if channel],
    }


def _state(channel: Channel, language: str) -> dict[str, Any]:
    now = timezone.now()
    waits = Notice.objects.filter(channel=channel, ripe__lte=now).exists()
    later = channel.after if channel.after is not None and channel.after > now else None
    speaker = Speaker(language)
    again = (
        T("Next attempt: {day}, {time} UTC.", **texts.moment(later, language)) if later else None
    )
    return {
        "kind": channel.kind,
        "on": channel.on,
        "problem": channel.problem,
        "again": speaker.say(again) if again and channel.problem else "",
        "waits": waits and not (later and channel.problem),
    }


@require_POST
def save(request: Request) -> HttpResponse:
    """Turn emails on or off, and set the address of the webhook."""
    account = account_of(request)
    address = clean(request.POST.get("hook", ""), web_hooks.LONGEST + 1)
    if address:
        web_hooks.read(address)
    mail = Channel.objects.filter(account=account, kind="mail").first()
    wanted = "mails" in request.POST
    begun = []
    if mail is not None and mail.on and not wanted:
        _switch_off(mail)
    elif mail is not None and wanted and not mail.on:
        Channel.objects.filter(pk=mail.pk).update(**FRESH)
        begun.append(mail)
    same: dict[str, Any] = {"account": account, "kind": "hook"}
    if not address:
        Channel.objects.filter(**same).delete()
    elif not Channel.objects.filter(**same, address=address).exists():
        address_fields = {**FRESH, "address": address}
        hook, created = Channel.objects.update_or_create(**same, defaults=address_fields)
        begun += [hook] if created else []  # otherwise notices that wait go to the new address
    for channel in begun:
        sending.catch_up(channel)
    return _back()


@require_POST
def test(request: Request) -> HttpResponse:
    """Send a test message by one channel, at once."""
    channel = _own(request)
    if channel.kind == "post":
        raise NotThere()
    with transaction.atomic():
        if not Notice.objects.filter(channel=channel, kind="test").exists():
            Notice.objects.create(channel=channel, kind="test", ripe=timezone.now())
        Channel.objects.filter(pk=channel.pk).update(after=None)
    return _back()


@require_POST
def again(request: Request) -> HttpResponse:
    """Retry a channel now rather than at its next attempt."""
    Channel.objects.filter(pk=_own(request).pk).exclude(problem="").update(after=None)
    return _back()


def _own(request: Request) -> Channel:
    """Return a channel of the account in the form, at a limited rate, as it makes us send."""
    account = account_of(request)
    kind = request.POST.get("kind", "")
    channel = Channel.objects.filter(account=account, kind=kind, on=True).first()
    if channel is None:
        raise NotThere()
    limits.spend("tests", str(account.pk))
    return channel


def _back() -> HttpResponse:
    return redirect(reverse("account") + "#notices")


def _done(request: Request, sentence: Text, status: int = 200) -> HttpResponse:
    text = Speaker(request.language).say(sentence)
    return render(request, "web/account/done.html", {"text": text}, status=status)
