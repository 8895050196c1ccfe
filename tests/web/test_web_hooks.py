"""Webhooks: what is sent where, and whatever a malicious server may do."""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from chancery.core.words import Speaker
from chancery.web.base import refusals
from chancery.web.delivery import web_hooks
from tests.local_receivers import HookCatcher
from tests.timeouts import PATIENCE

MESSAGE = {"content": "Tocca a te: “giovedì”"}


@pytest.fixture
def catcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[HookCatcher]:
    """A server whose certificate is trusted."""
    with HookCatcher() as catcher:
        monkeypatch.setenv("CHANCERY_HOOK_CATCHER", catcher.ca)
        yield catcher


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_hooks, "PATIENCE", 2.0)


def resolve(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let look-ups return these addresses, one list after the other; record the hosts."""
    asked: list[str] = []
    left = list(answers)

    def getaddrinfo(host: str, port: int, **named: Any) -> list[Any]:
        asked.append(host)
        found = left.pop(0) if len(left) > 1 else left[0]
        rows: list[Any] = []
        for text in found:
            six = ":" in text
            family = socket.AF_INET6 if six else socket.AF_INET
            where = (text, port, 0, 0) if six else (text, port)
            rows.append((family, socket.SOCK_STREAM, 6, "", where))
        return rows

    monkeypatch.setattr(web_hooks.socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.fixture
def unplugged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record connections instead of making them."""
    tried: list[Any] = []

    def connect(self: socket.socket, where: Any) -> None:
        tried.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(web_hooks.socket.socket, "connect", connect)
    return tried


def said(refusal: refusals.Undelivered) -> str:
    return Speaker("en").say(refusal.text())


# -- what goes through ---------------------------------------------------------------------


def test_a_message_arrives_as_it_is(catcher: HookCatcher) -> None:
    seen = []

    def look(request: BaseHTTPRequestHandler) -> None:
        seen.append((request.path, dict(request.headers)))
        request.send_response(200)
        request.end_headers()

    catcher.instead = look
    web_hooks.post(f"{catcher.url}?thread=7#part", MESSAGE)
    assert catcher.posts == [MESSAGE]
    ((path, headers),) = seen
    assert path == "/hook?thread=7"
    assert headers["Content-Type"] == "application/json"
    assert headers["Host"] == f"localhost:{catcher.port}"


@pytest.mark.parametrize("status", [200, 201, 204])
def test_statuses_that_count_as_delivered(catcher: HookCatcher, status: int) -> None:
    catcher.status = status
    web_hooks.post(catcher.url, MESSAGE)
    assert len(catcher.posts) == 1


def test_proxy_variables_are_ignored(catcher: HookCatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    web_hooks.post(catcher.url, MESSAGE)
    assert len(catcher.posts) == 1


def test_the_next_ip_address_is_tried(
    catcher: HookCatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolve(monkeypatch, ["127.0.0.2", "127.0.0.1"])  # nothing listens at the first
    web_hooks.post(catcher.url, MESSAGE)
    assert len(catcher.posts) == 1


# -- what is answered ----------------------------------------------------------------------


@pytest.mark.parametrize("status", [400, 401, 404, 410, 429, 500, 503])
def test_statuses_that_count_as_failed(catcher: HookCatcher, status: int) -> None:
    catcher.status = status
    with pytest.raises(refusals.Declined) as error:
        web_hooks.post(catcher.url, MESSAGE)
    assert said(error.value) == f"localhost did not accept the message (status {status})."


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(catcher: HookCatcher, status: int) -> None:
    catcher.status = status
    catcher.headers = {"Location": catcher.url}
    with pytest.raises(refusals.Redirected) as error:
        web_hooks.post(catcher.url, MESSAGE)
    assert len(catcher.posts) == 1
    assert str(status) in said(error.value)


def test_responses_are_not_quoted(catcher: HookCatcher) -> None:
    def secretive(request: BaseHTTPRequestHandler) -> None:
        request.send_response(500, "the secret of 10.0.0.7")
        request.end_headers()
        request.wfile.write(b"the secret")

    catcher.instead = secretive
    with pytest.raises(refusals.Declined) as error:
        web_hooks.post(catcher.url, MESSAGE)
    assert "secret" not in said(error.value) + repr(error.value.facts)


@pytest.mark.parametrize(
    "answer", [b"", b"\0" * 70_000, b"no HTTP at all\r\n\r\n", b"HTTP/1.1 \r\n"]
)
def test_malformed_responses(catcher: HookCatcher, answer: bytes) -> None:
    catcher.instead = lambda request: request.connection.sendall(answer)
    with pytest.raises(refusals.Garbled):
        web_hooks.post(catcher.url, MESSAGE)


# -- time ----------------------------------------------------------------------------------


def in_time(url: str, kind: type[refusals.Undelivered] | None) -> None:
    """Post with short time limits: it ends soon in any case."""
    began = time.monotonic()
    if kind is None:
        web_hooks.post(url, MESSAGE)
    else:
        with pytest.raises(kind):
            web_hooks.post(url, MESSAGE)
    assert time.monotonic() - began < PATIENCE / 3


def test_a_server_that_does_not_respond(
    catcher: HookCatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_hooks, "PATIENCE", 0.3)
    free = threading.Event()
    catcher.instead = lambda request: free.wait(PATIENCE)
    in_time(catcher.url, refusals.TooSlow)
    free.set()


def test_a_slow_response_times_out(catcher: HookCatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each read is quick, but all of them together exceed the limit."""
    monkeypatch.setattr(web_hooks, "PATIENCE", 0.4)
    free = threading.Event()

    def drip(request: BaseHTTPRequestHandler) -> None:
        request.connection.sendall(b"HTTP/1.1 204 No Content\r\nX: ")
        while not free.wait(0.02):
            request.connection.sendall(b"x")

    catcher.instead = drip
    in_time(catcher.url, refusals.TooSlow)
    free.set()


def test_an_endless_response_is_cut_off(catcher: HookCatcher) -> None:
    """Only the status is awaited."""
    stopped = threading.Event()

    def pour(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        try:
            while True:
                request.connection.sendall(b"x" * 65536)
        except OSError:
            stopped.set()

    catcher.instead = pour
    in_time(catcher.url, None)
    assert stopped.wait(PATIENCE)


def test_endless_headers_are_cut_off(catcher: HookCatcher) -> None:
    def pour(request: BaseHTTPRequestHandler) -> None:
        request.connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            request.connection.sendall(b"X-More: and more\r\n" * 100)

    catcher.instead = pour
    in_time(catcher.url, refusals.Garbled)


@contextmanager
def listening(answer: Any = None) -> Iterator[int]:
    """Run a server without TLS that takes one connection and handles it, or ignores it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = threading.Event()

        def serve() -> None:
            plug, _ = server.accept()
            with plug:
                if answer is not None:
                    plug.sendall(answer)
                ended.wait(PATIENCE)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        ended.set()


def test_a_stalled_tls_handshake_times_out(
    catcher: HookCatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_hooks, "PATIENCE", 0.3)
    with listening() as port:
        in_time(f"https://localhost:{port}/", refusals.TooSlow)


def test_a_server_without_tls(catcher: HookCatcher) -> None:
    with listening(b"HTTP/1.1 204 No Content\r\n\r\n") as port:
        in_time(f"https://localhost:{port}/", refusals.Garbled)


def test_a_stalled_dns_lookup_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_hooks, "PATIENCE", 0.2)
    free = threading.Event()
    monkeypatch.setattr(web_hooks.socket, "getaddrinfo", lambda *a, **n: free.wait(PATIENCE) and [])
    in_time("https://example.org/", refusals.TooSlow)
    free.set()


def test_a_refused_connection(catcher: HookCatcher) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(refusals.NotReached) as error:
        web_hooks.post(f"https://localhost:{port}/", MESSAGE)
    assert "127" not in said(error.value)


# -- who it is -----------------------------------------------------------------------------


def test_a_certificate_for_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with HookCatcher("elsewhere.example") as wrong:
        monkeypatch.setenv("CHANCERY_HOOK_CATCHER", wrong.ca)
        with pytest.raises(refusals.NotTrusted):
            web_hooks.post(wrong.url, MESSAGE)
        assert wrong.posts == []


def test_a_self_signed_certificate(catcher: HookCatcher) -> None:
    with HookCatcher() as stranger, pytest.raises(refusals.NotTrusted):
        web_hooks.post(stranger.url, MESSAGE)


def test_the_certificate_is_for_the_name_and_not_for_the_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with HookCatcher("hooks.example") as named:
        monkeypatch.setenv("CHANCERY_HOOK_CATCHER", named.ca)
        resolve(monkeypatch, ["127.0.0.1"])
        web_hooks.post(f"https://hooks.example:{named.port}/", MESSAGE)
        assert named.posts == [MESSAGE]


# -- where it may go -----------------------------------------------------------------------

PRIVATE = [
    "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
    "169.254.169.254", "192.0.0.8", "192.0.2.1", "198.18.0.1", "203.0.113.9", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "fe80::1", "fe80::1%2", "fc00::1", "fd12:3456::1", "ff02::1", "ff0e::1",
    "2001:db8::1", "100::1", "::127.0.0.1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
    "2002:7f00:1::", "2002:a00:1::1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808",
    "2001:0:808:808:0:0:80ff:fffe", "2001:0:a00:1::",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"]


@pytest.mark.parametrize("text", PRIVATE)
def test_private_addresses_are_refused(
    text: str, monkeypatch: pytest.MonkeyPatch, unplugged: list[Any]
) -> None:
    assert not web_hooks.public(ipaddress.ip_address(text))
    # alone, and hidden among public ones
    for found in ([text], ["8.8.8.8", text], [text, "8.8.8.8"]):
        resolve(monkeypatch, found)
        with pytest.raises(refusals.NotPublic) as refusal:
            web_hooks.post("https://hooks.example/", MESSAGE)
        assert text not in said(refusal.value)
    assert unplugged == []


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_accepted(text: str) -> None:
    assert web_hooks.public(ipaddress.ip_address(text))


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f000001", "0177.1", "127.1", "[::]", "0"],
)
def test_names_of_this_machine_are_refused(host: str, unplugged: list[Any]) -> None:
    with pytest.raises(refusals.NotPublic):
        web_hooks.post(f"https://{host}/", MESSAGE)
    assert unplugged == []


def test_an_unknown_host_gives_the_same_message(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the names known to our own network could be found out."""
    resolve(monkeypatch, ["10.0.0.1"])
    with pytest.raises(refusals.NotPublic) as inside:
        web_hooks.post("https://printer.internal/", MESSAGE)

    def nobody(*args: Any, **named: Any) -> Any:
        raise socket.gaierror

    monkeypatch.setattr(web_hooks.socket, "getaddrinfo", nobody)
    with pytest.raises(refusals.NotPublic) as nowhere:
        web_hooks.post("https://printer.internal/", MESSAGE)
    assert inside.value == nowhere.value


def test_dns_rebinding_is_refused(monkeypatch: pytest.MonkeyPatch, unplugged: list[Any]) -> None:
    """It is looked up once, and the checked address is used."""
    asked = resolve(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    with pytest.raises(refusals.NotReached):
        web_hooks.post("https://hooks.example/", MESSAGE)
    assert asked == ["hooks.example"]
    assert unplugged == [("8.8.8.8", 443)]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("", refusals.NoHook),
        ("hook", refusals.NotSecure),
        ("http://example.org/", refusals.NotSecure),
        ("HTTP://example.org/", refusals.NotSecure),
        ("ftp://example.org/", refusals.NotSecure),
        ("file:///etc/passwd", refusals.NotSecure),
        ("//example.org/", refusals.NotSecure),
        ("https:///hook", refusals.NoHook),
        ("https://", refusals.NoHook),
        ("https://example.org:0/", refusals.OddPort),
        ("https://example.org:22/", refusals.OddPort),
        ("https://example.org:80/", refusals.OddPort),
        ("https://example.org:5432/", refusals.OddPort),
        ("https://example.org:99999/", refusals.NoHook),
        ("https://example.org:x/", refusals.NoHook),
        ("https://[::1/", refusals.NoHook),
        ("https://anna@example.org/", refusals.HookPassword),
        ("https://anna:secret@example.org/", refusals.HookPassword),
        ("https://@example.org/", refusals.HookPassword),
        ("https://example.org\\@evil.example/", refusals.NoHook),
        ("https://example.org/a b", refusals.NoHook),
        ("https://example.org/\r\nX: y", refusals.NoHook),
        ("https://exam\tple.org/", refusals.NoHook),
        ("https://bücher.example/", refusals.NoHook),
        ("https://example.org/" + "x" * 300, refusals.NoHook),
    ],
)
def test_invalid_hook_addresses_are_refused(
    url: str, kind: type[refusals.Undelivered], unplugged: list[Any]
) -> None:
    with pytest.raises(refusals.Undelivered) as error:
        web_hooks.read(url)
    assert type(error.value) is kind
    with pytest.raises(kind):
        web_hooks.post(url, MESSAGE)
    assert unplugged == []


@pytest.mark.parametrize(
    ("url", "hook"),
    [
        ("https://example.org", ("example.org", 443, "/")),
        ("HTTPS://Example.ORG/a?b=c#d", ("example.org", 443, "/a?b=c")),
        ("https://example.org:8443/a", ("example.org", 8443, "/a")),
        ("https://example.org:443?x", ("example.org", 443, "/?x")),
        ("https://[2606:4700::1111]/", ("2606:4700::1111", 443, "/")),
    ],
)
def test_a_hook_address_is_parsed(url: str, hook: tuple[str, int, str]) -> None:
    assert web_hooks.read(url) == hook


def test_a_host_with_too_long_a_name(unplugged: list[Any]) -> None:
    with pytest.raises(refusals.NotPublic):
        web_hooks.post(f"https://{'x' * 64}.example/", MESSAGE)


def test_only_tests_may_call_local_addresses(catcher: HookCatcher) -> None:
    """Other private addresses are refused even then."""
    assert web_hooks._allowed("127.0.0.1")
    assert not web_hooks._allowed("10.0.0.1")
