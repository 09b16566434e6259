"""Bids that travel together from the gateway to the auction service."""

from typing import NamedTuple

PATH = "/internal/bids"


class SubmittedBid(NamedTuple):
    """A bid as a client sent it, with its token, idempotency key and trace."""

    auction_id: int
    body: str
    token: str
    key: str | None
    request_id: str
    traceparent: str | None
