"""The rules of packages."""

from decimal import Decimal


def duration_words(hours: int) -> str:
    """Return how long a boost lasts, for people: `3 days`, `36 hours`."""
    if hours % 24 == 0:
        days = hours // 24
        return f"{days} day" if days == 1 else f"{days} days"
    return f"{hours} hour" if hours == 1 else f"{hours} hours"


def effective_price(price: int, item_count: int) -> Decimal:
    """Return what one product of a package costs, in cents (C4)."""
    return (Decimal(price) / item_count).quantize(Decimal("0.01"))
