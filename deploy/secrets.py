"""New secrets for one installation, as `docker compose` reads them from `.env`."""

import secrets

NAMES = (
    "WANGI_DB_PASSWORD", "WANGI_INTERNAL_SECRET", "WANGI_ACCOUNT_SECRET", "WANGI_REDIS_PASSWORD",
    "WANGI_KAFKA_PASSWORD",
)  # fmt: skip


def lines() -> list[str]:
    """One line for each, with 32 random bytes; in letters that need no quoting in an address."""
    return [f"{name}={secrets.token_urlsafe(32)}" for name in NAMES]
