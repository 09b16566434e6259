from collections.abc import Iterator
from typing import Any

import pytest

from gateway.tests.harness import open_harness
from gateway.tests.live.support import open_auction, open_conversations, plain, receive, say
from libs.contracts.frame_names import CLIENT_FRAMES
from libs.contracts.services import SERVICES
from tests.security.route_rights import ADMIN, FINANCE, MODERATOR, STAFF, WHO
from tests.security.test_matrix import CONTRACT, OPERATIONS, Everybody, everybody  # noqa: F401 - a fixture
from tests.security.test_models import bodies, models_in, routes_of

pytestmark = pytest.mark.servers
ROLE_OF = {STAFF: "support", MODERATOR: "moderator", FINANCE: "finance", ADMIN: "admin"}
NO_BOOLEAN: tuple[Any, ...] = (1, 0, 1.0, "yes", "no", "true", "", [], {})
NO_NUMBER: tuple[Any, ...] = (True, False, "yes", "", [True], {})
WRITTEN_NUMBER: tuple[Any, ...] = ("1", "1.5")
# A path into a body, and the values refused there. A number is a list index.
Field = tuple[tuple[str, ...], tuple[Any, ...]]
LIST = "0"
# The auction service checks bid amounts itself.
BID_AMOUNT = {"number", "string"}


def wrong_values(
    schema: dict[str, Any], shared: dict[str, Any], path: tuple[str, ...] = ()
) -> Iterator[Field]:
    choices = [resolved(item, shared) for item in schema.get("anyOf", [schema])]
    types = {item.get("type") for item in choices}
    if types == BID_AMOUNT:
        return
    if types & {"integer", "number"}:
        yield path, without_text(NO_NUMBER) if "string" in types else number_values(choices)
    elif "boolean" in types:
        yield path, NO_BOOLEAN
    for choice in choices:
        for name, inner in choice.get("properties", {}).items():
            yield from wrong_values(inner, shared, (*path, name))
        if "items" in choice:
            yield from wrong_values(choice["items"], shared, (*path, LIST))


def number_values(choices: list[dict[str, Any]]) -> tuple[Any, ...]:
    """RM may be sent as typed, an id or a count may not."""
    is_ringgit = any(choice.get("multipleOf") == 0.01 for choice in choices)
    return NO_NUMBER if is_ringgit else NO_NUMBER + WRITTEN_NUMBER


def without_text(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value for value in values if not isinstance(value, str))


def resolved(schema: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return shared[reference.rsplit("/", 1)[1]] if reference else schema


def body_with(path: tuple[str, ...], value: Any) -> Any:
    for name in reversed(path):
        value = [value] if name == LIST else {name: value}
    return value


def fields_of(operation: str) -> list[Field]:
    method, path = operation.split(" ")
    content = CONTRACT["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema")
    return [] if schema is None else list(wrong_values(schema, CONTRACT["components"]["schemas"]))


ROUTES = {operation: fields for operation in OPERATIONS if (fields := fields_of(operation))}


@pytest.mark.parametrize("operation", ROUTES)
async def test_route_refuses_wrong_types_as_invalid_input(
    everybody: Everybody,  # noqa: F811
    operation: str,
) -> None:
    """P-F8, ADM-08, REV-01"""
    for path, values in ROUTES[operation]:
        for value in values:
            role = ROLE_OF.get(WHO[operation], "seller")
            answer = await everybody.ask(operation, role, at=everybody.one, body=body_with(path, value))
            body = answer.json()
            assert (answer.status_code, body["code"]) == (422, "invalid_input"), (path, value, body)
            refused = {fault["field"] for fault in body["details"]["fields"]}
            assert any(field.startswith(".".join(path)) for field in refused), (path, value, refused)


@pytest.mark.parametrize("field", ["amount", "maxAmount"])
async def test_bid_amount_of_another_type_is_refused(
    everybody: Everybody,  # noqa: F811
    field: str,
) -> None:
    """P-F8"""
    for value in without_text(NO_NUMBER):
        bid = {"amount": 105} | {field: value}
        answer = await everybody.ask(
            "POST /api/auctions/{auction_id}/bids", "buyer", at=everybody.one, body=bid
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_amount"), (value, answer.text)


INTERNAL = {
    f"{service}-{model.__name__}": model
    for service in SERVICES
    for route in routes_of(service)
    if route.path.startswith("/internal")
    for body in bodies(route.dependant)
    for model in models_in(body)
}


@pytest.mark.parametrize("name", INTERNAL)
def test_internal_body_refuses_wrong_types(name: str) -> None:
    """P-F8"""
    model = INTERNAL[name]
    schema = model.model_json_schema()
    for path, values in wrong_values(schema, schema.get("$defs", {})):
        for value in values:
            assert not takes(model, path, value), (path, value)


def takes(model: Any, path: tuple[str, ...], value: Any) -> bool:
    try:
        model.model_validate(body_with(path, value))
    except ValueError as refused:
        places: list[tuple[Any, ...]] = [fault["loc"] for fault in refused.errors()]  # type: ignore[attr-defined]
        return not any(tuple(map(str, place))[: len(path)] == path for place in places)
    return True


@pytest.mark.parametrize("name", CLIENT_FRAMES)
async def test_frame_refuses_wrong_types_as_invalid_input(name: str) -> None:
    """P-F8"""
    schema = CLIENT_FRAMES[name].model_json_schema()
    async with open_harness() as harness, plain(harness) as ws:
        open_auction(harness)
        open_conversations(harness)
        await receive(ws)
        await say(ws, "auth", token=harness.token(7))
        assert (await receive(ws))["type"] == "auth_success"
        for path, values in wrong_values(schema, schema.get("$defs", {})):
            for value in values:
                await say(ws, name, id="asked", **body_with(path, value))
                answer = await receive(ws)
                assert (answer["type"], answer["code"]) == ("error", "invalid_input"), (path, value, answer)
                assert path[0] in {fault["field"] for fault in answer["details"]["fields"]}, (path, value)


def test_typed_fields_are_found() -> None:
    assert (("isBanned",), NO_BOOLEAN) in ROUTES["PATCH /api/admin/users/{user_id}/ban"]
    assert sum(map(len, ROUTES.values())) > 80
    assert len(INTERNAL) > 5
