"""Webhooks: post a message to a server that a user has named. Push services are such servers, too.

The user may be malicious: an address inside our network, one that changes between look-up and
connection, an endless answer. So the host is looked up once, every address found must be public,
the connection goes to a checked address, by TLS for the given name, and one time limit holds for
everything. Redirects and proxies are not used, and only the status of the answer is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import os
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from chancery.web.base.refusals import (
    Declined,
    Garbled,
    Gone,
    HookPassword,
    NoHook,
    NotPublic,
    NotReached,
    NotSecure,
    NotTrusted,
    OddPort,
    Redirected,
    TooSlow,
)

PATIENCE = 5.0  # seconds for look-up, connection, message and answer together
LONGEST = 300  # characters of an address
TRIED = 4  # addresses tried of one host
PORTS = (443, 8443)  # the usual port, and the usual alternative
GONE = (404, 410)
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# not public, whatever this version of Python knows of them: former site-local addresses,
# documentation, segment routing, local translation
NOT_PUBLIC = [
    ipaddress.IPv6Network(name)
    for name in ("fec0::/10", "3fff::/20", "5f00::/16", "64:ff9b:1::/48")
]
# older versions of Python take parts of it for public
PROTOCOLS = ipaddress.ip_network("192.0.0.0/24")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Hook(NamedTuple):
    """The parsed address of a webhook."""

    host: str
    port: int
    target: str  # path and query


def _catcher() -> str | None:
    """Return the certificate of a local test server; for tests only."""
    return os.environ.get("CHANCERY_HOOK_CATCHER")


def read(url: str, longest: int = LONGEST) -> Hook:
    """Parse the address of a webhook, without its fragment; raises an `Undelivered` if it is
    invalid."""
    if not re.fullmatch(r"[!-~]+", url) or len(url) > longest or "\\" in url:
        raise NoHook()
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise NoHook() from None
    if parts.scheme != "https":
        raise NotSecure()
    if "@" in parts.netloc:
        raise HookPassword()
    if not host:
        raise NoHook()
    port = 443 if port is None else port
    if port not in PORTS and not _catcher():
        raise OddPort()
    query = f"?{parts.query}" if parts.query else ""
    return Hook(host, port, (parts.path or "/") + query)


def public(address: Address) -> bool:
    """Return whether an address can be reached from anywhere on the internet."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return public(inner)
        if any(address in network for network in NOT_PUBLIC):
            return False
    elif address in PROTOCOLS:
        return False
    special = address.is_multicast or address.is_unspecified or address.is_reserved
    return address.is_global and not special


def post(url: str, payload: dict[str, Any]) -> None:
    """Post JSON to a webhook; raises an `Undelivered`."""
    send(read(url), json.dumps(payload).encode(), {"Content-Type": "application/json"})


def send(hook: Hook, body: bytes, headers: Mapping[str, str]) -> None:
    """Post bytes of any type to a webhook; raises an `Undelivered`."""
    until = time.monotonic() + PATIENCE
    plug = _connect(hook, _look_up(hook, until), until)
    late = threading.Event()
    # the same connection: shutting down the copy wakes the thread that waits
    with plug, plug.dup() as spare:
        clock = threading.Timer(_left(hook, until), _cut, (spare, late))
        clock.start()
        try:
            status = _hand_over(hook, plug, body, headers)
        except ssl.SSLCertVerificationError:
            raise NotTrusted(host=hook.host) from None
        except (OSError, http.client.HTTPException) as error:
            if late.is_set() or isinstance(error, TimeoutError):
                raise TooSlow(host=hook.host) from None
            raise Garbled(host=hook.host) from None
        finally:
            clock.cancel()
    if late.is_set():  # an answer that was cut off looks like a short one
        raise TooSlow(host=hook.host)
    if 300 <= status < 400:
        raise Redirected(host=hook.host, status=status)
    if status in GONE:
        raise Gone(host=hook.host, status=status)
    if not 200 <= status < 300:
        raise Declined(host=hook.host, status=status)


def _left(hook: Hook, until: float) -> float:
    seconds = until - time.monotonic()
    if seconds <= 0:
        raise TooSlow(host=hook.host)
    return seconds


def _look_up(hook: Hook, until: float) -> list[Any]:
    """Look up the addresses of the host, in a thread, as a look-up has no time limit."""
    answers: queue.SimpleQueue[list[Any]] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(socket.getaddrinfo(hook.host, hook.port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            answers.put([])

    threading.Thread(target=ask, daemon=True).start()
    try:
        addresses = answers.get(timeout=_left(hook, until))
    except queue.Empty:
        raise TooSlow(host=hook.host) from None
    if not addresses or not all(_allowed(sockaddr[0]) for *_, sockaddr in addresses):
        raise NotPublic(host=hook.host)
    return addresses


def _allowed(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return public(address) or (address.is_loopback and bool(_catcher()))


def _connect(hook: Hook, addresses: list[Any], until: float) -> socket.socket:
    """Connect to one of the checked addresses; each gets a share of the time."""
    tried = addresses[:TRIED]
    for number, (family, kind, protocol, _, sockaddr) in enumerate(tried):
        plug = socket.socket(family, kind, protocol)
        try:
            plug.settimeout(_left(hook, until) / (len(tried) - number))
            plug.connect(sockaddr)
            return plug
        except OSError:
            plug.close()
        except TooSlow:
            plug.close()
            raise
    raise NotReached(host=hook.host)


def _cut(plug: socket.socket, late: threading.Event) -> None:
    late.set()
    with suppress(OSError):
        plug.shutdown(socket.SHUT_RDWR)


def _hand_over(hook: Hook, plug: socket.socket, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a message by TLS; return the status of the answer."""
    plug.settimeout(PATIENCE)
    trust = _trust(_catcher())
    own_headers = {"User-Agent": "Chancery", "Connection": "close"}
    with closing(http.client.HTTPSConnection(hook.host, hook.port, context=trust)) as line:
        line.sock = trust.wrap_socket(plug, server_hostname=hook.host)
        line.request("POST", hook.target, body, {**headers, **own_headers})
        with line.getresponse() as answer:
            return answer.status


@cache
def _trust(certificate: str | None) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=certificate)
