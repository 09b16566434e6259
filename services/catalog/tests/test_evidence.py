from typing import Any

import pytest

from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import a_listing, an_auction, announced, listed_by
from services.catalog.tests.pictures import uploaded

pytestmark = pytest.mark.servers


def shows(token: str, kind: str | None) -> dict[str, Any]:
    return {"imageUrl": token, "kind": kind}


def kinds_of(product: dict[str, Any]) -> list[str | None]:
    return [image["kind"] for image in product["images"]]


async def change(catalog: Service, seller: int, product: dict[str, Any], images: list[Any]) -> dict[str, Any]:
    path = f"/api/products/{product['id']}"
    answer = await catalog.http.put(path, json=a_listing(images=images), headers=signed_in(seller))
    assert answer.status_code == 200, answer.text
    changed: dict[str, Any] = answer.json()
    return changed


async def test_photograph_kind_is_on_listing_and_event(catalog: Service) -> None:
    front, dated, level = await uploaded(catalog, 17601, 3)
    images = [front, shows(f"/api/images/{dated}", "name_and_date"), shows(level, "level")]
    product = await listed_by(catalog, 17601, images=images)
    assert kinds_of(product) == [None, "name_and_date", "level"]
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert kinds_of(shown) == [None, "name_and_date", "level"]
    (event,) = await catalog.recorded(product["id"])
    assert event["data"]["kinds"] == [None, "name_and_date", "level"]


async def test_form_without_kinds_removes_none(catalog: Service) -> None:
    one, two = await uploaded(catalog, 17602, 2)
    product = await listed_by(catalog, 17602, images=[shows(one, "front"), shows(two, "box")])
    assert kinds_of(await change(catalog, 17602, product, [two, one])) == ["box", "front"]
    assert kinds_of(await change(catalog, 17602, product, [shows(two, None), one])) == [None, "front"]


async def test_changed_photograph_kind_is_published(catalog: Service) -> None:
    (one,) = await uploaded(catalog, 17603)
    product = await listed_by(catalog, 17603, images=[shows(one, "level")])
    await change(catalog, 17603, product, [shows(one, "batch_code")])
    event = (await catalog.recorded(product["id"]))[-1]
    assert (event["data"]["changed"], event["data"]["kinds"]) == (["images"], ["batch_code"])
    await change(catalog, 17603, product, [shows(one, "batch_code")])
    assert len(await catalog.recorded(product["id"])) == 2


async def test_relisted_bottle_keeps_photograph_kinds(catalog: Service) -> None:
    (one,) = await uploaded(catalog, 17604)
    product = await listed_by(catalog, 17604, images=[shows(one, "level")])
    path = f"/api/products/{product['id']}"
    await catalog.http.post(f"{path}/archive", headers=signed_in(17604))
    again = (await catalog.http.post(f"{path}/relist", json={"price": 100}, headers=signed_in(17604))).json()
    assert kinds_of(again) == ["level"]


async def test_photograph_added_to_running_auction_has_kind(catalog: Service) -> None:
    answer = await catalog.http.post("/api/products", json=an_auction(), headers=signed_in(17605))
    (one,) = await uploaded(catalog, 17605)
    added = await announced(catalog, 17605, answer.json()["id"], f"/api/images/{one}", kind="box")
    assert (added.status_code, added.json()["kind"]) == (201, "box")


@pytest.mark.parametrize("kind", ["authentic", "", 1, "LEVEL"])
async def test_unknown_photograph_kind_is_refused(catalog: Service, kind: Any) -> None:
    (one,) = await uploaded(catalog, 17606)
    body = a_listing(images=[shows(one, kind)])
    answer = await catalog.http.post("/api/products", json=body, headers=signed_in(17606))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
