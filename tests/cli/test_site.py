"""`chancery serve`: checks before the server starts."""

import errno
import socket

import pytest

from chancery.cli.main import main
from chancery.core import BadOption
from chancery.web.server import serve


def test_a_taken_port_is_skipped_unless_it_was_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", port)
        assert port < serve.free_port("127.0.0.1", None) < port + 50
        with pytest.raises(BadOption, match=f"Port {port} is in use"):
            serve.free_port("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "problem"),
    [
        ("192.0.2.1", "192.0.2.1:8000 cannot be used: "),  # an address that belongs to no machine
        ("a" * 70 + ".b", "cannot be used: "),
        (".." * 40, "cannot be used: "),
    ],
)
def test_a_host_of_another_machine(host: str, problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        serve.free_port(host, 8000)


def test_a_taken_public_port_is_not_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: socket.socket, address: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refused)
    with pytest.raises(BadOption, match=r"127\.0\.0\.1:80 cannot be used: Permission denied"):
        serve.free_port("127.0.0.1", 80)


def test_no_port_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    def taken(self: socket.socket, address: object) -> None:
        raise OSError(errno.EADDRINUSE, "Address already in use")

    monkeypatch.setattr(socket.socket, "bind", taken)
    with pytest.raises(BadOption, match="No port from 8000 to 8049 is free"):
        serve.free_port("127.0.0.1", None)


def test_an_invalid_database_url(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.db import OperationalError

    def prepare(newer: bool) -> None:
        raise OperationalError("unable to open database file\nand more")

    monkeypatch.setattr(serve, "prepare", prepare)
    monkeypatch.setenv("CHANCERY_URL", "http://localhost/")  # else the command would set it
    assert main(["serve", "--port", "18123"]) == 2
    assert capsys.readouterr().err == "The database says: unable to open database file\n"
