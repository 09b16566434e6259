import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal, get_args

from libs.contracts.scopes import Scope
from libs.kit.errors import DomainError


class TooManyWebhooks(DomainError):
    code = "too_many_webhooks"
    message = "You have 5 webhooks already. Delete one first."


class WebhookAddressRefused(DomainError):
    """`reason` is the rule that the URL breaks. `setting` is the setting that would allow it on a developer's
    machine."""

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
    code = "webhook_paused"
    message = "This webhook is paused. Resume it first."


class WebhookFull(DomainError):
    code = "webhook_full"
    message = "Too much is waiting for this webhook. Try again when some of it has gone."


WebhookEvent = Literal[
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


WEBHOOK_EVENTS: Final[tuple[WebhookEvent, ...]] = get_args(WebhookEvent)


TEST_EVENT: Final = "webhook.test"


# The API scope for the same data, by the full name of the event or the part before the dot.
_SCOPES: Final[dict[str, Scope]] = {
    "bid.outbid": "account:read", "auction.won": "account:read", "auction.lost": "account:read",
    "listing": "listings:read", "auction": "listings:read", "bid": "listings:read",
    "order": "orders:read", "payment": "orders:read", "dispute": "orders:read",
}  # fmt: skip


Status = Literal["active", "paused"]


# The owner paused the endpoint, deliveries failed, or the account was banned or recovered.
PauseReason = Literal["owner", "failing", "gone", "banned", "account"]


State = Literal["waiting", "delivered", "failed"]


MAX_ENDPOINTS = 5


LONGEST_NAME = 64


# After a rotation, the previous secret also signs for this time.
OVERLAP = timedelta(hours=24)


# Maximum number of queued deliveries per endpoint, above which new deliveries are dropped. Maximum number of
# ended deliveries that are kept.
MAX_WAITING, MAX_KEPT = 2_000, 1_000


KEPT = timedelta(days=7)


# Maximum number of concurrent requests to an endpoint, and to a failing endpoint.
AT_ONCE, AT_ONCE_FAILING = 8, 1


ANSWER_SECONDS = 10.0


# After an attempt without a response, nothing is sent to the endpoint for this time.
COOLDOWN = timedelta(seconds=30)


# An unfinished delivery becomes due again after this time. Longer than the request timeout.
LEASE = timedelta(seconds=60)


_MINUTE, _HOUR = 60, 3_600


# Seconds between attempts, three days in total.
RETRIES = (
    5, 5 * _MINUTE, 30 * _MINUTE, 2 * _HOUR, 5 * _HOUR, 10 * _HOUR, 14 * _HOUR, 20 * _HOUR, 20 * _HOUR,
)  # fmt: skip


JITTER = 0.2


GIVE_UP_AFTER = timedelta(days=3)


# An endpoint that has accepted nothing for this time is paused.
PAUSE_AFTER = timedelta(days=3)


GONE = 410


_SECRET_PREFIX: Final = "whsec_"  # noqa: S105 - how each begins


def scope_of(event: WebhookEvent) -> Scope:
    return _SCOPES.get(event) or _SCOPES[event.partition(".")[0]]


def in_order(events: Iterable[WebhookEvent]) -> list[WebhookEvent]:
    chosen = set(events)
    return [event for event in WEBHOOK_EVENTS if event in chosen]


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def secret_text(secret: bytes) -> str:
    return _SECRET_PREFIX + base64.b64encode(secret).decode()


def signatures(keys: Sequence[bytes], message_id: str, timestamp: int, body: str) -> str:
    signed = f"{message_id}.{timestamp}.{body}".encode()
    digests = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    return " ".join(f"v1,{base64.b64encode(digest).decode()}" for digest in digests)


def is_taken(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


def next_attempt(attempts: int, created_at: datetime, now: datetime, jitter: float) -> datetime | None:
    """Returns None if there are no attempts left. `jitter` (0 to 1) spreads deliveries that failed
    together."""
    if attempts > len(RETRIES):
        return None
    again = now + timedelta(seconds=RETRIES[attempts - 1] * (1 + JITTER * (2 * jitter - 1)))
    return again if again < created_at + GIVE_UP_AFTER else None


def check_name(name: str) -> str:
    name = name.strip()
    if not name:
        raise ValueError("Please give the webhook a name")
    if len(name) > LONGEST_NAME:
        raise ValueError("Name must be 64 characters or less")
    if not name.isprintable():
        raise ValueError("Name must be a single line of text")
    return name
