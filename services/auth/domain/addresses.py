"""Changing the address of an account: how long the change can be undone, and what an undo takes back."""

from datetime import datetime, timedelta

UNDO_WITHIN = timedelta(days=7)
# A further change would push the first one out of what can be undone, so it is refused.
MOST_UNDOS = 5
_BEFORE = timedelta(days=1)


def suspect_since(changed_at: datetime) -> datetime:
    """Return since when ways in that were added may be the work of the one who changed the address."""
    return changed_at - _BEFORE


# Shorter words, such as the name of a city, are the address of many.
_LEAST_LETTERS = 12


def delivery_word(address: str) -> str | None:
    """Return the letters and digits of a delivery address, by which the same one is known however it is
    written; None where it names no place of its own."""
    word = "".join(letter for letter in address.casefold() if letter.isalnum())
    is_exact = len(word) >= _LEAST_LETTERS and any(letter.isdigit() for letter in word)
    return word if is_exact else None
