"""Generates secrets for an installation, in the format of `.env`."""

import secrets

from libs.contracts.topics import ANALYSTS, SUBSCRIPTIONS

# Secrets for the owners of the servers and for each service. A service uses the same password at all three
# servers.
NAMES = (
    "WANGI_INTERNAL_SECRET", "WANGI_ACCOUNT_SECRET", "WANGI_PAYOUT_SECRET",
    "WANGI_DB_PASSWORD", "WANGI_REDIS_PASSWORD", "WANGI_KAFKA_PASSWORD", "WANGI_PASSWORD_MIGRATOR",
    *(f"WANGI_PASSWORD_{part.upper()}" for part in (*SUBSCRIPTIONS, ANALYSTS)),
)  # fmt: skip


def lines() -> list[str]:
    """Returns a line for each secret, with 32 random bytes in characters that need no quoting in a URL."""
    return [f"{name}={secrets.token_urlsafe(32)}" for name in NAMES]
