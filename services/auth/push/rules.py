import base64
import hashlib
import re
from datetime import timedelta
from typing import Final, Literal
from urllib.parse import urlsplit

from libs.kit.errors import DomainError
from services.auth.webhooks.addresses import AddressRefused, check_address, host_of, is_loopback


class PushServiceUnknown(DomainError):
    status = 422
    code = "push_service_unknown"
    message = "Wangi does not know the push service of this browser."


# Hosts of the push services that common browsers use. Other hosts are refused.
SERVICES: Final = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com")


SERVICES_BELOW: Final = (".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")


LONGEST_ENDPOINT: Final = 1000


MAX_DEVICES: Final = 10


# A device is deleted after this many consecutive failures.
MAX_FAILURES: Final = 8


# After this time the browser has most likely dropped the subscription.
DEVICE_LIFETIME = timedelta(days=180)


# After this time the message is dropped. The notification stays in the app.
KEPT = timedelta(hours=24)


# An unfinished message becomes due again after this time. Longer than the request timeout.
LEASE = timedelta(seconds=60)


RETRIES: Final = (30, 120, 600)


LONGEST_WAIT: Final = 3_600


LONGEST_TITLE, LONGEST_BODY = 120, 300


GONE: Final = (404, 410)


# Status codes for our own errors, such as a wrong key, clock or format. They do not count against the device.
OURS: Final = (400, 401, 403)


# Kinds that are outdated within an hour, and kinds that may wake a phone.
_OLD_SOON = frozenset({"outbid", "ending_soon"})


_URGENT = frozenset({"outbid", "ending_soon", "won", "message"})


_SECONDS = re.compile(r"[0-9]{1,6}")


Outcome = Literal["sent", "gone", "refused", "again", "dropped"]


def check_endpoint(endpoint: str, *, to_loopback: bool) -> None:
    """Raises AddressRefused for unknown push services. `to_loopback` is for tests."""
    check_address(endpoint, to_loopback=to_loopback)
    host = host_of(endpoint)
    if to_loopback and is_loopback(host):
        return
    if host not in SERVICES and not host.endswith(SERVICES_BELOW):
        raise AddressRefused("host")


def hash_of(endpoint: str) -> bytes:
    return hashlib.sha256(endpoint.encode()).digest()


def audience_of(endpoint: str) -> str:
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def topic_of(kind: str, about: str) -> str:
    """The topic replaces queued messages about the same subject (RFC 8030)."""
    return as_text(hashlib.sha256(f"{kind} {about}".encode()).digest()[:24])


def seconds_to_live(kind: str) -> int:
    return 3_600 if kind in _OLD_SOON else 86_400


def urgency_of(kind: str) -> str:
    return "high" if kind in _URGENT else "normal"


def shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def outcome_of(status: int | None, attempts: int) -> Outcome:
    if status is not None and 200 <= status < 300:
        return "sent"
    if status in GONE:
        return "gone"
    if status in OURS:
        return "dropped"
    may_pass = status is None or status == 429 or status >= 500
    return "again" if may_pass and attempts <= len(RETRIES) else "refused"


def seconds_to_wait(attempts: int, retry_after: str | None, jitter: float) -> float:
    """Returns our own delay or the delay that the service requests, whichever is longer, up to an hour.
    `jitter` (0 to 1) spreads messages that failed together."""
    usual = RETRIES[min(attempts, len(RETRIES)) - 1] * (0.8 + 0.4 * jitter)
    asked = int(retry_after) if retry_after and _SECONDS.fullmatch(retry_after) else 0
    return min(max(usual, asked), LONGEST_WAIT)


def as_text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
