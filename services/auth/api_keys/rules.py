from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from libs.contracts.scopes import SCOPES, Scope
from libs.kit.errors import DomainError


class TooManyApiKeys(DomainError):
    code = "too_many_api_keys"
    message = "You have 10 API keys already. Revoke one first."


MAX_KEYS = 10


# When a key is created, ended keys beyond the newest 20 are deleted.
MAX_ENDED = 20


LONGEST_NAME, LONGEST_DAYS, USUAL_DAYS = 64, 365, 90


# The previous secret stays valid for this time, so that owners can update their programs.
OVERLAP = timedelta(hours=24)


USED_APART = timedelta(hours=1)


# Only the gateway uses the token, and renews it after half of this time.
TOKEN_LIFE = timedelta(seconds=60)


@dataclass(frozen=True)
class KeySecrets:
    secret_hash: bytes
    previous_hash: bytes | None
    previous_ends_at: datetime | None
    generation: int
    expires_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True)
class LiveSecret:
    generation: int
    until: datetime


def live_secrets(key: KeySecrets, now: datetime) -> list[LiveSecret]:
    if key.revoked_at is not None or key.expires_at <= now:
        return []
    found = [LiveSecret(key.generation, key.expires_at)]
    ends = key.previous_ends_at
    if key.previous_hash is not None and ends is not None and ends > now:
        found.append(LiveSecret(key.generation - 1, min(ends, key.expires_at)))
    return found


def secret_of(key: KeySecrets, presented: bytes, now: datetime) -> LiveSecret | None:
    """Returns None if the secret is not valid. Hashes of 256 random bits do not need a constant-time
    comparison."""
    generation = key.generation if presented == key.secret_hash else key.generation - 1
    return next((live for live in live_secrets(key, now) if live.generation == generation), None)


def is_new_use(last_used_at: datetime | None, now: datetime) -> bool:
    return last_used_at is None or now - last_used_at >= USED_APART


def in_order(scopes: Iterable[Scope]) -> list[Scope]:
    chosen = set(scopes)
    return [scope for scope in SCOPES if scope in chosen]


def check_key_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise ValueError("Please give the key a name")
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name
