"""Who has looked, without knowing who: a visitor is a word of the day that tells nothing the day after."""

from datetime import UTC, date, datetime, timedelta

VIEW_POINTS, FAVOURITE_POINTS, BID_POINTS = 1, 3, 5
DAYS = 14


def visitor_word(*, day: str, user_id: int | None, network: str, agent: str) -> str:
    """What the visitor's derived word is made of; the word is kept for the day, this never."""
    who = f"user {user_id}" if user_id is not None else f"guest {network} {agent}"
    return f"{day} {who}"


def day_of(moment: datetime) -> date:
    """The day it is in Malaysia, which keeps one time all year."""
    return (moment.astimezone(UTC) + timedelta(hours=8)).date()
