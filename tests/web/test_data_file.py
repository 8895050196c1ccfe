"""A corrected data file: read, checked, stored, and never shown unescaped."""

from __future__ import annotations

import tracemalloc

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from chancery.games import find
from chancery.table import record
from chancery.web.base import limits, long_work
from chancery.web.tables.models import Table
from tests.web.people import Answer, Person, sitting_of, table_at

pytestmark = pytest.mark.django_db
GAME = find("revolution")
OURS = GAME.shipped_data() or ""
LINE = OURS[: OURS.index("limit = 11")].count("\n") + 1


def upload(person: Person, text: str | bytes, game: str = "revolution") -> Answer:
    data = text if isinstance(text, bytes) else text.encode()
    form = {f"seat-{n}": "here" for n in range(5)}
    file = SimpleUploadedFile("board.toml", data, "text/plain")
    return person.post(f"/new/{game}", {**form, "data": file})


def test_the_form_offers_the_upload_and_the_default_file() -> None:
    anna = Person()
    page = anna.get("/new/revolution").content.decode()
    assert 'type="file" name="data"' in page
    assert 'href="/data/revolution"' in page
    assert anna.get("/data/revolution").content.decode() == OURS
    assert anna.get("/data/friedrich").status_code == 404
    assert 'name="data"' not in anna.get("/new/friedrich").content.decode()


def test_a_corrected_board_is_stored_whole() -> None:
    text = OURS.replace("limit = 11", "limit = 10")
    table = table_at(upload(Person(), text))
    assert table.data == text
    sitting = sitting_of(table)
    assert sitting.state.frame.data == text
    assert sitting.state.data.limit[3] == 10
    again = record.loads(record.dumps(sitting), find)
    assert again.state.frame.data == text
    assert table_at(upload(Person(), OURS)).data is None  # our own file is not stored


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (OURS.replace("limit = 11", 'limit = "<script>"'), f"line {LINE}:"),
        (OURS.replace('name = "Leuven"', 'name = "<b>Leuven</b>"'), "a name of at most"),
        (b"# a\n\xff\xfe", "line 2: not a text in UTF-8"),
        ("#" * 250_000, "at most"),
        ("\n\0", "line 2: a character that no text may contain: U+0000"),
        (".".join("a" * 20_000) + " = 1", "line 1"),
        ("a = " + "[" * 900, "line 1"),
        ("a = " + "9" * 900, "line 1"),
    ],
)
def test_an_invalid_file_is_refused_with_the_reason(text: str | bytes, problem: str) -> None:
    answer = upload(Person(), text)
    assert answer.status_code == 422  # type: ignore[attr-defined]
    page = answer.content.decode()  # type: ignore[attr-defined]
    assert problem in page
    assert '<script>"' not in page
    assert "<b>Leuven" not in page
    assert not Table.objects.exists()


@pytest.mark.parametrize("text", [".".join("a" * 9_000) + " = 1", "a = " + "[" * 9_000])
@pytest.mark.parametrize("game", ["revolution", "spada"])
def test_a_hostile_file_is_refused_cheaply(game: str, text: str) -> None:
    """The standard library's parser took 80 MB for the first, and crashed on the second."""
    anna = Person()
    anna.get("/")
    tracemalloc.start()
    try:
        answer = upload(anna, text, game)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert peak < 10_000_000


def test_the_rate_limit_is_charged_before_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "files", (2, 3600))
    read: list[str | None] = []
    load = type(GAME).load_data

    def reading(self: object, text: str | None, rules: int | None = None) -> object:
        read.append(text)
        return load(GAME, text, rules)

    anna = Person()
    anna.play_now()  # from now on she has a cookie
    monkeypatch.setattr(type(GAME), "load_data", reading)
    wrong = OURS.replace("limit = 11", "limit = 99")
    assert [upload(anna, wrong).status_code for _ in range(4)] == [422, 422, 429, 429]  # type: ignore[attr-defined]
    assert read == [wrong, wrong]
    # fields of games without such a file are ignored
    assert anna.post("/new/revolution", {f"seat-{n}": "here" for n in range(5)}).status_code == 302


def test_games_without_a_data_file_refuse_uploads() -> None:
    answer = upload(Person(), "a = 1", "friedrich")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "this game has no data file" in answer.content.decode()  # type: ignore[attr-defined]


def test_the_page_says_the_names_of_the_file() -> None:
    anna = Person()
    text = OURS.replace('name = "Brabant-Hainault"', 'name = "Brabant and more"')
    table = table_at(upload(anna, text))
    page = str(anna.state(table, 1))  # the Habsburgs post their armies
    assert "An army in Brabant and more" in page
    assert "Brabant-Hainault" not in page


def test_the_help_at_a_table_describes_its_own_file() -> None:
    anna, bruno = Person(), Person()
    text = OURS.replace('name = "Brabant-Hainault"', 'name = "Brabant and more"')
    table = table_at(upload(anna, text))
    assert f'data-help="/t/{table.slug}/rules"' in anna.get(f"/t/{table.slug}").content.decode()
    page = anna.get(f"/t/{table.slug}/rules").content.decode()
    assert "The board of this table" in page
    assert "Brabant and more" in page
    assert "Brabant-Hainault" not in page
    assert "This is what ours says" in anna.get("/help/revolution").content.decode()
    Table.objects.filter(pk=table.pk).update(public=False)
    same = bruno.get(f"/t/{table.slug}").status_code
    assert bruno.get(f"/t/{table.slug}/rules").status_code == same


READ = ("", "/state", "/frames", "/small.svg", "/replay/0", "/replay/0/picture", "/ground.svg")


@pytest.mark.parametrize("path", READ)
def test_a_board_is_laid_out_by_a_thread_for_long_work(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = Person()
    table = table_at(upload(anna, OURS.replace("Leuven", f"Louvain{READ.index(path)}")))
    monkeypatch.setattr(long_work._thread, "light", True, raising=False)
    assert anna.get(f"/t/{table.slug}{path}").status_code == 503
    monkeypatch.setattr(long_work._thread, "light", False)
    assert anna.get(f"/t/{table.slug}{path}").status_code == 200
    monkeypatch.setattr(long_work._thread, "light", True)
    assert anna.get(f"/t/{table.slug}{path}").status_code == 200
