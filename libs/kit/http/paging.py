"""Keyset pagination. Only the first pages can be requested by number."""

import base64
import binascii
import json
from typing import Annotated

from fastapi import Query, Request

from libs.kit.errors import InvalidInput

Cursor = Annotated[str | None, Query(max_length=200)]
LimitDep = Annotated[int, Query(ge=1, le=200)]
PageDep = Annotated[int, Query(ge=1, le=10_000)]
# A numbered page costs as much as all rows before it.
DEEPEST = 10_000


def rows_to_skip(page: int, limit: int) -> int:
    if page * limit > DEEPEST:
        raise InvalidInput.field("page", "Go on from here by the cursor of the Link header")
    return (page - 1) * limit


def cursor_of(*position: str | int) -> str:
    return base64.urlsafe_b64encode(json.dumps(position, separators=(",", ":")).encode()).decode().rstrip("=")


def next_page(request: Request, *position: str | int) -> str:
    """Returns the value of the header `Link` for the rows after this position."""
    following = request.url.remove_query_params("page").include_query_params(cursor=cursor_of(*position))
    return f'<{following.path}?{following.query}>; rel="next"'


def row_of(cursor: str) -> int:
    (row,) = position_of(cursor, 1)
    if not isinstance(row, int) or not 0 <= row < 2**63:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return row


def position_of(cursor: str, parts: int) -> list[str | int]:
    """Raises InvalidInput unless the cursor was made by `cursor_of` with this number of parts."""
    try:
        position = json.loads(base64.urlsafe_b64decode(cursor[:512] + "=" * (-len(cursor) % 4)))
    except (binascii.Error, UnicodeDecodeError, ValueError):
        raise InvalidInput.field("cursor", "This is not a cursor of ours.") from None
    if not isinstance(position, list) or len(position) != parts:
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    if not all(isinstance(part, str) or type(part) is int for part in position):
        raise InvalidInput.field("cursor", "This is not a cursor of ours.")
    return position
