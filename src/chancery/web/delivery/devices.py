"""Devices: the browsers to which notifications of an account are pushed.

A browser registers itself by a button in the settings. It is removed by its owner, when he logs out
there and wishes so, when its push service reports it gone, and with the account. Registering a
browser for another account takes it over, so that nobody reads another person's notices.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from chancery.core.serialisation import number_in
from chancery.web.base import limits
from chancery.web.base.refusals import EnoughDevices, NoDevice, NotThere
from chancery.web.base.user_input import json_in
from chancery.web.delivery import push, sending
from chancery.web.identity.models import Account
from chancery.web.identity.request import Request
from chancery.web.identity.visitors import account_of
from chancery.web.outbox.models import Channel, Device

MOST = 5  # per account
# by their names in User-Agent, more specific ones first
BROWSERS = {
    "Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox",
    "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows",
    "Macintosh": "Mac", "CrOS": "ChromeOS", "Linux": "Linux",
}  # fmt: skip


def shown(account: Account) -> dict[str, Any]:
    """Return the devices of an account for its settings page."""
    return {"devices": list(account.devices.order_by("pk")), "push_key": push.public_key()}


@require_POST
def add(request: Request) -> HttpResponse:
    """Register the browser that sends this for push."""
    account = account_of(request)
    limits.spend("devices", str(account.pk))
    address, key, secret = _subscription(json_in(request))
    push.check(address, key, secret)
    name = named(request.headers.get("User-Agent", ""))
    with transaction.atomic():
        Account.objects.select_for_update().get(pk=account.pk)  # serialises the check of the number
        others = account.devices.exclude(address=address)
        if others.count() >= MOST:
            raise EnoughDevices(n=MOST)
        _forget(Device.objects.filter(address=address).exclude(account=account))
        values = {"account": account, "key": key, "secret": secret, "name": name, "problem": ""}
        Device.objects.update_or_create(address=address, defaults=values)
        channel, begun = Channel.objects.get_or_create(account=account, kind="push")
    if begun:
        sending.catch_up(channel)
    return JsonResponse({"go": reverse("account") + "#notices"})


def _subscription(sent: dict[str, Any]) -> tuple[str, str, str]:
    """Read a push subscription as browsers write it: address, key and secret."""
    match sent:
        case {"endpoint": str(address), "keys": {"p256dh": str(key), "auth": str(secret)}}:
            return address, key, secret
    raise NoDevice()


@require_POST
def remove(request: Request) -> HttpResponse:
    """Remove a device of one's own account."""
    own_devices = Device.objects.filter(account=account_of(request))
    number = number_in(request.POST.get("device", ""))
    if number is None or not _forget(own_devices.filter(pk=number)):
        raise NotThere()
    return redirect(reverse("account") + "#notices")


def leave(account: Account, address: str) -> None:
    """Remove the device in which somebody logs out."""
    _forget(Device.objects.filter(account=account, address=address))


def _forget(chosen: QuerySet[Device]) -> int:
    """Delete these devices, and the push channels of accounts that have none left."""
    with transaction.atomic():
        owners = set(chosen.values_list("account", flat=True))
        deleted: int = chosen.delete()[0]
        Channel.objects.filter(account__in=owners, account__devices=None, kind="push").delete()
    return deleted


def named(agent: str) -> str:
    """Return a readable name for a browser from its User-Agent; empty if unknown."""
    browser = next((name for sign, name in BROWSERS.items() if f"{sign}/" in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    return ", ".join(filter(None, (browser, system)))
