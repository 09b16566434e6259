"""The rules of boosts: pure sentences about packages."""


def duration_words(hours: int) -> str:
    """Return how long a boost lasts, for people: `3 days`, `36 hours`."""
    if hours % 24 == 0:
        days = hours // 24
        return f"{days} day" if days == 1 else f"{days} days"
    return f"{hours} hour" if hours == 1 else f"{hours} hours"
