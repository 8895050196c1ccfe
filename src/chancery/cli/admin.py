"""`chancery admin`: accounts, tables and backups, for operators of a site.

The site is imported inside the verbs: it may not be installed, and its models need Django to be set
up first (`_on_site`).
"""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.markup import escape
from rich.table import Table as Grid

from chancery.cli import export, files, numbers, site
from chancery.cli.arguments import Parser, Say
from chancery.cli.terminal import Terminal
from chancery.core import BadOption, UserError
from chancery.core.words import T, Text

MOST_DAYS = 40_000

Verb = Callable[[Terminal, argparse.Namespace], int]


def add_verbs(parser: Parser, say: Say, find: Callable[[str], Any]) -> None:
    """Add the verbs of `admin` and their arguments to the parser."""
    verbs = parser.add_subparsers(dest="admin_verb", required=True, metavar="VERB")

    def add(name: str, help_: Text, run: Verb, fill: Callable[[Parser], None]) -> None:
        text = say(help_)
        command = verbs.add_parser(name, say=say, fill=fill, help=text, description=text)
        command.set_defaults(run=_on_site(run))

    add(
        "superuser", T("Make a player an operator, creating the account if needed."), superuser,
        partial(_superuser_arguments, say),
    )  # fmt: skip
    add("tables", T("List tables."), tables, partial(_tables_arguments, say, find))
    add(
        "check",
        T("Replay tables from their logs and compare."),
        check,
        partial(_check_arguments, say),
    )
    add("repair", T("Repair a table."), repair, partial(_repair_arguments, say))
    add(
        "backup", T("Back up the whole site to a file while it is running."), backup,
        partial(_backup_arguments, say),
    )  # fmt: skip
    add(
        "drill", T("Restore a backup into a scratch database and replay all tables."), drill,
        partial(_drill_arguments, say),
    )  # fmt: skip
    add(
        "restore", T("Restore a site from a backup. Stop the site first."), restore,
        partial(_restore_arguments, say),
    )  # fmt: skip
    add(
        "export", T("Write the finished public games of the site as a data set, without names."),
        export_games, partial(_export_arguments, say, find),
    )  # fmt: skip
    add(
        "upgrade", T("Back up the site, update its database and check all tables."), upgrade,
        _no_arguments,
    )  # fmt: skip
    add("ratings", T("Recalculate all ratings."), ratings, _no_arguments)


def _no_arguments(command: Parser) -> None:
    pass


def _superuser_arguments(say: Say, command: Parser) -> None:
    command.add_argument("name", metavar="NAME")
    command.add_argument("--mail", default="", metavar="ADDRESS")
    command.add_argument(
        "--stdin", action="store_true", help=say(T("read the password from a line of input"))
    )


def _tables_arguments(say: Say, find: Callable[[str], Any], command: Parser) -> None:
    days = numbers.whole(say, 0, MOST_DAYS)
    command.add_argument("--game", type=find, metavar="GAME")
    state = command.add_mutually_exclusive_group()
    state.add_argument("--running", dest="state", action="store_const", const="running")
    state.add_argument("--waiting", dest="state", action="store_const", const="waiting")
    state.add_argument("--over", dest="state", action="store_const", const="over")
    command.add_argument(
        "--idle", type=lambda text: timedelta(days=days(text)), metavar="DAYS",
        help=say(T("idle for at least this many days")),
    )  # fmt: skip
    command.add_argument("--json", action="store_true")


def _check_arguments(say: Say, command: Parser) -> None:
    # the last part of an address may begin with a dash
    command.add_argument(
        "slugs",
        nargs="*",
        type=_slug,
        metavar="TABLE",
        help=say(T("the address of the table, or the last part of it (default: all tables)")),
    )


def _repair_arguments(say: Say, command: Parser) -> None:
    table_address = T("the address of the table, or the last part of it")
    command.add_argument("slug", type=_slug, metavar="TABLE", help=say(table_address))
    command.add_argument(
        "--cut", action="store_true",
        help=say(T("cut a log off where it can no longer be replayed; the rest is saved in a file"
                   " first")),
    )  # fmt: skip


