import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from libs.marketplace.tests.makers import ruled
from services.catalog.listings.rules import TooManyForSale
from services.catalog.tests.makers import a_listing, an_auction, listed

pytestmark = pytest.mark.servers


HEAD = "name,brand,description,price,category,volume\n"


ROW = "Blanc Matin {n},Verrane,Bought at the counter in KLCC,390,1,100\n"


@pytest.fixture(autouse=True)
async def small(catalog: Service) -> AsyncIterator[None]:
    async with ruled(catalog, listings_for_sale=3, listings_a_day=5):
        yield


async def send(
    catalog: Service, path: str, seller: dict[str, str], body: dict[str, Any] | None = None
) -> Any:
    return await catalog.http.post(f"/api/products{path}", json=body or {}, headers=seller)


def refused(answer: Any) -> tuple[int, str, dict[str, Any]]:
    body = answer.json()
    return answer.status_code, body["code"], body["details"]


FULL = (409, "too_many_for_sale", {"most": 3})


async def for_sale(catalog: Service, seller_id: int) -> int:
    query = "SELECT count(*) AS n FROM products WHERE seller_id = :id AND status IN ('active', 'pending')"
    return int((await catalog.rows(query, id=seller_id))[0]["n"])


async def test_seller_at_listing_limit_waits_for_room(
    catalog: Service,
) -> None:
    seller = signed_in(97_101, "banyak")
    ids = [(await listed(catalog, seller))["id"] for _ in range(3)]
    answer = await send(catalog, "", seller, a_listing())
    assert refused(answer) == FULL
    assert answer.json()["message"].startswith("You have as many listings for sale as")
    assert refused(await send(catalog, "", seller, an_auction())) == FULL
    assert (await send(catalog, f"/{ids[0]}/archive", seller)).status_code == 200
    await listed(catalog, seller)
    assert refused(await send(catalog, f"/{ids[0]}/restore", seller)) == FULL
    assert refused(await send(catalog, f"/{ids[0]}/relist", seller, {"price": 10})) == FULL
    auctioned = {"productId": ids[0]} | an_auction()["auction"]
    assert refused(await catalog.http.post("/api/auctions", json=auctioned, headers=seller)) == FULL
    bulk = {"action": "restore", "ids": [ids[0]]}
    body = (await catalog.http.post("/api/seller/products/bulk", json=bulk, headers=seller)).json()
    assert [item["code"] for item in body["refused"]] == ["too_many_for_sale"]
    assert await for_sale(catalog, 97_101) == 3
    assert (await send(catalog, f"/{ids[1]}/sold", seller)).status_code == 200
    assert (await send(catalog, f"/{ids[0]}/restore", seller)).status_code == 200
    await listed(catalog, signed_in(97_102, "sedikit"))


async def test_seller_relisting_often_waits_for_next_day(catalog: Service) -> None:
    seller = signed_in(97_111, "banyak")
    for _ in range(5):
        product = await listed(catalog, seller)
        assert (
            await catalog.http.delete(f"/api/products/{product['id']}", headers=seller)
        ).status_code == 200
    assert refused(await send(catalog, "", seller, a_listing())) == (409, "too_many_new", {"most": 5})
    clock.forward(days=1)
    await listed(catalog, seller)


async def test_concurrent_listings_respect_the_limit(catalog: Service) -> None:
    seller = signed_in(97_121, "banyak")
    await listed(catalog, seller)
    answers = await asyncio.gather(*(send(catalog, "", seller, a_listing()) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [409] * 4
    assert await for_sale(catalog, 97_121) == 3


@pytest.mark.parametrize("dry", [True, False])
async def test_import_rows_above_limit_are_reported(catalog: Service, *, dry: bool) -> None:
    seller = signed_in(97_131 + dry, "banyak") | {"Idempotency-Key": f"room{dry}"}
    bad = "Jimbrast Matin,Verrane,short,390,1,100\n"
    files = {
        "file": ("a.csv", (HEAD + bad + "".join(ROW.format(n=n) for n in range(4))).encode(), "text/csv")
    }
    path = f"/api/seller/products/import{'?dryRun=true' * dry}"
    body = (await catalog.http.post(path, files=files, headers=seller)).json()
    assert [row["ok"] for row in body["rows"]] == [False, True, True, True, False]
    (fault,) = body["rows"][-1]["errors"]
    assert fault == {"field": "", "message": TooManyForSale.message}
    assert await for_sale(catalog, 97_131 + dry) == (0 if dry else 3)


async def test_unopened_auction_reservations_are_limited(
    catalog: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.auction.auctions.rules.MAX_RESERVED", 2)
    seller = signed_in(97_141, "banyak")
    for _ in range(2):
        wrong = an_auction() | {"categoryId": 99}
        assert (await send(catalog, "", seller, wrong)).status_code == 422
    assert refused(await send(catalog, "", seller, an_auction())) == (409, "too_many_reserved", {"most": 2})
    await listed(catalog, signed_in(97_142, "sedikit"), body=an_auction())


async def test_listing_limits_use_an_index(catalog: Service) -> None:
    async with catalog.database.transaction() as session:
        await session.execute(text("SET LOCAL enable_seqscan = off"))
        plan = await session.execute(
            text(
                "EXPLAIN SELECT count(*) FROM products WHERE seller_id = 1 AND status IN ('active', 'pending')"
            )
        )
        assert "ix_products_for_sale" in "\n".join(row[0] for row in plan)
