"""What strangers may read: every address has an example to be measured, and no answer is large."""

from __future__ import annotations

import gzip

import pytest
from tools import reads

from tests.web.logs import put_down
from tests.web.people import Person

pytestmark = pytest.mark.django_db
LINES = 4000  # of a log: what an answer tells of a story is cut off long before


def test_every_address_has_an_example() -> None:
    assert set(reads.routes()) <= reads.EXAMPLES.keys()


@pytest.mark.parametrize("over", [False, True])
def test_no_answer_about_a_long_table_is_large(over: bool) -> None:
    sitting = reads.largest("spada", over, lines=LINES)
    assert len(sitting.log) > LINES - 10
    slug = put_down(sitting).slug
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
