"""Notices a database server that keeps its connections open and answers nothing.

A thread that waits for such a database cannot be interrupted. So the server asks a trivial question
every second; when that is not answered, requests are refused at once, those that wait already too.
SQLite has no server: it is not watched.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, InterfaceError, connection

from chancery.web.base import failures, thread_pools

EVERY = 1.0  # seconds between two questions
PATIENCE = 3  # looks at an open question until the database counts as silent


class DatabaseSilent(Exception):
    """The database has been asked and does not answer."""


class DatabaseWatch:
    """Whether the database of this server process answers."""

    def __init__(self) -> None:
        self.silent = False
        self.failing = False  # it answers with an error, or cannot be reached
        self._thread = ThreadPoolExecutor(1, "database-watch")

    async def run(self) -> None:
        """Ask the database again and again, until the server stops."""
        loop = asyncio.get_running_loop()
        while True:
            asked = loop.run_in_executor(self._thread, _ask)
            looks = 0
            while not asked.done():
                await asyncio.sleep(EVERY)
                looks += 1
                # looks are counted, not seconds: a machine that stood still proves nothing
                if looks >= PATIENCE and not asked.done():
                    self._note_silence()
            if self.silent:
                failures.log_once("the database answers again", level=logging.WARNING)
            self.silent, self.failing = False, not asked.result()
            await asyncio.sleep(EVERY)

    def _note_silence(self) -> None:
        """Refuse everything that waits for the database, also what has begun since the last
        look."""
        if not self.silent:
            failures.log_once("the database does not answer", "it keeps its connections open")
        self.silent = True
        thread_pools.abandon(DatabaseSilent())


def _ask() -> bool:
    """Return whether a trivial statement works."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        connection.close()  # an error is an answer; requests get the same one
        return False
    return True


WATCH = DatabaseWatch()
