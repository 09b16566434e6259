"""Messages that travel together from the gateway to the messaging service."""

from typing import NamedTuple

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