def _backup_arguments(say: Say, command: Parser) -> None:
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument(
        "--without-key", action="store_true", help=say(T("leave out the secret key of the site"))
    )
    command.add_argument(
        "--verify", action="store_true", help=say(T("restore it into a scratch database at once"))
    )


def _drill_arguments(say: Say, command: Parser) -> None:
    command.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help=say(T("a backup, or a folder with backups (default: a new backup)")),
    )  # fmt: skip
    command.add_argument(
        "--on", default="", metavar="URL",
        help=say(T("an empty PostgreSQL database (default: a temporary SQLite file)")),
    )  # fmt: skip
    command.add_argument("--json", action="store_true")


def _restore_arguments(say: Say, command: Parser) -> None:
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument(
        "--replace", action="store_true",
        help=say(T("replace the present site (it is backed up first)")),
    )  # fmt: skip


def _export_arguments(say: Say, find: Callable[[str], Any], command: Parser) -> None:
    command.add_argument("--game", type=find, metavar="GAME")
    command.add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help=say(T("a new or empty folder"))
    )
    command.add_argument("--json", action="store_true")


def _slug(text: str) -> str:
    return text.partition("?")[0].rstrip("/").rpartition("/")[2]


def _on_site(run: Verb) -> Verb:
    """Set up Django and check the database before a verb runs."""

    def prepared(terminal: Terminal, args: argparse.Namespace) -> int:
        site.need()
        from chancery.web.server import serve

        with site.database():
            serve.set_up()
            return run(terminal, args)

    return prepared


def _up_to_date() -> None:
    """Refuse to run on a database of another version; only `upgrade` migrates."""
    from chancery.web.server import serve

    if serve.pending_migrations():
        raise BadOption(T("The database is not up to date; “chancery admin upgrade” updates it."))


def _line(terminal: Terminal, text: Text) -> None:
    """Print a sentence on one line, so that scripts can read it."""
    terminal.console.out(terminal.word(text), highlight=False)


# -- accounts -----------------------------------------------------------------------------------


def superuser(terminal: Terminal, args: argparse.Namespace) -> int:
    """Make an account an operator, creating it if necessary."""
    from django.utils import translation

    from chancery.web.accounts.account_forms import new_account
    from chancery.web.identity.visitors import account_called
    from chancery.web.server import serve

    serve.prepare()
    account = account_called(args.name)
    if account is None:
        password = _password(terminal, args.stdin)
        with translation.override(terminal.language):  # for Django's own messages
            account, problems = new_account(args.name, args.mail, password)
        if problems:
            for problem in problems:
                terminal.fail(problem)
            return 1
    account.is_staff = account.is_superuser = account.is_active = True
    account.save()
    _line(terminal, T("{name} can open /admin/ now.", name=account.username))
    return 0


def _password(terminal: Terminal, from_input: bool) -> str:
    if from_input:
        return sys.stdin.readline().rstrip("\n")
    first = getpass.getpass(terminal.word(T("Password: ")))
    if getpass.getpass(terminal.word(T("Repeat the password: "))) != first:
        raise UserError(T("The two passwords are not the same."))
    return first


# -- tables -------------------------------------------------------------------------------------


def tables(terminal: Terminal, args: argparse.Namespace) -> int:
    """List tables, the latest first, with public facts only."""
    from django.utils import timezone

    from chancery.web.tables.models import Table

    _up_to_date()
    tables_ = Table.objects.defer("options", "data", "seed", "position", "luck", "invitation")
    tables_ = tables_.order_by("-touched").prefetch_related("seats__owner__account")
    if args.game is not None:
        tables_ = tables_.filter(game=args.game.name)
    if args.state is not None:
        tables_ = tables_.filter(over=args.state == "over")
    if args.state in ("running", "waiting"):
        tables_ = tables_.filter(started=args.state == "running")
    if args.idle is not None:
        tables_ = tables_.filter(touched__lt=timezone.now() - args.idle)
    rows = [_row(table) for table in tables_]
    if args.json:
        terminal.json(rows)
        return 0
    grid = Grid(box=None, padding=(0, 1))
    for heading in (T("Table"), T("Game"), T("State"), T("Lines"), T("Last activity")):
        grid.add_column(terminal.word(heading), no_wrap=True)
    grid.add_column(terminal.word(T("Players")))
    states = {"running": T("running"), "waiting": T("waiting"), "over": T("over")}
    for row in rows:
        players = [
            seat["name"] or seat["bot"] or ("…" if seat["person"] else "–") for seat in row["seats"]
        ]
        grid.add_row(
            escape(row["table"]), row["game"], terminal.word(states[row["state"]]),
            str(row["length"]), row["touched"][:16].replace("T", " "), escape(", ".join(players)),
        )  # fmt: skip
    if rows:
        terminal.console.print(grid)
    return 0


