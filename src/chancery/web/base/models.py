"""What is stored for the whole house: signs of life, and what is counted for limits."""

from __future__ import annotations

from django.db import models


class Beat(models.Model):
    """A sign of life of a helper process: who does not beat is not there."""

    name = models.CharField(max_length=120, unique=True)  # what:machine:process
    at = models.DateTimeField()


class Count(models.Model):
    """How often somebody did something in a stretch of time: the limits of the house."""

    key = models.CharField(max_length=120, unique=True)
    n = models.IntegerField(default=0)
    until = models.DateTimeField()
