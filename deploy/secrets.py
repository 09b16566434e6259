"""New secrets for one installation, as `docker compose` reads them from `.env`."""

import secrets

from libs.contracts.topics import HEARD

NAMES = (
    "WANGI_DB_PASSWORD", "WANGI_INTERNAL_SECRET", "WANGI_ACCOUNT_SECRET", "WANGI_REDIS_PASSWORD",
    "WANGI_KAFKA_PASSWORD", *(f"WANGI_KAFKA_PASSWORD_{part.upper()}" for part in HEARD),
)  # fmt: skip
"""The broker's own, and one for each part: who has one of them can be no other."""


def lines() -> list[str]:
    """One line for each, with 32 random bytes; in letters that need no quoting in an address."""
    return [f"{name}={secrets.token_urlsafe(32)}" for name in NAMES]
