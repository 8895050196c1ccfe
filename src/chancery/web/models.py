"""All models of the site in one module, where Django looks for them."""

from chancery.web.base.models import Count, Heartbeat, OpenCounts
from chancery.web.community.models import Call, Chair, Entrant, Follow, Match, Tournament
from chancery.web.identity.models import Account, Rating, Report, Token, Visitor
from chancery.web.outbox.models import Channel, Device, Notice, PasswordResetRequest
from chancery.web.tables.models import (
    Analysis,
    Entry,
    Exhibition,
    Held,
    Learned,
    Notebook,
    Seat,
    Table,
    Talk,
    Work,
)

__all__ = [
    "Account",
    "Analysis",
    "Call",
    "Chair",
    "Channel",
    "Count",
    "Device",
    "Entrant",
    "Entry",
    "Exhibition",
    "Follow",
    "Heartbeat",
    "Held",
    "Learned",
    "Match",
    "Notebook",
    "Notice",
    "OpenCounts",
    "PasswordResetRequest",
    "Rating",
    "Report",
    "Seat",
    "Table",
    "Talk",
    "Token",
    "Tournament",
    "Visitor",
    "Work",
]
