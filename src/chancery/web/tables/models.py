"""What is stored of tables: seats, the log of actions, talk, notes, and work to be done.

The log is the truth. A table row says how long the log is; a state is only ever a cache.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from chancery.web.base.keys import new_key, new_seed
from chancery.web.people.models import Account, Visitor


class Table(models.Model):
    """One sitting on the site."""

    slug = models.CharField(max_length=32, unique=True, default=new_key)
    invitation = models.CharField(max_length=32, default=new_key)  # who knows it may sit down
    host = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    title = models.CharField(max_length=60, blank=True)
    public = models.BooleanField(default=False)  # listed in the lobby; else by link alone
    started = models.BooleanField(default=True)  # before that people come and go, nobody plays
    shuffle = models.BooleanField(default=False)  # who plays what is drawn when it starts
    pace = models.IntegerField(default=0)  # seconds for a move; 0: no deadline
    lapse = models.CharField(max_length=8, default="bot")  # after a deadline: a bot, or "open"
    hints = models.BooleanField(default=True, db_default=True)  # players may ask for them
    rated = models.BooleanField(default=False)
    counted = models.BooleanField(default=False)  # its result is in the ratings
    follows = models.OneToOneField("self", null=True, on_delete=models.SET_NULL)  # a rematch of it
    game = models.CharField(max_length=40)
    rules = models.IntegerField()
    options = models.JSONField()
    data = models.TextField(null=True)
    seed = models.TextField(null=True, default=new_seed)
    position = models.JSONField(null=True)  # what it began with, if not the set-up
    luck = models.JSONField(null=True)  # what chance brought there, if there is no seed
    weight = models.IntegerField(default=0)  # bytes that somebody has sent for it
    private = models.BooleanField(default=False)  # one visitor tries moves: no curtain
    imported = models.BooleanField(default=False)  # it began with a record that somebody knows
    importer = models.ForeignKey(
        Visitor, null=True, on_delete=models.SET_NULL, related_name="imports"
    )
    source = models.ForeignKey(  # the table whose position this one was copied from, at first hand
        "self", null=True, on_delete=models.SET_NULL, related_name="copies"
    )
    course = models.CharField(max_length=40, blank=True, default="")  # what is taught there
    length = models.IntegerField(default=0)  # of the log
    version = models.IntegerField(default=0)  # of everything: log, seats, talk
    seating = models.IntegerField(default=0)  # grows when somebody else plays or answers a seat
    talked = models.IntegerField(default=0)  # lines of talk at the table
    aside = models.IntegerField(default=0)  # lines of talk of those who watch
    asked = models.CharField(max_length=60, null=True)  # the seats who are to decide: " 0 2 "
    over = models.BooleanField(default=False)
    finished = models.DateTimeField(null=True)
    closed = models.BooleanField(default=False)  # ended by agreement, without a result
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)
    watched_until = models.DateTimeField(null=True)

    # by seat, where they are known already: what was written need not be read
    deadlines: dict[int, datetime] | None = None

    class Meta:
        indexes = [
            models.Index(
                fields=["finished"],
                condition=models.Q(rated=True, counted=False),
                name="to_be_counted",
            ),
            models.Index(  # what the lobby shows of strangers, counted without a look at the rows
                fields=["host", "started", "public", "over"],
                condition=models.Q(public=True, over=False),
                name="shown_to_all",
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


class Seat(models.Model):
    """Who plays a seat: a visitor, a bot, or nobody yet.

    A bot may play on for somebody who has missed a deadline: then there are both, and he may come
    back.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.IntegerField()
    owner = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    bot = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=60, blank=True)
    gone = models.BooleanField(default=False)  # whoever played it has deleted his account
    resigned = models.BooleanField(default=False)
    agrees = models.BooleanField(default=False)  # to end the game here
    standing = models.JSONField(default=dict)  # answers given in advance: key -> True
    invited = models.ForeignKey(  # nobody else may sit down here
        Account, null=True, on_delete=models.SET_NULL, related_name="invitations"
    )
    player = models.ForeignKey(  # whom the result is counted for, whoever plays on
        Account, null=True, on_delete=models.SET_NULL, related_name="played"
    )
    abandoned = models.BooleanField(default=False)  # by the player: counted as the last place
    due = models.DateTimeField(null=True)  # the deadline, while the seat is to decide
    remind = models.DateTimeField(null=True)  # of the deadline, from then on
    reminded = models.BooleanField(default=False)
    rank = models.IntegerField(null=True)  # in the end
    points = models.IntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_seat")]
        indexes = [
            models.Index(fields=["due"], name="by_deadline"),
            models.Index(
                fields=["remind"],
                condition=models.Q(due__isnull=False, reminded=False),
                name="by_reminder",
            ),
            models.Index(  # where anybody may sit down
                fields=["owner", "bot", "invited", "table"],
                condition=models.Q(owner=None, bot="", invited=None),
                name="free_seat",
            ),
        ]
        ordering = ["number"]


class Held(models.Model):
    """Whoever has held a seat may not take another at that table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)
    present_until = models.DateTimeField(null=True)  # has the table open in a browser

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
    due = models.DateTimeField(null=True)  # the deadline that its seat had just before
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry")]
        ordering = ["number"]


class Talk(models.Model):
    """A line of talk: of those at the table, or aside, of those who watch."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    by = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)
    name = models.CharField(max_length=60)  # empty: somebody who is gone
    text = models.CharField(max_length=500)
    aside = models.BooleanField(default=False)
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


class Learned(models.Model):
    """A guided game or an exercise that somebody has come to the end of."""

    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE)
    game = models.CharField(max_length=40)
    course = models.CharField(max_length=40)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["visitor", "game", "course"], name="learned_once")
        ]


class Work(models.Model):
    """Bots are to move at a table; taken by lease, so that a dead worker is replaced."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    lease_until = models.DateTimeField(null=True)
    after = models.DateTimeField(null=True)  # nobody moves before: people are to follow
    since = models.DateTimeField(default=timezone.now)  # unserved
    thinks = models.BooleanField(default=False)  # it is for those who take their time
    begun = models.DateTimeField(  # when people last noticed something at the table
        default=timezone.now, db_default=Now()
    )
    plan = models.JSONField(null=True)  # a move that is decided on and waits for its time


class Analysis(models.Model):
    """A finished game that is looked at by those who think, or was; kept with its table."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE)
    by = models.ForeignKey(Visitor, null=True, on_delete=models.SET_NULL)  # who has asked for it
    begun = models.DateTimeField(null=True)  # when somebody last began to look
    wanted = models.DateTimeField(auto_now_add=True)
    lease_until = models.DateTimeField(null=True)
    found = models.TextField(blank=True)  # as JSON; empty: not yet
    failed = models.BooleanField(default=False)
    part = models.PositiveSmallIntegerField(default=0)  # of a hundred: how far it has come
