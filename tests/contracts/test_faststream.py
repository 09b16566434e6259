import contextlib
from importlib import import_module
from typing import Any

import pytest
from faststream.kafka import TestKafkaBroker
from faststream.kafka.subscriber.usecase import BatchSubscriber
from faststream.kafka.testing import build_message
from faststream.specification import AsyncAPI

from libs.contracts.event import Event, envelope_json
from libs.contracts.generate import asyncapi, schema_of
from libs.contracts.services import SERVICES
from libs.kit.events.subscribing import Subscriptions, carries

SUBSCRIPTIONS: dict[str, Subscriptions] = {
    name: import_module(f"services.{name}.subscribers").subscriptions for name in SERVICES
}
_DECLARED: list[tuple[str, type[Event], Any, Any]] = [
    (name, kind, subscriber, call)
    for name, subscriptions in SUBSCRIPTIONS.items()
    for subscriber in subscriptions.broker.subscribers
    for call in subscriber.calls
    if isinstance(call.filter, carries)
    for kind in call.filter.kinds
]
# Each worker must find the same tests.
DECLARED = sorted(_DECLARED, key=lambda one: (one[0], one[1].type_name()))
HANDLERS = [pytest.param(*item, id=f"{item[0]}: {item[1].type_name()}") for item in DECLARED]


class Reached(Exception): ...


class Session:
    def __getattr__(self, name: str) -> Any:
        raise Reached


@pytest.mark.parametrize("service", SERVICES)
def test_faststream_topics_and_fields_match_the_contract(service: str) -> None:
    specification = AsyncAPI(SUBSCRIPTIONS[service].broker).to_specification().to_jsonable()
    ours = {channel["address"] for name, channel in asyncapi()["channels"].items() if name != "live"}
    assert {channel["address"] for channel in specification["channels"].values()} <= ours
    schemas = specification["components"]["schemas"]
    for kind in {item[1] for item in DECLARED if item[0] == service}:
        # Modules distinguish events with the same name.
        named = [schema for name, schema in schemas.items() if name.split("__")[-1] == kind.__name__]
        assert named, kind
        for schema in named:
            assert set(schema["properties"]) == set(schema_of(kind)["properties"])
            assert schema.get("required") == schema_of(kind).get("required")


def simplest(schema: dict[str, Any], named: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return simplest(named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        return simplest(schema["anyOf"][0], named)
    for given in ("default", "const"):
        if given in schema:
            return schema[given]
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: simplest(schema["properties"][name], named) for name in schema.get("required", ())}
    if schema["type"] == "string":
        return (
            "2026-11-23T08:00:00Z"
            if schema.get("format") == "date-time"
            else "a" * schema.get("minLength", 1)
        )
    least = (
        [simplest(schema["items"], named) for _ in range(schema.get("minItems", 0))]
        if "items" in schema
        else []
    )
    return {"integer": schema.get("minimum", 1), "number": 1, "boolean": True, "array": least}[schema["type"]]


@pytest.mark.parametrize(("service", "kind", "subscriber", "call"), HANDLERS)
async def test_faststream_routes_each_event_to_its_handler(
    service: str, kind: type[Event], subscriber: Any, call: Any
) -> None:
    schema = schema_of(kind)
    event = kind.parse(simplest(schema, schema.get("$defs", {})))
    record = await build_message(envelope_json(event, 1), kind.topic, serializer=None)
    is_batch = isinstance(subscriber, BatchSubscriber)
    broker = SUBSCRIPTIONS[service].broker
    async with TestKafkaBroker(broker):
        with broker.context.scope("session", Session()), contextlib.suppress(Reached):
            await subscriber.process_message((record,) if is_batch else record)
        call.handler.mock.assert_called_once_with([event] if is_batch else event)
