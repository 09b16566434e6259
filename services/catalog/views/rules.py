"""Who has looked, without knowing who: a visitor is a hash of the day that says nothing the day after."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

VIEW_POINTS, FAVOURITE_POINTS, BID_POINTS = 1, 3, 5


# A look, a favourite or a bid weighs half as much with each half week: after a fortnight less than a
# sixteenth (U16). It is left out when it weighs nothing any more, so that a look never lowers what it is a
# look at.
DAYS, HALF_LIFE = 60, 3.5


# A listing's popularity is the logarithm of its points, in thousandths, as of this day: a day that passes
# takes the same from all, so their order changes only where something happened, and nothing is written at
# midnight.
FIRST_DAY, STEPS = date(2026, 1, 1), 1_000


# For how long a delivered order counts for best sellers (U16).
DELIVERIES_KEPT = timedelta(days=90)


# How many guests of one network count for one listing and day: a browser says of itself what it likes.
GUESTS_OF_A_NETWORK = 3


ROBOTS = (
    "bot/", "bot ", "bot;", "bot)", "bot.", "-bot", "crawl", "spider", "slurp", "scrap", "externalhit", "preview",
    "whatsapp", "telegram", "curl/", "wget/", "python-", "aiohttp", "go-http", "libwww", "httpclient", "lighthouse",
    "monitor", "uptime", "pingdom", "headlessbrowser",
)  # fmt: skip


def visitor_word(*, day: str, user_id: int | None, network: str, agent: str) -> str:
    """Return what the visitor's hash is made of; the hash is kept for the day, this never."""
    who = f"user {user_id}" if user_id is not None else f"guest {network} {_place_of(agent)}"
    return f"{day} {who}"


def _place_of(agent: str) -> int:
    """Return which of the few places of its network a browser takes."""
    return sha256(agent.encode(errors="replace")).digest()[0] % GUESTS_OF_A_NETWORK


def is_robot(agent: str) -> bool:
    """Return whether a user agent names a robot, or is empty."""
    program = agent.strip().lower().replace("cubot", "")  # a telephone
    return not program or program.endswith("bot") or any(name in program for name in ROBOTS)


def day_of(moment: datetime) -> date:
    """Return the day it is in Malaysia, which keeps one time all year."""
    return (moment.astimezone(UTC) + timedelta(hours=8)).date()
