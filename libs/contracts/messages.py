"""Messages that travel together from the gateway to the messaging service."""

import json
from typing import Any, NamedTuple

PATH = "/internal/messages/batch"


class SubmittedMessage(NamedTuple):
    """A message as a client sent it, with its token, the client's id for it, and its trace.

    It is answered with `{"sent": ..., "received": ...}`: the message as its sender and as its receiver sees
    it."""

    body: str
    token: str
    key: str | None
    request_id: str
    traceparent: str | None


class ShownMessage(NamedTuple):
    """The answer to a message, as the texts that travel on to its two people."""

    sent: str
    received: str
    # What `sent` says.
    fields: dict[str, Any]


_SENT, _RECEIVED = '{"sent":', ',"received":'
_read = json.JSONDecoder().raw_decode


def encode_two_views(sent: str, received: str) -> bytes:
    return f"{_SENT}{sent}{_RECEIVED}{received}}}".encode()


def shown_of(body: bytes) -> ShownMessage:
    """Return both views of an answer; raises ValueError for what is none."""
    text = body.decode()
    if not text.startswith(_SENT):
        raise ValueError("no message as its sender sees it")
    fields, end = _read(text, len(_SENT))
    if not text.startswith(_RECEIVED, end) or not text.endswith("}"):
        raise ValueError("no message as its receiver sees it")
    return ShownMessage(text[len(_SENT) : end], text[end + len(_RECEIVED) : -1], fields)
