"""The wire format of bids that the gateway batches to the auction service."""

from typing import NamedTuple

PATH = "/internal/bids"


class SubmittedBid(NamedTuple):
    auction_id: int
    body: str
    token: str
    key: str | None
    request_id: str
    traceparent: str | None
