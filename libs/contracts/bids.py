"""How bids travel together: the gateway posts one line for each bid, the auction service answers one line
for each."""

import json
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

PATH = "/internal/bids"
MEDIA_TYPE = "application/x-ndjson"


class SubmittedBid(NamedTuple):
    """A bid as a client sent it, with its token, idempotency key and trace."""

    auction_id: int
    body: str
    token: str
    key: str | None
    request_id: str
    traceparent: str | None


class BidAnswer(NamedTuple):
    """The status and the JSON text that answer one bid."""

    status: int
    body: bytes


# The line of a bid that the auction service did not decide: the gateway sends it alone, to its ordinary
# route.
_UNDECIDED_STATUS = b"0"
_UNDECIDED = _UNDECIDED_STATUS + b" {}"
# Picks the fields by name, so that a reader takes lines that a newer writer has added a field to.
_fields = itemgetter(*SubmittedBid._fields)


def encode_bids(bids: Iterable[SubmittedBid]) -> bytes:
    """Return the request body for these bids."""
    return "\n".join(json.dumps(bid._asdict(), ensure_ascii=False) for bid in bids).encode()


def decode_bids(body: bytes) -> list[SubmittedBid]:
    """Return the bids of a request body, in order."""
    return [SubmittedBid._make(_fields(json.loads(line))) for line in body.splitlines()]


def encode_answers(answers: Iterable[BidAnswer | None]) -> bytes:
    """Return the response body for these answers, in the order of the bids; None stands for an undecided
    bid."""
    return b"\n".join(_UNDECIDED if answer is None else b"%d %b" % answer for answer in answers)


def decode_answers(body: bytes) -> list[BidAnswer | None]:
    """Return the answers of a response body, in order; None for each undecided bid."""
    return [_answer(line) for line in body.splitlines()]


def _answer(line: bytes) -> BidAnswer | None:
    status, _, body = line.partition(b" ")
    return None if status == _UNDECIDED_STATUS else BidAnswer(int(status), body)
