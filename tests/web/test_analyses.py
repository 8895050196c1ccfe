"""Analyses: finished games are analysed in the background, once, for all readers."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import cache
from operator import sub
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from chancery import games
from chancery.page import analysis
from chancery.page.analysis import written
from chancery.table import Sitting, record
from chancery.table.analysis import Analysis as GameAnalysis
from chancery.table.analysis import Progress, analyse, judged
from chancery.web.identity.models import Visitor
from chancery.web.play import analyses, table_info, worker
from chancery.web.tables.models import Analysis, Table
from tests.records import kept_as, read
from tests.web.logs import store_as_table
from tests.web.people import Person

pytestmark = pytest.mark.django_db
ESTIMATED = {
    "en": "How this is estimated",
    "it": "Come si stima",
    "nl": "Hoe dit wordt geschat",
    "fr": "Comment c’est estimé",
}


@cache
def whole_game() -> Sitting:
    """A game between bots, from its record."""
    return record.loads(read(kept_as("spada", "steward-3")), games.find)


@cache
def found() -> GameAnalysis:
    """What there is to be found in it, when little is tried but believed."""
    tried = analyse(whole_game(), playouts=2, samples=2)
    sure = (0.01,) * len(whole_game().seats)
    return GameAnalysis([point._replace(unsure=sure) for point in tried.points], tried.slips)


def looked(sitting: Sitting, live: Progress) -> GameAnalysis:
    """The same, in no time."""
    for done in range(30):
        live(done, 30, found().points[: done + 1])
    return found()


@pytest.fixture(autouse=True)
def quick(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.THINKERS = 1
    monkeypatch.setattr(analyses, "analyse", looked)


@pytest.fixture
def played() -> tuple[Person, Table]:
    person = Person()
    host = person.open("me", "bot:random", "bot:random").host
    table = store_as_table(whole_game(), host)
    Table.objects.filter(pk=table.pk).update(private=False, rated=False)
    table.refresh_from_db()
    assert table.over
    return person, table


def read_by(person: Person, table: Table) -> str:
    """Return the page to which the address of an analysis leads."""
    answer = person.get(f"/t/{table.slug}/analysis")
    assert answer.status_code == 302
    page = person.get(answer.url)
    assert page.status_code == 200
    return str(page.content.decode())


def test_an_analysis_is_requested_computed_and_shown(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        analyses, "analyse", lambda sitting, live: analyse(sitting, live, playouts=1, samples=1)
    )
    person, table = played
    page = read_by(person, table)
    assert "Analyse this game" in page
    assert 'class="curve"' not in page
    person.post(f"/t/{table.slug}/analysis/want")
    person.post(f"/t/{table.slug}/analysis/want")  # a second request changes nothing
    assert Analysis.objects.count() == 1
    assert 'http-equiv="refresh"' in read_by(person, table)
    served: list[int] = []
    assert analyses.run_once(lambda: served.append(1))
    assert served  # others are served between two moves
    assert not analyses.run_once()
    for language, word in ESTIMATED.items():
        said = read_by(Person(language), table)
        assert f'<html lang="{language}"' in said
        assert word in said
        assert 'class="curve"' in said
        assert 'http-equiv="refresh"' not in said


def test_board_curve_and_moves_are_one_page(played: tuple[Person, Table]) -> None:
    person, table = played
    Analysis.objects.create(table=table, found=written(found()))
    greatest = max(
        found().turning_points(), key=lambda p: max(map(abs, map(sub, p[1].chances, p[0].chances)))
    )
    answer = person.get(f"/t/{table.slug}/analysis")
    assert answer.url == f"/t/{table.slug}/replay/{greatest[1].length}"
    page = person.get(answer.url).content.decode()
    assert 'id="part-live"' in page
    assert 'id="slider"' in page
    # the greatest turning point is the first, and shown on the board
    first = re.search(r'<ol class="turning">\s*<li data-step="(\d+)" data-focus="([^"]+)"', page)
    assert first is not None
    assert int(first[1]) == greatest[1].length
    assert all(f'data-target="{target}"' in page for target in first[2].split())
    # moves by their cost, each with its seat and its turn
    slips = re.findall(r'<li\s+data-step="(\d+)"\s+data-cost="(\d+)"', page)
    costs = {slip.length: slip.cost for slip in found().slips}
    assert [int(rank) for _, rank in slips] == list(range(1, len(costs) + 1))
    in_order = [costs[int(step)] for step, _ in slips]
    assert in_order == sorted(in_order, reverse=True)
    assert len(
        re.findall(r'href="#g-arms-\w+"/></svg><strong>[^<]+</strong> · Year \d', page)
    ) == len(slips)
    # in the seats' own colours and symbols, by different dashes
    for seat in whole_game().seats:
        style = whole_game().game.face.seat_style(seat)
        assert style is not None
        assert page.count(f'stroke="light-dark({style.light}, {style.dark})"') == 2
        assert f'id="{style.sign}"' in page
    assert "underestimates a seat that plays better than this level" in page
    assert "level Adept" in page


def test_the_verdict_on_a_choice_is_shown_at_its_step() -> None:
    person = Person()
    fought = record.loads(read(kept_as("friedrich", "quartermaster-west-a")), games.find)
    host = person.open("me", "bot:random", "bot:random").host
    table = store_as_table(fought, host)
    Table.objects.filter(pk=table.pk).update(private=False, rated=False)
    hooks = fought.game.search_hooks
    assert hooks is not None
    one = next(one for one in judged(fought, hooks(fought.game)) if one.verdict.cost)
    Analysis.objects.create(table=table, found=written(GameAnalysis([], [], [one])))
    at, before = (
        person.get(f"/t/{table.slug}/replay/{step}").content.decode()
        for step in (one.length, one.length - 1)
    )
    now = re.compile(rf'class="now"\s+data-step="{one.length}"')
    assert now.search(at)
    assert "Best was" in at
    assert "1 choice was not the best" in at
    assert "Best was" in before  # in the list of all choices that were not the best
    assert not now.search(before)


def test_partial_results_are_shown(played: tuple[Person, Table]) -> None:
    person, table = played
    part = GameAnalysis(found().points[:4], [])
    kept = Analysis.objects.create(table=table, part=20, curve=written(part), by=table.host)
    Analysis.objects.update(lease_until=timezone.now() + analyses.LEASE)
    page = read_by(person, table)
    assert 'class="curve"' in page
    assert "Analysing the game …" in page
    end = person.get(f"/t/{table.slug}/replay/9999").content.decode()
    assert end.count("<b>–</b>") == 3  # the chances there are not known yet
    now = person.ask(f"/t/{table.slug}/analysis/progress?step=3").json()
    assert now["waits"]
    assert set(now["parts"]) == {"curve", "chances", "analysis"}
    assert f"[[0, {[round(1000 * c) for c in part.points[0].chances]}]" in now["parts"]["curve"]
    assert 'value="20"' in now["parts"]["analysis"]
    kept.found = written(found())
    kept.save()
    now = person.ask(f"/t/{table.slug}/analysis/progress?step=3").json()
    assert not now["waits"]
    assert "slips" in now["parts"]["analysis"]
    kept.found, kept.failed = "", True
    kept.save()
    now = person.ask(f"/t/{table.slug}/analysis/progress?step=x").json()
    assert not now["waits"]
    assert "could not be analysed" in now["parts"]["analysis"]
    assert not now["parts"]["curve"].strip()


def test_running_games_are_not_analysed() -> None:
    person = Person()
    table = person.open("me", "bot:player", "bot:player")
    for path in ("analysis", "analysis/progress"):
        assert person.client.get(f"/t/{table.slug}/{path}").status_code == 404
    assert "analysis" not in person.get(f"/t/{table.slug}/replay/0").content.decode()
    assert person.post(f"/t/{table.slug}/analysis/want").status_code == 404
    assert not Analysis.objects.exists()


def test_without_thinkers_no_analysis_is_offered(
    played: tuple[Person, Table], settings: Any
) -> None:
    person, table = played
    settings.THINKERS = 0
    assert "There is no analysis" in read_by(person, table)
    assert person.post(f"/t/{table.slug}/analysis/want").status_code == 404


def test_failures_are_shown_and_not_retried_for_ever(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")

    def broken(sitting: Any, live: Any) -> Any:
        raise RuntimeError("out of mind")

    monkeypatch.setattr(analyses, "analyse", broken)
    assert analyses.run_once()
    assert not analyses.run_once()
    assert "could not be analysed" in read_by(person, table)
    monkeypatch.setattr(analyses, "analyse", looked)
    person.post(f"/t/{table.slug}/analysis/want")  # a new request retries what failed
    assert analyses.run_once()
    assert 'class="curve"' in read_by(person, table)


def test_a_busy_database_does_not_abort_an_analysis(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Serving tables meanwhile, or the analysis itself, may find the database busy."""
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")

    def busy(*_: object) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as now:
        now.setattr(analyses.sittings, "load", busy)
        with pytest.raises(OperationalError):
            analyses.run_once()
    assert not Analysis.objects.get().failed
    assert not analyses.run_once()  # leased by another process, as far as is known
    Analysis.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    with monkeypatch.context() as now:
        now.setattr(worker, "run_once", busy)
        assert analyses.run_once(worker.serve_thinkers)
    assert Analysis.objects.get().found


