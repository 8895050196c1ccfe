"""Traces by OpenTelemetry, if its packages are installed and `OTEL_EXPORTER_OTLP_ENDPOINT` is set.

A span has the name of a route, a kind of statement or a kind of work, never an address, a table, a
player, or the text of an error, any of which could tell a secret.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.signals import connection_created

log = logging.getLogger("chancery.web.tracing")
_tracer: Any = None


def start() -> None:
    """Send traces from this process on; call it after the process was forked."""
    if not os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        log.error("tracing is off: pip install 'chancery-games[otel]'")
        return
    use(BatchSpanProcessor(OTLPSpanExporter()))


def use(processor: Any) -> None:
    """Give all spans from now on to a processor of OpenTelemetry."""
    global _tracer
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    provider = TracerProvider(resource=Resource.create({"service.name": "chancery"}))
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer("chancery")
    connection_created.connect(_trace, dispatch_uid="tracing")


def stop() -> None:
    """Stop tracing; later blocks are not recorded."""
    global _tracer
    _tracer = None


@contextmanager
def span(name: str, parent: str = "") -> Iterator[Any]:
    """Trace a block and yield its span, or None; `parent` is a request's header `traceparent`."""
    if _tracer is None:
        yield None
        return
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract({"traceparent": parent}) if parent else None
    with _tracer.start_as_current_span(
        name, context, record_exception=False, set_status_on_exception=False
    ) as new_span:
        yield new_span


def _trace(connection: Any, **_: object) -> None:
    if _statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(_statement)


def _statement(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any
) -> object:
    verb = sql.lstrip().partition(" ")[0].upper() if isinstance(sql, str) else ""
    with span(verb if verb.isalpha() else "statement"):
        return execute(sql, params, many, context)
