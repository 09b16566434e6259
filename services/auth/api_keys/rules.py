"""API keys: how many, how long, and which of their secrets still count."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from libs.contracts.scopes import SCOPES, Scope
from libs.kit.http.errors import DomainError


class TooManyApiKeys(DomainError):
    """More than a person has programs."""

    code = "too_many_api_keys"
    message = "You have 10 API keys already. Revoke one first."


MOST_KEYS = 10


# Expired keys stay in the list for a while; of keys that ended a person has no more rows after making one.
MOST_ENDED = 20


LONGEST_NAME, LONGEST_DAYS, USUAL_DAYS = 64, 365, 90


# So long the secret of before counts after a rotation, while programs are given the new one.
OVERLAP = timedelta(hours=24)


USED_APART = timedelta(hours=1)


# A gateway asks again after half of it; a key's token is of no use to anybody else.
TOKEN_LIFE = timedelta(seconds=60)


@dataclass(frozen=True)
class KeySecrets:
    """What a decision about a presented key needs to know."""

    secret_hash: bytes
    previous_hash: bytes | None
    previous_ends_at: datetime | None
    generation: int
    expires_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True)
class LiveSecret:
    """A secret that counts: which one of its key, and until when."""

    generation: int
    until: datetime


def live_secrets(key: KeySecrets, now: datetime) -> list[LiveSecret]:
    """Return the secrets of a key that count now, the newest first."""
    if key.revoked_at is not None or key.expires_at <= now:
        return []
    found = [LiveSecret(key.generation, key.expires_at)]
    ends = key.previous_ends_at
    if key.previous_hash is not None and ends is not None and ends > now:
        found.append(LiveSecret(key.generation - 1, min(ends, key.expires_at)))
    return found


def secret_of(key: KeySecrets, presented: bytes, now: datetime) -> LiveSecret | None:
    """Return which of the key's secrets was presented, if it counts. Hashes of 256 random bits are compared
    as they are: how long that takes says nothing of use about them."""
    generation = key.generation if presented == key.secret_hash else key.generation - 1
    return next((live for live in live_secrets(key, now) if live.generation == generation), None)


def is_used_anew(last_used_at: datetime | None, now: datetime) -> bool:
    """Return whether a use is written down: at most once an hour."""
    return last_used_at is None or now - last_used_at >= USED_APART


def in_order(scopes: Iterable[Scope]) -> list[Scope]:
    """Return each scope once, in the order of the form."""
    chosen = set(scopes)
    return [scope for scope in SCOPES if scope in chosen]


def check_key_name(name: str) -> str:
    """Return what the owner calls it, to know it again: one line, never empty."""
    name = name.strip()
    if not name:
        raise ValueError("Please give the key a name")
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name
