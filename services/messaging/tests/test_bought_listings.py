from typing import Any

import pytest

from libs.contracts.events.auth import UserErased
from libs.contracts.events.trades import DealOpened
from libs.kit.process import clock
from libs.kit.testing import Service, signed_in
from services.catalog.tests.makers import SAYS, a_listing, at_work, finish_forgetting, listed
from services.catalog.tests.pictures import uploaded
from services.messaging.tests.auctions import Market
from services.messaging.tests.makers import (
    BUYER,
    SELLER,
    SELLING,
    THIRD,
    carry,
    confirm,
    for_sale,
    know_people,
    offer,
)
from services.messaging.tests.test_buy_now_deals import buy_now_card

pytestmark = pytest.mark.servers

MODERATOR = signed_in(8_812, "nurul", roles=("moderator",))


@pytest.fixture(autouse=True)
async def known_people(messaging: Service) -> None:
    await know_people(messaging)


async def bought(catalog: Service, deal_id: int, reader: int = BUYER) -> Any:
    return await catalog.http.get(f"/api/orders/{deal_id}/listing", headers=signed_in(reader))


async def change(catalog: Service, product_id: int, **fields: Any) -> None:
    answer = await catalog.http.put(f"/api/products/{product_id}", json=a_listing(**fields), headers=SELLING)
    assert answer.status_code == 200, answer.text


async def buy(messaging: Service, product_id: int) -> int:
    card = await offer(messaging, product_id)
    assert (await confirm(messaging, BUYER, card["id"])).status_code == 200
    deal_id: int = card["card"]["transactionId"]
    return deal_id


async def test_changes_after_the_purchase_do_not_change_the_bought_listing(
    messaging: Service, catalog: Service
) -> None:
    (token,) = await uploaded(catalog, SELLER)
    product = await for_sale(
        catalog, messaging, stockQuantity=2, remainingPercentage=80,
        images=[{"imageUrl": f"/api/images/{token}", "kind": "front"}],
    )  # fmt: skip
    deal_id = await buy(messaging, product["id"])
    other = {"description": "Half of it is left.", "name": "Another", "remainingPercentage": 40, "images": []}
    await change(catalog, product["id"], **other)
    for number in range(51):
        await change(catalog, product["id"], **other | {"price": 100 + number})
    await carry(messaging, catalog, deal_id)
    await at_work(catalog)
    for reader in (BUYER, SELLER):
        listing = (await bought(catalog, deal_id, reader)).json()
        assert (listing["name"], listing["description"]) == (product["name"], SAYS)
        assert (listing["price"], listing["remainingPercentage"], listing["volume"]) == (390.0, 80, 100)
        assert listing["images"] == [{"imageUrl": f"/api/images/{token}", "kind": "front"}]
    assert (await catalog.http.get(f"/api/images/{token}")).status_code == 200
    staff = await catalog.http.get(f"/api/admin/orders/{deal_id}/listing", headers=MODERATOR)
    assert staff.json() == listing
    assert (await bought(catalog, deal_id, THIRD)).status_code == 404
    assert (await bought(catalog, deal_id + 1_000_000)).status_code == 404


async def test_listing_of_buy_now_is_kept_as_it_was_at_the_purchase(market: Market) -> None:
    _, product_id = await market.running(buyNowPrice=300)
    message_id, deal_id = await buy_now_card(market, product_id)
    assert (await confirm(market.messaging, market.buyer, message_id)).status_code == 200
    note = {"note": "It was never full."}
    path = f"/api/products/{product_id}/notes"
    assert (await market.catalog.http.post(path, json=note, headers=SELLING)).status_code == 200
    await market.report(deal_id)
    listing = (await bought(market.catalog, deal_id, market.buyer)).json()
    assert (listing["description"], listing["listingType"]) == (SAYS, "auction")


async def test_listing_of_a_won_auction_is_kept_as_it_was_when_won(market: Market) -> None:
    auction_id, product_id = await market.running(buyNowPrice=300)
    form = {"buyerId": market.buyer, "price": 30_000}
    won = await market.messaging.app.state.calls["auction"].post(
        f"/internal/auctions/{auction_id}/bought", form
    )
    assert won.status == 200, "and catalog hears of the end last"
    note = {"note": "It was never full."}
    path = f"/api/products/{product_id}/notes"
    assert (await market.catalog.http.post(path, json=note, headers=SELLING)).status_code == 200
    await market.deliver(auction_id)
    card = await market.card(product_id, "INITIATE")
    assert (await confirm(market.messaging, market.buyer, card["id"])).status_code == 200
    deal_id = await market.deal_id(auction_id)
    await market.report(deal_id)
    listing = (await bought(market.catalog, deal_id, market.buyer)).json()
    assert (listing["description"], listing["listingType"]) == (SAYS, "auction")


async def test_bought_listing_is_deleted_when_its_seller_is_erased(
    messaging: Service, catalog: Service
) -> None:
    seller, deal_id = 9_190, 77_000_001
    product = await listed(catalog, signed_in(seller, "lim", roles=("seller",)))
    opened = DealOpened(
        transaction_id=deal_id, product_id=product["id"], seller_id=seller, buyer_id=BUYER, conversation_id=1,
        amount=39_000, sold_by="fixed", auction_id=None, sale_number=None, opened_at=clock.about_now(),
    )  # fmt: skip
    await catalog.deliver(opened)
    assert (await bought(catalog, deal_id, seller)).status_code == 200
    await catalog.deliver(UserErased(user_id=seller, erased_at=clock.about_now()))
    await finish_forgetting(catalog)
    assert (await bought(catalog, deal_id)).status_code == 404
