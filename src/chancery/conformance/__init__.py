"""Conformance: checks that every game must pass, whatever its rules.

`check_walk` plays one random game and checks everything on the way, secrets too (secrecy.py);
`check_sitting` does the same at a table, with undo, replay and records; `check_bots` lets bots
play. Games run them in their tests, `chancery conformance` runs all of them (trial.py), and
`python -m chancery.conformance` walks through all games for longer.
"""

from __future__ import annotations

from chancery.conformance.damaged_forms import check_hand_made
from chancery.conformance.sittings import check_bots, check_sitting
from chancery.conformance.walks import Visits, check_walk

__all__ = ["Visits", "check_bots", "check_hand_made", "check_sitting", "check_walk"]
