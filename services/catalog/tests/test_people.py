import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event

from libs.contracts.event import make_envelope
from libs.contracts.events.auction import AuctionCancelled, BidPlaced, BidsVoided
from libs.contracts.events.auth import UserBanned, UserErased, UserUnbanned
from libs.kit.events.inbox import Inbox
from libs.kit.http.picture_store import picture_store_of
from libs.kit.testing import Service, as_message, signed_in
from services.catalog.pictures.jobs import discard_pictures
from services.catalog.tests.makers import a_listing, an_auction, finish_forgetting

pytestmark = pytest.mark.servers


AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def banned(user_id: int) -> UserBanned:
    return UserBanned(user_id=user_id, by_admin_id=1, banned_at=AT)


# Pictures from before there were sizes: one file each.
ONLY_THEIRS, SHARED, NEVER_THERE = (f"{letter * 32}.webp" for letter in "abc")


def erased(user_id: int) -> UserErased:
    return UserErased(user_id=user_id, erased_at=AT)


async def listed(catalog: Service, seller: int, username: str = "farid", **fields: Any) -> dict[str, Any]:
    body = a_listing(**fields)
    answer = await catalog.http.post("/api/products", json=body, headers=signed_in(seller, username))
    assert answer.status_code == 201
    product: dict[str, Any] = answer.json()
    return product


async def in_shop(catalog: Service, **query: Any) -> list[int]:
    return [product["id"] for product in (await catalog.http.get("/api/products", params=query)).json()]


async def test_listing_has_seller_name_but_events_do_not(catalog: Service) -> None:
    """P-G1"""
    product = await listed(catalog, 7291, "canary.name")
    assert (product["seller"]["id"], product["seller"]["username"]) == (7291, "canary.name")
    assert "canary.name" not in str(await catalog.recorded(product["id"]))


async def test_banned_sellers_listings_are_hidden_from_others(catalog: Service) -> None:
    """U1, ROLE-10"""
    product = await listed(catalog, 7211, name="Quorvex Larangan")
    await catalog.deliver(banned(7211))
    path = f"/api/products/{product['id']}"
    assert await in_shop(catalog, search="quorvex") == []
    assert await in_shop(catalog, sellerId=7211) == []
    assert (await catalog.http.get(path)).status_code == 404
    assert (await catalog.http.get(path, headers=signed_in(7212))).status_code == 404
    own = signed_in(7211, account_status="banned", roles=())
    assert (await catalog.http.get(path, headers=own)).status_code == 200
    await catalog.deliver(UserUnbanned(user_id=7211, by_admin_id=1, unbanned_at=AT), version=2)
    assert await in_shop(catalog, search="quorvex") == [product["id"]]


async def test_banned_or_suspended_seller_cannot_list(catalog: Service) -> None:
    """ROLE-06, ROLE-10, U1, C40"""
    until = int((datetime.now(UTC) + timedelta(days=3)).timestamp())
    for who, code in (
        (signed_in(7221, account_status="banned", roles=()), "banned"),
        (signed_in(7221, suspended_until=until), "suspended"),
        (signed_in(7221, roles=()), "forbidden"),
    ):
        answer = await catalog.http.post("/api/products", json=a_listing(), headers=who)
        assert (answer.status_code, answer.json()["code"]) == (403, code)
    await catalog.deliver(banned(7221))
    old_token = await catalog.http.post("/api/products", json=a_listing(), headers=signed_in(7221))
    assert old_token.json()["code"] == "banned"


@pytest.mark.parametrize("claimed", [7299, 1])
async def test_contradicting_seller_id_is_refused(catalog: Service, claimed: int) -> None:
    """C35, ROLE-13"""
    before = await catalog.rows("SELECT count(*) AS n FROM products")
    body = a_listing(sellerId=claimed)
    refused = await catalog.http.post("/api/products", json=body, headers=signed_in(7231))
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert await catalog.rows("SELECT count(*) AS n FROM products") == before
    assert (await listed(catalog, 7231, sellerId=7231))["sellerId"] == 7231


async def test_guests_cannot_list(catalog: Service) -> None:
    """ROLE-04"""
    answer = await catalog.http.post("/api/products", json=a_listing())
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_card_of_cancelled_auction_is_not_revived_by_unban(catalog: Service, auction: Service) -> None:
    """U1, C40"""
    product = await listed(catalog, 7241, name="Oud Terhenti", **_auction_terms())
    await catalog.deliver(_cancelled(product))
    shown = (await catalog.http.get(f"/api/products/{product['id']}")).json()
    assert (shown["status"], shown["auction"]["status"]) == ("archived", "cancelled")
    assert await in_shop(catalog, search="terhenti") == []


async def test_card_price_follows_valid_bids(catalog: Service, auction: Service) -> None:
    """U1"""
    product = await listed(catalog, 7251, **_auction_terms())
    placed = _placed(product, 12_000, 4, minutes=1)
    await catalog.deliver(_placed(product, 10_500, 1, minutes=0), placed, version=2)
    await catalog.deliver(_voided(product, 11_500, 2, minutes=2), version=4)
    assert await _card(catalog, product) == (115.0, 2)
    await catalog.deliver(placed, version=3)
    assert await _card(catalog, product) == (115.0, 2)
    await catalog.deliver(_placed(product, 12_500, 3, minutes=3), version=5)
    assert await _card(catalog, product) == (125.0, 3)


