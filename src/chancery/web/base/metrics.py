"""Measurements of this process for Prometheus. Values of labels come from small fixed sets: never a
table, a name, an address, a seed or an action.

`PROMETHEUS_MULTIPROC_DIR`, set by `chancery serve`, names the folder in which the processes of a
machine share their values; without it they stay in this process.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from django.db.backends.signals import connection_created
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import mark_process_dead

FAST = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
STATEMENTS = ("SELECT", "INSERT", "UPDATE", "DELETE")
SUM: Literal["livesum"] = "livesum"  # of the processes that live

REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "chancery_requests", "Requests answered", ["route", "method", "status"], registry=REGISTRY
)
REQUEST_SECONDS = Histogram(
    "chancery_request_seconds", "Time to answer a request in its thread",
    ["route"], buckets=FAST, registry=REGISTRY,
)  # fmt: skip
REFUSED = Counter(
    "chancery_refused_requests", "Requests refused before they were read or given a thread",
    ["reason"], registry=REGISTRY,
)  # fmt: skip
ACTIONS = Counter("chancery_actions", "Requests that were played", ["game"], registry=REGISTRY)
PLAN_SECONDS = Histogram(
    "chancery_bot_plan_seconds", "Time in which a bot plans its next move",
    ["game", "thinks"], buckets=FAST, registry=REGISTRY,
)  # fmt: skip
DATABASE_SECONDS = Histogram(
    "chancery_database_seconds", "Time of a statement",
    ["statement"], buckets=FAST, registry=REGISTRY,
)  # fmt: skip
WAITING = Gauge(
    "chancery_waiting_requests", "Requests that wait for a thread",
    ["pool"], multiprocess_mode=SUM, registry=REGISTRY,
)  # fmt: skip
CONNECTIONS = Gauge(
    "chancery_connections", "Open connections of clients", multiprocess_mode=SUM, registry=REGISTRY
)
STREAMS = Gauge("chancery_streams", "Open event streams", multiprocess_mode=SUM, registry=REGISTRY)
CACHED = Gauge(
    "chancery_cached_tables", "Tables kept in memory", multiprocess_mode=SUM, registry=REGISTRY
)
FAILED_HELPERS = Gauge(
    "chancery_failed_helpers", "Helper processes of the machine that are dead or silent",
    multiprocess_mode="livemax", registry=REGISTRY,
)  # fmt: skip


@contextmanager
def timed(histogram: Any) -> Iterator[None]:
    """Observe how long a block takes, also if it fails."""
    began = time.perf_counter()
    try:
        yield
    finally:
        histogram.observe(time.perf_counter() - began)


_OTHER = DATABASE_SECONDS.labels("other")
_SECONDS = {name: DATABASE_SECONDS.labels(name) for name in STATEMENTS}


def _statement(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
) -> object:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        text = sql if isinstance(sql, str) else ""
        seconds = _SECONDS.get(text.lstrip()[:6].upper(), _OTHER)
        seconds.observe(time.perf_counter() - began)


def _measure(connection: Any, **_: object) -> None:
    if _statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_statement)


def measure_statements() -> None:
    """Measure all statements of this process from now on."""
    connection_created.connect(_measure, dispatch_uid="metrics")


def forget_process(pid: int | None) -> None:
    """Count no longer what a process that has ended had open."""
    if pid is not None and "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
