"""What is stored about people: accounts and guests, tokens, ratings, reports."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models

from chancery.web.base.keys import new_secret
from chancery.web.people import names


class Account(AbstractUser):
    """Somebody who comes back from anywhere, by a name and a password. A name never changes."""

    plain = models.CharField(max_length=names.LONGEST_FORM, null=True, unique=True)
    looks = models.CharField(max_length=names.LONGEST_FORM, null=True, unique=True)
    # closed for good and about to be deleted: from then on the worker goes on with that
    leaving = models.DateTimeField(null=True, db_index=True)

    def save(self, *args: Any, **named: Any) -> None:
        """With the forms of its name: see `names`."""
        if self.plain is None:
            self.plain, self.looks = names.plain(self.username), names.looks(self.username)
        super().save(*args, **named)


class Token(models.Model):
    """Lets a program act as an account. Only a digest is kept: nobody can read it back."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateField(null=True)  # the last day, no finer: not a write for every request


class Visitor(models.Model):
    """Somebody with a browser, or with an account. A guest's key is in a cookie, nowhere else."""

    account = models.OneToOneField(Account, null=True, on_delete=models.CASCADE)
    key = models.CharField(max_length=64, unique=True, default=new_secret)
    name = models.CharField(max_length=40, blank=True)
    language = models.CharField(max_length=8, default="en")
    theme = models.CharField(max_length=8, blank=True)  # light, dark; else what the system says
    created = models.DateTimeField(auto_now_add=True)
    # of a guest who uses what is shared out, as long as he does: a digest, see `shares`
    network = models.CharField(max_length=40, blank=True, default="")


class Rating(models.Model):
    """How strong somebody, or a bot, is at a game, and how sure that is."""

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
    """Somebody tells the people who run the house that something is wrong."""

    by = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    table = models.ForeignKey("web.Table", null=True, on_delete=models.SET_NULL)
    about = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL)
    text = models.TextField(max_length=1000)
    at = models.DateTimeField(auto_now_add=True)
    handled = models.BooleanField(default=False)
    answer = models.TextField(blank=True)  # a note of those who handled it
