from typing import Any
from uuid import uuid4

import pytest

from libs.kit.testing import Service
from services.catalog.tests.makers import FARID, listed
from services.catalog.tests.test_moderation import STAFF

pytestmark = pytest.mark.servers
PATH = "/api/admin/products/bulk"
REMOVE = {"act": "remove", "reason": "The photographs are of another brand."}


async def lines(catalog: Service, path: str, ids: list[int], key: str = "", **form: Any) -> list[Any]:
    headers = STAFF | ({"Idempotency-Key": key} if key else {})
    answer = await catalog.http.post(path, json={"ids": ids} | form, headers=headers)
    assert answer.status_code == 200, answer.text
    return [(line["outcome"], line["code"]) for line in answer.json()["lines"]]


async def test_bulk_removal_and_restoration_run_separately(catalog: Service) -> None:
    products = [(await listed(catalog))["id"] for _ in range(3)]
    await catalog.http.post(
        f"/api/admin/products/{products[1]}/remove", json={"reason": "Fake"}, headers=STAFF
    )
    looked = await lines(catalog, f"{PATH}/preview", products, **REMOVE)
    assert looked == [("possible", None), ("refused", "wrong_status"), ("possible", None)]
    assert (await catalog.http.get(f"/api/products/{products[0]}")).status_code == 200
    key = str(uuid4())
    for _ in range(2):
        assert [line[0] for line in await lines(catalog, PATH, products, key, **REMOVE)] == [
            "done",
            "refused",
            "done",
        ]
    for product in products[::2]:
        shown = (await catalog.http.get(f"/api/products/{product}", headers=FARID)).json()
        assert shown["removedReason"] == REMOVE["reason"]
        kinds = [event["type"].split(".")[2] for event in await catalog.recorded(f"moderation-{product}")]
        assert kinds.count("ListingTakenDown") == 1
    restore = {"act": "restore", "reason": "They were right."}
    assert [line[0] for line in await lines(catalog, PATH, products, str(uuid4()), **restore)] == ["done"] * 3
    assert (await catalog.http.get(f"/api/products/{products[0]}")).status_code == 200


async def test_bulk_listing_action_is_bounded(catalog: Service) -> None:
    for ids in ([], list(range(1, 102)), [0]):
        headers = STAFF | {"Idempotency-Key": str(uuid4())}
        answer = await catalog.http.post(PATH, json={"ids": ids} | REMOVE, headers=headers)
        assert answer.status_code == 422
    product = (await listed(catalog))["id"]
    assert (await catalog.http.post(PATH, json={"ids": [product]} | REMOVE, headers=STAFF)).status_code == 422
    assert (await catalog.http.post(PATH, json={"ids": [product]} | REMOVE, headers=FARID)).status_code == 403
