"""Push: short messages to the browsers of accounts that have no page open.

The push service cannot read them: they are encrypted for the browser and signed by the site
(`webpush` does both). The address of the service comes from the browser, and so possibly from an
attacker: it is treated like that of a webhook.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from django.conf import settings

from chancery.core.words import Speaker
from chancery.web.base.refusals import Gone, NoDevice, Undelivered
from chancery.web.base.writer import one_writer
from chancery.web.delivery import web_hooks
from chancery.web.outbox.models import LONGEST_ADDRESS, Device

if TYPE_CHECKING:
    from webpush import WebPush

HOLDS = 24 * 3600  # seconds that a service keeps a message for a browser that is offline
CURVE = ec.SECP256R1()
# of the group of that curve
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
KEY, SECRET = 65, 16  # bytes of a browser's public key and of its secret
SERVED = "chancery.push"


@cache
def _own_key() -> ec.EllipticCurvePrivateKey:
    """Return the signing key of the site, derived from its secret key."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), SERVED.encode(), hashlib.sha512)
    return ec.derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, CURVE)


@cache
def public_key() -> str:
    """Return the public key by which a browser knows the site."""
    point = _own_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


@cache
def _signer() -> WebPush:
    from webpush import WebPush  # takes long to import, and most sites push nothing

    private_key = _own_key()
    form = PublicFormat.SubjectPublicKeyInfo
    return WebPush(
        private_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        private_key.public_key().public_bytes(Encoding.PEM, form),
        subscriber=settings.DEFAULT_FROM_EMAIL,
        ttl=HOLDS,
    )


def check(address: str, key: str, secret: str) -> None:
    """Raise NoDevice if a message could never be pushed to such a browser."""
    try:
        web_hooks.read(address, LONGEST_ADDRESS)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(key, KEY))
        _bytes(secret, SECRET)
    except (Undelivered, ValueError):
        raise NoDevice() from None


def _bytes(text: str, number: int) -> bytes:
    """Decode base64 as browsers write it; raises ValueError unless it has this length."""
    try:
        decoded = base64.b64decode(text.encode() + b"=" * (-len(text) % 4), b"-_", validate=True)
    except binascii.Error:
        decoded = b""
    if len(decoded) != number:
        raise ValueError("not so many bytes")
    return decoded


@dataclass
class Round:
    """The outcome of pushing to several devices."""

    reached: list[Device] = field(default_factory=list)
    failed: list[Device] = field(default_factory=list)
    left: list[Device] = field(default_factory=list)  # not tried, as time was up


def send(
    devices: Sequence[Device], payload: dict[str, str], language: str, enough: Callable[[], bool]
) -> Round:
    """Push to one device after the other until `enough` says that time is up.

    The first is always tried. A device that is gone is deleted; other errors are stored with it.
    """
    body = json.dumps(payload, ensure_ascii=False).encode()
    result = Round()
    for number, device in enumerate(devices):
        if number and enough():
            result.left = list(devices[number:])
            break
        problem = ""
        try:
            _push(device, body)
            result.reached.append(device)
        except Gone:
            with one_writer():
                device.delete()
            continue
        except Undelivered as refusal:
            result.failed.append(device)
            problem = Speaker(language).say(refusal.text())[:300]
        if device.problem != problem:
            device.problem = problem
            with one_writer():
                Device.objects.filter(pk=device.pk).update(problem=problem)
    return result


def _push(device: Device, body: bytes) -> None:
    from webpush import WebPushSubscription

    keys = {"p256dh": device.key, "auth": device.secret}
    browser = WebPushSubscription.model_validate({"endpoint": device.address, "keys": keys})
    message = _signer().get(body, browser)
    content_headers = {"Content-Type": "application/octet-stream", "Urgency": "high"}
    hook = web_hooks.read(device.address, LONGEST_ADDRESS)
    web_hooks.send(hook, message.encrypted, {**message.headers, **content_headers})
