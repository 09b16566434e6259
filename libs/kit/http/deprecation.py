"""Marks deprecated routes. Their successful responses contain the end date and the replacement (RFC 9745, RFC
8594)."""

from datetime import UTC, date, datetime, time, timedelta
from email.utils import format_datetime
from typing import Any

from fastapi import Depends, Response

# Promised in docs/integrators.md.
MIN_NOTIFICATION = timedelta(days=180)


def deprecated(since: date, until: date, instead: str) -> dict[str, Any]:
    """Use as `@router.get("/old", **deprecated(...))`."""
    if until - since < MIN_NOTIFICATION:
        raise ValueError(f"{since} to {until} is less than {MIN_NOTIFICATION.days} days of notice")
    headers = {
        "Deprecation": f"@{int(_midnight(since).timestamp())}",
        "Sunset": format_datetime(_midnight(until), usegmt=True),
    }

    def say_when_it_ends(response: Response) -> None:
        response.headers.update(headers)
        response.headers.append("Link", f'<{instead}>; rel="successor-version"')

    ends = {"x-sunset": until.isoformat(), "x-instead": instead}
    return {"deprecated": True, "dependencies": [Depends(say_when_it_ends)], "openapi_extra": ends}


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