def _row(table: Any) -> dict[str, Any]:
    state = "over" if table.over else "running" if table.started else "waiting"
    return {
        "table": table.slug,
        "title": table.title,
        "game": table.game,
        "state": state,
        "closed": table.closed,
        "public": table.public,
        "rated": table.rated,
        "pace": table.pace,
        "length": table.length,
        "created": table.created.isoformat(),
        "touched": table.touched.isoformat(),
        "seats": [_seat(seat) for seat in table.seats.all()],
    }


def _seat(seat: Any) -> dict[str, Any]:
    account = seat.owner.account if seat.owner is not None else None
    return {
        "name": seat.name or (seat.owner.name if seat.owner is not None else ""),
        "person": seat.owner is not None,
        "account": None if account is None else account.username,
        "bot": seat.bot,
    }


def _key(slug: str) -> int:
    from chancery.web.tables.models import Table

    key = Table.objects.filter(slug=slug).values_list("pk", flat=True).first()
    if key is None:
        raise BadOption(T("There is no table {table}.", table=slug[:40]))
    return int(key)


def check(terminal: Terminal, args: argparse.Namespace) -> int:
    """Check tables by replaying their logs."""
    _up_to_date()
    for slug in args.slugs:
        _key(slug)
    return _check(terminal, args.slugs)


def _check(terminal: Terminal, slugs: list[str]) -> int:
    """Print a line for each problem; return 1 if there is any."""
    from chancery.web.operators import repairs

    looked = wrong = 0
    for checked in repairs.check(slugs):
        looked += 1
        wrong += bool(checked.problems)
        for problem in checked.problems:
            _line(terminal, T("{table}: {problem}", table=checked.table.slug, problem=problem))
    if wrong:
        summary = T("Tables checked: {looked}; with problems: {wrong}.", looked=looked, wrong=wrong)
        _line(terminal, summary)
        return 1
    _line(terminal, T("Tables checked: {looked}; everything is in order.", looked=looked))
    return 0


def repair(terminal: Terminal, args: argparse.Namespace) -> int:
    """Repair the rows of a table from its log."""
    from chancery.web.operators import repairs

    _up_to_date()
    mended = repairs.repair(_key(args.slug), args.cut)
    if mended.file is not None:
        _line(terminal, T("The part that was cut off is in {file}.", file=str(mended.file)))
    for problem in mended.done:
        _line(terminal, T("Repaired: {problem}", problem=problem))
    for problem in mended.left:
        _line(terminal, T("Not repaired: {problem}", problem=problem))
    if mended.left and not args.cut:
        _line(terminal, T("--cut cuts a log off where it can no longer be replayed."))
    if not mended.done and not mended.left:
        _line(terminal, T("There is nothing to repair."))
    return 1 if mended.left else 0


# -- backups ------------------------------------------------------------------------------------


def backup(terminal: Terminal, args: argparse.Namespace) -> int:
    """Write a backup of the whole site to a file."""
    from chancery.web.operators import backup as backups

    previous = files.keep_beside(args.file) if args.file.is_file() else None
    try:
        counts = backups.save(args.file, not args.without_key)
    except BaseException:
        if previous is not None:
            previous.unlink()
        raise
    _saved(terminal, args.file, counts)
    if previous is not None:
        _line(terminal, T("The previous version is kept in {file}.", file=str(previous)))
    return _drilled(terminal, args.file) if args.verify else 0


def drill(terminal: Terminal, args: argparse.Namespace) -> int:
    """Restore a backup into a scratch database, replay all tables, and report."""
    from chancery.web.operators import backup as backups
    from chancery.web.server import drill as drills

    if args.file is not None:
        path = drills.newest(args.file) if args.file.is_dir() else args.file
        return _drilled(terminal, path, args.on, args.json)
    with TemporaryDirectory(prefix="chancery-drill-") as folder:
        path = Path(folder) / "site.zip"
        backups.save(path)
        return _drilled(terminal, path, args.on, args.json)


