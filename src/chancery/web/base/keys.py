"""Random keys and secrets, from the randomness of the system."""

from __future__ import annotations

import secrets


def new_key() -> str:
    """Return a name for an address that cannot be guessed."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Return 128 random bits as hexadecimal digits."""
    return secrets.token_hex(16)


def new_seed() -> str:
    """Return the seed of all chance at a table; as hard to guess as a secret."""
    return new_secret()
