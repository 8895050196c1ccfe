"""Keys and secrets, drawn from the chance of the system."""

from __future__ import annotations

import secrets


def new_key() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """128 random bits."""
    return secrets.token_hex(16)


def new_seed() -> str:
    """What all chance at a table comes from; as hard to guess as a secret."""
    return new_secret()