def _drilled(terminal: Terminal, path: Path, database: str = "", as_json: bool = False) -> int:
    """Perform the drill with a backup; return 1 if a table has a problem."""
    from chancery.web.server import drill as drills

    report = drills.drill(path, database)
    if as_json:
        terminal.json(report)
        return 0 if report["ok"] else 1
    for problem in report["problems"]:
        _line(terminal, T("{table}: {problem}", **problem))
    summary = T(
        "Restored in {restore} s and replayed in {replay} s. Tables: {tables}; actions: {actions};"
        " problems: {problems}.",
        restore=str(report["seconds"]["restore"]),
        replay=str(report["seconds"]["replay"]),
        tables=report["tables"],
        actions=report["actions"],
        problems=len(report["problems"]),
    )
    _line(terminal, summary)
    return 0 if report["ok"] else 1


def _saved(terminal: Terminal, path: Path, counts: dict[str, int]) -> None:
    _line(
        terminal,
        T(
            "Saved in {file}. Tables: {tables}; accounts: {accounts}. The file contains"
            " everything, hidden cards included.",
            file=str(path),
            tables=counts.get("web.table", 0),
            accounts=counts.get("web.account", 0),
        ),
    )


def restore(terminal: Terminal, args: argparse.Namespace) -> int:
    """Replace the site by a backup, after checking the backup."""
    from chancery.web.operators import backup as backups
    from chancery.web.server import serve

    backups.read(args.file)
    if args.replace and serve.unknown_migrations():
        path = backups.set_aside()
        _line(terminal, T("The database of the newer version was moved to {file}.", file=str(path)))
    serve.prepare()
    if not backups.empty():
        if not args.replace:
            raise BadOption(
                T(
                    "This site already has tables or accounts; --replace replaces them with the"
                    " backup."
                )
            )
        path = backups.dated("before-restore")
        _saved(terminal, path, backups.save(path))
    counts = backups.restore(args.file)
    _line(
        terminal,
        T(
            "Restored. Tables: {tables}; accounts: {accounts}. Everyone has to log in again.",
            tables=counts.get("web.table", 0),
            accounts=counts.get("web.account", 0),
        ),
    )
    return _check(terminal, [])


def upgrade(terminal: Terminal, args: argparse.Namespace) -> int:
    """Upgrade the site to the installed version, step by step."""
    from chancery.web.operators import backup as backups
    from chancery.web.operators import repairs
    from chancery.web.server import serve

    steps = serve.pending_migrations()
    if serve.has_tables():
        path = backups.dated("before-upgrade")
        _saved(terminal, path, backups.save(path))
    serve.prepare()
    for step in steps:
        _line(terminal, T("Updated: {step}", step=step))
    if not steps:
        _line(terminal, T("The database is up to date."))
    noted = repairs.note_turns()
    if noted:
        _line(terminal, T("Tables whose turn was recorded: {tables}.", tables=noted))
    return _check(terminal, [])


def export_games(terminal: Terminal, args: argparse.Namespace) -> int:
    """Write finished public games as a data set that names nobody (docs/data.md)."""
    export.need()
    from chancery.dataset.files import counts
    from chancery.web.operators import dataset

    _up_to_date()
    game = None if args.game is None else args.game.name
    with terminal.progress(args.out.name) as advance:
        exported = dataset.export(args.out, game, advance)
    rows = counts(args.out)
    if args.json:
        terminal.json({"folder": str(args.out), **rows, "spoiled": exported.spoiled})
        return 0
    summary = T(
        "Games: {games}; positions: {positions}; left out because they cannot be replayed:"
        " {spoiled}.",
        games=rows["games"],
        positions=rows["positions"],
        spoiled=exported.spoiled,
    )
    _line(terminal, summary)
    return 0


def ratings(terminal: Terminal, args: argparse.Namespace) -> int:
    """Recount all ratings from the first result on."""
    from chancery.web.accounts import ratings as counting

    _up_to_date()
    _line(terminal, T("Results counted: {results}.", results=counting.recount()))
    return 0
