"""Chancery: a referee, a table and an opponent for historical board games."""

__version__ = "0.1.0"
