"""A corrected data file at a table: read, checked, kept, never drawn unescaped."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from chancery.games import find
from chancery.table import record
from chancery.web.models import Table
from tests.web.people import Person, sitting_of, table_at

pytestmark = pytest.mark.django_db
GAME = find("revolution")
OURS = GAME.shipped_data() or ""


def upload(person: Person, text: str | bytes) -> object:
    data = text if isinstance(text, bytes) else text.encode()
    form = {f"seat-{n}": "here" for n in range(5)}
    file = SimpleUploadedFile("board.toml", data, "text/plain")
    return person.post("/new/revolution", {**form, "data": file})  # type: ignore[dict-item]


def test_the_form_offers_it_and_ours_can_be_fetched() -> None:
    anna = Person()
    page = anna.get("/new/revolution").content.decode()
    assert 'type="file" name="data"' in page
    assert 'href="/data/revolution"' in page
    assert anna.get("/data/revolution").content.decode() == OURS
    assert anna.get("/data/friedrich").status_code == 404
    assert 'name="data"' not in anna.get("/new/friedrich").content.decode()


def test_a_corrected_board_is_kept_whole() -> None:
    text = OURS.replace("limit = 11", "limit = 10")
    table = table_at(upload(Person(), text))
    assert table.data == text
    sitting = sitting_of(table)
    assert sitting.state.frame.data == text
    assert sitting.state.data.limit[3] == 10
    again = record.loads(record.dumps(sitting), find)
    assert again.state.frame.data == text
    assert table_at(upload(Person(), OURS)).data is None  # ours is not kept


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (OURS.replace("limit = 11", 'limit = "<script>"'), "line 66"),
        (OURS.replace('name = "Leuven"', 'name = "<b>Leuven</b>"'), "belongs to the name"),
        (b"\xff\xfe", "UTF-8"),
        ("#" * 250_000, "at most"),
        ("\0", "TOML"),
    ],
)
def test_a_wrong_one_is_refused_with_the_reason(text: str | bytes, problem: str) -> None:
    answer = upload(Person(), text)
    assert answer.status_code == 422  # type: ignore[attr-defined]
    page = answer.content.decode()  # type: ignore[attr-defined]
    assert problem in page
    assert '<script>"' not in page
    assert "<b>Leuven" not in page
    assert not Table.objects.exists()
