"""Database tables of the community: follows, notes, tournaments."""

from __future__ import annotations

from django.db import models

from chancery.web.base.keys import new_key, new_seed
from chancery.web.identity.models import Account
from chancery.web.tables.models import Table


class Follow(models.Model):
    """An account follows another one, which is not told."""

    by = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="following")
    whom = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="followers")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["by", "whom"], name="one_follow")]


class Call(models.Model):
    """A note in the lobby of an account that looks for players."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="calls")
    game = models.CharField(max_length=40)
    options = models.CharField(max_length=60, blank=True)  # in a few words of the author
    text = models.CharField(max_length=200)
    language = models.CharField(max_length=8)
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:  # without its text, since it is stored in the operators' log
        return f"{self.game} {self.pk}"


class Team(models.Model):
    """A team of accounts; whoever has been in it for longest is its captain. Its name is empty if
    it was that of a deleted account."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    name = models.CharField(max_length=40, blank=True)
    plain = models.CharField(max_length=100, unique=True)  # by which names are compared
    key = models.CharField(max_length=32, default=new_key)  # in the link that lets people join
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or self.slug


class Member(models.Model):
    """The membership of an account, which belongs to one team at most."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    account = models.OneToOneField(Account, on_delete=models.CASCADE, related_name="member")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]


class League(models.Model):
    """A league: tournaments of one kind, one after the other, each of them a season."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    title = models.CharField(max_length=50, blank=True)
    host = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="leagues")
    game = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.title or self.slug


class Tournament(models.Model):
    """A tournament of one game. Its rows say all that is decided: an open round has its matches,
    and `round` is the number of the last one."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    host = models.ForeignKey(
        Account, null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    title = models.CharField(max_length=50, blank=True)
    game = models.CharField(max_length=40)
    options = models.JSONField()
    seats = models.IntegerField()  # per table, as the options say
    kind = models.CharField(max_length=8)  # robin, swiss
    wanted = models.IntegerField()  # players; it starts when so many have joined
    days = models.IntegerField()  # per move
    rounds = models.IntegerField(default=0)  # of a round robin: known at the start
    rated = models.BooleanField(default=False)
    # of the draw of lots; public from the start
    seed = models.CharField(max_length=32, default=new_seed)
    round = models.IntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    league = models.ForeignKey(
        League, null=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    season = models.PositiveIntegerField(null=True)  # of the league, from 1

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "season"], name="one_season")]
        indexes = [
            models.Index(
                fields=["created"], condition=models.Q(finished=None), name="not_yet_decided"
            )
        ]

    def __str__(self) -> str:
        return self.slug


class Entrant(models.Model):
    """A participant of a tournament; without account if it has been deleted."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    account = models.ForeignKey(
        Account, null=True, on_delete=models.SET_NULL, related_name="entered"
    )
    lot = models.IntegerField(null=True)  # drawn at the start, as the last tie-break
    withdrawn = models.BooleanField(default=False)
    team = models.ForeignKey(  # for which it plays: the account's team when it entered
        Team, null=True, on_delete=models.SET_NULL, related_name="entrants"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "account"], name="entered_once")
        ]
        ordering = ["pk"]


class Match(models.Model):
    """A match of a round; without table if all its players have withdrawn."""

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
    """A seat at a match and its score: two for each opponent beaten, one for each tie. Without
    entrant a bot plays it from the beginning."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chairs")
    number = models.IntegerField()
    entrant = models.ForeignKey(Entrant, null=True, on_delete=models.CASCADE, related_name="chairs")
    score = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_chair")]
        ordering = ["number"]
