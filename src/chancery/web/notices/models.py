"""What is stored to tell somebody: channels, notices, and forgotten passwords."""

from __future__ import annotations

from django.db import models

from chancery.web.people.models import Account

LONGEST_ADDRESS = 800  # letters of an address of a push service


class Channel(models.Model):
    """A way to reach somebody: the mail address that was confirmed, a web hook, or a push to his
    devices, which is there as long as he has any.

    The kind `post` is the mail address as it stands, for links that the account has asked for.
    Taken by lease, like work. What goes wrong is kept here for its owner to see, and tried again.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8)  # mail, hook, push, post
    address = models.CharField(max_length=300)
    on = models.BooleanField(default=True)
    problem = models.CharField(max_length=300, blank=True)
    tries = models.IntegerField(default=0)  # in vain, since the last message that went through
    after = models.DateTimeField(null=True)  # nothing is sent before
    lease_until = models.DateTimeField(null=True)
    # since when a message is going out that not all devices have got yet
    begun = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="one_channel")]


class Device(models.Model):
    """A browser that has asked to be pushed: where its push service takes messages for it, and the
    keys for which they are encrypted. A browser is one person's at a time."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="devices")
    address = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    key = models.CharField(max_length=100)  # p256dh: its public key
    secret = models.CharField(max_length=40)  # auth: what both sides know
    name = models.CharField(max_length=60, blank=True)
    problem = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    told = models.DateTimeField(null=True)  # when it had its part of a message that others had not


class Notice(models.Model):
    """Something that somebody is to be told; written together with what it is about."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12)
    table = models.ForeignKey("web.Table", null=True, on_delete=models.CASCADE)
    seat = models.IntegerField(null=True)
    ripe = models.DateTimeField(db_index=True)  # not worth sending before
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["channel", "kind", "table", "seat"], name="one_notice")
        ]


class Plea(models.Model):
    """Somebody has forgotten a password. Whom the address belongs to is looked up when the mail
    goes out: so the answer takes as long whether it belongs to anybody or not."""

    mail = models.CharField(max_length=254)
    at = models.DateTimeField(auto_now_add=True)
