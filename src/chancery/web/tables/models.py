"""Database tables of game tables: seats, log, talk, notes, and the work of bots.

The log is the truth. The row of a table says how long it is; states are only cached.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from chancery.core.refusals import GameOver
from chancery.web.base.keys import new_key, new_seed
from chancery.web.base.refusals import AlreadyStarted, Closed
from chancery.web.identity.models import Account, Visitor

ARCHIVED = models.Q(public=True, over=True, closed=False, private=False)


class Table(models.Model):
    """A table: one game with its seats, terms and log."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    # anybody who knows it may sit down
    invitation = models.CharField(max_length=32, default=new_key)
    host = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    title = models.CharField(max_length=60, blank=True)
    public = models.BooleanField(default=False)  # listed in the lobby; else by link alone
    started = models.BooleanField(default=True)  # before that seats change freely and nobody plays
    # starts by itself when the last seat is taken; otherwise a player starts it
    autostart = models.BooleanField(default=True, db_default=True)
    shuffle = models.BooleanField(default=False)  # seats are assigned at random at the start
    pace = models.IntegerField(default=0)  # seconds for a move; 0: no deadline
    # when a deadline passes: a bot, or "open"
    lapse = models.CharField(max_length=8, default="bot")
    hints = models.BooleanField(default=True, db_default=True)  # players may ask for them
    rated = models.BooleanField(default=False)
    counted = models.BooleanField(default=False)  # its result is included in the ratings
    # the table of which this is the rematch
    follows = models.OneToOneField("self", null=True, on_delete=models.SET_NULL)
    game = models.CharField(max_length=40)
    rules = models.IntegerField()
    options = models.JSONField()
    data = models.TextField(null=True)
    seed = models.TextField(null=True, default=new_seed)
    position = models.JSONField(null=True)  # the position it began with, if not the set-up
    luck = models.JSONField(null=True)  # the random outcomes up to there, if there is no seed
    weight = models.IntegerField(default=0)  # bytes uploaded for it
    # one visitor tries moves: no curtain between seats
    private = models.BooleanField(default=False)
    imported = models.BooleanField(default=False)  # it began with a record that somebody knows
    importer = models.ForeignKey(
        Visitor, null=True, on_delete=models.SET_NULL, related_name="imports"
    )
    source = models.ForeignKey(  # the original of a copy, through any number of copies
        "self", null=True, on_delete=models.SET_NULL, related_name="copies"
    )
    course = models.CharField(max_length=40, blank=True, default="")  # the guided game or exercise
    length = models.IntegerField(default=0)  # of the log
    version = models.IntegerField(default=0)  # grows with any change of log, seats or talk
    # grows when another person plays a seat or answers change
    seating = models.IntegerField(default=0)
    talked = models.IntegerField(default=0)  # lines of talk at the table
    aside = models.IntegerField(default=0)  # lines of talk among spectators
    asked = models.CharField(max_length=60, null=True)  # the seats that have to decide: " 0 2 "
    over = models.BooleanField(default=False)
    finished = models.DateTimeField(null=True)
    closed = models.BooleanField(default=False)  # ended by agreement, without a result
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)
    watched_until = models.DateTimeField(null=True)

    # by seat, if known from a write of this request
    deadlines: dict[int, datetime] | None = None

    class Meta:
        indexes = [
            models.Index(
                fields=["finished"],
                condition=models.Q(rated=True, counted=False),
                name="to_be_counted",
            ),
            models.Index(  # counts public tables for the lobby without reading rows
                fields=["host", "started", "public", "over"],
                condition=models.Q(public=True, over=False),
                name="shown_to_all",
            ),
            models.Index(  # of the archive
                fields=["-finished", "-id"], condition=ARCHIVED, name="archive"
            ),
            models.Index(
                fields=["game", "-finished", "-id"], condition=ARCHIVED, name="archive_of_game"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(imported=True, rated=True), name="imported_unrated"
            ),
            models.CheckConstraint(
                condition=models.Q(course="") | models.Q(rated=False), name="taught_unrated"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    def archived(self, finished: datetime | None) -> datetime | None:
        """Return what `Seat.archived` is when the game has ended at that time."""
        return finished if self.public and not self.private else None

    def check_running(self) -> None:
        """Raise Closed or GameOver if nothing is played at this table any more."""
        if self.closed:
            raise Closed()
        if self.over:
            raise GameOver()

    def lock_waiting(self) -> Table:
        """Within a transaction: lock and return the row as it is now; it must not have started."""
        locked = Table.objects.select_for_update().get(pk=self.pk)
        if locked.closed:
            raise Closed()
        if locked.started:
            raise AlreadyStarted()
        return locked


class Seat(models.Model):
    """A seat of a table, played by a visitor, a bot, or nobody yet.

    A bot may play on for an owner who has missed a deadline: then both are set, and the owner may
    come back.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.IntegerField()
    owner = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    bot = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=60, blank=True)
    gone = models.BooleanField(default=False)  # its player has deleted his account
    resigned = models.BooleanField(default=False)
    agrees = models.BooleanField(default=False)  # wants to end the game here
    standing = models.JSONField(default=dict)  # answers given in advance: key -> True
    invited = models.ForeignKey(  # the seat is reserved for this account
        Account, null=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    player = models.ForeignKey(  # the account that the result counts for, even if a bot plays on
        Account, null=True, on_delete=models.SET_NULL, related_name="played"
    )
    abandoned = models.BooleanField(default=False)  # by the player: counts as last place
    due = models.DateTimeField(null=True)  # while the seat has to decide
    remind = models.DateTimeField(null=True)  # when to remind of the deadline
    reminded = models.BooleanField(default=False)
    rank = models.IntegerField(null=True)  # at the end
    archived = models.DateTimeField(null=True)  # when its game ended, if it is in the archive
    points = models.IntegerField(null=True)
    mu = models.FloatField(null=True)  # the rating of `player` after this game, if it is rated
    sigma = models.FloatField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seat")]
        indexes = [
            models.Index(fields=["due"], name="by_deadline"),
            models.Index(
                fields=["remind"],
                condition=models.Q(due__isnull=False, reminded=False),
                name="by_reminder",
            ),
            models.Index(  # seats that anybody may take
                fields=["owner", "bot", "invited", "table"],
                condition=models.Q(owner=None, bot="", invited=None),
                name="free_seat",
            ),
            models.Index(  # other seats of an owner at a table
                fields=["owner", "table"], name="seats_of_owner"
            ),
            models.Index(  # the games of an account in the archive
                fields=["player", "-archived", "-table"],
                condition=models.Q(archived__isnull=False),
                name="archive_of_player",
            ),
            models.Index(  # those that it played as a guest
                fields=["owner", "-archived", "-table"],
                condition=models.Q(player=None, archived__isnull=False),
                name="archive_of_owner",
            ),
        ]
        ordering = ["number"]

    @property
    def is_free(self) -> bool:
        """Whether neither a person nor a bot plays the seat."""
        return self.owner_id is None and not self.bot


class Held(models.Model):
    """A visitor who has held a seat of a table, and may not take another one there."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)
    present_until = models.DateTimeField(null=True)  # has the table open in a browser

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "visitor"], name="held_once")]


