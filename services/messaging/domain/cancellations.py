"""Requests to cancel a deal after its payment: both people have to want it at the same step."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from services.messaging.domain.deals import Role

REQUEST_LASTS = timedelta(hours=48)


@dataclass(frozen=True)
class CancelRequest:
    """Who asked to cancel, and when. Every later step of the deal deletes it."""

    by: Role
    at: datetime

    @property
    def until(self) -> datetime:
        return self.at + REQUEST_LASTS


def open_request(by: Role | None, at: datetime | None, now: datetime) -> CancelRequest | None:
    """Return the request that still stands, if any. One without a time is from before they ended."""
    if by is None or at is None or now >= at + REQUEST_LASTS:
        return None
    return CancelRequest(by, at)


def agreed_request(request: CancelRequest | None, role: Role) -> CancelRequest | None:
    """Return the request of the other person, to which this one agrees by cancelling too."""
    return request if request is not None and request.by != role else None
