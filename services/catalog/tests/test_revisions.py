from datetime import timedelta
from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.jobs import trim
from services.catalog.tests.makers import FARID, a_listing, finish_forgetting, listed

pytestmark = pytest.mark.servers


MODERATOR = signed_in(8_811, "nurul", roles=("moderator",))


async def revisions_of(catalog: Service, product_id: int) -> list[dict[str, Any]]:
    answer = await catalog.http.get(f"/api/admin/products/{product_id}/revisions", headers=MODERATOR)
    assert answer.status_code == 200, answer.text
    return [
        {field["name"]: (field["before"], field["after"]) for field in change["fields"]}
        for change in answer.json()
    ]


async def test_each_change_records_before_and_after(catalog: Service) -> None:
    product = await listed(catalog, FARID)
    path = f"/api/products/{product['id']}"
    first, last = a_listing(price=350), a_listing(price=300, name="Another", remainingPercentage=40)
    for form in (first, first, last):
        assert (await catalog.http.put(path, json=form, headers=FARID)).status_code == 200
    note = {"note": "The cap has a scratch."}
    assert (await catalog.http.post(f"{path}/notes", json=note, headers=FARID)).status_code == 200
    found = await revisions_of(catalog, product["id"])
    assert [sorted(change) for change in found] == [
        ["description"], ["name", "price", "remainingPercentage"], ["price"],
    ]  # fmt: skip
    assert found[2]["price"] == (product["price"], 350)
    assert found[1] == {
        "price": (350, 300),
        "name": (product["name"], "Another"),
        "remainingPercentage": (product["remainingPercentage"], 40),
    }
    before, after = found[0]["description"]
    assert after.startswith(before)
    assert ("scratch" in before, "scratch" in after) == (False, True)


async def test_newest_fifty_revisions_are_kept(
    catalog: Service,
) -> None:
    product = await listed(catalog, FARID)
    for number in range(52):
        form = {"ids": [product["id"]], "action": "price", "price": 100 + number}
        assert (
            await catalog.http.post("/api/seller/products/bulk", json=form, headers=FARID)
        ).status_code == 200
    found = await revisions_of(catalog, product["id"])
    assert (len(found), found[0]["price"], found[-1]["price"]) == (50, (150, 151), (101, 102))
    await trim(catalog.database, clock.about_now() + timedelta(days=401))
    assert await revisions_of(catalog, product["id"]) == []


async def test_revisions_are_for_moderators_and_erased_with_seller(catalog: Service) -> None:
    seller = signed_in(72_811, "mei", roles=("seller",))
    product = await listed(catalog, seller)
    path = f"/api/products/{product['id']}"
    assert (
        await catalog.http.put(path, json=a_listing(name="canary.gone"), headers=seller)
    ).status_code == 200
    for headers in (seller, FARID, signed_in(8_812, "ben", roles=("support",))):
        answer = await catalog.http.get(f"/api/admin{path.removeprefix('/api')}/revisions", headers=headers)
        assert answer.status_code == 403
    assert len(await catalog.rows("SELECT id FROM revisions WHERE seller_id = 72811")) == 1
    await catalog.deliver(UserErased(user_id=72_811, erased_at=clock.about_now()))
    await finish_forgetting(catalog)
    assert await catalog.rows("SELECT id FROM revisions WHERE seller_id = 72811") == []
