"""Public addresses: each has an example to be measured, and no response is large."""

from __future__ import annotations

import gzip

import pytest
from tools import reads

from chancery.table import Sitting
from tests.web.logs import store_as_table
from tests.web.people import Person

pytestmark = pytest.mark.django_db
LINES = 4000  # of a log, far more than a response contains


def test_every_address_has_an_example() -> None:
    assert set(reads.routes()) <= reads.EXAMPLES.keys()


def test_pages_of_a_long_finished_table_replay_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slug = store_as_table(reads.largest("spada", True, lines=LINES)).slug
    gone_through: list[object] = []

    def went(*args: object) -> object:
        gone_through.append(args)
        raise AssertionError("the whole log is gone through")

    for name in ("counts", "events_by_length", "_after"):
        monkeypatch.setattr(Sitting, name, went)
    monkeypatch.setattr("chancery.table.sitting._seen_of", went)  # which counts all events
    answer = Person().client.get(f"/t/{slug}")
    assert answer.status_code == 200
    assert b"course" in answer.content  # points by turn are shown
    assert not gone_through


@pytest.mark.parametrize("over", [False, True])
def test_responses_about_a_long_table_are_small(over: bool) -> None:
    sitting = reads.largest("spada", over, lines=LINES)
    assert len(sitting.log) > LINES - 10
    slug = store_as_table(sitting).slug
    last = len(sitting.log)
    values = {"slug": slug, "last": last, "middle": last // 2, "overlay": "c"}
    guest, asked = Person(), 0
    for paths in reads.EXAMPLES.values():
        for path in (path.format_map(values) for path in paths if "{slug}" in path):
            answer = guest.client.get(path)
            assert answer.status_code in (200, 302, 401, 403, 404, 405, 422), path
            assert len(gzip.compress(answer.content)) < reads.MOST_BYTES, path
            if "/record" not in path:  # the one file that is as long as the game
                assert len(answer.content) < reads.MOST_BYTES, path
            asked += 1
    assert asked > 20
