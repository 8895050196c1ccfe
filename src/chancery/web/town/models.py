"""What is stored of the town: who follows whom, calls for players, tournaments."""

from __future__ import annotations

from django.db import models

from chancery.web.base.keys import new_key, new_seed
from chancery.web.people.models import Account
from chancery.web.tables.models import Table


class Follow(models.Model):
    """An account follows another; nobody else is told."""

    by = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="following")
    whom = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="followers")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "whom"], name="one_follow")]


class Call(models.Model):
    """Somebody looks for players: a short note in the lobby, for a while."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="calls")
    game = models.CharField(max_length=40)
    options = models.CharField(max_length=60, blank=True)  # how it is to be played, in a word
    text = models.CharField(max_length=200)
    language = models.CharField(max_length=8)
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:  # the operators' log does not keep what was written
        return f"{self.game} {self.pk}"


class Tournament(models.Model):
    """Several rounds of one game. What has been decided is in the rows: a round that is open has
    its matches, and `round` is the last one."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    host = models.ForeignKey(
        Account, null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    title = models.CharField(max_length=50, blank=True)
    game = models.CharField(max_length=40)
    options = models.JSONField()
    seats = models.IntegerField()  # of a table, as the options say
    kind = models.CharField(max_length=8)  # robin, swiss
    wanted = models.IntegerField()  # players; it starts when so many are there
    days = models.IntegerField()  # for a move
    rounds = models.IntegerField(default=0)  # of a round robin: known when it starts
    rated = models.BooleanField(default=False)
    seed = models.CharField(max_length=32, default=new_seed)  # of the lots; shown from the start
    round = models.IntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["created"], condition=models.Q(finished=None), name="not_yet_decided"
            )
        ]

    def __str__(self) -> str:
        return self.slug


class Entrant(models.Model):
    """Somebody who plays in a tournament; without an account: who has deleted it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    account = models.ForeignKey(
        Account, null=True, on_delete=models.SET_NULL, related_name="entered"
    )
    lot = models.IntegerField(null=True)  # drawn at the start: decides where nothing else does
    withdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "account"], name="entered_once")
        ]
        ordering = ["pk"]


class Match(models.Model):
    """A table of a round; without one: all who were to play there have withdrawn."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    round = models.IntegerField()
    number = models.IntegerField()
    table = models.OneToOneField(Table, null=True, on_delete=models.SET_NULL)
    scored = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round", "number"], name="one_match")
        ]
        ordering = ["round", "number"]


class Chair(models.Model):
    """Who sits where at a match, and what that was worth: two for an opponent left behind, one for
    an equal. Without an entrant a bot has it from the beginning."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chairs")
    number = models.IntegerField()
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.CASCADE, related_name="chairs")
    score = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_chair")]
        ordering = ["number"]
