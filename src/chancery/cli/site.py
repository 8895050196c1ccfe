"""`chancery serve`: starts the processes of the site and stops them together."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Iterator
from importlib.util import find_spec
from ipaddress import ip_address

from chancery import installing
from chancery.cli.terminal import Terminal
from chancery.core import BadOption
from chancery.core.words import T

ROLES = ("web", "bots", "thinkers", "notices")  # kinds of processes, all by default


def need() -> None:
    """Raise BadOption if the packages of the site are not installed."""
    if find_spec("django") is None or find_spec("uvicorn") is None:
        raise BadOption(T("The site needs more packages: {command}.", command=installing("web")))


@contextlib.contextmanager
def database() -> Iterator[None]:
    """Report errors of the database connection as a wrong setting, in one line."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error

    try:
        yield
    except (Error, ImproperlyConfigured) as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise BadOption(T("The database says: {problem}", problem=lines[0])) from error


def run(terminal: Terminal, args: argparse.Namespace) -> int:
    """Prepare the site, print its address, and serve until interrupted."""
    need()
    from chancery.web.server import serve

    with serve.measured():
        return _run(terminal, args)


def _run(terminal: Terminal, args: argparse.Namespace) -> int:
    from chancery.web.server import serve

    roles = args.roles or ROLES
    web = "web" in roles
    port = serve.free_port(args.host, args.port) if web or args.port else None
    addresses = serve.addresses(args.host, port or serve.PORT)
    if args.host not in ("127.0.0.1", "localhost"):
        names = [address.split("/")[2].rsplit(":", 1)[0] for address in addresses]
        os.environ.setdefault("CHANCERY_HOSTS", ",".join(["localhost", "127.0.0.1", *names]))
    warned = "CHANCERY_URL" not in os.environ and (open_to_others(args.host) or not web)
    os.environ.setdefault("CHANCERY_URL", addresses[-1])
    os.environ["CHANCERY_THINKERS"] = str(args.thinkers)
    with database():
        serve.prepare(newer=args.during_upgrade)
    for address in addresses if web else ():
        terminal.say(
            T("Open {address} in a browser. Press Ctrl-C to stop.", address=address), "bold"
        )
    if warned:
        terminal.fail(
            T(
                "Links in emails begin with {address}: set CHANCERY_URL to the address where others"
                " find this site.",
                address=addresses[-1],
            )
        )
    serve.run(args.host, port, args.workers, args.processes, args.thinkers, roles, args.drain)
    return 0


def open_to_others(host: str) -> bool:
    """Return whether other machines can reach the site, directly or through a proxy."""
    try:
        local = ip_address(host.strip("[]")).is_loopback
    except ValueError:
        local = host == "localhost"
    return not local or os.environ.get("CHANCERY_PROXY") == "1"
