import json
from typing import Any
from urllib.parse import parse_qsl

from fastapi import Request

MAX_BYTES = 16 * 1024


class Refused(Exception):
    """An error in Billplz's format. The message is a string or a list."""

    def __init__(self, status: int, kind: str, message: Any) -> None:
        super().__init__(kind)
        self.status, self.kind, self.message = status, kind, message


async def fields_of(request: Request) -> dict[str, str]:
    body = await request.body()
    if len(body) > MAX_BYTES:
        raise Refused(422, "RecordInvalid", ["Too long"])
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            read = json.loads(body)
            return {str(name): str(value) for name, value in read.items() if value is not None}
        return dict(parse_qsl(body.decode(), keep_blank_values=True))
    except (ValueError, AttributeError):
        raise Refused(422, "RecordInvalid", "Not readable") from None
