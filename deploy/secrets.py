"""New secrets for one installation, as `docker compose` reads them from `.env`."""

import secrets

from libs.contracts.topics import ANALYSTS, SUBSCRIPTIONS

# Those of the servers' owners, and one for each part with which it comes to all three servers: who has one of
# them can be no other part.
NAMES = (
    "WANGI_INTERNAL_SECRET", "WANGI_ACCOUNT_SECRET", "WANGI_PAYOUT_SECRET",
    "WANGI_DB_PASSWORD", "WANGI_REDIS_PASSWORD", "WANGI_KAFKA_PASSWORD", "WANGI_PASSWORD_MIGRATOR",
    *(f"WANGI_PASSWORD_{part.upper()}" for part in (*SUBSCRIPTIONS, ANALYSTS)),
)  # fmt: skip


def lines() -> list[str]:
    """Return one line for each, with 32 random bytes; in letters that need no quoting in an address."""
    return [f"{name}={secrets.token_urlsafe(32)}" for name in NAMES]
