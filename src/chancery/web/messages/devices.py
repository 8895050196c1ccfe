"""Devices: the browsers in which somebody wants to be told, several for one account.

A browser asks for itself, by a button in the settings. It is forgotten when its owner removes it,
when he logs out there and says so, when its push service says that it is gone, and with the
account. Who asks where somebody else was told takes the browser over: nobody reads another's
notices.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from chancery.core.plain import number_in
from chancery.web.base import limits
from chancery.web.base.refusals import EnoughDevices, NoDevice, NotThere
from chancery.web.base.sent import sent_in
from chancery.web.messages import push, sending
from chancery.web.notices.models import Channel, Device
from chancery.web.people.models import Account
from chancery.web.people.request import Request
from chancery.web.people.visitors import account_of

MOST = 5  # of one account
# as their makers name themselves, the more special ones first
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows",
    "Macintosh": "Mac", "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip


def shown(account: Account) -> dict[str, Any]:
    """What the page of the account says about its devices."""
    return {"devices": list(account.devices.order_by("pk")), "push_key": push.public_key()}


@require_POST
def add(request: Request) -> HttpResponse:
    """The browser that asks is told from now on."""
    account = account_of(request)
    limits.spend("devices", str(account.pk))
    address, key, secret = _subscription(sent_in(request))
    push.check(address, key, secret)
    name = named(request.headers.get("User-Agent", ""))
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)  # one at a time is counted
        others = account.devices.exclude(address=address)
        if others.count() >= MOST:
            raise EnoughDevices(n=MOST)
        _forget(Device.objects.filter(address=address).exclude(account=account))
        new = {"account": account, "key": key, "secret": secret, "name": name, "problem": ""}
        Device.objects.update_or_create(address=address, defaults=new)
        channel, begun = Channel.objects.get_or_create(account=account, kind="push")
    if begun:
        sending.catch_up(channel)
    return JsonResponse({"go": reverse("account") + "#notices"})


def _subscription(sent: dict[str, Any]) -> tuple[str, str, str]:
    """As browsers write it: an address, a key and a secret."""
    match sent:
        case {"endpoint": str(address), "keys": {"p256dh": str(key), "auth": str(secret)}}:
            return address, key, secret
    raise NoDevice()


@require_POST
def remove(request: Request) -> HttpResponse:
    """One of the own devices is told nothing any more."""
    own = Device.objects.filter(account=account_of(request))
    number = number_in(request.POST.get("device", ""))
    if number is None or not _forget(own.filter(pk=number)):
        raise NotThere()
    return redirect(reverse("account") + "#notices")


def leave(account: Account, address: str) -> None:
    """Somebody logs out, in a browser that is to tell him nothing any more."""
    _forget(Device.objects.filter(account=account, address=address))


def _forget(chosen: QuerySet[Device]) -> int:
    """These devices; and the channels of those who have none left."""
    with transaction.atomic():
        owners = set(chosen.values_list("account", flat=True))
        gone: int = chosen.delete()[0]
        Channel.objects.filter(account__in=owners, account__devices=None, kind="push").delete()
    return gone


def named(agent: str) -> str:
    """A browser as its owner knows it, from what it says of itself; empty if it says nothing."""
    browser = next((name for sign, name in BROWSERS.items() if f"{sign}/" in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return ", ".join(filter(None, (browser, system)))
