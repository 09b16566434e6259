"""Push: which services are sent to, how a message is addressed, how often it is tried, when a device is given
up."""

import base64
import hashlib
import re
from datetime import timedelta
from typing import Final, Literal
from urllib.parse import urlsplit

from libs.kit.http.errors import DomainError
from services.auth.webhooks.addresses import AddressRefused, check_address, host_of, is_loopback


class PushServiceUnknown(DomainError):
    """The address is of no push service that browsers use."""

    status = 422
    code = "push_service_unknown"
    message = "Wangi does not know the push service of this browser."


# The push services of the browsers that there are. An address anywhere else is no browser's.
SERVICES: Final = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com")


SERVICES_BELOW: Final = (".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")


LONGEST_ENDPOINT: Final = 1000


MOST_DEVICES: Final = 10


# Of messages in a row that its service did not take; then the device is given up.
MOST_FAILURES: Final = 8


# A browser that was not opened for so long has most likely forgotten us.
DEVICE_LIFETIME = timedelta(days=180)


# What could not be sent by then is in the app and in the mail.
KEPT = timedelta(hours=24)


# A message that a process took and did not finish goes again after so long: longer than an answer may take.
LEASE = timedelta(seconds=60)


RETRIES: Final = (30, 120, 600)


LONGEST_WAIT: Final = 3_600


LONGEST_TITLE, LONGEST_BODY = 120, 300


GONE: Final = (404, 410)


# We are at fault, not the device: another key, a wrong clock, a form that the service does not take.
OURS: Final = (400, 401, 403)


# News that is old soon, and news for which a phone is woken.
_OLD_SOON = frozenset({"outbid", "ending_soon"})


_URGENT = frozenset({"outbid", "ending_soon", "won", "message"})


_SECONDS = re.compile(r"[0-9]{1,6}")


Outcome = Literal["sent", "gone", "refused", "again", "dropped"]


def check_endpoint(endpoint: str, *, to_loopback: bool) -> None:
    """Raise for an address that is not of a known push service; `to_loopback` is for tests."""
    check_address(endpoint, to_loopback=to_loopback)
    host = host_of(endpoint)
    if to_loopback and is_loopback(host):
        return
    if host not in SERVICES and not host.endswith(SERVICES_BELOW):
        raise AddressRefused("host")


def hash_of(endpoint: str) -> bytes:
    return hashlib.sha256(endpoint.encode()).digest()


def audience_of(endpoint: str) -> str:
    """Return the service that a signature is for (RFC 8292)."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def topic_of(kind: str, about: str) -> str:
    """Return the mark by which a service replaces what still waits about the same thing (RFC 8030)."""
    return as_text(hashlib.sha256(f"{kind} {about}".encode()).digest()[:24])


def seconds_to_live(kind: str) -> int:
    return 3_600 if kind in _OLD_SOON else 86_400


def urgency_of(kind: str) -> str:
    """Return whether a sleeping device is woken for it."""
    return "high" if kind in _URGENT else "normal"


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def outcome_of(status: int | None, attempts: int) -> Outcome:
    """Return what comes of an answer after so many attempts."""
    if status is not None and 200 <= status < 300:
        return "sent"
    if status in GONE:
        return "gone"
    if status in OURS:
        return "dropped"
    may_pass = status is None or status == 429 or status >= 500
    return "again" if may_pass and attempts <= len(RETRIES) else "refused"


def seconds_to_wait(attempts: int, retry_after: str | None, jitter: float) -> float:
    """Return how long to wait: as long as the service asks for, within an hour, or ever longer. `jitter` from
    0 to 1 spreads those that failed together."""
    usual = RETRIES[min(attempts, len(RETRIES)) - 1] * (0.8 + 0.4 * jitter)
    asked = int(retry_after) if retry_after and _SECONDS.fullmatch(retry_after) else 0
    return min(max(usual, asked), LONGEST_WAIT)


def as_text(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
