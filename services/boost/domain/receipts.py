"""The rules of receipts: the year of a number, the tax in a price."""

from datetime import datetime, timedelta, timezone

MALAYSIA = timezone(timedelta(hours=8))
WHOLE = 10_000


def year_of(at: datetime) -> int:
    """Return the year in which a receipt is counted, by the calendar of Malaysia."""
    return at.astimezone(MALAYSIA).year


def number_of(year: int, place: int) -> str:
    """Return the number on a receipt; the numbers of a year have no gaps."""
    return f"WB-{year}-{place:06d}"


def tax_in(total: int, basis_points: int) -> int:
    """Return the tax that a price includes, rounded to the nearest sen."""
    return (total * basis_points * 2 + WHOLE + basis_points) // (2 * (WHOLE + basis_points))
