"""All models of the site, gathered from its rooms for Django, which looks for them here."""

from chancery.web.base.models import Beat, Count
from chancery.web.notices.models import Channel, Device, Notice, Plea
from chancery.web.people.models import Account, Rating, Report, Token, Visitor
from chancery.web.tables.models import (
    Analysis,
    Entry,
    Held,
    Learned,
    Notebook,
    Seat,
    Table,
    Talk,
    Work,
)
from chancery.web.town.models import Call, Chair, Entrant, Follow, Match, Tournament

__all__ = [
    "Account",
    "Analysis",
    "Beat",
    "Call",
    "Chair",
    "Channel",
    "Count",
    "Device",
    "Entrant",
    "Entry",
    "Follow",
    "Held",
    "Learned",
    "Match",
    "Notebook",
    "Notice",
    "Plea",
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
