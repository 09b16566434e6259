"""Unique visitors are counted by a hash that changes daily, so that nobody can be identified."""

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

VIEW_POINTS, FAVOURITE_POINTS, BID_POINTS = 1, 3, 5


# The weight of a view, favourite or bid halves every half week (U16). Weights are dropped only when
# negligible, so that recomputing does not lower the popularity.
DAYS, HALF_LIFE = 60, 3.5


# Popularity is the logarithm of a listing's points in thousandths, relative to this day. The order therefore
# changes only when something happens, and nothing is written at midnight.
FIRST_DAY, STEPS = date(2026, 1, 1), 1_000


# How long a delivered order counts for best sellers (U16).
DELIVERIES_KEPT = timedelta(days=90)


# Maximum number of guests counted per network, listing and day, because user agents can be faked.
GUESTS_OF_A_NETWORK = 3


ROBOTS = (
    "bot/", "bot ", "bot;", "bot)", "bot.", "-bot", "crawl", "spider", "slurp", "scrap", "externalhit", "preview",
    "whatsapp", "telegram", "curl/", "wget/", "python-", "aiohttp", "go-http", "libwww", "httpclient", "lighthouse",
    "monitor", "uptime", "pingdom", "headlessbrowser",
)  # fmt: skip


def visitor_word(*, day: str, user_id: int | None, network: str, agent: str) -> str:
    """The text to hash. Only its hash is stored."""
    who = f"user {user_id}" if user_id is not None else f"guest {network} {_place_of(agent)}"
    return f"{day} {who}"


def _place_of(agent: str) -> int:
    return sha256(agent.encode(errors="replace")).digest()[0] % GUESTS_OF_A_NETWORK


def is_robot(agent: str) -> bool:
    program = agent.strip().lower().replace("cubot", "")  # Cubot is a phone brand.
    return not program or program.endswith("bot") or any(name in program for name in ROBOTS)


def day_of(moment: datetime) -> date:
    """Returns the date in Malaysia, which has no daylight saving time."""
    return (moment.astimezone(UTC) + timedelta(hours=8)).date()
