"""All models of the site in one module, where Django looks for them."""

from chancery.web.base.models import Count, Heartbeat, OpenCounts
from chancery.web.community.models import Call, Chair, Entrant, Follow, Match, Tournament
from chancery.web.identity.models import (
    Account,
    Invitation,
    Rating,
    Report,
    SiteSettings,
    Token,
    Visitor,
)
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
    "Invitation",
    "Learned",
    "Match",
    "Notebook",
    "Notice",
    "OpenCounts",
    "PasswordResetRequest",
    "Rating",
    "Report",
    "Seat",
    "SiteSettings",
    "Table",
    "Talk",
    "Token",
    "Tournament",
    "Visitor",
    "Work",
]
