"""Checking that a call of a webhook comes from Wangi."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

TOLERANCE_SECONDS = 300


class InvalidWebhook(Exception):
    """It is not signed with this secret, or too old."""


def read_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None
) -> dict[str, Any]:
    """Return the message of a call that is signed with the secret and not older than five minutes."""
    given = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    at = time.time() if now is None else now
    if not sent_at.isdecimal() or len(sent_at) > 12 or abs(at - int(sent_at)) > TOLERANCE_SECONDS:
        raise InvalidWebhook("it is too old, or says no time")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    carried = given.get("webhook-signature", "").encode("utf-8", "replace").split(b" ")
    if not any(hmac.compare_digest(expected, one) for one in carried):
        raise InvalidWebhook("no signature is by this secret")
    message: dict[str, Any] = json.loads(body)
    return message
