"""A browser with a push subscription, and its push service on this machine."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, Self

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.local_receivers import HookCatcher

SECRET = b"sixteen letters."
CURVE = ec.SECP256R1()


def written(found: bytes) -> str:
    """Encode bytes as unpadded base64url, as browsers do."""
    return base64.urlsafe_b64encode(found).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """Decode the unpadded base64url of a browser."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Pushed:
    """A received push message: the headers, and the encrypted body."""

    headers: dict[str, str]
    body: bytes
    path: str


@dataclass
class Browser:
    """A browser that has subscribed, with its own keys."""

    address: str
    own: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))

    @property
    def point(self) -> bytes:
        """Return the browser's public key as bytes."""
        return self.own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, Any]:
        """Return the subscription that its page sends to the site."""
        keys = {"p256dh": written(self.point), "auth": written(SECRET)}
        return {"endpoint": self.address, "expirationTime": None, "keys": keys}

    def opened(self, pushed: Pushed) -> dict[str, Any]:
        """Return the message, decrypted according to RFC 8291 and RFC 8188."""
        assert pushed.headers["content-encoding"] == "aes128gcm"
        salt, length = pushed.body[:16], pushed.body[20]
        point, sealed = pushed.body[21 : 21 + length], pushed.body[21 + length :]
        other = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        shared = self.own.exchange(ec.ECDH(), other)
        first = _derived(shared, SECRET, b"WebPush: info\0" + self.point + point, 32)
        key = _derived(first, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(first, salt, b"Content-Encoding: nonce\0", 12)
        found = AESGCM(key).decrypt(nonce, sealed, None)
        assert found.endswith(b"\2")  # the last record
        return dict(json.loads(found[:-1]))


def _derived(shared: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(shared)


def signed(pushed: Pushed, key: str) -> dict[str, Any]:
    """Return the site's VAPID claims, after verifying them with the key known to the browser."""
    kind, _, said = pushed.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in said.split(","))
    assert (kind, parts["k"]) == ("vapid", key)
    site = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, read(key))
    return dict(jwt.decode(parts["t"], site, ["ES256"], audience="https://localhost"))


class PushService(HookCatcher):
    """A push service that stores messages, and answers 410 for paths in `gone`.

    `takes` is called with the path of each request before it is answered, so that a test can
    advance its clock to simulate a slow service.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gone: set[str] = set()
        self.takes: Callable[[str], object] = lambda path: None

    def browser(self, name: str = "one") -> Browser:
        """Return a browser that subscribes to this service."""
        return Browser(f"https://localhost:{self.port}/push/{name}")

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.takes(request.path)
        self.posts.add(Pushed(headers, body, request.path))
        request.send_response(410 if request.path in self.gone else self.status)
        request.send_header("Content-Length", "0")
        request.end_headers()

    def __enter__(self) -> Self:
        super().__enter__()
        return self
