"""A pooler between the site and PostgreSQL: one that hands out transactions is refused."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.browser.server import Server
from tests.crash.conftest import new_database
from tests.crash.pooler import Pooler
from tests.timeouts import PATIENCE
from tests.zygote import zygote


def test_a_pooler_that_hands_out_transactions_is_refused(tmp_path: Path) -> None:
    with new_database("postgres", tmp_path) as database:
        parts = urlsplit(database.url)
        pooler = Pooler(parts.hostname or "127.0.0.1", parts.port or 5432)
        user = parts.netloc.rpartition("@")[0]
        through = urlunsplit(parts._replace(netloc=f"{user}@127.0.0.1:{pooler.port}"))
        server = Server(tmp_path, DATABASE_URL=through, LC_ALL="C")
        call = [*server.command, "--port", str(server.port)]
        ended = zygote().fork(call, os.environ | server._env, server.log)
        try:
            assert ended.wait(PATIENCE) == 2, server.said()
        finally:
            ended.kill()
            pooler.close()
    assert "pool_mode=session" in " ".join(server.said().split())