def test_progress_is_stored_and_the_lease_renewed(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")
    monkeypatch.setattr(analyses, "PROGRESS_EVERY", 0.0)
    seen = []

    def look() -> None:
        kept = Analysis.objects.get()
        assert kept.lease_until is not None
        seen.append((kept.part, kept.lease_until))
        if len(seen) == 5:
            page = read_by(person, table)
            assert f'<progress max="100" value="{kept.part}"' in page
            assert len(json.loads(kept.curve)["points"]) == len(seen) - 1

    assert analyses.run_once(look)
    parts = [part for part, _ in seen]
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert parts[-1] > 90
    assert seen[-1][1] > seen[0][1]


def finished(by: Visitor | None) -> Analysis:
    """Create a finished game whose analysis is requested; nobody reads its log here."""
    table = Table.objects.create(game="spada", rules=2, options={}, over=True)
    return Analysis.objects.create(table=table, by=by)


def line() -> list[int]:
    return analyses.in_line(timezone.now())


def test_the_queue_is_limited_with_a_message(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    monkeypatch.setattr(analyses, "MOST_WAITING", 0)
    answer = person.post(f"/t/{table.slug}/analysis/want")
    assert answer.status_code == 422
    assert "Too many games are waiting to be analysed. Try again" in answer.content.decode()
    assert not Analysis.objects.exists()


def test_requests_per_visitor_are_limited_with_a_message(played: tuple[Person, Table]) -> None:
    person, table = played
    mine = [finished(table.host) for _ in range(analyses.OF_ONE)]
    answer = person.post(f"/t/{table.slug}/analysis/want")
    assert answer.status_code == 422
    assert "5 of your games are waiting to be analysed." in answer.content.decode()
    other = Person()
    assert other.post(f"/t/{table.slug}/analysis/want").status_code == 302
    assert Analysis.objects.count() == analyses.OF_ONE + 1
    assert line()[1] == Analysis.objects.get(table=table).pk  # not behind them all
    mine[0].delete()


def test_guests_of_one_network_share_a_limit(played: tuple[Person, Table]) -> None:
    _, table = played
    Visitor.objects.update(network="")
    guests = []
    for last in (7, 7, 8):
        guest = Person()
        guest.client.defaults["REMOTE_ADDR"] = f"203.0.113.{last}"
        guests.append(guest)
    assert guests[0].post(f"/t/{table.slug}/analysis/want").status_code == 302
    by = Analysis.objects.get().by
    for _ in range(analyses.OF_ONE - 1):
        finished(by)
    Analysis.objects.filter(table=table).update(failed=True)
    finished(by)
    answer = guests[1].post(f"/t/{table.slug}/analysis/want")
    assert answer.status_code == 422
    assert "5 games of guests from your network are waiting" in answer.content.decode()
    assert guests[2].post(f"/t/{table.slug}/analysis/want").status_code == 302


def test_visitors_take_turns_in_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many requests get no more turns than few; who was served last comes last."""
    many, few, one = (Visitor.objects.create() for _ in range(3))
    rows = [finished(by) for by in (many, many, many, many, few, few, one)]
    m1, m2, m3, m4, f1, f2, o1 = (row.pk for row in rows)
    assert line() == [m1, f1, o1, m2, f2, m3, m4]
    looked = []
    monkeypatch.setattr(analyses.sittings, "load", lambda table: looked.append(table.pk))
    monkeypatch.setattr(analyses, "analyse", lambda sitting, live: sitting)
    monkeypatch.setattr(analyses, "written", lambda found: "{}")
    assert analyses.run_once()
    assert line() == [f1, o1, m2, f2, m3, m4]  # and not m2 first
    late = finished(Visitor.objects.create())
    assert line() == [f1, o1, late.pk, m2, f2, m3, m4]
    while analyses.run_once():
        pass
    tables = {row.pk: row.table_id for row in (*rows, late)}
    assert looked == [tables[pk] for pk in (m1, f1, o1, late.pk, m2, f2, m3, m4)]


def test_the_place_in_the_queue_is_shown(played: tuple[Person, Table]) -> None:
    person, table = played
    first, second = (finished(Visitor.objects.create()) for _ in range(2))
    person.post(f"/t/{table.slug}/analysis/want")
    said = read_by(person, table)
    assert "2 games are ahead of this one in line for analysis." in said
    first.delete()
    assert "Er wordt eerst nog 1 partij geanalyseerd." in read_by(Person("nl"), table)
    second.delete()
    assert "This game is next in line for analysis." in read_by(person, table)
    Analysis.objects.update(lease_until=timezone.now() + analyses.LEASE)
    assert "Analysing the game …" in read_by(person, table)


def test_the_ending_links_to_the_analysis(played: tuple[Person, Table], settings: Any) -> None:
    person, table = played
    link = f'href="/t/{table.slug}/analysis"'
    assert link in person.state(table)["parts"]["question"]
    settings.THINKERS = 0
    table_info._links.cache_clear()
    assert link not in person.get(f"/t/{table.slug}").content.decode()
    table_info._links.cache_clear()


def test_a_page_is_rendered_once_for_all_readers(
    played: tuple[Person, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, table = played
    person.post(f"/t/{table.slug}/analysis/want")
    assert analyses.run_once()
    analysis.analysed.cache_clear()  # other tests may have read the same analysis
    explained: list[object] = []
    explain = analysis._costly_move
    monkeypatch.setattr(
        analysis, "_costly_move", lambda *given: explained.append(given) or explain(*given)
    )
    for reader in (Person(), Person()):
        read_by(reader, table)
    assert explained
    assert len(explained) == len(json.loads(Analysis.objects.get().found)["slips"])
