import json
from typing import Any

import pytest

from gateway.openapi import COMMITTED, as_text, merge_documents
from gateway.tests.harness import Harness, as_object
from tools.openapi import merged_openapi


def _document(path: str, schema: str) -> dict[str, Any]:
    answer = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}}
    operation = {"operationId": "read", "responses": {"200": answer}}
    return {
        "paths": {path: {"get": operation}, "/internal/x": {"get": operation}},
        "components": {
            "schemas": {schema: {"properties": {"a": {"$ref": "#/components/schemas/Deep"}}}, "Deep": {}}
        },
    }


def test_same_schema_names_of_two_services_stay_separate() -> None:
    merged = merge_documents(
        {"catalog": _document("/api/categories", "Out"), "boost": _document("/api/boost/packages", "Out")}
    )
    assert sorted(merged["paths"]) == ["/api/boost/packages", "/api/categories"]
    assert sorted(merged["components"]["schemas"]) == ["BoostDeep", "BoostOut", "CatalogDeep", "CatalogOut"]
    read = merged["paths"]["/api/categories"]["get"]
    assert (read["operationId"], read["tags"]) == ("catalog_read", ["catalog"])


def test_each_operation_names_who_may_call_it() -> None:
    paths = json.loads(COMMITTED.read_text(encoding="utf-8"))["paths"]
    assert paths["/api/categories"]["get"]["security"] == [{}, {"apiKey": ["read"]}]
    assert paths["/api/favorites"]["get"]["security"] == [{"bearer": []}, {"apiKey": ["account:read"]}]
    assert paths["/api/boost/payouts"]["post"]["security"] == [{"bearer": []}]
    assert "security" not in paths["/api/v1/auth/login"]["post"]


def test_path_in_another_services_document_is_ignored() -> None:
    assert merge_documents({"boost": _document("/api/categories", "Out")})["paths"] == {}


def test_committed_contract_matches_services() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == as_text(merged_openapi()), "run `wangi openapi`"


async def test_contracts_are_served_without_external_hosts(harness: Harness) -> None:
    async with harness.http.get(f"{harness.address}/api/openapi.json") as answer:
        assert as_object(await answer.read()) == json.loads(COMMITTED.read_text(encoding="utf-8"))
    pages = (
        "/api/docs",
        "/api/v1/docs",
        "/api/docs/docs.js",
        "/api/docs/docs.css",
        "/developers/events",
        "/developers/live",
    )
    for path in pages:
        async with harness.http.get(harness.address + path) as answer:
            text = await answer.text()
            assert answer.status == 200
            assert "http://" not in text
            assert "https://" not in text
    async with harness.http.get(f"{harness.address}/api/asyncapi.json") as answer:
        assert as_object(await answer.read())["asyncapi"].startswith("3.")


@pytest.mark.parametrize(
    "path", ["/developers", "/developers/", "/developers/guide", "/developers/bidding-bot"]
)
async def test_guides_are_served(harness: Harness, path: str) -> None:
    async with harness.http.get(harness.address + path) as answer:
        assert (answer.status, answer.content_type) == (200, "text/html")
        assert "Wangi for developers" in await answer.text()


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_gateway_health_is_ok(harness: Harness, path: str) -> None:
    async with harness.http.get(harness.address + path) as answer:
        assert answer.status == 200
