import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from libs.kit.http.picture_store import picture_store_of
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.dashboard import rules as dashboard_rules
from services.catalog.pictures.jobs import discard_pictures
from services.catalog.pictures.rules import file_of
from services.catalog.tests.makers import an_auction, finish_forgetting, listed_by
from services.catalog.tests.pictures import uploaded
from services.catalog.tests.test_favourites import favour
from services.catalog.tests.test_people import erased
from services.catalog.tests.test_saved_searches import save
from services.catalog.tests.test_views import look

pytestmark = pytest.mark.servers


async def on_dashboard(catalog: Service, seller: int, path: str, **query: Any) -> Any:
    return (await catalog.http.get(f"/api/seller/{path}", params=query, headers=signed_in(seller))).json()


async def bulk(catalog: Service, seller: int, **body: Any) -> Any:
    return (await catalog.http.post("/api/seller/products/bulk", json=body, headers=signed_in(seller))).json()


async def draft(catalog: Service, seller: int, **form: Any) -> Any:
    return await catalog.http.post("/api/seller/drafts", json={"form": form}, headers=signed_in(seller))


async def test_seller_sees_own_listings_except_deleted(catalog: Service) -> None:
    """DASH-16, DASH-17"""
    first, second, third = [await listed_by(catalog, 7901, name=f"Bottle {n}") for n in range(3)]
    await listed_by(catalog, 7902)
    seller = signed_in(7901)
    await catalog.http.post(f"/api/products/{first['id']}/archive", headers=seller)
    await catalog.http.delete(f"/api/products/{second['id']}", headers=seller)
    own = await on_dashboard(catalog, 7901, "products", sellerId=7901)
    assert [(item["id"], item["status"]) for item in own] == [
        (third["id"], "active"),
        (first["id"], "archived"),
    ]
    assert "removedReason" in own[0]
    answer = await catalog.http.get("/api/seller/products", params={"sellerId": 7902}, headers=seller)
    assert answer.status_code == 403


async def test_dashboard_figures_match_listings(catalog: Service) -> None:
    """DASH-02, DASH-04, DASH-08"""
    for stock, price in ((0, 100), (5, 200), (6, 300), (20, 400), (21, 500)):
        product = await listed_by(catalog, 7903, stockQuantity=stock, price=price)
    await look(catalog, product["id"])
    await look(catalog, product["id"], agent="another")
    await favour(catalog, 7911, product["id"])
    await catalog.http.post(f"/api/products/{product['id']}/archive", headers=signed_in(7903))
    figures = await on_dashboard(catalog, 7903, "dashboard")
    assert (figures["totalProducts"], figures["totalInventory"], figures["averagePrice"]) == (5, 52, 300.0)
    assert (figures["views30"], figures["favourites"], figures["topRated"]) == (2, 1, [])
    assert figures["stock"] == {"out": 1, "low": 1, "medium": 2, "good": 0}
    assert {name: count for name, count in figures["byStatus"].items() if count} == {
        "active": 4,
        "archived": 1,
    }
    newcomer = await on_dashboard(catalog, 7904, "dashboard")
    assert (newcomer["totalProducts"], newcomer["averagePrice"]) == (0, None)


async def test_unsold_auction_counts_as_ended(catalog: Service) -> None:
    """DASH-02, DASH-17, AUC-13"""
    await listed_by(catalog, 7925)
    for boosted in (False, True):
        product = (
            await catalog.http.post("/api/products", json=an_auction(), headers=signed_in(7925))
        ).json()
        if boosted:
            async with catalog.database.transaction() as session:
                until = {"id": product["id"], "until": clock.about_now() + timedelta(days=30)}
                await session.execute(
                    text("UPDATE products SET featured_until = :until WHERE id = :id"), until
                )
    running = await on_dashboard(catalog, 7925, "dashboard")
    assert {name: count for name, count in running["byStatus"].items() if count} == {
        "active": 2,
        "featured": 1,
    }
    clock.forward(days=8)
    over = await on_dashboard(catalog, 7925, "dashboard")
    assert {name: count for name, count in over["byStatus"].items() if count} == {"active": 1, "ended": 2}


async def test_views_and_favourites_are_counted_daily(catalog: Service) -> None:
    """DASH-16"""
    seen, unseen = await listed_by(catalog, 7905, name="Seen"), await listed_by(catalog, 7905, name="Unseen")
    await look(catalog, seen["id"])
    clock.forward(days=2)
    await look(catalog, seen["id"])
    await favour(catalog, 7911, seen["id"])
    stats = await on_dashboard(catalog, 7905, "stats", days=4)
    assert [(day["views"], day["favourites"]) for day in stats["days"]] == [(0, 0), (1, 0), (0, 0), (1, 1)]
    assert stats["products"] == [{"id": seen["id"], "name": "Seen", "views": 2, "favourites": 1}]
    assert unseen["id"] not in {product["id"] for product in stats["products"]}
    for days in (0, 366):
        answer = await catalog.http.get("/api/seller/stats", params={"days": days}, headers=signed_in(7905))
        assert answer.status_code == 422


