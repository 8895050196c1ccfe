"""The spaces and kinds that markers of status show (§2.2.7, §5.7)."""

from __future__ import annotations

CATHOLIC_SPACE = 2  # a bishopric is Catholic up to this space, Reformed beyond it
SPACES = 7  # of the table of allegiance (§5.7)
NO_UNIVERSITY, CATHOLIC, REFORMED = range(3)
