"""Database tables of identity: accounts and guests, tokens, ratings, reports."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

from chancery.web.base.keys import new_key, new_secret
from chancery.web.identity import names


class Account(AbstractUser):
    """An account, used from anywhere with a name and a password. The name never changes."""

    plain = models.CharField(max_length=names.LONGEST_FORM, null=True, unique=True)
    looks = models.CharField(max_length=names.LONGEST_FORM, null=True, unique=True)
    # closed for good and about to be deleted: from then on the worker continues
    leaving = models.DateTimeField(null=True, db_index=True)

    def save(self, *args: Any, **named: Any) -> None:
        """Save the account together with the normalised forms of its name (see `names`)."""
        if self.plain is None:
            self.plain, self.looks = names.plain(self.username), names.looks(self.username)
        super().save(*args, **named)


class Token(models.Model):
    """A token with which a program acts as an account; only its digest is stored."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    # the last day only: otherwise every request would be a write
    used = models.DateField(null=True)


class Visitor(models.Model):
    """A user of the site: a guest, known by the key in his cookie, or the holder of an account."""

    account = models.OneToOneField(Account, null=True, on_delete=models.CASCADE)
    key = models.CharField(max_length=64, unique=True, default=new_secret)
    name = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=8, default="en")
    # light, dark, or empty for the setting of the system
    theme = models.CharField(max_length=8, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    # a digest, kept while a guest uses something limited (see `shares`)
    network = models.CharField(max_length=40, blank=True, default="")


class Rating(models.Model):
    """The rating of an account, or of a kind of bot, at one game, with its uncertainty."""

    game = models.CharField(max_length=40)
    account = models.ForeignKey(
        Account, null=True, on_delete=models.CASCADE, related_name="ratings"
    )
    bot = models.CharField(max_length=40, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "account"],
                condition=models.Q(account__isnull=False),
                name="one_rating",
            ),
            models.UniqueConstraint(
                fields=["game", "bot"],
                condition=models.Q(account__isnull=True),
                name="one_bot_rating",
            ),
        ]


class Report(models.Model):
    """A report of a user to the operators."""

    by = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    table = models.ForeignKey("web.Table", null=True, on_delete=models.SET_NULL)
    about = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(auto_now_add=True)
    handled = models.BooleanField(default=False)
    answer = models.TextField(blank=True)  # a note of the operators who handled it


class SiteSettings(models.Model):
    """The decisions of the operators about the site, in a single row: see `site_settings`."""

    name = models.CharField(max_length=40, default="Chancery")
    welcome = models.TextField(max_length=500, blank=True)  # on the front page
    house_rules = models.TextField(max_length=10_000, blank=True)
    # of buttons, and of links on light pages; and of links on dark pages
    accent = models.CharField(max_length=7, blank=True)
    accent_dark = models.CharField(max_length=7, blank=True)
    # everything but log-in and house rules is for accounts, which need an invitation
    invitation_only = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "site settings"

    def __str__(self) -> str:
        return self.name


def _in_a_month() -> datetime:
    return timezone.now() + timedelta(days=30)


class Invitation(models.Model):
    """An invitation of the operators to create an account on a site that needs one."""

    key = models.CharField(max_length=32, unique=True, default=new_key)
    note = models.CharField(max_length=100, blank=True)  # for the operators
    left = models.PositiveIntegerField(default=1)  # accounts that can still be created with it
    until = models.DateTimeField(default=_in_a_month)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:  # without its key, since it is stored in the operators' log
        return self.note or str(self.pk)
