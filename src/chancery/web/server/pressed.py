"""Pages with large pieces that never change: those are compressed once, the rest every time.

One gzip stream is made of pieces that were compressed apart: none looks back into another.
"""

from __future__ import annotations

import re
import secrets
import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers

from chancery.web.people.request import Request

WANTED = re.compile(r"\bgzip\b")
NAMED = 8  # a flag of the head: a name follows
LONGEST_NAME = 100  # of random length, so that the size of a page tells nothing of its secrets
END = b"\x03\x00"  # an empty last block
WHOLE = 32  # pieces that are kept


def page(request: Request, text: str, pieces: Mapping[str, str]) -> HttpResponse:
    """A page in which marks stand for pieces; compressed if the browser likes that."""
    marks = re.compile("|".join(re.escape(mark) for mark in pieces) or "(?!)")
    if not WANTED.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(marks.sub(lambda found: pieces[found[0]], text))
    else:
        response = HttpResponse(_joined(text, marks, pieces))
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _joined(text: str, marks: re.Pattern[str], pieces: Mapping[str, str]) -> bytes:
    parts, crc, size, at = [_head()], 0, 0, 0
    for found in (*marks.finditer(text), None):
        small = text[at : found.start() if found else None].encode()
        both = [(small, _pressed(small))]
        if found:
            both.append(_kept(pieces[found[0]]))
            at = found.end()
        for plain, pressed in both:
            parts.append(pressed)
            crc, size = zlib.crc32(plain, crc), size + len(plain)
    return b"".join([*parts, END, struct.pack("<2L", crc, size & 0xFFFFFFFF)])


def _head() -> bytes:
    name = b"a" * secrets.randbelow(LONGEST_NAME) + b"\0"
    return b"\x1f\x8b\x08" + bytes([NAMED]) + bytes(4) + b"\0\xff" + name


def _pressed(plain: bytes) -> bytes:
    """Ends on a whole byte, and what follows does not look back."""
    press = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return press.compress(plain) + press.flush(zlib.Z_FULL_FLUSH)


@lru_cache(maxsize=WHOLE)
def _kept(piece: str) -> tuple[bytes, bytes]:
    plain = piece.encode()
    return plain, _pressed(plain)