class Entry(models.Model):
    """One line of a log; its number is unique, so that concurrent writes cannot both succeed."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entries")
    number = models.IntegerField()
    seat = models.IntegerField()
    action = models.CharField(max_length=200, blank=True)  # empty: an undo
    question = models.CharField(max_length=60, blank=True)
    then = models.BooleanField(default=False)
    luck = models.JSONField(default=list)
    due = models.DateTimeField(null=True)  # the deadline of its seat just before
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry")]
        ordering = ["number"]


class Talk(models.Model):
    """A line of talk: among the players, or (aside) among the spectators."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    by = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=60)  # empty: a deleted player
    text = models.CharField(max_length=500)
    aside = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class Notebook(models.Model):
    """The private notes of a visitor at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)
    text = models.TextField(max_length=5000, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "visitor"], name="one_notebook")]


class Learned(models.Model):
    """A guided game or an exercise that a visitor has completed."""

    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)
    game = models.CharField(max_length=40)
    course = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["visitor", "game", "course"], name="learned_once")
        ]


class Work(models.Model):
    """Bots have to move at a table; taken by lease, so that a dead worker is replaced."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    lease_until = models.DateTimeField(null=True)
    after = models.DateTimeField(null=True)  # no move before, so that people can follow
    since = models.DateTimeField(default=timezone.now)  # since when nobody has served it
    thinks = models.BooleanField(default=False)  # needs a process for bots that search
    begun = models.DateTimeField(  # when people last noticed a change at the table
        default=timezone.now, db_default=Now()
    )
    plan = models.JSONField(null=True)  # a move that is decided and waits for its time
    died = False  # not stored: the process that had the lease before has died


class Analysis(models.Model):
    """The analysis of a finished game, requested or done; belongs to its table."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    by = models.ForeignKey(
        Visitor, null=True, on_delete=models.SET_NULL
    )  # the visitor that requested it
    begun = models.DateTimeField(null=True)  # when a process last started on it
    wanted = models.DateTimeField(auto_now_add=True)
    lease_until = models.DateTimeField(null=True)
    found = models.TextField(blank=True)  # as JSON; empty until done
    curve = models.TextField(blank=True, db_default="")  # results so far, as JSON
    failed = models.BooleanField(default=False)
    part = models.PositiveSmallIntegerField(default=0)  # progress in percent


class Exhibition(models.Model):
    """The game of bots that visitors can watch, one for each game (see play/exhibitions.py)."""

    game = models.CharField(max_length=40, unique=True)
    table = models.OneToOneField(Table, null=True, on_delete=models.SET_NULL)
    # it may still be looked at when its end has been seen
    previous = models.OneToOneField(Table, null=True, on_delete=models.SET_NULL, related_name="+")
