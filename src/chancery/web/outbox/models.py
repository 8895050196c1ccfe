"""Database tables of the outbox: channels, notices, requests for new passwords."""

from __future__ import annotations

from django.db import models

from chancery.web.identity.models import Account

LONGEST_ADDRESS = 800  # characters in an address of a push service


class Channel(models.Model):
    """A way to reach an account: a confirmed email address, a webhook, or push to its devices
    (which exists as long as there is a device).

    The kind `post` is the unconfirmed email address, for links that the account has asked for.
    Senders take channels by lease; errors are stored here for the owner to see, and retried.
    """

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8)  # mail, hook, push, post
    address = models.CharField(max_length=300)
    on = models.BooleanField(default=True)
    problem = models.CharField(max_length=300, blank=True)
    tries = models.IntegerField(default=0)  # failures since the last success
    after = models.DateTimeField(null=True)  # nothing is sent before
    lease_until = models.DateTimeField(null=True)
    # when delivery began of a message that not all devices have received yet
    begun = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "kind"], name="one_channel")]


class Device(models.Model):
    """A browser that has subscribed to push: the address at its push service, and the keys to
    encrypt messages for it. A browser belongs to one account at a time."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="devices")
    address = models.CharField(max_length=LONGEST_ADDRESS, unique=True)
    key = models.CharField(max_length=100)  # p256dh: the browser's public key
    secret = models.CharField(max_length=40)  # auth: the shared secret
    name = models.CharField(max_length=60, blank=True)
    problem = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    # when it got the message that is still on its way to others
    told = models.DateTimeField(null=True)


class Notice(models.Model):
    """A notice in the queue of a channel, written together with its event."""

    channel = models.ForeignKey(Channel, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12)
    table = models.ForeignKey("web.Table", null=True, on_delete=models.CASCADE)
    seat = models.IntegerField(null=True)
    ripe = models.DateTimeField(db_index=True)  # not sent before
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["channel", "kind", "table", "seat"], name="one_notice")
        ]


class PasswordResetRequest(models.Model):
    """A request to reset the password of the account with a mail address.

    The account is looked up only when the mail is sent, so the page that takes the request answers
    equally fast whether the address is known or not.
    """

    mail = models.CharField(max_length=254)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "web_plea"  # its first name; renaming it would stop servers of older versions
