"""`/metrics` for Prometheus: protected, and without anything that identifies a table or person.

It is off unless `CHANCERY_METRICS` names a secret, which is sent as `Authorization: Bearer …`, or
`CHANCERY_METRICS_FROM` networks (with commas). A request that came through a proxy always needs the
secret, since a network says nothing about who sent it.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from chancery.web.base import metrics
from chancery.web.identity.request import Request
from chancery.web.server import health

PATH = "/metrics"
SECRET = os.environ.get("CHANCERY_METRICS", "")
FROM = os.environ.get("CHANCERY_METRICS_FROM", "")


class OfTheSite:
    """Values that all machines report alike: queues, leases and helpers, read from the database."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the measures; without a database only that it does not answer."""
        try:
            state = health.look()
        except (DatabaseError, InterfaceError):
            connection.close()
            state = {}
        up = GaugeMetricFamily("chancery_database_up", "1 if the database answers")
        up.add_metric([], float(state.get("database") == "ok"))
        yield up
        if "queues" not in state:
            return
        queues = GaugeMetricFamily(
            "chancery_queue", "Work of the whole site that waits", labels=["queue"]
        )
        for name, number in state["queues"].items():
            queues.add_metric([name], number)
        yield queues
        helpers = GaugeMetricFamily(
            "chancery_helpers", "Live helpers of the whole site", labels=["kind"]
        )
        for name, number in state["helpers"].items():
            helpers.add_metric([name], number)
        yield helpers
        leases = GaugeMetricFamily("chancery_leases", "Tables leased to workers, whole site")
        leases.add_metric([], health.leased(timezone.now()))
        yield leases
        disk = GaugeMetricFamily("chancery_disk_ok", "1 unless the disk is full or nearly so")
        disk.add_metric([], float(state["disk"] == "ok"))
        yield disk


def exposition(of_the_site: bool) -> bytes:
    """Return all measures of this machine as text, with `of_the_site` also those of the site."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(metrics.REGISTRY)
    if of_the_site:
        registry.register(OfTheSite())
    return generate_latest(registry)


def may_read(address: str, headers: Mapping[str, str]) -> bool:
    """Return whether a request with these headers, from this address, may read the measures."""
    sent = headers.get("Authorization", "").encode("utf-8", "replace")
    if SECRET and hmac.compare_digest(sent, f"Bearer {SECRET}".encode()):
        return True
    if any(name in headers for name in health.FORWARDED):
        return False
    with suppress(ValueError):
        parsed = ipaddress.ip_address(address)
        if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in networks())
    return False


def networks() -> list[Any]:
    """Return the networks that may read the measures without the secret."""
    names = [name.strip() for name in FROM.split(",") if name.strip()]
    return [ipaddress.ip_network(name, strict=False) for name in names]


@require_safe
def metrics_page(request: Request) -> HttpResponse:
    """Everything that this machine measures, for those who may read it."""
    if not may_read(request.META.get("REMOTE_ADDR", ""), request.headers):
        return HttpResponse("not for you\n", status=403, content_type="text/plain")
    return HttpResponse(exposition(of_the_site=True), content_type=CONTENT_TYPE_LATEST)
