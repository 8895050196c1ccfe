"""/metrics and traces: what is measured, who may read it, and that it gives nothing away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from chancery.web.base import metrics, tracing
from chancery.web.identity.models import Visitor
from chancery.web.play import worker
from chancery.web.server import asgi, metrics_page
from tests.web.people import Person

pytestmark = pytest.mark.django_db
SECRET = "a long secret for Prometheus"


@pytest.fixture
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_page, "SECRET", SECRET)


def read(**headers: str) -> str:
    """Return the page as Prometheus reads it."""
    answer = Client().get("/metrics", headers={"authorization": f"Bearer {SECRET}"} | headers)
    assert answer.status_code == 200
    return str(answer.content.decode())


def value(name: str, **labels: str) -> float:
    """Return a measure of this process; 0 if nothing was measured."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.mark.usefixtures("_secret")
def test_what_is_measured() -> None:
    played = value("chancery_actions_total", game="spada")
    thought = value("chancery_bot_plan_seconds_count", game="spada", thinks="False")
    table = Person().open("bot:steward", "bot:steward", "me", options={"counsellor": "yellow"})
    while worker.run_once():
        pass
    assert value("chancery_actions_total", game="spada") > played
    assert value("chancery_bot_plan_seconds_count", game="spada", thinks="False") > thought
    text = read()
    assert "chancery_database_up 1.0" in text
    assert 'chancery_queue{queue="bots"} 0.0' in text
    assert 'chancery_queue{queue="deadlines"} 0.0' in text
    assert 'chancery_helpers{kind="bots"}' in text
    assert "chancery_leases 0.0" in text
    assert table.slug not in text


def test_statements_are_measured_by_their_kind() -> None:
    before = value("chancery_database_seconds_count", statement="SELECT")
    with connection.execute_wrapper(metrics._statement), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert value("chancery_database_seconds_count", statement="SELECT") > before


@pytest.mark.usefixtures("_secret")
def test_nothing_that_identifies_a_table_or_person_is_measured() -> None:
    """All values of labels come from fixed sets."""
    person = Person()
    table = person.open("me", "here", "here")
    for path in (f"/t/{table.slug}", f"/t/{table.slug}/state?seat=0", "/users/Anna", "/no/such"):
        request = person.client.get(path, headers={"user-agent": "Spy"}).wsgi_request
        asgi.measure(request, 200, 0.1)
    request.method = "ANNA"
    asgi.measure(request, 200, 0.1)
    text = read()
    routes = set(re.findall(r'route="([^"]*)"', text))
    assert {"table", "state"} <= routes
    assert not [name for name in routes if "/" in name]
    assert 'method="other"' in text
    for secret in (
        table.slug,
        table.seed,
        table.invitation,
        Visitor.objects.get().key,
        "Anna",
        "Spy",
    ):
        assert secret not in text


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"authorization": "Bearer guess"},
        {"authorization": SECRET},
        {"authorization": "Bearer "},
    ],
)
@pytest.mark.usefixtures("_secret")
def test_strangers_learn_nothing(request_: dict[str, str]) -> None:
    answer = Client().get("/metrics", headers=request_)
    assert answer.status_code == 403
    assert b"chancery" not in answer.content


def test_without_a_setting_nobody_may_read() -> None:
    assert Client().get("/metrics", headers={"authorization": "Bearer "}).status_code == 403
    assert not metrics_page.may_read("127.0.0.1", {})


def test_networks_may_read_directly_but_not_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics_page, "FROM", "10.0.0.0/8, 2001:db8::/32")
    assert metrics_page.may_read("10.1.2.3", {})
    assert metrics_page.may_read("::ffff:10.1.2.3", {})
    assert metrics_page.may_read("2001:db8::1", {})
    assert not metrics_page.may_read("192.0.2.1", {})
    assert not metrics_page.may_read("", {})
    assert not metrics_page.may_read("10.1.2.3", {"X-Forwarded-For": "10.1.2.3"})
    monkeypatch.setattr(metrics_page, "SECRET", SECRET)
    sent = {"X-Forwarded-For": "192.0.2.1", "Authorization": f"Bearer {SECRET}"}
    assert metrics_page.may_read("192.0.2.1", sent)


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """The spans that are made meanwhile."""
    exporter = InMemorySpanExporter()
    tracing.use(SimpleSpanProcessor(exporter))
    yield exporter
    tracing.stop()


def test_spans_have_the_names_of_routes_and_statements(spans: InMemorySpanExporter) -> None:
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with (
        connection.execute_wrapper(tracing._statement),
        tracing.span("GET table", parent),
        suppress(DatabaseError),
        tracing.span("plan of a bot"),
        connection.cursor() as cursor,
    ):
        cursor.execute("SELECT 'a secret seed'")
        cursor.execute("SELECT a_secret_seed")
    found = spans.get_finished_spans()
    assert [span.name for span in found] == ["SELECT", "SELECT", "plan of a bot", "GET table"]
    assert {format(span.context.trace_id, "032x") for span in found} == {parent.split("-")[1]}
    assert not any("seed" in span.to_json() for span in found)


def test_without_a_collector_nothing_is_traced() -> None:
    with tracing.span("anything") as span:
        assert span is None
