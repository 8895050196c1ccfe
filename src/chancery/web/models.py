"""All models of the site, gathered from its rooms for Django, which looks for them here."""

from chancery.web.base.models import Beat, Count
from chancery.web.notices.models import Channel, Notice, Plea
from chancery.web.people.models import Account, Rating, Report, Token, Visitor
from chancery.web.tables.models import Entry, Held, Learned, Notebook, Seat, Table, Talk, Work

__all__ = [
    "Account",
    "Beat",
    "Channel",
    "Count",
    "Entry",
    "Held",
    "Learned",
    "Notebook",
    "Notice",
    "Plea",
    "Rating",
    "Report",
    "Seat",
    "Table",
    "Talk",
    "Token",
    "Visitor",
    "Work",
]
