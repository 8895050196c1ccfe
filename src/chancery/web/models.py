"""What is stored: visitors, tables, seats, the log of actions, talk, and work to be done.

The log is the truth. A table row says how long the log is; a state is only ever a cache.
"""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


def new_key() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


class Account(AbstractUser):
    """Somebody who comes back from anywhere, by a name and a password."""

    class Meta(AbstractUser.Meta):
        constraints = [models.UniqueConstraint(Lower("username"), name="one_name")]


class Visitor(models.Model):
    """Somebody with a browser, or with an account. A guest's key is in a cookie, nowhere else."""

    account = models.OneToOneField(Account, null=True, on_delete=models.CASCADE)
    key = models.CharField(max_length=64, unique=True, default=new_secret)
    name = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=8, default="en")
    theme = models.CharField(max_length=8, blank=True)  # light, dark; else what the system says
    created = models.DateTimeField(auto_now_add=True)


class Table(models.Model):
    """One sitting on the site."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    invitation = models.CharField(max_length=32, default=new_key)  # who knows it may sit down
    host = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    game = models.CharField(max_length=40)
    rules = models.IntegerField()
    options = models.JSONField()
    data = models.TextField(null=True)
    seed = models.TextField(null=True, default=new_secret)
    position = models.JSONField(null=True)  # what it began with, if not the set-up
    luck = models.JSONField(null=True)  # what chance brought there, if there is no seed
    private = models.BooleanField(default=False)  # one visitor tries moves: no curtain
    length = models.IntegerField(default=0)  # of the log
    version = models.IntegerField(default=0)  # of everything: log, seats, talk
    seating = models.IntegerField(default=0)  # grows when somebody else plays or answers a seat
    talked = models.IntegerField(default=0)  # lines of talk
    over = models.BooleanField(default=False)
    closed = models.BooleanField(default=False)  # ended by agreement, without a result
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)
    watched_until = models.DateTimeField(null=True)


class Seat(models.Model):
    """Who plays a seat: a visitor, a bot, or nobody yet."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.IntegerField()
    owner = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    bot = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=60, blank=True)
    resigned = models.BooleanField(default=False)
    agrees = models.BooleanField(default=False)  # to end the game here
    standing = models.JSONField(default=dict)  # answers given in advance: key -> True

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seat")]
        ordering = ["number"]


class Held(models.Model):
    """Whoever has held a seat may not take another at that table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "visitor"], name="held_once")]


class Entry(models.Model):
    """One line of a log; two at once cannot both have the same number."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    number = models.IntegerField()
    seat = models.IntegerField()
    action = models.CharField(max_length=200, blank=True)  # empty: an undo
    question = models.CharField(max_length=60, blank=True)
    then = models.BooleanField(default=False)
    luck = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry")]
        ordering = ["number"]


class Talk(models.Model):
    """A line of public talk at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    name = models.CharField(max_length=60)
    text = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class Notebook(models.Model):
    """What a visitor has written down for himself at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)
    text = models.TextField(max_length=5000, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "visitor"], name="one_notebook")]


class Work(models.Model):
    """Bots are to move at a table; taken by lease, so that a dead worker is replaced."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    lease_until = models.DateTimeField(null=True)


class Count(models.Model):
    """How often somebody did something in a stretch of time: the limits of the house."""

    key = models.CharField(max_length=120, unique=True)
    n = models.IntegerField(default=0)
    until = models.DateTimeField()