async def test_draft_is_kept_for_its_seller_only(catalog: Service) -> None:
    started = (await draft(catalog, 7906, name="Bl", price="not yet")).json()
    path = f"/api/seller/drafts/{started['id']}"
    changed = await catalog.http.put(path, json={"form": {"name": "Blanc"}}, headers=signed_in(7906))
    assert changed.json()["form"] == {"name": "Blanc"}
    assert changed.json()["updatedAt"] > started["updatedAt"]
    assert [item["id"] for item in await on_dashboard(catalog, 7906, "drafts")] == [started["id"]]
    for method in ("GET", "PUT", "DELETE"):
        body: dict[str, Any] = {"json": {"form": {}}} if method == "PUT" else {}
        assert (await catalog.http.request(method, path, headers=signed_in(7907), **body)).status_code == 404
    assert (await catalog.http.delete(path, headers=signed_in(7906))).json() == {"success": True}
    assert (await catalog.http.get(path, headers=signed_in(7906))).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b'{"form": {"name": NaN}}',
        b'{"form": {"price": 1e999}}',
        b'{"form": {"name": "\\u0000"}}',
        b'{"form": {"deep": ["\\u0000"]}}',
        b'{"form": {"name": "\\ud800"}}',
        b'{"form": {"description": "' + b"x" * 33_000 + b'"}}',
        b'{"form": []}',
        b'{"form": {"a": ' + b"[" * 5_000 + b"]" * 5_000 + b"}}",
        b"{}",
    ],
)
async def test_invalid_draft_is_refused(catalog: Service, body: bytes) -> None:
    headers = signed_in(7908) | {"Content-Type": "application/json"}
    answer = await catalog.http.post("/api/seller/drafts", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text


async def test_hundred_drafts_are_kept(catalog: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dashboard_rules, "MAX_DRAFTS", 3)
    answers = await asyncio.gather(*(draft(catalog, 7909) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 3


async def test_listing_is_duplicated_into_valid_draft(catalog: Service) -> None:
    """FORM-23"""
    (token,) = await uploaded(catalog, 7910)
    product = await listed_by(
        catalog, 7910, images=[token], state="Selangor", notes="pear; musk", batchCode="4A01"
    )
    copied = await catalog.http.post(f"/api/products/{product['id']}/duplicate", headers=signed_in(7910))
    assert copied.status_code == 201
    form = copied.json()["form"]
    again = await listed_by(catalog, 7910, **form, draftId=copied.json()["id"])
    same = ("name", "brand", "price", "state", "notes", "batchCode", "imageUrl", "volume", "boxCondition")
    assert {name: again[name] for name in same} == {name: product[name] for name in same}
    assert await on_dashboard(catalog, 7910, "drafts") == []
    theirs = await catalog.http.post(f"/api/products/{product['id']}/duplicate", headers=signed_in(7909))
    assert theirs.status_code == 404


async def test_bulk_change_reports_each_refusal(catalog: Service) -> None:
    """FORM-24, FORM-25"""
    one, two = await listed_by(catalog, 7912, price=100), await listed_by(catalog, 7912, price=99.99)
    theirs = await listed_by(catalog, 7913)
    done = await bulk(
        catalog, 7912, ids=[one["id"], two["id"], theirs["id"], one["id"]], action="price", percent=-10
    )
    assert done["done"] == [one["id"], two["id"]]
    assert [(refusal["id"], refusal["code"]) for refusal in done["refused"]] == [(theirs["id"], "not_found")]
    prices = [item["price"] for item in await on_dashboard(catalog, 7912, "products")]
    assert prices == [89.99, 90.0]
    archived = await bulk(catalog, 7912, ids=[one["id"]], action="archive")
    assert archived == {"done": [one["id"]], "refused": []}
    again = await bulk(catalog, 7912, ids=[one["id"], two["id"]], action="restore")
    assert (again["done"], again["refused"][0]["code"]) == ([one["id"]], "wrong_status")
    assert (await bulk(catalog, 7912, ids=[one["id"], two["id"]], action="delete"))["done"] == [
        one["id"],
        two["id"],
    ]
    assert await on_dashboard(catalog, 7912, "products") == []
    versions = [event["version"] for event in await catalog.recorded(one["id"])]
    assert versions == [1, 2, 3, 4, 5]


async def test_repeated_bulk_discount_with_key_applies_once(catalog: Service) -> None:
    """P-A6"""
    one = await listed_by(catalog, 7931, price=100)
    wish = {"ids": [one["id"]], "action": "price", "percent": -10}

    async def send(key: str, **change: Any) -> Any:
        headers = signed_in(7931) | {"Idempotency-Key": key}
        return (
            await catalog.http.post("/api/seller/products/bulk", json=wish | change, headers=headers)
        ).json()

    for key, price in (("a", 90.0), ("a", 90.0), ("b", 81.0)):
        assert await send(key) == {"done": [one["id"]], "refused": []}
        assert [shown["price"] for shown in await on_dashboard(catalog, 7931, "products")] == [price]
    other = await send("b", percent=-20)
    assert [refusal["code"] for refusal in other["refused"]] == ["idempotency_mismatch"]


async def test_auction_price_is_its_bids_and_archives_with_listing(catalog: Service) -> None:
    """C22"""
    auction = (await catalog.http.post("/api/products", json=an_auction(), headers=signed_in(7914))).json()
    priced = await bulk(catalog, 7914, ids=[auction["id"]], action="price", price=5)
    assert priced["refused"][0]["code"] == "wrong_status"
    assert (await bulk(catalog, 7914, ids=[auction["id"]], action="archive"))["done"] == [auction["id"]]


@pytest.mark.parametrize(
    "body",
    [
        {"ids": [], "action": "archive"},
        {"ids": [1] * 101, "action": "archive"},
        {"ids": [1], "action": "price"},
        {"ids": [1], "action": "price", "percent": 5, "price": 5},
        {"ids": [1], "action": "price", "percent": -91},
        {"ids": [1], "action": "price", "price": 0},
        {"ids": [1], "action": "archive", "percent": 5},
        {"ids": [1], "action": "sell"},
    ],
)
async def test_invalid_bulk_change_is_refused(catalog: Service, body: dict[str, Any]) -> None:
    answer = await catalog.http.post("/api/seller/products/bulk", json=body, headers=signed_in(7915))
    assert answer.status_code == 422


async def test_person_reports_a_listing_once(catalog: Service) -> None:
    product = await listed_by(catalog, 7916)
    path, body = (
        f"/api/products/{product['id']}/report",
        {"reason": "counterfeit", "words": "The cap is wrong, xyzzy"},
    )
    for person in (7917, 7917, 7918):
        headers = signed_in(person, f"p{person}", roles=())
        assert (await catalog.http.post(path, json=body, headers=headers)).json() == {"success": True}
    events = await catalog.recorded(f"reports-{product['id']}")
    assert [(event["version"], event["data"]["reports"], event["data"]["reason"]) for event in events] == [
        (1, 1, "counterfeit"), (2, 2, "counterfeit"),
    ]  # fmt: skip
    assert "xyzzy" not in str(events)
    assert (await catalog.http.post(path, json=body, headers=signed_in(7916))).json()["code"] == "own_product"
    assert (
        await catalog.http.post(path, json={"reason": "ugly"}, headers=signed_in(7917))
    ).status_code == 422


async def test_seller_appeals_removal_up_to_three_times(catalog: Service) -> None:
    product = await listed_by(catalog, 7919)
    path, body = f"/api/products/{product['id']}/appeal", {"words": "It is genuine; here is the receipt."}
    assert (await catalog.http.post(path, json=body, headers=signed_in(7919))).status_code == 409
    admin = signed_in(1, "staff", roles=("admin",))
    removed = f"/api/admin/products/{product['id']}/remove"
    await catalog.http.post(removed, json={"reason": "Counterfeit"}, headers=admin)
    for status in (201, 201, 201, 409):
        assert (await catalog.http.post(path, json=body, headers=signed_in(7919))).status_code == status
    assert (await catalog.http.post(path, json=body, headers=signed_in(7920))).status_code == 404
    (own,) = await on_dashboard(catalog, 7919, "products")
    assert (own["status"], own["removedReason"]) == ("removed", "Counterfeit")


async def test_erased_person_leaves_nothing(catalog: Service) -> None:
    """U38, P-G2"""
    theirs = await listed_by(catalog, 7921)
    claimed, loose = await uploaded(catalog, 7922, 2)
    await listed_by(catalog, 7922, images=[claimed], name="Canary Bottle")
    await draft(catalog, 7922, name="canary draft")
    await favour(catalog, 7922, theirs["id"])
    await save(catalog, 7922, search="canary")
    report = {"reason": "other", "words": "canary report"}
    await catalog.http.post(f"/api/products/{theirs['id']}/report", json=report, headers=signed_in(7922))
    lists = ("favourites", "savedSearches", "drafts", "reports", "appeals", "pictures")
    before = (await catalog.ask("/internal/users/7922/export")).json()
    assert [len(before[name]) for name in lists] == [1, 1, 1, 1, 0, 2]
    await catalog.deliver(erased(7922))
    await finish_forgetting(catalog)
    store = picture_store_of(catalog.app)
    while await discard_pictures(catalog.database, store):
        pass
    after = (await catalog.ask("/internal/users/7922/export")).json()
    assert not any(after[name] for name in lists)
    for token in (claimed, loose):
        assert not await store.exists(file_of(token, "320"))
    assert (await catalog.http.get(f"/api/products/{theirs['id']}")).json()["favourites"] == 0
    for table in ("drafts", "saved_searches", "reports", "products", "product_images"):
        assert not await catalog.rows(f"SELECT 1 FROM {table} WHERE lower({table}::text) LIKE '%canary%'"), (
            table
        )