async def test_queued_bids_on_many_auctions_update_each_card(catalog: Service, auction: Service) -> None:
    """HOME-05"""
    products = [await listed(catalog, 7252, **_auction_terms()) for _ in range(3)]
    bids = [
        (_placed(one, 10_000 + 1_000 * round_ + place, round_, minutes=round_), round_)
        for round_ in (1, 2, 3)
        for place, one in enumerate(products)
    ]
    inbox = Inbox("catalog", catalog.database, catalog.app.state.subscriptions)
    waiting = [as_message(make_envelope(event, version)) for event, version in bids]
    assert all(inbox.may_join(item) for item in waiting)
    asked = list[str]()

    def ask(connection: Any, cursor: Any, statement: str, *more: Any) -> None:
        asked.append(statement)

    event.listen(catalog.database.engine.sync_engine, "before_cursor_execute", ask)
    try:
        assert await inbox.handle_all(waiting) == ["handled"] * len(bids)
    finally:
        event.remove(catalog.database.engine.sync_engine, "before_cursor_execute", ask)
    assert sum("UPDATE auction_replicas" in item for item in asked) == 1
    assert [await _card(catalog, product) for product in products] == [
        (130.0 + place / 100, 3) for place in range(3)
    ]
    late = [as_message(make_envelope(_placed(product, 99_900, 9, minutes=2), 9)) for product in products]
    assert await inbox.handle_all(late) == ["handled"] * 3
    assert [await _card(catalog, product) for product in products] == [
        (130.0 + place / 100, 3) for place in range(3)
    ]


async def test_erased_sellers_listings_text_and_pictures_are_removed(
    catalog: Service,
) -> None:
    """U38, P-G2"""
    folder = catalog.app.state.settings.media_dir
    await asyncio.to_thread(_put_pictures, folder)
    own = await listed(catalog, 7261, "canary.gone", imageUrl=f"/api/images/{ONLY_THEIRS}", batchCode="4A01")
    await listed(catalog, 7261, "canary.gone", imageUrl=f"/api/images/{SHARED}")
    other = await listed(catalog, 7262, imageUrl=f"/api/images/{SHARED}")
    await catalog.deliver(erased(7261))
    await finish_forgetting(catalog)
    while await catalog.rows("SELECT 1 FROM discarded_pictures"):
        await discard_pictures(catalog.database, picture_store_of(catalog.app))
    assert (await catalog.http.get(f"/api/products/{own['id']}", headers=signed_in(7261))).status_code == 410
    columns = "status, name, brand, description, batch_code"
    (row,) = await catalog.rows(f"SELECT {columns} FROM products WHERE id = :id", id=own["id"])
    assert row == {"status": "removed", "name": "", "brand": "", "description": "", "batch_code": None}
    assert (await catalog.http.get(f"/api/images/{ONLY_THEIRS}")).status_code == 404
    assert (await catalog.http.get(f"/api/images/{SHARED}")).status_code == 200
    assert (await catalog.http.get(f"/api/products/{other['id']}")).json()["imageUrl"] is not None
    assert not await catalog.rows("SELECT 1 FROM people WHERE username = 'canary.gone'")
    (acknowledgement,) = await catalog.recorded("person-7261")
    assert (acknowledgement["type"], acknowledgement["data"]["userId"]) == (
        "wangi.catalog.PersonForgotten.v1",
        7261,
    )


async def test_crash_between_file_and_row_is_repeated(catalog: Service) -> None:
    """P-G2"""
    await listed(catalog, 7271, imageUrl=f"/api/images/{NEVER_THERE}")
    await catalog.deliver(erased(7271))
    await finish_forgetting(catalog)
    while await catalog.rows("SELECT 1 FROM discarded_pictures"):
        await discard_pictures(catalog.database, picture_store_of(catalog.app))


async def test_export_holds_own_listings(catalog: Service) -> None:
    """U38, P-G1"""
    product = await listed(catalog, 7281, "mei", batchCode="4A01")
    export = (await catalog.ask("/internal/users/7281/export")).json()
    assert [listing["id"] for listing in export["listings"]] == [product["id"]]
    assert (export["listings"][0]["batchCode"], export["person"]["username"]) == ("4A01", "mei")
    assert (await catalog.http.get("/internal/users/7281/export", headers=signed_in(7281))).status_code == 404


def _auction_terms() -> dict[str, Any]:
    terms = an_auction()
    return {name: terms[name] for name in ("listingType", "auction")}


def _put_pictures(folder: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in (ONLY_THEIRS, SHARED):
        (folder / name).write_bytes(b"RIFF")


async def _card(catalog: Service, product: dict[str, Any]) -> tuple[float, int]:
    card = (await catalog.http.get(f"/api/products/{product['id']}")).json()["auction"]
    return card["currentBid"], card["bidCount"]


def _ids(product: dict[str, Any]) -> dict[str, Any]:
    ids = {
        "auction_id": product["auction"]["id"],
        "product_id": product["id"],
        "seller_id": product["sellerId"],
    }
    return ids | {"epoch": 1}


def _cancelled(product: dict[str, Any]) -> AuctionCancelled:
    return AuctionCancelled(**_ids(product), reason="seller_banned", cancelled_at=AT)


def _voided(product: dict[str, Any], amount: int, count: int, *, minutes: int) -> BidsVoided:
    return BidsVoided(
        **_ids(product), bidder_id=9, reason="bidder_banned", bid_ids=[1, 2], current_bid=amount, current_bidder_id=8,
        bid_count=count, reserve_met=None, voided_at=AT + timedelta(minutes=minutes),
    )  # fmt: skip


def _placed(product: dict[str, Any], amount: int, count: int, *, minutes: int) -> BidPlaced:
    return BidPlaced(
        **_ids(product), bid_id=count, bidder_id=9, bidder_name="a***z", amount=amount, bid_count=count,
        placed_at=AT + timedelta(minutes=minutes), previous_bidder_id=None, minimum_bid=amount + 500,
        ends_at=AT + timedelta(days=30), reserve_met=None,
    )  # fmt: skip
