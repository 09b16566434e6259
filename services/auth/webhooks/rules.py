"""Webhooks: of what a person may be told, how often a delivery is tried, and when an endpoint is given up."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

from libs.contracts.scopes import Scope
from libs.kit.http.errors import DomainError


class TooManyWebhooks(DomainError):
    """More than a person has programs that listen."""

    code = "too_many_webhooks"
    message = "You have 5 webhooks already. Delete one first."


class WebhookAddressRefused(DomainError):
    """An address that is not https on the public internet; `reason` says which rule it breaks, `setting` what
    lets it pass in a run on one's own machine."""

    status = 422
    code = "webhook_address_refused"
    message = (
        "Webhooks go to https addresses on the internet, at port 443 or 8443, without a name or password."
    )

    def __init__(self, reason: str, setting: str | None = None) -> None:
        if setting is None:
            super().__init__(reason=reason)
        else:
            way = f"To send them to this machine, start Wangi with {setting}=true and write 127.0.0.1."
            super().__init__(f"{self.message} {way}", reason=reason, setting=setting)


class WebhookPaused(DomainError):
    """Nothing is sent to an endpoint while it is paused."""

    code = "webhook_paused"
    message = "This webhook is paused. Resume it first."


class WebhookFull(DomainError):
    """As much waits for an endpoint as is kept for one."""

    code = "webhook_full"
    message = "Too much is waiting for this webhook. Try again when some of it has gone."


Event = Literal[
    "listing.published",
    "listing.changed",
    "listing.removed",
    "listing.sold",
    "auction.opened",
    "auction.changed",
    "auction.cancelled",
    "auction.ended",
    "bid.placed",
    "bid.outbid",
    "auction.won",
    "auction.lost",
    "order.opened",
    "order.paid",
    "order.shipped",
    "order.delivered",
    "order.cancelled",
    "order.completed",
    "payment.held",
    "payment.released",
    "payment.refunded",
    "dispute.opened",
    "dispute.resolved",
]


EVENTS: Final[tuple[Event, ...]] = get_args(Event)


TEST_EVENT: Final = "webhook.test"


# A key with this scope reads the same; by the first word of the event, and for two of a bidder's.
_SCOPES: Final[dict[str, Scope]] = {
    "bid.outbid": "account:read", "auction.won": "account:read", "auction.lost": "account:read",
    "listing": "listings:read", "auction": "listings:read", "bid": "listings:read",
    "order": "orders:read", "payment": "orders:read", "dispute": "orders:read",
}  # fmt: skip


Status = Literal["active", "paused"]


# Why an endpoint is paused: by its owner, by us, or because the account was taken back or banned.
PauseReason = Literal["owner", "failing", "gone", "banned", "account"]


State = Literal["waiting", "delivered", "failed"]


MOST_ENDPOINTS = 5


LONGEST_NAME = 64


# So long the secret of before signs too after a rotation.
OVERLAP = timedelta(hours=24)


# Deliveries that may wait for one endpoint; further ones are not kept. Of those that are over, the newest
# are.
MOST_WAITING, MOST_KEPT = 2_000, 1_000


KEPT = timedelta(days=7)


# At the same time to one endpoint, and to one that does not answer well.
AT_ONCE, AT_ONCE_FAILING = 8, 1


ANSWER_SECONDS = 10.0


# After an attempt without any answer, nothing is sent to the endpoint for so long.
COOLDOWN = timedelta(seconds=30)


# A delivery that a process took and did not finish goes again after so long: longer than an answer may take.
LEASE = timedelta(seconds=60)


_MINUTE, _HOUR = 60, 3_600


# Seconds between attempts, which add up to three days.
RETRIES = (
    5, 5 * _MINUTE, 30 * _MINUTE, 2 * _HOUR, 5 * _HOUR, 10 * _HOUR, 14 * _HOUR, 20 * _HOUR, 20 * _HOUR,
)  # fmt: skip


JITTER = 0.2


GIVE_UP_AFTER = timedelta(days=3)


# An endpoint that has taken nothing for so long is paused.
PAUSE_AFTER = timedelta(days=3)


GONE = 410


_SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - how each begins


def scope_of(event: Event) -> Scope:
    return _SCOPES.get(event) or _SCOPES[event.partition(".")[0]]


def in_order(events: Iterable[Event]) -> list[Event]:
    """Return each event once, in the order of the form."""
    chosen = set(events)
    return [event for event in EVENTS if event in chosen]


def new_secret() -> bytes:
    """Return a key for signatures: 256 random bits."""
    return secrets.token_bytes(32)


def secret_text(secret: bytes) -> str:
    return _SECRET_PREFIX + base64.b64encode(secret).decode()


def signatures(keys: Sequence[bytes], message_id: str, timestamp: int, body: str) -> str:
    """Return the header `webhook-signature`: one signature for each secret that counts."""
    signed = f"{message_id}.{timestamp}.{body}".encode()
    digests = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    return " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in digests)


def is_taken(status: int | None) -> bool:
    """Return whether the receiver has taken a delivery. A redirect is no answer: it is not followed."""
    return status is not None and 200 <= status < 300


def next_attempt(attempts: int, created_at: datetime, now: datetime, jitter: float) -> datetime | None:
    """Return when a delivery is tried again after so many attempts; None when it has failed for good.

    `jitter` from 0 to 1 spreads those that failed together."""
    if attempts > len(RETRIES):
        return None
    again = now + timedelta(seconds=RETRIES[attempts - 1] * (1 + JITTER * (2 * jitter - 1)))
    return again if again < created_at + GIVE_UP_AFTER else None


def check_name(name: str) -> str:
    """Return what the owner calls an endpoint, to know it again: one line, never empty."""
    name = name.strip()
    if not name:
        raise ValueError("Please give the webhook a name")
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name
