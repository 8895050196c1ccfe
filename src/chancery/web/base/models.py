"""Database tables that the whole site uses: heartbeats of processes, and counters of limits."""

from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """The latest heartbeat of a helper process."""

    name = models.CharField(max_length=120, unique=True)  # what:machine:process
    at = models.DateTimeField()

    class Meta:
        db_table = "web_beat"  # its first name; renaming it would stop servers of older versions


class Count(models.Model):
    """A number of actions of somebody within a period, for rate limits."""

    key = models.CharField(max_length=120, unique=True)
    n = models.IntegerField(default=0)
    until = models.DateTimeField()


class OpenCounts(models.Model):
    """Open connections of a server process by digests of networks and visitors: see cluster.py."""

    name = models.CharField(max_length=120, unique=True)  # machine:process:chance
    counts = models.JSONField(default=dict)
    until = models.DateTimeField()


class StaticFile(models.Model):
    """A static file of one version, for servers of another: see server/static_versions.py."""

    version = models.CharField(max_length=12)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=80)
    content = models.BinaryField()  # compressed
    used = models.DateTimeField()  # when a server of this version last started

    class Meta:
        unique_together = ("version", "name")
