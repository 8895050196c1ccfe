"""Pages made of pieces that were compressed apart are the same pages."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.web.people import Person, flat

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_front_page_is_the_same_compressed(language: str) -> None:
    person = Person(language)
    plain = person.get("/")
    small = person.get("/", **{"accept-encoding": "br, gzip", "accept-language": language})
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain["Vary"]
    assert "Accept-Encoding" in small["Vary"]
    assert "Cookie" in small["Vary"]
    texts = [plain.content.decode(), flat(gzip.decompress(small.content).decode())]
    first, second = (TOKEN.sub("", text) for text in texts)
    assert first == second
    assert first.count("<svg") >= 4
    assert "<!--" not in first
    assert len(small.content) < len(plain.content) / 3
    tokens = [TOKEN.findall(text) for text in texts]
    assert tokens[0]
    assert tokens[0] != tokens[1]


def test_the_size_of_a_page_tells_nothing() -> None:
    person = Person()
    sizes = {len(person.get("/", **{"accept-encoding": "gzip"}).content) for _ in range(6)}
    assert len(sizes) > 1
