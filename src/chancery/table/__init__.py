"""The table: one sitting, its log, and its record."""

from chancery.table.record import BadRecord, dumps, loads
from chancery.table.sitting import Entry, Played, Seen, Sitting

__all__ = ["BadRecord", "Entry", "Played", "Seen", "Sitting", "dumps", "loads"]
