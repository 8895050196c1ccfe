"""What is stored to tell somebody: channels, notices, and forgotten passwords."""

from __future__ import annotations

from django.db import models

from chancery.web.people.models import Account


class Channel(models.Model):
    """A way to reach somebody: the mail address that was confirmed, or a web hook.

    The third kind, `post`, is the mail address as it stands, for links that the account has asked
    for. Taken by lease, like work. What goes wrong is kept here for its owner to see, and tried
    again.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8)  # mail, hook, post
    address = models.CharField(max_length=300)
    on = models.BooleanField(default=True)
    problem = models.CharField(max_length=300, blank=True)
    tries = models.IntegerField(default=0)  # in vain, since the last message that went through
    after = models.DateTimeField(null=True)  # nothing is sent before
    lease_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="one_channel")]


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
