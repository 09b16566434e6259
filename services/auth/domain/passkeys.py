"""Passkeys: what one is called, how many there may be, and what is refused."""

from datetime import timedelta

ANSWER_WITHIN = timedelta(minutes=5)
MOST_PASSKEYS = 20
LONGEST_NAME = 64


def check_passkey_name(name: str) -> str:
    """Return what the owner calls it, to know it again: one line, never empty."""
    name = name.strip()
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name or "Passkey"
