from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from libs.kit.http.schemas import In, Instant, Out, check_keepable

LARGEST_PARAMS = 1024
EventName = Literal[
    "page_view", "view_item", "bid", "boost_purchase", "purchase", "message", "page_timing", "javascript_error",
    "promise_rejection",
]  # fmt: skip


def _small(params: dict[str, Any]) -> dict[str, Any]:
    check_keepable(params, LARGEST_PARAMS)
    return params


class WebEventIn(In):
    name: EventName
    at: Instant
    path: Annotated[str, Field(max_length=300, pattern=r"^/[^?#\x00]*$")]
    params: Annotated[dict[str, Any], Field(max_length=20), AfterValidator(_small)] = {}


class WebEventsIn(In):
    """Send events only after the visitor has consented."""

    model_config = In.model_config | {
        "json_schema_extra": {
            "example": {
                "session": "0123456789abcdef01234567",
                "events": [
                    {"name": "page_view", "at": "2026-11-21T08:00:00Z", "path": "/products", "params": {}}
                ],
            }
        }
    }

    session: Annotated[str, Field(pattern=r"^[0-9a-f]{24}$")]
    events: Annotated[list[WebEventIn], Field(min_length=1, max_length=20)]


class CountedOut(Out):
    counted: int


class DayOut(Out):
    day: date
    name: str
    times: int
    visits: int
