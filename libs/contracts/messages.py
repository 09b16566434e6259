"""The wire format of messages that the gateway batches to messaging."""

import json
from typing import Any, NamedTuple

PATH = "/internal/messages/batch"


class SubmittedMessage(NamedTuple):
    """A message from a client.
    The response is `{"sent": ..., "received": ...}`, the message as rendered for the sender and for the
    receiver."""

    body: str
    token: str
    key: str | None
    request_id: str
    traceparent: str | None


class ShownMessage(NamedTuple):
    """The response to a message, as JSON for sender and receiver."""

    sent: str
    received: str
    # The parsed `sent`.
    fields: dict[str, Any]


_SENT, _RECEIVED = '{"sent":', ',"received":'
_read = json.JSONDecoder().raw_decode


def encode_two_views(sent: str, received: str) -> bytes:
    return f"{_SENT}{sent}{_RECEIVED}{received}}}".encode()


def shown_of(body: bytes) -> ShownMessage:
    """Raises ValueError for an invalid response."""
    text = body.decode()
    if not text.startswith(_SENT):
        raise ValueError("no message as its sender sees it")
    fields, end = _read(text, len(_SENT))
    if not text.startswith(_RECEIVED, end) or not text.endswith("}"):
        raise ValueError("no message as its receiver sees it")
    return ShownMessage(text[len(_SENT) : end], text[end + len(_RECEIVED) : -1], fields)
