"""Staff events in a service's outbox."""

import json
from typing import Any

from libs.kit.testing import Service

Changed = dict[str, tuple[Any, Any]]


async def events_in(service: Service, request_id: str | None, ending: str) -> list[dict[str, Any]]:
    """In order. None for all requests."""
    rows = await service.rows("SELECT payload FROM outbox ORDER BY id")
    events = [json.loads(row["payload"]) for row in rows]
    return [
        event
        for event in events
        if "type" in event  # Dead letters have no type.
        and event["type"].split(".")[2].endswith(ending)
        and (request_id is None or event["data"]["requestId"] == request_id)
    ]


async def changes_in(service: Service, answer: Any) -> list[tuple[str, int | None, Changed]]:
    """Act, object, and fields before and after."""
    events = await events_in(service, answer.headers["x-request-id"], "ChangedByStaff")
    return [(item["data"]["act"], item["data"]["aboutId"], fields_of(item)) for item in events]


async def changes_of_case(service: Service, case_id: int) -> list[tuple[str, int | None, Changed]]:
    events = await events_in(service, None, "ChangedByStaff")
    mine = [item["data"] for item in events if item["data"]["caseId"] == case_id]
    return [(item["act"], item["aboutId"], fields_of({"data": item})) for item in mine]


def fields_of(event: dict[str, Any]) -> Changed:
    return {field["name"]: (field["before"], field["after"]) for field in event["data"]["fields"]}
