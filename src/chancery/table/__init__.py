"""The table: a sitting with its log, its records, scripts, and the view of one seat."""

from chancery.table.record import BadRecord, dumps, loads
from chancery.table.sitting import Entry, Played, SeenEvent, Sitting

__all__ = ["BadRecord", "Entry", "Played", "SeenEvent", "Sitting", "dumps", "loads"]
