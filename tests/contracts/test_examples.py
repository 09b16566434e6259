import json
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from pydantic import BaseModel

from gateway.openapi import COMMITTED
from libs.contracts.examples import example_of
from libs.contracts.services import SERVICES
from libs.kit.http.schemas import In


def _bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    contract = json.loads(COMMITTED.read_text(encoding="utf-8"))
    for path, operations in contract["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body is not None:
                name = body["schema"].get("$ref", "").rpartition("/")[2]
                yield f"{method.upper()} {path}", contract["components"]["schemas"].get(name, body["schema"])


def _answers() -> Iterator[tuple[str, dict[str, Any]]]:
    """JSON examples of successful responses."""
    contract = json.loads(COMMITTED.read_text(encoding="utf-8"))
    for path, operations in contract["paths"].items():
        for method, operation in operations.items():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {}).get("application/json")
                if content and status.startswith("2"):
                    yield f"{method.upper()} {path} {status}", content


def _parameters() -> Iterator[tuple[str, dict[str, Any]]]:
    """Path parameters and required query parameters."""
    contract = json.loads(COMMITTED.read_text(encoding="utf-8"))
    for path, operations in contract["paths"].items():
        for method, operation in operations.items():
            for item in operation.get("parameters", ()):
                if item["in"] == "path" or (item["in"] == "query" and item.get("required")):
                    yield f"{method.upper()} {path} {item['name']}", item


def _objects(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _objects(item)


def _fits(example: object, schema: dict[str, Any]) -> bool:
    return Draft202012Validator(schema, format_checker=FormatChecker()).is_valid(example)


def _kinds(kind: type[BaseModel]) -> Iterator[type[BaseModel]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _kinds(below)


def _bodies_with_examples() -> dict[str, tuple[type[BaseModel], object]]:
    for service in SERVICES:
        import_module(f"services.{service}.main")
    found: dict[str, tuple[type[BaseModel], object]] = {}
    for kind in _kinds(In):
        extra = kind.model_config.get("json_schema_extra")
        if isinstance(extra, dict) and "example" in extra:
            found[f"{kind.__module__}.{kind.__name__}"] = kind, extra["example"]
    return found


BODIES, WRITTEN = dict(_bodies()), _bodies_with_examples()


def test_each_body_has_an_example() -> None:
    assert [call for call, body in BODIES.items() if "example" not in body] == []


def test_each_body_example_is_accepted() -> None:
    for kind, example in WRITTEN.values():
        kind.model_validate(example)


def test_each_answer_example_matches_its_schema() -> None:
    models = json.loads(COMMITTED.read_text(encoding="utf-8"))["components"]
    answers = dict(_answers())
    assert len(answers) > 250
    for call, content in answers.items():
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **content["schema"],
            "components": models,
        }
        faults = list(
            Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(content["example"])
        )
        assert faults == [], call


def test_each_parameter_has_a_valid_example() -> None:
    parameters = dict(_parameters())
    paths = json.loads(COMMITTED.read_text(encoding="utf-8"))["paths"]
    named = {
        f"{method.upper()} {path} {name}"
        for path, operations in paths.items()
        for method in operations
        for name in re.findall(r"{(\w+)}", path)
    }
    assert len(named) > 150
    assert named <= parameters.keys()
    for call, parameter in parameters.items():
        assert "example" in parameter, call
        assert _fits(parameter["example"], parameter["schema"]), call


def test_parameter_examples_match_answer_examples() -> None:
    examples = {call: one["example"] for call, one in _parameters()}
    answer = dict(_answers())["GET /api/auctions/{auction_id} 200"]
    [shown] = {item["auctionId"] for item in _objects(answer["example"]) if "auctionId" in item}
    assert examples["GET /api/auctions/{auction_id} auction_id"] == shown


def test_control_invalid_example_is_found() -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number", "maximum": 100}}}
    assert example_of(schema, {}) == {"price": 100.0}
    assert list(Draft202012Validator(schema).iter_errors({"price": 640.0}))
