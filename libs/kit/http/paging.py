"""Pages by position (keyset), never by offset: the last page costs what the first one costs."""

import base64
import binascii
import json
from typing import Annotated

from fastapi import Query

from libs.kit.http.errors import InvalidInput

LimitDep = Annotated[int, Query(ge=1, le=200)]
PageDep = Annotated[int, Query(ge=1, le=10_000)]


def cursor_of(*position: str | int) -> str:
    """Return an opaque cursor for the row at this position."""
    return base64.urlsafe_b64encode(json.dumps(position, separators=(",", ":")).encode()).decode().rstrip("=")


def row_of(cursor: str) -> int:
    """Return the row inside a cursor that names one row."""
    (row,) = position_of(cursor, 1)
    if not isinstance(row, int) or not 0 <= row < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return row


def position_of(cursor: str, parts: int) -> list[str | int]:
    """Return the position inside a cursor of ours; anything else is refused."""
    try:
        position = json.loads(base64.urlsafe_b64decode(cursor[:512] + "=" * (-len(cursor) % 4)))
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raise InvalidInput.field("cursor", "This is not a cursor of ours.") from None
    if not isinstance(position, list) or len(position) != parts:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    if not all(isinstance(part, str) or type(part) is int for part in position):
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return position
