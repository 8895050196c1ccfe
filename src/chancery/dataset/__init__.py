"""Data sets: finished games and their decisions as tables, for research (docs/data.md)."""
