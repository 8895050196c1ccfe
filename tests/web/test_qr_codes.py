"""QR codes: check bytes by a published example, and a code that phones have read."""

from __future__ import annotations

import re
from hashlib import sha256

from chancery.web.base.qr_codes import LONGEST, _remainder, qr_code

# the data of “HELLO WORLD” at version 1-M, in many tutorials, and its check bytes
DATA = bytes([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, *[236, 17] * 3])
CHECKS = [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]
LINK = "https://chancery.example/t/8O4o8kqVIgsGcwgw?invitation=V8kmikoOc5eu6159"


def test_check_bytes() -> None:
    assert _remainder(DATA, 10) == CHECKS


def test_codes_as_a_reader_has_read_them() -> None:
    """Of every size, the last one with two blocks."""
    digest = sha256()
    for length, modules in ((17, 21), (32, 25), (53, 29), (78, 33), (106, 37), (134, 41)):
        drawn = qr_code((LINK * 2)[:length])
        assert drawn is not None
        assert f'viewBox="0 0 {modules + 8} {modules + 8}"' in drawn
        digest.update(drawn.encode())
    assert digest.hexdigest()[:16] == "4b2e4ddba0121c21"


def test_a_text_that_is_too_long_has_no_code() -> None:
    assert qr_code("x" * LONGEST) is not None
    assert qr_code("x" * (LONGEST + 1)) is None


def test_nothing_of_the_text_is_in_the_markup() -> None:
    drawn = qr_code('"><script>')
    assert drawn is not None
    assert re.fullmatch(r"[^<]*(<[^<>]*>)+", drawn)
    assert "script" not in drawn
